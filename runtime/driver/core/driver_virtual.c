/* SPDX-License-Identifier: Apache-2.0 */
/* Reserved addresses, in the part of the engine's range that it does not allocate from. It needs the engine to be open. Next: driver_share.c. */
#include "driver/core/driver_virtual.h"

#include <sys/mman.h>

#include "driver/core/driver_state.h"

static uint64_t pages_of(uint64_t n)
{
    return (n + VIRTUAL_PAGE - 1) & ~(uint64_t) (VIRTUAL_PAGE - 1);
}

bool virtual_holds(uint64_t address)
{
    return address >= driver_state.virtual_start && address < driver_state.virtual_end;
}

/* The end of a reservation that overlaps; 0: none does. */
static uint64_t taken_to(uint64_t start, uint64_t size)
{
    VEC_EACH (r, &driver_state.reserved)
        if (start < r->start + r->size && r->start < start + size)
            return r->start + r->size;
    return 0;
}

static bool fits(uint64_t start, uint64_t size)
{
    return start >= driver_state.virtual_start && start <= driver_state.virtual_end &&
           size <= driver_state.virtual_end - start;
}

/* In a range that the settings name, others of this process may have mapped something. */
static bool take_pages(uint64_t start, uint64_t size)
{
    return !driver_state.settings.start ||
           mmap((void *) (uintptr_t) start, size, PROT_NONE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1,
                0) != MAP_FAILED;
}

static bool reserve_at(uint64_t start, uint64_t size)
{
    if (!fits(start, size) || taken_to(start, size) || !take_pages(start, size))
        return false;
    VEC_PUSH(&driver_state.reserved, (struct reservation){start, size});
    return true;
}

uint64_t virtual_reserve_locked(uint64_t size, uint64_t alignment, uint64_t wanted)
{
    uint64_t most = alignment > VIRTUAL_PAGE ? alignment : VIRTUAL_PAGE, next;
    size = pages_of(size);
    if (wanted && wanted % most == 0 && reserve_at(wanted, size))
        return wanted;
    uint64_t at = (driver_state.virtual_start + most - 1) / most * most;
    for (; fits(at, size); at = (next + most - 1) / most * most) {
        next = taken_to(at, size);
        if (!next && reserve_at(at, size))
            return at;
        next = next ? next : at + size;
    }
    return 0;
}

bool virtual_free_locked(uint64_t start, uint64_t size)
{
    for (size_t i = 0; i < driver_state.reserved.n; i++) {
        struct reservation r = driver_state.reserved.at[i];
        if (r.start != start || r.size != pages_of(size))
            continue;
        if (driver_state.settings.start)
            munmap((void *) (uintptr_t) start, r.size);
        VEC_REMOVE(&driver_state.reserved, i);
        return true;
    }
    return false;
}

bool virtual_reserved_locked(uint64_t start, uint64_t size)
{
    VEC_EACH (r, &driver_state.reserved)
        if (start >= r->start && start - r->start <= r->size &&
            size <= r->size - (start - r->start))
            return true;
    return false;
}

void virtual_clear(uint64_t start, uint64_t size)
{
    mmap((void *) (uintptr_t) start, pages_of(size), PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}
