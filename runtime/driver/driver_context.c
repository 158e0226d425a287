/* SPDX-License-Identifier: Apache-2.0 */
/* Contexts (CUDA Driver API reference, 'Context Management', 'Primary Context Management'). All contexts share the device's one memory;
 * each thread has a stack of them. Next: driver_state.c. */
#include <stdlib.h>
#include <string.h>

#include "driver/core/driver_state.h"
#include "driver/driver_calls.h"

static int ready(int device)
{
    if (!atomic_load(&driver_state.initialized))
        return cudaErrorInitializationError;
    return device == 0 ? CU_SUCCESS : CU_INVALID_DEVICE;
}

static bool valid(const struct cu_context *c)
{
    return c && c->kind == HANDLE_CONTEXT;
}

static int push(struct cu_context *c)
{
    if (driver_thread.depth == CONTEXTS_MOST)
        return CU_INVALID_VALUE;
    driver_thread.contexts[driver_thread.depth++] = c;
    return CU_SUCCESS;
}

/* ---- the stack of a thread ---- */

EXPORT int cuCtxPushCurrent_v2(struct cu_context *context)
{
    return valid(context) ? push(context) : cudaErrorDeviceUninitialized;
}

EXPORT int cuCtxPopCurrent_v2(struct cu_context **context)
{
    if (!driver_thread.depth)
        return cudaErrorDeviceUninitialized;
    driver_thread.depth--;
    if (context)
        *context = driver_thread.contexts[driver_thread.depth];
    return CU_SUCCESS;
}

EXPORT int cuCtxSetCurrent(struct cu_context *context)
{
    if (!atomic_load(&driver_state.initialized))
        return cudaErrorInitializationError;
    if (context && !valid(context))
        return cudaErrorDeviceUninitialized;
    if (driver_thread.depth)
        driver_thread.depth--;
    return context ? push(context) : CU_SUCCESS;
}

EXPORT int cuCtxGetCurrent(struct cu_context **context)
{
    if (!atomic_load(&driver_state.initialized))
        return cudaErrorInitializationError;
    if (!context)
        return CU_INVALID_VALUE;
    *context = context_current();
    return CU_SUCCESS;
}

/* ---- contexts of the program's own ---- */

EXPORT int cuCtxCreate_v2(struct cu_context **context, unsigned flags, int device)
{
    int e = ready(device);
    if (e)
        return e;
    struct cu_context *c = xcalloc(1, sizeof *c);
    *c = (struct cu_context){.kind = HANDLE_CONTEXT, .flags = flags, .api = 3020, .users = 1};
    driver_lock();
    c->id = ++driver_state.contexts;
    driver_unlock();
    *context = c;
    return push(c);
}

EXPORT int cuCtxCreate_v3(struct cu_context **context, void *affinity, int count, unsigned flags,
                          int device)
{
    return cuCtxCreate_v2(context, flags, device);
}

EXPORT int cuCtxCreate_v4(struct cu_context **context, void *params, unsigned flags, int device)
{
    return cuCtxCreate_v2(context, flags, device);
}

EXPORT int cuCtxDestroy_v2(struct cu_context *context)
{
    if (!valid(context) || context->primary)
        return cudaErrorDeviceUninitialized;
    driver_wait(DEVICE_ALL_STREAMS);
    if (context_current() == context)
        driver_thread.depth--;
    context->kind = 0; /* kept: another thread may still have it on its stack */
    driver_keep_ended(context);
    return CU_SUCCESS;
}

EXPORT int cuCtxAttach(struct cu_context **context, unsigned flags)
{
    struct cu_context *c = context_current();
    if (!c)
        return cudaErrorDeviceUninitialized;
    driver_lock();
    c->users++;
    driver_unlock();
    *context = c;
    return CU_SUCCESS;
}

EXPORT int cuCtxDetach(struct cu_context *context)
{
    if (!valid(context))
        return cudaErrorDeviceUninitialized;
    driver_lock();
    bool last = --context->users == 0;
    driver_unlock();
    return last && !context->primary ? cuCtxDestroy_v2(context) : CU_SUCCESS;
}

/* ---- the primary context ---- */

EXPORT int cuDevicePrimaryCtxRetain(struct cu_context **context, int device)
{
    int e = ready(device);
    if (e)
        return e;
    driver_lock();
    driver_state.primary_users++;
    driver_unlock();
    *context = &driver_state.primary;
    return CU_SUCCESS;
}

EXPORT int cuDevicePrimaryCtxRelease_v2(int device)
{
    int e = ready(device);
    if (e)
        return e;
    driver_lock();
    bool held = driver_state.primary_users > 0;
    driver_state.primary_users -= held;
    driver_unlock();
    return held ? CU_SUCCESS : cudaErrorDeviceUninitialized;
}

EXPORT int cuDevicePrimaryCtxSetFlags_v2(int device, unsigned flags)
{
    int e = ready(device);
    if (!e)
        driver_state.primary.flags = flags;
    return e;
}

