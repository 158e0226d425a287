/* SPDX-License-Identifier: Apache-2.0 */
/* Video instructions (9.7.18): op.more is the struct video_operands that decode_video.c makes. It needs nothing but the lane loop.
 * Next: code/video.h. */
#include "device/cpu/exec/lanes.h"

#include "device/cpu/code/video.h"

static inline s64 part_of(u64 words, const struct video_part *p, u32 k)
{
    u64 v = words >> p->at[k] & (((u64) 1 << p->bits) - 1);
    return p->is_signed ? (s64) (v << (64 - p->bits)) >> (64 - p->bits) : (s64) v;
}

static inline s64 clamp_bits(s64 v, u32 bits, bool is_signed)
{
    s64 low = is_signed ? -((s64) 1 << (bits - 1)) : 0, high = ((s64) 1 << (bits - is_signed)) - 1;
    return v < low ? low : v > high ? high : v;
}

static inline bool video_compare(enum video_compare how, s64 a, s64 b)
{
    switch (how) {
    case VIDEO_EQ: return a == b;
    case VIDEO_NE: return a != b;
    case VIDEO_LT: return a < b;
    case VIDEO_LE: return a <= b;
    case VIDEO_GT: return a > b;
    default: return a >= b;
    }
}

static inline s64 video_value(const struct video_operands *s, s64 a, s64 b)
{
    u32 by = s->wrap ? (u32) b & 31 : (u64) b > 32 ? 32 : (u32) b;
    switch (s->kind) {
    case VIDEO_ADD: return a + b;
    case VIDEO_SUB: return a - b;
    case VIDEO_AVERAGE: return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1;
    case VIDEO_ABSDIFF: return a < b ? b - a : a - b;
    case VIDEO_MIN: return a < b ? a : b;
    case VIDEO_MAX: return a > b ? a : b;
    case VIDEO_SHL: return (s64) ((u64) a << by);
    case VIDEO_SHR: return a >> by;
    default: return video_compare(s->compare, a, b);
    }
}

/* 9.7.18.3: the ISA's text, in 128 bits */
static inline u32 video_mad(const struct video_operands *s, s64 a, s64 b, u32 c)
{
    bool is_signed = s->a.is_signed || s->b.is_signed || s->negate_product || s->negate_c;
    __int128 r = (__int128) a * b;
    bool one = s->plus_one || s->negate_product || s->negate_c;
    if (!s->plus_one && s->negate_product)
        r = ~r;
    else if (!s->plus_one && s->negate_c)
        c = ~c;
    r += (is_signed ? (__int128) (s32) c : (__int128) c) + one;
    r >>= s->scale;
    if (!s->saturate)
        return (u32) r;
    __int128 low = is_signed ? INT32_MIN : 0,
             high = is_signed ? (__int128) INT32_MAX : (__int128) UINT32_MAX;
    return (u32) (r < low ? low : r > high ? high : r);
}

static inline u32 video_second(const struct video_operands *s, u32 v, u32 c)
{
    bool less = s->signed_result ? (s32) v < (s32) c : v < c;
    switch (s->second) {
    case SECOND_ADD: return v + c;
    case SECOND_MIN: return less ? v : c;
    case SECOND_MAX: return less ? c : v;
    default: return v;
    }
}

static inline u32 video_scalar(const struct video_operands *s, u64 words, u32 c)
{
    s64 a = part_of(words, &s->a, 0), b = part_of(words, &s->b, 0);
    if (s->kind == VIDEO_MAD)
        return video_mad(s, a, b, c);
    s64 v = video_value(s, a, b);
    if (s->saturate)
        v = clamp_bits(v, s->to_bits, s->signed_result);
    if (s->to_bits == 32)
        return video_second(s, (u32) v, c);
    u32 field = ((1u << s->to_bits) - 1) << s->to_at;
    return (c & ~field) | ((u32) v << s->to_at & field);
}

static inline u32 video_simd(const struct video_operands *s, u64 words, u32 c)
{
    u32 bits = 32u / s->count, d = s->second == SECOND_ADD ? c : 0;
    u32 ones = (1u << bits) - 1;
    for (u32 k = 0; k < s->count; k++) {
        s64 v = video_value(s, part_of(words, &s->a, k), part_of(words, &s->b, k));
        bool on = s->mask >> k & 1;
        if (s->saturate)
            v = clamp_bits(v, bits, s->signed_result);
        if (s->second == SECOND_ADD)
            d += on ? (u32) v : 0;
        else
            d |= ((on ? (u32) v : c >> k * bits) & ones) << k * bits;
    }
    return d;
}

SAME_FORMS(video, {
    const struct video_operands *s = op->more;
    u32 *d = VREG(u32, op->d);
    const u32 *a = VREG(u32, op->a), *b = VREG(u32, op->b), *c = VREG(u32, op->c);
    LANES_OF (l, w->mask) {
        u64 words = (u64) b[l] << 32 | a[l];
        d[l] = s->count == 1 ? video_scalar(s, words, c[l]) : video_simd(s, words, c[l]);
    }
    return op + 1;
})
