/* SPDX-License-Identifier: Apache-2.0 */
/* The x86 instructions of ops that are functions of several steps: the exponential, arithmetic of halves and of integers of 64 bits, conversions, counts of bits.
 * Each gives the bits that the interpreter's expression gives (opcodes.def). Next: op_writer.c. */
#include "device/cpu/code/exponential.h"
#include "device/cpu/jit/op_writer.h"

enum {
    TO_NEAREST = 0,
    UNORDERED = 3,
    NOT_EQUAL = 12 /* and neither is NaN */,
    LESS = 17,
    NOT_BELOW = 29
};

enum { EQUAL = 0, NOT_LESS = 5 }; /* of integers */

enum {
    TO_THE_LEFT = 6,
    TO_THE_RIGHT = 2,
    SIGNED = 4
}; /* what the register field of X_PSRLD_I makes of it */

/* insn: X_PSRLD_I, X_PSRLQ_I */
static void shift_in(struct op_writer *g, enum x86_op insn, int field, int bytes, int d, int a,
                     uint8_t by)
{
    x86_v(&g->x, insn, bytes, field, d, a);
    x86_byte(&g->x, by);
}

static void shift(struct op_writer *g, int field, int d, int a, uint8_t by)
{
    shift_in(g, X_PSRLD_I, field, 4 * g->lanes, d, a, by);
}

static void shift_64(struct op_writer *g, int field, int d, int a, uint8_t by)
{
    shift_in(g, X_PSRLQ_I, field, 8 * g->lanes, d, a, by);
}

/* ---- ex2.approx.f32: the steps of ex2_f32 ---- */

enum { X, K, SUM }; /* scratch registers; X becomes the fraction */

static int number(struct op_writer *g, float value)
{
    return g->constant(g, f32_bits(value), 4);
}

/* d = SUM * 2^n, for a small integer n; its register changes. */
static void scale(struct op_writer *g, int d, int n)
{
    int bytes = 4 * g->lanes;
    x86_v(&g->x, X_PADDD, bytes, n, n, g->constant(g, 127, 4));
    shift(g, TO_THE_LEFT, n, n, 23);
    x86_v(&g->x, X_MULPS, bytes, d, SUM, n);
}

void gen_exponential(struct op_writer *g, const struct op *op, const struct native_op *how,
                     struct regs r)
{
    struct x86 *x = &g->x;
    int bytes = 4 * g->lanes;
    (void) op, (void) how;
    /* where a lane is NaN these give the second operand */
    x86_v(x, X_MAXPS, bytes, X, number(g, -EX2_LIMIT), r.a);
    x86_v(x, X_MINPS, bytes, X, number(g, EX2_LIMIT), X);
    int to_integer = number(g, ex2_to_integer);
    x86_v(x, X_ADDPS, bytes, K, X, to_integer);
    x86_v(x, X_SUBPS, bytes, SUM, K, to_integer);
    x86_v(x, X_SUBPS, bytes, X, X, SUM);
    x86_v(x, X_PSUBD, bytes, K, K, to_integer);
    x86_v(x, X_MOVUPS, bytes, SUM, 0, number(g, ex2_series[EX2_DEGREE]));
    for (int n = EX2_DEGREE - 1; n >= 0; n--)
        x86_v(x, X_FMADD213PS, bytes, SUM, X, number(g, ex2_series[n]));
    shift(g, SIGNED, X, K, 1);
    x86_v(x, X_PSUBD, bytes, K, K, X);
    scale(g, SUM, X);
    scale(g, r.d, K);
}

/* ---- f16 and bf16 (halves.h), in lanes of 32 bits. A sum or product of halves is exact in single precision, or so near that rounding it
 * again is harmless; of a + b * c it is made odd first. ---- */

enum { T0, T1, T2, T3 = 9 }; /* scratch registers; the last only in vector code */

/* Which halves of an operand: all there are, or of pairs the lower or the upper ones. */
enum half_part { WHOLE, LOWER, UPPER };

/* d = the halves of `a` as floats. */
static void widen_half(struct op_writer *g, enum half_part part, int d, int a)
{
    struct x86 *x = &g->x;
    int bytes = 4 * g->lanes;
    if (part == UPPER)
        shift(g, TO_THE_RIGHT, d, a, 16);
    if (part != WHOLE && x->evex) {
        x86_v(x, X_PMOVDW, bytes, part == UPPER ? d : a, 0, d);
    } else if (part != WHOLE) {
        if (part == LOWER)
            x86_v(x, X_PAND, bytes, d, a, g->constant(g, 0xffff, 4));
        x86_v(x, X_EXTRACT128, bytes, d, 0, T3);
        x86_byte(x, 1);
        x86_v(x, X_PACKUSDW, 16, d, d, T3);
    }
    x86_v(x, X_CVTPH2PS, bytes, d, 0, part == WHOLE ? a : d);
}

/* d = the halves of `a`, which changes: a NaN has all bits of its fraction. */
static void round_to_half(struct op_writer *g, int d, int a)
{
    gen_canon(g, a);
    x86_v(&g->x, X_CVTPS2PH, 4 * g->lanes, a, 0, d);
    x86_byte(&g->x, TO_NEAREST);
}

