/* SPDX-License-Identifier: Apache-2.0 */
/* Memory, events and pools of another process on this machine (CUDA Driver API reference, 'Memory Management', 'Stream Ordered Memory
 * Allocator'): each is a file of the process that made it, found by its number in /proc. Next: device/device_ipc.h, core/shared_event.c. */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "device/device_ipc.h"
#include "driver/core/driver_state.h"
#include "driver/driver_calls.h"

struct event_content { /* of a cu_ipc_handle */
    char magic[8];
    int64_t pid, fd;
};

static const char event_magic[8] = "WCIPE01";

/* ---- memory ---- */

static int export_memory(struct cu_ipc_handle *handle, uint64_t address, bool of_pool)
{
    int e = driver_begin();
    if (e)
        return e;
    driver_lock_idle();
    struct allocation *a = memory_find_locked(address);
    bool ok = handle && a && a->kind == ALLOCATED_DEVICE && !a->pool == !of_pool &&
              (!of_pool || a->pool->props.handle_types & CU_HANDLE_FILE) &&
              device_ipc_get(driver_state.engine, a->start, (struct device_ipc_handle *) handle);
    driver_unlock();
    return ok ? CU_SUCCESS : CU_INVALID_VALUE;
}

static int import_memory(uint64_t *address, const struct cu_ipc_handle *handle,
                         struct allocation as)
{
    struct device_allocation made;
    int e = driver_begin();
    if (e)
        return e;
    driver_lock_idle();
    bool ok =
        device_ipc_open(driver_state.engine, (const struct device_ipc_handle *) handle, &as.start);
    if (ok) {
        device_find(driver_state.engine, as.start, &made);
        as.size = made.size;
        memory_note_locked(as.start, as);
    }
    driver_unlock();
    if (ok)
        *address = as.start;
    return ok ? CU_SUCCESS : CU_INVALID_VALUE;
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
    return e ? e : memory_end(address, ALLOCATED_MAPPED);
}

/* ---- events ---- */

EXPORT int cuIpcGetEventHandle(struct cu_ipc_handle *handle, struct cu_event *event)
{
    int e = driver_begin();
    if (e)
        return e;
    if (!event || event->kind != HANDLE_EVENT || !event->shared)
        return cudaErrorInvalidResourceHandle;
    struct event_content c = {.pid = getpid(), .fd = shared_event_file(event->shared)};
    memcpy(c.magic, event_magic, sizeof c.magic);
    memset(handle, 0, sizeof *handle);
    memcpy(handle, &c, sizeof c);
    return CU_SUCCESS;
}

EXPORT int cuIpcOpenEventHandle(struct cu_event **event, struct cu_ipc_handle handle)
{
    struct event_content c;
    char path[64];
    int e = driver_begin();
    if (e)
        return e;
    memcpy(&c, &handle, sizeof c);
    snprintf(path, sizeof path, "/proc/%ld/fd/%ld", (long) c.pid, (long) c.fd);
    struct shared_event *shared =
        memcmp(c.magic, event_magic, sizeof event_magic) ? NULL : shared_event_open(path);
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
