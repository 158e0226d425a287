/* SPDX-License-Identifier: Apache-2.0 */
/* The warps of a block take turns: each runs to a barrier, or to a place in a loop at which it yields, or to its end, and then the next
 * one runs. When all are at the same place, machine code begins the next round itself; what else there is vector_turn sees to
 * (exec/vector_run.c). Next: simd_code.c. */
#include <stddef.h>

#include "device/cpu/code/full_mask.h"
#include "device/cpu/exec/machine.h"
#include "device/cpu/jit/simd_gen.h"

static struct x86_mem in_warp(size_t field)
{
    return (struct x86_mem){G_WARP, NO_GPR, 1, (int32_t) field};
}

static struct x86_mem in_block(size_t field)
{
    return (struct x86_mem){G_BLOCK, NO_GPR, 1, (int32_t) field};
}

static struct x86_mem own_place(void)
{
    return in_warp(offsetof(struct warp, vector_at));
}

static void run_warp_at(struct simd_gen *g, struct x86_mem place)
{
    struct x86 *x = x86_of(g);
    x86_r_m(x, ALU_MOV, true, G_VREGS, in_warp(offsetof(struct warp, vregs)));
    x86_jump_to_m(x, place);
}

/* ---- where warps are. Each keeps the place where it goes on. If the warps of a block stay together, the block keeps two for all whole warps:
 * of those that have run in this round, and of the others. Then only a last warp of fewer threads has a place of its own ---- */

/* The code is for whole warps of a block that keeps their places. */
static bool block_has_place(const struct simd_gen *g)
{
    return g->together && g->variant != VARIANT_ANY;
}

/* A warp that has run in this round does not come here. */
static void run_warp(struct simd_gen *g)
{
    run_warp_at(g, block_has_place(g) ? in_block(offsetof(struct thread_block, round_at))
                                      : own_place());
}

/* Where the warp's next place is kept. */
static struct x86_mem next_place(const struct simd_gen *g)
{
    return block_has_place(g) ? in_block(offsetof(struct thread_block, round_to)) : own_place();
}

/* The warp goes on at a place that x86_aim sets. */
static uint32_t write_place(struct simd_gen *g)
{
    struct x86 *x = x86_of(g);
    x86_lea(x, RAX, (struct x86_mem){CODE_START, NO_GPR, 1, 0});
    uint32_t place = (uint32_t) x->code.n;
    x86_store(x, true, next_place(g), RAX);
    return place;
}

/* r12: the next warp of those for which the code is; CC_E: there is none. */
static void step_to_warp(struct simd_gen *g)
{
    struct x86 *x = x86_of(g);
    x86_r_i(x, ALU_ADD, true, G_WARP, (int32_t) sizeof(struct warp));
    x86_r_m(x, ALU_CMP, true, G_WARP,
            in_block(block_has_place(g) ? offsetof(struct thread_block, whole_end)
                                        : offsetof(struct thread_block, warps_end)));
}

/* It is at every barrier, so that each has a jump whose target is the same for all warps. */
static void write_next_warp(struct simd_gen *g, enum simd_label_kind end)
{
    step_to_warp(g);
    simd_goto(g, CC_E, end, 0);
    run_warp(g);
}

/* ---- barriers and entries ---- */

static bool barrier_is_plain(const struct simd_gen *g, uint32_t op)
{
    const struct op *o = simd_op_at(g, op);
    const struct simd_value *number = simd_at(g->k, simd_operand(g->k, op, 0, false));
    return !o->count && !o->target && !o->imm && number->fixed && number->bits < BARRIERS;
}

void simd_add_entry(struct simd_gen *g, uint32_t op, uint32_t barrier)
{
    if (!g->first_entry)
        g->first_entry = (uint32_t) x86_of(g)->code.n;
    VEC_PUSH(&g->entries, (struct vector_entry){op, barrier});
    VEC_PUSH(&g->entry_code, (uint32_t) x86_of(g)->code.n);
}

