/* SPDX-License-Identifier: Apache-2.0 */
/* Part of cusolverDn.h: the calls that take types as arguments and sizes of 64 bits (cusolverDnX...), which pass on to those by type. */
#ifndef WARPCELL_SOLVER_TYPES_H
#define WARPCELL_SOLVER_TYPES_H
#include <stdint.h>

typedef int cusolver_int_t;
typedef enum cusolverPrecType_t {
    CUSOLVER_R_8I = 1201, CUSOLVER_R_8U = 1202, CUSOLVER_R_64F = 1203, CUSOLVER_R_32F = 1204, CUSOLVER_R_16F = 1205, CUSOLVER_R_16BF = 1206,
    CUSOLVER_R_TF32 = 1207, CUSOLVER_R_AP = 1208, CUSOLVER_C_8I = 1211, CUSOLVER_C_8U = 1212, CUSOLVER_C_64F = 1213, CUSOLVER_C_32F = 1214,
    CUSOLVER_C_16F = 1215, CUSOLVER_C_16BF = 1216, CUSOLVER_C_TF32 = 1217, CUSOLVER_C_AP = 1218
} cusolverPrecType_t;
typedef enum cusolverIRSRefinement_t {
    CUSOLVER_IRS_REFINE_NOT_SET = 1100, CUSOLVER_IRS_REFINE_NONE = 1101, CUSOLVER_IRS_REFINE_CLASSICAL = 1102,
    CUSOLVER_IRS_REFINE_CLASSICAL_GMRES = 1103, CUSOLVER_IRS_REFINE_GMRES = 1104, CUSOLVER_IRS_REFINE_GMRES_GMRES = 1105,
    CUSOLVER_IRS_REFINE_GMRES_NOPCOND = 1106
} cusolverIRSRefinement_t;
typedef enum cusolverDnFunction_t { CUSOLVERDN_GETRF = 0, CUSOLVERDN_POTRF = 1 } cusolverDnFunction_t;
typedef enum cusolverAlgMode_t { CUSOLVER_ALG_0 = 0, CUSOLVER_ALG_1 = 1, CUSOLVER_ALG_2 = 2 } cusolverAlgMode_t;
typedef struct __solver_params {
    cusolverAlgMode_t algorithm;
} *cusolverDnParams_t;

#define __SOLVER_CALL static inline cusolverStatus_t

__SOLVER_CALL cusolverDnCreateParams(cusolverDnParams_t *out)
{
    *out = (cusolverDnParams_t) calloc(1, sizeof(struct __solver_params));
    return CUSOLVER_STATUS_SUCCESS;
}

__SOLVER_CALL cusolverDnDestroyParams(cusolverDnParams_t params)
{
    free(params);
    return CUSOLVER_STATUS_SUCCESS;
}

/* There is one algorithm. */
__SOLVER_CALL cusolverDnSetAdvOptions(cusolverDnParams_t params, cusolverDnFunction_t function, cusolverAlgMode_t algorithm)
{
    params->algorithm = algorithm;
    return CUSOLVER_STATUS_SUCCESS;
}

/* call(S, T, R, E): the letter, the numbers, their parts, and how the names of eigenvalues' calls begin. */
#define __SOLVER_BY_TYPE(type, call)                          \
    switch (type) {                                           \
    case CUDA_R_32F: call(S, float, float, Ssy)               \
    case CUDA_R_64F: call(D, double, double, Dsy)             \
    case CUDA_C_32F: call(C, cuComplex, float, Che)           \
    case CUDA_C_64F: call(Z, cuDoubleComplex, double, Zhe)    \
    default: return CUSOLVER_STATUS_NOT_SUPPORTED;            \
    }
/* The bytes of a workspace of `n` numbers and `more` bytes. */
#define __SOLVER_BYTES(T, made, more)                \
    {                                                \
        int n_ = 0;                                  \
        cusolverStatus_t status = made;              \
        *device = (n_ + 1) * sizeof(T) + (more);     \
        *host = 0;                                   \
        return status;                               \
    }

/* ---- LU ---- */

__global__ inline void __solver_widen(int n, const int *from, int64_t *to)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        to[i] = from[i];
}

__global__ inline void __solver_narrow(int n, const int64_t *from, int *to)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        to[i] = (int) from[i];
}

__SOLVER_CALL cusolverDnXgetrf_bufferSize(cusolverDnHandle_t h, cusolverDnParams_t params, int64_t m, int64_t n, cudaDataType type, const void *a,
                                          int64_t lda, cudaDataType compute, size_t *device, size_t *host)
{
#define __SOLVER_ONE(S, T, R, E) __SOLVER_BYTES(T, cusolverDn##S##getrf_bufferSize(h, m, n, (T *) a, lda, &n_), (m < n ? m : n) * sizeof(int) + 16)
    __SOLVER_BY_TYPE(type, __SOLVER_ONE)
#undef __SOLVER_ONE
}

