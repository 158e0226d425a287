/* SPDX-License-Identifier: Apache-2.0 */
/* NumPy's functions along one axis: orders, order statistics, and those that move elements. Next: builtin_numpy.c. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "compute/linear.h"
#include "eval/arrays/array_along.h"
#include "eval/arrays/array_arguments.h"
#include "eval/arrays/array_results.h"

/* ---- views ---- */

/* A view whose axis `from` stands at `to`; the order of the others stays. */
static struct array *moved(const struct array *x, uint32_t from, uint32_t to)
{
    struct array *v = array_ref_view(x);
    int step = from < to ? 1 : -1;
    for (uint32_t k = from; k != to; k = (uint32_t) ((int) k + step)) {
        uint32_t next = (uint32_t) ((int) k + step);
        v->shape[k] = x->shape[next];
        v->stride[k] = x->stride[next];
    }
    v->shape[to] = x->shape[from];
    v->stride[to] = x->stride[from];
    return v;
}

struct array *array_part_along(const struct array *x, uint32_t axis, int64_t first, int64_t count)
{
    struct array *v = array_ref_view(x);
    v->offset += (uint64_t) (first * x->stride[axis] * (int64_t) x->dtype.size);
    v->shape[axis] = count;
    return v;
}

/* A dense vector in another shape. */
static struct array *shaped(const struct array *x, uint32_t rank, const int64_t *shape)
{
    struct array *v = array_ref_view(x);
    int64_t stride = 1;
    v->rank = rank;
    for (uint32_t k = rank; k-- > 0; stride *= shape[k]) {
        v->shape[k] = shape[k];
        v->stride[k] = stride;
    }
    return v;
}

/* Argument `index`, where -1 is the last axis. false: a diag was recorded. */
static bool axis_of(struct vm *vm, const struct call_site *call, uint32_t index, int64_t given,
                    uint32_t rank, uint32_t *out)
{
    int64_t axis = given == -1 ? (int64_t) rank - 1 : given;
    *out = (uint32_t) axis;
    return array_has_axis(vm, call, index, axis, rank);
}

/* ---- orders ---- */

/* The places of the elements of a vector, line by line, each of n elements, and of each line in ascending order. */
static struct array *line_order(const struct job *j, const struct array *flat, int64_t n)
{
    struct array *places = compute_sort(j, flat, true);
    if (!places || flat->shape[0] == n)
        return places;
    struct operand operands[2] = {array_operand(places), long_operand(n)};
    struct array *lines = array_from(j, "(int) (v0 / v1)", dtype_of(DTYPE_I32), operands, 2, 1,
                                     flat->shape),
                 *order = lines ? compute_sort(j, lines, true) : NULL,
                 *out = order ? array_taken(j, places, order, -1) : NULL;
    array_unref(&places);
    array_unref(&lines);
    array_unref(&order);
    return out;
}

/* The elements of each line along an axis in order, or their places in it; the axis is the last one. */
static struct array *sorted_lines(const struct job *j, const struct array *x, uint32_t axis,
                                  bool places)
{
    struct dtype t = dtype_is_half(x->dtype) ? dtype_of(DTYPE_F32) : x->dtype;
    struct array *lines = moved(x, axis, x->rank - 1), *dense = compute_dense(j, lines, t),
                 *flat = dense ? array_raveled(j, dense) : NULL, *order = NULL, *found = NULL,
                 *out = NULL;
    int64_t n = lines->shape[lines->rank - 1];
    if (flat && !array_count(x)) {
        out = compute_temporary(j, places ? dtype_of(DTYPE_I32) : t, lines->rank, lines->shape);
    } else if (flat && (order = line_order(j, flat, n))) {
        struct operand operands[2] = {array_operand(order), long_operand(n)};
        found = places ? array_from(j, "(int) (v0 % v1)", dtype_of(DTYPE_I32), operands, 2, 1,
                                    flat->shape)
                       : array_taken(j, flat, order, -1);
        out = found ? shaped(found, lines->rank, lines->shape) : NULL;
    }
    array_unref(&lines);
    array_unref(&dense);
    array_unref(&flat);
    array_unref(&order);
    array_unref(&found);
    return out;
}

struct array *array_sorted_along(const struct job *j, const struct array *x, uint32_t axis,
                                 bool places)
{
    struct array *lines = sorted_lines(j, x, axis, places),
                 *back = lines ? moved(lines, x->rank - 1, axis) : NULL,
                 *out = back ? compute_dense(j, back, back->dtype) : NULL;
    array_unref(&lines);
    array_unref(&back);
    return out;
}

