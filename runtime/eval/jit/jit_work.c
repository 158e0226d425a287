/* SPDX-License-Identifier: Apache-2.0 */
/* The C functions that machine code calls. Next: vm/vm.c and vm/vm_memory.c, which do the work. */
#include "eval/jit/jit_gen.h"
#include "eval/vm/unwritten.h"

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
    const struct frame *frames = vm->frames.at;
    vm->frames.n = (size_t) (f - vm->frames.at) + 1;
    enum vm_outcome outcome = vm_step(vm, i);
    vm->jit = state;
    vm->jit.frame = f;
    if (vm->frames.at != frames || vm->threads)
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

static inline SPACE_GENERAL_REGISTERS const struct object **met(const struct jit_site *s,
                                                                uint64_t base)
{
    return &s->vm->met[s->how][vm_met_entry(base)];
}

static inline SPACE_GENERAL_REGISTERS void learn(struct jit_site *s, const struct object *o,
                                                 uint64_t base)
{
    static const uint8_t log2_of[] = {[1] = 0, [2] = 1, [4] = 2, [8] = 3};
    s->object = o;
    s->version = o->version;
    s->base = base;
    s->bound = (o->start + o->size - base) >> (s->guard == GUARD_INDEX ? log2_of[s->size] : 0);
}

static inline SPACE_GENERAL_REGISTERS bool fits(const struct jit_site *s, const struct object *o,
                                                uint64_t base, uint64_t addr, uint64_t n)
{
    return (s->how == VM_READ || o->kind != HOST_LITERAL) && base - o->start <= o->size &&
           addr - o->start <= o->size && n <= o->size - (addr - o->start);
}

uint64_t jit_note_watched(const struct jit_site *s, uint64_t base, uint64_t addr, uint64_t n)
{
    struct object *o = s->watched;
    return is_watched(o) && fits(s, o, base, addr, n) &&
           unwritten_note(o, addr - o->start, n, s->how == VM_WRITE);
}

/* An open object that holds the access: what the site's guard may test from now on. */
static inline SPACE_GENERAL_REGISTERS void meet(struct jit_site *s, struct object *o, uint64_t base)
{
    if (s->each && !fits(s, o, base, base, s->reach)) {
        s->watched = o;
        return;
    }
    *met(s, base) = o;
    learn(s, o, base);
}

uint64_t jit_look_again(struct jit_site *s, uint64_t base, uint64_t addr, uint64_t n)
{
    struct object *o = (struct object *) (uintptr_t) *met(s, base); /* a new local, perhaps */
    if (!is_watched(o) || base - o->start > o->size)
        o = space_find(s->vm->host, base);
    bool alone = !s->several || s->each;
    s->watched = o && is_watched(o) && alone ? o : NULL;
    if (s->watched)
        return jit_note_watched(s, base, addr, n);
    if (!o || !o->open || !fits(s, o, base, addr, n))
        return false;
    meet(s, o, base);
    return true;
}

uint64_t jit_access(struct jit_site *s, uint64_t base, uint64_t addr, uint64_t n)
{
    struct object *o = vm_probe(s->vm, base, addr, n, (enum vm_access) s->how);
    if (!o || o->reported || (s->several && !s->each && !o->open) ||
        !vm_note_access(o, addr, n, (enum vm_access) s->how))
        return false;
    if (o->open)
        meet(s, o, base);
    return true;
}
