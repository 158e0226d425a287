/* SPDX-License-Identifier: Apache-2.0 */
/* Part of cusolverDn.h: singular values of matrices of any shape (gesvdj, gesvda, gesvdp, gesvdr), chosen eigenvalues (syevdx, sygvdx), eigenvalues of general
 * matrices (Xgeev), inverses of triangles (Xtrtri), batches of Cholesky factors, and solutions by refinement (IRS). */
#ifndef WARPCELL_SOLVER_MORE_H
#define WARPCELL_SOLVER_MORE_H

/* ---- singular values ---- */

typedef syevjInfo_t gesvdjInfo_t;
#define cusolverDnCreateGesvdjInfo      cusolverDnCreateSyevjInfo
#define cusolverDnDestroyGesvdjInfo     cusolverDnDestroySyevjInfo
#define cusolverDnXgesvdjSetTolerance   cusolverDnXsyevjSetTolerance
#define cusolverDnXgesvdjSetMaxSweeps   cusolverDnXsyevjSetMaxSweeps
#define cusolverDnXgesvdjSetSortEig     cusolverDnXsyevjSetSortEig
#define cusolverDnXgesvdjGetResidual    cusolverDnXsyevjGetResidual
#define cusolverDnXgesvdjGetSweeps      cusolverDnXsyevjGetSweeps

/* to (n x m) = the conjugated transpose of from (m x n) */
template <typename K> __global__ void __solver_adjoint(int m, int n, const K *from, int ld_from, K *to, int ld_to)
{
    for (long e = threadIdx.x; e < (long) m * n; e += blockDim.x)
        to[e / m + e % m * ld_to] = __solver_conj(from[e % m + e / m * ld_from]);
}

static inline int __solver_svd_room(int m, int n)
{
    int k = m < n ? m : n;
    return m * n + 2 * k * k + 1;
}

/* A = U S V' of any shape. econ: U and V have min(m, n) columns, otherwise they are square. */
template <typename K, typename R>
static void __solver_svd(cusolverDnHandle_t h, bool vectors, bool econ, int m, int n, K *a, int lda, R *s, K *u, int ldu, K *v, int ldv, K *room, int *info)
{
    int k = m < n ? m : n;
    K *square = room, *vt = room + k * k, *turned = vt + k * k;
    if (m >= n) {
        __solver_gesvd<K, R> __SOLVER_LAUNCH(m, n, a, lda, s, vectors ? u : NULL, ldu, !econ, vectors ? vt : NULL, k, square, info);
        if (vectors && k)
            __solver_adjoint<K> __SOLVER_LAUNCH(k, k, vt, k, v, ldv);
        return;
    }
    if (k)
        __solver_adjoint<K> __SOLVER_LAUNCH(m, n, a, lda, turned, n);
    __solver_gesvd<K, R> __SOLVER_LAUNCH(n, m, turned, n, s, vectors ? v : NULL, ldv, !econ, vectors ? vt : NULL, k, square, info);
    if (vectors && k)
        __solver_adjoint<K> __SOLVER_LAUNCH(k, k, vt, k, u, ldu);
}

static inline int __solver_low_room(int m, int n)
{
    int k = m < n ? m : n;
    return __solver_svd_room(m, n) + m * n + (m + n + 1) * k + 2;
}

/* The first `rank` singular values and vectors; A stays. residual: on the host, or NULL. */
template <typename K, typename R>
static void __solver_low(cusolverDnHandle_t h, bool want_u, bool want_v, int rank, int m, int n, const K *a, int lda, R *s, K *u, int ldu, K *v, int ldv,
                         K *room, int *info, double *residual)
{
    int k = m < n ? m : n;
    K *copy = room, *all_u = copy + m * n, *all_v = all_u + m * k, *all_s = all_v + n * k, *more = all_s + k;
    if (!k)
        return;
    cudaMemcpy2DAsync(copy, m * sizeof(K), a, lda * sizeof(K), m * sizeof(K), n, cudaMemcpyDeviceToDevice, h->stream);
    __solver_svd<K, R>(h, want_u || want_v, true, m, n, copy, m, (R *) all_s, all_u, m, all_v, n, more, info);
    cudaMemcpyAsync(s, all_s, rank * sizeof(R), cudaMemcpyDeviceToDevice, h->stream);
    if (want_u)
        cudaMemcpy2DAsync(u, ldu * sizeof(K), all_u, m * sizeof(K), m * sizeof(K), rank, cudaMemcpyDeviceToDevice, h->stream);
    if (want_v)
        cudaMemcpy2DAsync(v, ldv * sizeof(K), all_v, n * sizeof(K), n * sizeof(K), rank, cudaMemcpyDeviceToDevice, h->stream);
    if (!residual || !want_u || !want_v)
        return;
    double *there = NULL;
    cudaMalloc(&there, sizeof(double));
    __solver_residual<K, R> __SOLVER_LAUNCH(0, m, n, rank, a, lda, u, ldu, s, v, ldv, there);
    cudaStreamSynchronize(h->stream);
    cudaMemcpy(residual, there, sizeof(double), cudaMemcpyDeviceToHost);
    cudaFree(there);
}

