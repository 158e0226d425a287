/* SPDX-License-Identifier: Apache-2.0 */
/* Enters machine code. Needs jit_code.c. Next: jit_work.c, what machine code calls, and vm/vm.c, whose loop enters it. */
#include "eval/jit/jit_gen.h"

#include <stdlib.h>
#include <string.h>

enum { HOT = 1000, NEVER = INT32_MAX };

#if defined __x86_64__

static bool compile(struct vm *vm, struct code *c)
{
    if (!c->jit && !(vm->rooms.jit.heat < NEVER && jit_compile(vm, c))) {
        c->heat = NEVER;
        return false;
    }
    c->heat = -1;
    return true;
}

static enum vm_outcome run(struct vm *vm, uint32_t pc)
{
    struct frame *f = &VEC_LAST(&vm->frames);
    struct vm_jit_state outer = vm->jit;
    if (!compile(vm, f->code) || !f->code->jit->entries[pc])
        return VM_CONTINUES;
    vm->jit.depth = vm->frames.n;
    vm->jit.countdown = vm->rooms.jit.leave_every;
    jit_refresh(vm);
    const struct jit_code *c = f->code->jit;
    uint64_t (*enter)(union value *, struct frame *, const uint8_t *);
    memcpy(&enter, &c->start, sizeof enter);
    uint64_t outcome = enter(vm->stack + f->base, f, c->start + c->entries[pc]);
    vm->frames.n = (size_t) (vm->jit.frame - vm->frames.at) + 1;
    vm->jit = outer;
    return (enum vm_outcome) outcome;
}

static bool supported(void)
{
    return __builtin_cpu_supports("avx");
}

#else

static bool compile(struct vm *vm, struct code *c)
{
    c->heat = NEVER;
    return false;
}

static enum vm_outcome run(struct vm *vm, uint32_t pc)
{
    compile(vm, VEC_LAST(&vm->frames).code);
    return VM_CONTINUES;
}

static bool supported(void)
{
    return false;
}

#endif

struct vm_jit jit_open(void)
{
    const char *hot = getenv("WARPCELL_HOST_JIT"), *leave = getenv("WARPCELL_HOST_JIT_LEAVE");
    struct vm_jit jit = {.run = run, .compile = compile, .heat = HOT};
    if (hot && atoi(hot) > 0)
        jit.heat = atoi(hot) - 1;
    if (!supported() || (hot && !strcmp(hot, "off")))
        jit.heat = NEVER;
    if (leave && atoi(leave) > 0)
        jit.leave_every = atoi(leave);
    return jit;
}
