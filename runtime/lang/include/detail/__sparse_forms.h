/* SPDX-License-Identifier: Apache-2.0 */
/* Part of cusparse.h: matrices in blocks (BSR, blocked ELL) and in slices (sliced ELL), and batches of matrices. A kernel goes through the elements of a row
 * by __sparse_element, whatever the form. */
#ifndef WARPCELL_SPARSE_FORMS_H
#define WARPCELL_SPARSE_FORMS_H
#include <cuda_bf16.h>
#include <cuda_fp16.h>

/* Of BSR block_rows x block_columns numbers are a block; of blocked ELL too, with `width` numbers in each row; of sliced ELL `slice` rows are a slice. */
template <typename I, typename J> struct __sparse_form {
    int format, base, by_columns;
    long block_rows, block_columns, width, slice;
    const I *offsets;
    const J *at;
};

/* ---- kernels ---- */

template <typename I, typename J> __device__ long __sparse_length(const __sparse_form<I, J> &f, long i)
{
    if (f.format == CUSPARSE_FORMAT_BLOCKED_ELL)
        return f.width;
    if (f.format == CUSPARSE_FORMAT_SLICED_ELLPACK)
        return (long) (f.offsets[i / f.slice + 1] - f.offsets[i / f.slice]) / f.slice;
    return (long) (f.offsets[i / f.block_rows + 1] - f.offsets[i / f.block_rows]) * f.block_columns;
}

/* Element k of row i: where its value is, and its column, from 0. false: there is none, as where a row is filled up. */
template <typename I, typename J> __device__ bool __sparse_element(const __sparse_form<I, J> &f, long i, long k, long *place, long *column)
{
    long rb = f.block_rows, cb = f.block_columns, block, c;
    if (f.format == CUSPARSE_FORMAT_SLICED_ELLPACK) {
        *place = (long) (f.offsets[i / f.slice] - f.base) + k * f.slice + i % f.slice;
        *column = (long) f.at[*place] - f.base;
        return f.at[*place] >= 0;
    }
    c = k % cb;
    if (f.format == CUSPARSE_FORMAT_BLOCKED_ELL) {
        block = (long) f.at[i / rb * (f.width / cb) + k / cb];
        *place = i * f.width + k;
    } else {
        long e = (long) (f.offsets[i / rb] - f.base) + k / cb;
        block = (long) f.at[e];
        *place = e * rb * cb + (f.by_columns ? c * rb + i % rb : i % rb * cb + c);
    }
    *column = (block - f.base) * cb + c;
    return block >= 0;
}

/* Y = alpha A X + beta Y, summed in S. */
template <typename I, typename J, typename T, typename S>
__global__ void __sparse_form_rows(__sparse_form<I, J> f, long rows, const S *al, S alpha, const T *values, const T *x, long x_i, long x_j, const S *be, S beta,
                                   T *y, long y_i, long y_j)
{
    long i = blockIdx.x * (long) blockDim.x + threadIdx.x, j = blockIdx.y, place, column;
    if (i >= rows)
        return;
    S sum = 0, g = be ? *be : beta;
    for (long k = 0, n = __sparse_length(f, i); k < n; k++)
        if (__sparse_element(f, i, k, &place, &column))
            sum += S(values[place]) * S(x[column * x_i + j * x_j]);
    T *out = y + i * y_i + j * y_j;
    *out = T((al ? *al : alpha) * sum + (g == S(0) ? S(0) : g * S(*out)));
}

/* Y += alpha A' X */
template <typename I, typename J, typename T>
__global__ void __sparse_form_turned(__sparse_form<I, J> f, long rows, const T *al, T alpha, const T *values, const T *x, long x_i, long x_j, T *y, long y_i,
                                     long y_j)
{
    long i = blockIdx.x * (long) blockDim.x + threadIdx.x, j = blockIdx.y, place, column;
    if (i >= rows)
        return;
    T factor = (al ? *al : alpha) * x[i * x_i + j * x_j];
    for (long k = 0, n = __sparse_length(f, i); k < n; k++)
        if (__sparse_element(f, i, k, &place, &column))
            atomicAdd(&y[column * y_i + j * y_j], factor * values[place]);
}

/* C = alpha (A B) + beta C at the elements that C has. */
template <typename I, typename J, typename T>
__global__ void __sparse_form_sample(__sparse_form<I, J> f, long rows, T *values, long inner, const T *al, T alpha, const T *a, long a_i, long a_k, const T *b,
                                     long b_k, long b_j, const T *be, T beta)
{
    long i = blockIdx.x * (long) blockDim.x + threadIdx.x, place, column;
    if (i >= rows)
        return;
    for (long e = 0, n = __sparse_length(f, i); e < n; e++) {
        if (!__sparse_element(f, i, e, &place, &column))
            continue;
        T sum = 0, g = be ? *be : beta;
        for (long k = 0; k < inner; k++)
            sum += a[i * a_i + k * a_k] * b[k * b_k + column * b_j];
        values[place] = (al ? *al : alpha) * sum + (g == T(0) ? T(0) : g * values[place]);
    }
}

