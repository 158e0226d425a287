/* SPDX-License-Identifier: Apache-2.0 */
/* The x86 instructions of each op, for AVX2 and AVX-512. The column `vector` of opcodes.def names the writer and the instruction. A predicate
 * is a vector of 32-bit lanes, or with AVX-512 in a mask register (struct op_writer), so the two differ in comparisons and selections
 * only. Next: x86/x86.h. */
#include "device/cpu/jit/op_writer.h"

#define BYTES(g, width) ((g)->lanes * (width))

enum {
    T0, /* scratch registers */
    T1,
    T2,
    OPERAND_16 = 6 /* and the next: places of operands, for their wider lanes */
};

static const uint32_t nan_bits = 0x7fffffff;

static void copy(struct op_writer *g, uint8_t width, int d, int a)
{
    x86_v(&g->x, X_MOVUPS, BYTES(g, width), d, 0, a);
}

void gen_select(struct op_writer *g, uint8_t width, int d, int no, int yes, int mask)
{
    struct x86 *x = &g->x;
    if (x->evex) {
        enum x86_op blend = width == 8 ? X_BLENDMQ : width == 2 ? X_BLENDMW : X_BLENDMD;
        if (!g->masks)
            x86_v(x, X_PMOVD2M, BYTES(g, 4), 1, 0, mask);
        x86_blend_mask(x, blend, BYTES(g, width), d, no, yes, 1);
    } else if (width == 2) {
        gen_narrow_mask(g, mask);
        x86_v(x, X_PBLENDVB, BYTES(g, 2), d, no, yes);
        x86_byte(x, (uint8_t) (mask << 4));
    } else {
        if (width == 8) {
            x86_v(x, X_PMOVSXDQ, BYTES(g, 8), T0, 0, mask);
            mask = T0;
        }
        x86_v(x, width == 8 ? X_BLENDVPD : X_BLENDVPS, BYTES(g, width), d, no, yes);
        x86_byte(x, (uint8_t) (mask << 4));
    }
}

void gen_canon(struct op_writer *g, int reg)
{
    struct x86 *x = &g->x;
    int bytes = BYTES(g, 4);
    if (x->evex && g->word && !x->mask) {
        x86_v(x, X_CMPPS, bytes, 1, reg, reg);
        x86_byte(x, 3);
        x->mask = 1;
        x86_v_m(x, X_BROADCASTD, bytes, reg, 0, g->word(g, nan_bits));
        x->mask = 0;
        return;
    }
    int nan = g->constant(g, nan_bits, 4);
    if (x->evex) {
        x86_v(x, X_CMPPS, bytes, 1, reg, reg);
        x86_byte(x, 3);
        x86_blend_mask(x, X_BLENDMD, bytes, reg, reg, nan, 1);
    } else {
        x86_v(x, X_CMPPS, bytes, T0, reg, reg);
        x86_byte(x, 3);
        x86_v(x, X_BLENDVPS, bytes, reg, reg, nan);
        x86_byte(x, T0 << 4);
    }
}

/* 64-bit lanes that are all ones or zero, to 32-bit lanes; in general the lower halves of 64-bit lanes. */
void gen_low_halves(struct op_writer *g, int d, int a)
{
    struct x86 *x = &g->x;
    if (x->evex) { /* the wide operand is the one that is read */
        x86_v(x, X_PMOVQD, BYTES(g, 8), a, 0, d);
        return;
    }
    x86_v(x, X_EXTRACT128, 32, a, 0, T1);
    x86_byte(x, 1);
    x86_v(x, X_SHUFPS, 16, d, a, T1);
    x86_byte(x, 0x88);
}

/* 32-bit lanes to 16-bit lanes: their lower halves. `a` is changed with AVX2. */
void gen_low_16(struct op_writer *g, int d, int a)
{
    struct x86 *x = &g->x;
    if (x->evex) {
        x86_v(x, X_PMOVDW, BYTES(g, 4), a, 0, d);
        return;
    }
    int low = g->constant(g, 0xffff, 4);
    x86_v(x, X_PAND, 32, a, a, low);
    x86_v(x, X_EXTRACT128, 32, a, 0, T1);
    x86_byte(x, 1);
    x86_v(x, X_PACKUSDW, 16, d, a, T1);
}

