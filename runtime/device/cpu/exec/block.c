/* SPDX-License-Identifier: Apache-2.0 */
/* A block on one host thread: its frames, its shared and local memory, its barriers, and its warps in turn. A warp runs until it waits for
 * another, has used up its turn, or ends. If no warp can run and some have not ended, the barrier that they wait for can never be
 * complete, and block_stuck says so. It needs a launch and its decoded code. Next: warp.c; cpu_worker.c, which hands out blocks. */
#include <fenv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/check.h"
#include "device/cpu/code/full_mask.h"
#include "device/cpu/code/vector_code.h"
#include "device/cpu/exec/exec_device.h"
#include "device/cpu/exec/machine.h"
#include "device/cpu/exec/observed.h"

enum { ROUNDS = 20000 }; /* of polls, until the block is stuck */

enum { RECURSION_STACK = 64 << 10, LOCAL_PAD = 64, KEEP_MOST = 4 << 20 };

/* ---- frames ---- */

static void broadcast(char *vreg, uint32_t size, uint64_t value)
{
    switch (size) {
    case 0: memcpy(vreg, &value, 4); break;
    case 2:
        for (int l = 0; l < WARP_LANES; l++)
            ((uint16_t *) vreg)[l] = (uint16_t) value;
        break;
    case 4:
        for (int l = 0; l < WARP_LANES; l++)
            ((uint32_t *) vreg)[l] = (uint32_t) value;
        break;
    default:
        for (int l = 0; l < WARP_LANES; l++)
            ((uint64_t *) vreg)[l] = value;
    }
}

static uint64_t param_value(const struct cpu_launch *l, const struct frame_constant *f)
{
    uint64_t v = 0;
    memcpy(&v, l->params + f->value, f->source);
    uint32_t unused = 64 - 8 * f->source;
    return f->is_signed && unused ? (uint64_t) ((int64_t) (v << unused) >> unused) : v;
}

/* A special register that is the same in all lanes. */
static uint64_t special_value(const struct warp *w, uint64_t which)
{
    const struct thread_block *b = w->block;
    const struct cpu_launch *l = b->launch;
    switch ((enum special) which) {
    case SPECIAL_NTID_X: return l->block.x;
    case SPECIAL_NTID_Y: return l->block.y;
    case SPECIAL_NTID_Z: return l->block.z;
    case SPECIAL_CTAID_X: return b->id.x;
    case SPECIAL_CTAID_Y: return b->id.y;
    case SPECIAL_CTAID_Z: return b->id.z;
    case SPECIAL_NCTAID_X: return l->grid.x;
    case SPECIAL_NCTAID_Y: return l->grid.y;
    case SPECIAL_NCTAID_Z: return l->grid.z;
    case SPECIAL_WARPID: return w->id;
    case SPECIAL_NWARPID: return b->warp_count;
    case SPECIAL_SMID: return b->worker;
    case SPECIAL_NSMID: return l->exec->props->multiprocessors;
    case SPECIAL_DYNAMIC_SMEM: return l->shared_dynamic;
    case SPECIAL_TOTAL_SMEM: return b->shared_size;
    case SPECIAL_ENVREG1: return l->workspace >> 32;
    case SPECIAL_ENVREG2: return (uint32_t) l->workspace;
    case SPECIAL_CLUSTER_X: return l->cluster.x;
    case SPECIAL_CLUSTER_Y: return l->cluster.y;
    case SPECIAL_CLUSTER_Z: return l->cluster.z;
    case SPECIAL_CLUSTER_EXPLICIT: return l->explicit_cluster;
    default: return 0;
    }
}

