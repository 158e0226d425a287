/* SPDX-License-Identifier: Apache-2.0 */
/* Memory pools (CUDA Driver API reference, 'Stream Ordered Memory Allocator'). Memory of a pool is allocated at once, and freed when the
 * stream's work before the call is done. Next: memory.c. */
#include <stdlib.h>

#include "driver/core/driver_nodes.h"
#include "driver/driver_calls.h"

enum { POOL_THRESHOLD = 4, POOL_RESERVED, POOL_RESERVED_HIGH, POOL_USED, POOL_USED_HIGH };

static struct cu_pool *pool_current(void)
{
    struct cu_pool *p = driver_state.pool;
    return p ? p : &driver_state.own_pool;
}

static bool valid(const struct cu_pool *p)
{
    return p && p->kind == HANDLE_POOL;
}

static bool on_host(const struct cu_location *l)
{
    return l->type >= CU_LOCATION_HOST && l->type <= CU_LOCATION_HOST_NUMA_CURRENT;
}

static struct cu_pool *default_pool(const struct cu_location *location, int type)
{
    return type == CU_ALLOCATION_MANAGED   ? &driver_state.managed_pool
           : location && on_host(location) ? &driver_state.host_pool
                                           : &driver_state.own_pool;
}

static enum allocated_as kind_of(const struct cu_pool *p)
{
    return p->props.type == CU_ALLOCATION_MANAGED ? ALLOCATED_MANAGED
           : on_host(&p->props.location)          ? ALLOCATED_HOST
                                                  : ALLOCATED_DEVICE;
}

static bool is_default(const struct cu_pool *p)
{
    return p == &driver_state.own_pool || p == &driver_state.host_pool ||
           p == &driver_state.managed_pool;
}

EXPORT int cuDeviceGetDefaultMemPool(struct cu_pool **pool, int device)
{
    *pool = &driver_state.own_pool;
    return device ? CU_INVALID_DEVICE : CU_SUCCESS;
}

EXPORT int cuDeviceGetMemPool(struct cu_pool **pool, int device)
{
    *pool = pool_current();
    return device ? CU_INVALID_DEVICE : CU_SUCCESS;
}

EXPORT int cuDeviceSetMemPool(int device, struct cu_pool *pool)
{
    if (device || !valid(pool))
        return CU_INVALID_VALUE;
    driver_state.pool = pool;
    return CU_SUCCESS;
}

EXPORT int cuMemGetDefaultMemPool(struct cu_pool **pool, struct cu_location *location, int type)
{
    *pool = default_pool(location, type);
    return location ? CU_SUCCESS : CU_INVALID_VALUE;
}

EXPORT int cuMemGetMemPool(struct cu_pool **pool, struct cu_location *location, int type)
{
    struct cu_pool *found = default_pool(location, type);
    *pool = found == &driver_state.own_pool ? pool_current() : found;
    return location ? CU_SUCCESS : CU_INVALID_VALUE;
}

EXPORT int cuMemPoolCreate(struct cu_pool **pool, const struct cu_pool_props *props)
{
    int e = driver_begin();
    if (e)
        return e;
    if (!pool || !props)
        return CU_INVALID_VALUE;
    *pool = xcalloc(1, sizeof **pool);
    **pool = (struct cu_pool){
        .kind = HANDLE_POOL, .props = *props, .reuse = {1, 1, 1}
    };
    return CU_SUCCESS;
}

EXPORT int cuMemPoolDestroy(struct cu_pool *pool)
{
    if (!valid(pool) || is_default(pool))
        return CU_INVALID_VALUE;
    if (driver_state.pool == pool)
        driver_state.pool = NULL;
    pool->kind = 0; /* kept: its allocations may still name it */
    driver_keep_ended(pool);
    return CU_SUCCESS;
}

EXPORT int cuMemPoolTrimTo(struct cu_pool *pool, size_t keep)
{
    return valid(pool) ? CU_SUCCESS : CU_INVALID_VALUE;
}

