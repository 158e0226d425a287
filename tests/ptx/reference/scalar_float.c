/* SPDX-License-Identifier: Apache-2.0 */
/* Floats of every format: operands become numbers of 113 bits, where sums and products of up to 53 bits are exact or keep
 * the sign of what was lost; the result is rounded once to the format. Division and roots are the host's, in the rounding mode
 * that is asked for. Approximate functions give the host's nearest value: the comparison allows the ISA's error. */
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "scalar.h"

typedef __float128 quad;
typedef unsigned __int128 u128;

struct format {
    int exponent, mantissa; /* bits */
};

static struct format format_of(enum ptx_type t)
{
    switch (t) {
    case PTX_F16: return (struct format){5, 10};
    case PTX_BF16: return (struct format){8, 7};
    case PTX_TF32: return (struct format){8, 10};
    case PTX_F32: return (struct format){8, 23};
    default: return (struct format){11, 52};
    }
}

static uint64_t nan_of(enum ptx_type t)
{
    return t == PTX_F64 ? 0x7ff8000000000000 : t == PTX_F32 || t == PTX_TF32 ? 0x7fffffff : 0x7fff;
}

static uint64_t sign_bit(enum ptx_type t)
{
    struct format f = format_of(t);
    return (uint64_t) 1 << (f.exponent + f.mantissa);
}

static uint64_t infinity_of(enum ptx_type t)
{
    struct format f = format_of(t);
    return (((uint64_t) 1 << f.exponent) - 1) << f.mantissa;
}

double scalar_value(uint64_t bits, enum ptx_type t)
{
    struct format f = format_of(t);
    uint64_t magnitude = bits & (sign_bit(t) - 1),
             fraction = magnitude & (((uint64_t) 1 << f.mantissa) - 1);
    int e = (int) (magnitude >> f.mantissa), bias = (1 << (f.exponent - 1)) - 1;
    double v;
    if (magnitude > infinity_of(t))
        return NAN;
    if (magnitude == infinity_of(t))
        v = INFINITY;
    else if (e == 0)
        v = ldexp((double) fraction, 1 - bias - f.mantissa);
    else
        v = ldexp((double) (fraction | (uint64_t) 1 << f.mantissa), e - bias - f.mantissa);
    return bits & sign_bit(t) ? -v : v;
}

static bool is_nan(uint64_t bits, enum ptx_type t)
{
    return (bits & (sign_bit(t) - 1)) > infinity_of(t);
}

static uint64_t flushed(uint64_t bits, enum ptx_type t)
{
    bool subnormal = !(bits & infinity_of(t));
    return subnormal ? bits & sign_bit(t) : bits;
}

/* ---- rounding ---- */

static int exponent_of(quad v) /* of a number that is not 0 */
{
    u128 bits;
    memcpy(&bits, &v, sizeof bits);
    return (int) (bits >> 112 & 0x7fff) - 16383;
}

