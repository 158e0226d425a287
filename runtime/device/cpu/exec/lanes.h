/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* For the op_*.c files only, which are compiled once for each instruction set (meson.build): the lane loop, and the helpers that the expressions of
 * opcodes.def use. Static functions without state: any thread. */
#include <math.h>
#include <string.h>

#include "device/cpu/code/exponential.h"
#include "device/cpu/code/float_bits.h"
#include "device/cpu/code/full_mask.h"
#include "device/cpu/exec/machine.h"
#include "device/cpu/exec/op_set.h"

/* The lane loop. Two vector registers are the same or do not overlap, so no lane depends on another: the compiler may vectorise. */
#ifdef __clang__
#define LANES(l) _Pragma("clang loop vectorize(assume_safety)") for (int l = 0; l < WARP_LANES; l++)
#else
#define LANES(l) _Pragma("GCC ivdep") for (int l = 0; l < WARP_LANES; l++)
#endif
#define LANES_OF(l, mask)                                                                          \
    for (u32 m_ = (mask), l; m_ && (l = (u32) __builtin_ctz(m_), true); m_ &= m_ - 1)

#define VREG(type, at) ((type *) __builtin_assume_aligned(vregs + (at), 64))
#define PRED(at)       (*(u32 *) (vregs + (at)))

/* Continues with the next op. Where the compiler eliminates tail calls, an op calls the next one itself; that saves the return through
 * warp_run's loop: 1 ns of 4. Under sanitizers, which keep frames, it returns. PART: 0 in the unmasked form, 1 in
 * the masked form. The part does not change along straight code; only control flow changes it. */
#define PART_unmasked 0
#define PART_masked   1
#if ENGINE_THREADED
#define NEXT(part) return (op + 1)->run[part](op + 1, vregs, w)
#define GO_TO(op)  return (op)->run[PART]((op), vregs, w)
#else
#define NEXT(part) return op + 1
#define GO_TO(op)  return (op)
#endif

/* Lane truth values to a predicate's bits. */
static inline u32 bits_of(const s32 *truth)
{
    u32 bits = 0;
#if defined __AVX512DQ__
    typedef int vector __attribute__((vector_size(64)));
    for (int k = 0; k < 2; k++) {
        vector v;
        memcpy(&v, truth + 16 * k, sizeof v);
        bits |= (u32) __builtin_ia32_cvtd2mask512(v) << 16 * k;
    }
#elif defined __AVX2__
    typedef float vector __attribute__((vector_size(32)));
    for (int k = 0; k < 4; k++) {
        vector v;
        memcpy(&v, truth + 8 * k, sizeof v);
        bits |= (u32) __builtin_ia32_movmskps256(v) << 8 * k;
    }
#elif defined __SSE2__
    typedef float vector __attribute__((vector_size(16)));
    for (int k = 0; k < 8; k++) {
        vector v;
        memcpy(&v, truth + 4 * k, sizeof v);
        bits |= (u32) __builtin_ia32_movmskps(v) << 4 * k;
    }
#else
    for (int l = 0; l < WARP_LANES; l++)
        bits |= (u32) (truth[l] & 1) << l;
#endif
    return bits;
}

/* ---- expressions ---- */

/* PTX single-precision operations return one NaN, 0x7fffffff, for any NaN among the operands (9.7.3). */
static inline f32 canon(f32 x)
{
    return x == x ? x : bits_f32(0x7fffffff);
}

static inline f32 flush(f32 x) /* .ftz */
{
    return (f32_bits(x) & 0x7f800000) ? x : bits_f32(f32_bits(x) & 0x80000000);
}

static inline s32 clamp_s32(s64 x)
{
    return (s32) (x < INT32_MIN ? INT32_MIN : x > INT32_MAX ? INT32_MAX : x);
}

static inline s32 low24(s32 x)
{
    return (s32) ((u32) x << 8) >> 8;
}

static inline s32 div_s32(s32 a, s32 b)
{
    return b == 0 ? -1 : b == -1 ? (s32) - (u32) a : a / b;
}

static inline s64 div_s64(s64 a, s64 b)
{
    return b == 0 ? -1 : b == -1 ? (s64) - (u64) a : a / b;
}

