/* SPDX-License-Identifier: Apache-2.0 */
/* cvt (9.7.9.21) as a sequence of small ops: narrow the source to its type, clamp, round, convert, widen to the register. 8-bit values are kept
 * in vector registers of 16 bits. f16 and bf16 sources are widened to f32, which is exact; results are rounded to them once, from f32
 * or f64. Next: decode_operand.c, for registers that are wider than the type. */
#include "device/cpu/decode/decoder.h"

struct cvt {
    enum ptx_type to, from;
    int rounding;         /* 0 to 3 for FP_RN to FP_RP; -1: none given */
    int integer_rounding; /* 0 to 3 for .rni .rzi .rmi .rpi; -1: none given */
    bool ftz, sat, relu, ties_away;
};

static bool unsupported(struct decoder *d)
{
    return decode_error(d, "this conversion is not supported by the cpu device");
}

/* The number of a rounding modifier; -1: it is none. `to_integer`: those that end in i. */
static int rounding_named(struct str mod, bool to_integer)
{
    static const char *const names[2][4] = {
        {"rn",  "rz",  "rm",  "rp" },
        {"rni", "rzi", "rmi", "rpi"},
    };

    for (int r = 0; r < 4; r++)
        if (str_eq(mod, names[to_integer][r]))
            return r;
    return -1;
}

static bool parse_modifier(struct cvt *c, struct str mod)
{
    const struct {
        const char *name;
        bool *flag;
    } flags[] = {
        {"ftz",  &c->ftz      },
        {"sat",  &c->sat      },
        {"relu", &c->relu     },
        {"rna",  &c->ties_away},
    };

    int rounding = rounding_named(mod, false), integer_rounding = rounding_named(mod, true);
    if (rounding >= 0)
        c->rounding = rounding;
    if (integer_rounding >= 0)
        c->integer_rounding = integer_rounding;
    for (size_t k = 0; k < sizeof flags / sizeof *flags; k++)
        if (str_eq(mod, flags[k].name))
            return *flags[k].flag = true;
    return rounding >= 0 || integer_rounding >= 0;
}

static bool parse_cvt(struct decoder *d, struct cvt *c)
{
    const struct ptx_inst *i = d->inst;
    *c = (struct cvt){.rounding = -1, .integer_rounding = -1};
    if (i->mod_count < 3)
        return unsupported(d);
    c->to = ptx_type_named(i->mods[i->mod_count - 2]);
    c->from = ptx_type_named(i->mods[i->mod_count - 1]);
    for (uint32_t k = 1; k + 2 < i->mod_count; k++)
        if (!parse_modifier(c, i->mods[k]))
            return unsupported(d);
    if (c->to == PTX_NONE || c->from == PTX_NONE || ptx_types[c->to].size > 8 ||
        ptx_types[c->from].size > 8)
        return unsupported(d);
    return true;
}

static bool is_half(enum ptx_type t)
{
    return t == PTX_F16 || t == PTX_BF16;
}

static bool is_pair(enum ptx_type t)
{
    return t == PTX_F16X2 || t == PTX_BF16X2;
}

static bool is_signed(enum ptx_type t)
{
    return ptx_types[t].kind == PTX_KIND_SIGNED;
}

/* The value of an integer type, narrowed to it and widened to `width` bytes. */
static uint32_t as_width(struct decoder *d, uint32_t from, enum ptx_type t, uint32_t width)
{
    uint32_t vreg = from;
    if (ptx_types[t].size == 1) {
        vreg = decode_temp_vreg(d, 2);
        decode_emit_op(d, is_signed(t) ? OP_ext_s8_16 : OP_ext_u8_16, vreg, from, 0, 0);
    }
    if (decode_type_width(t) >= width)
        return vreg;
    uint32_t wide = decode_temp_vreg(d, width);
    decode_widen(d, wide, width, vreg, decode_type_width(t), is_signed(t));
    return wide;
}

