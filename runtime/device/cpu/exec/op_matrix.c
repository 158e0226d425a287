/* SPDX-License-Identifier: Apache-2.0 */
/* mma (9.7.14.5): the fragments of all lanes become matrices, and the product's elements go back. Element i of a lane's register r: A has it in
 * row lane / 4 (odd r of 16 rows: 8 below) and column lane % 4 * p + i, p elements to a register; B the same by columns. f32 sums are
 * rounded after each product, in the order of k: PTX leaves the order open. Next: code/matrix.h, decode_matrix.c. */
#ifdef __FMA__
#include <immintrin.h>
#endif

#include "device/cpu/code/matrix.h"
#include "device/cpu/exec/lanes.h"

enum { COLUMNS = 8, ROWS_MAX = 16 };

/* ---- elements ---- */

static inline u32 bits_of_type(u32 type)
{
    switch (type) {
    case MATRIX_F16:
    case MATRIX_BF16: return 16;
    case MATRIX_TF32: return 32;
    case MATRIX_S4:
    case MATRIX_U4: return 4;
    case MATRIX_B1: return 1;
    default: return 8;
    }
}

static inline f32 float_element(u32 word, u32 i, u32 type)
{
    switch (type) {
    case MATRIX_F16: return f32_of_f16((u16) (word >> 16 * i));
    case MATRIX_BF16: return bits_f32(word >> 16 * i << 16);
    case MATRIX_E4M3: return f32_of_e4m3((u8) (word >> 8 * i));
    case MATRIX_E5M2: return f32_of_f16((u16) (word >> 8 * i << 8));
    default: return bits_f32(word & 0xffffe000); /* tf32 has 10 bits of mantissa */
    }
}

static inline s32 integer_element(u32 word, u32 i, u32 type)
{
    switch (type) {
    case MATRIX_S8: return (s8) (word >> 8 * i);
    case MATRIX_U8: return (u8) (word >> 8 * i);
    case MATRIX_S4: return (s32) (word >> 4 * i << 28) >> 28;
    case MATRIX_U4: return word >> 4 * i & 15;
    default: return word >> i & 1;
    }
}

/* ---- fragments ---- */

#define ALWAYS static inline __attribute__((always_inline))

/* A matrix is read by lines: rows of A, columns of B. `tall`: odd registers are of the lines 8 below. line and along: the distance of neighbours across
 * and along a line, so that B may become rows. The type is a constant where this is inlined, and lanes become vectors. */
#define READ_FRAGMENT(T, element)                                                                  \
    ALWAYS void read_as_##element(T *to, u32 line, u32 along, const char *vregs, const u32 *list,  \
                                  u32 registers, bool tall, u32 type)                              \
    {                                                                                              \
        const u32 per = 32 / bits_of_type(type);                                                   \
        for (u32 r = 0; r < registers; r++) {                                                      \
            const u32 *words = VREG(u32, list[r]);                                                 \
            u32 first = (tall ? r >> 1 : r) * 4 * per, below = tall ? 8 * (r & 1) : 0;             \
            for (u32 i = 0; i < per; i++) {                                                        \
                T lanes[WARP_LANES];                                                               \
                for (u32 l = 0; l < WARP_LANES; l++)                                               \
                    lanes[l] = element(words[l], i, type);                                         \
                for (u32 l = 0; l < WARP_LANES; l++)                                               \
                    to[(l / 4 + below) * line + (first + l % 4 * per + i) * along] = lanes[l];     \
            }                                                                                      \
        }                                                                                          \
    }
READ_FRAGMENT(f32, float_element)
READ_FRAGMENT(s32, integer_element)
#undef READ_FRAGMENT

ALWAYS void read_floats(f32 *to, u32 line, u32 along, const char *vregs, const u32 *list,
                        u32 registers, bool tall, u32 type)
{
    switch (type) {
#define ROW(t)                                                                                     \
    case t: read_as_float_element(to, line, along, vregs, list, registers, tall, t); break;
        ROW(MATRIX_F16)
        ROW(MATRIX_BF16)
        ROW(MATRIX_TF32)
        ROW(MATRIX_E4M3)
        ROW(MATRIX_E5M2)
#undef ROW
    }
}

