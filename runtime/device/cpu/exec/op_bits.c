/* SPDX-License-Identifier: Apache-2.0 */
/* Operations that are more than a C expression: selection by predicates, logic of predicates, carries, lop3, the rounding mode, and special
 * registers that are read when the instruction runs; video instructions, whose op.more is the struct video_operands that decode_video.c makes.
 * Next: op_mem.c, code/video.h. */
#include "device/cpu/exec/lanes.h"

#include "base/clock.h"
#include "device/cpu/code/video.h"
#if defined __x86_64__
#include <immintrin.h>
#else
#include <fenv.h>
#endif

/* Writes `value` for the lanes of the mask. `w->part` is constant in each of the two forms. */
#define PUT(d, l, part, value) (d)[l] = (part) && !w->lanes[l] ? (d)[l] : (value)

#define TWO_FORMS(id, body)                                                                        \
    const struct op *OP_FN(id, unmasked)(const struct op *op, char *vregs, struct warp *w)         \
    {                                                                                              \
        body(op, vregs, w, false);                                                                 \
        NEXT(PART_unmasked);                                                                       \
    }                                                                                              \
    const struct op *OP_FN(id, masked)(const struct op *op, char *vregs, struct warp *w)           \
    {                                                                                              \
        body(op, vregs, w, true);                                                                  \
        NEXT(PART_masked);                                                                         \
    }

#define BODY static inline __attribute__((always_inline)) void

static inline void spread(u32 bits, s32 *truth) /* a predicate's bits to lane truth values */
{
    LANES (l)
        truth[l] = (s32) (bits << (31 - l)) >> 31;
}

