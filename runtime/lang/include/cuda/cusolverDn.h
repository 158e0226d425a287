/* SPDX-License-Identifier: Apache-2.0 */
/* cuSOLVER's dense calls of real and complex matrices: Cholesky, LU and QR factors, eigenvalues of symmetric and Hermitian matrices, singular
 * values, through the kernels of __solver.h. Everything runs in the handle's stream. */
#ifndef WARPCELL_CUSOLVERDN_H
#define WARPCELL_CUSOLVERDN_H
#include <cublas_v2.h>
#include <stdlib.h>

typedef enum cusolverStatus_t {
    CUSOLVER_STATUS_SUCCESS = 0, CUSOLVER_STATUS_NOT_INITIALIZED = 1, CUSOLVER_STATUS_ALLOC_FAILED = 2, CUSOLVER_STATUS_INVALID_VALUE = 3,
    CUSOLVER_STATUS_ARCH_MISMATCH = 4, CUSOLVER_STATUS_MAPPING_ERROR = 5, CUSOLVER_STATUS_EXECUTION_FAILED = 6,
    CUSOLVER_STATUS_INTERNAL_ERROR = 7, CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8, CUSOLVER_STATUS_NOT_SUPPORTED = 9,
    CUSOLVER_STATUS_ZERO_PIVOT = 10, CUSOLVER_STATUS_INVALID_LICENSE = 11, CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED = 12,
    CUSOLVER_STATUS_IRS_PARAMS_INVALID = 13, CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC = 14, CUSOLVER_STATUS_IRS_PARAMS_INVALID_REFINE = 15,
    CUSOLVER_STATUS_IRS_PARAMS_INVALID_MAXITER = 16, CUSOLVER_STATUS_IRS_INTERNAL_ERROR = 20, CUSOLVER_STATUS_IRS_NOT_SUPPORTED = 21,
    CUSOLVER_STATUS_IRS_OUT_OF_RANGE = 22, CUSOLVER_STATUS_IRS_NRHS_NOT_SUPPORTED_FOR_REFINE_GMRES = 23,
    CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED = 25, CUSOLVER_STATUS_IRS_INFOS_NOT_DESTROYED = 26, CUSOLVER_STATUS_IRS_MATRIX_SINGULAR = 30,
    CUSOLVER_STATUS_INVALID_WORKSPACE = 31
} cusolverStatus_t;
typedef enum cusolverEigMode_t { CUSOLVER_EIG_MODE_NOVECTOR = 0, CUSOLVER_EIG_MODE_VECTOR = 1 } cusolverEigMode_t;
typedef enum cusolverEigType_t { CUSOLVER_EIG_TYPE_1 = 1, CUSOLVER_EIG_TYPE_2 = 2, CUSOLVER_EIG_TYPE_3 = 3 } cusolverEigType_t;
typedef enum cusolverEigRange_t { CUSOLVER_EIG_RANGE_ALL = 1001, CUSOLVER_EIG_RANGE_I = 1002, CUSOLVER_EIG_RANGE_V = 1003 } cusolverEigRange_t;

struct cusolverDnContext {
    cudaStream_t stream;
};
typedef struct cusolverDnContext *cusolverDnHandle_t;

#include <__solver.h>
#include <__solver_eigen.h>

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

/* T: the numbers, K: the same in a kernel, R: their parts, Q: how the name of an orthogonal matrix begins. That of complex numbers is turned by
 * CUBLAS_OP_C alone. */