/* Behind a barrier lanes that have parted agree again. If some have ended, the variant for any lanes goes on. */
static void place_in_other(struct simd_gen *g)
{
    struct x86 *x = x86_of(g);
    size_t e = g->entries.n; /* the next */
    x86_lea(x, RAX, (struct x86_mem){CODE_START, NO_GPR, 1, (int32_t) g->entered[0][e]});
    if (!g->full && !g->together) {
        x86_m_i(x, ALU_CMP, false, in_warp(offsetof(struct warp, alive)), (int32_t) g->k->lanes);
        uint32_t all = x86_jump(x, CC_E);
        x86_lea(x, RAX, (struct x86_mem){CODE_START, NO_GPR, 1, (int32_t) g->entered[1][e]});
        x86_land(x, all);
    }
    x86_store(x, true, next_place(g), RAX);
}

/* What runs behind the entry. */
void simd_load_lanes_alive(struct simd_gen *g)
{
    if (!g->full) {
        x86_r_m(x86_of(g), ALU_MOV, false, RAX, in_warp(offsetof(struct warp, alive)));
        x86_store(x86_of(g), false, stack_at(STACK_MASK), RAX);
    }
}

/* When the last warp for which the code is has come to a barrier. */
static enum simd_label_kind end_of_round(const struct simd_gen *g)
{
    return block_has_place(g) ? LABEL_WHOLE : g->together ? LABEL_TOGETHER : LABEL_ROUND;
}

/* When it has come to its end. */
static enum simd_label_kind end_of_last(const struct simd_gen *g)
{
    return block_has_place(g) ? LABEL_WHOLE_ENDED : LABEL_ROUND;
}

void simd_write_barrier(struct simd_gen *g, uint32_t op)
{
    struct x86 *x = x86_of(g);
    if (!barrier_is_plain(g, op)) {
        simd_leave(g, op);
        return;
    }
    if (!g->full) { /* lanes that wait elsewhere must come here some other way */
        x86_r_m(x, ALU_MOV, false, RAX,
                (struct x86_mem){G_WARP, NO_GPR, 1, offsetof(struct warp, alive)});
        x86_r_m(x, ALU_CMP, false, RAX, stack_at(STACK_MASK));
        simd_leave_if(g, op, CC_NE);
    }
    simd_save(g);
    uint32_t entry = g->entered[0] ? 0 : write_place(g);
    if (g->entered[0])
        place_in_other(g);
    write_next_warp(g, end_of_round(g));
    if (entry)
        x86_aim(x, entry, (uint32_t) x->code.n);
    simd_add_entry(g, op + 1, (uint32_t) simd_at(g->k, simd_operand(g->k, op, 0, false))->bits);
    simd_load_lanes_alive(g);
    simd_restore_behind(g);
}

/* ---- warps that a branch soon behind a barrier sends to the next one, such as most warps of a reduction in a tree: `if (t < s)`. What lives on
 * is in their frames, but for what all warps of the block compute alike. So the first of them asks for those that follow, without running
 * them ---- */

enum { CHANGED_MAX = 8 };

/* The code between barriers and a branch. */
struct quiet {
    const struct simd_gen *g;
    bool *seen;                           /* by block */
    uint32_t changed[CHANGED_MAX], count; /* what it computes */
};

/* The first op of a block that has code. */
static uint32_t first_op(const struct simd_kernel *k, uint32_t b)
{
    uint32_t n = k->cfg->blocks[b].first;
    while (n + 1 < k->cfg->blocks[b].end && k->ops[n].how == HOW_NOTHING)
        n++;
    return n;
}

static bool note_changed(struct quiet *q, uint32_t value)
{
    for (uint32_t i = 0; i < q->count; i++)
        if (q->changed[i] == value)
            return true;
    if (q->count == CHANGED_MAX)
        return false;
    q->changed[q->count++] = value;
    return true;
}