#define __SOLVER_JACOBI_CALLS(S, T, K, R)                                                                                                        \
    __SOLVER_CALL cusolverDn##S##gesvdj_bufferSize(cusolverDnHandle_t h, cusolverEigMode_t vectors, int econ, int m, int n, const T *a, int lda, \
                                                   const R *s, const T *u, int ldu, const T *v, int ldv, int *out, gesvdjInfo_t params)          \
    {                                                                                                                                            \
        __SOLVER_CHECK(m >= 0 && n >= 0 && lda >= m);                                                                                            \
        *out = __solver_svd_room(m, n) + m * n; /* a copy, for the residual */                                                                   \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                          \
    }                                                                                                                                            \
    __SOLVER_CALL cusolverDn##S##gesvdj(cusolverDnHandle_t h, cusolverEigMode_t vectors, int econ, int m, int n, T *a, int lda, R *s, T *u,      \
                                        int ldu, T *v, int ldv, T *work, int size, int *info, gesvdjInfo_t params)                               \
    {                                                                                                                                            \
        bool wanted = vectors == CUSOLVER_EIG_MODE_VECTOR;                                                                                       \
        __SOLVER_CHECK(m >= 0 && n >= 0 && lda >= m && size >= __solver_svd_room(m, n) + m * n && (!wanted || (ldu >= m && ldv >= n)));          \
        K *copy = (K *) work + __solver_svd_room(m, n);                                                                                          \
        if (wanted && m && n)                                                                                                                    \
            cudaMemcpy2DAsync(copy, m * sizeof(K), a, lda * sizeof(K), m * sizeof(K), n, cudaMemcpyDeviceToDevice, h->stream);                   \
        __solver_svd<K, R>(h, wanted, econ, m, n, (K *) a, lda, s, (K *) u, ldu, (K *) v, ldv, (K *) work, info);                                \
        if (params)                                                                                                                              \
            params->known = wanted;                                                                                                              \
        if (params && wanted)                                                                                                                    \
            __solver_residual<K, R> __SOLVER_LAUNCH(0, m, n, m < n ? m : n, copy, m, (const K *) u, ldu, s, (const K *) v, ldv, params->residual); \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                          \
    }                                                                                                                                            \
    __SOLVER_CALL cusolverDn##S##gesvdjBatched_bufferSize(cusolverDnHandle_t h, cusolverEigMode_t vectors, int m, int n, const T *a, int lda,    \
                                                          const R *s, const T *u, int ldu, const T *v, int ldv, int *out, gesvdjInfo_t params,   \
                                                          int count)                                                                             \
    {                                                                                                                                            \
        __SOLVER_CHECK(m >= 0 && n >= 0 && m <= 32 && n <= 32 && lda >= m && count >= 0);                                                        \
        *out = __solver_svd_room(m, n);                                                                                                          \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                          \
    }                                                                                                                                            \
    __SOLVER_CALL cusolverDn##S##gesvdjBatched(cusolverDnHandle_t h, cusolverEigMode_t vectors, int m, int n, T *a, int lda, R *s, T *u,         \
                                               int ldu, T *v, int ldv, T *work, int size, int *info, gesvdjInfo_t params, int count)             \
    {                                                                                                                                            \
        __SOLVER_CHECK(m >= 0 && n >= 0 && m <= 32 && n <= 32 && lda >= m && count >= 0 && size >= __solver_svd_room(m, n));                     \
        if (params)                                                                                                                              \
            params->known = false;                                                                                                               \
        for (long i = 0; i < count; i++)                                                                                                         \
            __solver_svd<K, R>(h, vectors == CUSOLVER_EIG_MODE_VECTOR, false, m, n, (K *) a + i * lda * n, lda, s + i * (m < n ? m : n),         \
                               (K *) u + i * ldu * m, ldu, (K *) v + i * ldv * n, ldv, (K *) work, info + i);                                    \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                          \
    }                                                                                                                                            \
    __SOLVER_CALL cusolverDn##S##gesvdaStridedBatched_bufferSize(                                                                                \
        cusolverDnHandle_t h, cusolverEigMode_t vectors, int rank, int m, int n, const T *a, int lda, long long step_a, const R *s,              \
        long long step_s, const T *u, int ldu, long long step_u, const T *v, int ldv, long long step_v, int *out, int count)                     \
    {                                                                                                                                            \
        __SOLVER_CHECK(m >= 0 && n >= 0 && lda >= m && rank >= 0 && rank <= (m < n ? m : n) && count >= 0);                                      \
        *out = __solver_low_room(m, n);                                                                                                          \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                          \
    }                                                                                                                                            \
    __SOLVER_CALL cusolverDn##S##gesvdaStridedBatched(                                                                                           \
        cusolverDnHandle_t h, cusolverEigMode_t vectors, int rank, int m, int n, const T *a, int lda, long long step_a, R *s, long long step_s,  \
        T *u, int ldu, long long step_u, T *v, int ldv, long long step_v, T *work, int size, int *info, double *residuals, int count)            \
    {                                                                                                                                            \
        bool wanted = vectors == CUSOLVER_EIG_MODE_VECTOR;                                                                                       \
        __SOLVER_CHECK(m >= 0 && n >= 0 && lda >= m && rank >= 0 && rank <= (m < n ? m : n) && count >= 0 && size >= __solver_low_room(m, n));   \
        for (long long i = 0; i < count; i++)                                                                                                    \
            __solver_low<K, R>(h, wanted, wanted, rank, m, n, (const K *) a + i * step_a, lda, s + i * step_s, (K *) u + i * step_u, ldu,        \
                               (K *) v + i * step_v, ldv, (K *) work, info + i, residuals ? residuals + i : NULL);                               \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                          \
    }

__SOLVER_JACOBI_CALLS(S, float, float, float)
__SOLVER_JACOBI_CALLS(D, double, double, double)
__SOLVER_JACOBI_CALLS(C, cuComplex, __solver_complex<float>, float)
__SOLVER_JACOBI_CALLS(Z, cuDoubleComplex, __solver_complex<double>, double)

/* call(K, R): the numbers of a type as kernels take them. */
#define __SOLVER_KERNEL_TYPE(type, call)                              \
    switch (type) {                                                   \
    case CUDA_R_32F: call(float, float) break;                        \
    case CUDA_R_64F: call(double, double) break;                      \
    case CUDA_C_32F: call(__solver_complex<float>, float) break;      \
    case CUDA_C_64F: call(__solver_complex<double>, double) break;    \
    default: return CUSOLVER_STATUS_NOT_SUPPORTED;                    \
    }

static inline size_t __solver_type_size(cudaDataType type)
{
    return type == CUDA_R_32F ? 4 : type == CUDA_C_64F ? 16 : type == CUDA_R_64F || type == CUDA_C_32F ? 8 : 0;
}

static inline cusolverStatus_t __solver_room(cusolverDnHandle_t h, bool fits, cudaDataType type, size_t count, size_t *device, size_t *host)
{
    __SOLVER_CHECK(fits);
    if (!__solver_type_size(type))
        return CUSOLVER_STATUS_NOT_SUPPORTED;
    *device = count * __solver_type_size(type);
    *host = 0;
    return CUSOLVER_STATUS_SUCCESS;
}

__SOLVER_CALL cusolverDnXgesvdp_bufferSize(cusolverDnHandle_t h, cusolverDnParams_t params, cusolverEigMode_t vectors, int econ, int64_t m, int64_t n,
                                           cudaDataType type, const void *a, int64_t lda, cudaDataType type_s, const void *s, cudaDataType type_u,
                                           const void *u, int64_t ldu, cudaDataType type_v, const void *v, int64_t ldv, cudaDataType compute,
                                           size_t *device, size_t *host)
{
    return __solver_room(h, m >= 0 && n >= 0 && lda >= m, type, __solver_svd_room(m, n), device, host);
}