#define __SOLVER_CALLS(S, T, K, R, Q)                                                                                                    \
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
        __solver_potrf<K> __SOLVER_LAUNCH(fill == CUBLAS_FILL_MODE_UPPER, n, (K *) a, lda, info);                                        \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                  \
    }                                                                                                                                    \
    static inline cusolverStatus_t cusolverDn##S##potrs(cusolverDnHandle_t h, cublasFillMode_t fill, int n, int count, const T *a,       \
                                                        int lda, T *b, int ldb, int *info)                                               \
    {                                                                                                                                    \
        __SOLVER_CHECK(n >= 0 && count >= 0 && lda >= n && ldb >= n);                                                                    \
        __solver_potrs<K> __SOLVER_LAUNCH(fill == CUBLAS_FILL_MODE_UPPER, n, count, (const K *) a, lda, (K *) b, ldb);                   \
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
        __solver_getrf<K> __SOLVER_LAUNCH(m, n, (K *) a, lda, pivots, info);                                                             \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                  \
    }                                                                                                                                    \
    static inline cusolverStatus_t cusolverDn##S##getrs(cusolverDnHandle_t h, cublasOperation_t t, int n, int count, const T *a,         \
                                                        int lda, const int *pivots, T *b, int ldb, int *info)                            \
    {                                                                                                                                    \
        __SOLVER_CHECK(n >= 0 && count >= 0 && lda >= n && ldb >= n);                                                                    \
        __solver_getrs<K> __SOLVER_LAUNCH(t, n, count, (const K *) a, lda, pivots, (K *) b, ldb);                                        \
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
        __solver_geqrf<K> __SOLVER_LAUNCH(m, n, (K *) a, lda, (K *) taus, info);                                                         \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                  \
    }                                                                                                                                    \
    static inline cusolverStatus_t cusolverDn##S##Q##mqr_bufferSize(cusolverDnHandle_t h, cublasSideMode_t side, cublasOperation_t t,    \
                                                                   int m, int n, int k, const T *a, int lda, const T *taus, const T *c,  \
                                                                   int ldc, int *out)                                                    \
    {                                                                                                                                    \
        __SOLVER_CHECK(m >= 0 && n >= 0 && k >= 0 && ldc >= m);                                                                          \
        *out = 1;                                                                                                                        \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                  \
    }                                                                                                                                    \
    static inline cusolverStatus_t cusolverDn##S##Q##mqr(cusolverDnHandle_t h, cublasSideMode_t side, cublasOperation_t t, int m, int n, \
                                                        int k, const T *a, int lda, const T *taus, T *c, int ldc, T *work, int size,     \
                                                        int *info)                                                                       \
    {                                                                                                                                    \
        __SOLVER_CHECK(m >= 0 && n >= 0 && k >= 0 && ldc >= m && (t != CUBLAS_OP_T || sizeof(T) == sizeof(R)));                          \
        if (side != CUBLAS_SIDE_LEFT)                                                                                                    \
            return CUSOLVER_STATUS_NOT_SUPPORTED;                                                                                        \
        __solver_ormqr<K> __SOLVER_LAUNCH(t != CUBLAS_OP_N, m, n, k, (const K *) a, lda, (const K *) taus, (K *) c, ldc, info);          \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                  \
    }                                                                                                                                    \
    static inline cusolverStatus_t cusolverDn##S##Q##gqr_bufferSize(cusolverDnHandle_t h, int m, int n, int k, const T *a, int lda,      \
                                                                   const T *taus, int *out)                                              \
    {                                                                                                                                    \
        __SOLVER_CHECK(m >= n && n >= k && k >= 0 && lda >= m);                                                                          \
        *out = m * n + 1;                                                                                                                \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                  \
    }                                                                                                                                    \
    static inline cusolverStatus_t cusolverDn##S##Q##gqr(cusolverDnHandle_t h, int m, int n, int k, T *a, int lda, const T *taus,        \
                                                        T *work, int size, int *info)                                                    \
    {                                                                                                                                    \
        __SOLVER_CHECK(m >= n && n >= k && k >= 0 && lda >= m && size >= m * n);                                                         \
        __solver_orgqr<K> __SOLVER_LAUNCH(m, n, k, (K *) a, lda, (const K *) taus, (K *) work, info);                                    \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                  \
    }                                                                                                                                    \
    static inline cusolverStatus_t cusolverDn##S##gesvd_bufferSize(cusolverDnHandle_t h, int m, int n, int *out)                         \
    {                                                                                                                                    \
        __SOLVER_CHECK(m >= n && n >= 0);                                                                                                \
        *out = n * n + 1;                                                                                                                \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                  \
    }                                                                                                                                    \
    static inline cusolverStatus_t cusolverDn##S##gesvd(cusolverDnHandle_t h, signed char jobu, signed char jobvt, int m, int n, T *a,   \
                                                        int lda, R *s, T *u, int ldu, T *vt, int ldvt, T *work, int size, R *rwork,      \
                                                        int *info)                                                                       \
    {                                                                                                                                    \
        __SOLVER_CHECK(m >= n && n >= 0 && lda >= m && size >= n * n);                                                                   \
        if (jobu == 'O' || jobvt == 'O')                                                                                                 \
            return CUSOLVER_STATUS_NOT_SUPPORTED;                                                                                        \
        __solver_gesvd<K, R> __SOLVER_LAUNCH(m, n, (K *) a, lda, s, jobu == 'N' ? NULL : (K *) u, ldu, jobu == 'A',                      \
                                             jobvt == 'N' ? NULL : (K *) vt, ldvt, (K *) work, info);                                    \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                  \
    }