static uint32_t lane_value(const struct warp *w, uint64_t which, uint32_t lane)
{
    const struct device_dim *d = &w->block->launch->block;
    uint32_t t = block_thread(w->block, w->id, lane), bit = 1u << lane;
    switch ((enum special) which) {
    case SPECIAL_TID_X: return t % d->x;
    case SPECIAL_TID_Y: return t / d->x % d->y;
    case SPECIAL_TID_Z: return t / d->x / d->y;
    case SPECIAL_LANEID: return lane;
    case SPECIAL_LANEMASK_EQ: return bit;
    case SPECIAL_LANEMASK_LT: return bit - 1;
    case SPECIAL_LANEMASK_LE: return bit | (bit - 1);
    case SPECIAL_LANEMASK_GT: return ~(bit | (bit - 1));
    case SPECIAL_LANEMASK_GE: return ~(bit - 1);
    default: return 0;
    }
}

static bool differs_by_lane(uint64_t which)
{
    return which <= SPECIAL_TID_Z || which == SPECIAL_LANEID ||
           (which >= SPECIAL_LANEMASK_EQ && which <= SPECIAL_LANEMASK_GT);
}

static void set_local_addresses(const struct warp *w, const struct call_frame *f,
                                const struct frame_constant *constant, char *vreg)
{
    const struct thread_block *b = w->block;
    for (uint32_t l = 0; l < WARP_LANES; l++)
        ((uint64_t *) vreg)[l] = (uint64_t) (uintptr_t) b->local +
                                 (w->id * WARP_LANES + l) * b->local_stride + f->local_at +
                                 constant->value;
}

/* The affine register of the same constant, for full-mask code. */
static void set_affine(const struct warp *w, const struct call_frame *f,
                       const struct frame_constant *constant)
{
    const char *vreg = f->vregs + constant->vreg;
    char *affine = f->vregs + affine_offset(f->code, constant->vreg);
    const uint32_t *lanes = w->block->affine_lanes;
    for (int k = 0; k < AFFINE_LANES; k++) {
        if (constant->size == 4)
            memcpy(affine + 4 * k, vreg + 4 * lanes[k], 4);
        else if (constant->size == 8)
            memcpy(affine + 8 * k, vreg + 8 * lanes[k], 8);
        else
            memcpy(affine + 2 * k, vreg + 2 * lanes[k], 2);
    }
}

static void set_constant(const struct warp *w, struct call_frame *f,
                         const struct frame_constant *constant)
{
    char *vreg = f->vregs + constant->vreg;
    switch ((enum constant_kind) constant->kind) {
    case CONSTANT_BITS: broadcast(vreg, constant->size, constant->value); break;
    case CONSTANT_PARAM:
        broadcast(vreg, constant->size, param_value(w->block->launch, constant));
        break;
    case CONSTANT_PARAM_ADDRESS:
        broadcast(vreg, 8, (uint64_t) (uintptr_t) w->block->launch->params + constant->value);
        break;
    case CONSTANT_DYNAMIC:
        broadcast(vreg, constant->size,
                  w->block->launch->code->shared_dynamic_at + constant->value);
        break;
    case CONSTANT_LOCAL: set_local_addresses(w, f, constant, vreg); break;
    case CONSTANT_SPECIAL:
        if (!differs_by_lane(constant->value))
            broadcast(vreg, constant->size, special_value(w, constant->value));
        for (uint32_t l = 0; l < WARP_LANES && differs_by_lane(constant->value); l++)
            ((uint32_t *) vreg)[l] = lane_value(w, constant->value, l);
        break;
    }
    if (f->code == w->block->launch->code && constant->size)
        set_affine(w, f, constant);
}

static struct call_frame *frame_alloc(const struct decoded_code *code)
{
    struct call_frame *f = xcalloc(1, sizeof *f);
    f->vregs = aligned_alloc(64, code->frame_size);
    CHECK(f->vregs);
    memset(f->vregs, 0, code->frame_size);
    f->code = code;
    return f;
}

static void frame_release(struct call_frame *f)
{
    free(f->vregs);
    free(f);
}

