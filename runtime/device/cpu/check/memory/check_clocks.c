/* SPDX-License-Identifier: Apache-2.0 */
/* The clocks of a block. Within a warp every lane has a dense clock over the 32 lanes; across warps and blocks knowledge is sparse, and
 * empty until somebody uses a fence, an atomic, or a barrier for a part of the block. A barrier of the whole block makes one number
 * grow, the epoch, which is what keeps the usual kernel cheap. */
#include "device/cpu/check/memory/check_clocks.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/vec.h"

enum { LANES = 32, NUMBERS = OBSERVED_CLUSTER + 1 };

/* ---- what is published ---- */

struct publication {
    uint64_t address;             /* 0: free */
    struct knowledge grid, block; /* by fences of the GPU's scope, and by those of a block */
    uint32_t of_block;            /* whose threads may learn `block` */
};

struct published {
    pthread_mutex_t lock;
    struct publication *at;
    size_t count, room;
};

struct published *published_new(void)
{
    struct published *p = xcalloc(1, sizeof *p);
    pthread_mutex_init(&p->lock, NULL);
    return p;
}

void published_free(struct published **at)
{
    struct published *p = *at;
    if (!p)
        return;
    for (size_t i = 0; i < p->room; i++) {
        knowledge_clear(&p->at[i].grid);
        knowledge_clear(&p->at[i].block);
    }
    pthread_mutex_destroy(&p->lock);
    free(p->at);
    free(p);
    *at = NULL;
}

bool published_any(const struct published *p)
{
    return p && p->count;
}

static struct publication *publication_at(const struct published *p, uint64_t address)
{
    for (uint64_t i = (address * 0x9e3779b97f4a7c15u) >> 32;; i++) {
        struct publication *q = p->at + (i & (p->room - 1));
        if (q->address == address || !q->address)
            return q;
    }
}

static void published_grow(struct published *p)
{
    struct published wider = {.room = p->room ? 2 * p->room : 16};
    wider.at = xcalloc(wider.room, sizeof *wider.at);
    for (size_t i = 0; i < p->room; i++)
        if (p->at[i].address)
            *publication_at(&wider, p->at[i].address) = p->at[i];
    free(p->at);
    p->at = wider.at;
    p->room = wider.room;
}

static struct publication *publication_make(struct published *p, uint64_t address)
{
    if (2 * (p->count + 1) > p->room)
        published_grow(p);
    struct publication *q = publication_at(p, address);
    p->count += !q->address;
    q->address = address;
    return q;
}

/* ---- the block ---- */

struct warp_meeting { /* lanes that have arrived at a warp barrier and are not all released */
    uint32_t warp, members, arrived, released;
    uint32_t row[LANES];
    struct knowledge known;
};

struct block_meeting { /* of a barrier of the block */
    bool part;
    struct knowledge known;
    VEC(uint32_t) waiting; /* threads */
};

struct thread_clock {
    uint32_t clock;          /* of the next access */
    struct knowledge known;  /* beyond its warp and the block's */
    struct knowledge missed; /* published to it by fences of too small a scope */
    struct knowledge fenced,
        fenced_block; /* at its last fence of the GPU's and of the block's scope */
};

struct block_clocks {
    uint32_t block, threads, warps, epoch;
    struct thread_clock *of; /* by thread */
    uint32_t (*row)[LANES];  /* by thread: what it knows of the lanes of its warp */
    struct knowledge known;  /* what every thread of the block knows */
    VEC(struct warp_meeting) meetings;
    struct block_meeting barriers[NUMBERS];
    struct published *grid, *shared;
    uint32_t *common;  /* by warp: the clock of all its lanes; 0: see clocks_common */
    bool informed;     /* some thread may know more than its warp and its block's epoch */
    bool rows_changed; /* some row is not all 0, some clock not 1 */
    bool fenced;       /* some thread has executed a fence */
};

struct block_clocks *block_clocks_new(const struct observed_block *b, struct published *grid)
{
    struct block_clocks *c = xcalloc(1, sizeof *c);
    c->block = (uint32_t) b->linear;
    c->threads = b->threads;
    c->warps = b->warps;
    c->epoch = 1;
    c->of = xcalloc((size_t) b->warps * LANES, sizeof *c->of);
    c->row = xcalloc((size_t) b->warps * LANES, sizeof *c->row);
    c->common = xcalloc(b->warps, sizeof *c->common);
    for (uint32_t t = 0; t < b->warps * LANES; t++)
        c->of[t].clock = 1;
    c->grid = grid;
    c->shared = published_new();
    return c;
}