/* The matrix is not perturbed, so the singular values are off by nothing more than rounding. */
__SOLVER_CALL cusolverDnXgesvdp(cusolverDnHandle_t h, cusolverDnParams_t params, cusolverEigMode_t vectors, int econ, int64_t m, int64_t n,
                                cudaDataType type, void *a, int64_t lda, cudaDataType type_s, void *s, cudaDataType type_u, void *u, int64_t ldu,
                                cudaDataType type_v, void *v, int64_t ldv, cudaDataType compute, void *work, size_t bytes, void *host_work,
                                size_t host_bytes, int *info, double *error)
{
    __SOLVER_CHECK(m >= 0 && n >= 0 && lda >= m && bytes >= __solver_svd_room(m, n) * __solver_type_size(type));
#define __SOLVER_ONE(K, R)                                                                                                                          \
    __solver_svd<K, R>(h, vectors == CUSOLVER_EIG_MODE_VECTOR, econ, m, n, (K *) a, lda, (R *) s, (K *) u, ldu, (K *) v, ldv, (K *) work, info);
    __SOLVER_KERNEL_TYPE(type, __SOLVER_ONE)
#undef __SOLVER_ONE
    if (error)
        *error = 0;
    return CUSOLVER_STATUS_SUCCESS;
}

__SOLVER_CALL cusolverDnXgesvdr_bufferSize(cusolverDnHandle_t h, cusolverDnParams_t params, signed char jobu, signed char jobv, int64_t m, int64_t n,
                                           int64_t k, int64_t p, int64_t rounds, cudaDataType type, const void *a, int64_t lda, cudaDataType type_s,
                                           const void *s, cudaDataType type_u, const void *u, int64_t ldu, cudaDataType type_v, const void *v,
                                           int64_t ldv, cudaDataType compute, size_t *device, size_t *host)
{
    int64_t least = m < n ? m : n;
    return __solver_room(h, m >= 0 && n >= 0 && lda >= m && k >= 0 && p >= 0 && k + p <= least, type, __solver_low_room(m, n), device, host);
}

/* All singular values are found, and the k largest given: no less exact than those of a random subspace. */
__SOLVER_CALL cusolverDnXgesvdr(cusolverDnHandle_t h, cusolverDnParams_t params, signed char jobu, signed char jobv, int64_t m, int64_t n, int64_t k,
                                int64_t p, int64_t rounds, cudaDataType type, void *a, int64_t lda, cudaDataType type_s, void *s, cudaDataType type_u,
                                void *u, int64_t ldu, cudaDataType type_v, void *v, int64_t ldv, cudaDataType compute, void *work, size_t bytes,
                                void *host_work, size_t host_bytes, int *info)
{
    int64_t least = m < n ? m : n;
    __SOLVER_CHECK(m >= 0 && n >= 0 && lda >= m && k >= 0 && p >= 0 && k + p <= least && bytes >= __solver_low_room(m, n) * __solver_type_size(type));
#define __SOLVER_ONE(K, R)                                                                                                                        \
    __solver_low<K, R>(h, jobu == 'S', jobv == 'S', k, m, n, (const K *) a, lda, (R *) s, (K *) u, ldu, (K *) v, ldv, (K *) work, info, NULL);
    __SOLVER_KERNEL_TYPE(type, __SOLVER_ONE)
#undef __SOLVER_ONE
    return CUSOLVER_STATUS_SUCCESS;
}

/* ---- chosen eigenvalues: all are found, and those wanted come first ---- */

template <typename V, typename R> __global__ void __solver_front(int n, int from, int count, V *a, int lda, R *w, int vectors)
{
    for (int i = threadIdx.x; i < n && vectors; i += blockDim.x)
        for (int j = 0; j < count; j++)
            a[i + (long) j * lda] = a[i + (long) (from + j) * lda];
    for (int j = 0; j < count && !threadIdx.x; j++)
        w[j] = w[from + j];
}

/* Those from il to iu, or in the interval (vl, vu]. */
template <typename V, typename R>
static cusolverStatus_t __solver_choose(cusolverDnHandle_t h, cusolverEigMode_t vectors, cusolverEigRange_t range, int n, V *a, int lda, R vl, R vu, int il,
                                        int iu, int *found, R *w)
{
    int from = 0, to = n;
    if (range == CUSOLVER_EIG_RANGE_I) {
        from = il - 1;
        to = iu;
    } else if (range == CUSOLVER_EIG_RANGE_V) {
        R *here = (R *) malloc((n + 1) * sizeof(R));
        cudaStreamSynchronize(h->stream);
        cudaMemcpy(here, w, n * sizeof(R), cudaMemcpyDeviceToHost);
        while (from < n && !(here[from] > vl))
            from++;
        to = from;
        while (to < n && here[to] <= vu)
            to++;
        free(here);
    }
    *found = to - from;
    if (from > 0 && to > from)
        __solver_front<V, R> __SOLVER_LAUNCH(n, from, to - from, a, lda, w, vectors == CUSOLVER_EIG_MODE_VECTOR);
    return CUSOLVER_STATUS_SUCCESS;
}

static inline bool __solver_range_fits(cusolverEigRange_t range, int n, double vl, double vu, int il, int iu)
{
    return range == CUSOLVER_EIG_RANGE_ALL || (range == CUSOLVER_EIG_RANGE_I && (!n || (il >= 1 && il <= iu && iu <= n))) ||
           (range == CUSOLVER_EIG_RANGE_V && vl < vu);
}

#define __SOLVER_CHOSEN_CALLS(E, V, R)                                                                                                          \
    __SOLVER_CALL cusolverDn##E##evdx_bufferSize(cusolverDnHandle_t h, cusolverEigMode_t vectors, cusolverEigRange_t range,                     \
                                                 cublasFillMode_t fill, int n, const V *a, int lda, R vl, R vu, int il, int iu, int *found,     \
                                                 const R *w, int *out)                                                                          \
    {                                                                                                                                           \
        return cusolverDn##E##evd_bufferSize(h, vectors, fill, n, a, lda, w, out);                                                              \
    }                                                                                                                                           \
    __SOLVER_CALL cusolverDn##E##evdx(cusolverDnHandle_t h, cusolverEigMode_t vectors, cusolverEigRange_t range, cublasFillMode_t fill, int n,  \
                                      V *a, int lda, R vl, R vu, int il, int iu, int *found, R *w, V *work, int size, int *info)                \
    {                                                                                                                                           \
        __SOLVER_CHECK(__solver_range_fits(range, n, vl, vu, il, iu));                                                                          \
        cusolverStatus_t status = cusolverDn##E##evd(h, vectors, fill, n, a, lda, w, work, size, info);                                         \
        return status ? status : __solver_choose<V, R>(h, vectors, range, n, a, lda, vl, vu, il, iu, found, w);                                 \
    }
