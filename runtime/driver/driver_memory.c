/* SPDX-License-Identifier: Apache-2.0 */
/* Memory: allocations of the device, pinned and managed host memory, registered memory, and what a pointer points to (CUDA Driver API reference,
 * 'Memory Management', 'Unified Addressing'). Device memory is host memory of this process, so pinned and managed memory are
 * allocations like any. Next: copy.c, pool.c. */
#include <stdlib.h>
#include <string.h>

#include "driver/core/driver_nodes.h"
#include "driver/core/driver_share.h"
#include "driver/driver_calls.h"

EXPORT int cuMemAlloc_v2(uint64_t *address, size_t bytes)
{
    int e = driver_begin();
    return e ? e : memory_new(bytes, ALLOCATED_DEVICE, 0, NULL, address);
}

EXPORT int cuMemAllocPitch_v2(uint64_t *address, size_t *pitch, size_t width, size_t height,
                              unsigned element)
{
    enum { PITCH = 512 };

    int e = driver_begin();
    if (e)
        return e;
    if (!address || !pitch || !width || !height || (element != 4 && element != 8 && element != 16))
        return CU_INVALID_VALUE;
    *pitch = (width + PITCH - 1) / PITCH * PITCH;
    return memory_new(*pitch * height, ALLOCATED_DEVICE, 0, NULL, address);
}

EXPORT int cuMemFree_v2(uint64_t address)
{
    int e = driver_begin();
    struct driver_work ends;
    if (e || !address || driver_graph_release(address, &ends))
        return e;
    driver_lock();
    struct allocation *a = memory_find_locked(address);
    bool freed_so = a && a->start == address &&
                    (a->pool || a->kind == ALLOCATED_DEVICE || a->kind == ALLOCATED_MANAGED);
    enum allocated_as kind = a ? a->kind : ALLOCATED_DEVICE;
    uint64_t start = a ? a->start : 0;
    driver_unlock();
    return freed_so ? memory_end(start, kind) : CU_INVALID_VALUE;
}

EXPORT int cuMemAllocManaged(uint64_t *address, size_t bytes, unsigned flags)
{
    int e = driver_begin();
    if (!e && flags != 1 && flags != 2)
        return CU_INVALID_VALUE;
    return e ? e : memory_new(bytes, ALLOCATED_MANAGED, flags, NULL, address);
}

EXPORT int cuMemGetInfo_v2(size_t *left, size_t *total)
{
    int e = driver_begin();
    if (e)
        return e;
    driver_lock();
    *total = device_props(driver_state.engine)->total_memory;
    uint64_t used = device_memory_used(driver_state.engine);
    driver_unlock();
    *left = used < *total ? *total - used : 0;
    return CU_SUCCESS;
}

EXPORT int cuMemGetAddressRange_v2(uint64_t *start, size_t *size, uint64_t address)
{
    int e = driver_begin();
    struct device_allocation a;
    if (e)
        return e;
    driver_lock();
    bool ok = device_find(driver_state.engine, address, &a) && a.live;
    driver_unlock();
    if (ok && start)
        *start = a.start;
    if (ok && size)
        *size = a.size;
    return ok ? CU_SUCCESS : CU_NOT_FOUND;
}

/* ---- host memory ---- */

EXPORT int cuMemHostAlloc(void **p, size_t bytes, unsigned flags)
{
    uint64_t address;
    int e = driver_begin();
    if (!e && flags > 7)
        return CU_INVALID_VALUE;
    e = e ? e : memory_new(bytes, ALLOCATED_HOST, flags, NULL, &address);
    if (!e)
        *p = (void *) (uintptr_t) address;
    return e;
}

EXPORT int cuMemAllocHost_v2(void **p, size_t bytes)
{
    return cuMemHostAlloc(p, bytes, 0);
}

EXPORT int cuMemFreeHost(void *p)
{
    int e = driver_begin();
    return e || !p ? e : memory_end((uint64_t) (uintptr_t) p, ALLOCATED_HOST);
}

