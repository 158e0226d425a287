/* SPDX-License-Identifier: Apache-2.0 */
/* cuSPARSE: sparse matrices (CSR, CSC, COO) times vectors and matrices, systems of equations, and conversions, through kernels. The generic API of CUDA 11
 * and later, and of the older one what textbooks use. Sums are made in an order of our own. Everything runs in the handle's stream. */
#ifndef WARPCELL_CUSPARSE_H
#define WARPCELL_CUSPARSE_H
#include <cuComplex.h>
#include <library_types.h>
#include <stdint.h>
#include <stdlib.h>

typedef enum cusparseStatus_t {
    CUSPARSE_STATUS_SUCCESS = 0, CUSPARSE_STATUS_NOT_INITIALIZED = 1, CUSPARSE_STATUS_ALLOC_FAILED = 2, CUSPARSE_STATUS_INVALID_VALUE = 3,
    CUSPARSE_STATUS_ARCH_MISMATCH = 4, CUSPARSE_STATUS_MAPPING_ERROR = 5, CUSPARSE_STATUS_EXECUTION_FAILED = 6,
    CUSPARSE_STATUS_INTERNAL_ERROR = 7, CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8, CUSPARSE_STATUS_ZERO_PIVOT = 9,
    CUSPARSE_STATUS_NOT_SUPPORTED = 10, CUSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11
} cusparseStatus_t;
typedef enum cusparseOperation_t {
    CUSPARSE_OPERATION_NON_TRANSPOSE = 0, CUSPARSE_OPERATION_TRANSPOSE = 1, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE = 2
} cusparseOperation_t;
typedef enum cusparsePointerMode_t { CUSPARSE_POINTER_MODE_HOST = 0, CUSPARSE_POINTER_MODE_DEVICE = 1 } cusparsePointerMode_t;
typedef enum cusparseIndexBase_t { CUSPARSE_INDEX_BASE_ZERO = 0, CUSPARSE_INDEX_BASE_ONE = 1 } cusparseIndexBase_t;
typedef enum cusparseIndexType_t { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I = 2, CUSPARSE_INDEX_64I = 3 } cusparseIndexType_t;
typedef enum cusparseOrder_t { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 } cusparseOrder_t;
typedef enum cusparseFormat_t {
    CUSPARSE_FORMAT_CSR = 1, CUSPARSE_FORMAT_CSC = 2, CUSPARSE_FORMAT_COO = 3,
    CUSPARSE_FORMAT_BLOCKED_ELL = 5, CUSPARSE_FORMAT_BSR = 6, CUSPARSE_FORMAT_SLICED_ELLPACK = 7
} cusparseFormat_t;
typedef enum cusparseSpMVAlg_t {
    CUSPARSE_SPMV_ALG_DEFAULT = 0, CUSPARSE_MV_ALG_DEFAULT = 0, CUSPARSE_SPMV_COO_ALG1 = 1, CUSPARSE_SPMV_CSR_ALG1 = 2,
    CUSPARSE_SPMV_CSR_ALG2 = 3, CUSPARSE_SPMV_COO_ALG2 = 4, CUSPARSE_SPMV_SELL_ALG1 = 5, CUSPARSE_SPMV_BSR_ALG1 = 6
} cusparseSpMVAlg_t;
typedef enum cusparseSpMMAlg_t {
    CUSPARSE_SPMM_ALG_DEFAULT = 0, CUSPARSE_MM_ALG_DEFAULT = 0, CUSPARSE_SPMM_COO_ALG1 = 1, CUSPARSE_SPMM_COO_ALG2 = 2,
    CUSPARSE_SPMM_COO_ALG3 = 3, CUSPARSE_SPMM_CSR_ALG1 = 4, CUSPARSE_SPMM_COO_ALG4 = 5, CUSPARSE_SPMM_CSR_ALG2 = 6, CUSPARSE_SPMM_CSR_ALG3 = 12,
    CUSPARSE_SPMM_BLOCKED_ELL_ALG1 = 13, CUSPARSE_SPMM_BSR_ALG1 = 14
} cusparseSpMMAlg_t;
typedef enum cusparseSparseToDenseAlg_t { CUSPARSE_SPARSETODENSE_ALG_DEFAULT = 0 } cusparseSparseToDenseAlg_t;
typedef enum cusparseDenseToSparseAlg_t { CUSPARSE_DENSETOSPARSE_ALG_DEFAULT = 0 } cusparseDenseToSparseAlg_t;
typedef enum cusparseMatrixType_t {
    CUSPARSE_MATRIX_TYPE_GENERAL = 0, CUSPARSE_MATRIX_TYPE_SYMMETRIC = 1, CUSPARSE_MATRIX_TYPE_HERMITIAN = 2, CUSPARSE_MATRIX_TYPE_TRIANGULAR = 3
} cusparseMatrixType_t;
typedef enum cusparseFillMode_t { CUSPARSE_FILL_MODE_LOWER = 0, CUSPARSE_FILL_MODE_UPPER = 1 } cusparseFillMode_t;
typedef enum cusparseDiagType_t { CUSPARSE_DIAG_TYPE_NON_UNIT = 0, CUSPARSE_DIAG_TYPE_UNIT = 1 } cusparseDiagType_t;
typedef enum cusparseDirection_t { CUSPARSE_DIRECTION_ROW = 0, CUSPARSE_DIRECTION_COLUMN = 1 } cusparseDirection_t;