__SOLVER_CHOSEN_CALLS(Ssy, float, float)
__SOLVER_CHOSEN_CALLS(Dsy, double, double)
__SOLVER_CHOSEN_CALLS(Che, cuComplex, float)
__SOLVER_CHOSEN_CALLS(Zhe, cuDoubleComplex, double)

#define __SOLVER_GENERAL_CALLS(S, T)                                                                                                              \
    __SOLVER_CALL cusolverDn##S##sygvdx_bufferSize(cusolverDnHandle_t h, cusolverEigType_t kind, cusolverEigMode_t vectors,                       \
                                                   cusolverEigRange_t range, cublasFillMode_t fill, int n, const T *a, int lda, const T *b,       \
                                                   int ldb, T vl, T vu, int il, int iu, int *found, const T *w, int *out)                         \
    {                                                                                                                                             \
        return __solver_sygvd_size<T>(h, kind, n, lda, ldb, out);                                                                                 \
    }                                                                                                                                             \
    __SOLVER_CALL cusolverDn##S##sygvdx(cusolverDnHandle_t h, cusolverEigType_t kind, cusolverEigMode_t vectors, cusolverEigRange_t range,        \
                                        cublasFillMode_t fill, int n, T *a, int lda, T *b, int ldb, T vl, T vu, int il, int iu, int *found, T *w, \
                                        T *work, int size, int *info)                                                                             \
    {                                                                                                                                             \
        __SOLVER_CHECK(__solver_range_fits(range, n, vl, vu, il, iu));                                                                            \
        cusolverStatus_t status = __solver_sygvd<T>(h, kind, vectors, fill, n, a, lda, b, ldb, w, work, size, info);                              \
        return status ? status : __solver_choose<T, T>(h, vectors, range, n, a, lda, vl, vu, il, iu, found, w);                                   \
    }                                                                                                                                             \
    __SOLVER_CALL cusolverDn##S##sygvj_bufferSize(cusolverDnHandle_t h, cusolverEigType_t kind, cusolverEigMode_t vectors,                        \
                                                  cublasFillMode_t fill, int n, const T *a, int lda, const T *b, int ldb, const T *w, int *out,   \
                                                  syevjInfo_t params)                                                                             \
    {                                                                                                                                             \
        return __solver_sygvd_size<T>(h, kind, n, lda, ldb, out) || (*out += n * n, 0) ? CUSOLVER_STATUS_INVALID_VALUE : CUSOLVER_STATUS_SUCCESS; \
    }                                                                                                                                             \
    __SOLVER_CALL cusolverDn##S##sygvj(cusolverDnHandle_t h, cusolverEigType_t kind, cusolverEigMode_t vectors, cublasFillMode_t fill, int n,     \
                                       T *a, int lda, T *b, int ldb, T *w, T *work, int size, int *info, syevjInfo_t params)                      \
    {                                                                                                                                             \
        int upper = fill == CUBLAS_FILL_MODE_UPPER, *eigen = (int *) (work + n * n + 1);                                                          \
        T *copy = work + n * n + 2;                                                                                                               \
        __SOLVER_CHECK(n >= 0 && lda >= n && ldb >= n && kind >= 1 && kind <= 3 && params && size >= 2 * n * n + 2);                              \
        __solver_potrf<T> __SOLVER_LAUNCH(upper, n, b, ldb, info);                                                                                \
        __solver_sygst<T> __SOLVER_LAUNCH(kind, upper, n, a, lda, b, ldb, info);                                                                  \
        params->known = vectors == CUSOLVER_EIG_MODE_VECTOR && n > 0;                                                                             \
        if (params->known)                                                                                                                        \
            cudaMemcpy2DAsync(copy, n * sizeof(T), a, lda * sizeof(T), n * sizeof(T), n, cudaMemcpyDeviceToDevice, h->stream);                    \
        __solver_heevd<T, T> __SOLVER_LAUNCH(vectors, upper, n, a, lda, w, work, eigen);                                                          \
        if (params->known)                                                                                                                        \
            __solver_residual<T, T> __SOLVER_LAUNCH(upper ? 2 : 1, n, n, n, copy, n, a, lda, w, (const T *) NULL, 0, params->residual);           \
        __solver_sygvec<T> __SOLVER_LAUNCH(kind, vectors, upper, n, a, lda, b, ldb, eigen, info);                                                 \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                           \
    }
__SOLVER_GENERAL_CALLS(S, float)
__SOLVER_GENERAL_CALLS(D, double)

__SOLVER_CALL cusolverDnXsyevdx_bufferSize(cusolverDnHandle_t h, cusolverDnParams_t params, cusolverEigMode_t vectors, cusolverEigRange_t range,
                                           cublasFillMode_t fill, int64_t n, cudaDataType type, const void *a, int64_t lda, void *vl, void *vu,
                                           int64_t il, int64_t iu, int64_t *found, cudaDataType type_w, const void *w, cudaDataType compute,
                                           size_t *device, size_t *host)
{
    return cusolverDnXsyevd_bufferSize(h, params, vectors, fill, n, type, a, lda, type_w, w, compute, device, host);
}

__SOLVER_CALL cusolverDnXsyevdx(cusolverDnHandle_t h, cusolverDnParams_t params, cusolverEigMode_t vectors, cusolverEigRange_t range,
                                cublasFillMode_t fill, int64_t n, cudaDataType type, void *a, int64_t lda, void *vl, void *vu, int64_t il, int64_t iu,
                                int64_t *found, cudaDataType type_w, void *w, cudaDataType compute, void *work, size_t bytes, void *host_work,
                                size_t host_bytes, int *info)
{
    int count = 0;
    cusolverStatus_t status;
    bool by_value = range == CUSOLVER_EIG_RANGE_V;
#define __SOLVER_ONE(S, T, R, E)                                                                                                                       \
    {                                                                                                                                                  \
        status = cusolverDn##E##evdx(h, vectors, range, fill, n, (T *) a, lda, by_value ? *(R *) vl : R(0), by_value ? *(R *) vu : R(0), il, iu,       \
                                     &count, (R *) w, (T *) work, (int) (bytes / sizeof(T)), info);                                                    \
        break;                                                                                                                                         \
    }
    __SOLVER_BY_TYPE(type, __SOLVER_ONE)
#undef __SOLVER_ONE
    *found = count;
    return status;
}