/* The elements from a dense matrix, or (spread) into it. */
template <typename I, typename J, typename T>
__global__ void __sparse_form_copy(__sparse_form<I, J> f, long rows, T *values, T *a, long step_i, long step_j, int spread)
{
    long i = blockIdx.x * (long) blockDim.x + threadIdx.x, place, column;
    for (long k = 0, n = i < rows ? __sparse_length(f, i) : 0; k < n; k++) {
        if (__sparse_element(f, i, k, &place, &column)) {
            T *other = a + i * step_i + column * step_j;
            if (spread)
                *other = values[place];
            else
                values[place] = *other;
        }
    }
}

/* ---- descriptors ---- */

static inline cusparseStatus_t cusparseCreateBsr(cusparseSpMatDescr_t *out, int64_t block_rows, int64_t block_columns, int64_t count, int64_t row_size,
                                                 int64_t column_size, void *offsets, void *at, void *values, cusparseIndexType_t offset_type,
                                                 cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type, cusparseOrder_t order)
{
    if (row_size < 1 || column_size < 1)
        return CUSPARSE_STATUS_INVALID_VALUE;
    cusparseStatus_t status = __sparse_matrix(out, CUSPARSE_FORMAT_BSR, block_rows * row_size, block_columns * column_size,
                                              count * row_size * column_size, offsets, at, values, offset_type, index_type, base, type);
    if (status == CUSPARSE_STATUS_SUCCESS) {
        (*out)->block_rows = row_size;
        (*out)->block_columns = column_size;
        (*out)->order = order;
    }
    return status;
}

static inline cusparseStatus_t cusparseCreateBlockedEll(cusparseSpMatDescr_t *out, int64_t rows, int64_t columns, int64_t size, int64_t width, void *at,
                                                        void *values, cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type)
{
    if (size < 1 || width < 0 || width % size || rows % size || width > columns)
        return CUSPARSE_STATUS_INVALID_VALUE;
    cusparseStatus_t status = __sparse_matrix(out, CUSPARSE_FORMAT_BLOCKED_ELL, rows, columns, rows * width, NULL, at, values, index_type, index_type, base,
                                              type);
    if (status == CUSPARSE_STATUS_SUCCESS) {
        (*out)->block_rows = (*out)->block_columns = size;
        (*out)->width = width;
    }
    return status;
}

static inline cusparseStatus_t cusparseCreateSlicedEll(cusparseSpMatDescr_t *out, int64_t rows, int64_t columns, int64_t count, int64_t size, int64_t slice,
                                                       void *offsets, void *at, void *values, cusparseIndexType_t offset_type,
                                                       cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type)
{
    if (slice < 1 || size < count)
        return CUSPARSE_STATUS_INVALID_VALUE;
    cusparseStatus_t status = __sparse_matrix(out, CUSPARSE_FORMAT_SLICED_ELLPACK, rows, columns, count, offsets, at, values, offset_type, index_type, base,
                                              type);
    if (status == CUSPARSE_STATUS_SUCCESS) {
        (*out)->slice = slice;
        (*out)->width = size;
    }
    return status;
}

static inline cusparseStatus_t cusparseCreateConstBsr(cusparseConstSpMatDescr_t *out, int64_t block_rows, int64_t block_columns, int64_t count,
                                                      int64_t row_size, int64_t column_size, const void *offsets, const void *at, const void *values,
                                                      cusparseIndexType_t offset_type, cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                                      cudaDataType type, cusparseOrder_t order)
{
    return cusparseCreateBsr(out, block_rows, block_columns, count, row_size, column_size, (void *) offsets, (void *) at, (void *) values, offset_type,
                             index_type, base, type, order);
}

static inline cusparseStatus_t cusparseCreateConstBlockedEll(cusparseConstSpMatDescr_t *out, int64_t rows, int64_t columns, int64_t size, int64_t width,
                                                             const void *at, const void *values, cusparseIndexType_t index_type,
                                                             cusparseIndexBase_t base, cudaDataType type)
{
    return cusparseCreateBlockedEll(out, rows, columns, size, width, (void *) at, (void *) values, index_type, base, type);
}

static inline cusparseStatus_t cusparseCreateConstSlicedEll(cusparseConstSpMatDescr_t *out, int64_t rows, int64_t columns, int64_t count, int64_t size,
                                                            int64_t slice, const void *offsets, const void *at, const void *values,
                                                            cusparseIndexType_t offset_type, cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                                            cudaDataType type)
{
    return cusparseCreateSlicedEll(out, rows, columns, count, size, slice, (void *) offsets, (void *) at, (void *) values, offset_type, index_type, base,
                                   type);
}

