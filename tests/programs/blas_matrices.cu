// The matrix calls of cuBLAS beside gemv and gemm, against loops on the host. All numbers are small and whole.
#include <cstdio>
#include <cstdlib>
#include <cublas_v2.h>

const int M = 5, N = 7, K = 6;

template <typename T> struct Matrix {
    T *host, *device;
    int count;

    Matrix(int n, int step) : count(n)
    {
        host = (T *) malloc(n * sizeof(T));
        for (int i = 0; i < n; i++)
            host[i] = T(float(i * step % 11 - 5));
        cudaMalloc(&device, n * sizeof(T));
        cudaMemcpy(device, host, n * sizeof(T), cudaMemcpyHostToDevice);
    }

    T *back()
    {
        T *copy = (T *) malloc(count * sizeof(T));
        cudaMemcpy(copy, device, count * sizeof(T), cudaMemcpyDeviceToHost);
        return copy;
    }
};

void say(const char *what, int wrong) { printf("%-10s %s\n", what, wrong ? "WRONG" : "right"); }

template <typename F> int wrong(const float *got, int rows, int columns, F want)
{
    int count = 0;
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++)
            count += got[i + j * rows] != want(i, j);
    return count;
}

int main()
{
    cublasHandle_t h;
    cublasCreate(&h);
    float two = 2, one = 1;
    Matrix<float> s(M * M, 7), t(N * N, 3), b(M * N, 5), c(M * N, 2), square(N * N, 4), a(N * K, 9), x(N, 3);
    auto sym = [&](int i, int j) { return i <= j ? s.host[i + j * M] : s.host[j + i * M]; };
    float *old = c.back();

    cublasSsymm(h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, M, N, &two, s.device, M, b.device, M, &one, c.device, M);
    say("symm", wrong(c.back(), M, N, [&](int i, int j) {
            float sum = 0;
            for (int p = 0; p < M; p++)
                sum += sym(i, p) * b.host[p + j * M];
            return 2 * sum + old[i + j * M];
        }));

    cublasSsyrk(h, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, N, K, &two, a.device, N, &one, square.device, N);
    say("syrk", wrong(square.back(), N, N, [&](int i, int j) {
            float sum = 0;
            for (int p = 0; p < K; p++)
                sum += a.host[i + p * N] * a.host[j + p * N];
            return i >= j ? 2 * sum + square.host[i + j * N] : square.host[i + j * N];
        }));

    cublasStrmm(h, CUBLAS_SIDE_RIGHT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_T, CUBLAS_DIAG_UNIT, M, N, &two, t.device, N, b.device, M, c.device, M);
    say("trmm", wrong(c.back(), M, N, [&](int i, int j) {
            float sum = 0;
            for (int p = 0; p < N; p++)
                sum += b.host[i + p * M] * (j == p ? 1 : j < p ? t.host[j + p * N] : 0);
            return 2 * sum;
        }));

    cublasSdgmm(h, CUBLAS_SIDE_RIGHT, M, N, b.device, M, x.device, 1, c.device, M);
    say("dgmm", wrong(c.back(), M, N, [&](int i, int j) { return b.host[i + j * M] * x.host[j]; }));

    // Pairs of matrices whose addresses lie on the device
    Matrix<float> p(M * K, 3), q(K * N, 8), u(M * N, 1), v(M * N, 1);
    float *as[] = {p.device, p.device}, *bs[] = {q.device, q.device}, *cs[] = {u.device, v.device}, **da, **db, **dc, zero = 0;
    cudaMalloc(&da, sizeof as);
    cudaMalloc(&db, sizeof bs);
    cudaMalloc(&dc, sizeof cs);
    cudaMemcpy(da, as, sizeof as, cudaMemcpyHostToDevice);
    cudaMemcpy(db, bs, sizeof bs, cudaMemcpyHostToDevice);
    cudaMemcpy(dc, cs, sizeof cs, cudaMemcpyHostToDevice);
    cublasSgemmBatched(h, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, &one, da, M, db, K, &zero, dc, M, 2);
    auto product = [&](int i, int j) {
        float sum = 0;
        for (int r = 0; r < K; r++)
            sum += p.host[i + r * M] * q.host[r + j * K];
        return sum;
    };
    say("batched", wrong(u.back(), M, N, product) + wrong(v.back(), M, N, product));

    Matrix<__half> ha(M * K, 3), hb(K * N, 8), hc(M * N, 1);
    __half hone = __float2half(1), hzero = __float2half(0);
    cublasHgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, &hone, ha.device, M, hb.device, K, &hzero, hc.device, M);
    __half *half = hc.back();
    float as_float[M * N];
    for (int i = 0; i < M * N; i++)
        as_float[i] = __half2float(half[i]);
    say("Hgemm", wrong(as_float, M, N, product));
    __half *places[3] = {ha.device, hb.device, hc.device}, **on_device;
    cudaMemset(hc.device, 0, M * N * sizeof(__half));
    cudaMalloc(&on_device, sizeof places);
    cudaMemcpy(on_device, places, sizeof places, cudaMemcpyHostToDevice);
    cublasHgemmBatched(h, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, &hone, on_device, M, on_device + 1, K, &hzero, on_device + 2, M, 1);
    half = hc.back();
    for (int i = 0; i < M * N; i++)
        as_float[i] = __half2float(half[i]);
    say("HgemmBatched", wrong(as_float, M, N, product));

    Matrix<signed char> ca(M * K, 3), cb(K * N, 8);
    Matrix<int> cc(M * N, 1);
    int ione = 1, izero = 0;
    cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, &ione, ca.device, CUDA_R_8I, M, cb.device, CUDA_R_8I, K, &izero, cc.device, CUDA_R_32I, M,
                 CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT);
    int *ints = cc.back(), bad = 0;
    for (int i = 0; i < M * N; i++)
        bad += ints[i] != (int) product(i % M, i / M);
    say("int8", bad);
    printf("mixed: %s\n", cublasGetStatusName(cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, M, N, K, &one, ca.device, CUDA_R_8I, M, cb.device,
                                                          CUDA_R_32F, K, &zero, cc.device, CUDA_R_32F, M, CUBLAS_COMPUTE_32F,
                                                          CUBLAS_GEMM_DEFAULT)));

    cuComplex z[4] = {{1, 2}, {3, -1}, {0, 1}, {2, 2}}, r[4] = {}, *dz, *dr, f = {0, 1}, g = {1, 0};
    cudaMalloc(&dz, sizeof z);
    cudaMalloc(&dr, sizeof r);
    cudaMemcpy(dz, z, sizeof z, cudaMemcpyHostToDevice);
    cudaMemcpy(dr, r, sizeof r, cudaMemcpyHostToDevice);
    cublasCgemm(h, CUBLAS_OP_C, CUBLAS_OP_N, 2, 2, 2, &f, dz, 2, dz, 2, &g, dr, 2);
    cudaMemcpy(r, dr, sizeof r, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4; i++)
        printf("(%g, %g) ", r[i].x, r[i].y);
    printf("\n");
}