/* ---- eigenvalues of general matrices ---- */

/* Out of complex numbers. R: W is 2 n real numbers, all the real parts first, and of a pair of conjugated vectors there are the real and the imaginary part. */
template <typename C, typename R> __global__ void __solver_pairs(int n, const C *w, const C *v, int *order, R *w_out, R *v_out, int ldv)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        order[i] = 0;
    __syncthreads();
    for (int i = 0, to = 0; i < n && !threadIdx.x; i++) { /* order[n + k]: what comes k-th */
        if (order[i])
            continue;
        int other = -1;
        for (int k = i + 1; k < n && w[i].y != 0; k++)
            if (!order[k] && w[k].y * w[i].y < 0 &&
                (other < 0 || hypot(w[k].x - w[i].x, w[k].y + w[i].y) < hypot(w[other].x - w[i].x, w[other].y + w[i].y)))
                other = k;
        int first = other >= 0 && w[i].y < 0 ? other : i;
        order[i] = 1;
        order[n + to++] = first;
        if (other >= 0) {
            order[other] = 1;
            order[n + to++] = first == i ? other : i;
        }
    }
    __syncthreads();
    for (int k = threadIdx.x; k < n; k += blockDim.x) {
        int from = order[n + k];
        bool second = w[from].y < 0 && k > 0;
        w_out[k] = w[from].x;
        w_out[n + k] = w[from].y;
        for (int i = 0; i < n && v_out; i++)
            v_out[i + (long) k * ldv] = second ? v[i + (long) order[n + k - 1] * n].y : v[i + (long) from * n].x;
    }
}

/* The numbers of complex type that a call needs. */
static inline size_t __solver_geev_room(int64_t n)
{
    return n * n /* the matrix */ + n * n /* vectors */ + n + (2 * n + 2) * n + n + 1;
}

static inline cusolverStatus_t __solver_geev_fits(cusolverDnHandle_t h, cusolverEigMode_t left, int64_t n, cudaDataType type, int64_t lda,
                                                  cudaDataType type_w, cudaDataType type_v)
{
    __SOLVER_CHECK(n >= 0 && lda >= (n > 1 ? n : 1) && left == CUSOLVER_EIG_MODE_NOVECTOR);
    bool single = type == CUDA_R_32F || type == CUDA_C_32F;
    cudaDataType wide = single ? CUDA_C_32F : CUDA_C_64F;
    return __solver_type_size(type) && (type_w == type || type_w == wide) && type_v == type ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_NOT_SUPPORTED;
}

__SOLVER_CALL cusolverDnXgeev_bufferSize(cusolverDnHandle_t h, cusolverDnParams_t params, cusolverEigMode_t left, cusolverEigMode_t right, int64_t n,
                                         cudaDataType type, const void *a, int64_t lda, cudaDataType type_w, const void *w, cudaDataType type_vl,
                                         const void *vl, int64_t ldvl, cudaDataType type_vr, const void *vr, int64_t ldvr, cudaDataType compute,
                                         size_t *device, size_t *host)
{
    *host = 0;
    *device = __solver_geev_room(n) * (type == CUDA_R_32F || type == CUDA_C_32F ? sizeof(cuComplex) : sizeof(cuDoubleComplex));
    return __solver_geev_fits(h, left, n, type, lda, type_w, type_vr);
}

template <typename T, typename C, typename R>
static cusolverStatus_t __solver_run_geev(cusolverDnHandle_t h, bool vectors, int n, const T *a, int lda, void *w, bool complex_w, T *vr, int ldvr,
                                          void *work, int *info)
{
    C *copy = (C *) work, *v = copy + n * n, *found = v + n * n, *more = found + n;
    int *order = (int *) (more + (2 * n + 2) * n);
    if (!n)
        return CUSOLVER_STATUS_SUCCESS;
    cudaMemcpy2DAsync(copy, n * sizeof(T), a, lda * sizeof(T), n * sizeof(T), n, cudaMemcpyDeviceToDevice, h->stream);
    __solver_geev<T, C, R> __SOLVER_LAUNCH(vectors, n, (const T *) copy, found, v, more, info);
    if (sizeof(T) == sizeof(C)) {
        cudaMemcpyAsync(w, found, n * sizeof(C), cudaMemcpyDeviceToDevice, h->stream);
        if (vectors)
            cudaMemcpy2DAsync(vr, ldvr * sizeof(C), v, n * sizeof(C), n * sizeof(C), n, cudaMemcpyDeviceToDevice, h->stream);
        return CUSOLVER_STATUS_SUCCESS;
    }
    R *parts = complex_w ? (R *) more : (R *) w;
    __solver_pairs<C, R> __SOLVER_LAUNCH(n, found, v, order, parts, vectors ? (R *) vr : NULL, ldvr);
    if (complex_w) { /* in the order of the vectors */
        cudaMemcpy2DAsync(w, 2 * sizeof(R), parts, sizeof(R), sizeof(R), n, cudaMemcpyDeviceToDevice, h->stream);
        cudaMemcpy2DAsync((R *) w + 1, 2 * sizeof(R), parts + n, sizeof(R), sizeof(R), n, cudaMemcpyDeviceToDevice, h->stream);
    }
    return CUSOLVER_STATUS_SUCCESS;
}

__SOLVER_CALL cusolverDnXgeev(cusolverDnHandle_t h, cusolverDnParams_t params, cusolverEigMode_t left, cusolverEigMode_t right, int64_t n,
                              cudaDataType type, void *a, int64_t lda, cudaDataType type_w, void *w, cudaDataType type_vl, void *vl, int64_t ldvl,
                              cudaDataType type_vr, void *vr, int64_t ldvr, cudaDataType compute, void *work, size_t bytes, void *host_work,
                              size_t host_bytes, int *info)
{
    cusolverStatus_t status = __solver_geev_fits(h, left, n, type, lda, type_w, type_vr);
    bool vectors = right == CUSOLVER_EIG_MODE_VECTOR, complex_w = type_w != type;
    if (status)
        return status;
    __SOLVER_CHECK(!vectors || ldvr >= n);
    switch (type) {
    case CUDA_R_32F: return __solver_run_geev<float, cuComplex, float>(h, vectors, n, (const float *) a, lda, w, complex_w, (float *) vr, ldvr, work, info);
    case CUDA_R_64F:
        return __solver_run_geev<double, cuDoubleComplex, double>(h, vectors, n, (const double *) a, lda, w, complex_w, (double *) vr, ldvr, work, info);
    case CUDA_C_32F:
        return __solver_run_geev<cuComplex, cuComplex, float>(h, vectors, n, (const cuComplex *) a, lda, w, true, (cuComplex *) vr, ldvr, work, info);
    default:
        return __solver_run_geev<cuDoubleComplex, cuDoubleComplex, double>(h, vectors, n, (const cuDoubleComplex *) a, lda, w, true,
                                                                           (cuDoubleComplex *) vr, ldvr, work, info);
    }
}

