/* SPDX-License-Identifier: Apache-2.0 */
/* The C functions that machine code calls. Next: vm/vm.c and vm/vm_memory.c, which do the work. */
#include "eval/jit/jit_gen.h"

enum {
    CALLS_MAX = 8192
}; /* that may be open in machine code: 8 bytes of the processor's stack each */

void jit_refresh(struct vm *vm)
{
    struct vm_jit_state *j = &vm->jit;
    size_t most = j->depth + CALLS_MAX;
    most = most < vm->frames.cap ? most : vm->frames.cap;
    most = most < VM_FRAMES_MAX ? most : VM_FRAMES_MAX;
    j->frame = &VEC_LAST(&vm->frames);
    j->frame_limit = vm->frames.at + most;
    j->stack_limit = vm->stack + vm->stack_slots - 64;
}

enum vm_outcome jit_step(struct vm *vm, struct frame *f, struct insn *i)
{
    struct vm_jit_state state = vm->jit;
    vm->frames.n = (size_t) (f - vm->frames.at) + 1;
    enum vm_outcome outcome = vm_step(vm, i);
    vm->jit = state;
    jit_refresh(vm);
    return outcome;
}

uint64_t jit_call(struct vm *vm, struct frame *f, struct insn *i)
{
    struct vm_jit_state state = vm->jit;
    vm->frames.n = (size_t) (f - vm->frames.at) + 1;
    bool good = vm_push_call(vm, i);
    vm->jit = state;
    jit_refresh(vm);
    if (!good)
        return VM_FAILED;
    struct code *callee = VEC_LAST(&vm->frames).code;
    if (--callee->heat >= 0 || !vm->rooms.jit.compile(vm, callee) ||
        vm->frames.n > state.depth + CALLS_MAX)
        return VM_CONTINUES;
    return (uint64_t) (uintptr_t) callee->entry;
}

static void learn(struct jit_site *s, const struct object *o, uint64_t base)
{
    if (!o->open)
        return;
    uint64_t bytes = o->start + o->size - base;
    s->base = s->guard == GUARD_RANGE ? o->start : base;
    s->bound = s->guard == GUARD_RANGE   ? o->size
               : s->guard == GUARD_BYTES ? bytes
                                         : bytes / s->size;
}

uint64_t jit_access(struct jit_site *s, uint64_t base, uint64_t addr, uint64_t n)
{
    struct object *o = vm_probe(s->vm, base, addr, n, (enum vm_access) s->how);
    if (!o || (s->several && !o->open) || !vm_note_access(o, addr, n, (enum vm_access) s->how))
        return false;
    learn(s, o, base);
    return true;
}

void jit_clear(struct vm *vm, struct jit_site *sites, uint64_t count, uint64_t *epoch)
{
    for (uint64_t k = 0; k < count; k++) {
        sites[k].base = UINT64_MAX;
        sites[k].bound = 0;
    }
    *epoch = *space_epoch(vm->host);
}
