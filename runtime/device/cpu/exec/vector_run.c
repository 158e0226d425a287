/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the warps of a block in machine code from barrier to barrier: each warp in turn to the next barrier, and when all have come to the
 * same one, each in turn from there. Only when a warp leaves machine code do its lanes become splits; then all warps of the block do, and
 * block.c goes on. Machine code keeps some values in another form than the interpreter; vector_leave gives them to it.
 * It needs machine code (code/vector_code.h). Next: block.c, warp.c. */
#include <string.h>

#include "device/cpu/code/full_mask.h"
#include "device/cpu/code/ops.h"
#include "device/cpu/code/vector_code.h"
#include "device/cpu/exec/machine.h"

enum { POLL_BUDGET = 4096, WAIT_BUDGET = 512 };

/* ---- from machine code to the interpreter ---- */

/* Of each row of the warp, `across` lanes: its number plus the stride for each lane. */
#define EXPAND(bits)                                                                               \
    static void expand_scalar_##bits(const struct vector_home *h, char *vregs, const char *slot,   \
                                     uint32_t across)                                              \
    {                                                                                              \
        uint##bits##_t *to = (uint##bits##_t *) (void *) (vregs + h->vreg),                        \
                       x = (uint##bits##_t) h->x, v;                                               \
        for (uint32_t first = 0; first < WARP_LANES; first += across) {                            \
            uint32_t row = h->rows ? first / across : 0;                                           \
            memcpy(&v, slot + vector_row_place(row) * sizeof v, sizeof v);                         \
            for (uint32_t l = 0; l < across; l++)                                                  \
                to[first + l] = v + x * l;                                                         \
        }                                                                                          \
    }
EXPAND(32)
EXPAND(64)
#undef EXPAND

static void expand_scalar(const struct vector_home *h, char *vregs, const struct decoded_code *code,
                          uint32_t across)
{
    const char *slot = vregs + affine_offset(code, h->vreg);
    if (h->width == 4)
        expand_scalar_32(h, vregs, slot, across);
    else
        expand_scalar_64(h, vregs, slot, across);
}

static void expand_uniform(const struct vector_home *h, char *vregs)
{
    char *to = vregs + h->vreg;
    for (size_t done = h->width, all = WARP_LANES * (size_t) h->width; done < all; done *= 2)
        memcpy(to + done, to, done);
}

static void expand_index(const struct vector_home *h, char *vregs)
{
    uint64_t base;
    memcpy(&base, vregs + h->base, sizeof base);
    for (uint32_t l = WARP_LANES; l-- > 0;) {
        int32_t index;
        memcpy(&index, vregs + h->vreg + l * sizeof index, sizeof index);
        uint64_t wide = h->is_unsigned ? (uint32_t) index : (uint64_t) index;
        uint64_t address = base + (wide << h->scale);
        memcpy(vregs + h->vreg + l * sizeof address, &address, sizeof address);
    }
}

static void make_nans_canonical(uint32_t *vreg)
{
    for (uint32_t l = 0; l < WARP_LANES; l++)
        if ((vreg[l] & INT32_MAX) > 0x7f800000)
            vreg[l] = 0x7fffffff;
}

static void expand_all(struct warp *w)
{
    const struct vector_code *n = w->block->vectors;
    for (uint32_t i = 0; i < n->home_count; i++) {
        const struct vector_home *h = &n->homes[i];
        if (h->scalar)
            expand_scalar(h, w->frame->vregs, w->frame->code, n->layout.across);
        else if (h->uniform)
            expand_uniform(h, w->frame->vregs);
        else if (h->index)
            expand_index(h, w->frame->vregs);
        if (h->dirty && h->width == 4)
            make_nans_canonical((uint32_t *) (w->frame->vregs + h->vreg));
    }
}

/* The state of the interpreter, which machine code does without. */
static void begin_interpreting(struct warp *w)
{
    warp_start(w, NULL, w->frame, w->alive);
    w->ready = 0;
    w->vector_at = NULL;
}

void vector_leave(struct warp *w, uint32_t op, uint32_t mask, const uint32_t *waiting,
                  uint32_t join)
{
    uint32_t rest = w->alive & ~mask;
    const struct decoded_code *code = w->frame->code;
    expand_all(w);
    begin_interpreting(w);
    if (mask)
        warp_add_split(w, code->ops + op, mask);
    for (uint32_t b = 0; waiting && b < code->cfg->count; b++)
        if (waiting[b]) {
            warp_add_split(w, code->ops + code->cfg->blocks[b].first, waiting[b]);
            rest &= ~waiting[b];
        }
    if (waiting && rest)
        warp_add_split(w, code->ops + join, rest);
}

/* ---- what machine code leaves to the interpreter, op by op ---- */

const struct op *vector_returned(const struct op *op, char *vregs, struct warp *w)
{
    (void) vregs, (void) w;
    return op;
}

/* The lanes of a mask that name the same members as the first of them does. */
static uint32_t group_of(const uint32_t *members, uint32_t lanes)
{
    uint32_t first = members[__builtin_ctz(lanes)], group = 0;
    for (uint32_t l = 0; l < WARP_LANES; l++)
        group |= (uint32_t) (members[l] == first) << l;
    return group & lanes;
}

/* Whether members that have not ended are still missing, or name others than those do who name them (op_warp.c, must_gather). */
static bool waits_for_lanes(const uint32_t *members, const struct warp *w)
{
    for (uint32_t rest = w->mask, group; rest; rest &= ~group) {
        group = group_of(members, rest);
        if ((members[__builtin_ctz(rest)] & w->alive) & ~group)
            return true;
    }
    return false;
}

/* An operation of lanes of which each knows its group, such as the tiles of a warp: one group after the other. */
static bool run_groups(const struct op *op, struct warp *w, uint32_t mask)
{
    const uint32_t *members = (const uint32_t *) (w->vregs + op_members(op));
    if (waits_for_lanes(members, w))
        return false;
    for (uint32_t rest = mask, group; rest; rest &= ~group) {
        group = group_of(members, rest);
        if (w->mask != group)
            warp_set_mask(w, group);
        op->run[w->part](op, w->vregs, w);
    }
    if (w->mask != mask)
        warp_set_mask(w, mask);
    return true;
}

uint32_t vector_call(const struct op *op, struct warp *w, uint32_t mask)
{
    uint8_t kind = op_infos[op->code].kind;
    if (w->mask != mask)
        warp_set_mask(w, mask);
    if (kind == OP_KIND_WARP_SYNC)
        return run_groups(op, w, mask) ? VECTOR_CALL_GOES_ON : VECTOR_CALL_LEAVES;
    const struct op *next = op->run[w->part](op, w->vregs, w);
    if (kind == OP_KIND_CALL) /* it may be free */
        block_forget_freed(w->block);
    return next == op + 1 ? VECTOR_CALL_GOES_ON : VECTOR_CALL_STOPS;
}

uint32_t vector_poll(struct warp *w)
{
    w->budget = w->block->vectors->waits ? WAIT_BUDGET : POLL_BUDGET;
    return block_stops(w->block);
}

/* Another op of the block has accessed the object, and might again without a look-up. */
static bool is_touched(const struct thread_block *b, uint64_t start)
{
    for (uint32_t k = 0; k < b->launch->cache_count; k++)
        if (b->caches[k].start == start && b->caches[k].size && !vector_is_sum(b->vectors, k))
            return true;
    return false;
}

void vector_keep_sums(struct warp *w, uint32_t cache)
{
    struct thread_block *b = w->block;
    const struct inline_cache *o = &b->caches[cache];
    if (is_touched(b, o->start))
        b->sums.credit = INT64_MAX;
    else
        private_sums_keep(&b->sums, o->start, o->size, b->vectors->sum_width);
}

/* ---- a block ---- */

void vector_start(struct thread_block *b)
{
    const void *first = b->vectors->entry_at[0][0];
    const struct device_dim *shape = &b->launch->block;
    struct warp *last = b->warps_end - 1;
    bool in_columns = shape->x <= WARP_LANES;
    b->whole_end = b->last_lanes == b->vectors->lanes ? b->warps_end : last;
    b->rising = shape->y == 1 && shape->z == 1;
    b->round_at = first;
    for (struct warp *w = b->warps; w < b->warps_end; w++) {
        w->vector_at = first;
        w->alive = b->vectors->lanes;
        w->vregs = w->frame->vregs;
        if (b->vectors->waits) {
            w->budget = WAIT_BUDGET;
            w->yielded_at = 0;
        } else if (b->vectors->yield_count) { /* warps of a narrow block have the same columns */
            w->budget = in_columns ? VECTOR_YIELD_AT_ONCE : VECTOR_YIELD_BUDGET;
            w->yielded_at = !in_columns;
        }
    }
    if (b->whole_end == b->warps_end)
        return;
    last->vector_at = b->vectors->entry_at[1][0];
    last->alive = b->last_lanes;
}

void vector_chain(struct thread_block *b, uint64_t end, _Atomic uint64_t *noted)
{
    const struct vector_code *n = b->vectors;
    uint64_t row_end = b->linear - b->id.x + b->launch->grid.x;
    bool plain = !b->observation && !n->ids_in_frames && !n->waits && !n->yield_count &&
                 b->launch->cluster_size == 1;
    b->last_at = n->entry_at[b->last_lanes != n->lanes][0];
    b->noted = noted;
    b->run_to = !plain ? 0 : end < row_end ? end : row_end;
}

/* Each of the warps runs to a barrier or to its end. */
static enum vector_result run_round(struct thread_block *b)
{
    struct warp *w = b->warps;
    bool kept = b->vectors->together && w < b->whole_end;
    block_forget_freed(b);
    return (enum vector_result) b->vectors->fn(w->vregs, w, kept ? b->round_at : w->vector_at);
}

/* The places of whole warps that the block has kept, when the first `ran` of all have run. */
static void tell_places(struct thread_block *b, uint32_t ran)
{
    for (uint32_t i = 0; b->vectors->together && &b->warps[i] < b->whole_end; i++) {
        struct warp *w = &b->warps[i];
        if (!w->vector_at) /* it has left */
            continue;
        w->vector_at = i < ran ? b->round_to : b->round_at;
        if (w->vector_at == b->vectors->ended)
            w->alive = 0;
    }
}

/* The entry at which a warp that has neither ended nor left goes on. */
static uint32_t entry_of(const struct thread_block *b, uint32_t i)
{
    const struct vector_code *n = b->vectors;
    const void *at = b->warps[i].vector_at;
    uint32_t e = 0;
    while (n->entry_at[0][e] != at && n->entry_at[1][e] != at)
        e++;
    return e;
}

/* A warp that waits at a barrier for warps that have yielded does nothing in the next round. */
static void park(struct thread_block *b, struct warp *w)
{
    w->parked_at = w->vector_at;
    w->vector_at = b->vectors->ended;
}

static void unpark(struct warp *w)
{
    if (w->parked_at)
        w->vector_at = w->parked_at;
    w->parked_at = NULL;
}

/* Where a warp has yielded; NULL: it has not. */
static const struct vector_yield *yield_of(const struct thread_block *b, uint32_t i)
{
    const struct vector_code *n = b->vectors;
    for (uint32_t y = 0; y < n->yield_count; y++)
        if (n->yields[y].at == b->warps[i].vector_at)
            return &n->yields[y];
    return NULL;
}

/* All warps go to the interpreter. Those before `ran` that have not ended wait at a barrier, and arrive there now, as do those that waited
 * for warps that had yielded. */
static void leave_all(struct thread_block *b, uint32_t ran)
{
    const struct vector_code *n = b->vectors;
    b->vector_on = false;
    block_set_ids(b);
    for (uint32_t i = 0; i < b->warp_count; i++) {
        struct warp *w = &b->warps[i];
        b->exited += (uint32_t) __builtin_popcount(block_lanes(b, i) & ~w->alive);
        if (!w->alive)
            begin_interpreting(w);
    }
    for (uint32_t i = 0; i < b->warp_count; i++) {
        struct warp *w = &b->warps[i];
        if (!w->vector_at)
            continue;
        const struct vector_yield *y = w->parked_at ? NULL : yield_of(b, i);
        if (y) {
            vector_leave(w, y->op, w->alive, NULL, 0);
            continue;
        }
        bool waits = i < ran || w->parked_at;
        unpark(w);
        const struct vector_entry *e = &n->entries[entry_of(b, i)];
        if (!waits) {
            vector_leave(w, e->op, w->alive, NULL, 0);
            continue;
        }
        vector_leave(w, e->op, 0, NULL, 0);
        warp_set_mask(w, w->alive);
        const struct op *next = w->frame->code->ops + e->op;
        if (block_arrive(b, e->barrier, (uint32_t) __builtin_popcount(w->alive), 0, 0))
            warp_add_split(w, next, w->alive);
        else
            warp_wait_block(w, next, e->barrier);
    }
}

/* Whether all warps are at one place. */
static bool all_together(const struct thread_block *b)
{
    const void *at = b->warps->vector_at;
    for (const struct warp *w = b->warps + 1; w < b->warps_end; w++)
        if (w->vector_at != at)
            return false;
    return true;
}

/* Whether all warps that have not ended wait at one barrier. None: it is not asked. */
static bool barrier_opens(const struct thread_block *b)
{
    uint32_t barrier = UINT32_MAX;
    for (uint32_t i = 0; i < b->warp_count; i++) {
        if (!b->warps[i].alive)
            continue;
        uint32_t at = b->vectors->entries[entry_of(b, i)].barrier;
        if (barrier != UINT32_MAX && at != barrier)
            return false;
        barrier = at;
    }
    return true;
}

/* Warps that have yielded go on in the next round, and those that wait at barriers do not. None has yielded: false. */
static bool park_others(struct thread_block *b)
{
    bool yielded = false;
    for (uint32_t i = 0; i < b->warp_count && !yielded; i++)
        yielded = yield_of(b, i);
    for (uint32_t i = 0; i < b->warp_count && yielded; i++)
        if (b->warps[i].alive && !yield_of(b, i))
            park(b, &b->warps[i]);
    return yielded;
}

/* The warps before the one that has left have run. */
static uint32_t have_run(const struct thread_block *b)
{
    uint32_t i = 0;
    while (b->warps[i].vector_at)
        i++;
    return i;
}

static void unpark_all(struct thread_block *b)
{
    for (struct warp *w = b->warps; w < b->warps_end; w++)
        unpark(w);
}

enum block_state vector_turn(struct thread_block *b)
{
    for (bool parked = false;;) {
        enum vector_result result = run_round(b);
        if (result == VECTOR_LEFT) {
            uint32_t ran = have_run(b);
            tell_places(b, ran);
            leave_all(b, ran);
            return BLOCK_GOES_ON;
        }
        tell_places(b, b->warp_count);
        b->round_at = b->round_to;
        if (parked)
            unpark_all(b);
        if (result == VECTOR_STOPPED || block_stops(b))
            return BLOCK_STOPPED;
        bool together = all_together(b);
        if (together && b->warps->vector_at == b->vectors->ended)
            return BLOCK_DONE;
        parked = !together && park_others(b);
        if (!together && !parked && !barrier_opens(b)) {
            leave_all(b, b->warp_count);
            return BLOCK_GOES_ON;
        }
    }
}
