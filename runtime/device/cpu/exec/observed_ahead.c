/* SPDX-License-Identifier: Apache-2.0 */
/* Plain loads and stores, and atomics, that observers can settle before they are executed (observer.h, access_ahead): of masked code, of full-mask code and
 * of regions of machine code. An access that may fault is not settled. Next: observed.c, which reports the others. */
#include <string.h>

#include "device/cpu/code/full_mask.h"
#include "device/cpu/code/ops.h"
#include "device/cpu/exec/observed.h"

static bool settle(struct warp *w, const struct observed_ahead *a)
{
    const struct watchers *all = w->block->launch->watchers;
    for (uint32_t i = 0; i < all->count; i++)
        if (!all->at[i]->access_ahead(all->at[i], w->block->observation->states[i], a))
            return false;
    return true;
}

static struct observed_ahead ahead_of(const struct warp *w, const struct op *op)
{
    return (struct observed_ahead){.block = &w->block->observation->block,
                                   .code = w->frame->code,
                                   .op = op,
                                   .warp = w->id,
                                   .mask = w->mask,
                                   .store = op_infos[op->code].kind == OP_KIND_STORE,
                                   .atomic = op_infos[op->code].kind == OP_KIND_ATOMIC,
                                   .shared =
                                       op->space == PTX_SHARED || op_infos[op->code].address == 4,
                                   .size = op_element_bytes(op),
                                   .count = op_elements(op)};
}

/* ---- bounds ---- */

static bool in_window(uint64_t at, uint64_t start, uint64_t size, uint64_t span)
{
    return at - start < size && size - (at - start) >= span;
}

static bool in_object(struct warp *w, const struct op *op, uint64_t at, uint64_t span, bool store)
{
    const struct inline_cache *n = &w->caches[op->cache];
    enum device_fault_kind why;
    if (in_window(at, n->start, n->size, span))
        return true;
    return memory_at(w, op, 0, at, op_element_bytes(op), store ? ACCESS_WRITE : ACCESS_READ,
                     &why) &&
           in_window(at, n->start, n->size, span);
}

/* Whether `span` bytes at each address are in bounds, and aligned. */
static bool each_inside(struct warp *w, const struct observed_ahead *a, const uint64_t *at,
                        uint64_t span)
{
    const struct thread_block *b = w->block;
    uint64_t align = (uint64_t) a->size * a->count - 1, local = (uint64_t) (uintptr_t) b->local;
    for (uint32_t left = a->mask; left; left &= left - 1) {
        uint32_t l = (uint32_t) __builtin_ctz(left);
        bool inside = a->shared ? in_window(at[l], 0, b->shared_size, span)
                      : a->local
                          ? in_window(at[l], local + (w->id * WARP_LANES + l) * b->local_stride,
                                      b->local_size, span)
                          : in_object(w, a->op, at[l], span, a->store || a->atomic);
        if (at[l] & align || !inside)
            return false;
    }
    return true;
}

/* Which memory the addresses are of. Generic addresses of shared memory become those of the space. */
static void find_space(const struct warp *w, struct observed_ahead *a, uint64_t *at)
{
    const struct thread_block *b = w->block;
    uint64_t base = (uint64_t) (uintptr_t) b->shared, local = (uint64_t) (uintptr_t) b->local,
             first = at[__builtin_ctz(a->mask)];
    a->local = a->op->space == PTX_LOCAL;
    if (a->op->space != PTX_GENERIC)
        return;
    a->shared = first - base < b->shared_size;
    a->local = first - local < b->local_stride * WARP_LANES * b->warp_count;
    for (uint32_t l = 0; a->shared && l < WARP_LANES; l++)
        at[l] -= base;
}

/* Whether all lanes are in bounds of one object, and aligned: the lowest and the highest address tell. */
static bool resolve_lanes(struct warp *w, struct observed_ahead *a, const uint64_t *at)
{
    const struct thread_block *b = w->block;
    const struct inline_cache *n = &w->caches[a->op->cache];
    uint64_t bytes = (uint64_t) a->size * a->count, low = UINT64_MAX, high = 0, all = 0;
    for (uint32_t l = 0; l < WARP_LANES; l++) {
        uint64_t none = (uint64_t) (a->mask >> l & 1) - 1; /* all bits: not a lane of the mask */
        uint64_t x = at[l] | none, y = at[l] & ~none;
        low = x < low ? x : low;
        high = y > high ? y : high;
        all |= y;
    }
    a->at[0] = low;
    a->at[1] = high;
    uint64_t start = a->shared ? 0 : n->start, size = a->shared ? b->shared_size : n->size;
    if (!a->local && !(all & (bytes - 1)) && in_window(low, start, size, high - low + bytes))
        return true;
    return each_inside(w, a, at, bytes);
}

