/* SPDX-License-Identifier: Apache-2.0 */
/* Ops on values that are kept once for a warp, in general registers: integer arithmetic, comparisons, selections, and the logic of
 * predicates, whose 32 lanes are one word. A value with a stride is computed like its base; where a 32-bit value is widened, the code checks
 * that no lane of the row wraps, and else leaves to the interpreter. The table scalar_ops lists what is here. Next: simd_memory.c. */
#include <stddef.h>

#include "device/cpu/code/full_mask.h"
#include "device/cpu/exec/machine.h"
#include "device/cpu/jit/simd_gen.h"

struct operands {
    uint32_t op, row;
    const struct simd_value *a, *b, *c;
    bool wide; /* of the result */
    enum x86_gpr to;
};

struct scalar_op {
    /* The result in o->to, which is rax unless computes_in_place; the first operand is there already, unless it is widened. */
    void (*write)(struct simd_gen *g, const struct operands *o, uint32_t how);
    uint32_t how;
};

/* ---- operands ---- */

static bool fits_32(uint64_t bits)
{
    return (int64_t) bits == (int32_t) bits;
}

/* rax holds what was stored there, as long as no code follows. */
static void hold(struct simd_gen *g, struct x86_mem at, bool wide)
{
    g->held = at;
    g->held_wide = wide;
    g->held_to = (uint32_t) x86_of(g)->code.n;
}

/* A scalar from its slot; nothing to do if it is in rax yet. */
static void load_slot(struct simd_gen *g, bool wide, enum x86_gpr to, struct x86_mem at)
{
    struct x86 *x = x86_of(g);
    bool held = g->held_to == x->code.n && x->landed != x->code.n && g->held_wide == wide &&
                g->held.base == at.base && g->held.disp == at.disp;
    if (to != RAX || !held)
        x86_r_m(x, ALU_MOV, wide, to, at);
}

void simd_load_scalar(struct simd_gen *g, const struct simd_value *v, uint32_t row, enum x86_gpr to)
{
    if (v->fixed && v->width == 4)
        x86_r_i(x86_of(g), ALU_MOV, false, to, (int32_t) v->bits);
    else if (v->fixed && fits_32(v->bits))
        x86_r_i(x86_of(g), ALU_MOV, true, to, (int32_t) v->bits);
    else if (simd_gpr(g, v, row) == to)
        return;
    else if (simd_gpr(g, v, row) != NO_GPR)
        x86_r(x86_of(g), ALU_MOV, v->width == 8, to, simd_gpr(g, v, row));
    else
        load_slot(g, v->width == 8, to, simd_slot(g, v, row));
}

/* to op= the value */
void simd_with_scalar(struct simd_gen *g, enum x86_alu op, enum x86_gpr to,
                      const struct simd_value *v, uint32_t row)
{
    bool wide = v->width == 8;
    if (v->fixed && (!wide || fits_32(v->bits)))
        x86_r_i(x86_of(g), op, wide, to, (int32_t) v->bits);
    else if (simd_gpr(g, v, row) != NO_GPR)
        x86_r(x86_of(g), op, wide, to, simd_gpr(g, v, row));
    else
        x86_r_m(x86_of(g), op, wide, to, simd_slot(g, v, row));
}

static void widen(struct simd_gen *g, enum x86_gpr to, enum x86_gpr from, bool is_signed)
{
    if (is_signed)
        x86_extend(x86_of(g), EXTEND_I32, to, from);
    else
        x86_r(x86_of(g), ALU_MOV, false, to, from);
}

static struct operands operands_of(const struct simd_gen *g, uint32_t n);

