/* SPDX-License-Identifier: Apache-2.0 */
/* Part of cusparse.h: products and sums of two sparse matrices (SpGEMM, csrgeam2), sampled products of dense ones (SDDMM), and conversions between forms.
 * Indices have 32 bits. */
#ifndef WARPCELL_SPARSE_PAIRS_H
#define WARPCELL_SPARSE_PAIRS_H
#include <algorithm>
#include <vector>

typedef enum cusparseSpGEMMAlg_t {
    CUSPARSE_SPGEMM_DEFAULT = 0, CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC = 1, CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC = 2, CUSPARSE_SPGEMM_ALG1 = 3,
    CUSPARSE_SPGEMM_ALG2 = 4, CUSPARSE_SPGEMM_ALG3 = 5
} cusparseSpGEMMAlg_t;
typedef enum cusparseSDDMMAlg_t { CUSPARSE_SDDMM_ALG_DEFAULT = 0 } cusparseSDDMMAlg_t;
typedef enum cusparseCsr2CscAlg_t { CUSPARSE_CSR2CSC_ALG_DEFAULT = 1, CUSPARSE_CSR2CSC_ALG1 = 1 } cusparseCsr2CscAlg_t;
typedef enum cusparseAction_t { CUSPARSE_ACTION_SYMBOLIC = 0, CUSPARSE_ACTION_NUMERIC = 1 } cusparseAction_t;

/* A matrix in CSR form on the host, its indices from 0. */
template <typename T> struct __sparse_rows_of {
    std::vector<int> offsets, at;
    std::vector<T> values;
};

struct cusparseSpGEMMDescr {
    __sparse_rows_of<float> single;
    __sparse_rows_of<double> twice;
    int64_t products;
};
typedef struct cusparseSpGEMMDescr *cusparseSpGEMMDescr_t;

/* ---- the product of sparse matrices, on the host ---- */

__SPARSE_CALL cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *out)
{
    *out = new cusparseSpGEMMDescr();
    return CUSPARSE_STATUS_SUCCESS;
}

__SPARSE_CALL cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t d)
{
    delete d;
    return CUSPARSE_STATUS_SUCCESS;
}

template <typename T> static __sparse_rows_of<T> __sparse_to_host(cusparseConstSpMatDescr_t a)
{
    __sparse_rows_of<T> m;
    m.offsets.resize(a->rows + 1);
    m.at.resize(a->count);
    m.values.resize(a->count);
    cudaMemcpy(m.offsets.data(), a->rows_at, (a->rows + 1) * sizeof(int), cudaMemcpyDeviceToHost);
    if (a->count) {
        cudaMemcpy(m.at.data(), a->at, a->count * sizeof(int), cudaMemcpyDeviceToHost);
        cudaMemcpy(m.values.data(), a->values, a->count * sizeof(T), cudaMemcpyDeviceToHost);
    }
    for (size_t i = 0; i < m.offsets.size(); i++)
        m.offsets[i] -= a->base;
    for (size_t i = 0; i < m.at.size(); i++)
        m.at[i] -= a->base;
    return m;
}

/* Row by row (Gustavson, "Two Fast Algorithms for Sparse Matrices", 1978). The number of multiplications. */
template <typename T>
static int64_t __sparse_multiply(const __sparse_rows_of<T> &a, const __sparse_rows_of<T> &b, int columns, T alpha, __sparse_rows_of<T> &c)
{
    int64_t products = 0;
    int rows = (int) a.offsets.size() - 1;
    std::vector<int> seen(columns, -1), found;
    std::vector<T> sums(columns, T(0));
    c.offsets.assign(1, 0);
    c.at.clear();
    c.values.clear();
    for (int i = 0; i < rows; i++) {
        found.clear();
        for (int e = a.offsets[i]; e < a.offsets[i + 1]; e++)
            for (int r = b.offsets[a.at[e]]; r < b.offsets[a.at[e] + 1]; r++) {
                int j = b.at[r];
                products++;
                if (seen[j] != i) {
                    seen[j] = i;
                    sums[j] = 0;
                    found.push_back(j);
                }
                sums[j] += a.values[e] * b.values[r];
            }
        std::sort(found.begin(), found.end());
        for (size_t k = 0; k < found.size(); k++) {
            c.at.push_back(found[k]);
            c.values.push_back(alpha * sums[found[k]]);
        }
        c.offsets.push_back((int) c.at.size());
    }
    return products;
}

