/* SPDX-License-Identifier: Apache-2.0 */
/* <setjmp.h>, and memory of a function's frame: alloca. Next: vm/vm_exception.c. */
#include "base/check.h"
#include "eval/library/builtin.h"

BUILTIN(setjmp)
{
    uint64_t *buffer = vm_memory(vm, at[0].u, sizeof *buffer, VM_WRITE, call->at);
    if (!buffer)
        return false;
    *buffer = at[0].u;
    vm_jump_set(vm, at[0].u, at);
    at[0].i = 0;
    return true;
}

BUILTIN(longjmp)
{
    return vm_jump(vm, at[0].u, (int) at[1].i, call->at);
}

/* What functions that have returned have allocated is freed at the next call. */
static void free_old_frames(struct vm *vm)
{
    size_t kept = 0;
    VEC_EACH (a, &vm->frame_memory) {
        const struct frame *f = a->frame < vm->frames.n ? vm->frames.at + a->frame : NULL;
        bool open = f && f->code == a->code && f->base == a->base;
        if (open)
            vm->frame_memory.at[kept++] = *a;
        else
            space_free(vm->host, a->object);
    }
    vm->frame_memory.n = kept;
}

BUILTIN(alloca)
{
    const struct frame *f = &VEC_LAST(&vm->frames);
    free_old_frames(vm);
    struct object *o = vm_new_object(vm, at[0].u, HOST_LOCAL, "alloca", call->at);
    if (!o)
        return false;
    vm_watch(o);
    VEC_PUSH(&vm->frame_memory, ((struct frame_memory){o, vm->frames.n - 1, f->code, f->base}));
    at[0].u = o->start;
    return true;
}

/* void *__terminate_handler(void), void __set_terminate(void *function): what runs when no handler takes an exception */
BUILTIN(__terminate_handler)
{
    at[0].u = vm->terminate;
    return true;
}

BUILTIN(__set_terminate)
{
    vm->terminate = at[0].u;
    return true;
}

/* long __exception_current(void), void __exception_keep(long), __exception_release(long), __exception_rethrow(long): std::exception_ptr */
BUILTIN(__exception_current)
{
    at[0].u = vm_exception_current(vm);
    return true;
}

BUILTIN(__exception_keep)
{
    vm_exception_point(vm, at[0].u, true);
    return true;
}

BUILTIN(__exception_release)
{
    vm_exception_point(vm, at[0].u, false);
    return true;
}

BUILTIN(__exception_rethrow)
{
    vm_exception_rethrow(vm, at[0].u, call->at);
    return false;
}

/* What the checker computes itself does not come here: class/constant.c. */
BUILTIN(__builtin_is_constant_evaluated)
{
    at[0].u = false;
    return true;
}

BUILTIN(__uncaught_exceptions)
{
    at[0].i = vm->uncaught;
    return true;
}

BUILTIN(atexit)
{
    struct symbol *s = vm_handle_of(vm, "function", at[0].u);
    if (s)
        vm_at_exit(vm, s, 0);
    at[0].i = s ? 0 : 1;
    return true;
}

BUILTIN(on_exit)
{
    struct symbol *s = vm_handle_of(vm, "function", at[0].u);
    if (s)
        vm_at_exit(vm, s, at[1].u);
    at[0].i = s ? 0 : -1;
    return true;
}

/* void __set_division_handler(void *function): <signal.h> raises SIGFPE there */
BUILTIN(__set_division_handler)
{
    vm->on_division = at[0].u;
    return true;
}
