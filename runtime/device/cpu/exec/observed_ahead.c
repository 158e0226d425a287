/* SPDX-License-Identifier: Apache-2.0 */
/* Plain loads and stores, and atomics, that observers can settle before they are executed (observer.h, access_ahead): of masked code, of full-mask code and
 * of regions of machine code. An access that may fault is not settled. Next: observed.c, which reports the others. */
#include <string.h>

#include "device/cpu/code/full_mask.h"
#include "device/cpu/code/ops.h"
#include "device/cpu/exec/exec_device.h"
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
static void find_space(const struct warp *w, struct observed_ahead *a, struct lane_addresses *of)
{
    const struct thread_block *b = w->block;
    uint64_t base = (uint64_t) (uintptr_t) b->shared, local = (uint64_t) (uintptr_t) b->local;
    a->local = a->op->space == PTX_LOCAL;
    if (a->op->space != PTX_GENERIC)
        return;
    a->shared = of->low - base < b->shared_size;
    a->local = of->low - local < b->local_stride * WARP_LANES * b->warp_count;
    if (!a->shared)
        return;
    for (uint32_t l = 0; l < WARP_LANES; l++)
        of->at[l] -= base;
    of->low -= base;
    of->high -= base;
}

static bool settle_lanes(struct warp *w, struct observed_ahead *a, struct lane_addresses *of)
{
    const struct thread_block *b = w->block;
    const struct inline_cache *n = &w->caches[a->op->cache];
    uint64_t bytes = (uint64_t) a->size * a->count;
    find_space(w, a, of);
    bool simple = of->even && a->mask == MASK_ALL && !a->local && !a->atomic &&
                  (!of->step || of->step == bytes);
    a->shape = !simple ? AHEAD_LANES : of->step ? AHEAD_ROW : AHEAD_ONE;
    a->at[0] = of->low;
    a->at[1] = of->high;
    a->addresses = of->at;
    uint64_t start = a->shared ? 0 : n->start, size = a->shared ? b->shared_size : n->size;
    bool inside = !a->local && !(of->bits & (bytes - 1)) &&
                  in_window(of->low, start, size, of->high - of->low + bytes);
    return (inside || each_inside(w, a, of->at, bytes)) && settle(w, a);
}

bool observed_ahead(struct warp *w, const struct op *op, const char *vregs)
{
    struct observed_ahead a = ahead_of(w, op);
    struct lane_addresses of;
    w->block->launch->exec->set->addresses(op, vregs, w->mask, &of);
    return settle_lanes(w, &a, &of);
}

/* An affine register holds the values of the lanes 0, 1, `across` and 31 (full_mask.h). */
bool observed_ahead_affine(struct warp *w, const struct op *masked, const struct op *op,
                           const char *vregs)
{
    const struct thread_block *b = w->block;
    struct observed_ahead a = ahead_of(w, masked);
    struct lane_addresses of;
    uint64_t lanes[3];
    bool narrow = op_infos[op->code].address == 4;
    for (uint32_t k = 0; k < 3; k++)
        lanes[k] = narrow ? ((const uint32_t *) (vregs + op->c))[k]
                          : ((const uint64_t *) (vregs + op->c))[k];
    b->launch->exec->set->affine_addresses(op, lanes, b->lane_x, b->lane_y, &of);
    return settle_lanes(w, &a, &of);
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
