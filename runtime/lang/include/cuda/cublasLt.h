/* SPDX-License-Identifier: Apache-2.0 */
/* cuBLASLt: matrix products with layouts and epilogues, by the products of cublas_v2.h. A product with an epilogue is summed in float and
 * rounded once. There is one algorithm, which needs no workspace. */
#ifndef WARPCELL_CUBLASLT_H
#define WARPCELL_CUBLASLT_H
#include <cublas_v2.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef enum cublasLtOrder_t { CUBLASLT_ORDER_COL = 0, CUBLASLT_ORDER_ROW = 1 } cublasLtOrder_t;
typedef enum cublasLtPointerMode_t { CUBLASLT_POINTER_MODE_HOST = 0, CUBLASLT_POINTER_MODE_DEVICE = 1 } cublasLtPointerMode_t;
typedef enum cublasLtMatrixLayoutAttribute_t {
    CUBLASLT_MATRIX_LAYOUT_TYPE = 0, CUBLASLT_MATRIX_LAYOUT_ORDER = 1, CUBLASLT_MATRIX_LAYOUT_ROWS = 2, CUBLASLT_MATRIX_LAYOUT_COLS = 3,
    CUBLASLT_MATRIX_LAYOUT_LD = 4, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT = 5, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET = 6
} cublasLtMatrixLayoutAttribute_t;
typedef enum cublasLtMatmulDescAttributes_t {
    CUBLASLT_MATMUL_DESC_COMPUTE_TYPE = 0, CUBLASLT_MATMUL_DESC_SCALE_TYPE = 1, CUBLASLT_MATMUL_DESC_POINTER_MODE = 2,
    CUBLASLT_MATMUL_DESC_TRANSA = 3, CUBLASLT_MATMUL_DESC_TRANSB = 4, CUBLASLT_MATMUL_DESC_TRANSC = 5, CUBLASLT_MATMUL_DESC_FILL_MODE = 6,
    CUBLASLT_MATMUL_DESC_EPILOGUE = 7, CUBLASLT_MATMUL_DESC_BIAS_POINTER = 8, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER = 11,
    CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD = 12, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE = 26
} cublasLtMatmulDescAttributes_t;
typedef enum cublasLtEpilogue_t {
    CUBLASLT_EPILOGUE_DEFAULT = 1, CUBLASLT_EPILOGUE_RELU = 2, CUBLASLT_EPILOGUE_BIAS = 4, CUBLASLT_EPILOGUE_RELU_BIAS = 6,
    CUBLASLT_EPILOGUE_GELU = 32, CUBLASLT_EPILOGUE_GELU_BIAS = 36, CUBLASLT_EPILOGUE_DGELU = 192, CUBLASLT_EPILOGUE_GELU_AUX = 160,
    CUBLASLT_EPILOGUE_GELU_AUX_BIAS = 164, CUBLASLT_EPILOGUE_BGRADA = 256, CUBLASLT_EPILOGUE_BGRADB = 512
} cublasLtEpilogue_t;
typedef enum cublasLtMatmulPreferenceAttributes_t {
    CUBLASLT_MATMUL_PREF_SEARCH_MODE = 0, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES = 1
} cublasLtMatmulPreferenceAttributes_t;

typedef cublasHandle_t cublasLtHandle_t;

struct cublasLtMatmulDescOpaque_t {
    cublasComputeType_t compute;
    cudaDataType scale, bias_type;
    int32_t mode, ta, tb, epilogue;
    const void *bias;
    void *aux;
    int64_t aux_ld;
};
typedef struct cublasLtMatmulDescOpaque_t *cublasLtMatmulDesc_t;

struct cublasLtMatrixLayoutOpaque_t {
    cudaDataType type;
    uint64_t rows, columns;
    int64_t ld, step;
    int32_t order, count;
};
typedef struct cublasLtMatrixLayoutOpaque_t *cublasLtMatrixLayout_t;

struct cublasLtMatmulPreferenceOpaque_t {
    uint64_t workspace;
};
typedef struct cublasLtMatmulPreferenceOpaque_t *cublasLtMatmulPreference_t;

typedef struct cublasLtMatmulAlgo_t {
    uint64_t data[8];
} cublasLtMatmulAlgo_t;

