/* SPDX-License-Identifier: Apache-2.0 */
/* Operands and results of vector instructions, and masks. A result that lanes which do not run must keep is written under the mask.
 * Next: simd_calls.c. */
#include <string.h>

#include "base/check.h"
#include "device/cpu/code/full_mask.h"
#include "device/cpu/code/thread_values.h"
#include "device/cpu/exec/machine.h"
#include "device/cpu/jit/simd_gen.h"

/* ---- constants ---- */

static uint32_t pool_at(struct simd_gen *g, const void *bytes, uint32_t size)
{
    for (uint32_t at = 0; at + size <= g->pool.n; at += size < 64 ? size : 64)
        if (!memcmp(g->pool.at + at, bytes, size))
            return at;
    while (g->pool.n % size)
        VEC_PUSH(&g->pool, 0);
    uint32_t at = (uint32_t) g->pool.n;
    for (uint32_t k = 0; k < size; k++)
        VEC_PUSH(&g->pool, ((const uint8_t *) bytes)[k]);
    return at;
}

struct x86_mem simd_pool(struct simd_gen *g, const void *bytes, uint32_t size)
{
    return (struct x86_mem){G_POOL, NO_GPR, 1, (int32_t) pool_at(g, bytes, size)};
}

struct x86_mem simd_places(struct simd_gen *g, uint32_t step)
{
    uint32_t places[WARP_LANES];
    for (uint32_t l = 0; l < g->k->strip; l++)
        places[l] = step * l;
    return simd_pool(g, places, g->k->strip * sizeof *places);
}

int simd_constant(struct op_writer *base, uint64_t bits, uint8_t width)
{
    struct simd_gen *g = (struct simd_gen *) base;
    int to = CONSTANT_REGISTER + (g->constants ^= 1);
    uint8_t mask = base->x.mask;
    base->x.mask = 0;
    x86_v_m(&base->x, width == 8 ? X_BROADCASTQ : X_BROADCASTD, base->x.evex ? 64 : 32, to, 0,
            simd_pool(g, &bits, width == 8 ? 8 : 4));
    base->x.mask = mask;
    return to;
}

struct x86_mem simd_table(struct op_writer *base, const void *bytes, uint32_t count)
{
    return simd_pool((struct simd_gen *) base, bytes, count);
}

struct x86_mem simd_word(struct op_writer *base, uint32_t bits)
{
    return simd_pool((struct simd_gen *) base, &bits, sizeof bits);
}

/* ---- places ---- */

uint32_t simd_unit_bytes(const struct simd_gen *g)
{
    return g->k->avx512 ? 64 : 32;
}

/* Affine registers have the lanes 0, 1, `across` and 31, so the second row is the third. */
struct x86_mem simd_slot(const struct simd_gen *g, const struct simd_value *v, uint32_t row)
{
    if (v->in_block)
        return (struct x86_mem){G_BLOCK, NO_GPR, 1, (int32_t) v->in_block};
    if (v->low_of)
        v = simd_at(g->k, v->low_of - 1);
    uint32_t at = affine_offset(g->k->code, v->vreg);
    at += v->rows ? vector_row_place(row) * v->width : 0;
    return g->in_other_warp && v->block_wide ? in_first_frame(at) : vreg_at(at);
}

uint32_t simd_unit_size(const struct simd_gen *g, const struct simd_value *v)
{
    return v->width == 2 ? simd_unit_bytes(g) / 2 : simd_unit_bytes(g);
}

struct x86_mem simd_home(const struct simd_gen *g, const struct simd_value *v, uint32_t unit)
{
    return vreg_at(v->vreg + unit * simd_unit_size(g, v));
}

bool simd_merges(const struct simd_gen *g, uint32_t op, const struct simd_value *d)
{
    return g->k->ops[op].guarded || (d->global && !g->full);
}

static uint32_t unit_of(const struct simd_value *v, uint32_t strip, uint32_t half)
{
    return (v->width == 8 ? 2 * strip + half : strip) % v->units;
}

/* ---- masks ---- */

void simd_set_masks(struct simd_gen *g)
{
    if (!g->k->avx512)
        return;
    x86_kmov_from(x86_of(g), 2, RAX);
    x86_shift(x86_of(g), false, false, RAX, 16);
    x86_kmov_from(x86_of(g), 3, RAX);
}