ALWAYS void read_integers(s32 *to, u32 line, u32 along, const char *vregs, const u32 *list,
                          u32 registers, bool tall, u32 type)
{
    switch (type) {
#define ROW(t)                                                                                     \
    case t: read_as_integer_element(to, line, along, vregs, list, registers, tall, t); break;
        ROW(MATRIX_S8)
        ROW(MATRIX_U8)
        ROW(MATRIX_S4)
        ROW(MATRIX_U4)
        ROW(MATRIX_B1)
#undef ROW
    }
}

/* C and D: a lane has two neighbours of a row, lane / 4 of eight. So eight rows, one behind the other, are the lanes of two registers in turns; f16 has both in one. */
#define EIGHT_ROWS(T, words)                                                                       \
    ALWAYS void read_##words(T *to, const char *vregs, const u32 *list)                            \
    {                                                                                              \
        const T *even = VREG(T, list[0]), *odd = VREG(T, list[1]);                                 \
        for (u32 l = 0; l < WARP_LANES; l++) {                                                     \
            to[2 * l] = even[l];                                                                   \
            to[2 * l + 1] = odd[l];                                                                \
        }                                                                                          \
    }                                                                                              \
    ALWAYS void write_##words(const T *from, char *vregs, const u32 *list, u32 mask)               \
    {                                                                                              \
        T *even = VREG(T, list[0]), *odd = VREG(T, list[1]);                                       \
        for (u32 l = 0; l < WARP_LANES; l++) {                                                     \
            even[l] = mask >> l & 1 ? from[2 * l] : even[l];                                       \
            odd[l] = mask >> l & 1 ? from[2 * l + 1] : odd[l];                                     \
        }                                                                                          \
    }
EIGHT_ROWS(f32, singles)
EIGHT_ROWS(u32, words)
#undef EIGHT_ROWS

static void read_halves(f32 *to, const char *vregs, const u32 *list)
{
    const u16 *from = VREG(u16, list[0]);
    for (u32 i = 0; i < 2 * WARP_LANES; i++)
        to[i] = f32_of_f16(from[i]);
}

static void write_halves(const f32 *from, char *vregs, const u32 *list, u32 mask)
{
    u16 *to = VREG(u16, list[0]);
    for (u32 i = 0; i < 2 * WARP_LANES; i++)
        to[i] = mask >> i / 2 & 1 ? f16_of_f32(from[i]) : to[i];
}

/* ---- products ---- */

/* A row of C: each step of k adds one product to all of its elements. Eight rows at a time stay in registers. */
typedef f32 float_row __attribute__((vector_size(COLUMNS * sizeof(f32))));
typedef s32 integer_row __attribute__((vector_size(COLUMNS * sizeof(s32))));

enum { ROWS = 8, FLOAT_K_MAX = 32, INTEGER_K_MAX = 64 };

#define MULTIPLY(T, row, multiply_add)                                                             \
    static void multiply_##row(T *sums, const T *a, u32 line, const T(*b)[COLUMNS], u32 k_count)   \
    {                                                                                              \
        row c[ROWS], across;                                                                       \
        memcpy(c, sums, sizeof c);                                                                 \
        for (u32 k = 0; k < k_count; k++) {                                                        \
            memcpy(&across, b[k], sizeof across);                                                  \
            _Pragma("GCC unroll 8") for (u32 m = 0; m < ROWS; m++)                                 \
                multiply_add(a[m * line + k], &across, &c[m]);                                     \
        }                                                                                          \
        memcpy(sums, c, sizeof c);                                                                 \
    }

ALWAYS void float_multiply_add(f32 a, const float_row *across, float_row *sums)
{
#ifdef __FMA__
    *sums = (float_row) _mm256_fmadd_ps(_mm256_set1_ps(a), (__m256) *across, (__m256) *sums);
#else
    for (u32 n = 0; n < COLUMNS; n++)
        (*sums)[n] = fmaf(a, (*across)[n], (*sums)[n]);
#endif
}