/* The frame of a call. Frames of the same function are reused, with their constants set again, as another warp or depth may have had them. */
struct call_frame *frame_new(struct warp *w, const struct decoded_code *code)
{
    struct thread_block *b = w->block;
    uint64_t local_at = w->frame->local_at + w->frame->code->local_size;
    if (w->frame->used)
        local_at += (w->frame->used + 15) & ~(uint64_t) 15;
    if (w->frame->depth >= CALL_DEPTH_MAX || local_at + code->local_size > b->local_size)
        return NULL;
    struct call_frame **at = &b->free_frames, *f;
    while (*at && (*at)->code != code)
        at = &(*at)->next_free;
    if ((f = *at))
        *at = f->next_free;
    else
        f = frame_alloc(code);
    f->caller = w->frame;
    f->depth = w->frame->depth + 1;
    f->live = w->mask;
    f->local_at = local_at;
    f->used = 0;
    for (uint32_t k = 0; k < code->constant_count; k++)
        set_constant(w, f, &code->constants[k]);
    return f;
}

/* Lanes leave a call; the frame of a call is free when its last lane has left it. The kernel's own frame stays. */
void frame_drop(struct warp *w, struct call_frame *f, uint32_t mask)
{
    f->live &= ~mask;
    if (f->live || !f->caller)
        return;
    f->next_free = w->block->free_frames;
    w->block->free_frames = f;
}

static void drop_calls(struct warp *w, struct call_frame *f)
{
    for (struct call_frame *caller; f && f->caller; f = caller) {
        caller = f->caller;
        if (f->live)
            frame_drop(w, f, f->live);
    }
}

/* After a fault: frames of calls that never returned. */
static void drop_all_calls(struct thread_block *b)
{
    for (uint32_t i = 0; i < b->warp_count; i++) {
        struct warp *w = &b->warps[i];
        for (uint32_t g = 0; g < w->split_count; g++)
            drop_calls(w, w->splits[g].frame);
        drop_calls(w, w->frame);
        while (w->frame->caller)
            w->frame = w->frame->caller;
    }
}

/* ---- opening for a launch ---- */

/* Bytes of local memory of a thread: what the deepest chain of calls needs, or a fixed amount if that is not known. */
static uint64_t local_need(const struct decoded_code *code)
{
    uint64_t need = code->stack_size == UINT32_MAX ? RECURSION_STACK : code->stack_size - 1;
    return need < code->local_size ? code->local_size : need;
}

