/* SPDX-License-Identifier: Apache-2.0 */
/* Which lanes of a warp run next: divergence and reconvergence. A warp is the lanes that run (w->mask, all at one op) and its *splits*, lanes
 * that wait at other ops (the warp splits of Meng, Tarjan and Skadron, 'Dynamic Warp Subdivision', ISCA 2010).
 *
 * Of the splits that can run, the one in the deepest call goes first, and there the one in the basic block of the lowest rank (cfg.h). Every
 * block ranks before its immediate post-dominator, so splits reconverge there for any control flow. No stack of reconvergence points is
 * needed, and break, early return and irreducible loops are no special cases.
 *
 * The danger of this order is a split that spins at a low rank on what a waiting split would do. So taken back-edges use up a budget, and
 * then the split that has waited longest runs (w->fair): every lane makes progress, as independent thread scheduling requires. A loop
 * that may wait for another thread uses up the budget faster (decode.c, trip_cost).
 *
 * Splits at a barrier cannot run until it is complete. Next: block.c, which runs warps in turn. */
#include <string.h>

#include "device/cpu/code/analysis.h"
#include "device/cpu/code/cfg.h"
#include "device/cpu/exec/machine.h"
#include "device/cpu/exec/observed.h"

enum { BUDGET = 4096 };

void warp_set_mask(struct warp *w, uint32_t mask)
{
    if (w->mask == mask)
        return;
    static const uint32_t bits[WARP_LANES] = {
        1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,
        1u << 8,  1u << 9,  1u << 10, 1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15,
        1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21, 1u << 22, 1u << 23,
        1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31};
    w->mask = mask;
    w->part = mask != MASK_ALL;
    for (int l = 0; l < WARP_LANES; l++)
        w->lanes[l] = (mask & bits[l]) == bits[l] ? -1 : 0;
}

/* The deeper call first; within a function the lower rank of cfg.h, which mostly is the order of the text. */
static bool goes_before(const struct warp *w, const struct op *at_a, const struct call_frame *a,
                        const struct op *at_b, const struct call_frame *b)
{
    if (a->depth != b->depth)
        return a->depth > b->depth;
    if (a->code != b->code || a->code->cfg->in_order)
        return at_a < at_b;
    const struct cfg *g = a->code->cfg;
    const struct op *start = code_start(w->block, a->code);
    uint32_t in_a = g->block_of[at_a - start], in_b = g->block_of[at_b - start];
    return in_a == in_b ? at_a < at_b : g->blocks[in_a].rank < g->blocks[in_b].rank;
}

static void split_remove(struct warp *w, uint32_t i)
{
    w->ready -= w->splits[i].state == SPLIT_READY;
    w->splits[i] = w->splits[--w->split_count];
}

/* The running lanes become a split, or join one that is ready at the same op. `members`: what those at a warp barrier name. */
static struct warp_split *park(struct warp *w, const struct op *at, uint32_t mask,
                               struct call_frame *frame, enum split_state state, uint32_t members)
{
    for (uint32_t i = 0; i < w->split_count; i++) {
        struct warp_split *g = &w->splits[i];
        if (g->at == at && g->frame == frame && g->state == state && state != SPLIT_AT_BARRIER &&
            (state != SPLIT_AT_WARP_BARRIER || g->members == members)) {
            g->mask |= mask;
            return g;
        }
    }
    struct warp_split *g = &w->splits[w->split_count++];
    *g = (struct warp_split){.at = at,
                             .frame = frame,
                             .mask = mask,
                             .members = members,
                             .state = (uint8_t) state,
                             .turn = w->turn};
    w->ready += state == SPLIT_READY;
    return g;
}

/* Split i runs: its mask, frame and op become the warp's. The lanes that ran must be parked or gone. */
static const struct op *become(struct warp *w, uint32_t i)
{
    struct warp_split g = w->splits[i];
    split_remove(w, i);
    w->frame = g.frame;
    w->vregs = g.frame->vregs;
    w->turn++;
    warp_set_mask(w, g.mask);
    return g.at;
}

static uint32_t first_in_order(const struct warp *w)
{
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < w->split_count; i++) {
        const struct warp_split *g = &w->splits[i],
                                *b = best == UINT32_MAX ? NULL : &w->splits[best];
        if (g->state == SPLIT_READY && (!b || goes_before(w, g->at, g->frame, b->at, b->frame)))
            best = i;
    }
    return best;
}

static uint32_t longest_waiting(const struct warp *w)
{
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < w->split_count; i++)
        if (w->splits[i].state == SPLIT_READY &&
            (best == UINT32_MAX || w->splits[i].turn < w->splits[best].turn))
            best = i;
    return best;
}

static const struct op *leave(struct warp *w, enum leave why)
{
    w->leave = why;
    return NULL;
}

/* No lane runs: the next split does, or the warp stops. */
static const struct op *next_split(struct warp *w)
{
    w->fair = false;
    if (!w->ready)
        return leave(w, w->alive ? LEAVE_BLOCKED : LEAVE_DONE);
    uint32_t i = w->split_count == 1 ? 0 : first_in_order(w);
    return become(w, i);
}