/* All warps compute the same numbers, and decide alike. */
static bool is_quiet_op(struct quiet *q, uint32_t n)
{
    const struct simd_kernel *k = q->g->k;
    uint8_t how = k->ops[n].how;
    if (how != HOW_SCALAR && how != HOW_COMPARE && how != HOW_JUMP)
        return how == HOW_NOTHING;
    for (uint32_t i = 0; i < k->ops[n].count; i++) {
        const struct simd_use *u = &simd_uses(k, n)[i];
        const struct simd_value *v = simd_at(k, u->value);
        if (!v->block_wide || !(simd_is_one(v) || v->class == SIMD_PREDICATE) ||
            (u->writes && !note_changed(q, u->value)))
            return false;
    }
    return !k->ops[n].guarded;
}

/* Back from an op to barriers, on all paths. */
static bool is_quiet(struct quiet *q, uint32_t b, uint32_t to)
{
    const struct simd_kernel *k = q->g->k;
    for (uint32_t n = to; n-- > k->cfg->blocks[b].first;) {
        if (k->ops[n].how == HOW_BARRIER)
            return barrier_is_plain(q->g, n);
        if (!is_quiet_op(q, n))
            return false;
    }
    bool quiet = b != 0;
    for (uint32_t p = 0; p < k->cfg->count && quiet; p++)
        for (uint32_t s = 0; s < k->cfg->blocks[p].succs; s++) {
            if (!k->blocks[p].reachable || q->seen[p] ||
                k->cfg->edges[k->cfg->blocks[p].succ_at + s] != b)
                continue;
            q->seen[p] = true;
            quiet &= is_quiet(q, p, k->cfg->blocks[p].end);
        }
    return quiet;
}

/* Also what the code changes and the arm reads, or what comes after. */
static bool quiet_before(struct quiet *q, uint32_t branch, uint32_t arm)
{
    const struct simd_kernel *k = q->g->k;
    uint32_t count = 0;
    q->seen = xcalloc(k->cfg->count + 1, sizeof *q->seen);
    bool good = is_quiet(q, k->cfg->block_of[branch], q->g->fused.ops[0]);
    free(q->seen);
    q->seen = NULL;
    for (uint32_t i = 0; i < q->count; i++) {
        const struct simd_value *v = simd_at(k, q->changed[i]);
        if (!analysis_live_in(k->analysis, arm, k->analysis->vreg_of[v->vreg / 4] - 1))
            continue;
        good &= v->class == SIMD_SCALAR && !v->low_of;
        q->changed[count++] = q->changed[i];
    }
    q->count = count;
    return good;
}

/* An operand of the comparison: what all warps have alike this one has, another is in the frame of each warp. */
static bool can_ask(const struct simd_gen *g, const struct simd_value *v)
{
    const struct simd_value *whole = v->low_of ? simd_at(g->k, v->low_of - 1) : v;
    return v->constant || (v->block_wide ? simd_is_one(v) : whole->global);
}

static bool may_skip(struct quiet *q, uint32_t branch, uint32_t arm)
{
    const struct simd_gen *g = q->g;
    const struct simd_kernel *k = g->k;
    uint32_t compare = g->fused.ops[0], n = first_op(k, arm);
    bool good =
        g->variant == VARIANT_AGREED && g->full && !g->in_cold && !simd_fails(k, branch) &&
        g->fused.count == 1 && !simd_is_read_again(k, branch) && k->blocks[arm].full &&
        !simd_at(k, simd_operand(k, compare, 0, true))->uniform &&
        (k->ops[n].how == HOW_END || (k->ops[n].how == HOW_BARRIER && barrier_is_plain(g, n)));
    for (uint32_t i = 0; i < 2 && good; i++) {
        const struct simd_value *v = simd_at(k, simd_operand(k, compare, i, false));
        good = can_ask(g, v);
    }
    for (n = compare + 1; n < branch && good; n++)
        good = k->ops[n].how == HOW_NOTHING;
    return good && quiet_before(q, branch, arm);
}

/* Of the warp whose frame is in rbx: a jump if it has to run. */
static uint32_t ask_warp(struct simd_gen *g, bool holds, uint32_t cold)
{
    uint32_t compare = g->fused.ops[0], runs = 0;
    g->in_other_warp = true;
    if (simd_is_equality(g, compare)) {
        simd_find_equal(g, compare, cold);
    } else {
        runs = simd_first_corner(g, compare, !holds);
        simd_other_corners(g, compare, holds, cold);
    }
    g->in_other_warp = false;
    return runs;
}

