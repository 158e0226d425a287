/* SPDX-License-Identifier: Apache-2.0 */
/* Loads and stores of elements of 8 and 16 bits that follow each other in each row of a warp, or of one for each row. A load widens them, so
 * that a strip is half a register, or one if 32 bits are wanted. Those that follow each other are loaded strip by strip, like words. Checks and addresses are those
 * of simd_memory.c. Next: simd_lanes.c. */
#include "device/cpu/jit/simd_lanes.h"

/* A strip is a row or a part of one; with AVX-512 it is two rows of 8. */
static uint32_t pieces_of_strip(const struct simd_gen *g)
{
    return g->k->strip > simd_row_lanes(g->k) ? 2 : 1;
}

static int lanes_of_piece(const struct simd_gen *g)
{
    return (int) (g->k->strip / pieces_of_strip(g));
}

static int bytes_of_piece(const struct simd_gen *g)
{
    return 2 * lanes_of_piece(g);
}

static enum x86_op narrow_move(const struct simd_gen *g, bool byte, bool is_signed, bool widens)
{
    if (widens)
        return byte ? is_signed ? X_PMOVSXBD : X_PMOVZXBD : is_signed ? X_PMOVSXWD : X_PMOVZXWD;
    if (byte)
        return is_signed ? X_PMOVSXBW : X_PMOVZXBW;
    return g->k->avx512 ? X_MOVU_16 : X_MOVUPS;
}

static void store_narrow(struct simd_gen *g, uint32_t size, int from, struct x86_mem at)
{
    struct x86 *x = x86_of(g);
    if (g->k->avx512) {
        x86_v_m(x, size == 1 ? X_PMOVWB : X_STORE_16, bytes_of_piece(g), from, 0, at);
        return;
    }
    if (size == 2) {
        x86_v_m(x, X_STORE, 16, from, 0, at);
        return;
    }
    int low = simd_constant(&g->base, 0xff00ff, 4);
    x86_v(x, X_PAND, 16, RESULT_REGISTER, from, low);
    x86_v(x, X_PACKUSWB, 16, RESULT_REGISTER, RESULT_REGISTER, RESULT_REGISTER);
    x86_v_m(x, X_STORE_64, 16, RESULT_REGISTER, 0, at);
}

/* c->extra: the interpreter's function. */
static void cold_check_lanes(struct simd_gen *g, const struct simd_cold *c)
{
    for (uint32_t row = 0; row < simd_address_rows(g, c->op); row++)
        simd_check_row(g, c->op, row, c->extra);
    if (simd_address_rows(g, c->op) == g->k->rows)
        return;
    x86_r_m(x86_of(g), ALU_MOV, true, RAX, simd_kept_address(g, c->op, 0));
    simd_keep_for_others(g, c->op);
}

/* The interpreter loads the elements of the lanes that run into the frame's vector register. The load goes on with a copy of them, as large as they are in
 * memory. */
static void cold_load_copy(struct simd_gen *g, const struct simd_cold *c)
{
    struct x86 *x = x86_of(g);
    const struct op *op = simd_op_at(g, c->op);
    uint32_t size = op_element_bytes(op), area = g->stack = (g->stack + 63) & ~63u,
             lanes = (uint32_t) lanes_of_piece(g);
    g->stack += WARP_LANES * size;
    simd_save(g);
    simd_prepare_operands(g, c->op);
    simd_call_function(g, c->op);
    for (uint32_t lane = 0; lane < WARP_LANES; lane += lanes) {
        x86_v_m(x, narrow_move(g, false, false, false), bytes_of_piece(g), OPERAND_REGISTER, 0,
                vreg_at(op->d + 2 * lane));
        store_narrow(g, size, OPERAND_REGISTER, stack_at(area + lane * size));
    }
    for (uint32_t row = 0; row < g->k->rows; row++) {
        x86_lea(x, RAX, stack_at(area + row * simd_row_lanes(g->k) * size));
        x86_store(x, true, simd_kept_address(g, c->op, row), RAX);
    }
    simd_restore(g);
}