/* Reconvergence happens here: splits that are ready at the same op of the same call join the running lanes. Then, unless the running lanes
 * were chosen for fairness, a split that comes before them in the order of ranks runs first. */
const struct op *warp_jump(struct warp *w, const struct op *at)
{
    uint32_t before = UINT32_MAX, joined = 0;
    for (uint32_t i = 0; i < w->split_count; i++) {
        struct warp_split *g = &w->splits[i];
        if (g->state != SPLIT_READY)
            continue;
        if (g->at == at && g->frame == w->frame) {
            joined |= g->mask;
            split_remove(w, i--);
        } else if (!w->fair && goes_before(w, g->at, g->frame, at, w->frame)) {
            before = 0;
        }
    }
    if (joined)
        warp_set_mask(w, w->mask | joined);
    if (before == UINT32_MAX)
        return at;
    park(w, at, w->mask, w->frame, SPLIT_READY, 0);
    return become(w, first_in_order(w));
}

/* Both sides go through warp_jump in the order of ranks, so a side whose target is the other's reconvergence point waits there. */
const struct op *warp_diverge(struct warp *w, const struct op *taken, uint32_t taken_mask,
                              const struct op *fall)
{
    uint32_t fall_mask = w->mask & ~taken_mask;
    bool taken_first = goes_before(w, taken, w->frame, fall, w->frame);
    park(w, taken_first ? fall : taken, taken_first ? fall_mask : taken_mask, w->frame, SPLIT_READY,
         0);
    warp_set_mask(w, taken_first ? taken_mask : fall_mask);
    return warp_jump(w, taken_first ? taken : fall);
}

void warp_split(struct warp *w, const struct op *at, uint32_t mask)
{
    park(w, at, mask, w->frame, SPLIT_READY, 0);
    warp_set_mask(w, w->mask & ~mask);
}

void warp_add_split(struct warp *w, const struct op *at, uint32_t mask)
{
    park(w, at, mask, w->frame, SPLIT_READY, 0);
}

/* The safepoint of a loop. A warp that has used up its budget lets its longest waiting split run; if it has none, the turn ends, and the
 * block runs its other warps and polls for an interrupt. */
const struct op *warp_back_edge(struct warp *w, const struct op *at)
{
    w->budget = BUDGET;
    if (!at || block_stops(w->block))
        return leave(w, LEAVE_STOPPED);
    park(w, at, w->mask, w->frame, SPLIT_READY, 0);
    if (w->split_count > 1 && !w->fair) {
        uint32_t i = longest_waiting(w);
        w->fair = true;
        return become(w, i);
    }
    return leave(w, LEAVE_YIELD);
}

/* Lanes may have waited for the ones that exit now. */
static void recheck_warp_barriers(struct warp *w)
{
    for (uint32_t i = 0; i < w->split_count; i++) {
        struct warp_split *g = &w->splits[i];
        if (g->state == SPLIT_AT_WARP_BARRIER && !(g->members & w->alive & ~g->mask)) {
            g->state = SPLIT_READY;
            w->ready++;
        }
    }
}

static uint32_t lane_count(uint32_t mask)
{
    return mask == MASK_ALL ? WARP_LANES : (uint32_t) __builtin_popcount(mask);
}

const struct op *warp_exit(struct warp *w, uint32_t mask)
{
    w->alive &= ~mask;
    if (w->cluster_owes & mask)
        cluster_exited(w, mask);
    if (!w->alive && !w->frame->caller) { /* how most warps end */
        w->frame->live = 0;
        block_exited(w->block, lane_count(mask));
        w->leave = LEAVE_DONE;
        return NULL;
    }
    for (struct call_frame *f = w->frame, *caller; f; f = caller) {
        caller = f->caller;
        frame_drop(w, f, mask);
    }
    if (w->split_count)
        recheck_warp_barriers(w);
    block_exited(w->block, lane_count(mask));
    return next_split(w);
}

/* All live lanes of `members` wait at warp barriers, perhaps at different ones: a program may contain bar.warp.sync twice, in both arms
 * of an if, and then no further lane can arrive. */
static bool all_wait(const struct warp *w, uint32_t members)
{
    uint32_t waiting = 0;
    for (uint32_t i = 0; i < w->split_count; i++)
        if (w->splits[i].state == SPLIT_AT_WARP_BARRIER && w->splits[i].at->code == OP_bar_warp)
            waiting |= w->splits[i].mask;
    return !(members & w->alive & ~waiting);
}

static void pass_warp_barriers(struct warp *w, const struct op *op, uint32_t lanes)
{
    uint32_t passing = 0;
    for (uint32_t i = 0; i < w->split_count; i++) {
        struct warp_split *g = &w->splits[i];
        if (g->state == SPLIT_AT_WARP_BARRIER && g->mask & lanes) {
            g->at++; /* past it */
            passing |= g->mask;
            g->state = SPLIT_READY;
            w->ready++;
        }
    }
    if (w->block->observation)
        observed_warp_release(w, op, w->frame, lanes, passing);
}

