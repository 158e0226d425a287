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

/* ---- in two parts, for a device whose blocks cost little: the elements that are far from every edge, one for each thread and without a
 * test, and the others ---- */

enum { NEAR = 4 /* as near.cu: neighbours up to there need no test */, PARTS_LEAST = 1 << 16 };

/* The function is called for the element that x.index names. */
static void write_near(struct buf *out, const struct array *x, enum border border, bool interior)
{
    buf_printf(out,
               "    near<%s, %u> x;\n    x.p = from;\n    x.border = %d;\n    x.low = low;\n    "
               "x.high = high;\n    x.reach = reach;\n    x.interior = %s;\n",
               x->dtype.name, x->rank, (int) border, interior ? "true" : "false");
    for (uint32_t k = 0; k < x->rank; k++)
        buf_printf(out, "    x.extent[%u] = n%u;\n", k, k);
}

static void write_head(struct buf *out, const char *name, const struct array *x,
                       struct dtype result)
{
    buf_printf(
        out,
        "\nnamespace warpcell {\n__global__ void %s(unsigned rows, int first, int length, int "
        "row0, int low, int high, int *reach",
        name);
    for (uint32_t k = 0; k < x->rank; k++)
        buf_printf(out, ", int n%u", k);
    buf_printf(out, ", const %s *from, %s *to)\n{\n", x->dtype.name, result.name);
}

/* The one row of an array of rank 1: `rows` elements from number `first` on are far from the edges. */
static void write_each_of_line(struct buf *out, const char *f, const struct array *x,
                               struct dtype result, enum border border)
{
    write_head(out, "stencil_each", x, result);
    buf_puts(out, "    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i >= "
                  "rows)\n        return;\n");
    write_near(out, x, border, true);
    buf_printf(out,
               "    x.index[0] = first + i;\n    to[(long) (first - row0) + i] = ::%s(x);\n}\n}\n",
               f);
}

static void write_edges_of_line(struct buf *out, const char *f, const struct array *x,
                                struct dtype result, enum border border)
{
    write_head(out, "stencil_edges", x, result);
    write_near(out, x, border, false);
    buf_printf(out,
               "    for (int k = threadIdx.x; k < length - (int) rows; k += blockDim.x) {\n        "
               "const int i = k < first - row0 ? k : k + (int) rows;\n        x.index[0] = row0 + "
               "i;\n        to[i] = ::%s(x);\n    }\n}\n}\n",
               f);
}

/* Rows that are far from the edges: from number `first` of axis 0 on. */
static void write_each(struct buf *out, const char *f, const struct array *x, struct dtype result,
                       enum border border)
{
    write_head(out, "stencil_each", x, result);
    buf_printf(
        out,
        "    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i >= length - %d)\n "
        "       return;\n    const unsigned r = blockIdx.z * gridDim.y + blockIdx.y;\n    if "
        "(r >= rows)\n        return;\n",
        2 * NEAR);
    write_near(out, x, border, true);
    if (x->rank == 3)
        buf_printf(
            out,
            "    x.index[0] = first + r / (n1 - %d);\n    x.index[1] = %d + r %% (n1 - %d);\n"
            "    const long row = (long) (x.index[0] - row0) * n1 + x.index[1];\n",
            2 * NEAR, NEAR, 2 * NEAR);
    else
        buf_puts(out, "    x.index[0] = first + r;\n    const long row = x.index[0] - row0;\n");
    buf_printf(out, "    x.index[%u] = i + %d;\n    to[row * length + i + %d] = ::%s(x);\n}\n}\n",
               x->rank - 1, NEAR, NEAR, f);
}

/* A warp for each row. */
static void write_edges(struct buf *out, const char *f, const struct array *x, struct dtype result,
                        enum border border)
{
    write_head(out, "stencil_edges", x, result);
    buf_puts(out,
             "    const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;\n    if (row "
             ">= rows)\n        return;\n");
    write_near(out, x, border, false);
    buf_puts(out, x->rank == 3 ? "    x.index[0] = row0 + row / n1;\n    x.index[1] = row % n1;\n"
                               : "    x.index[0] = row0 + row;\n");
    buf_printf(out, "    const bool far = x.index[0] >= low + %d && x.index[0] < high - %d", NEAR,
               NEAR);
    if (x->rank == 3)
        buf_printf(out, " && x.index[1] >= %d && x.index[1] < n1 - %d", NEAR, NEAR);
    buf_printf(
        out,
        ";\n    for (int k = threadIdx.x %% 32; k < (far ? %d : length); k += 32) {\n        "
        "const int i = far && k >= %d ? length - %d + k : k;\n        x.index[%u] = i;\n     "
        "   to[(long) row * length + i] = ::%s(x);\n    }\n}\n}\n",
        2 * NEAR, NEAR, 2 * NEAR, x->rank - 1, f);
}

/* The numbers of all kernels of a stencil. */
struct stencil_numbers {
    const struct near_rows *near;
    uint32_t rows, count;
    int32_t first, length, row0, low, high, extents[ARRAY_RANK_MAX];
    uint64_t from, to;
    struct work_arg params[16];
};