struct cusparseContext {
    cudaStream_t stream;
    cusparsePointerMode_t mode;
};
typedef struct cusparseContext *cusparseHandle_t;

/* rows_at: of CSR the rows' offsets, of CSC the columns', of COO each element's row; at: the other index of each element. */
struct cusparseSpMatDescr {
    cusparseFormat_t format;
    int64_t rows, columns, count;
    void *rows_at, *at, *values;
    cusparseIndexType_t offset_type, index_type;
    cusparseIndexBase_t base;
    cudaDataType type;
    cusparseFillMode_t fill;
    cusparseDiagType_t diagonal;
    int64_t block_rows, block_columns, width, slice; /* __sparse_forms.h */
    cusparseOrder_t order;
    int batches; /* 0: one */
    int64_t offsets_step, at_step, step;
};
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseSpMatDescr *cusparseConstSpMatDescr_t;

struct cusparseDnVecDescr {
    int64_t count;
    void *values;
    cudaDataType type;
};
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseDnVecDescr *cusparseConstDnVecDescr_t;

struct cusparseDnMatDescr {
    int64_t rows, columns, ld;
    void *values;
    cudaDataType type;
    cusparseOrder_t order;
    int batches; /* 0: one */
    int64_t step;
};
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef struct cusparseDnMatDescr *cusparseConstDnMatDescr_t;

struct cusparseMatDescr {
    cusparseMatrixType_t type;
    cusparseIndexBase_t base;
    cusparseFillMode_t fill;
    cusparseDiagType_t diagonal;
};
typedef struct cusparseMatDescr *cusparseMatDescr_t;

/* ---- kernels: I, J: offsets and indices; T: elements ---- */

enum { __SPARSE_THREADS = 128 };

/* Y = beta Y; (i, j) is at i * step_i + j * step_j. */
template <typename T> __global__ void __sparse_scale(long m, long n, const T *be, T beta, T *y, long step_i, long step_j)
{
    long i = blockIdx.x * (long) blockDim.x + threadIdx.x, j = blockIdx.y;
    T f = be ? *be : beta;
    if (i < m)
        y[i * step_i + j * step_j] = f == T(0) ? T(0) : f * y[i * step_i + j * step_j];
}

/* Y = alpha A X + beta Y, one row of Y for each thread; A is compressed along its rows. columns and count are A's, for the library that does this
 * kernel's work on a GPU. */
template <typename I, typename J, typename T>
__global__ void __sparse_rows(long rows, long columns, long count, const T *al, T alpha, const I *offsets, const J *at, const T *values, int base, const T *x, long x_i, long x_j,
                              const T *be, T beta, T *y, long y_i, long y_j)
{
    long i = blockIdx.x * (long) blockDim.x + threadIdx.x, j = blockIdx.y;
    if (i >= rows)
        return;
    T sum = 0, f = be ? *be : beta;
    for (I e = offsets[i] - base; e < offsets[i + 1] - base; e++)
        sum += values[e] * x[(long) (at[e] - base) * x_i + j * x_j];
    T *out = y + i * y_i + j * y_j;
    *out = (al ? *al : alpha) * sum + (f == T(0) ? T(0) : f * *out);
}

/* Y += alpha A' X; A is compressed along its rows, one of which each thread takes. */
template <typename I, typename J, typename T>
__global__ void __sparse_rows_turned(long rows, const T *al, T alpha, const I *offsets, const J *at, const T *values, int base, const T *x, long x_i,
                                     long x_j, T *y, long y_i, long y_j)
{
    long i = blockIdx.x * (long) blockDim.x + threadIdx.x, j = blockIdx.y;
    if (i >= rows)
        return;
    T factor = (al ? *al : alpha) * x[i * x_i + j * x_j];
    for (I e = offsets[i] - base; e < offsets[i + 1] - base; e++)
        atomicAdd(&y[(long) (at[e] - base) * y_i + j * y_j], factor * values[e]);
}

/* Y += alpha A X, one element of A for each thread; from, to: its column and row, or the other way round. */
template <typename J, typename T>
__global__ void __sparse_elements(long count, const T *al, T alpha, const J *to, const J *from, const T *values, int base, const T *x, long x_i,
                                  long x_j, T *y, long y_i, long y_j)
{
    long e = blockIdx.x * (long) blockDim.x + threadIdx.x, j = blockIdx.y;
    if (e < count)
        atomicAdd(&y[(long) (to[e] - base) * y_i + j * y_j], (al ? *al : alpha) * values[e] * x[(long) (from[e] - base) * x_i + j * x_j]);
}

