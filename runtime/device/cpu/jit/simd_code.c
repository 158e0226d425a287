/* SPDX-License-Identifier: Apache-2.0 */
/* The code of a kernel: its blocks in order, control flow by masks, entries, and what lies behind them.
 *
 * Where all lanes run, a branch that has one answer for all lanes is a jump. Elsewhere each block has a word with the lanes that wait
 * for it: a branch adds lanes to the words of its targets, and then the next block of the order runs, if lanes wait there; at
 * the end of a loop its header, if they do. So the blocks run as the interpreter runs splits, lowest rank first, and a reconvergence point
 * is a block that has got all its lanes. Next: vector_compile.c, which maps the code. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "device/cpu/exec/machine.h"
#include "device/cpu/jit/simd_gen.h"

/* ---- blocks and the words of lanes that wait ---- */

static struct x86_mem waiting_at(uint32_t block)
{
    return stack_at(STACK_WAITING + 4 * block);
}

static void call_with_warp(struct simd_gen *g, uint64_t function)
{
    struct x86 *x = x86_of(g);
    x86_r(x, ALU_MOV, true, RDI, G_WARP);
    x86_mov_i64(x, RAX, function);
    x86_vzeroupper(x);
    x86_call_r(x, RAX);
}

static void cold_poll(struct simd_gen *g, const struct simd_cold *c)
{
    struct x86 *x = x86_of(g);
    (void) c;
    simd_save(g);
    call_with_warp(g, (uint64_t) (uintptr_t) vector_poll);
    x86_r_i(x, ALU_CMP, false, RAX, 0);
    simd_goto(g, CC_NE, LABEL_STOPPED, 0);
    simd_restore_at_edge(g);
}

/* Where the lanes are that take a back-edge. */
enum back_edge {
    LANES_RUN, /* all that run go to the header */
    LANES_WAIT /* at the header and elsewhere */
};

/* A loop that may wait for another thread has used up its budget: threads take turns from here on. c->extra: the first op of its header. */
static void cold_take_turns(struct simd_gen *g, const struct simd_cold *c)
{
    simd_save(g);
    simd_jump_to_leave(g, c->extra, c->align == LANES_WAIT);
}

/* A taken back-edge costs a part of the warp's budget. */
static void spend(struct simd_gen *g, uint32_t op, uint32_t header, int32_t cost,
                  enum back_edge edge)
{
    uint32_t cold = simd_cold(g, op,
                              simd_loop_waits(g->k, header) ? cold_take_turns
                              : simd_yields(g, header)      ? simd_cold_yield
                                                            : cold_poll);
    g->colds.at[cold].extra = g->k->cfg->blocks[header].first;
    g->colds.at[cold].align = edge;
    x86_m_i(x86_of(g), ALU_SUB, false,
            (struct x86_mem){G_WARP, NO_GPR, 1, offsetof(struct warp, budget)}, cost);
    simd_cold_if(g, cold, simd_fails(g->k, op) ? CC_ALWAYS : CC_S);
    simd_cold_back(g, cold);
}

static int32_t loop_cost(uint32_t blocks)
{
    return (int32_t) blocks + 1;
}

/* To where lanes go on after a block that is not full; NO_BLOCK: all have ended. */
static void go_to_if(struct simd_gen *g, int cc, uint32_t block)
{
    if (block == NO_BLOCK)
        simd_goto(g, cc, LABEL_DONE, 0);
    else
        simd_goto(g, cc, g->k->blocks[block].full ? LABEL_BODY : LABEL_ENTRY, block);
}

static void go_to(struct simd_gen *g, uint32_t block)
{
    go_to_if(g, CC_ALWAYS, block);
}

/* The header of a loop that ends with the block goes before what comes after it. */
static void go_on(struct simd_gen *g, uint32_t b, uint32_t op)
{
    const struct simd_kernel *k = g->k;
    VEC_EACH (l, &k->loops) {
        if (l->last != k->blocks[b].position || k->blocks[l->header].full)
            continue;
        x86_m_i(x86_of(g), ALU_CMP, false, waiting_at(l->header), 0);
        uint32_t none = x86_jump(x86_of(g), CC_E);
        spend(g, op, l->header, loop_cost(l->last - l->first), LANES_WAIT);
        x86_r_m(x86_of(g), ALU_MOV, false, RAX, waiting_at(l->header));
        x86_r_m(x86_of(g), ALU_CMP, false, RAX, stack_at(STACK_MASK));
        simd_goto(g, CC_NE, LABEL_ENTRY, l->header);
        x86_store_i(x86_of(g), waiting_at(l->header), 0); /* the masks stay as they are */
        simd_goto(g, CC_ALWAYS, LABEL_BODY, l->header);
        x86_land(x86_of(g), none);
    }
    go_to(g, k->blocks[b].next);
}