template <typename T> static T __sparse_scalar(cusparseHandle_t h, const void *p)
{
    T v;
    if (h->mode == CUSPARSE_POINTER_MODE_HOST)
        return *(const T *) p;
    cudaMemcpy(&v, p, sizeof v, cudaMemcpyDeviceToHost);
    return v;
}

static inline __sparse_rows_of<float> &__sparse_result(cusparseSpGEMMDescr_t d, const float *) { return d->single; }
static inline __sparse_rows_of<double> &__sparse_result(cusparseSpGEMMDescr_t d, const double *) { return d->twice; }

template <typename T>
static cusparseStatus_t __sparse_run_product(cusparseHandle_t h, const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                                             cusparseSpMatDescr_t c, cusparseSpGEMMDescr_t d)
{
    cudaStreamSynchronize(h->stream);
    __sparse_rows_of<T> &made = __sparse_result(d, (const T *) NULL);
    __sparse_rows_of<T> x = __sparse_to_host<T>(a), y = __sparse_to_host<T>(b);
    d->products = __sparse_multiply(x, y, (int) b->columns, __sparse_scalar<T>(h, alpha), made);
    c->count = made.at.size();
    return CUSPARSE_STATUS_SUCCESS;
}

template <typename T> static cusparseStatus_t __sparse_put_product(cusparseHandle_t h, cusparseSpMatDescr_t c, cusparseSpGEMMDescr_t d)
{
    __sparse_rows_of<T> &made = __sparse_result(d, (const T *) NULL);
    std::vector<int> offsets = made.offsets, at = made.at;
    if (!c->rows_at || (made.at.size() && (!c->at || !c->values)))
        return CUSPARSE_STATUS_INVALID_VALUE;
    for (size_t i = 0; i < offsets.size(); i++)
        offsets[i] += c->base;
    for (size_t i = 0; i < at.size(); i++)
        at[i] += c->base;
    cudaMemcpy(c->rows_at, offsets.data(), offsets.size() * sizeof(int), cudaMemcpyHostToDevice);
    if (at.size()) {
        cudaMemcpy(c->at, at.data(), at.size() * sizeof(int), cudaMemcpyHostToDevice);
        cudaMemcpy(c->values, made.values.data(), at.size() * sizeof(T), cudaMemcpyHostToDevice);
    }
    return CUSPARSE_STATUS_SUCCESS;
}

/* beta is 0: what C had before is not added. */
static inline cusparseStatus_t __sparse_can_multiply(cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, cusparseConstSpMatDescr_t a,
                                                     cusparseConstSpMatDescr_t b, const void *beta, cusparseSpMatDescr_t c, cudaDataType compute)
{
    if (!h)
        return CUSPARSE_STATUS_NOT_INITIALIZED;
    if (a->columns != b->rows || c->rows != a->rows || c->columns != b->columns)
        return CUSPARSE_STATUS_INVALID_VALUE;
    bool plain = op_a == CUSPARSE_OPERATION_NON_TRANSPOSE && op_b == CUSPARSE_OPERATION_NON_TRANSPOSE && b->type == a->type && c->type == a->type;
    cusparseConstSpMatDescr_t all[] = {a, b, c};
    for (int i = 0; i < 3; i++)
        plain = plain && all[i]->format == CUSPARSE_FORMAT_CSR && all[i]->offset_type == CUSPARSE_INDEX_32I && all[i]->index_type == CUSPARSE_INDEX_32I;
    if (!plain || compute != a->type)
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    double added = a->type == CUDA_R_32F ? __sparse_scalar<float>(h, beta) : __sparse_scalar<double>(h, beta);
    return added == 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_SUPPORTED;
}

