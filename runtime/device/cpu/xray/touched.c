/* SPDX-License-Identifier: Apache-2.0 */
/* A hash table with open addressing. Entries carry the number of their block, so that it is cleared at no cost. */
#include "device/cpu/xray/touched.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

enum { FIRST_SIZE = 1 << 10 };

struct touched_sector {
    uint64_t sector;
    struct touched_by by;
    uint32_t block; /* the round of the table it belongs to */
};

struct touched {
    struct touched_sector *at;
    uint32_t size, count, block;
    bool full;
};

struct touched *touched_new(void)
{
    struct touched *t = xcalloc(1, sizeof *t);
    t->size = FIRST_SIZE;
    t->block = 1;
    t->at = xcalloc(t->size, sizeof *t->at);
    return t;
}

void touched_free(struct touched **t)
{
    if (*t)
        free((*t)->at);
    free(*t);
    *t = NULL;
}

void touched_clear(struct touched *t)
{
    t->count = 0;
    t->full = false;
    if (!++t->block) {
        memset(t->at, 0, t->size * sizeof *t->at);
        t->block = 1;
    }
}

bool touched_is_full(const struct touched *t)
{
    return t->full;
}

static struct touched_sector *find(const struct touched *t, uint64_t sector)
{
    uint32_t i = (uint32_t) (sector * 0x9e3779b97f4a7c15u >> 32) & (t->size - 1);
    while (t->at[i].block == t->block && t->at[i].sector != sector)
        i = (i + 1) & (t->size - 1);
    return t->at + i;
}

static void grow(struct touched *t)
{
    struct touched_sector *old = t->at;
    uint32_t n = t->size;
    t->size *= 2;
    t->at = xcalloc(t->size, sizeof *t->at);
    for (uint32_t i = 0; i < n; i++)
        if (old[i].block == t->block)
            *find(t, old[i].sector) = old[i];
    free(old);
}

struct touched_by touched_add(struct touched *t, uint64_t sector, uint32_t warp, bool stores)
{
    struct touched_sector *e = find(t, sector);
    if (e->block != t->block && t->count == TOUCHED_MOST) {
        t->full = true;
        return (struct touched_by){0};
    }
    if (e->block != t->block) {
        if (2 * ++t->count > t->size) {
            grow(t);
            e = find(t, sector);
        }
        *e = (struct touched_sector){.sector = sector, .block = t->block};
    }
    struct touched_by before = e->by;
    e->by.any |= 1u << warp;
    e->by.stores |= (uint32_t) stores << warp;
    return before;
}
