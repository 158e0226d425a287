/* SPDX-License-Identifier: Apache-2.0 */
/* Every operation that is a value of its operands, and selections and logic of predicates, over groups of 32 lanes. A predicate has a word for a
 * group. Next: batch_run.c. */
#include "device/cpu/batch/batch_ops.h"

#include "device/cpu/exec/lanes.h"

#if defined __AVX512F__
#include <immintrin.h>
#endif

#define GROUPS(x) for (u32 g_ = 0; g_ < (x)->groups; g_++)
#define AT(T, x)  ((const T *) (const void *) (x))

#define UNARY(id, spellings, D, A, value, ...)                                                     \
    static void batch_##id(const struct batch_args *x)                                             \
    {                                                                                              \
        D *d = (D *) (void *) x->d;                                                                \
        const char *pa = x->a;                                                                     \
        GROUPS(x)                                                                                  \
        {                                                                                          \
            const A *as = AT(A, pa);                                                               \
            LANES (l) {                                                                            \
                A a = as[l];                                                                       \
                d[l] = (D) (value);                                                                \
            }                                                                                      \
            d += WARP_LANES;                                                                       \
            pa += x->step_a;                                                                       \
        }                                                                                          \
    }
#define BINARY(id, spellings, D, A, B, value, ...)                                                 \
    static void batch_##id(const struct batch_args *x)                                             \
    {                                                                                              \
        D *d = (D *) (void *) x->d;                                                                \
        const char *pa = x->a, *pb = x->b;                                                         \
        GROUPS(x)                                                                                  \
        {                                                                                          \
            const A *as = AT(A, pa);                                                               \
            const B *bs = AT(B, pb);                                                               \
            LANES (l) {                                                                            \
                A a = as[l];                                                                       \
                B b = bs[l];                                                                       \
                d[l] = (D) (value);                                                                \
            }                                                                                      \
            d += WARP_LANES;                                                                       \
            pa += x->step_a;                                                                       \
            pb += x->step_b;                                                                       \
        }                                                                                          \
    }
#define TERNARY(id, spellings, D, A, B, C, value, ...)                                             \
    static void batch_##id(const struct batch_args *x)                                             \
    {                                                                                              \
        D *d = (D *) (void *) x->d;                                                                \
        const char *pa = x->a, *pb = x->b, *pc = x->c;                                             \
        GROUPS(x)                                                                                  \
        {                                                                                          \
            const A *as = AT(A, pa);                                                               \
            const B *bs = AT(B, pb);                                                               \
            const C *cs = AT(C, pc);                                                               \
            LANES (l) {                                                                            \
                A a = as[l];                                                                       \
                B b = bs[l];                                                                       \
                C c = cs[l];                                                                       \
                d[l] = (D) (value);                                                                \
            }                                                                                      \
            d += WARP_LANES;                                                                       \
            pa += x->step_a;                                                                       \
            pb += x->step_b;                                                                       \
            pc += x->step_c;                                                                       \
        }                                                                                          \
    }
#define COMPARE(id, spellings, A, value, ...)                                                      \
    static void batch_##id(const struct batch_args *x)                                             \
    {                                                                                              \
        u32 *d = (u32 *) (void *) x->d;                                                            \
        const char *pa = x->a, *pb = x->b;                                                         \
        GROUPS(x)                                                                                  \
        {                                                                                          \
            s32 truth[WARP_LANES] __attribute__((aligned(64)));                                    \
            const A *as = AT(A, pa), *bs = AT(A, pb);                                              \
            LANES (l) {                                                                            \
                A a = as[l], b = bs[l];                                                            \
                (void) b;                                                                          \
                truth[l] = (value) ? -1 : 0;                                                       \
            }                                                                                      \
            *d++ = bits_of(truth);                                                                 \
            pa += x->step_a;                                                                       \
            pb += x->step_b;                                                                       \
        }                                                                                          \
    }
#define CUSTOM(id, ...)
#include "device/cpu/code/opcodes.def"
#undef UNARY
#undef BINARY
#undef TERNARY
#undef COMPARE
#undef CUSTOM

#define SELECT(id, T)                                                                              \
    static void batch_##id(const struct batch_args *x)                                             \
    {                                                                                              \
        T *d = (T *) (void *) x->d;                                                                \
        const char *pa = x->a, *pb = x->b, *pc = x->c;                                             \
        GROUPS(x)                                                                                  \
        {                                                                                          \
            s32 truth[WARP_LANES] __attribute__((aligned(64)));                                    \
            const T *as = AT(T, pa), *bs = AT(T, pb);                                              \
            u32 bits = *AT(u32, pc);                                                               \
            LANES (l)                                                                              \
                truth[l] = (s32) (bits << (31 - l)) >> 31;                                         \
            LANES (l) {                                                                            \
                T a = as[l], b = bs[l];                                                            \
                d[l] = truth[l] ? a : b;                                                           \
            }                                                                                      \
            d += WARP_LANES;                                                                       \
            pa += x->step_a;                                                                       \
            pb += x->step_b;                                                                       \
            pc += x->step_c;                                                                       \
        }                                                                                          \
    }
SELECT(selp_16, u16)
#if defined __AVX512F__
/* The bits are masks. */
static void batch_selp_32(const struct batch_args *x)
{
    const char *pa = x->a, *pb = x->b, *pc = x->c;
    char *d = x->d;
    GROUPS(x)
    {
        u32 bits = *AT(u32, pc);
        for (int k = 0; k < 2; k++, bits >>= 16)
            _mm512_storeu_si512(d + 64 * k, _mm512_mask_blend_epi32(
                                                (__mmask16) bits, _mm512_loadu_si512(pb + 64 * k),
                                                _mm512_loadu_si512(pa + 64 * k)));
        d += 128;
        pa += x->step_a;
        pb += x->step_b;
        pc += x->step_c;
    }
}
#else
SELECT(selp_32, u32)
#endif
SELECT(selp_64, u64)

#define LOGIC(id, value)                                                                           \
    static void batch_##id(const struct batch_args *x)                                             \
    {                                                                                              \
        u32 *d = (u32 *) (void *) x->d;                                                            \
        for (u32 g = 0; g < x->groups; g++) {                                                      \
            u32 a = *AT(u32, x->a + (size_t) g * x->step_a);                                       \
            u32 b = x->b ? *AT(u32, x->b + (size_t) g * x->step_b) : 0;                            \
            (void) b;                                                                              \
            d[g] = (value);                                                                        \
        }                                                                                          \
    }
LOGIC(pred_and, a &b)
LOGIC(pred_or, a | b)
LOGIC(pred_xor, a ^ b)
LOGIC(pred_not, ~a)
LOGIC(pred_mov, a)

#define TEXT_OF(set)   #set
#define TEXT_NAME(set) TEXT_OF(set)
#define SET_JOIN(set)  batch_set_##set
#define SET_NAME(set)  SET_JOIN(set)

#define ROW(id, ...)     [OP_##id] = batch_##id,
#define UNARY(id, ...)   ROW(id)
#define BINARY(id, ...)  ROW(id)
#define TERNARY(id, ...) ROW(id)
#define COMPARE(id, ...) ROW(id)
#define CUSTOM(id, ...)

const struct batch_set SET_NAME(ENGINE_SET) = {
    .name = TEXT_NAME(ENGINE_SET),
    .run =
        {
#include "device/cpu/code/opcodes.def"
            ROW(selp_16) ROW(selp_32) ROW(selp_64) ROW(pred_and) ROW(pred_or) ROW(pred_xor)
                ROW(pred_not) ROW(pred_mov)},
};