/* From a full block to a full one. */
static void jump_full(struct simd_gen *g, uint32_t from, uint32_t to, uint32_t op)
{
    const struct simd_kernel *k = g->k;
    if (k->blocks[to].position <= k->blocks[from].position)
        spend(g, op, to, loop_cost(k->blocks[from].position - k->blocks[to].position), LANES_RUN);
    simd_goto(g, CC_ALWAYS, LABEL_BODY, to); /* drop_jump takes it back if that comes next */
}

/* A second arm knows its lanes from the first (write_other_lanes). */
static void add_waiting(struct simd_gen *g, uint32_t b, uint32_t block, enum x86_gpr lanes)
{
    if (!g->k->blocks[block].full && block != simd_second_arm(g->k, b))
        x86_m_r(x86_of(g), ALU_OR, false, waiting_at(block), lanes);
}

/* All lanes of the block, in edx. */
static void load_lanes(struct simd_gen *g)
{
    if (g->full)
        x86_r_i(x86_of(g), ALU_MOV, false, RDX, (int32_t) g->k->lanes);
    else
        x86_r_m(x86_of(g), ALU_MOV, false, RDX, stack_at(STACK_MASK));
}

/* Lanes need not wait for a block that only comes from this one, and comes next: they are handed over in eax. */
static bool comes_next(const struct simd_gen *g, uint32_t b, uint32_t to)
{
    const struct simd_kernel *k = g->k;
    uint32_t next = g->full ? simd_first_waiting(k, to, to) : k->blocks[b].next;
    return !k->blocks[to].full && next == to &&
           k->blocks[to].position == k->blocks[b].position + 1 && simd_predecessors(k, to) == 1 &&
           (g->full || !simd_ends_loop(k, b));
}

static void hand_over(struct simd_gen *g, uint32_t to, enum x86_gpr lanes)
{
    if (lanes != RAX)
        x86_r(x86_of(g), ALU_MOV, false, RAX, lanes);
    g->handed_over = to;
}

static void leave_block(struct simd_gen *g, uint32_t b, uint32_t op, uint32_t a, uint32_t c)
{
    if (g->full)
        go_to(g, simd_first_waiting(g->k, a, c));
    else
        go_on(g, b, op);
}

static void write_jump(struct simd_gen *g, uint32_t b, uint32_t to, uint32_t op)
{
    const struct simd_kernel *k = g->k;
    if (g->full && k->blocks[to].full) {
        jump_full(g, b, to, op);
        return;
    }
    if (!k->blocks[to].full)
        load_lanes(g);
    if (comes_next(g, b, to)) {
        hand_over(g, to, RDX);
        return;
    }
    add_waiting(g, b, to, RDX);
    leave_block(g, b, op, to, to);
}

/* All lanes go to a block: jump_full, or they wait for it. */
static void send_all(struct simd_gen *g, uint32_t b, uint32_t to, uint32_t op)
{
    if (g->k->blocks[to].full) {
        jump_full(g, b, to, op);
        return;
    }
    load_lanes(g);
    add_waiting(g, b, to, RDX);
    go_to(g, simd_first_waiting(g->k, to, to));
}

/* ---- a branch with its comparison (simd_branch.c) ---- */

struct arms {
    uint32_t yes, no, /* where lanes go for which the comparison holds, and the others */
        next;         /* one of them that gets its lanes in eax; NO_BLOCK: neither */
};

static struct arms arms_of(const struct simd_gen *g, uint32_t b, uint32_t op)
{
    const struct op *o = simd_op_at(g, op);
    uint32_t taken = g->k->cfg->block_of[op + o->target], fall = g->k->cfg->block_of[op + 1];
    struct arms a = {
        .yes = o->count ? fall : taken, .no = o->count ? taken : fall, .next = NO_BLOCK};
    if (taken != fall)
        a.next = comes_next(g, b, a.yes) ? a.yes : comes_next(g, b, a.no) ? a.no : NO_BLOCK;
    return a;
}

