/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions that are in opcodes.def under their own mnemonic, once rounding, .ftz, .sat and .relu are taken off: most of PTX. What was taken
 * off becomes the processor's floating-point mode (OP_fp_mode), or ops before and after. Next: opcodes.def. */
#include "device/cpu/decode/decoder.h"

#include <stdio.h>
#include <string.h>

/* ---- modifiers that are modes ---- */

struct modes {
    uint32_t fp; /* as the imm of OP_fp_mode */
    bool ftz, sat, relu;
    char full[64], key[64]; /* the mnemonic; without rounding, .ftz, .sat and .relu */
    bool fits;
};

static int rounding_named(struct str mod)
{
    static const char *const names[4] = {"rn", "rz", "rm", "rp"};
    for (int k = 0; k < 4; k++)
        if (str_eq(mod, names[k]))
            return k;
    return -1;
}

static void append(char *to, size_t cap, struct str mod)
{
    size_t n = strlen(to);
    snprintf(to + n, cap - n, "%s%.*s", n ? "." : "", (int) mod.n, mod.p);
}

/* Takes the mnemonic apart: its text with all modifiers, and its key without those that are modes. */
static struct modes modes_of(const struct ptx_inst *i)
{
    struct modes m = {.fits = i->name.n < sizeof m.full};
    for (uint32_t k = 0; k < i->mod_count; k++) {
        int rounding = k ? rounding_named(i->mods[k]) : -1;
        append(m.full, sizeof m.full, i->mods[k]);
        if (rounding >= 0)
            m.fp = (m.fp & 4) | (uint32_t) rounding;
        else if (k && str_eq(i->mods[k], "ftz"))
            m.ftz = true;
        else if (k && str_eq(i->mods[k], "sat"))
            m.sat = true;
        else if (k && str_eq(i->mods[k], "relu"))
            m.relu = true;
        else
            append(m.key, sizeof m.key, i->mods[k]);
    }
    m.fp |= m.ftz ? 4 : 0;
    return m;
}

/* ---- rows of opcodes.def ---- */

/* The type of an operand: the instruction's if the sizes agree, else bits of that size (shift counts, wide products). */
static enum ptx_type type_of_size(uint32_t size, enum ptx_type like)
{
    if (ptx_types[like].size == size)
        return like;
    return size == 2 ? PTX_B16 : size == 4 ? PTX_B32 : PTX_B64;
}

/* The ops for .ftz, .sat and .relu on values of a float type; OP_NONE: the type does not have the modifier. */
struct float_parts {
    enum op_code flush, sat, relu, negate;
};

static const struct float_parts float_parts[PTX_TYPES] = {
    [PTX_F16] = {OP_flush_f16,    OP_sat_f16,    OP_relu_f16,    OP_neg_f16   },
    [PTX_F16X2] = {OP_flush_f16x2,  OP_sat_f16x2,  OP_relu_f16x2,  OP_neg_f16x2 },
    [PTX_BF16] = {OP_flush_bf16,   OP_sat_bf16,   OP_relu_bf16,   OP_neg_bf16  },
    [PTX_BF16X2] = {OP_flush_bf16x2, OP_sat_bf16x2, OP_relu_bf16x2, OP_neg_bf16x2},
    [PTX_F32] = {OP_ftz_f32,      OP_sat_f32,    OP_NONE,        OP_neg_f32   },
    [PTX_F64] = {OP_NONE,         OP_sat_f64,    OP_NONE,        OP_neg_f64   },
};

/* Whether ops before and after do .ftz: for types for which the processor has no mode, and for approximate functions, which call the host's
 * library and ignore the mode. */
static bool flushes_itself(const struct decoder *d, const struct modes *m, enum ptx_type t)
{
    return m->ftz && (t != PTX_F32 || d->soft_ftz || ptx_has_mod(d->inst, "approx"));
}

static bool float_mode(struct decoder *d, const struct modes *m, enum ptx_type t)
{
    const struct float_parts *p = &float_parts[t];
    bool narrow = ptx_types[t].size == 2 || t == PTX_F16X2 || t == PTX_BF16X2;
    if ((m->ftz && !p->flush) || (m->sat && !p->sat) || (m->relu && !p->relu) ||
        (narrow && m->fp & 3))
        return decode_unknown(d);
    decode_set_fp_mode(d, narrow || flushes_itself(d, m, t) ? m->fp & 3 : m->fp);
    return true;
}