void gen_narrow_mask(struct op_writer *g, int mask)
{
    x86_v(&g->x, X_EXTRACT128, 32, mask, 0, T0);
    x86_byte(&g->x, 1);
    x86_v(&g->x, X_PACKSSDW, 16, mask, mask, T0);
}

/* ---- plain instructions ---- */

static uint8_t width_d(const struct op *op)
{
    return op_infos[op->code].size_d;
}

static uint8_t width_a(const struct op *op)
{
    return op_infos[op->code].size_a;
}

#define WRITER(name)                                                                               \
    static void name(struct op_writer *g, const struct op *op, const struct native_op *how,        \
                     struct regs r)

static void write_two(struct op_writer *g, const struct op *op, const struct native_op *how,
                      const struct regs *r)
{
    int bytes = BYTES(g, width_d(op));
    if (r->b_in_memory)
        x86_v_m(&g->x, how->op, bytes, r->d, r->a, r->b_at);
    else
        x86_v(&g->x, how->op, bytes, r->d, r->a, r->b);
}

WRITER(two)
{
    write_two(g, op, how, &r);
}

WRITER(one)
{
    x86_v(&g->x, how->op, BYTES(g, width_d(op)), r.d, 0, r.a);
}

WRITER(narrowed) /* the operand's width decides */
{
    x86_v(&g->x, how->op, BYTES(g, width_a(op)), r.d, 0, r.a);
}

WRITER(fused)
{
    if (r.d != r.c)
        copy(g, width_d(op), r.d, r.c);
    write_two(g, op, how, &r);
}

WRITER(move)
{
    (void) how;
    copy(g, width_d(op), r.d, r.a);
}

WRITER(rounded)
{
    x86_v(&g->x, how->op, BYTES(g, width_d(op)), r.d, 0, r.a);
    x86_byte(&g->x, how->imm);
}

WRITER(multiply_add)
{
    x86_v(&g->x, how->op, BYTES(g, 4), r.d, r.a, r.b);
    x86_v(&g->x, X_PADDD, BYTES(g, 4), r.d, r.d, r.c);
    (void) op;
}

WRITER(negate)
{
    x86_v(&g->x, X_PXOR, BYTES(g, width_d(op)), T1, T1, T1);
    x86_v(&g->x, how->op, BYTES(g, width_d(op)), r.d, T1, r.a);
}

WRITER(invert)
{
    (void) how;
    int ones = g->constant(g, UINT64_MAX, width_d(op));
    x86_v(&g->x, X_PXOR, BYTES(g, width_d(op)), r.d, r.a, ones);
}

/* Counts have 32 bits. A count that is too large gives 0 on x86, as PTX defines (9.7.8.8). */
WRITER(shift_64)
{
    x86_v(&g->x, X_PMOVZXDQ, BYTES(g, 8), T1, 0, r.b);
    x86_v(&g->x, how->op, BYTES(g, 8), r.d, r.a, T1);
    (void) op;
}

/* ---- lanes of 16 bits ---- */

static bool is_signed_16(const struct op *op)
{
    return op_infos[op->code].signed_a;
}

static void extend_16(struct op_writer *g, bool is_signed, int d, int a)
{
    x86_v(&g->x, is_signed ? X_PMOVSXWD : X_PMOVZXWD, BYTES(g, 4), d, 0, a);
}

/* Counts have 32 bits; one that is too large shifts all bits out of the 32. */
WRITER(shift_16)
{
    extend_16(g, is_signed_16(op), T2, r.a);
    x86_v(&g->x, how->op, BYTES(g, 4), T2, T2, r.b);
    gen_low_16(g, r.d, T2);
}

WRITER(wide_product_16)
{
    (void) how;
    extend_16(g, is_signed_16(op), T1, r.a);
    extend_16(g, is_signed_16(op), T2, r.b);
    x86_v(&g->x, X_PMULLD, BYTES(g, 4), r.d, T1, T2);
}

