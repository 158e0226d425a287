/* SPDX-License-Identifier: Apache-2.0 */
/* Part of cusparse.h: triangular systems (SpSV, SpSM), incomplete factors (csrilu02, csric02), systems with three and five diagonals (gtsv2, gtsvInterleavedBatch,
 * gpsvInterleavedBatch). A block goes through the rows one after the other. */
#ifndef WARPCELL_SPARSE_SOLVE_H
#define WARPCELL_SPARSE_SOLVE_H

typedef enum cusparseSpSVAlg_t { CUSPARSE_SPSV_ALG_DEFAULT = 0 } cusparseSpSVAlg_t;
typedef enum cusparseSpSMAlg_t { CUSPARSE_SPSM_ALG_DEFAULT = 0 } cusparseSpSMAlg_t;
typedef enum cusparseSpSVUpdate_t { CUSPARSE_SPSV_UPDATE_GENERAL = 0, CUSPARSE_SPSV_UPDATE_DIAGONAL = 1 } cusparseSpSVUpdate_t;
typedef enum cusparseSolvePolicy_t { CUSPARSE_SOLVE_POLICY_NO_LEVEL = 0, CUSPARSE_SOLVE_POLICY_USE_LEVEL = 1 } cusparseSolvePolicy_t;

/* offsets: of a matrix in COO form, made by the analysis in its buffer. */
struct cusparseSpSVDescr {
    int *offsets;
    void *values; /* after an update; else NULL */
};
typedef struct cusparseSpSVDescr *cusparseSpSVDescr_t;
typedef struct cusparseSpSVDescr *cusparseSpSMDescr_t;

struct __sparse_factor_info {
    int *broken; /* on the device: the row whose pivot is 0, or -1 */
};
typedef struct __sparse_factor_info *csrilu02Info_t;
typedef struct __sparse_factor_info *csric02Info_t;

/* ---- kernels ---- */

/* op(A) X = alpha B, a column for each block. SLICED: sliced ELL with `slice` rows in a slice; otherwise rows are compressed. */
template <typename T, bool SLICED>
__global__ void __sparse_triangle(int n, int slice, const int *offsets, const int *at, const T *values, int base, int upper, int unit, int turned, const T *al,
                                  T alpha, const T *b, long b_i, long b_j, T *x, long x_i, long x_j)
{
    __shared__ T sums[__SPARSE_THREADS], pivot;
    int t = threadIdx.x;
    bool rising = (upper != 0) == (turned != 0);
    b += blockIdx.x * b_j;
    x += blockIdx.x * x_j;
    for (int i = t; i < n; i += blockDim.x)
        x[i * x_i] = (al ? *al : alpha) * b[i * b_i];
    __syncthreads();
    for (int s = 0; s < n; s++) {
        int i = rising ? s : n - 1 - s;
        T sum = 0;
        if (!t)
            pivot = 1;
        __syncthreads();
        int begin = SLICED ? offsets[i / slice] - base + i % slice : offsets[i] - base;
        int end = (SLICED ? offsets[i / slice + 1] : offsets[i + 1]) - base, step_e = SLICED ? slice : 1;
        for (int e = begin + t * step_e; e < end; e += blockDim.x * step_e) {
            int k = at[e] - base;
            if (SLICED && at[e] < 0)
                continue;
            if (k == i && !unit)
                pivot = values[e];
            if (!turned && (upper ? k > i : k < i))
                sum += values[e] * x[k * x_i];
        }
        sums[t] = sum;
        __syncthreads();
        for (int step = __SPARSE_THREADS / 2; step; step /= 2) {
            if (t < step)
                sums[t] += sums[t + step];
            __syncthreads();
        }
        if (!t)
            x[i * x_i] = (x[i * x_i] - sums[0]) / pivot;
        __syncthreads();
        for (int e = begin + t * step_e; turned && e < end; e += blockDim.x * step_e) {
            int k = at[e] - base;
            if (SLICED && at[e] < 0)
                continue;
            if (upper ? k > i : k < i)
                x[k * x_i] -= values[e] * x[i * x_i];
        }
        __syncthreads();
    }
}

