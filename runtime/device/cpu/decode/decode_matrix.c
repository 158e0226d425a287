/* SPDX-License-Identifier: Apache-2.0 */
/* ldmatrix and mma (9.7.14.5). ldmatrix becomes shuffles of the rows' addresses and plain loads of shared memory, so that each lane's access is
 * checked. Next: code/matrix.h, exec/op_matrix.c. */
#include "device/cpu/decode/decode_matrix.h"

#include <stdio.h>
#include <string.h>

#include "device/cpu/decode/decoder.h"

enum { LISTED_MAX = 24, SHFL_IDX = 3 /* enum of op_warp.c */ };

/* ---- ldmatrix ---- */

struct ldmatrix {
    uint32_t row_addresses; /* lane 8 * k + i has that of row i of matrix k */
    int64_t offset;
    uint32_t high, low; /* of the lane's number: lane / 4, lane % 4 */
};

/* The address that lane `index` has, plus the register `column`. */
static uint32_t element_address(struct decoder *d, const struct ldmatrix *l, uint32_t index,
                                uint32_t column)
{
    uint32_t row = decode_temp_vreg(d, 4);
    struct op *op = decode_emit_op(d, OP_shfl, row, l->row_addresses, index, decode_word(d, 31));
    op->imm = SHFL_IDX;
    op->target = decode_word(d, UINT32_MAX);
    decode_emit_op(d, OP_add_32, row, row, column, 0);
    return row;
}

static uint32_t load_shared(struct decoder *d, const struct ldmatrix *l, uint32_t address,
                            uint32_t width)
{
    uint32_t to = decode_temp_vreg(d, width);
    struct op *op =
        decode_emit_op(d, width == 2 ? OP_ld_shared_16 : OP_ld_shared_32, to, address, 0, 0);
    op->imm = l->offset;
    op->space = PTX_SHARED;
    op->cache = d->m->cache_count++;
    return to;
}

/* Two elements for each lane: of row lane / 4 those at 2 * (lane % 4); .trans: of column lane / 4. */
static uint32_t load_matrix(struct decoder *d, const struct ldmatrix *l, uint32_t k, bool trans)
{
    uint32_t index = decode_temp_vreg(d, 4), column = decode_temp_vreg(d, 4);
    if (!trans) {
        decode_emit_op(d, OP_add_32, index, l->high, decode_word(d, 8 * k), 0);
        decode_emit_op(d, OP_mul_32, column, l->low, decode_word(d, 4), 0);
        return load_shared(d, l, element_address(d, l, index, column), 4);
    }
    uint32_t half[2], to = decode_temp_vreg(d, 4);
    decode_emit_op(d, OP_mul_32, column, l->high, decode_word(d, 2), 0);
    for (uint32_t h = 0; h < 2; h++) {
        decode_emit_op(d, OP_mad_32, index, l->low, decode_word(d, 2), decode_word(d, 8 * k + h));
        half[h] = load_shared(d, l, element_address(d, l, index, column), 2);
    }
    decode_emit_op(d, OP_pack_16_32, to, half[0], half[1], 0);
    return to;
}

/* The matrices that .x1, .x2 or .x4 says; 0: the instruction is not known. */
static uint32_t matrix_count(const struct ptx_inst *i)
{
    static const char *const known[] = {"sync",   "aligned",     "m8n8", "trans",
                                        "shared", "shared::cta", "b16"};
    uint32_t count = 0;
    for (uint32_t m = 1; m < i->mod_count; m++) {
        struct str s = i->mods[m];
        size_t k = 0, n = sizeof known / sizeof *known;
        while (k < n && !str_eq(s, known[k]))
            k++;
        if (k == n && s.n == 2 && s.p[0] == 'x' && strchr("124", s.p[1]))
            count = (uint32_t) (s.p[1] - '0');
        else if (k == n)
            return 0;
    }
    return ptx_has_mod(i, "b16") && ptx_has_mod(i, "m8n8") && i->operand_count == 2 ? count : 0;
}

