/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of whole arrays. Reductions, iota() and random() are parts of maps (gen_map.c): here their rows only have
 * prototypes for the checker. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "compute/across/across.h"
#include "eval/library/builtin.h"

static struct job job_of(struct vm *vm, const struct call_site *call)
{
    return (struct job){vm->launcher, vm->diags, call->at, vm_label(vm, call->at), &vm->link, NULL};
}

/* For a function of x and y (or NULL) whose whole result is written by its last launch. */
static struct job job_into(struct vm *vm, const struct call_site *call, const union value *at,
                           const struct array *x, const struct array *y)
{
    uint32_t into = builtin_call_of(call)->into;
    const struct array *to = into ? (at - into)->p : NULL;
    struct job j = job_of(vm, call);
    j.into = to && !across_is(to) && !across_is(x) && !(y && across_is(y)) ? to : NULL;
    return j;
}

static bool typed(struct vm *vm, const struct call_site *call)
{
    struct diag *d = vm_error(vm, DIAG_TYPE, call->at, "the type of this array is not known here");
    diag_help(vm->diags, d, "declare a variable for it first");
    return false;
}

BUILTIN(array_reduce)
{
    return typed(vm, call);
}

BUILTIN(array_map)
{
    return typed(vm, call);
}

/* Returns the number itself: axis() only marks that it is not a second operand. */
BUILTIN(array_axis)
{
    return true;
}

BUILTIN(array_seed)
{
    vm->array_seed = at[0].u;
    vm->array_draws = 0;
    return true;
}

BUILTIN(array_seed_now)
{
    at[0].u = vm->array_seed;
    return true;
}

BUILTIN(array_draw)
{
    at[0].u = vm->array_draws++;
    return true;
}

/* ---- reshaping ---- */

BUILTIN(array_transpose)
{
    const struct array *a = at[0].p;
    struct array *v = array_ref_view(a);
    for (uint32_t k = 0; k < a->rank; k++) {
        v->shape[k] = a->shape[a->rank - 1 - k];
        v->stride[k] = a->stride[a->rank - 1 - k];
    }
    return vm_own_array(vm, v, at);
}

BUILTIN(array_reshape)
{
    const struct array *a = at[0].p;
    const struct builtin_call *s = builtin_call_of(call);
    struct job j = job_of(vm, call);
    int64_t count = 1, shape[ARRAY_RANK_MAX];
    for (uint32_t k = 1; k < s->count; k++) {
        shape[k - 1] = at[k].i;
        if (at[k].i < 0 || __builtin_mul_overflow(count, at[k].i, &count)) {
            vm_error(vm, DIAG_MEMORY, s->spans[k], "an array cannot have %" PRId64 " elements",
                     at[k].i);
            return false;
        }
    }
    if (count != array_count(a)) {
        struct buf shape_text = {0};
        array_shape_print(&shape_text, a);
        vm_error(vm, DIAG_MEMORY, call->at,
                 "an array of shape %s has %" PRId64 " elements, but the new shape has %" PRId64,
                 shape_text.p, array_count(a), count);
        buf_free(&shape_text);
        return false;
    }
    struct array *dense = compute_dense(&j, a, a->dtype), *v = dense ? array_ref_view(dense) : NULL;
    array_unref(&dense);
    int64_t stride = 1;
    for (uint32_t k = s->count - 1; v && k-- > 0;) {
        v->shape[k] = shape[k];
        v->stride[k] = stride;
        stride *= shape[k];
    }
    if (v)
        v->rank = s->count - 1;
    return vm_own_array(vm, v, at);
}

