/* SPDX-License-Identifier: Apache-2.0 */
/* cvt to and from e4m3x2 and e5m2x2 (9.7.9.21): two values, each by an op of its own. Next: code/halves.h. */
#include "device/cpu/decode/decoder.h"

struct fp8_cvt {
    bool e5, to, relu; /* e5m2, not e4m3; to 8 bits, not from them */
    enum ptx_type other;
};

static bool is_fp8(struct str type, bool *out_e5)
{
    *out_e5 = str_eq(type, "e5m2x2");
    return *out_e5 || str_eq(type, "e4m3x2");
}

bool decode_is_fp8(const struct ptx_inst *i)
{
    bool e5;
    return i->mod_count >= 3 &&
           (is_fp8(i->mods[i->mod_count - 2], &e5) || is_fp8(i->mods[i->mod_count - 1], &e5));
}

/* Narrowing must saturate; widening is exact. */
static bool parse(const struct ptx_inst *i, struct fp8_cvt *c)
{
    struct str to = i->mods[i->mod_count - 2], from = i->mods[i->mod_count - 1];
    *c = (struct fp8_cvt){.to = is_fp8(to, &c->e5)};
    bool e5 = str_eq(c->to ? to : from, "e5m2x2"), satfinite = false, rn = false;
    c->e5 = e5;
    c->other = ptx_type_named(c->to ? from : to);
    for (uint32_t k = 1; k + 2 < i->mod_count; k++) {
        if (str_eq(i->mods[k], "satfinite"))
            satfinite = true;
        else if (str_eq(i->mods[k], "relu"))
            c->relu = true;
        else if (str_eq(i->mods[k], "rn"))
            rn = true;
        else
            return false;
    }
    return rn && satfinite == c->to && (c->other == PTX_F16X2 || (c->to && c->other == PTX_F32));
}

static uint32_t narrowed(struct decoder *d, const struct fp8_cvt *c, uint32_t value)
{
    uint32_t to = decode_temp_vreg(d, 2), positive = value;
    if (c->relu) {
        positive = decode_temp_vreg(d, 4);
        decode_emit_op(d, OP_relu_f32, positive, value, 0, 0);
    }
    decode_emit_op(d, c->e5 ? OP_e5m2_f32 : OP_e4m3_f32, to, positive, 0, 0);
    return to;
}

/* The lower and the upper half of a pair of f16, as f32. */
static uint32_t half_of(struct decoder *d, uint32_t pair, bool upper)
{
    uint32_t half = decode_temp_vreg(d, 2), to = decode_temp_vreg(d, 4);
    decode_emit_op(d, upper ? OP_high_32_16 : OP_cut_32_16, half, pair, 0, 0);
    decode_emit_op(d, OP_f32_f16, to, half, 0, 0);
    return to;
}

/* d = {a, b}: a is the upper half; of an f16x2, its upper half is */
static bool narrow(struct decoder *d, const struct fp8_cvt *c)
{
    const struct ptx_operand *o = d->inst->operands;
    bool two = c->other == PTX_F32;
    uint32_t half[2];
    if (!decode_want_operands(d, 2 + two))
        return false;
    uint32_t to = decode_dest_vreg(d, &o[0], PTX_B16);
    for (uint32_t upper = 0; upper < 2; upper++) {
        uint32_t from = decode_source_vreg(d, &o[two ? 2 - upper : 1], two ? PTX_F32 : PTX_F16X2);
        if (!to || !from)
            return false;
        half[upper] = narrowed(d, c, two ? from : half_of(d, from, upper));
    }
    decode_emit_op(d, OP_pack_8_16, to, half[0], half[1], 0);
    return true;
}

static bool widen(struct decoder *d, const struct fp8_cvt *c)
{
    const struct ptx_operand *o = d->inst->operands;
    if (!decode_want_operands(d, 2))
        return false;
    uint32_t to = decode_dest_vreg(d, &o[0], PTX_F16X2),
             from = decode_source_vreg(d, &o[1], PTX_B16), byte = decode_temp_vreg(d, 2), half[2];
    if (!to || !from)
        return false;
    for (uint32_t upper = 0; upper < 2; upper++) {
        half[upper] = decode_temp_vreg(d, 2);
        decode_emit_op(d, OP_shr_u16, byte, from,
                       decode_constant_vreg(d, CONSTANT_BITS, 4, 8 * upper), 0);
        decode_emit_op(d, OP_ext_u8_16, byte, byte, 0, 0);
        decode_emit_op(d, c->e5 ? OP_f16_e5m2 : OP_f16_e4m3, half[upper], byte, 0, 0);
        if (c->relu)
            decode_emit_op(d, OP_relu_f16, half[upper], half[upper], 0, 0);
    }
    decode_emit_op(d, OP_pack_16_32, to, half[0], half[1], 0);
    return true;
}

bool decode_fp8(struct decoder *d)
{
    struct fp8_cvt c;
    if (!parse(d->inst, &c))
        return decode_error(d, "this conversion is not supported by the cpu device");
    decode_set_fp_mode(d, 0);
    return c.to ? narrow(d, &c) : widen(d, &c);
}