/* The pivots of 32 bits lie at the end of the workspace. */
__SOLVER_CALL cusolverDnXgetrf(cusolverDnHandle_t h, cusolverDnParams_t params, int64_t m, int64_t n, cudaDataType type, void *a, int64_t lda,
                               int64_t *pivots, cudaDataType compute, void *work, size_t bytes, void *host_work, size_t host_bytes, int *info)
{
    int count = (int) (m < n ? m : n);
    if (bytes < count * sizeof(int))
        return CUSOLVER_STATUS_INVALID_VALUE;
    int *short_ones = pivots ? (int *) ((char *) work + (bytes - count * sizeof(int)) / 8 * 8) : NULL;
    cusolverStatus_t status = CUSOLVER_STATUS_NOT_SUPPORTED;
    switch (type) {
    case CUDA_R_32F: status = cusolverDnSgetrf(h, m, n, (float *) a, lda, (float *) work, short_ones, info); break;
    case CUDA_R_64F: status = cusolverDnDgetrf(h, m, n, (double *) a, lda, (double *) work, short_ones, info); break;
    case CUDA_C_32F: status = cusolverDnCgetrf(h, m, n, (cuComplex *) a, lda, (cuComplex *) work, short_ones, info); break;
    case CUDA_C_64F: status = cusolverDnZgetrf(h, m, n, (cuDoubleComplex *) a, lda, (cuDoubleComplex *) work, short_ones, info); break;
    default: break;
    }
    if (status == CUSOLVER_STATUS_SUCCESS && pivots && count)
        __solver_widen<<<1, 128, 0, h->stream>>>(count, short_ones, pivots);
    return status;
}

__SOLVER_CALL cusolverDnXgetrs(cusolverDnHandle_t h, cusolverDnParams_t params, cublasOperation_t t, int64_t n, int64_t count, cudaDataType type,
                               const void *a, int64_t lda, const int64_t *pivots, cudaDataType type_b, void *b, int64_t ldb, int *info)
{
    int *short_ones = NULL;
    cusolverStatus_t status = CUSOLVER_STATUS_NOT_SUPPORTED;
    __SOLVER_CHECK(type == type_b);
    if (pivots && n > 0) {
        if (cudaMalloc(&short_ones, n * sizeof(int)) != cudaSuccess)
            return CUSOLVER_STATUS_ALLOC_FAILED;
        __solver_narrow<<<1, 128, 0, h->stream>>>((int) n, pivots, short_ones);
    }
    switch (type) {
    case CUDA_R_32F: status = cusolverDnSgetrs(h, t, n, count, (const float *) a, lda, short_ones, (float *) b, ldb, info); break;
    case CUDA_R_64F: status = cusolverDnDgetrs(h, t, n, count, (const double *) a, lda, short_ones, (double *) b, ldb, info); break;
    case CUDA_C_32F: status = cusolverDnCgetrs(h, t, n, count, (const cuComplex *) a, lda, short_ones, (cuComplex *) b, ldb, info); break;
    case CUDA_C_64F: status = cusolverDnZgetrs(h, t, n, count, (const cuDoubleComplex *) a, lda, short_ones, (cuDoubleComplex *) b, ldb, info); break;
    default: break;
    }
    cudaStreamSynchronize(h->stream);
    cudaFree(short_ones);
    return status;
}

/* ---- Cholesky, QR ---- */

__SOLVER_CALL cusolverDnXpotrf_bufferSize(cusolverDnHandle_t h, cusolverDnParams_t params, cublasFillMode_t fill, int64_t n, cudaDataType type,
                                          const void *a, int64_t lda, cudaDataType compute, size_t *device, size_t *host)
{
#define __SOLVER_ONE(S, T, R, E) __SOLVER_BYTES(T, cusolverDn##S##potrf_bufferSize(h, fill, n, (T *) a, lda, &n_), 0)
    __SOLVER_BY_TYPE(type, __SOLVER_ONE)
#undef __SOLVER_ONE
}

__SOLVER_CALL cusolverDnXpotrf(cusolverDnHandle_t h, cusolverDnParams_t params, cublasFillMode_t fill, int64_t n, cudaDataType type, void *a,
                               int64_t lda, cudaDataType compute, void *work, size_t bytes, void *host_work, size_t host_bytes, int *info)
{
#define __SOLVER_ONE(S, T, R, E) return cusolverDn##S##potrf(h, fill, n, (T *) a, lda, (T *) work, (int) (bytes / sizeof(T)), info);
    __SOLVER_BY_TYPE(type, __SOLVER_ONE)
#undef __SOLVER_ONE
}

__SOLVER_CALL cusolverDnXpotrs(cusolverDnHandle_t h, cusolverDnParams_t params, cublasFillMode_t fill, int64_t n, int64_t count, cudaDataType type,
                               const void *a, int64_t lda, cudaDataType type_b, void *b, int64_t ldb, int *info)
{
    __SOLVER_CHECK(type == type_b);
#define __SOLVER_ONE(S, T, R, E) return cusolverDn##S##potrs(h, fill, n, count, (const T *) a, lda, (T *) b, ldb, info);
    __SOLVER_BY_TYPE(type, __SOLVER_ONE)
#undef __SOLVER_ONE
}

