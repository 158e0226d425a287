/* SPDX-License-Identifier: Apache-2.0 */
/* Loads and stores whose addresses are a base for each row of the warp: consecutive elements, or one element for the row. Each row has one
 * check: against the object that the op accessed last (its inline cache), or the block's shared memory. An address that passes is kept in
 * the stack for all strips.
 *
 * If a check fails, cold code calls the interpreter's function of the op, which finds the object, or the fault. A load then goes on with
 * the vector register of the frame as its address, so what follows has one form. If some lanes do not run, cold code checks
 * the span of those that do. Next: simd_code.c. */
#include <stddef.h>

#include "device/cpu/code/full_mask.h"
#include "device/cpu/exec/machine.h"
#include "device/cpu/jit/simd_lanes.h"

static const struct x86_mem at_rax = {RAX, NO_GPR, 1, 0};

static bool is_shared(const struct op *op)
{
    return op_infos[op->code].address == 4 || op->space == PTX_SHARED;
}

struct x86_mem simd_kept_address(struct simd_gen *g, uint32_t n, uint32_t row)
{
    if (!g->address_at[n]) {
        g->address_at[n] = g->stack + 1;
        g->stack += 8 * VECTOR_ROWS_MAX;
    }
    return stack_at(g->address_at[n] - 1 + 8 * row);
}

/* The address in global memory, or the offset in shared memory, `imm` bytes from the address of the first lane of a row. */
static void load_base_at(struct simd_gen *g, uint32_t n, uint32_t row, int64_t imm, enum x86_gpr to)
{
    struct x86 *x = x86_of(g);
    const struct simd_value *v = simd_address(g, n);
    enum x86_gpr reg = simd_gpr(g, v, row);
    bool wide = v->width == 8, small = imm == (int32_t) imm;
    if (wide && small && imm && reg != NO_GPR) {
        x86_lea(x, to, (struct x86_mem){reg, NO_GPR, 1, (int32_t) imm});
        return;
    }
    simd_load_scalar(g, v, row, to);
    if (!small) {
        x86_mov_i64(x, RDX, (uint64_t) imm);
        x86_r(x, ALU_ADD, wide, to, RDX);
    } else if (imm) {
        x86_r_i(x, ALU_ADD, wide, to, (int32_t) imm);
    }
}

void simd_load_base(struct simd_gen *g, uint32_t n, uint32_t row)
{
    load_base_at(g, n, row, simd_op_at(g, n)->imm, RAX);
}

/* A check of an access, whose address is in a register; else cold code goes on. */
struct check {
    const struct op *op;
    enum x86_gpr at;
    uint32_t span, /* bytes; 0: as many as rcx says */
        align, row, cold;
};

static void check_shared(struct simd_gen *g, const struct check *c)
{
    struct x86 *x = x86_of(g);
    x86_lea(x, RDX, (struct x86_mem){c->at, NO_GPR, 1, (int32_t) c->span});
    x86_r_m(x, ALU_CMP, true, RDX,
            (struct x86_mem){G_BLOCK, NO_GPR, 1, offsetof(struct thread_block, shared_size)});
    simd_cold_if(g, c->cold, CC_A);
}

static struct x86_mem in_cache(const struct op *op, size_t field)
{
    return (struct x86_mem){G_CACHES, NO_GPR, 1,
                            (int32_t) (op->cache * sizeof(struct inline_cache) + field)};
}

/* The last offset that passes is in rcx for the rows behind the first. */
static void check_span(struct simd_gen *g, const struct check *c)
{
    struct x86 *x = x86_of(g);
    struct x86_mem start = in_cache(c->op, offsetof(struct inline_cache, start)),
                   size = in_cache(c->op, offsetof(struct inline_cache, size));
    if (is_shared(c->op))
        size = (struct x86_mem){G_BLOCK, NO_GPR, 1, offsetof(struct thread_block, shared_size)};
    enum x86_gpr room = c->span ? RCX : RSI;
    if (!c->span || !c->row)
        x86_r_m(x, ALU_MOV, true, room, size);
    x86_r(x, ALU_MOV, true, RDX, c->at);
    if (!is_shared(c->op))
        x86_r_m(x, ALU_SUB, true, RDX, start);
    if (!c->span)
        x86_r(x, ALU_SUB, true, room, RCX);
    else if (!c->row)
        x86_r_i(x, ALU_SUB, true, room, (int32_t) c->span);
    if (!c->span || !c->row)
        simd_cold_if(g, c->cold, CC_B);
    x86_r(x, ALU_CMP, true, RDX, room);
    simd_cold_if(g, c->cold, CC_A);
}

