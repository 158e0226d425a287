/* SPDX-License-Identifier: Apache-2.0 */
/* Products of sparse matrices in CSR form by cuSPARSE: csr_product (compute/kernels/sparse.cu) and __sparse_rows (lang/include/cuda/cusparse.h).
 * Descriptors live on the host and only for the call. */
#include "device/cuda/library/gpu_library_impl.h"

/* cusparseIndexType_t, cusparseOrder_t; the default algorithms are 0 */
enum { INDEX_I32 = 2, INDEX_I64 = 3, COLUMNS_FIRST = 1, ROWS_FIRST = 2 };

struct dense { /* a vector if there is one column */
    void *values;
    int64_t ld;
    int order;
};

struct sparse_product { /* y = alpha A x + beta y */
    int64_t rows, columns, count, width;
    void *offsets, *indices, *values;
    int offset_type, index_type, base, type;
    struct dense x, y;
    const void *alpha, *beta;
    bool factors_on_device;
};

struct sparse_descriptors {
    void *a, *x, *y;
};

#define SPARSE(name, ...) GPU(c, CUSPARSE, name, __VA_ARGS__)

static bool describe_dense(struct gpu_call *c, const struct sparse_product *p,
                           const struct dense *d, int64_t rows, void **out)
{
    return p->width == 1 ? SPARSE(cusparseCreateDnVec, out, rows, d->values, p->type)
                         : SPARSE(cusparseCreateDnMat, out, rows, p->width, d->ld, d->values,
                                  p->type, d->order);
}

static bool describe(struct gpu_call *c, const struct sparse_product *p,
                     struct sparse_descriptors *out)
{
    *out = (struct sparse_descriptors){0};
    return SPARSE(cusparseCreateCsr, &out->a, p->rows, p->columns, p->count, p->offsets, p->indices,
                  p->values, p->offset_type, p->index_type, p->base, p->type) &&
           describe_dense(c, p, &p->x, p->columns, &out->x) &&
           describe_dense(c, p, &p->y, p->rows, &out->y);
}

static void forget(struct gpu_call *c, const struct sparse_product *p,
                   const struct sparse_descriptors *d)
{
    int (*destroy)(void *) =
        p->width == 1 ? gpu_api(c)->cusparseDestroyDnVec : gpu_api(c)->cusparseDestroyDnMat;
    if (d->y)
        destroy(d->y);
    if (d->x)
        destroy(d->x);
    if (d->a)
        gpu_api(c)->cusparseDestroySpMat(d->a);
}

static bool multiply(struct gpu_call *c, const struct sparse_product *p,
                     const struct sparse_descriptors *d)
{
    void *h = gpu_handle(c, DEVICE_CUSPARSE), *work;
    size_t size = 0;
    if (!SPARSE(cusparseSetPointerMode, h,
                p->factors_on_device ? GPU_POINTER_DEVICE : GPU_POINTER_HOST))
        return false;
    if (p->width == 1)
        return SPARSE(cusparseSpMV_bufferSize, h, 0, p->alpha, d->a, d->x, p->beta, d->y, p->type,
                      0, &size) &&
               gpu_room(c, DEVICE_CUSPARSE, size, &work) &&
               SPARSE(cusparseSpMV, h, 0, p->alpha, d->a, d->x, p->beta, d->y, p->type, 0, work);
    return SPARSE(cusparseSpMM_bufferSize, h, 0, 0, p->alpha, d->a, d->x, p->beta, d->y, p->type, 0,
                  &size) &&
           gpu_room(c, DEVICE_CUSPARSE, size, &work) &&
           SPARSE(cusparseSpMM, h, 0, 0, p->alpha, d->a, d->x, p->beta, d->y, p->type, 0, work);
}

static enum gpu_outcome run(struct gpu_call *c, const struct sparse_product *p)
{
    struct sparse_descriptors d;
    if (p->rows < 1 || p->columns < 1 || p->width < 1 || p->count < 1)
        return GPU_DECLINED;
    bool ok = describe(c, p, &d) && multiply(c, p, &d);
    forget(c, p, &d);
    return ok ? GPU_DONE : GPU_FAILED;
}