static void forget_all(struct block_clocks *c)
{
    if (!c->informed && !c->rows_changed && !c->fenced)
        return;
    for (uint32_t t = 0; t < c->warps * LANES; t++) {
        knowledge_clear(&c->of[t].known);
        knowledge_clear(&c->of[t].missed);
        knowledge_clear(&c->of[t].fenced);
        knowledge_clear(&c->of[t].fenced_block);
        c->of[t].clock = 1;
    }
    VEC_EACH (m, &c->meetings)
        knowledge_clear(&m->known);
    c->meetings.n = 0;
    for (int i = 0; i < NUMBERS; i++) {
        knowledge_clear(&c->barriers[i].known);
        c->barriers[i].waiting.n = 0;
        c->barriers[i].part = false;
    }
    knowledge_clear(&c->known);
    memset(c->common, 0, c->warps * sizeof *c->common);
}

void block_clocks_reset(struct block_clocks *c, const struct observed_block *b)
{
    forget_all(c);
    if (c->rows_changed)
        memset(c->row, 0, (size_t) c->warps * LANES * sizeof *c->row);
    if (c->shared->count) {
        published_free(&c->shared);
        c->shared = published_new();
    }
    c->block = (uint32_t) b->linear;
    c->epoch = 1;
    c->informed = c->rows_changed = c->fenced = false;
}

void block_clocks_free(struct block_clocks **at)
{
    struct block_clocks *c = *at;
    forget_all(c);
    VEC_FREE(&c->meetings);
    for (int i = 0; i < NUMBERS; i++)
        VEC_FREE(&c->barriers[i].waiting);
    published_free(&c->shared);
    free(c->of);
    free(c->row);
    free(c->common);
    free(c);
    *at = NULL;
}

uint32_t clocks_epoch(const struct block_clocks *c)
{
    return c->epoch;
}

uint32_t clocks_now(const struct block_clocks *c, uint32_t thread)
{
    return c->of[thread].clock;
}

uint32_t clocks_common(struct block_clocks *c, uint32_t warp)
{
    const struct thread_clock *of = c->of + (size_t) warp * LANES;
    if (c->common[warp])
        return c->common[warp];
    for (uint32_t l = 1; l < LANES; l++)
        if (of[l].clock != of[0].clock)
            return 0;
    return c->common[warp] = of[0].clock;
}

bool clocks_informed(const struct block_clocks *c)
{
    return c->informed;
}

bool clocks_fenced(const struct block_clocks *c)
{
    return c->fenced;
}

bool clocks_ordered(const struct block_clocks *c, const struct stamp *s, uint32_t thread)
{
    const struct knowledge *own = &c->of[thread].known;
    if (s->block == c->block) {
        if (s->thread == thread || s->epoch < c->epoch)
            return true;
        if (s->thread / LANES == thread / LANES && c->row[thread][s->thread % LANES] >= s->clock)
            return true;
    } else if (knowledge_of(&c->known, s->block, KNOW_WHOLE_BLOCK) > s->epoch ||
               knowledge_of(own, s->block, KNOW_WHOLE_BLOCK) > s->epoch) {
        return true;
    }
    return knowledge_of(&c->known, s->block, s->thread) >= s->clock ||
           knowledge_of(own, s->block, s->thread) >= s->clock;
}

bool clocks_ordered_but_for_scope(const struct block_clocks *c, const struct stamp *s,
                                  uint32_t thread)
{
    const struct knowledge *missed = &c->of[thread].missed;
    return s->block != c->block && (knowledge_of(missed, s->block, KNOW_WHOLE_BLOCK) > s->epoch ||
                                    knowledge_of(missed, s->block, s->thread) >= s->clock);
}

/* All that the thread knows, for others: its own accesses so far, those of its warp and its block that it knows, and the rest. */
static void tell_all(const struct block_clocks *c, uint32_t thread, struct knowledge *to)
{
    uint32_t first = thread / LANES * LANES;
    knowledge_join(to, &c->known);
    knowledge_join(to, &c->of[thread].known);
    knowledge_raise(to, c->block, KNOW_WHOLE_BLOCK, c->epoch);
    for (uint32_t l = 0; l < LANES; l++)
        if (c->row[thread][l])
            knowledge_raise(to, c->block, first + l, c->row[thread][l]);
    knowledge_raise(to, c->block, thread, c->of[thread].clock);
}

/* ---- barriers of a warp ---- */

static struct warp_meeting *meeting_of(struct block_clocks *c, uint32_t warp, uint32_t members)
{
    VEC_EACH (m, &c->meetings)
        if (m->warp == warp && m->members == members)
            return m;
    VEC_PUSH(&c->meetings, ((struct warp_meeting){.warp = warp, .members = members}));
    return &VEC_LAST(&c->meetings);
}

