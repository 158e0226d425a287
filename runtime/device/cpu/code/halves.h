/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* f16 and bf16 for the lane loops. Lanes hold the bits: u16, or u32 for packed pairs. Arithmetic widens, computes where the result is exact or
 * rounded to odd, and rounds once: a second rounding is harmless only with 2p + 2 bits between (Figueroa). Straight-line code, so that
 * the loops vectorise. Static functions: any thread. */
#include <math.h>
#include <stdbool.h>

#include "device/cpu/code/float_bits.h"

enum { F16_NAN = 0x7fff, BF16_NAN = 0x7fff, F16_ONE = 0x3c00, BF16_ONE = 0x3f80 };

static inline u16 f16_of_f32(f32 a) /* to nearest even */
{
    u32 bits = f32_bits(a), sign = bits >> 16 & 0x8000;
    bits &= 0x7fffffff;
    u32 normal = (bits - (112u << 23) + 0xfff + (bits >> 13 & 1)) >> 13;
    u32 subnormal = f32_bits(bits_f32(bits) + 0.5f) - 0x3f000000; /* the addition rounds at 2^-24 */
    u32 small = bits < 113u << 23 ? subnormal : normal;
    u32 r = bits >= 0x477ff000 ? 0x7c00 : small;
    return (u16) (bits > 0x7f800000 ? F16_NAN : r | sign);
}

/* 8-bit floats (9.7.9.21, cvt with e4m3x2 and e5m2x2), to nearest even, saturated: q is the value in units of the last bit. */
static inline u16 fp8_of_f32(f32 a, s32 least_exponent, s32 mantissa, u32 most)
{
    u32 bits = f32_bits(a);
    s32 exponent = (s32) (bits >> 23 & 255) - 127;
    exponent = exponent < least_exponent ? least_exponent : exponent;
    f32 unit = bits_f32((u32) (127 + mantissa - exponent) << 23);
    f32 q = __builtin_rintf(bits_f32(bits & 0x7fffffff) * unit);
    u32 code = ((u32) (exponent - least_exponent) << mantissa) + (u32) (q < 16.0f ? q : 16.0f);
    code = code > most || !(q <= 16.0f) ? most : code;
    return (u16) (a == a ? code | (bits >> 24 & 0x80) : 0x7f);
}

static inline u16 e4m3_of_f32(f32 a)
{
    return fp8_of_f32(a, -6, 3, 0x7e);
}

static inline u16 e5m2_of_f32(f32 a)
{
    return fp8_of_f32(a, -14, 2, 0x7b);
}

static inline f32 f32_of_e4m3(u16 a)
{
    u32 exponent = a >> 3 & 15, mantissa = a & 7;
    f32 unit = bits_f32((exponent ? exponent + 117 : 118) << 23);
    f32 value = (f32) (exponent ? mantissa + 8 : mantissa) * unit;
    return (a & 0x7f) == 0x7f ? bits_f32(0x7fffffff)
                              : bits_f32(f32_bits(value) | (u32) (a & 0x80) << 24);
}

static inline u16 f16_of_e5m2(u16 a)
{
    u16 bits = (u16) (a << 8);
    return (bits & 0x7fff) > 0x7c00 ? F16_NAN : bits;
}

static inline f32 f32_of_bf16(u16 a)
{
    return canon(bits_f32((u32) a << 16));
}

static inline u16 bf16_of_f32(f32 a)
{
    u32 bits = f32_bits(a);
    return (u16) (a == a ? (bits + 0x7fff + (bits >> 16 & 1)) >> 16 : BF16_NAN);
}

/* a in single precision, where an inexact result has its last bit set: it may be rounded once more. */
static inline f32 odd_f32(f64 a)
{
    f32 r = (f32) a;
    u32 bits = f32_bits(r), away = (f64) (bits & 0x80000000 ? -r : r) < (a < 0 ? -a : a);
    bool even = a == a && (f64) r != a && !(bits & 1);
    return bits_f32(even ? (away ? bits + 1 : bits - 1) : bits);
}

