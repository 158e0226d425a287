/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* For op_matrix.c only. mma without a way through memory, for AVX-512: the sums stay in the registers of C, whose lanes l, 16 to a vector, have row
 * l / 4 and the columns 2 * (l % 4) and the next. For a step of k the lanes of a row need one word of A, four lanes share it with; those of a column
 * need one of B, from lane 4 * column + k / p % 4. Products are rounded and added in the order of k, as op_matrix.c does it. The functions return
 * false for types that they do not have, and for other processors. Static functions without state: any thread. */
#include "device/cpu/code/matrix.h"
#include "device/cpu/exec/lanes.h"

#if defined __AVX512F__

#define ALWAYS_INLINE static inline __attribute__((always_inline))

enum { VECTOR_LANES = 16, STRIPS = WARP_LANES / VECTOR_LANES, HALVES_MAX = 2 };

typedef u32 u32_lanes __attribute__((vector_size(64)));
typedef s32 s32_lanes __attribute__((vector_size(64)));
typedef f32 f32_lanes __attribute__((vector_size(64)));
typedef short half_lanes __attribute__((vector_size(32)));

/* Word j of each four. */
#define FOURS(v, j)                                                                                \
    __builtin_shufflevector(v, v, j, j, j, j, 4 + j, 4 + j, 4 + j, 4 + j, 8 + j, 8 + j, 8 + j,     \
                            8 + j, 12 + j, 12 + j, 12 + j, 12 + j)
/* Words j, 8 + j, 16 + j and 24 + j of 32, four times. */
#define EIGHTHS(low, high, j)                                                                      \
    __builtin_shufflevector(low, high, j, 8 + j, 16 + j, 24 + j, j, 8 + j, 16 + j, 24 + j, j,      \
                            8 + j, 16 + j, 24 + j, j, 8 + j, 16 + j, 24 + j)

ALWAYS_INLINE u32_lanes words_of(const char *vregs, u32 vreg, u32 strip)
{
    u32_lanes v;
    memcpy(&v, VREG(u32, vreg) + VECTOR_LANES * strip, sizeof v);
    return v;
}

ALWAYS_INLINE f32_lanes singles_of_halves(u32_lanes low) /* the upper halves are not looked at */
{
    half_lanes halves = __builtin_convertvector(low, half_lanes);
    return __builtin_ia32_vcvtph2ps512_mask(halves, (f32_lanes){0}, (u16) -1, 4);
}

ALWAYS_INLINE f32_lanes f32_elements(u32_lanes words, u32 i, u32 type)
{
    if (type == MATRIX_F16)
        return singles_of_halves(words >> 16 * i);
    return (f32_lanes) (type == MATRIX_BF16 ? words >> 16 * i << 16 : words & 0xffffe000);
}

ALWAYS_INLINE s32_lanes s32_elements(u32_lanes words, u32 i, u32 type)
{
    s32_lanes up = (s32_lanes) (words << (24 - 8 * i));
    return type == MATRIX_S8 ? up >> 24 : (s32_lanes) ((u32_lanes) up >> 24);
}

/* The words j of one register of A, for eight or 16 rows, and of B: p steps of k. */
#define STEPS_OF_WORD(T, j)                                                                        \
    {                                                                                              \
        u32_lanes even = EIGHTHS(b[0], b[1], j), odd = EIGHTHS(b[0], b[1], 4 + j);                 \
        _Pragma("GCC unroll 4") for (u32 i = 0; i < per; i++)                                      \
        {                                                                                          \
            T##_lanes across[2] = {T##_elements(even, i, type_b), T##_elements(odd, i, type_b)};   \
            _Pragma("GCC unroll 4") for (u32 n = 0; n < halves * STRIPS; n++)                      \
            {                                                                                      \
                T##_lanes row = T##_elements(FOURS(a[n], j), i, type_a);                           \
                sums[n][0] += row * across[0];                                                     \
                sums[n][1] += row * across[1];                                                     \
            }                                                                                      \
        }                                                                                          \
    }

/* sums[half * STRIPS + strip][column & 1]; list: the registers of A, then of B. */
#define MULTIPLY_LANES(T)                                                                          \
    ALWAYS_INLINE void multiply_##T##_lanes(T##_lanes sums[HALVES_MAX * STRIPS][2],                \
                                            const char *vregs, const u32 *list, u32 registers,     \
                                            u32 halves, u32 per, u32 type_a, u32 type_b)           \
    {                                                                                              \
        for (u32 r = 0; r < registers; r++) {                                                      \
            u32_lanes a[HALVES_MAX * STRIPS], b[STRIPS];                                           \
            for (u32 n = 0; n < halves * STRIPS; n++)                                              \
                a[n] = words_of(vregs, list[r * halves + n / STRIPS], n % STRIPS);                 \
            for (u32 s = 0; s < STRIPS; s++)                                                       \
                b[s] = words_of(vregs, list[registers * halves + r], s);                           \
            STEPS_OF_WORD(T, 0)                                                                    \
            STEPS_OF_WORD(T, 1)                                                                    \
            STEPS_OF_WORD(T, 2)                                                                    \
            STEPS_OF_WORD(T, 3)                                                                    \
        }                                                                                          \
    }