static char *map(uint64_t size)
{
    char *p = mmap(NULL, size ? size : 1, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    CHECK(p != MAP_FAILED);
    return p;
}

/* Vector code moves whole vectors under a mask, so it reaches up to a warp's elements beyond the shared memory. If a page there is not
 * present, the processor takes hundreds of cycles to find that no lane needs it. So some bytes lie on either side. Nothing else lies within
 * SHARED_GUARD, so that an address there is an index out of bounds (access.c). */
enum { SHARED_MARGIN = 1024 };

static char *map_shared(uint64_t size)
{
    char *p = map(size + 2 * SHARED_GUARD) + SHARED_GUARD;
    p[-SHARED_MARGIN] = p[size + SHARED_MARGIN - 1] = 0;
    return p;
}

static void unmap_shared(char *p, uint64_t size)
{
    munmap(p - SHARED_GUARD, size + 2 * SHARED_GUARD);
}

static uint32_t lanes_that_are_threads(const struct thread_block *b, uint32_t warp)
{
    uint32_t lanes = 0;
    for (uint32_t l = 0; l < WARP_LANES; l++)
        if (l % b->across < b->width && block_thread(b, warp, l) < b->threads)
            lanes |= 1u << l;
    return lanes;
}

/* Where a warp's lanes are in the block, for affine values (code/analysis.h). */
static void place_lanes(struct thread_block *b, const struct cpu_launch *l)
{
    uint32_t across = l->across, rows = (b->threads + l->width - 1) / l->width;
    b->across = across;
    b->width = l->width;
    b->down = WARP_LANES / across;
    b->step = across % WARP_LANES;
    b->warp_count = (rows + b->down - 1) / b->down;
    b->lanes = lanes_that_are_threads(b, 0);
    b->last_lanes = lanes_that_are_threads(b, b->warp_count - 1);
    b->affine_lanes[1] = across > 1;
    b->affine_lanes[2] = across % WARP_LANES;
    b->affine_lanes[3] = WARP_LANES - 1;
    for (uint32_t row = 0;
         row < VECTOR_ROWS_MAX && across * VECTOR_ROWS_MAX == WARP_LANES && !l->full_mask; row++)
        b->affine_lanes[vector_row_place(row)] = row * across;
    for (uint32_t i = 0; i < WARP_LANES; i++) {
        b->lane_x[i] = i % across;
        b->lane_y[i] = i / across;
    }
}

static struct block_like like_of(const struct cpu_launch *l)
{
    return (struct block_like){.code = l->code,
                               .full_mask = l->full_mask,
                               .watched = l->watchers != NULL,
                               .cache_count = l->cache_count,
                               .block = l->block,
                               .grid = l->grid,
                               .cluster = l->cluster,
                               .shared_dynamic = l->shared_dynamic,
                               .across = l->across,
                               .width = l->width,
                               .workspace = l->workspace,
                               .params_at = l->params,
                               .params_size = l->params_size};
}

static bool same_dim(const struct device_dim *a, const struct device_dim *b)
{
    return a->x == b->x && a->y == b->y && a->z == b->z;
}

/* Constants that the launch decides are set again where they may have changed. */
static void refill(struct thread_block *b, bool params_same, bool grid_same, bool place_same)
{
    const struct decoded_code *code = b->launch->code;
    if (params_same && grid_same && place_same)
        return;
    for (uint32_t k = code->ctaid_count; k < code->constant_count; k++) {
        const struct frame_constant *f = &code->constants[k];
        bool stays = f->kind == CONSTANT_PARAM           ? params_same
                     : f->kind == CONSTANT_PARAM_ADDRESS ? place_same
                     : f->kind == CONSTANT_SPECIAL       ? grid_same || differs_by_lane(f->value)
                                                         : true;
        for (uint32_t i = 0; i < b->warp_count && !stays; i++)
            set_constant(&b->warps[i], b->warps[i].frame, f);
    }
}

static void keep_params(struct thread_block *b)
{
    if (b->launch->params_size)
        memcpy(b->params, b->launch->params, b->launch->params_size);
}

/* The block's memory fits the launch if code, block shape and shared memory are the same: the common case of a kernel in a loop. */
static bool open_again(struct thread_block *b, struct cpu_launch *l)
{
    struct block_like old = b->like, new = like_of(l);
    if (!b->warps || old.code != new.code || old.full_mask != new.full_mask ||
        old.watched != new.watched || old.cache_count != new.cache_count ||
        !same_dim(&old.block, &new.block) || old.shared_dynamic != new.shared_dynamic ||
        old.across != new.across || old.width != new.width)
        return false;
    b->launch = l;
    b->like = new;
    b->vectors = l->vectors;
    b->started = UINT64_MAX;
    refill(b, !l->params_size || !memcmp(b->params, l->params, l->params_size),
           same_dim(&old.grid, &new.grid) && same_dim(&old.cluster, &new.cluster) &&
               old.workspace == new.workspace,
           old.params_at == new.params_at);
    keep_params(b);
    return true;
}

void block_open(struct thread_block *b, struct cpu_launch *l)
{
    uint32_t worker = b->worker;
    if (open_again(b, l))
        return;
    block_close(b);
    *b = (struct thread_block){.worker = worker,
                               .launch = l,
                               .like = like_of(l),
                               .started = UINT64_MAX,
                               .frees = &l->exec->memory->frees,
                               .frees_seen = atomic_load(&l->exec->memory->frees),
                               .threads = l->block.x * l->block.y * l->block.z};
    b->alone = (struct cluster){.size = 1, .blocks = {b}};
    b->cluster = &b->alone;
    place_lanes(b, l);
    b->shared_size = l->code->shared_dynamic_at + l->shared_dynamic;
    if (!l->shared_dynamic)
        b->shared_size = l->code->shared_static;
    b->shared = map_shared(block_shared_room(b));
    b->local_size = local_need(l->code);
    b->local_stride = b->local_size ? b->local_size + LOCAL_PAD
                                    : 0; /* the padding spreads lanes over cache sets */
    b->local = map(b->local_stride * b->warp_count * WARP_LANES);
    b->full_mask = l->full_mask;
    b->vectors = l->vectors;
    b->params = xmalloc(l->params_size + 1);
    keep_params(b);
    b->observation = l->watchers ? observation_new(b) : NULL;
    b->closely = observation_closely(b);
    b->caches = xcalloc(l->cache_count + 1, sizeof *b->caches);
    b->warps = aligned_alloc(64, b->warp_count * sizeof *b->warps);
    CHECK(b->warps);
    memset(b->warps, 0, b->warp_count * sizeof *b->warps);
    b->warps_end = b->warps + b->warp_count;
    for (uint32_t i = 0; i < b->warp_count; i++) {
        struct warp *w = &b->warps[i];
        w->block = b;
        w->caches = b->caches;
        w->id = i;
        w->frame = frame_alloc(l->code);
        for (uint32_t k = 0; k < l->code->constant_count; k++)
            set_constant(w, w->frame, &l->code->constants[k]);
    }
}

bool block_rests(struct thread_block *b)
{
    b->launch = NULL;
    return b->shared_size + b->local_stride * b->warp_count * WARP_LANES <= KEEP_MOST;
}

void block_close(struct thread_block *b)
{
    uint32_t worker = b->worker;
    for (uint32_t i = 0; b->warps && i < b->warp_count; i++) {
        struct call_frame *f = b->warps[i].frame;
        while (f->caller)
            f = f->caller;
        frame_release(f);
    }
    for (struct call_frame *f = b->free_frames, *next; f; f = next) {
        next = f->next_free;
        frame_release(f);
    }
    if (b->warps) {
        unmap_shared(b->shared, block_shared_room(b));
        munmap(b->local, b->local_stride ? b->local_stride * b->warp_count * WARP_LANES : 1);
    }
    free(b->warps);
    free(b->caches);
    free(b->params);
    observation_free(&b->observation);
    *b = (struct thread_block){.worker = worker};
}

/* ---- barriers (9.7.13.1): counted by thread; threads that have exited are not waited for ---- */

static bool barrier_complete(const struct thread_block *b, const struct barrier *r)
{
    uint32_t all = b->threads - b->exited;
    return r->arrived && r->arrived >= (r->expected ? r->expected : all);
}

static void barrier_open(struct thread_block *b, uint32_t barrier)
{
    struct barrier *r = &b->barriers[barrier];
    r->last_arrived = r->arrived;
    r->last_trues = r->trues;
    r->arrived = r->expected = r->trues = 0;
    b->arrived_at &= ~(1u << barrier);
    if (b->observation)
        observed_barrier_release(b, barrier, r->last_arrived);
    for (uint32_t i = 0; i < b->warp_count; i++)
        if (b->warps[i].split_count)
            warp_release(&b->warps[i], barrier);
}

/* 9.7.13.1: the number of threads of a barrier counts whole warps. */
bool block_arrive(struct thread_block *b, uint32_t barrier, uint32_t count, uint32_t expected,
                  uint32_t trues)
{
    struct barrier *r = &b->barriers[barrier];
    b->arrived_at |= 1u << barrier;
    r->arrived += count;
    r->trues += trues;
    r->expected = expected ? (expected + WARP_LANES - 1) & ~(WARP_LANES - 1u) : 0;
    if (r->expected > b->threads) /* a partial last warp counts as 32 threads (9.7.13.1) */
        r->expected = b->threads;
    if (!barrier_complete(b, r))
        return false;
    barrier_open(b, barrier);
    return true;
}

/* ---- barriers of a cluster (9.7.13.3) ---- */

static uint32_t running_threads(const struct cluster *c)
{
    uint32_t n = 0;
    for (uint32_t r = 0; r < c->size; r++)
        n += c->blocks[r]->threads - c->blocks[r]->exited;
    return n;
}

void cluster_may_open(struct cluster *c)
{
    if (!c->arrived || c->arrived < running_threads(c))
        return;
    c->arrived = 0;
    for (uint32_t r = 0; r < c->size; r++) {
        struct thread_block *b = c->blocks[r];
        if (b->observation)
            observed_barrier_release(b, CLUSTER_BARRIER, b->threads - b->exited);
        for (uint32_t i = 0; i < b->warp_count; i++) {
            b->warps[i].cluster_open = 0;
            if (b->warps[i].split_count)
                warp_release(&b->warps[i], CLUSTER_BARRIER);
        }
    }
}

/* Exited threads are not waited for. */
void cluster_exited(struct warp *w, uint32_t mask)
{
    w->block->cluster->arrived -= (uint32_t) __builtin_popcount(w->cluster_open & mask);
    w->cluster_open &= ~mask;
    w->cluster_owes &= ~mask;
}

/* 9.7.13.1: a barrier for all threads of the block does not wait for exited ones, so an exit may complete it. */
void block_exited(struct thread_block *b, uint32_t count)
{
    b->exited += count;
    for (uint32_t m = b->arrived_at; m; m &= m - 1) {
        uint32_t k = (uint32_t) __builtin_ctz(m);
        if (!b->barriers[k].expected && barrier_complete(b, &b->barriers[k]))
            barrier_open(b, k);
    }
    if (b->cluster->arrived)
        cluster_may_open(b->cluster);
}

/* ---- running ---- */

static uint32_t waiting_lanes(const struct thread_block *b, enum split_state state)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < b->warp_count; i++)
        for (uint32_t g = 0; g < b->warps[i].split_count; g++)
            n += b->warps[i].splits[g].state == state
                     ? (uint32_t) __builtin_popcount(b->warps[i].splits[g].mask)
                     : 0;
    return n;
}