BUILTIN(array_concatenate)
{
    const struct array *parts[2] = {at[0].p, at[1].p};
    struct job j = job_of(vm, call);
    int64_t axis = at[2].i, shape[ARRAY_RANK_MAX], from = 0;
    uint32_t rank = parts[0]->rank;
    bool fits = axis >= 0 && axis < (int64_t) rank;
    for (uint32_t k = 0; k < rank; k++) {
        shape[k] = parts[0]->shape[k];
        fits &= (int64_t) k == axis || shape[k] == parts[1]->shape[k];
    }
    if (!fits) {
        struct buf a = {0}, b = {0};
        array_shape_print(&a, parts[0]);
        array_shape_print(&b, parts[1]);
        vm_error(vm, DIAG_MEMORY, call->at,
                 "arrays of shapes %s and %s cannot be joined along axis %" PRId64, a.p, b.p, axis);
        buf_free(&a);
        buf_free(&b);
        return false;
    }
    shape[axis] += parts[1]->shape[axis];
    struct array *whole = compute_temporary(&j, parts[0]->dtype, rank, shape);
    for (int i = 0; whole && i < 2; i++) {
        struct array *place = array_ref_view(whole);
        place->offset += (uint64_t) (from * place->stride[axis]) * place->dtype.size;
        place->shape[axis] = parts[i]->shape[axis];
        from += place->shape[axis];
        if (!compute_copy(&j, place, parts[i]))
            array_unref(&whole);
        array_unref(&place);
    }
    return vm_own_array(vm, whole, at);
}

/* out_x[i][k] = x[k], out_y[i][k] = y[i]: broadcasting, with y as a column. */
BUILTIN(array_meshgrid)
{
    struct job j = job_of(vm, call);
    const struct array *x = at[0].p, *y = at[1].p;
    if (x->rank != 1 || y->rank != 1) {
        vm_error(vm, DIAG_TYPE, call->at,
                 "the first two arguments of meshgrid must be arrays of rank 1");
        return false;
    }
    struct array *column = array_ref_view(y);
    column->rank = 2;
    column->shape[1] = 1;
    column->stride[1] = 1;
    bool ok = compute_copy(&j, at[2].p, x) && compute_copy(&j, at[3].p, column);
    array_unref(&column);
    return ok;
}

/* ---- sorting and scans ---- */

/* The checker has determined the result's element type. */
static struct dtype result_of(const struct call_site *call)
{
    const struct type *t = builtin_call_of(call)->result->base;
    struct dtype d = type_dtype(t);
    d.name = t->name;
    return d;
}

BUILTIN(array_scan)
{
    struct job j = job_of(vm, call);
    return vm_own_array(vm, compute_scan(&j, at[0].p, result_of(call)), at);
}

BUILTIN(array_sort)
{
    struct job j = job_into(vm, call, at, at[0].p, NULL);
    const struct array *x = at[0].p;
    return vm_own_array(vm, across_is(x) ? across_sort(&j, x) : compute_sort(&j, x, false), at);
}

BUILTIN(array_argsort)
{
    struct job j = job_into(vm, call, at, at[0].p, NULL);
    return vm_own_array(vm, compute_sort(&j, at[0].p, true), at);
}

BUILTIN(array_unique)
{
    struct job j = job_of(vm, call);
    return vm_own_array(vm, compute_unique(&j, at[0].p), at);
}

BUILTIN(array_histogram)
{
    struct job j = job_of(vm, call);
    const struct array *x = at[0].p;
    return vm_own_array(
        vm, (across_is(x) ? across_histogram : compute_histogram)(&j, x, at[1].i, at[2].d, at[3].d),
        at);
}

BUILTIN(array_where)
{
    struct job j = job_of(vm, call);
    return vm_own_array(vm, compute_compress(&j, NULL, at[0].p), at);
}

BUILTIN(array_compress)
{
    struct job j = job_of(vm, call);
    return vm_own_array(vm, compute_compress(&j, at[0].p, at[1].p), at);
}

/* ---- matrices and transforms ---- */

/* A result made of each row alone lies where its operand does. */
static bool own_part(struct vm *vm, const struct array *x, struct array *made, union value *at)
{
    if (made)
        made->part = x->part;
    return vm_own_array(vm, made, at);
}