MULTIPLY_LANES(f32)
MULTIPLY_LANES(s32)
#undef MULTIPLY_LANES
#undef STEPS_OF_WORD
#undef FOURS
#undef EIGHTHS

ALWAYS_INLINE void put_words(u32_lanes v, char *vregs, u32 vreg, u32 strip, u32 mask)
{
    u32 *to = VREG(u32, vreg) + VECTOR_LANES * strip;
    if (mask == UINT32_MAX) {
        memcpy(to, &v, sizeof v);
        return;
    }
    mask >>= VECTOR_LANES * strip;
    for (u32 l = 0; l < VECTOR_LANES; l++)
        to[l] = mask >> l & 1 ? v[l] : to[l];
}

static void put_singles(const f32_lanes sums[][2], u32 count, char *vregs, const u32 *list,
                        u32 mask)
{
    for (u32 n = 0; n < count; n++)
        for (u32 odd = 0; odd < 2; odd++) {
            f32_lanes v = sums[n][odd];
            u32_lanes known = (u32_lanes) (v == v);
            put_words(((u32_lanes) v & known) | (0x7fffffff & ~known), vregs,
                      list[n / STRIPS * 2 + odd], n % STRIPS, mask);
        }
}

static void put_halves(const f32_lanes sums[][2], u32 count, char *vregs, const u32 *list, u32 mask)
{
    for (u32 n = 0; n < count; n++) {
        u32_lanes v;
        for (u32 l = 0; l < VECTOR_LANES; l++)
            v[l] = f16_of_f32(sums[n][0][l]) | (u32) f16_of_f32(sums[n][1][l]) << 16;
        put_words(v, vregs, list[n / STRIPS], n % STRIPS, mask);
    }
}

static bool multiply_float_lanes(const struct matrix_shape *s, const struct op *op, char *vregs,
                                 const struct warp *w)
{
    f32_lanes sums[HALVES_MAX * STRIPS][2];
    const u32 *list = op->more, *d = list + op->count;
    u32 halves = s->m / 8, per = s->type_a == MATRIX_TF32 ? 1 : 2, registers = s->k / 4 / per,
        count = halves * STRIPS;
    const u32 *c = list + (size_t) registers * (halves + 1);
    bool half = s->type_c == MATRIX_F16;
    if (s->type_a != s->type_b || halves != HALVES_MAX || s->type_a > MATRIX_TF32)
        return false;
    for (u32 n = 0; n < count; n++)
        for (u32 odd = 0; odd < 2; odd++) {
            u32_lanes words =
                words_of(vregs, c[half ? n / STRIPS : n / STRIPS * 2 + odd], n % STRIPS);
            sums[n][odd] = half ? singles_of_halves(words >> 16 * odd) : (f32_lanes) words;
        }
    switch (s->type_a) {
#define ROW(type, p)                                                                               \
    case type: multiply_f32_lanes(sums, vregs, list, registers, HALVES_MAX, p, type, type); break;
        ROW(MATRIX_F16, 2)
        ROW(MATRIX_BF16, 2)
        ROW(MATRIX_TF32, 1)
#undef ROW
    }
    (half ? put_halves : put_singles)(sums, count, vregs, d, w->mask);
    return true;
}

static bool multiply_byte_lanes(const struct matrix_shape *s, const struct op *op, char *vregs,
                                const struct warp *w)
{
    s32_lanes sums[HALVES_MAX * STRIPS][2] = {0};
    const u32 *list = op->more, *d = list + op->count;
    u32 halves = s->m / 8, registers = s->k / 16;
    const u32 *c = list + (size_t) registers * (halves + 1);
    if (s->saturate || halves != HALVES_MAX || s->type_a != s->type_b ||
        (s->type_a != MATRIX_S8 && s->type_a != MATRIX_U8))
        return false;
    if (s->type_a == MATRIX_S8)
        multiply_s32_lanes(sums, vregs, list, registers, HALVES_MAX, 4, MATRIX_S8, MATRIX_S8);
    else
        multiply_s32_lanes(sums, vregs, list, registers, HALVES_MAX, 4, MATRIX_U8, MATRIX_U8);
    for (u32 n = 0; n < halves * STRIPS; n++)
        for (u32 odd = 0; odd < 2; odd++)
            sums[n][odd] = (s32_lanes) ((u32_lanes) sums[n][odd] +
                                        words_of(vregs, c[n / STRIPS * 2 + odd], n % STRIPS));
    for (u32 n = 0; n < halves * STRIPS; n++)
        for (u32 odd = 0; odd < 2; odd++)
            put_words((u32_lanes) sums[n][odd], vregs, d[n / STRIPS * 2 + odd], n % STRIPS,
                      w->mask);
    return true;
}

#undef ALWAYS_INLINE

#else

static bool multiply_float_lanes(const struct matrix_shape *s, const struct op *op, char *vregs,
                                 const struct warp *w)
{
    (void) s, (void) op, (void) vregs, (void) w;
    return false;
}

static bool multiply_byte_lanes(const struct matrix_shape *s, const struct op *op, char *vregs,
                                const struct warp *w)
{
    (void) s, (void) op, (void) vregs, (void) w;
    return false;
}

#endif