/* a + b the same way: the error of a sum is exact (Knuth's TwoSum). */
static inline f64 odd_sum(f64 a, f64 b)
{
    f64 s = a + b, part = s - a, error = (a - (s - part)) + (b - part);
    u64 bits = f64_bits(s);
    bool even = s - s == 0 && error != 0 && !(bits & 1);
    bool away = (error < 0) == (s < 0);
    return bits_f64(even ? (away ? bits + 1 : bits - 1) : bits);
}

#define SMALL_FLOAT(T, one)                                                                        \
    static inline u16 T##_add(u16 a, u16 b)                                                        \
    {                                                                                              \
        return T##_of_f32(f32_of_##T(a) + f32_of_##T(b));                                          \
    }                                                                                              \
    static inline u16 T##_sub(u16 a, u16 b)                                                        \
    {                                                                                              \
        return T##_of_f32(f32_of_##T(a) - f32_of_##T(b));                                          \
    }                                                                                              \
    static inline u16 T##_mul(u16 a, u16 b)                                                        \
    {                                                                                              \
        return T##_of_f32(odd_f32((f64) f32_of_##T(a) * f32_of_##T(b)));                           \
    }                                                                                              \
    static inline u16 T##_fma(u16 a, u16 b, u16 c)                                                 \
    {                                                                                              \
        f64 product = (f64) f32_of_##T(a) * f32_of_##T(b);                                         \
        return T##_of_f32(odd_f32(odd_sum(product, f32_of_##T(c))));                               \
    }                                                                                              \
    static inline bool T##_is_nan(u16 a)                                                           \
    {                                                                                              \
        f32 x = f32_of_##T(a);                                                                     \
        return x != x;                                                                             \
    }                                                                                              \
    static inline u16 T##_canon(u16 a)                                                             \
    {                                                                                              \
        return T##_is_nan(a) ? 0x7fff : a;                                                         \
    }                                                                                              \
    static inline u16 T##_min(u16 a, u16 b)                                                        \
    {                                                                                              \
        f32 x = f32_of_##T(a), y = f32_of_##T(b);                                                  \
        u16 less = x < y ? a : x > y ? b : (u16) (a | b);                                          \
        u16 known = y == y ? less : a;                                                             \
        return x == x ? known : T##_canon(b);                                                      \
    }                                                                                              \
    static inline u16 T##_max(u16 a, u16 b)                                                        \
    {                                                                                              \
        f32 x = f32_of_##T(a), y = f32_of_##T(b);                                                  \
        u16 more = x > y ? a : x < y ? b : (u16) (a & b);                                          \
        u16 known = y == y ? more : a;                                                             \
        return x == x ? known : T##_canon(b);                                                      \
    }                                                                                              \
    static inline u16 T##_min_nan(u16 a, u16 b)                                                    \
    {                                                                                              \
        return T##_is_nan(a) || T##_is_nan(b) ? 0x7fff : T##_min(a, b);                            \
    }                                                                                              \
    static inline u16 T##_max_nan(u16 a, u16 b)                                                    \
    {                                                                                              \
        return T##_is_nan(a) || T##_is_nan(b) ? 0x7fff : T##_max(a, b);                            \
    }                                                                                              \
    static inline u16 T##_xorsign(u16 chosen, u16 a, u16 b) /* |chosen| with the sign of a * b */  \
    {                                                                                              \
        return T##_is_nan(chosen) ? 0x7fff : (u16) ((chosen & 0x7fff) | ((a ^ b) & 0x8000));       \
    }                                                                                              \
    static inline u16 T##_relu(u16 a)                                                              \
    {                                                                                              \
        return T##_is_nan(a) ? 0x7fff : (u16) (a & 0x8000 ? 0 : a);                                \
    }                                                                                              \
    static inline u16 T##_sat(u16 a)                                                               \
    {                                                                                              \
        f32 x = f32_of_##T(a);                                                                     \
        return x > 0 ? (x < 1 ? a : one) : (u16) 0;                                                \
    }
SMALL_FLOAT(f16, F16_ONE)
SMALL_FLOAT(bf16, BF16_ONE)
#undef SMALL_FLOAT

#define XORSIGN(T, choice)                                                                         \
    static inline u16 T##_##choice##_xs(u16 a, u16 b)                                              \
    {                                                                                              \
        return T##_xorsign(T##_##choice(a & 0x7fff, b & 0x7fff), a, b);                            \
    }