BUILTIN(array_matmul)
{
    struct job j = job_into(vm, call, at, at[0].p, at[1].p);
    const struct array *a = at[0].p, *b = at[1].p;
    bool across = across_is(a) || across_is(b);
    return vm_own_array(vm, (across ? across_matmul : compute_matmul)(&j, a, b), at);
}

BUILTIN(array_fft)
{
    struct job j = job_into(vm, call, at, at[0].p, NULL);
    return own_part(vm, at[0].p, compute_fft(&j, at[0].p, result_of(call), false), at);
}

BUILTIN(array_ifft)
{
    struct job j = job_into(vm, call, at, at[0].p, NULL);
    return own_part(vm, at[0].p, compute_fft(&j, at[0].p, result_of(call), true), at);
}

/* ---- NumPy's functions of one or two arrays, by views, copies and expressions ---- */

static struct operand array_operand(const struct array *a)
{
    return (struct operand){.kind = OPERAND_ARRAY, .type = dtype_text(a->dtype), .array = a};
}

static struct operand table_operand(const struct array *a)
{
    return (struct operand){.kind = OPERAND_TABLE, .type = dtype_text(a->dtype), .array = a};
}

static struct operand long_operand(int64_t v)
{
    return (struct operand){
        .kind = OPERAND_VALUE, .type = "long", .size = 8, .value = (uint64_t) v};
}

static struct operand double_operand(double v)
{
    struct operand o = {.kind = OPERAND_VALUE, .type = "double", .size = 8};
    memcpy(&o.value, &v, sizeof v);
    return o;
}

/* A new array with the expression's values. Halves are computed as floats. */
static struct array *array_from(const struct job *j, const char *text, struct dtype t,
                                const struct operand *operands, uint32_t count, uint32_t rank,
                                const int64_t *shape)
{
    struct expression e = {.text = text,
                           .dtype = dtype_is_half(t) ? dtype_of(DTYPE_F32) : t,
                           .operands = operands,
                           .count = count};
    struct array *out = compute_temporary(j, t, rank, shape);
    if (out && !compute_into(j, &e, out))
        array_unref(&out);
    return out;
}

/* `count` elements of a vector from `first` on. */
static struct array *part_of(const struct array *x, int64_t first, int64_t count)
{
    struct array *v = array_ref_view(x);
    v->offset += (uint64_t) (first * x->stride[0] * (int64_t) x->dtype.size);
    v->shape[0] = count;
    return v;
}

static struct array *reversed(const struct array *x)
{
    struct array *v = array_ref_view(x);
    for (uint32_t k = 0; k < x->rank; k++) {
        if (x->shape[k])
            v->offset += (uint64_t) ((x->shape[k] - 1) * x->stride[k] * (int64_t) x->dtype.size);
        v->stride[k] = -x->stride[k];
    }
    return v;
}

BUILTIN(array_flip)
{
    return vm_own_array(vm, reversed(at[0].p), at);
}

BUILTIN(array_roll)
{
    struct job j = job_of(vm, call);
    const struct array *x = at[0].p;
    int64_t n = x->shape[0], k = n ? (at[1].i % n + n) % n : 0;
    struct array *out = compute_temporary(&j, x->dtype, 1, x->shape);
    for (int i = 0; out && n && i < 2; i++) {
        int64_t from = i ? n - k : 0, to = i ? 0 : k, count = i ? k : n - k;
        struct array *a = part_of(x, from, count), *b = part_of(out, to, count);
        if (count && !compute_copy(&j, b, a))
            array_unref(&out);
        array_unref(&a);
        array_unref(&b);
    }
    return vm_own_array(vm, out, at);
}