/* Narrows a value to the type and writes it to the register, which may be wider. `is_temp`: the last op has computed it, for this alone. */
static void put_integer(struct decoder *d, uint32_t to, uint32_t reg_width, uint32_t from,
                        uint32_t from_width, enum ptx_type t, bool is_temp)
{
    uint32_t vreg = from, width = from_width, own = decode_type_width(t);
    if (own < width) {
        vreg = decode_temp_vreg(d, own);
        decode_emit_op(d, decode_cut_op(width, own), vreg, from, 0, 0);
        width = own;
    }
    if (ptx_types[t].size == 1) {
        uint32_t byte = decode_temp_vreg(d, 2);
        decode_emit_op(d, is_signed(t) ? OP_ext_s8_16 : OP_ext_u8_16, byte, vreg, 0, 0);
        vreg = byte;
    }
    if (width == reg_width && (is_temp || vreg != from))
        VEC_LAST(&d->ops).d = to;
    else
        decode_widen(d, to, reg_width, vreg, width, is_signed(t));
}

static bool integer_to_integer(struct decoder *d, const struct cvt *c, uint32_t to,
                               uint32_t reg_width, uint32_t from)
{
    uint32_t width = decode_type_width(c->to) > decode_type_width(c->from)
                         ? decode_type_width(c->to)
                         : decode_type_width(c->from);
    if (!c->sat) {
        uint32_t value = as_width(d, from, c->from, width);
        put_integer(d, to, reg_width, value, width, c->to, value != from);
        return true;
    }
    uint32_t bits = 8 * ptx_types[c->to].size - is_signed(c->to);
    uint64_t most = bits == 64 ? UINT64_MAX : ((uint64_t) 1 << bits) - 1;
    if (!is_signed(c->from) && is_signed(c->to) == false)
        most = bits == 64 ? UINT64_MAX : most;
    uint32_t wide = as_width(d, from, c->from, 8), clamped = decode_temp_vreg(d, 8);
    enum op_code code = !is_signed(c->from) ? OP_clamp_64_uu
                        : is_signed(c->to)  ? OP_clamp_64_s64
                                            : OP_clamp_64_su;
    decode_emit_op(d, code, clamped, wide, decode_constant_vreg(d, CONSTANT_BITS, 8, most), 0);
    put_integer(d, to, reg_width, clamped, 8, c->to, true);
    return true;
}

static bool integer_to_float(struct decoder *d, const struct cvt *c, uint32_t to, uint32_t from)
{
    static const enum op_code nearest[2][2][2] = {
        {{OP_f32_u32, OP_f32_s32}, {OP_f32_u64, OP_f32_s64}},
        {{OP_f64_u32, OP_f64_s32}, {OP_f64_u64, OP_f64_s64}}
    };

    static const enum op_code directed[2][2][3] = {
        {{OP_f32_u64_rz, OP_f32_u64_rm, OP_f32_u64_rp},
         {OP_f32_s64_rz, OP_f32_s64_rm, OP_f32_s64_rp}},
        {{OP_f64_u64_rz, OP_f64_u64_rm, OP_f64_u64_rp},
         {OP_f64_s64_rz, OP_f64_s64_rm, OP_f64_s64_rp}}
    };

    bool wide = c->to == PTX_F64, sign = is_signed(c->from);
    decode_set_fp_mode(d, 0);
    if (c->rounding <= 0) {
        uint32_t width = decode_type_width(c->from) == 8 ? 8 : 4;
        decode_emit_op(d, nearest[wide][width == 8][sign], to, as_width(d, from, c->from, width), 0,
                       0);
    } else {
        decode_emit_op(d, directed[wide][sign][c->rounding - 1], to, as_width(d, from, c->from, 8),
                       0, 0);
    }
    if (c->sat)
        decode_emit_op(d, wide ? OP_sat_f64 : OP_sat_f32, to, to, 0, 0);
    return true;
}