/* rcx: the frame of the first warp. */
static void pass_on(struct simd_gen *g, const struct quiet *q)
{
    struct x86 *x = x86_of(g);
    for (uint32_t i = 0; i < q->count; i++) {
        const struct simd_value *v = simd_at(g->k, q->changed[i]);
        enum x86_gpr reg = simd_gpr(g, v, 0);
        if (reg == NO_GPR)
            x86_r_m(x, ALU_MOV, v->width == 8, reg = RAX,
                    in_first_frame(affine_offset(g->k->code, v->vreg)));
        x86_store(x, v->width == 8, simd_slot(g, v, 0), reg);
    }
}

static void cold_run(struct simd_gen *g, const struct simd_cold *c)
{
    run_warp(g);
    (void) c;
}

static bool is_thread_x(const struct simd_kernel *k, const struct simd_value *v)
{
    for (uint32_t n = 0; n < k->code->constant_count && v->is_thread; n++) {
        const struct frame_constant *f = &k->code->constants[n];
        if (simd_at(k, k->constant_of[f->vreg / 4] - 1) == v)
            return (enum special) f->value == SPECIAL_TID_X;
    }
    return false;
}

/* What holds for all lanes of a warp then holds for the warps behind it as well, if threadIdx.x rises from warp to warp. */
static bool stays_so(const struct simd_gen *g, bool holds)
{
    uint32_t compare = g->fused.ops[0];
    const struct simd_kernel *k = g->k;
    const struct simd_value *a = simd_at(k, simd_operand(k, compare, 0, false)),
                            *b = simd_at(k, simd_operand(k, compare, 1, false));
    int cc = simd_scalar_condition(simd_op_at(g, compare));
    bool first = is_thread_x(k, a);
    const struct simd_value *other = first ? b : a;
    if (k->source->layout.shape != SHAPE_LINE || first == is_thread_x(k, b))
        return false;
    switch (cc) {
    case CC_E:
    case CC_NE: return holds == (cc == CC_NE) && other->fixed && !other->bits;
    case CC_L:
    case CC_LE:
    case CC_B:
    case CC_BE: return holds != first;
    default: return holds == first;
    }
}

/* To where the warps go on that do not run; they end: true. */
static void end_skip(struct simd_gen *g, int cc, bool ends)
{
    simd_goto(g, cc, ends ? end_of_last(g) : end_of_round(g), 0);
}

static void skip_all(struct simd_gen *g, bool ends)
{
    struct x86 *x = x86_of(g);
    x86_compare_m_i8(x, in_block(offsetof(struct thread_block, rising)), 0);
    uint32_t asks = x86_jump(x, CC_E);
    x86_r_m(x, ALU_MOV, true, G_WARP, in_block(offsetof(struct thread_block, whole_end)));
    end_skip(g, CC_ALWAYS, ends);
    x86_land(x, asks);
}