BUILTIN(array_diff)
{
    struct job j = job_of(vm, call);
    const struct array *x = at[0].p;
    int64_t n = x->shape[0] ? x->shape[0] - 1 : 0;
    struct array *a = part_of(x, 0, n), *b = part_of(x, x->shape[0] - n, n);
    struct operand operands[2] = {array_operand(a), array_operand(b)};
    struct array *out = array_from(&j, "v1 - v0", x->dtype, operands, 2, 1, &n);
    array_unref(&a);
    array_unref(&b);
    return vm_own_array(vm, out, at);
}

/* Copies x, broadcast to rows x columns, as one vector. */
static bool repeat_as(struct vm *vm, const struct call_site *call, union value *at, bool column)
{
    struct job j = job_of(vm, call);
    struct array *x = array_ref_view(at[0].p);
    int64_t times = at[1].i, n = x->shape[0], shape[2] = {column ? n : times, column ? times : n};
    if (times < 0) {
        vm_error(vm, DIAG_MEMORY, builtin_call_of(call)->spans[1],
                 "an array cannot be repeated %" PRId64 " times", times);
        array_unref(&x);
        return false;
    }
    if (column) {
        x->rank = 2;
        x->shape[1] = 1;
        x->stride[1] = 1;
    }
    struct array *out = compute_temporary(&j, x->dtype, 2, shape);
    if (out && array_count(out) && !compute_copy(&j, out, x))
        array_unref(&out);
    array_unref(&x);
    if (out) {
        out->rank = 1;
        out->shape[0] = n * times;
        out->stride[0] = 1;
    }
    return vm_own_array(vm, out, at);
}

BUILTIN(array_tile)
{
    return repeat_as(vm, call, at, false);
}

BUILTIN(array_repeat)
{
    return repeat_as(vm, call, at, true);
}

BUILTIN(array_pad)
{
    struct job j = job_of(vm, call);
    const struct array *x = at[0].p;
    int64_t n = at[1].i, shape[ARRAY_RANK_MAX];
    struct operand value = double_operand(at[2].d);
    if (n < 0) {
        vm_error(vm, DIAG_MEMORY, builtin_call_of(call)->spans[1],
                 "an array cannot be padded by %" PRId64 " elements", n);
        return false;
    }
    for (uint32_t k = 0; k < x->rank; k++)
        shape[k] = x->shape[k] + 2 * n;
    struct expression e = {
        .text = "v0", .dtype = dtype_of(DTYPE_F64), .operands = &value, .count = 1};
    struct array *out = compute_temporary(&j, x->dtype, x->rank, shape),
                 *inner = out ? array_ref_view(out) : NULL;
    for (uint32_t k = 0; inner && k < x->rank; k++) {
        inner->offset += (uint64_t) (n * inner->stride[k]) * x->dtype.size;
        inner->shape[k] = x->shape[k];
    }
    if (out && (!compute_into(&j, &e, out) || (array_count(x) && !compute_copy(&j, inner, x))))
        array_unref(&out);
    array_unref(&inner);
    return vm_own_array(vm, out, at);
}

BUILTIN(array_clip)
{
    struct job j = job_of(vm, call);
    const struct array *x = at[0].p;
    const char *t = dtype_is_half(x->dtype) ? "float" : x->dtype.name;
    struct operand operands[3] = {array_operand(x), double_operand(at[1].d),
                                  double_operand(at[2].d)};
    char text[256];
    snprintf(text, sizeof text, "v0 < (%s) v1 ? (%s) v1 : v0 > (%s) v2 ? (%s) v2 : v0", t, t, t, t);
    return vm_own_array(vm, array_from(&j, text, x->dtype, operands, 3, x->rank, x->shape), at);
}

