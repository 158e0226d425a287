/* SPDX-License-Identifier: Apache-2.0 */
/* mov (9.7.9.3, 9.7.9.4): of registers, of predicates, and between a register and a list of its parts. Moves without an op are decode_alias.c's.
 * Next: decode_plain.c. */
#include "device/cpu/decode/decoder.h"

/* ---- lists of bytes: mov.b16 {a, b}, x and mov.b32 x, {a, b, c, d} ---- */

static uint32_t bits_8(struct decoder *d)
{
    return decode_constant_vreg(d, CONSTANT_BITS, 4, 8);
}

/* Both bytes of a 16-bit register, of which a part may be the same register. */
static bool unpack_bytes(struct decoder *d, const struct ptx_operand *parts, uint32_t from)
{
    uint32_t byte[2] = {decode_temp_vreg(d, 2), decode_temp_vreg(d, 2)};
    decode_emit_op(d, OP_ext_u8_16, byte[0], from, 0, 0);
    decode_emit_op(d, OP_shr_u16, byte[1], from, bits_8(d), 0);
    for (uint32_t k = 0; k < 2; k++) {
        uint32_t to =
            parts[k].kind == PTX_OPERAND_SINK ? 0 : decode_dest_vreg(d, &parts[k], PTX_B8);
        if (to)
            decode_emit_op(d, OP_mov_16, to, byte[k], 0, 0);
    }
    return !d->failed;
}

static bool decode_unpack_bytes(struct decoder *d, enum ptx_type t)
{
    const struct ptx_operand *o = &d->inst->operands[0];
    uint32_t from = decode_source_vreg(d, &d->inst->operands[1], t), low, high;
    if (!from)
        return d->failed ? false : decode_unknown(d);
    if (o->part_count == 2)
        return unpack_bytes(d, o->parts, from);
    low = decode_temp_vreg(d, 2);
    high = decode_temp_vreg(d, 2);
    decode_emit_op(d, OP_cut_32_16, low, from, 0, 0);
    decode_emit_op(d, OP_high_32_16, high, from, 0, 0);
    return unpack_bytes(d, o->parts, low) && unpack_bytes(d, o->parts + 2, high);
}

static uint32_t pack_bytes(struct decoder *d, const struct ptx_operand *parts, uint32_t to)
{
    uint32_t low = decode_source_vreg(d, &parts[0], PTX_B8),
             high = decode_source_vreg(d, &parts[1], PTX_B8);
    if (d->failed)
        return 0;
    decode_emit_op(d, OP_pack_8_16, to, low, high, 0);
    return to;
}

static bool decode_pack_bytes(struct decoder *d, enum ptx_type t)
{
    const struct ptx_operand *o = &d->inst->operands[1];
    uint32_t to = decode_dest_vreg(d, &d->inst->operands[0], t);
    if (!to || o->part_count == 2)
        return to && pack_bytes(d, o->parts, to);
    uint32_t low = pack_bytes(d, o->parts, decode_temp_vreg(d, 2)),
             high = pack_bytes(d, o->parts + 2, decode_temp_vreg(d, 2));
    return low && high && decode_emit_op(d, OP_pack_16_32, to, low, high, 0);
}

/* ---- other lists ---- */

/* mov.b64 {lo, hi}, x and mov.b64 x, {lo, hi} (9.7.9.4) */
static bool decode_unpack(struct decoder *d, enum ptx_type t)
{
    static const enum op_code quarters[4] = {OP_cut_64_16, OP_high_32_16, OP_part2_64_16,
                                             OP_part3_64_16};
    const struct ptx_operand *o = &d->inst->operands[0];
    uint32_t from = decode_source_vreg(d, &d->inst->operands[1], t), width = decode_type_width(t);
    uint32_t part = o->part_count ? width / o->part_count : 0;
    if (!from || (part != 2 && part != 4) || part * o->part_count != width)
        return d->failed ? false : decode_unknown(d);
    uint32_t copy =
        decode_temp_vreg(d, width); /* a part may be the same register as the source's */
    decode_emit_op(d, width == 8 ? OP_mov_64 : OP_mov_32, copy, from, 0, 0);
    for (uint32_t k = 0; k < o->part_count; k++) {
        enum ptx_type part_type = part == 2 ? PTX_B16 : PTX_B32;
        if (o->parts[k].kind == PTX_OPERAND_SINK)
            continue;
        uint32_t to = decode_dest_vreg(d, &o->parts[k], part_type);
        if (!to)
            return false;
        enum op_code code = width == 4  ? (k ? OP_high_32_16 : OP_cut_32_16)
                            : part == 4 ? (k ? OP_high_64_32 : OP_cut_64_32)
                                        : quarters[k];
        uint32_t source = copy;
        if (width == 8 && part == 2 && k == 1) {
            source = decode_temp_vreg(d, 4);
            decode_emit_op(d, OP_cut_64_32, source, copy, 0, 0);
        }
        decode_emit_op(d, code, to, source, 0, 0);
    }
    return true;
}

/* mov from a list to a register (9.7.9.4): the first element is the lowest part. */
static bool decode_pack(struct decoder *d, enum ptx_type t)
{
    const struct ptx_operand *o = &d->inst->operands[1];
    uint32_t to = decode_dest_vreg(d, &d->inst->operands[0], t), width = decode_type_width(t), r[4];
    uint32_t part = o->part_count ? width / o->part_count : 0;
    if (!to || (part != 2 && part != 4) || part * o->part_count != width)
        return d->failed ? false : decode_unknown(d);
    for (uint32_t k = 0; k < o->part_count; k++)
        if (!(r[k] = decode_source_vreg(d, &o->parts[k], part == 2 ? PTX_B16 : PTX_B32)))
            return false;
    if (part == 4 || width == 4) {
        decode_emit_op(d, part == 4 ? OP_pack_32_64 : OP_pack_16_32, to, r[0], r[1], 0);
        return true;
    }
    uint32_t low = decode_temp_vreg(d, 4), high = decode_temp_vreg(d, 4);
    decode_emit_op(d, OP_pack_16_32, low, r[0], r[1], 0);
    decode_emit_op(d, OP_pack_16_32, high, r[2], r[3], 0);
    decode_emit_op(d, OP_pack_32_64, to, low, high, 0);
    return true;
}

bool decode_mov(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    enum ptx_type t = decode_last_type(i);
    if (i->mod_count != 2 || t == PTX_NONE)
        return decode_unknown(d);
    if (!decode_want_operands(d, 2))
        return false;
    if (t == PTX_PRED) {
        uint32_t to = decode_dest_vreg(d, &i->operands[0], t),
                 from = decode_pred_source(d, &i->operands[1]);
        if (d->failed)
            return false;
        decode_emit_op(d, OP_pred_mov, to, from, from, 0)->count = i->operands[1].negate;
        return true;
    }
    const struct ptx_operand *list = i->operands[0].kind == PTX_OPERAND_LIST   ? &i->operands[0]
                                     : i->operands[1].kind == PTX_OPERAND_LIST ? &i->operands[1]
                                                                               : NULL;
    if (list && list->part_count < 2)
        return decode_unknown(d);
    if (list && list->part_count * ptx_types[PTX_B8].size == ptx_types[t].size &&
        list->part_count > 1 && ptx_types[t].size <= 4)
        return list == i->operands ? decode_unpack_bytes(d, t) : decode_pack_bytes(d, t);
    if (i->operands[0].kind == PTX_OPERAND_LIST)
        return decode_unpack(d, t);
    if (i->operands[1].kind == PTX_OPERAND_LIST)
        return decode_pack(d, t);
    return decode_plain(d);
}
