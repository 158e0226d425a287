/* SPDX-License-Identifier: Apache-2.0 */
/* Part of cusparse.h: sparse vectors, attributes, and what descriptors hold. */
#ifndef WARPCELL_SPARSE_VECTORS_H
#define WARPCELL_SPARSE_VECTORS_H

#define __SPARSE_CALL static inline cusparseStatus_t

struct cusparseSpVecDescr {
    int64_t size, count;
    void *at, *values;
    cusparseIndexType_t index_type;
    cusparseIndexBase_t base;
    cudaDataType type;
};
typedef struct cusparseSpVecDescr *cusparseSpVecDescr_t;
typedef struct cusparseSpVecDescr *cusparseConstSpVecDescr_t;

/* ---- kernels ---- */

template <typename T> __global__ void __sparse_axpby(long count, const T *al, T alpha, const int *at, const T *x, int base, T *y)
{
    long e = blockIdx.x * (long) blockDim.x + threadIdx.x;
    if (e < count)
        y[at[e] - base] += (al ? *al : alpha) * x[e];
}

/* 0: x = y at the places of x; 1: y = x there. */
template <typename T> __global__ void __sparse_move(long count, const int *at, T *x, int base, T *y, int scatter)
{
    long e = blockIdx.x * (long) blockDim.x + threadIdx.x;
    if (e >= count)
        return;
    if (scatter)
        y[at[e] - base] = x[e];
    else
        x[e] = y[at[e] - base];
}

template <typename T> __global__ void __sparse_rotate(long count, const T *c, const T *s, T cosine, T sine, const int *at, T *x, int base, T *y)
{
    long e = blockIdx.x * (long) blockDim.x + threadIdx.x;
    if (e >= count)
        return;
    T a = x[e], b = y[at[e] - base], f = c ? *c : cosine, g = s ? *s : sine;
    x[e] = f * a + g * b;
    y[at[e] - base] = f * b - g * a;
}

template <typename T> __global__ void __sparse_dot(long count, const int *at, const T *x, int base, const T *y, T *out)
{
    __shared__ T sums[__SPARSE_THREADS];
    T sum = 0;
    for (long e = threadIdx.x; e < count; e += blockDim.x)
        sum += x[e] * y[at[e] - base];
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int step = __SPARSE_THREADS / 2; step; step /= 2) {
        if (threadIdx.x < step)
            sums[threadIdx.x] += sums[threadIdx.x + step];
        __syncthreads();
    }
    if (!threadIdx.x)
        *out = sums[0];
}

/* ---- descriptors ---- */

__SPARSE_CALL cusparseCreateSpVec(cusparseSpVecDescr_t *out, int64_t size, int64_t count, void *at, void *values, cusparseIndexType_t index_type,
                                  cusparseIndexBase_t base, cudaDataType type)
{
    if (size < 0 || count < 0 || count > size)
        return CUSPARSE_STATUS_INVALID_VALUE;
    if (index_type != CUSPARSE_INDEX_32I || (type != CUDA_R_32F && type != CUDA_R_64F))
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    cusparseSpVecDescr_t v = (cusparseSpVecDescr_t) calloc(1, sizeof(struct cusparseSpVecDescr));
    v->size = size;
    v->count = count;
    v->at = at;
    v->values = values;
    v->index_type = index_type;
    v->base = base;
    v->type = type;
    *out = v;
    return CUSPARSE_STATUS_SUCCESS;
}

__SPARSE_CALL cusparseDestroySpVec(cusparseConstSpVecDescr_t v)
{
    free(v);
    return CUSPARSE_STATUS_SUCCESS;
}

__SPARSE_CALL cusparseSpVecGet(cusparseSpVecDescr_t v, int64_t *size, int64_t *count, void **at, void **values, cusparseIndexType_t *index_type,
                               cusparseIndexBase_t *base, cudaDataType *type)
{
    *size = v->size;
    *count = v->count;
    *at = v->at;
    *values = v->values;
    *index_type = v->index_type;
    *base = v->base;
    *type = v->type;
    return CUSPARSE_STATUS_SUCCESS;
}

