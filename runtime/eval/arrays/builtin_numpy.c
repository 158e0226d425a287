/* SPDX-License-Identifier: Apache-2.0 */
/* NumPy's functions of one or two arrays, by views, copies and expressions. Next: compute/expression.c. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "eval/arrays/array_along.h"
#include "eval/arrays/array_arguments.h"

/* ---- shapes ---- */

BUILTIN(array_ravel)
{
    struct job j = vm_job(vm, call->at);
    return vm_own_array(vm, array_raveled(&j, at[0].p), at);
}

BUILTIN(array_swapaxes)
{
    const struct array *x = at[0].p;
    if (!array_has_axis(vm, call, 1, at[1].i, x->rank) ||
        !array_has_axis(vm, call, 2, at[2].i, x->rank))
        return false;
    struct array *v = array_ref_view(x);
    v->shape[at[1].i] = x->shape[at[2].i];
    v->stride[at[1].i] = x->stride[at[2].i];
    v->shape[at[2].i] = x->shape[at[1].i];
    v->stride[at[2].i] = x->stride[at[1].i];
    return vm_own_array(vm, v, at);
}

/* ---- sums along an axis ---- */

BUILTIN(array_cumprod)
{
    struct job j = vm_job(vm, call->at);
    return vm_own_array(
        vm, compute_scan(&j, at[0].p, type_dtype(builtin_call_of(call)->result->base), true), at);
}

/* Of cumsum and cumprod. */
BUILTIN(array_scan_axis)
{
    struct job j = vm_job(vm, call->at);
    const struct array *x = at[0].p;
    bool product = !strcmp(builtin_call_of(call)->builtin->name, "cumprod");
    return array_has_axis(vm, call, 1, at[1].i, x->rank) &&
           vm_own_array(vm,
                        compute_scan_axis(&j, x, type_dtype(builtin_call_of(call)->result->base),
                                          product, (uint32_t) at[1].i),
                        at);
}

/* ---- by expressions ---- */

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
    struct job j = vm_job(vm, call->at);
    const struct array *given = at[0].p;
    struct array *x = array_raveled(&j, given),
                 *out = x ? compute_temporary(&j, given->dtype, given->rank, given->shape) : NULL,
                 *to = out ? array_raveled(&j, out) : NULL;
    int64_t n = array_count(given), k = n ? (at[1].i % n + n) % n : 0;
    for (int i = 0; to && out && n && i < 2; i++) {
        int64_t from = i ? n - k : 0, first = i ? 0 : k, count = i ? k : n - k;
        struct array *a = part_of(x, from, count), *b = part_of(to, first, count);
        if (count && !compute_copy(&j, b, a))
            array_unref(&out);
        array_unref(&a);
        array_unref(&b);
    }
    array_unref(&x);
    array_unref(&to);
    return vm_own_array(vm, out, at);
}

static struct array *difference(const struct job *j, const struct array *x, uint32_t axis)
{
    int64_t n = x->shape[axis] ? x->shape[axis] - 1 : 0;
    struct array *a = array_part_along(x, axis, 0, n),
                 *b = array_part_along(x, axis, x->shape[axis] - n, n);
    struct operand operands[2] = {array_operand(a), array_operand(b)};
    char text[80] = "v1 - v0";
    if (x->dtype.kind == DTYPE_OTHER)
        snprintf(text, sizeof text, "warpcell::__complex_difference<%s>(v1, v0)", x->dtype.name);
    struct array *out = array_from(j, text, x->dtype, operands, 2, x->rank, a->shape);
    array_unref(&a);
    array_unref(&b);
    return out;
}

BUILTIN(array_diff)
{
    struct job j = vm_job(vm, call->at);
    struct array *x = array_ref(at[0].p);
    int64_t axis = at[2].i == -1 ? (int64_t) x->rank - 1 : at[2].i, times = at[1].i;
    bool ok = array_has_axis(vm, call, 2, axis, x->rank);
    if (ok && times < 0) {
        vm_error(vm, DIAG_RUNTIME, builtin_call_of(call)->spans[1],
                 "'diff' takes differences 0 or more times, not %" PRId64, times);
        ok = false;
    }
    for (int64_t i = 0; ok && x && i < times && (!i || x->shape[axis]); i++) {
        struct array *next = difference(&j, x, (uint32_t) axis);
        array_unref(&x);
        x = next;
    }
    if (!ok)
        array_unref(&x);
    return vm_own_array(vm, x, at);
}