static enum op_code rounding_op(enum ptx_type t, int how)
{
    static const enum op_code ops[2][4] = {
        {OP_rni_f32, OP_rzi_f32, OP_rmi_f32, OP_rpi_f32},
        {OP_rni_f64, OP_rzi_f64, OP_rmi_f64, OP_rpi_f64}
    };

    return ops[t == PTX_F64][how];
}

static bool float_to_integer(struct decoder *d, const struct cvt *c, uint32_t to,
                             uint32_t reg_width, uint32_t from)
{
    static const enum op_code ops[2][2][4] = {
        {{OP_u8_f32, OP_u16_f32, OP_u32_f32, OP_u64_f32},
         {OP_s8_f32, OP_s16_f32, OP_s32_f32, OP_s64_f32}},
        {{OP_u8_f64, OP_u16_f64, OP_u32_f64, OP_u64_f64},
         {OP_s8_f64, OP_s16_f64, OP_s32_f64, OP_s64_f64}}
    };

    if (c->integer_rounding < 0)
        return decode_error(d, "needs .rni, .rzi, .rmi or .rpi");
    decode_set_fp_mode(d, 0);
    uint32_t vreg = from, width = decode_type_width(c->to);
    if (c->ftz && c->from == PTX_F32) {
        vreg = decode_temp_vreg(d, 4);
        decode_emit_op(d, OP_ftz_f32, vreg, from, 0, 0);
    }
    if (c->integer_rounding != 1) {
        uint32_t rounded = decode_temp_vreg(d, decode_type_width(c->from));
        decode_emit_op(d, rounding_op(c->from, c->integer_rounding), rounded, vreg, 0, 0);
        vreg = rounded;
    }
    uint32_t value = reg_width == width ? to : decode_temp_vreg(d, width);
    int size = __builtin_ctz(ptx_types[c->to].size);
    decode_emit_op(d, ops[c->from == PTX_F64][is_signed(c->to)][size], value, vreg, 0, 0);
    if (value != to)
        decode_widen(d, to, reg_width, value, width, is_signed(c->to));
    return true;
}

static bool float_to_float(struct decoder *d, const struct cvt *c, uint32_t to, uint32_t from)
{
    bool same = c->to == c->from;
    uint32_t vreg = from;
    decode_set_fp_mode(d, same || c->rounding <= 0 ? 0 : (uint32_t) c->rounding);
    if (c->ftz && c->from == PTX_F32) {
        vreg = decode_temp_vreg(d, 4);
        decode_emit_op(d, OP_ftz_f32, vreg, from, 0, 0);
    }
    if (same && c->integer_rounding >= 0)
        decode_emit_op(d, rounding_op(c->to, c->integer_rounding), to, vreg, 0, 0);
    else if (same)
        decode_emit_op(d, c->to == PTX_F32 ? OP_canon_f32 : OP_mov_64, to, vreg, 0, 0);
    else
        decode_emit_op(d, c->to == PTX_F32 ? OP_f32_f64 : OP_f64_f32, to, vreg, 0, 0);
    if (c->ftz && c->to == PTX_F32)
        decode_emit_op(d, OP_ftz_f32, to, to, 0, 0);
    if (c->sat)
        decode_emit_op(d, c->to == PTX_F32 ? OP_sat_f32 : OP_sat_f64, to, to, 0, 0);
    return true;
}

/* ---- f16, bf16, tf32 ---- */

/* The value of vector register `from` (f32 or f64 as `wide` says) rounded to half precision. */
static void narrow(struct decoder *d, uint32_t to, uint32_t from, bool wide, bool bf, int rounding)
{
    if (!wide && rounding <= 0) {
        decode_emit_op(d, bf ? OP_bf16_f32 : OP_f16_f32, to, from, 0, 0);
        return;
    }
    uint32_t exact = from;
    if (!wide) {
        exact = decode_temp_vreg(d, 8);
        decode_emit_op(d, OP_f64_f32, exact, from, 0, 0);
    }
    decode_emit_op(
        d, bf ? OP_bf16_f64 : OP_f16_f64, to, exact,
        decode_constant_vreg(d, CONSTANT_BITS, 4, (uint64_t) (rounding < 0 ? 0 : rounding)), 0);
}