EXPORT int cuMemPoolGetAttribute(struct cu_pool *pool, int attribute, void *value)
{
    if (!valid(pool) || attribute < 1)
        return CU_INVALID_VALUE;
    if (attribute < POOL_THRESHOLD) {
        *(int *) value = pool->reuse[attribute - 1];
        return CU_SUCCESS;
    }
    driver_lock();
    bool high = attribute == POOL_RESERVED_HIGH || attribute == POOL_USED_HIGH;
    *(uint64_t *) value = attribute == POOL_THRESHOLD ? pool->threshold
                          : high                      ? pool->used_high
                                                      : pool->used;
    driver_unlock();
    return CU_SUCCESS;
}

EXPORT int cuMemPoolSetAttribute(struct cu_pool *pool, int attribute, void *value)
{
    if (!valid(pool) || attribute < 1)
        return CU_INVALID_VALUE;
    driver_lock();
    if (attribute < POOL_THRESHOLD)
        pool->reuse[attribute - 1] = *(const int *) value;
    else if (attribute == POOL_THRESHOLD)
        pool->threshold = *(const uint64_t *) value;
    else
        pool->used_high = pool->used;
    driver_unlock();
    return CU_SUCCESS;
}

EXPORT int cuMemPoolSetAccess(struct cu_pool *pool, const struct cu_access *access, size_t count)
{
    return valid(pool) ? CU_SUCCESS : CU_INVALID_VALUE;
}

EXPORT int cuMemPoolGetAccess(int *flags, struct cu_pool *pool, struct cu_location *location)
{
    *flags = 3;
    return valid(pool) ? CU_SUCCESS : CU_INVALID_VALUE;
}

/* ---- allocations ---- */

static int capture_allocation(uint64_t *address, size_t bytes, struct cu_pool *pool,
                              struct cu_stream *s)
{
    struct driver_work w;
    int e = driver_graph_allocate(bytes, pool, &w);
    if (e)
        return e;
    *address = w.rows.to;
    return work_submit(s, &w);
}

EXPORT int cuMemAllocFromPoolAsync(uint64_t *address, size_t bytes, struct cu_pool *pool,
                                   struct cu_stream *stream)
{
    int e = driver_begin();
    if (e)
        return e;
    struct cu_stream *s = stream_of(stream);
    if (!valid(pool) || !s || pool->imported)
        return CU_INVALID_VALUE;
    if (s->capture)
        return capture_allocation(address, bytes, pool, s);
    e = memory_new(bytes, kind_of(pool), 0, pool, address);
    if (e)
        return e;
    driver_lock();
    pool->used += bytes;
    pool->used_high = pool->used > pool->used_high ? pool->used : pool->used_high;
    driver_unlock();
    return CU_SUCCESS;
}

EXPORT int cuMemAllocAsync(uint64_t *address, size_t bytes, struct cu_stream *stream)
{
    return cuMemAllocFromPoolAsync(address, bytes, pool_current(), stream);
}

EXPORT int cuMemFreeAsync(uint64_t address, struct cu_stream *stream)
{
    int e = driver_begin();
    struct cu_stream *s = e ? NULL : stream_of(stream);
    struct driver_work w;
    if (e || !address)
        return e;
    if (driver_graph_release(address, &w) || (s && s->capture))
        return !w.memory ? CU_INVALID_VALUE : s && s->capture ? work_submit(s, &w) : CU_SUCCESS;
    driver_lock();
    struct allocation *a = memory_find_locked(address);
    bool ok = a && s && a->start == address &&
              (a->pool || a->kind == ALLOCATED_DEVICE || a->kind == ALLOCATED_MANAGED);
    uint64_t start = ok ? a->start : 0;
    if (ok && a->pool)
        a->pool->used -= a->size < a->pool->used ? a->size : a->pool->used;
    driver_unlock();
    if (!ok)
        return CU_INVALID_VALUE;
    e = work_submit(s, &(struct driver_work){.kind = WORK_FREE, .rows = {.to = start}});
    driver_lock();
    if (cpu_queue_idle(driver_state.engine, DEVICE_ALL_STREAMS))
        driver_free_deferred_locked();
    driver_unlock();
    return e;
}