/* Copies x, broadcast to rows x columns, as one vector. */
static bool repeat_as(struct vm *vm, const struct call_site *call, union value *at, bool column)
{
    struct job j = vm_job(vm, call->at);
    struct array *flat = array_raveled(&j, at[0].p), *x = flat ? array_ref_view(flat) : NULL;
    int64_t times = at[1].i, n = x ? x->shape[0] : 0,
            shape[2] = {column ? n : times, column ? times : n};
    array_unref(&flat);
    if (!x)
        return false;
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
    struct job j = vm_job(vm, call->at);
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
    char text[80];
    bool complex = x->dtype.kind == DTYPE_OTHER;
    struct expression e = {.text = element_text(text, x->dtype),
                           .dtype = complex ? x->dtype : dtype_of(DTYPE_F64),
                           .operands = &value,
                           .count = 1};
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
    struct job j = vm_job(vm, call->at);
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
    struct job j = vm_job(vm, call->at);
    const struct array *x = at[0].p;
    uint32_t last = x->rank - 1;
    int64_t k = at[1].i;
    if (k < 0 || k > x->shape[last]) {
        vm_error(vm, DIAG_MEMORY, builtin_call_of(call)->spans[1],
                 "'topk' needs a number from 0 to %" PRId64 ", the length of the %s, not %" PRId64,
                 x->shape[last], last ? "last axis" : "array", k);
        return false;
    }
    struct array *sorted =
                     last ? array_sorted_along(&j, x, last, false) : compute_sort(&j, x, false),
                 *part = sorted ? array_part_along(sorted, last, x->shape[last] - k, k) : NULL;
    if (part && k) {
        part->offset += (uint64_t) ((k - 1) * part->stride[last]) * part->dtype.size;
        part->stride[last] = -part->stride[last];
    }
    array_unref(&sorted);
    return vm_own_array(vm, part, at);
}

/* Of the sorted v0, v2 long, `low` is the first element for which `before` is false. */
#define BISECT(before, result)                                                                     \
    "[&] { long low = 0, high = v2; while (low < high) { const long middle = (low + high) / 2; "   \
    "if (" before ") low = middle + 1; else high = middle; } return " result "; }()"

BUILTIN(array_searchsorted)
{
    static const char text[] = BISECT("v0(middle) < v1", "low");
    struct job j = vm_job(vm, call->at);
    const struct array *sorted = at[0].p, *x = at[1].p;
    struct operand operands[3] = {table_operand(sorted), array_operand(x),
                                  long_operand(sorted->shape[0])};
    return vm_own_array(
        vm, array_from(&j, text, dtype_of(DTYPE_I64), operands, 3, x->rank, x->shape), at);
}

BUILTIN(array_searchsorted_side)
{
    static const char before[] = BISECT("v0(middle) < v1", "low"),
                      behind[] = BISECT("v0(middle) <= v1 || v1 != v1", "low");
    struct job j = vm_job(vm, call->at);
    const struct array *sorted = at[0].p, *x = at[1].p;
    size_t n;
    struct span span = builtin_call_of(call)->spans[2];
    const char *side = vm_string(vm, at[2].u, span, &n);
    bool right = side && !strcmp(side, "right");
    if (side && !right && strcmp(side, "left"))
        vm_error(vm, DIAG_RUNTIME, span, "the side is \"left\" or \"right\", not \"%s\"", side);
    if (!side || (!right && strcmp(side, "left")))
        return false;
    struct operand operands[3] = {table_operand(sorted), array_operand(x),
                                  long_operand(sorted->shape[0])};
    return vm_own_array(vm,
                        array_from(&j, right ? behind : before, dtype_of(DTYPE_I64), operands, 3,
                                   x->rank, x->shape),
                        at);
}

BUILTIN(array_digitize)
{
    static const char text[] = BISECT("v0(middle) <= v1 || v1 != v1", "low");
    struct job j = vm_job(vm, call->at);
    const struct array *x = at[0].p, *bins = at[1].p;
    struct operand operands[3] = {table_operand(bins), array_operand(x),
                                  long_operand(bins->shape[0])};
    return vm_own_array(
        vm, array_from(&j, text, dtype_of(DTYPE_I64), operands, 3, x->rank, x->shape), at);
}