__SOLVER_CALLS(S, float, float, float, or)
__SOLVER_CALLS(D, double, double, double, or)
__SOLVER_CALLS(C, cuComplex, __solver_complex<float>, float, un)
__SOLVER_CALLS(Z, cuDoubleComplex, __solver_complex<double>, double, un)

/* ---- generalised eigenvalues ---- */

/* work: n * n for the eigenvalues, one more as above, and one that holds their info */
template <typename T>
static inline cusolverStatus_t __solver_sygvd_size(cusolverDnHandle_t h, cusolverEigType_t kind, int n, int lda, int ldb, int *out)
{
    __SOLVER_CHECK(n >= 0 && lda >= n && ldb >= n && kind >= 1 && kind <= 3);
    *out = n * n + 2;
    return CUSOLVER_STATUS_SUCCESS;
}

template <typename T>
static inline cusolverStatus_t __solver_sygvd(cusolverDnHandle_t h, cusolverEigType_t kind, cusolverEigMode_t vectors,
                                              cublasFillMode_t fill, int n, T *a, int lda, T *b, int ldb, T *w, T *work, int size, int *info)
{
    __SOLVER_CHECK(n >= 0 && lda >= n && ldb >= n && kind >= 1 && kind <= 3 && size >= n * n + 2);
    int upper = fill == CUBLAS_FILL_MODE_UPPER, *eigen = (int *) (work + n * n + 1);
    __solver_potrf<T> __SOLVER_LAUNCH(upper, n, b, ldb, info);
    __solver_sygst<T> __SOLVER_LAUNCH(kind, upper, n, a, lda, b, ldb, info);
    __solver_heevd<T, T> __SOLVER_LAUNCH(vectors, upper, n, a, lda, w, work, eigen);
    __solver_sygvec<T> __SOLVER_LAUNCH(kind, vectors, upper, n, a, lda, b, ldb, eigen, info);
    return CUSOLVER_STATUS_SUCCESS;
}

/* ---- Jacobi's method ---- */

typedef struct syevjInfo {
    double tolerance;
    int sweeps, sort;
    double *residual; /* on the device */
    bool known;       /* of the last call */
} *syevjInfo_t;

static inline cusolverStatus_t cusolverDnCreateSyevjInfo(syevjInfo_t *out)
{
    *out = (syevjInfo_t) calloc(1, sizeof(struct syevjInfo));
    (*out)->sweeps = 100;
    (*out)->sort = 1;
    return cudaMalloc(&(*out)->residual, sizeof(double)) == cudaSuccess ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}

static inline cusolverStatus_t cusolverDnDestroySyevjInfo(syevjInfo_t info)
{
    cudaFree(info->residual);
    free(info);
    return CUSOLVER_STATUS_SUCCESS;
}

/* Eigenvalues are found to the last bits, whatever tolerance and number of sweeps are wanted, and always sorted. */
static inline cusolverStatus_t cusolverDnXsyevjSetTolerance(syevjInfo_t info, double tolerance)
{
    info->tolerance = tolerance;
    return tolerance < 0 ? CUSOLVER_STATUS_INVALID_VALUE : CUSOLVER_STATUS_SUCCESS;
}

static inline cusolverStatus_t cusolverDnXsyevjSetMaxSweeps(syevjInfo_t info, int sweeps)
{
    info->sweeps = sweeps;
    return sweeps < 1 ? CUSOLVER_STATUS_INVALID_VALUE : CUSOLVER_STATUS_SUCCESS;
}

