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