__SOLVER_CALL cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t h, cusolverDnParams_t params, int64_t m, int64_t n, cudaDataType type, const void *a,
                                          int64_t lda, cudaDataType type_tau, const void *taus, cudaDataType compute, size_t *device, size_t *host)
{
#define __SOLVER_ONE(S, T, R, E) __SOLVER_BYTES(T, cusolverDn##S##geqrf_bufferSize(h, m, n, (T *) a, lda, &n_), 0)
    __SOLVER_BY_TYPE(type, __SOLVER_ONE)
#undef __SOLVER_ONE
}

__SOLVER_CALL cusolverDnXgeqrf(cusolverDnHandle_t h, cusolverDnParams_t params, int64_t m, int64_t n, cudaDataType type, void *a, int64_t lda,
                               cudaDataType type_tau, void *taus, cudaDataType compute, void *work, size_t bytes, void *host_work, size_t host_bytes,
                               int *info)
{
    __SOLVER_CHECK(type == type_tau);
#define __SOLVER_ONE(S, T, R, E) return cusolverDn##S##geqrf(h, m, n, (T *) a, lda, (T *) taus, (T *) work, (int) (bytes / sizeof(T)), info);
    __SOLVER_BY_TYPE(type, __SOLVER_ONE)
#undef __SOLVER_ONE
}

/* ---- eigenvalues, singular values ---- */

__SOLVER_CALL cusolverDnXsyevd_bufferSize(cusolverDnHandle_t h, cusolverDnParams_t params, cusolverEigMode_t vectors, cublasFillMode_t fill, int64_t n,
                                          cudaDataType type, const void *a, int64_t lda, cudaDataType type_w, const void *w, cudaDataType compute,
                                          size_t *device, size_t *host)
{
#define __SOLVER_ONE(S, T, R, E) __SOLVER_BYTES(T, cusolverDn##E##evd_bufferSize(h, vectors, fill, n, (const T *) a, lda, (const R *) w, &n_), 0)
    __SOLVER_BY_TYPE(type, __SOLVER_ONE)
#undef __SOLVER_ONE
}

__SOLVER_CALL cusolverDnXsyevd(cusolverDnHandle_t h, cusolverDnParams_t params, cusolverEigMode_t vectors, cublasFillMode_t fill, int64_t n,
                               cudaDataType type, void *a, int64_t lda, cudaDataType type_w, void *w, cudaDataType compute, void *work, size_t bytes,
                               void *host_work, size_t host_bytes, int *info)
{
#define __SOLVER_ONE(S, T, R, E) \
    return cusolverDn##E##evd(h, vectors, fill, n, (T *) a, lda, (R *) w, (T *) work, (int) (bytes / sizeof(T)), info);
    __SOLVER_BY_TYPE(type, __SOLVER_ONE)
#undef __SOLVER_ONE
}

__SOLVER_CALL cusolverDnXgesvd_bufferSize(cusolverDnHandle_t h, cusolverDnParams_t params, signed char jobu, signed char jobvt, int64_t m, int64_t n,
                                          cudaDataType type, const void *a, int64_t lda, cudaDataType type_s, const void *s, cudaDataType type_u,
                                          const void *u, int64_t ldu, cudaDataType type_vt, const void *vt, int64_t ldvt, cudaDataType compute,
                                          size_t *device, size_t *host)
{
#define __SOLVER_ONE(S, T, R, E) __SOLVER_BYTES(T, cusolverDn##S##gesvd_bufferSize(h, m, n, &n_), 0)
    __SOLVER_BY_TYPE(type, __SOLVER_ONE)
#undef __SOLVER_ONE
}

__SOLVER_CALL cusolverDnXgesvd(cusolverDnHandle_t h, cusolverDnParams_t params, signed char jobu, signed char jobvt, int64_t m, int64_t n,
                               cudaDataType type, void *a, int64_t lda, cudaDataType type_s, void *s, cudaDataType type_u, void *u, int64_t ldu,
                               cudaDataType type_vt, void *vt, int64_t ldvt, cudaDataType compute, void *work, size_t bytes, void *host_work,
                               size_t host_bytes, int *info)
{
#define __SOLVER_ONE(S, T, R, E)                                                                                                        \
    return cusolverDn##S##gesvd(h, jobu, jobvt, m, n, (T *) a, lda, (R *) s, (T *) u, ldu, (T *) vt, ldvt, (T *) work,                   \
                                (int) (bytes / sizeof(T)), (R *) NULL, info);
    __SOLVER_BY_TYPE(type, __SOLVER_ONE)
#undef __SOLVER_ONE
}

#endif