void simd_load_row_lanes(struct simd_gen *g, bool by_row, uint32_t row, enum x86_gpr to)
{
    struct x86 *x = x86_of(g);
    uint8_t lanes = (uint8_t) simd_row_lanes(g->k);
    x86_r_m(x, ALU_MOV, false, to, stack_at(g->mask_at));
    if (g->k->rows == 1)
        return;
    for (uint8_t by = WARP_LANES / 2; !by_row && by >= lanes; by /= 2) {
        x86_r(x, ALU_MOV, false, RDX, to);
        x86_shift(x, false, false, RDX, by);
        x86_r(x, ALU_OR, false, to, RDX);
    }
    if (row)
        x86_shift(x, false, false, to, (uint8_t) (row * lanes));
    x86_r_i(x, ALU_AND, false, to, (int32_t) (UINT32_MAX >> (WARP_LANES - lanes)));
}

/* Where the interpreter goes on if the op leaves. */
static uint32_t resumed_at(const struct simd_gen *g, uint32_t op)
{
    return g->k->ops[op].product ? g->k->ops[op].product - 1 : op;
}

/* Lanes that do not run may wrap, such as lane 0 at s[t - 1] behind `if (t > 0)`. The base is what lane 0 would have if it counted on from the
 * first lane that runs. c->address: the register of the 32-bit base, rax of the first operand, rcx of the second. */
static void cold_widen(struct simd_gen *g, const struct simd_cold *c)
{
    struct x86 *x = x86_of(g);
    struct operands o = operands_of(g, c->op);
    enum x86_gpr base = (enum x86_gpr) c->address;
    const struct simd_value *v = base == RAX ? o.a : o.b;
    bool is_signed = c->extra & 1, down = v->x < 0;
    simd_load_row_lanes(g, v->rows, c->extra / 2, RDI);
    x86_test(x, false, RDI, RDI);
    uint32_t none = x86_jump(x, CC_E);
    x86_count_zeros(x, false, RSI, RDI); /* the first lane that runs */
    x86_count_zeros(x, true, RDI, RDI);
    x86_r_i(x, ALU_MOV, false, R8, WARP_LANES - 1);
    x86_r(x, ALU_SUB, false, R8, RDI);
    x86_r(x, ALU_SUB, false, R8, RSI); /* how far the last one is from it */
    x86_imul_i(x, false, R8, R8, (int32_t) (down ? -v->x : v->x));
    x86_imul_i(x, true, RSI, RSI, (int32_t) v->x);
    x86_r(x, ALU_ADD, false, base, RSI);
    x86_r(x, ALU_MOV, false, RDX, base);
    x86_r(x, down ? ALU_SUB : ALU_ADD, false, RDX, R8);
    simd_leave_if(g, resumed_at(g, c->op), is_signed ? CC_O : CC_B);
    widen(g, base, base, is_signed);
    x86_r(x, ALU_SUB, true, base, RSI);
    x86_land(x, none);
}

/* to = the 32-bit number in a register, 64 bits wide. If a lane of the row wraps, there is no such number for all of them. */
static void widen_row(struct simd_gen *g, const struct operands *o, const struct simd_value *v,
                      enum x86_gpr base, enum x86_gpr to, bool is_signed)
{
    struct x86 *x = x86_of(g);
    int64_t most = v->x * (int64_t) (simd_row_threads(g->k) - 1);
    int wraps = is_signed ? CC_O : CC_B;
    if (!v->x) {
        widen(g, to, base, is_signed);
        return;
    }
    x86_r(x, ALU_MOV, false, RDX, base);
    if (is_signed || most > 0)
        x86_r_i(x, ALU_ADD, false, RDX, (int32_t) most);
    else
        x86_r_i(x, ALU_SUB, false, RDX, (int32_t) -most);
    bool fails = simd_fails(g->k, o->op);
    if (fails && (g->full || o->op % 2)) /* or it goes the long way */
        simd_leave_if(g, resumed_at(g, o->op), CC_ALWAYS);
    if (g->full) {
        simd_leave_if(g, resumed_at(g, o->op), wraps);
        widen(g, to, base, is_signed);
        return;
    }
    uint32_t cold = simd_cold(g, o->op, cold_widen);
    g->colds.at[cold].address = (uint8_t) base;
    g->colds.at[cold].extra = 2 * o->row + is_signed;
    simd_cold_if(g, cold, fails ? CC_ALWAYS : wraps);
    widen(g, to, base, is_signed);
    simd_cold_back(g, cold);
}

