/* SPDX-License-Identifier: Apache-2.0 */
/* Every operation of ops.def that is a value of its operands, lane by lane, in two forms: for the whole warp,
 * and for some lanes, where the others keep what they had. Next: op_bits.c for the few with a body. */
#include "device/cpu/lanes.h"

#define WHOLE(l, v) (v)
#define SOME(l, v)  (w->lanes[l] ? (v) : d[l])

#define UNARY_BODY(id, part, pick, D, A, value)                                                    \
    const struct op *OP_FN(id, part)(const struct op *op, char *rows, struct warp *w)              \
    {                                                                                              \
        D *d = ROW(D, op->d);                                                                      \
        const A *as = ROW(A, op->a);                                                               \
        LANES (l) {                                                                                \
            A a = as[l];                                                                           \
            d[l] = pick(l, (D) (value));                                                           \
        }                                                                                          \
        NEXT(PART_##part);                                                                         \
    }

#define BINARY_BODY(id, part, pick, D, A, B, value)                                                \
    const struct op *OP_FN(id, part)(const struct op *op, char *rows, struct warp *w)              \
    {                                                                                              \
        D *d = ROW(D, op->d);                                                                      \
        const A *as = ROW(A, op->a);                                                               \
        const B *bs = ROW(B, op->b);                                                               \
        LANES (l) {                                                                                \
            A a = as[l];                                                                           \
            B b = bs[l];                                                                           \
            d[l] = pick(l, (D) (value));                                                           \
        }                                                                                          \
        NEXT(PART_##part);                                                                         \
    }

#define TERNARY_BODY(id, part, pick, D, A, B, C, value)                                            \
    const struct op *OP_FN(id, part)(const struct op *op, char *rows, struct warp *w)              \
    {                                                                                              \
        D *d = ROW(D, op->d);                                                                      \
        const A *as = ROW(A, op->a);                                                               \
        const B *bs = ROW(B, op->b);                                                               \
        const C *cs = ROW(C, op->c);                                                               \
        LANES (l) {                                                                                \
            A a = as[l];                                                                           \
            B b = bs[l];                                                                           \
            C c = cs[l];                                                                           \
            d[l] = pick(l, (D) (value));                                                           \
        }                                                                                          \
        NEXT(PART_##part);                                                                         \
    }

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

#define COMPARE_BODY(id, part, result, A, value)                                                   \
    const struct op *OP_FN(id, part)(const struct op *op, char *rows, struct warp *w)              \
    {                                                                                              \
        s32 truth[WARP_LANES] __attribute__((aligned(64)));                                        \
        const A *as = ROW(A, op->a);                                                               \
        const A *bs = ROW(A, op->b);                                                               \
        LANES (l) {                                                                                \
            A a = as[l], b = bs[l];                                                                \
            (void) b;                                                                              \
            truth[l] = (value) ? -1 : 0;                                                           \
        }                                                                                          \
        u32 bits = bits_of(truth);                                                                 \
        PRED(op->d) = result;                                                                      \
        NEXT(PART_##part);                                                                         \
    }

#define UNARY(id, spellings, D, A, value, isa)                                                     \
    UNARY_BODY(id, whole, WHOLE, D, A, value) UNARY_BODY(id, some, SOME, D, A, value)
#define BINARY(id, spellings, D, A, B, value, isa)                                                 \
    BINARY_BODY(id, whole, WHOLE, D, A, B, value) BINARY_BODY(id, some, SOME, D, A, B, value)
#define TERNARY(id, spellings, D, A, B, C, value, isa)                                             \
    TERNARY_BODY(id, whole, WHOLE, D, A, B, C, value)                                              \
    TERNARY_BODY(id, some, SOME, D, A, B, C, value)
#define COMPARE(id, spellings, A, value, isa)                                                      \
    COMPARE_BODY(id, whole, bits, A, value)                                                        \
    COMPARE_BODY(id, some, (PRED(op->d) & ~w->mask) | (bits & w->mask), A, value)
#define CUSTOM(id, isa)
#include "device/cpu/ops.def"