WRITER(wide_product_add_16)
{
    extend_16(g, is_signed_16(op), T1, r.a);
    extend_16(g, is_signed_16(op), T2, r.b);
    x86_v(&g->x, X_PMULLD, BYTES(g, 4), T1, T1, T2);
    x86_v(&g->x, X_PADDD, BYTES(g, 4), r.d, T1, r.c);
    (void) how;
}

WRITER(multiply_add_16)
{
    x86_v(&g->x, how->op, BYTES(g, 2), T1, r.a, r.b);
    x86_v(&g->x, X_PADDW, BYTES(g, 2), r.d, T1, r.c);
    (void) op;
}

WRITER(cut_16) /* how->imm: by how many bits it is shifted down first */
{
    bool shifts = how->imm || !g->x.evex; /* gen_low_16 changes its operand there */
    if (shifts) {
        x86_v(&g->x, X_PSRLD_I, BYTES(g, 4), 2, T2, r.a);
        x86_byte(&g->x, how->imm);
    }
    gen_low_16(g, r.d, shifts ? T2 : r.a);
    (void) op;
}

WRITER(pack_16)
{
    extend_16(g, false, T1, r.a);
    extend_16(g, false, T2, r.b);
    x86_v(&g->x, X_PSRLD_I, BYTES(g, 4), 6, T2, T2); /* 6: to the left */
    x86_byte(&g->x, 16);
    x86_v(&g->x, X_POR, BYTES(g, 4), r.d, T1, T2);
    (void) how, (void) op;
}

WRITER(low_byte)
{
    int low = g->constant(g, 0xff00ff, 4);
    x86_v(&g->x, X_PAND, BYTES(g, 2), r.d, r.a, low);
    (void) how, (void) op;
}

WRITER(invert_16)
{
    int ones = g->constant(g, UINT64_MAX, 4);
    x86_v(&g->x, X_PXOR, BYTES(g, 2), r.d, r.a, ones);
    (void) how, (void) op;
}

WRITER(signed_byte)
{
    x86_v(&g->x, X_PSRLW_I, BYTES(g, 2), 6, T1, r.a);
    x86_byte(&g->x, 8);
    x86_v(&g->x, X_PSRLW_I, BYTES(g, 2), 4, r.d, T1);
    x86_byte(&g->x, 8);
    (void) how, (void) op;
}

/* ---- float values of more than one instruction ---- */

static void with_constant(struct op_writer *g, enum x86_op insn, uint8_t width, int d, int a,
                          uint64_t bits)
{
    int c = g->constant(g, bits, width);
    x86_v(&g->x, insn, BYTES(g, width), d, a, c);
}

WRITER(absolute)
{
    (void) how;
    bool wide = width_d(op) == 8;
    with_constant(g, X_PAND, width_d(op), r.d, r.a, wide ? INT64_MAX : INT32_MAX);
}

WRITER(negative)
{
    (void) how;
    bool wide = width_d(op) == 8;
    with_constant(g, X_PXOR, width_d(op), r.d, r.a, wide ? (uint64_t) 1 << 63 : 1u << 31);
}

static void divide_one(struct op_writer *g, uint8_t width, int d, int by)
{
    bool wide = width == 8;
    int one_ = g->constant(g, wide ? 0x3ff0000000000000 : 0x3f800000, width);
    x86_v(&g->x, wide ? X_DIVPD : X_DIVPS, BYTES(g, width), d, one_, by);
}

WRITER(reciprocal)
{
    (void) how;
    divide_one(g, width_d(op), r.d, r.a);
}

WRITER(reciprocal_root)
{
    x86_v(&g->x, how->op, BYTES(g, width_d(op)), T1, 0, r.a);
    divide_one(g, width_d(op), r.d, T1);
}

enum { RANGE_MIN = 4, RANGE_MAX = 5 }; /* the sign of the one that is taken */

static void range(struct op_writer *g, uint8_t which, int d, int a, int b)
{
    x86_v(&g->x, X_RANGEPS, BYTES(g, 4), d, a, b);
    x86_byte(&g->x, which);
}

