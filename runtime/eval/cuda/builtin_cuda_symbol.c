/* SPDX-License-Identifier: Apache-2.0 */
/* The CUDA runtime's calls on __device__ and __constant__ variables. The checker passes such a name as the handle of its
 * symbol; launch/symbol.c knows the variable's location. */
#include <inttypes.h>

#include "eval/cuda/builtin_cuda.h"

static bool place_of(struct vm *vm, const struct call_site *call, const union value *at,
                     uint32_t arg, bool fixed, uint64_t *addr, uint64_t *size)
{
    struct span where = builtin_call_of(call)->spans[arg];
    const struct symbol *s = vm_handle_of(vm, "function", at[arg].u);
    if (s && s->kind == SYMBOL_DEVICE)
        return launch_variable(vm->launcher, s->full_name, fixed, vm->diags, where, addr, size);
    struct diag *d = vm_error(vm, DIAG_TYPE, where, "this is not a device variable");
    diag_help(
        vm->diags, d,
        "pass the name of a __device__ or __constant__ variable, without '&' and without quotes");
    return false;
}

/* [offset, offset + n) must lie in the variable. */
static bool part_fits(struct vm *vm, const struct call_site *call, const union value *at,
                      uint32_t symbol, uint64_t n, uint64_t offset, uint64_t size)
{
    if (offset <= size && n <= size - offset)
        return true;
    const struct symbol *s = vm_handle_of(vm, "function", at[symbol].u);
    vm_error(vm, DIAG_MEMORY, call->at,
             "%" PRIu64 " bytes at offset %" PRIu64 " do not fit in '%s', which has %" PRIu64, n,
             offset, s->name, size);
    return false;
}

/* The arguments: symbol, from, n, offset, kind. */
BUILTIN(cudaMemcpyToSymbol)
{
    uint64_t addr, size, n = at[2].u, offset = at[3].u;
    struct device_fault fault = {0};
    if (!place_of(vm, call, at, 0, false, &addr, &size) ||
        !part_fits(vm, call, at, 0, n, offset, size))
        return false;
    const struct span *spans = builtin_call_of(call)->spans;
    struct cuda_move m = {addr + offset, at[1].u, n, spans[0], spans[1], call->at, 0, false};
    if (launcher_owner(vm->launcher, at[1].u))
        return cuda_move(vm, &m) && cuda_give(vm, at, cudaSuccess);
    const void *from = vm_memory(vm, at[1].u, n, VM_READ, spans[1]);
    if (!from)
        return false;
    struct device *d = launcher_device(vm->launcher, vm->diags, call->at);
    enum device_status status = device_write(d, addr + offset, from, n, &fault);
    return vm_fault(vm, status, &fault, call->at) && cuda_give(vm, at, cudaSuccess);
}

/* The arguments: to, symbol, n, offset, kind. */
BUILTIN(cudaMemcpyFromSymbol)
{
    uint64_t addr, size, n = at[2].u, offset = at[3].u;
    struct device_fault fault = {0};
    if (!place_of(vm, call, at, 1, false, &addr, &size) ||
        !part_fits(vm, call, at, 1, n, offset, size))
        return false;
    const struct span *spans = builtin_call_of(call)->spans;
    struct cuda_move m = {at[0].u, addr + offset, n, spans[0], spans[1], call->at, 0, false};
    if (launcher_owner(vm->launcher, at[0].u))
        return cuda_move(vm, &m) && cuda_give(vm, at, cudaSuccess);
    void *to = vm_memory(vm, at[0].u, n, VM_WRITE, spans[0]);
    if (!to)
        return false;
    struct device *d = launcher_device(vm->launcher, vm->diags, call->at);
    enum device_status status = device_read(d, to, addr + offset, n, &fault);
    return vm_fault(vm, status, &fault, call->at) && cuda_give(vm, at, cudaSuccess);
}

BUILTIN(cudaGetSymbolAddress)
{
    uint64_t addr, size;
    return place_of(vm, call, at, 1, true, &addr, &size) &&
           vm_store(vm, at[0].u, &addr, sizeof addr, builtin_call_of(call)->spans[0]) &&
           cuda_give(vm, at, cudaSuccess);
}

BUILTIN(cudaGetSymbolSize)
{
    uint64_t addr, size;
    return place_of(vm, call, at, 1, false, &addr, &size) &&
           vm_store(vm, at[0].u, &size, sizeof size, builtin_call_of(call)->spans[0]) &&
           cuda_give(vm, at, cudaSuccess);
}

/* Its location is fixed, and the host can access it. */
BUILTIN(__managed)
{
    uint64_t addr, size;
    bool known = false;
    if (!place_of(vm, call, at, 0, true, &addr, &size))
        return false;
    VEC_EACH (m, &vm->managed)
        known |= (*m)->start == addr && (*m)->state == OBJECT_LIVE && (*m)->size == size;
    if (!known)
        vm_manage(vm, addr, size, call->at);
    at[0].u = addr;
    return true;
}
