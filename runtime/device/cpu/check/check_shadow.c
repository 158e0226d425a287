/* SPDX-License-Identifier: Apache-2.0 */
/* Shadow memory of global memory: a hash table of pages under striped locks. */
#include "device/cpu/check/check_shadow.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

enum { STRIPES = 64, PAGE_BYTES = 4 * SHADOW_WORDS };

struct shadow_page {
    struct shadow_page *next;
    uint64_t number;
    struct shadow_word words[SHADOW_WORDS];
};

struct stripe {
    pthread_mutex_t lock;
    struct shadow_page **buckets;
    uint32_t bucket_count, page_count;
};

struct shadow_memory {
    struct stripe stripes[STRIPES];
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
    struct shadow_memory *s = xcalloc(1, sizeof *s);
    for (int i = 0; i < STRIPES; i++)
        pthread_mutex_init(&s->stripes[i].lock, NULL);
    return s;
}

void shadow_free(struct shadow_memory **at)
{
    struct shadow_memory *s = *at;
    for (int i = 0; s && i < STRIPES; i++) {
        struct stripe *t = s->stripes + i;
        for (uint32_t b = 0; b < t->bucket_count; b++)
            for (struct shadow_page *p = t->buckets[b], *next; p; p = next) {
                next = p->next;
                shadow_words_free(p->words, SHADOW_WORDS);
                free(p);
            }
        free(t->buckets);
        pthread_mutex_destroy(&t->lock);
    }
    free(s);
    *at = NULL;
}

static struct stripe *stripe_of(struct shadow_memory *s, uint64_t address)
{
    return s->stripes + address / PAGE_BYTES % STRIPES;
}

static struct shadow_page **bucket_of(const struct stripe *t, uint64_t number)
{
    return t->buckets + number / STRIPES % t->bucket_count;
}

static void grow(struct stripe *t)
{
    struct stripe wider = {.bucket_count = t->bucket_count ? 2 * t->bucket_count : 64};
    wider.buckets = xcalloc(wider.bucket_count, sizeof *wider.buckets);
    for (uint32_t b = 0; b < t->bucket_count; b++)
        for (struct shadow_page *p = t->buckets[b], *next; p; p = next) {
            struct shadow_page **to = bucket_of(&wider, p->number);
            next = p->next;
            p->next = *to;
            *to = p;
        }
    free(t->buckets);
    t->buckets = wider.buckets;
    t->bucket_count = wider.bucket_count;
}

static struct shadow_page *find_page(const struct stripe *t, uint64_t number)
{
    struct shadow_page *p = t->bucket_count ? *bucket_of(t, number) : NULL;
    while (p && p->number != number)
        p = p->next;
    return p;
}

static struct shadow_page *page_of(struct stripe *t, uint64_t number)
{
    struct shadow_page *p = find_page(t, number);
    if (p)
        return p;
    if (t->page_count >= t->bucket_count)
        grow(t);
    struct shadow_page **bucket = bucket_of(t, number);
    p = xcalloc(1, sizeof *p);
    p->number = number;
    p->next = *bucket;
    *bucket = p;
    t->page_count++;
    return p;
}

struct shadow_word *shadow_lock(struct shadow_memory *s, uint64_t address)
{
    struct stripe *t = stripe_of(s, address);
    pthread_mutex_lock(&t->lock);
    return page_of(t, address / PAGE_BYTES)->words + address / 4 % SHADOW_WORDS;
}

void shadow_unlock(struct shadow_memory *s, uint64_t address)
{
    pthread_mutex_unlock(&stripe_of(s, address)->lock);
}
