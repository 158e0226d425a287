/* SPDX-License-Identifier: Apache-2.0 */
/* A hash table from addresses to numbers: open addressing, at most three quarters full. */
#include "base/pointer_map.h"

#include <stdlib.h>

#include "base/check.h"

struct pointer_map_entry {
    const void *key; /* NULL: free */
    uint64_t value;
};

/* Addresses differ in their middle bits: multiplication by 2^64 / phi spreads them to the upper ones. */
static size_t home_of(const struct pointer_map *m, const void *key)
{
    return (size_t) (((uint64_t) (uintptr_t) key * 0x9e3779b97f4a7c15u) >> 32) & (m->cap - 1);
}

/* The entry of the key, or the free one where it belongs. cap is not 0. */
static struct pointer_map_entry *entry_of(const struct pointer_map *m, const void *key)
{
    size_t at = home_of(m, key);
    while (m->entries[at].key && m->entries[at].key != key)
        at = (at + 1) & (m->cap - 1);
    return m->entries + at;
}

static void grow(struct pointer_map *m)
{
    struct pointer_map old = *m;
    m->cap = old.cap ? 2 * old.cap : 16;
    m->entries = xcalloc(m->cap, sizeof *m->entries);
    for (size_t i = 0; i < old.cap; i++)
        if (old.entries[i].key)
            *entry_of(m, old.entries[i].key) = old.entries[i];
    free(old.entries);
}

void pointer_map_set(struct pointer_map *m, const void *key, uint64_t value)
{
    if (4 * (m->count + 1) > 3 * m->cap)
        grow(m);
    struct pointer_map_entry *e = entry_of(m, key);
    m->count += !e->key;
    *e = (struct pointer_map_entry){key, value};
}

uint64_t pointer_map_get(const struct pointer_map *m, const void *key, uint64_t otherwise)
{
    const struct pointer_map_entry *e = m->cap ? entry_of(m, key) : NULL;
    return e && e->key ? e->value : otherwise;
}

void pointer_map_free(struct pointer_map *m)
{
    free(m->entries);
    *m = (struct pointer_map){0};
}