static void leave_out_idle(struct simd_gen *g, enum x86_gpr lanes)
{
    if (simd_has_idle_lanes(g->k))
        x86_r_i(x86_of(g), ALU_AND, false, lanes, (int32_t) g->k->lanes);
}

/* All lanes have run the block; those for which the predicate holds go to one arm, the others to the other. */
static void part(struct simd_gen *g, uint32_t op)
{
    struct x86 *x = x86_of(g);
    uint32_t b = g->k->cfg->block_of[op];
    struct arms a = arms_of(g, b, op);
    x86_r_m(x, ALU_MOV, false, RAX, vreg_at(simd_at(g->k, simd_operand(g->k, op, 0, false))->vreg));
    x86_r(x, ALU_MOV, false, RDX, RAX);
    x86_unary(x, UNARY_NOT, false, RDX);
    leave_out_idle(g, RAX);
    leave_out_idle(g, RDX);
    if (a.next == NO_BLOCK) {
        add_waiting(g, b, a.yes, RAX);
        add_waiting(g, b, a.no, RDX);
        leave_block(g, b, op, a.yes, a.no);
        return;
    }
    bool yes = a.next == a.yes;
    add_waiting(g, b, yes ? a.no : a.yes, yes ? RDX : RAX);
    if (!yes)
        x86_r(x, ALU_MOV, false, RAX, RDX);
    simd_goto(g, CC_ALWAYS, LABEL_HANDED, a.next);
}

/* Some arm is only for lanes that agree. */
static bool must_agree(const struct simd_gen *g, uint32_t op)
{
    const struct simd_kernel *k = g->k;
    uint32_t b = k->cfg->block_of[op];
    struct arms a = arms_of(g, b, op);
    return g->variant == VARIANT_AGREED && ((k->blocks[a.yes].full && simd_depends(k, a.yes, b)) ||
                                            (k->blocks[a.no].full && simd_depends(k, a.no, b)));
}

/* The bits of all lanes are in the frame. */
static void cold_disagree(struct simd_gen *g, const struct simd_cold *c)
{
    simd_save(g);
    VEC_PUSH(&g->deopts, (struct simd_deopt){x86_jump(x86_of(g), CC_ALWAYS), c->op});
}

/* Lanes part, perhaps: the comparisons of all of them, and the code of a branch that lanes disagree on. */
static void cold_part(struct simd_gen *g, const struct simd_cold *c)
{
    g->fused = simd_find_fused(g->k, g->k->cfg->block_of[c->op]);
    simd_compare_parted(g, c->op);
    if (must_agree(g, c->op))
        cold_disagree(g, c);
    else
        part(g, c->op);
}

/* Where lanes go on that have left the variant for those that agree. */
static void write_parted(struct simd_gen *g, const struct simd_deopt *d)
{
    const struct simd_kernel *k = g->k;
    uint32_t b = k->cfg->block_of[d->branch];
    simd_list(g, CODE_SELDOM, d->branch);
    x86_land(x86_of(g), d->jump);
    g->full = k->blocks[b].full;
    g->mask_at = STACK_MASK;
    g->event = k->blocks[b].end - 1;
    g->held_to = 0;
    simd_restore_at_edge(g);
    part(g, d->branch);
}

/* All lanes go to the arm of one answer. */
static void send_together(struct simd_gen *g, uint32_t op, const struct arms *a, bool holds)
{
    const struct simd_kernel *k = g->k;
    uint32_t b = k->cfg->block_of[op], to = holds ? a->yes : a->no;
    if (simd_write_skip(g, op, to, holds))
        return;
    if (simd_is_read_again(k, op))
        x86_store_i(x86_of(g), vreg_at(simd_at(k, simd_operand(k, op, 0, false))->vreg),
                    holds ? -1 : 0);
    if (to == a->next) {
        x86_r_i(x86_of(g), ALU_MOV, false, RAX, (int32_t) k->lanes);
        return;
    }
    if (!k->blocks[to].full) {
        x86_r_i(x86_of(g), ALU_MOV, false, RDX, (int32_t) k->lanes);
        add_waiting(g, b, to, RDX);
        go_to(g, to); /* nothing waits before it */
        return;
    }
    jump_full(g, b, to, op);
}