/* The elements other than 0 of each row (column), at a[i * step_i + j * step_j]. */
template <typename I, typename T> __global__ void __sparse_count(long rows, long columns, const T *a, long step_i, long step_j, I *counts)
{
    long i = blockIdx.x * (long) blockDim.x + threadIdx.x;
    I count = 0;
    for (long j = 0; i < rows && j < columns; j++)
        count += a[i * step_i + j * step_j] != T(0);
    if (i < rows)
        counts[i] = count;
}

/* offsets[i] = base + the sum of the counts before i, of which there are n. They may be the same array, shifted by one. */
template <typename I> __global__ void __sparse_offsets(long n, const I *counts, int base, I *offsets)
{
    I sum = base;
    for (long i = 0; i < n; i++) {
        I count = counts[i];
        offsets[i] = sum;
        sum += count;
    }
    offsets[n] = sum;
}

template <typename I, typename J, typename T>
__global__ void __sparse_gather(long rows, long columns, const T *a, long step_i, long step_j, int base, const I *offsets, J *at, T *values)
{
    long i = blockIdx.x * (long) blockDim.x + threadIdx.x;
    I e = i < rows ? offsets[i] - base : 0;
    for (long j = 0; i < rows && j < columns; j++)
        if (a[i * step_i + j * step_j] != T(0)) {
            at[e] = (J) j + base;
            values[e++] = a[i * step_i + j * step_j];
        }
}

template <typename I, typename J, typename T>
__global__ void __sparse_spread(long rows, const I *offsets, const J *at, const T *values, int base, T *a, long step_i, long step_j)
{
    long i = blockIdx.x * (long) blockDim.x + threadIdx.x;
    for (I e = i < rows ? offsets[i] - base : 0; i < rows && e < offsets[i + 1] - base; e++)
        a[i * step_i + (long) (at[e] - base) * step_j] = values[e];
}

template <typename J> __global__ void __sparse_compress(long count, long rows, const J *row, int base, J *offsets)
{
    long i = blockIdx.x * (long) blockDim.x + threadIdx.x;
    if (i > rows)
        return;
    long low = 0, high = count; /* the first element whose row is i or later */
    while (low < high) {
        long middle = (low + high) / 2;
        if (row[middle] - base < i)
            low = middle + 1;
        else
            high = middle;
    }
    offsets[i] = (J) low + base;
}

/* ---- the handle and the descriptors ---- */

static inline cusparseStatus_t cusparseCreate(cusparseHandle_t *out)
{
    *out = (cusparseHandle_t) calloc(1, sizeof(struct cusparseContext));
    return CUSPARSE_STATUS_SUCCESS;
}

static inline cusparseStatus_t cusparseDestroy(cusparseHandle_t h)
{
    free(h);
    return CUSPARSE_STATUS_SUCCESS;
}

static inline cusparseStatus_t cusparseSetStream(cusparseHandle_t h, cudaStream_t stream)
{
    h->stream = stream;
    return CUSPARSE_STATUS_SUCCESS;
}

static inline cusparseStatus_t cusparseGetStream(cusparseHandle_t h, cudaStream_t *out)
{
    *out = h->stream;
    return CUSPARSE_STATUS_SUCCESS;
}

static inline cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t h, cusparsePointerMode_t mode)
{
    h->mode = mode;
    return CUSPARSE_STATUS_SUCCESS;
}

static inline cusparseStatus_t cusparseGetVersion(cusparseHandle_t h, int *out)
{
    *out = 12000;
    return CUSPARSE_STATUS_SUCCESS;
}

static inline const char *cusparseGetErrorName(cusparseStatus_t status)
{
    static const char *const names[] = {"CUSPARSE_STATUS_SUCCESS", "CUSPARSE_STATUS_NOT_INITIALIZED", "CUSPARSE_STATUS_ALLOC_FAILED",
                                        "CUSPARSE_STATUS_INVALID_VALUE", "CUSPARSE_STATUS_ARCH_MISMATCH", "CUSPARSE_STATUS_MAPPING_ERROR",
                                        "CUSPARSE_STATUS_EXECUTION_FAILED", "CUSPARSE_STATUS_INTERNAL_ERROR",
                                        "CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED", "CUSPARSE_STATUS_ZERO_PIVOT", "CUSPARSE_STATUS_NOT_SUPPORTED",
                                        "CUSPARSE_STATUS_INSUFFICIENT_RESOURCES"};
    return status >= 0 && status <= 11 ? names[status] : "unrecognized error code";
}

static inline const char *cusparseGetErrorString(cusparseStatus_t status)
{
    return status == CUSPARSE_STATUS_SUCCESS ? "success" : cusparseGetErrorName(status);
}

