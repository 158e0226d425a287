/* SPDX-License-Identifier: Apache-2.0 */
/* wmma (9.7.14.4). PTX leaves open which lane holds which element of a fragment, so a fragment is laid out as the tiles of
 * mma (op_matrix.c): wmma.mma becomes one mma for every 16 rows or 8 columns. Loads and stores are plain accesses of single
 * registers, so that each lane's access is checked. Next: decode_matrix.c. */
#include <stdio.h>
#include <string.h>

#include "device/cpu/decode/decode_matrix.h"
#include "device/cpu/decode/decoder.h"

enum { REGISTERS_MAX = 8, LISTED_MAX = 24, PART_MAX = 4, MODS_BEFORE_SHAPE = 6 };

enum wmma_part { PART_A, PART_B, PART_C }; /* D is laid out as C */

struct wmma {
    uint32_t m, n, k;
    uint32_t high, low; /* of the lane's number: lane / 4, lane % 4 */
};

/* An element type of whole bytes that wmma has; -1: none. */
static int type_named(struct str s)
{
    int t = matrix_type_named(s);
    bool known = t >= 0 && matrix_type_bits(t) >= 8 && t != MATRIX_E4M3 && t != MATRIX_E5M2;
    return known ? t : -1;
}

static bool parse_shape(struct str s, struct wmma *out)
{
    static const uint8_t shapes[][3] = {
        {16, 16, 16},
        {32, 8,  16},
        {8,  32, 16},
        {16, 16, 8 },
        {8,  8,  4 }
    };
    char text[24];
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        snprintf(text, sizeof text, "m%un%uk%u", shapes[k][0], shapes[k][1], shapes[k][2]);
        if (str_eq(s, text)) {
            *out = (struct wmma){.m = shapes[k][0], .n = shapes[k][1], .k = shapes[k][2]};
            return true;
        }
    }
    return false;
}

/* Whether matrices of that type have the shape. */
static bool fits(const struct wmma *w, int t)
{
    uint32_t k = t == MATRIX_TF32 ? 8 : t == MATRIX_F64 ? 4 : 16;
    return w->k == k;
}

/* ---- the layout ---- */

/* The registers of a part that have elements of their own. Further ones, of f16, repeat them. */
static uint32_t registers_of(const struct wmma *w, enum wmma_part part, uint32_t bits)
{
    uint32_t elements = part == PART_A ? w->m * w->k : part == PART_B ? w->k * w->n : w->m * w->n;
    uint32_t each = 32 * (bits == 64 ? 64 : 32) / bits;
    return elements / each ? elements / each : 1;
}

/* Where the elements of a register are: lane l has them at x = l / 4 + x, y = l % 4 * step + y, and behind it along y. x counts
 * rows of A and C and columns of B. */
struct spot {
    uint32_t x, y, step;
};

static struct spot spot_of(const struct wmma *w, enum wmma_part part, uint32_t bits, uint32_t r)
{
    uint32_t per = bits < 32 ? 32 / bits : 1, tile_registers;
    if (part == PART_B) {
        tile_registers = w->k / 4 / per;
        return (struct spot){r / tile_registers * 8, r % tile_registers * 4 * per, per};
    }
    bool tall = w->m >= 16;
    if (part == PART_A) {
        tile_registers = (tall ? 2 : 1) * w->k / 4 / per;
        uint32_t in = r % tile_registers, below = tall ? 8 * (in & 1) : 0;
        return (struct spot){r / tile_registers * 16 + below, (tall ? in >> 1 : in) * 4 * per, per};
    }
    uint32_t halves = per == 2 ? 1 : 2; /* registers for 8 rows of a tile */
    tile_registers = (tall ? 2 : 1) * halves;
    uint32_t tile = r / tile_registers, in = r % tile_registers;
    return (struct spot){(w->n == 8 ? tile * 16 : 0) + in / halves * 8,
                         (w->n == 8 ? 0 : tile * 8) + (halves == 2 ? in % 2 : 0), 2};
}

/* ---- loads and stores ---- */

enum { LINES_MAX = 2 * 16 };