void simd_invert_masks(struct simd_gen *g)
{
    struct x86 *x = x86_of(g);
    x86_m_i(x, ALU_XOR, false, stack_at(STACK_MASK), (int32_t) g->k->lanes);
    if (g->k->avx512 && !simd_has_idle_lanes(g->k)) {
        x86_knot(x, 2, 2);
        x86_knot(x, 3, 3);
    } else {
        x86_r_m(x, ALU_MOV, false, RAX, stack_at(STACK_MASK));
        simd_set_masks(g);
    }
}

/* Where all threads run the mask registers have these, if there are idle lanes. */
void simd_load_masks(struct simd_gen *g)
{
    if (!g->k->avx512)
        return;
    for (uint32_t strip = 0; strip < 2 && !simd_may_part(g); strip++) {
        uint32_t bits = g->k->lanes >> 16 * strip & 0xffff;
        if (simd_has_idle_lanes(g->k))
            x86_kmov_load(x86_of(g), 2 + (int) strip, 16, simd_pool(g, &bits, sizeof bits));
    }
    if (!simd_may_part(g))
        return;
    x86_r_m(x86_of(g), ALU_MOV, false, RAX, stack_at(g->mask_at));
    simd_set_masks(g);
}

/* Bits of a word in memory as 32-bit lanes of ones or zeros (AVX2). */
static void lanes_of_bits(struct simd_gen *g, struct x86_mem word, uint32_t first, int lanes,
                          int to)
{
    uint32_t bits[16] = {0};
    for (int l = 0; l < lanes; l++)
        bits[l] = 1u << (first + (uint32_t) l);
    struct x86_mem each = simd_pool(g, bits, 4 * (uint32_t) lanes);
    x86_v_m(x86_of(g), X_BROADCASTD, 4 * lanes, to, 0, word);
    x86_v_m(x86_of(g), X_PAND, 4 * lanes, to, to, each);
    x86_v_m(x86_of(g), X_PCMPEQD, 4 * lanes, to, to, each);
}

int simd_fixed_mask(struct simd_gen *g, uint32_t bits, int lanes, int to)
{
    uint32_t all[16];
    if (g->k->avx512) {
        bits &= UINT32_MAX >> (32 - lanes);
        x86_kmov_load(x86_of(g), 4, 16, simd_pool(g, &bits, sizeof bits));
        return 4;
    }
    for (int l = 0; l < lanes; l++)
        all[l] = bits >> l & 1 ? UINT32_MAX : 0;
    x86_v_m(x86_of(g), X_MOVUPS, 4 * lanes, to, 0, simd_pool(g, all, 4 * (uint32_t) lanes));
    return to;
}

int simd_mask(struct simd_gen *g, uint32_t strip, uint32_t half, int lanes, int to)
{
    if (g->k->avx512) {
        if (!half)
            return 2 + (int) strip;
        x86_kshift_right(x86_of(g), 4, 2 + (int) strip, 8);
        return 4;
    }
    if (!simd_may_part(g))
        return simd_fixed_mask(g, g->k->lanes >> (strip * g->k->strip + half * (uint32_t) lanes),
                               lanes, to);
    lanes_of_bits(g, stack_at(g->mask_at), strip * g->k->strip + half * (uint32_t) lanes, lanes,
                  to);
    return to;
}

/* ---- operands ---- */

void simd_broadcast(struct simd_gen *g, bool wide, int to, enum x86_gpr from)
{
    struct x86 *x = x86_of(g);
    int bytes = (int) simd_unit_bytes(g);
    if (g->k->avx512) {
        x86_v(x, wide ? X_BROADCAST_R64 : X_BROADCAST_R32, bytes, to, 0, (int) from);
        return;
    }
    x86_v(x, wide ? X_FROM_Q : X_FROM_D, 16, to, 0, (int) from);
    x86_v(x, wide ? X_BROADCASTQ : X_BROADCASTD, bytes, to, 0, to);
}

/* x times the lane's place in its row, for the lanes of a strip. */
static struct x86_mem steps(struct simd_gen *g, const struct simd_value *v, uint32_t first,
                            int lanes)
{
    uint64_t wide[16];
    uint32_t narrow[16];
    for (int l = 0; l < lanes; l++) {
        wide[l] = (uint64_t) v->x * ((first + (uint32_t) l) % simd_row_lanes(g->k));
        narrow[l] = (uint32_t) wide[l];
    }
    return simd_pool(g, v->width == 8 ? (void *) wide : (void *) narrow,
                     (uint32_t) lanes * v->width);
}

