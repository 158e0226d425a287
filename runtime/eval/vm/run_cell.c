/* SPDX-License-Identifier: Apache-2.0 */
/* Operations that occur only in cells: declaring session variables, passing magics to the session. Next: run_result.c. */
#include <inttypes.h>
#include <string.h>

#include "base/check.h"
#include "eval/vm/vm.h"
#include "eval/vm/vm_thread.h"

/* Makes the new variable visible; lang has its predecessor released. */
static bool publish(struct vm *vm, struct symbol *v)
{
    lang_define(vm->lang, v);
    v->live.defined = true;
    if (v->live.address && v->live.object && !v->made_later)
        vm_static_made(vm, v, v->live.address, ((struct object *) v->live.object)->size);
    return true;
}

bool run_static_made(struct vm *vm, const struct call_site *s, union value *at)
{
    struct symbol *v = ((const struct define_call *) s)->symbol;
    vm_static_made(vm, v, v->live.address, v->type->size);
    return true;
}

bool run_thread_variable(struct vm *vm, const struct call_site *s, union value *at)
{
    vm_thread_variable(vm, ((const struct define_call *) s)->symbol->live.object);
    return true;
}

bool run_define(struct vm *vm, const struct call_site *s, union value *at)
{
    struct symbol *v = ((const struct define_call *) s)->symbol;
    if (v->of_thread)
        vm_thread_variable(vm, v->live.object);
    return publish(vm, v);
}

bool run_define_array(struct vm *vm, const struct call_site *s, union value *at)
{
    struct symbol *v = ((const struct define_call *) s)->symbol;
    struct array *a = at[0].p;
    if (v->live.object) /* a jump back: the declaration runs again */
        vm_drop(vm, v);
    v->live.object = array_ref(a);
    device_name(a->storage->device, a->storage->address, v->name);
    return publish(vm, v);
}

bool run_extent(struct vm *vm, const struct call_site *s, union value *at)
{
    uint64_t element = at[0].u;
    int64_t count = at[1].i, bytes;
    if (count < 0) {
        struct diag *d =
            vm_error(vm, DIAG_MEMORY, s->at,
                     "an array cannot have %" PRId64 " elements: its size is negative", count);
        diag_help(vm->diags, d, "check the size before the declaration");
        return false;
    }
    if (__builtin_mul_overflow((int64_t) element, count, &bytes)) {
        vm_error(vm, DIAG_MEMORY, s->at,
                 "not enough memory for an array of %" PRId64 " elements of %" PRIu64 " bytes each",
                 count, element);
        return false;
    }
    at[0].i = bytes;
    return true;
}

bool run_define_unsized(struct vm *vm, const struct call_site *s, union value *at)
{
    struct symbol *v = ((const struct define_call *) s)->symbol;
    struct object *o = vm_new_object(vm, at[0].u, HOST_GLOBAL, v->name, v->at);
    if (!o)
        return false;
    if (v->live.object)
        vm_drop(vm, v);
    v->live.object = o;
    v->live.address = o->start;
    return publish(vm, v);
}

bool run_magic(struct vm *vm, const struct call_site *s, union value *at)
{
    return vm->hooks.magic(vm->hooks.user, ((const struct magic_call *) s)->line, s->at);
}
