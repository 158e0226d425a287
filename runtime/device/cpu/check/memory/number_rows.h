/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/check/memory/check_events.h"

#if defined __AVX2__
#include <immintrin.h>
#endif

/* Rows of up to 32 numbers of accesses (check_events.h), compared or stored at once with what the instruction set that is being compiled
 * has. A mask has a bit for each number. What is not in the mask is not written, but NUMBER_ROW numbers are readable from `n` on. */

enum { NUMBER_ROW = 32 };

/* The number of the access that word j of a row gets is first + (j >> shift). */
struct own_numbers {
    uint32_t first, shift;
};

#if defined __AVX512F__
static inline uint32_t both_halves(__mmask16 low, __mmask16 high)
{
    return low | (uint32_t) high << 16;
}

static inline __m512i half_row(const uint32_t *n, int half)
{
    return _mm512_loadu_si512(n + 16 * half);
}

static inline __m512i own_half(struct own_numbers own, int half)
{
    __m512i j = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    j = _mm512_add_epi32(j, _mm512_set1_epi32(16 * half));
    return _mm512_add_epi32(_mm512_srl_epi32(j, _mm_cvtsi32_si128((int) own.shift)),
                            _mm512_set1_epi32((int) own.first));
}

static inline uint32_t numbers_above(const uint32_t *n, uint32_t mask, uint32_t limit)
{
    __m512i l = _mm512_set1_epi32((int) limit);
    return mask & both_halves(_mm512_cmpgt_epu32_mask(half_row(n, 0), l),
                              _mm512_cmpgt_epu32_mask(half_row(n, 1), l));
}

static inline uint32_t numbers_of_event(const uint32_t *n, uint32_t mask, uint32_t event)
{
    __m512i from = _mm512_set1_epi32((int) access_number(event, 0)), lanes = _mm512_set1_epi32(32);
    return mask &
           both_halves(_mm512_cmplt_epu32_mask(_mm512_sub_epi32(half_row(n, 0), from), lanes),
                       _mm512_cmplt_epu32_mask(_mm512_sub_epi32(half_row(n, 1), from), lanes));
}

static inline uint32_t numbers_equal(const uint32_t *n, uint32_t mask, struct own_numbers own)
{
    return mask & both_halves(_mm512_cmpeq_epi32_mask(half_row(n, 0), own_half(own, 0)),
                              _mm512_cmpeq_epi32_mask(half_row(n, 1), own_half(own, 1)));
}

static inline void numbers_put(uint32_t *n, uint32_t mask, struct own_numbers own)
{
    _mm512_mask_storeu_epi32(n, (__mmask16) mask, own_half(own, 0));
    _mm512_mask_storeu_epi32(n + 16, (__mmask16) (mask >> 16), own_half(own, 1));
}

static inline void numbers_clear(uint32_t *n, uint32_t mask)
{
    _mm512_mask_storeu_epi32(n, (__mmask16) mask, _mm512_setzero_si512());
    _mm512_mask_storeu_epi32(n + 16, (__mmask16) (mask >> 16), _mm512_setzero_si512());
}
#else
static inline uint32_t own_number(struct own_numbers own, uint32_t j)
{
    return own.first + (j >> own.shift);
}

#if defined __AVX2__
static inline __m256i quarter_row(const uint32_t *n, int k)
{
    return _mm256_loadu_si256((const __m256i *) (n + 8 * k));
}

static inline uint32_t quarter_mask(__m256i equal, int k)
{
    return (uint32_t) _mm256_movemask_ps(_mm256_castsi256_ps(equal)) << 8 * k;
}

static inline uint32_t numbers_above(const uint32_t *n, uint32_t mask, uint32_t limit)
{
    __m256i l = _mm256_set1_epi32((int) limit);
    uint32_t most = 0;
    for (int k = 0; k < 4; k++)
        most |= quarter_mask(_mm256_cmpeq_epi32(_mm256_max_epu32(quarter_row(n, k), l), l), k);
    return mask & ~most;
}

static inline uint32_t numbers_of_event(const uint32_t *n, uint32_t mask, uint32_t event)
{
    __m256i from = _mm256_set1_epi32((int) access_number(event, 0)), last = _mm256_set1_epi32(31);
    uint32_t of = 0;
    for (int k = 0; k < 4; k++) {
        __m256i lane = _mm256_sub_epi32(quarter_row(n, k), from);
        of |= quarter_mask(_mm256_cmpeq_epi32(_mm256_max_epu32(lane, last), last), k);
    }
    return mask & of;
}
#else
static inline uint32_t numbers_above(const uint32_t *n, uint32_t mask, uint32_t limit)
{
    uint32_t above = 0;
    for (uint32_t j = 0; j < NUMBER_ROW; j++)
        above |= (uint32_t) (n[j] > limit) << j;
    return mask & above;
}

static inline uint32_t numbers_of_event(const uint32_t *n, uint32_t mask, uint32_t event)
{
    uint32_t of = 0, from = access_number(event, 0);
    for (uint32_t j = 0; j < NUMBER_ROW; j++)
        of |= (uint32_t) (n[j] - from < 32) << j;
    return mask & of;
}
#endif

static inline uint32_t numbers_equal(const uint32_t *n, uint32_t mask, struct own_numbers own)
{
    uint32_t equal = 0;
    for (uint32_t j = 0; j < NUMBER_ROW; j++)
        equal |= (uint32_t) (n[j] == own_number(own, j)) << j;
    return mask & equal;
}

static inline void numbers_put(uint32_t *n, uint32_t mask, struct own_numbers own)
{
    for (uint32_t j = 0; mask == UINT32_MAX && j < NUMBER_ROW; j++)
        n[j] = own_number(own, j);
    for (uint32_t left = mask == UINT32_MAX ? 0 : mask; left; left &= left - 1)
        n[__builtin_ctz(left)] = own_number(own, (uint32_t) __builtin_ctz(left));
}

static inline void numbers_clear(uint32_t *n, uint32_t mask)
{
    for (uint32_t left = mask; left; left &= left - 1)
        n[__builtin_ctz(left)] = NO_ACCESS;
}
#endif