/* ---- inverses of triangles ---- */

/* b = the unit matrix; info: 0, or the first element of the diagonal, from 1, that is 0. */
template <typename K> __global__ void __solver_trtri_begin(int unit, int n, const K *a, int lda, K *b, int *info)
{
    for (long e = threadIdx.x; e < (long) n * n; e += blockDim.x)
        b[e] = K(e % n == e / n);
    if (threadIdx.x)
        return;
    *info = 0;
    for (int i = 0; i < n && !unit && !*info; i++)
        if (a[i + (long) i * lda] == K(0))
            *info = i + 1;
}

template <typename K> __global__ void __solver_trtri_end(int upper, int unit, int n, K *a, int lda, const K *b, const int *info)
{
    for (long e = threadIdx.x; e < (long) n * n && !*info; e += blockDim.x) {
        int i = e % n, j = e / n;
        if (i == j ? !unit : upper ? i < j : i > j)
            a[i + (long) j * lda] = b[e];
    }
}

__SOLVER_CALL cusolverDnXtrtri_bufferSize(cusolverDnHandle_t h, cublasFillMode_t fill, cublasDiagType_t diagonal, int64_t n, cudaDataType type, void *a,
                                          int64_t lda, size_t *device, size_t *host)
{
    return __solver_room(h, n >= 0 && lda >= (n > 1 ? n : 1), type, n * n + 1, device, host);
}

__SOLVER_CALL cusolverDnXtrtri(cusolverDnHandle_t h, cublasFillMode_t fill, cublasDiagType_t diagonal, int64_t n, cudaDataType type, void *a,
                               int64_t lda, void *work, size_t bytes, void *host_work, size_t host_bytes, int *info)
{
    struct cublasContext blas = {};
    cublasStatus_t solved = CUBLAS_STATUS_SUCCESS;
    bool upper = fill == CUBLAS_FILL_MODE_UPPER, unit = diagonal == CUBLAS_DIAG_UNIT;
    __SOLVER_CHECK(n >= 0 && lda >= (n > 1 ? n : 1) && bytes >= n * n * __solver_type_size(type));
    blas.stream = h->stream;
#define __SOLVER_ONE(K, R) __solver_trtri_begin<K> __SOLVER_LAUNCH(unit, n, (const K *) a, lda, (K *) work, info);
    __SOLVER_KERNEL_TYPE(type, __SOLVER_ONE)
#undef __SOLVER_ONE
    if (type == CUDA_R_32F || type == CUDA_R_64F) {
        float f = 1;
        double d = 1;
        solved = type == CUDA_R_32F ? cublasStrsm(&blas, CUBLAS_SIDE_LEFT, fill, CUBLAS_OP_N, diagonal, n, n, &f, (const float *) a, lda, (float *) work, n)
                                    : cublasDtrsm(&blas, CUBLAS_SIDE_LEFT, fill, CUBLAS_OP_N, diagonal, n, n, &d, (const double *) a, lda, (double *) work, n);
    } else if (type == CUDA_C_32F) {
        cuComplex one = {1, 0};
        solved = cublasCtrsm(&blas, CUBLAS_SIDE_LEFT, fill, CUBLAS_OP_N, diagonal, n, n, &one, (const cuComplex *) a, lda, (cuComplex *) work, n);
    } else {
        cuDoubleComplex one = {1, 0};
        solved = cublasZtrsm(&blas, CUBLAS_SIDE_LEFT, fill, CUBLAS_OP_N, diagonal, n, n, &one, (const cuDoubleComplex *) a, lda, (cuDoubleComplex *) work, n);
    }
#define __SOLVER_ONE(K, R) __solver_trtri_end<K> __SOLVER_LAUNCH(upper, unit, n, (K *) a, lda, (const K *) work, info);
    __SOLVER_KERNEL_TYPE(type, __SOLVER_ONE)
#undef __SOLVER_ONE
    return solved == CUBLAS_STATUS_SUCCESS ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_EXECUTION_FAILED;
}

/* ---- batches of Cholesky factors: arrays of pointers on the device ---- */

template <typename K> static K **__solver_pointers(cusolverDnHandle_t h, K *const *there, int count)
{
    K **here = (K **) malloc((count + 1) * sizeof(K *));
    cudaMemcpyAsync(here, there, count * sizeof(K *), cudaMemcpyDeviceToHost, h->stream);
    cudaStreamSynchronize(h->stream);
    return here;
}

#define __SOLVER_BATCHED_CALLS(S, T, K)                                                                                                         \
    __SOLVER_CALL cusolverDn##S##potrfBatched(cusolverDnHandle_t h, cublasFillMode_t fill, int n, T *as[], int lda, int *infos, int count)      \
    {                                                                                                                                           \
        __SOLVER_CHECK(n >= 0 && lda >= (n > 1 ? n : 1) && count >= 0);                                                                         \
        K **a = __solver_pointers<K>(h, (K *const *) as, count);                                                                                \
        for (int i = 0; i < count; i++)                                                                                                         \
            __solver_potrf<K> __SOLVER_LAUNCH(fill == CUBLAS_FILL_MODE_UPPER, n, a[i], lda, infos + i);                                         \
        free(a);                                                                                                                                \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                         \
    }                                                                                                                                           \
    __SOLVER_CALL cusolverDn##S##potrsBatched(cusolverDnHandle_t h, cublasFillMode_t fill, int n, int columns, T *as[], int lda, T *bs[],       \
                                              int ldb, int *info, int count)                                                                    \
    {                                                                                                                                           \
        __SOLVER_CHECK(n >= 0 && columns == 1 && lda >= (n > 1 ? n : 1) && ldb >= (n > 1 ? n : 1) && count >= 0);                               \
        K **a = __solver_pointers<K>(h, (K *const *) as, count), **b = __solver_pointers<K>(h, (K *const *) bs, count);                         \
        for (int i = 0; i < count; i++)                                                                                                         \
            __solver_potrs<K> __SOLVER_LAUNCH(fill == CUBLAS_FILL_MODE_UPPER, n, 1, (const K *) a[i], lda, b[i], ldb);                          \
        free(a);                                                                                                                                \
        free(b);                                                                                                                                \
        cudaMemsetAsync(info, 0, sizeof(int), h->stream);                                                                                       \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                         \
    }