ALWAYS void integer_multiply_add(s32 a, const integer_row *across, integer_row *sums)
{
    *sums += a * *across;
}

MULTIPLY(f32, float_row, float_multiply_add)
MULTIPLY(s32, integer_row, integer_multiply_add)
#undef MULTIPLY

/* ---- products by lanes ---- */

/* mma without a way through memory, for AVX-512: the sums stay in the registers of C, whose lanes l, 16 to a vector, have row l / 4 and the columns
 * 2 * (l % 4) and the next. For a step of k the lanes of a row need one word of A, four lanes share it with; those of a column need one of B,
 * from lane 4 * column + k / p % 4. Sums of bytes are exact in f32. */
#if defined __AVX512F__

enum { VECTOR_LANES = 16, STRIPS = WARP_LANES / VECTOR_LANES, HALVES = 2, PARTS = HALVES * STRIPS };

typedef u32 u32_lanes __attribute__((vector_size(64)));
typedef s32 s32_lanes __attribute__((vector_size(64)));
typedef f32 f32_lanes __attribute__((vector_size(64)));
typedef short half_lanes __attribute__((vector_size(32)));

/* Element j of each four. */
#define FOURS(v, j)                                                                                \
    __builtin_shufflevector(v, v, j, j, j, j, 4 + j, 4 + j, 4 + j, 4 + j, 8 + j, 8 + j, 8 + j,     \
                            8 + j, 12 + j, 12 + j, 12 + j, 12 + j)
/* Elements j, 8 + j, 16 + j and 24 + j of 32, four times. */
#define EIGHTHS(low, high, j)                                                                      \
    __builtin_shufflevector(low, high, j, 8 + j, 16 + j, 24 + j, j, 8 + j, 16 + j, 24 + j, j,      \
                            8 + j, 16 + j, 24 + j, j, 8 + j, 16 + j, 24 + j)

ALWAYS u32_lanes words_of(const char *vregs, u32 vreg, u32 strip)
{
    u32_lanes v;
    memcpy(&v, VREG(u32, vreg) + VECTOR_LANES * strip, sizeof v);
    return v;
}

ALWAYS f32_lanes singles_of_halves(u32_lanes low) /* the upper halves are not looked at */
{
    half_lanes halves = __builtin_convertvector(low, half_lanes);
    return __builtin_ia32_vcvtph2ps512_mask(halves, (f32_lanes){0}, (u16) -1, 4);
}

ALWAYS f32_lanes elements_of(u32_lanes words, u32 i, u32 type)
{
    u32_lanes top = words << (24 - 8 * i); /* of bytes */
    switch (type) {
    case MATRIX_F16: return singles_of_halves(words >> 16 * i);
    case MATRIX_BF16: return (f32_lanes) (words >> 16 * i << 16);
    case MATRIX_S8: return __builtin_convertvector((s32_lanes) top >> 24, f32_lanes);
    case MATRIX_U8: return __builtin_convertvector((s32_lanes) (top >> 24), f32_lanes);
    default: return (f32_lanes) (words & 0xffffe000);
    }
}

/* Of the 16 rows and 8 columns of a product: [half * STRIPS + strip][column & 1] */
typedef f32_lanes lane_sums[PARTS][2];

/* Those of C, or zeros where integers are added to the sum of the products. c: C's registers */
ALWAYS void load_sums(lane_sums sums, const char *vregs, const u32 *c, u32 type_c)
{
    for (u32 n = 0; n < PARTS; n++)
        for (u32 odd = 0; odd < 2; odd++) {
            u32 at = type_c == MATRIX_F16 ? n / STRIPS : n / STRIPS * 2 + odd;
            u32_lanes words = words_of(vregs, c[at], n % STRIPS);
            sums[n][odd] = type_c == MATRIX_F16   ? singles_of_halves(words >> 16 * odd)
                           : type_c == MATRIX_F32 ? (f32_lanes) words
                                                  : (f32_lanes){0};
        }
}