__SPARSE_CALL cusparseSpGEMM_workEstimation(cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, const void *alpha,
                                            cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, const void *beta, cusparseSpMatDescr_t c,
                                            cudaDataType compute, cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t d, size_t *bytes,
                                            void *buffer)
{
    *bytes = 256;
    cusparseStatus_t status = __sparse_can_multiply(h, op_a, op_b, a, b, beta, c, compute);
    return status || !buffer ? status : __SPARSE_BY_TYPE(a->type, __sparse_run_product, h, alpha, a, b, c, d);
}

__SPARSE_CALL cusparseSpGEMM_compute(cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, const void *alpha,
                                     cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, const void *beta, cusparseSpMatDescr_t c,
                                     cudaDataType compute, cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t d, size_t *bytes, void *buffer)
{
    return cusparseSpGEMM_workEstimation(h, op_a, op_b, alpha, a, b, beta, c, compute, algorithm, d, bytes, buffer);
}

__SPARSE_CALL cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t d, int64_t *out)
{
    *out = d->products;
    return CUSPARSE_STATUS_SUCCESS;
}

__SPARSE_CALL cusparseSpGEMM_estimateMemory(cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, const void *alpha,
                                            cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, const void *beta, cusparseSpMatDescr_t c,
                                            cudaDataType compute, cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t d, float part,
                                            size_t *bytes, void *buffer, size_t *next_bytes)
{
    *bytes = 256;
    if (next_bytes)
        *next_bytes = 256;
    return __sparse_can_multiply(h, op_a, op_b, a, b, beta, c, compute);
}

__SPARSE_CALL cusparseSpGEMM_copy(cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, const void *alpha,
                                  cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, const void *beta, cusparseSpMatDescr_t c,
                                  cudaDataType compute, cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t d)
{
    cusparseStatus_t status = __sparse_can_multiply(h, op_a, op_b, a, b, beta, c, compute);
    return status ? status : __SPARSE_BY_TYPE(a->type, __sparse_put_product, h, c, d);
}

/* The same for several matrices of one pattern: the pattern first, then values. */
__SPARSE_CALL cusparseSpGEMMreuse_workEstimation(cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, cusparseConstSpMatDescr_t a,
                                                 cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c, cusparseSpGEMMAlg_t algorithm,
                                                 cusparseSpGEMMDescr_t d, size_t *bytes, void *buffer)
{
    double none = 0;
    struct cusparseContext here = {};
    *bytes = 256;
    return h ? __sparse_can_multiply(&here, op_a, op_b, a, b, &none, c, a->type) : CUSPARSE_STATUS_NOT_INITIALIZED;
}

__SPARSE_CALL cusparseSpGEMMreuse_nnz(cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, cusparseConstSpMatDescr_t a,
                                      cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c, cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t d,
                                      size_t *bytes2, void *buffer2, size_t *bytes3, void *buffer3, size_t *bytes4, void *buffer4)
{
    double one = 1;
    float one_f = 1;
    *bytes3 = *bytes4 = 256;
    cusparseStatus_t status = cusparseSpGEMMreuse_workEstimation(h, op_a, op_b, a, b, c, algorithm, d, bytes2, buffer2);
    if (status || !buffer2)
        return status;
    struct cusparseContext here = {h->stream, CUSPARSE_POINTER_MODE_HOST};
    return __SPARSE_BY_TYPE(a->type, __sparse_run_product, &here, a->type == CUDA_R_32F ? (void *) &one_f : &one, a, b, c, d);
}

__SPARSE_CALL cusparseSpGEMMreuse_copy(cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, cusparseConstSpMatDescr_t a,
                                       cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c, cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t d,
                                       size_t *bytes, void *buffer)
{
    cusparseStatus_t status = cusparseSpGEMMreuse_workEstimation(h, op_a, op_b, a, b, c, algorithm, d, bytes, buffer);
    return status || !buffer ? status : __SPARSE_BY_TYPE(a->type, __sparse_put_product, h, c, d);
}