/* shorter: numbers of 16 bits too. */
static inline bool __sparse_has(cudaDataType type, bool shorter)
{
    return type == CUDA_R_32F || type == CUDA_R_64F || (shorter && (type == CUDA_R_16F || type == CUDA_R_16BF));
}

static inline cusparseStatus_t __sparse_matrix(cusparseSpMatDescr_t *out, cusparseFormat_t format, int64_t rows, int64_t columns, int64_t count,
                                               const void *rows_at, const void *at, const void *values, cusparseIndexType_t offset_type,
                                               cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type)
{
    if (rows < 0 || columns < 0 || count < 0)
        return CUSPARSE_STATUS_INVALID_VALUE;
    if (offset_type == CUSPARSE_INDEX_16U || index_type == CUSPARSE_INDEX_16U || !__sparse_has(type, format == CUSPARSE_FORMAT_BLOCKED_ELL))
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    cusparseSpMatDescr_t m = (cusparseSpMatDescr_t) calloc(1, sizeof(struct cusparseSpMatDescr));
    m->format = format;
    m->rows = rows;
    m->columns = columns;
    m->count = count;
    m->rows_at = (void *) rows_at;
    m->at = (void *) at;
    m->values = (void *) values;
    m->offset_type = offset_type;
    m->index_type = index_type;
    m->base = base;
    m->type = type;
    *out = m;
    return CUSPARSE_STATUS_SUCCESS;
}

static inline cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t *out, int64_t rows, int64_t columns, int64_t count, void *offsets, void *at,
                                                 void *values, cusparseIndexType_t offset_type, cusparseIndexType_t index_type,
                                                 cusparseIndexBase_t base, cudaDataType type)
{
    return __sparse_matrix(out, CUSPARSE_FORMAT_CSR, rows, columns, count, offsets, at, values, offset_type, index_type, base, type);
}

static inline cusparseStatus_t cusparseCreateCsc(cusparseSpMatDescr_t *out, int64_t rows, int64_t columns, int64_t count, void *offsets, void *at,
                                                 void *values, cusparseIndexType_t offset_type, cusparseIndexType_t index_type,
                                                 cusparseIndexBase_t base, cudaDataType type)
{
    return __sparse_matrix(out, CUSPARSE_FORMAT_CSC, rows, columns, count, offsets, at, values, offset_type, index_type, base, type);
}

static inline cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t *out, int64_t rows, int64_t columns, int64_t count, void *row, void *column,
                                                 void *values, cusparseIndexType_t index_type, cusparseIndexBase_t base, cudaDataType type)
{
    return __sparse_matrix(out, CUSPARSE_FORMAT_COO, rows, columns, count, row, column, values, index_type, index_type, base, type);
}

static inline cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t m)
{
    free(m);
    return CUSPARSE_STATUS_SUCCESS;
}

static inline cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t m, int64_t *rows, int64_t *columns, int64_t *count)
{
    *rows = m->rows;
    *columns = m->columns;
    *count = m->count;
    return CUSPARSE_STATUS_SUCCESS;
}

static inline cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t m, void *offsets, void *at, void *values)
{
    m->rows_at = offsets;
    m->at = at;
    m->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}

#define cusparseCscSetPointers cusparseCsrSetPointers
#define cusparseCooSetPointers cusparseCsrSetPointers

static inline cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t m, void *values)
{
    m->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}

static inline cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *out, int64_t count, void *values, cudaDataType type)
{
    if (type != CUDA_R_32F && type != CUDA_R_64F)
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    cusparseDnVecDescr_t v = (cusparseDnVecDescr_t) calloc(1, sizeof(struct cusparseDnVecDescr));
    v->count = count;
    v->values = values;
    v->type = type;
    *out = v;
    return CUSPARSE_STATUS_SUCCESS;
}

static inline cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t v, void *values)
{
    v->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}

static inline cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t v)
{
    free(v);
    return CUSPARSE_STATUS_SUCCESS;
}

static inline cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *out, int64_t rows, int64_t columns, int64_t ld, void *values,
                                                   cudaDataType type, cusparseOrder_t order)
{
    if (!__sparse_has(type, true))
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    if (ld < (order == CUSPARSE_ORDER_ROW ? columns : rows))
        return CUSPARSE_STATUS_INVALID_VALUE;
    cusparseDnMatDescr_t m = (cusparseDnMatDescr_t) calloc(1, sizeof(struct cusparseDnMatDescr));
    m->rows = rows;
    m->columns = columns;
    m->ld = ld;
    m->values = values;
    m->type = type;
    m->order = order;
    *out = m;
    return CUSPARSE_STATUS_SUCCESS;
}

static inline cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t m)
{
    free(m);
    return CUSPARSE_STATUS_SUCCESS;
}

/* ---- products ---- */