static void broadcast_rows(struct simd_gen *g, const struct simd_value *v, uint32_t first,
                           int lanes, int to)
{
    struct x86 *x = x86_of(g);
    enum x86_op how = v->width == 8 ? X_BROADCASTQ : X_BROADCASTD;
    uint32_t row = first / simd_row_lanes(g->k);
    x86_v_m(x, how, lanes * v->width, to, 0, simd_slot(g, v, row));
    if (!v->rows || (first + (uint32_t) lanes - 1) / simd_row_lanes(g->k) == row)
        return;
    uint8_t mask = x->mask;
    bool zeroing = x->zeroing;
    x->mask = SECOND_HALF_MASK;
    x->zeroing = false;
    x86_v_m(x, how, lanes * v->width, to, 0, simd_slot(g, v, row + 1));
    x->mask = mask;
    x->zeroing = zeroing;
}

void simd_expand(struct simd_gen *g, const struct simd_value *v, uint32_t strip, uint32_t half,
                 int to)
{
    int lanes = g->base.lanes, bytes = lanes * v->width;
    uint32_t first = strip * g->k->strip + half * (uint32_t) lanes;
    broadcast_rows(g, v, first, lanes, to);
    if (v->x)
        x86_v_m(x86_of(g), v->width == 8 ? X_PADDQ : X_PADDD, bytes, to, to,
                steps(g, v, first, lanes));
}

void simd_load_home(struct simd_gen *g, const struct simd_value *v, uint32_t unit, uint32_t offset,
                    int bytes, int to)
{
    struct x86_mem home = simd_home(g, v, unit);
    home.disp += (int32_t) offset;
    x86_v_m(x86_of(g), v->in_block ? X_BROADCASTD : X_MOVUPS, bytes, to, 0,
            v->in_block ? simd_slot(g, v, 0) : home);
}

static void take_half(struct simd_gen *g, uint8_t width, int to, int from)
{
    if (width == 2 && !g->k->avx512) {
        x86_v(x86_of(g), X_PSRLDQ_I, 16, 3, to, from);
        x86_byte(x86_of(g), 8);
        return;
    }
    if (width == 2) {
        x86_v(x86_of(g), X_EXTRACT128, 32, from, 0, to);
        x86_byte(x86_of(g), 1);
        return;
    }
    x86_v(x86_of(g), g->k->avx512 ? X_EXTRACT256 : X_EXTRACT128, (int) simd_unit_bytes(g), from, 0,
          to);
    x86_byte(x86_of(g), 1);
}

/* Where a unit of a value is, or a half of one. */
struct unit_place {
    uint32_t unit, offset; /* bytes into it */
    int reg;               /* NO_REGISTER: it is at home */
};

static struct unit_place place_of_unit(const struct simd_gen *g, const struct simd_value *v,
                                       uint32_t strip, uint32_t half)
{
    bool upper = half && v->width <= 4 && (v->units > 1 || v->shared == SHARED_ROW);
    struct unit_place p = {.unit = unit_of(v, strip, half),
                           .offset = upper ? simd_unit_size(g, v) / 2 : 0};
    p.reg = simd_region_uses(g, g->event, v->unit + p.unit) ? simd_unit_register(g, v, p.unit)
                                                            : NO_REGISTER;
    return p;
}

int simd_fetch_unit(struct simd_gen *g, uint32_t value, uint32_t strip, uint32_t half, bool clean,
                    int to)
{
    const struct simd_value *v = simd_at(g->k, value);
    if (!v->units) {
        simd_expand(g, v, strip, half, to);
        return to;
    }
    const struct unit_place p = place_of_unit(g, v, strip, half);
    bool home = p.reg == NO_REGISTER;
    int reg = home ? to : p.reg, lanes = g->base.lanes;
    if (home)
        simd_load_home(g, v, p.unit, p.offset, lanes * v->width, to);
    if (clean && v->dirty) {
        g->base.lanes = reg == to ? lanes : (int) g->k->strip;
        gen_canon(&g->base, reg);
        g->base.lanes = lanes;
    }
    if (home || !p.offset)
        return reg;
    take_half(g, v->width, to, reg);
    return to;
}