static void write_fused_branch(struct simd_gen *g, uint32_t b, uint32_t op)
{
    struct x86 *x = x86_of(g);
    struct arms a = arms_of(g, b, op);
    uint32_t root = g->fused.ops[0];
    bool one = simd_at(g->k, simd_operand(g->k, op, 0, false))->uniform && !g->fused.logic,
         last = a.next != a.no;
    uint32_t cold = one ? 0 : simd_cold(g, op, cold_part);
    if (!one && simd_fails(g->k, op))
        simd_cold_if(g, cold, CC_ALWAYS);
    if (g->fused.logic) {
        simd_check_expected(g, cold);
        send_together(g, op, &a, g->fused.expected[0]);
    } else if (!one && simd_is_equality(g, root)) {
        simd_find_equal(g, root, cold);
        send_together(g, op, &a, simd_scalar_condition(simd_op_at(g, root)) == CC_NE);
    } else {
        uint32_t jump = simd_first_corner(g, root, last);
        if (!one)
            simd_other_corners(g, root, !last, cold);
        send_together(g, op, &a, !last);
        x86_land(x, jump);
        if (!one)
            simd_other_corners(g, root, last, cold);
        send_together(g, op, &a, last);
    }
    if (a.next != NO_BLOCK)
        g->handed_over = a.next;
}

/* Lanes agree on a predicate that is more than a comparison of scalars. */
static void write_agreed_branch(struct simd_gen *g, uint32_t b, uint32_t op)
{
    struct x86 *x = x86_of(g);
    struct arms a = arms_of(g, b, op);
    uint32_t cold = simd_cold(g, op, g->k->blocks[b].trusts ? simd_cold_doubt : cold_disagree);
    if (simd_fails(g->k, op))
        simd_cold_if(g, cold, CC_ALWAYS);
    x86_r_m(x, ALU_MOV, false, RAX, vreg_at(simd_at(g->k, simd_operand(g->k, op, 0, false))->vreg));
    leave_out_idle(g, RAX);
    x86_test(x, false, RAX, RAX);
    uint32_t none = x86_jump(x, CC_E);
    x86_r_i(x, ALU_CMP, false, RAX, (int32_t) g->k->lanes);
    simd_cold_if(g, cold, CC_NE);
    send_all(g, b, a.yes, op);
    x86_land(x, none);
    send_all(g, b, a.no, op);
}

/* A block is its own loop. If no lane leaves it, the masks stay as they are, and nothing waits for what the comparison gave. */
static void repeat(struct simd_gen *g, uint32_t b, uint32_t op, enum x86_gpr leaving)
{
    x86_test(x86_of(g), false, leaving, leaving);
    uint32_t some = x86_jump(x86_of(g), CC_NE);
    spend(g, op, b, loop_cost(0), LANES_RUN);
    simd_goto(g, CC_ALWAYS, LABEL_BODY, b);
    x86_land(x86_of(g), some);
}

static void write_branch(struct simd_gen *g, uint32_t b, uint32_t op)
{
    struct x86 *x = x86_of(g);
    const struct simd_kernel *k = g->k;
    const struct op *o = simd_op_at(g, op);
    uint32_t taken = k->cfg->block_of[op + o->target], fall = k->cfg->block_of[op + 1];
    const struct simd_value *p = simd_at(k, simd_operand(k, op, 0, false));
    if (g->fused.count) {
        write_fused_branch(g, b, op);
        return;
    }
    if (g->full && p->known && p->uniform) {
        send_all(g, b, (p->bits != 0) == !o->count ? taken : fall, op);
        return;
    }
    if (g->full && !p->uniform && taken != fall && (k->blocks[b].trusts || must_agree(g, op))) {
        write_agreed_branch(g, b, op);
        return;
    }
    if (g->full && (p->uniform || taken == fall)) {
        x86_m_i(x, ALU_CMP, false, vreg_at(p->vreg), 0);
        uint32_t not_taken = x86_jump(x, o->count ? CC_NE : CC_E);
        send_all(g, b, taken, op);
        x86_land(x, not_taken);
        send_all(g, b, fall, op);
        return;
    }
    x86_r_m(x, ALU_MOV, false, RAX, vreg_at(p->vreg));
    if (o->count)
        x86_unary(x, UNARY_NOT, false, RAX);
    if (g->full && !simd_has_idle_lanes(k)) {
        x86_r(x, ALU_MOV, false, RDX, RAX);
        x86_unary(x, UNARY_NOT, false, RDX);
    } else {
        load_lanes(g);
        x86_r(x, ALU_AND, false, RAX, RDX);
        x86_r(x, ALU_XOR, false, RDX, RAX);
    }
    if (k->blocks[b].trusts)
        simd_check_trust(g, op);
    if (!g->full && (taken == b || fall == b) && simd_ends_loop(k, b))
        repeat(g, b, op, taken == b ? RDX : RAX);
    for (int arm = 0; arm < 2; arm++) {
        uint32_t to = arm ? taken : fall, other = arm ? fall : taken;
        if (!comes_next(g, b, to) || to == other)
            continue;
        add_waiting(g, b, other, arm ? RDX : RAX);
        hand_over(g, to, arm ? RAX : RDX);
        return;
    }
    add_waiting(g, b, taken, RAX);
    add_waiting(g, b, fall, RDX);
    leave_block(g, b, op, taken, fall);
}