static inline s32 rem_s32(s32 a, s32 b)
{
    return b == 0 ? a : b == -1 ? 0 : a % b;
}

static inline s64 rem_s64(s64 a, s64 b)
{
    return b == 0 ? a : b == -1 ? 0 : a % b;
}

static inline u32 bfind_64(u64 a)
{
    return a ? 63 - (u32) __builtin_clzll(a) : UINT32_MAX;
}

static inline u32 bfind_amount(u32 position, u32 top)
{
    return position == UINT32_MAX ? position : top - position;
}

static inline u32 brev_32(u32 x)
{
    x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
    x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
    return __builtin_bswap32(x);
}

/* 9.7.1.19: bits [position, position + length) of a; beyond the top a zero, or the sign */
static inline u64 bfe_u64(u64 a, u32 position, u32 length, u32 width)
{
    position &= 0xff;
    length &= 0xff;
    if (position >= width || !length)
        return 0;
    a >>= position;
    return length >= width ? a : a & (((u64) 1 << length) - 1);
}

static inline s64 bfe_s64(s64 a, u32 position, u32 length, u32 width)
{
    position &= 0xff;
    length &= 0xff;
    if (!length)
        return 0;
    if (position >= width)
        return a < 0 ? -1 : 0;
    if (length > width - position)
        length = width - position;
    return (s64) ((u64) a << (64 - position - length)) >> (64 - length);
}

static inline u64 bfi(u64 a, u64 b, u32 position, u32 length, u32 width)
{
    position &= 0xff;
    length &= 0xff;
    if (position >= width || !length)
        return b;
    u64 ones = length >= 64 ? UINT64_MAX : ((u64) 1 << length) - 1;
    u64 field = ones << position;
    return (b & ~field) | (a << position & field);
}

static inline u32 bmsk_clamp(u32 position, u32 length)
{
    if (position > 31 || !length)
        return 0;
    u32 ones = length > 31 ? UINT32_MAX : (1u << length) - 1;
    return ones << position;
}

static inline s32 szext_s32(s32 a, u32 n)
{
    return n == 0 ? 0 : n > 31 ? a : (s32) ((u32) a << (32 - n)) >> (32 - n);
}

/* 9.7.1.17: the n-th set bit from `base` upwards, or downwards for a negative n */
static inline u32 fns_32(u32 mask, u32 base, s32 offset)
{
    if (base > 31)
        return UINT32_MAX;
    s32 step = offset < 0 ? -1 : 1;
    s64 left = offset < 0 ? -(s64) offset : offset;
    if (!left)
        return mask >> base & 1 ? base : UINT32_MAX;
    for (s32 at = (s32) base; at >= 0 && at < 32; at += step)
        if (mask >> at & 1 && --left == 0)
            return (u32) at;
    return UINT32_MAX;
}

static inline u32 dp4a(u32 a, u32 b, u32 c, bool signed_a, bool signed_b)
{
    for (int i = 0; i < 32; i += 8) {
        s32 x = signed_a ? (s8) (a >> i) : (u8) (a >> i);
        s32 y = signed_b ? (s8) (b >> i) : (u8) (b >> i);
        c += (u32) (x * y);
    }
    return c;
}

/* Two halves of a with two bytes of b, from bit `at` on. */
static inline u32 dp2a(u32 a, u32 b, u32 c, bool signed_a, bool signed_b, int at)
{
    for (int i = 0; i < 2; i++) {
        s32 x = signed_a ? (s16) (a >> 16 * i) : (u16) (a >> 16 * i);
        s32 y = signed_b ? (s8) (b >> (at + 8 * i)) : (u8) (b >> (at + 8 * i));
        c += (u32) (x * y);
    }
    return c;
}

static inline u32 prmt(u32 a, u32 b, u32 selector)
{
    u64 bytes = (u64) b << 32 | a;
    u32 d = 0;
    for (int i = 0; i < 4; i++) {
        u32 s = selector >> 4 * i & 15;
        u32 byte = (u32) (bytes >> 8 * (s & 7)) & 0xff;
        d |= (s & 8 ? (byte & 0x80 ? 0xffu : 0u) : byte) << 8 * i;
    }
    return d;
}