/* A predicate that selects: in k1, or in a vector. */
static int fetch_predicate(struct simd_gen *g, uint32_t value, uint32_t strip, uint32_t half,
                           int to)
{
    struct x86_mem word = vreg_at(simd_at(g->k, value)->vreg);
    int lanes = g->base.lanes;
    uint32_t first = strip * g->k->strip + half * (uint32_t) lanes;
    if (!g->k->avx512) {
        lanes_of_bits(g, word, first, lanes, to);
        return to;
    }
    word.disp += (int32_t) first / 8;
    x86_kmov_load(x86_of(g), 1, lanes, word);
    return to;
}

/* ---- results ---- */

static void blend(struct simd_gen *g, uint8_t width, int d, int no, int yes, int mask)
{
    struct x86 *x = x86_of(g);
    int bytes = (int) simd_unit_bytes(g);
    if (width == 2) {
        gen_narrow_mask(&g->base, mask);
        x86_v(x, X_PBLENDVB, bytes / 2, d, no, yes);
    } else if (width == 8) {
        x86_v(x, X_PMOVSXDQ, bytes, mask, 0, mask);
        x86_v(x, X_BLENDVPD, bytes, d, no, yes);
    } else {
        x86_v(x, X_BLENDVPS, bytes, d, no, yes);
    }
    x86_byte(x, (uint8_t) (mask << 4));
}

void simd_blend(struct simd_gen *g, uint8_t width, int to, int from, int mask)
{
    struct x86 *x = x86_of(g);
    if (!g->k->avx512) {
        blend(g, width, to, to, from, mask);
        return;
    }
    x->mask = (uint8_t) mask;
    x86_v(x, width == 8 ? X_MOVUPD : X_MOVUPS, (int) simd_unit_bytes(g), to, 0, from);
    x->mask = 0;
}

/* The register or the home of a unit gets a vector; under the mask if lanes that do not run keep theirs. */
void simd_put_unit(struct simd_gen *g, uint32_t op, uint32_t value, uint32_t unit, int from)
{
    struct x86 *x = x86_of(g);
    const struct simd_value *v = simd_at(g->k, value);
    int reg = simd_unit_register(g, v, unit), bytes = (int) simd_unit_size(g, v), mask = 0;
    bool merges = simd_merges(g, op, v) && v->units > 1;
    uint32_t strip = v->width == 8 ? unit / 2 : unit, half = v->width == 8 ? unit % 2 : 0;
    if (merges)
        mask = simd_mask(g, strip, half, bytes / v->width, 1);
    if (merges && !g->k->avx512) {
        int old = reg;
        if (reg == NO_REGISTER)
            x86_v_m(x, X_MOVUPS, bytes, old = MERGE_REGISTER, 0, simd_home(g, v, unit));
        blend(g, v->width, from == reg ? reg : old, old, from, mask);
        from = old;
        mask = 0;
    }
    enum x86_op move = !mask           ? X_MOVUPS
                       : v->width == 8 ? X_MOVUPD
                       : v->width == 2 ? X_MOVU_16
                                       : X_MOVUPS;
    bool home = reg == NO_REGISTER;
    if (home && mask) /* a store under a mask would be waited for by the next load */
        x86_v_m(x, X_MOVUPS, bytes, reg = MERGE_REGISTER, 0, simd_home(g, v, unit));
    x->mask = (uint8_t) mask;
    if (reg != from && reg != NO_REGISTER)
        x86_v(x, move, bytes, reg, 0, from);
    x->mask = 0;
    if (home)
        x86_v_m(x, X_STORE, bytes, reg == NO_REGISTER ? from : reg, 0, simd_home(g, v, unit));
}

void simd_put_scalar(struct simd_gen *g, const struct simd_value *v, uint32_t row,
                     enum x86_gpr from)
{
    enum x86_gpr to = simd_gpr(g, v, row);
    if (to == NO_GPR || v->read_in_slot)
        x86_store(x86_of(g), v->width == 8, simd_slot(g, v, row), from);
    if (to != NO_GPR && to != from)
        x86_r(x86_of(g), ALU_MOV, v->width == 8, to, from);
}