/* ---- frames: lanes that came to a warp operation by the same calls at different times have frames of their own; they exchange values, so
 * they must share one ---- */

/* Lanes in two frames may share one if they are in the same function, called from the same op. */
static bool same_call(const struct call_frame *a, const struct call_frame *b)
{
    return a->code == b->code && a->ret == b->ret && a->caller && b->caller;
}

static void copy_lane(char *to, const char *from, uint32_t width, uint32_t lane)
{
    if (width) {
        memcpy(to + (size_t) lane * width, from + (size_t) lane * width, width);
        return;
    }
    uint32_t bits, others;
    memcpy(&bits, from, sizeof bits);
    memcpy(&others, to, sizeof others);
    others = (others & ~(1u << lane)) | (bits & 1u << lane);
    memcpy(to, &others, sizeof others);
}

/* Copies every vector register that some op uses, and lane memory. */
static void copy_frame_lanes(struct call_frame *to, const struct call_frame *from, uint32_t lanes)
{
    const struct decoded_code *code = to->code;
    for (uint32_t m = lanes; m; m &= m - 1) {
        uint32_t lane = (uint32_t) __builtin_ctz(m);
        size_t at = code->lanes_at + (size_t) lane * code->lanes_size;
        memcpy(to->vregs + at, from->vregs + at, code->lanes_size);
        for (uint32_t k = 0; k < code->op_count; k++) {
            struct vreg_use uses[VREG_USES];
            uint32_t n = op_vregs(&code->ops[k], uses);
            for (uint32_t u = 0; n != UINT32_MAX && u < n; u++)
                copy_lane(to->vregs + uses[u].at, from->vregs + uses[u].at, uses[u].width, lane);
        }
    }
}

/* Moves lanes from one chain of calls to another, up to the call that both share. False: the chains differ. */
static bool join_frames(struct warp *w, struct call_frame *to, struct call_frame *from,
                        uint32_t lanes)
{
    const struct call_frame *a = to, *b = from;
    for (; a != b; a = a->caller, b = b->caller)
        if (!a || !b || !same_call(a, b))
            return false;
    for (struct call_frame *caller; to != from; to = to->caller, from = caller) {
        caller = from->caller;
        copy_frame_lanes(to, from, lanes);
        to->live |= lanes;
        frame_drop(w, from, lanes);
    }
    return true;
}

/* Other splits that wait at the op of split `at`, and name the same members, join it. */
static struct warp_split *gather(struct warp *w, struct warp_split *at)
{
    for (uint32_t i = 0; i < w->split_count; i++) {
        struct warp_split *g = &w->splits[i];
        if (g == at || g->at != at->at || g->state != SPLIT_AT_WARP_BARRIER ||
            g->members != at->members || !join_frames(w, at->frame, g->frame, g->mask))
            continue;
        at->mask |= g->mask;
        bool last = at == &w->splits[w->split_count - 1]; /* which takes the place of the other */
        split_remove(w, i);
        at = last ? &w->splits[i] : at;
        i--;
    }
    return at;
}

const struct op *warp_wait_lanes(struct warp *w, const struct op *op, uint32_t members)
{
    struct warp_split *g = park(w, op, w->mask, w->frame, SPLIT_AT_WARP_BARRIER, members);
    if (members & w->alive & ~g->mask)
        g = gather(w, g);
    if (!(members & w->alive & ~g->mask)) {
        g->state = SPLIT_READY;
        w->ready++;
    } else if (op->code == OP_bar_warp && all_wait(w, members)) {
        pass_warp_barriers(w, op, members | w->mask);
    }
    return next_split(w);
}

const struct op *warp_wait_block(struct warp *w, const struct op *resume, uint32_t barrier)
{
    struct warp_split *g = park(w, resume, w->mask, w->frame, SPLIT_AT_BARRIER, 0);
    g->barrier = (uint8_t) barrier;
    return next_split(w);
}

void warp_release(struct warp *w, uint32_t barrier)
{
    for (uint32_t i = 0; i < w->split_count; i++) {
        struct warp_split *g = &w->splits[i];
        if (g->state == SPLIT_AT_BARRIER && g->barrier == barrier) {
            g->state = SPLIT_READY;
            w->ready++;
        }
    }
}

void warp_start(struct warp *w, const struct op *first, struct call_frame *frame, uint32_t mask)
{
    w->split_count = 0;
    w->turn = 0;
    w->alive = mask;
    w->budget = BUDGET;
    w->fair = false;
    w->polled = w->cluster_open = w->cluster_owes = 0;
    w->full_mask_hold = 0;
    w->full_mask_left = 0;
    frame->live = mask;
    w->frame = frame;
    w->fresh = first;
    w->ready = 1;
}

enum leave warp_run(struct warp *w)
{
    const struct op *op = w->fresh;
    if (op) {
        w->fresh = NULL;
        w->ready = 0;
        w->vregs = w->frame->vregs;
        warp_set_mask(w, w->alive);
    } else {
        op = next_split(w);
    }
    while (op)
        op = op->run[w->part](op, w->vregs, w);
    return w->leave;
}