int gen_quiet(struct op_writer *g, int d, int a)
{
    range(g, RANGE_MIN, d, a, a);
    return d;
}

/* min and max: the x86 instruction returns its second operand if one is NaN or both are zero. PTX wants the other operand for a NaN, and
 * -0 below +0. */
WRITER(extreme)
{
    struct x86 *x = &g->x;
    bool least = how->op == X_MINPS;
    int bytes = BYTES(g, 4);
    (void) op;
    if (x->evex) { /* vrangeps has -0 below +0, and takes the other operand for a NaN unless that signals */
        int a = r.quiet[0] ? r.a : gen_quiet(g, T1, r.a),
            b = r.quiet[1] ? r.b : gen_quiet(g, T2, r.b);
        range(g, least ? RANGE_MIN : RANGE_MAX, r.d, a, b);
        return;
    }
    x86_v(x, how->op, bytes, r.d, r.a, r.b);
    x86_v(x, least ? X_POR : X_PAND, bytes, T2, r.a, r.b);
    x86_v(x, X_CMPPS, bytes, T1, r.a, r.b);
    x86_byte(x, 0);
    x86_v(x, X_BLENDVPS, bytes, r.d, r.d, T2);
    x86_byte(x, T1 << 4);
    x86_v(x, X_CMPPS, bytes, T1, r.b, r.b);
    x86_byte(x, 3);
    x86_v(x, X_BLENDVPS, bytes, r.d, r.d, r.a);
    x86_byte(x, T1 << 4);
}

WRITER(saturated)
{
    (void) how;
    x86_v(&g->x, X_PXOR, BYTES(g, 4), T1, T1, T1);
    x86_v(&g->x, X_MAXPS, BYTES(g, 4), r.d, r.a, T1);
    with_constant(g, X_MINPS, 4, r.d, r.d, 0x3f800000);
    (void) op;
}

/* Flushes subnormals: a lane whose exponent is 0 keeps its sign only. */
WRITER(flushed)
{
    struct x86 *x = &g->x;
    int bytes = BYTES(g, 4);
    (void) how, (void) op;
    int exponent = g->constant(g, 0x7f800000, 4), sign = g->constant(g, 0x80000000, 4);
    x86_v(x, X_PXOR, bytes, T1, T1, T1);
    x86_v(x, X_PAND, bytes, T2, r.a, exponent);
    if (x->evex) {
        x86_v(x, X_PCMPD, bytes, 1, T2, T1);
        x86_byte(x, 0);
        x86_v(x, X_PAND, bytes, T2, r.a, sign);
        x86_blend_mask(x, X_BLENDMD, bytes, r.d, r.a, T2, 1);
        return;
    }
    x86_v(x, X_PCMPEQD, bytes, T1, T2, T1);
    x86_v(x, X_PAND, bytes, T2, r.a, sign);
    x86_v(x, X_BLENDVPS, bytes, r.d, r.a, T2);
    x86_byte(x, T1 << 4);
}

/* ---- conversions ---- */

WRITER(
    integer_of_float) /* x86 gives 0x80000000 for what does not fit; PTX clamps, and gives 0 for NaN (9.7.9.21) */
{
    struct x86 *x = &g->x;
    int bytes = BYTES(g, 4);
    (void) op;
    int limit = g->constant(g, 0x4f000000, 4);
    x86_v(x, how->op, bytes, T2, 0, r.a);
    if (x->evex) {
        x86_v(x, X_CMPPS, bytes, 1, r.a, limit);
        x86_byte(x, 0x1d);
        x86_v(x, X_PMOVM2D, bytes, T1, 0, 1);
    } else {
        x86_v(x, X_CMPPS, bytes, T1, r.a, limit);
        x86_byte(x, 0x1d);
    }
    x86_v(x, X_PXOR, bytes, T2, T2, T1);
    if (x->evex) {
        x86_v(x, X_CMPPS, bytes, 1, r.a, r.a);
        x86_byte(x, 7);
        x86_v(x, X_PMOVM2D, bytes, T1, 0, 1);
    } else {
        x86_v(x, X_CMPPS, bytes, T1, r.a, r.a);
        x86_byte(x, 7);
    }
    x86_v(x, X_PAND, bytes, r.d, T2, T1);
}

