/* SPDX-License-Identifier: Apache-2.0 */
/* NVTX 3: ranges and marks, which %profile shows (launch/profile.h). */
#include "eval/cuda/builtin_cuda.h"
#include "launch/profile.h"

BUILTIN(nvtxRangePush)
{
    size_t n;
    const char *name = vm_string(vm, at[0].u, builtin_call_of(call)->spans[0], &n);
    if (!name)
        return false;
    at[0].i = launcher_range_push(vm->launcher, name);
    return true;
}

BUILTIN(nvtxRangePop)
{
    at[0].i = launcher_range_pop(vm->launcher);
    return true;
}

BUILTIN(nvtxRangeStart)
{
    size_t n;
    const char *name = vm_string(vm, at[0].u, builtin_call_of(call)->spans[0], &n);
    if (!name)
        return false;
    at[0].u = launcher_range_start(vm->launcher, name);
    return true;
}

BUILTIN(nvtxRangeEnd)
{
    launcher_range_end(vm->launcher, at[0].u);
    return true;
}

BUILTIN(nvtxMark)
{
    size_t n;
    const char *name = vm_string(vm, at[0].u, builtin_call_of(call)->spans[0], &n);
    if (!name)
        return false;
    launcher_range_mark(vm->launcher, name);
    return true;
}
