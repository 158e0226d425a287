/* SPDX-License-Identifier: Apache-2.0 */
/* vmap: the arguments behind the function and the axes are arrays or numbers, as lang/check/check_vmap.c has made them. */
#include "base/check.h"
#include "compute/compute.h"
#include "eval/library/builtin.h"

BUILTIN(array_vmap)
{
    enum { ARGUMENTS_MAX = 8, AXIS_BITS = 4, NOT_MAPPED = 15 };

    const struct builtin_call *b = builtin_call_of(call);
    const struct symbol *f = vm_handle_of(vm, "function", at[0].u);
    struct vmap_argument args[ARGUMENTS_MAX];
    uint32_t count = b->count - 2;
    CHECK(f && count <= ARGUMENTS_MAX);
    for (uint32_t i = 0; i < count; i++) {
        bool array = b->types[i + 2]->kind == TYPE_DEVICE_ARRAY;
        uint64_t axis = at[1].u >> AXIS_BITS * i & NOT_MAPPED;
        args[i] = (struct vmap_argument){
            .array = array ? at[i + 2].p : NULL,
            .axis = axis == NOT_MAPPED ? -1 : (int32_t) axis,
            .is_view = array && f->type->params[i].type->kind == TYPE_OPAQUE,
            .is_real = b->types[i + 2]->kind == TYPE_DOUBLE,
            .bits = array ? 0 : at[i + 2].i,
        };
    }
    struct job j = vm_job(vm, call->at);
    struct dtype result = type_dtype(b->result->base);
    result.name = b->result->base->name;
    return vm_own_array(
        vm, compute_vmap(&j, f->name, args, count, result, f->type->base->kind == TYPE_VOID), at);
}
