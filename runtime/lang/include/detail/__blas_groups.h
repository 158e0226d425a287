/* SPDX-License-Identifier: Apache-2.0 */
/* Part of cublas_v2.h: products in groups of several shapes, packed triangles, and the settings of emulated arithmetic. */
#ifndef WARPCELL_BLAS_GROUPS_H
#define WARPCELL_BLAS_GROUPS_H
#include <stdlib.h>

/* ---- emulated arithmetic: products are made in their own type, which is as exact as any emulation of it ---- */

typedef enum cublasEmulationStrategy_t {
    CUBLAS_EMULATION_STRATEGY_DEFAULT = 0, CUBLAS_EMULATION_STRATEGY_PERFORMANT = 1, CUBLAS_EMULATION_STRATEGY_EAGER = 2
} cublasEmulationStrategy_t;

#define __BLAS_SETTING(Name, type, field)                              \
    __BLAS_CALL cublasSet##Name(cublasHandle_t h, type value)          \
    {                                                                  \
        if (!h)                                                        \
            return CUBLAS_STATUS_NOT_INITIALIZED;                      \
        h->field = value;                                              \
        return CUBLAS_STATUS_SUCCESS;                                  \
    }                                                                  \
    __BLAS_CALL cublasGet##Name(cublasHandle_t h, type *out)           \
    {                                                                  \
        if (!h)                                                        \
            return CUBLAS_STATUS_NOT_INITIALIZED;                      \
        if (!out)                                                      \
            return CUBLAS_STATUS_INVALID_VALUE;                        \
        *out = (type) h->field;                                        \
        return CUBLAS_STATUS_SUCCESS;                                  \
    }

__BLAS_SETTING(EmulationStrategy, cublasEmulationStrategy_t, strategy)
__BLAS_SETTING(EmulationSpecialValuesSupport, cudaEmulationSpecialValuesSupport, special_values)
__BLAS_SETTING(FixedPointEmulationMantissaControl, cudaEmulationMantissaControl, mantissa)
__BLAS_SETTING(FixedPointEmulationMaxMantissaBitCount, int, most_bits)
__BLAS_SETTING(FixedPointEmulationMantissaBitOffset, int, bit_offset)

/* ---- groups: the arguments are arrays on the host, one element a group; a, b and c are arrays on the device, one pointer a product ---- */

__BLAS_CALL cublasGemmGroupedBatchedEx(cublasHandle_t h, const cublasOperation_t ta[], const cublasOperation_t tb[], const int m[], const int n[],
                                       const int k[], const void *alpha, const void *const a[], cudaDataType type_a, const int lda[],
                                       const void *const b[], cudaDataType type_b, const int ldb[], const void *beta, void *const c[],
                                       cudaDataType type_c, const int ldc[], int groups, const int sizes[], cublasComputeType_t compute)
{
    if (!h)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (groups < 0)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (h->mode != CUBLAS_POINTER_MODE_HOST)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    size_t total = 0, each = compute == CUBLAS_COMPUTE_64F || compute == CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT ? sizeof(double)
                             : compute == CUBLAS_COMPUTE_16F                                                   ? sizeof(__half)
                                                                                                               : sizeof(float);
    for (int g = 0; g < groups; g++) {
        if (sizes[g] < 0)
            return CUBLAS_STATUS_INVALID_VALUE;
        total += sizes[g];
    }
    if (!total)
        return CUBLAS_STATUS_SUCCESS;
    void **pointers = (void **) malloc(3 * total * sizeof(void *));
    cudaMemcpyAsync(pointers, a, total * sizeof(void *), cudaMemcpyDefault, h->stream);
    cudaMemcpyAsync(pointers + total, b, total * sizeof(void *), cudaMemcpyDefault, h->stream);
    cudaMemcpyAsync(pointers + 2 * total, c, total * sizeof(void *), cudaMemcpyDefault, h->stream);
    cublasStatus_t status = cudaStreamSynchronize(h->stream) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
    size_t at = 0;
    for (int g = 0; g < groups && status == CUBLAS_STATUS_SUCCESS; g++)
        for (int i = 0; i < sizes[g] && status == CUBLAS_STATUS_SUCCESS; i++, at++)
            status = cublasGemmEx(h, ta[g], tb[g], m[g], n[g], k[g], (const char *) alpha + g * each, pointers[at], type_a, lda[g],
                                  pointers[total + at], type_b, ldb[g], (const char *) beta + g * each, pointers[2 * total + at], type_c, ldc[g],
                                  compute, CUBLAS_GEMM_DEFAULT);
    free(pointers);
    return status;
}

#define __BLAS_GROUP_CALLS(S, T, TYPE, COMPUTE)                                                                                               \
    __BLAS_CALL cublas##S##gemmGroupedBatched(cublasHandle_t h, const cublasOperation_t ta[], const cublasOperation_t tb[], const int m[],    \
                                              const int n[], const int k[], const T *alpha, const T *const a[], const int lda[],              \
                                              const T *const b[], const int ldb[], const T *beta, T *const c[], const int ldc[], int groups,  \
                                              const int sizes[])                                                                              \
    {                                                                                                                                         \
        return cublasGemmGroupedBatchedEx(h, ta, tb, m, n, k, alpha, (const void *const *) a, TYPE, lda, (const void *const *) b, TYPE, ldb,  \
                                          beta, (void *const *) c, TYPE, ldc, groups, sizes, COMPUTE);                                        \
    }
