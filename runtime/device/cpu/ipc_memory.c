/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of the cpu device in two processes, by anonymous files. Next: cpu_device.c, which gives it to device_ipc.h;
 * driver/core/driver_share.c, which registers host memory the same way. */
#include "device/cpu/ipc_memory.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device/device_ipc.h"

enum { PAGE_BYTES = 4096 };

struct ipc_content { /* of a handle; python/warpcell/host_memory.py has it too */
    char magic[8];
    int64_t pid, fd;
    uint64_t file;         /* its inode: the number may be another file's by now */
    uint64_t offset, size; /* in its pages, which begin there in the file: */
    uint64_t first;
};

static const char magic[8] = "WCIPC02";

static void *at(uint64_t address)
{
    return (void *) (uintptr_t) address;
}

uint64_t page_start(uint64_t address)
{
    return address & ~(uint64_t) (PAGE_BYTES - 1);
}

uint64_t page_end(uint64_t address)
{
    return page_start(address + PAGE_BYTES - 1);
}

static bool map_file(int fd, uint64_t start, uint64_t end, uint64_t offset)
{
    return mmap(at(start), end - start, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd,
                (off_t) offset) != MAP_FAILED;
}

static bool write_all(int fd, uint64_t start, uint64_t n)
{
    for (uint64_t done = 0; done < n;) {
        ssize_t wrote = pwrite(fd, (const char *) at(start) + done, n - done, (off_t) done);
        if (wrote <= 0)
            return false;
        done += (uint64_t) wrote;
    }
    return true;
}

int pages_into_file(uint64_t start, uint64_t end)
{
    int fd = memfd_create("warpcell", MFD_CLOEXEC);
    if (fd >= 0 && (!write_all(fd, start, end - start) || !map_file(fd, start, end, 0))) {
        close(fd);
        return -1;
    }
    return fd;
}

void pages_out_of_file(uint64_t start, uint64_t end)
{
    uint64_t n = end - start;
    void *copy = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (copy == MAP_FAILED)
        return; /* it stays shared, and nothing is lost */
    memcpy(copy, at(start), n);
    if (mremap(copy, n, n, MREMAP_MAYMOVE | MREMAP_FIXED, at(start)) == MAP_FAILED)
        munmap(copy, n);
}

/* ---- given to other processes ---- */

static struct ipc_given *given_at(struct ipc_memory *m, uint64_t page)
{
    VEC_EACH (g, &m->given)
        if (g->start == page)
            return g;
    return NULL;
}

static bool give(struct ipc_memory *m, uint64_t start, uint64_t end)
{
    int fd = pages_into_file(start, end);
    if (fd >= 0)
        VEC_PUSH(&m->given, (struct ipc_given){start, end, fd});
    return fd >= 0;
}

bool ipc_memory_give(struct ipc_memory *m, uint64_t address, uint64_t n,
                     struct device_ipc_handle *out)
{
    uint64_t page = page_start(address);
    struct stat s;
    if (!given_at(m, page) && !give(m, page, page_end(address + n)))
        return false;
    struct ipc_content c = {
        .pid = getpid(), .fd = given_at(m, page)->fd, .offset = address - page, .size = n};
    if (fstat((int) c.fd, &s))
        return false;
    c.file = s.st_ino;
    memcpy(c.magic, magic, sizeof magic);
    memset(out, 0, sizeof *out);
    memcpy(out, &c, sizeof c);
    return true;
}

/* ---- taken from them ---- */

static bool content_of(const struct device_ipc_handle *h, struct ipc_content *out)
{
    memcpy(out, h, sizeof *out);
    return !memcmp(out->magic, magic, sizeof magic);
}

bool ipc_memory_about(const struct device_ipc_handle *h, uint64_t *out_size, uint64_t *out_inside)
{
    struct ipc_content c;
    if (!content_of(h, &c) || c.offset >= PAGE_BYTES)
        return false;
    *out_size = c.size;
    *out_inside = c.offset;
    return true;
}

static bool is_file(int fd, const struct ipc_content *c)
{
    struct stat s;
    return !fstat(fd, &s) && s.st_ino == c->file && !(c->first % PAGE_BYTES) &&
           c->first <= (uint64_t) s.st_size &&
           c->offset + c->size <= (uint64_t) s.st_size - c->first;
}

bool ipc_memory_take(struct ipc_memory *m, uint64_t address, const struct device_ipc_handle *h)
{
    struct ipc_content c;
    char path[64];
    uint64_t page = page_start(address);
    if (!content_of(h, &c) || address - page != c.offset)
        return false;
    snprintf(path, sizeof path, "/proc/%ld/fd/%ld", (long) c.pid, (long) c.fd);
    int fd = open(path, O_RDWR | O_CLOEXEC);
    bool ok = fd >= 0 && is_file(fd, &c) && map_file(fd, page, page_end(address + c.size), c.first);
    if (fd >= 0)
        close(fd);
    if (ok)
        VEC_PUSH(&m->taken, page);
    return ok;
}

bool ipc_memory_taken(const struct ipc_memory *m, uint64_t address)
{
    VEC_EACH (page, &m->taken)
        if (*page == page_start(address))
            return true;
    return false;
}

/* ---- the end ---- */

/* Zero, as free memory is. */
static void end_taken(struct ipc_memory *m, uint64_t page, uint64_t end)
{
    VEC_EACH (taken, &m->taken)
        if (*taken == page) {
            mmap(at(page), end - page, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
            VEC_REMOVE(&m->taken, (size_t) (taken - m->taken.at));
            return;
        }
}

void ipc_memory_end(struct ipc_memory *m, uint64_t address, uint64_t n)
{
    struct ipc_given *g = given_at(m, page_start(address));
    if (g) {
        pages_out_of_file(g->start, g->end);
        close(g->fd);
        VEC_REMOVE(&m->given, (size_t) (g - m->given.at));
    }
    end_taken(m, page_start(address), page_end(address + n));
}

void ipc_memory_free(struct ipc_memory *m)
{
    VEC_EACH (g, &m->given)
        close(g->fd);
    VEC_FREE(&m->given);
    VEC_FREE(&m->taken);
}