/* A fault: every thread that has not exited waits for a barrier, and no thread is left to complete it. */
void block_stuck(struct thread_block *b)
{
    uint32_t at_barrier = waiting_lanes(b, SPLIT_AT_BARRIER),
             at_warp = waiting_lanes(b, SPLIT_AT_WARP_BARRIER);
    char text[200];
    for (uint32_t i = 0; i < b->warp_count; i++) {
        struct warp *w = &b->warps[i];
        if (!w->split_count)
            continue;
        const struct warp_split *g = &w->splits[0];
        bool block_wide = g->state == SPLIT_AT_BARRIER;
        if (g->barrier == CLUSTER_BARRIER && block_wide)
            snprintf(
                text, sizeof text,
                "%u threads of the block wait for the cluster, but others of its %u blocks never "
                "arrive: the barrier of the cluster can never complete",
                at_barrier, b->cluster->size);
        else if (block_wide)
            snprintf(text, sizeof text,
                     "%u of the block's %u threads wait at barrier %u, %u wait elsewhere, %u have "
                     "exited: the barrier can never complete",
                     at_barrier, b->threads, g->barrier, at_warp, b->exited);
        else
            snprintf(
                text, sizeof text,
                "lanes 0x%08x of the warp have reached this operation, but its mask also has lanes "
                "0x%08x, which can never reach it: %u threads of the block wait, %u have exited",
                g->mask, g->members & w->alive & ~g->mask, at_barrier + at_warp, b->exited);
        w->frame = g->frame;
        uint32_t lane = (uint32_t) __builtin_ctz(g->mask);
        warp_fault(w, block_wide ? g->at - 1 : g->at, block_wide ? FAULT_BARRIER : FAULT_DEADLOCK,
                   g->mask, lane, text);
        return;
    }
}