/* r8: where the warps go on; rdi: where those are that may be skipped, and this one has been; rcx: its frame. */
bool simd_write_skip(struct simd_gen *g, uint32_t branch, uint32_t arm, bool holds)
{
    struct x86 *x = x86_of(g);
    struct quiet q = {.g = g};
    if (!may_skip(&q, branch, arm))
        return false;
    uint32_t to = first_op(g->k, arm), cold = simd_cold(g, branch, cold_run), other = 0;
    bool ends = g->k->ops[to].how == HOW_END, apart = !block_has_place(g);
    g->colds.at[cold].nested = true; /* no register of the warp has a value */
    x86_lea(x, R8, (struct x86_mem){CODE_START, NO_GPR, 1, 0});
    VEC_PUSH(&g->skips, (struct simd_skip){(uint32_t) x->code.n, ends ? NO_OP : to});
    if (apart)
        x86_r_m(x, ALU_MOV, true, RDI, own_place());
    else
        x86_store(x, true, next_place(g), R8);
    if (!apart && !q.count && stays_so(g, holds))
        skip_all(g, ends);
    x86_r(x, ALU_MOV, true, RCX, G_VREGS);
    uint32_t again = (uint32_t) x->code.n;
    if (!ends)
        pass_on(g, &q);
    else if (apart)
        x86_store_i(x, in_warp(offsetof(struct warp, alive)), 0);
    if (apart)
        x86_store(x, true, next_place(g), R8);
    step_to_warp(g);
    end_skip(g, CC_E, ends);
    if (apart) {
        x86_r_m(x, ALU_CMP, true, RDI, own_place());
        other = x86_jump(x, CC_NE);
    }
    x86_r_m(x, ALU_MOV, true, G_VREGS, in_warp(offsetof(struct warp, vregs)));
    uint32_t runs = ask_warp(g, holds, cold);
    x86_jump_back(x, CC_ALWAYS, again);
    if (other)
        x86_land(x, other);
    if (runs)
        x86_land(x, runs);
    run_warp(g);
    return true;
}

void simd_aim_skips(struct simd_gen *g)
{
    VEC_EACH (s, &g->skips) {
        uint32_t to = g->ended;
        for (size_t e = 0; e < g->entries.n && s->barrier != NO_OP; e++)
            to = g->entries.at[e].op == s->barrier + 1 ? g->entry_code.at[e] : to;
        x86_aim(x86_of(g), s->place, to);
    }
    g->skips.n = 0;
}

/* ---- loops over global memory let the warps of a block take turns, so that they find in the caches what the others have read ---- */

/* The loop reads global memory, and the warps do not take turns at a barrier in it anyway. A loop that waits has a budget of its own. */
static bool should_yield(const struct simd_kernel *k, const struct simd_loop *l)
{
    bool reads = false;
    for (uint32_t n = 0; n < k->code->op_count && !reads; n++)
        reads = op_infos[k->code->ops[n].code].kind == OP_KIND_LOAD &&
                k->code->ops[n].space == PTX_GLOBAL && simd_is_in(k, l, n);
    return reads && !simd_loop_waits(k, NO_BLOCK) && !simd_has_barrier(k, l);
}

bool simd_may_yield(const struct simd_kernel *k)
{
    VEC_EACH (l, &k->loops)
        if (should_yield(k, l))
            return true;
    return false;
}

/* All lanes run the loop of the header in the first variant. */
bool simd_yields(const struct simd_gen *g, uint32_t header)
{
    const struct simd_kernel *k = g->k;
    if (!g->full || g->variant == VARIANT_ANY || g->entered[0])
        return false;
    VEC_EACH (l, &k->loops)
        if (l->header == header && should_yield(k, l))
            return true;
    return false;
}

static bool reads_for_all(const struct simd_kernel *k, uint32_t n)
{
    uint32_t v = simd_operand(k, n, 0, false);
    return k->ops[n].how == HOW_LOAD && k->code->ops[n].space == PTX_GLOBAL && simd_at(k, v)->x &&
           simd_at(k, v)->in_column;
}

/* The address of a load of the loop that all warps of a block of 32 columns or less do alike; NO_VALUE: there is none. */
static uint32_t read_by_all(const struct simd_kernel *k, uint32_t header)
{
    const struct simd_loop *loop = NULL;
    VEC_EACH (l, &k->loops)
        loop = l->header == header ? l : loop;
    for (uint32_t p = loop ? loop->first : 1; p <= (loop ? loop->last : 0); p++) {
        const struct cfg_block *b = &k->cfg->blocks[k->order[p]];
        for (uint32_t n = b->first; n < b->end; n++)
            if (reads_for_all(k, n))
                return simd_operand(k, n, 0, false);
    }
    return NO_VALUE;
}

void simd_note_yields(struct simd_kernel *k)
{
    VEC_EACH (l, &k->loops) {
        uint32_t address = should_yield(k, l) ? read_by_all(k, l->header) : NO_VALUE;
        if (address != NO_VALUE)
            simd_at(k, address)->read_in_slot = true;
    }
}