#define __SPARSE_GRID(m, n) dim3(((m) + __SPARSE_THREADS - 1) / __SPARSE_THREADS, n), __SPARSE_THREADS

#include <__sparse_forms.h>

/* Y (m x n) = alpha op(A) X + beta Y. */
template <typename I, typename J, typename T>
static void __sparse_product(cusparseHandle_t h, bool turned, const T *alpha, cusparseConstSpMatDescr_t a, const T *x, long x_i, long x_j,
                             const T *beta, T *y, long y_i, long y_j, long n)
{
    bool here = h->mode == CUSPARSE_POINTER_MODE_HOST, by_columns = a->format == CUSPARSE_FORMAT_CSC;
    const T *al = here ? NULL : alpha, *be = here ? NULL : beta, *values = (const T *) a->values;
    T f = here ? *alpha : T(0), g = here ? *beta : T(0);
    long m = turned ? a->columns : a->rows, compressed = by_columns ? a->columns : a->rows;
    const I *offsets = (const I *) a->rows_at;
    const J *at = (const J *) a->at;
    if (m <= 0 || n <= 0)
        return;
    if (a->format != CUSPARSE_FORMAT_COO && turned == by_columns) {
        __sparse_rows<I, J, T><<<__SPARSE_GRID(compressed, n), 0, h->stream>>>(compressed, turned ? a->rows : a->columns, a->count, al, f, offsets, at, values, a->base, x, x_i, x_j, be, g,
                                                                               y, y_i, y_j);
        return;
    }
    __sparse_scale<T><<<__SPARSE_GRID(m, n), 0, h->stream>>>(m, n, be, g, y, y_i, y_j);
    if (a->format != CUSPARSE_FORMAT_COO && compressed > 0) {
        __sparse_rows_turned<I, J, T><<<__SPARSE_GRID(compressed, n), 0, h->stream>>>(compressed, al, f, offsets, at, values, a->base, x, x_i, x_j, y,
                                                                                      y_i, y_j);
    } else if (a->count > 0) {
        const J *rows = (const J *) a->rows_at;
        __sparse_elements<J, T><<<__SPARSE_GRID(a->count, n), 0, h->stream>>>(a->count, al, f, turned ? at : rows, turned ? rows : at, values,
                                                                              a->base, x, x_i, x_j, y, y_i, y_j);
    }
}

template <typename T>
static void __sparse_product_of(cusparseHandle_t h, bool turned, const void *alpha, cusparseConstSpMatDescr_t a, const void *x, long x_i, long x_j,
                                const void *beta, void *y, long y_i, long y_j, long n)
{
    bool long_offsets = a->offset_type == CUSPARSE_INDEX_64I, long_indices = a->index_type == CUSPARSE_INDEX_64I;
    const T *al = (const T *) alpha, *be = (const T *) beta, *from = (const T *) x;
    T *to = (T *) y;
    if (__sparse_is_form(a)) {
        if (long_offsets && long_indices)
            __sparse_form_product<long, long, T>(h, turned, al, a, from, x_i, x_j, be, to, y_i, y_j, n);
        else if (long_offsets)
            __sparse_form_product<long, int, T>(h, turned, al, a, from, x_i, x_j, be, to, y_i, y_j, n);
        else
            __sparse_form_product<int, int, T>(h, turned, al, a, from, x_i, x_j, be, to, y_i, y_j, n);
        return;
    }
    if (long_offsets && long_indices)
        __sparse_product<long, long, T>(h, turned, al, a, from, x_i, x_j, be, to, y_i, y_j, n);
    else if (long_offsets)
        __sparse_product<long, int, T>(h, turned, al, a, from, x_i, x_j, be, to, y_i, y_j, n);
    else
        __sparse_product<int, int, T>(h, turned, al, a, from, x_i, x_j, be, to, y_i, y_j, n);
}

static inline cusparseStatus_t cusparseSpMV(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a,
                                            cusparseConstDnVecDescr_t x, const void *beta, cusparseDnVecDescr_t y, cudaDataType compute,
                                            cusparseSpMVAlg_t algorithm, void *buffer)
{
    bool turned = op != CUSPARSE_OPERATION_NON_TRANSPOSE;
    if (!h)
        return CUSPARSE_STATUS_NOT_INITIALIZED;
    if (x->count != (turned ? a->rows : a->columns) || y->count != (turned ? a->columns : a->rows))
        return CUSPARSE_STATUS_INVALID_VALUE;
    if (x->type != a->type || y->type != a->type || compute != a->type || a->format == CUSPARSE_FORMAT_BLOCKED_ELL)
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    if (a->type == CUDA_R_32F)
        __sparse_product_of<float>(h, turned, alpha, a, x->values, 1, 0, beta, y->values, 1, 0, 1);
    else
        __sparse_product_of<double>(h, turned, alpha, a, x->values, 1, 0, beta, y->values, 1, 0, 1);
    return CUSPARSE_STATUS_SUCCESS;
}