#define SELP(id, T)                                                                                \
    BODY selp_body_##id(const struct op *op, char *vregs, struct warp *w, bool part)               \
    {                                                                                              \
        s32 truth[WARP_LANES] __attribute__((aligned(64)));                                        \
        T *d = VREG(T, op->d);                                                                     \
        const T *a = VREG(T, op->a), *b = VREG(T, op->b);                                          \
        spread(PRED(op->c), truth);                                                                \
        LANES (l) {                                                                                \
            T x = a[l], y = b[l];                                                                  \
            T value = truth[l] ? x : y;                                                            \
            PUT(d, l, part, value);                                                                \
        }                                                                                          \
    }                                                                                              \
    TWO_FORMS(id, selp_body_##id)
SELP(selp_16, u16)
SELP(selp_32, u32)
SELP(selp_64, u64)
#undef SELP

#define BFI(id, T, width)                                                                          \
    BODY bfi_body_##id(const struct op *op, char *vregs, struct warp *w, bool part)                \
    {                                                                                              \
        T *d = VREG(T, op->d);                                                                     \
        const T *a = VREG(T, op->a), *b = VREG(T, op->b);                                          \
        const u32 *position = VREG(u32, op->c), *length = VREG(u32, op->target);                   \
        LANES (l)                                                                                  \
            PUT(d, l, part, (T) bfi(a[l], b[l], position[l], length[l], width));                   \
    }                                                                                              \
    TWO_FORMS(id, bfi_body_##id)
BFI(bfi_32, u32, 32)
BFI(bfi_64, u64, 64)
#undef BFI

/* imm: the truth table, 8 bits */
BODY lop3_body(const struct op *op, char *vregs, struct warp *w, bool part)
{
    u32 *d = VREG(u32, op->d);
    const u32 *as = VREG(u32, op->a), *bs = VREG(u32, op->b), *cs = VREG(u32, op->c);
    u32 table[8];
    for (int i = 0; i < 8; i++)
        table[i] = op->imm >> i & 1 ? UINT32_MAX : 0;
    LANES (l) {
        u32 a = as[l], b = bs[l], c = cs[l], r = 0;
        for (int i = 0; i < 8; i++)
            r |= table[i] & (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
        PUT(d, l, part, r);
    }
}
TWO_FORMS(lop3_32, lop3_body)

/* ---- carries: the incoming one is predicate register c (or 0: none), the outgoing one predicate register target ---- */

#define CARRY(id, T, wide, sum, out)                                                               \
    BODY carry_body_##id(const struct op *op, char *vregs, struct warp *w, bool part)              \
    {                                                                                              \
        T *d = VREG(T, op->d);                                                                     \
        const T *as = VREG(T, op->a), *bs = VREG(T, op->b);                                        \
        u32 in = op->c ? PRED(op->c) : 0, bits = 0;                                                \
        for (int l = 0; l < WARP_LANES; l++) {                                                     \
            wide a = as[l], b = bs[l], c = in >> l & 1;                                            \
            wide r = sum;                                                                          \
            bits |= (u32) (out) << l;                                                              \
            PUT(d, l, part, (T) r);                                                                \
        }                                                                                          \
        if (op->target)                                                                            \
            PRED(op->target) = (PRED(op->target) & ~w->mask) | (bits & w->mask);                   \
    }                                                                                              \
    TWO_FORMS(id, carry_body_##id)
CARRY(addc_32, u32, u64, a + b + c, (r >> 32) & 1)
CARRY(addc_64, u64, unsigned __int128, a + b + c, (r >> 64) & 1)
/* The ISA calls CC.CF the borrow behind sub.cc, but hardware has the carry of a + ~b + 1, its opposite, as the code for division of 128 bits shows, where
 * addc.u32 d, 0, 0 follows a subc.cc: d is 1 if nothing was borrowed. */
CARRY(subc_32, u32, u64, a + (u32) ~b + (op->c ? c : 1), (r >> 32) & 1)
CARRY(subc_64, u64, unsigned __int128, a + (u64) ~b + (op->c ? c : 1), (r >> 64) & 1)
#undef CARRY

/* ---- predicates; op.count: negations, bit 0 of a, bit 1 of b ---- */

static inline void put_pred(const struct op *op, char *vregs, struct warp *w, u32 bits)
{
    PRED(op->d) = (PRED(op->d) & ~w->mask) | (bits & w->mask);
}

#define PREDICATE(id, expression)                                                                  \
    BODY predicate_body_##id(const struct op *op, char *vregs, struct warp *w, bool part)          \
    {                                                                                              \
        u32 a = PRED(op->a) ^ (op->count & 1 ? UINT32_MAX : 0);                                    \
        u32 b = PRED(op->b) ^ (op->count & 2 ? UINT32_MAX : 0);                                    \
        (void) a, (void) b, (void) part;                                                           \
        put_pred(op, vregs, w, expression);                                                        \
    }                                                                                              \
    TWO_FORMS(id, predicate_body_##id)
PREDICATE(pred_and, a &b)
PREDICATE(pred_or, a | b)
PREDICATE(pred_xor, a ^ b)
PREDICATE(pred_not, ~a)
PREDICATE(pred_mov, a)
#undef PREDICATE

/* ---- the floating-point mode: imm is FP_RN.., plus 4 for .ftz. The decoder resets it before a basic block ends. A result that rounding
 * lifts to the least normal number is flushed too, as x86 detects underflow before rounding; the ISA leaves that open. ---- */

BODY fp_mode_body(const struct op *op, char *vregs, struct warp *w, bool part)
{
#if defined __x86_64__
    static const u32 rounding[4] = {_MM_ROUND_NEAREST, _MM_ROUND_TOWARD_ZERO, _MM_ROUND_DOWN,
                                    _MM_ROUND_UP};
    u32 ftz = op->imm & 4 ? 0x8040 : 0; /* FTZ and DAZ */
    _mm_setcsr(_MM_MASK_MASK | rounding[op->imm & 3] | ftz);
#else
    static const int rounding[4] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
    fesetround(rounding[op->imm & 3]);
#endif
}
TWO_FORMS(fp_mode, fp_mode_body)

/* ISA 10: imm is enum special; these change while a kernel runs */
static u64 special_now(s64 which)
{
    u64 t = clock_ns();
    switch (which) {
    case SPECIAL_CLOCK_HI:
    case SPECIAL_GLOBALTIMER_HI: return t >> 32;
    case SPECIAL_CLOCK:
    case SPECIAL_GLOBALTIMER_LO: return (u32) t;
    default: return t;
    }
}

BODY mov_special_body(const struct op *op, char *vregs, struct warp *w, bool part)
{
    u64 value = special_now(op->imm);
    if (op->count == 8) {
        u64 *d = VREG(u64, op->d);
        LANES (l)
            PUT(d, l, part, value);
    } else {
        u32 *d = VREG(u32, op->d);
        LANES (l)
            PUT(d, l, part, (u32) value);
    }
}
TWO_FORMS(mov_special, mov_special_body)

/* ---- video instructions (9.7.18) ---- */

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