static void check_aligned(struct simd_gen *g, const struct check *c)
{
    x86_test_i(x86_of(g), c->at, c->align - 1);
    simd_cold_if(g, c->cold, CC_NE);
}

/* ---- limits: in the first variant one comparison with a number of places checks the span and the alignment, as the offset is rotated so
 * that bits below the alignment make it large. The number is counted when it is 0, as it is when the cache has got another object ---- */

static bool has_limit(const struct simd_gen *g, const struct op *op, uint32_t span)
{
    uint32_t n = (uint32_t) (op - g->k->code->ops);
    if (!g->limit_of || g->second || g->in_cold || !span || is_shared(op) || simd_fails(g->k, n) ||
        (g->limit_of[n] && g->limit_of[n] != span + 1))
        return false;
    g->limit_of[n] = span + 1;
    return true;
}

/* c->extra: the cold code of an access that fails; the span is in limit_of. */
static void cold_limit(struct simd_gen *g, const struct simd_cold *c)
{
    struct x86 *x = x86_of(g);
    const struct op *op = simd_op_at(g, c->op);
    uint32_t align = c->align;
    const struct check check = {.op = op,
                                .at = (enum x86_gpr) c->address,
                                .span = g->limit_of[c->op] - 1,
                                .align = align,
                                .cold = c->extra};
    check_span(g, &check);
    if (align > 1)
        check_aligned(g, &check);
    x86_r_m(x, ALU_MOV, false, RDX, in_cache(op, offsetof(struct inline_cache, start)));
    x86_r_i(x, ALU_AND, false, RDX, (int32_t) align - 1);
    uint32_t odd = x86_jump(x, CC_NE);
    if (align > 1)
        x86_shift_i(x, SHIFT_RIGHT, true, RCX, (uint8_t) __builtin_ctz(align));
    x86_r_i(x, ALU_ADD, true, RCX, 1);
    x86_store(x, true, in_cache(op, offsetof(struct inline_cache, limit)), RCX);
    x86_land(x, odd);
}

static void check_limit(struct simd_gen *g, const struct check *c)
{
    struct x86 *x = x86_of(g);
    uint32_t n = (uint32_t) (c->op - g->k->code->ops), count = simd_cold(g, n, cold_limit);
    g->colds.at[count].extra = c->cold;
    g->colds.at[count].align = c->align;
    g->colds.at[count].address = (uint8_t) c->at;
    x86_r(x, ALU_MOV, true, RDX, c->at);
    x86_r_m(x, ALU_SUB, true, RDX, in_cache(c->op, offsetof(struct inline_cache, start)));
    if (c->align > 1)
        x86_shift_i(x, ROTATE_RIGHT, true, RDX, (uint8_t) __builtin_ctz(c->align));
    x86_r_m(x, ALU_CMP, true, RDX, in_cache(c->op, offsetof(struct inline_cache, limit)));
    simd_cold_if(g, count, CC_AE);
    simd_cold_back(g, count);
}

/* Checks a span and the alignment. An offset of 32 bits and a span do not wrap. */
static void check_access(struct simd_gen *g, const struct check *c)
{
    const struct op *op = c->op;
    uint32_t n = (uint32_t) (op - g->k->code->ops);
    if (g->proved[n])
        return;
    if (has_limit(g, op, c->span)) {
        check_limit(g, c);
        return;
    }
    if (op_infos[op->code].address == 4 && c->span)
        check_shared(g, c);
    else
        check_span(g, c);
    if (c->align > 1 && !simd_is_aligned(g->k, n, c->align))
        check_aligned(g, c);
    if (simd_fails(g->k, n))
        simd_cold_if(g, c->cold, CC_ALWAYS);
}

void simd_check_access(struct simd_gen *g, const struct op *op, uint32_t span, uint32_t align,
                       uint32_t row, uint32_t cold)
{
    check_access(g, &(struct check){op, RAX, span, align, row, cold});
}

static void to_process(struct simd_gen *g, const struct op *op, enum x86_gpr at)
{
    if (is_shared(op))
        x86_r_m(x86_of(g), ALU_ADD, true, at,
                (struct x86_mem){G_BLOCK, NO_GPR, 1, offsetof(struct thread_block, shared)});
}

/* Makes rax an address of the process. */
void simd_to_process(struct simd_gen *g, const struct op *op)
{
    to_process(g, op, RAX);
}

/* Rows that share an address, and have different lanes in the stack: each strip has its own. */
static bool rows_share(const struct simd_gen *g, uint32_t n)
{
    return g->k->rows > 1 && simd_address_rows(g, n) == 1;
}