/* The place of element (row, column), or -1. */
__device__ inline int __sparse_find(const int *offsets, const int *at, int base, int row, int column)
{
    for (int e = offsets[row] - base; e < offsets[row + 1] - base; e++)
        if (at[e] - base == column)
            return e;
    return -1;
}

/* L U of the same pattern; columns ascend in each row. One thread. */
template <typename T> __global__ void __sparse_ilu(int n, const int *offsets, const int *at, T *values, int base, int *broken)
{
    *broken = -1;
    for (int i = 0; i < n; i++) {
        for (int e = offsets[i] - base; e < offsets[i + 1] - base && at[e] - base < i; e++) {
            int k = at[e] - base, d = __sparse_find(offsets, at, base, k, k);
            T f = values[e] /= values[d];
            for (int r = d + 1; r < offsets[k + 1] - base; r++) {
                int to = __sparse_find(offsets, at, base, i, at[r] - base);
                if (to >= 0)
                    values[to] -= f * values[r];
            }
        }
        int d = __sparse_find(offsets, at, base, i, i);
        if ((d < 0 || values[d] == T(0)) && *broken < 0)
            *broken = i + base;
        if (d < 0)
            return;
    }
}

/* L L' of the pattern of the lower triangle, which L replaces. One thread. */
template <typename T> __global__ void __sparse_ic(int n, const int *offsets, const int *at, T *values, int base, int *broken)
{
    *broken = -1;
    for (int i = 0; i < n; i++)
        for (int e = offsets[i] - base; e < offsets[i + 1] - base && at[e] - base <= i; e++) {
            int k = at[e] - base, a = offsets[i] - base, b = offsets[k] - base;
            T sum = values[e];
            while (a < offsets[i + 1] - base && b < offsets[k + 1] - base && at[a] - base < k && at[b] - base < k)
                if (at[a] == at[b])
                    sum -= values[a++] * values[b++];
                else if (at[a] < at[b])
                    a++;
                else
                    b++;
            if (k < i) {
                values[e] = sum / values[__sparse_find(offsets, at, base, k, k)];
                continue;
            }
            if (!(sum > T(0)) && *broken < 0)
                *broken = i + base;
            values[e] = sqrt(sum);
        }
}

/* A tridiagonal system with exchanges of rows, for all columns of B. room: 4 m. One thread. */
template <typename T>
__global__ void __sparse_tridiagonal(int m, int n, const T *below, const T *middle, const T *above, T *b, int ldb, T *room, int exchanges)
{
    T *d = room, *u = room + m, *u2 = room + 2 * m, *l = room + 3 * m;
    for (int i = 0; i < m; i++) {
        d[i] = middle[i];
        u[i] = i + 1 < m ? above[i] : T(0);
        l[i] = i ? below[i] : T(0);
        u2[i] = 0;
    }
    for (int i = 0; i + 1 < m; i++) {
        T p = d[i] < 0 ? -d[i] : d[i], q = l[i + 1] < 0 ? -l[i + 1] : l[i + 1];
        bool exchanged = exchanges && q > p;
        if (exchanged) {
            T old_d = d[i], old_u = u[i];
            d[i] = l[i + 1];
            u[i] = d[i + 1];
            u2[i] = u[i + 1];
            l[i + 1] = old_d;
            d[i + 1] = old_u;
            u[i + 1] = 0;
        }
        T f = l[i + 1] / d[i];
        d[i + 1] -= f * u[i];
        u[i + 1] -= f * u2[i];
        for (int j = 0; j < n; j++) {
            T *x = b + (long) j * ldb + i, first = exchanged ? x[1] : x[0], second = exchanged ? x[0] : x[1];
            x[0] = first;
            x[1] = second - f * first;
        }
    }
    for (int j = 0; j < n; j++)
        for (int i = m - 1; i >= 0; i--) {
            T *x = b + (long) j * ldb + i;
            x[0] = (x[0] - (i + 1 < m ? u[i] * x[1] : T(0)) - (i + 2 < m ? u2[i] * x[2] : T(0))) / d[i];
        }
}