static inline cusparseStatus_t cusparseBlockedEllGet(cusparseSpMatDescr_t m, int64_t *rows, int64_t *columns, int64_t *size, int64_t *width, void **at,
                                                     void **values, cusparseIndexType_t *index_type, cusparseIndexBase_t *base, cudaDataType *type)
{
    if (m->format != CUSPARSE_FORMAT_BLOCKED_ELL)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *rows = m->rows;
    *columns = m->columns;
    *size = m->block_rows;
    *width = m->width;
    *at = m->at;
    *values = m->values;
    *index_type = m->index_type;
    *base = m->base;
    *type = m->type;
    return CUSPARSE_STATUS_SUCCESS;
}

/* ---- batches: the steps are numbers of elements; 0: all share them ---- */

static inline cusparseStatus_t __sparse_batches(cusparseSpMatDescr_t m, cusparseFormat_t format, int count, int64_t offsets, int64_t at, int64_t values)
{
    if (count < 1 || offsets < 0 || at < 0 || values < 0 || m->format != format)
        return CUSPARSE_STATUS_INVALID_VALUE;
    m->batches = count;
    m->offsets_step = offsets;
    m->at_step = at;
    m->step = values;
    return CUSPARSE_STATUS_SUCCESS;
}

static inline cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t m, int count, int64_t offsets, int64_t step)
{
    return __sparse_batches(m, CUSPARSE_FORMAT_CSR, count, offsets, step, step);
}

static inline cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t m, int count, int64_t step)
{
    return __sparse_batches(m, CUSPARSE_FORMAT_COO, count, step, step, step);
}

static inline cusparseStatus_t cusparseBsrSetStridedBatch(cusparseSpMatDescr_t m, int count, int64_t offsets, int64_t at, int64_t values)
{
    return __sparse_batches(m, CUSPARSE_FORMAT_BSR, count, offsets, at, values);
}

static inline cusparseStatus_t cusparseSpMatGetStridedBatch(cusparseConstSpMatDescr_t m, int *count)
{
    *count = m->batches ? m->batches : 1;
    return CUSPARSE_STATUS_SUCCESS;
}

static inline cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t m, int count, int64_t step)
{
    if (count < 1 || step < 0)
        return CUSPARSE_STATUS_INVALID_VALUE;
    m->batches = count;
    m->step = step;
    return CUSPARSE_STATUS_SUCCESS;
}

static inline cusparseStatus_t cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t m, int *count, int64_t *step)
{
    *count = m->batches ? m->batches : 1;
    *step = m->step;
    return CUSPARSE_STATUS_SUCCESS;
}

static inline size_t __sparse_index_size(cusparseIndexType_t type) { return type == CUSPARSE_INDEX_64I ? 8 : 4; }
static inline size_t __sparse_size(cudaDataType type) { return type == CUDA_R_64F ? 8 : type == CUDA_R_32F ? 4 : 2; }

/* Matrix b of a batch. */
static inline struct cusparseSpMatDescr __sparse_one(cusparseConstSpMatDescr_t m, int b)
{
    struct cusparseSpMatDescr one = *m;
    one.rows_at = (char *) m->rows_at + b * m->offsets_step * __sparse_index_size(m->offset_type);
    one.at = (char *) m->at + b * m->at_step * __sparse_index_size(m->index_type);
    one.values = (char *) m->values + b * m->step * __sparse_size(m->type);
    return one;
}

static inline void *__sparse_dense(cusparseConstDnMatDescr_t m, int b)
{
    return (char *) m->values + b * m->step * __sparse_size(m->type);
}

/* ---- products ---- */

static inline bool __sparse_is_form(cusparseConstSpMatDescr_t m)
{
    return m->format >= CUSPARSE_FORMAT_BLOCKED_ELL;
}

template <typename I, typename J> static __sparse_form<I, J> __sparse_form_of(cusparseConstSpMatDescr_t m)
{
    return __sparse_form<I, J>{(int) m->format, (int) m->base,    m->order == CUSPARSE_ORDER_COL, m->block_rows, m->block_columns, m->width,
                               m->slice,        (const I *) m->rows_at, (const J *) m->at};
}