/* (rows, columns, count, width, data, indices, indptr, x, y), dense matrices row-major */
static enum gpu_outcome csr_product(struct gpu_call *c, const struct gpu_routine *r)
{
    static const float one_f32[2] = {1}, zero_f32[2] = {0}; /* of complex numbers too */
    static const double one_f64[2] = {1}, zero_f64[2] = {0};
    bool single = r->type == GPU_F32 || r->type == GPU_C32;
    int64_t width = gpu_int(c, 3);
    struct sparse_product p = {
        .rows = gpu_int(c, 0),
        .columns = gpu_int(c, 1),
        .count = gpu_int(c, 2),
        .width = width,
        .values = gpu_pointer(c, 4),
        .indices = gpu_pointer(c, 5),
        .offsets = gpu_pointer(c, 6),
        .offset_type = INDEX_I32,
        .index_type = INDEX_I32,
        .type = r->type,
        .x = {gpu_pointer(c, 7), width, ROWS_FIRST},
        .y = {gpu_pointer(c, 8), width, ROWS_FIRST},
        .alpha = single ? (const void *) one_f32 : one_f64,
        .beta = single ? (const void *) zero_f32 : zero_f64,
    };
    return run(c, &p);
}

/* The distances of neighbours in a column and in a row. false: it is neither row-major nor column-major. */
static bool dense_of(struct gpu_call *c, uint32_t index, int64_t in_column, int64_t in_row,
                     int64_t width, struct dense *out)
{
    *out = (struct dense){gpu_pointer(c, index), in_column == 1 ? in_row : in_column,
                          in_column == 1 ? COLUMNS_FIRST : ROWS_FIRST};
    return in_column == 1 || (width > 1 && in_row == 1);
}

/* (rows, columns, count, al, alpha, offsets, at, values, base, x, x_i, x_j, be, beta, y, y_i, y_j); the columns of Y are the grid's y */
static enum gpu_outcome rows_product(struct gpu_call *c, const struct gpu_routine *r)
{
    struct sparse_product p = {
        .rows = gpu_long(c, 0),
        .columns = gpu_long(c, 1),
        .count = gpu_long(c, 2),
        .width = c->grid.y,
        .alpha = gpu_factor(c, 3),
        .offsets = gpu_pointer(c, 5),
        .indices = gpu_pointer(c, 6),
        .values = gpu_pointer(c, 7),
        .base = gpu_int(c, 8),
        .offset_type = r->type_out,
        .index_type = r->compute,
        .type = r->type,
        .beta = gpu_factor(c, 12),
        .factors_on_device = gpu_pointer(c, 3),
    };
    bool fits = dense_of(c, 9, gpu_long(c, 10), gpu_long(c, 11), p.width, &p.x) &&
                dense_of(c, 14, gpu_long(c, 15), gpu_long(c, 16), p.width, &p.y);
    return fits && (p.width == 1 || p.x.order == p.y.order) ? run(c, &p) : GPU_DECLINED;
}

/* clang-format off */
const struct gpu_routine gpu_sparse[] = {
    {"_ZN8warpcell11csr_productIfE", csr_product,  DEVICE_CUSPARSE, GPU_F32, 0, 0},
    {"_ZN8warpcell11csr_productIdE", csr_product,  DEVICE_CUSPARSE, GPU_F64, 0, 0},
    {"_ZN8warpcell11csr_productI6float2E",  csr_product, DEVICE_CUSPARSE, GPU_C32, 0, 0},
    {"_ZN8warpcell11csr_productI7double2E", csr_product, DEVICE_CUSPARSE, GPU_C64, 0, 0},
    {"_Z13__sparse_rowsIiifE",       rows_product, DEVICE_CUSPARSE, GPU_F32, INDEX_I32, INDEX_I32},
    {"_Z13__sparse_rowsIiidE",       rows_product, DEVICE_CUSPARSE, GPU_F64, INDEX_I32, INDEX_I32},
    {"_Z13__sparse_rowsIlifE",       rows_product, DEVICE_CUSPARSE, GPU_F32, INDEX_I64, INDEX_I32},
    {"_Z13__sparse_rowsIlidE",       rows_product, DEVICE_CUSPARSE, GPU_F64, INDEX_I64, INDEX_I32},
    {"_Z13__sparse_rowsIllfE",       rows_product, DEVICE_CUSPARSE, GPU_F32, INDEX_I64, INDEX_I64},
    {"_Z13__sparse_rowsIlldE",       rows_product, DEVICE_CUSPARSE, GPU_F64, INDEX_I64, INDEX_I64},
};
/* clang-format on */
const size_t gpu_sparse_count = sizeof gpu_sparse / sizeof *gpu_sparse;