static uint32_t place_in_grid(const struct thread_block *b, uint64_t which)
{
    return which == SPECIAL_CTAID_X ? b->id.x : which == SPECIAL_CTAID_Y ? b->id.y : b->id.z;
}

/* %ctaid changes from block to block: one word, the same in all lanes, so it is set here without the cases of set_constant. */
static void set_block_id(struct thread_block *b, const struct frame_constant *f, bool always)
{
    uint32_t value = place_in_grid(b, f->value);
    uint32_t *before = f->value == SPECIAL_CTAID_X   ? &b->ids.x
                       : f->value == SPECIAL_CTAID_Y ? &b->ids.y
                                                     : &b->ids.z;
    if (*before == value && !always)
        return;
    uint32_t affine_at = affine_offset(b->like.code, f->vreg);
    for (uint32_t i = 0; i < b->warp_count && f->size != 4; i++)
        set_constant(&b->warps[i], b->warps[i].frame, f);
    for (uint32_t i = 0; i < b->warp_count && f->size == 4; i++) {
        char *vregs = b->warps[i].frame->vregs;
        uint32_t *vreg = (uint32_t *) __builtin_assume_aligned(vregs + f->vreg, 64),
                 *affine = (uint32_t *) __builtin_assume_aligned(vregs + affine_at, 8);
        for (int l = 0; l < WARP_LANES; l++)
            vreg[l] = value;
        for (int k = 0; k < AFFINE_LANES; k++)
            affine[k] = value;
    }
}