static inline cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a,
                                                       cusparseConstDnVecDescr_t x, const void *beta, cusparseDnVecDescr_t y, cudaDataType compute,
                                                       cusparseSpMVAlg_t algorithm, size_t *out)
{
    *out = 256; /* programs allocate it; nothing needs it */
    return h ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_INITIALIZED;
}

static inline cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t h, cusparseOperation_t op, const void *alpha, cusparseConstSpMatDescr_t a,
                                                       cusparseConstDnVecDescr_t x, const void *beta, cusparseDnVecDescr_t y, cudaDataType compute,
                                                       cusparseSpMVAlg_t algorithm, void *buffer)
{
    return h ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_INITIALIZED;
}

static inline cusparseStatus_t cusparseSpMM(cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, const void *alpha,
                                            cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseDnMatDescr_t c,
                                            cudaDataType compute, cusparseSpMMAlg_t algorithm, void *buffer)
{
    bool turned = op_a != CUSPARSE_OPERATION_NON_TRANSPOSE, b_turned = op_b != CUSPARSE_OPERATION_NON_TRANSPOSE;
    if (!h)
        return CUSPARSE_STATUS_NOT_INITIALIZED;
    long m = turned ? a->columns : a->rows, k = turned ? a->rows : a->columns;
    if (c->rows != m || (b_turned ? b->columns : b->rows) != k || (b_turned ? b->rows : b->columns) != c->columns)
        return CUSPARSE_STATUS_INVALID_VALUE;
    bool shorter = a->type == CUDA_R_16F || a->type == CUDA_R_16BF, ell = a->format == CUSPARSE_FORMAT_BLOCKED_ELL;
    if (b->type != a->type || c->type != a->type || compute != (shorter ? CUDA_R_32F : a->type) || (ell && turned) ||
        a->format == CUSPARSE_FORMAT_SLICED_ELLPACK)
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    long b_i = b->order == CUSPARSE_ORDER_ROW ? b->ld : 1, b_j = b->order == CUSPARSE_ORDER_ROW ? 1 : b->ld;
    long c_i = c->order == CUSPARSE_ORDER_ROW ? c->ld : 1, c_j = c->order == CUSPARSE_ORDER_ROW ? 1 : c->ld;
    long x_i = b_turned ? b_j : b_i, x_j = b_turned ? b_i : b_j;
    int batches = c->batches ? c->batches : 1;
    if ((a->batches > 1 && a->batches != batches) || (b->batches > 1 && b->batches != batches))
        return CUSPARSE_STATUS_INVALID_VALUE;
    for (int i = 0; i < batches; i++) {
        struct cusparseSpMatDescr one = __sparse_one(a, i);
        void *x = __sparse_dense(b, i), *y = __sparse_dense(c, i);
        if (a->type == CUDA_R_32F)
            __sparse_product_of<float>(h, turned, alpha, &one, x, x_i, x_j, beta, y, c_i, c_j, c->columns);
        else if (a->type == CUDA_R_64F)
            __sparse_product_of<double>(h, turned, alpha, &one, x, x_i, x_j, beta, y, c_i, c_j, c->columns);
        else if (a->type == CUDA_R_16F)
            __sparse_short_product<__half>(h, (const float *) alpha, &one, x, x_i, x_j, (const float *) beta, y, c_i, c_j, c->columns);
        else
            __sparse_short_product<__nv_bfloat16>(h, (const float *) alpha, &one, x, x_i, x_j, (const float *) beta, y, c_i, c_j, c->columns);
    }
    return CUSPARSE_STATUS_SUCCESS;
}

static inline cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, const void *alpha,
                                                       cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta,
                                                       cusparseDnMatDescr_t c, cudaDataType compute, cusparseSpMMAlg_t algorithm, size_t *out)
{
    *out = 256;
    return h ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_INITIALIZED;
}

/* ---- conversions: CSR with indices of 32 bits ---- */

static inline bool __sparse_converts(cusparseConstSpMatDescr_t s, cusparseConstDnMatDescr_t d)
{
    return s->format == CUSPARSE_FORMAT_CSR && s->offset_type == CUSPARSE_INDEX_32I && s->index_type == CUSPARSE_INDEX_32I && s->type == d->type &&
           s->rows == d->rows && s->columns == d->columns;
}

static inline cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t h, cusparseConstDnMatDescr_t d, cusparseSpMatDescr_t s,
                                                                cusparseDenseToSparseAlg_t algorithm, size_t *out)
{
    *out = 256;
    return h ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_INITIALIZED;
}