/* ---- accesses of some lanes. If the elements of all 32 lie in the object, a load takes all, as nobody reads those of lanes that do
 * not run, and a store is masked ---- */

/* AVX2's masked stores are slow, and only shared memory may be blended: another host thread may write the other lanes' elements. */
bool simd_needs_all_lanes(const struct simd_gen *g, uint32_t n)
{
    uint8_t how = g->k->ops[n].how;
    bool narrow = how == HOW_LOAD_NARROW || how == HOW_STORE_NARROW; /* no instruction has a mask */
    return simd_may_part(g) && !g->k->avx512 &&
           (narrow || (how == HOW_STORE && !is_shared(simd_op_at(g, n))));
}

void simd_leave_masked(struct simd_gen *g, uint32_t cold)
{
    x86_m_i(x86_of(g), ALU_CMP, false, stack_at(g->mask_at), (int32_t) g->k->lanes);
    simd_cold_if(g, cold, CC_NE);
}

/* ---- the interpreter's function in place of an access ---- */

static uint32_t row_bits(const struct simd_gen *g)
{
    return UINT32_MAX >> (WARP_LANES - simd_row_lanes(g->k));
}

/* The first lane that runs, of a row or of all, in rcx; with no such lane 32, which is never read. */
static void first_lane(struct simd_gen *g, uint32_t n, uint32_t row)
{
    struct x86 *x = x86_of(g);
    x86_r_m(x, ALU_MOV, false, RCX, stack_at(g->mask_at));
    if (simd_address_rows(g, n) > 1)
        x86_r_i(x, ALU_AND, false, RCX, (int32_t) (row_bits(g) << row * simd_row_lanes(g->k)));
    x86_count_zeros(x, false, RCX, RCX);
    x86_r_i(x, ALU_AND, false, RCX, WARP_LANES - 1);
}

/* The results of a load that the function wrote to vector registers go to affine registers. */
static void take_scalars(struct simd_gen *g, uint32_t n)
{
    struct x86 *x = x86_of(g);
    const struct simd_use *u = simd_uses(g->k, n);
    x86_r_i(x, ALU_MOV, false, RCX, 0);
    if (simd_may_part(g))
        first_lane(g, n, 0);
    for (uint32_t i = 0; i < g->k->ops[n].count; i++) {
        const struct simd_value *v = simd_at(g->k, u[i].value);
        for (uint32_t row = 0; u[i].writes && row < simd_rows(g->k, v); row++) {
            x86_r_m(x, ALU_MOV, v->width == 8, RAX,
                    (struct x86_mem){G_VREGS, RCX, v->width, (int32_t) v->vreg});
            x86_store(x, v->width == 8, simd_slot(g, v, row), RAX);
        }
    }
}

/* A load goes on with a copy of the vector register as its memory: another load of the same register may come before the next strip. An
 * element for all lanes of a row is read from a lane that runs. */
static void redirect(struct simd_gen *g, uint32_t n)
{
    struct x86 *x = x86_of(g);
    const struct op *op = simd_op_at(g, n);
    uint32_t size = op_element_bytes(op), bytes = simd_unit_bytes(g);
    uint32_t area = g->stack = (g->stack + 63) & ~63u;
    bool one = !simd_address(g, n)->x;
    if (simd_is_apart(g, n)) {
        simd_spread(g, n);
        return;
    }
    g->stack += WARP_LANES * size;
    for (uint32_t at = 0; at < WARP_LANES * size; at += bytes) {
        x86_v_m(x, X_MOVUPS, (int) bytes, 0, 0, vreg_at(op->d + at));
        x86_v_m(x, X_STORE, (int) bytes, 0, 0, stack_at(area + at));
    }
    for (uint32_t row = 0; row < g->k->rows; row++) {
        struct x86_mem from = stack_at(area + row * simd_row_lanes(g->k) * size);
        if (one && simd_address_rows(g, n) == 1)
            from = stack_at(area);
        if (one && simd_may_part(g)) {
            first_lane(g, n, row);
            from = stack_at(area);
            from.index = RCX;
            from.scale = (uint8_t) size;
        }
        x86_lea(x, RAX, from);
        x86_store(x, true, simd_kept_address(g, n, row), RAX);
    }
}

static void cold_call(struct simd_gen *g, const struct simd_cold *c)
{
    simd_save(g);
    simd_prepare_operands(g, c->op);
    simd_call_function(g, c->op);
    if (g->k->ops[c->op].how == HOW_LOAD_SCALAR)
        take_scalars(g, c->op);
    else if (g->k->ops[c->op].how == HOW_LOAD)
        redirect(g, c->op);
    simd_restore(g);
    if (g->k->ops[c->op].how == HOW_LOAD)
        x86_r_m(x86_of(g), ALU_MOV, true, RAX, simd_kept_address(g, c->op, 0));
}

