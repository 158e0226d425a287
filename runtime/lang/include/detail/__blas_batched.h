/* SPDX-License-Identifier: Apache-2.0 */
/* Part of cublas_v2.h: factors, solutions and inverses of many small matrices. A block has a matrix. */
#ifndef WARPCELL_BLAS_BATCHED_H
#define WARPCELL_BLAS_BATCHED_H

/* P A = L U in place; pivots NULL: without exchanging rows. info: the first column, from 1, whose pivot is 0. */
template <typename T> __global__ void __blas_getrf(int n, T *const *as, int lda, int *pivots, int *info)
{
    __shared__ int largest;
    T *a = as[blockIdx.x];
    int t = threadIdx.x, broken = 0;
    for (int k = 0; k < n; k++) {
        if (!t) {
            int best = k;
            for (int i = k + 1; pivots && i < n; i++)
                if (__blas_size(a[i + (long) k * lda]) > __blas_size(a[best + (long) k * lda]))
                    best = i;
            largest = best;
            if (pivots)
                pivots[(long) blockIdx.x * n + k] = best + 1;
        }
        __syncthreads();
        for (int j = t; largest != k && j < n; j += blockDim.x) {
            T *x = a + k + (long) j * lda, *y = a + largest + (long) j * lda, old = *x;
            *x = *y;
            *y = old;
        }
        __syncthreads();
        T pivot = a[k + (long) k * lda];
        bool none = __blas_is_zero(pivot);
        if (none && !broken)
            broken = k + 1;
        for (int i = k + 1 + t; !none && i < n; i += blockDim.x) {
            T f = a[i + (long) k * lda] = __blas_div(a[i + (long) k * lda], pivot);
            for (int j = k + 1; j < n; j++)
                a[i + (long) j * lda] = __blas_sub(a[i + (long) j * lda], __blas_mul(f, a[k + (long) j * lda]));
        }
        __syncthreads();
    }
    if (!t)
        info[blockIdx.x] = broken;
}

/* op(A) x = b with the factors, for one vector a thread. */
template <typename T> __device__ void __blas_use_factors(int n, __blas_matrix<T> a, const int *pivots, T *x)
{
    bool turned = a.op != CUBLAS_OP_N;
    for (int i = 0; pivots && !turned && i < n; i++) {
        T old = x[i];
        x[i] = x[pivots[i] - 1];
        x[pivots[i] - 1] = old;
    }
    for (int pass = 0; pass < 2; pass++) {
        a.upper = (pass == 1) != turned;
        a.unit = !a.upper;
        bool rising = pass == 0;
        for (int s = 0; s < n; s++) {
            int i = rising ? s : n - 1 - s;
            T sum = x[i];
            for (int q = 0; q < s; q++) {
                int k = rising ? q : n - 1 - q;
                sum = __blas_sub(sum, __blas_mul(__blas_at(a, i, k), x[k]));
            }
            x[i] = a.unit ? sum : __blas_div(sum, __blas_at(a, i, i));
        }
    }
    for (int i = n - 1; pivots && turned && i >= 0; i--) {
        T old = x[i];
        x[i] = x[pivots[i] - 1];
        x[pivots[i] - 1] = old;
    }
}

/* inverse: b is made the unit matrix first. */
template <typename T>
__global__ void __blas_getrs(__blas_matrix<T> a, int n, int columns, const T *const *as, const int *pivots, T *const *bs, int ldb, int inverse)
{
    a.a = as[blockIdx.x];
    for (int j = threadIdx.x; j < columns; j += blockDim.x) {
        T *x = bs[blockIdx.x] + (long) j * ldb;
        for (int i = 0; inverse && i < n; i++)
            __blas_put(x + i, i == j);
        __blas_use_factors(n, a, pivots ? pivots + (long) blockIdx.x * n : NULL, x);
    }
}

/* Where the parts of `room` begin, and copies of the matrices there. */
template <typename T> __global__ void __blas_copies(int n, const T *const *as, int lda, T *room, T **to)
{
    T *mine = room + (long) blockIdx.x * n * n;
    if (!threadIdx.x)
        to[blockIdx.x] = mine;
    for (int i = threadIdx.x; i < n * n; i += blockDim.x)
        mine[i] = as[blockIdx.x][i % n + (long) (i / n) * lda];
}

/* ---- the calls ---- */