static void write_end(struct simd_gen *g, uint32_t b, uint32_t op)
{
    struct x86 *x = x86_of(g);
    if (g->full) {
        simd_goto(g, CC_ALWAYS, LABEL_DONE, 0);
        return;
    }
    x86_r_m(x, ALU_MOV, false, RAX, stack_at(STACK_MASK));
    x86_unary(x, UNARY_NOT, false, RAX);
    x86_m_r(x, ALU_AND, false, (struct x86_mem){G_WARP, NO_GPR, 1, offsetof(struct warp, alive)},
            RAX);
    go_on(g, b, op);
}

/* ---- guards (9.3): the next op runs for the lanes where the predicate holds ---- */

static void write_guard(struct simd_gen *g, uint32_t op)
{
    struct x86 *x = x86_of(g);
    const struct op *o = simd_op_at(g, op);
    x86_r_m(x, ALU_MOV, false, RAX, vreg_at(simd_at(g->k, simd_operand(g->k, op, 0, false))->vreg));
    if (o->count)
        x86_unary(x, UNARY_NOT, false, RAX);
    if (!g->full)
        x86_r_m(x, ALU_AND, false, RAX, stack_at(STACK_MASK));
    else
        leave_out_idle(g, RAX);
    x86_store(x, false, stack_at(STACK_GUARDED), RAX);
    x86_test(x, false, RAX, RAX);
    g->guard_skip = x86_jump(x, CC_E);
    g->mask_at = STACK_GUARDED;
    simd_set_masks(g);
}

static void end_guard(struct simd_gen *g)
{
    g->mask_at = STACK_MASK;
    simd_load_masks(g);
    x86_land(x86_of(g), g->guard_skip);
}

/* ---- ops ---- */

/* What a strip of a load has written. */
static void quieten(struct simd_gen *g, uint32_t n, uint32_t strip)
{
    for (uint32_t i = 0; i < g->k->ops[n].count; i++) {
        const struct simd_use *u = &simd_uses(g->k, n)[i];
        const struct simd_value *v = simd_at(g->k, u->value);
        if (!u->writes || !v->units || !simd_is_quiet(g, v))
            continue;
        int reg = simd_unit_register(g, v, strip % v->units);
        gen_quiet(&g->base, reg, reg);
    }
}

static void load(struct simd_gen *g, uint32_t n, uint32_t first, uint32_t end)
{
    bool gathers = g->k->ops[n].how != HOW_LOAD;
    if (gathers)
        simd_gather_op(g, n);
    for (uint32_t s = first; s < end; s++) {
        if (!gathers)
            simd_load_op(g, n, s);
        quieten(g, n, s);
    }
}

