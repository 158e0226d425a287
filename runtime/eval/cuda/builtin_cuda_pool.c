/* SPDX-License-Identifier: Apache-2.0 */
/* Stream-ordered memory (CUDA Runtime API 6.15). A cudaMemPool_t is the device's number for the pool. */
#include <string.h>

#include "device/device_pool.h"
#include "eval/cuda/builtin_cuda.h"

enum { /* enum cudaMemPoolAttr */
       REUSE_FOLLOW_EVENTS = 1,
       REUSE_INTERNAL = 3,
       RELEASE_THRESHOLD = 4,
       RESERVED_CURRENT,
       RESERVED_HIGH,
       USED_CURRENT,
       USED_HIGH,
};

static struct device *device_of(struct vm *vm, const struct call_site *call)
{
    return launcher_device(vm->launcher, vm->diags, call->at);
}

static bool give_id(struct vm *vm, const struct call_site *call, union value *at, uint64_t id)
{
    return vm_store(vm, at[0].u, &id, sizeof id, builtin_call_of(call)->spans[0]) &&
           cuda_give(vm, at, cudaSuccess);
}

static bool allocate(struct vm *vm, const struct call_site *call, union value *at, uint64_t id,
                     uint64_t stream)
{
    struct device *d = device_of(vm, call);
    struct diags unheard = {0}; /* CUDA reports this with an error code */
    struct device_pool_state state;
    uint64_t addr = 0, *out;
    if (!d ||
        !(out = vm_memory(vm, at[0].u, sizeof addr, VM_WRITE, builtin_call_of(call)->spans[0])))
        return false;
    if (id > UINT32_MAX || !device_pool_state(d, (uint32_t) id, &state))
        return cuda_give(vm, at, cudaErrorInvalidValue);
    bool ok =
        device_pool_alloc(d, (uint32_t) id, at[1].u, (uint32_t) stream, &unheard, call->at, &addr);
    diags_free(&unheard);
    if (ok) {
        memcpy(out, &addr, sizeof addr);
        launch_allocated(vm->launcher, addr, call->at);
    }
    return cuda_give(vm, at, ok ? cudaSuccess : cudaErrorMemoryAllocation);
}

/* The arguments: out, bytes, stream. */
BUILTIN(cudaMallocAsync)
{
    return allocate(vm, call, at, 0, at[2].u);
}

/* The arguments: out, bytes, pool, stream. */
BUILTIN(cudaMallocFromPoolAsync)
{
    return at[2].u ? allocate(vm, call, at, at[2].u, at[3].u)
                   : cuda_give(vm, at, cudaErrorInvalidValue);
}

BUILTIN(cudaFreeAsync)
{
    struct device *d = device_of(vm, call);
    if (!at[0].u || space_holds(vm->host, at[0].u) || vm_is_managed(vm, at[0].u))
        return builtin_cudaFree(vm, call, at);
    return d &&
           device_pool_free(d, at[0].u, (uint32_t) at[1].u, vm->diags,
                            builtin_call_of(call)->spans[0]) &&
           cuda_give(vm, at, cudaSuccess);
}

/* ---- pools: the arguments are out or pool, and what the function's name says ---- */

BUILTIN(cudaDeviceGetDefaultMemPool)
{
    enum { DEVICES_OWN = 1 };

    return give_id(vm, call, at, DEVICES_OWN);
}

BUILTIN(cudaDeviceGetMemPool)
{
    struct device *d = device_of(vm, call);
    return d && give_id(vm, call, at, device_pool_current(d));
}

BUILTIN(cudaDeviceSetMemPool)
{
    struct device *d = device_of(vm, call);
    bool ok = d && at[1].u <= UINT32_MAX && device_pool_use(d, (uint32_t) at[1].u);
    return d && cuda_give(vm, at, ok ? cudaSuccess : cudaErrorInvalidValue);
}

BUILTIN(cudaMemPoolCreate)
{
    struct device *d = device_of(vm, call);
    return d && give_id(vm, call, at, device_pool_new(d));
}

BUILTIN(cudaMemPoolDestroy)
{
    struct device *d = device_of(vm, call);
    bool ok = d && at[0].u <= UINT32_MAX && device_pool_end(d, (uint32_t) at[0].u);
    return d && cuda_give(vm, at, ok ? cudaSuccess : cudaErrorInvalidValue);
}

BUILTIN(cudaMemPoolTrimTo)
{
    struct device *d = device_of(vm, call);
    bool ok =
        d && at[0].u && at[0].u <= UINT32_MAX && device_pool_trim(d, (uint32_t) at[0].u, at[1].u);
    return d && cuda_give(vm, at, ok ? cudaSuccess : cudaErrorInvalidValue);
}

static bool is_switch(int64_t attribute)
{
    return attribute >= REUSE_FOLLOW_EVENTS && attribute <= REUSE_INTERNAL;
}

BUILTIN(cudaMemPoolSetAttribute)
{
    struct device *d = device_of(vm, call);
    int64_t what = at[1].i;
    uint32_t id = at[0].u <= UINT32_MAX ? (uint32_t) at[0].u : 0;
    const void *value = d ? vm_memory(vm, at[2].u, is_switch(what) ? sizeof(int) : sizeof(uint64_t),
                                      VM_READ, builtin_call_of(call)->spans[2])
                          : NULL;
    uint64_t v = 0;
    if (!value)
        return false;
    memcpy(&v, value, is_switch(what) ? sizeof(int) : sizeof v);
    bool ok = false;
    if (id && is_switch(what))
        ok = true; /* blocks are reused in stream order only: there is nothing to configure */
    else if (id && what == RELEASE_THRESHOLD)
        ok = device_pool_set(d, id, v);
    else if (id && (what == RESERVED_HIGH || what == USED_HIGH) && !v)
        ok = device_pool_reset(d, id, what == RESERVED_HIGH);
    return cuda_give(vm, at, ok ? cudaSuccess : cudaErrorInvalidValue);
}

BUILTIN(cudaMemPoolGetAttribute)
{
    struct device *d = device_of(vm, call);
    struct device_pool_state s;
    struct span span = builtin_call_of(call)->spans[2];
    int64_t what = at[1].i;
    int on = 1;
    if (!d)
        return false;
    if (!at[0].u || at[0].u > UINT32_MAX || !device_pool_state(d, (uint32_t) at[0].u, &s) ||
        what < REUSE_FOLLOW_EVENTS || what > USED_HIGH)
        return cuda_give(vm, at, cudaErrorInvalidValue);
    const uint64_t values[] = {[RELEASE_THRESHOLD] = s.threshold,
                               [RESERVED_CURRENT] = s.reserved,
                               [RESERVED_HIGH] = s.reserved_high,
                               [USED_CURRENT] = s.used,
                               [USED_HIGH] = s.used_high};
    return (is_switch(what) ? vm_store(vm, at[2].u, &on, sizeof on, span)
                            : vm_store(vm, at[2].u, values + what, sizeof *values, span)) &&
           cuda_give(vm, at, cudaSuccess);
}

/* The arguments: out flags, pool, location. */
BUILTIN(cudaMemPoolGetAccess)
{
    int read_write = 3;
    return vm_store(vm, at[0].u, &read_write, sizeof read_write, builtin_call_of(call)->spans[0]) &&
           cuda_give(vm, at, cudaSuccess);
}
