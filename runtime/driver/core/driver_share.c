/* SPDX-License-Identifier: Apache-2.0 */
/* Pages at two places, by anonymous files. Only the two ways to need one are here: registering host memory, and sharing device memory with
 * another process. It needs Linux. Next: memory_table.c. */
#include "driver/core/driver_share.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "device/device_open.h"
#include "driver/core/driver_state.h"
#include "driver/core/driver_virtual.h"

enum { PAGE = 4096 };

static uint64_t page_of(uint64_t address)
{
    return address & ~(uint64_t) (PAGE - 1);
}

static void *at(uint64_t address)
{
    return (void *) (uintptr_t) address;
}

/* A file with the contents of the pages, which are mapped from it from now on. -1: not possible, and nothing has changed. */
static int into_file(uint64_t start, uint64_t end)
{
    size_t n = end - start;
    int fd = memfd_create("warpcell", MFD_CLOEXEC);
    if (fd < 0 || ftruncate(fd, (off_t) n)) {
        if (fd >= 0)
            close(fd);
        return -1;
    }
    for (size_t done = 0; done < n;) {
        ssize_t wrote = pwrite(fd, (const char *) at(start) + done, n - done, (off_t) done);
        if (wrote <= 0) {
            close(fd);
            return -1;
        }
        done += (size_t) wrote;
    }
    if (mmap(at(start), n, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED) {
        close(fd);
        return -1;
    }
    return fd;
}

/* Private pages with the same contents. */
static void out_of_file(const struct shared_pages *s)
{
    size_t n = s->end - s->start;
    void *copy = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (copy == MAP_FAILED)
        return; /* it stays shared, and nothing is lost */
    memcpy(copy, at(s->start), n);
    if (mremap(copy, n, n, MREMAP_MAYMOVE | MREMAP_FIXED, at(s->start)) == MAP_FAILED)
        munmap(copy, n);
}

static struct shared_pages *of_host(uint64_t host)
{
    VEC_EACH (s, &driver_state.shared)
        if (s->host && host >= s->host && host < s->host + s->size)
            return s;
    return NULL;
}

/* ---- registered memory ---- */

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
    int fd = into_file(s->start, s->end);
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
    struct shared_pages s = {.start = page_of(host),
                             .end = page_of(host + n + PAGE - 1),
                             .host = host,
                             .size = n,
                             .fd = -1};
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
        out_of_file(&gone);
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

/* ---- device memory for another process ---- */

static struct shared_pages *exported(uint64_t start, uint64_t end)
{
    VEC_EACH (s, &driver_state.shared)
        if (!s->host && start >= s->start && end <= s->end)
            return s;
    return NULL;
}

bool share_export(uint64_t address, size_t n, int *out_fd, uint64_t *out_offset)
{
    uint64_t start = page_of(address), end = page_of(address + n + PAGE - 1);
    struct shared_pages *s = exported(start, end);
    if (!s) {
        struct shared_pages fresh = {.start = start, .end = end};
        fresh.fd = into_file(start, end);
        if (fresh.fd < 0)
            return false;
        VEC_PUSH(&driver_state.shared, fresh);
        s = &VEC_LAST(&driver_state.shared);
    }
    *out_fd = s->fd;
    *out_offset = address - s->start;
    return true;
}

bool share_import(uint64_t pages, size_t bytes, const char *path, uint64_t offset)
{
    int fd = open(path, O_RDWR | O_CLOEXEC);
    bool ok = fd >= 0 && mmap(at(pages), bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd,
                              (off_t) page_of(offset)) != MAP_FAILED;
    if (fd >= 0)
        close(fd);
    if (ok)
        VEC_PUSH(&driver_state.shared,
                 (struct shared_pages){.start = pages, .end = pages + bytes, .fd = -1});
    return ok;
}

void share_end(uint64_t address, size_t n)
{
    for (size_t i = 0; i < driver_state.shared.n; i++) {
        struct shared_pages *s = &driver_state.shared.at[i];
        if (s->host || address >= s->end || address + n <= s->start)
            continue;
        out_of_file(s);
        if (s->fd >= 0)
            close(s->fd);
        VEC_REMOVE(&driver_state.shared, i);
        i--;
    }
}
