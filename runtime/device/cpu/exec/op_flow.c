/* SPDX-License-Identifier: Apache-2.0 */
/* Control flow: branches, guards, calls, and barriers of the block. Every taken back-edge is a safepoint: it counts against the warp's budget.
 * Next: warp.c, which decides which lanes run next. */
#include <time.h>

#include "device/cpu/code/callables.h"
#include "device/cpu/code/sync_op.h"
#include "device/cpu/exec/lanes.h"
#include "device/cpu/exec/sync.h"

static inline const struct op *back_to(const struct op *op, const struct op *to, struct warp *w)
{
    w->budget -= (s32) op->imm;
    return __builtin_expect(w->budget < 0, 0) ? warp_back_edge(w, to) : warp_at(w, to);
}

/* op.target is relative to the op itself (decode_link), so a branch needs no base */
static inline const struct op *target_of(const struct op *op)
{
    return op + (s32) op->target;
}

static inline u32 taken_by(const struct op *op, const char *vregs, const struct warp *w)
{
    u32 p = PRED(op->a);
    return (op->count ? ~p : p) & w->mask;
}

/* After a possible reconvergence point: if all lanes run together, the warp may enter full-mask code. */
static inline const struct op *together(const struct op *at, struct warp *w)
{
    if (at && !w->part && w->block->full_mask && --w->full_mask_hold < 0)
        return OP_FN(enter, full_mask)(at, w->vregs, w);
    return at;
}

/* At an op where a split may wait, running lanes go through warp_jump; if all lanes run, there are no splits. */
#define MEET(to)                                                                                   \
    do {                                                                                           \
        if (PART && w->ready)                                                                      \
            return together(warp_jump(w, to), w);                                                  \
        GO_TO(to);                                                                                 \
    } while (0)

SAME_FORMS(bra, MEET(target_of(op));)
SAME_FORMS(bra_back, return back_to(op, target_of(op), w);)

SAME_FORMS(bra_if, {
    u32 taken = taken_by(op, vregs, w);
    if (taken == w->mask)
        MEET(target_of(op));
    if (!taken)
        MEET(op + 1);
    return warp_diverge(w, target_of(op), taken, op + 1);
})

SAME_FORMS(bra_back_if, {
    u32 taken = taken_by(op, vregs, w);
    if (taken == w->mask)
        return back_to(op, target_of(op), w);
    if (!taken)
        MEET(op + 1);
    return back_to(op, warp_diverge(w, target_of(op), taken, op + 1), w);
})

SAME_FORMS(join, {
    if (!PART && w->block->full_mask && --w->full_mask_hold < 0)
        return OP_FN(enter, full_mask)(op + 1, vregs, w);
    MEET(op + 1);
})

enum {
    BRX_TRIP = 64
}; /* cost of a jump: a loop closed by brx is rare, and its body may wait for another thread */

/* brx.idx: the ops that op.more lists, relative to this one, chosen by vector register a; imm: their number */
SAME_FORMS(brx, {
    const u32 *index = VREG(u32, op->a);
    const s32 *list = op->more;
    u32 lane = (u32) __builtin_ctz(w->mask), same = 0;
    if (index[lane] >= (u64) op->imm)
        return warp_fault(w, op, FAULT_TRAP, 1u << lane, lane,
                          "branch index outside its list of targets");
    LANES_OF (l, w->mask)
        same |= (u32) (index[l] == index[lane]) << l;
    const struct op *to = op + list[index[lane]];
    bool back = to <= op;
    if (same != w->mask)
        to = warp_diverge(w, to, same, op); /* the other lanes execute this op again */
    if (back && (w->budget -= BRX_TRIP) < 0)
        return warp_back_edge(w, to);
    return same == w->mask ? warp_at(w, to) : to;
})

/* The next op runs only in the lanes where predicate a holds (9.3). OP_unguard follows it. */
SAME_FORMS(guard, {
    u32 masked = taken_by(op, vregs, w);
    w->guarded = w->mask;
    if (masked == w->mask)
        NEXT(PART);
    if (!masked)
        return op + 3;
    warp_set_mask(w, masked);
    return op + 1;
})

SAME_FORMS(unguard, {
    if (w->mask != w->guarded)
        warp_set_mask(w, w->guarded);
    return op + 1;
})

/* ---- calls (9.7.12.5): arguments and results go from lane memory to lane memory ---- */