template <typename T> static cublasStatus_t __blas_run_getrf(cublasHandle_t h, int n, T *const *a, int lda, int *pivots, int *info, int count)
{
    if (!h)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (n < 0 || count < 0 || lda < (n > 1 ? n : 1))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (n && count)
        __blas_getrf<T><<<count, 32, 0, h->stream>>>(n, a, lda, pivots, info);
    return CUBLAS_STATUS_SUCCESS;
}

template <typename T>
static cublasStatus_t __blas_run_getrs(cublasHandle_t h, cublasOperation_t t, int n, int columns, const T *const *a, int lda, const int *pivots,
                                       T *const *b, int ldb, int count, int inverse)
{
    if (!h)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    int least = n > 1 ? n : 1;
    if (n < 0 || columns < 0 || count < 0 || lda < least || ldb < least)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (n && columns && count)
        __blas_getrs<T><<<count, 32, 0, h->stream>>>(__blas_matrix_of((const T *) NULL, lda, __BLAS_TRIANGULAR, 0, t), n, columns, a, pivots, b, ldb,
                                                     inverse);
    return CUBLAS_STATUS_SUCCESS;
}

template <typename T>
static cublasStatus_t __blas_run_matinv(cublasHandle_t h, int n, const T *const *a, int lda, T *const *inverse, int ld, int *info, int count)
{
    T *room, **copies;
    int *pivots;
    if (!h)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (n < 0 || n > 32 || count < 0)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (!n || !count)
        return CUBLAS_STATUS_SUCCESS;
    if (cudaMalloc(&room, (size_t) count * n * n * sizeof(T)) != cudaSuccess || cudaMalloc(&copies, count * sizeof(T *)) != cudaSuccess ||
        cudaMalloc(&pivots, (size_t) count * n * sizeof(int)) != cudaSuccess)
        return CUBLAS_STATUS_ALLOC_FAILED;
    __blas_copies<T><<<count, 32, 0, h->stream>>>(n, a, lda, room, copies);
    cublasStatus_t status = __blas_run_getrf(h, n, (T *const *) copies, n, pivots, info, count);
    if (status == CUBLAS_STATUS_SUCCESS)
        status = __blas_run_getrs(h, CUBLAS_OP_N, n, n, (const T *const *) copies, n, (const int *) pivots, inverse, ld, count, 1);
    cudaStreamSynchronize(h->stream);
    cudaFree(room);
    cudaFree(copies);
    cudaFree(pivots);
    return status;
}

#define __BLAS_BATCHED_CALLS(S, T)                                                                                                             \
    __BLAS_CALL cublas##S##getrfBatched(cublasHandle_t h, int n, T *const *a, int lda, int *pivots, int *info, int count)                      \
    {                                                                                                                                          \
        return __blas_run_getrf(h, n, a, lda, pivots, info, count);                                                                            \
    }                                                                                                                                          \
    __BLAS_CALL cublas##S##getrsBatched(cublasHandle_t h, cublasOperation_t t, int n, int columns, const T *const *a, int lda,                 \
                                        const int *pivots, T *const *b, int ldb, int *info, int count)                                         \
    {                                                                                                                                          \
        *info = 0;                                                                                                                             \
        return __blas_run_getrs(h, t, n, columns, a, lda, pivots, b, ldb, count, 0);                                                           \
    }                                                                                                                                          \
    __BLAS_CALL cublas##S##getriBatched(cublasHandle_t h, int n, const T *const *a, int lda, const int *pivots, T *const *c, int ldc,          \
                                        int *info, int count)                                                                                  \
    {                                                                                                                                          \
        if (info && count > 0)                                                                                                                 \
            cudaMemsetAsync(info, 0, count * sizeof *info, h->stream);                                                                         \
        return __blas_run_getrs(h, CUBLAS_OP_N, n, n, a, lda, pivots, c, ldc, count, 1);                                                       \
    }                                                                                                                                          \
    __BLAS_CALL cublas##S##matinvBatched(cublasHandle_t h, int n, const T *const *a, int lda, T *const *inverse, int ld, int *info, int count) \
    {                                                                                                                                          \
        return __blas_run_matinv(h, n, a, lda, inverse, ld, info, count);                                                                      \
    }

__BLAS_BATCHED_CALLS(S, float)
__BLAS_BATCHED_CALLS(D, double)
__BLAS_BATCHED_CALLS(C, cuComplex)
__BLAS_BATCHED_CALLS(Z, cuDoubleComplex)

#endif