static inline cusolverStatus_t cusolverDnXsyevjSetSortEig(syevjInfo_t info, int sort)
{
    info->sort = sort;
    return CUSOLVER_STATUS_SUCCESS;
}

/* |A - V W V'| of the last call that made vectors of one matrix. */
static inline cusolverStatus_t cusolverDnXsyevjGetResidual(cusolverDnHandle_t h, syevjInfo_t info, double *out)
{
    if (!h)
        return CUSOLVER_STATUS_NOT_INITIALIZED;
    if (!info->known)
        return CUSOLVER_STATUS_NOT_SUPPORTED;
    cudaStreamSynchronize(h->stream);
    return cudaMemcpy(out, info->residual, sizeof *out, cudaMemcpyDeviceToHost) == cudaSuccess ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_INTERNAL_ERROR;
}

/* Sweeps are not counted: LAPACK, where it is, makes none. */
static inline cusolverStatus_t cusolverDnXsyevjGetSweeps(cusolverDnHandle_t h, syevjInfo_t info, int *out)
{
    *out = 0;
    return h ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_NOT_INITIALIZED;
}

/* out = |A - U S V'|; fill: all of A is there (0), or its lower (1) or upper triangle (2). V NULL: it is U. */
template <typename K, typename R>
__global__ void __solver_residual(int fill, int m, int n, int k, const K *a, int lda, const K *u, int ldu, const R *s, const K *v, int ldv, double *out)
{
    double part = 0;
    const K *other = v ? v : u;
    for (long e = threadIdx.x; e < (long) m * n; e += blockDim.x) {
        int i = e % m, j = e / m;
        bool there = !fill || (fill == 1 ? i >= j : i <= j);
        K d = there ? a[i + (long) j * lda] : __solver_conj(a[j + (long) i * lda]);
        for (int l = 0; l < k; l++)
            d -= u[i + (long) l * ldu] * K(s[l]) * __solver_conj(other[j + (long) l * (v ? ldv : ldu)]);
        part += __solver_square(d);
    }
    part = __solver_sum(part);
    if (!threadIdx.x)
        *out = sqrt(part);
}

/* The number as kernels with operators take it. */
template <typename V> struct __solver_kernel_number { typedef V type; };
template <> struct __solver_kernel_number<cuComplex> { typedef __solver_complex<float> type; };
template <> struct __solver_kernel_number<cuDoubleComplex> { typedef __solver_complex<double> type; };

template <typename V> static inline cusolverStatus_t __solver_syevj_size(cusolverDnHandle_t h, int n, int lda, int count, int *out)
{
    __SOLVER_CHECK(n >= 0 && lda >= n && count >= 0);
    *out = n * n * (count > 1 ? count : 2) + 1; /* of one matrix a copy, for the residual */
    return CUSOLVER_STATUS_SUCCESS;
}

template <typename V, typename R>
static inline cusolverStatus_t __solver_syevj(cusolverDnHandle_t h, cusolverEigMode_t vectors, cublasFillMode_t fill, int n, V *a, int lda,
                                              R *w, V *work, int size, int *info, syevjInfo_t parameters, int count)
{
    typedef typename __solver_kernel_number<V>::type K;
    __SOLVER_CHECK(parameters && n >= 0 && lda >= n && count >= 0 && size >= n * n * count);
    parameters->known = count == 1 && vectors == CUSOLVER_EIG_MODE_VECTOR && size >= 2 * n * n && n > 0;
    V *copy = work + n * n;
    if (parameters->known)
        cudaMemcpy2DAsync(copy, n * sizeof(V), a, lda * sizeof(V), n * sizeof(V), n, cudaMemcpyDeviceToDevice, h->stream);
    for (int i = 0; i < count; i++)
        __solver_heevd<V, R> __SOLVER_LAUNCH(vectors, fill == CUBLAS_FILL_MODE_UPPER, n, a + (long) i * lda * n, lda, w + (long) i * n,
                                             work + (long) i * n * n, info + i);
    if (parameters->known)
        __solver_residual<K, R> __SOLVER_LAUNCH(fill == CUBLAS_FILL_MODE_UPPER ? 2 : 1, n, n, n, (const K *) copy, n, (const K *) a, lda, w,
                                                (const K *) NULL, 0, parameters->residual);
    return CUSOLVER_STATUS_SUCCESS;
}