EXPORT int cuMemHostRegister_v2(void *p, size_t bytes, unsigned flags)
{
    uint64_t address;
    int e = driver_begin();
    if (e)
        return e;
    if (!p || !bytes)
        return CU_INVALID_VALUE;
    driver_lock_idle();
    e = memory_find_locked((uint64_t) (uintptr_t) p) || share_registered((uint64_t) (uintptr_t) p)
            ? CU_ALREADY_REGISTERED
            : share_register((uint64_t) (uintptr_t) p, bytes, &address);
    if (!e)
        memory_note_locked(address, (struct allocation){.kind = ALLOCATED_REGISTERED,
                                                        .start = address,
                                                        .size = bytes,
                                                        .flags = flags,
                                                        .context = context_current()});
    driver_unlock();
    return e;
}

EXPORT int cuMemHostUnregister(void *p)
{
    int e = driver_begin();
    if (e)
        return e;
    driver_lock_idle();
    e = share_unregister((uint64_t) (uintptr_t) p) ? CU_SUCCESS : cudaErrorHostMemoryNotRegistered;
    driver_unlock();
    return e;
}

EXPORT int cuMemHostGetDevicePointer_v2(uint64_t *address, void *p, unsigned flags)
{
    int e = driver_begin();
    if (e)
        return e;
    uint64_t host = (uint64_t) (uintptr_t) p;
    driver_lock();
    struct allocation *a = memory_find_locked(host);
    *address = a ? host : share_device_address(host);
    driver_unlock();
    return *address ? CU_SUCCESS : CU_INVALID_VALUE;
}

EXPORT int cuMemHostGetFlags(unsigned *flags, void *p)
{
    int e = driver_begin();
    if (e)
        return e;
    driver_lock();
    struct allocation *a = memory_find_locked((uint64_t) (uintptr_t) p);
    bool ok = a && a->kind == ALLOCATED_HOST;
    if (ok)
        *flags = a->flags | 2; /* it is always mapped */
    driver_unlock();
    return ok ? CU_SUCCESS : CU_INVALID_VALUE;
}

/* ---- managed memory: host and device see the same bytes ---- */

static int range_known(uint64_t address, size_t bytes)
{
    int e = driver_begin();
    if (e)
        return e;
    driver_lock();
    struct allocation *a = memory_find_locked(address);
    bool ok = a && a->kind == ALLOCATED_MANAGED && memory_covers_locked(address, bytes);
    driver_unlock();
    return ok ? CU_SUCCESS : CU_INVALID_VALUE;
}

EXPORT int cuMemPrefetchAsync(uint64_t address, size_t bytes, int device, struct cu_stream *stream)
{
    return stream_of(stream) ? range_known(address, bytes) : cudaErrorInvalidResourceHandle;
}

EXPORT int cuMemPrefetchAsync_v2(uint64_t address, size_t bytes, struct cu_location to,
                                 unsigned flags, struct cu_stream *stream)
{
    return stream_of(stream) ? range_known(address, bytes) : cudaErrorInvalidResourceHandle;
}

EXPORT int cuMemAdvise(uint64_t address, size_t bytes, int advice, int device)
{
    return range_known(address, bytes);
}

EXPORT int cuMemAdvise_v2(uint64_t address, size_t bytes, int advice, struct cu_location to)
{
    return range_known(address, bytes);
}

EXPORT int cuStreamAttachMemAsync(struct cu_stream *stream, uint64_t address, size_t bytes,
                                  unsigned flags)
{
    return stream_of(stream) ? range_known(address, bytes) : cudaErrorInvalidResourceHandle;
}

/* ---- what a pointer points to ---- */

enum { /* CUpointer_attribute */
       POINTER_CONTEXT = 1,
       POINTER_TYPE,
       POINTER_DEVICE,
       POINTER_HOST,
       POINTER_SYNC_MEMOPS = 6,
       POINTER_ID,
       POINTER_IS_MANAGED,
       POINTER_ORDINAL,
       POINTER_IPC,
       POINTER_START,
       POINTER_SIZE,
       POINTER_MAPPED,
       POINTER_ALLOWED,
       POINTER_RDMA,
       POINTER_ACCESS,
       POINTER_POOL,
       POINTER_LAST = 21,
};

static bool on_host(const struct allocation *a)
{
    return a->kind == ALLOCATED_HOST || a->kind == ALLOCATED_REGISTERED;
}