/* ---- triangular systems ---- */

__SPARSE_CALL cusparseSpSV_createDescr(cusparseSpSVDescr_t *out)
{
    *out = (cusparseSpSVDescr_t) calloc(1, sizeof(struct cusparseSpSVDescr));
    return CUSPARSE_STATUS_SUCCESS;
}

__SPARSE_CALL cusparseSpSV_destroyDescr(cusparseSpSVDescr_t d)
{
    free(d);
    return CUSPARSE_STATUS_SUCCESS;
}

#define cusparseSpSM_createDescr  cusparseSpSV_createDescr
#define cusparseSpSM_destroyDescr cusparseSpSV_destroyDescr

static inline cusparseStatus_t __sparse_can_solve(cusparseHandle_t h, cusparseConstSpMatDescr_t a, cudaDataType type, cudaDataType compute)
{
    if (!h)
        return CUSPARSE_STATUS_NOT_INITIALIZED;
    if (a->rows != a->columns)
        return CUSPARSE_STATUS_INVALID_VALUE;
    bool short_ones = a->offset_type == CUSPARSE_INDEX_32I && a->index_type == CUSPARSE_INDEX_32I;
    bool solved = a->format == CUSPARSE_FORMAT_CSR || a->format == CUSPARSE_FORMAT_COO || a->format == CUSPARSE_FORMAT_SLICED_ELLPACK;
    return short_ones && solved && type == a->type && compute == a->type ? CUSPARSE_STATUS_SUCCESS
                                                                                                     : CUSPARSE_STATUS_NOT_SUPPORTED;
}

static inline cusparseStatus_t __sparse_analyse_triangle(cusparseHandle_t h, cusparseConstSpMatDescr_t a, cusparseSpSVDescr_t d, void *buffer)
{
    d->values = NULL;
    d->offsets = NULL;
    if (a->format != CUSPARSE_FORMAT_COO)
        return CUSPARSE_STATUS_SUCCESS;
    if (!buffer)
        return CUSPARSE_STATUS_INVALID_VALUE;
    d->offsets = (int *) buffer;
    __sparse_compress<int><<<__SPARSE_GRID_OF(a->rows + 1), 0, h->stream>>>(a->count, a->rows, (const int *) a->rows_at, a->base, d->offsets);
    return CUSPARSE_STATUS_SUCCESS;
}

template <typename T>
static cusparseStatus_t __sparse_run_triangle(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a,
                                              cusparseSpSVDescr_t d, const void *b, long b_i, long b_j, void *x, long x_i, long x_j, int columns)
{
    bool here = h->mode == CUSPARSE_POINTER_MODE_HOST;
    const int *offsets = a->format == CUSPARSE_FORMAT_COO ? d->offsets : (const int *) a->rows_at;
    if (!offsets)
        return CUSPARSE_STATUS_INVALID_VALUE;
    if (a->rows > 0 && columns > 0 && a->format == CUSPARSE_FORMAT_SLICED_ELLPACK)
        __sparse_triangle<T, true><<<columns, __SPARSE_THREADS, 0, h->stream>>>(
            (int) a->rows, (int) a->slice, offsets, (const int *) a->at, (const T *) (d->values ? d->values : a->values), a->base,
            a->fill == CUSPARSE_FILL_MODE_UPPER, a->diagonal == CUSPARSE_DIAG_TYPE_UNIT, op != CUSPARSE_OPERATION_NON_TRANSPOSE,
            here ? NULL : (const T *) alpha, here ? *(const T *) alpha : T(0), (const T *) b, b_i, b_j, (T *) x, x_i, x_j);
    else if (a->rows > 0 && columns > 0)
        __sparse_triangle<T, false><<<columns, __SPARSE_THREADS, 0, h->stream>>>(
            (int) a->rows, (int) a->slice, offsets, (const int *) a->at, (const T *) (d->values ? d->values : a->values), a->base,
            a->fill == CUSPARSE_FILL_MODE_UPPER, a->diagonal == CUSPARSE_DIAG_TYPE_UNIT, op != CUSPARSE_OPERATION_NON_TRANSPOSE,
            here ? NULL : (const T *) alpha, here ? *(const T *) alpha : T(0), (const T *) b, b_i, b_j, (T *) x, x_i, x_j);
    return CUSPARSE_STATUS_SUCCESS;
}