/* The interpreter loads the element of each row, or the one for all lanes, which the first that runs gives to the others. */
static void cold_load_one(struct simd_gen *g, const struct simd_cold *c)
{
    struct x86 *x = x86_of(g);
    uint32_t d = simd_operand(g->k, c->op, 0, true);
    const struct simd_value *v = d == NO_VALUE ? NULL : simd_at(g->k, d);
    simd_cold_access(g, c);
    if (!v || v->class != SIMD_UNIFORM || !simd_may_part(g))
        return;
    x86_r_m(x, ALU_MOV, false, RCX, stack_at(g->mask_at));
    x86_count_zeros(x, false, RCX, RCX);
    x86_r_i(x, ALU_AND, false, RCX, WARP_LANES - 1);
    x86_extend_m(x, EXTEND_U16, RCX, (struct x86_mem){G_VREGS, RCX, 2, (int32_t) v->vreg});
    x86_v(x, X_FROM_D, 16, RESULT_REGISTER, 0, RCX);
    x86_v(x, X_BROADCASTW, (int) simd_unit_size(g, v), RESULT_REGISTER, 0, RESULT_REGISTER);
    simd_put_unit(g, c->op, d, 0, RESULT_REGISTER);
}

/* The address of each row is kept, or the interpreter executes the op. Returns that cold code. */
static uint32_t check_narrow(struct simd_gen *g, uint32_t n)
{
    const struct op *op = simd_op_at(g, n);
    bool follow = simd_address(g, n)->x, some = simd_may_part(g) && g->k->avx512 && follow;
    uint32_t size = op_element_bytes(op), span = follow ? size * simd_row_threads(g->k) : size,
             lanes = some ? simd_cold(g, n, cold_check_lanes) : 0,
             cold = simd_cold(g, n,
                              !op_is_load(op) ? simd_cold_access
                              : follow        ? cold_load_copy
                                              : cold_load_one);
    if (some) {
        g->colds.at[lanes].extra = cold;
        g->colds.at[cold].nested = true;
        simd_cold_if(g, lanes, CC_ALWAYS);
        simd_cold_back(g, lanes);
        return cold;
    }
    if (simd_needs_all_lanes(g, n))
        simd_leave_masked(g, cold);
    for (uint32_t row = 0; row < simd_address_rows(g, n); row++) {
        simd_load_base(g, n, row);
        simd_check_access(g, op, span, size, row, cold);
        simd_to_process(g, op);
        x86_store(x86_of(g), true, simd_kept_address(g, n, row), RAX);
    }
    simd_keep_for_others(g, n);
    return cold;
}

static void load_narrow(struct simd_gen *g, uint32_t n, struct x86_mem at, int to)
{
    struct x86 *x = x86_of(g);
    const struct op *op = simd_op_at(g, n);
    const struct simd_value *v = simd_at(g->k, simd_operand(g->k, n, 0, true));
    bool byte = op_element_bytes(op) == 1,
         is_signed = v->widened ? v->widened == WIDENED_SIGNED : simd_loads_signed(op);
    int bytes = lanes_of_piece(g) * v->width;
    if (simd_address(g, n)->x) {
        x86_v_m(x, narrow_move(g, byte, is_signed, v->widened), bytes, to, 0, at);
        return;
    }
    uint8_t mask = x->mask;
    x->mask = 0;
    x->zeroing = false;
    x86_extend_m(x,
                 byte        ? is_signed ? EXTEND_I8 : EXTEND_U8
                 : is_signed ? EXTEND_I16
                             : EXTEND_U16,
                 RCX, at);
    x86_v(x, X_FROM_D, 16, to, 0, RCX);
    x86_v(x, v->widened ? X_BROADCASTD : X_BROADCASTW, bytes, to, 0, to);
    x->mask = mask;
}