static quad power(int e)
{
    u128 bits = (u128) (e + 16383) << 112;
    quad v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static bool rounds_up(quad rest, bool odd, bool negative,
                      int mode) /* of a magnitude; rest in [0, 1) */
{
    quad half = 0.5;
    switch (mode) {
    case ROUND_NEAREST: return rest > half || (rest == half && odd);
    case ROUND_AWAY: return rest >= half;
    case ROUND_DOWN: return negative && rest > 0;
    case ROUND_UP: return !negative && rest > 0;
    default: return false;
    }
}

/* A finite number as the format's bits; `zero` is the sign bit that a zero takes. */
static uint64_t encoded(quad v, enum ptx_type t, int mode, uint64_t zero)
{
    struct format f = format_of(t);
    int bias = (1 << (f.exponent - 1)) - 1, least = 1 - bias, e;
    bool negative = v < 0;
    quad magnitude = negative ? -v : v;
    if (v == 0)
        return zero;
    e = exponent_of(magnitude) < least ? least : exponent_of(magnitude);
    quad scaled = magnitude *
                  power(f.mantissa - e); /* exact: a power of two, far from the limits of 15 bits */
    uint64_t whole = (uint64_t) scaled;
    whole += rounds_up(scaled - whole, whole & 1, negative, mode);
    /* whole has the hidden bit when the number is normal: it adds one to the exponent field */
    uint64_t bits = ((uint64_t) (e - least) << f.mantissa) + whole;
    if (bits >= infinity_of(t)) {
        bool up = mode == ROUND_NEAREST || mode == ROUND_AWAY || (mode == ROUND_UP && !negative) ||
                  (mode == ROUND_DOWN && negative);
        bits = infinity_of(t) - !up;
    }
    return bits | (negative ? sign_bit(t) : 0);
}

/* a + b with the direction of what 113 bits do not hold: the last bit moves towards it, which is enough below 111 bits. */
static quad sum(quad a, quad b)
{
    quad s = a + b, part = s - a, lost = (a - (s - part)) + (b - part);
    if (lost == 0 || s == 0)
        return s;
    u128 bits;
    memcpy(&bits, &s, sizeof bits);
    bits = (lost > 0) == (s > 0) ? bits | 1 : bits - !(bits & 1);
    memcpy(&s, &bits, sizeof s);
    return s;
}

/* ---- arithmetic ---- */

static uint64_t special_or(double hint, enum ptx_type t, quad exact, int mode, uint64_t zero)
{
    if (isnan(hint))
        return nan_of(t);
    if (isinf(hint))
        return infinity_of(t) | (hint < 0 ? sign_bit(t) : 0);
    return encoded(exact, t, mode, zero);
}

static uint64_t zero_of_sum(double a, double b, int mode, enum ptx_type t)
{
    bool negative = signbit(a) && signbit(b);
    if (signbit(a) != signbit(b))
        negative = mode == ROUND_DOWN;
    return negative ? sign_bit(t) : 0;
}

static bool add_or_multiply(const struct form *f, enum ptx_type t, const uint64_t in[3],
                            uint64_t *out)
{
    int mode = f->rounding < 0 ? ROUND_NEAREST : f->rounding;
    double a = scalar_value(in[0], t), b = scalar_value(in[1], t), c = scalar_value(in[2], t), hint;
    bool is_sub = form_is(f, "sub"), is_mul = form_is(f, "mul"),
         is_fma = form_is(f, "fma") || form_is(f, "mad");
    if (is_sub)
        b = -b;
    if (form_is(f, "add") || is_sub) {
        hint = isfinite(a) && isfinite(b) ? 0 : a + b;
        *out = special_or(hint, t, sum(a, b), mode, zero_of_sum(a, b, mode, t));
        return true;
    }
    uint64_t sign = (signbit(a) != 0) != (signbit(b) != 0) ? sign_bit(t) : 0;
    quad product = (quad) a * b;
    if (is_mul) {
        hint = isfinite(a) && isfinite(b) ? 0 : a * b;
        *out = special_or(hint, t, product, mode, sign);
        return true;
    }
    if (!is_fma)
        return false;
    hint = isfinite(a) && isfinite(b) && isfinite(c) ? 0
                                                     : (isfinite(a) && isfinite(b) ? c : a * b + c);
    if (product == 0 || c == 0) { /* quad zeros carry no sign that could be trusted here */
        double p = sign ? -0.0 : 0.0;
        *out = product == 0 && c == 0 ? special_or(hint, t, 0, mode, zero_of_sum(p, c, mode, t))
                                      : special_or(hint, t, product + c, mode, 0);
        return true;
    }
    *out = special_or(hint, t, sum(product, c), mode, zero_of_sum(1, -1, mode, t));
    return true;
}

static const int host_modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};

static __attribute__((noipa)) float divide_floats(float a, float b)
{
    return a / b;
}

static __attribute__((noipa)) double divide_doubles(double a, double b)
{
    return a / b;
}

static __attribute__((noipa)) float root_of_float(float a)
{
    return sqrtf(a);
}

static __attribute__((noipa)) double root_of_double(double a)
{
    return sqrt(a);
}

static uint64_t host_bits(double v, enum ptx_type t)
{
    return isnan(v)   ? nan_of(t)
           : isinf(v) ? infinity_of(t) | (v < 0 ? sign_bit(t) : 0)
                      : encoded(v, t, ROUND_NEAREST, signbit(v) ? sign_bit(t) : 0);
}

static bool divide_or_root(const struct form *f, const uint64_t in[3], uint64_t *out)
{
    bool single = f->type == PTX_F32, root = form_is(f, "sqrt"), inverse = form_is(f, "rcp");
    double a = inverse ? 1 : scalar_value(in[0], f->type),
           b = scalar_value(in[inverse ? 0 : 1], f->type), r;
    if (!root && !inverse && !form_is(f, "div"))
        return false;
    fesetround(host_modes[f->rounding < 0 ? 0 : f->rounding]);
    if (root)
        r = single ? root_of_float((float) a) : root_of_double(a);
    else
        r = single ? divide_floats((float) a, (float) b) : divide_doubles(a, b);
    fesetround(FE_TONEAREST);
    *out = host_bits(r, f->type);
    return true;
}

static bool approximate(const struct form *f, enum ptx_type t, const uint64_t in[3], uint64_t *out)
{
    double a = scalar_value(in[0], t), r;
    if (form_is(f, "rsqrt"))
        r = 1 / sqrt(a);
    else if (form_is(f, "sin"))
        r = sin(a);
    else if (form_is(f, "cos"))
        r = cos(a);
    else if (form_is(f, "lg2"))
        r = log2(a);
    else if (form_is(f, "ex2"))
        r = exp2(a);
    else if (form_is(f, "tanh"))
        r = tanh(a);
    else
        return false;
    *out = host_bits(r, t);
    return true;
}

