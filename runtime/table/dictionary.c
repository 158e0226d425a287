/* SPDX-License-Identifier: Apache-2.0 */
/* Dictionaries of strings: an open hash table of codes over bytes that lie one after the other. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "table/data_table.h"

enum { SLOTS_FIRST = 64 };

struct dictionary *dictionary_new(void)
{
    struct dictionary *d = xcalloc(1, sizeof *d);
    d->refs = 1;
    d->slot_count = SLOTS_FIRST;
    d->slots = xmalloc(SLOTS_FIRST * sizeof *d->slots);
    memset(d->slots, -1, SLOTS_FIRST * sizeof *d->slots);
    d->offsets_room = SLOTS_FIRST;
    d->offsets = xcalloc(d->offsets_room + 1, sizeof *d->offsets);
    d->hashes = xcalloc(d->offsets_room, sizeof *d->hashes);
    return d;
}

struct dictionary *dictionary_ref(struct dictionary *d)
{
    d->refs++;
    return d;
}

void dictionary_unref(struct dictionary *d)
{
    if (!d || --d->refs)
        return;
    free(d->offsets);
    free(d->bytes);
    free(d->slots);
    free(d->hashes);
    free(d);
}

struct str dictionary_string(const struct dictionary *d, int32_t code)
{
    return (struct str){d->bytes ? d->bytes + d->offsets[code] : "",
                        d->offsets[code + 1] - d->offsets[code]};
}

/* Eight bytes at a time; the multiplier is that of Knuth's multiplicative hashing for 64 bits. */
static uint32_t hash_of(struct str s)
{
    const uint64_t multiplier = 0x9e3779b97f4a7c15u;
    uint64_t h = s.n * multiplier, word = 0;
    const char *p = s.p;
    size_t n = s.n;
    for (; n >= sizeof word; n -= sizeof word, p += sizeof word) {
        memcpy(&word, p, sizeof word);
        h = (h ^ word) * multiplier;
        h ^= h >> 29;
    }
    word = 0;
    if (n)
        memcpy(&word, p, n);
    h = (h ^ word) * multiplier;
    return (uint32_t) (h >> 32);
}

static bool same(const struct dictionary *d, int32_t code, struct str s)
{
    struct str has = dictionary_string(d, code);
    return has.n == s.n && (!s.n || !memcmp(has.p, s.p, s.n));
}

/* The slot where the string is, or where it belongs. */
static uint32_t slot_of(const struct dictionary *d, struct str s, uint32_t hash)
{
    uint32_t mask = d->slot_count - 1, i = hash & mask;
    while (d->slots[i] >= 0 && (d->hashes[d->slots[i]] != hash || !same(d, d->slots[i], s)))
        i = (i + 1) & mask;
    return i;
}

int32_t dictionary_find(const struct dictionary *d, struct str s)
{
    return d->slots[slot_of(d, s, hash_of(s))];
}

static void grow_slots(struct dictionary *d)
{
    d->slot_count *= 4;
    d->slots = xrealloc(d->slots, d->slot_count * sizeof *d->slots);
    memset(d->slots, -1, d->slot_count * sizeof *d->slots);
    uint32_t mask = d->slot_count - 1;
    for (int32_t code = 0; code < d->count; code++) {
        uint32_t i = d->hashes[code] & mask;
        while (d->slots[i] >= 0)
            i = (i + 1) & mask;
        d->slots[i] = code;
    }
}

static int32_t add(struct dictionary *d, struct str s, uint32_t hash)
{
    size_t used = d->offsets[d->count];
    if (used + s.n > d->room) {
        d->room = 2 * (used + s.n) + 64;
        d->bytes = xrealloc(d->bytes, d->room);
    }
    if ((size_t) d->count == d->offsets_room) {
        d->offsets_room *= 2;
        d->offsets = xrealloc(d->offsets, (d->offsets_room + 1) * sizeof *d->offsets);
        d->hashes = xrealloc(d->hashes, d->offsets_room * sizeof *d->hashes);
    }
    if (s.n)
        memcpy(d->bytes + used, s.p, s.n);
    d->hashes[d->count] = hash;
    d->offsets[d->count + 1] = used + s.n;
    return d->count++;
}

static int32_t code_of(struct dictionary *d, struct str s, uint32_t hash)
{
    uint32_t i = slot_of(d, s, hash);
    if (d->slots[i] >= 0)
        return d->slots[i];
    int32_t code = d->slots[i] = add(d, s, hash);
    if ((uint32_t) d->count > d->slot_count / 2)
        grow_slots(d);
    return code;
}

int32_t dictionary_code(struct dictionary *d, struct str s)
{
    return code_of(d, s, hash_of(s));
}

int32_t *dictionary_translate(struct dictionary *to, const struct dictionary *from, bool adds)
{
    int32_t *codes = xmalloc(((size_t) from->count + 1) * sizeof *codes);
    for (int32_t i = 0; i < from->count; i++) {
        struct str s = dictionary_string(from, i);
        codes[i] =
            adds ? code_of(to, s, from->hashes[i]) : to->slots[slot_of(to, s, from->hashes[i])];
    }
    return codes;
}

struct ranked_string {
    struct str s;
    int32_t code;
};

static int compare_strings(const void *a, const void *b)
{
    const struct ranked_string *x = a, *y = b;
    size_t n = x->s.n < y->s.n ? x->s.n : y->s.n;
    int sign = n ? memcmp(x->s.p, y->s.p, n) : 0;
    return sign ? sign : (x->s.n > y->s.n) - (x->s.n < y->s.n);
}

int32_t *dictionary_ranks(const struct dictionary *d)
{
    struct ranked_string *sorted = xmalloc(((size_t) d->count + 1) * sizeof *sorted);
    int32_t *ranks = xmalloc(((size_t) d->count + 1) * sizeof *ranks);
    for (int32_t i = 0; i < d->count; i++)
        sorted[i] = (struct ranked_string){dictionary_string(d, i), i};
    qsort(sorted, (size_t) d->count, sizeof *sorted, compare_strings);
    for (int32_t i = 0; i < d->count; i++)
        ranks[sorted[i].code] = i;
    free(sorted);
    return ranks;
}
