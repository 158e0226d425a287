/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/code/float_bits.h"

/* 2 to the power of a number, for ex2.approx.f32: lanes.h and machine code (op_functions.c) compute it in the same steps. It is right to
 * 0.91 of the last place, and exact for integers; PTX allows two places. 2^a is 2^k times a polynomial of a - k, for the integer k that is
 * nearest. */

enum { EX2_DEGREE = 6, EX2_LIMIT = 200 /* beyond it the result is 0 or infinity */ };

/* 1 and a Chebyshev interpolation of (2^r - 1) / r, for r up to 1/2. */
static const float ex2_series[EX2_DEGREE + 1] = {1.0f,           0x1.62e43p-1f,  0x1.ebfbep-3f,
                                                 0x1.c6af6cp-5f, 0x1.3b2a54p-7f, 0x1.5f089p-10f,
                                                 0x1.44138ap-13f};
/* A number plus this is the nearest integer, in the lowest bits. */
static const float ex2_to_integer = 0x1.8p23f;

static inline f32 ex2_step(f32 a, f32 b, f32 c)
{
#if defined __FMA__ || defined __ARM_FEATURE_FMA
    return __builtin_fmaf(a, b, c);
#else /* rounded twice, which is the same but for one number in 2^29 */
    return (f32) ((f64) a * b + c);
#endif
}

static inline f32 ex2_f32(f32 a)
{
    f32 x = a < -EX2_LIMIT ? -EX2_LIMIT : a, sum = ex2_series[EX2_DEGREE];
    x = x > EX2_LIMIT ? EX2_LIMIT : x;
    f32 shifted = x + ex2_to_integer, r = x - (shifted - ex2_to_integer);
    for (int n = EX2_DEGREE - 1; n >= 0; n--)
        sum = ex2_step(sum, r, ex2_series[n]);
    /* times 2^k in two steps: a result below the normal numbers is rounded once */
    s32 k = (s32) (f32_bits(shifted) - f32_bits(ex2_to_integer)), half = k >> 1;
    return sum * bits_f32((u32) (half + 127) << 23) * bits_f32((u32) (k - half + 127) << 23);
}