/* A float of any type, prepared for narrowing: .ftz, .relu, .rni.. done; f32, or f64 if the source was f64. */
static uint32_t prepared(struct decoder *d, const struct cvt *c, uint32_t from)
{
    uint32_t vreg = from;
    decode_set_fp_mode(d, 0);
    if (is_half(c->from)) {
        vreg = decode_temp_vreg(d, 4);
        decode_emit_op(d, c->from == PTX_F16 ? OP_f32_f16 : OP_f32_bf16, vreg, from, 0, 0);
    }
    if (c->ftz && c->from == PTX_F32)
        vreg = decode_flushed_vreg(d, vreg, PTX_F32);
    if (c->relu) {
        uint32_t positive = decode_temp_vreg(d, 4);
        decode_emit_op(d, OP_relu_f32, positive, vreg, 0, 0);
        vreg = positive;
    }
    if (c->integer_rounding >= 0) {
        uint32_t rounded = decode_temp_vreg(d, c->from == PTX_F64 ? 8 : 4);
        decode_emit_op(d, rounding_op(c->from == PTX_F64 ? PTX_F64 : PTX_F32, c->integer_rounding),
                       rounded, vreg, 0, 0);
        vreg = rounded;
    }
    return vreg;
}

static bool to_half(struct decoder *d, const struct cvt *c, uint32_t to, uint32_t from)
{
    enum ptx_type t = c->to;
    bool is_float = ptx_types[c->from].kind == PTX_KIND_FLOAT, bf = t == PTX_BF16,
         wide = c->from == PTX_F64 || !is_float;
    uint32_t vreg;
    if (c->relu && wide)
        return unsupported(d);
    if (is_float) {
        vreg = prepared(d, c, from);
    } else if (!bf && c->rounding <= 0 && ptx_types[c->from].size <= 4) {
        /* what single precision does not have exactly is infinite as a half */
        vreg = decode_temp_vreg(d, 4);
        decode_set_fp_mode(d, 0);
        decode_emit_op(d, is_signed(c->from) ? OP_f32_s32 : OP_f32_u32, vreg,
                       as_width(d, from, c->from, 4), 0, 0);
        wide = false;
    } else { /* rounded to odd: 64-bit integers do not fit f64, and are rounded once more */
        vreg = decode_temp_vreg(d, 8);
        decode_set_fp_mode(d, 0);
        decode_emit_op(d, is_signed(c->from) ? OP_f64_s64_odd : OP_f64_u64_odd, vreg,
                       as_width(d, from, c->from, 8), 0, 0);
    }
    narrow(d, to, vreg, wide, bf, c->rounding);
    if (c->sat)
        decode_emit_op(d, bf ? OP_sat_bf16 : OP_sat_f16, to, to, 0, 0);
    return true;
}

/* cvt.rn.f16x2.f32 d, a, b: a to the upper half, b to the lower */
static bool two_to_pair(struct decoder *d, const struct cvt *c)
{
    const struct ptx_inst *i = d->inst;
    if (c->from != PTX_F32 || c->rounding < 0)
        return unsupported(d);
    if (!decode_want_operands(d, 3))
        return false;
    uint32_t to = decode_dest_vreg(d, &i->operands[0], c->to), half[2];
    for (int k = 0; k < 2; k++) {
        uint32_t from = decode_source_vreg(d, &i->operands[2 - k], PTX_F32);
        if (!to || !from)
            return false;
        half[k] = decode_temp_vreg(d, 2);
        narrow(d, half[k], prepared(d, c, from), false, c->to == PTX_BF16X2, c->rounding);
    }
    decode_emit_op(d, OP_pack_16_32, to, half[0], half[1], 0);
    return true;
}