static bool in_order(struct vm *vm, const struct call_site *call, union value *at, bool places)
{
    struct job j = vm_job(vm, call->at);
    const struct array *x = at[0].p;
    uint32_t axis;
    return axis_of(vm, call, 1, at[1].i, x->rank, &axis) &&
           vm_own_array(vm, array_sorted_along(&j, x, axis, places), at);
}

BUILTIN(array_sort_along)
{
    return in_order(vm, call, at, false);
}

BUILTIN(array_argsort_along)
{
    return in_order(vm, call, at, true);
}

BUILTIN(array_unique)
{
    struct job j = vm_job(vm, call->at);
    struct array *flat = array_raveled(&j, at[0].p), *out = flat ? compute_unique(&j, flat) : NULL;
    array_unref(&flat);
    return vm_own_array(vm, out, at);
}

/* ---- order statistics ---- */

/* Of the sorted lines v0, each of v3 elements, of line v1 the part v2. The mean of two neighbours if v4 is 1. */
static const char part_text[] =
    "[&] { const double place = v2 * (v3 - 1), t = place - floor(place); const long at = v1 * v3 + "
    "(long) place; const double a = v0(at), b = t > 0 ? (double) v0(at + 1) : a, last = v0(v1 * v3 "
    "+ v3 - 1); return last != last ? last : t == 0 ? a : v4 ? (a + b) / 2 : t < 0.5 ? a + (b - a) "
    "* t : b - (b - a) * (1 - t); }()";

static bool is_part(struct vm *vm, const struct call_site *call, double v, double most)
{
    bool ok = v >= 0 && v <= most;
    if (!ok)
        vm_error(vm, DIAG_RUNTIME, builtin_call_of(call)->spans[1],
                 "'%s' needs numbers from 0 to %g, not %g", builtin_call_of(call)->builtin->name,
                 most, v);
    return ok;
}

static bool some(struct vm *vm, const struct call_site *call, const struct array *a)
{
    if (!array_count(a))
        vm_error(vm, DIAG_MEMORY, call->at, "'%s' of an empty array",
                 builtin_call_of(call)->builtin->name);
    return array_count(a);
}

/* q: from 0 to 1; `axis` is that of argument `index`. */
static bool part_along(struct vm *vm, const struct call_site *call, union value *at, double q,
                       uint32_t index, bool median)
{
    struct job j = vm_job(vm, call->at);
    const struct array *x = at[0].p;
    uint32_t axis;
    if (!some(vm, call, x) || !axis_of(vm, call, index, at[index].i, x->rank, &axis))
        return false;
    struct array *lines = sorted_lines(&j, x, axis, false), *flat = NULL, *found = NULL,
                 *out = NULL;
    if (lines) {
        int64_t n = x->shape[axis], count = array_count(x) / n;
        flat = array_raveled(&j, lines);
        struct operand operands[5] = {
            table_operand(flat),
            {.kind = OPERAND_INDEX, .rank = 1, .shape = {count}},
            double_operand(q),
            long_operand(n),
            long_operand(median)
        };
        found = array_from(&j, part_text, type_dtype(builtin_call_of(call)->result->base), operands,
                           5, 1, &count);
        out = found ? shaped(found, lines->rank - 1, lines->shape) : NULL;
    }
    array_unref(&lines);
    array_unref(&flat);
    array_unref(&found);
    return vm_own_array(vm, out, at);
}

BUILTIN(array_median_along)
{
    return part_along(vm, call, at, 0.5, 1, true);
}

BUILTIN(array_quantile_along)
{
    return is_part(vm, call, at[1].d, 1) && part_along(vm, call, at, at[1].d, 2, false);
}

BUILTIN(array_percentile_along)
{
    return is_part(vm, call, at[1].d, 100) && part_along(vm, call, at, at[1].d / 100, 2, false);
}