__SOLVER_BATCHED_CALLS(S, float, float)
__SOLVER_BATCHED_CALLS(D, double, double)
__SOLVER_BATCHED_CALLS(C, cuComplex, __solver_complex<float>)
__SOLVER_BATCHED_CALLS(Z, cuDoubleComplex, __solver_complex<double>)

/* ---- solutions by refinement: a factor in single precision, residuals in double ---- */

__host__ __device__ inline void __solver_cast(float *to, double v) { *to = (float) v; }
__host__ __device__ inline void __solver_cast(double *to, float v) { *to = v; }
__device__ inline void __solver_cast(__solver_complex<float> *to, __solver_complex<double> v) { *to = __solver_complex<float>((float) v.x, (float) v.y); }
__device__ inline void __solver_cast(__solver_complex<double> *to, __solver_complex<float> v) { *to = __solver_complex<double>(v.x, v.y); }

template <typename F, typename T> __global__ void __solver_convert(int m, int n, const F *from, int ld_from, T *to, int ld_to, int add)
{
    for (long e = threadIdx.x; e < (long) m * n; e += blockDim.x) {
        T v, *at = to + e % m + e / m * ld_to;
        __solver_cast(&v, from[e % m + e / m * ld_from]);
        *at = add ? *at + v : v;
    }
}

/* r = b - A x; norms: the largest of |r|, |x|, and the rows' sums of |A|. */
template <typename K>
__global__ void __solver_rest(int n, int count, const K *a, int lda, const K *b, int ldb, const K *x, int ldx, K *r, double *norms)
{
    __shared__ double best[3][__SOLVER_THREADS];
    double most[3] = {0, 0, 0};
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        double row = 0;
        for (int k = 0; k < n; k++)
            row += __solver_size(a[i + (long) k * lda]);
        most[2] = fmax(most[2], row);
        for (int j = 0; j < count; j++) {
            K sum = b[i + (long) j * ldb];
            for (int k = 0; k < n; k++)
                sum -= a[i + (long) k * lda] * x[k + (long) j * ldx];
            r[i + (long) j * n] = sum;
            double size = __solver_size(sum);
            most[0] = size <= most[0] ? most[0] : size; /* nan stays */
            most[1] = fmax(most[1], (double) __solver_size(x[i + (long) j * ldx]));
        }
    }
    for (int k = 0; k < 3; k++)
        best[k][threadIdx.x] = most[k];
    __syncthreads();
    for (int k = threadIdx.x; k < 3; k += blockDim.x) {
        double top = 0;
        for (int t = 0; t < blockDim.x; t++)
            top = best[k][t] <= top ? top : best[k][t];
        norms[k] = top;
    }
}

enum { __SOLVER_REFINEMENTS = 50 };

static inline size_t __solver_refine_bytes(size_t n, size_t count, size_t each)
{
    return n * n * each + 2 * n * count * each + n * sizeof(int) + 128;
}

/* Directly, in A. */
template <typename K>
static void __solver_direct(cusolverDnHandle_t h, int n, int count, K *a, int lda, int *pivots, const K *b, int ldb, K *x, int ldx, int *info)
{
    cudaMemcpy2DAsync(x, ldx * sizeof(K), b, ldb * sizeof(K), n * sizeof(K), count, cudaMemcpyDeviceToDevice, h->stream);
    __solver_getrf<K> __SOLVER_LAUNCH(n, n, a, lda, pivots, info);
    __solver_getrs<K> __SOLVER_LAUNCH(0, n, count, (const K *) a, lda, pivots, x, ldx);
}

/* rounds: how many corrections there were; negative: they did not converge, and the solution was found directly (or was not to be, without `fallback`). */
template <typename K, typename L>
static cusolverStatus_t __solver_refine(cusolverDnHandle_t h, int n, int count, K *a, int lda, int *pivots, const K *b, int ldb, K *x, int ldx, void *work,
                                        double tolerance, int most, bool fallback, int *rounds, int *info)
{
    L *factor = (L *) work, *short_x = factor + (long) n * n;
    K *r = (K *) (((size_t) (short_x + (long) n * count) + 15) / 16 * 16);
    double norms[3], *there = (double *) (((size_t) (r + (long) n * count) + 15) / 16 * 16);
    int broken = 0;
    __solver_convert<K, L> __SOLVER_LAUNCH(n, n, (const K *) a, lda, factor, n, 0);
    __solver_convert<K, L> __SOLVER_LAUNCH(n, count, b, ldb, short_x, n, 0);
    __solver_getrf<L> __SOLVER_LAUNCH(n, n, factor, n, pivots, info);
    cudaStreamSynchronize(h->stream);
    cudaMemcpy(&broken, info, sizeof broken, cudaMemcpyDeviceToHost);
    for (int round = 0; !broken && round <= most; round++) {
        __solver_getrs<L> __SOLVER_LAUNCH(0, n, count, (const L *) factor, n, pivots, short_x, n);
        __solver_convert<L, K> __SOLVER_LAUNCH(n, count, (const L *) short_x, n, x, ldx, round > 0);
        __solver_rest<K> __SOLVER_LAUNCH(n, count, (const K *) a, lda, b, ldb, (const K *) x, ldx, r, there);
        cudaStreamSynchronize(h->stream);
        cudaMemcpy(norms, there, sizeof norms, cudaMemcpyDeviceToHost);
        if (norms[0] <= norms[1] * norms[2] * tolerance) {
            *rounds = round;
            return CUSOLVER_STATUS_SUCCESS;
        }
        __solver_convert<K, L> __SOLVER_LAUNCH(n, count, (const K *) r, n, short_x, n, 0);
    }
    *rounds = broken ? -3 : -most - 1;
    if (fallback)
        __solver_direct<K>(h, n, count, a, lda, pivots, b, ldb, x, ldx, info);
    return CUSOLVER_STATUS_SUCCESS;
}

static inline bool __solver_gesv_fits(int n, int count, int lda, int ldb, int ldx)
{
    int least = n > 1 ? n : 1;
    return n >= 0 && count >= 0 && lda >= least && ldb >= least && ldx >= least;
}