/* The parts of a descriptor by name, and setting its values. */
#define __SPARSE_VALUES(kind, descriptor)                                                     \
    __SPARSE_CALL cusparse##kind##GetValues(descriptor d, void **out)                         \
    {                                                                                         \
        *out = d->values;                                                                     \
        return CUSPARSE_STATUS_SUCCESS;                                                       \
    }
__SPARSE_VALUES(SpVec, cusparseSpVecDescr_t)
__SPARSE_VALUES(SpMat, cusparseSpMatDescr_t)
__SPARSE_VALUES(DnVec, cusparseDnVecDescr_t)
__SPARSE_VALUES(DnMat, cusparseDnMatDescr_t)

__SPARSE_CALL cusparseSpVecSetValues(cusparseSpVecDescr_t v, void *values)
{
    v->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}

__SPARSE_CALL cusparseDnMatSetValues(cusparseDnMatDescr_t m, void *values)
{
    m->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}

__SPARSE_CALL cusparseDnVecGet(cusparseDnVecDescr_t v, int64_t *count, void **values, cudaDataType *type)
{
    *count = v->count;
    *values = v->values;
    *type = v->type;
    return CUSPARSE_STATUS_SUCCESS;
}

__SPARSE_CALL cusparseDnMatGet(cusparseDnMatDescr_t m, int64_t *rows, int64_t *columns, int64_t *ld, void **values, cudaDataType *type,
                               cusparseOrder_t *order)
{
    *rows = m->rows;
    *columns = m->columns;
    *ld = m->ld;
    *values = m->values;
    *type = m->type;
    *order = m->order;
    return CUSPARSE_STATUS_SUCCESS;
}

__SPARSE_CALL cusparseCsrGet(cusparseSpMatDescr_t m, int64_t *rows, int64_t *columns, int64_t *count, void **offsets, void **at, void **values,
                             cusparseIndexType_t *offset_type, cusparseIndexType_t *index_type, cusparseIndexBase_t *base, cudaDataType *type)
{
    cusparseSpMatGetSize(m, rows, columns, count);
    *offsets = m->rows_at;
    *at = m->at;
    *values = m->values;
    *offset_type = m->offset_type;
    *index_type = m->index_type;
    *base = m->base;
    *type = m->type;
    return CUSPARSE_STATUS_SUCCESS;
}

#define cusparseCscGet cusparseCsrGet

__SPARSE_CALL cusparseCooGet(cusparseSpMatDescr_t m, int64_t *rows, int64_t *columns, int64_t *count, void **row, void **column, void **values,
                             cusparseIndexType_t *index_type, cusparseIndexBase_t *base, cudaDataType *type)
{
    cusparseIndexType_t same;
    return cusparseCsrGet(m, rows, columns, count, row, column, values, &same, index_type, base, type);
}

__SPARSE_CALL cusparseSpMatGetFormat(cusparseConstSpMatDescr_t m, cusparseFormat_t *out)
{
    *out = m->format;
    return CUSPARSE_STATUS_SUCCESS;
}

__SPARSE_CALL cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t m, cusparseIndexBase_t *out)
{
    *out = m->base;
    return CUSPARSE_STATUS_SUCCESS;
}

/* Constant ones are the same ones. */
__SPARSE_CALL cusparseCreateConstSpVec(cusparseConstSpVecDescr_t *out, int64_t size, int64_t count, const void *at, const void *values,
                                       cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type)
{
    return cusparseCreateSpVec(out, size, count, (void *) at, (void *) values, index_type, base, type);
}

__SPARSE_CALL cusparseCreateConstDnVec(cusparseConstDnVecDescr_t *out, int64_t count, const void *values, cudaDataType type)
{
    return cusparseCreateDnVec(out, count, (void *) values, type);
}

__SPARSE_CALL cusparseCreateConstDnMat(cusparseConstDnMatDescr_t *out, int64_t rows, int64_t columns, int64_t ld, const void *values,
                                       cudaDataType type, cusparseOrder_t order)
{
    return cusparseCreateDnMat(out, rows, columns, ld, (void *) values, type, order);
}

__SPARSE_CALL cusparseCreateConstCsr(cusparseConstSpMatDescr_t *out, int64_t rows, int64_t columns, int64_t count, const void *offsets,
                                     const void *at, const void *values, cusparseIndexType_t offset_type, cusparseIndexType_t index_type,
                                     cusparseIndexBase_t base, cudaDataType type)
{
    return cusparseCreateCsr(out, rows, columns, count, (void *) offsets, (void *) at, (void *) values, offset_type, index_type, base, type);
}