void simd_put_predicate(struct simd_gen *g, uint32_t op, uint32_t value)
{
    struct x86 *x = x86_of(g);
    const struct simd_value *v = simd_at(g->k, value);
    struct x86_mem word = vreg_at(v->vreg);
    if (simd_merges(g, op, v) && !v->uniform) {
        x86_r_m(x, ALU_MOV, false, RDX, stack_at(g->mask_at));
        x86_r(x, ALU_AND, false, RCX, RDX);
        x86_unary(x, UNARY_NOT, false, RDX);
        x86_r_m(x, ALU_AND, false, RDX, word);
        x86_r(x, ALU_OR, false, RCX, RDX);
    }
    x86_store(x, false, word, RCX);
}

/* ---- vector ops ---- */

static bool is_wide(const struct simd_gen *g, uint32_t op)
{
    const struct simd_use *u = simd_uses(g->k, op);
    for (uint32_t i = 0; i < g->k->ops[op].count; i++)
        if (u[i].width == 8)
            return true;
    return false;
}

/* The mask of a comparison that a selection makes: in k1, or in a vector. */
static int compare_for(struct simd_gen *g, uint32_t op, uint32_t strip, uint32_t half)
{
    uint32_t n = g->k->ops[op].compare - 1;
    const struct op *compare = simd_op_at(g, n);
    bool clean = !(native_ops[compare->code].flags & TAKES_NANS);
    struct regs r = {.d = RESULT_REGISTER};
    r.a = simd_fetch_unit(g, simd_operand(g->k, op, 2, false), strip, half, clean,
                          OPERAND_REGISTER + 2);
    r.b = simd_fetch_unit(g, simd_operand(g->k, op, 3, false), strip, half, clean, HALF_REGISTER);
    native_ops[compare->code].write(&g->base, compare, &native_ops[compare->code], r);
    return r.d;
}

/* Where a unit of an operand is that has no register and is taken as it is. */
static bool is_in_memory(const struct simd_gen *g, uint32_t value, uint32_t strip, uint32_t half,
                         bool clean, struct x86_mem *out)
{
    const struct simd_value *v = simd_at(g->k, value);
    if (!v->units || v->in_block || (clean && v->dirty))
        return false;
    const struct unit_place p = place_of_unit(g, v, strip, half);
    *out = simd_home(g, v, p.unit);
    out->disp += (int32_t) p.offset;
    return p.reg == NO_REGISTER;
}

/* The second operand, or the first if they may change places, need not be loaded before the instruction. Returns the one that is fetched in the place
 * of a; NO_VALUE: both are. */
static uint32_t leave_in_memory(struct simd_gen *g, uint32_t op, uint32_t strip, uint32_t half,
                                bool clean, struct regs *r)
{
    enum op_code code = (enum op_code) simd_op_at(g, op)->code;
    uint32_t a = simd_operand(g->k, op, 0, false), b = simd_operand(g->k, op, 1, false);
    r->b_in_memory = false;
    if (!native_takes_memory(code) || g->k->ops[op].shift ||
        simd_is_index(simd_at(g->k, simd_operand(g->k, op, 0, true))))
        return NO_VALUE;
    r->b_in_memory = is_in_memory(g, b, strip, half, clean, &r->b_at);
    if (r->b_in_memory)
        return a;
    r->b_in_memory = native_commutes(code) && is_in_memory(g, a, strip, half, clean, &r->b_at);
    return r->b_in_memory ? b : NO_VALUE;
}

static void fetch_operands(struct simd_gen *g, uint32_t op, uint32_t strip, uint32_t half,
                           struct regs *r)
{
    enum op_code code = (enum op_code) simd_op_at(g, op)->code;
    bool passes = native_passes_nans(code) && simd_at(g->k, simd_operand(g->k, op, 0, true))->dirty,
         clean = !(native_ops[code].flags & TAKES_NANS) && !passes;
    int *to[3] = {&r->a, &r->b, &r->c};
    uint32_t only = leave_in_memory(g, op, strip, half, clean, r);
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t v = simd_operand(g->k, op, i, false);
        if (i == 1 && (only != NO_VALUE || g->k->ops[op].shift)) {
            r->b = NO_REGISTER;
            continue;
        }
        v = i == 0 && only != NO_VALUE ? only : v;
        if (i == 2 && g->k->ops[op].compare)
            *to[i] = compare_for(g, op, strip, half);
        else if (v != NO_VALUE && simd_at(g->k, v)->class == SIMD_PREDICATE)
            *to[i] = fetch_predicate(g, v, strip, half, OPERAND_REGISTER + (int) i);
        else if (v != NO_VALUE)
            *to[i] = simd_fetch_unit(g, v, strip, half, clean, OPERAND_REGISTER + (int) i);
        if (v != NO_VALUE && i < 2) /* arithmetic gives no NaN that signals */
            r->quiet[i] = simd_at(g->k, v)->dirty || simd_is_quiet(g, simd_at(g->k, v));
    }
}