static inline cusolverStatus_t cusolverDnSsygvd_bufferSize(cusolverDnHandle_t h, cusolverEigType_t kind, cusolverEigMode_t vectors, cublasFillMode_t fill, int n,
    const float *a, int lda, const float *b, int ldb, const float *w, int *out)
{
    return __solver_sygvd_size<float>(h, kind, n, lda, ldb, out);
}

static inline cusolverStatus_t cusolverDnSsygvd(cusolverDnHandle_t h, cusolverEigType_t kind, cusolverEigMode_t vectors, cublasFillMode_t fill, int n,
    float *a, int lda, float *b, int ldb, float *w, float *work, int size, int *info)
{
    return __solver_sygvd<float>(h, kind, vectors, fill, n, a, lda, b, ldb, w, work, size, info);
}

static inline cusolverStatus_t cusolverDnDsygvd_bufferSize(cusolverDnHandle_t h, cusolverEigType_t kind, cusolverEigMode_t vectors, cublasFillMode_t fill, int n,
    const double *a, int lda, const double *b, int ldb, const double *w, int *out)
{
    return __solver_sygvd_size<double>(h, kind, n, lda, ldb, out);
}

static inline cusolverStatus_t cusolverDnDsygvd(cusolverDnHandle_t h, cusolverEigType_t kind, cusolverEigMode_t vectors, cublasFillMode_t fill, int n,
    double *a, int lda, double *b, int ldb, double *w, double *work, int size, int *info)
{
    return __solver_sygvd<double>(h, kind, vectors, fill, n, a, lda, b, ldb, w, work, size, info);
}

static inline cusolverStatus_t cusolverDnSsyevj_bufferSize(cusolverDnHandle_t h, cusolverEigMode_t vectors, cublasFillMode_t fill, int n, const float *a,
    int lda, const float *w, int *out, syevjInfo_t parameters)
{
    return __solver_syevj_size<float>(h, n, lda, 1, out);
}

static inline cusolverStatus_t cusolverDnSsyevj(cusolverDnHandle_t h, cusolverEigMode_t vectors, cublasFillMode_t fill, int n, float *a, int lda,
    float *w, float *work, int size, int *info, syevjInfo_t parameters)
{
    return __solver_syevj<float, float>(h, vectors, fill, n, a, lda, w, work, size, info, parameters, 1);
}

static inline cusolverStatus_t cusolverDnSsyevjBatched_bufferSize(cusolverDnHandle_t h, cusolverEigMode_t vectors, cublasFillMode_t fill, int n, const float *a,
    int lda, const float *w, int *out, syevjInfo_t parameters, int count)
{
    return __solver_syevj_size<float>(h, n, lda, count, out);
}

static inline cusolverStatus_t cusolverDnSsyevjBatched(cusolverDnHandle_t h, cusolverEigMode_t vectors, cublasFillMode_t fill, int n, float *a, int lda,
    float *w, float *work, int size, int *info, syevjInfo_t parameters, int count)
{
    return __solver_syevj<float, float>(h, vectors, fill, n, a, lda, w, work, size, info, parameters, count);
}

static inline cusolverStatus_t cusolverDnDsyevj_bufferSize(cusolverDnHandle_t h, cusolverEigMode_t vectors, cublasFillMode_t fill, int n, const double *a,
    int lda, const double *w, int *out, syevjInfo_t parameters)
{
    return __solver_syevj_size<double>(h, n, lda, 1, out);
}

static inline cusolverStatus_t cusolverDnDsyevj(cusolverDnHandle_t h, cusolverEigMode_t vectors, cublasFillMode_t fill, int n, double *a, int lda,
    double *w, double *work, int size, int *info, syevjInfo_t parameters)
{
    return __solver_syevj<double, double>(h, vectors, fill, n, a, lda, w, work, size, info, parameters, 1);
}

