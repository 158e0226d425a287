/* SPDX-License-Identifier: Apache-2.0 */
/* Stream-ordered memory (CUDA Runtime API 6.15). A cudaMemPool_t is, as a cudaStream_t is, the number of a device and that of its pool. */
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

/* The device of a pool's handle, and the pool's number there; 0: none. NULL: a diag. */
static struct device *pool_of(struct vm *vm, const struct call_site *call, uint64_t handle,
                              uint32_t *out_id)
{
    struct device *current = launcher_device(vm->launcher, vm->diags, call->at),
                  *d = handle <= UINT32_MAX && current
                           ? launcher_handle_device(vm->launcher, (uint32_t) handle)
                           : NULL;
    *out_id = d ? launch_stream_number((uint32_t) handle) : 0;
    return d ? d : current;
}

static bool give_pool(struct vm *vm, const struct call_site *call, union value *at,
                      const struct device *d, uint32_t number)
{
    uint64_t id = launch_stream_handle(d, number);
    return vm_store(vm, at[0].u, &id, sizeof id, builtin_call_of(call)->spans[0]) &&
           cuda_give(vm, at, cudaSuccess);
}

/* Work in the stream may use the memory from now on; another device's does so after what this one has been given. */
static uint32_t stream_on(struct vm *vm, const struct device *d, uint64_t stream)
{
    return launcher_stream_device(vm->launcher, (uint32_t) stream) == d
               ? launch_stream_number((uint32_t) stream)
               : 0;
}

/* id 0: the pool in use. */
static bool allocate(struct vm *vm, const struct call_site *call, union value *at, struct device *d,
                     uint32_t id, uint64_t stream)
{
    struct diags unheard = {0}; /* CUDA reports this with an error code */
    struct device_pool_state state;
    uint64_t addr = 0, *out;
    if (!d ||
        !(out = vm_memory(vm, at[0].u, sizeof addr, VM_WRITE, builtin_call_of(call)->spans[0])))
        return false;
    if (!device_pool_state(d, id, &state))
        return cuda_give(vm, at, cudaErrorInvalidValue);
    bool ok =
        device_pool_alloc(d, id, at[1].u, stream_on(vm, d, stream), &unheard, call->at, &addr);
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
    struct device *d = launcher_device(vm->launcher, vm->diags, call->at);
    struct device *of = d ? launcher_stream_device(vm->launcher, (uint32_t) at[2].u) : NULL;
    if (d && !of)
        return cuda_give(vm, at, cudaErrorInvalidResourceHandle);
    return allocate(vm, call, at, of, 0, at[2].u);
}

/* The arguments: out, bytes, pool, stream. */
BUILTIN(cudaMallocFromPoolAsync)
{
    uint32_t id;
    struct device *d = pool_of(vm, call, at[2].u, &id);
    return !d || id ? allocate(vm, call, at, d, id, at[3].u)
                    : cuda_give(vm, at, cudaErrorInvalidValue);
}

BUILTIN(cudaFreeAsync)
{
    struct device *d = cuda_home(vm, at[0].u, call->at), *on;
    if (!at[0].u || space_holds(vm->host, at[0].u) || vm_is_managed(vm, at[0].u))
        return builtin_cudaFree(vm, call, at);
    on = d ? launcher_stream_device(vm->launcher, (uint32_t) at[1].u) : NULL;
    if (d && !on)
        return cuda_give(vm, at, cudaErrorInvalidResourceHandle);
    if (on != d && !launch_sync_stream(vm->launcher, (uint32_t) at[1].u, vm->diags, call->at))
        return false;
    return d &&
           device_pool_free(d, at[0].u, stream_on(vm, d, at[1].u), vm->diags,
                            builtin_call_of(call)->spans[0]) &&
           cuda_give(vm, at, cudaSuccess);
}

/* ---- pools: the arguments are out or pool, and what the function's name says ---- */

BUILTIN(cudaDeviceGetDefaultMemPool)
{
    enum { DEVICES_OWN = 1 };

    struct device *d;
    if (!cuda_device_at(vm, at[1].i, call->at, &d))
        return false;
    return d ? give_pool(vm, call, at, d, DEVICES_OWN) : cuda_give(vm, at, cudaErrorInvalidDevice);
}

BUILTIN(cudaDeviceGetMemPool)
{
    struct device *d;
    if (!cuda_device_at(vm, at[1].i, call->at, &d))
        return false;
    return d ? give_pool(vm, call, at, d, device_pool_current(d))
             : cuda_give(vm, at, cudaErrorInvalidDevice);
}

