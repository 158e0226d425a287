/* SPDX-License-Identifier: Apache-2.0 */
/* Operands of PTX as vector registers of the frame: registers, constants, addresses of variables and functions, memory operands. It checks that
 * widths fit the instruction's type (PTX ISA 9.2). Next: decode_inst.c. */
#include "device/cpu/decode/decoder.h"

#include <string.h>

/* ---- variables ---- */

bool decode_kernel_param_at(const struct decoder *d, const struct ptx_var *v, uint32_t *out_offset)
{
    if (!v || !d->f->is_entry || v->index >= d->f->params.n || d->f->params.at[v->index] != v)
        return false;
    *out_offset = d->code->param_at[v->index];
    return true;
}

bool decode_lane_var_at(const struct decoder *d, const struct ptx_var *v, uint32_t *out_offset)
{
    if (!v || v->space != PTX_PARAM)
        return false;
    if (v->index < d->f->vars.n && d->f->vars.at[v->index] == v) {
        *out_offset = d->lane_at[v->index];
        return true;
    }
    if (!d->f->is_entry && v->index < d->f->params.n && d->f->params.at[v->index] == v) {
        *out_offset = d->code->param_at[v->index];
        return true;
    }
    if (v->index < d->f->returns.n && d->f->returns.at[v->index] == v) {
        *out_offset = d->code->return_at[v->index];
        return true;
    }
    return false;
}

uint64_t decode_function_handle(const struct decoder *d, const struct ptx_func *f)
{
    for (size_t i = 0; i < d->m->codes.at.n; i++)
        if (d->m->codes.at.at[i]->func == f)
            return (uint64_t) (uintptr_t) d->m->codes.at.at[i];
    return 0;
}

/* The vector register of a variable's address plus `extra`; 0: it has no address of this width here. */
static uint32_t var_vreg(struct decoder *d, const struct ptx_var *v, uint32_t width, uint64_t extra)
{
    uint32_t at;
    switch (v->space) {
    case PTX_SHARED:
        if (v->unsized)
            return decode_constant_vreg(d, CONSTANT_DYNAMIC, width, extra);
        return decode_constant_vreg(d, CONSTANT_BITS, width, v->address + extra);
    case PTX_LOCAL:
        return width == 8
                   ? decode_constant_vreg(d, CONSTANT_LOCAL, 8, d->local_at[v->index] + extra)
                   : 0;
    case PTX_GLOBAL:
    case PTX_CONST:
        return width == 8 ? decode_constant_vreg(d, CONSTANT_BITS, 8, v->address + extra) : 0;
    case PTX_PARAM:
        if (width != 8 || !decode_kernel_param_at(d, v, &at))
            return 0;
        return decode_constant_vreg(d, CONSTANT_PARAM_ADDRESS, 8, at + extra);
    default: return 0;
    }
}

/* The vector register of a name's value plus `extra`: the address of a variable or function, or a constant. */
static uint32_t symbol_vreg(struct decoder *d, const struct ptx_operand *o, uint32_t width,
                            uint64_t extra)
{
    const struct ptx_var *v = o->var ? o->var : ptx_var_named(d->m->ptx, o->name);
    const struct ptx_func *f = v ? NULL : ptx_func_named(d->m->ptx, o->name);
    uint32_t vreg = v ? var_vreg(d, v, width, extra) : 0;
    if (vreg)
        return vreg;
    if (!v && !strcmp(o->name, "WARP_SZ")) /* a constant of the language (PTX ISA 4.4) */
        return decode_constant_vreg(d, CONSTANT_BITS, width, WARP_LANES + extra);
    if (f && f->has_body && width == 8)
        return decode_constant_vreg(d, CONSTANT_BITS, 8, decode_function_handle(d, f));
    decode_error(d, v ? "the address of '%s' cannot be taken here" : "'%s' is not defined",
                 o->name);
    return 0;
}

/* ---- operands ---- */

static uint64_t constant_bits(const struct ptx_operand *o, enum ptx_type t)
{
    double v;
    float f;
    uint32_t bits;
    if (t == PTX_F32 && o->kind == PTX_OPERAND_F64) {
        memcpy(&v, &o->bits, sizeof v);
        f = (float) v;
        memcpy(&bits, &f, sizeof f);
        return bits;
    }
    if (t == PTX_F64 && o->kind == PTX_OPERAND_F32) {
        bits = (uint32_t) o->bits;
        memcpy(&f, &bits, sizeof f);
        v = f;
        uint64_t wide;
        memcpy(&wide, &v, sizeof v);
        return wide;
    }
    uint32_t width = decode_type_width(t);
    return width < 8 ? o->bits & (((uint64_t) 1 << 8 * width) - 1) : o->bits;
}

