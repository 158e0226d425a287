/* SPDX-License-Identifier: Apache-2.0 */
/* Memory pools: memory that is freed in the order of a stream stays mapped, and the next allocation of the same size reuses it without a call of
 * the driver and without waiting. Blocks are reused at their exact size, so that an access past the end of an array is out of bounds. A
 * device without device_pool_ops frees the memory at once (the cpu device, where allocation is cheap). Why not the driver's own pools:
 * they choose the addresses, and arrays must return to theirs after a loss. Next: device_pool.h. */
#include "device/device_pool.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/vec.h"
#include "device/backend.h"

struct pool_block {
    uint64_t addr, size;
    uint32_t stream; /* the stream that freed it */
    bool idle;       /* when it was freed */
};

struct memory_pool {
    uint32_t id;
    uint64_t threshold, used, used_high, reserved, reserved_high;
    VEC(struct pool_block) blocks;
};

struct device_pools {
    uint32_t made, current; /* ids; the first pool is the device's own */
    VEC(struct memory_pool) at;
};

static uint32_t add_pool(struct device_pools *all)
{
    VEC_PUSH(&all->at, (struct memory_pool){.id = ++all->made});
    return all->made;
}

static struct device_pools *pools_of(struct device *d)
{
    if (!d->pools) {
        d->pools = xcalloc(1, sizeof *d->pools);
        d->pools->current = add_pool(d->pools);
    }
    return d->pools;
}

static struct memory_pool *find(struct device *d, uint32_t id)
{
    struct device_pools *all = pools_of(d);
    uint32_t wanted = id ? id : all->current;
    VEC_EACH (p, &all->at)
        if (p->id == wanted)
            return p;
    return NULL;
}

static struct pool_block *find_block(struct device *d, uint64_t addr, struct memory_pool **out_pool)
{
    for (size_t i = 0; d->pools && i < d->pools->at.n; i++)
        VEC_EACH (b, &d->pools->at.at[i].blocks)
            if (b->addr == addr) {
                *out_pool = d->pools->at.at + i;
                return b;
            }
    return NULL;
}

static void drop(struct memory_pool *p, struct pool_block *b)
{
    p->reserved -= b->size;
    p->used -= b->idle ? 0 : b->size;
    *b = p->blocks.at[--p->blocks.n];
}

/* Idle blocks, until no more than `most` bytes are reserved. */
static void trim(struct device *d, struct memory_pool *p, uint64_t most)
{
    for (size_t i = p->blocks.n; i-- && p->reserved > most;) {
        struct pool_block *b = p->blocks.at + i;
        if (!b->idle)
            continue;
        d->ops->pools->release(d, b->addr);
        drop(p, b);
    }
}

/* ---- for device.c ---- */

void device_pools_waited(struct device *d)
{
    for (size_t i = 0; d->pools && i < d->pools->at.n; i++)
        trim(d, d->pools->at.at + i, d->pools->at.at[i].threshold);
}

bool device_pools_spare(struct device *d)
{
    uint64_t before = d->ops->used(d);
    for (size_t i = 0; d->pools && i < d->pools->at.n; i++)
        trim(d, d->pools->at.at + i, 0);
    return d->ops->used(d) < before;
}

void device_pools_forget(struct device *d, uint64_t addr)
{
    struct memory_pool *p;
    struct pool_block *b = find_block(d, addr, &p);
    if (b)
        drop(p, b);
}

void device_pools_close(struct device *d)
{
    if (!d->pools)
        return;
    VEC_EACH (p, &d->pools->at)
        VEC_FREE(&p->blocks);
    VEC_FREE(&d->pools->at);
    free(d->pools);
    d->pools = NULL;
}

/* ---- pools ---- */

uint32_t device_pool_new(struct device *d)
{
    return add_pool(pools_of(d));
}

bool device_pool_end(struct device *d, uint32_t id)
{
    struct device_pools *all = pools_of(d);
    struct memory_pool *p = find(d, id);
    if (!p || !id || id == 1)
        return false;
    trim(d, p, 0);
    if (all->current == id)
        all->current = 1;
    VEC_FREE(&p->blocks); /* what is in use stays, as memory of its own */
    *p = all->at.at[--all->at.n];
    return true;
}

uint32_t device_pool_current(struct device *d)
{
    return pools_of(d)->current;
}

bool device_pool_use(struct device *d, uint32_t id)
{
    if (!id || !find(d, id))
        return false;
    pools_of(d)->current = id;
    return true;
}

bool device_pool_state(struct device *d, uint32_t id, struct device_pool_state *out)
{
    const struct memory_pool *p = find(d, id);
    if (p)
        *out = (struct device_pool_state){p->threshold, p->reserved, p->reserved_high, p->used,
                                          p->used_high};
    return p;
}

bool device_pool_set(struct device *d, uint32_t id, uint64_t threshold)
{
    struct memory_pool *p = find(d, id);
    if (p)
        p->threshold = threshold;
    return p;
}

bool device_pool_reset(struct device *d, uint32_t id, bool reserved)
{
    struct memory_pool *p = find(d, id);
    if (p && reserved)
        p->reserved_high = p->reserved;
    else if (p)
        p->used_high = p->used;
    return p;
}

bool device_pool_trim(struct device *d, uint32_t id, uint64_t keep)
{
    struct memory_pool *p = find(d, id);
    if (p)
        trim(d, p, keep);
    return p;
}

/* ---- memory ---- */

static struct pool_block *find_idle(struct memory_pool *p, uint64_t size, uint32_t stream)
{
    struct pool_block *found = NULL;
    VEC_EACH (b, &p->blocks)
        if (b->idle && b->size == size && (!found || b->stream == stream))
            found = b;
    return found;
}

bool device_pool_alloc(struct device *d, uint32_t id, uint64_t size, uint32_t stream,
                       struct diags *out, struct span at, uint64_t *out_addr)
{
    struct memory_pool *p = find(d, id);
    struct pool_block *b = p ? find_idle(p, size, stream) : NULL;
    if (!p)
        return false;
    /* The default stream waits for all others and they wait for it, so order between two streams goes through it. */
    if (b && d->ops->pools->revive(d, b->addr, b->stream == stream ? stream : 0)) {
        b->idle = false;
    } else {
        uint64_t addr;
        if (!device_alloc(d, size, out, at, &addr))
            return false;
        VEC_PUSH(&p->blocks, (struct pool_block){.addr = addr, .size = size});
        b = &p->blocks.at[p->blocks.n - 1];
        p->reserved += size;
    }
    p->used += size;
    p->used_high = p->used > p->used_high ? p->used : p->used_high;
    p->reserved_high = p->reserved > p->reserved_high ? p->reserved : p->reserved_high;
    *out_addr = b->addr;
    return true;
}

bool device_pool_free(struct device *d, uint64_t addr, uint32_t stream, struct diags *out,
                      struct span at)
{
    struct memory_pool *p;
    struct pool_block *b = find_block(d, addr, &p);
    if (!b || b->idle || !d->ops->pools)
        return device_free(d, addr, out, at);
    d->ops->pools->retire(d, addr);
    b->idle = true;
    b->stream = stream;
    p->used -= b->size;
    return true;
}
