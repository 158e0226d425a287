/* SPDX-License-Identifier: Apache-2.0 */
/* The common cases of objects of frames, for machine code: these functions leave vector registers alone, and call nothing that uses them. What they
 * refuse, vm_step does. Next: unwritten.h, base/space.h. */
#include "eval/vm/unwritten.h"
#include "eval/vm/vm.h"

bool vm_is_simple(const struct object_desc *s)
{
    enum { MOST = 512 }; /* bytes */

    return !s->unsized && s->align <= SPACE_GRANULE && s->size && s->size <= MOST &&
           (!s->watched || s->size <= UNWRITTEN_FEW * UNWRITTEN_UNIT);
}

/* Fields one by one, as in space.c: the compiler would clear the whole first. */
static inline SPACE_GENERAL_REGISTERS void push(struct vm *vm, struct object *o)
{
    struct cleanup *c = vm->cleanups.at + vm->cleanups.n++;
    c->object = o;
    c->array = NULL;
    c->destroy = NULL;
    c->handlers = NULL;
    c->exception = NULL;
    c->address = 0;
}

uint64_t vm_make_simply(struct vm *vm, const struct object_desc *s)
{
    struct object *o = vm->cleanups.n < vm->cleanups.cap ? space_take(vm->host, s->size) : NULL;
    if (!o)
        return 0;
    o->kind = s->symbol ? HOST_LOCAL : HOST_TEMPORARY;
    o->name = s->name;
    o->source = s->at.source;
    o->at = s->at.start;
    o->end = s->at.end;
    if (s->watched) {
        unwritten_begin(o);
        vm->met[VM_WRITE][vm_met_entry(o->start)] = o; /* its first accesses are out of line */
    }
    push(vm, o);
    return o->start;
}

uint64_t vm_release_simply(struct vm *vm, size_t depth)
{
    while (vm->cleanups.n > depth) {
        const struct cleanup *c = &VEC_LAST(&vm->cleanups);
        if (c->destroy || c->exception || c->array)
            return false;
        if (c->object && c->object->state == OBJECT_LIVE && !space_give(vm->host, c->object))
            return false;
        vm->cleanups.n--;
    }
    return true;
}
