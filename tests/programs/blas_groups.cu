// SPDX-License-Identifier: Apache-2.0
// cuBLAS: products in groups, packed triangles, emulated arithmetic, and cuBLASXt on host and device memory, beside loops on the host.
#include <cublasXt.h>
#include <cublas_v2.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

static std::vector<double> numbers(size_t n, int seed)
{
    std::vector<double> v(n);
    for (size_t i = 0; i < n; i++)
        v[i] = (double) ((int) (i * 37 + seed * 101) % 19 - 9) / 4;
    return v;
}

static double *there(const std::vector<double> &v)
{
    double *p;
    cudaMalloc(&p, v.size() * sizeof(double));
    cudaMemcpy(p, v.data(), v.size() * sizeof(double), cudaMemcpyHostToDevice);
    return p;
}

// The largest difference from alpha op(A) B + beta C.
static double off(int m, int n, int k, bool turned, double alpha, const std::vector<double> &a, int lda, const std::vector<double> &b, int ldb, double beta,
                  const std::vector<double> &c, const std::vector<double> &got, int ldc)
{
    double most = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            double sum = 0;
            for (int l = 0; l < k; l++)
                sum += (turned ? a[l + i * lda] : a[i + l * lda]) * b[l + j * ldb];
            most = std::fmax(most, std::fabs(alpha * sum + beta * c[i + j * ldc] - got[i + j * ldc]));
        }
    return most;
}

static void groups(cublasHandle_t h)
{
    cublasOperation_t ta[2] = {CUBLAS_OP_N, CUBLAS_OP_T}, tb[2] = {CUBLAS_OP_N, CUBLAS_OP_N};
    int m[2] = {3, 5}, n[2] = {4, 2}, k[2] = {6, 3}, lda[2] = {4, 3}, ldb[2] = {6, 4}, ldc[2] = {3, 7}, sizes[2] = {2, 1};
    double alpha[2] = {1, -0.5}, beta[2] = {0, 2};
    std::vector<std::vector<double>> a, b, c;
    std::vector<double *> pointers[3];
    for (int i = 0; i < 3; i++) {
        int g = i / 2;
        a.push_back(numbers(lda[g] * 6, i));
        b.push_back(numbers(ldb[g] * 4, i + 3));
        c.push_back(numbers(ldc[g] * 4, i + 6));
        pointers[0].push_back(there(a[i]));
        pointers[1].push_back(there(b[i]));
        pointers[2].push_back(there(c[i]));
    }
    double **device[3];
    for (int i = 0; i < 3; i++) {
        cudaMalloc(&device[i], 3 * sizeof(double *));
        cudaMemcpy(device[i], pointers[i].data(), 3 * sizeof(double *), cudaMemcpyHostToDevice);
    }
    printf("grouped %d\n", cublasDgemmGroupedBatched(h, ta, tb, m, n, k, alpha, device[0], lda, device[1], ldb, beta, device[2], ldc, 2, sizes));
    for (int i = 0; i < 3; i++) {
        int g = i / 2;
        std::vector<double> got(c[i].size());
        cudaMemcpy(got.data(), pointers[2][i], got.size() * sizeof(double), cudaMemcpyDeviceToHost);
        printf("%d\n", off(m[g], n[g], k[g], g == 1, alpha[g], a[i], lda[g], b[i], ldb[g], beta[g], c[i], got, ldc[g]) < 1e-12);
    }
    cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE);
    printf("by pointers %d\n", cublasDgemmGroupedBatched(h, ta, tb, m, n, k, alpha, device[0], lda, device[1], ldb, beta, device[2], ldc, 2, sizes));
    cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST);
    sizes[1] = -1;
    printf("negative size %d\n", cublasDgemmGroupedBatched(h, ta, tb, m, n, k, alpha, device[0], lda, device[1], ldb, beta, device[2], ldc, 2, sizes));
}