/* ---- one check for a group of accesses (simd_groups.c). Its lowest address, for each row, is in a register of its own or in
 * the stack ---- */

/* The first access makes it for all. */
void simd_check_group(struct simd_gen *g, uint32_t n, uint32_t strip)
{
    struct x86 *x = x86_of(g);
    struct simd_group *group = simd_group_of(g, n);
    const struct op *op = simd_op_at(g, n);
    uint32_t size = op_element_bytes(op) * op_elements(op),
             span = simd_row_span(g, n) + (uint32_t) (group->high - group->low);
    if (group->first != n || strip)
        return;
    uint32_t cold = simd_cold(g, n, NULL);
    if (simd_needs_all_lanes(g, n))
        simd_leave_masked(g, cold);
    for (uint32_t row = 0; row < simd_address_rows(g, n); row++) {
        enum x86_gpr to = group->reg[row] == NO_GPR ? RAX : group->reg[row];
        load_base_at(g, n, row, group->low, to);
        check_access(g, &(struct check){op, to, span, size, row, cold});
        to_process(g, op, to);
        if (to == RAX)
            x86_store(x, true, simd_group_address(g, group, row), RAX);
    }
}

/* Where the op's row is, `row` as the strips have it. */
static struct x86_mem in_group(struct simd_gen *g, uint32_t n, uint32_t row)
{
    struct simd_group *group = simd_group_of(g, n);
    int64_t behind = simd_op_at(g, n)->imm - group->low;
    row = simd_address_rows(g, n) == 1 ? 0 : row;
    if (group->reg[row] != NO_GPR)
        return (struct x86_mem){group->reg[row], NO_GPR, 1, (int32_t) behind};
    x86_r_m(x86_of(g), ALU_MOV, true, RAX, simd_group_address(g, group, row));
    return (struct x86_mem){RAX, NO_GPR, 1, (int32_t) behind};
}

void simd_keep_address(struct simd_gen *g, uint32_t n)
{
    struct x86 *x = x86_of(g);
    for (uint32_t row = 0; row < g->k->rows; row++) {
        x86_lea(x, RAX, in_group(g, n, row));
        x86_store(x, true, simd_kept_address(g, n, row), RAX);
    }
}

/* ---- one element for all lanes, to affine registers ---- */

static uint32_t check_scalar(struct simd_gen *g, uint32_t n)
{
    const struct op *op = simd_op_at(g, n);
    uint32_t size = op_element_bytes(op), cold = simd_cold(g, n, cold_call);
    simd_load_base(g, n, 0);
    simd_check_access(g, op, size * op_elements(op), size * op_elements(op), 0, cold);
    simd_to_process(g, op);
    return cold;
}

static void take_elements(struct simd_gen *g, uint32_t n, struct x86_mem at)
{
    struct x86 *x = x86_of(g);
    const struct op *op = simd_op_at(g, n);
    const struct simd_use *u = simd_uses(g->k, n);
    uint32_t size = op_element_bytes(op), element = 0;
    for (uint32_t i = 0; i < op_elements(op); i++, at.disp += (int32_t) size) {
        const uint32_t *list = op->more;
        uint32_t vreg = op_infos[op->code].vector ? list[i] : op->d;
        if (vreg == UINT32_MAX)
            continue;
        while (!u[element].writes)
            element++;
        const struct simd_value *v = simd_at(g->k, u[element++].value);
        x86_r_m(x, ALU_MOV, size == 8, RCX, at);
        for (uint32_t row = 0; row < simd_rows(g->k, v); row++)
            simd_put_scalar(g, v, row, RCX);
    }
}

void simd_load_scalar_op(struct simd_gen *g, uint32_t n)
{
    if (simd_group_of(g, n)) {
        simd_check_group(g, n, 0);
        take_elements(g, n, in_group(g, n, 0));
        return;
    }
    uint32_t cold = check_scalar(g, n);
    take_elements(g, n, at_rax);
    simd_cold_back(g, cold);
}

/* ---- spans of the lanes that run ---- */