__BLAS_GROUP_CALLS(S, float, CUDA_R_32F, CUBLAS_COMPUTE_32F)
__BLAS_GROUP_CALLS(D, double, CUDA_R_64F, CUBLAS_COMPUTE_64F)

/* A group of its own, for products that differ in their matrices alone. */
__BLAS_CALL cublasHgemmBatched(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, const __half *alpha, const __half *const a[], int lda,
                               const __half *const b[], int ldb, const __half *beta, __half *const c[], int ldc, int count)
{
    return cublasGemmGroupedBatchedEx(h, &ta, &tb, &m, &n, &k, alpha, (const void *const *) a, CUDA_R_16F, &lda, (const void *const *) b, CUDA_R_16F, &ldb, beta,
                                      (void *const *) c, CUDA_R_16F, &ldc, 1, &count, CUBLAS_COMPUTE_16F);
}

/* ---- a triangle, packed by columns or in a square matrix ---- */

template <typename T> __global__ void __blas_repack(int upper, int n, T *packed, T *a, int lda, int pack)
{
    long t = blockIdx.x * (long) blockDim.x + threadIdx.x;
    int i = t % n, j = t / n;
    if (j >= n || (upper ? i > j : i < j))
        return;
    long at = upper ? i + j * (j + 1L) / 2 : i + j * (2L * n - j - 1) / 2;
    if (pack)
        packed[at] = a[i + (long) j * lda];
    else
        a[i + (long) j * lda] = packed[at];
}

template <typename T> static cublasStatus_t __blas_run_repack(cublasHandle_t h, cublasFillMode_t fill, int n, T *packed, T *a, int lda, int pack)
{
    if (!h)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (n < 0 || (fill != CUBLAS_FILL_MODE_LOWER && fill != CUBLAS_FILL_MODE_UPPER) || lda < (n > 1 ? n : 1))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (n)
        __blas_repack<T><<<((long) n * n + __BLAS_THREADS - 1) / __BLAS_THREADS, __BLAS_THREADS, 0, h->stream>>>(fill == CUBLAS_FILL_MODE_UPPER, n,
                                                                                                                 packed, a, lda, pack);
    return CUBLAS_STATUS_SUCCESS;
}

#define __BLAS_PACK_CALLS(S, T)                                                                                          \
    __BLAS_CALL cublas##S##tpttr(cublasHandle_t h, cublasFillMode_t fill, int n, const T *ap, T *a, int lda)             \
    {                                                                                                                    \
        return __blas_run_repack(h, fill, n, (T *) ap, a, lda, 0);                                                       \
    }                                                                                                                    \
    __BLAS_CALL cublas##S##trttp(cublasHandle_t h, cublasFillMode_t fill, int n, const T *a, int lda, T *ap)             \
    {                                                                                                                    \
        return __blas_run_repack(h, fill, n, ap, (T *) a, lda, 1);                                                       \
    }
__BLAS_PACK_CALLS(S, float)
__BLAS_PACK_CALLS(D, double)
__BLAS_PACK_CALLS(C, cuComplex)
__BLAS_PACK_CALLS(Z, cuDoubleComplex)

/* ---- a complex matrix times a diagonal one ---- */

template <typename T> __global__ void __blas_cdgmm(int right, int m, int n, const T *a, int lda, const T *x, int incx, T *c, int ldc)
{
    long e = blockIdx.x * (long) blockDim.x + threadIdx.x;
    int i = e % m, j = e / m, k = right ? j : i, count = right ? n : m;
    if (j < n)
        c[i + (long) j * ldc] = __blas_mul(a[i + (long) j * lda], x[incx < 0 ? (long) (k - count + 1) * incx : (long) k * incx]);
}

#define __BLAS_DIAGONAL_CALLS(S, T)                                                                                                      \
    __BLAS_CALL cublas##S##dgmm(cublasHandle_t h, cublasSideMode_t side, int m, int n, const T *a, int lda, const T *x, int incx, T *c,  \
                                int ldc)                                                                                                 \
    {                                                                                                                                    \
        if (!h)                                                                                                                          \
            return CUBLAS_STATUS_NOT_INITIALIZED;                                                                                        \
        if (m > 0 && n > 0)                                                                                                              \
            __blas_cdgmm<T><<<((long) m * n + __BLAS_THREADS - 1) / __BLAS_THREADS, __BLAS_THREADS, 0, h->stream>>>(                     \
                side == CUBLAS_SIDE_RIGHT, m, n, a, lda, x, incx, c, ldc);                                                               \
        return CUBLAS_STATUS_SUCCESS;                                                                                                    \
    }
__BLAS_DIAGONAL_CALLS(C, cuComplex)
__BLAS_DIAGONAL_CALLS(Z, cuDoubleComplex)

#endif
