/* SPDX-License-Identifier: Apache-2.0 */
/* Sparse vector clocks as hash tables. Read check_clocks.h for how threads get theirs. */
#include "device/cpu/check/memory/check_knowledge.h"

#include <stdlib.h>

#include "base/check.h"

static uint64_t key_of(uint32_t block, uint32_t thread)
{
    return ((uint64_t) block << 16 | thread) + 1;
}

/* The entry of a key, or the free one where it belongs. The table has room. */
static struct known_entry *entry_of(const struct knowledge *k, uint64_t key)
{
    uint32_t at = (uint32_t) ((key * 0x9e3779b97f4a7c15u) >> 32);
    for (;; at++) {
        struct known_entry *e = k->at + (at & (k->room - 1));
        if (e->key == key || !e->key)
            return e;
    }
}

uint32_t knowledge_of(const struct knowledge *k, uint32_t block, uint32_t thread)
{
    return k->count ? entry_of(k, key_of(block, thread))->value : 0;
}

static void grow(struct knowledge *k)
{
    struct knowledge wider = {.room = k->room ? 2 * k->room : 16, .count = k->count};
    wider.at = xcalloc(wider.room, sizeof *wider.at);
    for (uint32_t i = 0; i < k->room; i++)
        if (k->at[i].key)
            *entry_of(&wider, k->at[i].key) = k->at[i];
    free(k->at);
    *k = wider;
}

static void raise_key(struct knowledge *k, uint64_t key, uint32_t value)
{
    if (2 * (k->count + 1) > k->room)
        grow(k);
    struct known_entry *e = entry_of(k, key);
    k->count += !e->key;
    e->key = key;
    e->value = e->value > value ? e->value : value;
}

void knowledge_raise(struct knowledge *k, uint32_t block, uint32_t thread, uint32_t value)
{
    raise_key(k, key_of(block, thread), value);
}

void knowledge_join(struct knowledge *to, const struct knowledge *from)
{
    for (uint32_t i = 0; i < from->room && to != from; i++)
        if (from->at[i].key)
            raise_key(to, from->at[i].key, from->at[i].value);
}

void knowledge_clear(struct knowledge *k)
{
    free(k->at);
    *k = (struct knowledge){0};
}