/* Whether the result's NaNs are to be made 0x7fffffff at once. */
static bool cleans(const struct simd_gen *g, uint32_t op)
{
    const struct simd_value *d = simd_at(g->k, simd_operand(g->k, op, 0, true));
    return native_ops[simd_op_at(g, op)->code].flags & GIVES_NANS && d->width == 4 && !d->dirty;
}

/* Whether the instruction may write the register of the result at once. */
static bool writes_directly(const struct simd_gen *g, uint32_t op, const struct regs *r, int d,
                            bool merges)
{
    enum native_form form = native_form_of((enum op_code) simd_op_at(g, op)->code, g->k->avx512);
    uint16_t code = simd_op_at(g, op)->code;
    bool lanes_of_64 = native_ops[code].op >> 8 & 3; /* what a mask's bit stands for */
    bool lanes_of_16 = op_infos[code].size_d == 2;
    if (d == NO_REGISTER ||
        (merges && (lanes_of_16 || cleans(g, op) || (is_wide(g, op) && !lanes_of_64))))
        return false;
    if (form == FORM_ONE || (form == FORM_FUSED && d == r->c && d != r->a && d != r->b))
        return !merges || g->k->avx512;
    return !merges && d != r->a && d != r->b && d != r->c;
}

static void compute(struct simd_gen *g, uint32_t op, struct regs r)
{
    const struct op *o = simd_op_at(g, op);
    const struct simd_op *how = &g->k->ops[op];
    if (simd_is_index(simd_at(g->k, simd_operand(g->k, op, 0, true)))) {
        x86_v(x86_of(g), X_MOVUPS, (int) simd_unit_bytes(g), r.d, 0, r.a);
        return;
    }
    if (o->code == OP_prmt_32) {
        gen_permute_bytes(&g->base,
                          (uint32_t) simd_at(g->k, simd_operand(g->k, op, 2, false))->bits, r);
        return;
    }
    struct native_op writer =
        how->shift ? native_shifted((enum op_code) o->code) : native_ops[o->code];
    if (how->shift)
        writer.imm = how->shift;
    if (how->negates)
        writer.op = native_fused((enum op_code) o->code, how->negates);
    writer.write(&g->base, o, &writer, r);
    if (cleans(g, op))
        gen_canon(&g->base, r.d);
}

/* A unit of the result from operands that are all as wide. */
static void compute_unit(struct simd_gen *g, uint32_t op, uint32_t d, uint32_t unit, struct regs *r)
{
    const struct simd_value *v = simd_at(g->k, d);
    int reg = simd_unit_register(g, v, unit);
    bool merges = simd_merges(g, op, v) && v->units > 1;
    if (!writes_directly(g, op, r, reg, merges)) {
        r->d = RESULT_REGISTER;
        compute(g, op, *r);
        simd_put_unit(g, op, d, unit, r->d);
        return;
    }
    r->d = reg;
    if (merges)
        x86_of(g)->mask = (uint8_t) simd_mask(g, v->width == 8 ? unit / 2 : unit,
                                              v->width == 8 ? unit % 2 : 0, g->base.lanes, 1);
    compute(g, op, *r);
    x86_of(g)->mask = 0;
}