__SPARSE_CALL cusparseSpSV_bufferSize(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a,
                                      cusparseConstDnVecDescr_t b, cusparseDnVecDescr_t x, cudaDataType compute, cusparseSpSVAlg_t algorithm,
                                      cusparseSpSVDescr_t d, size_t *out)
{
    *out = (a->rows + 1) * sizeof(int) + 256;
    return __sparse_can_solve(h, a, b->type, compute);
}

__SPARSE_CALL cusparseSpSV_analysis(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a,
                                    cusparseConstDnVecDescr_t b, cusparseDnVecDescr_t x, cudaDataType compute, cusparseSpSVAlg_t algorithm,
                                    cusparseSpSVDescr_t d, void *buffer)
{
    cusparseStatus_t status = __sparse_can_solve(h, a, b->type, compute);
    return status ? status : __sparse_analyse_triangle(h, a, d, buffer);
}

__SPARSE_CALL cusparseSpSV_solve(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a,
                                 cusparseConstDnVecDescr_t b, cusparseDnVecDescr_t x, cudaDataType compute, cusparseSpSVAlg_t algorithm,
                                 cusparseSpSVDescr_t d)
{
    cusparseStatus_t status = __sparse_can_solve(h, a, b->type, compute);
    if (status)
        return status;
    if (b->count != a->rows || x->count != a->rows || x->type != a->type)
        return CUSPARSE_STATUS_INVALID_VALUE;
    return __SPARSE_BY_TYPE(a->type, __sparse_run_triangle, h, op, alpha, a, d, b->values, 1, 0, x->values, 1, 0, 1);
}

/* New values, of the diagonal alone too: they replace the pattern's. */
__SPARSE_CALL cusparseSpSV_updateMatrix(cusparseHandle_t h, cusparseSpSVDescr_t d, void *values, cusparseSpSVUpdate_t part)
{
    if (part != CUSPARSE_SPSV_UPDATE_GENERAL)
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    d->values = values;
    return h ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_INITIALIZED;
}

__SPARSE_CALL cusparseSpSM_bufferSize(cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, const void *alpha,
                                      cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, cusparseDnMatDescr_t c, cudaDataType compute,
                                      cusparseSpSMAlg_t algorithm, cusparseSpSMDescr_t d, size_t *out)
{
    *out = (a->rows + 1) * sizeof(int) + 256;
    return __sparse_can_solve(h, a, b->type, compute);
}

__SPARSE_CALL cusparseSpSM_analysis(cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, const void *alpha,
                                    cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, cusparseDnMatDescr_t c, cudaDataType compute,
                                    cusparseSpSMAlg_t algorithm, cusparseSpSMDescr_t d, void *buffer)
{
    cusparseStatus_t status = __sparse_can_solve(h, a, b->type, compute);
    return status ? status : __sparse_analyse_triangle(h, a, d, buffer);
}

__SPARSE_CALL cusparseSpSM_solve(cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, const void *alpha,
                                 cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, cusparseDnMatDescr_t c, cudaDataType compute,
                                 cusparseSpSMAlg_t algorithm, cusparseSpSMDescr_t d)
{
    cusparseStatus_t status = __sparse_can_solve(h, a, b->type, compute);
    bool turned = op_b != CUSPARSE_OPERATION_NON_TRANSPOSE;
    if (status)
        return status;
    if (c->rows != a->rows || (turned ? b->columns : b->rows) != c->rows || (turned ? b->rows : b->columns) != c->columns || c->type != a->type)
        return CUSPARSE_STATUS_INVALID_VALUE;
    bool b_by_rows = (b->order == CUSPARSE_ORDER_ROW) != turned, c_by_rows = c->order == CUSPARSE_ORDER_ROW;
    return __SPARSE_BY_TYPE(a->type, __sparse_run_triangle, h, op_a, alpha, a, d, b->values, b_by_rows ? b->ld : 1, b_by_rows ? 1 : b->ld, c->values,
                            c_by_rows ? c->ld : 1, c_by_rows ? 1 : c->ld, (int) c->columns);
}

