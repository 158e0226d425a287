/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* Bits to f32 and back, and f16 to f32, for code outside the lane loops (lanes.h has them for those). */
#include <string.h>

#include "device/cpu/lane_types.h"

static inline f32 half_bits_f32(u32 bits)
{
    f32 x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline u32 half_f32_bits(f32 x)
{
    u32 bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline f32 half_f32_of_f16(u16 a)
{
    u32 magnitude = (u32) (a & 0x7fff) << 13, sign = (u32) (a & 0x8000) << 16;
    if (magnitude >= 0x7c00u << 13)
        return half_bits_f32(magnitude > 0x7c00u << 13 ? 0x7fffffff : sign | 0x7f800000);
    return half_bits_f32(sign | half_f32_bits(half_bits_f32(magnitude) * 0x1p112f));
}