static bool to_tf32(struct decoder *d, const struct cvt *c)
{
    const struct ptx_inst *i = d->inst;

    enum { TIES_AWAY = 4 };

    if (c->from != PTX_F32 || (c->rounding < 0 && !c->ties_away) || c->rounding > 1)
        return unsupported(d);
    uint32_t to = decode_dest_vreg(d, &i->operands[0], PTX_B32),
             from = decode_source_vreg(d, &i->operands[1], PTX_F32);
    if (d->failed)
        return false;
    uint64_t mode = c->ties_away ? TIES_AWAY : (uint64_t) c->rounding;
    decode_emit_op(d, OP_tf32_f32, to, prepared(d, c, from),
                   decode_constant_vreg(d, CONSTANT_BITS, 4, mode), 0);
    return true;
}

static bool from_half(struct decoder *d, struct cvt *c, uint32_t to, uint32_t reg_width,
                      uint32_t from)
{
    uint32_t vreg = decode_temp_vreg(d, 4);
    decode_set_fp_mode(d, 0);
    decode_emit_op(d, c->from == PTX_F16 ? OP_f32_f16 : OP_f32_bf16, vreg, from, 0, 0);
    bool to_float = ptx_types[c->to].kind == PTX_KIND_FLOAT, ftz = c->ftz;
    c->from = PTX_F32;
    c->ftz = false;
    if (ftz) /* no f16 is subnormal as f32; a bf16 may be */
        vreg = decode_flushed_vreg(d, vreg, PTX_F32);
    return to_float ? float_to_float(d, c, to, vreg) : float_to_integer(d, c, to, reg_width, vreg);
}

/* A conversion of one value between types that is_convertible allows. */
static bool convert(struct decoder *d, struct cvt *c, uint32_t to, uint32_t reg_width,
                    uint32_t from)
{
    bool to_float = ptx_types[c->to].kind == PTX_KIND_FLOAT,
         from_float = ptx_types[c->from].kind == PTX_KIND_FLOAT;
    if (to_float && reg_width != decode_type_width(c->to))
        return decode_error(d, "the result register has the wrong width");
    if (is_half(c->to))
        return to_half(d, c, to, from);
    if (is_half(c->from))
        return from_half(d, c, to, reg_width, from);
    if (to_float)
        return from_float ? float_to_float(d, c, to, from) : integer_to_float(d, c, to, from);
    return from_float ? float_to_integer(d, c, to, reg_width, from)
                      : integer_to_integer(d, c, to, reg_width, from);
}

/* Whether `convert` has the conversion: what is left when packed and tf32 results are done. */
static bool is_convertible(const struct cvt *c)
{
    return c->from != PTX_TF32 && c->from != PTX_PRED && c->to != PTX_PRED && !is_pair(c->from) &&
           !c->ties_away && (!c->relu || is_half(c->to));
}

bool decode_cvt(struct decoder *d)
{
    struct cvt c;
    uint32_t to, reg_width;
    if (ptx_has_mod(d->inst, "pack")) /* 9.7.9.22: rows of opcodes.def as they are */
        return decode_plain(d);
    if (decode_is_fp8(d->inst))
        return decode_fp8(d);
    if (!parse_cvt(d, &c))
        return false;
    if (is_pair(c.to))
        return two_to_pair(d, &c);
    if (!decode_want_operands(d, 2))
        return false;
    if (c.to == PTX_TF32)
        return to_tf32(d, &c);
    if (!is_convertible(&c))
        return unsupported(d);
    uint32_t from = decode_wide_source_vreg(d, &d->inst->operands[1], c.from);
    return from && decode_wide_dest(d, &d->inst->operands[0], c.to, &to, &reg_width) &&
           convert(d, &c, to, reg_width, from);
}