/* ---- incomplete factors ---- */

__SPARSE_CALL cusparseCreateCsrilu02Info(csrilu02Info_t *out)
{
    *out = (csrilu02Info_t) calloc(1, sizeof(struct __sparse_factor_info));
    return cudaMalloc(&(*out)->broken, sizeof(int)) == cudaSuccess ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ALLOC_FAILED;
}

__SPARSE_CALL cusparseDestroyCsrilu02Info(csrilu02Info_t info)
{
    cudaFree(info->broken);
    free(info);
    return CUSPARSE_STATUS_SUCCESS;
}

/* The first row whose pivot is missing or 0. */
__SPARSE_CALL cusparseXcsrilu02_zeroPivot(cusparseHandle_t h, csrilu02Info_t info, int *position)
{
    int broken = -1;
    cudaStreamSynchronize(h->stream);
    cudaMemcpy(&broken, info->broken, sizeof broken, cudaMemcpyDeviceToHost);
    cudaMemcpy(position, &broken, sizeof broken, h->mode == CUSPARSE_POINTER_MODE_HOST ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice);
    return broken < 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;
}

#define cusparseCreateCsric02Info   cusparseCreateCsrilu02Info
#define cusparseDestroyCsric02Info  cusparseDestroyCsrilu02Info
#define cusparseXcsric02_zeroPivot  cusparseXcsrilu02_zeroPivot

#define __SPARSE_FACTOR_CALLS(S, T, name, kernel)                                                                                          \
    __SPARSE_CALL cusparse##S##name##_bufferSize(cusparseHandle_t h, int m, int count, cusparseMatDescr_t d, T *values, const int *offsets, \
                                                 const int *at, name##Info_t info, int *bytes)                                             \
    {                                                                                                                                      \
        *bytes = 256;                                                                                                                      \
        return h ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_INITIALIZED;                                                              \
    }                                                                                                                                      \
    __SPARSE_CALL cusparse##S##name##_analysis(cusparseHandle_t h, int m, int count, cusparseMatDescr_t d, const T *values,                \
                                               const int *offsets, const int *at, name##Info_t info, cusparseSolvePolicy_t policy,         \
                                               void *buffer)                                                                               \
    {                                                                                                                                      \
        cudaMemset(info->broken, 255, sizeof(int)); /* -1 */                                                                               \
        return h ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_INITIALIZED;                                                              \
    }                                                                                                                                      \
    __SPARSE_CALL cusparse##S##name(cusparseHandle_t h, int m, int count, cusparseMatDescr_t d, T *values, const int *offsets,             \
                                    const int *at, name##Info_t info, cusparseSolvePolicy_t policy, void *buffer)                          \
    {                                                                                                                                      \
        if (m > 0)                                                                                                                         \
            kernel<T><<<1, 1, 0, h->stream>>>(m, offsets, at, values, d->base, info->broken);                                              \
        return CUSPARSE_STATUS_SUCCESS;                                                                                                    \
    }

__SPARSE_FACTOR_CALLS(S, float, csrilu02, __sparse_ilu)
__SPARSE_FACTOR_CALLS(D, double, csrilu02, __sparse_ilu)
__SPARSE_FACTOR_CALLS(S, float, csric02, __sparse_ic)
__SPARSE_FACTOR_CALLS(D, double, csric02, __sparse_ic)

/* ---- tridiagonal systems ---- */

