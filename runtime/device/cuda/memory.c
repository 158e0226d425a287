/* SPDX-License-Identifier: Apache-2.0 */
/* Device addresses and the memory behind them. The client assigns addresses: the range is reserved here and in the worker at the same place, so
 * that nothing else is mapped there and arrays return to their addresses after a loss. Large arrays have physical memory of their own;
 * small ones share chunks. Managed memory is a file that both processes map. Next: worker_memory.c, keep.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/check.h"
#include "device/cuda/cuda.h"

enum { ALIGN = 512, PAGE = 1 << 16, SLOTS = 12 };

#define GIB ((uint64_t) 1 << 30)
static const uint64_t first_slot = 0x200000000000, slot_bytes = 4096 * GIB, small_bytes = 16 * GIB,
                      large_bytes = 2048 * GIB, managed_offset = 3072 * GIB,
                      managed_bytes = 64 * GIB, variable_offset = 3584 * GIB,
                      keep_bytes = 256 * GIB;
#undef GIB

/* ---- the ranges ---- */

/* Pages that the worker has pinned must not be released. */
static void unpin(struct cuda_device *d, uint32_t area, const struct space *s, uint64_t addr,
                  uint64_t n)
{
    uint64_t start;
    struct command_place *c =
        n >= PIN_CHUNK && d->awake ? talk_command(d, sizeof *c, OP_UNPIN) : NULL;
    if (!c)
        return;
    space_range(s, &start);
    c->area = area;
    c->offset = addr - start;
    c->size = n;
    talk_call(d, c);
}

static void unpin_host(void *user, uint64_t addr, uint64_t n)
{
    struct cuda_device *d = user;
    pthread_mutex_lock(&d->lock);
    unpin(d, AREA_HOST, d->options.host, addr, n);
    pthread_mutex_unlock(&d->lock);
}

static void unpin_keep(void *user, uint64_t addr, uint64_t n)
{
    struct cuda_device *d = user;
    unpin(d, AREA_KEEP, d->keep, addr, n);
}

