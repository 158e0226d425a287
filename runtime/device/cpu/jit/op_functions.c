/* SPDX-License-Identifier: Apache-2.0 */
/* The x86 instructions of ops that are functions of several steps: the exponential, arithmetic of halves, conversions, counts of bits.
 * Each gives the bits that the interpreter's expression gives (opcodes.def). Next: op_writer.c. */
#include "device/cpu/code/exponential.h"
#include "device/cpu/jit/op_writer.h"

/* ---- ex2.approx.f32: the steps of ex2_f32 ---- */

enum { X, K, SUM }; /* scratch registers; X becomes the fraction */

enum {
    TO_THE_LEFT = 6,
    TO_THE_RIGHT = 2,
    SIGNED = 4
}; /* what the register field of X_PSRLD_I makes of it */

static int number(struct op_writer *g, float value)
{
    return g->constant(g, f32_bits(value), 4);
}

static void shift(struct op_writer *g, int field, int d, int a, uint8_t by)
{
    x86_v(&g->x, X_PSRLD_I, 4 * g->lanes, field, d, a);
    x86_byte(&g->x, by);
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

enum { TO_NEAREST = 0, UNORDERED = 3, NOT_EQUAL = 12 /* and neither is NaN */ };

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

/* ---- integers ---- */

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

/* Sums of bits, of two, four and eight of them, and of the bytes. */
void gen_count_bits(struct op_writer *g, const struct op *op, const struct native_op *how,
                    struct regs r)
{
    struct x86 *x = &g->x;
    int bytes = 4 * g->lanes;
    (void) op, (void) how;
    shift(g, TO_THE_RIGHT, T1, r.a, 1);
    x86_v(x, X_PAND, bytes, T1, T1, g->constant(g, 0x55555555, 4));
    x86_v(x, X_PSUBD, bytes, T1, r.a, T1);
    int pairs = g->constant(g, 0x33333333, 4);
    shift(g, TO_THE_RIGHT, T2, T1, 2);
    x86_v(x, X_PAND, bytes, T2, T2, pairs);
    x86_v(x, X_PAND, bytes, T1, T1, pairs);
    x86_v(x, X_PADDD, bytes, T1, T1, T2);
    shift(g, TO_THE_RIGHT, T2, T1, 4);
    x86_v(x, X_PADDD, bytes, T1, T1, T2);
    x86_v(x, X_PAND, bytes, T1, T1, g->constant(g, 0x0f0f0f0f, 4));
    x86_v(x, X_PMULLD, bytes, T1, T1, g->constant(g, 0x01010101, 4));
    shift(g, TO_THE_RIGHT, r.d, T1, 24);
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
}; /* registers that gen_lower_halves leaves as they are; all values are in memory */

static void load_base(struct op_writer *g, struct gen_index i, int bytes)
{
    x86_v_m(&g->x, X_BROADCASTQ, bytes, BASE, 0, i.base);
}

static void shift_wide(struct op_writer *g, int field, int bytes, uint8_t by)
{
    x86_v(&g->x, X_PSRLQ_I, bytes, field, SCRATCH, SCRATCH);
    x86_byte(&g->x, by);
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
        shift_wide(g, TO_THE_LEFT, bytes, i.scale);
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
        shift_wide(g, TO_THE_RIGHT, bytes, i.scale);
        x86_v(x, X_MOVUPS, bytes, NARROW + 1, 0, SCRATCH);
        gen_lower_halves(g, NARROW, NARROW + 1);
        x86_v_m(x, X_STORE, bytes / 2, NARROW, 0, behind(i.at, at));
    }
    g->lanes = lanes;
}