uint32_t decode_source_vreg(struct decoder *d, const struct ptx_operand *o, enum ptx_type t)
{
    uint32_t width = decode_type_width(t);
    switch (o->kind) {
    case PTX_OPERAND_REG:
        if (decode_reg_width(d, o->reg) == width && !o->negate &&
            (!o->select.n || d->inst->mods[0].p[0] == 'v'))
            return decode_reg_vreg(d, o->reg);
        decode_error(d, "register '%s' has the wrong width for .%s", o->name, ptx_types[t].name);
        return 0;
    case PTX_OPERAND_INT:
    case PTX_OPERAND_F32:
    case PTX_OPERAND_F64: return decode_constant_vreg(d, CONSTANT_BITS, width, constant_bits(o, t));
    case PTX_OPERAND_SPECIAL:
        if (width == 0)
            break;
        return decode_special_vreg(d, o->name, width);
    case PTX_OPERAND_SYMBOL: return symbol_vreg(d, o, width, (uint64_t) o->offset);
    case PTX_OPERAND_NONE:
    case PTX_OPERAND_MEMORY:
    case PTX_OPERAND_LIST:
    case PTX_OPERAND_SINK: break;
    }
    decode_error(d, "an operand of the wrong kind");
    return 0;
}

uint32_t decode_dest_vreg(struct decoder *d, const struct ptx_operand *o, enum ptx_type t)
{
    if (o->kind == PTX_OPERAND_SINK)
        return decode_temp_vreg(d, decode_type_width(t));
    if (o->kind == PTX_OPERAND_REG && decode_reg_width(d, o->reg) == decode_type_width(t))
        return decode_reg_vreg(d, o->reg);
    if (o->kind == PTX_OPERAND_REG)
        decode_error(d, "register '%s' has the wrong width for .%s", o->name, ptx_types[t].name);
    else
        decode_error(d, "the result must be a register");
    return 0;
}

uint32_t decode_pred_source(struct decoder *d, const struct ptx_operand *o)
{
    if (o->kind == PTX_OPERAND_REG && d->f->regs.at[o->reg] == PTX_PRED)
        return decode_reg_vreg(d, o->reg);
    if (o->kind == PTX_OPERAND_INT) /* mov.pred %p1, 0 */
        return decode_constant_vreg(d, CONSTANT_BITS, 0, o->bits ? UINT32_MAX : 0);
    decode_error(d, "expected a predicate register");
    return 0;
}

uint32_t decode_wide_source_vreg(struct decoder *d, const struct ptx_operand *o, enum ptx_type t)
{
    uint32_t width = decode_type_width(t);
    if (o->kind != PTX_OPERAND_REG || decode_reg_width(d, o->reg) <= width)
        return decode_source_vreg(d, o, t);
    uint32_t from = decode_reg_width(d, o->reg), to = decode_temp_vreg(d, width);
    decode_emit_op(d, decode_cut_op(from, width), to, decode_reg_vreg(d, o->reg), 0, 0);
    return to;
}

bool decode_wide_dest(struct decoder *d, const struct ptx_operand *o, enum ptx_type t,
                      uint32_t *out_vreg, uint32_t *out_reg_width)
{
    uint32_t width = decode_type_width(t);
    *out_reg_width = width;
    if (o->kind == PTX_OPERAND_REG && decode_reg_width(d, o->reg) > width) {
        *out_reg_width = decode_reg_width(d, o->reg);
        *out_vreg = decode_reg_vreg(d, o->reg);
        return true;
    }
    return (*out_vreg = decode_dest_vreg(d, o, t)) != 0;
}

/* Not a temporary: a vector register has one class (analysis.h), and a uniform address must not share it with an affine one. With a shared
 * temporary nbody took 480 ms instead of 26. */
static uint32_t convert_address(struct decoder *d, uint32_t reg, uint32_t want)
{
    if (!d->converted[reg])
        d->converted[reg] = decode_new_vreg(d, want);
    decode_emit_op(d, want == 4 ? OP_cut_64_32 : OP_ext_u32_64, d->converted[reg],
                   decode_reg_vreg(d, reg), 0, 0);
    return d->converted[reg];
}

uint32_t decode_lower_half(struct decoder *d, uint32_t reg)
{
    return convert_address(d, reg, 4);
}

bool decode_address_vreg(struct decoder *d, const struct ptx_operand *o, enum ptx_space space,
                         bool narrow, uint32_t *out_vreg, int64_t *out_offset)
{
    if (o->kind != PTX_OPERAND_MEMORY || o->part_count)
        return decode_error(d, "expected an address in brackets");
    uint32_t want = narrow ? 4 : 8;
    *out_offset = o->offset;
    if (o->has_reg) {
        uint32_t width = decode_reg_width(d, o->reg);
        if (width == want) {
            *out_vreg = decode_reg_vreg(d, o->reg);
            return true;
        }
        if (width != 8 && (width != 4 || space != PTX_SHARED))
            return decode_error(d, "register '%s' has the wrong width for an address", o->name);
        *out_vreg = convert_address(d, o->reg, want);
        return true;
    }
    if (o->name)
        return (*out_vreg = symbol_vreg(d, o, want, 0)) != 0;
    *out_vreg = decode_constant_vreg(d, CONSTANT_BITS, want, 0);
    return true;
}