struct wmma_access {
    struct wmma w;
    enum wmma_part part;
    uint32_t bits;
    bool along; /* elements of a register lie next to each other */
    bool store;
    enum ptx_space space;
    uint32_t base; /* the matrix's address, and bytes behind it */
    int64_t offset;
    uint32_t stride; /* elements */
    uint32_t line;   /* the same in bytes */
    uint32_t line_at[LINES_MAX], lines[LINES_MAX],
        line_count; /* addresses by line, the first is 0 */
};

/* An address some bytes further. */
static uint32_t move_address(struct decoder *d, const struct wmma_access *a, uint32_t from,
                             uint32_t bytes)
{
    if (a->space == PTX_SHARED) {
        uint32_t narrow = decode_temp_vreg(d, 4);
        decode_emit_op(d, OP_add_32, narrow, from, bytes, 0);
        return narrow;
    }
    uint32_t wide = decode_temp_vreg(d, 8), to = decode_temp_vreg(d, 8);
    decode_widen(d, wide, 8, bytes, 4, false);
    decode_emit_op(d, OP_add_64, to, from, wide, 0);
    return to;
}

/* The address of the lane's element at x = y = 0, and the bytes of a step across the lines of memory. */
static void place_lane(struct decoder *d, struct wmma_access *a, uint32_t step)
{
    uint32_t bytes = a->bits / 8, along = decode_temp_vreg(d, 4), index = decode_temp_vreg(d, 4);
    a->line = decode_temp_vreg(d, 4);
    decode_emit_op(d, OP_mul_32, a->line, a->stride, decode_word(d, bytes), 0);
    decode_emit_op(d, OP_mul_32, along, a->along ? a->w.low : a->w.high,
                   decode_word(d, a->along ? step * bytes : bytes), 0);
    uint32_t across = a->w.high;
    if (!a->along) {
        across = decode_temp_vreg(d, 4);
        decode_emit_op(d, OP_mul_32, across, a->w.low, decode_word(d, step), 0);
    }
    decode_emit_op(d, OP_mad_32, index, across, a->line, along);
    a->lines[0] = move_address(d, a, a->base, index);
    a->line_count = 1;
}

/* The address of the lane's element at x and y without what is left for the offset of the access. */
static uint32_t address_of(struct decoder *d, struct wmma_access *a, uint32_t x, uint32_t y,
                           int64_t *out_offset)
{
    uint32_t line = a->along ? x : y;
    *out_offset = a->offset + (a->along ? y : x) * (a->bits / 8);
    for (uint32_t k = 0; k < a->line_count; k++)
        if (a->line_at[k] == line)
            return a->lines[k];
    uint32_t bytes = decode_temp_vreg(d, 4), to;
    decode_emit_op(d, OP_mul_32, bytes, a->line, decode_word(d, line), 0);
    to = move_address(d, a, a->lines[0], bytes);
    a->line_at[a->line_count] = line;
    a->lines[a->line_count++] = to;
    return to;
}

static void access_at(struct decoder *d, const struct wmma_access *a, uint32_t vreg, uint32_t bytes,
                      uint32_t address, int64_t offset)
{
    static const enum op_code codes[2][2][4] = {
        {{OP_ld_global_u8, OP_ld_global_16, OP_ld_global_32, OP_ld_global_64},
         {OP_ld_shared_u8, OP_ld_shared_16, OP_ld_shared_32, OP_ld_shared_64}},
        {{OP_st_global_8, OP_st_global_16, OP_st_global_32, OP_st_global_64},
         {OP_st_shared_8, OP_st_shared_16, OP_st_shared_32, OP_st_shared_64} }
    };
    struct op *op = decode_emit_op(d, codes[a->store][a->space == PTX_SHARED][__builtin_ctz(bytes)],
                                   vreg, address, 0, 0);
    op->imm = offset;
    op->space = (uint8_t) a->space;
    op->cache = d->m->cache_count++;
}