/* min and max: a NaN gives way unless .NaN; -0 is less than +0 */
static bool choose(const struct form *f, enum ptx_type t, const uint64_t in[3], uint64_t *out)
{
    bool is_max = form_is(f, "max");
    uint64_t a = in[0], b = in[1], sign = sign_bit(t);
    if (!is_max && !form_is(f, "min"))
        return false;
    if (f->xorsign) {
        a &= ~sign;
        b &= ~sign;
    }
    double x = scalar_value(a, t), y = scalar_value(b, t);
    if (isnan(x) || isnan(y))
        *out = f->nan || (isnan(x) && isnan(y)) ? nan_of(t) : isnan(x) ? b : a;
    else if (x == y)
        *out = (signbit(x) != 0) != is_max ? a : b;
    else
        *out = (x < y) != is_max ? a : b;
    if (f->xorsign && !is_nan(*out, t))
        *out = (*out & ~sign) | ((in[0] ^ in[1]) & sign);
    return true;
}

static bool one_value(const struct form *f, enum ptx_type t, const uint64_t in[4], uint64_t *out)
{
    uint64_t v[3], sign = sign_bit(t), mask = 2 * sign - 1;
    for (int k = 0; k < 3; k++)
        v[k] = f->ftz ? flushed(in[k] & mask, t) : in[k] & mask;
    if (form_is(f, "abs"))
        *out = v[0] & ~sign;
    else if (form_is(f, "neg"))
        *out = v[0] ^ sign;
    else if (form_is(f, "copysign"))
        *out = (v[0] & sign) | (v[1] & ~sign);
    else if (!choose(f, t, v, out) && !add_or_multiply(f, t, v, out) &&
             !approximate(f, t, v, out) && !divide_or_root(f, v, out))
        return false;
    if (f->ftz)
        *out = flushed(*out, t);
    if (f->sat) {
        double r = scalar_value(*out, t);
        *out = !(r > 0) ? 0 : r > 1 ? encoded(1, t, ROUND_NEAREST, 0) : *out;
    }
    if (f->relu)
        *out = is_nan(*out, t) ? nan_of(t) : *out & sign ? 0 : *out;
    return true;
}

static bool tests(const struct form *f, uint64_t a, uint64_t *out)
{
    static const char *const names[] = {"finite",     "infinite", "number",
                                        "notanumber", "normal",   "subnormal"};
    double v = scalar_value(a, f->type);
    int class = f->type == PTX_F32 ? fpclassify((float) v) : fpclassify(v);
    const bool results[] = {isfinite(v), isinf(v),           !isnan(v),
                            isnan(v),    class == FP_NORMAL, class == FP_SUBNORMAL};
    for (int k = 0; k < 6; k++)
        if (form_has(f, names[k])) {
            *out = results[k];
            return true;
        }
    return false;
}

bool scalar_float(const struct form *f, const uint64_t in[4], uint64_t *out)
{
    bool bf = f->type == PTX_BF16X2;
    uint64_t low, high, upper[4];
    if (form_is(f, "testp"))
        return tests(f, in[0], out);
    if (f->type != PTX_F16X2 && !bf)
        return one_value(f, f->type, in, out);
    for (int k = 0; k < 4; k++)
        upper[k] = in[k] >> 16;
    if (!one_value(f, bf ? PTX_BF16 : PTX_F16, in, &low) ||
        !one_value(f, bf ? PTX_BF16 : PTX_F16, upper, &high))
        return false;
    *out = low | high << 16;
    return true;
}

bool scalar_compare_floats(const struct form *f, uint64_t a, uint64_t b, const char *how, bool *out)
{
    static const char *const names[] = {"eq", "ne", "lt", "le", "gt", "ge", "num", "nan"};
    uint64_t mask = 2 * sign_bit(f->type) - 1;
    double x = scalar_value(f->ftz ? flushed(a & mask, f->type) : a & mask, f->type),
           y = scalar_value(f->ftz ? flushed(b & mask, f->type) : b & mask, f->type);
    bool unordered = isnan(x) || isnan(y);
    const bool results[] = {x == y, x != y && !unordered, x<y, x <= y, x> y,
                            x >= y, !unordered,           unordered};
    char plain[8];
    snprintf(plain, sizeof plain, "%s", how);
    bool or_unordered = strlen(plain) == 3 && plain[2] == 'u';
    if (or_unordered)
        plain[2] = '\0';
    for (int k = 0; k < 8; k++)
        if (!strcmp(plain, names[k])) {
            *out = results[k] || (or_unordered && unordered);
            return true;
        }
    return false;
}

/* ---- conversions (9.7.9.21) ---- */