void block_set_ids(struct thread_block *b)
{
    bool always = !b->ids_set;
    for (uint32_t k = 0; k < b->like.code->ctaid_count; k++)
        set_block_id(b, &b->like.code->constants[k], always);
    b->ids = b->id;
    b->ids_set = true;
}

/* All warps begin at the kernel's first op, full warps in full-mask code. */
static void start_warps(struct thread_block *b)
{
    const struct decoded_code *code = b->like.code;
    const struct op *plain = code_start(b, code),
                    *full_mask = b->full_mask ? b->full_mask->ops : plain;
    for (uint32_t i = 0; i < b->warp_count; i++) {
        struct warp *w = &b->warps[i];
        w->frame->used = 0;
        uint32_t lanes = block_lanes(b, i);
        warp_start(w, lanes == MASK_ALL ? full_mask : plain, w->frame, lanes);
    }
}

void block_forget(struct thread_block *b)
{
    private_sums_add(&b->sums, b->launch->exec->space);
    memset(b->caches, 0, b->launch->cache_count * sizeof *b->caches);
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

uint64_t order_of(uint64_t n, uint64_t count, uint32_t seed)
{
    uint64_t step = seed * 0x9e3779b1u % count + 1;
    if (!seed)
        return n;
    while (common_divisor(step, count) != 1)
        step++;
    return (uint64_t) ((unsigned __int128) n * step + seed) % count;
}

/* Whether some thread waits for the other blocks of the cluster. */
static bool waits_for_cluster(const struct thread_block *b)
{
    for (uint32_t i = 0; i < b->warp_count; i++)
        for (uint32_t g = 0; g < b->warps[i].split_count; g++)
            if (b->warps[i].splits[g].state == SPLIT_AT_BARRIER &&
                b->warps[i].splits[g].barrier == CLUSTER_BARRIER)
                return b->cluster->size > 1;
    return false;
}

/* ---- mbarrier objects that nobody can complete ---- */

/* Lanes of the warp that are not at a barrier. */
static uint32_t ready_lanes(const struct warp *w)
{
    uint32_t ready = 0;
    for (uint32_t i = 0; i < w->split_count; i++)
        ready |= w->splits[i].state == SPLIT_READY ? w->splits[i].mask : 0;
    return ready;
}

bool block_polls_in_vain(const struct thread_block *b)
{
    return b->poll.rounds == ROUNDS;
}

/* After a turn of the block: one in which all threads that can run have polled is a round. */
static void look_for_polls(struct thread_block *b)
{
    bool all = true, any = false;
    for (uint32_t i = 0; i < b->warp_count && all; i++) {
        uint32_t ready = ready_lanes(&b->warps[i]);
        all = !(ready & ~b->warps[i].polled);
        any |= ready != 0;
    }
    if (!all || !any)
        return;
    for (uint32_t i = 0; i < b->warp_count; i++)
        b->warps[i].polled = 0;
    if (b->poll.rounds < ROUNDS)
        b->poll.rounds++;
}

void block_polled_in_vain(struct thread_block *b)
{
    struct warp *w = b->poll.warp;
    char text[200];
    snprintf(
        text, sizeof text,
        "every thread that can run waits for an mbarrier, and nobody can complete its phase: %u "
        "of %u arrivals and %d bytes are missing",
        b->poll.pending, b->poll.expected, b->poll.bytes);
    w->frame = b->poll.frame;
    warp_fault(w, b->poll.op, FAULT_MBARRIER, b->poll.lanes,
               (uint32_t) __builtin_ctz(b->poll.lanes), text);
}

/* A turn for each warp that can run. */
static enum block_state turn_of_warps(struct thread_block *b)
{
    bool ran = false, waits = false, all_yielded = true;
    for (uint32_t i = 0; i < b->warp_count; i++) {
        struct warp *w = &b->warps[order_of(i, b->warp_count, b->launch->seed)];
        if (!w->ready) {
            waits |= w->alive != 0;
            continue;
        }
        block_forget_freed(b);
        enum leave why = warp_run(w);
        if (why == LEAVE_STOPPED)
            return BLOCK_STOPPED;
        ran = true;
        all_yielded &= why == LEAVE_YIELD;
        waits |= why != LEAVE_DONE;
    }
    if (!waits)
        return BLOCK_DONE;
    if (!ran && waits_for_cluster(b) && !block_stops(b))
        return BLOCK_WAITS;
    if (!ran)
        block_stuck(b);
    if (!ran || block_stops(b))
        return BLOCK_STOPPED;
    if (b->poll.op)
        look_for_polls(b);
    if (b->cluster->size == 1 && block_polls_in_vain(b)) {
        block_polled_in_vain(b);
        return BLOCK_STOPPED;
    }
    return all_yielded ? BLOCK_YIELDED : BLOCK_GOES_ON;
}

void block_start(struct thread_block *b, uint64_t linear)
{
    const struct device_dim *grid = &b->launch->grid;
    b->linear = linear;
    if (linear && linear == b->started + 1 && b->id.x + 1 < grid->x)
        b->id.x++;
    else
        b->id = (struct device_dim){(uint32_t) (linear % grid->x),
                                    (uint32_t) (linear / grid->x % grid->y),
                                    (uint32_t) (linear / grid->x / grid->y)};
    b->started = linear;
    b->run_to = 0;
    b->exited = 0;
    b->ended = false;
    b->poll.op = NULL;
    b->poll.rounds = 0;
    if (b->launch->cluster_size == 1) { /* not all of it, which would cost 12 ns for each block */
        b->alone.size = 1;
        b->alone.arrived = 0;
        b->alone.blocks[0] = b;
        b->cluster = &b->alone;
        b->rank = 0;
    }
    for (uint32_t m = b->arrived_at; m; m &= m - 1)
        b->barriers[__builtin_ctz(m)] = (struct barrier){0};
    b->arrived_at = 0;
    if (b->observation)
        observed_block_begin(b);
    if (!b->vectors || b->vectors->ids_in_frames)
        block_set_ids(b);
    b->vector_on = b->vectors != NULL;
    if (b->vector_on)
        vector_start(b);
    else
        start_warps(b);
}

enum block_state block_go_on(struct thread_block *b)
{
    enum block_state s = b->vector_on ? vector_turn(b) : turn_of_warps(b);
    if (s == BLOCK_STOPPED) {
        fesetenv(FE_DFL_ENV); /* a rounding mode may have been set */
        drop_all_calls(b);
    }
    if (b->observation && (s == BLOCK_STOPPED || s == BLOCK_DONE))
        observed_block_end(b, s == BLOCK_DONE ? BLOCK_ENDED : BLOCK_FAULTED);
    return s;
}