static void load_piece(struct simd_gen *g, uint32_t n, uint32_t strip, uint32_t piece, int to)
{
    struct x86 *x = x86_of(g);
    struct x86_mem at = simd_narrow_mem(g, n, strip, piece);
    if (simd_is_masked(g) && g->k->avx512) {
        x->mask = (uint8_t) simd_mask(g, strip, piece, lanes_of_piece(g), 0);
        x->zeroing = true;
    }
    load_narrow(g, n, at, to);
    x->mask = 0;
    x->zeroing = false;
}

static void load_narrow_strip(struct simd_gen *g, uint32_t n, uint32_t strip)
{
    uint32_t d = simd_operand(g->k, n, 0, true);
    const struct simd_value *v = simd_at(g->k, d);
    int reg = simd_unit_register(g, v, strip);
    int to = reg == NO_REGISTER || simd_merges(g, n, v) ? RESULT_REGISTER : reg;
    load_piece(g, n, strip, 0, to);
    if (pieces_of_strip(g) == 2) {
        load_piece(g, n, strip, 1, OPERAND_REGISTER);
        x86_v(x86_of(g), v->widened ? X_INSERT256 : X_INSERT128, (int) simd_unit_size(g, v), to, to,
              OPERAND_REGISTER);
        x86_byte(x86_of(g), 1);
    }
    if (to != reg)
        simd_put_unit(g, n, d, strip, to);
}

static void store_narrow_strips(struct simd_gen *g, uint32_t n)
{
    struct x86 *x = x86_of(g);
    uint32_t size = op_element_bytes(simd_op_at(g, n)), data = simd_operand(g->k, n, 1, false);
    bool masked = simd_is_masked(g) && g->k->avx512;
    g->base.lanes = lanes_of_piece(g);
    for (uint32_t strip = 0; strip < WARP_LANES / g->k->strip; strip++)
        for (uint32_t piece = 0; piece < pieces_of_strip(g); piece++) {
            int from = simd_fetch_unit(g, data, strip, piece, true, OPERAND_REGISTER);
            struct x86_mem at = simd_narrow_mem(g, n, strip, piece);
            x->mask = masked ? (uint8_t) simd_mask(g, strip, piece, lanes_of_piece(g), 0) : 0;
            store_narrow(g, size, from, at);
            x->mask = 0;
        }
    g->base.lanes = (int) g->k->strip;
}

/* Elements that follow each other. */
static void load_followers(struct simd_gen *g, uint32_t n, uint32_t strip)
{
    if (simd_group_of(g, n))
        simd_check_group(g, n, strip);
    else if (!strip)
        simd_cold_back(g, check_narrow(g, n));
    load_narrow_strip(g, n, strip);
    if (!strip)
        simd_fetch_ahead(g, n);
}

/* One for each row of the warp, or for all lanes. */
static void load_ones(struct simd_gen *g, uint32_t n)
{
    for (uint32_t s = 0; s < simd_at(g->k, simd_operand(g->k, n, 0, true))->units; s++)
        load_narrow_strip(g, n, s);
}

/* The check, and the moves of all strips, in place of which cold code executes the op. */
static void access_narrow(struct simd_gen *g, uint32_t n,
                          void (*move_strips)(struct simd_gen *g, uint32_t n))
{
    bool grouped = simd_group_of(g, n);
    uint32_t cold = 0;
    if (grouped)
        simd_check_group(g, n, 0);
    else
        cold = check_narrow(g, n);
    move_strips(g, n);
    if (!grouped)
        simd_cold_back(g, cold);
}

void simd_load_narrow_op(struct simd_gen *g, uint32_t n, uint32_t first, uint32_t end)
{
    if (!simd_address(g, n)->x)
        access_narrow(g, n, load_ones);
    for (uint32_t s = first; simd_address(g, n)->x && s < end; s++)
        load_followers(g, n, s);
}

void simd_store_narrow_op(struct simd_gen *g, uint32_t n)
{
    access_narrow(g, n, store_narrow_strips);
}

/* ---- elements of 8 and 16 bits, to and from rcx ---- */