BUILTIN(cudaDeviceSetMemPool)
{
    uint32_t id;
    struct device *d, *of = pool_of(vm, call, at[1].u, &id);
    if (!of || !cuda_device_at(vm, at[0].i, call->at, &d))
        return false;
    bool ok = d == of && id && device_pool_use(d, id);
    return cuda_give(vm, at,
                     !d   ? cudaErrorInvalidDevice
                     : ok ? cudaSuccess
                          : cudaErrorInvalidValue);
}

/* The arguments: out, properties. */
BUILTIN(cudaMemPoolCreate)
{
    struct { /* the head of cudaMemPoolProps */
        int kind, handles, where, id;
    } props;

    struct device *d;
    const void *given =
        vm_memory(vm, at[1].u, sizeof props, VM_READ, builtin_call_of(call)->spans[1]);
    if (!given)
        return false;
    memcpy(&props, given, sizeof props);
    if (!cuda_device_at(vm, props.id, call->at, &d))
        return false;
    return d ? give_pool(vm, call, at, d, device_pool_new(d))
             : cuda_give(vm, at, cudaErrorInvalidDevice);
}

BUILTIN(cudaMemPoolDestroy)
{
    uint32_t id;
    struct device *d = pool_of(vm, call, at[0].u, &id);
    bool ok = d && id && device_pool_end(d, id);
    return d && cuda_give(vm, at, ok ? cudaSuccess : cudaErrorInvalidValue);
}

BUILTIN(cudaMemPoolTrimTo)
{
    uint32_t id;
    struct device *d = pool_of(vm, call, at[0].u, &id);
    bool ok = d && id && device_pool_trim(d, id, at[1].u);
    return d && cuda_give(vm, at, ok ? cudaSuccess : cudaErrorInvalidValue);
}

static bool is_switch(int64_t attribute)
{
    return attribute >= REUSE_FOLLOW_EVENTS && attribute <= REUSE_INTERNAL;
}

BUILTIN(cudaMemPoolSetAttribute)
{
    uint32_t id;
    struct device *d = pool_of(vm, call, at[0].u, &id);
    int64_t what = at[1].i;
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
    uint32_t id;
    struct device *d = pool_of(vm, call, at[0].u, &id);
    struct device_pool_state s;
    struct span span = builtin_call_of(call)->spans[2];
    int64_t what = at[1].i;
    int on = 1;
    if (!d)
        return false;
    if (!id || !device_pool_state(d, id, &s) || what < REUSE_FOLLOW_EVENTS || what > USED_HIGH)
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

/* ---- access ---- */

struct location {
    int type, id;
};

enum { NO_ACCESS = 0, READ_WRITE = 3 }; /* enum cudaMemAccessFlags */

/* Access is a device's to all memory of another one here, so a pool gives that of its device. The arguments: pool, descriptions, count. */
BUILTIN(cudaMemPoolSetAccess)
{
    struct access {
        struct location where;
        int flags;
    };

    uint32_t id;
    struct device *d = pool_of(vm, call, at[0].u, &id), *peer;
    uint64_t n = at[2].u, bytes;
    if (__builtin_mul_overflow(n, sizeof(struct access), &bytes))
        return cuda_give(vm, at, cudaErrorInvalidValue);
    const struct access *all =
        d ? vm_memory(vm, at[1].u, bytes, VM_READ, builtin_call_of(call)->spans[1]) : NULL;
    for (uint64_t i = 0; all && i < n; i++) {
        if (!cuda_device_at(vm, all[i].where.id, call->at, &peer))
            return false;
        if (!peer || (peer != d && !device_may_reach(peer, d)) ||
            (peer == d && all[i].flags == NO_ACCESS))
            return cuda_give(vm, at, peer ? cudaErrorInvalidValue : cudaErrorInvalidDevice);
        if (peer != d)
            device_reach(peer, d, all[i].flags != NO_ACCESS);
    }
    return all && cuda_give(vm, at, id ? cudaSuccess : cudaErrorInvalidValue);
}

/* The arguments: out flags, pool, location. */
BUILTIN(cudaMemPoolGetAccess)
{
    uint32_t id;
    struct device *d = pool_of(vm, call, at[1].u, &id), *peer;
    const struct location *where =
        d ? vm_memory(vm, at[2].u, sizeof *where, VM_READ, builtin_call_of(call)->spans[2]) : NULL;
    if (!where || !cuda_device_at(vm, where->id, call->at, &peer))
        return false;
    if (!peer || !id)
        return cuda_give(vm, at, id ? cudaErrorInvalidDevice : cudaErrorInvalidValue);
    int flags = peer == d || device_reaches(peer, d) ? READ_WRITE : NO_ACCESS;
    return vm_store(vm, at[0].u, &flags, sizeof flags, builtin_call_of(call)->spans[0]) &&
           cuda_give(vm, at, cudaSuccess);
}