void gen_half_of_float(struct op_writer *g, const struct op *op, const struct native_op *how,
                       struct regs r)
{
    (void) op, (void) how;
    x86_v(&g->x, X_MOVUPS, 4 * g->lanes, T1, 0, r.a);
    round_to_half(g, r.d, T1);
}

/* T1 = T0, with its last bit set where T1, the error of T0, is not 0: one step away from zero or towards it. */
static void make_odd(struct op_writer *g)
{
    struct x86 *x = &g->x;
    int bytes = 4 * g->lanes, zero = g->constant(g, 0, 4);
    x86_v(x, X_PXOR, bytes, T2, T1, T0);
    shift(g, SIGNED, T2, T2, 31);
    x86_v(x, X_POR, bytes, T2, T2, g->constant(g, 1, 4)); /* 1: away from zero, -1 */
    if (x->evex) {
        x86_v(x, X_CMPPS, bytes, 1, T1, zero);
        x86_byte(x, NOT_EQUAL);
        x86_v(x, X_PMOVM2D, bytes, T1, 0, 1);
    } else {
        x86_v(x, X_CMPPS, bytes, T1, T1, zero);
        x86_byte(x, NOT_EQUAL);
    }
    x86_v(x, X_PAND, bytes, T2, T2, T1);
    shift(g, TO_THE_LEFT, T1, T0, 31);
    shift(g, SIGNED, T1, T1, 31);
    x86_v(x, X_PANDN, bytes, T2, T1, T2);
    x86_v(x, X_PADDD, bytes, T1, T0, T2);
}

/* T1 = the product plus c. The product is exact, and so is the error of the sum (Knuth's TwoSum). */
static void multiply_add(struct op_writer *g, enum half_part part, const struct regs *r)
{
    struct x86 *x = &g->x;
    int bytes = 4 * g->lanes;
    widen_half(g, part, T1, r->a);
    widen_half(g, part, T2, r->b);
    x86_v(x, X_MULPS, bytes, T1, T1, T2);
    widen_half(g, part, T2, r->c);
    x86_v(x, X_ADDPS, bytes, T0, T1, T2);
    x86_v(x, X_SUBPS, bytes, T3, T0, T1);
    x86_v(x, X_SUBPS, bytes, T2, T2, T3);
    x86_v(x, X_SUBPS, bytes, T3, T0, T3);
    x86_v(x, X_SUBPS, bytes, T1, T1, T3);
    x86_v(x, X_ADDPS, bytes, T1, T1, T2);
    make_odd(g);
}

/* how->op: the operation in single precision; 0: a fused multiply-add. */
void gen_half(struct op_writer *g, const struct op *op, const struct native_op *how, struct regs r)
{
    struct x86 *x = &g->x;
    int bytes = 4 * g->lanes;
    bool pairs = op_infos[op->code].size_d == 4;
    for (enum half_part part = pairs ? LOWER : WHOLE; part <= (pairs ? UPPER : WHOLE); part++) {
        if (how->op) {
            widen_half(g, part, T1, r.a);
            widen_half(g, part, T2, r.b);
            x86_v(x, how->op, bytes, T1, T1, T2);
        } else {
            multiply_add(g, part, &r);
        }
        round_to_half(g, pairs ? T1 : r.d, T1);
        if (pairs)
            x86_v(x, X_PMOVZXWD, bytes, part == LOWER ? r.d : T1, 0, T1);
        if (part == UPPER) {
            shift(g, TO_THE_LEFT, T1, T1, 16);
            x86_v(x, X_POR, bytes, r.d, r.d, T1);
        }
    }
}

/* Without the sign, or with the other one. */
void gen_half_sign(struct op_writer *g, const struct op *op, const struct native_op *how,
                   struct regs r)
{
    uint64_t sign = 0x80008000, rest = 0x7fff7fff;
    int mask = g->constant(g, how->op == X_PAND ? rest : sign, 4);
    x86_v(&g->x, how->op, op_infos[op->code].size_d * g->lanes, r.d, r.a, mask);
}

void gen_float_of_bfloat(struct op_writer *g, const struct op *op, const struct native_op *how,
                         struct regs r)
{
    (void) op, (void) how;
    x86_v(&g->x, X_PMOVZXWD, 4 * g->lanes, T1, 0, r.a);
    shift(g, TO_THE_LEFT, r.d, T1, 16);
}

/* ---- integers of 64 bits ---- */

/* d = ones in lanes that are negative, else 0; not `a`. */
static void sign_lanes(struct op_writer *g, bool wide, int d, int a)
{
    struct x86 *x = &g->x;
    if (!wide) {
        shift(g, SIGNED, d, a, 31);
    } else if (x->evex) {
        x86_v(x, X_PSRAVQ, 8 * g->lanes, d, a, g->constant(g, 63, 8));
    } else {
        x86_v(x, X_PXOR, 8 * g->lanes, d, d, d);
        x86_v(x, X_PCMPGTQ, 8 * g->lanes, d, d, a);
    }
}