/* ---- arithmetic ---- */

#define SCALAR(name) static void name(struct simd_gen *g, const struct operands *o, uint32_t how)

SCALAR(alu)
{
    bool nothing = o->b->fixed && !o->b->bits && how != ALU_AND;
    if (!nothing)
        simd_with_scalar(g, (enum x86_alu) how, o->to, o->b, o->row);
}

SCALAR(copy)
{
    (void) g, (void) o, (void) how;
}

SCALAR(negate)
{
    (void) how;
    x86_unary(x86_of(g), UNARY_NEG, o->wide, o->to);
}

SCALAR(invert)
{
    (void) how;
    x86_unary(x86_of(g), UNARY_NOT, o->wide, o->to);
}

/* A product with a power of two is a shift. */
static bool shift_for(struct simd_gen *g, const struct operands *o, bool wide)
{
    uint64_t by = o->b->bits;
    if (!o->b->fixed || by > 1u << 30 || !by || (by & (by - 1)))
        return false;
    if (by > 1)
        x86_shift_i(x86_of(g), SHIFT_LEFT, wide, o->to, (uint8_t) __builtin_ctzll(by));
    return true;
}

static void multiply_by(struct simd_gen *g, const struct operands *o)
{
    enum x86_gpr reg = simd_gpr(g, o->b, o->row);
    if (o->b->fixed && (!o->wide || fits_32(o->b->bits)))
        x86_imul_i(x86_of(g), o->wide, o->to, o->to, (int32_t) o->b->bits);
    else if (reg != NO_GPR)
        x86_imul(x86_of(g), o->wide, o->to, reg);
    else
        x86_imul_m(x86_of(g), o->wide, o->to, simd_slot(g, o->b, o->row));
}

SCALAR(multiply)
{
    if (!shift_for(g, o, o->wide))
        multiply_by(g, o);
    if (how)
        simd_with_scalar(g, ALU_ADD, o->to, o->c, o->row);
}

/* The register of the first operand. Full code reads it in place; else cold_widen wants it in `to`. */
static enum x86_gpr first_of(struct simd_gen *g, const struct operands *o)
{
    enum x86_gpr reg = simd_gpr(g, o->a, o->row);
    if (!g->full || reg == NO_GPR) {
        reg = o->to;
        simd_load_scalar(g, o->a, o->row, reg);
    }
    return reg;
}

/* An address, c + a * 1, 2, 4 or 8. */
static bool scaled_sum(struct simd_gen *g, const struct operands *o)
{
    enum x86_gpr c = simd_gpr(g, o->c, o->row);
    uint64_t by = o->b->bits;
    if (c == NO_GPR || !o->b->fixed || (by != 1 && by != 2 && by != 4 && by != 8))
        return false;
    x86_lea(x86_of(g), o->to, (struct x86_mem){c, o->to, (uint8_t) by, 0});
    return true;
}

/* 32 by 32 to 64 bits; how: 1 signed, 2 adds c. */
SCALAR(multiply_wide)
{
    bool is_signed = how & 1;
    widen_row(g, o, o->a, first_of(g, o), o->to, is_signed);
    if (how & 2 && scaled_sum(g, o))
        return;
    if (shift_for(g, o, true)) {
        ;
    } else if (o->b->fixed && (is_signed || (int32_t) o->b->bits >= 0)) {
        x86_imul_i(x86_of(g), true, o->to, o->to, (int32_t) o->b->bits);
    } else {
        simd_load_scalar(g, o->b, o->row, RCX);
        widen_row(g, o, o->b, RCX, RCX, is_signed);
        x86_imul(x86_of(g), true, o->to, RCX);
    }
    if (how & 2)
        simd_with_scalar(g, ALU_ADD, o->to, o->c, o->row);
}