/* Which row and columns each lane has. */
static bool place_lanes(struct decoder *d, const struct ptx_operand *rows, struct ldmatrix *out)
{
    *out = (struct ldmatrix){.high = decode_temp_vreg(d, 4), .low = decode_temp_vreg(d, 4)};
    if (rows && !decode_address_vreg(d, rows, PTX_SHARED, true, &out->row_addresses, &out->offset))
        return false;
    uint32_t lane = decode_special_vreg(d, "%laneid", 4);
    decode_set_fp_mode(d, 0);
    decode_emit_op(d, OP_shr_u32, out->high, lane, decode_word(d, 2), 0);
    decode_emit_op(d, OP_and_32, out->low, lane, decode_word(d, 3), 0);
    return true;
}

bool decode_ldmatrix(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    uint32_t count = matrix_count(i), loaded[4];
    struct ldmatrix l;
    if (!count || decode_list_count(&i->operands[0]) != count)
        return decode_unknown(d);
    if (!place_lanes(d, &i->operands[1], &l))
        return false;
    for (uint32_t k = 0; k < count; k++)
        loaded[k] = load_matrix(d, &l, k, ptx_has_mod(i, "trans"));
    for (uint32_t k = 0; k < count; k++) { /* a result may be the address's register */
        uint32_t to = decode_dest_vreg(d, decode_list_part(&i->operands[0], k), PTX_B32);
        if (!to)
            return false;
        decode_emit_op(d, OP_mov_32, to, loaded[k], 0, 0);
    }
    return true;
}

/* ---- stmatrix (9.7.14.5.16): the same places ---- */

static void store_shared(struct decoder *d, const struct ldmatrix *l, uint32_t address,
                         uint32_t from, uint32_t width)
{
    struct op *op =
        decode_emit_op(d, width == 2 ? OP_st_shared_16 : OP_st_shared_32, from, address, 0, 0);
    op->imm = l->offset;
    op->space = PTX_SHARED;
    op->cache = d->m->cache_count++;
}

static void store_matrix(struct decoder *d, const struct ldmatrix *l, uint32_t k, bool trans,
                         uint32_t from)
{
    uint32_t index = decode_temp_vreg(d, 4), column = decode_temp_vreg(d, 4);
    if (!trans) {
        decode_emit_op(d, OP_add_32, index, l->high, decode_word(d, 8 * k), 0);
        decode_emit_op(d, OP_mul_32, column, l->low, decode_word(d, 4), 0);
        store_shared(d, l, element_address(d, l, index, column), from, 4);
        return;
    }
    uint32_t half = decode_temp_vreg(d, 2), shifted = decode_temp_vreg(d, 4);
    decode_emit_op(d, OP_mul_32, column, l->high, decode_word(d, 2), 0);
    for (uint32_t h = 0; h < 2; h++) {
        decode_emit_op(d, OP_mad_32, index, l->low, decode_word(d, 2), decode_word(d, 8 * k + h));
        decode_emit_op(d, OP_shr_u32, shifted, from, decode_word(d, 16 * h), 0);
        decode_emit_op(d, decode_cut_op(4, 2), half, shifted, 0, 0);
        store_shared(d, l, element_address(d, l, index, column), half, 2);
    }
}

bool decode_stmatrix(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    uint32_t count = matrix_count(i);
    struct ldmatrix l;
    if (!count || decode_list_count(&i->operands[1]) != count)
        return decode_unknown(d);
    if (!place_lanes(d, &i->operands[0], &l))
        return false;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t from = decode_source_vreg(d, decode_list_part(&i->operands[1], k), PTX_B32);
        if (!from)
            return false;
        store_matrix(d, &l, k, ptx_has_mod(i, "trans"), from);
    }
    return true;
}

/* movmatrix.sync.aligned.m8n8.trans.b16 (9.7.14.5.17): lane l has row l / 4 and columns 2 * (l % 4) and the next; of the transposed matrix it gets
 * the halves of two lanes. */
