/* SPDX-License-Identifier: Apache-2.0 */
/* The hooks of %xray. A host thread counts its blocks in one block_tally after the other, without locks; the launch's end adds them up
 * (xray_lines.c). Which requests are kept as samples depends on block, warp and iteration only, not on the host. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "device/cpu/code/decoded.h"
#include "device/cpu/observe.h"
#include "device/cpu/xray/xray_impl.h"

/* ---- launches and blocks ---- */

static void *launch_begin(struct observer *o, const struct observed_launch *launch)
{
    struct xray_launch *l = xcalloc(1, sizeof *l);
    l->xray = (struct launch_xray *) o;
    l->launch = launch;
    pthread_mutex_init(&l->lock, NULL);
    return l;
}

static void code_tally_free(struct code_tally *c)
{
    for (size_t i = 0; i < XRAY_SPACES * c->code->func->insts.n; i++) {
        struct memory_tally *m = c->insts[i / XRAY_SPACES].memory[i % XRAY_SPACES];
        if (m)
            VEC_FREE(&m->counts.samples);
        free(m);
    }
    free(c->insts);
}

static void block_tally_free(struct block_tally *b)
{
    VEC_EACH (c, &b->codes)
        code_tally_free(c);
    VEC_FREE(&b->codes);
    touched_free(&b->touched);
    free(b);
}

static void launch_end(struct observer *o, void *state)
{
    struct xray_launch *l = state;
    struct launch_xray *x = l->xray;
    pthread_mutex_lock(&x->lock);
    xray_collect(x, l);
    pthread_mutex_unlock(&x->lock);
    VEC_EACH (b, &l->all)
        block_tally_free(*b);
    VEC_FREE(&l->all);
    VEC_FREE(&l->idle);
    pthread_mutex_destroy(&l->lock);
    free(l);
}

/* The first, the middle and the last block. */
static bool is_sampled(const struct observed_block *b)
{
    const struct device_dim *g = &b->launch->grid;
    uint64_t blocks = (uint64_t) g->x * g->y * g->z;
    return !b->linear || b->linear == blocks / 2 || b->linear == blocks - 1;
}

static void begin_samples(struct code_tally *c)
{
    for (size_t i = 0; i < XRAY_SPACES * c->code->func->insts.n; i++) {
        struct memory_tally *m = c->insts[i / XRAY_SPACES].memory[i % XRAY_SPACES];
        if (m)
            memset(m->seen, 0, sizeof m->seen);
    }
}

static void *block_begin(struct observer *o, void *launch_state, const struct observed_block *block)
{
    struct xray_launch *l = launch_state;
    struct block_tally *b = NULL;
    pthread_mutex_lock(&l->lock);
    if (l->idle.n) {
        b = l->idle.at[--l->idle.n];
    } else {
        b = xcalloc(1, sizeof *b);
        b->launch = l;
        b->touched = touched_new();
        VEC_PUSH(&l->all, b);
    }
    pthread_mutex_unlock(&l->lock);
    b->block = block->linear;
    b->sampled = is_sampled(block);
    memset(b->warps, 0, sizeof b->warps);
    touched_clear(b->touched);
    for (size_t i = 0; b->sampled && i < b->codes.n; i++)
        begin_samples(b->codes.at + i);
    return b;
}

static void block_end(struct observer *o, void *state, const struct observed_block *block,
                      enum observed_end end)
{
    struct block_tally *b = state;
    b->cut |= touched_is_full(b->touched);
    pthread_mutex_lock(&b->launch->lock);
    VEC_PUSH(&b->launch->idle, b);
    pthread_mutex_unlock(&b->launch->lock);
}

/* ---- instructions ---- */

static struct inst_tally *tally_of(struct block_tally *b, const struct observed_place *p)
{
    if (b->last >= b->codes.n || b->codes.at[b->last].code != p->code) {
        for (b->last = 0; b->last < b->codes.n && b->codes.at[b->last].code != p->code;)
            b->last++;
        if (b->last == b->codes.n)
            VEC_PUSH(&b->codes, (struct code_tally){p->code, xcalloc(p->code->func->insts.n + 1,
                                                                     sizeof(struct inst_tally))});
    }
    return b->codes.at[b->last].insts + p->op->inst;
}

static void instruction(struct observer *o, void *state, const struct observed_place *p)
{
    struct block_tally *b = state;
    struct inst_tally *i = tally_of(b, p);
    i->warps++;
    i->lanes += (uint64_t) __builtin_popcount(p->mask);
    b->warps[p->warp].executed++;
}

static void branch(struct observer *o, void *state, const struct observed_branch *e)
{
    struct inst_tally *i = tally_of(state, &e->place);
    i->branches++;
    i->divergent += e->taken && e->taken != e->place.mask;
}

static void barrier_arrive(struct observer *o, void *state, const struct observed_barrier *e)
{
    struct block_tally *b = state;
    struct warp_progress *w = b->warps + e->place.warp;
    w->at = tally_of(b, &e->place);
    w->number = e->number;
    w->at->barriers++;
}

/* A warp has waited for the one that executed most instructions since the barrier before. */
static void barrier_release(struct observer *o, void *state, const struct observed_release *e)
{
    struct block_tally *b = state;
    uint64_t most = 0;
    for (uint32_t k = 0; k < XRAY_WARPS_MOST; k++)
        if (b->warps[k].at && b->warps[k].number == e->number && b->warps[k].executed > most)
            most = b->warps[k].executed;
    for (uint32_t k = 0; k < XRAY_WARPS_MOST; k++) {
        struct warp_progress *w = b->warps + k;
        if (!w->at || w->number != e->number)
            continue;
        w->at->waited += most - w->executed;
        *w = (struct warp_progress){0};
    }
}

