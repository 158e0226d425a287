/* SPDX-License-Identifier: Apache-2.0 */
/* setp, set and selp (9.7.6, 9.7.7). Half-precision operands are compared as f32, which is exact; a packed pair is two comparisons.
 * Next: decode_plain.c, for .ftz. */
#include "device/cpu/decode/decoder.h"

#include <stdio.h>

enum op_code decode_bool_op_named(struct str mod)
{
    return str_eq(mod, "and")   ? OP_pred_and
           : str_eq(mod, "or")  ? OP_pred_or
           : str_eq(mod, "xor") ? OP_pred_xor
                                : OP_NONE;
}

static bool is_pair(enum ptx_type t)
{
    return t == PTX_F16X2 || t == PTX_BF16X2;
}

/* An operand of the comparison: flushed for .ftz where no mode of the processor does that, half precision widened. `half` picks one of a pair. */
static uint32_t compared_vreg(struct decoder *d, uint32_t vreg, enum ptx_type t, uint32_t half)
{
    bool bf = t == PTX_BF16 || t == PTX_BF16X2, ftz = ptx_has_mod(d->inst, "ftz");
    if (!vreg || ptx_types[t].kind != PTX_KIND_FLOAT || t == PTX_F64)
        return vreg;
    if (t == PTX_F32)
        return ftz && d->soft_ftz ? decode_flushed_vreg(d, vreg, t) : vreg;
    if (ftz)
        vreg = decode_flushed_vreg(d, vreg, t);
    if (is_pair(t)) {
        uint32_t one = decode_temp_vreg(d, 2);
        decode_emit_op(d, half ? OP_high_32_16 : OP_cut_32_16, one, vreg, 0, 0);
        vreg = one;
    }
    uint32_t wide = decode_temp_vreg(d, 4);
    decode_emit_op(d, bf ? OP_f32_bf16 : OP_f32_f16, wide, vreg, 0, 0);
    return wide;
}

/* The comparison itself, of vector registers a and b, into the predicate register `truth`. */
static bool emit_truth(struct decoder *d, uint32_t truth, uint32_t a, uint32_t b, enum ptx_type t,
                       uint32_t half)
{
    const struct ptx_inst *i = d->inst;
    bool is_float = ptx_types[t].kind == PTX_KIND_FLOAT;
    enum ptx_type as = is_float && t != PTX_F64 ? PTX_F32 : t;
    enum op_code code =
        decode_find_op(d, "setp.%.*s.%s", (int) i->mods[1].n, i->mods[1].p, ptx_types[as].name);
    if (code == OP_NONE)
        return decode_unknown(d);
    a = compared_vreg(d, a, t, half);
    b = compared_vreg(d, b, t, half);
    if (is_float)
        decode_set_fp_mode(d, t == PTX_F32 && ptx_has_mod(i, "ftz") && !d->soft_ftz ? 4 : 0);
    decode_emit_op(d, code, truth, a, b, 0);
    return true;
}

struct compare_operands {
    uint32_t a, b, c;     /* c: the predicate that the result is combined with */
    enum op_code combine; /* OP_NONE: it is not combined */
    uint8_t negate_c;
    enum ptx_type type;
};

static bool parse_comparison(struct decoder *d, const struct ptx_operand *at,
                             struct compare_operands *out)
{
    const struct ptx_inst *i = d->inst;
    enum ptx_type t = decode_last_type(i);
    *out = (struct compare_operands){
        .type = t, .combine = i->mod_count > 3 ? decode_bool_op_named(i->mods[2]) : OP_NONE};
    if (t == PTX_NONE || t == PTX_PRED)
        return decode_unknown(d);
    out->a = decode_source_vreg(d, &at[0], t);
    out->b = decode_source_vreg(d, &at[1], t);
    if (out->combine && !d->failed) {
        out->c = decode_pred_source(d, &at[2]);
        out->negate_c = at[2].negate ? 2 : 0;
    }
    return !d->failed;
}

/* The comparison of one half (or of the whole), combined with c; `invert`: its negation, combined with c. */
static bool emit_combined(struct decoder *d, const struct compare_operands *c, uint32_t to,
                          uint32_t half, bool invert)
{
    if (!c->combine && !invert)
        return emit_truth(d, to, c->a, c->b, c->type, half);
    uint32_t truth = decode_temp_vreg(d, 0);
    if (!emit_truth(d, truth, c->a, c->b, c->type, half))
        return false;
    if (c->combine)
        decode_emit_op(d, c->combine, to, truth, c->c, 0)->count = (uint8_t) (invert | c->negate_c);
    else
        decode_emit_op(d, OP_pred_not, to, truth, truth, 0);
    return true;
}