bool decode_movmatrix(struct decoder *d)
{
    static const char *const mods[] = {"sync", "aligned", "m8n8", "trans", "b16"};
    const struct ptx_inst *i = d->inst;
    bool known = i->mod_count == 6;
    for (uint32_t m = 0; m < 5 && known; m++)
        known = str_eq(i->mods[m + 1], mods[m]);
    if (!known)
        return decode_unknown(d);
    uint32_t to = decode_want_operands(d, 2) ? decode_dest_vreg(d, &i->operands[0], PTX_B32) : 0,
             from = to ? decode_source_vreg(d, &i->operands[1], PTX_B32) : 0;
    struct ldmatrix l;
    if (!from || !place_lanes(d, NULL, &l))
        return false;
    uint32_t lane = decode_temp_vreg(d, 4), by = decode_temp_vreg(d, 4), half[2];
    decode_emit_op(d, OP_and_32, by, l.high, decode_word(d, 1), 0);
    decode_emit_op(d, OP_shl_32, by, by, decode_word(d, 4), 0);
    for (uint32_t h = 0; h < 2; h++) {
        uint32_t word = decode_temp_vreg(d, 4);
        half[h] = decode_temp_vreg(d, 2);
        decode_emit_op(d, OP_shr_u32, lane, l.high, decode_word(d, 1), 0);
        decode_emit_op(d, OP_mad_32, lane, l.low, decode_word(d, 8), lane);
        decode_emit_op(d, OP_add_32, lane, lane, decode_word(d, 4 * h), 0);
        struct op *op = decode_emit_op(d, OP_shfl, word, from, lane, decode_word(d, 31));
        op->imm = SHFL_IDX;
        op->target = decode_word(d, UINT32_MAX);
        decode_emit_op(d, OP_shr_u32, word, word, by, 0);
        decode_emit_op(d, decode_cut_op(4, 2), half[h], word, 0, 0);
    }
    decode_emit_op(d, OP_pack_16_32, to, half[0], half[1], 0);
    return true;
}

/* ---- mma ---- */

static const struct {
    const char *name;
    uint8_t bits;
} types[MATRIX_TYPES] = {
    [MATRIX_F16] = {"f16",  16},
      [MATRIX_BF16] = {"bf16", 16},
      [MATRIX_TF32] = {"tf32", 32},
    [MATRIX_E4M3] = {"e4m3", 8 },
      [MATRIX_E5M2] = {"e5m2", 8 },
      [MATRIX_S8] = {"s8",   8 },
    [MATRIX_U8] = {"u8",   8 },
      [MATRIX_S4] = {"s4",   4 },
      [MATRIX_U4] = {"u4",   4 },
    [MATRIX_B1] = {"b1",   1 },
      [MATRIX_F32] = {"f32",  32},
      [MATRIX_S32] = {"s32",  32},
    [MATRIX_F64] = {"f64",  64},
};

int matrix_type_named(struct str s)
{
    for (int t = 0; t < MATRIX_TYPES; t++)
        if (str_eq(s, types[t].name))
            return t;
    return -1;
}

uint32_t matrix_type_bits(int type)
{
    return types[type].bits;
}

bool matrix_types_match(const struct matrix_shape *s)
{
    bool integer = s->type_a >= MATRIX_S8 && s->type_a <= MATRIX_B1;
    if (types[s->type_a].bits != types[s->type_b].bits)
        return false;
    if (integer)
        return s->type_c == MATRIX_S32 && s->type_b >= MATRIX_S8 && s->type_b <= MATRIX_B1;
    if (s->type_a == MATRIX_F64)
        return s->type_b == MATRIX_F64 && s->type_c == MATRIX_F64;
    bool half = s->type_a == MATRIX_F16 || s->type_a == MATRIX_E4M3 || s->type_a == MATRIX_E5M2;
    return s->type_a <= MATRIX_E5M2 && s->type_b <= MATRIX_E5M2 &&
           (s->type_c == MATRIX_F32 || (half && s->type_c == MATRIX_F16));
}

/* Every fragment is at least one register, and A and B are at most four. */
static bool shape_valid(const struct matrix_shape *s)
{
    uint32_t row = s->k * (uint32_t) types[s->type_a].bits;
    return s->n == 8 && (s->m == 8 || s->m == 16) && s->k <= MATRIX_K_MAX &&
           (s->type_a == MATRIX_F64 ? row == 256 || (s->m == 16 && row == 512)
                                    : row == 128 || (s->m == 16 && row == 256)) &&
           (s->m == 16 || s->type_a == MATRIX_F64 ||
            (s->type_a >= MATRIX_S8 && s->type_a <= MATRIX_B1));
}