/* Checks a row's lanes that run and keeps its address; none: nothing is checked. */
void simd_check_row(struct simd_gen *g, uint32_t n, uint32_t row, uint32_t cold)
{
    struct x86 *x = x86_of(g);
    const struct op *op = simd_op_at(g, n);
    uint32_t size = op_element_bytes(op);
    simd_load_base(g, n, row);
    simd_load_row_lanes(g, simd_address_rows(g, n) > 1, row, RCX);
    x86_r_i(x, ALU_CMP, false, RCX, 0);
    uint32_t none = x86_jump(x, CC_E);
    x86_count_zeros(x, false, R8, RCX); /* the first */
    x86_count_zeros(x, true, R9, RCX);
    x86_r_i(x, ALU_MOV, false, RCX, 32);
    x86_r(x, ALU_SUB, false, RCX, R9);
    x86_r(x, ALU_SUB, false, RCX, R8);
    x86_imul_i(x, true, RCX, RCX, (int32_t) size);
    x86_imul_i(x, true, R10, R8, (int32_t) size);
    x86_r(x, ALU_ADD, simd_address(g, n)->width == 8, RAX,
          R10); /* 32 bits wrap: lane 0 may be below 0 */
    simd_check_access(g, op, 0, size, row, cold);
    simd_to_process(g, op);
    x86_r(x, ALU_SUB, true, RAX, R10);
    x86_land(x, none);
    x86_store(x, true, simd_kept_address(g, n, row), RAX);
}

static void move_under(struct simd_gen *g, bool store, uint32_t width, int bytes, int mask, int reg,
                       struct x86_mem at)
{
    struct x86 *x = x86_of(g);
    if (g->k->avx512) {
        x->mask = (uint8_t) mask;
        x->zeroing = !store;
        x86_v_m(x, store ? (width == 8 ? X_STOREPD : X_STORE) : (width == 8 ? X_MOVUPD : X_MOVUPS),
                bytes, reg, 0, at);
        x->mask = 0;
        x->zeroing = false;
        return;
    }
    if (width == 8)
        x86_v(x, X_PMOVSXDQ, bytes, mask, 0, mask);
    x86_v_m(x,
            store ? (width == 8 ? X_MASKSTOREQ : X_MASKSTOREPS)
                  : (width == 8 ? X_MASKMOVQ : X_MASKMOVPS),
            bytes, reg, mask, at);
}

/* A vector of the lanes that run, from or to memory. */
static void move_masked(struct simd_gen *g, bool store, uint32_t width, uint32_t strip,
                        uint32_t piece, int reg, struct x86_mem at)
{
    int bytes = (int) simd_piece_bytes(g, width);
    move_under(g, store, width, bytes, simd_mask(g, strip, piece, bytes / (int) width, 1), reg, at);
}

/* How many lanes of a piece are threads: the first ones. */
static uint32_t threads_of_piece(const struct simd_gen *g, uint32_t size, uint32_t strip,
                                 uint32_t piece)
{
    uint32_t column = simd_lane_of(g, size, strip, piece) % simd_row_lanes(g->k),
             lanes = simd_piece_bytes(g, size) / size, width = simd_row_threads(g->k);
    return width <= column ? 0 : width - column < lanes ? width - column : lanes;
}

/* A vector of the lanes that are threads. Around shared memory there is more of it (block.c), so loads from there may take all. */
static void move_threads(struct simd_gen *g, bool store, uint32_t n, uint32_t strip, uint32_t piece,
                         int reg, struct x86_mem at)
{
    struct x86 *x = x86_of(g);
    const struct op *op = simd_op_at(g, n);
    uint32_t size = op_element_bytes(op), threads = threads_of_piece(g, size, strip, piece);
    int bytes = (int) simd_piece_bytes(g, size), lanes = bytes / (int) size;
    if (threads == (uint32_t) lanes || (!store && is_shared(op)))
        x86_v_m(x, store ? X_STORE : X_MOVUPS, bytes, reg, 0, at);
    else if (threads && g->k->avx512)
        move_masked(g, store, size, strip, piece, reg, at);
    else if (threads)
        move_under(g, store, size, bytes, simd_fixed_mask(g, (1u << threads) - 1, lanes, 1), reg,
                   at);
    else if (!store)
        x86_v(x, X_PXOR, bytes, reg, reg, reg);
}

/* Where a piece of a strip is, from the address of its row. */
static struct x86_mem element_mem(const struct simd_gen *g, uint32_t n, struct x86_mem row,
                                  uint32_t strip, uint32_t piece)
{
    uint32_t size = op_element_bytes(simd_op_at(g, n)), lane = simd_lane_of(g, size, strip, piece);
    if (simd_address(g, n)->x)
        row.disp += (int32_t) (lane % simd_row_lanes(g->k) * size);
    return row;
}

static uint32_t row_of(const struct simd_gen *g, uint32_t n, uint32_t strip, uint32_t piece)
{
    return simd_lane_of(g, op_element_bytes(simd_op_at(g, n)), strip, piece) / simd_row_lanes(g->k);
}

