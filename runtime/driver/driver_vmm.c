/* SPDX-License-Identifier: Apache-2.0 */
/* Virtual memory management (CUDA Driver API reference, section of this name): reserved addresses are an allocation of the engine, and memory
 * is an anonymous file, so that it can be mapped at several addresses and by several processes. None of it needs a context. Next: share.c. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver/core/driver_state.h"
#include "driver/driver_calls.h"

enum { GRANULARITY = 65536, HANDLE_TYPE_FD = 1 };

struct cu_memory { /* what a CUmemGenericAllocationHandle points to */
    enum handle_kind kind;
    struct cu_allocation props;
    size_t size;
    int fd;
    int users; /* the handle and its mappings; with the lock held */
};

static struct cu_memory *memory_of(uint64_t handle)
{
    struct cu_memory *m = (struct cu_memory *) (uintptr_t) handle;
    return m && m->kind == HANDLE_MEMORY ? m : NULL;
}

static void release_locked(struct cu_memory *m)
{
    if (--m->users)
        return;
    close(m->fd);
    m->kind = 0;
    free(m);
}

EXPORT int cuMemGetAllocationGranularity(size_t *bytes, const struct cu_allocation *what,
                                         int option)
{
    *bytes = GRANULARITY;
    return driver_initialized();
}

EXPORT int cuMemAddressReserve(uint64_t *address, size_t bytes, size_t alignment, uint64_t wanted,
                               uint64_t flags)
{
    int e = driver_initialized();
    if (!e && (!bytes || bytes % GRANULARITY))
        return CU_INVALID_VALUE;
    return e ? e : memory_new(bytes, ALLOCATED_MAPPED, 0, NULL, address);
}

EXPORT int cuMemAddressFree(uint64_t address, size_t bytes)
{
    int e = driver_initialized();
    return e ? e : memory_end(address, ALLOCATED_MAPPED);
}

static int memory_from(int fd, size_t bytes, const struct cu_allocation *what, uint64_t *out)
{
    struct cu_memory *m = xcalloc(1, sizeof *m);
    *m = (struct cu_memory){.kind = HANDLE_MEMORY, .size = bytes, .fd = fd, .users = 1};
    if (what)
        m->props = *what;
    *out = (uint64_t) (uintptr_t) m;
    return CU_SUCCESS;
}

EXPORT int cuMemCreate(uint64_t *handle, size_t bytes, const struct cu_allocation *what,
                       uint64_t flags)
{
    int e = driver_initialized();
    if (e)
        return e;
    if (!bytes || bytes % GRANULARITY || !what)
        return CU_INVALID_VALUE;
    int fd = memfd_create("warpcell", MFD_CLOEXEC);
    if (fd < 0 || ftruncate(fd, (off_t) bytes)) {
        if (fd >= 0)
            close(fd);
        return CU_OUT_OF_MEMORY;
    }
    return memory_from(fd, bytes, what, handle);
}

EXPORT int cuMemRelease(uint64_t handle)
{
    struct cu_memory *m = memory_of(handle);
    if (!m)
        return CU_INVALID_VALUE;
    driver_lock();
    release_locked(m);
    driver_unlock();
    return CU_SUCCESS;
}

EXPORT int cuMemMap(uint64_t address, size_t bytes, size_t offset, uint64_t handle, uint64_t flags)
{
    struct cu_memory *m = memory_of(handle);
    int e = driver_initialized();
    if (e)
        return e;
    if (!m || address % GRANULARITY % 4096 || offset + bytes > m->size)
        return CU_INVALID_VALUE;
    driver_lock();
    struct allocation *a = memory_find_locked(address);
    bool ok = a && a->kind == ALLOCATED_MAPPED && memory_covers_locked(address, bytes) &&
              mmap((void *) (uintptr_t) address, bytes, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_FIXED, m->fd, (off_t) offset) != MAP_FAILED;
    if (ok) {
        m->users++;
        VEC_PUSH(&driver_state.mappings, (struct driver_mapping){address, m});
    }
    driver_unlock();
    return ok ? CU_SUCCESS : CU_INVALID_VALUE;
}

EXPORT int cuMemUnmap(uint64_t address, size_t bytes)
{
    int e = driver_initialized();
    if (e)
        return e;
    driver_lock_idle();
    struct allocation *a = memory_find_locked(address);
    bool ok = a && a->kind == ALLOCATED_MAPPED && memory_covers_locked(address, bytes);
    if (ok)
        mmap((void *) (uintptr_t) address, bytes, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    for (size_t i = driver_state.mappings.n; ok && i-- > 0;) {
        if (driver_state.mappings.at[i].address < address ||
            driver_state.mappings.at[i].address >= address + bytes)
            continue;
        release_locked(driver_state.mappings.at[i].memory);
        VEC_REMOVE(&driver_state.mappings, i);
    }
    driver_unlock();
    return ok ? CU_SUCCESS : CU_INVALID_VALUE;
}

EXPORT int cuMemSetAccess(uint64_t address, size_t bytes, const struct cu_access *access,
                          size_t count)
{
    return driver_initialized();
}

EXPORT int cuMemGetAccess(uint64_t *flags, const struct cu_location *location, uint64_t address)
{
    *flags = 3;
    return driver_initialized();
}

EXPORT int cuMemExportToShareableHandle(void *out, uint64_t handle, int type, uint64_t flags)
{
    struct cu_memory *m = memory_of(handle);
    if (!m || type != HANDLE_TYPE_FD)
        return CU_INVALID_VALUE;
    int fd = fcntl(m->fd, F_DUPFD_CLOEXEC, 0);
    memcpy(out, &fd, sizeof fd);
    return fd < 0 ? CU_OUT_OF_MEMORY : CU_SUCCESS;
}

EXPORT int cuMemImportFromShareableHandle(uint64_t *handle, void *os_handle, int type)
{
    struct stat st;
    int fd = type == HANDLE_TYPE_FD ? fcntl((int) (intptr_t) os_handle, F_DUPFD_CLOEXEC, 0) : -1;
    if (fd < 0 || fstat(fd, &st)) {
        if (fd >= 0)
            close(fd);
        return CU_INVALID_VALUE;
    }
    return memory_from(fd, (size_t) st.st_size, NULL, handle);
}

EXPORT int cuMemGetAllocationPropertiesFromHandle(struct cu_allocation *out, uint64_t handle)
{
    struct cu_memory *m = memory_of(handle);
    if (m)
        *out = m->props;
    return m ? CU_SUCCESS : CU_INVALID_VALUE;
}

EXPORT int cuMemRetainAllocationHandle(uint64_t *handle, void *address)
{
    int e = CU_INVALID_VALUE;
    driver_lock();
    VEC_EACH (m, &driver_state.mappings) {
        uint64_t at = (uint64_t) (uintptr_t) address;
        if (at < m->address || at >= m->address + m->memory->size)
            continue;
        m->memory->users++;
        *handle = (uint64_t) (uintptr_t) m->memory;
        e = CU_SUCCESS;
    }
    driver_unlock();
    return e;
}
