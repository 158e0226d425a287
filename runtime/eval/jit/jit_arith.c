/* SPDX-License-Identifier: Apache-2.0 */
/* Emitters of arithmetic, comparisons and conversions: the semantics of vm.c in instructions. Needs jit_values.c. Rows: jit_ops.def. */
#include "eval/jit/jit_gen.h"

static bool wide(const struct jit_op *o)
{
    return o->class == CLASS_I64 || o->class == CLASS_U64;
}

static void copy(struct jit_gen *g, enum x86_gpr d, enum x86_gpr s)
{
    if (d != s)
        x86_r(&g->x, ALU_MOV, true, d, s);
}

/* The low half of a register was computed; the class says how it fills the slot. */
static void finish(struct jit_gen *g, const struct jit_op *o, enum x86_gpr r)
{
    if (o->class == CLASS_I32 && !jit_gives_low(g))
        x86_extend(&g->x, EXTEND_I32, r, r);
    jit_int_done(g, r);
}

static void load_constant(struct jit_gen *g, enum x86_gpr d, int64_t value)
{
    if (value == (int32_t) value)
        x86_r_i(&g->x, ALU_MOV, true, d, (int32_t) value);
    else
        x86_mov_i64(&g->x, d, (uint64_t) value);
}

void jit_move(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    if (jit_gives_real(g)) {
        int d = jit_real_target(g, 0), s = jit_real(g, i->b, d);
        if (s != d)
            x86_v(&g->x, X_MOVUPS, 16, d, 0, s);
        jit_real_done(g, d);
    } else if (jit_is_real(g, i->b)) {
        jit_real_done(g, jit_real(g, i->b, 0));
    } else {
        enum x86_gpr d = jit_int_target(g, RAX);
        copy(g, d, jit_int(g, i->b, d));
        jit_int_done(g, d);
    }
}

void jit_constant(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    if (jit_gives_real(g)) {
        int d = jit_real_target(g, 0);
        x86_v_m(&g->x, X_LOADSD, 16, d, 0, jit_real_constant(g, i->k));
        jit_real_done(g, d);
    } else {
        enum x86_gpr d = jit_int_target(g, RAX);
        load_constant(g, d, i->k.i);
        jit_int_done(g, d);
    }
}

/* ---- integers ---- */

/* An operand of an operation of its class. */
static enum x86_gpr operand(struct jit_gen *g, const struct jit_op *o, uint32_t slot,
                            enum x86_gpr scratch)
{
    return wide(o) ? jit_int(g, slot, scratch) : jit_low(g, slot, scratch);
}

/* Loads operand b into the result's register; c must not be lost thereby. */
static enum x86_gpr two_operands(struct jit_gen *g, const struct insn *i, const struct jit_op *o,
                                 bool commutes, enum x86_gpr *out_c)
{
    enum x86_gpr d = jit_int_target(g, RAX), b = operand(g, o, i->b, RAX),
                 c = operand(g, o, i->c, RCX);
    if (c == d && b != d && commutes) {
        c = b;
    } else {
        if (c == d && b != d) {
            copy(g, RCX, c);
            c = RCX;
        }
        copy(g, d, b);
    }
    *out_c = c;
    return d;
}

/* d = b + c with three different registers; the upper half of an unsigned would not be cleared. */
static bool add_three(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    enum x86_gpr d = jit_int_target(g, RAX);
    if (o->how != ALU_ADD || o->class == CLASS_U32)
        return false;
    enum x86_gpr b = operand(g, o, i->b, RAX), c = operand(g, o, i->c, RCX);
    x86_lea(&g->x, d, (struct x86_mem){(uint8_t) b, (uint8_t) c, 1, 0});
    finish(g, o, d);
    return true;
}

void jit_alu(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    if (add_three(g, i, o))
        return;
    enum x86_gpr c, d = two_operands(g, i, o, o->how != ALU_SUB, &c);
    x86_r(&g->x, (enum x86_alu) o->how, wide(o), d, c);
    finish(g, o, d);
}

void jit_alu_k(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    enum x86_gpr d = jit_int_target(g, RAX);
    int64_t k = wide(o) ? i->k.i : (int32_t) i->k.u;
    copy(g, d, operand(g, o, i->b, d));
    if (k == (int32_t) k) {
        x86_r_i(&g->x, (enum x86_alu) o->how, wide(o), d, (int32_t) k);
    } else {
        x86_mov_i64(&g->x, RCX, (uint64_t) k);
        x86_r(&g->x, (enum x86_alu) o->how, true, d, RCX);
    }
    finish(g, o, d);
}