static quad to_integral(quad v, int mode)
{
    bool negative = v < 0;
    quad magnitude = negative ? -v : v;
    if (magnitude >= power(112))
        return v;
    quad whole = (quad) (u128) magnitude;
    whole += rounds_up(magnitude - whole, (u128) whole & 1, negative, mode);
    return negative ? -whole : whole;
}

static uint64_t float_to_int(const struct form *f, double v)
{
    uint32_t bits = 8 * ptx_types[f->to].size;
    bool sign = ptx_types[f->to].kind == PTX_KIND_SIGNED, wide = bits == 64 || f->type == PTX_F64;
    if (isnan(v)) /* 0, but the top bit alone when either side has 64 bits */
        return wide ? scalar_widened((uint64_t) 1 << (bits - 1), f->to) : 0;
    quad low = sign ? -power((int) bits - 1) : 0, high = power((int) bits - sign) - 1;
    quad r = isinf(v) ? (v < 0 ? low : high) : to_integral(v, f->integer_rounding);
    r = r < low ? low : r > high ? high : r;
    return r < 0 ? (uint64_t) (__int128) r : (uint64_t) (u128) r;
}

static uint64_t int_to_float(const struct form *f, uint64_t a)
{
    uint64_t v = scalar_widened(a, f->type);
    quad exact = ptx_types[f->type].kind == PTX_KIND_SIGNED ? (quad) (int64_t) v : (quad) v;
    return encoded(exact, f->to, f->rounding < 0 ? ROUND_NEAREST : f->rounding, 0);
}

static uint64_t float_to_float(const struct form *f, enum ptx_type to, uint64_t a)
{
    double v = scalar_value(a, f->type);
    uint64_t zero = signbit(v) ? sign_bit(to) : 0;
    if (isnan(v))
        return nan_of(to);
    if (f->relu && v < 0)
        return 0;
    if (f->relu)
        zero = 0;
    if (isinf(v))
        return infinity_of(to) | (v < 0 ? sign_bit(to) : 0);
    quad q = f->integer_rounding >= 0 ? to_integral(v, f->integer_rounding) : (quad) v;
    return encoded(q, to, f->rounding < 0 ? ROUND_NEAREST : f->rounding, zero);
}

static uint64_t int_to_int(const struct form *f, uint64_t a)
{
    uint64_t v = scalar_widened(a, f->type);
    bool from_sign = ptx_types[f->type].kind == PTX_KIND_SIGNED,
         sign = ptx_types[f->to].kind == PTX_KIND_SIGNED;
    __int128 x = from_sign ? (__int128) (int64_t) v : (__int128) v;
    uint32_t bits = 8 * ptx_types[f->to].size;
    __int128 low = sign ? -((__int128) 1 << (bits - 1)) : 0,
             high = ((__int128) 1 << (bits - sign)) - 1;
    if (f->sat)
        x = x < low ? low : x > high ? high : x;
    return scalar_widened((uint64_t) x, f->to);
}

static enum ptx_type half_of(enum ptx_type t)
{
    return t == PTX_F16X2 ? PTX_F16 : t == PTX_BF16X2 ? PTX_BF16 : t;
}

bool scalar_convert(const struct form *f, const uint64_t in[4], uint64_t *out)
{
    bool to_float = scalar_is_float(f->to), from_float = scalar_is_float(f->type);
    enum ptx_type one = half_of(f->to);
    if (f->type == PTX_PRED || f->to == PTX_PRED)
        return false;
    uint64_t a =
        in[0] & (ptx_types[f->type].size == 8 ? UINT64_MAX
                                              : ((uint64_t) 1 << 8 * ptx_types[f->type].size) - 1);
    if (from_float && f->ftz && f->type != PTX_F64 && f->type != PTX_F16)
        a = flushed(a, f->type);
    if (one != f->to) { /* d, a, b: a to the upper half */
        struct form each = *f;
        uint64_t b = f->ftz ? flushed(in[1], f->type) : in[1];
        *out = float_to_float(&each, one, a) << 16 | float_to_float(&each, one, b);
        return true;
    }
    *out = !to_float && !from_float ? int_to_int(f, a)
           : !from_float            ? int_to_float(f, a)
           : !to_float              ? float_to_int(f, scalar_value(a, f->type))
                                    : float_to_float(f, f->to, a);
    if (f->to == PTX_TF32)
        *out = is_nan(*out, PTX_TF32) && *out == nan_of(PTX_TF32) ? 0x7fffffff : *out << 13;
    if (to_float && f->ftz && f->to == PTX_F32)
        *out = flushed(*out, f->to);
    if (to_float && f->sat) {
        double r = scalar_value(*out, f->to);
        *out = !(r > 0) ? 0 : r > 1 ? encoded(1, f->to, ROUND_NEAREST, 0) : *out;
    }
    return true;
}