void simd_write_op(struct simd_gen *g, uint32_t n, uint32_t strip)
{
    bool all = strip == ALL_STRIPS;
    uint32_t first = all ? 0 : strip, end = all ? WARP_LANES / g->k->strip : strip + 1;
    if (simd_is_fused(g, n) || simd_known_op(g, n))
        return;
    switch ((enum simd_how) g->k->ops[n].how) {
    case HOW_NOTHING: break;
    case HOW_SCALAR: simd_scalar_op(g, n); break;
    case HOW_UNIFORM: simd_uniform_op(g, n); break;
    case HOW_VECTOR:
        for (uint32_t s = first; s < end; s++)
            simd_vector_op(g, n, s);
        break;
    case HOW_COMPARE: simd_compare_op(g, n); break;
    case HOW_LOAD_SCALAR: simd_load_scalar_op(g, n); break;
    case HOW_STORE: simd_store_op(g, n); break;
    case HOW_STORE_ONE: simd_store_one_op(g, n); break;
    case HOW_VOTE: simd_vote_op(g, n); break;
    case HOW_LOAD:
    case HOW_GATHER_ROWS:
    case HOW_GATHER: load(g, n, first, end); break;
    case HOW_SCATTER_ROWS:
    case HOW_SCATTER: simd_scatter_op(g, n); break;
    case HOW_LOAD_NARROW: simd_load_narrow_op(g, n, first, end); break;
    case HOW_STORE_NARROW: simd_store_narrow_op(g, n); break;
    case HOW_ATOMIC: simd_atomic_op(g, n); break;
    case HOW_SHUFFLE: simd_shuffle_op(g, n); break;
    case HOW_MODE: simd_set_mode(g, simd_op_at(g, n)->imm); break;
    case HOW_FENCE: x86_fence(x86_of(g)); break;
    case HOW_CALL: simd_call_op(g, n); break;
    case HOW_GUARD: write_guard(g, n); break;
    case HOW_BARRIER: simd_write_barrier(g, n); break;
    case HOW_JUMP:
    case HOW_END: break; /* they end a block */
    }
    if (g->k->ops[n].guarded)
        end_guard(g);
}

static void write_end_of_block(struct simd_gen *g, uint32_t b)
{
    uint32_t last = g->k->cfg->blocks[b].end - 1;
    const struct op *op = simd_op_at(g, last);
    if (g->k->ops[last].how == HOW_JUMP || g->k->ops[last].how == HOW_END)
        simd_list_op(g, last, ALL_STRIPS);
    switch ((enum op_kind) op_infos[op->code].kind) {
    case OP_KIND_JUMP: write_jump(g, b, g->k->cfg->block_of[last + op->target], last); break;
    case OP_KIND_BRANCH: write_branch(g, b, last); break;
    case OP_KIND_END: write_end(g, b, last); break;
    default:
        if (b + 1 < g->k->cfg->count)
            write_jump(g, b, b + 1, last);
        else
            write_end(g, b, last);
    }
}

/* Those that did not run the arm before. */
static void write_other_lanes(struct simd_gen *g, uint32_t b)
{
    g->entry[b] = (uint32_t) x86_of(g)->code.n;
    simd_invert_masks(g);
}

/* Lanes that wait for the block, or are handed over in eax, become those that run; none: on to the next block. */
static void write_block_entry(struct simd_gen *g, uint32_t b)
{
    struct x86 *x = x86_of(g);
    bool waited = g->handed_over != b;
    g->handed_over = NO_BLOCK;
    *(waited ? &g->entry[b] : &g->handed[b]) = (uint32_t) x->code.n;
    if (waited)
        x86_r_m(x, ALU_MOV, false, RAX, waiting_at(b));
    bool asks = !simd_is_unasked(g->k, b);
    if (asks)
        x86_test(x, false, RAX, RAX);
    if (simd_ends_loop(g->k, b)) {
        uint32_t some = x86_jump(x, CC_NE);
        go_on(g, b, g->k->cfg->blocks[b].end - 1);
        x86_land(x, some);
    } else if (asks) {
        go_to_if(g, CC_E, g->k->blocks[b].next);
    }
    if (waited)
        x86_store_i(x, waiting_at(b), 0);
    x86_store(x, false, stack_at(STACK_MASK), RAX);
    simd_set_masks(g);
}

/* A jump to what follows. */
static void drop_jump(struct simd_gen *g, uint32_t b)
{
    if (!g->fixes.n)
        return;
    const struct simd_fix *f = &g->fixes.at[g->fixes.n - 1];
    uint8_t label = g->k->blocks[b].full ? LABEL_BODY : LABEL_ENTRY;
    if (f->label == label && f->block == b && x86_take_back(x86_of(g), f->jump))
        g->fixes.n--;
}