/* not_known where v is no number */
ALWAYS u32_lanes or_nan(f32_lanes v, u32_lanes bits, u32 not_known)
{
    u32_lanes known = (u32_lanes) (v == v);
    return (bits & known) | (not_known & ~known);
}

ALWAYS u32_lanes halves_of(f32_lanes v)
{
    __m512i bits = _mm512_cvtepu16_epi32(
        _mm512_cvtps_ph((__m512) v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
    return or_nan(v, (u32_lanes) bits, F16_NAN);
}

ALWAYS void store_sums(lane_sums sums, char *vregs, const u32 *c, const u32 *d, u32 type_c,
                       u32 mask)
{
    for (u32 n = 0; n < PARTS; n++)
        for (u32 odd = 0; odd < (type_c == MATRIX_F16 ? 1 : 2); odd++) {
            u32 at = type_c == MATRIX_F16 ? n / STRIPS : n / STRIPS * 2 + odd, strip = n % STRIPS;
            f32_lanes v = sums[n][odd];
            u32_lanes words = type_c == MATRIX_F16 ? halves_of(v) | halves_of(sums[n][1]) << 16
                              : type_c == MATRIX_F32
                                  ? or_nan(v, (u32_lanes) v, 0x7fffffff)
                                  : (u32_lanes) __builtin_convertvector(v, s32_lanes) +
                                        words_of(vregs, c[at], strip);
            _mm512_mask_store_epi32(VREG(u32, d[at]) + VECTOR_LANES * strip,
                                    (__mmask16) (mask >> VECTOR_LANES * strip), (__m512i) words);
        }
}

/* The words j of one register of A and of B: p steps of k. */
#define STEPS_OF_WORD(j)                                                                           \
    _Pragma("GCC unroll 4") for (u32 i = 0; i < per; i++)                                          \
    {                                                                                              \
        f32_lanes even = EIGHTHS(b[0][i], b[1][i], j), odd = EIGHTHS(b[0][i], b[1][i], 4 + j);     \
        _Pragma("GCC unroll 4") for (u32 n = 0; n < PARTS; n++)                                    \
        {                                                                                          \
            __m512 row = (__m512) FOURS(a[n][i], j);                                               \
            sums[n][0] = (f32_lanes) _mm512_fmadd_ps(row, (__m512) even, (__m512) sums[n][0]);     \
            sums[n][1] = (f32_lanes) _mm512_fmadd_ps(row, (__m512) odd, (__m512) sums[n][1]);      \
        }                                                                                          \
    }

enum { ELEMENTS_MAX = 4 };

ALWAYS void multiply_lanes(const struct op *op, char *vregs, u32 mask, u32 registers, u32 per,
                           u32 type, u32 type_c)
{
    const u32 *list = op->more, *c = list + (size_t) registers * (HALVES + 1);
    lane_sums sums;
    load_sums(sums, vregs, c, type_c);
    for (u32 r = 0; r < registers; r++) {
        f32_lanes a[PARTS][ELEMENTS_MAX], b[STRIPS][ELEMENTS_MAX];
        for (u32 i = 0; i < per; i++) {
            for (u32 n = 0; n < PARTS; n++)
                a[n][i] = elements_of(words_of(vregs, list[r * HALVES + n / STRIPS], n % STRIPS), i,
                                      type);
            for (u32 s = 0; s < STRIPS; s++)
                b[s][i] = elements_of(words_of(vregs, list[registers * HALVES + r], s), i, type);
        }
        STEPS_OF_WORD(0)
        STEPS_OF_WORD(1)
        STEPS_OF_WORD(2)
        STEPS_OF_WORD(3)
    }
    store_sums(sums, vregs, c, list + op->count, type_c, mask);
}

#undef STEPS_OF_WORD
#undef FOURS
#undef EIGHTHS

/* A function for each pair of types: its loops have constant bounds. */
#define MULTIPLY_TYPES(name, type, type_c, per)                                                    \
    static __attribute__((noinline)) void multiply_##name(const struct op *op, char *vregs,        \
                                                          u32 mask, u32 registers)                 \
    {                                                                                              \
        multiply_lanes(op, vregs, mask, registers, per, type, type_c);                             \
    }
MULTIPLY_TYPES(f16_f16, MATRIX_F16, MATRIX_F16, 2)
MULTIPLY_TYPES(f16_f32, MATRIX_F16, MATRIX_F32, 2)
MULTIPLY_TYPES(bf16_f32, MATRIX_BF16, MATRIX_F32, 2)
MULTIPLY_TYPES(tf32_f32, MATRIX_TF32, MATRIX_F32, 1)
MULTIPLY_TYPES(s8_s32, MATRIX_S8, MATRIX_S32, 4)
MULTIPLY_TYPES(u8_s32, MATRIX_U8, MATRIX_S32, 4)
#undef MULTIPLY_TYPES

static bool multiply_by_lanes(const struct matrix_shape *s, const struct op *op, char *vregs,
                              const struct warp *w)
{
    if (s->saturate || s->m != 8 * HALVES || s->type_a != s->type_b)
        return false;
    switch (s->type_a) {
    case MATRIX_F16:
        (s->type_c == MATRIX_F16 ? multiply_f16_f16 : multiply_f16_f32)(op, vregs, w->mask,
                                                                        s->k / 8);
        return true;
    case MATRIX_BF16: multiply_bf16_f32(op, vregs, w->mask, s->k / 8); return true;
    case MATRIX_TF32: multiply_tf32_f32(op, vregs, w->mask, s->k / 4); return true;
    case MATRIX_S8: multiply_s8_s32(op, vregs, w->mask, s->k / 16); return true;
    case MATRIX_U8: multiply_u8_s32(op, vregs, w->mask, s->k / 16); return true;
    default: return false;
    }
}

#else

static bool multiply_by_lanes(const struct matrix_shape *s, const struct op *op, char *vregs,
                              const struct warp *w)
{
    (void) s, (void) op, (void) vregs, (void) w;
    return false;
}

#endif

/* ---- products of any type ---- */

static void multiply_floats(const struct matrix_shape *s, const struct op *op, char *vregs,
                            const struct warp *w)
{
    f32 a[ROWS_MAX][FLOAT_K_MAX], across[FLOAT_K_MAX][COLUMNS], sums[ROWS_MAX * COLUMNS];
    const u32 *list = op->more, per = 32 / bits_of_type(s->type_a);
    u32 a_count = s->m * s->k / per / WARP_LANES, b_count = COLUMNS * s->k / per / WARP_LANES;
    bool half = s->type_c == MATRIX_F16;
    read_floats(a[0], FLOAT_K_MAX, 1, vregs, list, a_count, s->m == ROWS_MAX, s->type_a);
    read_floats(across[0], 1, COLUMNS, vregs, list + a_count, b_count, false, s->type_b);
    const u32 *c = list + a_count + b_count, *d = list + op->count;
    for (u32 m = 0; m < s->m; m += ROWS) {
        if (half)
            read_halves(sums + m * COLUMNS, vregs, c + m / ROWS);
        else
            read_singles(sums + m * COLUMNS, vregs, c + m / ROWS * 2);
        multiply_float_row(sums + m * COLUMNS, a[m], FLOAT_K_MAX, across, s->k);
    }
    for (u32 m = 0; m < s->m; m += ROWS) {
        if (half) {
            write_halves(sums + m * COLUMNS, vregs, d + m / ROWS, w->mask);
            continue;
        }
        for (u32 i = 0; i < ROWS * COLUMNS; i++)
            sums[m * COLUMNS + i] = canon(sums[m * COLUMNS + i]);
        write_singles(sums + m * COLUMNS, vregs, d + m / ROWS * 2, w->mask);
    }
}

/* b1: the bits of the products; their count is the sum. */
static void multiply_bits(const struct matrix_shape *s, const char *vregs, const u32 *list,
                          u32 a_count, u32 b_count, s32 *products)
{
    s32 a[ROWS_MAX][MATRIX_K_MAX], b[COLUMNS][MATRIX_K_MAX];
    read_integers(a[0], MATRIX_K_MAX, 1, vregs, list, a_count, s->m == ROWS_MAX, s->type_a);
    read_integers(b[0], MATRIX_K_MAX, 1, vregs, list + a_count, b_count, false, s->type_b);
    for (u32 m = 0; m < s->m; m++)
        for (u32 n = 0; n < COLUMNS; n++)
            for (u32 k = 0; k < s->k; k++)
                products[m * COLUMNS + n] += s->by_and ? a[m][k] & b[n][k] : a[m][k] ^ b[n][k];
}

/* The products' sums fit 32 bits: 256 of 8 bits, 64 of 4, 1024 of one. */
static void multiply_integers(const struct matrix_shape *s, const struct op *op, char *vregs,
                              const struct warp *w)
{
    s32 a[ROWS_MAX][INTEGER_K_MAX], across[INTEGER_K_MAX][COLUMNS],
        products[ROWS_MAX * COLUMNS] = {0};
    const u32 *list = op->more, per = 32 / bits_of_type(s->type_a);
    u32 a_count = s->m * s->k / per / WARP_LANES, b_count = COLUMNS * s->k / per / WARP_LANES;
    if (s->type_a == MATRIX_B1) {
        multiply_bits(s, vregs, list, a_count, b_count, products);
    } else {
        read_integers(a[0], INTEGER_K_MAX, 1, vregs, list, a_count, s->m == ROWS_MAX, s->type_a);
        read_integers(across[0], 1, COLUMNS, vregs, list + a_count, b_count, false, s->type_b);
        for (u32 m = 0; m < s->m; m += ROWS)
            multiply_integer_row(products + m * COLUMNS, a[m], INTEGER_K_MAX, across, s->k);
    }
    for (u32 m = 0; m < s->m; m += ROWS) {
        u32 before[ROWS * COLUMNS];
        read_words(before, vregs, list + a_count + b_count + m / ROWS * 2);
        for (u32 i = 0; i < ROWS * COLUMNS; i++) {
            s64 sum = (s64) products[m * COLUMNS + i] + (s32) before[i];
            products[m * COLUMNS + i] = s->saturate ? (s32) clamp_s32(sum) : (s32) sum;
        }
    }
    for (u32 m = 0; m < s->m; m += ROWS)
        write_words((u32 *) (products + m * COLUMNS), vregs, list + op->count + m / ROWS * 2,
                    w->mask);
}

/* count registers of inputs, then op.target of D; b: the member mask; imm: struct matrix_shape */
SAME_FORMS(mma, {
    if (must_gather(vregs, op->b, w))
        return gather_members(op, vregs, op->b, w);
    struct matrix_shape s;
    memcpy(&s, &op->imm, sizeof s);
    if (multiply_by_lanes(&s, op, vregs, w))
        NEXT(PART);
    if (s.type_c == MATRIX_S32)
        multiply_integers(&s, op, vregs, w);
    else
        multiply_floats(&s, op, vregs, w);
    NEXT(PART);
})

/* Four lanes of C have a row: its even columns in one register, its odd ones in the next. A step of k takes one element of A for them, and eight of B. */
typedef f64 f64_lanes __attribute__((vector_size(4 * sizeof(f64))));

enum { FOURTHS = WARP_LANES / 4, K_OF_REGISTER = 4 };

/* to[k]: element k of every second four. */
ALWAYS void across_of(f64_lanes to[K_OF_REGISTER], const f64 *from)
{
    f64_lanes rows[4];
    for (u32 n = 0; n < 4; n++)
        memcpy(&rows[n], from + 8 * n, sizeof rows[n]);
    f64_lanes low_01 = __builtin_shufflevector(rows[0], rows[1], 0, 4, 2, 6),
              high_01 = __builtin_shufflevector(rows[0], rows[1], 1, 5, 3, 7),
              low_23 = __builtin_shufflevector(rows[2], rows[3], 0, 4, 2, 6),
              high_23 = __builtin_shufflevector(rows[2], rows[3], 1, 5, 3, 7);
    to[0] = __builtin_shufflevector(low_01, low_23, 0, 1, 4, 5);
    to[1] = __builtin_shufflevector(high_01, high_23, 0, 1, 4, 5);
    to[2] = __builtin_shufflevector(low_01, low_23, 2, 3, 6, 7);
    to[3] = __builtin_shufflevector(high_01, high_23, 2, 3, 6, 7);
}

ALWAYS void f64_multiply_add(f64 a, const f64_lanes *across, f64_lanes *sums)
{
#ifdef __FMA__
    *sums = (f64_lanes) _mm256_fmadd_pd(_mm256_set1_pd(a), (__m256d) *across, (__m256d) *sums);
#else
    for (u32 l = 0; l < 4; l++)
        (*sums)[l] = fma(a, (*across)[l], (*sums)[l]);
#endif
}

/* Eight rows. a, b: their registers, of which A has every a_step-th; c: of the even columns, of the odd ones. */
static void multiply_eight_rows(f64_lanes to[FOURTHS][2], const char *vregs, const u32 *a,
                                u32 a_step, const u32 *b, u32 b_count, const u32 c[2])
{
    f64_lanes sums[FOURTHS][2];
    for (u32 n = 0; n < FOURTHS; n++)
        for (u32 odd = 0; odd < 2; odd++)
            memcpy(&sums[n][odd], VREG(f64, c[odd]) + 4 * n, sizeof sums[n][odd]);
    for (u32 r = 0; r < b_count; r++) {
        f64_lanes even[K_OF_REGISTER], odd[K_OF_REGISTER];
        across_of(even, VREG(f64, b[r]));
        across_of(odd, VREG(f64, b[r]) + 4);
        const f64 *rows = VREG(f64, a[r * a_step]);
        _Pragma("GCC unroll 4") for (u32 k = 0; k < K_OF_REGISTER; k++)
            _Pragma("GCC unroll 8") for (u32 n = 0; n < FOURTHS; n++)
        {
            f64_multiply_add(rows[4 * n + k], &even[k], &sums[n][0]);
            f64_multiply_add(rows[4 * n + k], &odd[k], &sums[n][1]);
        }
    }
    memcpy(to, sums, sizeof sums);
}

static void multiply_doubles(const struct matrix_shape *s, const struct op *op, char *vregs,
                             const struct warp *w)
{
    f64_lanes sums[2][FOURTHS][2];
    const u32 *list = op->more;
    u32 tall = s->m / 8, b_count = s->k / K_OF_REGISTER, a_count = tall * b_count;
    const u32 *c = list + a_count + b_count, *d = list + op->count;
    for (u32 half = 0; half < tall; half++)
        multiply_eight_rows(sums[half], vregs, list + half, tall, list + a_count, b_count,
                            c + half * 2);
    for (u32 n = 0; n < tall * 2; n++) {
        f64 *to = VREG(f64, d[n]);
        for (u32 row = 0; row < FOURTHS; row++) {
            u32 mask = w->mask >> row * 4 & 15;
            f64_lanes from = sums[n / 2][row][n % 2];
            if (mask == 15) {
                memcpy(to + row * 4, &from, sizeof from);
                continue;
            }
            for (u32 l = 0; l < 4; l++)
                to[row * 4 + l] = mask >> l & 1 ? from[l] : to[row * 4 + l];
        }
    }
}

/* m8n8k4, m16n8k4, m16n8k8 in double precision: an element to a register. */
SAME_FORMS(mma_f64, {
    if (must_gather(vregs, op->b, w))
        return gather_members(op, vregs, op->b, w);
    struct matrix_shape s;
    memcpy(&s, &op->imm, sizeof s);
    multiply_doubles(&s, op, vregs, w);
    NEXT(PART);
})