/* ecx: the next budget, from how far the loop has read since the warp yielded last. That was after an odd number of rounds, unless the answer
 * was VECTOR_YIELD_SOON before, so the distance is a multiple of a page if that of one round is. */
static void choose_budget(struct simd_gen *g, uint32_t address)
{
    enum { PAGE = 4096, NEAR_ROWS = 4 * PAGE, FAR = 1 << 26 };
    struct x86 *x = x86_of(g);
    struct x86_mem before = in_warp(offsetof(struct warp, yielded_at));
    uint32_t done[4], first;
    x86_r_i(x, ALU_MOV, false, RCX, VECTOR_YIELD_BUDGET);
    x86_r_m(x, ALU_MOV, true, RDX, before);
    x86_r_i(x, ALU_CMP, true, RDX, 1);
    done[0] = x86_jump(x, CC_E);
    x86_r_m(x, ALU_MOV, true, RAX, simd_slot(g, simd_at(g->k, address), 0));
    x86_store(x, true, before, RAX);
    x86_test(x, true, RDX, RDX);
    first = x86_jump(x, CC_E);
    x86_r(x, ALU_SUB, true, RAX, RDX);
    x86_test_i(x, RAX, PAGE - 1);
    done[1] = x86_jump(x, CC_NE);
    x86_r_i(x, ALU_CMP, true, RAX, NEAR_ROWS);
    done[2] = x86_jump(x, CC_L);
    x86_r_i(x, ALU_CMP, true, RAX, FAR);
    done[3] = x86_jump(x, CC_G);
    x86_r_i(x, ALU_MOV, false, RCX, VECTOR_YIELD_SOON);
    uint32_t soon = x86_jump(x, CC_ALWAYS);
    x86_land(x, first);
    x86_r_i(x, ALU_MOV, false, RCX, VECTOR_YIELD_AT_ONCE);
    x86_land(x, soon);
    for (int k = 0; k < 4; k++)
        x86_land(x, done[k]);
}

void simd_cold_yield(struct simd_gen *g, const struct simd_cold *c)
{
    uint32_t address = read_by_all(g->k, g->k->cfg->block_of[c->extra]);
    simd_save(g);
    uint32_t place = write_place(g);
    write_next_warp(g, LABEL_ROUND);
    VEC_PUSH(&g->yields, (struct simd_yield){(uint32_t) x86_of(g)->code.n, c->extra});
    x86_aim(x86_of(g), place, (uint32_t) x86_of(g)->code.n);
    if (address == NO_VALUE) {
        x86_store_i(x86_of(g), in_warp(offsetof(struct warp, budget)), VECTOR_YIELD_BUDGET);
    } else {
        choose_budget(g, address);
        x86_store(x86_of(g), false, in_warp(offsetof(struct warp, budget)), RCX);
    }
    simd_restore_at_edge(g);
}

void simd_write_end_of_warp(struct simd_gen *g)
{
    struct x86 *x = x86_of(g);
    simd_aim_all(g, LABEL_DONE);
    /* alive: 0, or as the next block needs it */
    x86_store_i(x, in_warp(offsetof(struct warp, alive)),
                block_has_place(g) ? (int32_t) g->k->lanes : 0);
    uint32_t place = write_place(g);
    if (!g->ended)
        g->ended = (uint32_t) x->code.n;
    x86_aim(x, place, g->ended);
    write_next_warp(g, end_of_last(g));
}

/* Jumps that lead back to vector_turn. */
struct outs {
    uint32_t at[16], count;
};

static void add_out(struct simd_gen *g, struct outs *o, enum x86_cond cc)
{
    o->at[o->count++] = x86_jump(x86_of(g), cc);
}

