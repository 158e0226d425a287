/* SPDX-License-Identifier: Apache-2.0 */
/* Memory, events and pools of another process on this machine (CUDA Driver API reference, 'Memory Management', 'Stream Ordered Memory
 * Allocator'): each is a file of the process that made it, found by its number in /proc. Next: core/driver_share.c, core/shared_event.c. */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "driver/core/driver_share.h"
#include "driver/core/driver_state.h"
#include "driver/driver_calls.h"

enum { PAGE_BYTES = 4096 };

struct ipc_content { /* of a cu_ipc_handle */
    char magic[8];
    int64_t pid, fd;
    uint64_t offset, size;
};

static const char memory_magic[8] = "WCIPC01", event_magic[8] = "WCIPE01";

static void put_content(struct cu_ipc_handle *handle, struct ipc_content c, const char *magic)
{
    memcpy(c.magic, magic, sizeof c.magic);
    memset(handle, 0, sizeof *handle);
    memcpy(handle, &c, sizeof c);
}

/* The path of the other process's file. */
static bool get_content(const struct cu_ipc_handle *handle, const char *magic,
                        struct ipc_content *out, char path[64])
{
    memcpy(out, handle, sizeof *out);
    snprintf(path, 64, "/proc/%ld/fd/%ld", (long) out->pid, (long) out->fd);
    return !memcmp(out->magic, magic, sizeof out->magic);
}

/* ---- memory ---- */

static int export_memory(struct cu_ipc_handle *handle, uint64_t address, bool of_pool)
{
    struct ipc_content c = {.pid = getpid()};
    int fd = -1, e = driver_begin();
    if (e)
        return e;
    driver_lock_idle();
    struct allocation *a = memory_find_locked(address);
    bool ok = a && a->kind == ALLOCATED_DEVICE && !a->pool == !of_pool &&
              (!of_pool || a->pool->props.handle_types & CU_HANDLE_FILE) &&
              share_export(a->start, a->size, &fd, &c.offset);
    c.size = ok ? a->size : 0;
    driver_unlock();
    c.fd = fd;
    put_content(handle, c, memory_magic);
    return ok ? CU_SUCCESS : CU_INVALID_VALUE;
}

static int import_memory(uint64_t *address, const struct cu_ipc_handle *handle,
                         struct allocation as)
{
    struct ipc_content c;
    char path[64];
    int e = driver_begin();
    if (e)
        return e;
    if (!get_content(handle, memory_magic, &c, path) ||
        c.size > device_props(driver_state.engine)->total_memory)
        return CU_INVALID_VALUE;
    as.inside = c.offset % PAGE_BYTES;
    as.size = (as.inside + c.size + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
    e = memory_new(as.size, as.kind, 0, NULL, &as.start);
    if (e)
        return e;
    driver_lock();
    bool ok = share_import(as.start, as.size, path, c.offset);
    if (ok)
        memory_note_locked(as.start, as);
    driver_unlock();
    if (!ok) {
        memory_end(as.start, as.kind);
        return cudaErrorMapBufferObjectFailed;
    }
    *address = as.start + as.inside;
    return CU_SUCCESS;
}

EXPORT int cuIpcGetMemHandle(struct cu_ipc_handle *handle, uint64_t address)
{
    return export_memory(handle, address, false);
}

EXPORT int cuIpcOpenMemHandle_v2(uint64_t *address, struct cu_ipc_handle handle, unsigned flags)
{
    struct allocation as = {.kind = ALLOCATED_MAPPED, .context = context_current()};
    return import_memory(address, &handle, as);
}

EXPORT int cuIpcOpenMemHandle(uint64_t *address, struct cu_ipc_handle handle, unsigned flags)
{
    return cuIpcOpenMemHandle_v2(address, handle, flags);
}

EXPORT int cuIpcCloseMemHandle(uint64_t address)
{
    int e = driver_begin();
    return e ? e : memory_end(address / PAGE_BYTES * PAGE_BYTES, ALLOCATED_MAPPED);
}

/* ---- events ---- */

EXPORT int cuIpcGetEventHandle(struct cu_ipc_handle *handle, struct cu_event *event)
{
    int e = driver_begin();
    if (e)
        return e;
    if (!event || event->kind != HANDLE_EVENT || !event->shared)
        return cudaErrorInvalidResourceHandle;
    struct ipc_content c = {.pid = getpid(), .fd = shared_event_file(event->shared)};
    put_content(handle, c, event_magic);
    return CU_SUCCESS;
}

EXPORT int cuIpcOpenEventHandle(struct cu_event **event, struct cu_ipc_handle handle)
{
    struct ipc_content c;
    char path[64];
    int e = driver_begin();
    if (e)
        return e;
    struct shared_event *shared =
        get_content(&handle, event_magic, &c, path) ? shared_event_open(path) : NULL;
    if (!event || !shared)
        return CU_INVALID_VALUE;
    *event = xcalloc(1, sizeof **event);
    **event = (struct cu_event){.kind = HANDLE_EVENT,
                                .flags = CU_FLAG_EVENT_INTERPROCESS | CU_FLAG_EVENT_NO_TIMING,
                                .shared = shared};
    return CU_SUCCESS;
}

/* ---- pools: the handle is a file with the properties; each allocation has a handle of its own ---- */

EXPORT int cuMemPoolExportToShareableHandle(void *out, struct cu_pool *pool, int type,
                                            uint64_t flags)
{
    if (!pool || pool->kind != HANDLE_POOL || type != CU_HANDLE_FILE || pool->imported ||
        !(pool->props.handle_types & CU_HANDLE_FILE))
        return CU_INVALID_VALUE;
    int fd = memfd_create("warpcell-pool", MFD_CLOEXEC);
    if (fd >= 0 && pwrite(fd, &pool->props, sizeof pool->props, 0) != sizeof pool->props) {
        close(fd);
        fd = -1;
    }
    memcpy(out, &fd, sizeof fd);
    return fd < 0 ? CU_OUT_OF_MEMORY : CU_SUCCESS;
}

EXPORT int cuMemPoolImportFromShareableHandle(struct cu_pool **pool, void *handle, int type,
                                              uint64_t flags)
{
    struct cu_pool_props props;
    int e = driver_begin();
    if (e)
        return e;
    if (!pool || type != CU_HANDLE_FILE ||
        pread((int) (intptr_t) handle, &props, sizeof props, 0) != sizeof props)
        return CU_INVALID_VALUE;
    *pool = xcalloc(1, sizeof **pool);
    **pool = (struct cu_pool){
        .kind = HANDLE_POOL, .imported = true, .props = props, .reuse = {1, 1, 1}
    };
    return CU_SUCCESS;
}

EXPORT int cuMemPoolExportPointer(struct cu_ipc_handle *handle, uint64_t address)
{
    return export_memory(handle, address, true);
}

EXPORT int cuMemPoolImportPointer(uint64_t *address, struct cu_pool *pool,
                                  const struct cu_ipc_handle *handle)
{
    if (!address || !handle || !pool || pool->kind != HANDLE_POOL || !pool->imported)
        return CU_INVALID_VALUE;
    struct allocation as = {.kind = ALLOCATED_DEVICE, .pool = pool, .context = context_current()};
    return import_memory(address, handle, as);
}
