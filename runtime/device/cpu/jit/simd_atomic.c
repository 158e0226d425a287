/* SPDX-License-Identifier: Apache-2.0 */
/* Atomics (9.7.13.5, 9.7.13.6), lane after lane, as the interpreter orders them. Shared memory belongs to one host thread, so it needs no
 * atomic instructions. Next: exec/op_atom.c, which executes what is left out here. */
#include "device/cpu/code/atom.h"
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

static void in_shared(struct simd_gen *g, const struct lane_code *c, uint32_t lane)
{
    struct x86 *x = x86_of(g);
    const struct op *op = simd_op_at(g, c->op);
    bool wide = c->width == 8;
    struct x86_mem at = {RDI, RAX, 1, 0}, same = {RDX, NO_GPR, 1, 0};
    if (add_is_one_instruction(c, op)) {
        x86_r_m(x, ALU_MOV, wide, RCX, operand_mem(g, c, lane, LANE_OPERAND));
        x86_m_r(x, alu_of(op), wide, at, RCX);
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

/* Whether the old value is read. */
static bool has_result(const struct simd_gen *g, uint32_t n)
{
    uint32_t d = simd_operand(g->k, n, 0, true);
    return d != NO_VALUE && g->calls[2 * (size_t) n].d;
}

void simd_atomic_op(struct simd_gen *g, uint32_t n)
{
    const struct op *op = simd_op_at(g, n);
    uint32_t width = op_infos[op->code].width, d = simd_operand(g->k, n, 0, true);
    struct lane_code c = {.write = op->space == PTX_SHARED ? in_shared : in_global,
                          .op = n,
                          .element = has_result(g, n),
                          .width = width};
    uint32_t cold = simd_check_lanes(g, n, width, width);
    simd_spill_operand(g, simd_operand(g->k, n, 1, false), LANE_OPERAND, true);
    if (op->target == ATOM_CAS)
        simd_spill_operand(g, simd_operand(g->k, n, 2, false), LANE_SECOND, true);
    if (op->target == ATOM_ADD_F || op->target == ATOM_ADD_F_FTZ)
        x86_r_i(x86_of(g), ALU_MOV, false, R10, 0x7fffffff);
    if (flushes(op))
        simd_set_mode(g, FLUSHES);
    simd_each_lane(g, &c);
    if (flushes(op))
        simd_set_mode(g, NEAREST);
    if (c.element)
        simd_take_results(g, n, d, LANE_RESULT);
    simd_cold_back(g, cold);
}
