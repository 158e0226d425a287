/* SPDX-License-Identifier: Apache-2.0 */
/* Device memory of another process on this machine (CUDA Driver API reference, 'Memory Management', cuIpc...): its pages are a file of the
 * process that allocated them, found by its number in /proc. Next: share.c. */
#include <stdio.h>
#include <string.h>
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

static const char ipc_magic[8] = "WCIPC01";

EXPORT int cuIpcGetMemHandle(struct cu_ipc_handle *handle, uint64_t address)
{
    struct ipc_content c = {.pid = getpid()};
    int fd = -1, e = driver_begin();
    if (e)
        return e;
    driver_lock_idle();
    struct allocation *a = memory_find_locked(address);
    bool ok = a && a->kind == ALLOCATED_DEVICE && !a->pool &&
              share_export(a->start, a->size, &fd, &c.offset);
    c.size = ok ? a->size : 0;
    driver_unlock();
    c.fd = fd;
    memcpy(c.magic, ipc_magic, sizeof c.magic);
    memset(handle, 0, sizeof *handle);
    memcpy(handle, &c, sizeof c);
    return ok ? CU_SUCCESS : CU_INVALID_VALUE;
}

EXPORT int cuIpcOpenMemHandle_v2(uint64_t *address, struct cu_ipc_handle handle, unsigned flags)
{
    struct ipc_content c;
    char path[64];
    uint64_t pages;
    int e = driver_begin();
    if (e)
        return e;
    memcpy(&c, &handle, sizeof c);
    if (memcmp(c.magic, ipc_magic, sizeof c.magic) ||
        c.size > device_props(driver_state.engine)->total_memory)
        return CU_INVALID_VALUE;
    uint64_t inside = c.offset % PAGE_BYTES,
             bytes = (inside + c.size + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
    snprintf(path, sizeof path, "/proc/%ld/fd/%ld", (long) c.pid, (long) c.fd);
    e = memory_new(bytes, ALLOCATED_MAPPED, 0, NULL, &pages);
    if (e)
        return e;
    driver_lock();
    bool ok = share_import(pages, bytes, path, c.offset);
    driver_unlock();
    if (!ok) {
        memory_end(pages, ALLOCATED_MAPPED);
        return cudaErrorMapBufferObjectFailed;
    }
    *address = pages + inside;
    return CU_SUCCESS;
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