/* The upper half of a product. */
SCALAR(multiply_high)
{
    widen(g, RAX, RAX, how);
    simd_load_scalar(g, o->b, o->row, RCX);
    widen(g, RCX, RCX, how);
    x86_imul(x86_of(g), true, RAX, RCX);
    x86_shift(x86_of(g), false, true, RAX, 32);
}

SCALAR(extend)
{
    widen_row(g, o, o->a, first_of(g, o), o->to, how);
}

SCALAR(high_half)
{
    (void) o, (void) how;
    x86_shift(x86_of(g), false, true, RAX, 32);
}

/* Divided by 0 gives all bits, and the dividend as remainder, as elsewhere in the engine. */
SCALAR(divide)
{
    struct x86 *x = x86_of(g);
    simd_load_scalar(g, o->b, o->row, RCX);
    x86_test(x, o->wide, RCX, RCX);
    uint32_t zero = x86_jump(x, CC_E);
    x86_divide(x, o->wide, how & SIGNED_DIVISION, true, RCX);
    if (how & REMAINDER) {
        x86_r(x, ALU_MOV, o->wide, RAX, RDX);
        x86_land(x, zero);
        return;
    }
    uint32_t done = x86_jump(x, CC_ALWAYS);
    x86_land(x, zero);
    x86_r_i(x, ALU_MOV, o->wide, RAX, -1);
    x86_land(x, done);
}

/* A count that is too large gives 0, or copies of the sign (9.7.8.8). */
SCALAR(shift)
{
    struct x86 *x = x86_of(g);
    int32_t bits = o->wide ? 64 : 32;
    if (o->b->fixed && (uint32_t) o->b->bits < (uint32_t) bits) {
        enum x86_shift by_constant = how == SHIFT_X_LEFT    ? SHIFT_LEFT
                                     : how == SHIFT_X_RIGHT ? SHIFT_RIGHT
                                                            : SHIFT_RIGHT_SIGNED;
        x86_shift_i(x, by_constant, o->wide, o->to, (uint8_t) o->b->bits);
        return;
    }
    simd_load_scalar(g, o->b, o->row, RCX);
    if (how == SHIFT_X_SIGNED) {
        x86_r_i(x, ALU_MOV, false, RDX, bits - 1);
        x86_r(x, ALU_CMP, false, RCX, RDX);
        x86_move_if(x, CC_A, false, RCX, RDX);
        x86_shift_x(x, SHIFT_X_SIGNED, o->wide, RAX, RAX, RCX);
        return;
    }
    x86_r_i(x, ALU_MOV, false, RDX, 0);
    x86_shift_x(x, (enum x86_shift_x) how, o->wide, RAX, RAX, RCX);
    x86_r_i(x, ALU_CMP, false, RCX, bits);
    x86_move_if(x, CC_AE, true, RAX, RDX);
}

/* how: the condition under which b is the result. */
SCALAR(extreme)
{
    simd_load_scalar(g, o->b, o->row, RDX);
    x86_r(x86_of(g), ALU_CMP, o->wide, RDX, RAX);
    x86_move_if(x86_of(g), (int) how, o->wide, RAX, RDX);
}

SCALAR(choose)
{
    (void) how;
    simd_load_scalar(g, o->b, o->row, RDX);
    x86_m_i(x86_of(g), ALU_CMP, false, vreg_at(o->c->vreg), 0);
    x86_move_if(x86_of(g), CC_E, o->wide, RAX, RDX);
}

/* cvta: how is 1 if the window is taken off. */
SCALAR(shared_window)
{
    struct x86_mem window = {G_BLOCK, NO_GPR, 1, offsetof(struct thread_block, shared)};
    (void) o;
    x86_r_m(x86_of(g), how ? ALU_SUB : ALU_ADD, true, RAX, window);
}