typedef struct cublasLtMatmulHeuristicResult_t {
    cublasLtMatmulAlgo_t algo;
    size_t workspaceSize;
    cublasStatus_t state;
    float wavesCount;
    int reserved[4];
} cublasLtMatmulHeuristicResult_t;

/* ---- kernels ---- */

template <typename T> __global__ void __lt_widen(long m, long n, const T *from, long from_i, long from_j, long from_step, float *to)
{
    long i = blockIdx.x * (long) blockDim.x + threadIdx.x, j = blockIdx.y;
    if (i < m)
        to[i + j * m + blockIdx.z * m * n] = float(from[i * from_i + j * from_j + blockIdx.z * from_step]);
}

/* The sum, with a bias for each row, as what `epilogue` asks for; aux: the value before GELU, written, or read for its derivative. */
template <typename T, typename B>
__global__ void __lt_finish(int epilogue, long m, long n, const float *s, long s_i, long s_j, const B *bias, T *aux, long aux_ld, T *to, long to_i,
                            long to_j, long to_step)
{
    long i = blockIdx.x * (long) blockDim.x + threadIdx.x, j = blockIdx.y;
    if (i >= m)
        return;
    float v = s[i * s_i + j * s_j + blockIdx.z * m * n] + (bias ? float(bias[i]) : 0);
    const float k = 0.7978845608f; /* sqrt(2 / pi) */
    if (epilogue == CUBLASLT_EPILOGUE_DGELU) {
        float x = float(aux[i + j * aux_ld]), t = tanhf(k * (x + 0.044715f * x * x * x));
        v *= 0.5f * (1 + t) + 0.5f * x * (1 - t * t) * k * (1 + 3 * 0.044715f * x * x);
    } else {
        if (aux)
            aux[i + j * aux_ld] = T(v);
        if (epilogue & CUBLASLT_EPILOGUE_RELU)
            v = v > 0 ? v : 0;
        if (epilogue & CUBLASLT_EPILOGUE_GELU)
            v = 0.5f * v * (1 + tanhf(k * (v + 0.044715f * v * v * v)));
    }
    to[i * to_i + j * to_j + blockIdx.z * to_step] = T(v);
}

/* ---- the handle and the descriptors ---- */

static inline cublasStatus_t cublasLtCreate(cublasLtHandle_t *out)
{
    return cublasCreate(out);
}

static inline cublasStatus_t cublasLtDestroy(cublasLtHandle_t h)
{
    return cublasDestroy(h);
}

/* The Init calls set up what the program has declared itself, as a struct ..Opaque_t. */
static inline cublasStatus_t cublasLtMatmulDescInit(cublasLtMatmulDesc_t d, cublasComputeType_t compute, cudaDataType scale)
{
    memset(d, 0, sizeof *d);
    d->compute = compute;
    d->scale = scale;
    d->bias_type = (cudaDataType) -1; /* D's */
    d->epilogue = CUBLASLT_EPILOGUE_DEFAULT;
    return CUBLAS_STATUS_SUCCESS;
}

static inline cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *out, cublasComputeType_t compute, cudaDataType scale)
{
    *out = (cublasLtMatmulDesc_t) malloc(sizeof(struct cublasLtMatmulDescOpaque_t));
    return cublasLtMatmulDescInit(*out, compute, scale);
}

static inline cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t d)
{
    free(d);
    return CUBLAS_STATUS_SUCCESS;
}

static inline cublasStatus_t __lt_set(void *field, size_t room, const void *from, size_t size)
{
    if (size != room)
        return CUBLAS_STATUS_INVALID_VALUE;
    memcpy(field, from, size);
    return CUBLAS_STATUS_SUCCESS;
}

