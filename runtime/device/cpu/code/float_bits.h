/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* Floats as bits and back, and f16 to f32, without branches: for the lane loops (lanes.h) and for texture.c. Static functions: any thread. */
#include <string.h>

#include "device/cpu/code/lane_types.h"

/* Rounding modes: PTX .rn .rz .rm .rp, ties away from zero (.rna), and to odd for intermediate results. */
enum { FP_RN, FP_RZ, FP_RM, FP_RP, FP_RNA, FP_ODD };

static inline u32 f32_bits(f32 x)
{
    u32 b;
    memcpy(&b, &x, sizeof b);
    return b;
}

static inline f32 bits_f32(u32 b)
{
    f32 x;
    memcpy(&x, &b, sizeof x);
    return x;
}

static inline u64 f64_bits(f64 x)
{
    u64 b;
    memcpy(&b, &x, sizeof b);
    return b;
}

static inline f64 bits_f64(u64 b)
{
    f64 x;
    memcpy(&x, &b, sizeof x);
    return x;
}

static inline f32 f32_of_f16(u16 a)
{
    u32 magnitude = (u32) (a & 0x7fff) << 13;
    f32 scaled = bits_f32(magnitude) * 0x1p112f; /* exact, for subnormal ones too */
    u32 bits = magnitude >= 0x7c00u << 13 ? magnitude | 0x7f800000 : f32_bits(scaled);
    bits = bits > 0x7f800000 ? 0x7fffffff : bits | (u32) (a & 0x8000) << 16;
    return bits_f32(bits);
}