/* ---- addresses of lanes ---- */

/* Consecutive lanes, or all at one address: then at[0] stands for all of them. */
static bool is_simple(const struct observed_ahead *a, const uint64_t *at,
                      enum ahead_shape *out_shape)
{
    uint64_t step = at[1] - at[0], differ = 0;
    if (a->mask != MASK_ALL || a->local || a->atomic ||
        (step && step != (uint64_t) a->size * a->count))
        return false;
    for (uint32_t l = 0; l < WARP_LANES; l++)
        differ |= at[l] - at[0] - l * step;
    *out_shape = step ? AHEAD_ROW : AHEAD_ONE;
    return !differ;
}

static bool settle_lanes(struct warp *w, struct observed_ahead *a, uint64_t *at)
{
    uint64_t bytes = (uint64_t) a->size * a->count;
    enum ahead_shape shape;
    find_space(w, a, at);
    if (!is_simple(a, at, &shape)) {
        a->shape = AHEAD_LANES;
        a->addresses = at;
        return resolve_lanes(w, a, at) && settle(w, a);
    }
    uint64_t span = shape == AHEAD_ROW ? WARP_LANES * bytes : bytes;
    bool inside = a->shared ? in_window(at[0], 0, w->block->shared_size, span)
                            : in_object(w, a->op, at[0], span, a->store);
    a->shape = (uint8_t) shape;
    a->at[0] = at[0];
    return inside && !(at[0] & (bytes - 1)) && settle(w, a);
}

bool observed_ahead(struct warp *w, const struct op *op, const char *vregs)
{
    struct observed_ahead a = ahead_of(w, op);
    uint64_t at[WARP_LANES];
    const char *from = vregs + op->a;
    if (op_infos[op->code].address == 8)
        for (uint32_t l = 0; l < WARP_LANES; l++)
            at[l] = ((const uint64_t *) from)[l] + (uint64_t) op->imm;
    else
        for (uint32_t l = 0; l < WARP_LANES; l++)
            at[l] = ((const uint32_t *) from)[l] + (uint32_t) op->imm;
    return settle_lanes(w, &a, at);
}

/* An affine register holds the values of the lanes 0, 1, `across` and 31 (full_mask.h). */
bool observed_ahead_affine(struct warp *w, const struct op *masked, const struct op *op,
                           const char *vregs)
{
    const struct thread_block *b = w->block;
    struct observed_ahead a = ahead_of(w, masked);
    uint64_t s[3], at[WARP_LANES];
    bool narrow = op_infos[op->code].address == 4;
    for (uint32_t k = 0; k < 3; k++)
        s[k] = narrow ? ((const uint32_t *) (vregs + op->c))[k]
                      : ((const uint64_t *) (vregs + op->c))[k];
    for (uint32_t l = 0; l < WARP_LANES; l++) {
        at[l] =
            s[0] + b->lane_x[l] * (s[1] - s[0]) + b->lane_y[l] * (s[2] - s[0]) + (uint64_t) op->imm;
        at[l] = narrow ? (uint32_t) at[l] : at[l];
    }
    return settle_lanes(w, &a, at);
}

/* ---- machine code ---- */

uint32_t observed_native_ahead(struct warp *w, const struct native_access *accesses, uint32_t count,
                               const char *stack)
{
    static const uint8_t shapes[] = {[PLACE_CONSECUTIVE] = AHEAD_ROW,
                                     [PLACE_HALVES] = AHEAD_HALVES,
                                     [PLACE_VALUES] = AHEAD_TWO,
                                     [PLACE_ONE] = AHEAD_ONE};
    uint64_t base = (uint64_t) (uintptr_t) w->block->shared;
    bool shared_settled =
        w->block->observation->shared_settled && w->block->launch->watchers->count == 1;
    struct observed_ahead a = {.block = &w->block->observation->block,
                               .code = w->frame->code,
                               .warp = w->id,
                               .mask = w->mask};
    for (uint32_t k = 0; k < count; k++) {
        const struct native_access *n = accesses + k;
        if (shared_settled && n->shared && !n->store)
            continue;
        a.op = n->op;
        a.shape = shapes[n->shape];
        a.store = n->store;
        a.shared = n->shared;
        a.size = n->size;
        a.count = n->count;
        memcpy(a.at, stack + n->at, sizeof a.at);
        if (n->shape == PLACE_HALVES) /* lanes count from 0 there */
            a.at[1] += WARP_LANES / 2 * (uint64_t) a.size;
        if (n->op->space == PTX_GENERIC)
            a.shared = a.at[0] - base < w->block->shared_size;
        if (a.shared) {
            a.at[0] -= base;
            a.at[1] -= base;
        }
        if (!settle(w, &a))
            return 0;
    }
    return 1;
}
