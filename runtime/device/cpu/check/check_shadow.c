/* SPDX-License-Identifier: Apache-2.0 */
/* Shadow memory of global memory: a hash table of pages. Next: check_observer.c. */
#include "device/cpu/check/check_shadow.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

enum { PAGE_BYTES = 4 * SHADOW_WORDS };

struct shadow_page {
    struct shadow_page *next;
    uint64_t number;
    struct shadow_word words[SHADOW_WORDS];
};

struct shadow_memory {
    struct shadow_page **buckets, *last; /* last: met last, or NULL */
    uint32_t bucket_count, page_count;
};

/* What a stamp of a word says of one byte. */
static struct stamp byte_of(const struct stamp *s, uint32_t byte)
{
    struct stamp one = *s;
    one.bytes &= (uint8_t) (1 << byte);
    if (one.bytes)
        one.value = s->value >> 8 * (byte - (uint32_t) __builtin_ctz(s->bytes)) & 0xff;
    return one;
}

void shadow_split(struct shadow_word *w)
{
    w->bytes = xcalloc(4, sizeof *w->bytes);
    for (uint32_t k = 0; k < 4; k++) {
        w->bytes[k].write = byte_of(&w->write, k);
        w->bytes[k].atomic = byte_of(&w->atomic, k);
        for (int i = 0; i < SHADOW_READS; i++)
            w->bytes[k].reads[i] = byte_of(&w->reads[i], k);
    }
}

void shadow_words_free(struct shadow_word *w, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(w[i].bytes);
}

struct shadow_memory *shadow_new(void)
{
    return xcalloc(1, sizeof(struct shadow_memory));
}

void shadow_free(struct shadow_memory **at)
{
    struct shadow_memory *s = *at;
    for (uint32_t b = 0; s && b < s->bucket_count; b++)
        for (struct shadow_page *p = s->buckets[b], *next; p; p = next) {
            next = p->next;
            shadow_words_free(p->words, SHADOW_WORDS);
            free(p);
        }
    if (s)
        free(s->buckets);
    free(s);
    *at = NULL;
}

static struct shadow_page **bucket_of(const struct shadow_memory *s, uint64_t number)
{
    return s->buckets + number % s->bucket_count;
}

static void grow(struct shadow_memory *s)
{
    struct shadow_memory wider = {.bucket_count = s->bucket_count ? 2 * s->bucket_count : 256,
                                  .page_count = s->page_count};
    wider.buckets = xcalloc(wider.bucket_count, sizeof *wider.buckets);
    for (uint32_t b = 0; b < s->bucket_count; b++)
        for (struct shadow_page *p = s->buckets[b], *next; p; p = next) {
            struct shadow_page **to = bucket_of(&wider, p->number);
            next = p->next;
            p->next = *to;
            *to = p;
        }
    free(s->buckets);
    *s = wider;
}

static struct shadow_page *page_of(struct shadow_memory *s, uint64_t number)
{
    if (s->page_count >= s->bucket_count)
        grow(s);
    struct shadow_page **bucket = bucket_of(s, number), *p = *bucket;
    while (p && p->number != number)
        p = p->next;
    if (p)
        return p;
    p = xcalloc(1, sizeof *p);
    p->number = number;
    p->next = *bucket;
    *bucket = p;
    s->page_count++;
    return p;
}

struct shadow_word *shadow_at(struct shadow_memory *s, uint64_t address)
{
    uint64_t number = address / PAGE_BYTES;
    if (!s->last || s->last->number != number)
        s->last = page_of(s, number);
    return s->last->words + address / 4 % SHADOW_WORDS;
}