static struct x86_mem load_kept(struct simd_gen *g, uint32_t n, uint32_t strip, uint32_t piece)
{
    uint32_t row = simd_address_rows(g, n) == 1 ? 0 : row_of(g, n, strip, piece);
    x86_r_m(x86_of(g), ALU_MOV, true, RAX, simd_kept_address(g, n, row));
    return at_rax;
}

static struct x86_mem row_address(struct simd_gen *g, uint32_t n, uint32_t row)
{
    if (simd_group_of(g, n))
        return in_group(g, n, row);
    x86_r_m(x86_of(g), ALU_MOV, true, RAX, simd_kept_address(g, n, row));
    return at_rax;
}

struct x86_mem simd_narrow_mem(struct simd_gen *g, uint32_t n, uint32_t strip, uint32_t piece)
{
    uint32_t row = row_of(g, n, strip, piece);
    return element_mem(g, n, row_address(g, n, row), strip, piece);
}

/* ---- loads ---- */

/* What the warps or rounds to come access. */
void simd_fetch_ahead(struct simd_gen *g, uint32_t n)
{
    for (uint32_t row = 0; simd_is_fetched(g, n) && row < simd_address_rows(g, n); row++)
        simd_fetch_row(g, n, row_address(g, n, row));
}

/* The lanes that run are loaded into the stack, from where the load goes on. */
static void cold_masked_load(struct simd_gen *g, const struct simd_cold *c)
{
    struct x86 *x = x86_of(g);
    const struct op *op = simd_op_at(g, c->op);
    uint32_t size = op_element_bytes(op), cold = simd_cold(g, c->op, cold_call);
    uint32_t area = g->stack = (g->stack + 63) & ~63u; /* of its own: strips come back to it */
    g->stack += WARP_LANES * size;
    for (uint32_t row = 0; row < simd_address_rows(g, c->op); row++)
        simd_check_row(g, c->op, row, cold);
    for (uint32_t strip = 0; strip < WARP_LANES / g->k->strip; strip++)
        for (uint32_t piece = 0; piece < simd_pieces_of_strip(g, size); piece++) {
            uint32_t lane = simd_lane_of(g, size, strip, piece);
            struct x86_mem row = load_kept(g, c->op, strip, piece);
            move_masked(g, false, size, strip, piece, 0, element_mem(g, c->op, row, strip, piece));
            x86_v_m(x, X_STORE, (int) simd_piece_bytes(g, size), 0, 0,
                    stack_at(area + lane * size));
        }
    for (uint32_t row = 0; row < g->k->rows; row++) {
        x86_lea(x, RAX, stack_at(area + row * simd_row_lanes(g->k) * size));
        x86_store(x, true, simd_kept_address(g, c->op, row), RAX);
    }
    g->colds.at[cold].back = c->back;
    x86_r_m(x, ALU_MOV, true, RAX, simd_kept_address(g, c->op, 0));
}

struct begun {
    bool some; /* lanes may not run: `masked` is cold code for that */
    uint32_t masked, cold;
};

/* rax: the address that all rows share. Each keeps it, as cold code may give them different lanes in the stack. */
void simd_keep_for_others(struct simd_gen *g, uint32_t n)
{
    for (uint32_t other = 1; rows_share(g, n) && other < g->k->rows; other++)
        x86_store(x86_of(g), true, simd_kept_address(g, n, other), RAX);
}

static struct begun begin_load(struct simd_gen *g, uint32_t n)
{
    const struct op *op = simd_op_at(g, n);
    uint32_t size = op_element_bytes(op), span = simd_row_span(g, n);
    bool some = simd_address(g, n)->x == size && simd_may_part(g);
    uint32_t masked = some ? simd_cold(g, n, cold_masked_load) : 0,
             cold = simd_cold(g, n, cold_call);
    for (uint32_t row = 0; row < simd_address_rows(g, n); row++) {
        simd_load_base(g, n, row);
        simd_check_access(g, op, span, size, row, some ? masked : cold);
        simd_to_process(g, op);
        x86_store(x86_of(g), true, simd_kept_address(g, n, row), RAX);
    }
    simd_keep_for_others(g, n);
    return (struct begun){some, masked, cold};
}

/* Where the cold code of an access goes on. */
static void set_back(struct simd_gen *g, struct begun b, uint32_t back)
{
    if (b.some)
        g->colds.at[b.masked].back = back;
    g->colds.at[b.cold].back = back;
}

/* The row of a piece; each has an address in the stack, even where they share one, as cold code may have put lanes there. */
static struct x86_mem row_to_load(struct simd_gen *g, uint32_t n, uint32_t strip, uint32_t piece)
{
    uint32_t row = row_of(g, n, strip, piece);
    if (simd_group_of(g, n))
        return in_group(g, n, row);
    if (strip || g->k->rows > 1) /* else it is there */
        x86_r_m(x86_of(g), ALU_MOV, true, RAX, simd_kept_address(g, n, row));
    return at_rax;
}