void jit_multiply(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    enum x86_gpr c, d = two_operands(g, i, o, true, &c);
    x86_imul(&g->x, wide(o), d, c);
    finish(g, o, d);
}

void jit_multiply_k(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    enum x86_gpr d = jit_int_target(g, RAX), b = operand(g, o, i->b, RAX);
    int64_t k = wide(o) ? i->k.i : (int32_t) i->k.u;
    if (k == (int32_t) k) {
        x86_imul_i(&g->x, wide(o), d, b, (int32_t) k);
    } else {
        x86_mov_i64(&g->x, RCX, (uint64_t) k);
        copy(g, d, b);
        x86_imul(&g->x, true, d, RCX);
    }
    finish(g, o, d);
}

static bool is_signed(const struct jit_op *o)
{
    return o->class == CLASS_I32 || o->class == CLASS_I64;
}

static void quotient_done(struct jit_gen *g, const struct jit_op *o)
{
    enum x86_gpr d = jit_int_target(g, RAX);
    copy(g, d, o->how ? RDX : RAX); /* how: the remainder is wanted */
    finish(g, o, d);
}

void jit_divide(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    enum x86_gpr c = operand(g, o, i->c, RCX);
    x86_test(&g->x, wide(o), c, c);
    jit_exit_if(g, CC_E);
    copy(g, RAX, operand(g, o, i->b, RAX));
    x86_divide(&g->x, wide(o), is_signed(o), true, c);
    quotient_done(g, o);
}

/* By multiplication with the reciprocal: Granlund and Montgomery, Division by Invariant Integers using Multiplication, 1994,
 * figure 5.2, with N = 32. */
static void divide_by(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    struct x86 *x = &g->x;
    uint64_t k = i->k.u;
    uint8_t log = (uint8_t) (64 - __builtin_clzll(k - 1));
    enum x86_gpr b = jit_int(g, i->b, RDX);
    x86_mov_i64(x, RAX, ((uint64_t) 1 << (31 + log)) / k + 1);
    x86_imul(x, true, RAX, b);
    copy(g, RCX, b);
    x86_shift_i(x, SHIFT_RIGHT_SIGNED, true, RAX, (uint8_t) (31 + log));
    x86_shift_i(x, SHIFT_RIGHT_SIGNED, true, RCX, 63);
    x86_r(x, ALU_SUB, true, RAX, RCX);
    if (o->how) {
        x86_imul_i(x, false, RAX, RAX, (int32_t) k);
        copy(g, RDX, b);
        x86_r(x, ALU_SUB, false, RDX, RAX);
    }
    quotient_done(g, o);
}

static void divide_by_power(struct jit_gen *g, const struct insn *i, const struct jit_op *o,
                            uint64_t k)
{
    enum x86_gpr d = jit_int_target(g, RAX);
    copy(g, d, jit_int(g, i->b, d));
    if (o->how)
        x86_r_i(&g->x, ALU_AND, wide(o), d, (int32_t) (k - 1));
    else
        x86_shift_i(&g->x, SHIFT_RIGHT, wide(o), d, (uint8_t) __builtin_ctzll(k));
    finish(g, o, d);
}

void jit_divide_k(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    uint64_t k = wide(o) ? i->k.u : (uint32_t) i->k.u;
    bool power = !(k & (k - 1)) && k < (uint64_t) 1 << 31;
    if (o->class == CLASS_I32 && i->k.i >= 2) {
        divide_by(g, i, o);
        return;
    }
    if (!is_signed(o) && power) {
        divide_by_power(g, i, o, k);
        return;
    }
    load_constant(g, RCX, i->k.i);
    copy(g, RAX, jit_int(g, i->b, RAX));
    x86_divide(&g->x, wide(o), is_signed(o), false, RCX);
    quotient_done(g, o);
}

void jit_shift(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    enum x86_gpr d = jit_int_target(g, RAX);
    copy(g, RCX, jit_low(g, i->c, RCX)); /* the processor takes the count modulo the width too */
    copy(g, d, operand(g, o, i->b, d));
    x86_shift_cl(&g->x, (enum x86_shift) o->how, wide(o), d);
    finish(g, o, d);
}

