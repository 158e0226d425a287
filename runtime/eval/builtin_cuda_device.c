/* SPDX-License-Identifier: Apache-2.0 */
/* The CUDA runtime's devices and errors. Errors of kernels are not error codes here: the call that meets one ends the cell
 * with the full report. */
#include <stdio.h>
#include <string.h>

#include "eval/builtin_cuda.h"

static const struct {
    int code;
    const char *name, *text;
} errors[] = {
    {CUDA_SUCCESS,           "cudaSuccess",                     "no error"                                },
    {CUDA_INVALID_VALUE,     "cudaErrorInvalidValue",           "invalid argument"                        },
    {CUDA_MEMORY_ALLOCATION, "cudaErrorMemoryAllocation",       "out of memory"                           },
    {3,                      "cudaErrorInitializationError",    "initialization error"                    },
    {9,                      "cudaErrorInvalidConfiguration",   "invalid configuration argument"          },
    {13,                     "cudaErrorInvalidSymbol",          "invalid device symbol"                   },
    {17,                     "cudaErrorInvalidDevicePointer",   "invalid device pointer"                  },
    {CUDA_INVALID_DIRECTION, "cudaErrorInvalidMemcpyDirection",
     "invalid copy direction for memcpy"                                                                  },
    {100,                    "cudaErrorNoDevice",               "no CUDA-capable device is detected"      },
    {CUDA_INVALID_DEVICE,    "cudaErrorInvalidDevice",          "invalid device ordinal"                  },
    {CUDA_INVALID_HANDLE,    "cudaErrorInvalidResourceHandle",  "invalid resource handle"                 },
    {CUDA_NOT_READY,         "cudaErrorNotReady",               "device not ready"                        },
    {700,                    "cudaErrorIllegalAddress",         "an illegal memory access was encountered"},
    {719,                    "cudaErrorLaunchFailure",          "unspecified launch failure"              },
    {801,                    "cudaErrorNotSupported",           "operation not supported"                 },
};

bool cuda_give(struct vm *vm, union value *at, int code)
{
    if (code && code != CUDA_NOT_READY)
        vm->last_error = code;
    at[0].i = code;
    return true;
}

BUILTIN(cudaDeviceSynchronize)
{
    return launch_sync(vm->launcher, vm->diags, site->at) && cuda_give(vm, at, CUDA_SUCCESS);
}