/* d = a * b; T1 and T2 change. */
static void product_64(struct op_writer *g, int d, int a, int b)
{
    struct x86 *x = &g->x;
    int bytes = 8 * g->lanes;
    if (x->evex) {
        x86_v(x, X_PMULLQ, bytes, d, a, b);
        return;
    }
    shift_64(g, TO_THE_RIGHT, T1, a, 32);
    x86_v(x, X_PMULUDQ, bytes, T1, T1, b);
    shift_64(g, TO_THE_RIGHT, T2, b, 32);
    x86_v(x, X_PMULUDQ, bytes, T2, T2, a);
    x86_v(x, X_PADDQ, bytes, T1, T1, T2);
    shift_64(g, TO_THE_LEFT, T1, T1, 32);
    x86_v(x, X_PMULUDQ, bytes, T2, a, b);
    x86_v(x, X_PADDQ, bytes, d, T1, T2);
}

static void add_third(struct op_writer *g, const struct op *op, struct regs r)
{
    if (op_infos[op->code].form == FORM_TERNARY)
        x86_v(&g->x, X_PADDQ, 8 * g->lanes, r.d, r.d, r.c);
}

void gen_product_64(struct op_writer *g, const struct op *op, const struct native_op *how,
                    struct regs r)
{
    (void) how;
    product_64(g, r.d, r.a, r.b);
    add_third(g, op, r);
}

/* Four products of halves. The upper half as of signed numbers is less by one factor where the other is negative. */
void gen_high_product_64(struct op_writer *g, const struct op *op, const struct native_op *how,
                         struct regs r)
{
    struct x86 *x = &g->x;
    int bytes = 8 * g->lanes;
    shift_64(g, TO_THE_RIGHT, T0, r.a, 32);
    x86_v(x, X_PMULUDQ, bytes, T1, T0, r.b);
    x86_v(x, X_PMULUDQ, bytes, T2, r.a, r.b);
    shift_64(g, TO_THE_RIGHT, T2, T2, 32);
    x86_v(x, X_PADDQ, bytes, T1, T1, T2);
    shift_64(g, TO_THE_RIGHT, T2, r.b, 32);
    x86_v(x, X_PMULUDQ, bytes, T0, T0, T2);
    x86_v(x, X_PMULUDQ, bytes, T2, r.a, T2);
    x86_v(x, X_PAND, bytes, r.d, T1, g->constant(g, UINT32_MAX, 8));
    x86_v(x, X_PADDQ, bytes, T2, T2, r.d);
    shift_64(g, TO_THE_RIGHT, T2, T2, 32);
    shift_64(g, TO_THE_RIGHT, T1, T1, 32);
    x86_v(x, X_PADDQ, bytes, r.d, T0, T1);
    x86_v(x, X_PADDQ, bytes, r.d, r.d, T2);
    for (int side = 0; how->imm && side < 2; side++) {
        sign_lanes(g, true, T0, side ? r.b : r.a);
        x86_v(x, X_PAND, bytes, T0, T0, side ? r.a : r.b);
        x86_v(x, X_PSUBQ, bytes, r.d, r.d, T0);
    }
    add_third(g, op, r);
}

/* d = |a|, which is no register of d. */
static void absolute_64(struct op_writer *g, int d, int a)
{
    x86_v(&g->x, X_PABSQ, 8 * g->lanes, d, 0, a);
}

/* T1 = a / b, T2 = the remainder, of unsigned lanes, in two steps by doubles. What a quotient is multiplied with is rounded down so far that no estimate
 * is too large: the first is too small by less than 2 + 2^15, the second, of what is left, by 1 at most. By 0 the remainder is a. T0 and
 * `spare` change, which may be a. */
static void quotient_64(struct op_writer *g, int a, int b, int spare)
{
    struct x86 *x = &g->x;
    int bytes = 8 * g->lanes, below_one = g->constant(g, 0x3feffffffffffff8, 8);
    x86_v(x, X_CVTUQQ2PD, bytes, T0, 0, b);
    x86_v(x, X_DIVPD, bytes, T0, below_one, T0);
    x86_v(x, X_CVTUQQ2PD, bytes, T1, 0, a);
    x86_v(x, X_MULPD, bytes, T1, T1, T0);
    x86_v(x, X_CVTTPD2UQQ, bytes, T1, 0, T1);
    x86_v(x, X_PMULLQ, bytes, T2, T1, b);
    x86_v(x, X_PSUBQ, bytes, T2, a, T2);
    x86_v(x, X_CVTUQQ2PD, bytes, spare, 0, T2);
    x86_v(x, X_MULPD, bytes, spare, spare, T0);
    x86_v(x, X_CVTTPD2UQQ, bytes, spare, 0, spare);
    x86_v(x, X_PADDQ, bytes, T1, T1, spare);
    x86_v(x, X_PMULLQ, bytes, spare, spare, b);
    x86_v(x, X_PSUBQ, bytes, T2, T2, spare);
    x86_v(x, X_PCMPUQ, bytes, 1, T2, b);
    x86_byte(x, NOT_LESS);
    int ones = g->constant(g, UINT64_MAX, 8);
    x->mask = 1;
    x86_v(x, X_PSUBQ, bytes, T2, T2, b);
    x86_v(x, X_PSUBQ, bytes, T1, T1, ones);
    x->mask = 0;
}

