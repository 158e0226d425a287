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

/* For a function of x and y (or NULL) whose whole result is written by its last launch. */
static struct job job_into(struct vm *vm, const struct call_site *call, const union value *at,
                           const struct array *x, const struct array *y)
{
    uint32_t into = builtin_call_of(call)->into;
    const struct array *to = into ? (at - into)->p : NULL;
    struct job j = vm_job(vm, call->at);
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
    vm_forget_generators(vm);
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

bool builtin_extents(struct vm *vm, const struct call_site *call, const union value *at,
                     uint32_t first, int64_t *shape, int64_t *out_count)
{
    const struct builtin_call *s = builtin_call_of(call);
    int64_t count = 1;
    for (uint32_t k = first; k < s->count; k++) {
        shape[k - first] = at[k].i;
        if (at[k].i < 0 || __builtin_mul_overflow(count, at[k].i, &count)) {
            vm_error(vm, DIAG_MEMORY, s->spans[k], "an array cannot have %" PRId64 " elements",
                     at[k].i);
            return false;
        }
    }
    *out_count = count;
    return true;
}

BUILTIN(array_reshape)
{
    const struct array *a = at[0].p;
    const struct builtin_call *s = builtin_call_of(call);
    struct job j = vm_job(vm, call->at);
    int64_t count, shape[ARRAY_RANK_MAX];
    if (!builtin_extents(vm, call, at, 1, shape, &count))
        return false;
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

/* out_x[i][k] = x[k], out_y[i][k] = y[i]: broadcasting, with y as a column. */
BUILTIN(array_meshgrid)
{
    struct job j = vm_job(vm, call->at);
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
    struct job j = vm_job(vm, call->at);
    return vm_own_array(vm, compute_scan(&j, at[0].p, result_of(call), false), at);
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

BUILTIN(array_histogram)
{
    struct job j = vm_job(vm, call->at);
    const struct array *x = at[0].p;
    return vm_own_array(
        vm, (across_is(x) ? across_histogram : compute_histogram)(&j, x, at[1].i, at[2].d, at[3].d),
        at);
}

BUILTIN(array_where)
{
    struct job j = vm_job(vm, call->at);
    return vm_own_array(vm, compute_compress(&j, NULL, at[0].p), at);
}

BUILTIN(array_compress)
{
    struct job j = vm_job(vm, call->at);
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