static void copy_lanes(const struct call_frame *from, const struct call_frame *to,
                       const struct call_copy *list, u32 count, u32 mask)
{
    const struct decoded_code *a = from->code, *b = to->code;
    for (u32 i = 0; i < count; i++)
        LANES_OF (l, mask)
            memcpy(to->vregs + b->lanes_at + (u64) l * b->lanes_size + list[i].to,
                   from->vregs + a->lanes_at + (u64) l * a->lanes_size + list[i].from,
                   list[i].size);
}

static const struct op *enter(const struct op *op, struct warp *w, struct call_frame *f)
{
    f->ret = op + 1;
    f->call = op->more;
    w->frame = f;
    w->vregs = f->vregs;
    if (__builtin_expect(--w->budget < 0, 0)) /* recursion is a loop as well */
        return warp_back_edge(w, code_start(w->block, f->code));
    return warp_at(w, code_start(w->block, f->code));
}

static const struct op *too_deep(const struct op *op, struct warp *w)
{
    return warp_fault(w, op, FAULT_STACK, w->mask, (u32) __builtin_ctz(w->mask),
                      "calls are nested too deeply");
}

static const struct decoded_code *function_at(const struct warp *w, const struct decoded_call *call,
                                              u64 handle)
{
    for (size_t k = 0; k < call->functions->at.n; k++)
        if ((u64) (uintptr_t) call->functions->at.at[k] == handle)
            return call->functions->at.at[k];
    return callables_find(w->block->launch->callables, handle);
}

static void copy_one(const struct call_frame *from, u32 from_at, const struct call_frame *to,
                     u32 to_at, u32 size, u32 mask)
{
    struct call_copy one = {from_at, to_at, size};
    copy_lanes(from, to, &one, 1, mask);
}

/* Vector register a has the addresses of functions. Lanes whose function differs from the first one's execute this op again. */
SAME_FORMS(call_indirect, {
    const struct decoded_call *call = op->more;
    const u64 *a = VREG(u64, op->a);
    u32 lane = (u32) __builtin_ctz(w->mask), same = 0;
    u64 handle = a[lane];
    const struct decoded_code *callee = function_at(w, call, handle);
    LANES_OF (l, w->mask)
        same |= (u32) (a[l] == handle) << l;
    if (!callee || callee->func->params.n != call->arg_count ||
        callee->func->returns.n < call->result_count)
        return warp_fault(w, op, FAULT_TRAP, same, lane,
                          "call through a pointer to something that is not such a function");
    if (same != w->mask)
        warp_split(w, op, w->mask & ~same);
    struct call_frame *f = frame_new(w, callee);
    if (!f)
        return too_deep(op, w);
    for (u32 k = 0; k < call->arg_count; k++) {
        u32 size = (u32) callee->func->params.at[k]->size;
        copy_one(w->frame, call->arg_at[k], f, callee->param_at[k],
                 size < call->arg_size[k] ? size : call->arg_size[k], same);
    }
    return enter(op, w, f);
})

SAME_FORMS(call, {
    const struct decoded_call *call = op->more;
    if (call->syscall)
        return system_call(w, op, call);
    struct call_frame *f = frame_new(w, call->callee);
    if (!f)
        return too_deep(op, w);
    copy_lanes(w->frame, f, call->args, call->arg_count, w->mask);
    return enter(op, w, f);
})

SAME_FORMS(ret, {
    struct call_frame *f = w->frame;
    if (!f->caller)
        return warp_exit(w, w->mask);
    const struct op *next = f->ret;
    if (f->call->callee)
        copy_lanes(f, f->caller, f->call->results, f->call->result_count, w->mask);
    else if (f->call->result_count)
        copy_one(f, f->code->return_at[0], f->caller, f->call->result_at, f->call->result_size,
                 w->mask);
    w->frame = f->caller;
    w->vregs = w->frame->vregs;
    frame_drop(w, f, w->mask);
    return warp_at(w, next);
})

SAME_FORMS(exit, return warp_exit(w, w->mask);)

/* Whether the function asks for the workspace of a cooperative launch, which this launch is not: grid_group does so, and traps. */
static bool wants_grid(const struct warp *w)
{
    const struct decoded_code *c = w->frame->code;
    bool wants = false;
    for (u32 i = 0; i < c->constant_count; i++)
        wants |=
            c->constants[i].kind == CONSTANT_SPECIAL && c->constants[i].value == SPECIAL_ENVREG1;
    return wants && !w->block->launch->workspace;
}