/* Both rows of a strip have the same elements. */
static bool comes_twice(struct simd_gen *g, uint32_t n)
{
    return simd_address(g, n)->x && simd_address_rows(g, n) == 1 && simd_group_of(g, n) &&
           op_element_bytes(simd_op_at(g, n)) == 4 && simd_pieces_of_strip(g, 4) == 2;
}

static void load_both_rows(struct simd_gen *g, uint32_t n, uint32_t strip, int to,
                           struct x86_mem at)
{
    struct x86 *x = x86_of(g);
    int bytes = (int) simd_unit_bytes(g);
    if (!simd_has_idle_lanes(g->k) || is_shared(simd_op_at(g, n))) {
        x86_v_m(x, X_BROADCAST256, bytes, to, 0, at);
        return;
    }
    /* all threads of a row: other lanes may run in the second */
    uint32_t threads = (1u << simd_row_threads(g->k)) - 1;
    move_under(g, false, 4, bytes / 2, simd_fixed_mask(g, threads, 8, 1), to, at);
    x86_v(x, X_INSERT256, bytes, to, to, to);
    x86_byte(x, 1);
}

/* The second row of a strip. */
static void load_second_row(struct simd_gen *g, uint32_t n, uint32_t strip, int to)
{
    struct x86 *x = x86_of(g);
    if (comes_twice(g, n) || (!simd_address(g, n)->x && simd_address_rows(g, n) == 1))
        return;
    struct x86_mem at = row_to_load(g, n, strip, 1);
    if (simd_address(g, n)->x && (!simd_has_idle_lanes(g->k) || is_shared(simd_op_at(g, n)))) {
        x86_v_m(x, X_INSERT256, (int) simd_unit_bytes(g), to, to, at);
        x86_byte(x, 1);
    } else if (simd_address(g, n)->x) {
        at.disp -= (int32_t) simd_unit_bytes(g) / 2;
        x->mask = (uint8_t) simd_fixed_mask(g, g->k->lanes >> strip * g->k->strip & 0xff00, 16, 0);
        x86_v_m(x, X_MOVUPS, (int) simd_unit_bytes(g), to, 0, at);
        x->mask = 0;
    } else if (simd_address_rows(g, n) > 1) {
        x->mask = SECOND_HALF_MASK;
        x86_v_m(x, X_BROADCASTD, (int) simd_unit_bytes(g), to, 0, at);
        x->mask = 0;
    }
}

/* The address of the strip's row, and of its second row, if it has two, in registers of their own. */
static void load_apart(struct simd_gen *g, uint32_t n, uint32_t strip)
{
    struct x86_mem rows[2] = {row_to_load(g, n, strip, 0)};
    if (simd_pieces_of_strip(g, 4) > 1) {
        x86_lea(x86_of(g), RCX, rows[0]);
        rows[0] = (struct x86_mem){RCX, NO_GPR, 1, 0};
        rows[1] = row_to_load(g, n, strip, 1);
    }
    simd_load_apart(g, n, strip, rows);
}

static void load_strip(struct simd_gen *g, uint32_t n, uint32_t strip)
{
    uint32_t size = op_element_bytes(simd_op_at(g, n)), d = simd_operand(g->k, n, 0, true);
    const struct simd_value *v = simd_at(g->k, d);
    bool one = !simd_address(g, n)->x;
    enum x86_op how = size == 8 ? X_BROADCASTQ : X_BROADCASTD;
    for (uint32_t half = 0; half < size / 4 && half < v->units; half++) {
        uint32_t unit = size == 8 ? 2 * strip + half : strip;
        int reg = simd_unit_register(g, v, unit);
        int to = reg == NO_REGISTER || simd_merges(g, n, v) ? RESULT_REGISTER : reg;
        struct x86_mem row = row_to_load(g, n, strip, half);
        if (one)
            x86_v_m(x86_of(g), how, (int) simd_unit_bytes(g), to, 0, row);
        else if (comes_twice(g, n))
            load_both_rows(g, n, strip, to, row);
        else
            move_threads(g, false, n, strip, half, to, element_mem(g, n, row, strip, half));
        if (simd_pieces_of_strip(g, size) > size / 4)
            load_second_row(g, n, strip, to);
        if (to != reg)
            simd_put_unit(g, n, d, unit, to);
    }
}