static void number(struct stencil_numbers *s, const struct array *x, const struct near_rows *r,
                   const struct array *out)
{
    int64_t row_elements = 1;
    *s = (struct stencil_numbers){.near = r,
                                  .length = (int32_t) out->shape[x->rank - 1],
                                  .row0 = (int32_t) r->first,
                                  .low = (int32_t) r->low,
                                  .high = (int32_t) r->high};
    for (uint32_t k = 0; k < x->rank; k++) {
        s->extents[k] = (int32_t) (k ? x->shape[k] : r->extent);
        row_elements *= k ? x->shape[k] : 1;
    }
    s->from = array_address(x) - (uint64_t) (r->low * row_elements * (int64_t) x->dtype.size);
    s->to = array_address(out); /* rows keep their numbers of the whole array */
}

static void last_params(struct stencil_numbers *s, uint32_t rank)
{
    s->params[s->count++] = ARG(s->length);
    s->params[s->count++] = ARG(s->row0);
    s->params[s->count++] = ARG(s->low);
    s->params[s->count++] = ARG(s->high);
    s->params[s->count++] = ARG(s->near->reach);
    for (uint32_t k = 0; k < rank; k++)
        s->params[s->count++] = ARG(s->extents[k]);
    s->params[s->count++] = ARG(s->from);
    s->params[s->count++] = ARG(s->to);
}

static bool run_part(const struct job *j, const char *function, const struct array *x,
                     const struct array *out, enum border border, struct stencil_numbers *s,
                     bool edges, struct device_dim grid)
{
    static void (*const write[2][2])(struct buf *, const char *, const struct array *, struct dtype,
                                     enum border) = {
        {write_each,  write_each_of_line },
        {write_edges, write_edges_of_line}
    };
    const char *mentions[] = {function, "near"};
    struct buf text = {0};
    write[edges][x->rank == 1](&text, function, x, out->dtype, border);
    s->count = 0;
    s->params[s->count++] = ARG(s->rows);
    s->params[s->count++] = ARG(s->first);
    last_params(s, x->rank);
    struct work w = {
        .text = {text.p, text.n},
        .kernel = edges ? "warpcell::stencil_edges" : "warpcell::stencil_each",
        .mentions = mentions,
        .mention_count = 2,
        .grid = grid,
        .block = { BLOCK,     1,      1},
    };
    bool ok = compute_run(j, &w, s->params, s->count);
    buf_free(&text);
    return ok;
}

/* The rows of axis 0 that are far from both edges, as far as results are wanted for them. */
static int64_t far_rows(const struct near_rows *r, int64_t *out_first)
{
    int64_t first = r->low + NEAR > r->first ? r->low + NEAR : r->first,
            end = r->high - NEAR < r->first + r->count ? r->high - NEAR : r->first + r->count;
    *out_first = first;
    return end - first;
}

static bool in_two_parts(const struct job *j, const struct array *x, const struct near_rows *r,
                         const struct array *out)
{
    int64_t first;
    uint32_t last = x->rank - 1;
    return device_props(launcher_opened(j->launcher))->library && array_count(out) >= PARTS_LEAST &&
           x->shape[last] >= 16 * NEAR && far_rows(r, &first) > 0 &&
           (x->rank < 3 || x->shape[1] > 2 * NEAR);
}

static bool run_two_parts(const struct job *j, const char *function, const struct array *x,
                          enum border border, const struct near_rows *r, const struct array *out)
{
    enum { GRID_Y = 65535 };

    struct stencil_numbers s;
    int64_t first, far = far_rows(r, &first);
    number(&s, x, r, out);
    s.rows = (uint32_t) (far * (x->rank == 3 ? x->shape[1] - 2 * NEAR : 1));
    s.first = (int32_t) first;
    if (x->rank == 1)
        return run_part(j, function, x, out, border, &s, false,
                        (struct device_dim){blocks_of(far, BLOCK), 1, 1}) &&
               run_part(j, function, x, out, border, &s, true, (struct device_dim){1, 1, 1});
    struct device_dim each = {blocks_of(s.length - 2 * NEAR, BLOCK),
                              s.rows < GRID_Y ? s.rows : GRID_Y, (s.rows + GRID_Y - 1) / GRID_Y};
    if (!run_part(j, function, x, out, border, &s, false, each))
        return false;
    s.rows = (uint32_t) (array_count(out) / s.length);
    return run_part(j, function, x, out, border, &s, true,
                    (struct device_dim){blocks_of(s.rows, BLOCK / WARP), 1, 1});
}

static bool run_stencil(const struct job *j, const char *function, const struct array *x,
                        enum border border, const struct near_rows *r, const struct array *out)
{
    if (in_two_parts(j, x, r, out))
        return run_two_parts(j, function, x, border, r, out);
    const char *mentions[] = {function, "near"};
    struct buf text = {0};
    struct stencil_numbers s;
    number(&s, x, r, out);
    uint32_t pieces = blocks_of(s.length, SEGMENT);
    s.rows = (uint32_t) (array_count(out) / s.length);
    write_stencil(&text, function, x, out->dtype, border);
    s.params[s.count++] = ARG(s.rows);
    s.params[s.count++] = ARG(pieces);
    last_params(&s, x->rank);
    struct work w = {
        .text = {text.p,         text.n},
        .kernel = "warpcell::stencil",
        .mentions = mentions,
        .mention_count = 2,
        .grid = {  blocks_of((int64_t) s.rows * pieces, BLOCK / WARP),      1, 1},
        .block = { BLOCK,          1,      1}
    };
    bool ok = compute_run(j, &w, s.params, s.count);
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
