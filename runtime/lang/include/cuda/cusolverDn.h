/* SPDX-License-Identifier: Apache-2.0 */
/* cuSOLVER's dense calls: Cholesky, LU and QR factors, eigenvalues of symmetric and Hermitian matrices, singular values, through the kernels of
 * __solver.h. Everything runs in the handle's stream. */
#ifndef WARPCELL_CUSOLVERDN_H
#define WARPCELL_CUSOLVERDN_H
#include <cublas_v2.h>
#include <stdlib.h>

typedef enum cusolverStatus_t {
    CUSOLVER_STATUS_SUCCESS = 0, CUSOLVER_STATUS_NOT_INITIALIZED = 1, CUSOLVER_STATUS_ALLOC_FAILED = 2, CUSOLVER_STATUS_INVALID_VALUE = 3,
    CUSOLVER_STATUS_ARCH_MISMATCH = 4, CUSOLVER_STATUS_MAPPING_ERROR = 5, CUSOLVER_STATUS_EXECUTION_FAILED = 6,
    CUSOLVER_STATUS_INTERNAL_ERROR = 7, CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8, CUSOLVER_STATUS_NOT_SUPPORTED = 9
} cusolverStatus_t;
typedef enum cusolverEigMode_t { CUSOLVER_EIG_MODE_NOVECTOR = 0, CUSOLVER_EIG_MODE_VECTOR = 1 } cusolverEigMode_t;

struct cusolverDnContext {
    cudaStream_t stream;
};
typedef struct cusolverDnContext *cusolverDnHandle_t;

#include <__solver.h>

/* ---- the handle ---- */

static inline cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *out)
{
    *out = (cusolverDnHandle_t) calloc(1, sizeof(struct cusolverDnContext));
    return CUSOLVER_STATUS_SUCCESS;
}

static inline cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t h)
{
    free(h);
    return CUSOLVER_STATUS_SUCCESS;
}

static inline cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t h, cudaStream_t stream)
{
    h->stream = stream;
    return CUSOLVER_STATUS_SUCCESS;
}

static inline cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t h, cudaStream_t *out)
{
    *out = h->stream;
    return CUSOLVER_STATUS_SUCCESS;
}

/* ---- the calls ---- */

#define __SOLVER_CHECK(good)                                                                                                             \
    if (!h)                                                                                                                              \
        return CUSOLVER_STATUS_NOT_INITIALIZED;                                                                                          \
    if (!(good))                                                                                                                         \
        return CUSOLVER_STATUS_INVALID_VALUE
#define __SOLVER_LAUNCH <<<1, __SOLVER_THREADS, 0, h->stream>>>

#define __SOLVER_EIGEN_CALLS(NAME, V, R)                                                                                                 \
    static inline cusolverStatus_t NAME##_bufferSize(cusolverDnHandle_t h, cusolverEigMode_t vectors, cublasFillMode_t fill, int n,      \
                                                     const V *a, int lda, const R *w, int *out)                                          \
    {                                                                                                                                    \
        __SOLVER_CHECK(n >= 0 && lda >= n);                                                                                              \
        *out = n * n + 1;                                                                                                                \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                  \
    }                                                                                                                                    \
    static inline cusolverStatus_t NAME(cusolverDnHandle_t h, cusolverEigMode_t vectors, cublasFillMode_t fill, int n, V *a, int lda,    \
                                        R *w, V *work, int size, int *info)                                                              \
    {                                                                                                                                    \
        __SOLVER_CHECK(n >= 0 && lda >= n && size >= n * n);                                                                             \
        __solver_heevd<V, R> __SOLVER_LAUNCH(vectors, fill == CUBLAS_FILL_MODE_UPPER, n, a, lda, w, work, info);                         \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                  \
    }

__SOLVER_EIGEN_CALLS(cusolverDnSsyevd, float, float)
__SOLVER_EIGEN_CALLS(cusolverDnDsyevd, double, double)
__SOLVER_EIGEN_CALLS(cusolverDnCheevd, cuComplex, float)
__SOLVER_EIGEN_CALLS(cusolverDnZheevd, cuDoubleComplex, double)