/* A register whose elements lie apart: one access for each. */
static void access_apart(struct decoder *d, struct wmma_access *a, uint32_t vreg, struct spot s)
{
    int64_t offset;
    uint32_t per = 32 / a->bits, part = decode_temp_vreg(d, 4), element = decode_temp_vreg(d, 2);
    if (!a->store)
        decode_emit_op(d, OP_mov_32, vreg, decode_word(d, 0), 0, 0);
    for (uint32_t i = 0; i < per; i++) {
        uint32_t address = address_of(d, a, s.x, s.y + i, &offset),
                 bits = decode_word(d, a->bits * i);
        if (a->store) {
            decode_emit_op(d, OP_shr_u32, part, vreg, bits, 0);
            decode_emit_op(d, decode_cut_op(4, 2), element, part, 0, 0);
            access_at(d, a, element, a->bits / 8, address, offset);
            continue;
        }
        access_at(d, a, element, a->bits / 8, address, offset);
        decode_widen(d, part, 4, element, 2, false);
        decode_emit_op(d, OP_shl_32, part, part, bits, 0);
        decode_emit_op(d, OP_or_32, vreg, vreg, part, 0);
    }
}

static void access_register(struct decoder *d, struct wmma_access *a, uint32_t vreg, uint32_t r)
{
    struct spot s = spot_of(&a->w, a->part, a->bits, r);
    int64_t offset;
    if (a->bits < 32 && !a->along) {
        access_apart(d, a, vreg, s);
        return;
    }
    uint32_t address = address_of(d, a, s.x, s.y, &offset);
    access_at(d, a, vreg, a->bits == 64 ? 8 : 4, address, offset);
}

static void lane_parts(struct decoder *d, struct wmma *w)
{
    uint32_t lane = decode_special_vreg(d, "%laneid", 4);
    w->high = decode_temp_vreg(d, 4);
    w->low = decode_temp_vreg(d, 4);
    decode_emit_op(d, OP_shr_u32, w->high, lane, decode_word(d, 2), 0);
    decode_emit_op(d, OP_and_32, w->low, lane, decode_word(d, 3), 0);
}

/* .sync.aligned.row.m16n16k16{.space}.type from mods[3] on */
static bool parse_access(const struct ptx_inst *i, struct wmma_access *a)
{
    bool row = i->mod_count > 5 && str_eq(i->mods[5], "row");
    if (i->mod_count < 8 || i->mod_count > 9 || !str_eq(i->mods[3], "sync") ||
        !str_eq(i->mods[4], "aligned") || (!row && !str_eq(i->mods[5], "col")) ||
        !parse_shape(i->mods[MODS_BEFORE_SHAPE], &a->w))
        return false;
    int t = type_named(i->mods[i->mod_count - 1]);
    struct str space = i->mods[7];
    a->space = PTX_GENERIC;
    if (i->mod_count == 9 && (str_eq(space, "shared") || str_eq(space, "shared::cta")))
        a->space = PTX_SHARED;
    else if (i->mod_count == 9 && str_eq(space, "global"))
        a->space = PTX_GLOBAL;
    else if (i->mod_count == 9)
        return false;
    a->along = row != (a->part == PART_B);
    a->bits = t < 0 ? 0 : matrix_type_bits(t);
    return t >= 0 && (a->part == PART_C || fits(&a->w, t));
}

static bool access_fragment(struct decoder *d, struct wmma_access *a)
{
    const struct ptx_inst *i = d->inst;
    const struct ptx_operand *list = &i->operands[a->store], *at = &i->operands[!a->store];
    uint32_t loaded[REGISTERS_MAX], all = decode_list_count(list);
    if (!parse_access(i, a))
        return decode_unknown(d);
    enum ptx_type t = a->bits == 64 ? PTX_F64 : PTX_B32;
    uint32_t width = a->bits == 64 ? 8 : 4, own = registers_of(&a->w, a->part, a->bits);
    if (i->operand_count < 2 || i->operand_count > 3 || own > REGISTERS_MAX || all < own ||
        all % own || all > REGISTERS_MAX)
        return decode_error(d, "a list has %u registers, not %u", all, own);
    if (!decode_address_vreg(d, at, a->space, a->space == PTX_SHARED, &a->base, &a->offset))
        return false;
    uint32_t across = a->part == PART_A ? a->w.k : a->w.n,
             rows = a->part == PART_B ? a->w.k : a->w.m;
    bool row = str_eq(i->mods[5], "row");
    a->stride = i->operand_count == 3 ? decode_source_vreg(d, &i->operands[2], PTX_U32)
                                      : decode_word(d, row ? across : rows);
    if (!a->stride)
        return false;
    decode_set_fp_mode(d, 0);
    lane_parts(d, &a->w);
    place_lane(d, a, spot_of(&a->w, a->part, a->bits, 0).step);
    for (uint32_t r = 0; r < own; r++) {
        loaded[r] = a->store ? decode_source_vreg(d, decode_list_part(list, r), t)
                             : decode_temp_vreg(d, width);
        if (!loaded[r])
            return false;
        access_register(d, a, loaded[r], r);
    }
    for (uint32_t r = 0; r < all && !a->store; r++) { /* a result may be the address's register */
        uint32_t to = decode_dest_vreg(d, decode_list_part(list, r), t);
        if (!to)
            return false;
        decode_emit_op(d, width == 8 ? OP_mov_64 : OP_mov_32, to, loaded[r % own], 0, 0);
    }
    return true;
}