static inline cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t d, cublasLtMatmulDescAttributes_t name, const void *from, size_t size)
{
    switch (name) {
    case CUBLASLT_MATMUL_DESC_COMPUTE_TYPE: return __lt_set(&d->compute, sizeof d->compute, from, size);
    case CUBLASLT_MATMUL_DESC_SCALE_TYPE: return __lt_set(&d->scale, sizeof d->scale, from, size);
    case CUBLASLT_MATMUL_DESC_POINTER_MODE: return __lt_set(&d->mode, sizeof d->mode, from, size);
    case CUBLASLT_MATMUL_DESC_TRANSA: return __lt_set(&d->ta, sizeof d->ta, from, size);
    case CUBLASLT_MATMUL_DESC_TRANSB: return __lt_set(&d->tb, sizeof d->tb, from, size);
    case CUBLASLT_MATMUL_DESC_EPILOGUE: return __lt_set(&d->epilogue, sizeof d->epilogue, from, size);
    case CUBLASLT_MATMUL_DESC_BIAS_POINTER: return __lt_set(&d->bias, sizeof d->bias, from, size);
    case CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE: return __lt_set(&d->bias_type, sizeof d->bias_type, from, size);
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER: return __lt_set(&d->aux, sizeof d->aux, from, size);
    case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD: return __lt_set(&d->aux_ld, sizeof d->aux_ld, from, size);
    default: return CUBLAS_STATUS_NOT_SUPPORTED;
    }
}

static inline cublasStatus_t cublasLtMatrixLayoutInit(cublasLtMatrixLayout_t l, cudaDataType type, uint64_t rows, uint64_t columns, int64_t ld)
{
    memset(l, 0, sizeof *l);
    l->type = type;
    l->rows = rows;
    l->columns = columns;
    l->ld = ld;
    l->count = 1;
    return CUBLAS_STATUS_SUCCESS;
}

static inline cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *out, cudaDataType type, uint64_t rows, uint64_t columns, int64_t ld)
{
    *out = (cublasLtMatrixLayout_t) malloc(sizeof(struct cublasLtMatrixLayoutOpaque_t));
    return cublasLtMatrixLayoutInit(*out, type, rows, columns, ld);
}

static inline cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t l)
{
    free(l);
    return CUBLAS_STATUS_SUCCESS;
}

static inline cublasStatus_t cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t l, cublasLtMatrixLayoutAttribute_t name, const void *from,
                                                              size_t size)
{
    switch (name) {
    case CUBLASLT_MATRIX_LAYOUT_TYPE: return __lt_set(&l->type, sizeof l->type, from, size);
    case CUBLASLT_MATRIX_LAYOUT_ORDER: return __lt_set(&l->order, sizeof l->order, from, size);
    case CUBLASLT_MATRIX_LAYOUT_ROWS: return __lt_set(&l->rows, sizeof l->rows, from, size);
    case CUBLASLT_MATRIX_LAYOUT_COLS: return __lt_set(&l->columns, sizeof l->columns, from, size);
    case CUBLASLT_MATRIX_LAYOUT_LD: return __lt_set(&l->ld, sizeof l->ld, from, size);
    case CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT: return __lt_set(&l->count, sizeof l->count, from, size);
    case CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET: return __lt_set(&l->step, sizeof l->step, from, size);
    default: return CUBLAS_STATUS_NOT_SUPPORTED;
    }
}

static inline cublasStatus_t cublasLtMatmulPreferenceInit(cublasLtMatmulPreference_t p)
{
    memset(p, 0, sizeof *p);
    return CUBLAS_STATUS_SUCCESS;
}

static inline cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *out)
{
    *out = (cublasLtMatmulPreference_t) malloc(sizeof(struct cublasLtMatmulPreferenceOpaque_t));
    return cublasLtMatmulPreferenceInit(*out);
}

static inline cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t p)
{
    free(p);
    return CUBLAS_STATUS_SUCCESS;
}

static inline cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t p, cublasLtMatmulPreferenceAttributes_t name,
                                                                  const void *from, size_t size)
{
    return name == CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES ? __lt_set(&p->workspace, sizeof p->workspace, from, size) : CUBLAS_STATUS_SUCCESS;
}

static inline cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t h, cublasLtMatmulDesc_t d, cublasLtMatrixLayout_t a,
                                                            cublasLtMatrixLayout_t b, cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t r,
                                                            cublasLtMatmulPreference_t p, int most, cublasLtMatmulHeuristicResult_t *out, int *count)
{
    if (!h)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    *count = most > 0;
    if (*count)
        memset(out, 0, sizeof *out); /* CUBLAS_STATUS_SUCCESS, no workspace */
    return CUBLAS_STATUS_SUCCESS;
}

