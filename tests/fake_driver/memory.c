/* SPDX-License-Identifier: Apache-2.0 */
/* The fake driver's memory: ranges reserved, memory made and mapped into them, host memory registered, copies and fills. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "fake_driver.h"

enum { OS_PAGE = 4096 };

static const uint64_t reach =
    (uint64_t) 1 << 42; /* from the arrays' first address, where managed memory is as well */

static struct object *mapped_at(uint64_t address)
{
    struct object *o = fake.space ? space_find(fake.space, address) : NULL;
    return o && o->state == OBJECT_LIVE && o->start == address ? o : NULL;
}

static uint64_t os_pages(uint64_t n)
{
    return (n + OS_PAGE - 1) & ~(uint64_t) (OS_PAGE - 1);
}

/* ---- virtual memory management ---- */

EXPORT int cuMemGetAllocationGranularity(size_t *bytes, const struct cu_allocation *what,
                                         int option)
{
    *bytes = fake_granularity();
    return fake_enter("cuMemGetAllocationGranularity");
}

EXPORT int cuMemAddressReserve(uint64_t *address, size_t bytes, size_t alignment, uint64_t wanted,
                               uint64_t flags)
{
    int e = fake_enter("cuMemAddressReserve");
    if (e)
        return e;
    if (fake.control->reserves && bytes > fake.control->reserves)
        return CU_OUT_OF_MEMORY;
    void *p = mmap((void *) (uintptr_t) wanted, bytes, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED)
        return CU_OUT_OF_MEMORY;
    *address = (uint64_t) (uintptr_t) p;
    if (!fake.engine && !fake_start(*address, reach))
        return CU_OUT_OF_MEMORY;
    fake.reserved = *address;
    fake.reserved_size = bytes;
    return CU_SUCCESS;
}

EXPORT int cuMemAddressFree(uint64_t address, size_t bytes)
{
    munmap((void *) (uintptr_t) address, bytes);
    return fake_enter("cuMemAddressFree");
}

EXPORT int cuMemCreate(uint64_t *handle, size_t bytes, const struct cu_allocation *what,
                       uint64_t flags)
{
    int e = fake_enter("cuMemCreate");
    if (e)
        return e;
    if (!bytes || bytes % fake_granularity())
        return CU_INVALID_VALUE;
    if (fake.used + bytes > fake_total())
        return CU_OUT_OF_MEMORY;
    fake.used += bytes;
    *handle = ++fake.next_handle;
    VEC_PUSH(&fake.allocations, (struct allocation){*handle, bytes});
    return CU_SUCCESS;
}

EXPORT int cuMemRelease(uint64_t handle)
{
    int e = fake_enter("cuMemRelease");
    for (size_t i = 0; i < fake.allocations.n; i++)
        if (fake.allocations.at[i].handle == handle)
            fake.allocations.at[i] = fake.allocations.at[--fake.allocations.n];
    return e;
}

EXPORT int cuMemMap(uint64_t address, size_t bytes, size_t offset, uint64_t handle, uint64_t flags)
{
    int e = fake_enter("cuMemMap");
    if (e)
        return e;
    VEC_EACH (a, &fake.allocations) {
        if (a->handle != handle || a->size != bytes || address < fake.reserved ||
            address + bytes > fake.reserved + fake.reserved_size)
            continue;
        struct object *o = space_place(fake.space, address, bytes);
        if (!o)
            return CU_INVALID_VALUE;
        mprotect((void *) (uintptr_t) address, os_pages(bytes), PROT_READ | PROT_WRITE);
        return CU_SUCCESS;
    }
    return CU_INVALID_VALUE;
}

EXPORT int cuMemSetAccess(uint64_t address, size_t bytes, const struct cu_access *access,
                          size_t count)
{
    return fake_enter("cuMemSetAccess");
}

EXPORT int cuMemUnmap(uint64_t address, size_t bytes)
{
    int e = fake_enter("cuMemUnmap");
    struct object *o = mapped_at(address);
    if (e)
        return e;
    if (!o || o->size != bytes)
        return CU_INVALID_VALUE;
    fake_sync(DEVICE_ALL_STREAMS);
    space_displace(fake.space, o);
    fake.used -= bytes;
    madvise((void *) (uintptr_t) address, os_pages(bytes), MADV_DONTNEED);
    mprotect((void *) (uintptr_t) address, os_pages(bytes), PROT_NONE);
    return fake.sticky;
}

/* ---- other memory ---- */

EXPORT int cuMemAlloc_v2(uint64_t *address, size_t bytes)
{
    int e = fake_enter("cuMemAlloc_v2");
    struct diags unheard = {0};
    if (e)
        return e;
    bool ok = device_alloc(fake.engine, bytes, &unheard, (struct span){0}, address);
    diags_free(&unheard);
    return ok ? CU_SUCCESS : CU_OUT_OF_MEMORY;
}

EXPORT int cuMemFree_v2(uint64_t address)
{
    int e = fake_enter("cuMemFree_v2");
    struct diags unheard = {0};
    bool ok = !e && device_free(fake.engine, address, &unheard, (struct span){0});
    diags_free(&unheard);
    return e ? e : ok ? CU_SUCCESS : CU_INVALID_VALUE;
}