uint32_t decode_flushed_vreg(struct decoder *d, uint32_t vreg, enum ptx_type t)
{
    uint32_t to = vreg ? decode_temp_vreg(d, decode_type_width(t)) : 0;
    if (vreg)
        decode_emit_op(d, float_parts[t].flush, to, vreg, 0, 0);
    return to;
}

static uint32_t operand_vreg(struct decoder *d, const struct ptx_operand *o, enum ptx_type t)
{
    uint32_t v = decode_source_vreg(d, o, t);
    if (!v || !o->minus)
        return v;
    uint32_t to = decode_temp_vreg(d, decode_type_width(t));
    decode_emit_op(d, float_parts[t].negate, to, v, 0, 0);
    return to;
}

/* `flush`: the operands are flushed by ops. The processor has a mode for f32 on x86 only. */
static bool emit_values(struct decoder *d, enum op_code code, uint32_t to,
                        const struct ptx_operand *o, enum ptx_type t, bool flush)
{
    const struct op_info *info = &op_infos[code];
    bool two = info->form == FORM_BINARY || info->form == FORM_TERNARY;
    uint32_t a = operand_vreg(d, &o[0], type_of_size(info->size_a, t));
    uint32_t b = two ? operand_vreg(d, &o[1], type_of_size(info->size_b, t)) : a;
    uint32_t c = info->size_c ? operand_vreg(d, &o[2], type_of_size(info->size_c, t)) : 0;
    if (d->failed)
        return false;
    bool selects = str_eq(d->inst->mods[0], "slct"); /* slct: only c is a float */
    if (flush && !selects) {
        a = decode_flushed_vreg(d, a, t);
        b = two ? decode_flushed_vreg(d, b, t) : a;
    }
    if (flush)
        c = decode_flushed_vreg(d, c, t);
    decode_emit_op(d, code, to, a, b, c);
    return true;
}

/* The row under the whole mnemonic, or under what is left when the modes are taken off, which only float types have. */
static enum op_code find_op(const struct decoder *d, struct modes *m, bool is_float)
{
    enum op_code code = m->fits ? op_index_find(d->index, m->full) : OP_NONE;
    if (code == OP_NONE)
        return m->fits && is_float ? op_index_find(d->index, m->key) : OP_NONE;
    *m = (struct modes){0};
    return code;
}

static bool want_operands_of(struct decoder *d, const struct op_info *info)
{
    static const uint32_t wanted[] = {
        [FORM_UNARY] = 2,
        [FORM_BINARY] = 3,
        [FORM_TERNARY] = 4,
        [FORM_COMPARE] = 2, /* testp; setp is a family */
    };

    return decode_want_operands(d, wanted[info->form]);
}

/* Applies .ftz, .sat and .relu to the result. min and max return an operand unchanged, so no mode of the processor flushes it. */
static void finish_result(struct decoder *d, const struct modes *m, enum ptx_type t, uint32_t to)
{
    const struct str *name = &d->inst->mods[0];
    bool chooses = str_eq(*name, "min") || str_eq(*name, "max"),
         flush = flushes_itself(d, m, t) && !str_eq(*name, "slct");
    if (flush || (m->ftz && chooses))
        decode_emit_op(d, float_parts[t].flush, to, to, 0, 0);
    if (m->sat)
        decode_emit_op(d, float_parts[t].sat, to, to, 0, 0);
    if (m->relu)
        decode_emit_op(d, float_parts[t].relu, to, to, 0, 0);
}

bool decode_plain(struct decoder *d)
{
    const struct ptx_inst *i = d->inst;
    struct modes m = modes_of(i);
    enum ptx_type t = decode_last_type(i);
    bool is_float = ptx_types[t].kind == PTX_KIND_FLOAT;
    enum op_code code = find_op(d, &m, is_float);
    const struct op_info *info = &op_infos[code];
    if (code == OP_NONE)
        return decode_unknown(d);
    if (!want_operands_of(d, info) || (is_float && !float_mode(d, &m, t)))
        return false;
    enum ptx_type result = info->form == FORM_COMPARE ? PTX_PRED : type_of_size(info->size_d, t);
    uint32_t to = decode_dest_vreg(d, &i->operands[0], result);
    if (!to || !emit_values(d, code, to, i->operands + 1, t, flushes_itself(d, &m, t)))
        return false;
    finish_result(d, &m, t, to);
    return true;
}