#define __SPARSE_TRIDIAGONAL_CALLS(S, T, name, exchanges)                                                                                \
    __SPARSE_CALL cusparse##S##name##_bufferSizeExt(cusparseHandle_t h, int m, int n, const T *below, const T *middle, const T *above,   \
                                                    const T *b, int ldb, size_t *bytes)                                                  \
    {                                                                                                                                    \
        *bytes = 4 * (size_t) m * sizeof(T) + 256;                                                                                       \
        return h ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_INITIALIZED;                                                            \
    }                                                                                                                                    \
    __SPARSE_CALL cusparse##S##name(cusparseHandle_t h, int m, int n, const T *below, const T *middle, const T *above, T *b, int ldb,    \
                                    void *buffer)                                                                                        \
    {                                                                                                                                    \
        if (m < 3 || n < 0 || ldb < m)                                                                                                   \
            return CUSPARSE_STATUS_INVALID_VALUE;                                                                                        \
        if (n)                                                                                                                           \
            __sparse_tridiagonal<T><<<1, 1, 0, h->stream>>>(m, n, below, middle, above, b, ldb, (T *) buffer, exchanges);                \
        return CUSPARSE_STATUS_SUCCESS;                                                                                                  \
    }

__SPARSE_TRIDIAGONAL_CALLS(S, float, gtsv2, 1)
__SPARSE_TRIDIAGONAL_CALLS(D, double, gtsv2, 1)
__SPARSE_TRIDIAGONAL_CALLS(S, float, gtsv2_nopivot, 0)
__SPARSE_TRIDIAGONAL_CALLS(D, double, gtsv2_nopivot, 0)

/* ---- batches of systems with three or five diagonals ---- */

/* Row i is rotated until nothing is left below the diagonal (QR). Number i of system j is at i * systems + j; below2 and above2 may be NULL. room: 5 numbers for
 * each row, which then are the diagonal and the four above it. A thread has a system. */
template <typename T>
__global__ void __sparse_bands(int m, int systems, const T *below2, const T *below, const T *middle, const T *above, const T *above2, T *x, T *room)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    if (j >= systems)
        return;
    T w[3][5], right[3]; /* rows i, i + 1, i + 2 from column i on */
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 5; k++)
            w[r][k] = 0;
    for (int r = 0; r < 2 && r < m; r++) {
        long at = (long) r * systems + j;
        if (r)
            w[r][0] = below[at];
        w[r][r] = middle[at];
        w[r][r + 1] = r + 1 < m ? above[at] : T(0);
        w[r][r + 2] = r + 2 < m && above2 ? above2[at] : T(0);
        right[r] = x[at];
    }
    for (int i = 0; i < m; i++) {
        int next = i + 2;
        long at = (long) next * systems + j;
        bool there = next < m;
        w[2][0] = there && below2 ? below2[at] : T(0);
        w[2][1] = there ? below[at] : T(0);
        w[2][2] = there ? middle[at] : T(0);
        w[2][3] = next + 1 < m ? above[at] : T(0);
        w[2][4] = next + 2 < m && above2 ? above2[at] : T(0);
        right[2] = there ? x[at] : T(0);
        for (int r = 1; r < 3; r++) {
            T p = w[0][0], q = w[r][0], size = sqrt(p * p + q * q);
            if (q == T(0))
                continue;
            p /= size;
            q /= size;
            for (int k = 0; k < 5; k++) {
                T first = w[0][k], second = w[r][k];
                w[0][k] = p * first + q * second;
                w[r][k] = p * second - q * first;
            }
            T first = right[0], second = right[r];
            right[0] = p * first + q * second;
            right[r] = p * second - q * first;
        }
        for (int k = 0; k < 5; k++)
            room[((long) i * 5 + k) * systems + j] = w[0][k];
        x[(long) i * systems + j] = right[0];
        for (int r = 0; r < 2; r++) {
            for (int k = 0; k < 4; k++)
                w[r][k] = w[r + 1][k + 1];
            w[r][4] = 0;
            right[r] = right[r + 1];
        }
    }
    for (int i = m - 1; i >= 0; i--) {
        T sum = x[(long) i * systems + j];
        for (int k = 1; k < 5 && i + k < m; k++)
            sum -= room[((long) i * 5 + k) * systems + j] * x[(long) (i + k) * systems + j];
        x[(long) i * systems + j] = sum / room[(long) i * 5 * systems + j];
    }
}

