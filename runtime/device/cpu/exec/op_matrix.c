/* SPDX-License-Identifier: Apache-2.0 */
/* mma (9.7.14.5): the fragments of all lanes become matrices, and the product's elements go back. Element i of a lane's register r: A has it in
 * row lane / 4 (odd r of 16 rows: 8 below) and column lane % 4 * p + i, p elements to a register; B the same by columns. f32 sums are
 * rounded after each product, in the order of k: PTX leaves the order open. Next: code/matrix.h, decode_matrix.c. */
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

#define MULTIPLY(T, row)                                                                           \
    static void multiply_##row(T *sums, const T *a, u32 line, const T(*b)[COLUMNS], u32 k_count)   \
    {                                                                                              \
        row c[ROWS], across;                                                                       \
        memcpy(c, sums, sizeof c);                                                                 \
        for (u32 k = 0; k < k_count; k++) {                                                        \
            memcpy(&across, b[k], sizeof across);                                                  \
            _Pragma("GCC unroll 8") for (u32 m = 0; m < ROWS; m++) c[m] +=                         \
                a[m * line + k] * across;                                                          \
        }                                                                                          \
        memcpy(sums, c, sizeof c);                                                                 \
    }
MULTIPLY(f32, float_row)
MULTIPLY(s32, integer_row)
#undef MULTIPLY

/* ---- products by lanes ---- */

/* mma without a way through memory, for AVX-512: the sums stay in the registers of C, whose lanes l, 16 to a vector, have row l / 4 and the columns
 * 2 * (l % 4) and the next. For a step of k the lanes of a row need one word of A, four lanes share it with; those of a column need one of B,
 * from lane 4 * column + k / p % 4. The functions return false for types that they do not have, and for other processors. */
#if defined __AVX512F__

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

ALWAYS f32_lanes f32_elements(u32_lanes words, u32 i, u32 type)
{
    if (type == MATRIX_F16)
        return singles_of_halves(words >> 16 * i);
    return (f32_lanes) (type == MATRIX_BF16 ? words >> 16 * i << 16 : words & 0xffffe000);
}

ALWAYS s32_lanes s32_elements(u32_lanes words, u32 i, u32 type)
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
    ALWAYS void multiply_##T##_lanes(T##_lanes sums[HALVES_MAX * STRIPS][2], const char *vregs,    \
                                     const u32 *list, u32 registers, u32 halves, u32 per,          \
                                     u32 type_a, u32 type_b)                                       \
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

ALWAYS void put_words(u32_lanes v, char *vregs, u32 vreg, u32 strip, u32 mask)
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

/* ---- products of any type ---- */

static void multiply_floats(const struct matrix_shape *s, const struct op *op, char *vregs,
                            const struct warp *w)
{
    if (multiply_float_lanes(s, op, vregs, w))
        return;
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
    if (multiply_byte_lanes(s, op, vregs, w))
        return;
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
    if (s.type_c == MATRIX_S32)
        multiply_integers(&s, op, vregs, w);
    else
        multiply_floats(&s, op, vregs, w);
    NEXT(PART);
})

/* Eight lanes of C have two rows; a step of k takes one element of A for four lanes, and four columns of B for all of them. */
typedef f64 f64_lanes __attribute__((vector_size(8 * sizeof(f64))));

enum { EIGHTS = WARP_LANES / 8 };

static void multiply_doubles(const struct matrix_shape *s, const struct op *op, char *vregs,
                             const struct warp *w)
{
    f64_lanes sums[2][EIGHTS][2];
    const u32 *list = op->more;
    u32 tall = s->m / 8, a_count = tall * s->k / 4, b_count = s->k / 4;
    const u32 *c = list + a_count + b_count, *d = list + op->count;
    for (u32 n = 0; n < tall * EIGHTS * 2; n++)
        memcpy(&sums[n / 2 / EIGHTS][n / 2 % EIGHTS][n % 2],
               VREG(f64, c[n / 2 / EIGHTS * 2 + n % 2]) + n / 2 % EIGHTS * 8, sizeof **sums[0]);
    for (u32 k = 0; k < s->k; k++) {
        const f64 *b = VREG(f64, list[a_count + k / 4]) + k % 4;
        f64_lanes even = {b[0], b[8], b[16], b[24], b[0], b[8], b[16], b[24]},
                  odd = {b[4], b[12], b[20], b[28], b[4], b[12], b[20], b[28]};
        for (u32 n = 0; n < tall * EIGHTS; n++) {
            const f64 *a = VREG(f64, list[k / 4 * tall + n / EIGHTS]) + n % EIGHTS * 8 + k % 4;
            f64_lanes row = {a[0], a[0], a[0], a[0], a[4], a[4], a[4], a[4]};
            f64_lanes *to = sums[n / EIGHTS][n % EIGHTS];
            for (u32 l = 0; l < 8; l++) {
                to[0][l] = fma(row[l], even[l], to[0][l]);
                to[1][l] = fma(row[l], odd[l], to[1][l]);
            }
        }
    }
    for (u32 n = 0; n < tall * EIGHTS * 2; n++) {
        f64 *to = VREG(f64, d[n / 2 / EIGHTS * 2 + n % 2]) + n / 2 % EIGHTS * 8;
        const f64_lanes from = sums[n / 2 / EIGHTS][n / 2 % EIGHTS][n % 2];
        u32 mask = w->mask >> n / 2 % EIGHTS * 8;
        if ((mask & 255) == 255)
            memcpy(to, &from, sizeof from);
        else
            for (u32 l = 0; l < 8; l++)
                to[l] = mask >> l & 1 ? from[l] : to[l];
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