XORSIGN(f16, min)
XORSIGN(f16, max)
XORSIGN(f16, min_nan)
XORSIGN(f16, max_nan)
XORSIGN(bf16, min)
XORSIGN(bf16, max)
XORSIGN(bf16, min_nan)
XORSIGN(bf16, max_nan)
#undef XORSIGN

#define THROUGH_F32(T, name, f)                                                                    \
    static inline u16 T##_##name(u16 a)                                                            \
    {                                                                                              \
        return T##_of_f32(f(f32_of_##T(a)));                                                       \
    }
THROUGH_F32(f16, tanh, tanhf)
THROUGH_F32(f16, ex2, exp2f)
THROUGH_F32(bf16, tanh, tanhf)
THROUGH_F32(bf16, ex2, exp2f)
#undef THROUGH_F32

static inline u16 f16_flush(u16 a)
{
    return a & 0x7c00 ? a : (u16) (a & 0x8000);
}

static inline u16 bf16_flush(u16 a)
{
    return a & 0x7f80 ? a : (u16) (a & 0x8000);
}

/* The same for both halves of a packed pair. */
#define PAIR1(f, a) ((u32) f((u16) (a)) | (u32) f((u16) ((a) >> 16)) << 16)
#define PAIR2(f, a, b)                                                                             \
    ((u32) f((u16) (a), (u16) (b)) | (u32) f((u16) ((a) >> 16), (u16) ((b) >> 16)) << 16)
#define PAIR3(f, a, b, c)                                                                          \
    ((u32) f((u16) (a), (u16) (b), (u16) (c)) |                                                    \
     (u32) f((u16) ((a) >> 16), (u16) ((b) >> 16), (u16) ((c) >> 16)) << 16)

/* Any rounding: a as a float of `exponent` and `mantissa` bits; FP_RNA: ties away from zero. */
static inline u32 small_of_f64(f64 a, u32 mode, int exponent, int mantissa)
{
    u64 bits = f64_bits(a), magnitude = bits & INT64_MAX, fraction;
    bool negative = bits >> 63;
    int bias = (1 << (exponent - 1)) - 1, e = (int) (magnitude >> 52) - 1023 + bias,
        shift = 52 - mantissa;
    u32 infinity = ((1u << exponent) - 1) << mantissa,
        sign = (u32) negative << (exponent + mantissa);
    if (magnitude > 0x7ff0000000000000)
        return infinity | ((1u << mantissa) - 1);
    if (magnitude == 0x7ff0000000000000)
        return sign | infinity;
    fraction = (magnitude & (((u64) 1 << 52) - 1)) | (u64) (magnitude >> 52 != 0) << 52;
    if (e < 1) {
        shift = 1 - e + shift > 60 ? 60 : 1 - e + shift;
        e = 1;
    }
    u64 kept = fraction >> shift, rest = fraction & (((u64) 1 << shift) - 1),
        half = (u64) 1 << (shift - 1);
    bool up = mode == FP_RN    ? rest > half || (rest == half && kept & 1)
              : mode == FP_RNA ? rest >= half
              : mode == FP_RZ  ? false
              : mode == FP_RM  ? negative && rest
                               : !negative && rest;
    u64 r = ((u64) (e - 1) << mantissa) + kept + up; /* a carry goes into the exponent */
    if (r < infinity)
        return sign | (u32) r;
    bool to_infinity = mode == FP_RN || mode == FP_RNA || (mode == FP_RM && negative) ||
                       (mode == FP_RP && !negative);
    return sign | (to_infinity ? infinity : infinity - 1);
}

/* The upper 19 bits of the f32, which has the same exponents; a carry goes into them. Without branches, for vectors. */
static inline u32 tf32_of_f32(f32 a, u32 mode)
{
    u32 bits = f32_bits(a), rest = bits & 0x1fff, odd = bits >> 13 & 1, negative = bits >> 31;
    u32 up = mode == FP_RN    ? rest + odd > 0x1000
             : mode == FP_RNA ? rest >= 0x1000
             : mode == FP_RZ  ? 0
                              : (mode == FP_RM) == negative && rest;
    return a == a ? bits - rest + (up << 13) : 0x7fffffff;
}