/* ---- the product ---- */

struct wmma_product {
    struct wmma w;
    struct matrix_shape tile; /* of each mma */
};

/* wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 of f16, or .s32.s8.s8.s32{.satfinite} */
static bool parse_product(const struct ptx_inst *i, struct wmma_product *p)
{
    int t[4], n = 0;
    bool saturate = false;
    if (i->mod_count < 9 || !str_eq(i->mods[2], "sync") || !str_eq(i->mods[3], "aligned") ||
        !parse_shape(i->mods[MODS_BEFORE_SHAPE], &p->w))
        return false;
    for (uint32_t k = 7; k < i->mod_count; k++) {
        bool rounds = str_eq(i->mods[k], "rn"), clamps = str_eq(i->mods[k], "satfinite");
        saturate |= clamps;
        if (!rounds && !clamps && (n == 4 || (t[n++] = type_named(i->mods[k])) < 0))
            return false;
    }
    if (n != 2 && n != 4)
        return false;
    int type_a = n == 4 ? t[1] : MATRIX_F16, type_b = n == 4 ? t[2] : MATRIX_F16;
    p->tile = (struct matrix_shape){.m = type_a == MATRIX_F64 ? 8 : 16,
                                    .n = 8,
                                    .k = (uint16_t) p->w.k,
                                    .type_a = (uint8_t) type_a,
                                    .type_b = (uint8_t) type_b,
                                    .type_c = (uint8_t) t[0],
                                    .saturate = saturate};
    return t[0] == t[n - 1] && fits(&p->w, type_a) && matrix_types_match(&p->tile);
}

/* The registers of one tile's part: those of the list from `first` on; rows that the shape lacks are zeros, or lost. */
static bool list_tile(struct decoder *d, const struct ptx_operand *o, uint32_t first,
                      uint32_t count, uint32_t missing, uint32_t width, uint32_t *list, uint32_t *n)
{
    enum ptx_type t = width == 8 ? PTX_F64 : PTX_B32;
    for (uint32_t k = 0; k < count; k++) {
        bool there = missing == 0 || (missing == 1 ? k % 2 == 0 : k < count / 2);
        uint32_t at = first + (missing == 1 ? k / 2 : k);
        if (there && at >= decode_list_count(o))
            return decode_error(d, "a list has %u registers, not %u", decode_list_count(o), at + 1);
        list[*n] = there ? decode_source_vreg(d, decode_list_part(o, at), t) : decode_word(d, 0);
        if (!list[(*n)++])
            return false;
    }
    return true;
}