__SPARSE_CALL cusparseSpGEMMreuse_compute(cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, const void *alpha,
                                          cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, const void *beta, cusparseSpMatDescr_t c,
                                          cudaDataType compute, cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t d)
{
    cusparseStatus_t status = __sparse_can_multiply(h, op_a, op_b, a, b, beta, c, compute);
    if (!status)
        status = __SPARSE_BY_TYPE(a->type, __sparse_run_product, h, alpha, a, b, c, d);
    return status ? status : __SPARSE_BY_TYPE(a->type, __sparse_put_product, h, c, d);
}

/* ---- kernels ---- */

/* C = alpha (A B) + beta C at the elements that C has: rows of CSR. */
template <typename T>
__global__ void __sparse_sample(int rows, const int *offsets, const int *at, T *values, int base, int inner, const T *al, T alpha, const T *a, long a_i,
                                long a_k, const T *b, long b_k, long b_j, const T *be, T beta)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows)
        return;
    for (int e = offsets[i] - base; e < offsets[i + 1] - base; e++) {
        T sum = 0, f = be ? *be : beta;
        for (int k = 0; k < inner; k++)
            sum += a[i * a_i + k * a_k] * b[k * b_k + (at[e] - base) * b_j];
        values[e] = (al ? *al : alpha) * sum + (f == T(0) ? T(0) : f * values[e]);
    }
}

/* The rows of a sum, whose columns ascend; values NULL: only how many there are, in counts. */
template <typename T>
__global__ void __sparse_add(int rows, const T *al, T alpha, const int *a_offsets, const int *a_at, const T *a, int a_base, const T *be, T beta,
                             const int *b_offsets, const int *b_at, const T *b, int b_base, const int *offsets, int *at, T *values, int base, int *counts)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows)
        return;
    int p = a_offsets[i] - a_base, q = b_offsets[i] - b_base, p_end = a_offsets[i + 1] - a_base, q_end = b_offsets[i + 1] - b_base, count = 0;
    int to = values ? offsets[i] - base : 0;
    while (p < p_end || q < q_end) {
        int ja = p < p_end ? a_at[p] - a_base : 0x7fffffff, jb = q < q_end ? b_at[q] - b_base : 0x7fffffff, j = ja < jb ? ja : jb;
        if (values) {
            T sum = 0;
            if (ja == j)
                sum += (al ? *al : alpha) * a[p];
            if (jb == j)
                sum += (be ? *be : beta) * b[q];
            at[to + count] = j + base;
            values[to + count] = sum;
        }
        p += ja == j;
        q += jb == j;
        count++;
    }
    if (!values)
        counts[i] = count;
}

__global__ inline void __sparse_expand(int rows, const int *offsets, int base, int *row)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int e = i < rows ? offsets[i] - base : 0; i < rows && e < offsets[i + 1] - base; e++)
        row[e] = i + base;
}

__global__ inline void __sparse_identity(int n, int *p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        p[i] = i;
}

/* CSR to CSC, elements of a column in the order of the rows. One thread. */
template <typename T>
__global__ void __sparse_turn(int rows, int columns, int count, const T *values, const int *offsets, const int *at, T *to, int *to_offsets, int *to_at,
                              int base)
{
    for (int j = 0; j <= columns; j++)
        to_offsets[j] = 0;
    for (int e = 0; e < count; e++)
        to_offsets[at[e] - base]++;
    for (int j = 0, sum = 0; j <= columns; j++) {
        int here = to_offsets[j];
        to_offsets[j] = sum;
        sum += here;
    }
    for (int i = 0; i < rows; i++)
        for (int e = offsets[i] - base; e < offsets[i + 1] - base; e++) {
            int place = to_offsets[at[e] - base]++;
            to_at[place] = i + base;
            if (to)
                to[place] = values[e];
        }
    for (int j = columns; j >= 0; j--)
        to_offsets[j] = (j ? to_offsets[j - 1] : 0) + base;
}

/* ---- sampled products ---- */

