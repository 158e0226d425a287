/* SPDX-License-Identifier: Apache-2.0 */
/* cuSOLVER's sparse systems: A x = b of a square matrix in CSR form by QR, LU or Cholesky's method. The matrix is made dense, and the kernels of __solver.h do
 * the work, so room for m x m numbers is needed. */
#ifndef WARPCELL_CUSOLVERSP_H
#define WARPCELL_CUSOLVERSP_H
#include <cusolverDn.h>
#include <cusparse.h>

typedef struct cusolverDnContext *cusolverSpHandle_t;
typedef struct csrqrInfo {
    int rows, columns;
    bool analysed;
} *csrqrInfo_t;

#define cusolverSpCreate    cusolverDnCreate
#define cusolverSpDestroy   cusolverDnDestroy
#define cusolverSpSetStream cusolverDnSetStream
#define cusolverSpGetStream cusolverDnGetStream

/* ---- kernels ---- */

template <typename K> __global__ void __solver_unpack(int m, const K *values, const int *offsets, const int *at, int base, K *a)
{
    for (int i = threadIdx.x; i < m; i += blockDim.x) {
        for (int j = 0; j < m; j++)
            a[i + (long) j * m] = K(0);
        for (int e = offsets[i] - base; e < offsets[i + 1] - base; e++)
            a[i + (long) (at[e] - base) * m] += values[e];
    }
}

/* The first element of the diagonal whose size is at most `least`, from 0, or -1; failed: an earlier one, from 1. */
template <typename K> __global__ void __solver_weakest(int m, const K *a, double least, const int *failed, int *out)
{
    *out = failed && *failed ? *failed - 1 : -1;
    for (int i = 0; i < m && *out < 0; i++)
        if (!(__solver_size(a[i + (long) i * m]) > least))
            *out = i;
}

/* ---- the calls ---- */

enum __solver_way { __SOLVER_BY_QR, __SOLVER_BY_LU, __SOLVER_BY_CHOLESKY };

static inline cusolverStatus_t __solver_sparse_fits(cusolverSpHandle_t h, int m, int count, cusparseMatDescr_t d)
{
    if (!h)
        return CUSOLVER_STATUS_NOT_INITIALIZED;
    if (m < 0 || count < 0 || !d)
        return CUSOLVER_STATUS_INVALID_VALUE;
    return d->type == CUSPARSE_MATRIX_TYPE_GENERAL ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
}

/* All pointers are on the device, but weak: the element of the diagonal that is too small. */
template <typename K>
static cusolverStatus_t __solver_sparse(cusolverSpHandle_t h, enum __solver_way way, int m, int base, const K *values, const int *offsets, const int *at,
                                        const K *b, double tolerance, K *x, int *weak)
{
    K *a = NULL, *taus;
    int *info;
    *weak = -1;
    if (!m)
        return CUSOLVER_STATUS_SUCCESS;
    if (cudaMalloc(&a, ((size_t) m * m + m) * sizeof(K) + (m + 2) * sizeof(int)) != cudaSuccess)
        return CUSOLVER_STATUS_ALLOC_FAILED;
    taus = a + (long) m * m;
    info = (int *) (taus + m);
    __solver_unpack<K> __SOLVER_LAUNCH(m, values, offsets, at, base, a);
    if (x != b)
        cudaMemcpyAsync(x, b, m * sizeof(K), cudaMemcpyDeviceToDevice, h->stream);
    if (way == __SOLVER_BY_QR)
        __solver_geqrf<K> __SOLVER_LAUNCH(m, m, a, m, taus, info);
    else if (way == __SOLVER_BY_LU)
        __solver_getrf<K> __SOLVER_LAUNCH(m, m, a, m, info + 2, info);
    else
        __solver_potrf<K> __SOLVER_LAUNCH(0, m, a, m, info);
    __solver_weakest<K><<<1, 1, 0, h->stream>>>(m, a, tolerance, way == __SOLVER_BY_QR ? NULL : info, info + 1);
    cudaStreamSynchronize(h->stream);
    cudaMemcpy(weak, info + 1, sizeof *weak, cudaMemcpyDeviceToHost);
    if (*weak < 0 && way == __SOLVER_BY_QR) {
        __solver_ormqr<K> __SOLVER_LAUNCH(1, m, 1, m, (const K *) a, m, (const K *) taus, x, m, info);
        __solver_back<K> __SOLVER_LAUNCH(m, 1, (const K *) a, m, x, m, info);
    } else if (*weak < 0 && way == __SOLVER_BY_LU) {
        __solver_getrs<K> __SOLVER_LAUNCH(0, m, 1, (const K *) a, m, info + 2, x, m);
    } else if (*weak < 0) {
        __solver_potrs<K> __SOLVER_LAUNCH(0, m, 1, (const K *) a, m, x, m);
    }
    cudaStreamSynchronize(h->stream);
    cudaFree(a);
    return CUSOLVER_STATUS_SUCCESS;
}

