/* SPDX-License-Identifier: Apache-2.0 */
/* Several arrays as one: their views side by side, copied to a new array. */
#include <inttypes.h>

#include "eval/arrays/array_arguments.h"

enum { PARTS_MOST = 64 };

static uint32_t parts_of(const struct call_site *call)
{
    const struct builtin_call *s = builtin_call_of(call);
    uint32_t n = 0;
    while (n < s->count && s->types[n]->kind == TYPE_DEVICE_ARRAY)
        n++;
    return n;
}

static bool few_enough(struct vm *vm, const struct call_site *call)
{
    bool ok = parts_of(call) <= PARTS_MOST;
    if (!ok)
        vm_error(vm, DIAG_TYPE, builtin_call_of(call)->spans[PARTS_MOST],
                 "'%s' takes at most %d arrays", builtin_call_of(call)->builtin->name, PARTS_MOST);
    return ok;
}

/* The axis behind the arrays; 0: there is none. */
static int64_t axis_of(const struct call_site *call, const union value *at)
{
    uint32_t n = parts_of(call);
    return builtin_call_of(call)->count > n ? at[n].i : 0;
}

static bool fits(const struct array *a, const struct array *b, int64_t axis)
{
    bool ok = axis >= 0 && axis < (int64_t) a->rank;
    for (uint32_t k = 0; k < a->rank; k++)
        ok &= (int64_t) k == axis || a->shape[k] == b->shape[k];
    return ok;
}

static void cannot_join(struct vm *vm, const struct call_site *call, const struct array *first,
                        const struct array *other, int64_t axis)
{
    struct buf a = {0}, b = {0};
    array_shape_print(&a, first);
    array_shape_print(&b, other);
    vm_error(vm, DIAG_MEMORY, call->at,
             "arrays of shapes %s and %s cannot be joined along axis %" PRId64, a.p, b.p, axis);
    buf_free(&a);
    buf_free(&b);
}

static bool join(struct vm *vm, const struct call_site *call, union value *at,
                 const struct array *const *parts, int64_t axis)
{
    struct job j = vm_job(vm, call->at);
    uint32_t n = parts_of(call), rank = parts[0]->rank;
    int64_t shape[ARRAY_RANK_MAX], from = 0;
    for (uint32_t i = n == 1 ? 0 : 1; i < n; i++)
        if (!fits(parts[0], parts[i], axis)) {
            cannot_join(vm, call, parts[0], parts[i], axis);
            return false;
        }
    for (uint32_t k = 0; k < rank; k++)
        shape[k] = parts[0]->shape[k];
    for (uint32_t i = 1; i < n; i++)
        shape[axis] += parts[i]->shape[axis];
    struct array *whole = compute_temporary(&j, parts[0]->dtype, rank, shape);
    for (uint32_t i = 0; whole && i < n; i++) {
        struct array *place = array_ref_view(whole);
        place->offset += (uint64_t) (from * place->stride[axis]) * place->dtype.size;
        place->shape[axis] = parts[i]->shape[axis];
        from += place->shape[axis];
        if (array_count(place) && !compute_copy(&j, place, parts[i]))
            array_unref(&whole);
        array_unref(&place);
    }
    return vm_own_array(vm, whole, at);
}

BUILTIN(array_concatenate)
{
    const struct array *parts[PARTS_MOST];
    if (!few_enough(vm, call))
        return false;
    for (uint32_t i = 0; i < parts_of(call); i++)
        parts[i] = at[i].p;
    return join(vm, call, at, parts, axis_of(call, at));
}

BUILTIN(array_stack)
{
    struct array *views[PARTS_MOST];
    const struct array *parts[PARTS_MOST] = {NULL}, *a = at[0].p;
    uint32_t n = parts_of(call);
    int64_t axis = axis_of(call, at);
    if (!few_enough(vm, call) || !array_has_axis(vm, call, n, axis, a->rank + 1))
        return false;
    for (uint32_t i = 0; i < n; i++) {
        struct array *v = views[i] = array_ref_view(at[i].p);
        for (int64_t k = v->rank++; k > axis; k--) {
            v->shape[k] = v->shape[k - 1];
            v->stride[k] = v->stride[k - 1];
        }
        v->shape[axis] = v->stride[axis] = 1;
        parts[i] = v;
    }
    bool ok = join(vm, call, at, parts, axis);
    for (uint32_t i = 0; i < n; i++)
        array_unref(&views[i]);
    return ok;
}