/* Lanes of `a` are negated where those of `sign` are ones. */
static void negate_where(struct op_writer *g, int d, int a, int sign)
{
    x86_v(&g->x, X_PXOR, 8 * g->lanes, a, a, sign);
    x86_v(&g->x, X_PSUBQ, 8 * g->lanes, d, a, sign);
}

void gen_divide_64(struct op_writer *g, const struct op *op, const struct native_op *how,
                   struct regs r)
{
    struct x86 *x = &g->x;
    int bytes = 8 * g->lanes, b = r.b;
    bool remainder = how->imm & REMAINDER, is_signed = how->imm & SIGNED_DIVISION;
    (void) op;
    if (is_signed) {
        absolute_64(g, r.d, r.a);
        absolute_64(g, b = T3, r.b);
    } else {
        x86_v(x, X_MOVUPS, bytes, r.d, 0, r.a);
    }
    quotient_64(g, r.d, b, r.d);
    if (is_signed) {
        if (!remainder)
            x86_v(x, X_PXOR, bytes, T0, r.a, r.b);
        sign_lanes(g, true, T0, remainder ? r.a : T0);
        negate_where(g, remainder ? T2 : T1, remainder ? T2 : T1, T0);
    }
    x86_v(x, X_MOVUPS, bytes, r.d, 0, remainder ? T2 : T1);
    if (remainder)
        return;
    x86_v(x, X_PCMPQ, bytes, 1, r.b, g->constant(g, 0, 8));
    x86_byte(x, EQUAL);
    x86_blend_mask(x, X_BLENDMQ, bytes, r.d, r.d, g->constant(g, UINT64_MAX, 8), 1);
}

void gen_extreme_64(struct op_writer *g, const struct op *op, const struct native_op *how,
                    struct regs r)
{
    struct x86 *x = &g->x;
    int bytes = 8 * g->lanes, a = r.a, b = r.b;
    bool greatest = how->imm & GREATEST;
    (void) op;
    if (x->evex) {
        x86_v(x, how->op, bytes, r.d, r.a, r.b);
        return;
    }
    if (how->imm & OF_UNSIGNED) {
        int top = g->constant(g, (uint64_t) 1 << 63, 8);
        x86_v(x, X_PXOR, bytes, a = T1, r.a, top);
        x86_v(x, X_PXOR, bytes, b = T2, r.b, top);
    }
    x86_v(x, X_PCMPGTQ, bytes, T1, a, b);
    x86_v(x, X_BLENDVPD, bytes, r.d, greatest ? r.b : r.a, greatest ? r.a : r.b);
    x86_byte(x, T1 << 4);
}

void gen_absolute_64(struct op_writer *g, const struct op *op, const struct native_op *how,
                     struct regs r)
{
    (void) op, (void) how;
    if (g->x.evex) {
        absolute_64(g, r.d, r.a);
        return;
    }
    sign_lanes(g, true, T1, r.a);
    x86_v(&g->x, X_PXOR, 8 * g->lanes, T2, r.a, T1);
    x86_v(&g->x, X_PSUBQ, 8 * g->lanes, r.d, T2, T1);
}

/* Counts have 32 bits; AVX2 shifts zeros in, so the bits of a negative number are inverted before and after. */
void gen_shift_right_signed_64(struct op_writer *g, const struct op *op,
                               const struct native_op *how, struct regs r)
{
    struct x86 *x = &g->x;
    int bytes = 8 * g->lanes;
    (void) op, (void) how;
    x86_v(x, X_PMOVZXDQ, bytes, T1, 0, r.b);
    if (x->evex) {
        x86_v(x, X_PSRAVQ, bytes, r.d, r.a, T1);
        return;
    }
    sign_lanes(g, true, T2, r.a);
    x86_v(x, X_PXOR, bytes, T0, r.a, T2);
    x86_v(x, X_PSRLVQ, bytes, T0, T0, T1);
    x86_v(x, X_PXOR, bytes, r.d, T0, T2);
}

/* ---- conversions of integers ---- */

enum { FORM_OF_2_TO_52 = 0x433, FORM_OF_2_TO_84 = 0x453 };

/* The bits of the lower half behind those of 2^52, of the upper half behind those of 2^84, give the numbers 2^52 + low, 2^84 + 2^32 * high; the
 * difference of the second is exact, so the sum alone is rounded. */