static inline cusparseStatus_t __sparse_can_sample(cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, cusparseConstDnMatDescr_t a,
                                                   cusparseConstDnMatDescr_t b, cusparseSpMatDescr_t c, cudaDataType compute)
{
    bool ta = op_a != CUSPARSE_OPERATION_NON_TRANSPOSE, tb = op_b != CUSPARSE_OPERATION_NON_TRANSPOSE;
    if (!h)
        return CUSPARSE_STATUS_NOT_INITIALIZED;
    if ((ta ? a->columns : a->rows) != c->rows || (tb ? b->rows : b->columns) != c->columns ||
        (ta ? a->rows : a->columns) != (tb ? b->columns : b->rows))
        return CUSPARSE_STATUS_INVALID_VALUE;
    int batches = c->batches ? c->batches : 1;
    if ((a->batches > 1 && a->batches != batches) || (b->batches > 1 && b->batches != batches))
        return CUSPARSE_STATUS_INVALID_VALUE;
    bool plain = (c->format == CUSPARSE_FORMAT_CSR || c->format == CUSPARSE_FORMAT_BSR) && c->offset_type == CUSPARSE_INDEX_32I && c->index_type == CUSPARSE_INDEX_32I;
    return plain && a->type == c->type && b->type == c->type && compute == c->type ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_SUPPORTED;
}

template <typename T>
static cusparseStatus_t __sparse_run_sample(cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, const void *alpha,
                                            cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseSpMatDescr_t c)
{
    bool ta = op_a != CUSPARSE_OPERATION_NON_TRANSPOSE, here = h->mode == CUSPARSE_POINTER_MODE_HOST;
    bool a_by_rows = (a->order == CUSPARSE_ORDER_ROW) != ta;
    bool b_by_rows = (b->order == CUSPARSE_ORDER_ROW) != (op_b != CUSPARSE_OPERATION_NON_TRANSPOSE);
    const T *al = (const T *) alpha, *be = (const T *) beta;
    int inner = (int) (ta ? a->rows : a->columns), batches = c->batches ? c->batches : 1;
    long a_i = a_by_rows ? a->ld : 1, a_k = a_by_rows ? 1 : a->ld, b_k = b_by_rows ? b->ld : 1, b_j = b_by_rows ? 1 : b->ld;
    for (int i = 0; i < batches && c->rows > 0; i++) {
        struct cusparseSpMatDescr one = __sparse_one(c, i);
        const T *x = (const T *) __sparse_dense(a, i), *y = (const T *) __sparse_dense(b, i);
        if (c->format == CUSPARSE_FORMAT_BSR)
            __sparse_form_sample<int, int, T><<<__SPARSE_GRID_OF(c->rows), 0, h->stream>>>(__sparse_form_of<int, int>(&one), c->rows, (T *) one.values, inner,
                                                                                           here ? NULL : al, here ? *al : T(0), x, a_i, a_k, y, b_k, b_j,
                                                                                           here ? NULL : be, here ? *be : T(0));
        else
            __sparse_sample<T><<<__SPARSE_GRID_OF(c->rows), 0, h->stream>>>((int) c->rows, (const int *) one.rows_at, (const int *) one.at, (T *) one.values,
                                                                            c->base, inner, here ? NULL : al, here ? *al : T(0), x, a_i, a_k, y, b_k, b_j,
                                                                            here ? NULL : be, here ? *be : T(0));
    }
    return CUSPARSE_STATUS_SUCCESS;
}

__SPARSE_CALL cusparseSDDMM_bufferSize(cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, const void *alpha,
                                       cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseSpMatDescr_t c,
                                       cudaDataType compute, cusparseSDDMMAlg_t algorithm, size_t *bytes)
{
    *bytes = 256;
    return __sparse_can_sample(h, op_a, op_b, a, b, c, compute);
}

__SPARSE_CALL cusparseSDDMM_preprocess(cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, const void *alpha,
                                       cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseSpMatDescr_t c,
                                       cudaDataType compute, cusparseSDDMMAlg_t algorithm, void *buffer)
{
    return __sparse_can_sample(h, op_a, op_b, a, b, c, compute);
}

