/* SPDX-License-Identifier: Apache-2.0 */
/* Virtual memory management (CUDA Driver API reference, section of this name). Each mapping that the device may access is an allocation of
 * its own, so an access to reserved addresses without memory, or before cuMemSetAccess, is a fault. Memory that other processes may have is an anonymous file, other memory a shared
 * mapping, so that both can be mapped several times. None of it needs a context. Next: core/driver_virtual.c. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device/device_open.h"
#include "driver/core/driver_state.h"
#include "driver/core/driver_virtual.h"
#include "driver/driver_calls.h"

enum { OS_PAGE = 4096, HANDLE_TYPE_FD = 1, LOCATION_DEVICE = 1 };

struct cu_memory { /* what a CUmemGenericAllocationHandle points to */
    enum handle_kind kind;
    struct cu_allocation props;
    size_t size;
    int fd;     /* -1: not of a file */
    void *home; /* the shared mapping of memory without a file */
    bool own;   /* it counts as this device's */
    int users;  /* the handle and its mappings; with the lock held */
};

static struct cu_memory *memory_of(uint64_t handle)
{
    struct cu_memory *m = (struct cu_memory *) (uintptr_t) handle;
    return m && m->kind == HANDLE_MEMORY ? m : NULL;
}

static size_t os_pages(size_t n)
{
    return (n + OS_PAGE - 1) & ~(size_t) (OS_PAGE - 1);
}

static void release_locked(struct cu_memory *m)
{
    if (--m->users)
        return;
    if (m->fd >= 0)
        close(m->fd);
    if (m->home)
        munmap(m->home, os_pages(m->size));
    if (m->own)
        driver_state.physical -= m->size;
    m->kind = 0;
    free(m);
}

static uint64_t granularity(void)
{
    uint64_t chosen = driver_state.settings.granularity;
    return chosen ? chosen : VIRTUAL_PAGE;
}

EXPORT int cuMemGetAllocationGranularity(size_t *bytes, const struct cu_allocation *what,
                                         int option)
{
    *bytes = granularity();
    return driver_initialized();
}

EXPORT int cuMemAddressReserve(uint64_t *address, size_t bytes, size_t alignment, uint64_t wanted,
                               uint64_t flags)
{
    int e = driver_initialized();
    if (e)
        return e;
    if (!address || !bytes || bytes % granularity() || (alignment & (alignment - 1)))
        return CU_INVALID_VALUE;
    driver_lock();
    *address = virtual_reserve_locked(bytes, alignment, wanted);
    driver_unlock();
    return *address ? CU_SUCCESS : CU_OUT_OF_MEMORY;
}

EXPORT int cuMemAddressFree(uint64_t address, size_t bytes)
{
    int e = driver_initialized();
    if (e)
        return e;
    driver_lock();
    bool used = false;
    VEC_EACH (m, &driver_state.mappings)
        used = used || (m->address >= address && m->address < address + bytes);
    bool ok = !used && virtual_free_locked(address, bytes);
    driver_unlock();
    return ok ? CU_SUCCESS : CU_INVALID_VALUE;
}

static int memory_from(struct cu_memory made, const struct cu_allocation *what, uint64_t *out)
{
    struct cu_memory *m = xcalloc(1, sizeof *m);
    *m = made;
    m->kind = HANDLE_MEMORY;
    m->users = 1;
    if (what)
        m->props = *what;
    *out = (uint64_t) (uintptr_t) m;
    return CU_SUCCESS;
}

