/* SPDX-License-Identifier: Apache-2.0 */
/* The stack of the thread that runs the VM. Calls between host functions do not use it. Calls made by the library do
 * (qsort's comparison, a destructor, a graph's host node), and their nesting is unbounded. Next: vm.c. */
#include <pthread.h>

#include "eval/vm/vm.h"

enum {
    /* bytes reserved for the deepest call: the library, a launch, a report; on a small stack a quarter */
    RESERVE = 1 << 20,
    /* the rest of a larger stack is for the front end, which checks functions at their first call */
    MOST = 8 << 20
};

static void find(struct vm *vm)
{
    pthread_attr_t attr;
    void *low = NULL;
    size_t size = 0;
    if (!pthread_getattr_np(pthread_self(), &attr)) {
        pthread_attr_getstack(&attr, &low, &size);
        pthread_attr_destroy(&attr);
    }
    vm->stack_high = (uintptr_t) low + size;
    vm->stack_low = vm->stack_high - (size < MOST ? size : MOST);
}

bool vm_has_stack(struct vm *vm, struct span at)
{
    uintptr_t here = (uintptr_t) __builtin_frame_address(0);
    if (here < vm->stack_low || here >= vm->stack_high)
        find(vm);
    uintptr_t quarter = (vm->stack_high - vm->stack_low) / 4;
    if (here > vm->stack_low + (quarter < RESERVE ? quarter : RESERVE) || !vm->stack_high)
        return true;
    struct diag *d = vm_error(vm, DIAG_RUNTIME, at,
                              "stack overflow: callbacks from the library are nested too deeply");
    diag_help(vm->diags, d, "the callback calls the library function again without end");
    return false;
}