void simd_load_narrow_lane(struct simd_gen *g, const struct lane_code *c, uint32_t lane)
{
    const struct op *op = simd_op_at(g, c->op);
    struct x86 *x = x86_of(g);
    uint32_t size = op_element_bytes(op);
    enum x86_extend how = size == 2 ? EXTEND_U16 : simd_loads_signed(op) ? EXTEND_I8 : EXTEND_U8;
    for (uint32_t e = 0; e < op_elements(op); e++) {
        uint32_t vreg = op_infos[op->code].vector ? ((const uint32_t *) op->more)[e] : op->d;
        if (vreg == UINT32_MAX)
            continue;
        x86_extend_m(x, how, RCX, simd_element_at(e, size));
        x86_store_16(x, simd_lane_mem(simd_lane_area(g, LANE_RESULT + e * LANE_ELEMENT), 2, lane),
                     RCX);
    }
}

void simd_store_narrow_lane(struct simd_gen *g, const struct lane_code *c, uint32_t lane)
{
    const struct op *op = simd_op_at(g, c->op);
    struct x86 *x = x86_of(g);
    uint32_t size = op_element_bytes(op);
    for (uint32_t e = 0; e < op_elements(op); e++) {
        struct x86_mem from = simd_lane_area(g, LANE_OPERAND + e * LANE_ELEMENT);
        x86_extend_m(x, EXTEND_U16, RCX, simd_lane_mem(from, 2, lane));
        (size == 1 ? x86_store_8 : x86_store_16)(x, simd_element_at(e, size), RCX);
    }
}

/* ---- results, and operands and results in the area ---- */

uint32_t simd_element(const struct simd_kernel *k, uint32_t n, uint32_t element)
{
    const struct op *op = &k->code->ops[n];
    const uint32_t *vregs = op_infos[op->code].vector ? op->more : NULL;
    uint32_t written = 0;
    for (uint32_t e = 0; vregs && e < element; e++)
        written += vregs[e] != UINT32_MAX;
    return vregs && vregs[element] == UINT32_MAX ? NO_VALUE : simd_operand(k, n, written, true);
}

int simd_place_of(const struct simd_gen *g, uint32_t n, const struct simd_value *v, uint32_t unit)
{
    int reg = simd_unit_register(g, v, unit);
    return reg == NO_REGISTER || simd_merges(g, n, v) ? HALF_REGISTER : reg;
}

void simd_spill_operand(struct simd_gen *g, uint32_t value, uint32_t at, bool clean)
{
    const struct simd_value *v = simd_at(g->k, value);
    uint32_t bytes = simd_unit_size(g, v), halves = v->width == 8 ? 2 : 1;
    g->base.lanes = (int) (bytes / v->width);
    for (uint32_t unit = 0; unit < WARP_LANES * v->width / bytes; unit++) {
        int reg = simd_fetch_unit(g, value, unit / halves, unit % halves, clean, OPERAND_REGISTER);
        x86_v_m(x86_of(g), X_STORE, (int) bytes, reg, 0, simd_lane_area(g, at + unit * bytes));
    }
    g->base.lanes = (int) g->k->strip;
}

void simd_take_results(struct simd_gen *g, uint32_t n, uint32_t d, struct x86_mem at)
{
    const struct simd_value *v = simd_at(g->k, d);
    enum x86_op move = v->widened == WIDENED_SIGNED     ? X_PMOVSXWD
                       : v->widened == WIDENED_UNSIGNED ? X_PMOVZXWD
                                                        : X_MOVUPS;
    uint32_t bytes = simd_unit_size(g, v);
    for (uint32_t unit = 0; unit < WARP_LANES * v->width / bytes; unit++) {
        x86_v_m(x86_of(g), move, (int) bytes, RESULT_REGISTER, 0, at);
        simd_put_unit(g, n, d, unit, RESULT_REGISTER);
        at.disp += (int32_t) (v->widened ? bytes / 2 : bytes);
    }
}
