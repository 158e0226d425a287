// Matrix products by cuBLAS and by matmul(), of small whole numbers, so that every order of sums gives the same result. Then a matrix
// that is too small. The last line says whether OpenBLAS was used.
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include <cublas_v2.h>
#include <cuda_fp16.h>

template <typename T> T *up(const std::vector<T> &v)
{
    T *p;
    cudaMalloc(&p, v.size() * sizeof(T));
    cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
    return p;
}

cublasStatus_t gemm(cublasHandle_t h, int ta, int tb, int m, int n, int k, float *al, float *a, int lda, float *b, int ldb, float *be, float *c,
                    int ldc)
{
    return cublasSgemm(h, (cublasOperation_t) ta, (cublasOperation_t) tb, m, n, k, al, a, lda, b, ldb, be, c, ldc);
}

cublasStatus_t gemm(cublasHandle_t h, int ta, int tb, int m, int n, int k, double *al, double *a, int lda, double *b, int ldb, double *be,
                    double *c, int ldc)
{
    return cublasDgemm(h, (cublasOperation_t) ta, (cublasOperation_t) tb, m, n, k, al, a, lda, b, ldb, be, c, ldc);
}

// The largest difference from C = 2 op(A) op(B) + 3 C, padding included.
template <typename T> double difference(cublasHandle_t h, int ta, int tb, int m, int n, int k, int pad, bool on_device)
{
    int lda = (ta ? k : m) + pad, ldb = (tb ? n : k) + pad, ldc = m + pad;
    std::vector<T> a(lda * (ta ? m : k)), b(ldb * (tb ? k : n)), c(ldc * n), r(ldc * n), factors = {2, 3};
    for (size_t i = 0; i < a.size(); i++)
        a[i] = (int) (i * 7 % 13) - 6;
    for (size_t i = 0; i < b.size(); i++)
        b[i] = (int) (i * 5 % 11) - 5;
    for (size_t i = 0; i < c.size(); i++)
        c[i] = i % 3;
    T *da = up(a), *db = up(b), *dc = up(c), *f = on_device ? up(factors) : factors.data();
    cublasSetPointerMode(h, on_device ? CUBLAS_POINTER_MODE_DEVICE : CUBLAS_POINTER_MODE_HOST);
    gemm(h, ta, tb, m, n, k, f, da, lda, db, ldb, f + 1, dc, ldc);
    cudaMemcpy(r.data(), dc, r.size() * sizeof(T), cudaMemcpyDeviceToHost);
    double worst = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < ldc; i++) {
            double sum = 0;
            for (int p = 0; i < m && p < k; p++)
                sum += a[ta ? p + i * lda : i + p * lda] * b[tb ? j + p * ldb : p + j * ldb];
            double want = i < m ? 2 * sum + 3 * c[i + j * ldc] : c[i + j * ldc];
            worst = fmax(worst, fabs(want - r[i + j * ldc]));
        }
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    if (on_device)
        cudaFree(f);
    cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST);
    return worst;
}

double half_difference(cublasHandle_t h)
{
    const int m = 9, n = 14, k = 21;
    std::vector<__half> a(m * k), b(k * n), c(m * n);
    for (int i = 0; i < m * k; i++)
        a[i] = __float2half((i % 5) - 2);
    for (int i = 0; i < k * n; i++)
        b[i] = __float2half((i % 7) - 3);
    __half *da = up(a), *db = up(b), *dc = up(c);
    float one = 1, zero = 0;
    cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &one, da, CUDA_R_16F, m, db, CUDA_R_16F, k, &zero, dc, CUDA_R_16F, m,
                 CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
    cudaMemcpy(c.data(), dc, m * n * sizeof(__half), cudaMemcpyDeviceToHost);
    double worst = 0;
    for (int i = 0; i < m * n; i++) {
        double sum = 0;
        for (int p = 0; p < k; p++)
            sum += __half2float(a[i % m + p * m]) * __half2float(b[p + i / m * k]);
        worst = fmax(worst, fabs(sum - __half2float(c[i])));
    }
    return worst;
}

void arrays()
{
    device double a[2][3][4];
    device double b[2][4][5];
    a = iota(2, 3, 4) - 7;
    b = iota(2, 4, 5) % 6;
    auto c = matmul(a, b);
    double worst = 0;
    for (int z = 0; z < 2; z++)
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 5; j++) {
                double sum = 0;
                for (int p = 0; p < 4; p++)
                    sum += a[z][i][p] * b[z][p][j];
                worst = fmax(worst, fabs(sum - c[z][i][j]));
            }
    printf("arrays %g\n", worst);
}

int main()
{
    cublasHandle_t h;
    cublasCreate(&h);
    for (int t = 0; t < 4; t++)
        printf("%d%d: %g %g %g\n", t & 1, t >> 1, difference<float>(h, t & 1, t >> 1, 17, 33, 29, 0, false),
               difference<float>(h, t & 1, t >> 1, 20, 5, 64, 3, true), difference<double>(h, t & 1, t >> 1, 1, 40, 7, 2, true));
    printf("half %g\n", half_difference(h));
    arrays();
    std::ifstream maps("/proc/self/maps");
    std::string line;
    bool found = false;
    while (std::getline(maps, line))
        found |= line.find("openblas") != std::string::npos;
    printf("OpenBLAS: %s\n", found ? "yes" : "no");
    fflush(stdout);
    float *small, one = 1;
    cudaMalloc(&small, 100 * sizeof(float));
    cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 10, 10, 11, &one, small, 10, small, 11, &one, small, 10);
    cudaDeviceSynchronize();
}
