/* SPDX-License-Identifier: Apache-2.0 */
/* Copy propagation before decoding: a move whose result no other instruction writes gets no op; its result shares the vector register of its
 * source. PTX is full of such moves: loads of parameters, cvta.to.global, constants. It needs the numbers of definitions (decode.c).
 * Next: decode_plain.c. */
#include "device/cpu/decode/decoder.h"

/* ld.param of a kernel's parameter: the result is a constant of the frame. */
static bool param_constant(struct decoder *d, const struct ptx_inst *i, uint32_t *out_vreg)
{
    const struct ptx_operand *o = &i->operands[1];
    enum ptx_type t = decode_last_type(i);
    uint32_t at, width = decode_reg_width(d, i->operands[0].reg);
    if (i->mod_count != 3 || t == PTX_NONE || o->kind != PTX_OPERAND_MEMORY ||
        !decode_kernel_param_at(d, o->var, &at) || width < decode_type_width(t) || width == 0 ||
        o->offset < 0 || at + (uint64_t) o->offset + ptx_types[t].size > d->code->params_size)
        return false;
    struct frame_constant f = {.kind = CONSTANT_PARAM,
                               .size = (uint8_t) width,
                               .value = at + (uint64_t) o->offset,
                               .source = (uint8_t) ptx_types[t].size,
                               .is_signed = ptx_types[t].kind == PTX_KIND_SIGNED,
                               .vreg = decode_new_vreg(d, width)};
    VEC_PUSH(&d->constants, f);
    *out_vreg = f.vreg;
    return true;
}

/* No other instruction writes its result, and it has no guard, so every use sees this value. */
static bool may_alias(const struct decoder *d, const struct ptx_inst *i)
{
    return !i->guard && i->operand_count == 2 && i->operands[0].kind == PTX_OPERAND_REG &&
           d->defs[i->operands[0].reg] == 1 && decode_reg_width(d, i->operands[0].reg);
}

/* A register of the same width with one definition, or one that shares a vector register itself. */
static bool is_stable_reg(const struct decoder *d, const struct ptx_operand *o, uint32_t width)
{
    return o->kind == PTX_OPERAND_REG && decode_reg_width(d, o->reg) == width &&
           (d->defs[o->reg] == 1 || d->defs[o->reg] == UINT32_MAX);
}

/* An operand whose vector register is set up with the frame. */
static bool is_constant(const struct decoder *d, const struct ptx_operand *o, uint32_t width)
{
    enum special s;
    switch (o->kind) {
    case PTX_OPERAND_INT:
    case PTX_OPERAND_F32:
    case PTX_OPERAND_F64: return true;
    case PTX_OPERAND_SYMBOL: return o->var || ptx_var_named(d->m->ptx, o->name);
    case PTX_OPERAND_SPECIAL:
        s = decode_special_named(o->name);
        return s < SPECIAL_CLOCK && decode_special_width(s) == width;
    default: return false;
    }
}

/* True: the result has a vector register, or shares one (same_as). */
static bool try_alias(struct decoder *d, const struct ptx_inst *i)
{
    uint32_t reg = i->operands[0].reg, width = decode_reg_width(d, reg);
    const struct ptx_operand *o = &i->operands[1];
    enum ptx_type t = decode_last_type(i);
    bool mov = str_eq(i->mods[0], "mov") && i->mod_count == 2 && decode_type_width(t) == width,
         cvta = str_eq(i->mods[0], "cvta") && !ptx_has_mod(i, "shared") &&
                !ptx_has_mod(i, "shared::cta") && !ptx_has_mod(i, "shared::cluster");
    if (str_eq(i->mods[0], "ld") && ptx_has_mod(i, "param"))
        return param_constant(d, i, &d->vregs[reg]);
    if (decode_moves_narrow(d, i)) {
        mov = true;
        t = PTX_B32;
    }
    if ((mov || cvta) && is_stable_reg(d, o, width) && o->reg != reg) {
        d->same_as[reg] = o->reg + 1;
        return true;
    }
    return mov && is_constant(d, o, width) && (d->vregs[reg] = decode_source_vreg(d, o, t)) != 0;
}

bool decode_is_alias(const struct decoder *d, const struct ptx_inst *i)
{
    return i->operand_count == 2 && i->operands[0].kind == PTX_OPERAND_REG &&
           d->defs[i->operands[0].reg] == UINT32_MAX;
}

/* A chain of moves that leads back to itself has no value; it is cut. */
static bool leads_back(const struct decoder *d, uint32_t reg)
{
    uint32_t r = reg;
    for (uint32_t n = 0; d->same_as[r]; n++) {
        r = d->same_as[r] - 1;
        if (r == reg || n > d->f->regs.n)
            return true;
    }
    return false;
}

bool decode_find_aliases(struct decoder *d)
{
    VEC_EACH (i, &d->f->insts) {
        d->inst = i;
        if (!may_alias(d, i) || !try_alias(d, i))
            continue;
        uint32_t reg = i->operands[0].reg;
        if (leads_back(d, reg))
            d->same_as[reg] = 0;
        else
            d->defs[reg] = UINT32_MAX; /* marks it: decode_insts emits nothing for it */
    }
    return !d->failed;
}