void simd_load_op(struct simd_gen *g, uint32_t n, uint32_t strip)
{
    if (simd_group_of(g, n)) {
        simd_check_group(g, n, strip);
    } else if (!strip) {
        struct begun b = begin_load(g, n);
        set_back(g, b, (uint32_t) x86_of(g)->code.n);
    }
    if (!simd_is_apart(g, n))
        load_strip(g, n, strip);
    else if (!simd_is_loaded(g, n))
        load_apart(g, n, strip);
    if (!strip)
        simd_fetch_ahead(g, n);
}

/* ---- stores ---- */

enum store { STORE_KEPT, STORE_MASKED, STORE_GROUPED };

/* What a store to shared memory leaves there: a masked store would be waited for by the next load. */
static int blend_with(struct simd_gen *g, uint32_t n, uint32_t strip, uint32_t piece, int reg,
                      struct x86_mem at)
{
    uint8_t width = (uint8_t) op_element_bytes(simd_op_at(g, n));
    int bytes = (int) simd_piece_bytes(g, width),
        mask = simd_mask(g, strip, piece, bytes / width, 1);
    x86_v_m(x86_of(g), X_MOVUPS, bytes, MERGE_REGISTER, 0, at);
    simd_blend(g, width, MERGE_REGISTER, reg, mask);
    return MERGE_REGISTER;
}

/* The address of each row is kept; the only row's, that all lanes store to, is in rax. */
static void store_strips(struct simd_gen *g, uint32_t n, enum store how)
{
    uint32_t size = op_element_bytes(simd_op_at(g, n)), data = simd_operand(g->k, n, 1, false);
    struct x86_mem row = at_rax;
    bool blends = simd_may_part(g) && is_shared(simd_op_at(g, n));
    for (uint32_t strip = 0; strip < WARP_LANES / g->k->strip; strip++)
        for (uint32_t piece = 0; piece < simd_pieces_of_strip(g, size); piece++) {
            if (!threads_of_piece(g, size, strip, piece))
                continue;
            if (how == STORE_GROUPED)
                row = in_group(g, n, row_of(g, n, strip, piece));
            else if (how == STORE_MASKED || g->k->rows > 1)
                row = load_kept(g, n, strip, piece);
            g->base.lanes = (int) (simd_piece_bytes(g, size) / size);
            int reg = simd_fetch_unit(g, data, strip, piece, true, OPERAND_REGISTER);
            struct x86_mem at = element_mem(g, n, row, strip, piece);
            if (blends && how != STORE_MASKED)
                reg = blend_with(g, n, strip, piece, reg, at);
            if (how == STORE_MASKED || (simd_may_part(g) && !blends && !simd_needs_all_lanes(g, n)))
                move_masked(g, true, size, strip, piece, reg, at);
            else if (blends)
                x86_v_m(x86_of(g), X_STORE, (int) simd_piece_bytes(g, size), reg, 0, at);
            else
                move_threads(g, true, n, strip, piece, reg, at);
        }
    g->base.lanes = (int) g->k->strip;
    if (how != STORE_MASKED)
        simd_fetch_ahead(g, n);
}

static void cold_masked_store(struct simd_gen *g, const struct simd_cold *c)
{
    uint32_t cold = simd_cold(g, c->op, cold_call);
    for (uint32_t row = 0; row < simd_address_rows(g, c->op); row++)
        simd_check_row(g, c->op, row, cold);
    store_strips(g, c->op, STORE_MASKED);
    g->colds.at[cold].back = c->back;
}

static struct begun begin_store(struct simd_gen *g, uint32_t n)
{
    const struct op *op = simd_op_at(g, n);
    uint32_t size = op_element_bytes(op);
    bool some = simd_may_part(g);
    uint32_t masked = some ? simd_cold(g, n, cold_masked_store) : 0,
             cold = simd_cold(g, n, cold_call);
    if (simd_needs_all_lanes(g, n))
        simd_leave_masked(g, masked);
    for (uint32_t row = 0; row < simd_address_rows(g, n); row++) {
        simd_load_base(g, n, row);
        simd_check_access(g, op, size * simd_row_threads(g->k), size, row, some ? masked : cold);
        simd_to_process(g, op);
        x86_store(x86_of(g), true, simd_kept_address(g, n, row), RAX);
    }
    return (struct begun){some, masked, cold};
}

void simd_store_op(struct simd_gen *g, uint32_t n)
{
    if (simd_group_of(g, n)) {
        simd_check_group(g, n, 0);
        store_strips(g, n, STORE_GROUPED);
        return;
    }
    struct begun b = begin_store(g, n);
    store_strips(g, n, STORE_KEPT);
    set_back(g, b, (uint32_t) x86_of(g)->code.n);
}
