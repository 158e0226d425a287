/* SPDX-License-Identifier: Apache-2.0 */
/* Atomics (9.7.13.5, 9.7.13.6), lane after lane, as the interpreter orders them. Shared memory belongs to one host thread, so it needs no
 * atomic instructions. Next: exec/op_atom.c, which executes what is left out here. */
#include <stddef.h>

#include "device/cpu/code/atom.h"
#include "device/cpu/exec/machine.h"
#include "device/cpu/jit/simd_lanes.h"

enum {
    SUM = 0,     /* a vector register */
    FLUSHES = 4, /* imm of OP_fp_mode */
    NEAREST = 0,
};

bool simd_has_atomic(const struct op *op)
{
    if (op->code != OP_atom_32 && op->code != OP_atom_64)
        return false;
    switch ((enum atom_kind) op->target) {
    case ATOM_INC:
    case ATOM_DEC:
    case ATOM_ADD_F16:
    case ATOM_ADD_BF16: return false;
    case ATOM_ADD_F:
    case ATOM_ADD_F_FTZ:
        return op->space == PTX_SHARED ||
               op->space == PTX_GLOBAL; /* elsewhere: kind_at, op_atom.c */
    default: return op->space != PTX_LOCAL && op->space != PTX_PARAM;
    }
}

/* ---- additions that a block may keep for itself (struct private_sums) ---- */

bool simd_reads_result(const struct simd_kernel *k, uint32_t n)
{
    uint32_t d = simd_operand(k, n, 0, true);
    return d != NO_VALUE && (simd_at(k, d)->global || simd_at(k, d)->last_op != n);
}

static bool is_relaxed(const struct decoded_code *code, const struct op *op)
{
    const struct ptx_inst *i = &code->func->insts.at[op->inst];
    return !ptx_has_mod(i, "acquire") && !ptx_has_mod(i, "release") && !ptx_has_mod(i, "acq_rel") &&
           !ptx_has_mod(i, "sys");
}

static bool is_addition(const struct simd_kernel *k, uint32_t n)
{
    const struct op *op = &k->code->ops[n];
    return (op->code == OP_atom_32 || op->code == OP_atom_64) && op->target == ATOM_ADD &&
           (op->space == PTX_GLOBAL || op->space == PTX_GENERIC) && !simd_reads_result(k, n);
}

/* By it a block may learn in what order other blocks access memory, or tell them. */
static bool orders_memory(const struct simd_kernel *k, uint32_t n)
{
    const struct op *op = &k->code->ops[n];
    switch ((enum op_kind) op_infos[op->code].kind) {
    case OP_KIND_NONE:
    case OP_KIND_VALUE:
    case OP_KIND_WORK:
    case OP_KIND_JUMP:
    case OP_KIND_BRANCH:
    case OP_KIND_MARK:
    case OP_KIND_END:
    case OP_KIND_BARRIER:
    case OP_KIND_BARRIER_RESULT:
    case OP_KIND_WARP_SYNC: return false;
    case OP_KIND_LOAD:
    case OP_KIND_STORE: return op_infos[op->code].ordered;
    case OP_KIND_ATOMIC:
        return op->space != PTX_SHARED && (simd_reads_result(k, n) || !is_relaxed(k->code, op));
    default: return true;
    }
}

void simd_find_sums(struct simd_kernel *k)
{
    uint32_t width = 0;
    bool ordered = false;
    for (uint32_t n = 0; n < k->code->op_count && !ordered; n++) {
        ordered = orders_memory(k, n);
        if (!width && is_addition(k, n))
            width = op_infos[k->code->ops[n].code].width;
    }
    k->sum_width = ordered ? 0 : width;
}

bool simd_is_sum(const struct simd_kernel *k, uint32_t n)
{
    return k->sum_width && is_addition(k, n) &&
           op_infos[k->code->ops[n].code].width == k->sum_width;
}

/* ---- code ---- */

static bool flushes(const struct op *op)
{
    return op->target == ATOM_ADD_F_FTZ && op->space != PTX_SHARED;
}

static struct x86_mem operand_mem(struct simd_gen *g, const struct lane_code *c, uint32_t lane,
                                  uint32_t at)
{
    return simd_lane_mem(simd_lane_area(g, at), c->width, lane);
}

static bool add_is_one_instruction(const struct lane_code *c, const struct op *op)
{
    bool modifies = op->target == ATOM_ADD || op->target == ATOM_AND || op->target == ATOM_OR ||
                    op->target == ATOM_XOR;
    return modifies && !c->element;
}

