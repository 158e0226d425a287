/* SPDX-License-Identifier: Apache-2.0 */
/* String interning: an open-addressing hash table whose strings live in an arena. Names never leave the table, so
 * it needs no deletion. */
#include "base/intern.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/check.h"
#include "base/hash.h"

struct slot {
    const char *name; /* NULL: empty */
    size_t n;
    uint64_t hash;
};

struct intern {
    struct arena names;
    struct slot *slots;
    size_t cap, used; /* cap is a power of two */
};

static struct slot *slot_for(struct slot *slots, size_t cap, const char *s, size_t n, uint64_t h)
{
    size_t i = h & (cap - 1);
    while (slots[i].name && (slots[i].hash != h || slots[i].n != n || memcmp(slots[i].name, s, n)))
        i = (i + 1) & (cap - 1);
    return slots + i;
}

static void grow(struct intern *t)
{
    size_t cap = t->cap ? 2 * t->cap : 256;
    struct slot *slots = xcalloc(cap, sizeof *slots);
    for (size_t i = 0; i < t->cap; i++) {
        struct slot *old = t->slots + i;
        if (old->name)
            *slot_for(slots, cap, old->name, old->n, old->hash) = *old;
    }
    free(t->slots);
    t->slots = slots;
    t->cap = cap;
}

struct intern *intern_new(void)
{
    return xcalloc(1, sizeof(struct intern));
}

const char *intern_name(struct intern *t, const char *s, size_t n)
{
    if (2 * (t->used + 1) > t->cap)
        grow(t);
    uint64_t h = hash_bytes(s, n);
    struct slot *at = slot_for(t->slots, t->cap, s, n, h);
    if (!at->name) {
        *at = (struct slot){arena_strndup(&t->names, s, n), n, h};
        t->used++;
    }
    return at->name;
}

const char *intern_cstr(struct intern *t, const char *s)
{
    return intern_name(t, s, strlen(s));
}

void intern_free(struct intern **t)
{
    if (!*t)
        return;
    arena_free(&(*t)->names);
    free((*t)->slots);
    free(*t);
    *t = NULL;
}