/* Lanes that had parted may come to the full block. */
static bool is_exit(const struct simd_kernel *k, uint32_t b)
{
    for (uint32_t a = 0; a < k->cfg->count; a++)
        if (k->blocks[a].reachable && !k->blocks[a].full &&
            (k->blocks[a].exit == b || k->blocks[a].next == b))
            return true;
    return false;
}

static void write_block(struct simd_gen *g, uint32_t b)
{
    const struct simd_block *block = &g->k->blocks[b];
    drop_jump(g, b);
    g->full = block->full;
    g->mask_at = STACK_MASK;
    g->event = block->start;
    g->fused = simd_find_fused(g->k, b);
    g->held_to = 0;
    simd_list_block(g, b);
    if (simd_is_second_arm(g->k, b))
        write_other_lanes(g, b);
    else if (!g->full)
        write_block_entry(g, b);
    g->body[b] = (uint32_t) x86_of(g)->code.n;
    if (g->full && simd_has_idle_lanes(g->k) && is_exit(g->k, b))
        simd_load_masks(g);
    for (uint32_t e = block->start; e < block->end; e++) {
        simd_begin_event(g, e);
        if (g->events.at[e].op != UINT32_MAX)
            simd_write_op(g, g->events.at[e].op, g->events.at[e].strip);
    }
    write_end_of_block(g, b);
}

/* ---- the function ---- */

static const enum x86_gpr saved[] = {RBX, R12, R13, R14, R15};

enum { SAVED = sizeof saved / sizeof *saved };

/* No lane waits at a block when a warp begins, or comes to a barrier, or ends, so this is done once for a round. */
static void clear_waiting(struct simd_gen *g)
{
    int bytes = (int) simd_unit_bytes(g);
    x86_of(g)->evex = g->k->avx512;
    x86_v(x86_of(g), X_PXOR, bytes, 0, 0, 0);
    for (uint32_t at = 0; at < 4 * g->k->cfg->count; at += (uint32_t) bytes)
        x86_v_m(x86_of(g), X_STORE, bytes, 0, 0, stack_at(STACK_WAITING + at));
}

/* Arguments: the frame's vector registers, the warp, where it goes on. */
uint32_t simd_write_prologue(struct simd_gen *g)
{
    struct x86 *x = x86_of(g);
    simd_list(g, CODE_FRAME, NO_OP);
    for (int k = 0; k < SAVED; k++)
        x86_push(x, saved[k]);
    uint32_t entered = x86_enter(x);
    x86_store(x, true, stack_at(STACK_FRAME), RBP);
    for (uint32_t look = 0; look < g->k->looks; look++)
        x86_store_i(x, stack_at(simd_look_place(g->k, look) + LOOK_INVERTED), 0);
    x86_r(x, ALU_MOV, true, G_VREGS, RDI);
    x86_r(x, ALU_MOV, true, G_WARP, RSI);
    x86_r_m(x, ALU_MOV, true, G_BLOCK,
            (struct x86_mem){G_WARP, NO_GPR, 1, offsetof(struct warp, block)});
    x86_r_m(x, ALU_MOV, true, G_CACHES,
            (struct x86_mem){G_WARP, NO_GPR, 1, offsetof(struct warp, caches)});
    x86_mov_i64(x, G_POOL, 0);
    g->pool_at = (uint32_t) x->code.n;
    clear_waiting(g);
    x86_jump_to(x, RDX);
    return entered;
}

static void write_return(struct simd_gen *g)
{
    struct x86 *x = x86_of(g);
    x86_vzeroupper(x);
    x86_r_m(x, ALU_MOV, true, RSP, stack_at(STACK_FRAME));
    x86_pop(x, RBP);
    for (int k = SAVED; k-- > 0;)
        x86_pop(x, saved[k]);
    x86_ret(x);
}

void simd_aim_all(struct simd_gen *g, enum simd_label_kind label)
{
    VEC_EACH (f, &g->fixes)
        if (f->label == label)
            x86_land(x86_of(g), f->jump);
}

static void write_result(struct simd_gen *g, enum simd_label_kind label, enum vector_result result)
{
    simd_aim_all(g, label);
    x86_r_i(x86_of(g), ALU_MOV, false, RAX, (int32_t) result);
    simd_goto(g, CC_ALWAYS, LABEL_RETURN, 0);
}