__SPARSE_CALL cusparseSDDMM(cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, const void *alpha, cusparseConstDnMatDescr_t a,
                            cusparseConstDnMatDescr_t b, const void *beta, cusparseSpMatDescr_t c, cudaDataType compute, cusparseSDDMMAlg_t algorithm,
                            void *buffer)
{
    cusparseStatus_t status = __sparse_can_sample(h, op_a, op_b, a, b, c, compute);
    return status ? status : __SPARSE_BY_TYPE(c->type, __sparse_run_sample, h, op_a, op_b, alpha, a, b, beta, c);
}

__SPARSE_CALL cusparseSpMM_preprocess(cusparseHandle_t h, cusparseOperation_t op_a, cusparseOperation_t op_b, const void *alpha,
                                      cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta, cusparseDnMatDescr_t c,
                                      cudaDataType compute, cusparseSpMMAlg_t algorithm, void *buffer)
{
    return h ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_INITIALIZED;
}

/* ---- sums ---- */

#define __SPARSE_SUM_CALLS(S, T)                                                                                                                \
    __SPARSE_CALL cusparse##S##csrgeam2_bufferSizeExt(cusparseHandle_t h, int m, int n, const T *alpha, cusparseMatDescr_t da, int a_count,     \
                                                      const T *a, const int *a_offsets, const int *a_at, const T *beta, cusparseMatDescr_t db,  \
                                                      int b_count, const T *b, const int *b_offsets, const int *b_at, cusparseMatDescr_t dc,    \
                                                      const T *c, const int *offsets, const int *at, size_t *bytes)                             \
    {                                                                                                                                           \
        *bytes = 256;                                                                                                                           \
        return h ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_INITIALIZED;                                                                   \
    }                                                                                                                                           \
    __SPARSE_CALL cusparse##S##csrgeam2(cusparseHandle_t h, int m, int n, const T *alpha, cusparseMatDescr_t da, int a_count, const T *a,       \
                                        const int *a_offsets, const int *a_at, const T *beta, cusparseMatDescr_t db, int b_count, const T *b,   \
                                        const int *b_offsets, const int *b_at, cusparseMatDescr_t dc, T *c, int *offsets, int *at,              \
                                        void *buffer)                                                                                           \
    {                                                                                                                                           \
        bool here = h->mode == CUSPARSE_POINTER_MODE_HOST;                                                                                      \
        if (m > 0)                                                                                                                              \
            __sparse_add<T><<<__SPARSE_GRID_OF(m), 0, h->stream>>>(m, here ? NULL : alpha, here ? *alpha : T(0), a_offsets, a_at, a, da->base,  \
                                                                   here ? NULL : beta, here ? *beta : T(0), b_offsets, b_at, b, db->base,       \
                                                                   offsets, at, c, dc->base, NULL);                                             \
        return CUSPARSE_STATUS_SUCCESS;                                                                                                         \
    }

__SPARSE_SUM_CALLS(S, float)
__SPARSE_SUM_CALLS(D, double)

__SPARSE_CALL cusparseXcsrgeam2Nnz(cusparseHandle_t h, int m, int n, cusparseMatDescr_t da, int a_count, const int *a_offsets, const int *a_at,
                                   cusparseMatDescr_t db, int b_count, const int *b_offsets, const int *b_at, cusparseMatDescr_t dc, int *offsets,
                                   int *total, void *buffer)
{
    int last = 0;
    const float *none = NULL;
    float zero = 0;
    if (m > 0)
        __sparse_add<float><<<__SPARSE_GRID_OF(m), 0, h->stream>>>(m, none, zero, a_offsets, a_at, none, da->base, none, zero, b_offsets, b_at, none,
                                                                   db->base, NULL, NULL, NULL, 0, offsets);
    __sparse_offsets<int><<<1, 1, 0, h->stream>>>(m, offsets, dc->base, offsets);
    cudaStreamSynchronize(h->stream);
    cudaMemcpy(&last, offsets + m, sizeof last, cudaMemcpyDeviceToHost);
    last -= dc->base;
    cudaMemcpy(total, &last, sizeof last, h->mode == CUSPARSE_POINTER_MODE_HOST ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice);
    return CUSPARSE_STATUS_SUCCESS;
}

/* ---- conversions ---- */