WRITER(cut)
{
    (void) how, (void) op;
    gen_low_halves(g, r.d, r.a);
}

/* One multiplication of 32 to 64 bits in each lane. */
static void product(struct op_writer *g, const struct native_op *how, int d, int a, int b)
{
    enum x86_op extend = how->op == X_PMULDQ ? X_PMOVSXDQ : X_PMOVZXDQ;
    x86_v(&g->x, extend, BYTES(g, 8), T1, 0, a);
    x86_v(&g->x, extend, BYTES(g, 8), T2, 0, b);
    x86_v(&g->x, how->op, BYTES(g, 8), d, T1, T2);
}

WRITER(wide_product)
{
    (void) op;
    product(g, how, r.d, r.a, r.b);
}

WRITER(wide_product_add)
{
    (void) op;
    product(g, how, r.d, r.a, r.b);
    x86_v(&g->x, X_PADDQ, BYTES(g, 8), r.d, r.d, r.c);
}

static void shift_right_32(struct op_writer *g, int d, int a)
{
    x86_v(&g->x, X_PSRLQ_I, BYTES(g, 4), 2, d, a);
    x86_byte(&g->x, 32);
}

/* The upper halves of 32-bit products: of the even lanes, and of the odd lanes, which are shifted down first. */
WRITER(high_product)
{
    struct x86 *x = &g->x;
    int bytes = BYTES(g, 4);
    (void) op;
    int upper = g->constant(g, 0xffffffff00000000, 8);
    shift_right_32(g, T1, r.a);
    shift_right_32(g, T2, r.b);
    x86_v(x, how->op, bytes, T1, T1, T2);
    x86_v(x, how->op, bytes, T2, r.a, r.b);
    shift_right_32(g, T2, T2);
    x86_v(x, X_PAND, bytes, T1, T1, upper);
    x86_v(x, X_POR, bytes, r.d, T1, T2);
}

WRITER(high_product_add)
{
    high_product(g, op, how, r);
    x86_v(&g->x, X_PADDD, BYTES(g, 4), r.d, r.d, r.c);
}

/* ---- division of 32-bit integers, by doubles: a quotient that is no integer is further from one than a double's rounding ---- */

static const uint64_t two_to_31 = 0x41e0000000000000;

/* `bytes`: of the doubles. */
static void to_double(struct op_writer *g, bool is_signed, int bytes, int d, int a)
{
    struct x86 *x = &g->x;
    if (is_signed || x->evex) {
        x86_v(x, is_signed ? X_CVTDQ2PD : X_CVTUDQ2PD, bytes, d, 0, a);
        return;
    }
    with_constant(g, X_PXOR, 4, d, a, 1u << 31);
    x86_v(x, X_CVTDQ2PD, bytes, d, 0, d);
    int offset = g->constant(g, two_to_31, 8);
    x86_v(x, X_ADDPD, bytes, d, d, offset);
}

static void of_double(struct op_writer *g, bool is_signed, int bytes, int d)
{
    struct x86 *x = &g->x;
    if (is_signed || x->evex) {
        x86_v(x, is_signed ? X_CVTTPD2DQ : X_CVTTPD2UDQ, bytes, d, 0, d);
        return;
    }
    x86_v(x, X_ROUNDPD, bytes, d, 0, d);
    x86_byte(x, 3);
    int offset = g->constant(g, two_to_31, 8);
    x86_v(x, X_SUBPD, bytes, d, d, offset);
    x86_v(x, X_CVTTPD2DQ, bytes, d, 0, d);
    with_constant(g, X_PXOR, 4, d, d, 1u << 31);
}

/* a = a / b, in the registers of the doubles. */
static void divide_as_double(struct op_writer *g, bool is_signed, int bytes, int a, int b)
{
    to_double(g, is_signed, bytes, a, a);
    to_double(g, is_signed, bytes, b, b);
    x86_v(&g->x, X_DIVPD, bytes, a, a, b);
    of_double(g, is_signed, bytes, a);
}