/* x = inverse of the upper triangle of A times x; info: 0, or the first element of the diagonal, from 1, that is 0. */
template <typename K> __global__ void __solver_back(int n, int count, const K *a, int lda, K *x, int ldx, int *info)
{
    for (int i = n - 1; i >= 0 && !threadIdx.x; i--)
        if (a[i + (long) i * lda] == K(0))
            *info = i + 1;
    for (int j = threadIdx.x; j < count; j += blockDim.x)
        for (int i = n - 1; i >= 0; i--) {
            K sum = x[i + (long) j * ldx];
            for (int k = i + 1; k < n; k++)
                sum -= a[i + (long) k * lda] * x[k + (long) j * ldx];
            x[i + (long) j * ldx] = sum / a[i + (long) i * lda];
        }
}

/* min |b - A x| by QR, m >= n. work: taus, a copy of B, and one number. */
template <typename K>
static void __solver_gels(cusolverDnHandle_t h, int m, int n, int count, K *a, int lda, const K *b, int ldb, K *x, int ldx, K *work, int *info)
{
    K *taus = work, *copy = work + n;
    cudaMemcpy2DAsync(copy, m * sizeof(K), b, ldb * sizeof(K), m * sizeof(K), count, cudaMemcpyDeviceToDevice, h->stream);
    __solver_geqrf<K> __SOLVER_LAUNCH(m, n, a, lda, taus, info);
    __solver_ormqr<K> __SOLVER_LAUNCH(1, m, count, n, (const K *) a, lda, (const K *) taus, copy, m, info);
    __solver_back<K> __SOLVER_LAUNCH(n, count, (const K *) a, lda, copy, m, info);
    cudaMemcpy2DAsync(x, ldx * sizeof(K), copy, m * sizeof(K), n * sizeof(K), count, cudaMemcpyDeviceToDevice, h->stream);
}

#define __SOLVER_REFINED_CALLS(SL, T, K, L, refined)                                                                                              \
    __SOLVER_CALL cusolverDn##SL##gesv_bufferSize(cusolverDnHandle_t h, cusolver_int_t n, cusolver_int_t count, T *a, cusolver_int_t lda,         \
                                                  cusolver_int_t *pivots, T *b, cusolver_int_t ldb, T *x, cusolver_int_t ldx, void *work,         \
                                                  size_t *bytes)                                                                                  \
    {                                                                                                                                             \
        __SOLVER_CHECK(__solver_gesv_fits(n, count, lda, ldb, ldx));                                                                              \
        *bytes = __solver_refine_bytes(n, count, sizeof(K));                                                                                      \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                           \
    }                                                                                                                                             \
    __SOLVER_CALL cusolverDn##SL##gesv(cusolverDnHandle_t h, cusolver_int_t n, cusolver_int_t count, T *a, cusolver_int_t lda,                    \
                                       cusolver_int_t *pivots, T *b, cusolver_int_t ldb, T *x, cusolver_int_t ldx, void *work, size_t bytes,      \
                                       cusolver_int_t *rounds, cusolver_int_t *info)                                                              \
    {                                                                                                                                             \
        __SOLVER_CHECK(__solver_gesv_fits(n, count, lda, ldb, ldx) && rounds && bytes >= __solver_refine_bytes(n, count, sizeof(K)));             \
        *rounds = 0;                                                                                                                              \
        if (refined && n && count)                                                                                                                \
            return __solver_refine<K, L>(h, n, count, (K *) a, lda, pivots, (const K *) b, ldb, (K *) x, ldx, work,                               \
                                         2.2e-16 * sqrt((double) n), __SOLVER_REFINEMENTS, true, rounds, info);                                   \
        __solver_direct<K>(h, n, count, (K *) a, lda, pivots, (const K *) b, ldb, (K *) x, ldx, info);                                            \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                           \
    }                                                                                                                                             \
    __SOLVER_CALL cusolverDn##SL##gels_bufferSize(cusolverDnHandle_t h, cusolver_int_t m, cusolver_int_t n, cusolver_int_t count, T *a,           \
                                                  cusolver_int_t lda, T *b, cusolver_int_t ldb, T *x, cusolver_int_t ldx, void *work,             \
                                                  size_t *bytes)                                                                                  \
    {                                                                                                                                             \
        __SOLVER_CHECK(m >= n && n >= 0 && count >= 0 && lda >= m && ldb >= m && ldx >= n);                                                       \
        *bytes = ((size_t) n + (size_t) m * count + 1) * sizeof(K);                                                                               \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                           \
    }                                                                                                                                             \
    __SOLVER_CALL cusolverDn##SL##gels(cusolverDnHandle_t h, cusolver_int_t m, cusolver_int_t n, cusolver_int_t count, T *a, cusolver_int_t lda,  \
                                       T *b, cusolver_int_t ldb, T *x, cusolver_int_t ldx, void *work, size_t bytes, cusolver_int_t *rounds,      \
                                       cusolver_int_t *info)                                                                                      \
    {                                                                                                                                             \
        __SOLVER_CHECK(m >= n && n >= 0 && count >= 0 && lda >= m && ldb >= m && ldx >= n && rounds &&                                            \
                       bytes >= ((size_t) n + (size_t) m * count + 1) * sizeof(K));                                                               \
        *rounds = 0;                                                                                                                              \
        __solver_gels<K>(h, m, n, count, (K *) a, lda, (const K *) b, ldb, (K *) x, ldx, (K *) work, info);                                       \
        return CUSOLVER_STATUS_SUCCESS;                                                                                                           \
    }

/* In the lower types half, bfloat16 and tf32 single precision does the work: it is no less exact. */
#define __SOLVER_REFINED_TYPES(S, T, K, L, refined, a, b, c, d)                                                                                   \
    __SOLVER_REFINED_CALLS(S##a, T, K, L, refined)                                                                                                \
    __SOLVER_REFINED_CALLS(S##b, T, K, L, refined)                                                                                                \
    __SOLVER_REFINED_CALLS(S##c, T, K, L, refined)                                                                                                \
    __SOLVER_REFINED_CALLS(S##d, T, K, L, refined)
__SOLVER_REFINED_CALLS(DD, double, double, float, false)
__SOLVER_REFINED_TYPES(D, double, double, float, true, S, H, B, X)
__SOLVER_REFINED_TYPES(S, float, float, double, false, S, H, B, X)
__SOLVER_REFINED_CALLS(ZZ, cuDoubleComplex, __solver_complex<double>, __solver_complex<float>, false)
__SOLVER_REFINED_TYPES(Z, cuDoubleComplex, __solver_complex<double>, __solver_complex<float>, true, C, K, E, Y)
__SOLVER_REFINED_TYPES(C, cuComplex, __solver_complex<float>, __solver_complex<double>, false, C, K, E, Y)

#endif