void jit_shift_k(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    enum x86_gpr d = jit_int_target(g, RAX);
    copy(g, d, operand(g, o, i->b, d));
    x86_shift_i(&g->x, (enum x86_shift) o->how, wide(o), d, i->k.u & (wide(o) ? 63 : 31));
    finish(g, o, d);
}

void jit_unary(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    enum x86_gpr d = jit_int_target(g, RAX);
    copy(g, d, operand(g, o, i->b, d));
    x86_unary(&g->x, (enum x86_unary) o->how, wide(o), d);
    finish(g, o, d);
}

void jit_compare(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    enum x86_gpr d = jit_int_target(g, RAX);
    x86_r(&g->x, ALU_CMP, wide(o), operand(g, o, i->b, RAX), operand(g, o, i->c, RCX));
    x86_set(&g->x, is_signed(o) ? o->how : o->other, d);
    jit_int_done(g, d);
}

void jit_pointer_add(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    struct x86 *x = &g->x;
    enum x86_gpr d = jit_int_target(g, RAX), b = jit_int(g, i->b, RAX), c = jit_int(g, i->c, RCX);
    uint64_t k = i->k.u;
    if (k != 1 && k != 2 && k != 4 && k != 8) {
        if (k == (uint64_t) (int32_t) k) {
            x86_imul_i(x, true, RCX, c, (int32_t) k);
        } else {
            x86_mov_i64(x, RDX, k);
            copy(g, RCX, c);
            x86_imul(x, true, RCX, RDX);
        }
        c = RCX;
        k = 1;
    }
    x86_lea(x, d, (struct x86_mem){(uint8_t) b, (uint8_t) c, (uint8_t) k, 0});
    jit_int_done(g, d);
}

void jit_pointer_difference(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    struct x86 *x = &g->x;
    uint64_t k = i->k.u;
    enum x86_gpr b = jit_int(g, i->b, RAX), c = jit_int(g, i->c, RCX);
    copy(g, RAX, b);
    x86_r(x, ALU_SUB, true, RAX, c);
    if (!(k & (k - 1)) && k && k < (uint64_t) 1 << 31) {
        copy(g, RCX, RAX); /* rounds towards 0 */
        x86_shift_i(x, SHIFT_RIGHT_SIGNED, true, RCX, 63);
        x86_r_i(x, ALU_AND, true, RCX, (int32_t) (k - 1));
        x86_r(x, ALU_ADD, true, RAX, RCX);
        x86_shift_i(x, SHIFT_RIGHT_SIGNED, true, RAX, (uint8_t) __builtin_ctzll(k));
    } else {
        load_constant(g, RCX, i->k.i);
        x86_sign_to_rdx(x, true);
        x86_unary(x, UNARY_IDIV, true, RCX);
    }
    enum x86_gpr d = jit_int_target(g, RAX);
    copy(g, d, RAX);
    jit_int_done(g, d);
}

/* ---- float and double ---- */

void jit_real_op(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    int d = jit_real_target(g, 0), b = jit_real(g, i->b, 0), c = jit_real(g, i->c, 1);
    x86_v(&g->x, (enum x86_op) o->how, 16, d, b, c);
    jit_real_done(g, d);
}

void jit_real_op_k(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    int d = jit_real_target(g, 0), b = jit_real(g, i->b, 0);
    x86_v_m(&g->x, (enum x86_op) o->how, 16, d, b, jit_real_constant(g, i->k));
    jit_real_done(g, d);
}

/* The sign bit is flipped or cleared. */
void jit_real_sign(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    int d = jit_real_target(g, 0), b = jit_real(g, i->b, 0);
    union value sign = {.u = (uint64_t) 1 << (o->class == CLASS_F32 ? 31 : 63)};
    x86_v_m(&g->x, X_LOADSD, 16, 1, 0, jit_real_constant(g, sign));
    x86_v(&g->x, (enum x86_op) o->how, 16, d, 1, b);
    jit_real_done(g, d);
}

void jit_real_root(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    int b = jit_real(g, i->b, 0), d = jit_real_target(g, 0);
    x86_v(&g->x, (enum x86_op) o->how, 16, d, b, b);
    jit_real_done(g, d);
}