/* T0 = the quotients, anything where b is 0. */
static void quotient(struct op_writer *g, bool is_signed, int a, int b)
{
    struct x86 *x = &g->x;
    int bytes = BYTES(g, 4);
    enum x86_op extract = bytes == 64 ? X_EXTRACT256 : X_EXTRACT128,
                insert = bytes == 64 ? X_INSERT256 : X_INSERT128;
    copy(g, 4, T0, a);
    copy(g, 4, T2, b);
    if (bytes == 16) {
        divide_as_double(g, is_signed, 32, T0, T2);
        return;
    }
    divide_as_double(g, is_signed, bytes, T0, T2);
    x86_v(x, extract, bytes, a, 0, T1);
    x86_byte(x, 1);
    x86_v(x, extract, bytes, b, 0, T2);
    x86_byte(x, 1);
    divide_as_double(g, is_signed, bytes, T1, T2);
    x86_v(x, insert, bytes, T0, T0, T1);
    x86_byte(x, 1);
}

/* By 0 all bits are set; a remainder is the dividend (9.7.1.8 leaves it open). */
WRITER(divide)
{
    struct x86 *x = &g->x;
    int bytes = BYTES(g, 4);
    (void) op;
    quotient(g, how->imm & SIGNED_DIVISION, r.a, r.b);
    if (how->imm & REMAINDER) {
        x86_v(x, X_PMULLD, bytes, T0, T0, r.b);
        x86_v(x, X_PSUBD, bytes, r.d, r.a, T0);
        return;
    }
    x86_v(x, X_PXOR, bytes, T1, T1, T1);
    if (x->evex) {
        x86_v(x, X_PCMPD, bytes, 1, r.b, T1);
        x86_byte(x, 0);
        x86_v(x, X_PMOVM2D, bytes, T1, 0, 1);
    } else {
        x86_v(x, X_PCMPEQD, bytes, T1, r.b, T1);
    }
    x86_v(x, X_POR, bytes, r.d, T0, T1);
}

/* ---- shifts of pairs, fields ---- */

enum { TO_THE_RIGHT = 1, CLAMPED = 2 };

WRITER(funnel_shift) /* d = b:a shifted by c */
{
    struct x86 *x = &g->x;
    int bytes = BYTES(g, 4);
    bool right = how->imm & TO_THE_RIGHT;
    (void) op;
    if (how->imm & CLAMPED)
        with_constant(g, X_PMINUD, 4, T1, r.c, 32);
    else
        with_constant(g, X_PAND, 4, T1, r.c, 31);
    int all = g->constant(g, 32, 4);
    x86_v(x, X_PSUBD, bytes, T2, all, T1);
    x86_v(x, X_PSLLVD, bytes, T0, r.b, right ? T2 : T1);
    x86_v(x, X_PSRLVD, bytes, T1, r.a, right ? T1 : T2);
    x86_v(x, X_POR, bytes, r.d, T0, T1);
}

WRITER(field) /* c bits of a from bit b on; 8 bits of b and c count */
{
    struct x86 *x = &g->x;
    int bytes = BYTES(g, 4);
    (void) how, (void) op;
    with_constant(g, X_PAND, 4, T1, r.b, 255);
    x86_v(x, X_PSRLVD, bytes, T0, r.a, T1);
    with_constant(g, X_PAND, 4, T1, r.c, 255);
    int one_ = g->constant(g, 1, 4);
    x86_v(x, X_PSLLVD, bytes, T2, one_, T1);
    x86_v(x, X_PSUBD, bytes, T2, T2, one_);
    x86_v(x, X_PAND, bytes, r.d, T0, T2);
}

WRITER(pack)
{
    struct x86 *x = &g->x;
    (void) how, (void) op;
    x86_v(x, X_PMOVZXDQ, BYTES(g, 8), T1, 0, r.a);
    x86_v(x, X_PMOVZXDQ, BYTES(g, 8), T2, 0, r.b);
    x86_v(x, X_PSRLQ_I, BYTES(g, 8), 6, T2, T2); /* 6: to the left */
    x86_byte(x, 32);
    x86_v(x, X_POR, BYTES(g, 8), r.d, T1, T2);
}

