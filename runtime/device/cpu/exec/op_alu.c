/* SPDX-License-Identifier: Apache-2.0 */
/* Every operation of opcodes.def that is a pure function of its operands, as a loop over lanes that the compiler vectorises. Three forms:
 * all 32 lanes (unmasked), the lanes of the mask, where others keep their value (masked), and the four lanes of an affine register.
 * Next: op_bits.c, for the values that are not one expression. */
#include "device/cpu/code/full_mask.h"
#include "device/cpu/exec/lanes.h"

#define UNMASKED(l, v) (v)
#define MASKED(l, v)   (w->lanes[l] ? (v) : d[l])

#define UNARY_BODY(id, part, pick, D, A, value)                                                    \
    const struct op *OP_FN(id, part)(const struct op *op, char *vregs, struct warp *w)             \
    {                                                                                              \
        D *d = VREG(D, op->d);                                                                     \
        const A *as = VREG(A, op->a);                                                              \
        LANES (l) {                                                                                \
            A a = as[l];                                                                           \
            D result = (D) (value); /* in every lane, so that nothing is a branch */               \
            d[l] = pick(l, result);                                                                \
        }                                                                                          \
        NEXT(PART_##part);                                                                         \
    }

#define BINARY_BODY(id, part, pick, D, A, B, value)                                                \
    const struct op *OP_FN(id, part)(const struct op *op, char *vregs, struct warp *w)             \
    {                                                                                              \
        D *d = VREG(D, op->d);                                                                     \
        const A *as = VREG(A, op->a);                                                              \
        const B *bs = VREG(B, op->b);                                                              \
        LANES (l) {                                                                                \
            A a = as[l];                                                                           \
            B b = bs[l];                                                                           \
            D result = (D) (value); /* in every lane, so that nothing is a branch */               \
            d[l] = pick(l, result);                                                                \
        }                                                                                          \
        NEXT(PART_##part);                                                                         \
    }

#define TERNARY_BODY(id, part, pick, D, A, B, C, value)                                            \
    const struct op *OP_FN(id, part)(const struct op *op, char *vregs, struct warp *w)             \
    {                                                                                              \
        D *d = VREG(D, op->d);                                                                     \
        const A *as = VREG(A, op->a);                                                              \
        const B *bs = VREG(B, op->b);                                                              \
        const C *cs = VREG(C, op->c);                                                              \
        LANES (l) {                                                                                \
            A a = as[l];                                                                           \
            B b = bs[l];                                                                           \
            C c = cs[l];                                                                           \
            D result = (D) (value); /* in every lane, so that nothing is a branch */               \
            d[l] = pick(l, result);                                                                \
        }                                                                                          \
        NEXT(PART_##part);                                                                         \
    }

#define COMPARE_BODY(id, part, result, A, value)                                                   \
    const struct op *OP_FN(id, part)(const struct op *op, char *vregs, struct warp *w)             \
    {                                                                                              \
        s32 truth[WARP_LANES] __attribute__((aligned(64)));                                        \
        const A *as = VREG(A, op->a);                                                              \
        const A *bs = VREG(A, op->b);                                                              \
        LANES (l) {                                                                                \
            A a = as[l], b = bs[l];                                                                \
            (void) b;                                                                              \
            truth[l] = (value) ? -1 : 0;                                                           \
        }                                                                                          \
        u32 bits = bits_of(truth);                                                                 \
        PRED(op->d) = result;                                                                      \
        NEXT(PART_##part);                                                                         \
    }

/* For full-mask code: the four lanes of an affine register, and comparisons of uniform values. A floating-point number is the same in all lanes there, and
 * so must be its bits, as the others are interpolated: which of two NaNs an instruction returns may differ from lane to lane. */
#define IS_REAL(D)       _Generic((D) 0, float : true, double : true, default : false)
#define AFFINE(type, at) ((type *) __builtin_assume_aligned(vregs + (at), 8))
#define AFFINE_BODY(id, D, value, ...)                                                             \
    const struct op *OP_FN(id, affine)(const struct op *op, char *vregs, struct warp *w)           \
    {                                                                                              \
        D *d = AFFINE(D, op->d), results[AFFINE_LANES];                                            \
        for (int l = 0; l < (IS_REAL(D) ? 1 : AFFINE_LANES); l++) {                                \
            __VA_ARGS__                                                                            \
            results[l] = (D) (value);                                                              \
        }                                                                                          \
        for (int l = 0; l < AFFINE_LANES; l++)                                                     \
            d[l] = results[IS_REAL(D) ? 0 : l];                                                    \
        NEXT(PART_unmasked);                                                                       \
    }
#define OPERAND(T, x) T x = AFFINE(T, op->x)[l];

#define AFFINE_COMPARE(id, A, value)                                                               \
    const struct op *OP_FN(id, affine)(const struct op *op, char *vregs, struct warp *w)           \
    {                                                                                              \
        A a = *AFFINE(A, op->a), b = *AFFINE(A, op->b);                                            \
        (void) b;                                                                                  \
        PRED(op->d) = (value) ? UINT32_MAX : 0;                                                    \
        NEXT(PART_unmasked);                                                                       \
    }

#define UNARY(id, spellings, D, A, value, rule, full_mask, vector, isa)                            \
    UNARY_BODY(id, unmasked, UNMASKED, D, A, value)                                                \
    UNARY_BODY(id, masked, MASKED, D, A, value) AFFINE_BODY(id, D, value, OPERAND(A, a))
#define BINARY(id, spellings, D, A, B, value, rule, full_mask, vector, isa)                        \
    BINARY_BODY(id, unmasked, UNMASKED, D, A, B, value)                                            \
    BINARY_BODY(id, masked, MASKED, D, A, B, value)                                                \
    AFFINE_BODY(id, D, value, OPERAND(A, a) OPERAND(B, b))
#define TERNARY(id, spellings, D, A, B, C, value, rule, full_mask, vector, isa)                    \
    TERNARY_BODY(id, unmasked, UNMASKED, D, A, B, C, value)                                        \
    TERNARY_BODY(id, masked, MASKED, D, A, B, C, value)                                            \
    AFFINE_BODY(id, D, value, OPERAND(A, a) OPERAND(B, b) OPERAND(C, c))
#define COMPARE(id, spellings, A, value, rule, full_mask, vector, isa)                             \
    COMPARE_BODY(id, unmasked, bits, A, value)                                                     \
    COMPARE_BODY(id, masked, (PRED(op->d) & ~w->mask) | (bits & w->mask), A, value)                \
    AFFINE_COMPARE(id, A, value)
#define CUSTOM(id, ...)
#include "device/cpu/code/opcodes.def"
