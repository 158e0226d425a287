/* SPDX-License-Identifier: Apache-2.0 */
/* stencil() and rows(): generates the kernel that calls the user's function for each neighbourhood or row. The
 * function receives near<T, N> or view<T, N>, which are defined in compile/near.cu and compile/view.cu. */
#include <inttypes.h>

#include "base/check.h"
#include "compute/compute.h"

enum { BLOCK = 256, WARP = 32, SEGMENT = 2048 /* elements that a warp takes of a row */ };

/* A warp processes part of a row: its position on the other axes is computed once. Rows of the array that are not here: struct near_rows. */
static void write_stencil(struct buf *out, const char *f, const struct array *x,
                          struct dtype result, enum border border)
{
    uint32_t last = x->rank - 1;
    const char *t = x->dtype.name;
    buf_puts(out, "\nnamespace warpcell {\n__global__ void stencil(unsigned rows, unsigned pieces, "
                  "int length, int row0, int low, int high, int *reach");
    for (uint32_t k = 0; k < x->rank; k++)
        buf_printf(out, ", int n%u", k);
    buf_printf(out, ", const %s *from, %s *to)\n{\n", t, result.name);
    buf_printf(out,
               "    const unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, row = warp "
               "/ pieces;\n"
               "    if (row >= rows)\n        return;\n    near<%s, %u> x;\n    x.p = from;\n    "
               "x.border = %d;\n    x.low = low;\n    x.high = high;\n    x.reach = reach;\n",
               t, x->rank, (int) border);
    for (uint32_t k = 0; k < x->rank; k++)
        buf_printf(out, "    x.extent[%u] = n%u;\n", k, k);
    if (x->rank == 3)
        buf_puts(
            out,
            "    x.index[0] = row0 + row / n1;\n    x.index[1] = row % n1;\n    const bool far "
            "= x.index[0] >= low + 4 && x.index[0] < high - 4 && x.index[1] >= 4 && "
            "x.index[1] < n1 - 4;\n");
    else if (x->rank == 2)
        buf_puts(out, "    x.index[0] = row0 + row;\n    const bool far = x.index[0] >= low + 4 && "
                      "x.index[0] < high - 4;\n");
    buf_printf(out,
               "    const int first = warp %% pieces * %d, end = length - first < %d ? length : "
               "first + %d;\n    for (int i = first + threadIdx.x %% 32; i < end; i += 32) {\n",
               SEGMENT, SEGMENT, SEGMENT);
    if (last)
        buf_printf(
            out,
            "        x.index[%u] = i;\n        const bool inner = far && i >= 4 && i < n%u - 4;\n",
            last, last);
    else
        buf_puts(out,
                 "        x.index[0] = row0 + i;\n        const bool inner = x.index[0] >= low "
                 "+ 4 && x.index[0] < high - 4;\n");
    buf_printf(
        out,
        "        const long at = (long) row * length + i;\n        if (inner) {\n            "
        "x.interior = true;\n            to[at] = ::%s(x);\n        } else {\n            "
        "x.interior = false;\n            to[at] = ::%s(x);\n        }\n    }\n}\n}\n",
        f, f);
}

static bool within_int(const struct job *j, const struct array *x)
{
    for (uint32_t k = 0; k < x->rank; k++)
        if (x->shape[k] > INT32_MAX / 2) {
            diag_error(j->diags, DIAG_MEMORY, j->at,
                       "an axis of %" PRId64 " elements is too long for this function",
                       x->shape[k]);
            return false;
        }
    return true;
}

static bool run_stencil(const struct job *j, const char *function, const struct array *x,
                        enum border border, const struct near_rows *r, const struct array *out)
{
    const char *mentions[] = {function, "near"};
    struct buf text = {0};
    uint32_t last = x->rank - 1, rows = (uint32_t) (array_count(out) / out->shape[last]), pieces,
             count = 0;
    int64_t row_elements = 1;
    int32_t length = (int32_t) out->shape[last], row0 = (int32_t) r->first, low = (int32_t) r->low,
            high = (int32_t) r->high, extents[ARRAY_RANK_MAX];
    struct work_arg params[16];
    pieces = blocks_of(length, SEGMENT);
    write_stencil(&text, function, x, out->dtype, border);
    params[count++] = ARG(rows);
    params[count++] = ARG(pieces);
    params[count++] = ARG(length);
    params[count++] = ARG(row0);
    params[count++] = ARG(low);
    params[count++] = ARG(high);
    params[count++] = ARG(r->reach);
    for (uint32_t k = 0; k < x->rank; k++) {
        extents[k] = (int32_t) (k ? x->shape[k] : r->extent);
        row_elements *= k ? x->shape[k] : 1;
        params[count++] = ARG(extents[k]);
    }
    uint64_t from = array_address(x) - (uint64_t) (r->low * row_elements * (int64_t) x->dtype.size),
             to = array_address(out); /* rows keep their numbers of the whole array */
    params[count++] = ARG(from);
    params[count++] = ARG(to);
    struct work w = {
        .text = {text.p,         text.n},
        .kernel = "warpcell::stencil",
        .mentions = mentions,
        .mention_count = 2,
        .grid = {  blocks_of((int64_t) rows * pieces, BLOCK / WARP),      1, 1},
        .block = { BLOCK,          1,      1}
    };
    bool ok = compute_run(j, &w, params, count);
    buf_free(&text);
    return ok;
}