/* Any `algorithm` is QR. */
template <typename T>
static cusparseStatus_t __sparse_run_bands(cusparseHandle_t h, int algorithm, int most, int m, const T *below2, const T *below, const T *middle,
                                           const T *above, const T *above2, T *x, int systems, void *buffer)
{
    if (!h)
        return CUSPARSE_STATUS_NOT_INITIALIZED;
    if (algorithm < 0 || algorithm > most || m < 0 || systems < 0)
        return CUSPARSE_STATUS_INVALID_VALUE;
    if (m && systems)
        __sparse_bands<T><<<__SPARSE_GRID_OF(systems), 0, h->stream>>>(m, systems, below2, below, middle, above, above2, x, (T *) buffer);
    return CUSPARSE_STATUS_SUCCESS;
}

#define __SPARSE_BAND_CALLS(S, T)                                                                                                             \
    __SPARSE_CALL cusparse##S##gtsvInterleavedBatch_bufferSizeExt(cusparseHandle_t h, int algorithm, int m, const T *below, const T *middle,  \
                                                                  const T *above, const T *x, int systems, size_t *bytes)                     \
    {                                                                                                                                         \
        *bytes = 5 * (size_t) m * systems * sizeof(T) + 256;                                                                                  \
        return h ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_INITIALIZED;                                                                 \
    }                                                                                                                                         \
    __SPARSE_CALL cusparse##S##gtsvInterleavedBatch(cusparseHandle_t h, int algorithm, int m, T *below, T *middle, T *above, T *x,            \
                                                    int systems, void *buffer)                                                                \
    {                                                                                                                                         \
        return __sparse_run_bands<T>(h, algorithm, 2, m, NULL, below, middle, above, NULL, x, systems, buffer);                               \
    }                                                                                                                                         \
    __SPARSE_CALL cusparse##S##gpsvInterleavedBatch_bufferSizeExt(cusparseHandle_t h, int algorithm, int m, const T *below2, const T *below,  \
                                                                  const T *middle, const T *above, const T *above2, const T *x, int systems,  \
                                                                  size_t *bytes)                                                              \
    {                                                                                                                                         \
        return cusparse##S##gtsvInterleavedBatch_bufferSizeExt(h, algorithm, m, below, middle, above, x, systems, bytes);                     \
    }                                                                                                                                         \
    __SPARSE_CALL cusparse##S##gpsvInterleavedBatch(cusparseHandle_t h, int algorithm, int m, T *below2, T *below, T *middle, T *above,       \
                                                    T *above2, T *x, int systems, void *buffer)                                               \
    {                                                                                                                                         \
        return __sparse_run_bands<T>(h, algorithm, 0, m, below2, below, middle, above, above2, x, systems, buffer);                           \
    }                                                                                                                                         \
    __SPARSE_CALL cusparse##S##gtsv2StridedBatch_bufferSizeExt(cusparseHandle_t h, int m, const T *below, const T *middle, const T *above,    \
                                                               const T *x, int systems, int step, size_t *bytes)                              \
    {                                                                                                                                         \
        return cusparse##S##gtsv2_bufferSizeExt(h, m, 1, below, middle, above, x, m, bytes);                                                  \
    }                                                                                                                                         \
    __SPARSE_CALL cusparse##S##gtsv2StridedBatch(cusparseHandle_t h, int m, const T *below, const T *middle, const T *above, T *x,            \
                                                 int systems, int step, void *buffer)                                                         \
    {                                                                                                                                         \
        if (m < 3 || systems < 0 || step < m)                                                                                                 \
            return CUSPARSE_STATUS_INVALID_VALUE;                                                                                             \
        for (long i = 0; i < systems; i++)                                                                                                    \
            cusparse##S##gtsv2(h, m, 1, below + i * step, middle + i * step, above + i * step, x + i * step, m, buffer);                      \
        return CUSPARSE_STATUS_SUCCESS;                                                                                                       \
    }

__SPARSE_BAND_CALLS(S, float)
__SPARSE_BAND_CALLS(D, double)

#endif