/* Y (m x n) = alpha op(A) X + beta Y */
template <typename I, typename J, typename T>
static void __sparse_form_product(cusparseHandle_t h, bool turned, const T *alpha, cusparseConstSpMatDescr_t a, const T *x, long x_i, long x_j,
                                  const T *beta, T *y, long y_i, long y_j, long n)
{
    bool here = h->mode == CUSPARSE_POINTER_MODE_HOST;
    const T *al = here ? NULL : alpha, *be = here ? NULL : beta, *values = (const T *) a->values;
    T f = here ? *alpha : T(0), g = here ? *beta : T(0);
    long m = turned ? a->columns : a->rows;
    if (m <= 0 || n <= 0)
        return;
    if (!turned) {
        __sparse_form_rows<I, J, T, T><<<__SPARSE_GRID(m, n), 0, h->stream>>>(__sparse_form_of<I, J>(a), m, al, f, values, x, x_i, x_j, be, g, y, y_i, y_j);
        return;
    }
    __sparse_scale<T><<<__SPARSE_GRID(m, n), 0, h->stream>>>(m, n, be, g, y, y_i, y_j);
    if (a->rows > 0)
        __sparse_form_turned<I, J, T><<<__SPARSE_GRID(a->rows, n), 0, h->stream>>>(__sparse_form_of<I, J>(a), a->rows, al, f, values, x, x_i, x_j, y, y_i,
                                                                                   y_j);
}

/* Blocked ELL of numbers of 16 bits, summed in float. */
template <typename T>
static cusparseStatus_t __sparse_short_product(cusparseHandle_t h, const float *alpha, cusparseConstSpMatDescr_t a, const void *x, long x_i, long x_j,
                                               const float *beta, void *y, long y_i, long y_j, long n)
{
    bool here = h->mode == CUSPARSE_POINTER_MODE_HOST;
    if (a->rows <= 0 || n <= 0)
        return CUSPARSE_STATUS_SUCCESS;
    if (a->index_type == CUSPARSE_INDEX_64I)
        __sparse_form_rows<long, long, T, float><<<__SPARSE_GRID(a->rows, n), 0, h->stream>>>(
            __sparse_form_of<long, long>(a), a->rows, here ? NULL : alpha, here ? *alpha : 0, (const T *) a->values, (const T *) x, x_i, x_j,
            here ? NULL : beta, here ? *beta : 0, (T *) y, y_i, y_j);
    else
        __sparse_form_rows<int, int, T, float><<<__SPARSE_GRID(a->rows, n), 0, h->stream>>>(
            __sparse_form_of<int, int>(a), a->rows, here ? NULL : alpha, here ? *alpha : 0, (const T *) a->values, (const T *) x, x_i, x_j,
            here ? NULL : beta, here ? *beta : 0, (T *) y, y_i, y_j);
    return CUSPARSE_STATUS_SUCCESS;
}

/* The elements from `d`, or (spread) into it: the places of blocks are given. */
template <typename T> static cusparseStatus_t __sparse_run_copy(cusparseHandle_t h, cusparseConstSpMatDescr_t s, cusparseConstDnMatDescr_t d, int spread)
{
    long i = d->order == CUSPARSE_ORDER_ROW ? d->ld : 1, j = d->order == CUSPARSE_ORDER_ROW ? 1 : d->ld;
    if (d->rows <= 0 || d->columns <= 0)
        return CUSPARSE_STATUS_SUCCESS;
    if (spread)
        __sparse_scale<T><<<__SPARSE_GRID(d->rows, d->columns), 0, h->stream>>>(d->rows, d->columns, (const T *) NULL, T(0), (T *) d->values, i, j);
    if (s->index_type == CUSPARSE_INDEX_64I)
        __sparse_form_copy<long, long, T><<<__SPARSE_GRID(d->rows, 1), 0, h->stream>>>(__sparse_form_of<long, long>(s), d->rows, (T *) s->values,
                                                                                       (T *) d->values, i, j, spread);
    else
        __sparse_form_copy<int, int, T><<<__SPARSE_GRID(d->rows, 1), 0, h->stream>>>(__sparse_form_of<int, int>(s), d->rows, (T *) s->values,
                                                                                     (T *) d->values, i, j, spread);
    return CUSPARSE_STATUS_SUCCESS;
}

static inline cusparseStatus_t __sparse_copy_form(cusparseHandle_t h, cusparseConstSpMatDescr_t s, cusparseConstDnMatDescr_t d, int spread)
{
    if (s->rows != d->rows || s->columns != d->columns)
        return CUSPARSE_STATUS_INVALID_VALUE;
    if (s->type != d->type || s->offset_type != s->index_type)
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    return s->type == CUDA_R_64F   ? __sparse_run_copy<double>(h, s, d, spread)
           : s->type == CUDA_R_32F ? __sparse_run_copy<float>(h, s, d, spread)
           : s->type == CUDA_R_16F ? __sparse_run_copy<__half>(h, s, d, spread)
                                   : __sparse_run_copy<__nv_bfloat16>(h, s, d, spread);
}

#endif