/* Another device of this process may use the slot. */
static bool take_slot(struct cuda_device *d)
{
    for (uint64_t i = 0; i < SLOTS; i++) {
        uint64_t start = first_slot + i * slot_bytes;
        void *p = mmap((void *) (uintptr_t) start, small_bytes + large_bytes, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
        if (p == MAP_FAILED)
            continue;
        d->start = start;
        d->size = small_bytes + large_bytes;
        d->next_variable = start + variable_offset;
        d->managed = space_new_with(&(struct space_options){
            .range = managed_bytes, .start = start + managed_offset, .shared = true});
        if (d->managed)
            return true;
        munmap(p, d->size);
    }
    return false;
}

bool memory_owns(const struct cuda_device *d, uint64_t addr)
{
    return addr - d->start < slot_bytes;
}

bool memory_open(struct cuda_device *d)
{
    if (!take_slot(d))
        return false;
    d->small = space_new_with(
        &(struct space_options){.range = small_bytes, .start = d->start, .borrowed = true});
    d->large = space_new_with(&(struct space_options){
        .range = large_bytes, .start = d->start + small_bytes, .borrowed = true});
    d->keep = space_new_with(&(struct space_options){.range = keep_bytes, .shared = true});
    if (!d->small || !d->large || !d->keep)
        return false;
    space_on_release(d->keep, unpin_keep, d);
    if (d->options.host)
        space_on_release(d->options.host, unpin_host, d);
    return true;
}

void memory_close(struct cuda_device *d)
{
    if (d->options.host)
        space_on_release(d->options.host, NULL, NULL);
    VEC_EACH (c, &d->contents)
        free(*c);
    VEC_FREE(&d->contents);
    VEC_FREE(&d->chunks);
    struct space **spaces[] = {&d->small, &d->large, &d->managed, &d->keep};
    for (int i = 0; i < 4; i++)
        space_free_all(spaces[i]);
    if (d->start)
        munmap((void *) (uintptr_t) d->start, d->size);
}

/* ---- physical memory ---- */

static bool call_range(struct cuda_device *d, uint32_t op, uint64_t start, uint64_t size)
{
    struct command_range *c = talk_command(d, sizeof *c, op);
    if (!c)
        return false;
    c->start = start;
    c->size = size;
    return talk_call(d, c) && !d->done.status;
}

static uint64_t up(uint64_t n, uint64_t to)
{
    return (n + to - 1) / to * to;
}

static bool has_own(const struct cuda_device *d, uint64_t size)
{
    return size >= d->granularity / 2 || d->granularity <= PAGE;
}

static struct chunk *find_chunk(struct cuda_device *d, uint64_t start)
{
    VEC_EACH (k, &d->chunks)
        if (k->start == start)
            return k;
    return NULL;
}

static void leave_chunks(struct cuda_device *d, uint64_t from, uint64_t to)
{
    for (uint64_t at = from; at < to; at += d->granularity) {
        struct chunk *k = find_chunk(d, at);
        if (!k || --k->users)
            continue;
        *k = d->chunks.at[--d->chunks.n];
        struct command_range *c = d->awake ? talk_command(d, sizeof *c, OP_UNMAP) : NULL;
        if (!c)
            continue;
        c->start = at;
        c->size = d->granularity;
        talk_send(d, c);
    }
}

static bool join_chunks(struct cuda_device *d, uint64_t from, uint64_t to)
{
    for (uint64_t at = from; at < to; at += d->granularity) {
        struct chunk *k = find_chunk(d, at);
        if (!k && !call_range(d, OP_MAP, at, d->granularity)) {
            leave_chunks(d, from, at);
            return false;
        }
        if (!k)
            VEC_PUSH(&d->chunks, (struct chunk){at, 0});
        find_chunk(d, at)->users++;
    }
    return true;
}

static bool back(struct cuda_device *d, struct content *c)
{
    uint64_t g = d->granularity, size = c->size ? c->size : 1;
    if (c->managed)
        return call_range(d, OP_SHARE, c->start, up(size, PAGE));
    if (has_own(d, c->size)) {
        c->backing = up(size, g);
        return call_range(d, OP_MAP, c->start, c->backing);
    }
    return join_chunks(d, c->start / g * g, up(c->start + size, g)) &&
           memory_fill(d, c->start, "", 1, c->size, 0);
}

bool memory_map_all(struct cuda_device *d)
{
    bool ok = true;
    for (size_t i = 0; ok && i < d->chunks.n; i++)
        ok = call_range(d, OP_MAP, d->chunks.at[i].start, d->granularity);
    for (size_t i = 0; ok && i < d->contents.n; i++) {
        struct content *c = d->contents.at[i];
        if (c && c->managed)
            ok = call_range(d, OP_SHARE, c->start, up(c->size ? c->size : 1, PAGE));
        else if (c && c->backing)
            ok = call_range(d, OP_MAP, c->start, c->backing);
    }
    return ok;
}

/* ---- arrays ---- */

static uint32_t free_number(struct cuda_device *d)
{
    for (size_t i = 0; i < d->contents.n; i++)
        if (!d->contents.at[i])
            return (uint32_t) i;
    VEC_PUSH(&d->contents, NULL);
    return (uint32_t) d->contents.n - 1;
}

static struct space *space_for(struct cuda_device *d, uint64_t size, bool managed,
                               uint64_t *out_align)
{
    bool own = has_own(d, size);
    *out_align = managed || !own ? ALIGN : d->granularity > ALIGN ? d->granularity : ALIGN;
    return managed ? d->managed : own ? d->large : d->small;
}

bool memory_alloc(struct cuda_device *d, uint64_t size, bool managed, uint64_t *out_addr)
{
    uint64_t align;
    struct space *s = space_for(d, size, managed, &align);
    struct object *o =
        d->array_bytes + size <= d->base.props.total_memory ? space_alloc(s, size, align) : NULL;
    if (!o)
        return false;
    struct content *c = xcalloc(1, sizeof *c);
    *c = (struct content){.start = o->start,
                          .now = o->start,
                          .size = size,
                          .object = o,
                          .managed = managed,
                          .young = true};
    keep_pattern(c, "", 1);
    c->kept_at = d->launches;
    if (!back(d, c)) {
        space_free(s, o);
        free(c);
        return false;
    }
    o->kind = free_number(d);
    d->contents.at[o->kind] = c;
    d->array_bytes += size;
    *out_addr = c->start;
    return true;
}

void memory_free(struct cuda_device *d, struct content *c)
{
    uint64_t g = d->granularity, align;
    struct space *s = space_for(d, c->size, c->managed, &align);
    keep_drop(d, c);
    if (c->managed && d->awake)
        call_range(d, OP_UNSHARE, c->start, up(c->size ? c->size : 1, PAGE));
    struct command_range *r = c->backing && d->awake ? talk_command(d, sizeof *r, OP_UNMAP) : NULL;
    if (r) {
        r->start = c->start;
        r->size = c->backing;
        talk_send(d, r);
    }
    if (!c->managed && !c->backing)
        leave_chunks(d, c->start / g * g, up(c->start + (c->size ? c->size : 1), g));
    d->contents.at[c->object->kind] = NULL;
    d->array_bytes -= c->size;
    space_free(s, c->object);
    free(c);
}

/* Mapped memory whose contents do not matter, so none is restored. */
void memory_retire(struct cuda_device *d, struct content *c)
{
    keep_drop(d, c);
    keep_pattern(c, "", 1);
    c->given = false;
    c->retired = true;
}

bool memory_revive(struct cuda_device *d, struct content *c, uint32_t stream)
{
    if (!memory_fill(d, c->now, "", 1, c->size, stream))
        return false;
    keep_pattern(c, "", 1);
    c->kept_at = d->launches;
    c->retired = false;
    c->young = true;
    c->object->name = NULL;
    return true;
}

static struct content *find_variable(struct cuda_device *d, uint64_t addr)
{
    VEC_EACH (m, &d->modules)
        for (size_t i = 0; *m && i < (*m)->variables.n; i++)
            if (addr - (*m)->variables.at[i]->start <= (*m)->variables.at[i]->size)
                return (*m)->variables.at[i];
    return NULL;
}

struct content *memory_find(struct cuda_device *d, uint64_t addr)
{
    struct space *spaces[] = {d->small, d->large, d->managed};
    for (int i = 0; i < 3; i++) {
        if (!space_holds(spaces[i], addr))
            continue;
        struct object *o = space_find(spaces[i], addr);
        struct content *c = o && o->state == OBJECT_LIVE ? d->contents.at[o->kind] : NULL;
        return c && !c->retired ? c : NULL;
    }
    return find_variable(d, addr);
}

/* ---- bytes ---- */

static bool call_copy(struct cuda_device *d, bool to_device, uint64_t device, uint32_t area,
                      uint64_t offset, uint64_t n)
{
    struct command_copy *c = talk_command(d, sizeof *c, to_device ? OP_WRITE : OP_READ);
    if (!c)
        return false;
    c->device = device;
    c->other = offset;
    c->size = n;
    c->area = area;
    if (!talk_call(d, c))
        return false;
    if (!d->done.status)
        return true;
    struct reply_done a = d->done; /* after a failed copy the contents are unknown */
    cuda_lose(d, a.status, a.call, a.text);
    return false;
}

/* The address at which the worker sees this memory. */
static bool in_area(struct cuda_device *d, const void *host, uint64_t n, uint32_t *area,
                    uint64_t *offset)
{
    struct space *spaces[AREAS] = {[AREA_HOST] = d->options.host, [AREA_MANAGED] = d->managed};
    uint64_t at = (uint64_t) (uintptr_t) host, start;
    for (uint32_t i = AREA_HOST; i < AREAS; i++) {
        if (!spaces[i] || space_fd(spaces[i]) < 0)
            continue;
        uint64_t range = space_range(spaces[i], &start);
        if (at - start >= range || n > range - (at - start))
            continue;
        *area = i;
        *offset = at - start;
        return true;
    }
    return false;
}

bool memory_transfer(struct cuda_device *d, uint64_t device, void *host, uint64_t n, bool to_device)
{
    uint32_t area;
    uint64_t offset;
    if (in_area(d, host, n, &area, &offset))
        return call_copy(d, to_device, device, area, offset, n);
    for (uint64_t done = 0, k; done < n; done += k) {
        k = n - done < BOUNCE_BYTES ? n - done : BOUNCE_BYTES;
        if (!d->worker.shared)
            return false;
        if (to_device)
            memcpy(d->worker.shared->bounce, (char *) host + done, k);
        if (!call_copy(d, to_device, device + done, AREA_BOUNCE, 0, k))
            return false;
        if (!to_device)
            memcpy((char *) host + done, d->worker.shared->bounce, k);
    }
    return true;
}

bool memory_fill(struct cuda_device *d, uint64_t to, const void *pattern, uint32_t size,
                 uint64_t count, uint32_t stream)
{
    struct command_fill *c = talk_command(d, sizeof *c, OP_FILL);
    if (!c)
        return false;
    c->to = to;
    c->count = count;
    c->pattern_size = size;
    c->stream = stream;
    memcpy(c->pattern, pattern, size);
    talk_send(d, c);
    return true;
}