static void packed(cublasHandle_t h)
{
    std::vector<double> full = numbers(5 * 4, 1), got(10), back(5 * 4);
    double *a = there(full), *ap = there(got), *b = there(back);
    for (cublasFillMode_t fill : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) {
        int status = cublasDtrttp(h, fill, 4, a, 5, ap);
        cudaMemcpy(got.data(), ap, got.size() * sizeof(double), cudaMemcpyDeviceToHost);
        bool same = status == 0;
        int at = 0;
        for (int j = 0; j < 4; j++)
            for (int i = fill == CUBLAS_FILL_MODE_UPPER ? 0 : j; i < (fill == CUBLAS_FILL_MODE_UPPER ? j + 1 : 4); i++)
                same = same && got[at++] == full[i + 5 * j];
        cudaMemset(b, 0, back.size() * sizeof(double));
        status = cublasDtpttr(h, fill, 4, ap, b, 5);
        cudaMemcpy(back.data(), b, back.size() * sizeof(double), cudaMemcpyDeviceToHost);
        for (int j = 0; j < 4; j++)
            for (int i = 0; i < 4; i++)
                same = same && back[i + 5 * j] == ((fill == CUBLAS_FILL_MODE_UPPER ? i <= j : i >= j) ? full[i + 5 * j] : 0);
        printf("packed %d %d\n", status, same);
    }
    printf("too narrow %d\n", cublasDtrttp(h, CUBLAS_FILL_MODE_LOWER, 4, a, 3, ap));
}

static void emulated(cublasHandle_t h)
{
    cublasEmulationStrategy_t strategy;
    int bits;
    std::vector<double> a = numbers(12, 1), b = numbers(12, 2), c(9), got(9);
    double *da = there(a), *db = there(b), *dc = there(c), one = 1, none = 0;
    printf("%d %d\n", cublasSetMathMode(h, CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH), cublasSetEmulationStrategy(h, CUBLAS_EMULATION_STRATEGY_EAGER));
    printf("%d\n", cublasSetFixedPointEmulationMantissaControl(h, CUDA_EMULATION_MANTISSA_CONTROL_FIXED));
    printf("%d\n", cublasSetFixedPointEmulationMaxMantissaBitCount(h, 55));
    cublasGetEmulationStrategy(h, &strategy);
    cublasGetFixedPointEmulationMaxMantissaBitCount(h, &bits);
    printf("%d %d\n", strategy, bits);
    printf("%d\n", cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 3, 3, 4, &one, da, CUDA_R_64F, 3, db, CUDA_R_64F, 4, &none, dc, CUDA_R_64F, 3,
                                CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT, CUBLAS_GEMM_AUTOTUNE));
    cudaMemcpy(got.data(), dc, sizeof(double) * 9, cudaMemcpyDeviceToHost);
    printf("%d\n", off(3, 3, 4, false, 1, a, 3, b, 4, 0, c, got, 3) < 1e-12);
}

static void xt()
{
    cublasXtHandle_t h;
    int devices[1] = {0}, block;
    std::vector<double> a = numbers(7 * 5, 1), b = numbers(5 * 6, 2), c = numbers(8 * 6, 3), got = c;
    double alpha = 1.5, beta = -1, *da = there(a);
    printf("xt %d\n", cublasXtCreate(&h));
    printf("%d %d\n", cublasXtDeviceSelect(h, 1, devices), cublasXtSetBlockDim(h, 64));
    cublasXtGetBlockDim(h, &block);
    printf("%d %d\n", block, cublasXtSetBlockDim(h, 0));
    printf("%d\n", cublasXtDgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 7, 6, 5, &alpha, a.data(), 7, b.data(), 5, &beta, got.data(), 8));
    printf("%d %d\n", off(7, 6, 5, false, alpha, a, 7, b, 5, beta, c, got, 8) < 1e-12, got[7] == c[7]);
    got = c;
    printf("%d\n", cublasXtDgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 7, 6, 5, &alpha, da, 7, b.data(), 5, &beta, got.data(), 8));
    printf("%d\n", off(7, 6, 5, false, alpha, a, 7, b, 5, beta, c, got, 8) < 1e-12);
    std::vector<double> t = {2, 1, 3, 0, 4, 5, 0, 0, 8}, x = {2, 9, 51, 4, 2, 6}, y = x; // lower triangle, solved for two columns
    double one = 1, most = 0;
    printf("%d\n", cublasXtDtrsm(h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, 3, 2, &one, t.data(), 3, x.data(), 3));
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 3; i++) {
            double sum = 0;
            for (int l = 0; l <= i; l++)
                sum += t[i + 3 * l] * x[l + 3 * j];
            most = std::fmax(most, std::fabs(sum - y[i + 3 * j]));
        }
    printf("%d\n", most < 1e-12);
    printf("%d\n", cublasXtDestroy(h));
}

int main()
{
    cublasHandle_t h;
    cublasCreate(&h);
    groups(h);
    packed(h);
    emulated(h);
    cublasDestroy(h);
    xt();
    return 0;
}