static inline cusolverStatus_t cusolverDnDsyevjBatched_bufferSize(cusolverDnHandle_t h, cusolverEigMode_t vectors, cublasFillMode_t fill, int n, const double *a,
    int lda, const double *w, int *out, syevjInfo_t parameters, int count)
{
    return __solver_syevj_size<double>(h, n, lda, count, out);
}

static inline cusolverStatus_t cusolverDnDsyevjBatched(cusolverDnHandle_t h, cusolverEigMode_t vectors, cublasFillMode_t fill, int n, double *a, int lda,
    double *w, double *work, int size, int *info, syevjInfo_t parameters, int count)
{
    return __solver_syevj<double, double>(h, vectors, fill, n, a, lda, w, work, size, info, parameters, count);
}

static inline cusolverStatus_t cusolverDnCheevj_bufferSize(cusolverDnHandle_t h, cusolverEigMode_t vectors, cublasFillMode_t fill, int n, const cuComplex *a,
    int lda, const float *w, int *out, syevjInfo_t parameters)
{
    return __solver_syevj_size<cuComplex>(h, n, lda, 1, out);
}

static inline cusolverStatus_t cusolverDnCheevj(cusolverDnHandle_t h, cusolverEigMode_t vectors, cublasFillMode_t fill, int n, cuComplex *a, int lda,
    float *w, cuComplex *work, int size, int *info, syevjInfo_t parameters)
{
    return __solver_syevj<cuComplex, float>(h, vectors, fill, n, a, lda, w, work, size, info, parameters, 1);
}

static inline cusolverStatus_t cusolverDnCheevjBatched_bufferSize(cusolverDnHandle_t h, cusolverEigMode_t vectors, cublasFillMode_t fill, int n, const cuComplex *a,
    int lda, const float *w, int *out, syevjInfo_t parameters, int count)
{
    return __solver_syevj_size<cuComplex>(h, n, lda, count, out);
}

static inline cusolverStatus_t cusolverDnCheevjBatched(cusolverDnHandle_t h, cusolverEigMode_t vectors, cublasFillMode_t fill, int n, cuComplex *a, int lda,
    float *w, cuComplex *work, int size, int *info, syevjInfo_t parameters, int count)
{
    return __solver_syevj<cuComplex, float>(h, vectors, fill, n, a, lda, w, work, size, info, parameters, count);
}

static inline cusolverStatus_t cusolverDnZheevj_bufferSize(cusolverDnHandle_t h, cusolverEigMode_t vectors, cublasFillMode_t fill, int n, const cuDoubleComplex *a,
    int lda, const double *w, int *out, syevjInfo_t parameters)
{
    return __solver_syevj_size<cuDoubleComplex>(h, n, lda, 1, out);
}

static inline cusolverStatus_t cusolverDnZheevj(cusolverDnHandle_t h, cusolverEigMode_t vectors, cublasFillMode_t fill, int n, cuDoubleComplex *a, int lda,
    double *w, cuDoubleComplex *work, int size, int *info, syevjInfo_t parameters)
{
    return __solver_syevj<cuDoubleComplex, double>(h, vectors, fill, n, a, lda, w, work, size, info, parameters, 1);
}

static inline cusolverStatus_t cusolverDnZheevjBatched_bufferSize(cusolverDnHandle_t h, cusolverEigMode_t vectors, cublasFillMode_t fill, int n, const cuDoubleComplex *a,
    int lda, const double *w, int *out, syevjInfo_t parameters, int count)
{
    return __solver_syevj_size<cuDoubleComplex>(h, n, lda, count, out);
}

static inline cusolverStatus_t cusolverDnZheevjBatched(cusolverDnHandle_t h, cusolverEigMode_t vectors, cublasFillMode_t fill, int n, cuDoubleComplex *a, int lda,
    double *w, cuDoubleComplex *work, int size, int *info, syevjInfo_t parameters, int count)
{
    return __solver_syevj<cuDoubleComplex, double>(h, vectors, fill, n, a, lda, w, work, size, info, parameters, count);
}

#include <__solver_types.h>
#include <__solver_more.h>
#include <cusolver_irs.h>

#endif