/* Flags of b and c: swapped for "less", because CC_A and CC_AE are false if one is a NaN. */
static void compare_reals(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    enum x86_op compare = o->class == CLASS_F32 ? X_UCOMISS : X_UCOMISD;
    int b = jit_real(g, i->b, 0), c = jit_real(g, i->c, 1);
    bool less = o->how == CC_A || o->how == CC_AE;
    x86_v(&g->x, compare, 16, less ? c : b, 0, less ? b : c);
}

void jit_real_compare(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    struct x86 *x = &g->x;
    compare_reals(g, i, o);
    enum x86_gpr d = jit_int_target(g, RAX);
    x86_set(x, o->how, d);
    if (o->how == CC_E || o->how == CC_NE) {
        x86_set(x, o->how == CC_E ? CC_NP : CC_P, RCX);
        x86_r(x, o->how == CC_E ? ALU_AND : ALU_OR, false, d, RCX);
    }
    jit_int_done(g, d);
}

void jit_real_branch(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    struct x86 *x = &g->x;
    uint32_t target = (uint32_t) i->target;
    jit_poll(g, target);
    if (o->other) { /* unless b < c, b <= c: also if they are unordered */
        struct jit_op less = *o;
        less.how = o->how == CC_BE ? CC_A : CC_AE;
        compare_reals(g, i, &less);
    } else {
        compare_reals(g, i, o);
    }
    if (o->how == CC_NE)
        jit_jump_to(g, CC_P, target);
    uint32_t unordered = o->how == CC_E ? x86_jump(x, CC_P) : 0;
    jit_jump_to(g, (enum x86_cond) o->how, target);
    if (unordered)
        x86_land(x, unordered);
}

/* ---- conversions ---- */

void jit_extend(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    enum x86_gpr d = jit_int_target(g, RAX), b = jit_int(g, i->b, RAX);
    if (o->how)
        x86_extend(&g->x, (enum x86_extend) o->how, d, b);
    else
        x86_r(&g->x, ALU_MOV, false, d, b); /* clears the upper half */
    jit_int_done(g, d);
}

void jit_to_bool(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    enum x86_gpr d = jit_int_target(g, RAX), b = jit_int(g, i->b, RAX);
    x86_test(&g->x, true, b, b);
    x86_set(&g->x, CC_NE, d);
    jit_int_done(g, d);
}

void jit_int_to_real(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    enum x86_gpr b = jit_int(g, i->b, RAX);
    int d = jit_real_target(g, 0);
    if (o->class == CLASS_U64) { /* the upper half of its range is rare */
        x86_test(&g->x, true, b, b);
        jit_exit_if(g, CC_S);
    }
    x86_v(&g->x, X_XORPS, 16, d, d,
          d); /* the conversion keeps the upper half: it need not wait for it */
    x86_v(&g->x, (enum x86_op) o->how, 16, d, d, (int) b);
    jit_real_done(g, d);
}

void jit_real_to_int(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    int b = jit_real(g, i->b, 0);
    x86_v(&g->x, (enum x86_op) o->how, 16, RAX, 0, b);
    if (o->class == CLASS_U64) {
        x86_test(&g->x, true, RAX, RAX);
        jit_exit_if(g, CC_S);
    }
    enum x86_gpr d = jit_int_target(g, RAX);
    if (o->class == CLASS_I32)
        x86_extend(&g->x, EXTEND_I32, d, RAX);
    else
        copy(g, d, RAX);
    jit_int_done(g, d);
}

void jit_real_to_real(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    int b = jit_real(g, i->b, 0), d = jit_real_target(g, 0);
    x86_v(&g->x, (enum x86_op) o->how, 16, d, b, b);
    jit_real_done(g, d);
}

void jit_real_to_bool(struct jit_gen *g, const struct insn *i, const struct jit_op *o)
{
    int b = jit_real(g, i->b, 0);
    x86_v(&g->x, X_XORPS, 16, 1, 1, 1);
    x86_v(&g->x, (enum x86_op) o->how, 16, b, 0, 1);
    enum x86_gpr d = jit_int_target(g, RAX);
    x86_set(&g->x, CC_NE, d);
    x86_set(&g->x, CC_P, RCX);
    x86_r(&g->x, ALU_OR, false, d, RCX);
    jit_int_done(g, d);
}