/* setp (9.7.6.2): p is the comparison, q its negation; of a packed pair p and q are the two halves. */
bool decode_setp(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    bool combines = i->mod_count > 3 && decode_bool_op_named(i->mods[2]);
    struct compare_operands c;
    if (i->mod_count < 3 || !decode_want_operands(d, combines ? 4 : 3))
        return d->failed ? false : decode_unknown(d);
    const struct ptx_operand *o = &i->operands[0];
    bool both = o->kind == PTX_OPERAND_LIST;
    if (both && o->part_count != 2)
        return decode_unknown(d);
    uint32_t p = decode_dest_vreg(d, both ? &o->parts[0] : o, PTX_PRED);
    uint32_t q = both ? decode_dest_vreg(d, &o->parts[1], PTX_PRED) : 0;
    if (d->failed || !parse_comparison(d, i->operands + 1, &c))
        return false;
    if (!both)
        return emit_combined(d, &c, p, 0, false);
    uint32_t first = decode_temp_vreg(d, 0),
             second = decode_temp_vreg(d, 0); /* c may be the same register as p */
    bool pair = is_pair(c.type);
    if (!emit_combined(d, &c, first, 0, false) || !emit_combined(d, &c, second, pair, !pair))
        return false;
    decode_emit_op(d, OP_pred_mov, p, first, first, 0);
    decode_emit_op(d, OP_pred_mov, q, second, second, 0);
    return true;
}

/* What `set` writes for true: -1 or 1.0 of the result's type. */
static uint64_t true_value(enum ptx_type t)
{
    switch (t) {
    case PTX_F32: return 0x3f800000;
    case PTX_F16:
    case PTX_F16X2: return 0x3c00;
    case PTX_BF16:
    case PTX_BF16X2: return 0x3f80;
    default: return UINT32_MAX;
    }
}

static uint32_t set_value(struct decoder *d, const struct compare_operands *c, uint32_t to,
                          uint32_t half, uint32_t width, uint64_t yes)
{
    uint32_t truth = decode_temp_vreg(d, 0);
    if (!emit_combined(d, c, truth, half, false))
        return 0;
    yes &= width == 2 ? 0xffff : UINT32_MAX;
    decode_emit_op(d, width == 2 ? OP_selp_16 : OP_selp_32, to,
                   decode_constant_vreg(d, CONSTANT_BITS, width, yes),
                   decode_constant_vreg(d, CONSTANT_BITS, width, 0), truth);
    return to;
}

/* set (9.7.6.1). */
bool decode_set(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    if (i->mod_count < 4)
        return decode_unknown(d);
    enum ptx_type to_type = ptx_type_named(i->mods[i->mod_count - 2]);
    bool combines = i->mod_count > 4 && decode_bool_op_named(i->mods[2]);
    uint32_t width = decode_type_width(to_type);
    struct compare_operands c;
    if ((width != 2 && width != 4) || ptx_types[to_type].kind == PTX_KIND_BITS)
        return decode_unknown(d);
    if (!decode_want_operands(d, combines ? 4 : 3))
        return false;
    uint32_t to = decode_dest_vreg(d, &i->operands[0], to_type);
    if (!to || !parse_comparison(d, i->operands + 1, &c))
        return false;
    if (is_pair(to_type) && !is_pair(c.type))
        return decode_unknown(d);
    if (!is_pair(c.type))
        return set_value(d, &c, to, 0, width, true_value(to_type)) != 0;
    if (width != 4)
        return decode_unknown(d);
    uint32_t low = set_value(d, &c, decode_temp_vreg(d, 2), 0, 2, true_value(to_type));
    uint32_t high = low ? set_value(d, &c, decode_temp_vreg(d, 2), 1, 2, true_value(to_type)) : 0;
    if (high)
        decode_emit_op(d, OP_pack_16_32, to, low, high, 0);
    return high != 0;
}

/* selp (9.7.6.3): a negated predicate exchanges the operands. */
bool decode_selp(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    enum ptx_type t = decode_last_type(i);
    uint32_t width = decode_type_width(t);
    if (t == PTX_NONE || !width || i->mod_count != 2)
        return decode_unknown(d);
    if (!decode_want_operands(d, 4))
        return false;
    uint32_t to = decode_dest_vreg(d, &i->operands[0], t),
             a = decode_source_vreg(d, &i->operands[1], t);
    uint32_t b = decode_source_vreg(d, &i->operands[2], t),
             c = decode_pred_source(d, &i->operands[3]);
    if (d->failed)
        return false;
    enum op_code code = width == 2 ? OP_selp_16 : width == 4 ? OP_selp_32 : OP_selp_64;
    decode_emit_op(d, code, to, i->operands[3].negate ? b : a, i->operands[3].negate ? a : b, c);
    return true;
}