static bool make_pages(struct cu_memory *m, bool file)
{
    if (!file) {
        m->home = mmap(NULL, os_pages(m->size), PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        m->home = m->home == MAP_FAILED ? NULL : m->home;
        return m->home;
    }
    m->fd = memfd_create("warpcell", MFD_CLOEXEC);
    if (m->fd >= 0 && !ftruncate(m->fd, (off_t) os_pages(m->size)))
        return true;
    if (m->fd >= 0)
        close(m->fd);
    return false;
}

EXPORT int cuMemCreate(uint64_t *handle, size_t bytes, const struct cu_allocation *what,
                       uint64_t flags)
{
    int e = driver_initialized();
    struct cu_memory m = {.size = bytes, .fd = -1, .own = true};
    if (e)
        return e;
    if (!handle || !bytes || bytes % granularity() || !what)
        return CU_INVALID_VALUE;
    driver_lock();
    bool ok = memory_left_locked(bytes) && make_pages(&m, what->handle_types & HANDLE_TYPE_FD);
    driver_state.physical += ok ? bytes : 0;
    driver_unlock();
    return ok ? memory_from(m, what, handle) : CU_OUT_OF_MEMORY;
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

static bool map_pages(const struct cu_memory *m, uint64_t address, size_t bytes, size_t offset)
{
    void *to = (void *) (uintptr_t) address;
    void *p = m->home ? mremap((char *) m->home + offset, 0, os_pages(bytes),
                               MREMAP_MAYMOVE | MREMAP_FIXED, to)
                      : mmap(to, os_pages(bytes), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                             m->fd, (off_t) offset);
    return p != MAP_FAILED;
}

static bool map_locked(struct cu_memory *m, uint64_t address, size_t bytes, size_t offset)
{
    if (!virtual_reserved_locked(address, bytes) || !map_pages(m, address, bytes, offset))
        return false;
    memory_note_locked(address, (struct allocation){.kind = ALLOCATED_VIRTUAL,
                                                    .start = address,
                                                    .size = bytes,
                                                    .context = context_current()});
    m->users++;
    VEC_PUSH(&driver_state.mappings, (struct driver_mapping){address, bytes, m, 0});
    return true;
}

static bool is_mapped_locked(uint64_t address, size_t bytes)
{
    VEC_EACH (m, &driver_state.mappings)
        if (m->address < address + bytes && address < m->address + m->size)
            return true;
    return false;
}

EXPORT int cuMemMap(uint64_t address, size_t bytes, size_t offset, uint64_t handle, uint64_t flags)
{
    struct cu_memory *m = memory_of(handle);
    int e = driver_initialized();
    if (e)
        return e;
    if (!m || !bytes || address % VIRTUAL_PAGE || offset % OS_PAGE || offset > m->size ||
        bytes > m->size - offset)
        return CU_INVALID_VALUE;
    driver_lock();
    bool ok = !is_mapped_locked(address, bytes) && map_locked(m, address, bytes, offset);
    driver_unlock();
    return ok ? CU_SUCCESS : CU_INVALID_VALUE;
}

/* Whole mappings that fill the range. */
static bool may_unmap_locked(uint64_t address, size_t bytes)
{
    size_t whole = 0;
    VEC_EACH (m, &driver_state.mappings)
        if (m->address >= address && m->address + m->size <= address + bytes)
            whole += m->size;
    return whole == bytes;
}

EXPORT int cuMemUnmap(uint64_t address, size_t bytes)
{
    int e = driver_initialized();
    if (e)
        return e;
    driver_lock_idle();
    bool ok = bytes && may_unmap_locked(address, bytes);
    for (size_t i = driver_state.mappings.n; ok && i-- > 0;) {
        struct driver_mapping m = driver_state.mappings.at[i];
        if (m.address < address || m.address >= address + bytes)
            continue;
        if (m.access)
            cpu_device_displace(driver_state.engine, m.address);
        virtual_clear(m.address, m.size);
        release_locked(m.memory);
        VEC_REMOVE(&driver_state.mappings, i);
    }
    driver_unlock();
    return ok ? CU_SUCCESS : CU_INVALID_VALUE;
}

/* How much of the range is mapped. */
static uint64_t mapped_bytes_locked(uint64_t address, size_t bytes)
{
    uint64_t n = 0;
    VEC_EACH (m, &driver_state.mappings) {
        uint64_t from = m->address > address ? m->address : address,
                 end = m->address + m->size < address + bytes ? m->address + m->size
                                                              : address + bytes;
        n += end > from ? end - from : 0;
    }
    return n;
}

/* Of the whole mapping. Reading alone is taken for reading and writing. */
static bool give_access_locked(struct driver_mapping *m, int flags)
{
    if (flags && !m->access && !cpu_device_place(driver_state.engine, m->address, m->size))
        return false;
    if (!flags && m->access)
        cpu_device_displace(driver_state.engine, m->address);
    m->access = flags;
    return true;
}

EXPORT int cuMemSetAccess(uint64_t address, size_t bytes, const struct cu_access *access,
                          size_t count)
{
    int e = driver_initialized();
    if (e)
        return e;
    if (!bytes || !access || !count)
        return CU_INVALID_VALUE;
    driver_lock_idle();
    bool ok = mapped_bytes_locked(address, bytes) == bytes;
    for (size_t i = 0; ok && i < count; i++)
        VEC_EACH (m, &driver_state.mappings)
            if (access[i].location.type == LOCATION_DEVICE && m->address < address + bytes &&
                address < m->address + m->size)
                ok = ok && give_access_locked(m, access[i].flags);
    driver_unlock();
    return ok ? CU_SUCCESS : CU_INVALID_VALUE;
}

EXPORT int cuMemGetAccess(uint64_t *flags, const struct cu_location *location, uint64_t address)
{
    int e = driver_initialized();
    if (e)
        return e;
    if (!flags || !location)
        return CU_INVALID_VALUE;
    e = CU_INVALID_VALUE;
    driver_lock();
    VEC_EACH (m, &driver_state.mappings) {
        if (address < m->address || address >= m->address + m->size)
            continue;
        *flags = location->type == LOCATION_DEVICE ? (uint64_t) m->access : 0;
        e = CU_SUCCESS;
    }
    driver_unlock();
    return e;
}

EXPORT int cuMemExportToShareableHandle(void *out, uint64_t handle, int type, uint64_t flags)
{
    struct cu_memory *m = memory_of(handle);
    if (!m || type != HANDLE_TYPE_FD || m->fd < 0)
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
    return memory_from((struct cu_memory){.size = (size_t) st.st_size, .fd = fd}, NULL, handle);
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
        if (at < m->address || at >= m->address + m->size)
            continue;
        m->memory->users++;
        *handle = (uint64_t) (uintptr_t) m->memory;
        e = CU_SUCCESS;
    }
    driver_unlock();
    return e;
}