static enum x86_alu alu_of(const struct op *op)
{
    return op->target == ATOM_ADD   ? ALU_ADD
           : op->target == ATOM_AND ? ALU_AND
           : op->target == ATOM_OR  ? ALU_OR
                                    : ALU_XOR;
}

/* rcx = rax + operand, and a NaN is 0x7fffffff (f32). */
static void add_float(struct simd_gen *g, const struct lane_code *c, struct x86_mem b)
{
    struct x86 *x = x86_of(g);
    bool wide = c->width == 8, evex = x->evex;
    x->evex = false;
    x86_v(x, wide ? X_FROM_Q : X_FROM_D, 16, SUM, 0, RAX);
    x86_v_m(x, wide ? X_ADDSD : X_ADDSS, 16, SUM, SUM, b);
    x86_v(x, wide ? X_MOVQ : X_MOVD, 16, SUM, 0, RCX);
    if (!wide) {
        x86_v(x, X_UCOMISS, 16, SUM, 0, SUM);
        x86_move_if(x, CC_P, false, RCX, R10);
    }
    x->evex = evex;
}

/* rcx: the new value, from the old one in rax. */
static void new_value(struct simd_gen *g, const struct lane_code *c, uint32_t lane)
{
    struct x86 *x = x86_of(g);
    const struct op *op = simd_op_at(g, c->op);
    struct x86_mem b = operand_mem(g, c, lane, LANE_OPERAND);
    bool wide = c->width == 8;
    int keeps_old = CC_L; /* the condition of b and the old value under which that stays */
    switch ((enum atom_kind) op->target) {
    case ATOM_ADD:
    case ATOM_AND:
    case ATOM_OR:
    case ATOM_XOR:
        x86_r(x, ALU_MOV, wide, RCX, RAX);
        x86_r_m(x, alu_of(op), wide, RCX, b);
        return;
    case ATOM_EXCH: x86_r_m(x, ALU_MOV, wide, RCX, b); return;
    case ATOM_CAS:
        x86_r_m(x, ALU_MOV, wide, RCX, operand_mem(g, c, lane, LANE_SECOND));
        x86_r_m(x, ALU_CMP, wide, RAX, b);
        x86_move_if(x, CC_NE, wide, RCX, RAX);
        return;
    case ATOM_MIN_S: keeps_old = CC_G; break;
    case ATOM_MIN_U: keeps_old = CC_A; break;
    case ATOM_MAX_U: keeps_old = CC_B; break;
    case ATOM_ADD_F:
    case ATOM_ADD_F_FTZ: add_float(g, c, b); return;
    default: break;
    }
    x86_r_m(x, ALU_MOV, wide, RCX, b);
    x86_r(x, ALU_CMP, wide, RCX, RAX);
    x86_move_if(x, keeps_old, wide, RCX, RAX);
}

/* c->element: whether the old value is a result. */
static void keep_old(struct simd_gen *g, const struct lane_code *c, uint32_t lane)
{
    if (c->element)
        x86_store(x86_of(g), c->width == 8, operand_mem(g, c, lane, LANE_RESULT), RAX);
}

/* An operand that is known needs no place in the area. */
static bool is_immediate(const struct simd_gen *g, uint32_t n)
{
    const struct simd_value *v = simd_at(g->k, simd_operand(g->k, n, 1, false));
    return v->fixed && (v->width == 4 || (int64_t) v->bits == (int32_t) v->bits);
}

static void modify(struct simd_gen *g, const struct lane_code *c, uint32_t lane, struct x86_mem at)
{
    struct x86 *x = x86_of(g);
    const struct op *op = simd_op_at(g, c->op);
    bool wide = c->width == 8;
    if (is_immediate(g, c->op)) {
        uint64_t bits = simd_at(g->k, simd_operand(g->k, c->op, 1, false))->bits;
        x86_m_i(x, alu_of(op), wide, at, (int32_t) bits);
        return;
    }
    x86_r_m(x, ALU_MOV, wide, RCX, operand_mem(g, c, lane, LANE_OPERAND));
    x86_m_r(x, alu_of(op), wide, at, RCX);
}

static void in_shared(struct simd_gen *g, const struct lane_code *c, uint32_t lane)
{
    struct x86 *x = x86_of(g);
    const struct op *op = simd_op_at(g, c->op);
    bool wide = c->width == 8;
    struct x86_mem at = {RDI, RAX, 1, 0}, same = {RDX, NO_GPR, 1, 0};
    if (add_is_one_instruction(c, op)) {
        modify(g, c, lane, at);
        return;
    }
    x86_lea(x, RDX, at);
    x86_r_m(x, ALU_MOV, wide, RAX, same);
    new_value(g, c, lane);
    x86_store(x, wide, same, RCX);
    keep_old(g, c, lane);
}