/* Several parts of all elements. most: 1, or 100 for percentiles. */
static bool several_parts(struct vm *vm, const struct call_site *call, union value *at, double most)
{
    struct job j = vm_job(vm, call->at);
    const struct array *x = at[0].p, *q = at[1].p;
    int64_t one = array_count(x);
    double *given = some(vm, call, x) ? compute_doubles(&j, q) : NULL;
    bool ok = given;
    for (int64_t i = 0; ok && i < q->shape[0]; i++)
        ok = is_part(vm, call, given[i], most);
    free(given);
    if (!ok)
        return false;
    struct array *flat = array_raveled(&j, x), *line = flat ? shaped(flat, 1, &one) : NULL,
                 *sorted = line ? sorted_lines(&j, line, 0, false) : NULL,
                 *parts = sorted ? compute_temporary(&j, dtype_of(DTYPE_F64), 1, q->shape) : NULL,
                 *out = NULL;
    struct operand scaled[2] = {array_operand(q), double_operand(most)};
    struct expression e = {
        .text = "v0 / v1", .dtype = dtype_of(DTYPE_F64), .operands = scaled, .count = 2};
    if (parts && (!array_count(q) || compute_into(&j, &e, parts))) {
        struct operand operands[5] = {table_operand(sorted), long_operand(0), array_operand(parts),
                                      long_operand(one), long_operand(0)};
        out = array_from(&j, part_text, dtype_of(DTYPE_F64), operands, 5, 1, q->shape);
    }
    array_unref(&flat);
    array_unref(&line);
    array_unref(&sorted);
    array_unref(&parts);
    return vm_own_array(vm, out, at);
}

BUILTIN(array_quantiles)
{
    return several_parts(vm, call, at, 1);
}

BUILTIN(array_percentiles)
{
    return several_parts(vm, call, at, 100);
}

/* ---- elements in other places ---- */

/* Which element of a line of n comes to place i; k is the call's number. */
typedef int64_t source_of(int64_t i, int64_t n, int64_t k);

static int64_t rolled(int64_t i, int64_t n, int64_t k)
{
    return ((i - k) % n + n) % n;
}

static int64_t repeated(int64_t i, int64_t n, int64_t k)
{
    return i / k;
}

static int64_t tiled(int64_t i, int64_t n, int64_t k)
{
    return i % n;
}

static int64_t edge(int64_t i, int64_t n, int64_t k)
{
    int64_t at = i - k;
    return at < 0 ? 0 : at < n ? at : n - 1;
}

static int64_t symmetric(int64_t i, int64_t n, int64_t k)
{
    int64_t at = rolled(i, 2 * n, k);
    return at < n ? at : 2 * n - 1 - at;
}

static int64_t reflected(int64_t i, int64_t n, int64_t k)
{
    int64_t at = n > 1 ? rolled(i, 2 * n - 2, k) : 0;
    return at < n ? at : 2 * n - 2 - at;
}

/* An array whose lines along an axis have `count` elements, taken from those of x. */
static struct array *rearranged(const struct job *j, const struct array *x, uint32_t axis,
                                int64_t count, source_of *source, int64_t k)
{
    int64_t shape[ARRAY_RANK_MAX], n = x->shape[axis];
    memcpy(shape, x->shape, sizeof shape);
    shape[axis] = count;
    if (!array_count(x) || !count)
        return compute_temporary(j, x->dtype, x->rank, shape);
    int64_t *from = xmalloc((size_t) count * sizeof *from);
    for (int64_t i = 0; i < count; i++)
        from[i] = source(i, n, k);
    struct device_fault fault;
    struct array *places = compute_temporary(j, dtype_of(DTYPE_I64), 1, &count), *out = NULL;
    if (places &&
        launch_status(j->launcher, array_write(places, from, &fault), &fault, j->diags, j->at))
        out = array_taken(j, x, places, axis);
    array_unref(&places);
    free(from);
    return out;
}

static bool is_count(struct vm *vm, const struct call_site *call, uint32_t argument, int64_t n)
{
    if (n < 0 || n > INT32_MAX)
        vm_error(vm, DIAG_MEMORY, builtin_call_of(call)->spans[argument],
                 "an array cannot be repeated %" PRId64 " times", n);
    return n >= 0 && n <= INT32_MAX;
}

BUILTIN(array_flip_along)
{
    const struct array *x = at[0].p;
    uint32_t axis;
    if (!axis_of(vm, call, 1, at[1].i, x->rank, &axis))
        return false;
    struct array *v = array_ref_view(x);
    if (x->shape[axis])
        v->offset += (uint64_t) ((x->shape[axis] - 1) * x->stride[axis] * (int64_t) x->dtype.size);
    v->stride[axis] = -x->stride[axis];
    return vm_own_array(vm, v, at);
}

BUILTIN(array_roll_along)
{
    struct job j = vm_job(vm, call->at);
    const struct array *x = at[0].p;
    uint32_t axis;
    return axis_of(vm, call, 2, at[2].i, x->rank, &axis) &&
           vm_own_array(vm, rearranged(&j, x, axis, x->shape[axis], rolled, at[1].i), at);
}