static inline u32 prmt_b4e(u32 c)
{
    static const u32 s[4] = {0x5670, 0x6701, 0x7012, 0x0123};
    return s[c & 3];
}

static inline u32 prmt_ecl(u32 c)
{
    static const u32 s[4] = {0x3210, 0x3211, 0x3222, 0x3333};
    return s[c & 3];
}

static inline u32 prmt_ecr(u32 c)
{
    static const u32 s[4] = {0x0000, 0x1110, 0x2210, 0x3210};
    return s[c & 3];
}

/* 9.7.9.22: a and b saturated to `bits` bits, a above b, and c above both. */
static inline u32 cvt_pack(s32 a, s32 b, u32 c, int bits, bool is_signed)
{
    s32 low = is_signed ? -(1 << (bits - 1)) : 0, high = low + (1 << bits) - 1;
    u32 mask = (1u << bits) - 1;
    a = a < low ? low : a > high ? high : a;
    b = b < low ? low : b > high ? high : b;
    return (u32) ((u64) c << 2 * bits) | ((u32) a & mask) << bits | ((u32) b & mask);
}

/* 9.7.3.11, 9.7.3.12: if one operand is NaN, the result is the other; -0 is less than +0. */
static inline f32 min_f32(f32 a, f32 b)
{
    f32 zero = bits_f32(f32_bits(a) | f32_bits(b));
    f32 less = a < b ? a : b < a ? b : a == b ? zero : bits_f32(0x7fffffff);
    return a == a ? (b == b ? less : a) : canon(b);
}

static inline f32 max_f32(f32 a, f32 b)
{
    f32 zero = bits_f32(f32_bits(a) & f32_bits(b));
    f32 more = a > b ? a : b > a ? b : a == b ? zero : bits_f32(0x7fffffff);
    return a == a ? (b == b ? more : a) : canon(b);
}

/* 9.7.3.11 .xorsign: `chosen` of two magnitudes, with the sign of a * b. */
static inline f32 xorsign_f32(f32 chosen, f32 a, f32 b)
{
    return chosen == chosen
               ? bits_f32(f32_bits(chosen) | ((f32_bits(a) ^ f32_bits(b)) & 0x80000000))
               : chosen;
}

static inline f64 min_f64(f64 a, f64 b)
{
    f64 zero = bits_f64(f64_bits(a) | f64_bits(b));
    f64 less = a < b ? a : b < a ? b : zero;
    return b == b ? (a == a ? less : b) : a;
}

static inline f64 max_f64(f64 a, f64 b)
{
    f64 zero = bits_f64(f64_bits(a) & f64_bits(b));
    f64 more = a > b ? a : b > a ? b : zero;
    return b == b ? (a == a ? more : b) : a;
}

/* 9.7.3.14 and 17: the low 32 bits of the result are zero, subnormals are zero */
static inline f64 flush_f64(f64 x)
{
    return (f64_bits(x) & 0x7ff0000000000000) ? x : bits_f64(f64_bits(x) & (u64) 1 << 63);
}

static inline f64 rcp_approx_ftz_f64(f64 a)
{
    a = flush_f64(a);
    return a == a ? flush_f64(bits_f64(f64_bits(1.0 / a) & 0xffffffff00000000))
                  : bits_f64(0x7fffffff00000000);
}

static inline f64 rsqrt_approx_ftz_f64(f64 a)
{
    a = flush_f64(a);
    f64 r = 1.0 / __builtin_sqrt(a);
    return r == r ? bits_f64(f64_bits(r) & 0xffffffff00000000) : bits_f64(0x7fffffff00000000);
}

/* Integer to float in a directed rounding mode: keeps the top bits, and steps away from zero if the mode says so and bits were lost.
 * FP_ODD sets the last bit instead (round to odd): such a value may be rounded once more. */
static inline u64 int_rounded(u64 magnitude, bool negative, int mode, int bits, int *out_shift)
{
    int length = magnitude ? 64 - __builtin_clzll(magnitude) : 0;
    int shift = length > bits ? length - bits : 0;
    u64 kept = magnitude >> shift;
    bool lost = kept << shift != magnitude;
    *out_shift = shift;
    if (mode == FP_ODD)
        return kept | lost;
    return kept + (lost && mode == (negative ? FP_RM : FP_RP));
}