/* The same with everything on the host. */
template <typename K>
static cusolverStatus_t __solver_sparse_host(cusolverSpHandle_t h, enum __solver_way way, int m, int count, int base, const K *values, const int *offsets,
                                             const int *at, const K *b, double tolerance, K *x, int *weak)
{
    char *room = NULL;
    size_t numbers = (size_t) (count + 2 * m) * sizeof(K);
    if (cudaMalloc(&room, numbers + (m + 1 + count) * sizeof(int)) != cudaSuccess)
        return CUSOLVER_STATUS_ALLOC_FAILED;
    K *there = (K *) room, *right = there + count, *result = right + m;
    int *there_offsets = (int *) (room + numbers), *there_at = there_offsets + m + 1;
    cudaMemcpy(there, values, count * sizeof(K), cudaMemcpyHostToDevice);
    cudaMemcpy(right, b, m * sizeof(K), cudaMemcpyHostToDevice);
    cudaMemcpy(there_offsets, offsets, (m + 1) * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(there_at, at, count * sizeof(int), cudaMemcpyHostToDevice);
    cusolverStatus_t status = __solver_sparse<K>(h, way, m, base, there, there_offsets, there_at, right, tolerance, result, weak);
    if (status == CUSOLVER_STATUS_SUCCESS && *weak < 0)
        cudaMemcpy(x, result, m * sizeof(K), cudaMemcpyDeviceToHost);
    cudaFree(room);
    return status;
}

/* Rows need no other order in a dense matrix: `reorder` says nothing about the result. */
#define __SOLVER_SPARSE_CALL(S, T, K, R, name, way)                                                                                              \
    __SOLVER_CALL cusolverSp##S##name(cusolverSpHandle_t h, int m, int count, const cusparseMatDescr_t d, const T *values, const int *offsets,   \
                                      const int *at, const T *b, R tolerance, int reorder, T *x, int *weak)                                      \
    {                                                                                                                                            \
        cusolverStatus_t status = __solver_sparse_fits(h, m, count, d);                                                                          \
        return status ? status : __solver_sparse<K>(h, way, m, d->base, (const K *) values, offsets, at, (const K *) b, tolerance, (K *) x, weak); \
    }
#define __SOLVER_SPARSE_HOST_CALL(S, T, K, R, name, way)                                                                                         \
    __SOLVER_CALL cusolverSp##S##name##Host(cusolverSpHandle_t h, int m, int count, const cusparseMatDescr_t d, const T *values,                 \
                                            const int *offsets, const int *at, const T *b, R tolerance, int reorder, T *x, int *weak)            \
    {                                                                                                                                            \
        cusolverStatus_t status = __solver_sparse_fits(h, m, count, d);                                                                          \
        return status ? status : __solver_sparse_host<K>(h, way, m, count, d->base, (const K *) values, offsets, at, (const K *) b, tolerance,   \
                                                         (K *) x, weak);                                                                         \
    }