#define __SOLVER_CALLS(S, T)                                                                                                             \
    static inline cusolverStatus_t cusolverDn##S##potrf_bufferSize(cusolverDnHandle_t h, cublasFillMode_t fill, int n, T *a, int lda,    \
                                                                   int *out)                                                             \
    {                                                                                                                                    \
        __SOLVER_CHECK(n >= 0 && lda >= n);                                                                                              \
        *out = 1;                                                                                                                        \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                  \
    }                                                                                                                                    \
    static inline cusolverStatus_t cusolverDn##S##potrf(cusolverDnHandle_t h, cublasFillMode_t fill, int n, T *a, int lda, T *work,      \
                                                        int size, int *info)                                                             \
    {                                                                                                                                    \
        __SOLVER_CHECK(n >= 0 && lda >= n);                                                                                              \
        __solver_potrf<T> __SOLVER_LAUNCH(fill == CUBLAS_FILL_MODE_UPPER, n, a, lda, info);                                              \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                  \
    }                                                                                                                                    \
    static inline cusolverStatus_t cusolverDn##S##potrs(cusolverDnHandle_t h, cublasFillMode_t fill, int n, int count, const T *a,       \
                                                        int lda, T *b, int ldb, int *info)                                               \
    {                                                                                                                                    \
        __SOLVER_CHECK(n >= 0 && count >= 0 && lda >= n && ldb >= n);                                                                    \
        __solver_potrs<T> __SOLVER_LAUNCH(fill == CUBLAS_FILL_MODE_UPPER, n, count, a, lda, b, ldb);                                     \
        cudaMemsetAsync(info, 0, sizeof(int), h->stream);                                                                                \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                  \
    }                                                                                                                                    \
    static inline cusolverStatus_t cusolverDn##S##getrf_bufferSize(cusolverDnHandle_t h, int m, int n, T *a, int lda, int *out)          \
    {                                                                                                                                    \
        __SOLVER_CHECK(m >= 0 && n >= 0 && lda >= m);                                                                                    \
        *out = 1;                                                                                                                        \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                  \
    }                                                                                                                                    \
    static inline cusolverStatus_t cusolverDn##S##getrf(cusolverDnHandle_t h, int m, int n, T *a, int lda, T *work, int *pivots,         \
                                                        int *info)                                                                       \
    {                                                                                                                                    \
        __SOLVER_CHECK(m >= 0 && n >= 0 && lda >= m);                                                                                    \
        __solver_getrf<T> __SOLVER_LAUNCH(m, n, a, lda, pivots, info);                                                                   \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                  \
    }                                                                                                                                    \
    static inline cusolverStatus_t cusolverDn##S##getrs(cusolverDnHandle_t h, cublasOperation_t t, int n, int count, const T *a,         \
                                                        int lda, const int *pivots, T *b, int ldb, int *info)                            \
    {                                                                                                                                    \
        __SOLVER_CHECK(n >= 0 && count >= 0 && lda >= n && ldb >= n);                                                                    \
        __solver_getrs<T> __SOLVER_LAUNCH(t != CUBLAS_OP_N, n, count, a, lda, pivots, b, ldb);                                           \
        cudaMemsetAsync(info, 0, sizeof(int), h->stream);                                                                                \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                  \
    }                                                                                                                                    \
    static inline cusolverStatus_t cusolverDn##S##geqrf_bufferSize(cusolverDnHandle_t h, int m, int n, T *a, int lda, int *out)          \
    {                                                                                                                                    \
        __SOLVER_CHECK(m >= 0 && n >= 0 && lda >= m);                                                                                    \
        *out = 1;                                                                                                                        \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                  \
    }                                                                                                                                    \
    static inline cusolverStatus_t cusolverDn##S##geqrf(cusolverDnHandle_t h, int m, int n, T *a, int lda, T *taus, T *work, int size,   \
                                                        int *info)                                                                       \
    {                                                                                                                                    \
        __SOLVER_CHECK(m >= 0 && n >= 0 && lda >= m);                                                                                    \
        __solver_geqrf<T> __SOLVER_LAUNCH(m, n, a, lda, taus, info);                                                                     \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                  \
    }                                                                                                                                    \
    static inline cusolverStatus_t cusolverDn##S##ormqr_bufferSize(cusolverDnHandle_t h, cublasSideMode_t side, cublasOperation_t t,     \
                                                                   int m, int n, int k, const T *a, int lda, const T *taus, const T *c,  \
                                                                   int ldc, int *out)                                                    \
    {                                                                                                                                    \
        __SOLVER_CHECK(m >= 0 && n >= 0 && k >= 0 && ldc >= m);                                                                          \
        *out = 1;                                                                                                                        \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                  \
    }                                                                                                                                    \
    static inline cusolverStatus_t cusolverDn##S##ormqr(cusolverDnHandle_t h, cublasSideMode_t side, cublasOperation_t t, int m, int n,  \
                                                        int k, const T *a, int lda, const T *taus, T *c, int ldc, T *work, int size,     \
                                                        int *info)                                                                       \
    {                                                                                                                                    \
        __SOLVER_CHECK(m >= 0 && n >= 0 && k >= 0 && ldc >= m);                                                                          \
        if (side != CUBLAS_SIDE_LEFT)                                                                                                    \
            return CUSOLVER_STATUS_NOT_SUPPORTED;                                                                                        \
        __solver_ormqr<T> __SOLVER_LAUNCH(t != CUBLAS_OP_N, m, n, k, a, lda, taus, c, ldc, info);                                        \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                  \
    }                                                                                                                                    \
    static inline cusolverStatus_t cusolverDn##S##orgqr_bufferSize(cusolverDnHandle_t h, int m, int n, int k, const T *a, int lda,       \
                                                                   const T *taus, int *out)                                              \
    {                                                                                                                                    \
        __SOLVER_CHECK(m >= n && n >= k && k >= 0 && lda >= m);                                                                          \
        *out = m * n + 1;                                                                                                                \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                  \
    }                                                                                                                                    \
    static inline cusolverStatus_t cusolverDn##S##orgqr(cusolverDnHandle_t h, int m, int n, int k, T *a, int lda, const T *taus,         \
                                                        T *work, int size, int *info)                                                    \
    {                                                                                                                                    \
        __SOLVER_CHECK(m >= n && n >= k && k >= 0 && lda >= m && size >= m * n);                                                         \
        __solver_orgqr<T> __SOLVER_LAUNCH(m, n, k, a, lda, taus, work, info);                                                            \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                  \
    }                                                                                                                                    \
    static inline cusolverStatus_t cusolverDn##S##gesvd_bufferSize(cusolverDnHandle_t h, int m, int n, int *out)                         \
    {                                                                                                                                    \
        __SOLVER_CHECK(m >= n && n >= 0);                                                                                                \
        *out = n * n + 1;                                                                                                                \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                  \
    }                                                                                                                                    \
    static inline cusolverStatus_t cusolverDn##S##gesvd(cusolverDnHandle_t h, signed char jobu, signed char jobvt, int m, int n, T *a,   \
                                                        int lda, T *s, T *u, int ldu, T *vt, int ldvt, T *work, int size, T *rwork,      \
                                                        int *info)                                                                       \
    {                                                                                                                                    \
        __SOLVER_CHECK(m >= n && n >= 0 && lda >= m && size >= n * n);                                                                   \
        if (jobu == 'O' || jobvt == 'O')                                                                                                 \
            return CUSOLVER_STATUS_NOT_SUPPORTED;                                                                                        \
        __solver_gesvd<T> __SOLVER_LAUNCH(m, n, a, lda, s, jobu == 'N' ? NULL : u, ldu, jobu == 'A', jobvt == 'N' ? NULL : vt, ldvt,     \
                                          work, info);                                                                                   \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                  \
    }

__SOLVER_CALLS(S, float)
__SOLVER_CALLS(D, double)

#endif
