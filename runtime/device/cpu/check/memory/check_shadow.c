/* SPDX-License-Identifier: Apache-2.0 */
/* Shadow memory: a hash table of pages, and the blocks that its cells are made of. Next: check_race.c. */
#include "device/cpu/check/memory/check_shadow.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/vec.h"
#include "device/cpu/check/memory/number_rows.h"

enum { RECENT = 64 };

struct shadow_memory {
    struct spare_blocks *spares;
    struct shadow_page **buckets, *recent[RECENT]; /* recent: by number, or NULL */
    uint32_t bucket_count, page_count;
};

/* ---- spare blocks ---- */

struct spare_blocks {
    pthread_mutex_t lock;
    VEC(void *) list;
};

struct spare_blocks *spare_blocks_new(void)
{
    struct spare_blocks *s = xcalloc(1, sizeof *s);
    pthread_mutex_init(&s->lock, NULL);
    return s;
}

void spare_blocks_free(struct spare_blocks **at)
{
    struct spare_blocks *s = *at;
    VEC_EACH (block, &s->list)
        free(*block);
    VEC_FREE(&s->list);
    pthread_mutex_destroy(&s->lock);
    free(s);
    *at = NULL;
}

void *spare_block_take(struct spare_blocks *s)
{
    void *block = NULL;
    pthread_mutex_lock(&s->lock);
    if (s->list.n)
        block = s->list.at[--s->list.n];
    pthread_mutex_unlock(&s->lock);
    return block ? block : xmalloc(SPARE_BYTES);
}

void spare_block_give(struct spare_blocks *s, void *block)
{
    enum { MOST = 8192 };

    pthread_mutex_lock(&s->lock);
    bool full = s->list.n == MOST;
    if (!full)
        VEC_PUSH(&s->list, block);
    pthread_mutex_unlock(&s->lock);
    if (full)
        free(block);
}

/* ---- cells ---- */

static uint32_t *new_role(const struct shadow_cells *c)
{
    size_t size = (c->count + NUMBER_ROW) * sizeof(uint32_t);
    if (!c->spares)
        return xcalloc(1, size);
    CHECK(size <= SPARE_BYTES);
    return memset(spare_block_take(c->spares), 0, size);
}

uint32_t *shadow_role(struct shadow_cells *c, enum shadow_role role)
{
    if (!c->of[role])
        c->of[role] = new_role(c);
    return c->of[role];
}

void shadow_settle(struct shadow_cells *c, enum shadow_role role)
{
    uint32_t *of = c->of[role];
    if (!of || !c->spares || of[0] || memcmp(of, of + 1, (c->count - 1) * sizeof *of))
        return;
    spare_block_give(c->spares, of);
    c->of[role] = NULL;
}

/* From now on the word has a cell for each byte, with what is known of the word. */
void shadow_split(struct shadow_page *p, uint32_t word)
{
    p->any_split = true;
    p->split[word / 32] |= 1u << word % 32;
    for (int role = 0; role < SHADOW_ROLES; role++) {
        uint32_t number = p->words.of[role] ? p->words.of[role][word] : 0;
        if (!number && !p->bytes.of[role])
            continue;
        uint32_t *bytes = shadow_role(&p->bytes, (enum shadow_role) role);
        for (uint32_t k = 0; k < 4; k++)
            bytes[4 * word + k] = role == SHADOW_VALUE ? number >> 8 * k & 0xff : number;
    }
}

struct shadow_memory *shadow_new(struct spare_blocks *spares)
{
    struct shadow_memory *s = xcalloc(1, sizeof *s);
    s->spares = spares;
    return s;
}

static void cells_free(struct shadow_cells *c)
{
    for (int role = 0; role < SHADOW_ROLES; role++)
        if (!c->spares)
            free(c->of[role]);
        else if (c->of[role])
            spare_block_give(c->spares, c->of[role]);
}

static void cells_clear(struct shadow_cells *c)
{
    for (int role = 0; role < SHADOW_ROLES; role++)
        if (c->of[role])
            memset(c->of[role], 0, c->count * sizeof *c->of[role]);
}

void shadow_free(struct shadow_memory **at)
{
    struct shadow_memory *s = *at;
    for (uint32_t b = 0; s && b < s->bucket_count; b++)
        for (struct shadow_page *p = s->buckets[b], *next; p; p = next) {
            next = p->next;
            cells_free(&p->words);
            cells_free(&p->bytes);
            free(p);
        }
    if (s)
        free(s->buckets);
    free(s);
    *at = NULL;
}

void shadow_clear(struct shadow_memory *s)
{
    for (uint32_t b = 0; b < s->bucket_count; b++)
        for (struct shadow_page *p = s->buckets[b]; p; p = p->next) {
            cells_clear(&p->words);
            if (!p->any_split)
                continue;
            cells_clear(&p->bytes);
            memset(p->split, 0, sizeof p->split);
            p->any_split = false;
        }
}

static struct shadow_page **bucket_of(const struct shadow_memory *s, uint64_t number)
{
    return s->buckets + number % s->bucket_count;
}

static void grow(struct shadow_memory *s)
{
    struct shadow_memory wider = *s;
    wider.bucket_count = s->bucket_count ? 2 * s->bucket_count : 16;
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
    p->words.count = SHADOW_WORDS;
    p->words.spares = s->spares;
    p->bytes.count = SHADOW_PAGE;
    p->next = *bucket;
    *bucket = p;
    s->page_count++;
    return p;
}

struct shadow_page *shadow_at(struct shadow_memory *s, uint64_t address)
{
    uint64_t number = address / SHADOW_PAGE;
    struct shadow_page **recent = s->recent + number % RECENT;
    if (!*recent || (*recent)->number != number)
        *recent = page_of(s, number);
    return *recent;
}

struct shadow_page *shadow_known(const struct shadow_memory *s, uint64_t address)
{
    uint64_t number = address / SHADOW_PAGE;
    struct shadow_page *p = s->bucket_count ? *bucket_of(s, number) : NULL;
    while (p && p->number != number)
        p = p->next;
    return p;
}

void shadow_each(const struct shadow_memory *s, void (*see)(void *user, struct shadow_page *p),
                 void *user)
{
    for (uint32_t b = 0; b < s->bucket_count; b++)
        for (struct shadow_page *p = s->buckets[b]; p; p = p->next)
            see(user, p);
}

uint32_t shadow_pages(const struct shadow_memory *s)
{
    return s->page_count;
}

struct forgotten {
    uint64_t start, end;
};

static void cells_forget(struct shadow_cells *c, uint64_t from, uint64_t to)
{
    for (int role = 0; role < SHADOW_ROLES; role++)
        if (c->of[role])
            memset(c->of[role] + from, 0, (to - from) * sizeof *c->of[role]);
}

static void page_forget(void *user, struct shadow_page *p)
{
    const struct forgotten *f = user;
    uint64_t base = p->number * SHADOW_PAGE, from = f->start > base ? f->start - base : 0,
             to = f->end - base < SHADOW_PAGE ? f->end - base : SHADOW_PAGE;
    if (f->end <= base || f->start >= base + SHADOW_PAGE)
        return;
    p->saturated = 0;
    cells_forget(&p->words, from / 4, (to + 3) / 4);
    cells_forget(&p->bytes, from, to);
}

void shadow_forget(struct shadow_memory *s, uint64_t start, uint64_t size)
{
    shadow_each(s, page_forget, &(struct forgotten){start, start + size});
}
