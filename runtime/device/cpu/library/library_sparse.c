/* SPDX-License-Identifier: Apache-2.0 */
/* Products of sparse matrices: csr_product of compute/kernels/sparse.cu. An offset or a column that is out of range is left to the kernel, which
 * explains it. */
#include "device/cpu/library/library_impl.h"

enum { PARTS_LEAST = 1 << 15 /* elements that are worth a thread */ };

struct sparse_work {
    const struct library_call *call;
    const void *data, *x;
    const int32_t *indices, *indptr;
    void *y;
    int64_t rows, width, columns;
    uint32_t parts;
};

#define PRODUCT(T)                                                                                 \
    static void product_##T(const struct sparse_work *w, int64_t first, int64_t end)               \
    {                                                                                              \
        const T *data = w->data, *x = w->x;                                                        \
        T *y = w->y;                                                                               \
        for (int64_t i = first; i < end; i++) {                                                    \
            T *to = y + i * w->width;                                                              \
            if (w->width == 1) {                                                                   \
                T sum = 0;                                                                         \
                for (int32_t e = w->indptr[i]; e < w->indptr[i + 1]; e++)                          \
                    sum += data[e] * x[w->indices[e]];                                             \
                *to = sum;                                                                         \
                continue;                                                                          \
            }                                                                                      \
            memset(to, 0, (size_t) w->width * sizeof *to);                                         \
            for (int32_t e = w->indptr[i]; e < w->indptr[i + 1]; e++) {                            \
                const T *from = x + w->indices[e] * w->width, factor = data[e];                    \
                for (int64_t k = 0; k < w->width; k++)                                             \
                    to[k] += factor * from[k];                                                     \
            }                                                                                      \
        }                                                                                          \
    }
PRODUCT(float)
PRODUCT(double)
#undef PRODUCT

static void product_part(void *user, uint32_t part)
{
    enum { STEP = 4096 }; /* rows between looks at the interrupt */

    const struct sparse_work *w = user;
    int64_t end = w->rows * (part + 1) / w->parts;
    for (int64_t i = w->rows * part / w->parts; i < end && !atomic_load(w->call->interrupted);
         i += STEP)
        (w->call->row->type == 4 ? product_float : product_double)(w, i,
                                                                   i + STEP < end ? i + STEP : end);
}

static bool in_order(const int32_t *indptr, int64_t rows)
{
    bool good = indptr[0] >= 0;
    for (int64_t i = 0; i < rows; i++)
        good &= indptr[i] <= indptr[i + 1];
    return good;
}

static bool below(const int32_t *indices, int64_t first, int64_t end, int64_t columns)
{
    bool good = true;
    for (int64_t e = first; e < end; e++)
        good &= (uint32_t) indices[e] < (uint64_t) columns;
    return good;
}

/* The elements from the address in parameter `index` to the end of its allocation. */
static int64_t elements_at(const struct library_call *c, uint32_t index, uint32_t size)
{
    uint64_t at = (uint64_t) library_long(c, index);
    const struct object *o = space_find(c->exec->space, at);
    return o ? (int64_t) ((o->start + o->size - at) / size) : 0;
}

/* (rows, width, data, indices, indptr, x, y) */
static bool product(const struct library_call *c)
{
    uint32_t size = c->row->type;
    struct sparse_work w = {.call = c, .rows = library_int(c, 0), .width = library_int(c, 1)};
    w.indptr = library_range(c, 4, 0, (uint64_t) (w.rows + 1) * 4, 4);
    if (!w.indptr || w.rows < 1 || w.width < 1 || !in_order(w.indptr, w.rows))
        return false;
    int64_t count = w.indptr[w.rows];
    w.columns = elements_at(c, 5, size) / w.width;
    w.data = library_range(c, 2, 0, (uint64_t) count * size, size);
    w.indices = library_range(c, 3, 0, (uint64_t) count * 4, 4);
    w.x = library_range(c, 5, 0, size, size);
    w.y = library_range(c, 6, 0, (uint64_t) w.rows * (uint64_t) w.width * size, size);
    if (!w.data || !w.indices || !w.x || !w.y || !below(w.indices, w.indptr[0], count, w.columns))
        return false;
    w.parts = library_parts(c, (uint64_t) (count * w.width), PARTS_LEAST);
    library_fork(w.parts, product_part, &w);
    return true;
}

const struct library_kernel library_sparse[] = {
    {"_ZN8warpcell11csr_productIfE", product, 0, 4},
    {"_ZN8warpcell11csr_productIdE", product, 0, 8},
};
const size_t library_sparse_count = sizeof library_sparse / sizeof *library_sparse;
