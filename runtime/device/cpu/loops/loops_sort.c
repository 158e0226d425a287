/* SPDX-License-Identifier: Apache-2.0 */
/* Sorting: quicksort in vectors with AVX-512 (sort_vectors.def), elsewhere digit by digit. */
#include "device/cpu/loops/loops_impl.h"

#include <stdlib.h>

#if defined __AVX512F__
#include <immintrin.h>
#endif

/* One digit of eight bits after the other: for other processors, and for what quicksort does not divide. Digits in which all numbers agree
 * cost one pass of counting. */
#define SORT_DIGITS(size, type)                                                                    \
    static void sort_digits_##size(type *x, size_t n)                                              \
    {                                                                                              \
        type *other = malloc((n + 1) * sizeof *x), *from = x, *to = other;                         \
        for (unsigned shift = 0; other && n && shift < 8 * sizeof *x; shift += 8) {                \
            size_t at[257] = {0};                                                                  \
            unsigned flip = shift + 8 == 8 * sizeof *x ? 0x80 : 0;                                 \
            for (size_t i = 0; i < n; i++)                                                         \
                at[((unsigned) (from[i] >> shift & 0xff) ^ flip) + 1]++;                           \
            if (at[((unsigned) (from[0] >> shift & 0xff) ^ flip) + 1] == n)                        \
                continue;                                                                          \
            for (int d = 0; d < 256; d++)                                                          \
                at[d + 1] += at[d];                                                                \
            for (size_t i = 0; i < n; i++)                                                         \
                to[at[(unsigned) (from[i] >> shift & 0xff) ^ flip]++] = from[i];                   \
            type *swap = from;                                                                     \
            from = to;                                                                             \
            to = swap;                                                                             \
        }                                                                                          \
        for (size_t i = 0; from != x && i < n; i++)                                                \
            x[i] = from[i];                                                                        \
        free(other);                                                                               \
    }
SORT_DIGITS(32, int32_t)
SORT_DIGITS(64, int64_t)

#define ORDER(type, size, infinity)                                                                \
    void LOOP_FN(order_f##size)(const type *from, type *to, size_t n, bool back)                   \
    {                                                                                              \
        const type most = INT##size##_MAX;                                                         \
        if (back) {                                                                                \
            for (size_t i = 0; i < n; i++)                                                         \
                to[i] = from[i] ^ (from[i] >> (size - 1) & most);                                  \
            return;                                                                                \
        }                                                                                          \
        for (size_t i = 0; i < n; i++) {                                                           \
            type bits = from[i], other = bits ^ (bits >> (size - 1) & most);                       \
            to[i] = (bits & most) > (infinity) ? most : other;                                     \
        }                                                                                          \
    }
ORDER(int32_t, 32, 0x7f800000)
ORDER(int64_t, 64, 0x7ff0000000000000)

#if defined __AVX512F__
#define _mm512_cmplt_epi32 _mm512_cmplt_epi32_mask
#define _mm512_cmplt_epi64 _mm512_cmplt_epi64_mask
#define _mm512_test_epi32  _mm512_test_epi32_mask
#define _mm512_test_epi64  _mm512_test_epi64_mask
#define I_JOIN(op, size)   _mm512_##op##_epi##size
#define SI(op)             _mm512_##op##_si512

/* A network is straight code: GCC unrolls no nests of loops by itself. */
#define UNROLLED _Pragma("GCC unroll 16")

#define KEY          int32_t
#define KEY_MAX      INT32_MAX
#define KEY_INFINITY 0x7f800000
#define LANES        16
#define MASK         __mmask16
#define NAME(x)      x##_32
#define I(op)        I_JOIN(op, 32)
#include "device/cpu/loops/sort_vectors.def"
#undef KEY
#undef KEY_MAX
#undef KEY_INFINITY
#undef LANES
#undef MASK
#undef NAME
#undef I

#define KEY          int64_t
#define KEY_MAX      INT64_MAX
#define KEY_INFINITY 0x7ff0000000000000
#define LANES        8
#define MASK         __mmask8
#define NAME(x)      x##_64
#define I(op)        I_JOIN(op, 64)
#include "device/cpu/loops/sort_vectors.def"
#else
void LOOP_FN(sort_32)(int32_t *x, size_t n)
{
    sort_digits_32(x, n);
}

void LOOP_FN(sort_64)(int64_t *x, size_t n)
{
    sort_digits_64(x, n);
}
#endif