__SPARSE_CALL cusparseCreateConstCoo(cusparseConstSpMatDescr_t *out, int64_t rows, int64_t columns, int64_t count, const void *row,
                                     const void *column, const void *values, cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                     cudaDataType type)
{
    return cusparseCreateCoo(out, rows, columns, count, (void *) row, (void *) column, (void *) values, index_type, base, type);
}

typedef enum cusparseSpMatAttribute_t { CUSPARSE_SPMAT_FILL_MODE = 0, CUSPARSE_SPMAT_DIAG_TYPE = 1 } cusparseSpMatAttribute_t;

__SPARSE_CALL cusparseSpMatSetAttribute(cusparseSpMatDescr_t m, cusparseSpMatAttribute_t which, const void *value, size_t bytes)
{
    if (bytes != sizeof(int))
        return CUSPARSE_STATUS_INVALID_VALUE;
    if (which == CUSPARSE_SPMAT_FILL_MODE)
        m->fill = *(const cusparseFillMode_t *) value;
    else
        m->diagonal = *(const cusparseDiagType_t *) value;
    return CUSPARSE_STATUS_SUCCESS;
}

__SPARSE_CALL cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t m, cusparseSpMatAttribute_t which, void *value, size_t bytes)
{
    if (bytes != sizeof(int))
        return CUSPARSE_STATUS_INVALID_VALUE;
    if (which == CUSPARSE_SPMAT_FILL_MODE)
        *(cusparseFillMode_t *) value = m->fill;
    else
        *(cusparseDiagType_t *) value = m->diagonal;
    return CUSPARSE_STATUS_SUCCESS;
}

__SPARSE_CALL cusparseSetMatFillMode(cusparseMatDescr_t d, cusparseFillMode_t fill)
{
    d->fill = fill;
    return CUSPARSE_STATUS_SUCCESS;
}

__SPARSE_CALL cusparseSetMatDiagType(cusparseMatDescr_t d, cusparseDiagType_t diagonal)
{
    d->diagonal = diagonal;
    return CUSPARSE_STATUS_SUCCESS;
}

/* ---- the calls ---- */

#define __SPARSE_GRID_OF(count) ((count) + __SPARSE_THREADS - 1) / __SPARSE_THREADS, __SPARSE_THREADS
/* what<T>(...) for the type of the elements. */
#define __SPARSE_BY_TYPE(type, what, ...) \
    ((type) == CUDA_R_32F ? what<float>(__VA_ARGS__) : what<double>(__VA_ARGS__))

template <typename T>
static cusparseStatus_t __sparse_run_axpby(cusparseHandle_t h, const void *alpha, cusparseConstSpVecDescr_t x, const void *beta,
                                           cusparseDnVecDescr_t y)
{
    bool here = h->mode == CUSPARSE_POINTER_MODE_HOST;
    const T *al = (const T *) alpha, *be = (const T *) beta;
    if (y->count > 0)
        __sparse_scale<T><<<__SPARSE_GRID(y->count, 1), 0, h->stream>>>(y->count, 1, here ? NULL : be, here ? *be : T(0), (T *) y->values, 1, 0);
    if (x->count > 0)
        __sparse_axpby<T><<<__SPARSE_GRID_OF(x->count), 0, h->stream>>>(x->count, here ? NULL : al, here ? *al : T(0), (const int *) x->at,
                                                                        (const T *) x->values, x->base, (T *) y->values);
    return CUSPARSE_STATUS_SUCCESS;
}

template <typename T> static cusparseStatus_t __sparse_run_move(cusparseHandle_t h, cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y, int scatter)
{
    if (x->count > 0)
        __sparse_move<T><<<__SPARSE_GRID_OF(x->count), 0, h->stream>>>(x->count, (const int *) x->at, (T *) x->values, x->base, (T *) y->values,
                                                                       scatter);
    return CUSPARSE_STATUS_SUCCESS;
}