void gen_double_of_integer(struct op_writer *g, const struct op *op, const struct native_op *how,
                           struct regs r)
{
    struct x86 *x = &g->x;
    int bytes = 8 * g->lanes;
    bool wide = op_infos[op->code].size_a == 8, is_signed = !(how->imm & OF_UNSIGNED);
    uint64_t to_52 = (uint64_t) FORM_OF_2_TO_52 << 52, to_84 = (uint64_t) FORM_OF_2_TO_84 << 52,
             middle = (uint64_t) is_signed << 31, both = to_84 + ((uint64_t) 1 << 20) + middle;
    if (x->evex) {
        x86_v(x, how->op, bytes, r.d, 0, r.a);
        return;
    }
    if (wide)
        x86_v(x, X_PAND, bytes, T1, r.a, g->constant(g, UINT32_MAX, 8));
    else
        x86_v(x, X_PMOVZXDQ, bytes, T1, 0, r.a);
    x86_v(x, X_POR, bytes, T1, T1, g->constant(g, to_52, 8));
    if (!wide) {
        x86_v(x, X_SUBPD, bytes, r.d, T1, g->constant(g, to_52, 8));
        return;
    }
    shift_64(g, TO_THE_RIGHT, T2, r.a, 32);
    x86_v(x, X_PXOR, bytes, T2, T2, g->constant(g, to_84 + middle, 8));
    x86_v(x, X_SUBPD, bytes, T2, T2, g->constant(g, both, 8));
    x86_v(x, X_ADDPD, bytes, r.d, T1, T2);
}

/* AVX2: both halves are exact; their sum is rounded once. */
void gen_float_of_unsigned(struct op_writer *g, const struct op *op, const struct native_op *how,
                           struct regs r)
{
    struct x86 *x = &g->x;
    int bytes = 4 * g->lanes;
    (void) op, (void) how;
    if (x->evex) {
        x86_v(x, X_CVTUDQ2PS, bytes, r.d, 0, r.a);
        return;
    }
    x86_v(x, X_PAND, bytes, T1, r.a, g->constant(g, 0xffff, 4));
    x86_v(x, X_CVTDQ2PS, bytes, T1, 0, T1);
    shift(g, TO_THE_RIGHT, T2, r.a, 16);
    x86_v(x, X_CVTDQ2PS, bytes, r.d, 0, T2);
    x86_v(x, X_FMADD213PS, bytes, r.d, number(g, 0x1p16f), T1);
}

/* Clamped below; NaN gives 0. x86 gives all ones above with AVX-512. AVX2 converts signed numbers, so 2^31 is taken off and put back. */
void gen_unsigned_of_float(struct op_writer *g, const struct op *op, const struct native_op *how,
                           struct regs r)
{
    struct x86 *x = &g->x;
    int bytes = 4 * g->lanes;
    (void) op, (void) how;
    x86_v(x, X_PXOR, bytes, T1, T1, T1);
    x86_v(x, X_MAXPS, bytes, T1, r.a, T1);
    if (x->evex) {
        x86_v(x, X_CVTTPS2UDQ, bytes, r.d, 0, T1);
        return;
    }
    int limit = number(g, 0x1p31f);
    x86_v(x, X_CMPPS, bytes, T2, T1, limit);
    x86_byte(x, NOT_BELOW);
    x86_v(x, X_PAND, bytes, T0, T2, limit);
    x86_v(x, X_SUBPS, bytes, T1, T1, T0);
    shift(g, TO_THE_LEFT, T2, T2, 31);
    x86_v(x, X_CVTTPS2DQ, bytes, T0, 0, T1);
    x86_v(x, X_PXOR, bytes, T0, T0, T2);
    x86_v(x, X_CMPPS, bytes, T1, T1, limit);
    x86_byte(x, NOT_BELOW);
    x86_v(x, X_POR, bytes, r.d, T0, T1);
}

/* Clamped as floats; then the conversion is exact. A NaN, which min and max leave where it is, gives 0 in the lower bits (9.7.9.21). */
void gen_small_of_float(struct op_writer *g, const struct op *op, const struct native_op *how,
                        struct regs r)
{
    struct x86 *x = &g->x;
    int bytes = 4 * g->lanes, bits = how->imm & ~OF_UNSIGNED, places = 1 << bits;
    bool is_signed = !(how->imm & OF_UNSIGNED);
    (void) op;
    x86_v(x, X_MAXPS, bytes, T1, number(g, is_signed ? (float) -places / 2 : 0), r.a);
    x86_v(x, X_MINPS, bytes, T1, number(g, is_signed ? (float) places / 2 - 1 : (float) places - 1),
          T1);
    x86_v(x, X_CVTTPS2DQ, bytes, T2, 0, T1);
    gen_low_16(g, r.d, T2);
}

/* x86 gives 2^63 for what does not fit, and for NaN, as PTX does; unsigned all ones. */
void gen_long_of_float(struct op_writer *g, const struct op *op, const struct native_op *how,
                       struct regs r)
{
    struct x86 *x = &g->x;
    int bytes = 8 * g->lanes, from = r.a;
    bool is_signed = !(how->imm & OF_UNSIGNED);
    uint64_t rest = is_signed ? INT64_MAX : (uint64_t) 1 << 63, limit = 0x43e0000000000000;
    if (op_infos[op->code].size_a == 4)
        x86_v(x, X_CVTPS2PD, bytes, from = T1, 0, r.a);
    if (!is_signed) {
        x86_v(x, X_MAXPD, bytes, T1, g->constant(g, 0, 8), from);
        from = T1;
    }
    x86_v(x, how->op, bytes, T2, 0, from);
    x86_v(x, X_CMPPD, bytes, 1, from, is_signed ? g->constant(g, limit, 8) : from);
    x86_byte(x, is_signed ? NOT_BELOW : UNORDERED);
    x86_blend_mask(x, X_BLENDMQ, bytes, r.d, T2, g->constant(g, rest, 8), 1);
}

