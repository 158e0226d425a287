/* SPDX-License-Identifier: Apache-2.0 */
/* The CUDA runtime API: what textbook programs call, with CUDA's error codes. Errors of kernels are not error codes
 * here: the call that meets one ends the cell with the full report. */
#include <inttypes.h>
#include <string.h>

#include "eval/builtin.h"

enum { SUCCESS = 0, INVALID_VALUE = 1, MEMORY_ALLOCATION = 2, INVALID_DIRECTION = 21 };

static const struct {
    int code;
    const char *name, *text;
} errors[] = {
    {SUCCESS, "cudaSuccess", "no error"},
    {INVALID_VALUE, "cudaErrorInvalidValue", "invalid argument"},
    {MEMORY_ALLOCATION, "cudaErrorMemoryAllocation", "out of memory"},
    {9, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
    {17, "cudaErrorInvalidDevicePointer", "invalid device pointer"},
    {INVALID_DIRECTION, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"},
    {719, "cudaErrorLaunchFailure", "unspecified launch failure"},
};

static bool give(struct vm *vm, union value *at, int code)
{
    if (code)
        vm->last_error = code;
    at[0].i = code;
    return true;
}

BUILTIN(cudaMalloc)
{
    struct device *d = launcher_device(vm->launcher, vm->diags, site->at);
    uint64_t addr;
    void *out = d ? vm_memory(vm, at[0].u, sizeof addr, VM_WRITE, call_of(site)->spans[0]) : NULL;
    if (!out)
        return false;
    struct diags unheard = {0}; /* CUDA says it with a code */
    bool ok = device_alloc(d, at[1].u, &unheard, site->at, &addr);
    diags_free(&unheard);
    if (!ok)
        return give(vm, at, MEMORY_ALLOCATION);
    memcpy(out, &addr, sizeof addr);
    return give(vm, at, SUCCESS);
}

BUILTIN(cudaFree)
{
    struct device *d = launcher_device(vm->launcher, vm->diags, site->at);
    if (!d || (at[0].u && !device_free(d, at[0].u, vm->diags, call_of(site)->spans[0])))
        return false;
    return give(vm, at, SUCCESS);
}

BUILTIN(cudaDeviceSynchronize)
{
    return launch_sync(vm->launcher, vm->diags, site->at) && give(vm, at, SUCCESS);
}

/* The range must lie in one allocation: false with a diag that says where it ends. */
static bool device_range(struct vm *vm, struct device *d, uint64_t addr, uint64_t n, struct span at)
{
    struct device_allocation a;
    if (device_find(d, addr, &a) && a.live && addr - a.start <= a.size && n <= a.size - (addr - a.start))
        return true;
    if (!device_owns(d, addr)) {
        struct diag *e = vm_error(vm, DIAG_MEMORY, at, "this is %s, where the copy's direction needs device memory", space_holds(vm->host, addr) ? "host memory" : "no device memory");
        diag_help(vm->diags, e, "cudaMemcpyHostToDevice copies to the device, cudaMemcpyDeviceToHost from it");
        return false;
    }
    vm_error(vm, DIAG_MEMORY, at, "%" PRIu64 " bytes do not fit: the allocation%s%s ends %" PRIu64 " bytes on", n, a.name ? " of " : "", a.name ? a.name : "",
             device_find(d, addr, &a) && a.live ? a.size - (addr - a.start) : 0);
    return false;
}

static bool is_device(struct device *d, uint64_t addr)
{
    return device_owns(d, addr);
}

BUILTIN(cudaMemcpy)
{
    struct device *d = launcher_device(vm->launcher, vm->diags, site->at);
    const struct span *spans = call_of(site)->spans;
    uint64_t to = at[0].u, from = at[1].u, n = at[2].u;
    int64_t kind = at[3].i;
    struct device_fault fault;
    if (!d)
        return false;
    if (kind < 0 || kind > 4)
        return give(vm, at, INVALID_DIRECTION);
    bool to_device = kind == 4 ? is_device(d, to) : kind & 1 || kind == 3;
    bool from_device = kind == 4 ? is_device(d, from) : kind >= 2;
    const void *source = from_device ? (device_range(vm, d, from, n, spans[1]) ? (void *) (uintptr_t) from : NULL) : vm_memory(vm, from, n, VM_READ, spans[1]);
    void *target = !source ? NULL : to_device ? (device_range(vm, d, to, n, spans[0]) ? (void *) (uintptr_t) to : NULL) : vm_memory(vm, to, n, VM_WRITE, spans[0]);
    if (!target)
        return false;
    enum device_status status = DEVICE_OK;
    if (to_device && from_device)
        status = device_copy(d, to, from, n, 0);
    else if (to_device)
        status = device_write(d, to, source, n, &fault);
    else if (from_device)
        status = device_read(d, target, from, n, &fault);
    else
        memmove(target, source, n);
    return vm_fault(vm, status, &fault, site->at) && give(vm, at, SUCCESS);
}

BUILTIN(cudaMemset)
{
    struct device *d = launcher_device(vm->launcher, vm->diags, site->at);
    if (!d || !device_range(vm, d, at[0].u, at[2].u, call_of(site)->spans[0]))
        return false;
    uint8_t byte = (uint8_t) at[1].u;
    struct device_fault fault = {0};
    return vm_fault(vm, device_fill(d, at[0].u, &byte, 1, at[2].u, 0), &fault, site->at) && give(vm, at, SUCCESS);
}

BUILTIN(cudaGetLastError)
{
    at[0].i = vm->last_error;
    vm->last_error = SUCCESS;
    return true;
}

BUILTIN(cudaPeekAtLastError)
{
    at[0].i = vm->last_error;
    return true;
}

static const char *error_text(int64_t code, bool name)
{
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].code == code)
            return name ? errors[i].name : errors[i].text;
    return name ? "cudaErrorUnknown" : "unknown error";
}

static bool give_text(struct vm *vm, union value *at, const char *text)
{
    at[0].u = vm_literal(vm, (struct str){text, strlen(text) + 1});
    return at[0].u;
}

BUILTIN(cudaGetErrorString)
{
    return give_text(vm, at, error_text(at[0].i, false));
}

BUILTIN(cudaGetErrorName)
{
    return give_text(vm, at, error_text(at[0].i, true));
}