struct array *compute_stencil_rows(const struct job *j, const char *function, const struct array *x,
                                   struct dtype result, enum border border,
                                   const struct near_rows *rows)
{
    int64_t shape[ARRAY_RANK_MAX];
    for (uint32_t k = 0; k < x->rank; k++)
        shape[k] = k ? x->shape[k] : rows->count;
    struct array whole = *x;
    whole.shape[0] = rows->extent;
    struct array *dense = within_int(j, &whole) ? compute_dense(j, x, x->dtype) : NULL,
                 *out = dense ? compute_result(j, result, x->rank, shape, x, NULL) : NULL;
    if (out && array_count(out) && !run_stencil(j, function, dense, border, rows, out))
        array_unref(&out);
    array_unref(&dense);
    return out;
}

struct array *compute_stencil(const struct job *j, const char *function, const struct array *x,
                              struct dtype result, enum border border)
{
    int64_t n = x->shape[0];
    return compute_stencil_rows(j, function, x, result, border,
                                &(struct near_rows){.extent = n, .count = n, .high = n});
}

static void write_rows(struct buf *out, const char *f, const struct array *x, struct dtype result,
                       bool pointers, bool writes)
{
    const char *t = x->dtype.name;
    buf_printf(out,
               "\nnamespace warpcell {\n__global__ void rows(long n, long length, const %s *from, "
               "%s *to)\n{\n",
               t, result.name);
    buf_puts(out, "    const long r = (long) blockIdx.x * blockDim.x + threadIdx.x;\n    if (r >= "
                  "n)\n        return;\n");
    if (!pointers) {
        buf_printf(out,
                   "    view<const %s, 1> row;\n    row.p = from + r * length;\n    row.extents[0] "
                   "= length;\n    row.strides[0] = 1;\n",
                   t);
        if (writes)
            buf_printf(out,
                       "    view<%s, 1> result;\n    result.p = to + r * length;\n    "
                       "result.extents[0] = length;\n    result.strides[0] = 1;\n",
                       t);
    }
    buf_puts(out, writes ? "    " : "    to[r] = ");
    if (pointers)
        buf_printf(out, "::%s(from + r * length, length%s);\n}\n}\n", f,
                   writes ? ", to + r * length" : "");
    else
        buf_printf(out, "::%s(row%s);\n}\n}\n", f, writes ? ", result" : "");
}

struct array *compute_rows(const struct job *j, const char *function, const struct array *x,
                           struct dtype result, bool pointers, bool writes)
{
    enum { BLOCK_ROWS = 64 }; /* rows are long: small blocks spread over the cores */

    const char *mentions[] = {function, "view"};
    struct array *dense = compute_dense(j, x, x->dtype),
                 *out = dense ? compute_temporary(j, result, x->rank - !writes, x->shape) : NULL;
    if (out && array_count(out)) {
        struct buf text = {0};
        int64_t length = x->shape[x->rank - 1], n = array_count(x) / length;
        uint64_t from = array_address(dense), to = array_address(out);
        write_rows(&text, function, x, result, pointers, writes);
        struct work w = {
            .text = {text.p,       text.n},
            .kernel = "warpcell::rows",
            .mentions = mentions,
            .mention_count = 2,
            .grid = {  blocks_of(n, BLOCK_ROWS),      1, 1},
            .block = { BLOCK_ROWS,   1,      1}
        };
        if (!compute_run(j, &w, (struct work_arg[]){ARG(n), ARG(length), ARG(from), ARG(to)}, 4))
            array_unref(&out);
        buf_free(&text);
    }
    array_unref(&dense);
    return out;
}