BUILTIN(array_topk)
{
    struct job j = job_of(vm, call);
    const struct array *x = at[0].p;
    int64_t k = at[1].i;
    if (k < 0 || k > x->shape[0]) {
        vm_error(vm, DIAG_MEMORY, builtin_call_of(call)->spans[1],
                 "'topk' needs a number from 0 to %" PRId64
                 ", the length of the array, not %" PRId64,
                 x->shape[0], k);
        return false;
    }
    struct array *sorted = compute_sort(&j, x, false),
                 *last = sorted ? part_of(sorted, x->shape[0] - k, k) : NULL,
                 *out = last ? reversed(last) : NULL;
    array_unref(&sorted);
    array_unref(&last);
    return vm_own_array(vm, out, at);
}

BUILTIN(array_searchsorted)
{
    static const char text[] =
        "[&] { long low = 0, high = v2; while (low < high) { const long middle = (low + high) / 2; "
        "if (v0(middle) < v1) low = middle + 1; else high = middle; } return low; }()";
    struct job j = job_of(vm, call);
    const struct array *sorted = at[0].p, *x = at[1].p;
    struct operand operands[3] = {table_operand(sorted), array_operand(x),
                                  long_operand(sorted->shape[0])};
    return vm_own_array(
        vm, array_from(&j, text, dtype_of(DTYPE_I64), operands, 3, x->rank, x->shape), at);
}

static bool some_elements(struct vm *vm, const struct call_site *call, const struct array *a)
{
    if (!array_count(a))
        vm_error(vm, DIAG_MEMORY, call->at, "'%s' of an empty array",
                 builtin_call_of(call)->builtin->name);
    return array_count(a);
}

BUILTIN(array_convolve)
{
    static const char sum[] =
        "[&] { auto s = v0(0) * v1(0) * 0; const long from = v2 < v4 ? 0 : v2 - v4 "
        "+ 1, to = v2 < v3 ? v2 + 1 : v3; for (long k = from; k < to; k++) s += "
        "v0(k) * v1(v2 - k); return s; }()";
    struct job j = job_of(vm, call);
    const struct array *a = at[0].p, *b = at[1].p;
    if (!some_elements(vm, call, a) || !some_elements(vm, call, b))
        return false;
    int64_t n = a->shape[0] + b->shape[0] - 1;
    struct operand operands[5] = {
        table_operand(a),
        table_operand(b),
        {.kind = OPERAND_INDEX, .rank = 1, .shape = {n}},
        long_operand(a->shape[0]),
        long_operand(b->shape[0])
    };
    return vm_own_array(vm, array_from(&j, sum, a->dtype, operands, 5, 1, &n), at);
}

BUILTIN(array_correlate)
{
    static const char sum[] =
        "[&] { auto s = v0(0) * v1(0) * 0; for (long k = 0; k < v3; k++) s += v0(v2 + "
        "k) * v1(k); return s; }()";
    struct job j = job_of(vm, call);
    const struct array *a = at[0].p, *b = at[1].p;
    if (!some_elements(vm, call, a) || !some_elements(vm, call, b))
        return false;
    bool swap = b->shape[0] > a->shape[0]; /* then the result is reversed */
    const struct array *x = swap ? b : a, *y = swap ? a : b;
    int64_t n = x->shape[0] - y->shape[0] + 1;
    struct operand operands[4] = {
        table_operand(x),
        table_operand(y),
        {.kind = OPERAND_INDEX, .rank = 1, .shape = {n}},
        long_operand(y->shape[0])
    };
    struct array *out = array_from(&j, sum, a->dtype, operands, 4, 1, &n),
                 *result = out && swap ? reversed(out)
                           : out       ? array_ref(out)
                                       : NULL;
    array_unref(&out);
    return vm_own_array(vm, result, at);
}

/* ---- order statistics ---- */

/* All elements in ascending order, as numbers that sort() knows. */
static struct array *in_order(const struct job *j, const struct array *x)
{
    struct array *dense =
        compute_dense(j, x, dtype_is_half(x->dtype) ? dtype_of(DTYPE_F32) : x->dtype);
    struct array *flat = dense ? array_ref_view(dense) : NULL, *sorted = NULL;
    if (flat) {
        flat->rank = 1;
        flat->shape[0] = array_count(x);
        flat->stride[0] = 1;
        sorted = compute_sort(j, flat, false);
    }
    array_unref(&dense);
    array_unref(&flat);
    return sorted;
}