BUILTIN(array_repeat_along)
{
    struct job j = vm_job(vm, call->at);
    const struct array *x = at[0].p;
    uint32_t axis;
    return is_count(vm, call, 1, at[1].i) && axis_of(vm, call, 2, at[2].i, x->rank, &axis) &&
           vm_own_array(vm, rearranged(&j, x, axis, x->shape[axis] * at[1].i, repeated, at[1].i),
                        at);
}

/* The last axis of x `columns` times, the one before it `rows` times. */
static bool tile(struct vm *vm, const struct call_site *call, union value *at, int64_t rows,
                 int64_t columns)
{
    struct job j = vm_job(vm, call->at);
    const struct array *x = at[0].p;
    struct array *matrix = array_ref_view(x), *wide, *out;
    if (x->rank == 1 && rows >= 0) {
        matrix->rank = 2;
        matrix->shape[1] = x->shape[0];
        matrix->stride[1] = x->stride[0];
        matrix->shape[0] = 1;
        matrix->stride[0] = 1;
    }
    uint32_t last = matrix->rank - 1;
    wide = rearranged(&j, matrix, last, matrix->shape[last] * columns, tiled, 0);
    out = !wide      ? NULL
          : rows < 0 ? array_ref(wide)
                     : rearranged(&j, wide, last - 1, wide->shape[last - 1] * rows, tiled, 0);
    array_unref(&matrix);
    array_unref(&wide);
    return vm_own_array(vm, out, at);
}

BUILTIN(array_tile_along)
{
    return is_count(vm, call, 1, at[1].i) && tile(vm, call, at, -1, at[1].i);
}

BUILTIN(array_tile_rows)
{
    return is_count(vm, call, 1, at[1].i) && is_count(vm, call, 2, at[2].i) &&
           tile(vm, call, at, at[1].i, at[2].i);
}

/* NULL: a diag was recorded. */
static source_of *pad_mode(struct vm *vm, const struct call_site *call, uint64_t text)
{
    static const struct {
        const char *name;
        source_of *source;
    } modes[] = {
        {"edge",      edge     },
        {"reflect",   reflected},
        {"symmetric", symmetric},
        {"wrap",      rolled   },
    };

    size_t n;
    struct span span = builtin_call_of(call)->spans[2];
    const char *name = vm_string(vm, text, span, &n);
    for (size_t i = 0; name && i < sizeof modes / sizeof *modes; i++)
        if (!strcmp(modes[i].name, name))
            return modes[i].source;
    if (name)
        diag_help(vm->diags, vm_error(vm, DIAG_RUNTIME, span, "there is no padding '%s'", name),
                  "the modes are \"edge\", \"reflect\", \"symmetric\" and \"wrap\"; a number pads "
                  "with itself");
    return NULL;
}

BUILTIN(array_pad_mode)
{
    struct job j = vm_job(vm, call->at);
    struct array *x = array_ref(at[0].p);
    int64_t n = at[1].i;
    source_of *source = some(vm, call, x) ? pad_mode(vm, call, at[2].u) : NULL;
    if (source && (n < 0 || n > INT32_MAX)) {
        vm_error(vm, DIAG_MEMORY, builtin_call_of(call)->spans[1],
                 "an array cannot be padded by %" PRId64 " elements", n);
        source = NULL;
    }
    for (uint32_t k = 0; source && x && k < ((struct array *) at[0].p)->rank; k++) {
        struct array *next = rearranged(&j, x, k, x->shape[k] + 2 * n, source, n);
        array_unref(&x);
        x = next;
    }
    if (!source)
        array_unref(&x);
    return vm_own_array(vm, x, at);
}

/* ---- grids ---- */

/* The coordinates of a grid, as rows of x and columns of y. */
BUILTIN(array_grid)
{
    struct job j = vm_job(vm, call->at);
    const struct array *x = at[0].p, *y = at[1].p;
    int64_t shape[2] = {y->shape[0], x->shape[0]};
    struct array *made[2] = {compute_temporary(&j, x->dtype, 2, shape), NULL},
                 *column = array_ref_view(y);
    made[1] = made[0] ? compute_temporary(&j, y->dtype, 2, shape) : NULL;
    column->rank = 2;
    column->shape[1] = 1;
    column->stride[1] = 1;
    bool ok = made[1] && (!array_count(made[0]) ||
                          (compute_copy(&j, made[0], x) && compute_copy(&j, made[1], column)));
    array_unref(&column);
    return vm_own_results(vm, ok, made, 2, at);
}