/* The sum of the minterms that the table names (9.7.8.6). */
SCALAR(table_of_three)
{
    struct x86 *x = x86_of(g);
    uint8_t table = (uint8_t) simd_op_at(g, o->op)->imm;
    const struct simd_value *v[3] = {o->a, o->b, o->c};
    (void) how;
    x86_r_i(x, ALU_MOV, false, RDX, 0);
    for (int i = 0; i < 8; i++) {
        if (!(table >> i & 1))
            continue;
        x86_r_i(x, ALU_MOV, false, RCX, -1);
        for (int j = 0; j < 3; j++) {
            simd_load_scalar(g, v[j], o->row, RAX);
            if (!(i & 4 >> j))
                x86_unary(x, UNARY_NOT, false, RAX);
            x86_r(x, ALU_AND, false, RCX, RAX);
        }
        x86_r(x, ALU_OR, false, RDX, RCX);
    }
    x86_r(x, ALU_MOV, false, RAX, RDX);
}

/* how: the condition. The result is all lanes of a predicate. */
SCALAR(compare)
{
    simd_with_scalar(g, ALU_CMP, RAX, o->b, o->row);
    x86_r_i(x86_of(g), ALU_MOV, false, RCX, 0);
    x86_set(x86_of(g), (int) how, RCX);
    x86_unary(x86_of(g), UNARY_NEG, false, RCX);
}

#undef SCALAR