/* Memory has been freed, or the launch stops before this block, or (`stops` CC_BE) before the next one. */
static void check_events(struct simd_gen *g, struct outs *o, enum x86_cond stops)
{
    struct x86 *x = x86_of(g);
    x86_r_m(x, ALU_MOV, true, RAX, in_block(offsetof(struct thread_block, frees)));
    x86_r_m(x, ALU_MOV, false, RAX, (struct x86_mem){RAX, NO_GPR, 1, 0});
    x86_r_m(x, ALU_CMP, false, RAX, in_block(offsetof(struct thread_block, frees_seen)));
    add_out(g, o, CC_NE);
    x86_r_m(x, ALU_MOV, true, RAX, in_block(offsetof(struct thread_block, launch)));
    x86_compare_m_i8(
        x, (struct x86_mem){RAX, NO_GPR, 1, (int32_t) offsetof(struct cpu_launch, interrupted)}, 0);
    add_out(g, o, CC_NE);
    x86_r_m(x, ALU_MOV, true, RAX,
            (struct x86_mem){RAX, NO_GPR, 1, (int32_t) offsetof(struct cpu_launch, stop_after)});
    x86_r_m(x, ALU_CMP, true, RAX, in_block(offsetof(struct thread_block, linear)));
    add_out(g, o, stops);
}

/* A loop over the warps of the block. */
static uint32_t begin_warps(struct simd_gen *g)
{
    x86_r_m(x86_of(g), ALU_MOV, true, G_WARP, in_block(offsetof(struct thread_block, warps)));
    return (uint32_t) x86_of(g)->code.n;
}

static void end_warps(struct simd_gen *g, uint32_t again)
{
    step_to_warp(g);
    x86_jump_back(x86_of(g), CC_NE, again);
}

static void begin_round(struct simd_gen *g)
{
    struct x86 *x = x86_of(g);
    x86_r_m(x, ALU_MOV, true, G_WARP, in_block(offsetof(struct thread_block, warps)));
    run_warp_at(g, own_place());
}

/* All warps are where the first is, which rdx says. */
static void check_places(struct simd_gen *g, struct outs *o)
{
    uint32_t again = begin_warps(g);
    x86_r_m(x86_of(g), ALU_CMP, true, RDX, own_place());
    add_out(g, o, CC_NE);
    end_warps(g, again);
}

/* The last warp of the block, behind which r12 is, may have fewer threads than the others. */
static void begin_last_warp(struct simd_gen *g)
{
    struct x86 *x = x86_of(g);
    struct x86_mem place = own_place(), alive = in_warp(offsetof(struct warp, alive));
    place.disp -= (int32_t) sizeof(struct warp);
    alive.disp -= (int32_t) sizeof(struct warp);
    x86_r_m(x, ALU_MOV, false, RAX, in_block(offsetof(struct thread_block, last_lanes)));
    x86_r_i(x, ALU_CMP, false, RAX, (int32_t) g->k->lanes);
    uint32_t whole = x86_jump(x, CC_E);
    x86_store(x, false, alive, RAX);
    x86_r_m(x, ALU_MOV, true, RAX, in_block(offsetof(struct thread_block, last_at)));
    x86_store(x, true, place, RAX);
    x86_land(x, whole);
}

/* The block has ended. The next of those that its host thread has taken begins as block_start would begin it. rdx: the kernel's code. */
static void write_next_block(struct simd_gen *g, struct outs *o)
{
    struct x86 *x = x86_of(g);
    x86_r_m(x, ALU_MOV, true, RCX, in_block(offsetof(struct thread_block, linear)));
    x86_r_i(x, ALU_ADD, true, RCX, 1);
    x86_r_m(x, ALU_CMP, true, RCX, in_block(offsetof(struct thread_block, run_to)));
    add_out(g, o, CC_AE);
    check_events(g, o, CC_BE);
    x86_store(x, true, in_block(offsetof(struct thread_block, linear)), RCX);
    x86_store(x, true, in_block(offsetof(struct thread_block, started)), RCX);
    x86_r_m(x, ALU_MOV, true, RAX, in_block(offsetof(struct thread_block, noted)));
    x86_store(x, true, (struct x86_mem){RAX, NO_GPR, 1, 0}, RCX);
    x86_m_i(x, ALU_ADD, false, in_block(offsetof(struct thread_block, id.x)), 1);
    x86_lea(x, RDX, (struct x86_mem){CODE_START, NO_GPR, 1, (int32_t) g->first_entry});
}