/* Which lanes of doubles compare so, for select_doubles: in k1, or T2. */
static void compare_doubles(struct op_writer *g, uint8_t how, int a, int b)
{
    x86_v(&g->x, X_CMPPD, 8 * g->lanes, g->x.evex ? 1 : T2, a, b);
    x86_byte(&g->x, how);
}

static void select_doubles(struct op_writer *g, int d, int no, int yes)
{
    struct x86 *x = &g->x;
    if (x->evex) {
        x86_blend_mask(x, X_BLENDMQ, 8 * g->lanes, d, no, yes, 1);
        return;
    }
    x86_v(x, X_BLENDVPD, 8 * g->lanes, d, no, yes);
    x86_byte(x, T2 << 4);
}

/* min_f64 and max_f64 (exec/lanes.h). minpd and maxpd take b if the numbers are equal or one is NaN. */
void gen_extreme_doubles(struct op_writer *g, const struct op *op, const struct native_op *how,
                         struct regs r)
{
    struct x86 *x = &g->x;
    int bytes = 8 * g->lanes;
    (void) op;
    x86_v(x, how->op, bytes, r.d, r.a, r.b);
    x86_v(x, how->op == X_MINPD ? X_POR : X_PAND, bytes, T1, r.a, r.b);
    compare_doubles(g, EQUAL, r.a, r.b);
    select_doubles(g, r.d, r.d, T1);
    compare_doubles(g, UNORDERED, r.b, r.b);
    select_doubles(g, r.d, r.d, r.a);
}

/* d = a, of a subnormal number the sign alone; T0 and T2 change. */
static void flush_doubles(struct op_writer *g, int d, int a)
{
    struct x86 *x = &g->x;
    int bytes = 8 * g->lanes;
    x86_v(x, X_PAND, bytes, T0, a, g->constant(g, INT64_MAX, 8));
    compare_doubles(g, LESS, T0, g->constant(g, (uint64_t) 1 << 52, 8));
    x86_v(x, X_PAND, bytes, T0, a, g->constant(g, (uint64_t) 1 << 63, 8));
    select_doubles(g, d, a, T0);
}

/* The lower half of the result is 0 (9.7.3.14, 9.7.3.17). */
void gen_approximate(struct op_writer *g, const struct op *op, const struct native_op *how,
                     struct regs r)
{
    struct x86 *x = &g->x;
    int bytes = 8 * g->lanes;
    (void) op;
    flush_doubles(g, T1, r.a);
    if (how->op)
        x86_v(x, how->op, bytes, T1, 0, T1);
    x86_v(x, X_DIVPD, bytes, T1, g->constant(g, 0x3ff0000000000000, 8), T1);
    x86_v(x, X_PAND, bytes, T1, T1, g->constant(g, 0xffffffff00000000, 8));
    if (!how->op)
        flush_doubles(g, T1, T1);
    compare_doubles(g, UNORDERED, T1, T1);
    select_doubles(g, r.d, T1, g->constant(g, 0x7fffffff00000000, 8));
}

/* Clamped as doubles; then the conversion is exact. A NaN, which min and max leave where it is, gives 0x80000000 (9.7.9.21). how->imm: unsigned,
 * which x86 gives all ones. */
void gen_integer_of_double(struct op_writer *g, const struct op *op, const struct native_op *how,
                           struct regs r)
{
    struct x86 *x = &g->x;
    int bytes = 8 * g->lanes;
    (void) op;
    static const uint64_t least = 0xc1e0000000000000, most = 0x41dfffffffc00000,
                          most_unsigned = 0x41efffffffe00000;
    x86_v(x, X_MAXPD, bytes, T1, g->constant(g, how->imm ? 0 : least, 8), r.a);
    x86_v(x, X_MINPD, bytes, T1, g->constant(g, how->imm ? most_unsigned : most, 8), T1);
    x86_v(x, how->op, bytes, r.d, 0, T1);
    if (!how->imm)
        return;
    int none = g->constant(g, 0x80000000, 4);
    x86_v(x, X_CMPPD, bytes, 1, T1, T1);
    x86_byte(x, UNORDERED);
    x86_blend_mask(x, X_BLENDMD, bytes / 2, r.d, r.d, none, 1);
}

