/* SPDX-License-Identifier: Apache-2.0 */
/* Device memory of two processes (CUDA Runtime API 6.13). By the functions whose names begin with __ipc the Python extension makes its process's
 * arrays ours, and ours its own (python/warpcell/device_arrays.py). Next: device/device_ipc.h. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "device/device_ipc.h"
#include "eval/cuda/builtin_cuda.h"

static bool refused(struct vm *vm, const struct device *d, union value *at)
{
    return cuda_give(vm, at,
                     device_ipc_supported(d) ? cudaErrorInvalidValue : cudaErrorNotSupported);
}

/* The arguments: out, pointer. */
BUILTIN(cudaIpcGetMemHandle)
{
    struct device *d = cuda_home(vm, at[1].u, call->at);
    struct device_ipc_handle h;
    struct device_allocation a;
    if (!d)
        return false;
    if (!device_find(d, at[1].u, &a) || !device_ipc_get(d, a.start, &h))
        return refused(vm, d, at);
    return vm_store(vm, at[0].u, &h, sizeof h, builtin_call_of(call)->spans[0]) &&
           cuda_give(vm, at, cudaSuccess);
}

/* The arguments: out, handle, flags. */
BUILTIN(cudaIpcOpenMemHandle)
{
    struct span *spans = builtin_call_of(call)->spans;
    struct device *d = launcher_device(vm->launcher, vm->diags, call->at);
    struct device_ipc_handle h;
    const void *handle = d ? vm_memory(vm, at[1].u, sizeof h, VM_READ, spans[1]) : NULL;
    uint64_t address;
    if (!handle)
        return false;
    memcpy(&h, handle, sizeof h);
    if (!device_ipc_open(d, &h, &address))
        return refused(vm, d, at);
    return vm_store(vm, at[0].u, &address, sizeof address, spans[0]) &&
           cuda_give(vm, at, cudaSuccess);
}

BUILTIN(cudaIpcCloseMemHandle)
{
    struct device *d = cuda_home(vm, at[0].u, call->at);
    if (!d)
        return false;
    return device_ipc_close(d, at[0].u) ? cuda_give(vm, at, cudaSuccess) : refused(vm, d, at);
}

/* ---- an array of another process ---- */

static bool from_hex(const char *text, size_t n, struct device_ipc_handle *out)
{
    if (n != 2 * sizeof out->bytes)
        return false;
    for (size_t i = 0; i < sizeof out->bytes; i++) {
        unsigned byte;
        if (sscanf(text + 2 * i, "%2x", &byte) != 1)
            return false;
        out->bytes[i] = (char) byte;
    }
    return true;
}

/* The arguments: a pointer that has the element type, the handle in hexadecimal, the first byte in the allocation, extents. */
BUILTIN(ipc_array)
{
    const struct builtin_call *s = builtin_call_of(call);
    struct device *d = launcher_device(vm->launcher, vm->diags, call->at);
    struct device_ipc_handle h;
    size_t n;
    const char *text = d ? vm_string(vm, at[1].u, s->spans[1], &n) : NULL;
    uint64_t start;
    if (!text)
        return false;
    if (!from_hex(text, n, &h) || !device_ipc_open(d, &h, &start)) {
        vm_error(vm, DIAG_MEMORY, call->at,
                 "this memory of another process cannot be opened on device '%s'",
                 device_props(d)->id);
        return false;
    }
    struct device_allocation whole;
    int64_t shape[ARRAY_RANK_MAX];
    device_find(d, start, &whole);
    for (uint32_t k = 3; k < s->count; k++)
        shape[k - 3] = at[k].i;
    struct array *a =
        array_adopt(d, start, whole.size, type_dtype(s->result->base), s->count - 3, shape);
    a->offset = at[2].u;
    if (at[2].u + array_bytes(a) > a->storage->bytes) {
        vm_error(vm, DIAG_MEMORY, call->at, "the array does not fit in its allocation");
        array_unref(&a);
        return false;
    }
    return vm_own_array(vm, a, at);
}

/* The arguments: an array, and room for 2 * 64 + 22 characters. */
BUILTIN(ipc_handle)
{
    enum { TEXT = 2 * sizeof((struct device_ipc_handle){0}.bytes) + 22 };

    const struct array *a = at[0].p;
    struct device_ipc_handle h;
    char *out = vm_memory(vm, at[1].u, TEXT, VM_WRITE, builtin_call_of(call)->spans[1]);
    if (!out)
        return false;
    if (!array_contiguous(a) || !device_ipc_get(a->storage->device, a->storage->address, &h)) {
        vm_error(vm, DIAG_MEMORY, call->at, "this array cannot be shared with another process");
        return false;
    }
    for (size_t i = 0; i < sizeof h.bytes; i++)
        snprintf(out + 2 * i, 3, "%02x", (unsigned char) h.bytes[i]);
    snprintf(out + 2 * sizeof h.bytes, TEXT - 2 * sizeof h.bytes, " %" PRIu64, a->offset);
    return true;
}

BUILTIN(ipc_mapped)
{
    struct device *d = launcher_opened(vm->launcher);
    struct device_allocation a;
    at[0].u = d && device_find(d, at[0].u, &a) && a.live;
    return true;
}