__SPARSE_CALL cusparseXcsr2coo(cusparseHandle_t h, const int *offsets, int count, int m, int *row, cusparseIndexBase_t base)
{
    if (m > 0)
        __sparse_expand<<<__SPARSE_GRID_OF(m), 0, h->stream>>>(m, offsets, base, row);
    return CUSPARSE_STATUS_SUCCESS;
}

__SPARSE_CALL cusparseCreateIdentityPermutation(cusparseHandle_t h, int n, int *p)
{
    if (n > 0)
        __sparse_identity<<<__SPARSE_GRID_OF(n), 0, h->stream>>>(n, p);
    return CUSPARSE_STATUS_SUCCESS;
}

__SPARSE_CALL cusparseCsr2cscEx2_bufferSize(cusparseHandle_t h, int m, int n, int count, const void *values, const int *offsets, const int *at, void *to,
                                            int *to_offsets, int *to_at, cudaDataType type, cusparseAction_t action, cusparseIndexBase_t base,
                                            cusparseCsr2CscAlg_t algorithm, size_t *bytes)
{
    *bytes = 256;
    return type == CUDA_R_32F || type == CUDA_R_64F ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_NOT_SUPPORTED;
}

template <typename T>
static cusparseStatus_t __sparse_run_turn(cusparseHandle_t h, int m, int n, int count, const void *values, const int *offsets, const int *at, void *to,
                                          int *to_offsets, int *to_at, cusparseIndexBase_t base)
{
    __sparse_turn<T><<<1, 1, 0, h->stream>>>(m, n, count, (const T *) values, offsets, at, (T *) to, to_offsets, to_at, base);
    return CUSPARSE_STATUS_SUCCESS;
}

__SPARSE_CALL cusparseCsr2cscEx2(cusparseHandle_t h, int m, int n, int count, const void *values, const int *offsets, const int *at, void *to,
                                 int *to_offsets, int *to_at, cudaDataType type, cusparseAction_t action, cusparseIndexBase_t base,
                                 cusparseCsr2CscAlg_t algorithm, void *buffer)
{
    if (type != CUDA_R_32F && type != CUDA_R_64F)
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    if (action == CUSPARSE_ACTION_SYMBOLIC)
        to = NULL;
    return __SPARSE_BY_TYPE(type, __sparse_run_turn, h, m, n, count, values, offsets, at, to, to_offsets, to_at, base);
}

__SPARSE_CALL cusparseXcoosort_bufferSizeExt(cusparseHandle_t h, int m, int n, int count, const int *row, const int *column, size_t *bytes)
{
    *bytes = 256;
    return CUSPARSE_STATUS_SUCCESS;
}

/* By `first`, then by `second`, on the host; p (or NULL) takes part. */
static inline cusparseStatus_t __sparse_sort(cusparseHandle_t h, int count, int *first, int *second, int *p)
{
    std::vector<int> a(count), b(count), c(count), order(count), moved(count);
    int *all[] = {first, second, p};
    std::vector<int> *from[] = {&a, &b, &c};
    cudaStreamSynchronize(h->stream);
    for (int k = 0; k < 3 && count; k++)
        if (all[k])
            cudaMemcpy(from[k]->data(), all[k], count * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < count; i++)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](int x, int y) { return a[x] != a[y] ? a[x] < a[y] : b[x] < b[y]; });
    for (int k = 0; k < 3 && count; k++) {
        if (!all[k])
            continue;
        for (int i = 0; i < count; i++)
            moved[i] = (*from[k])[order[i]];
        cudaMemcpy(all[k], moved.data(), count * sizeof(int), cudaMemcpyHostToDevice);
    }
    return CUSPARSE_STATUS_SUCCESS;
}

__SPARSE_CALL cusparseXcoosortByRow(cusparseHandle_t h, int m, int n, int count, int *row, int *column, int *p, void *buffer)
{
    return __sparse_sort(h, count, row, column, p);
}

__SPARSE_CALL cusparseXcoosortByColumn(cusparseHandle_t h, int m, int n, int count, int *row, int *column, int *p, void *buffer)
{
    return __sparse_sort(h, count, column, row, p);
}

#endif