static void write_ends(struct simd_gen *g)
{
    struct x86 *x = x86_of(g);
    simd_list(g, CODE_FRAME, NO_OP);
    simd_aim_all(g, LABEL_LEAVE);
    x86_lea(x, RCX, waiting_at(0));
    call_with_warp(g, (uint64_t) (uintptr_t) vector_leave);
    x86_r_i(x, ALU_MOV, false, RAX, VECTOR_LEFT);
    simd_goto(g, CC_ALWAYS, LABEL_RETURN, 0);
    write_result(g, LABEL_STOPPED, VECTOR_STOPPED);
    simd_write_end_of_warp(g);
    simd_write_round(g);
    simd_aim_all(g, LABEL_RETURN);
    write_return(g);
}

static void write_cold(struct simd_gen *g, size_t i)
{
    struct simd_cold c = g->colds.at[i]; /* more may be added */
    g->colds.at[i].at = (uint32_t) x86_of(g)->code.n;
    for (uint32_t j = 0; j < c.count; j++)
        x86_land(x86_of(g), c.from[j]);
    simd_list(g, CODE_SELDOM, c.op);
    g->event = c.event;
    g->mask_at = c.mask_at;
    g->full = c.full;
    g->in_cold = true;
    g->second = c.second;
    if (!c.nested)
        simd_keep_groups(g);
    if (!c.nested && c.write)
        simd_save_gprs(g);
    if (c.write)
        c.write(g, &c);
    else
        simd_write_second(g, &c);
    if (c.back) {
        simd_restore_groups(g);
        simd_restore_gprs(g, g->event, g->event);
    }
    g->in_cold = g->second = false;
    if (c.back)
        x86_jump_back(x86_of(g), CC_ALWAYS, c.back);
}

/* Cold code may lead to other cold code, also to such as is written already. */
static void write_colds(struct simd_gen *g)
{
    for (bool found = true; found;) {
        found = false;
        for (size_t i = 0; i < g->colds.n; i++) {
            if (!g->colds.at[i].count || g->colds.at[i].at)
                continue;
            write_cold(g, i);
            found = true;
        }
    }
    VEC_EACH (c, &g->colds)
        for (uint32_t j = 0; j < c->count; j++)
            x86_aim(x86_of(g), c->from[j], c->at);
}

/* No lane waits at a block that gets its lanes in eax, so who comes there in order goes on. */
static void write_handed_entries(struct simd_gen *g)
{
    for (uint32_t b = 0; b < g->k->cfg->count; b++) {
        if (!g->handed[b])
            continue;
        simd_list(g, CODE_SELDOM, g->k->cfg->blocks[b].first);
        g->entry[b] = (uint32_t) x86_of(g)->code.n;
        x86_r_i(x86_of(g), ALU_MOV, false, RAX, 0);
        x86_jump_back(x86_of(g), CC_ALWAYS, g->handed[b]);
    }
}

static void aim_at_blocks(struct simd_gen *g)
{
    VEC_EACH (f, &g->fixes) {
        const uint32_t *to = f->label == LABEL_BODY     ? g->body
                             : f->label == LABEL_ENTRY  ? g->entry
                             : f->label == LABEL_HANDED ? g->handed
                                                        : NULL;
        if (to)
            x86_aim(x86_of(g), f->jump, to[f->block]);
    }
}

/* The code of one variant; entry_code gets the offsets of its entries. */
void simd_write_kernel(struct simd_gen *g)
{
    struct simd_kernel *k = g->k;
    g->event = 0;
    g->full = k->blocks[0].full;
    g->mask_at = STACK_MASK;
    g->handed_over = NO_BLOCK;
    g->lane_area = 0;
    g->stack = simd_look_place(k, k->looks);
    x86_of(g)->evex = k->avx512;
    g->base.lanes = (int) k->strip;
    simd_list(g, CODE_FRAME, NO_OP);
    simd_add_entry(g, 0, 0);
    simd_load_lanes_alive(g);
    simd_restore(g);
    simd_goto(g, CC_ALWAYS, LABEL_BODY, 0);
    for (uint32_t p = 0; p < k->cfg->count; p++)
        if (k->blocks[k->order[p]].reachable)
            write_block(g, k->order[p]);
    for (size_t i = 0; i < g->deopts.n && g->entered[0]; i++)
        write_parted(g, &g->deopts.at[i]);
    write_handed_entries(g);
    write_colds(g);
    write_ends(g);
    simd_aim_skips(g);
    aim_at_blocks(g);
}
