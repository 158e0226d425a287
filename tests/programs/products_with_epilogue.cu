// cuBLASLt: layouts by rows and by columns, transposes, batches, a C that is not D, and epilogues, against loops on the host.
#include <cmath>
#include <cstdio>
#include <cublasLt.h>
#include <vector>

const int M = 6, N = 5, K = 7, COUNT = 2;

template <typename T> struct Matrices {
    cublasLtMatrixLayout_t layout;
    std::vector<T> host;
    T *device;
    int rows, columns, ld;
    bool by_rows;

    Matrices(cudaDataType type, int m, int n, int order, int step) : rows(m), columns(n), ld((order ? n : m) + 1), by_rows(order)
    {
        long size = (long) ld * (order ? m : n);
        int count = COUNT;
        for (int i = 0; i < size * COUNT; i++)
            host.push_back(T(float(i * step % 7 - 3)));
        cudaMalloc(&device, host.size() * sizeof(T));
        cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
        cublasLtMatrixLayoutCreate(&layout, type, m, n, ld);
        cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof order);
        cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, sizeof count);
        cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &size, sizeof size);
    }

    ~Matrices()
    {
        cublasLtMatrixLayoutDestroy(layout);
        cudaFree(device);
    }

    float at(int z, int i, int j) const { return float(host[z * ld * (by_rows ? rows : columns) + (by_rows ? i * ld + j : i + j * ld)]); }
    void read() { cudaMemcpy(host.data(), device, host.size() * sizeof(T), cudaMemcpyDeviceToHost); }
};

float gelu(float x) { return 0.5f * x * (1 + tanhf(0.7978845608f * (x + 0.044715f * x * x * x))); }

template <typename T> float worst(cublasLtHandle_t h, cudaDataType type, int how, int epilogue, bool own_c)
{
    int ta = how & 1, tb = how >> 1 & 1, order = how >> 2 & 1;
    Matrices<T> a(type, ta ? K : M, ta ? M : K, how >> 3 & 1, 3), b(type, tb ? N : K, tb ? K : N, order, 5), c(type, M, N, order, 2),
        d(type, M, N, order, 4);
    T bias[M], *dev_bias;
    for (int i = 0; i < M; i++)
        bias[i] = T(float(i - 2));
    cudaMalloc(&dev_bias, sizeof bias);
    cudaMemcpy(dev_bias, bias, sizeof bias, cudaMemcpyHostToDevice);
    cublasLtMatmulDesc_t desc;
    cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    int op_a = ta ? CUBLAS_OP_T : CUBLAS_OP_N, op_b = tb ? CUBLAS_OP_T : CUBLAS_OP_N;
    cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA, &op_a, sizeof op_a);
    cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSB, &op_b, sizeof op_b);
    cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue);
    cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &dev_bias, sizeof dev_bias);
    float alpha = 0.5f, beta = 2;
    Matrices<T> &from = own_c ? c : d;
    std::vector<float> old;
    for (int k = 0; k < COUNT * M * N; k++)
        old.push_back(from.at(k / (M * N), k % M, k / M % N));
    cublasStatus_t status = cublasLtMatmul(h, desc, &alpha, a.device, a.layout, b.device, b.layout, &beta, from.device, from.layout, d.device,
                                           d.layout, NULL, NULL, 0, 0);
    if (status != CUBLAS_STATUS_SUCCESS)
        return status;
    d.read();
    float most = 0;
    for (int k = 0; k < COUNT * M * N; k++) {
        int z = k / (M * N), i = k % M, j = k / M % N;
        float sum = 0;
        for (int p = 0; p < K; p++)
            sum += (ta ? a.at(z, p, i) : a.at(z, i, p)) * (tb ? b.at(z, j, p) : b.at(z, p, j));
        float want = alpha * sum + beta * old[k] + (epilogue & 4 ? float(bias[i]) : 0);
        want = epilogue & 2 ? fmaxf(want, 0) : epilogue & 32 ? gelu(want) : want;
        most = fmaxf(most, fabsf(float(T(want)) - d.at(z, i, j)));
    }
    cudaFree(dev_bias);
    cublasLtMatmulDescDestroy(desc);
    return most;
}

template <typename T> void all(cublasLtHandle_t h, const char *name, cudaDataType type, float least)
{
    const int epilogues[] = {CUBLASLT_EPILOGUE_DEFAULT, CUBLASLT_EPILOGUE_RELU, CUBLASLT_EPILOGUE_BIAS, CUBLASLT_EPILOGUE_RELU_BIAS,
                             CUBLASLT_EPILOGUE_GELU, CUBLASLT_EPILOGUE_GELU_BIAS};
    for (int e : epilogues) {
        int wrong = 0;
        for (int how = 0; how < 16; how++)
            for (int own = 0; own < 2; own++)
                wrong += !(worst<T>(h, type, how, e, own) <= least);
        printf("%s, epilogue %d: %d wrong\n", name, e, wrong);
    }
}

int main()
{
    cublasLtHandle_t h;
    cublasLtCreate(&h);
    all<float>(h, "float", CUDA_R_32F, 1e-5f);
    all<__half>(h, "half", CUDA_R_16F, 0.02f);
    cublasLtMatmulHeuristicResult_t found;
    int count;
    cublasLtMatmulAlgoGetHeuristic(h, NULL, NULL, NULL, NULL, NULL, NULL, 1, &found, &count);
    printf("%d algorithm, status %d; an unknown epilogue: status %g\n", count, found.state,
           worst<float>(h, CUDA_R_32F, 0, CUBLASLT_EPILOGUE_BGRADB, false));
    cublasLtDestroy(h);
}
