/* SPDX-License-Identifier: Apache-2.0 */
/* Registered host memory: its pages are at an address of the device too. Next: device/cpu/ipc_memory.c, memory_table.c. */
#include "driver/core/driver_share.h"

#include <sys/mman.h>
#include <unistd.h>

#include "device/cpu/ipc_memory.h"
#include "device/device_open.h"
#include "driver/core/driver_state.h"
#include "driver/core/driver_virtual.h"

enum { PAGE = 4096 };

static void *at(uint64_t address)
{
    return (void *) (uintptr_t) address;
}

static struct shared_pages *of_host(uint64_t host)
{
    VEC_EACH (s, &driver_state.shared)
        if (host >= s->host && host < s->host + s->size)
            return s;
    return NULL;
}

/* The pages of a shared mapping once more. false: they are private. */
static bool alias_shared(const struct shared_pages *s, uint64_t pages)
{
    size_t n = s->end - s->start;
    return mremap(at(s->start), 0, n, MREMAP_MAYMOVE | MREMAP_FIXED, at(pages)) != MAP_FAILED;
}

/* Private pages become those of a file, because only a file can be at two places. */
static bool alias_private(const struct shared_pages *s, uint64_t pages)
{
    size_t n = s->end - s->start;
    int fd = pages_into_file(s->start, s->end);
    bool ok = fd >= 0 && mmap(at(pages), n, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd,
                              0) != MAP_FAILED;
    if (fd >= 0)
        close(fd);
    return ok;
}

static bool alias(struct shared_pages *s, uint64_t *out_pages)
{
    size_t n = s->end - s->start;
    uint64_t pages = virtual_reserve_locked(n, PAGE, 0);
    if (!pages)
        return false;
    bool ok = alias_shared(s, pages);
    s->copied = !ok;
    if ((ok || alias_private(s, pages)) && cpu_device_place(driver_state.engine, pages, n)) {
        s->device = pages + (s->host - s->start);
        *out_pages = pages;
        return true;
    }
    virtual_clear(pages, n);
    virtual_free_locked(pages, n);
    return false;
}

/* Host memory at addresses of the device's has the same address there. */
static bool share_in_place(struct shared_pages *s, uint64_t *out_pages)
{
    s->device = *out_pages = s->host;
    return cpu_device_place(driver_state.engine, s->host, s->size);
}

int share_register(uint64_t host, size_t n, uint64_t *out_device)
{
    struct shared_pages s = {
        .start = page_start(host), .end = page_end(host + n), .host = host, .size = n};
    bool ok = virtual_holds(host) ? share_in_place(&s, out_device) : alias(&s, out_device);
    if (ok)
        VEC_PUSH(&driver_state.shared, s);
    return ok ? CU_SUCCESS : CU_INVALID_VALUE;
}

bool share_unregister(uint64_t host)
{
    struct shared_pages *s = of_host(host);
    if (!s || s->host != host)
        return false;
    struct shared_pages gone = *s;
    VEC_REMOVE(&driver_state.shared, (size_t) (s - driver_state.shared.at));
    uint64_t pages = gone.device - (gone.host - gone.start), n = gone.end - gone.start;
    cpu_device_displace(driver_state.engine, pages);
    if (gone.device == gone.host)
        return true;
    if (gone.copied)
        pages_out_of_file(gone.start, gone.end);
    virtual_clear(pages, n);
    virtual_free_locked(pages, n);
    return true;
}

bool share_registered(uint64_t host)
{
    return of_host(host) != NULL;
}

uint64_t share_device_address(uint64_t host)
{
    const struct shared_pages *s = of_host(host);
    return s ? s->device + (host - s->host) : 0;
}
