/* SPDX-License-Identifier: Apache-2.0 */
/* The vector registers of a function's frame: one for each PTX register in use, temporaries that live for one instruction, and constants that are
 * set with the frame. Next: decode_operand.c. */
#include "device/cpu/decode/decoder.h"

/* 8-bit values are kept in 16 bits: 8-bit types occur with ld, st and cvt only (PTX ISA 5.2.2). */
uint32_t decode_type_width(enum ptx_type t)
{
    uint32_t size = ptx_types[t].size;
    return t == PTX_PRED ? 0 : size < 2 ? 2 : size;
}

uint32_t decode_new_vreg(struct decoder *d, uint32_t width)
{
    if (width) /* a vector register begins on a cache line; predicates share lines */
        d->top = (d->top + 63) & ~63u;
    uint32_t vreg = d->top;
    d->top += width ? width * WARP_LANES : 4;
    return vreg;
}

/* Temporaries are handed out again for the next instruction: nothing of an instruction is live after it. */
uint32_t decode_temp_vreg(struct decoder *d, uint32_t width)
{
    uint32_t *list = width ? d->temps[width / 4] : d->pred_temps;
    uint32_t *n = width ? &d->temp_count[width / 4] : &d->pred_temp_count;
    if (*n == TEMPS)
        return decode_new_vreg(d, width);
    if (!list[*n])
        list[*n] = decode_new_vreg(d, width);
    return list[(*n)++];
}

/* Equal constants share a vector register, except parameters that are widened. */
uint32_t decode_constant_vreg(struct decoder *d, enum constant_kind kind, uint32_t width,
                              uint64_t value)
{
    VEC_EACH (f, &d->constants)
        if (f->kind == kind && f->size == width && f->value == value && !f->source)
            return f->vreg;
    struct frame_constant f = {.kind = (uint8_t) kind,
                               .size = (uint8_t) width,
                               .value = value,
                               .vreg = decode_new_vreg(d, width)};
    VEC_PUSH(&d->constants, f);
    return f.vreg;
}

uint32_t decode_word(struct decoder *d, uint64_t value)
{
    return decode_constant_vreg(d, CONSTANT_BITS, 4, value);
}

uint32_t decode_list_count(const struct ptx_operand *o)
{
    return o->kind == PTX_OPERAND_LIST ? o->part_count : 1;
}

const struct ptx_operand *decode_list_part(const struct ptx_operand *o, uint32_t k)
{
    return o->kind == PTX_OPERAND_LIST ? &o->parts[k] : o;
}

uint32_t decode_reg_width(const struct decoder *d, uint32_t reg)
{
    return d->narrow[reg] ? 4 : decode_type_width(d->f->regs.at[reg]);
}

uint32_t decode_reg_vreg(struct decoder *d, uint32_t reg)
{
    while (d->same_as[reg])
        reg = d->same_as[reg] - 1;
    if (!d->vregs[reg])
        d->vregs[reg] = decode_new_vreg(d, decode_reg_width(d, reg));
    return d->vregs[reg];
}

/* to = from, zero- or sign-extended; a copy if the widths are equal. */
void decode_widen(struct decoder *d, uint32_t to, uint32_t to_width, uint32_t from,
                  uint32_t from_width, bool is_signed)
{
    enum op_code code;
    if (to_width == from_width)
        code = to_width == 2 ? OP_mov_16 : to_width == 4 ? OP_mov_32 : OP_mov_64;
    else if (from_width == 4)
        code = is_signed ? OP_ext_s32_64 : OP_ext_u32_64;
    else if (to_width == 4)
        code = is_signed ? OP_ext_s16_32 : OP_ext_u16_32;
    else
        code = is_signed ? OP_ext_s16_64 : OP_ext_u16_64;
    decode_emit_op(d, code, to, from, 0, 0);
}

enum op_code decode_cut_op(uint32_t from_width, uint32_t to_width)
{
    if (from_width == 4)
        return OP_cut_32_16;
    return to_width == 4 ? OP_cut_64_32 : OP_cut_64_16;
}