#define COMPARES(bits)                                                                             \
    [OP_eq_##bits] = {compare, CC_E}, [OP_ne_##bits] = {compare, CC_NE},                           \
    [OP_lt_s##bits] = {compare, CC_L}, [OP_le_s##bits] = {compare, CC_LE},                         \
    [OP_gt_s##bits] = {compare, CC_G}, [OP_ge_s##bits] = {compare, CC_GE},                         \
    [OP_lt_u##bits] = {compare, CC_B}, [OP_le_u##bits] = {compare, CC_BE},                         \
    [OP_gt_u##bits] = {compare, CC_A}, [OP_ge_u##bits] = {compare, CC_AE}

#define BOTH(bits)                                                                                 \
    [OP_add_##bits] = {alu, ALU_ADD}, [OP_sub_##bits] = {alu, ALU_SUB},                            \
    [OP_and_##bits] = {alu, ALU_AND}, [OP_or_##bits] = {alu, ALU_OR},                              \
    [OP_xor_##bits] = {alu, ALU_XOR}, [OP_not_##bits] = {invert, 0},                               \
    [OP_neg_##bits] = {negate, 0}, [OP_mov_##bits] = {copy, 0},                                    \
    [OP_shl_##bits] = {shift, SHIFT_X_LEFT}, [OP_shr_u##bits] = {shift, SHIFT_X_RIGHT},            \
    [OP_shr_s##bits] = {shift, SHIFT_X_SIGNED}, [OP_selp_##bits] = {choose, 0},                    \
    [OP_min_s##bits] = {extreme, CC_L}, [OP_min_u##bits] = {extreme, CC_B},                        \
    [OP_max_s##bits] = {extreme, CC_G}, [OP_max_u##bits] = {extreme, CC_A},                        \
    [OP_mad_##bits] = {multiply, 1}, [OP_div_u##bits] = {divide, 0},                               \
    [OP_div_s##bits] = {divide, SIGNED_DIVISION}, [OP_rem_u##bits] = {divide, REMAINDER},          \
    [OP_rem_s##bits] = {divide, SIGNED_DIVISION | REMAINDER}, COMPARES(bits)

static const struct scalar_op scalar_ops[OP_CODES] = {
    BOTH(32),
    BOTH(64),
    [OP_mul_32] = {multiply,       0},
    [OP_mul_64] = {multiply,       0},
    [OP_mulw_s32] = {multiply_wide,  1},
    [OP_mulw_u32] = {multiply_wide,  0},
    [OP_madw_s32] = {multiply_wide,  3},
    [OP_madw_u32] = {multiply_wide,  2},
    [OP_mul_hi_s32] = {multiply_high,  1},
    [OP_mul_hi_u32] = {multiply_high,  0},
    [OP_ext_s32_64] = {extend,         1},
    [OP_ext_u32_64] = {extend,         0},
    [OP_cut_64_32] = {copy,           0},
    [OP_high_64_32] = {high_half,      0},
    [OP_lop3_32] = {table_of_three, 0},
    [OP_cvta_shared] = {shared_window,  0},
    [OP_cvta_to_shared] = {shared_window,  1},
};

#undef BOTH
#undef COMPARES

bool simd_has_scalar_form(const struct op *op)
{
    return scalar_ops[op->code].write != NULL;
}

int simd_scalar_condition(const struct op *op)
{
    return scalar_ops[op->code].write == compare ? (int) scalar_ops[op->code].how : -1;
}

/* ---- what comes later in memory is fetched. Nothing is wrong if there is none ---- */

bool simd_is_fetched(const struct simd_gen *g, uint32_t n)
{
    const struct simd_op *o = &g->k->ops[n];
    return (o->array || o->step) && g->variant == VARIANT_AGREED && !g->in_cold && !g->second;
}

static int32_t bytes_of_row(const struct simd_gen *g, uint32_t n)
{
    int64_t apart = simd_at(g->k, simd_operand(g->k, n, 0, false))->x;
    return (int32_t) simd_row_threads(g->k) * (int32_t) apart;
}

static void fetch_lines(struct simd_gen *g, uint32_t n, enum x86_prefetch how, struct x86_mem at)
{
    int32_t bytes = bytes_of_row(g, n);
    for (int32_t done = 0; done < bytes; done += CACHE_LINE, at.disp += CACHE_LINE)
        x86_prefetch(x86_of(g), how, at);
}

/* The next tile, to the second cache: the lines of a column of tiles may all be of one set of the first. */
static void fetch_tile(struct simd_gen *g, uint32_t n, struct x86_mem at)
{
    const struct simd_value *step = simd_at(g->k, g->k->ops[n].step - 1);
    if (step->fixed) {
        at.disp += (int32_t) step->bits;
    } else {
        simd_load_scalar(g, step, 0, RCX);
        at.index = RCX;
    }
    fetch_lines(g, n, PREFETCH_SECOND, at);
}

/* The distances are measured: stores of pieces of lines lose by it (tests/bench/engine). */
void simd_fetch_row(struct simd_gen *g, uint32_t n, struct x86_mem at)
{
    enum { LOAD_AHEAD = 2048, STORE_AHEAD = 1024, ROW_AHEAD = 512, PIECE_AHEAD = 256 };

    int32_t bytes = bytes_of_row(g, n);
    bool store = g->k->ops[n].how == HOW_STORE;
    if (g->k->ops[n].step)
        fetch_tile(g, n, at);
    if (!g->k->ops[n].array)
        return;
    at.disp += bytes <= CACHE_LINE ? PIECE_AHEAD
               : g->k->in_rows     ? ROW_AHEAD
               : store             ? STORE_AHEAD
                                   : LOAD_AHEAD;
    fetch_lines(g, n, store ? PREFETCH_WRITE : PREFETCH_FIRST, at);
}

/* ---- addresses: a sum takes over the product of 64 bits that only it reads and that stands just before it ---- */

static enum op_code with_product(const struct simd_kernel *k, uint32_t n)
{
    if (!k->ops[n].product)
        return (enum op_code) k->code->ops[n].code;
    return k->code->ops[k->ops[n].product - 1].code == OP_mulw_s32 ? OP_madw_s32 : OP_madw_u32;
}

/* If a lane of a later row wraps, both are executed anew, so the sum must not be where it was added to. */
static bool may_take(const struct simd_kernel *k, uint32_t m, uint32_t n, uint32_t other)
{
    uint16_t code = k->code->ops[m].code;
    const struct simd_value *d = simd_at(k, simd_operand(k, m, 0, true)),
                            *by = simd_at(k, simd_operand(k, m, 1, false));
    for (uint32_t i = m + 1; i < n; i++)
        if (k->ops[i].how != HOW_NOTHING)
            return false;
    return (code == OP_mulw_s32 || code == OP_mulw_u32) && k->ops[m].how == HOW_SCALAR &&
           !k->ops[m].guarded && by->fixed && !d->global && !d->low_of && d->last_op == n &&
           simd_at(k, other)->vreg != simd_at(k, simd_operand(k, n, 0, true))->vreg;
}

static void take_product(struct simd_kernel *k, uint32_t m, uint32_t n, uint32_t other)
{
    uint32_t d = simd_operand(k, n, 0, true),
             reads[3] = {simd_operand(k, m, 0, false), simd_operand(k, m, 1, false), other};
    k->ops[n].product = m + 1;
    k->ops[n].at = (uint32_t) k->uses.n;
    k->ops[n].count = 4;
    k->ops[m].how = HOW_NOTHING;
    for (uint32_t i = 0; i < 3; i++) {
        struct simd_value *v = simd_at(k, reads[i]);
        simd_keep_up_to(v, n);
        VEC_PUSH(&k->uses, (struct simd_use){reads[i], v->vreg, v->width, false});
    }
    VEC_PUSH(&k->uses, (struct simd_use){d, simd_at(k, d)->vreg, 8, true});
}

void simd_join_products(struct simd_kernel *k)
{
    for (uint32_t n = 0; n < k->code->op_count; n++) {
        bool sums = k->code->ops[n].code == OP_add_64 && k->ops[n].how == HOW_SCALAR &&
                    !k->ops[n].guarded && k->blocks[k->cfg->block_of[n]].reachable;
        for (uint32_t i = 0; i < 2 && sums; i++) {
            uint32_t v = simd_operand(k, n, i, false), other = simd_operand(k, n, !i, false),
                     m = simd_writer_before(k, n, v);
            if (v == other || m == NO_OP || !may_take(k, m, n, other))
                continue;
            take_product(k, m, n, other);
            break;
        }
    }
}

/* ---- predicates ---- */

static void predicate(struct simd_gen *g, const struct simd_value *v, bool negated, enum x86_gpr to)
{
    x86_r_m(x86_of(g), ALU_MOV, false, to, vreg_at(v->vreg));
    if (negated)
        x86_unary(x86_of(g), UNARY_NOT, false, to);
}

/* op->count: bit 0 negates a, bit 1 b. */
static void logic(struct simd_gen *g, uint32_t n)
{
    const struct op *op = simd_op_at(g, n);
    enum x86_alu how = op->code == OP_pred_and  ? ALU_AND
                       : op->code == OP_pred_or ? ALU_OR
                                                : ALU_XOR;
    bool negates = op->code == OP_pred_not;
    predicate(g, simd_at(g->k, simd_operand(g->k, n, 0, false)), (op->count & 1) != negates, RCX);
    if (op->code != OP_pred_not && op->code != OP_pred_mov) {
        predicate(g, simd_at(g->k, simd_operand(g->k, n, 1, false)), op->count & 2, RAX);
        x86_r(x86_of(g), how, false, RCX, RAX);
    }
    simd_put_predicate(g, n, simd_operand(g->k, n, 0, true));
}

/* ---- ops ---- */

static struct operands operands_of(const struct simd_gen *g, uint32_t n)
{
    struct operands o = {.op = n};
    const struct simd_value **to[3] = {&o.a, &o.b, &o.c};
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t v = simd_operand(g->k, n, i, false);
        *to[i] = v == NO_VALUE ? NULL : simd_at(g->k, v);
    }
    return o;
}

static bool computes_in_place(const struct scalar_op *how, const struct operands *o)
{
    return how->write == alu || how->write == copy || how->write == negate ||
           how->write == invert || how->write == multiply || how->write == multiply_wide ||
           how->write == extend ||
           (how->write == shift && o->b->fixed && (uint32_t) o->b->bits < (o->wide ? 64 : 32));
}

static bool widens_in_cold(const struct simd_gen *g, uint32_t op)
{
    return !g->full && simd_may_leave(g->k, op);
}

/* The register of the result, if no operand that is read after the first is there, and no cold code computes it (cold_widen). */
static enum x86_gpr target(const struct simd_gen *g, const struct scalar_op *how,
                           const struct operands *o, const struct simd_value *d)
{
    enum x86_gpr to = widens_in_cold(g, o->op) ? NO_GPR : simd_gpr(g, d, o->row);
    bool is_free =
        (!o->b || simd_gpr(g, o->b, o->row) != to) && (!o->c || simd_gpr(g, o->c, o->row) != to);
    return to != NO_GPR && is_free && computes_in_place(how, o) ? to : RAX;
}

void simd_scalar_op(struct simd_gen *g, uint32_t n)
{
    const struct scalar_op *how = &scalar_ops[with_product(g->k, n)];
    uint32_t id = simd_operand(g->k, n, 0, true);
    const struct simd_value *d = simd_at(g->k, id);
    struct operands o = operands_of(g, n);
    if (!how->write) {
        logic(g, n);
        return;
    }
    o.wide = d->width == 8;
    /* the first row comes last: an operand with one number may have its place */
    for (o.row = simd_rows(g->k, d); o.row-- > 0;) {
        o.to = target(g, how, &o, d);
        if (how->write != multiply_wide && how->write != extend)
            simd_load_scalar(g, o.a, o.row, o.to);
        how->write(g, &o, how->how);
        if (d->class == SIMD_PREDICATE) {
            simd_put_predicate(g, n, id);
            continue;
        }
        simd_put_scalar(g, d, o.row, o.to);
        if (widens_in_cold(g, n)) /* the next row's cold code reads registers anew from the slots */
            x86_store(x86_of(g), o.wide, simd_slot(g, d, o.row), o.to);
        if (o.to != RAX)
            continue;
        if (o.wide ||
            (o.a->width == 4 && how->write != shared_window)) /* else the upper half is not 0 */
            hold(g, simd_slot(g, d, o.row), o.wide);
    }
}

/* A vote of all lanes (9.7.13.8), in a block that all lanes run. */
void simd_vote_op(struct simd_gen *g, uint32_t n)
{
    enum { BALLOT, ALL, ANY, UNI };
    struct x86 *x = x86_of(g);
    const struct op *op = simd_op_at(g, n);
    uint32_t id = simd_operand(g->k, n, 0, true);
    predicate(g, simd_at(g->k, simd_operand(g->k, n, 0, false)), op->count, RAX);
    if (!g->full)
        x86_r_m(x, ALU_AND, false, RAX, stack_at(g->mask_at));
    if (op->imm == BALLOT) {
        for (uint32_t row = 0; row < simd_rows(g->k, simd_at(g->k, id)); row++)
            simd_put_scalar(g, simd_at(g->k, id), row, RAX);
        return;
    }
    x86_r_i(x, ALU_MOV, false, RCX, 0);
    x86_r_i(x, ALU_CMP, false, RAX, 0);
    if (op->imm == ANY || op->imm == UNI)
        x86_set(x, op->imm == ANY ? CC_NE : CC_E, RCX);
    if (op->imm != ANY) {
        if (g->full)
            x86_r_i(x, ALU_CMP, false, RAX, -1);
        else
            x86_r_m(x, ALU_CMP, false, RAX, stack_at(g->mask_at));
        x86_r_i(x, ALU_MOV, false, RDX, 0);
        x86_set(x, CC_E, RDX);
        x86_r(x, ALU_OR, false, RCX, RDX);
    }
    x86_unary(x, UNARY_NEG, false, RCX);
    simd_put_predicate(g, n, id);
}