static void write_vector_op(struct simd_gen *g, uint32_t op, uint32_t strip)
{
    struct x86 *x = x86_of(g);
    uint32_t d = simd_operand(g->k, op, 0, true);
    bool wide = is_wide(g, op), narrows = wide && simd_at(g->k, d)->width == 4;
    struct regs r = {0};
    g->base.lanes = (int) g->k->strip / (wide ? 2 : 1);
    for (uint32_t half = 0; half < (wide ? 2 : 1); half++) {
        fetch_operands(g, op, strip, half, &r);
        if (narrows) {
            r.d = half ? HALF_REGISTER : RESULT_REGISTER;
            compute(g, op, r);
        } else {
            compute_unit(g, op, d, simd_at(g->k, d)->width == 8 ? 2 * strip + half : strip, &r);
        }
    }
    g->base.lanes = (int) g->k->strip;
    if (!narrows)
        return;
    x86_v(x, g->k->avx512 ? X_INSERT256 : X_INSERT128, (int) simd_unit_bytes(g), RESULT_REGISTER,
          RESULT_REGISTER, HALF_REGISTER);
    x86_byte(x, 1);
    simd_put_unit(g, op, d, strip, RESULT_REGISTER);
}

/* ---- quotients of consecutive numbers by one: `i % w` and `i / w` of a thread's index. In most strips one quotient is that of all lanes, and the
 * remainders are consecutive. If not, or if a lane wraps or is negative, cold code divides all lanes ---- */

static bool divides_run(const struct simd_gen *g, uint32_t op)
{
    switch ((enum op_code) simd_op_at(g, op)->code) {
    case OP_div_s32:
    case OP_div_u32:
    case OP_rem_s32:
    case OP_rem_u32: break;
    default: return false;
    }
    const struct simd_value *a = simd_at(g->k, simd_operand(g->k, op, 0, false)),
                            *b = simd_at(g->k, simd_operand(g->k, op, 1, false));
    return a->class == SIMD_SCALAR && a->x == 1 && simd_row_lanes(g->k) >= g->k->strip &&
           simd_is_one(b);
}

static void cold_divide(struct simd_gen *g, const struct simd_cold *c)
{
    write_vector_op(g, c->op, c->extra);
}

static void divide_run(struct simd_gen *g, uint32_t op, uint32_t strip)
{
    struct x86 *x = x86_of(g);
    uint8_t how = native_ops[simd_op_at(g, op)->code].imm;
    bool is_signed = how & SIGNED_DIVISION, remainder = how & REMAINDER;
    const struct simd_value *a = simd_at(g->k, simd_operand(g->k, op, 0, false));
    uint32_t lane = strip * g->k->strip, column = lane % simd_row_lanes(g->k),
             row = a->rows ? lane / simd_row_lanes(g->k) : 0;
    int32_t last = (int32_t) g->k->strip - 1;
    uint32_t cold = simd_cold(g, op, cold_divide), d = simd_operand(g->k, op, 0, true);
    g->colds.at[cold].extra = strip;
    if (simd_fails(g->k, op))
        simd_cold_if(g, cold, CC_ALWAYS);
    simd_load_scalar(g, a, row, RAX);
    if (column)
        x86_r_i(x, ALU_ADD, false, RAX, (int32_t) column);
    x86_r(x, ALU_MOV, false, RDX, RAX);
    x86_r_i(x, ALU_ADD, false, RDX, last);
    simd_cold_if(g, cold, is_signed ? CC_O : CC_B);
    if (is_signed) {
        x86_test(x, false, RAX, RAX);
        simd_cold_if(g, cold, CC_S);
    }
    simd_load_scalar(g, simd_at(g->k, simd_operand(g->k, op, 1, false)), 0, RCX);
    x86_test(x, false, RCX, RCX);
    simd_cold_if(g, cold, is_signed ? CC_LE : CC_E);
    x86_divide(x, false, is_signed, false, RCX);
    x86_r(x, ALU_SUB, false, RCX, RDX);
    x86_r_i(x, ALU_CMP, false, RCX, last);
    simd_cold_if(g, cold, CC_BE);
    simd_broadcast(g, false, RESULT_REGISTER, remainder ? RDX : RAX);
    if (remainder)
        x86_v_m(x, X_PADDD, (int) simd_unit_bytes(g), RESULT_REGISTER, RESULT_REGISTER,
                steps(g, a, 0, (int) g->k->strip));
    simd_put_unit(g, op, d, strip, RESULT_REGISTER);
    simd_cold_back(g, cold);
}