static void in_global(struct simd_gen *g, const struct lane_code *c, uint32_t lane)
{
    struct x86 *x = x86_of(g);
    const struct op *op = simd_op_at(g, c->op);
    bool wide = c->width == 8, swaps = op->target == ATOM_EXCH;
    struct x86_mem at = {RDI, RAX, 1, 0}, same = {RDX, NO_GPR, 1, 0};
    if (add_is_one_instruction(c, op) || swaps || op->target == ATOM_ADD) {
        x86_r_m(x, ALU_MOV, wide, RCX, operand_mem(g, c, lane, LANE_OPERAND));
        x86_lock(x);
        if (swaps || c->element)
            x86_exchange(x, swaps ? XCHG : XADD, wide, at, RCX);
        else
            x86_m_r(x, alu_of(op), wide, at, RCX);
        x86_r(x, ALU_MOV, wide, RAX, RCX);
        keep_old(g, c, lane);
        return;
    }
    x86_lea(x, RDX, at);
    x86_r_m(x, ALU_MOV, wide, RAX, same);
    uint32_t again = (uint32_t) x->code.n;
    new_value(g, c, lane);
    x86_lock(x);
    x86_exchange(x, CMPXCHG, wide, same, RCX);
    x86_jump_back(x, CC_NE, again);
    keep_old(g, c, lane);
}

static struct x86_mem in_sums(size_t field)
{
    return (struct x86_mem){G_BLOCK, NO_GPR, 1,
                            (int32_t) (offsetof(struct thread_block, sums) + field)};
}

/* The block has no copy of the object: rdi is where that starts. */
static void cold_sum(struct simd_gen *g, const struct simd_cold *cold)
{
    struct x86 *x = x86_of(g);
    const struct op *op = simd_op_at(g, cold->op);
    simd_each_lane(g, &(struct lane_code){
                          .write = in_global, .op = cold->op, .width = op_infos[op->code].width});
    x86_m_i(x, ALU_SUB, true, in_sums(offsetof(struct private_sums, credit)), WARP_LANES);
    uint32_t enough = x86_jump(x, CC_NS);
    simd_save(g);
    x86_r(x, ALU_MOV, true, RDI, G_WARP);
    x86_r_i(x, ALU_MOV, false, RSI, (int32_t) op->cache);
    x86_mov_i64(x, RAX, (uint64_t) (uintptr_t) vector_keep_sums);
    x86_vzeroupper(x);
    x86_call_r(x, RAX);
    simd_restore(g);
    x86_land(x, enough);
}

/* To the block's copy. */
static void add_private(struct simd_gen *g, struct lane_code c)
{
    struct x86 *x = x86_of(g);
    uint32_t cold = simd_cold(g, c.op, cold_sum);
    c.write = in_shared;
    x86_r_m(x, ALU_CMP, true, RDI, in_sums(offsetof(struct private_sums, start)));
    simd_cold_if(g, cold, CC_NE);
    x86_r_m(x, ALU_MOV, true, RDI, in_sums(offsetof(struct private_sums, at)));
    simd_each_lane(g, &c);
    simd_cold_back(g, cold);
}

void simd_atomic_op(struct simd_gen *g, uint32_t n)
{
    const struct op *op = simd_op_at(g, n);
    uint32_t width = op_infos[op->code].width, d = simd_operand(g->k, n, 0, true);
    struct lane_code c = {.write = op->space == PTX_SHARED ? in_shared : in_global,
                          .op = n,
                          .element = simd_reads_result(g->k, n),
                          .width = width};
    uint32_t cold = simd_check_lanes(g, n, width, width);
    simd_spill_operand(g, simd_operand(g->k, n, 1, false), LANE_OPERAND, true);
    if (op->target == ATOM_CAS)
        simd_spill_operand(g, simd_operand(g->k, n, 2, false), LANE_SECOND, true);
    if (op->target == ATOM_ADD_F || op->target == ATOM_ADD_F_FTZ)
        x86_r_i(x86_of(g), ALU_MOV, false, R10, 0x7fffffff);
    if (flushes(op))
        simd_set_mode(g, FLUSHES);
    if (simd_is_sum(g->k, n))
        add_private(g, c);
    else
        simd_each_lane(g, &c);
    if (flushes(op))
        simd_set_mode(g, NEAREST);
    if (c.element)
        simd_take_results(g, n, d, simd_lane_area(g, LANE_RESULT));
    simd_cold_back(g, cold);
}
