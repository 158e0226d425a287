/* SPDX-License-Identifier: Apache-2.0 */
/* The table of the program's allocations, and how each is made and ended. It needs the engine. Next: driver_share.c. */
#include <stdlib.h>

#include "base/check.h"
#include "driver/core/driver_state.h"

static const void *key_of(uint64_t start)
{
    return (const void *) (uintptr_t) start;
}

struct allocation *memory_find_locked(uint64_t address)
{
    struct device_allocation a;
    if (!device_find(driver_state.engine, address, &a) || !a.live)
        return NULL;
    return (struct allocation *) (uintptr_t) pointer_map_get(&driver_state.allocations,
                                                             key_of(a.start), 0);
}

void memory_note_locked(uint64_t start, struct allocation a)
{
    struct allocation *kept = (struct allocation *) (uintptr_t) pointer_map_get(
        &driver_state.allocations, key_of(start), 0);
    if (!kept) {
        kept = xcalloc(1, sizeof *kept);
        pointer_map_set(&driver_state.allocations, key_of(start), (uint64_t) (uintptr_t) kept);
    }
    a.id = ++driver_state.numbers;
    *kept = a;
}

uint64_t memory_in_one_locked(uint64_t address, uint64_t n)
{
    struct device_allocation a;
    if (!device_find(driver_state.engine, address, &a) || !a.live)
        return 0;
    uint64_t left = a.size - (address - a.start);
    return left < n ? left : n;
}

bool memory_covers_locked(uint64_t address, uint64_t n)
{
    uint64_t one = memory_in_one_locked(address, n);
    for (; one && one < n; one = memory_in_one_locked(address, n)) {
        address += one;
        n -= one;
    }
    return one == n;
}

bool memory_left_locked(uint64_t size)
{
    uint64_t total = device_props(driver_state.engine)->total_memory,
             used = device_memory_used(driver_state.engine) + driver_state.physical;
    return used <= total && size <= total - used;
}

static bool allocate_locked(uint64_t size, bool managed, uint64_t *out)
{
    struct diags unheard = {0};
    bool ok = managed
                  ? device_alloc_managed(driver_state.engine, size, &unheard, (struct span){0}, out)
                  : device_alloc(driver_state.engine, size, &unheard, (struct span){0}, out);
    diags_free(&unheard);
    return ok;
}

int memory_new(uint64_t size, enum allocated_as kind, unsigned flags, struct cu_pool *pool,
               uint64_t *out)
{
    if (!out || !size)
        return CU_INVALID_VALUE;
    driver_lock();
    if (driver_state.deferred.n && cpu_queue_idle(driver_state.engine, DEVICE_ALL_STREAMS))
        driver_free_deferred_locked();
    bool ok = memory_left_locked(size) && allocate_locked(size, kind == ALLOCATED_MANAGED, out);
    if (ok)
        memory_note_locked(*out, (struct allocation){.kind = kind,
                                                     .start = *out,
                                                     .size = size,
                                                     .flags = flags,
                                                     .pool = pool,
                                                     .context = context_current()});
    driver_unlock();
    return ok ? CU_SUCCESS : CU_OUT_OF_MEMORY;
}

static void free_locked(uint64_t address)
{
    struct diags unheard = {0};
    device_free(driver_state.engine, address, &unheard, (struct span){0});
    diags_free(&unheard);
}

int memory_end(uint64_t address, enum allocated_as kind)
{
    driver_lock_idle();
    struct allocation *a = memory_find_locked(address);
    bool ok = a && a->start == address && a->kind == kind;
    if (ok)
        free_locked(address);
    driver_unlock();
    return ok ? CU_SUCCESS : CU_INVALID_VALUE;
}