static void put(void *to, uint64_t value, size_t size)
{
    memcpy(to, &value, size);
}

/* Of memory that this library knows; false: the attribute has no value. */
static bool pointer_attribute(const struct allocation *a, uint64_t address, int attribute, void *to)
{
    switch (attribute) {
    case POINTER_CONTEXT: put(to, (uintptr_t) a->context, 8); break;
    case POINTER_TYPE: put(to, on_host(a) ? CU_MEMORY_TYPE_HOST : CU_MEMORY_DEVICE, 4); break;
    case POINTER_DEVICE: put(to, address, 8); break;
    case POINTER_HOST:
        put(to, a->kind == ALLOCATED_DEVICE ? 0 : address, 8);
        return a->kind != ALLOCATED_DEVICE;
    case POINTER_SYNC_MEMOPS: put(to, 1, 4); break;
    case POINTER_ID: put(to, a->id, 8); break;
    case POINTER_IS_MANAGED: put(to, a->kind == ALLOCATED_MANAGED, 4); break;
    case POINTER_ORDINAL: put(to, 0, 4); break;
    case POINTER_IPC: put(to, a->kind == ALLOCATED_DEVICE && !a->pool, 4); break;
    case POINTER_START: put(to, a->start, 8); break;
    case POINTER_SIZE: put(to, a->size, 8); break;
    case POINTER_MAPPED: put(to, 1, 4); break;
    case POINTER_ALLOWED: put(to, 0, 8); break;
    case POINTER_RDMA: put(to, 0, 4); break;
    case POINTER_ACCESS: put(to, 3, 4); break;
    case POINTER_POOL: put(to, (uintptr_t) a->pool, 8); break;
    default: return false;
    }
    return true;
}

static size_t attribute_size(int attribute)
{
    static const char sizes[POINTER_LAST + 1] = {[POINTER_CONTEXT] = 8,
                                                 [POINTER_DEVICE] = 8,
                                                 [POINTER_HOST] = 8,
                                                 [5] = 8,
                                                 [POINTER_ID] = 8,
                                                 [POINTER_START] = 8,
                                                 [POINTER_SIZE] = 8,
                                                 [POINTER_ALLOWED] = 8,
                                                 [POINTER_POOL] = 8,
                                                 [18] = 8,
                                                 [19] = 8,
                                                 [20] = 8};
    return sizes[attribute] ? 8 : 4;
}

/* A registered address is known by its alias on the device. */
static struct allocation *allocation_of_locked(uint64_t *address)
{
    struct allocation *a = memory_find_locked(*address);
    uint64_t alias = a ? 0 : share_device_address(*address);
    return a ? a : alias ? memory_find_locked(alias) : NULL;
}

EXPORT int cuPointerGetAttribute(void *to, int attribute, uint64_t address)
{
    int e = driver_begin();
    if (e)
        return e;
    if (!to || attribute < 1 || attribute > POINTER_LAST)
        return CU_INVALID_VALUE;
    driver_lock();
    struct allocation *a = allocation_of_locked(&address);
    bool ok = a && pointer_attribute(a, address, attribute, to);
    driver_unlock();
    return ok ? CU_SUCCESS : CU_INVALID_VALUE;
}

/* Of other memory the values are 0, and that is no error. */
EXPORT int cuPointerGetAttributes(unsigned count, int *attributes, void **to, uint64_t address)
{
    int e = driver_begin();
    if (e)
        return e;
    driver_lock();
    struct allocation *a = allocation_of_locked(&address);
    for (unsigned i = 0; i < count; i++) {
        bool known = attributes[i] >= 1 && attributes[i] <= POINTER_LAST;
        if (known && !(a && pointer_attribute(a, address, attributes[i], to[i])))
            put(to[i], attributes[i] == POINTER_ORDINAL ? (uint32_t) -2 : 0,
                attribute_size(attributes[i]));
    }
    driver_unlock();
    return CU_SUCCESS;
}

EXPORT int cuPointerSetAttribute(const void *value, int attribute, uint64_t address)
{
    int e = driver_begin();
    return e ? e : attribute == POINTER_SYNC_MEMOPS ? CU_SUCCESS : CU_INVALID_VALUE;
}