void clocks_warp_arrive(struct block_clocks *c, uint32_t warp, uint32_t mask, uint32_t members)
{
    struct warp_meeting *m = meeting_of(c, warp, members);
    c->common[warp] = 0;
    c->rows_changed = true;
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t lane = (uint32_t) __builtin_ctz(left), thread = warp * LANES + lane;
        for (uint32_t l = 0; l < LANES; l++)
            m->row[l] = m->row[l] > c->row[thread][l] ? m->row[l] : c->row[thread][l];
        m->row[lane] = c->of[thread].clock++;
        knowledge_join(&m->known, &c->of[thread].known);
    }
    m->arrived |= mask;
}

void clocks_warp_release(struct block_clocks *c, uint32_t warp, uint32_t mask, uint32_t members)
{
    struct warp_meeting *m = meeting_of(c, warp, members);
    for (uint32_t left = mask; left; left &= left - 1) {
        uint32_t thread = warp * LANES + (uint32_t) __builtin_ctz(left);
        for (uint32_t l = 0; l < LANES; l++)
            c->row[thread][l] = m->row[l] > c->row[thread][l] ? m->row[l] : c->row[thread][l];
        knowledge_join(&c->of[thread].known, &m->known);
    }
    m->released |= mask;
    if (m->arrived & ~m->released)
        return;
    knowledge_clear(&m->known);
    *m = VEC_LAST(&c->meetings);
    c->meetings.n--;
}

/* ---- barriers of the block ---- */

void clocks_barrier_arrive(struct block_clocks *c, uint32_t number, uint32_t warp, uint32_t mask,
                           bool part, bool waits)
{
    struct block_meeting *m = &c->barriers[number % NUMBERS];
    m->part |= part;
    for (; mask && part; mask &= mask - 1) {
        uint32_t thread = warp * LANES + (uint32_t) __builtin_ctz(mask);
        tell_all(c, thread, &m->known);
        c->of[thread].clock++;
        c->common[warp] = 0;
        c->informed = true;
        if (waits)
            VEC_PUSH(&m->waiting, thread);
    }
}

static void forget_threads(struct block_clocks *c)
{
    if (!c->informed)
        return;
    for (uint32_t t = 0; t < c->warps * LANES; t++)
        if (c->of[t].known.count) {
            knowledge_join(&c->known, &c->of[t].known);
            knowledge_clear(&c->of[t].known);
        }
}

bool clocks_barrier_release(struct block_clocks *c, uint32_t number)
{
    struct block_meeting *m = &c->barriers[number % NUMBERS];
    bool whole = !m->part;
    if (whole) {
        c->epoch++;
        forget_threads(c);
    } else {
        VEC_EACH (thread, &m->waiting)
            knowledge_join(&c->of[*thread].known, &m->known);
    }
    knowledge_clear(&m->known);
    m->waiting.n = 0;
    m->part = false;
    return whole;
}

/* ---- fences, atomics ---- */

void clocks_fence(struct block_clocks *c, uint32_t thread, enum memory_scope scope)
{
    struct thread_clock *t = c->of + thread;
    struct knowledge *to = scope >= SCOPE_GPU ? &t->fenced : &t->fenced_block;
    c->fenced = true;
    knowledge_clear(to);
    tell_all(c, thread, to);
    t->clock++;
    c->common[thread / LANES] = 0;
}

static void publish(struct published *p, const struct block_clocks *c, uint64_t address,
                    const struct knowledge *grid, const struct knowledge *block)
{
    pthread_mutex_lock(&p->lock);
    struct publication *q = publication_make(p, address);
    knowledge_join(&q->grid, grid);
    if (q->of_block != c->block + 1)
        knowledge_clear(&q->block);
    q->of_block = c->block + 1;
    knowledge_join(&q->block, block);
    pthread_mutex_unlock(&p->lock);
}

void clocks_publish(struct block_clocks *c, uint32_t thread, bool shared, uint64_t address,
                    enum memory_scope releases)
{
    struct thread_clock *t = c->of + thread;
    if (releases != SCOPE_NONE)
        clocks_fence(c, thread, releases);
    if (t->fenced.count || t->fenced_block.count)
        publish(shared ? c->shared : c->grid, c, address + 1, &t->fenced, &t->fenced_block);
}

void clocks_learn(struct block_clocks *c, uint32_t thread, bool shared, uint64_t address)
{
    struct published *p = shared ? c->shared : c->grid;
    if (!p->count) /* one host thread runs the launch */
        return;
    pthread_mutex_lock(&p->lock);
    const struct publication *q = p->room ? publication_at(p, address + 1) : NULL;
    if (q && q->address) {
        c->informed = true;
        knowledge_join(&c->of[thread].known, &q->grid);
        knowledge_join(q->of_block == c->block + 1 ? &c->of[thread].known : &c->of[thread].missed,
                       &q->block);
    }
    pthread_mutex_unlock(&p->lock);
}