static inline f32 f32_of_int(u64 magnitude, bool negative, int mode)
{
    int shift;
    u64 kept = int_rounded(magnitude, negative, mode, 24, &shift);
    f32 r = (f32) kept * bits_f32((u32) (127 + shift) << 23); /* both exact */
    return negative ? -r : r;
}

static inline f64 f64_of_int(u64 magnitude, bool negative, int mode)
{
    int shift;
    u64 kept = int_rounded(magnitude, negative, mode, 53, &shift);
    f64 r = (f64) kept * bits_f64((u64) (1023 + shift) << 52);
    return negative ? -r : r;
}

/* Float to integer, towards zero, clamped. NaN gives 0, or 0x80... if either type has 64 bits (9.7.9.21). */
static inline s32 int_of_f32(f32 a, s32 low, s32 high)
{
    return a >= (f32) high ? high : a <= (f32) low ? low : a == a ? (s32) a : 0;
}

static inline s32 int_of_f64(f64 a, s32 low, s32 high)
{
    return a >= high ? high : a <= low ? low : a == a ? (s32) a : low ? low : (high + 1) / 2;
}

static inline s32 s32_of_f32(f32 a)
{
    return a >= 0x1p31f ? INT32_MAX : a >= -0x1p31f ? (s32) a : a == a ? INT32_MIN : 0;
}

static inline u32 u32_of_f32(f32 a)
{
    return a >= 0x1p32f ? UINT32_MAX : a > 0 ? (u32) a : 0;
}

static inline s32 s32_of_f64(f64 a)
{
    return a >= 0x1p31 ? INT32_MAX : a > -0x1p31 ? (s32) a : INT32_MIN;
}

static inline u32 u32_of_f64(f64 a)
{
    return a >= 0x1p32 ? UINT32_MAX : a > 0 ? (u32) a : a == a ? 0 : 0x80000000;
}

static inline s64 s64_of_f64(f64 a)
{
    return a >= 0x1p63 ? INT64_MAX : a > -0x1p63 ? (s64) a : INT64_MIN;
}

static inline u64 u64_of_f64(f64 a)
{
    return a >= 0x1p64 ? UINT64_MAX : a > 0 ? (u64) a : a == a ? 0 : (u64) 1 << 63;
}

#include "device/cpu/code/halves.h"

/* ---- the member mask of an operation of the lanes of a warp together (9.7.13) ---- */

/* The member mask of the first lane; `at` is the vector register of the masks. */
static inline u32 members_of(const char *vregs, u32 at, const struct warp *w)
{
    return ((const u32 *) (vregs + at))[__builtin_ctz(w->mask)];
}

/* Lanes whose member mask differs from the first lane's. */
static inline u32 strangers(const char *vregs, u32 at, const struct warp *w)
{
    const u32 *masks = (const u32 *) (vregs + at);
    u32 members = members_of(vregs, at, w), others = 0;
    LANES (l)
        others |= (u32) (masks[l] != members) << l;
    return others & w->mask;
}

/* Whether the running lanes cannot execute the op together yet: their member masks differ, or members are missing. */
static inline bool must_gather(const char *vregs, u32 at, const struct warp *w)
{
    return (members_of(vregs, at, w) & w->alive & ~w->mask) || strangers(vregs, at, w);
}

/* Lanes with the same member mask stay together; the others execute the op as a split of their own. Splits are at masked ops: a warp in
 * full-mask code leaves it first, and comes here again. */
static inline const struct op *gather_members(const struct op *op, char *vregs, u32 at,
                                              struct warp *w)
{
    const struct full_mask *l = w->block->full_mask;
    if (l && op >= l->ops && op < l->ops + l->count)
        return l->leave(op, vregs, w);
    u32 others = strangers(vregs, at, w);
    if (others)
        warp_split(w, op, others);
    u32 members = members_of(vregs, at, w);
    return members & w->alive & ~w->mask ? warp_wait_lanes(w, op, members) : op;
}
