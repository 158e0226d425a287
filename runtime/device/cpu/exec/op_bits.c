/* SPDX-License-Identifier: Apache-2.0 */
/* Operations that are more than a C expression: selection by predicates, logic of predicates, carries, lop3, the rounding mode, and special
 * registers that are read when the instruction runs. Next: op_mem.c. */
#include "device/cpu/exec/lanes.h"

#include "base/clock.h"
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
CARRY(subc_32, u32, u64, a - b - c, (r >> 32) & 1)
CARRY(subc_64, u64, unsigned __int128, a - b - c, (r >> 64) & 1)
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