/* The offsets, and the number of elements, which the host reads. */
template <typename T> static void __sparse_analyse(cusparseHandle_t h, cusparseConstDnMatDescr_t d, cusparseSpMatDescr_t s)
{
    long i = d->order == CUSPARSE_ORDER_ROW ? d->ld : 1, j = d->order == CUSPARSE_ORDER_ROW ? 1 : d->ld;
    int *offsets = (int *) s->rows_at, last = 0;
    if (d->rows > 0)
        __sparse_count<int, T><<<__SPARSE_GRID(d->rows, 1), 0, h->stream>>>(d->rows, d->columns, (const T *) d->values, i, j, offsets);
    __sparse_offsets<int><<<1, 1, 0, h->stream>>>(d->rows, offsets, s->base, offsets);
    cudaMemcpy(&last, offsets + d->rows, sizeof last, cudaMemcpyDeviceToHost);
    s->count = last - s->base;
}

static inline cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t h, cusparseConstDnMatDescr_t d, cusparseSpMatDescr_t s,
                                                              cusparseDenseToSparseAlg_t algorithm, void *buffer)
{
    if (s->format == CUSPARSE_FORMAT_BLOCKED_ELL)
        return s->rows == d->rows && s->columns == d->columns ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_INVALID_VALUE;
    if (!__sparse_converts(s, d))
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    if (d->type == CUDA_R_32F)
        __sparse_analyse<float>(h, d, s);
    else
        __sparse_analyse<double>(h, d, s);
    return CUSPARSE_STATUS_SUCCESS;
}

template <typename T> static void __sparse_fill(cusparseHandle_t h, cusparseConstDnMatDescr_t d, cusparseSpMatDescr_t s)
{
    long i = d->order == CUSPARSE_ORDER_ROW ? d->ld : 1, j = d->order == CUSPARSE_ORDER_ROW ? 1 : d->ld;
    if (d->rows > 0)
        __sparse_gather<int, int, T><<<__SPARSE_GRID(d->rows, 1), 0, h->stream>>>(d->rows, d->columns, (const T *) d->values, i, j, s->base,
                                                                                 (const int *) s->rows_at, (int *) s->at, (T *) s->values);
}

static inline cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t h, cusparseConstDnMatDescr_t d, cusparseSpMatDescr_t s,
                                                             cusparseDenseToSparseAlg_t algorithm, void *buffer)
{
    if (s->format == CUSPARSE_FORMAT_BLOCKED_ELL)
        return __sparse_copy_form(h, s, d, 0);
    if (!__sparse_converts(s, d))
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    if (d->type == CUDA_R_32F)
        __sparse_fill<float>(h, d, s);
    else
        __sparse_fill<double>(h, d, s);
    return CUSPARSE_STATUS_SUCCESS;
}

static inline cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t h, cusparseConstSpMatDescr_t s, cusparseDnMatDescr_t d,
                                                                cusparseSparseToDenseAlg_t algorithm, size_t *out)
{
    *out = 256;
    return h ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_INITIALIZED;
}

template <typename T> static void __sparse_to_dense(cusparseHandle_t h, cusparseConstSpMatDescr_t s, cusparseDnMatDescr_t d)
{
    long i = d->order == CUSPARSE_ORDER_ROW ? d->ld : 1, j = d->order == CUSPARSE_ORDER_ROW ? 1 : d->ld;
    if (d->rows <= 0 || d->columns <= 0)
        return;
    __sparse_scale<T><<<__SPARSE_GRID(d->rows, d->columns), 0, h->stream>>>(d->rows, d->columns, (const T *) NULL, T(0), (T *) d->values, i, j);
    __sparse_spread<int, int, T><<<__SPARSE_GRID(d->rows, 1), 0, h->stream>>>(d->rows, (const int *) s->rows_at, (const int *) s->at,
                                                                             (const T *) s->values, s->base, (T *) d->values, i, j);
}

static inline cusparseStatus_t cusparseSparseToDense(cusparseHandle_t h, cusparseConstSpMatDescr_t s, cusparseDnMatDescr_t d,
                                                     cusparseSparseToDenseAlg_t algorithm, void *buffer)
{
    if (__sparse_is_form(s))
        return __sparse_copy_form(h, s, d, 1);
    if (!__sparse_converts(s, d))
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    if (d->type == CUDA_R_32F)
        __sparse_to_dense<float>(h, s, d);
    else
        __sparse_to_dense<double>(h, s, d);
    return CUSPARSE_STATUS_SUCCESS;
}

static inline cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t h, const int *rows_at, int count, int rows, int *offsets, cusparseIndexBase_t base)
{
    __sparse_compress<int><<<__SPARSE_GRID(rows + 1, 1), 0, h->stream>>>(count, rows, rows_at, base, offsets);
    return CUSPARSE_STATUS_SUCCESS;
}

/* ---- the API before CUDA 11, as textbooks use it ---- */

static inline cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *out)
{
    *out = (cusparseMatDescr_t) calloc(1, sizeof(struct cusparseMatDescr));
    return CUSPARSE_STATUS_SUCCESS;
}

static inline cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t d)
{
    free(d);
    return CUSPARSE_STATUS_SUCCESS;
}

