/* SPDX-License-Identifier: Apache-2.0 */
/* cuBLASXt: products of matrices on the host or on the device, by the calls of cublas_v2.h on the current device. Each call waits for its result. */
#ifndef WARPCELL_CUBLASXT_H
#define WARPCELL_CUBLASXT_H
#include <cublas_v2.h>
#include <stdlib.h>

typedef enum cublasXtPinnedMemMode_t { CUBLASXT_PINNING_DISABLED = 0, CUBLASXT_PINNING_ENABLED = 1 } cublasXtPinnedMemMode_t;
typedef enum cublasXtOpType_t { CUBLASXT_FLOAT = 0, CUBLASXT_DOUBLE = 1, CUBLASXT_COMPLEX = 2, CUBLASXT_DOUBLECOMPLEX = 3 } cublasXtOpType_t;
typedef enum cublasXtBlasOp_t {
    CUBLASXT_GEMM = 0, CUBLASXT_SYRK = 1, CUBLASXT_HERK = 2, CUBLASXT_SYMM = 3, CUBLASXT_HEMM = 4, CUBLASXT_TRSM = 5, CUBLASXT_SYR2K = 6,
    CUBLASXT_HER2K = 7, CUBLASXT_SPMM = 8, CUBLASXT_SYRKX = 9, CUBLASXT_HERKX = 10, CUBLASXT_TRMM = 11, CUBLASXT_ROUTINE_MAX = 12
} cublasXtBlasOp_t;

struct cublasXtContext {
    cublasHandle_t blas;
    int block, chosen;
    cublasXtPinnedMemMode_t pinning;
};
typedef struct cublasXtContext *cublasXtHandle_t;

#define __BLAS_XT_CALL static inline cublasStatus_t

__BLAS_XT_CALL cublasXtCreate(cublasXtHandle_t *out)
{
    cublasXtHandle_t h = (cublasXtHandle_t) calloc(1, sizeof(struct cublasXtContext));
    h->block = 2048;
    *out = h;
    return cublasCreate(&h->blas);
}

__BLAS_XT_CALL cublasXtDestroy(cublasXtHandle_t h)
{
    if (!h)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    cublasDestroy(h->blas);
    free(h);
    return CUBLAS_STATUS_SUCCESS;
}

/* One device does all the work: the first. */
__BLAS_XT_CALL cublasXtDeviceSelect(cublasXtHandle_t h, int count, int devices[])
{
    int there = 0;
    if (!h)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    cudaGetDeviceCount(&there);
    if (count < 1 || !devices)
        return CUBLAS_STATUS_INVALID_VALUE;
    for (int i = 0; i < count; i++)
        if (devices[i] < 0 || devices[i] >= there)
            return CUBLAS_STATUS_INVALID_VALUE;
    h->chosen = count;
    return CUBLAS_STATUS_SUCCESS;
}

__BLAS_XT_CALL cublasXtSetBlockDim(cublasXtHandle_t h, int block)
{
    if (block <= 0)
        return CUBLAS_STATUS_INVALID_VALUE;
    h->block = block;
    return CUBLAS_STATUS_SUCCESS;
}

__BLAS_XT_CALL cublasXtGetBlockDim(cublasXtHandle_t h, int *out)
{
    *out = h->block;
    return CUBLAS_STATUS_SUCCESS;
}

__BLAS_XT_CALL cublasXtSetPinningMemMode(cublasXtHandle_t h, cublasXtPinnedMemMode_t mode)
{
    h->pinning = mode;
    return CUBLAS_STATUS_SUCCESS;
}

__BLAS_XT_CALL cublasXtGetPinningMemMode(cublasXtHandle_t h, cublasXtPinnedMemMode_t *out)
{
    *out = h->pinning;
    return CUBLAS_STATUS_SUCCESS;
}

/* The device does the whole of each call: a share for the host is only a wish. */
__BLAS_XT_CALL cublasXtSetCpuRatio(cublasXtHandle_t h, cublasXtBlasOp_t call, cublasXtOpType_t type, float ratio)
{
    return ratio < 0 || ratio > 1 ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_SUCCESS;
}

__BLAS_XT_CALL cublasXtSetCpuRoutine(cublasXtHandle_t h, cublasXtBlasOp_t call, cublasXtOpType_t type, void *routine)
{
    return routine ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}

/* A matrix on the device. host: where it came from, or NULL. */
template <typename T> struct __blas_xt_matrix {
    T *at, *host;
    size_t rows, columns, ld;
};

template <typename T> static __blas_xt_matrix<T> __blas_xt_get(cublasXtHandle_t h, const T *a, size_t rows, size_t columns, size_t ld)
{
    __blas_xt_matrix<T> m = {(T *) a, NULL, rows, columns, ld};
    cudaPointerAttributes where;
    bool known = cudaPointerGetAttributes(&where, a) == cudaSuccess;
    if (known && (where.type == cudaMemoryTypeDevice || where.type == cudaMemoryTypeManaged))
        return m;
    cudaGetLastError();
    m.host = (T *) a;
    m.ld = rows ? rows : 1;
    m.at = NULL;
    if (rows && columns && cudaMalloc(&m.at, rows * columns * sizeof(T)) == cudaSuccess)
        cudaMemcpy2D(m.at, rows * sizeof(T), a, ld * sizeof(T), rows * sizeof(T), columns, cudaMemcpyHostToDevice);
    return m;
}

/* back: the host's copy becomes the device's. */
template <typename T> static void __blas_xt_end(const __blas_xt_matrix<T> &m, size_t ld, bool back)
{
    if (!m.host || !m.at)
        return;
    if (back)
        cudaMemcpy2D(m.host, ld * sizeof(T), m.at, m.ld * sizeof(T), m.rows * sizeof(T), m.columns, cudaMemcpyDeviceToHost);
    cudaFree(m.at);
}