#define __SOLVER_SPARSE_CALLS(S, T, K, R)                                                                                                        \
    __SOLVER_SPARSE_CALL(S, T, K, R, csrlsvqr, __SOLVER_BY_QR)                                                                                   \
    __SOLVER_SPARSE_CALL(S, T, K, R, csrlsvchol, __SOLVER_BY_CHOLESKY)                                                                           \
    __SOLVER_SPARSE_HOST_CALL(S, T, K, R, csrlsvqr, __SOLVER_BY_QR)                                                                              \
    __SOLVER_SPARSE_HOST_CALL(S, T, K, R, csrlsvchol, __SOLVER_BY_CHOLESKY)                                                                      \
    __SOLVER_SPARSE_HOST_CALL(S, T, K, R, csrlsvlu, __SOLVER_BY_LU)                                                                              \
    __SOLVER_CALL cusolverSp##S##csrqrBufferInfoBatched(cusolverSpHandle_t h, int m, int n, int count, const cusparseMatDescr_t d,               \
                                                        const T *values, const int *offsets, const int *at, int batches, csrqrInfo_t info,       \
                                                        size_t *inside, size_t *bytes)                                                           \
    {                                                                                                                                            \
        *inside = ((size_t) m * m + m) * sizeof(T);                                                                                              \
        *bytes = 256;                                                                                                                            \
        return info && info->analysed ? __solver_sparse_fits(h, m, count, d) : CUSOLVER_STATUS_INVALID_VALUE;                                    \
    }                                                                                                                                            \
    __SOLVER_CALL cusolverSp##S##csrqrsvBatched(cusolverSpHandle_t h, int m, int n, int count, const cusparseMatDescr_t d, const T *values,      \
                                                const int *offsets, const int *at, const T *b, T *x, int batches, csrqrInfo_t info,              \
                                                void *buffer)                                                                                    \
    {                                                                                                                                            \
        int weak;                                                                                                                                \
        cusolverStatus_t status = m == n && info && info->analysed ? __solver_sparse_fits(h, m, count, d) : CUSOLVER_STATUS_INVALID_VALUE;       \
        for (long i = 0; i < batches && !status; i++)                                                                                            \
            status = __solver_sparse<K>(h, __SOLVER_BY_QR, m, d->base, (const K *) values + i * count, offsets, at, (const K *) b + i * m, -1,   \
                                        (K *) x + i * m, &weak);                                                                                 \
        return status;                                                                                                                           \
    }

__SOLVER_SPARSE_CALLS(S, float, float, float)
__SOLVER_SPARSE_CALLS(D, double, double, double)
__SOLVER_SPARSE_CALLS(C, cuComplex, __solver_complex<float>, float)
__SOLVER_SPARSE_CALLS(Z, cuDoubleComplex, __solver_complex<double>, double)

__SOLVER_CALL cusolverSpCreateCsrqrInfo(csrqrInfo_t *out)
{
    *out = (csrqrInfo_t) calloc(1, sizeof(struct csrqrInfo));
    return CUSOLVER_STATUS_SUCCESS;
}

__SOLVER_CALL cusolverSpDestroyCsrqrInfo(csrqrInfo_t info)
{
    free(info);
    return CUSOLVER_STATUS_SUCCESS;
}

__SOLVER_CALL cusolverSpXcsrqrAnalysisBatched(cusolverSpHandle_t h, int m, int n, int count, const cusparseMatDescr_t d, const int *offsets, const int *at,
                                              csrqrInfo_t info)
{
    if (!info || m < n)
        return CUSOLVER_STATUS_INVALID_VALUE;
    info->rows = m;
    info->columns = n;
    info->analysed = true;
    return __solver_sparse_fits(h, m, count, d);
}

/* Whether a matrix on the host has the pattern and the values' places of its transpose. */
__SOLVER_CALL cusolverSpXcsrissymHost(cusolverSpHandle_t h, int m, int count, const cusparseMatDescr_t d, const int *begins, const int *ends, const int *at,
                                      int *symmetric)
{
    cusolverStatus_t status = __solver_sparse_fits(h, m, count, d);
    *symmetric = 1;
    for (int i = 0; i < m && !status; i++)
        for (int e = begins[i] - d->base; e < ends[i] - d->base; e++) {
            int j = at[e] - d->base, there = 0;
            for (int f = begins[j] - d->base; f < ends[j] - d->base; f++)
                there = there || at[f] - d->base == i;
            *symmetric = *symmetric && there;
        }
    return status;
}

#endif