/* ---- memory ---- */

static bool warp_is_sampled(uint32_t warp, uint32_t warps)
{
    return warp < 2 || warp == warps / 2 || warp == warps - 1;
}

static void take_sample(const struct block_tally *b, struct memory_tally *m,
                        const struct observed_place *p, const struct access_request *r)
{
    uint32_t iteration = m->seen[p->warp]++;
    if (iteration >= XRAY_ITERATIONS || !warp_is_sampled(p->warp, p->block->warps))
        return;
    struct xray_sample s = {
        .block = b->block, .warp = p->warp, .iteration = iteration, .mask = r->mask};
    memcpy(s.addresses, r->addresses, sizeof s.addresses);
    VEC_PUSH(&m->counts.samples, s);
}

static void count_global(struct block_tally *b, struct xray_memory *m, uint32_t warp,
                         const struct access_request *r)
{
    struct sector_counts s;
    uint64_t at[SECTORS_MOST];
    uint32_t by_block = 0;
    access_sectors(r, &s, at);
    m->sectors += s.count;
    m->ideal_sectors += s.ideal;
    m->bytes_asked += s.bytes;
    for (uint32_t k = 0; k < s.count; k++) {
        struct touched_by before = touched_add(b->touched, at[k], warp, m->act != XRAY_LOAD);
        m->again_warp += before.any >> warp & 1;
        m->moved += m->act != XRAY_STORE && !before.any;
        m->moved += m->act != XRAY_LOAD && !before.stores;
        by_block += before.any != 0;
    }
    m->again_block += by_block;
    m->hits += by_block == s.count;
}

static void count_shared(struct xray_memory *m, const struct access_request *r)
{
    struct bank_counts c;
    access_banks(r, &c, NULL);
    m->passes += c.passes;
    m->ideal_passes += c.ideal;
}

static void count_collisions(struct xray_memory *m, const struct access_request *r)
{
    struct collision_counts c;
    access_collisions(r, &c);
    m->addresses += c.addresses;
    m->most = c.most > m->most ? c.most : m->most;
}

static void count_request(struct block_tally *b, const struct observed_access *a, bool shared,
                          const struct access_request *r)
{
    struct inst_tally *i = tally_of(b, &a->place);
    struct memory_tally *m = i->memory[shared];
    if (!m) {
        m = i->memory[shared] = xcalloc(1, sizeof *m);
        m->counts.act = a->kind == ACCESS_KIND_LOAD    ? XRAY_LOAD
                        : a->kind == ACCESS_KIND_STORE ? XRAY_STORE
                                                       : XRAY_ATOMIC;
        m->counts.shared = shared;
        m->counts.bytes = r->bytes;
    }
    m->counts.requests++;
    m->counts.lanes += (uint64_t) __builtin_popcount(r->mask);
    if (shared)
        count_shared(&m->counts, r);
    else
        count_global(b, &m->counts, a->place.warp, r);
    if (m->counts.act == XRAY_ATOMIC)
        count_collisions(&m->counts, r);
    if (b->sampled)
        take_sample(b, m, &a->place, r);
}

/* A generic access may go to both spaces: it is one request to each. */
static void access(struct observer *o, void *state, const struct observed_access *a)
{
    uint64_t addresses[WARP_LANES] = {0};
    uint32_t masks[XRAY_SPACES] = {0};
    if (a->space != PTX_GENERIC && a->space != PTX_GLOBAL && a->space != PTX_SHARED)
        return;
    for (uint32_t left = a->place.mask; left; left &= left - 1) {
        uint32_t l = (uint32_t) __builtin_ctz(left);
        enum ptx_space space = observed_space(a, l, addresses + l);
        if (space == PTX_GLOBAL || space == PTX_SHARED)
            masks[space == PTX_SHARED] |= 1u << l;
    }
    for (int shared = 0; shared < XRAY_SPACES; shared++) {
        struct access_request r = {addresses, masks[shared], a->width * a->count};
        if (r.mask)
            count_request(state, a, shared, &r);
    }
}

/* ---- the observer ---- */

struct launch_xray *xray_start(struct device *d)
{
    struct launch_xray *x = xcalloc(1, sizeof *x);
    x->observer = (struct observer){.launch_begin = launch_begin,
                                    .launch_end = launch_end,
                                    .block_begin = block_begin,
                                    .block_end = block_end,
                                    .instruction = instruction,
                                    .access = access,
                                    .branch = branch,
                                    .barrier_arrive = barrier_arrive,
                                    .barrier_release = barrier_release};
    pthread_mutex_init(&x->lock, NULL);
    x->names = intern_new();
    x->device = d;
    if (!cpu_device_observe(d, &x->observer)) {
        x->device = NULL;
        xray_stop(&x);
    }
    return x;
}

void xray_stop(struct launch_xray **at)
{
    struct launch_xray *x = *at;
    if (!x)
        return;
    if (x->device)
        cpu_device_unobserve(x->device, &x->observer);
    VEC_EACH (k, &x->kernels)
        xray_kernel_free(k);
    VEC_FREE(&x->kernels);
    intern_free(&x->names);
    pthread_mutex_destroy(&x->lock);
    free(x);
    *at = NULL;
}

struct xray_kernel *const *xray_kernels(const struct launch_xray *x, size_t *out_count)
{
    *out_count = x->kernels.n;
    return x->kernels.at;
}