static bool element_at(const struct job *j, const struct array *sorted, int64_t i, double *out)
{
    struct device_fault fault;
    char bytes[8];
    bool ok = launch_status(j->launcher, array_peek(sorted, i, 1, bytes, &fault), &fault, j->diags,
                            j->at);
    *out = ok ? dtype_double(sorted->dtype, bytes) : 0;
    return ok;
}

/* Linear between neighbours, as numpy.quantile; NaN if an element is NaN, which is sorted last. */
static bool quantile_of(struct vm *vm, const struct call_site *call, const struct array *x,
                        double q, bool median, double *out)
{
    struct job j = job_of(vm, call);
    if (!some_elements(vm, call, x))
        return false;
    struct array *sorted = in_order(&j, x);
    double last, low, high, place = q * (double) (array_count(x) - 1), t = place - floor(place);
    int64_t i = (int64_t) place, n = array_count(x) - 1;
    bool ok = sorted && element_at(&j, sorted, n, &last) && element_at(&j, sorted, i, &low) &&
              element_at(&j, sorted, i < n ? i + 1 : n, &high);
    array_unref(&sorted);
    if (!ok)
        return false;
    *out = isnan(last) ? last
           : t == 0    ? low
           : median    ? (low + high) / 2
           : t < 0.5   ? low + (high - low) * t
                       : high - (high - low) * (1 - t);
    return true;
}

static bool within(struct vm *vm, const struct call_site *call, double v, double most)
{
    bool ok = v >= 0 && v <= most;
    if (!ok)
        vm_error(vm, DIAG_RUNTIME, builtin_call_of(call)->spans[1],
                 "'%s' needs a number from 0 to %g, not %g", builtin_call_of(call)->builtin->name,
                 most, v);
    return ok;
}

BUILTIN(array_median)
{
    return quantile_of(vm, call, at[0].p, 0.5, true, &at[0].d);
}

BUILTIN(array_quantile)
{
    return within(vm, call, at[1].d, 1) && quantile_of(vm, call, at[0].p, at[1].d, false, &at[0].d);
}

BUILTIN(array_percentile)
{
    return within(vm, call, at[1].d, 100) &&
           quantile_of(vm, call, at[0].p, at[1].d / 100, false, &at[0].d);
}

/* ---- the user's functions ---- */

BUILTIN(array_stencil)
{
    const struct symbol *f = vm_handle_of(vm, "function", at[0].u);
    struct job j = job_into(vm, call, at, at[1].p, NULL);
    if (at[2].i < 0 || at[2].i >= BORDER_COUNT) {
        struct diag *d = vm_error(vm, DIAG_TYPE, builtin_call_of(call)->spans[2],
                                  "%" PRId64 " is not a border mode", at[2].i);
        diag_help(vm->diags, d, "use BORDER_CLAMP, BORDER_WRAP, BORDER_MIRROR or BORDER_ZERO");
        return false;
    }
    CHECK(f);
    const struct array *x = at[1].p;
    return vm_own_array(vm,
                        (across_is(x) ? across_stencil : compute_stencil)(
                            &j, f->name, x, result_of(call), (enum border) at[2].i),
                        at);
}

BUILTIN(array_rows)
{
    const struct symbol *f = vm_handle_of(vm, "function", at[0].u);
    struct job j = job_into(vm, call, at, at[1].p, NULL);
    CHECK(f);
    const struct array *x = at[1].p;
    return own_part(vm, x,
                    compute_rows(&j, f->name, x, result_of(call),
                                 f->type->params[0].type->kind == TYPE_POINTER,
                                 f->type->base->kind == TYPE_VOID),
                    at);
}