/* Each warp has a place of its own. */
static void write_round_apart(struct simd_gen *g, struct outs *outs)
{
    struct x86 *x = x86_of(g);
    simd_aim_all(g, LABEL_ROUND);
    if (simd_fails(g->k, NO_OP))
        add_out(g, outs, CC_ALWAYS);
    x86_r_m(x, ALU_MOV, true, G_WARP, in_block(offsetof(struct thread_block, warps)));
    x86_r_m(x, ALU_MOV, true, RDX, own_place());
    check_places(g, outs);
    x86_lea(x, RAX, (struct x86_mem){CODE_START, NO_GPR, 1, (int32_t) g->ended});
    x86_r(x, ALU_CMP, true, RAX, RDX);
    uint32_t ended = x86_jump(x, CC_E);
    check_events(g, outs, CC_B);
    begin_round(g);
    x86_land(x, ended);
    write_next_block(g, outs);
    uint32_t again = begin_warps(g);
    x86_store(x, true, own_place(), RDX);
    x86_store_i(x, in_warp(offsetof(struct warp, alive)), (int32_t) g->k->lanes);
    end_warps(g, again);
    begin_last_warp(g);
    begin_round(g);
}

/* rdx: where whole warps begin the round. */
static void begin_whole(struct simd_gen *g)
{
    struct x86 *x = x86_of(g);
    x86_store(x, true, in_block(offsetof(struct thread_block, round_at)), RDX);
    x86_r_m(x, ALU_MOV, true, G_WARP, in_block(offsetof(struct thread_block, warps)));
    x86_r_m(x, ALU_MOV, true, G_VREGS, in_warp(offsetof(struct warp, vregs)));
    x86_r_m(x, ALU_CMP, true, G_WARP, in_block(offsetof(struct thread_block, whole_end)));
    uint32_t none = x86_jump(x, CC_E);
    x86_jump_to(x, RDX);
    x86_land(x, none);
    x86_jump_to_m(x, own_place());
}

/* All whole warps have run; behind them may be one of fewer threads. */
static void run_last_warp(struct simd_gen *g, enum simd_label_kind whole, enum simd_label_kind end)
{
    simd_aim_all(g, whole);
    x86_r_m(x86_of(g), ALU_CMP, true, G_WARP, in_block(offsetof(struct thread_block, warps_end)));
    simd_goto(g, CC_E, end, 0);
    run_warp_at(g, own_place());
}

/* The block has one place for its whole warps. */
static void write_round_together(struct simd_gen *g, struct outs *outs)
{
    struct x86 *x = x86_of(g);
    run_last_warp(g, LABEL_WHOLE_ENDED, LABEL_ROUND);
    run_last_warp(g, LABEL_WHOLE, LABEL_TOGETHER);
    simd_aim_all(g, LABEL_TOGETHER);
    check_events(g, outs, CC_B);
    x86_r_m(x, ALU_MOV, true, RDX, in_block(offsetof(struct thread_block, round_to)));
    begin_whole(g);
    simd_aim_all(g, LABEL_ROUND);
    write_next_block(g, outs);
    x86_r_m(x, ALU_MOV, true, G_WARP, in_block(offsetof(struct thread_block, warps_end)));
    begin_last_warp(g);
    begin_whole(g);
}

/* All warps have come to one barrier, and nothing has happened meanwhile: the next round begins. What else there is vector_turn sees to. */
void simd_write_round(struct simd_gen *g)
{
    struct x86 *x = x86_of(g);
    struct outs outs = {.count = 0};
    if (g->together)
        write_round_together(g, &outs);
    else
        write_round_apart(g, &outs);
    for (uint32_t k = 0; k < outs.count; k++)
        x86_land(x, outs.at[k]);
    x86_r_i(x, ALU_MOV, false, RAX, VECTOR_ROUND);
    simd_goto(g, CC_ALWAYS, LABEL_RETURN, 0);
}
