/* SPDX-License-Identifier: Apache-2.0 */
/* Remembers the last store to each element. Blocks run in order on one host thread, so the table needs no lock. Next: observer.h. */
#include "device/cpu/check/last_store.h"

#include <stdlib.h>

#include "base/check.h"
#include "base/intern.h"
#include "base/pointer_map.h"
#include "base/vec.h"
#include "device/cpu/observe.h"
#include "device/cpu/watch/observer.h"
#include "ptx/ptx.h"

enum { STORES_MOST = 1 << 20 };

struct last_stores {
    struct observer observer;
    struct device *device;
    struct intern *files;
    struct pointer_map places; /* of an address, in `stores` */
    VEC(struct last_store) stores;
    uint64_t order; /* of the next store */
    bool full;
};

static struct device_dim thread_of(const struct observed_block *b, uint32_t linear)
{
    struct device_dim d = b->launch->block;
    return (struct device_dim){linear % d.x, linear / d.x % d.y, linear / d.x / d.y};
}

static void note(struct last_stores *l, uint64_t address, const struct last_store *store)
{
    const void *key = (const void *) (uintptr_t) address;
    uint64_t place = pointer_map_get(&l->places, key, UINT64_MAX);
    if (place != UINT64_MAX) {
        l->stores.at[place] = *store;
    } else if (l->stores.n < STORES_MOST) {
        pointer_map_set(&l->places, key, l->stores.n);
        VEC_PUSH(&l->stores, *store);
    } else {
        l->full = true;
    }
}

static void see_access(struct observer *o, void *state, const struct observed_access *a)
{
    struct last_stores *l = (struct last_stores *) o;
    if (a->kind == ACCESS_KIND_LOAD)
        return;
    struct last_store store = {.block = a->place.block->id, .file = ""};
    const char *file;
    if (ptx_user_place(a->place.code->module, a->place.inst->loc, &file, &store.line,
                       &store.column))
        store.file = intern_cstr(l->files, file);
    for (uint32_t mask = a->place.mask; mask; mask &= mask - 1) {
        uint32_t lane = (uint32_t) __builtin_ctz(mask);
        uint64_t address;
        if (observed_space(a, lane, &address) != PTX_GLOBAL)
            continue;
        store.order = l->order++;
        store.thread = thread_of(a->place.block, 32 * a->place.warp + lane);
        for (uint32_t k = 0; k < a->count; k++)
            note(l, address + (uint64_t) k * a->width, &store);
    }
}

struct last_stores *last_stores_start(struct device *d, uint32_t seed)
{
    struct last_stores *l = xcalloc(1, sizeof *l);
    l->device = d;
    l->files = intern_new();
    l->observer = (struct observer){.in_order = true, .seed = seed, .access = see_access};
    if (!cpu_device_observe(d, &l->observer)) {
        l->device = NULL;
        last_stores_stop(&l);
    }
    return l;
}

void last_stores_stop(struct last_stores **l)
{
    if (!*l)
        return;
    if ((*l)->device)
        cpu_device_unobserve((*l)->device, &(*l)->observer);
    pointer_map_free(&(*l)->places);
    VEC_FREE(&(*l)->stores);
    intern_free(&(*l)->files);
    free(*l);
    *l = NULL;
}

bool last_stores_find(const struct last_stores *l, uint64_t address, struct last_store *out)
{
    uint64_t place = pointer_map_get(&l->places, (const void *) (uintptr_t) address, UINT64_MAX);
    if (place == UINT64_MAX)
        return false;
    *out = l->stores.at[place];
    return true;
}

bool last_stores_complete(const struct last_stores *l)
{
    return !l->full;
}