static bool parse_shape(struct str s, struct matrix_shape *out)
{
    char text[24];
    unsigned m, n, k;
    int used = 0;
    snprintf(text, sizeof text, "%.*s", (int) s.n, s.p);
    if (sscanf(text, "m%3un%3uk%3u%n", &m, &n, &k, &used) != 3 || text[used] || m > 16 || n > 8)
        return false;
    *out = (struct matrix_shape){.m = (uint8_t) m, .n = (uint8_t) n, .k = (uint16_t) k};
    return true;
}

/* mma.sync.aligned.m16n8k16.row.col{.satfinite}.f32.f16.f16.f32, and with .xor.popc or .and.popc for b1 */
static bool parse_mma(const struct ptx_inst *i, struct matrix_shape *s)
{
    uint32_t at = 6, rest = i->mod_count;
    if (rest < 10 || !str_eq(i->mods[1], "sync") || !str_eq(i->mods[2], "aligned") ||
        !parse_shape(i->mods[3], s) || !str_eq(i->mods[4], "row") || !str_eq(i->mods[5], "col"))
        return false;
    if (str_eq(i->mods[at], "satfinite")) {
        s->saturate = true;
        at++;
    }
    int t[4];
    for (uint32_t k = 0; k < 4; k++, at++)
        if (at >= rest || (t[k] = matrix_type_named(i->mods[at])) < 0)
            return false;
    s->type_a = (uint8_t) t[1];
    s->type_b = (uint8_t) t[2];
    s->type_c = (uint8_t) t[3];
    if (at < rest && !s->saturate &&
        str_eq(i->mods[at], "satfinite")) { /* ptxas takes it here too */
        s->saturate = true;
        at++;
    }
    if (s->type_a == MATRIX_B1 && rest == at + 2 && str_eq(i->mods[at + 1], "popc")) {
        s->by_and = str_eq(i->mods[at], "and");
        at += 2;
    }
    return at == rest && t[0] == t[3] && matrix_types_match(s) && shape_valid(s);
}

/* The registers of a fragment of `elements`, appended to the list; false: an error is recorded. */
static bool list_fragment(struct decoder *d, const struct ptx_operand *o, uint32_t bits, bool dest,
                          uint32_t *list, uint32_t *n)
{
    enum ptx_type t = bits == 64 ? PTX_F64 : PTX_B32;
    for (uint32_t k = 0; k < decode_list_count(o); k++) {
        const struct ptx_operand *p = decode_list_part(o, k);
        uint32_t vreg = dest ? decode_dest_vreg(d, p, t) : decode_source_vreg(d, p, t);
        if (!vreg || *n == LISTED_MAX)
            return false;
        list[(*n)++] = vreg;
    }
    return true;
}

bool decode_mma(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    struct matrix_shape s;
    uint32_t list[LISTED_MAX], n = 0, inputs = 0;
    if (!parse_mma(i, &s))
        return decode_unknown(d);
    if (!decode_want_operands(d, 4))
        return false;
    uint32_t a = types[s.type_a].bits, c = types[s.type_c].bits, unit = a == 64 ? 64 : 32,
             each = WARP_LANES * unit;
    const uint32_t want[4] = {s.m * 8 * c / each, s.m * s.k * a / each, 8 * s.k * a / each,
                              s.m * 8 * c / each};
    for (uint32_t k = 0; k < 4; k++)
        if (decode_list_count(&i->operands[k]) != want[k])
            return decode_error(d, "a list has %u registers, not %u",
                                decode_list_count(&i->operands[k]), want[k]);
    for (uint32_t k = 1; k < 5; k++) { /* D last */
        inputs = k == 4 ? n : inputs;
        if (!list_fragment(d, &i->operands[k % 4], unit, k == 4, list, &n))
            return false;
    }
    decode_set_fp_mode(d, 0);
    uint32_t *kept = ARENA_ARRAY(&d->m->arena, uint32_t, n);
    memcpy(kept, list, n * sizeof *kept);
    struct op *op =
        decode_emit_op(d, unit == 64 ? OP_mma_f64 : OP_mma, 0, 0, decode_word(d, UINT32_MAX), 0);
    op->count = (uint8_t) inputs;
    op->target = n - inputs;
    op->more = kept;
    memcpy(&op->imm, &s, sizeof s);
    return true;
}