/* Sums of bits, of two, four and eight of them, and of the bytes of each word. */
void gen_count_bits(struct op_writer *g, const struct op *op, const struct native_op *how,
                    struct regs r)
{
    struct x86 *x = &g->x;
    bool wide = op_infos[op->code].size_a == 8;
    int bytes = op_infos[op->code].size_a * g->lanes;
    (void) how;
    shift_in(g, X_PSRLD_I, TO_THE_RIGHT, bytes, T1, r.a, 1);
    x86_v(x, X_PAND, bytes, T1, T1, g->constant(g, 0x55555555, 4));
    x86_v(x, X_PSUBD, bytes, T1, r.a, T1);
    int pairs = g->constant(g, 0x33333333, 4);
    shift_in(g, X_PSRLD_I, TO_THE_RIGHT, bytes, T2, T1, 2);
    x86_v(x, X_PAND, bytes, T2, T2, pairs);
    x86_v(x, X_PAND, bytes, T1, T1, pairs);
    x86_v(x, X_PADDD, bytes, T1, T1, T2);
    shift_in(g, X_PSRLD_I, TO_THE_RIGHT, bytes, T2, T1, 4);
    x86_v(x, X_PADDD, bytes, T1, T1, T2);
    x86_v(x, X_PAND, bytes, T1, T1, g->constant(g, 0x0f0f0f0f, 4));
    x86_v(x, X_PMULLD, bytes, T1, T1, g->constant(g, 0x01010101, 4));
    shift_in(g, X_PSRLD_I, TO_THE_RIGHT, bytes, wide ? T1 : r.d, T1, 24);
    if (!wide)
        return;
    shift_64(g, TO_THE_RIGHT, T2, T1, 32);
    x86_v(x, X_PADDD, bytes, T2, T1, T2);
    gen_low_halves(g, r.d, T2);
}

/* Without AVX-512: a float's exponent, if no rounding leads to the next power of two. The sign tells of the highest bit. */
static void leading_zeros(struct op_writer *g, int d, int a)
{
    struct x86 *x = &g->x;
    int bytes = 4 * g->lanes;
    if (x->evex) {
        x86_v(x, X_PLZCNTD, bytes, d, 0, a);
        return;
    }
    shift(g, TO_THE_RIGHT, T1, a, 8);
    x86_v(x, X_PANDN, bytes, T1, T1, a);
    x86_v(x, X_CVTDQ2PS, bytes, T1, 0, T1);
    shift(g, TO_THE_RIGHT, T1, T1, 23);
    x86_v(x, X_PSUBD, bytes, T1, g->constant(g, 127 + 31, 4), T1);
    x86_v(x, X_PMINSD, bytes, T1, T1, g->constant(g, 32, 4));
    x86_v(x, X_PXOR, bytes, T2, T2, T2);
    x86_v(x, X_PMAXSD, bytes, d, T1, T2);
}

void gen_leading_zeros(struct op_writer *g, const struct op *op, const struct native_op *how,
                       struct regs r)
{
    (void) how;
    if (op_infos[op->code].size_a == 4) {
        leading_zeros(g, r.d, r.a);
        return;
    }
    x86_v(&g->x, X_PLZCNTQ, 8 * g->lanes, T1, 0, r.a);
    gen_low_halves(g, r.d, T1);
}

/* The place of the highest bit that is 1, of a negative number 0; or by how much it would have to be shifted up. All ones: there is none. */
void gen_find_bit(struct op_writer *g, const struct op *op, const struct native_op *how,
                  struct regs r)
{
    struct x86 *x = &g->x;
    bool wide = op_infos[op->code].size_a == 8;
    int bytes = op_infos[op->code].size_a * g->lanes, of = r.a;
    if (how->imm & OF_SIGNED) {
        sign_lanes(g, wide, T0, r.a);
        x86_v(x, X_PXOR, bytes, T0, T0, r.a);
        of = T0;
    }
    if (wide) {
        x86_v(x, X_PLZCNTQ, bytes, T1, 0, of);
        gen_low_halves(g, r.d, T1);
    } else {
        leading_zeros(g, r.d, of);
    }
    int top = g->constant(g, wide ? 63 : 31, 4), narrow = 4 * g->lanes;
    x86_v(x, X_PSUBD, narrow, how->imm & AS_SHIFT ? T1 : r.d, top, r.d);
    if (!(how->imm & AS_SHIFT))
        return;
    shift(g, SIGNED, T1, T1, 31); /* ones if all bits are 0 */
    x86_v(x, X_POR, narrow, r.d, r.d, T1);
}