BUILTIN(array_isin)
{
    static const char text[] = BISECT("v0(middle) < v1", "low < v2 && v0(low) == v1");
    struct job j = vm_job(vm, call->at);
    const struct array *x = at[0].p;
    struct array *sorted = compute_sort(&j, at[1].p, false);
    if (!sorted)
        return false;
    struct operand operands[3] = {table_operand(sorted), array_operand(x),
                                  long_operand(sorted->shape[0])};
    struct array *out = array_from(&j, text, dtype_of(DTYPE_BOOL), operands, 3, x->rank, x->shape);
    array_unref(&sorted);
    return vm_own_array(vm, out, at);
}

static bool some_elements(struct vm *vm, const struct call_site *call, const struct array *a)
{
    if (!array_count(a))
        vm_error(vm, DIAG_MEMORY, call->at, "'%s' of an empty array",
                 builtin_call_of(call)->builtin->name);
    return array_count(a);
}

BUILTIN(array_interp)
{
    static const char text[] =
        "[&] { const double x = v0; if (x != x) return x; if (x < v1(0)) return v2(0); long low = "
        "0, high = v3; while (high - low > 1) { const long middle = (low + high) / 2; if "
        "(v1(middle) <= x) low = middle; else high = middle; } return low == v3 - 1 ? v2(low) : "
        "(v2(low + 1) - v2(low)) / (v1(low + 1) - v1(low)) * (x - v1(low)) + v2(low); }()";
    struct job j = vm_job(vm, call->at);
    const struct array *x = at[0].p, *xp = at[1].p, *fp = at[2].p;
    if (!some_elements(vm, call, xp))
        return false;
    if (xp->shape[0] != fp->shape[0]) {
        vm_error(vm, DIAG_MEMORY, call->at,
                 "'interp' has %" PRId64 " places and %" PRId64 " values", xp->shape[0],
                 fp->shape[0]);
        return false;
    }
    struct operand operands[4] = {array_operand(x), table_operand(xp), table_operand(fp),
                                  long_operand(xp->shape[0])};
    return vm_own_array(vm, array_from(&j, text, x->dtype, operands, 4, x->rank, x->shape), at);
}

BUILTIN(array_bincount)
{
    struct job j = vm_job(vm, call->at);
    const struct array *x = at[0].p;
    int64_t least = 0, most = -1;
    if (array_count(x) &&
        (!array_reduce_long(&j, "min", x, &least) || !array_reduce_long(&j, "max", x, &most)))
        return false;
    if (least < 0 || at[1].i < 0) {
        vm_error(vm, DIAG_RUNTIME, builtin_call_of(call)->spans[least >= 0],
                 "'bincount' needs numbers from 0 on, not %" PRId64, least < 0 ? least : at[1].i);
        return false;
    }
    int64_t bins = most < at[1].i ? at[1].i : most + 1;
    if (!bins)
        return vm_own_array(vm, compute_temporary(&j, dtype_of(DTYPE_I32), 1, &bins), at);
    return vm_own_array(vm, compute_histogram(&j, x, bins, 0, (double) bins), at);
}

BUILTIN(array_take)
{
    struct job j = vm_job(vm, call->at);
    const struct array *x = at[0].p, *places = at[1].p;
    int64_t axis = builtin_call_of(call)->count > 2 ? at[2].i : -1;
    if (builtin_call_of(call)->count > 2 && !array_has_axis(vm, call, 2, axis, x->rank))
        return false;
    int64_t extent = axis < 0 ? array_count(x) : x->shape[axis];
    return array_indices_fit(vm, call, places, extent, axis) &&
           vm_own_array(vm, array_taken(&j, x, places, axis), at);
}

BUILTIN(array_equal)
{
    struct job j = vm_job(vm, call->at);
    const struct array *x = at[0].p, *y = at[1].p;
    struct operand operands[2] = {array_operand(x), array_operand(y)};
    bool complex = x->dtype.kind == DTYPE_OTHER || y->dtype.kind == DTYPE_OTHER;
    struct expression e = {.text = complex ? "warpcell::__complex_equal<bool>(v0, v1)" : "v0 == v1",
                           .dtype = dtype_of(DTYPE_BOOL),
                           .operands = operands,
                           .count = 2};
    bool all = x->rank == y->rank && !memcmp(x->shape, y->shape, x->rank * sizeof *x->shape);
    int64_t result = 0;
    if (all && array_count(x) &&
        !compute_reduce(&j, "all", &e, dtype_of(DTYPE_BOOL), -1, &result, NULL))
        return false;
    at[0].u = all && (!array_count(x) || (result & 1));
    return true;
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
    struct job j = vm_job(vm, call->at);
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