BUILTIN(cudaGetLastError)
{
    at[0].i = vm->last_error;
    vm->last_error = CUDA_SUCCESS;
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

/* ---- devices: one, number 0 ---- */

static bool give_int(struct vm *vm, const struct site *site, union value *at, int v)
{
    return vm_store(vm, at[0].u, &v, sizeof v, call_of(site)->spans[0]) &&
           cuda_give(vm, at, CUDA_SUCCESS);
}

BUILTIN(cudaGetDeviceCount)
{
    return give_int(vm, site, at, 1);
}

BUILTIN(cudaGetDevice)
{
    return give_int(vm, site, at, 0);
}

BUILTIN(cudaSetDevice)
{
    return cuda_give(vm, at, at[0].i == 0 ? CUDA_SUCCESS : CUDA_INVALID_DEVICE);
}

BUILTIN(cudaSetDeviceFlags)
{
    return cuda_give(vm, at, CUDA_SUCCESS);
}

BUILTIN(cudaDriverGetVersion)
{
    return give_int(vm, site, at, 0);
}

BUILTIN(cudaRuntimeGetVersion)
{
    return give_int(vm, site, at, 12000);
}

/* Writes one member of the program's cudaDeviceProp, by name: the prelude's layout is the only one. */
static void set(const struct type *t, char *to, const char *name, uint64_t v, int index)
{
    for (uint32_t i = 0; i < t->field_count; i++) {
        const struct field *f = t->fields + i;
        if (strcmp(f->name, name))
            continue;
        uint64_t size = f->type->kind == TYPE_ARRAY ? f->type->base->size : f->type->size;
        memcpy(to + f->offset + (uint64_t) index * size, &v, size);
    }
}

static void set_limits(const struct type *t, char *to, const struct device_props *p)
{
    for (int i = 0; i < 3; i++) {
        set(t, to, "maxThreadsDim", p->max_block[i], i);
        set(t, to, "maxGridSize", p->max_grid[i], i);
    }
    set(t, to, "maxThreadsPerBlock", p->max_threads_per_block, 0);
    set(t, to, "maxThreadsPerMultiProcessor", p->max_threads_per_multiprocessor, 0);
    set(t, to, "maxBlocksPerMultiProcessor", p->max_blocks_per_multiprocessor, 0);
    set(t, to, "warpSize", p->warp_size, 0);
    set(t, to, "multiProcessorCount", p->multiprocessors, 0);
    set(t, to, "regsPerBlock", 65536, 0);
    set(t, to, "regsPerMultiprocessor", 65536, 0);
}

static void set_memory(const struct type *t, char *to, const struct device_props *p)
{
    set(t, to, "totalGlobalMem", p->total_memory, 0);
    set(t, to, "sharedMemPerBlock", p->shared_per_block, 0);
    set(t, to, "sharedMemPerBlockOptin", p->shared_per_block_optin, 0);
    set(t, to, "sharedMemPerMultiprocessor", p->shared_per_block_optin + 1024, 0);
    set(t, to, "totalConstMem", 65536, 0);
    set(t, to, "memPitch", 2147483647, 0);
    set(t, to, "textureAlignment", 512, 0);
}

BUILTIN(cudaGetDeviceProperties)
{
    struct device *d = launcher_device(vm->launcher, vm->diags, site->at);
    const struct type *t = call_of(site)->types[0]->base;
    if (d && at[1].i != 0)
        return cuda_give(vm, at, CUDA_INVALID_DEVICE);
    char *to = d ? vm_memory(vm, at[0].u, t->size, VM_WRITE, call_of(site)->spans[0]) : NULL;
    if (!to)
        return false;
    const struct device_props *p = device_props(d);
    static const char *const yes[] = {"canMapHostMemory",        "concurrentKernels",
                                      "unifiedAddressing",       "managedMemory",
                                      "concurrentManagedAccess", "integrated",
                                      "cooperativeLaunch",       "deviceOverlap",
                                      "asyncEngineCount",        "streamPrioritiesSupported"};
    memset(to, 0, t->size);
    snprintf(to, 256, "%s", p->name); /* name is the first member */
    set(t, to, "major", (uint64_t) p->arch / 10, 0);
    set(t, to, "minor", (uint64_t) p->arch % 10, 0);
    set_limits(t, to, p);
    set_memory(t, to, p);
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        set(t, to, yes[i], 1, 0);
    return cuda_give(vm, at, CUDA_SUCCESS);
}

/* cudaDeviceAttr's numbers, as the prelude has them; -1: not known here. */
static int64_t attribute(const struct device_props *p, int64_t which)
{
    switch (which) {
    case 1: return p->max_threads_per_block;
    case 2:
    case 3:
    case 4: return p->max_block[which - 2];
    case 5:
    case 6:
    case 7: return p->max_grid[which - 5];
    case 8: return (int64_t) p->shared_per_block;
    case 10: return p->warp_size;
    case 16: return p->multiprocessors;
    case 39: return p->max_threads_per_multiprocessor;
    case 75: return p->arch / 10;
    case 76: return p->arch % 10;
    case 83: return 1;
    case 97: return (int64_t) p->shared_per_block_optin;
    case 106: return p->max_blocks_per_multiprocessor;
    default: return -1;
    }
}

BUILTIN(cudaDeviceGetAttribute)
{
    struct device *d = launcher_device(vm->launcher, vm->diags, site->at);
    if (!d)
        return false;
    int64_t v = attribute(device_props(d), at[1].i);
    if (at[2].i != 0 || v < 0)
        return cuda_give(vm, at, at[2].i != 0 ? CUDA_INVALID_DEVICE : CUDA_INVALID_VALUE);
    return give_int(vm, site, at, (int) v);
}