/* Of host memory in the device's range the engine must know, so that kernels may use it. */
EXPORT int cuMemHostRegister_v2(void *p, size_t bytes, unsigned flags)
{
    int e = fake_enter("cuMemHostRegister_v2");
    uint64_t address = (uint64_t) (uintptr_t) p;
    if (e)
        return e;
    if (!fake_device_memory(address))
        return CU_SUCCESS;
    return space_place(fake.space, address, bytes) ? CU_SUCCESS : CU_ALREADY_REGISTERED;
}

EXPORT int cuMemHostUnregister(void *p)
{
    int e = fake_enter("cuMemHostUnregister");
    struct object *o = mapped_at((uint64_t) (uintptr_t) p);
    if (!e && o)
        space_displace(fake.space, o);
    return e;
}

EXPORT int cuMemHostGetDevicePointer_v2(uint64_t *address, void *p, unsigned flags)
{
    *address = (uint64_t) (uintptr_t) p;
    return fake_enter("cuMemHostGetDevicePointer_v2");
}

/* ---- copies and fills ---- */

size_t fake_in_one(uint64_t address, size_t bytes)
{
    struct object *o = fake.space ? space_find(fake.space, address) : NULL;
    if (o && o->start + o->size == address) /* one past an object's end: the next one's first, if there is one */
        o = space_find(fake.space, address + 1);
    if (!object_covers(o, address, 1))
        return 0;
    uint64_t left = o->start + o->size - address;
    return left < bytes ? left : bytes;
}

static bool covers(uint64_t address, size_t bytes)
{
    for (size_t n; bytes; address += n, bytes -= n)
        if (!(n = fake_in_one(address, bytes)))
            return false;
    return true;
}

static int host_copy(const char *name, void *to, const void *from, uint64_t device, size_t bytes)
{
    int e = fake_enter(name);
    e = e ? e : fake_sync(DEVICE_ALL_STREAMS);
    if (e)
        return e;
    if (!covers(device, bytes))
        return CU_INVALID_VALUE;
    memcpy(to, from, bytes);
    return CU_SUCCESS;
}

EXPORT int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t bytes,
                                struct cu_stream *stream)
{
    return host_copy("cuMemcpyHtoDAsync_v2", (void *) (uintptr_t) to, from, to, bytes);
}

EXPORT int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t bytes, struct cu_stream *stream)
{
    return host_copy("cuMemcpyDtoHAsync_v2", to, (const void *) (uintptr_t) from, from, bytes);
}

int fake_copy(uint64_t to, uint64_t from, size_t bytes, struct cu_stream *stream)
{
    bool overlaps = to < from + bytes && from < to + bytes;
    bool ok = !overlaps && covers(to, bytes) && covers(from, bytes);
    for (size_t n; ok && bytes; to += n, from += n, bytes -= n) {
        n = fake_in_one(to, fake_in_one(from, bytes));
        ok = device_copy(fake.engine, to, from, n, stream ? stream->id : 0) == DEVICE_OK;
    }
    return ok ? CU_SUCCESS : CU_INVALID_VALUE;
}

EXPORT int cuMemcpyAsync(uint64_t to, uint64_t from, size_t bytes, struct cu_stream *stream)
{
    int e = fake_enter("cuMemcpyAsync");
    return e ? e : fake_copy(to, from, bytes, stream);
}

EXPORT int cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t bytes, struct cu_stream *stream)
{
    int e = fake_enter("cuMemcpyDtoDAsync_v2");
    return e ? e : fake_copy(to, from, bytes, stream);
}

static int fill(const char *name, uint64_t to, const void *pattern, uint32_t size, size_t count,
                struct cu_stream *stream)
{
    int e = fake_enter(name);
    if (e)
        return e;
    if (!fake_device_memory(to) && size == 4 && count == 1) { /* registered host memory */
        uint32_t value;
        memcpy(&value, pattern, sizeof value);
        fake_write(stream ? stream->last : fake.last, to, value);
        return CU_SUCCESS;
    }
    bool ok = covers(to, size * count);
    for (size_t n; ok && count; to += n * size, count -= n) {
        n = fake_in_one(to, count * size) / size;
        ok = device_fill(fake.engine, to, pattern, size, n, stream ? stream->id : 0) ==
             DEVICE_OK;
    }
    return ok ? CU_SUCCESS : CU_INVALID_VALUE;
}

EXPORT int cuMemsetD8Async(uint64_t to, unsigned char value, size_t count, struct cu_stream *stream)
{
    return fill("cuMemsetD8Async", to, &value, sizeof value, count, stream);
}

EXPORT int cuMemsetD16Async(uint64_t to, unsigned short value, size_t count,
                            struct cu_stream *stream)
{
    return fill("cuMemsetD16Async", to, &value, sizeof value, count, stream);
}

EXPORT int cuMemsetD32Async(uint64_t to, unsigned value, size_t count, struct cu_stream *stream)
{
    return fill("cuMemsetD32Async", to, &value, sizeof value, count, stream);
}
