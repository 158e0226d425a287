/* SPDX-License-Identifier: Apache-2.0 */
/* Products of sparse matrices: csr_product of compute/kernels/sparse.cu. An offset or a column that is out of range is left to the kernel, which
 * explains it. */
#include "device/cpu/library/library_impl.h"

enum { PARTS_LEAST = 1 << 15 /* elements that are worth a thread */ };

struct sparse_work {
    const struct library_call *call;
    struct loop_sparse product;
    int64_t rows;
    uint32_t parts;
    atomic_bool failed;
};

static void product_part(void *user, uint32_t part)
{
    enum { STEP = 4096 }; /* rows between looks at the interrupt */

    struct sparse_work *w = user;
    int64_t end = w->rows * (part + 1) / w->parts;
    for (int64_t i = w->rows * part / w->parts; i < end && !atomic_load(w->call->interrupted);
         i += STEP)
        if (!w->call->loops->sparse_rows[w->call->row->kind](&w->product, i,
                                                             i + STEP < end ? i + STEP : end))
            atomic_store(&w->failed, true);
}

static bool in_order(const int32_t *indptr, int64_t rows)
{
    bool good = indptr[0] >= 0;
    for (int64_t i = 0; i < rows; i++)
        good &= indptr[i] <= indptr[i + 1];
    return good;
}

/* (rows, columns, count, width, data, indices, indptr, x, y). After a failure the kernel computes all of y again. */
static bool product(const struct library_call *c)
{
    uint32_t size = c->row->type;
    struct sparse_work w = {.call = c, .rows = library_int(c, 0)};
    struct loop_sparse *p = &w.product;
    p->width = library_int(c, 3);
    p->indptr = library_range(c, 6, 0, (uint64_t) (w.rows + 1) * 4, 4);
    if (!p->indptr || w.rows < 1 || p->width < 1 || !in_order(p->indptr, w.rows))
        return false;
    int64_t count = p->indptr[w.rows], columns = (int64_t) library_behind(c, 7, size) / p->width;
    p->columns = columns < INT32_MAX ? (uint32_t) columns : INT32_MAX;
    p->data = library_range(c, 4, 0, (uint64_t) count * size, size);
    p->indices = library_range(c, 5, 0, (uint64_t) count * 4, 4);
    p->x = library_range(c, 7, 0, size, size);
    p->y = library_range(c, 8, 0, (uint64_t) w.rows * (uint64_t) p->width * size, size);
    if (!p->data || !p->indices || !p->x || !p->y)
        return false;
    w.parts = library_parts(c, (uint64_t) (count * p->width), PARTS_LEAST);
    library_fork(c, w.parts, product_part, &w);
    return !atomic_load(&w.failed);
}

const struct library_kernel library_sparse[] = {
    {"_ZN8warpcell11csr_productIfE",        product, LOOP_SPARSE_F32, 4 },
    {"_ZN8warpcell11csr_productIdE",        product, LOOP_SPARSE_F64, 8 },
    {"_ZN8warpcell11csr_productI6float2E",  product, LOOP_SPARSE_C32, 8 },
    {"_ZN8warpcell11csr_productI7double2E", product, LOOP_SPARSE_C64, 16},
};
const size_t library_sparse_count = sizeof library_sparse / sizeof *library_sparse;