WRITER(high_half)
{
    struct x86 *x = &g->x;
    (void) how, (void) op;
    x86_v(x, X_PSRLQ_I, BYTES(g, 8), 2, T2, r.a);
    x86_byte(x, 32);
    gen_low_halves(g, r.d, T2);
}

/* ---- comparison, selection, logic ---- */

WRITER(compare_float)
{
    struct x86 *x = &g->x;
    bool wide = width_a(op) == 8;
    enum x86_op insn = wide ? X_CMPPD : X_CMPPS;
    int to = x->evex ? 1 : wide ? T2 : r.d;
    x86_v(x, insn, BYTES(g, width_a(op)), to, r.a, r.b);
    x86_byte(x, how->imm);
    if (x->evex && !g->masks)
        x86_v(x, X_PMOVM2D, BYTES(g, 4), r.d, 0, 1);
    else if (!x->evex && wide)
        gen_low_halves(g, r.d, T2);
}

enum { EQ, LT, LE, NE = 4, GE, GT, SIGNED = 0, UNSIGNED = 8 };

/* AVX2 compares signed lanes for equal and greater only: flips the sign bit of unsigned lanes, and exchanges the operands or inverts the
 * result for the rest. */
static void compare_avx2(struct op_writer *g, uint8_t width, uint8_t imm, int d, int a, int b)
{
    struct x86 *x = &g->x;
    int bytes = BYTES(g, width), how = imm & 7;
    if (imm & UNSIGNED && how != EQ && how != NE) {
        with_constant(g, X_PXOR, width, T1, a, width == 8 ? (uint64_t) 1 << 63 : 1u << 31);
        with_constant(g, X_PXOR, width, T2, b, width == 8 ? (uint64_t) 1 << 63 : 1u << 31);
        a = T1;
        b = T2;
    }
    bool swapped = how == LT || how == GE, inverted = how == NE || how == LE || how == GE;
    enum x86_op equal = width == 8 ? X_PCMPEQQ : X_PCMPEQD,
                greater = width == 8 ? X_PCMPGTQ : X_PCMPGTD;
    int to = width == 8 ? T2 : d;
    x86_v(x, how == EQ || how == NE ? equal : greater, bytes, to, swapped ? b : a, swapped ? a : b);
    if (width == 8)
        gen_low_halves(g, d, T2);
    if (inverted)
        with_constant(g, X_PXOR, 4, d, d, UINT32_MAX);
}

WRITER(compare_integer)
{
    struct x86 *x = &g->x;
    uint8_t width = width_a(op);
    if (!x->evex) {
        compare_avx2(g, width, how->imm, r.d, r.a, r.b);
        return;
    }
    enum x86_op insn =
        how->imm & UNSIGNED ? (width == 8 ? X_PCMPUQ : X_PCMPUD) : (width == 8 ? X_PCMPQ : X_PCMPD);
    x86_v(x, insn, BYTES(g, width), 1, r.a, r.b);
    x86_byte(x, how->imm & 7);
    if (!g->masks)
        x86_v(x, X_PMOVM2D, BYTES(g, 4), r.d, 0, 1);
}

WRITER(compare_16)
{
    static const uint16_t as_32 = OP_eq_32;
    struct op wide = {.code = as_32};
    extend_16(g, is_signed_16(op), OPERAND_16, r.a);
    extend_16(g, is_signed_16(op), OPERAND_16 + 1, r.b);
    compare_integer(g, &wide, how, (struct regs){r.d, OPERAND_16, OPERAND_16 + 1, 0});
}

WRITER(select_by) /* how->imm: bytes of a lane */
{
    (void) op;
    gen_select(g, how->imm, r.d, r.b, r.a, r.c);
}

/* count: bit 0 negates a, bit 1 b */
WRITER(logic)
{
    int a = r.a;
    if (op->count & 1)
        with_constant(g, X_PXOR, 4, a = T1, r.a, UINT32_MAX);
    if (op->count & 2)
        with_constant(g, X_PXOR, 4, T2, r.b, UINT32_MAX);
    x86_v(&g->x, how->op, BYTES(g, 4), r.d, a, op->count & 2 ? T2 : r.b);
}