/* ---- the product ---- */

#define __LT_GRID(m, n, count) dim3(((m) + 127) / 128, n, count), 128

template <typename T> static void __lt_load(cublasLtHandle_t h, long m, long n, const void *c, const cublasLtMatrixLayout_t l, bool turned, int count,
                                            float *to)
{
    bool by_rows = (l->order == CUBLASLT_ORDER_ROW) != turned;
    __lt_widen<T><<<__LT_GRID(m, n, count), 0, h->stream>>>(m, n, (const T *) c, by_rows ? l->ld : 1, by_rows ? 1 : l->ld, l->step, to);
}

template <typename T, typename B>
static void __lt_end(cublasLtHandle_t h, const cublasLtMatmulDesc_t d, const float *s, bool turned, void *to, const cublasLtMatrixLayout_t l)
{
    bool by_rows = l->order == CUBLASLT_ORDER_ROW, biased = d->epilogue & CUBLASLT_EPILOGUE_BIAS, with_aux = d->epilogue & 128;
    long m = l->rows, n = l->columns;
    __lt_finish<T, B><<<__LT_GRID(m, n, l->count), 0, h->stream>>>(d->epilogue, m, n, s, turned ? n : 1, turned ? 1 : m,
                                                                  biased ? (const B *) d->bias : NULL, with_aux ? (T *) d->aux : NULL, d->aux_ld,
                                                                  (T *) to, by_rows ? l->ld : 1, by_rows ? 1 : l->ld, l->step);
}

/* The product into r, whose columns lie `ld` apart; turned: its transpose. */
static inline cublasStatus_t __lt_multiply(cublasLtHandle_t h, const cublasLtMatmulDesc_t d, bool turned, const void *alpha, const void *a,
                                           const cublasLtMatrixLayout_t la, const void *b, const cublasLtMatrixLayout_t lb, const void *beta, void *r,
                                           cudaDataType type, long m, long n, long k, long ld, long step, int count)
{
    bool ta = (d->ta != CUBLAS_OP_N) != (la->order == CUBLASLT_ORDER_ROW), tb = (d->tb != CUBLAS_OP_N) != (lb->order == CUBLASLT_ORDER_ROW);
    cublasOperation_t op_a = ta != turned ? CUBLAS_OP_T : CUBLAS_OP_N, op_b = tb != turned ? CUBLAS_OP_T : CUBLAS_OP_N;
    if (turned)
        return cublasGemmStridedBatchedEx(h, op_b, op_a, n, m, k, alpha, b, lb->type, lb->ld, lb->step, a, la->type, la->ld, la->step, beta, r, type,
                                          ld, step, count, d->compute, CUBLAS_GEMM_DEFAULT);
    return cublasGemmStridedBatchedEx(h, op_a, op_b, m, n, k, alpha, a, la->type, la->ld, la->step, b, lb->type, lb->ld, lb->step, beta, r, type, ld,
                                      step, count, d->compute, CUBLAS_GEMM_DEFAULT);
}