EXPORT int cuDevicePrimaryCtxGetState(int device, unsigned *flags, int *active)
{
    int e = ready(device);
    if (e)
        return e;
    *flags = driver_state.primary.flags;
    *active = driver_state.primary_users > 0;
    return CU_SUCCESS;
}

/* What the program allocated stays: its handles and addresses may still be in use, and the process ends soon. */
EXPORT int cuDevicePrimaryCtxReset_v2(int device)
{
    int e = ready(device);
    if (e)
        return e;
    driver_wait(DEVICE_ALL_STREAMS);
    return CU_SUCCESS;
}

/* ---- about the current one ---- */

EXPORT int cuCtxGetDevice(int *device)
{
    int e = driver_begin();
    if (!e)
        *device = 0;
    return e;
}

EXPORT int cuCtxGetDevice_v2(int *device, struct cu_context *context)
{
    if (context && !valid(context))
        return cudaErrorDeviceUninitialized;
    *device = 0;
    return context ? CU_SUCCESS : driver_begin();
}

EXPORT int cuCtxSynchronize(void)
{
    int e = driver_begin();
    return e ? e : driver_wait(DEVICE_ALL_STREAMS);
}

EXPORT int cuCtxSynchronize_v2(struct cu_context *context)
{
    return context && !valid(context) ? cudaErrorDeviceUninitialized
                                      : driver_wait(DEVICE_ALL_STREAMS);
}

EXPORT int cuCtxGetFlags(unsigned *flags)
{
    int e = driver_begin();
    if (!e)
        *flags = context_current()->flags;
    return e;
}

EXPORT int cuCtxSetFlags(unsigned flags)
{
    int e = driver_begin();
    if (!e)
        context_current()->flags = flags;
    return e;
}

EXPORT int cuCtxGetId(struct cu_context *context, uint64_t *id)
{
    struct cu_context *c = context ? context : context_current();
    if (!valid(c))
        return cudaErrorDeviceUninitialized;
    *id = c->id;
    return CU_SUCCESS;
}

EXPORT int cuCtxGetApiVersion(struct cu_context *context, unsigned *version)
{
    if (context && !valid(context))
        return cudaErrorDeviceUninitialized;
    *version = 3020;
    return CU_SUCCESS;
}

EXPORT int cuCtxGetCacheConfig(int *config)
{
    int e = driver_begin();
    if (!e)
        *config = context_current()->cache;
    return e;
}

EXPORT int cuCtxSetCacheConfig(int config)
{
    int e = driver_begin();
    if (!e)
        context_current()->cache = config;
    return e;
}

EXPORT int cuCtxGetSharedMemConfig(int *config)
{
    int e = driver_begin();
    if (!e)
        *config = context_current()->shared_config;
    return e;
}

EXPORT int cuCtxSetSharedMemConfig(int config)
{
    int e = driver_begin();
    if (!e)
        context_current()->shared_config = config;
    return e;
}

EXPORT int cuCtxGetStreamPriorityRange(int *least, int *greatest)
{
    int e = driver_begin();
    if (least)
        *least = 0;
    if (greatest)
        *greatest = -5;
    return e;
}

EXPORT int cuCtxResetPersistingL2Cache(void)
{
    return driver_begin();
}

/* ---- limits ---- */

enum { LIMIT_STACK, LIMIT_PRINTF, LIMIT_HEAP, LIMIT_COUNT = 8 };

static const uint64_t limit_defaults[LIMIT_COUNT] = {[LIMIT_STACK] = 1024,
                                                     [LIMIT_PRINTF] = 1 << 20,
                                                     [LIMIT_HEAP] = 8 << 20,
                                                     [3] = 2,
                                                     [4] = 2048,
                                                     [5] = 64};

EXPORT int cuCtxSetLimit(int limit, size_t value)
{
    int e = driver_begin();
    if (e)
        return e;
    if (limit < 0 || limit >= LIMIT_COUNT)
        return cudaErrorUnsupportedLimit;
    driver_lock();
    driver_state.limits[limit] = value + 1;
    if (limit == LIMIT_HEAP)
        device_set_heap(driver_state.engine, value);
    driver_unlock();
    return CU_SUCCESS;
}

EXPORT int cuCtxGetLimit(size_t *value, int limit)
{
    int e = driver_begin();
    if (e)
        return e;
    if (!value || limit < 0 || limit >= LIMIT_COUNT)
        return value ? cudaErrorUnsupportedLimit : CU_INVALID_VALUE;
    *value = driver_state.limits[limit] ? driver_state.limits[limit] - 1 : limit_defaults[limit];
    return CU_SUCCESS;
}

/* ---- other devices: there are none ---- */

EXPORT int cuCtxEnablePeerAccess(struct cu_context *peer, unsigned flags)
{
    return cudaErrorPeerAccessUnsupported;
}

EXPORT int cuCtxDisablePeerAccess(struct cu_context *peer)
{
    return cudaErrorPeerAccessNotEnabled;
}
