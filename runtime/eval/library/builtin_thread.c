/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that thread.h and pthread.h build on: wrappers of eval/vm/vm_thread.h for the program. */
#include "eval/library/builtin.h"
#include "eval/vm/vm_thread.h"

BUILTIN(__thread_start)
{
    uint64_t number;
    if (!vm_thread_start(vm, at[0].u, at[1].u, call->at, &number))
        return false;
    at[0].u = number;
    return true;
}

BUILTIN(__thread_ended)
{
    at[0].u = vm_thread_ended(vm, at[0].u);
    return true;
}

BUILTIN(__thread_self)
{
    at[0].u = vm_thread_self(vm);
    return true;
}

BUILTIN(__thread_data)
{
    at[0].u = vm->thread_data;
    return true;
}

BUILTIN(__thread_set_data)
{
    vm->thread_data = at[0].u;
    return true;
}

BUILTIN(__thread_yield)
{
    return vm_thread_yield(vm);
}

BUILTIN(__thread_wait)
{
    return vm_thread_wait(vm, at[0].u, call->at);
}

BUILTIN(__thread_wake)
{
    vm_thread_wake(vm);
    return true;
}

BUILTIN(__thread_cancel)
{
    vm_thread_cancel(vm, at[0].u);
    return true;
}

BUILTIN(__thread_cancelled)
{
    at[0].u = vm_thread_cancelled(vm);
    return true;
}

BUILTIN(__thread_set_cancel)
{
    at[0].u = vm_thread_set_cancel(vm, at[0].u);
    return true;
}

BUILTIN(__thread_set_cancel_anywhere)
{
    at[0].u = vm_thread_set_cancel_anywhere(vm, at[0].u);
    return true;
}

#define SWAP(bits)                                                                                 \
    case bits / 8: {                                                                               \
        uint##bits##_t wanted = (uint##bits##_t) at[2].u;                                          \
        __atomic_compare_exchange_n((uint##bits##_t *) p, &wanted, (uint##bits##_t) at[3].u,       \
                                    false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                    \
        at[0].u = wanted;                                                                          \
        return true;                                                                               \
    }

/* The cpu device's threads may change managed memory meanwhile. */
BUILTIN(__swap_if)
{
    struct span place = builtin_call_of(call)->spans[0];
    void *p = vm_memory(vm, at[0].u, at[1].u, VM_READ, place);
    p = p ? vm_memory(vm, at[0].u, at[1].u, VM_WRITE, place) : NULL;
    if (!p)
        return false;
    switch (at[1].u) {
        SWAP(8)
        SWAP(16)
        SWAP(32)
        SWAP(64)
    }
    vm_error(vm, DIAG_TYPE, place, "no word has %u bytes", (unsigned) at[1].u);
    return false;
}

#undef SWAP