/* Through a sum in float: C is not D, or there is an epilogue. */
static inline cublasStatus_t __lt_by_sum(cublasLtHandle_t h, const cublasLtMatmulDesc_t d, const void *alpha, const void *a,
                                         const cublasLtMatrixLayout_t la, const void *b, const cublasLtMatrixLayout_t lb, const void *beta,
                                         const void *c, const cublasLtMatrixLayout_t lc, void *r, const cublasLtMatrixLayout_t lr, long k)
{
    long m = lr->rows, n = lr->columns;
    bool turned = lr->order == CUBLASLT_ORDER_ROW, wide = d->bias_type == CUDA_R_32F;
    float *s;
    if (d->scale != CUDA_R_32F || (lr->type != CUDA_R_32F && lr->type != CUDA_R_16F && lr->type != CUDA_R_16BF) || (c && lc->type != lr->type))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    if (cudaMallocAsync((void **) &s, m * n * lr->count * sizeof(float), h->stream) != cudaSuccess)
        return CUBLAS_STATUS_ALLOC_FAILED;
    if (c && lr->type == CUDA_R_32F)
        __lt_load<float>(h, turned ? n : m, turned ? m : n, c, lc, turned, lr->count, s);
    else if (c && lr->type == CUDA_R_16F)
        __lt_load<__half>(h, turned ? n : m, turned ? m : n, c, lc, turned, lr->count, s);
    else if (c)
        __lt_load<__nv_bfloat16>(h, turned ? n : m, turned ? m : n, c, lc, turned, lr->count, s);
    cublasStatus_t status = __lt_multiply(h, d, turned, alpha, a, la, b, lb, beta, s, CUDA_R_32F, m, n, k, turned ? n : m, m * n, lr->count);
    if (lr->type == CUDA_R_32F)
        __lt_end<float, float>(h, d, s, turned, r, lr);
    else if (lr->type == CUDA_R_16F && wide)
        __lt_end<__half, float>(h, d, s, turned, r, lr);
    else if (lr->type == CUDA_R_16F)
        __lt_end<__half, __half>(h, d, s, turned, r, lr);
    else if (wide)
        __lt_end<__nv_bfloat16, float>(h, d, s, turned, r, lr);
    else
        __lt_end<__nv_bfloat16, __nv_bfloat16>(h, d, s, turned, r, lr);
    cudaFreeAsync(s, h->stream);
    return status;
}

static inline cublasStatus_t cublasLtMatmul(cublasLtHandle_t h, cublasLtMatmulDesc_t d, const void *alpha, const void *a, cublasLtMatrixLayout_t la,
                                            const void *b, cublasLtMatrixLayout_t lb, const void *beta, const void *c, cublasLtMatrixLayout_t lc,
                                            void *r, cublasLtMatrixLayout_t lr, const cublasLtMatmulAlgo_t *algorithm, void *workspace, size_t size,
                                            cudaStream_t stream)
{
    static const int known[] = {CUBLASLT_EPILOGUE_DEFAULT, CUBLASLT_EPILOGUE_RELU, CUBLASLT_EPILOGUE_BIAS, CUBLASLT_EPILOGUE_RELU_BIAS,
                                CUBLASLT_EPILOGUE_GELU, CUBLASLT_EPILOGUE_GELU_BIAS, CUBLASLT_EPILOGUE_DGELU, CUBLASLT_EPILOGUE_GELU_AUX,
                                CUBLASLT_EPILOGUE_GELU_AUX_BIAS};
    if (!h || !d || !la || !lb || !lr)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    bool supported = false;
    for (int e : known)
        supported = supported || d->epilogue == e;
    if (!supported)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    long m = lr->rows, n = lr->columns, k = d->ta == CUBLAS_OP_N ? la->columns : la->rows;
    if ((d->ta == CUBLAS_OP_N ? la->rows : la->columns) != m || (d->tb == CUBLAS_OP_N ? lb->rows : lb->columns) != k ||
        (d->tb == CUBLAS_OP_N ? lb->columns : lb->rows) != n)
        return CUBLAS_STATUS_INVALID_VALUE;
    h->stream = stream;
    h->mode = d->mode == CUBLASLT_POINTER_MODE_DEVICE ? CUBLAS_POINTER_MODE_DEVICE : CUBLAS_POINTER_MODE_HOST;
    bool from_c = d->mode == CUBLASLT_POINTER_MODE_DEVICE || (d->scale == CUDA_R_32F   ? *(const float *) beta != 0
                                                              : d->scale == CUDA_R_64F ? *(const double *) beta != 0
                                                              : d->scale == CUDA_R_16F ? __half2float(*(const __half *) beta) != 0
                                                                                       : *(const int *) beta != 0);
    bool turned = lr->order == CUBLASLT_ORDER_ROW, in_place = !from_c || (c == r && lc->order == lr->order && lc->ld == lr->ld);
    if (d->epilogue == CUBLASLT_EPILOGUE_DEFAULT && in_place)
        return __lt_multiply(h, d, turned, alpha, a, la, b, lb, beta, r, lr->type, m, n, k, lr->ld, lr->step, lr->count);
    return __lt_by_sum(h, d, alpha, a, la, b, lb, beta, from_c ? c : NULL, lc, r, lr, k);
}

#endif