/* The lanes are numbers. */
static void load_known(struct simd_gen *g, uint32_t op, uint32_t strip, const uint64_t *lanes)
{
    uint32_t numbers[WARP_LANES / 2], d = simd_operand(g->k, op, 0, true);
    const struct simd_value *v = simd_at(g->k, d);
    int reg = simd_unit_register(g, v, strip),
        to = reg == NO_REGISTER || simd_merges(g, op, v) ? RESULT_REGISTER : reg;
    for (uint32_t l = 0; l < g->k->strip; l++)
        numbers[l] = (uint32_t) lanes[strip * g->k->strip + l];
    x86_v_m(x86_of(g), X_MOVUPS, (int) simd_unit_bytes(g), to, 0,
            simd_pool(g, numbers, simd_unit_bytes(g)));
    if (to != reg)
        simd_put_unit(g, op, d, strip, to);
}

void simd_vector_op(struct simd_gen *g, uint32_t op, uint32_t strip)
{
    const struct simd_value *v = simd_at(g->k, simd_operand(g->k, op, 0, true));
    const uint64_t *lanes =
        g->k->threads && v->width == 4 ? thread_values_of(g->k->threads, v->vreg) : NULL;
    if (lanes)
        load_known(g, op, strip, lanes);
    else if (divides_run(g, op))
        divide_run(g, op, strip);
    else
        write_vector_op(g, op, strip);
}

void simd_uniform_op(struct simd_gen *g, uint32_t op)
{
    struct x86 *x = x86_of(g);
    uint32_t d = simd_operand(g->k, op, 0, true);
    bool wide = is_wide(g, op);
    struct regs r = {0};
    g->base.lanes = (int) g->k->strip / (wide ? 2 : 1);
    fetch_operands(g, op, 0, 0, &r);
    if (wide && simd_at(g->k, d)->width == 4) { /* the upper half is not computed */
        r.d = RESULT_REGISTER;
        compute(g, op, r);
        x86_v(x, X_BROADCASTD, (int) simd_unit_bytes(g), RESULT_REGISTER, 0, RESULT_REGISTER);
        simd_put_unit(g, op, d, 0, RESULT_REGISTER);
    } else {
        compute_unit(g, op, d, 0, &r);
    }
    g->base.lanes = (int) g->k->strip;
}

/* ---- comparisons: the bits of all lanes in ecx ---- */

static void gather_bits(struct simd_gen *g, int vector, uint32_t first)
{
    struct x86 *x = x86_of(g);
    enum x86_gpr to = first ? RAX : RCX;
    if (g->k->avx512)
        x86_kmov_to(x, to, 1);
    else
        x86_v(x, X_MOVMSKPS, 4 * g->base.lanes, (int) to, 0, vector);
    if (!first)
        return;
    x86_shift(x, true, false, RAX, (uint8_t) first);
    x86_r(x, ALU_OR, false, RCX, RAX);
}

void simd_compare_op(struct simd_gen *g, uint32_t op)
{
    struct x86 *x = x86_of(g);
    uint32_t d = simd_operand(g->k, op, 0, true);
    bool wide = is_wide(g, op), one = simd_at(g->k, d)->uniform;
    g->base.lanes = (int) g->k->strip / (wide ? 2 : 1);
    for (uint32_t first = 0; first < (one ? 1 : WARP_LANES); first += (uint32_t) g->base.lanes) {
        struct regs r = {.d = RESULT_REGISTER};
        fetch_operands(g, op, first / g->k->strip, first % g->k->strip ? 1 : 0, &r);
        compute(g, op, r);
        gather_bits(g, r.d, first);
    }
    g->base.lanes = (int) g->k->strip;
    if (one) {
        x86_r_i(x, ALU_AND, false, RCX, 1);
        x86_unary(x, UNARY_NEG, false, RCX);
    }
    simd_put_predicate(g, op, d);
}

bool simd_known_op(struct simd_gen *g, uint32_t n)
{
    uint32_t d = op_is_value(simd_op_at(g, n)) ? simd_operand(g->k, n, 0, true) : NO_VALUE;
    const struct simd_value *v = d == NO_VALUE ? NULL : simd_at(g->k, d);
    if (!v || !v->known)
        return false;
    x86_r_i(x86_of(g), ALU_MOV, false, RCX, (int32_t) v->bits);
    simd_put_predicate(g, n, d);
    return true;
}