static inline cusparseStatus_t cusparseSetMatType(cusparseMatDescr_t d, cusparseMatrixType_t type)
{
    d->type = type;
    return type == CUSPARSE_MATRIX_TYPE_GENERAL ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
}

static inline cusparseStatus_t cusparseSetMatIndexBase(cusparseMatDescr_t d, cusparseIndexBase_t base)
{
    d->base = base;
    return CUSPARSE_STATUS_SUCCESS;
}

static inline cusparseIndexBase_t cusparseGetMatIndexBase(const cusparseMatDescr_t d) { return d->base; }
static inline cusparseMatrixType_t cusparseGetMatType(const cusparseMatDescr_t d) { return d->type; }
static inline cusparseFillMode_t cusparseGetMatFillMode(const cusparseMatDescr_t d) { return d->fill; }
static inline cusparseDiagType_t cusparseGetMatDiagType(const cusparseMatDescr_t d) { return d->diagonal; }

#define __SPARSE_OLD_CALLS(S, T, TYPE)                                                                                                       \
    static inline cusparseStatus_t cusparse##S##nnz(cusparseHandle_t h, cusparseDirection_t direction, int m, int n,                         \
                                                    const cusparseMatDescr_t d, const T *a, int lda, int *counts, int *total)                \
    {                                                                                                                                        \
        bool by_rows = direction == CUSPARSE_DIRECTION_ROW;                                                                                  \
        int rows = by_rows ? m : n, *host = (int *) malloc(rows * sizeof(int)), sum = 0;                                                     \
        __sparse_count<int, T><<<__SPARSE_GRID(rows, 1), 0, h->stream>>>(rows, by_rows ? n : m, a, by_rows ? 1 : lda, by_rows ? lda : 1,     \
                                                                         counts);                                                            \
        cudaMemcpy(host, counts, rows * sizeof(int), cudaMemcpyDeviceToHost);                                                                \
        for (int i = 0; i < rows; i++)                                                                                                       \
            sum += host[i];                                                                                                                  \
        free(host);                                                                                                                          \
        cudaMemcpy(total, &sum, sizeof sum, h->mode == CUSPARSE_POINTER_MODE_HOST ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice);          \
        return CUSPARSE_STATUS_SUCCESS;                                                                                                      \
    }                                                                                                                                        \
    static inline cusparseStatus_t cusparse##S##dense2csr(cusparseHandle_t h, int m, int n, const cusparseMatDescr_t d, const T *a, int lda, \
                                                          const int *counts, T *values, int *offsets, int *at)                               \
    {                                                                                                                                        \
        __sparse_offsets<int><<<1, 1, 0, h->stream>>>(m, counts, d->base, offsets);                                                          \
        __sparse_gather<int, int, T><<<__SPARSE_GRID(m, 1), 0, h->stream>>>(m, n, a, 1, lda, d->base, offsets, at, values);                  \
        return CUSPARSE_STATUS_SUCCESS;                                                                                                      \
    }                                                                                                                                        \
    static inline cusparseStatus_t cusparse##S##csrmm(cusparseHandle_t h, cusparseOperation_t op, int m, int n, int k, int count,            \
                                                      const T *alpha, const cusparseMatDescr_t d, const T *values, const int *offsets,       \
                                                      const int *at, const T *b, int ldb, const T *beta, T *c, int ldc)                      \
    {                                                                                                                                        \
        cusparseSpMatDescr_t s;                                                                                                              \
        cusparseStatus_t status = __sparse_matrix(&s, CUSPARSE_FORMAT_CSR, m, k, count, offsets, at, values, CUSPARSE_INDEX_32I,             \
                                                  CUSPARSE_INDEX_32I, d->base, TYPE);                                                        \
        if (status != CUSPARSE_STATUS_SUCCESS)                                                                                               \
            return status;                                                                                                                   \
        __sparse_product_of<T>(h, op != CUSPARSE_OPERATION_NON_TRANSPOSE, alpha, s, b, 1, ldb, beta, c, 1, ldc, n);                          \
        return cusparseDestroySpMat(s);                                                                                                      \
    }                                                                                                                                        \
    static inline cusparseStatus_t cusparse##S##csrmv(cusparseHandle_t h, cusparseOperation_t op, int m, int n, int count, const T *alpha,   \
                                                      const cusparseMatDescr_t d, const T *values, const int *offsets, const int *at,        \
                                                      const T *x, const T *beta, T *y)                                                       \
    {                                                                                                                                        \
        return cusparse##S##csrmm(h, op, m, 1, n, count, alpha, d, values, offsets, at, x, 0, beta, y, 0);                                   \
    }

__SPARSE_OLD_CALLS(S, float, CUDA_R_32F)
__SPARSE_OLD_CALLS(D, double, CUDA_R_64F)

#include <__sparse_vectors.h>
#include <__sparse_solve.h>
#include <__sparse_pairs.h>

#endif