WRITER(logic_move) /* how->imm: negates the result */
{
    if ((op->count & 1) != how->imm)
        with_constant(g, X_PXOR, 4, r.d, r.a, UINT32_MAX);
    else
        copy(g, 4, r.d, r.a);
}

WRITER(table_of_three)
{
    struct x86 *x = &g->x;
    int bytes = BYTES(g, 4);
    (void) how;
    if (x->evex) {
        copy(g, 4, T1, r.a);
        x86_v(x, X_PTERNLOGD, bytes, T1, r.b, r.c);
        x86_byte(x, (uint8_t) op->imm);
        copy(g, 4, r.d, T1);
        return;
    }
    int ones = g->constant(g, UINT32_MAX, 4);
    x86_v(x, X_PXOR, bytes, T2, T2, T2);
    for (int i = 0; i < 8;
         i++) { /* the sum of minterms: T1 gets ones where a, b and c are the bits of i */
        if (!(op->imm >> i & 1))
            continue;
        x86_v(x, i & 4 ? X_PAND : X_PANDN, bytes, T1, r.a, ones);
        x86_v(x, X_PXOR, bytes, T0, r.b, ones);
        x86_v(x, i & 2 ? X_PANDN : X_PAND, bytes, T1, T0, T1);
        x86_v(x, X_PXOR, bytes, T0, r.c, ones);
        x86_v(x, i & 1 ? X_PANDN : X_PAND, bytes, T1, T0, T1);
        x86_v(x, X_POR, bytes, T2, T2, T1);
    }
    copy(g, 4, r.d, T2);
}

/* ---- the words of the column `vector` of opcodes.def ---- */

/* clang-format off */
#define HOW(write, insn, flags, imm, wide_only) {write, insn, flags, imm, wide_only}
#define _                            {NULL}
#define X86(write, insn)             HOW(write, insn, 0, 0, false)
#define X86_IMM(write, insn, imm)    HOW(write, insn, 0, imm, false)
#define X86_512(write, insn)         HOW(write, insn, 0, 0, true) /* needs AVX-512 */
#define FLT(write, insn)             HOW(write, insn, TAKES_NANS | GIVES_NANS, 0, false)
#define FLT_IMM(write, insn, imm)    HOW(write, insn, TAKES_NANS | GIVES_NANS, imm, false)
#define FLT_IN(write, insn, imm)     HOW(write, insn, TAKES_NANS, imm, false)
#define FLT_OUT(write, insn)         HOW(write, insn, GIVES_NANS, 0, false)

const struct native_op native_ops[OP_CODES] = {
#define UNARY(id, spellings, D, A, value, rule, full_mask, vector, isa)         [OP_##id] = vector,
#define BINARY(id, spellings, D, A, B, value, rule, full_mask, vector, isa)     [OP_##id] = vector,
#define TERNARY(id, spellings, D, A, B, C, value, rule, full_mask, vector, isa) [OP_##id] = vector,
#define COMPARE(id, spellings, A, value, rule, full_mask, vector, isa)          [OP_##id] = vector,
#define CUSTOM(id, operands, kind, rule, full_mask, vector, isa)                [OP_##id] = vector,
#include "device/cpu/code/opcodes.def"
};

/* clang-format on */

enum native_form native_form_of(enum op_code code, bool avx512)
{
    const struct native_op *how = &native_ops[code];
    if (how->write == two || how->write == one || how->write == move ||
        (how->write == extreme && avx512))
        return FORM_ONE;
    return how->write == fused ? FORM_FUSED : FORM_MANY;
}

bool native_takes_memory(enum op_code code)
{
    return native_ops[code].write == two || native_ops[code].write == fused;
}

bool native_orders_nans(enum op_code code)
{
    return native_ops[code].write == extreme;
}

bool native_passes_nans(enum op_code code)
{
    return code == OP_mov_32 || code == OP_selp_32;
}
