/* SPDX-License-Identifier: Apache-2.0 */
/* Integer instructions that are more than a row of opcodes.def: logic of predicates, lop3, bfi (9.7.1.20, 9.7.8), and arithmetic with the
 * carry flag (9.7.2). */
#include "device/cpu/decode/decoder.h"

/* ---- logic: predicates have ops of their own ---- */

/* and, or, xor, not (9.7.8): predicates are bits in a word and have ops of their own. */
bool decode_logic(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    if (decode_last_type(i) != PTX_PRED)
        return decode_plain(d);
    bool is_not = str_eq(i->mods[0], "not");
    enum op_code code = is_not ? OP_pred_not : decode_bool_op_named(i->mods[0]);
    if (code == OP_NONE || i->mod_count != 2)
        return decode_unknown(d);
    if (!decode_want_operands(d, is_not ? 2 : 3))
        return false;
    const struct ptx_operand *a = &i->operands[1], *b = is_not ? a : &i->operands[2];
    uint32_t to = decode_dest_vreg(d, &i->operands[0], PTX_PRED), ra = decode_pred_source(d, a),
             rb = decode_pred_source(d, b);
    if (d->failed)
        return false;
    decode_emit_op(d, code, to, ra, rb, 0)->count =
        (uint8_t) ((a->negate ? 1 : 0) | (b->negate ? 2 : 0));
    return true;
}

/* lop3 (9.7.8.6): the truth table is a constant of the instruction. */
bool decode_lop3(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    if (i->mod_count != 2 || decode_last_type(i) != PTX_B32)
        return decode_unknown(d);
    if (!decode_want_operands(d, 5))
        return false;
    uint32_t to = decode_dest_vreg(d, &i->operands[0], PTX_B32), r[3];
    for (int k = 0; k < 3; k++)
        r[k] = decode_source_vreg(d, &i->operands[1 + k], PTX_B32);
    if (d->failed || i->operands[4].kind != PTX_OPERAND_INT)
        return decode_error(d, "the table must be a number");
    decode_emit_op(d, OP_lop3_32, to, r[0], r[1], r[2])->imm =
        (int64_t) (i->operands[4].bits & 0xff);
    return true;
}

/* A field at a constant place: d = (a & low) << place | b & ~(low << place). */
static void insert_field(struct decoder *d, bool wide, uint32_t to, uint32_t a, uint32_t b,
                         uint64_t place, uint64_t length)
{
    uint64_t bits = wide ? 64 : 32, low = length < 64 ? ((uint64_t) 1 << length) - 1 : UINT64_MAX;
    uint32_t width = wide ? 8 : 4, field = a, rest = decode_temp_vreg(d, width);
    if (!length || place >= bits) {
        decode_emit_op(d, wide ? OP_mov_64 : OP_mov_32, to, b, 0, 0);
        return;
    }
    if (place + length < bits) {
        field = decode_temp_vreg(d, width);
        decode_emit_op(d, wide ? OP_and_64 : OP_and_32, field, a,
                       decode_constant_vreg(d, CONSTANT_BITS, width, low), 0);
    }
    if (place) {
        uint32_t shifted = decode_temp_vreg(d, width);
        decode_emit_op(d, wide ? OP_shl_64 : OP_shl_32, shifted, field, decode_word(d, place), 0);
        field = shifted;
    }
    uint64_t keep = ~(low << place) & (wide ? UINT64_MAX : UINT32_MAX);
    decode_emit_op(d, wide ? OP_and_64 : OP_and_32, rest, b,
                   decode_constant_vreg(d, CONSTANT_BITS, width, keep), 0);
    decode_emit_op(d, wide ? OP_or_64 : OP_or_32, to, field, rest, 0);
}

/* bfi (9.7.1.20): five operands; the fifth is op.target. */
bool decode_bfi(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    enum ptx_type t = decode_last_type(i);
    if (i->mod_count != 2 || (t != PTX_B32 && t != PTX_B64))
        return decode_unknown(d);
    if (!decode_want_operands(d, 5))
        return false;
    uint32_t to = decode_dest_vreg(d, &i->operands[0], t),
             a = decode_source_vreg(d, &i->operands[1], t),
             b = decode_source_vreg(d, &i->operands[2], t);
    const struct ptx_operand *place = &i->operands[3], *count = &i->operands[4];
    if (place->kind == PTX_OPERAND_INT && count->kind == PTX_OPERAND_INT) {
        if (!d->failed)
            insert_field(d, t == PTX_B64, to, a, b, place->bits & 255, count->bits & 255);
        return !d->failed;
    }
    uint32_t c = decode_source_vreg(d, &i->operands[3], PTX_U32),
             length = decode_source_vreg(d, &i->operands[4], PTX_U32);
    if (d->failed)
        return false;
    decode_emit_op(d, t == PTX_B32 ? OP_bfi_32 : OP_bfi_64, to, a, b, c)->target = length;
    return true;
}

/* ---- extended precision (9.7.2): add.cc addc[.cc] sub.cc subc[.cc] mad.cc madc[.cc] ---- */

/* The carry flag CC.CF is a predicate register of the frame, for each lane. Without an incoming carry the op reads none. */
static bool emit_carry(struct decoder *d, bool subtract, enum ptx_type t, uint32_t to, uint32_t a,
                       uint32_t b, bool in, bool out)
{
    if (!d->carry)
        d->carry = decode_new_vreg(d, 0);
    bool wide = decode_type_width(t) == 8;
    enum op_code code =
        subtract ? (wide ? OP_subc_64 : OP_subc_32) : (wide ? OP_addc_64 : OP_addc_32);
    struct op *op = decode_emit_op(d, code, to, a, b, in ? d->carry : 0);
    op->target = out ? d->carry : 0;
    return true;
}

bool decode_carry(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    enum ptx_type t = decode_last_type(i);
    bool subtract = str_eq(i->mods[0], "sub") || str_eq(i->mods[0], "subc");
    bool in = i->mods[0].n == 4, mad = i->mods[0].p[0] == 'm', out = ptx_has_mod(i, "cc");
    uint32_t width = decode_type_width(t);
    if (t == PTX_NONE || (width != 4 && width != 8) || i->mod_count != 2u + mad + out ||
        ptx_types[t].kind == PTX_KIND_FLOAT)
        return decode_unknown(d);
    if (!decode_want_operands(d, mad ? 4 : 3))
        return false;
    uint32_t to = decode_dest_vreg(d, &i->operands[0], t),
             a = decode_source_vreg(d, &i->operands[1], t),
             b = decode_source_vreg(d, &i->operands[2], t);
    if (d->failed)
        return false;
    if (!mad)
        return emit_carry(d, subtract, t, to, a, b, in, out);
    enum op_code mul =
        decode_find_op(d, "mul.%s.%s", ptx_has_mod(i, "hi") ? "hi" : "lo", ptx_types[t].name);
    uint32_t product = decode_temp_vreg(d, width), c = decode_source_vreg(d, &i->operands[3], t);
    if (!c || mul == OP_NONE)
        return d->failed ? false : decode_unknown(d);
    decode_emit_op(d, mul, product, a, b, 0);
    return emit_carry(d, false, t, to, product, c, in, out);
}

bool decode_add(struct decoder *d)
{
    return ptx_has_mod(d->inst, "cc") ? decode_carry(d) : decode_plain(d);
}