/* imm: why (code/sync_op.h); brkpt: where a debugger would stop */
SAME_FORMS(trap, {
    return warp_fault(w, op, FAULT_TRAP, w->mask, (u32) __builtin_ctz(w->mask),
                      op->imm == TRAP_BULK_SIZE
                          ? "a bulk copy needs a size that is a multiple of 16"
                      : op->imm       ? "brkpt without a debugger"
                      : wants_grid(w) ? "a barrier of the grid needs cudaLaunchCooperativeKernel()"
                                      : "");
})

/* alloca (9.7.17): d = base a + what is in use by c; b: bytes; imm: where the base is in the frame's local memory; target: alignment.
 * Frames of calls come after the most that any lane has in use. */
SAME_FORMS(alloca, {
    u64 room = w->block->local_size - w->frame->local_at - (u64) op->imm;
    u64 *d = VREG(u64, op->d), *top = VREG(u64, op->c);
    const u64 *base = VREG(u64, op->a), *size = VREG(u64, op->b);
    LANES_OF (l, w->mask) {
        u64 at = (base[l] + top[l] + op->target - 1) & ~(u64) (op->target - 1), end = at - base[l];
        if (end > room || size[l] > room - end)
            return warp_fault(w, op, FAULT_STACK, 1u << l, l,
                              "alloca: the thread's stack is exhausted");
        top[l] = end + size[l];
        if (w->frame->used < top[l])
            w->frame->used = top[l];
        d[l] = at;
    }
    return op + 1;
})

SAME_FORMS(nanosleep, {
    const u32 *a = VREG(u32, op->a);
    u32 ns = a[__builtin_ctz(w->mask)];
    struct timespec t = {.tv_nsec = ns < 1000000 ? ns : 1000000};
    if (w->block->warp_count == 1 && !w->ready && ns > 50000)
        nanosleep(&t, NULL);
    w->budget = -1; /* another warp's turn */
    return warp_back_edge(w, op + 1);
})

/* ---- barriers of the block (9.7.13.1): a: number; b: threads, if op.count; c: predicate of bar.red, if op.target; imm: 1 for arrive ---- */

SAME_FORMS(bar_sync, {
    u32 lane = (u32) __builtin_ctz(w->mask);
    u32 barrier = VREG(u32, op->a)[lane], expected = op->count ? VREG(u32, op->b)[lane] : 0;
    u32 trues = op->target ? PRED(op->c) ^ (op->target == 2 ? UINT32_MAX : 0) : 0;
    if (barrier >= BARRIERS)
        return warp_fault(w, op, FAULT_BARRIER, w->mask, lane,
                          "there are 16 barriers, numbered from 0");
    if (expected > w->block->warp_count * WARP_LANES)
        return warp_fault(w, op, FAULT_BARRIER, w->mask, lane,
                          "the barrier waits for more threads than the block has");
    bool done =
        block_arrive(w->block, barrier, PART ? (u32) __builtin_popcount(w->mask) : WARP_LANES,
                     expected, (u32) __builtin_popcount(trues & w->mask));
    if (done || op->imm == 1)
        return warp_at(w, op + 1);
    return warp_wait_block(w, op + 1, barrier);
})

/* ---- mbarrier objects, clusters: sync.c ---- */

SAME_FORMS(mbarrier, return mbarrier_change(op, vregs, w);)
SAME_FORMS(mbarrier_init, return mbarrier_init(op, vregs, w);)
SAME_FORMS(mbarrier_wait, return mbarrier_wait(op, vregs, w);)
SAME_FORMS(mbarrier_pending, return mbarrier_pending(op, vregs, w);)
SAME_FORMS(cluster_barrier, return cluster_barrier(op, w);)
SAME_FORMS(mapa, return cluster_mapa(op, vregs, w);)
SAME_FORMS(tensor_size, return tensor_size(op, vregs, w);)
SAME_FORMS(tensor_at, return tensor_at(op, vregs, w);)
SAME_FORMS(getctarank, return cluster_rank(op, vregs, w);)
SAME_FORMS(cvta_cluster, return cluster_cvta(op, vregs, w);)

/* d: the result of bar.red after the barrier; imm: 0 popc, 1 and, 2 or */
SAME_FORMS(bar_result, {
    u32 lane = (u32) __builtin_ctz(w->mask);
    const struct barrier *b = &w->block->barriers[VREG(u32, op->a)[lane]];
    if (op->imm) {
        bool yes = op->imm == 1 ? b->last_trues == b->last_arrived : b->last_trues != 0;
        PRED(op->d) = (PRED(op->d) & ~w->mask) | (yes ? w->mask : 0);
    } else {
        u32 *d = VREG(u32, op->d);
        LANES_OF (l, w->mask)
            d[l] = b->last_trues;
    }
    NEXT(PART);
})