template <typename T>
static cusparseStatus_t __sparse_run_rotate(cusparseHandle_t h, const void *c, const void *s, cusparseSpVecDescr_t x, cusparseDnVecDescr_t y)
{
    bool here = h->mode == CUSPARSE_POINTER_MODE_HOST;
    const T *cs = (const T *) c, *sn = (const T *) s;
    if (x->count > 0)
        __sparse_rotate<T><<<__SPARSE_GRID_OF(x->count), 0, h->stream>>>(x->count, here ? NULL : cs, here ? NULL : sn, here ? *cs : T(0),
                                                                         here ? *sn : T(0), (const int *) x->at, (T *) x->values, x->base,
                                                                         (T *) y->values);
    return CUSPARSE_STATUS_SUCCESS;
}

template <typename T>
static cusparseStatus_t __sparse_run_dot(cusparseHandle_t h, cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y, void *out, void *buffer)
{
    bool here = h->mode == CUSPARSE_POINTER_MODE_HOST;
    T *to = (T *) (here ? buffer : out);
    __sparse_dot<T><<<1, __SPARSE_THREADS, 0, h->stream>>>(x->count, (const int *) x->at, (const T *) x->values, x->base, (const T *) y->values, to);
    if (!here)
        return CUSPARSE_STATUS_SUCCESS;
    cudaStreamSynchronize(h->stream);
    return cudaMemcpy(out, to, sizeof(T), cudaMemcpyDeviceToHost) == cudaSuccess ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_EXECUTION_FAILED;
}

static inline cusparseStatus_t __sparse_fits(cusparseHandle_t h, cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y)
{
    return !h                     ? CUSPARSE_STATUS_NOT_INITIALIZED
           : x->size != y->count  ? CUSPARSE_STATUS_INVALID_VALUE
           : x->type != y->type   ? CUSPARSE_STATUS_NOT_SUPPORTED
                                  : CUSPARSE_STATUS_SUCCESS;
}

/* y = alpha x + beta y */
__SPARSE_CALL cusparseAxpby(cusparseHandle_t h, const void *alpha, cusparseConstSpVecDescr_t x, const void *beta, cusparseDnVecDescr_t y)
{
    cusparseStatus_t status = __sparse_fits(h, x, y);
    return status ? status : __SPARSE_BY_TYPE(x->type, __sparse_run_axpby, h, alpha, x, beta, y);
}

__SPARSE_CALL cusparseGather(cusparseHandle_t h, cusparseConstDnVecDescr_t y, cusparseSpVecDescr_t x)
{
    cusparseStatus_t status = __sparse_fits(h, x, y);
    return status ? status : __SPARSE_BY_TYPE(x->type, __sparse_run_move, h, x, y, 0);
}

__SPARSE_CALL cusparseScatter(cusparseHandle_t h, cusparseConstSpVecDescr_t x, cusparseDnVecDescr_t y)
{
    cusparseStatus_t status = __sparse_fits(h, x, y);
    return status ? status : __SPARSE_BY_TYPE(x->type, __sparse_run_move, h, x, y, 1);
}

__SPARSE_CALL cusparseRot(cusparseHandle_t h, const void *c, const void *s, cusparseSpVecDescr_t x, cusparseDnVecDescr_t y)
{
    cusparseStatus_t status = __sparse_fits(h, x, y);
    return status ? status : __SPARSE_BY_TYPE(x->type, __sparse_run_rotate, h, c, s, x, y);
}

__SPARSE_CALL cusparseSpVV_bufferSize(cusparseHandle_t h, cusparseOperation_t op, cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y,
                                      const void *out, cudaDataType compute, size_t *bytes)
{
    *bytes = 256; /* the result, before it goes to the host */
    return __sparse_fits(h, x, y);
}

__SPARSE_CALL cusparseSpVV(cusparseHandle_t h, cusparseOperation_t op, cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y, void *out,
                           cudaDataType compute, void *buffer)
{
    cusparseStatus_t status = __sparse_fits(h, x, y);
    if (!status && (compute != x->type || (h->mode == CUSPARSE_POINTER_MODE_HOST && !buffer)))
        status = buffer ? CUSPARSE_STATUS_NOT_SUPPORTED : CUSPARSE_STATUS_INVALID_VALUE;
    return status ? status : __SPARSE_BY_TYPE(x->type, __sparse_run_dot, h, x, y, out, buffer);
}

#endif