/* The bits of each half of a byte by a table, and the bytes. */
void gen_reverse_bits(struct op_writer *g, const struct op *op, const struct native_op *how,
                      struct regs r)
{
    struct x86 *x = &g->x;
    static const uint8_t reversed[16] = {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15};
    uint32_t width = op_infos[op->code].size_a, count = width * (uint32_t) g->lanes;
    uint8_t high[64], low[64], places[64];
    int bytes = (int) count;
    (void) how;
    for (uint32_t at = 0; at < count; at++) {
        low[at] = reversed[at % 16];
        high[at] = (uint8_t) (reversed[at % 16] << 4);
        places[at] = (uint8_t) (at % 16 / width * width + width - 1 - at % width);
    }
    int half = g->constant(g, 0x0f0f0f0f, 4);
    x86_v(x, X_PAND, bytes, T2, r.a, half);
    shift_in(g, X_PSRLD_I, TO_THE_RIGHT, bytes, T1, r.a, 4);
    x86_v(x, X_PAND, bytes, T1, T1, half);
    x86_v_m(x, X_MOVUPS, bytes, T0, 0, g->table(g, high, count));
    x86_v(x, X_PSHUFB, bytes, T2, T0, T2);
    x86_v_m(x, X_MOVUPS, bytes, T0, 0, g->table(g, low, count));
    x86_v(x, X_PSHUFB, bytes, T1, T0, T1);
    x86_v(x, X_POR, bytes, T1, T1, T2);
    x86_v_m(x, X_PSHUFB, bytes, r.d, T1, g->table(g, places, count));
}

/* The sign of a on b. */
void gen_copy_sign(struct op_writer *g, const struct op *op, const struct native_op *how,
                   struct regs r)
{
    struct x86 *x = &g->x;
    int width = op_infos[op->code].size_d, bytes = width * g->lanes;
    int sign = g->constant(g, width == 8 ? (uint64_t) 1 << 63 : 1u << 31, (uint8_t) width);
    (void) how;
    x86_v(x, X_PAND, bytes, T1, r.a, sign);
    x86_v(x, X_PANDN, bytes, T2, sign, r.b);
    x86_v(x, X_POR, bytes, r.d, T1, T2);
}

/* ---- prmt with a constant selector that copies no signs ---- */

void gen_permute_bytes(struct op_writer *g, uint32_t selector, struct regs r)
{
    enum { NO_BYTE = 0x80 };
    struct x86 *x = &g->x;
    uint32_t bytes = 4 * (uint32_t) g->lanes, of_b = 0;
    uint8_t places[2][64];
    for (uint32_t at = 0; at < bytes; at++) {
        uint32_t byte = selector >> 4 * (at % 4) & 7, word = at / 4 % 4 * 4;
        places[0][at] = byte < 4 ? (uint8_t) (word + byte) : NO_BYTE;
        places[1][at] = byte < 4 ? NO_BYTE : (uint8_t) (word + byte - 4);
        of_b += byte >= 4;
    }
    bool both = of_b && of_b < bytes;
    if (of_b < bytes)
        x86_v_m(x, X_PSHUFB, (int) bytes, both ? T1 : r.d, r.a, g->table(g, places[0], bytes));
    if (of_b)
        x86_v_m(x, X_PSHUFB, (int) bytes, both ? T2 : r.d, r.b, g->table(g, places[1], bytes));
    if (both)
        x86_v(x, X_POR, (int) bytes, r.d, T1, T2);
}

/* ---- addresses as indices: eight or four lanes at a time, those of 64 bits from twice the place on ---- */

enum {
    SCRATCH = 5,
    BASE,
    NARROW
}; /* registers that gen_low_halves leaves as they are; all values are in memory */

static void load_base(struct op_writer *g, struct gen_index i, int bytes)
{
    x86_v_m(&g->x, X_BROADCASTQ, bytes, BASE, 0, i.base);
}

static struct x86_mem behind(struct x86_mem at, int bytes)
{
    at.disp += bytes;
    return at;
}

void gen_addresses(struct op_writer *g, struct gen_index i)
{
    struct x86 *x = &g->x;
    int bytes = x->evex ? 64 : 32;
    load_base(g, i, bytes);
    for (int at = 4 * WARP_LANES - bytes / 2; at >= 0; at -= bytes / 2) {
        x86_v_m(x, i.is_unsigned ? X_PMOVZXDQ : X_PMOVSXDQ, bytes, SCRATCH, 0, behind(i.at, at));
        shift_in(g, X_PSRLQ_I, TO_THE_LEFT, bytes, SCRATCH, SCRATCH, i.scale);
        x86_v(x, X_PADDQ, bytes, SCRATCH, SCRATCH, BASE);
        x86_v_m(x, X_STORE, bytes, SCRATCH, 0, behind(i.at, 2 * at));
    }
}

void gen_indices(struct op_writer *g, struct gen_index i)
{
    struct x86 *x = &g->x;
    int bytes = x->evex ? 64 : 32, lanes = g->lanes;
    g->lanes = bytes / 8;
    load_base(g, i, bytes);
    for (int at = 0; at < 4 * WARP_LANES; at += bytes / 2) {
        x86_v_m(x, X_MOVUPS, bytes, SCRATCH, 0, behind(i.at, 2 * at));
        x86_v(x, X_PSUBQ, bytes, SCRATCH, SCRATCH, BASE);
        shift_in(g, X_PSRLQ_I, TO_THE_RIGHT, bytes, SCRATCH, SCRATCH, i.scale);
        x86_v(x, X_MOVUPS, bytes, NARROW + 1, 0, SCRATCH);
        gen_low_halves(g, NARROW, NARROW + 1);
        x86_v_m(x, X_STORE, bytes / 2, NARROW, 0, behind(i.at, at));
    }
    g->lanes = lanes;
}