/* One mma; its results are the next of `results`: temporaries if there are none yet. */
static bool multiply_tile(struct decoder *d, const struct wmma_product *p, uint32_t tile,
                          uint32_t *results, uint32_t *result_count)
{
    const struct ptx_operand *o = d->inst->operands;
    const struct wmma *w = &p->w;
    uint32_t bits = matrix_type_bits(p->tile.type_a), c_bits = matrix_type_bits(p->tile.type_c);
    uint32_t list[LISTED_MAX], n = 0, width = bits == 64 ? 8 : 4, tile_m = p->tile.m;
    bool f64 = bits == 64, low = w->m == 8 && !f64; /* an mma has 16 rows */
    uint32_t unit = 32 * (f64 ? 64 : 32), a = tile_m * w->k * bits / unit,
             b = 8 * w->k * bits / unit, c = tile_m * 8 * c_bits / unit;
    uint32_t c_own = low ? c / 2 : c;
    if (!list_tile(d, &o[1], w->n == 8 && !f64 ? tile * a : 0, a, low ? 1 : 0, width, list, &n) ||
        !list_tile(d, &o[2], w->n == 8 ? 0 : tile * b, b, 0, width, list, &n) ||
        !list_tile(d, &o[3], tile * c_own, c, low ? 2 : 0, width, list, &n))
        return false;
    uint32_t inputs = n;
    for (uint32_t k = 0; k < c; k++) {
        uint32_t *result = k < c_own ? &results[(*result_count)++] : NULL;
        list[n] = result && *result ? *result : decode_temp_vreg(d, width);
        if (result)
            *result = list[n];
        n++;
    }
    uint32_t *kept = ARENA_ARRAY(&d->m->arena, uint32_t, n);
    memcpy(kept, list, n * sizeof *kept);
    struct op *op =
        decode_emit_op(d, f64 ? OP_mma_f64 : OP_mma, 0, 0, decode_word(d, UINT32_MAX), 0);
    op->count = (uint8_t) inputs;
    op->target = n - inputs;
    op->more = kept;
    memcpy(&op->imm, &p->tile, sizeof p->tile);
    return true;
}

static bool is_listed(struct decoder *d, const struct ptx_operand *o, uint32_t first,
                      enum ptx_type t, uint32_t vreg)
{
    for (uint32_t k = first; k < decode_list_count(o); k++)
        if (decode_source_vreg(d, decode_list_part(o, k), t) == vreg)
            return true;
    return false;
}

/* Whether a tile may write its results to D at once: no other reads them. Register k of C is read before register k of D is written. */
static bool writes_at_once(struct decoder *d, enum ptx_type t, const uint32_t *to, uint32_t count)
{
    const struct ptx_operand *o = d->inst->operands;
    for (uint32_t k = 0; k < count; k++)
        if (is_listed(d, &o[1], 0, t, to[k]) || is_listed(d, &o[2], 0, t, to[k]) ||
            is_listed(d, &o[3], k + 1, t, to[k]))
            return false;
    return true;
}

static bool multiply(struct decoder *d)
{
    struct wmma_product p = {0};
    uint32_t to[REGISTERS_MAX * PART_MAX], results[REGISTERS_MAX * PART_MAX] = {0}, n = 0;
    if (!parse_product(d->inst, &p))
        return decode_unknown(d);
    if (!decode_want_operands(d, 4))
        return false;
    uint32_t tiles = p.w.n == 8 ? (p.w.m + 15) / 16 : p.w.n / 8;
    const struct ptx_operand *o = &d->inst->operands[0];
    enum ptx_type t = p.tile.type_a == MATRIX_F64 ? PTX_F64 : PTX_B32;
    uint32_t count = decode_list_count(o);
    decode_set_fp_mode(d, 0);
    for (uint32_t k = 0; k < count && count <= REGISTERS_MAX; k++)
        if (!(to[k] = decode_dest_vreg(d, decode_list_part(o, k), t)))
            return false;
    bool at_once = count <= REGISTERS_MAX && writes_at_once(d, t, to, count);
    if (at_once)
        memcpy(results, to, count * sizeof *to);
    for (uint32_t tile = 0; tile < tiles; tile++)
        if (!multiply_tile(d, &p, tile, results, &n))
            return false;
    if (count != n)
        return decode_error(d, "a list has %u registers, not %u", count, n);
    for (uint32_t k = 0; k < n && !at_once; k++)
        decode_emit_op(d, t == PTX_F64 ? OP_mov_64 : OP_mov_32, to[k], results[k], 0, 0);
    return true;
}

bool decode_wmma(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    struct wmma_access a = {0};
    if (i->mod_count < 3)
        return decode_unknown(d);
    if (str_eq(i->mods[1], "mma"))
        return multiply(d);
    a.store = str_eq(i->mods[1], "store");
    bool loads = str_eq(i->mods[1], "load");
    a.part = str_eq(i->mods[2], "a") ? PART_A : str_eq(i->mods[2], "b") ? PART_B : PART_C;
    bool named = a.store ? str_eq(i->mods[2], "d") : a.part != PART_C || str_eq(i->mods[2], "c");
    return (a.store || loads) && named ? access_fragment(d, &a) : decode_unknown(d);
}