#define __BLAS_XT_READY(good)                  \
    if (!h)                                    \
        return CUBLAS_STATUS_NOT_INITIALIZED;  \
    if (!(good))                               \
        return CUBLAS_STATUS_INVALID_VALUE

#define __BLAS_XT_CALLS(S, T)                                                                                                                \
    __BLAS_XT_CALL cublasXt##S##gemm(cublasXtHandle_t h, cublasOperation_t ta, cublasOperation_t tb, size_t m, size_t n, size_t k,           \
                                     const T *alpha, const T *a, size_t lda, const T *b, size_t ldb, const T *beta, T *c, size_t ldc)        \
    {                                                                                                                                        \
        size_t rows_a = ta == CUBLAS_OP_N ? m : k, rows_b = tb == CUBLAS_OP_N ? k : n;                                                       \
        __BLAS_XT_READY(lda >= rows_a && ldb >= rows_b && ldc >= m);                                                                         \
        __blas_xt_matrix<T> x = __blas_xt_get(h, a, rows_a, ta == CUBLAS_OP_N ? k : m, lda);                                                 \
        __blas_xt_matrix<T> y = __blas_xt_get(h, b, rows_b, tb == CUBLAS_OP_N ? n : k, ldb), z = __blas_xt_get(h, (const T *) c, m, n, ldc); \
        cublasStatus_t status = cublas##S##gemm(h->blas, ta, tb, m, n, k, alpha, x.at, x.ld, y.at, y.ld, beta, z.at, z.ld);                  \
        cudaDeviceSynchronize();                                                                                                             \
        __blas_xt_end(x, lda, false);                                                                                                        \
        __blas_xt_end(y, ldb, false);                                                                                                        \
        __blas_xt_end(z, ldc, true);                                                                                                         \
        return status;                                                                                                                       \
    }                                                                                                                                        \
    __BLAS_XT_CALL cublasXt##S##syrk(cublasXtHandle_t h, cublasFillMode_t fill, cublasOperation_t t, size_t n, size_t k, const T *alpha,     \
                                     const T *a, size_t lda, const T *beta, T *c, size_t ldc)                                                \
    {                                                                                                                                        \
        size_t rows = t == CUBLAS_OP_N ? n : k;                                                                                              \
        __BLAS_XT_READY(lda >= rows && ldc >= n);                                                                                            \
        __blas_xt_matrix<T> x = __blas_xt_get(h, a, rows, t == CUBLAS_OP_N ? k : n, lda), z = __blas_xt_get(h, (const T *) c, n, n, ldc);    \
        cublasStatus_t status = cublas##S##syrk(h->blas, fill, t, n, k, alpha, x.at, x.ld, beta, z.at, z.ld);                                \
        cudaDeviceSynchronize();                                                                                                             \
        __blas_xt_end(x, lda, false);                                                                                                        \
        __blas_xt_end(z, ldc, true);                                                                                                         \
        return status;                                                                                                                       \
    }                                                                                                                                        \
    __BLAS_XT_CALL cublasXt##S##symm(cublasXtHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, size_t m, size_t n, const T *alpha,   \
                                     const T *a, size_t lda, const T *b, size_t ldb, const T *beta, T *c, size_t ldc)                        \
    {                                                                                                                                        \
        size_t order = side == CUBLAS_SIDE_LEFT ? m : n;                                                                                     \
        __BLAS_XT_READY(lda >= order && ldb >= m && ldc >= m);                                                                               \
        __blas_xt_matrix<T> x = __blas_xt_get(h, a, order, order, lda), y = __blas_xt_get(h, b, m, n, ldb);                                  \
        __blas_xt_matrix<T> z = __blas_xt_get(h, (const T *) c, m, n, ldc);                                                                  \
        cublasStatus_t status = cublas##S##symm(h->blas, side, fill, m, n, alpha, x.at, x.ld, y.at, y.ld, beta, z.at, z.ld);                 \
        cudaDeviceSynchronize();                                                                                                             \
        __blas_xt_end(x, lda, false);                                                                                                        \
        __blas_xt_end(y, ldb, false);                                                                                                        \
        __blas_xt_end(z, ldc, true);                                                                                                         \
        return status;                                                                                                                       \
    }                                                                                                                                        \
    __BLAS_XT_CALL cublasXt##S##trsm(cublasXtHandle_t h, cublasSideMode_t side, cublasFillMode_t fill, cublasOperation_t t,                  \
                                     cublasDiagType_t diagonal, size_t m, size_t n, const T *alpha, const T *a, size_t lda, T *b,            \
                                     size_t ldb)                                                                                             \
    {                                                                                                                                        \
        size_t order = side == CUBLAS_SIDE_LEFT ? m : n;                                                                                     \
        __BLAS_XT_READY(lda >= order && ldb >= m);                                                                                           \
        __blas_xt_matrix<T> x = __blas_xt_get(h, a, order, order, lda), y = __blas_xt_get(h, (const T *) b, m, n, ldb);                      \
        cublasStatus_t status = cublas##S##trsm(h->blas, side, fill, t, diagonal, m, n, alpha, x.at, x.ld, y.at, y.ld);                      \
        cudaDeviceSynchronize();                                                                                                             \
        __blas_xt_end(x, lda, false);                                                                                                        \
        __blas_xt_end(y, ldb, true);                                                                                                         \
        return status;                                                                                                                       \
    }

__BLAS_XT_CALLS(S, float)
__BLAS_XT_CALLS(D, double)
__BLAS_XT_CALLS(C, cuComplex)
__BLAS_XT_CALLS(Z, cuDoubleComplex)

#endif
