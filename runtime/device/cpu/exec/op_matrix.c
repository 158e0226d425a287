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

/* LINES matrices are stored by lines: rows of A, columns of B. `tall`: odd registers are of the lines 8 below. */
#define READ_FRAGMENT(T, element)                                                                  \
    static void read_##element(T(*lines)[MATRIX_K_MAX], const char *vregs, const u32 *list,        \
                               u32 registers, bool tall, u32 type)                                 \
    {                                                                                              \
        u32 per = 32 / bits_of_type(type);                                                         \
        for (u32 r = 0; r < registers; r++) {                                                      \
            const u32 *words = VREG(u32, list[r]);                                                 \
            u32 first = (tall ? r >> 1 : r) * 4 * per, below = tall ? 8 * (r & 1) : 0;             \
            for (u32 l = 0; l < WARP_LANES; l++)                                                   \
                for (u32 i = 0; i < per; i++)                                                      \
                    lines[l / 4 + below][first + l % 4 * per + i] = element(words[l], i, type);    \
        }                                                                                          \
    }
READ_FRAGMENT(f32, float_element)
READ_FRAGMENT(s32, integer_element)
#undef READ_FRAGMENT

/* Element (row, column) of C or D in the registers of a lane: 32 bits each. */
static inline u32 *element_of(char *vregs, const u32 *list, u32 row, u32 column)
{
    return VREG(u32, list[row / 8 * 2 + column % 2]) + row % 8 * 4 + column / 2;
}

/* The same of f16: two to a register. */
static inline u16 *half_of(char *vregs, const u32 *list, u32 row, u32 column)
{
    return (u16 *) (VREG(u32, list[row / 8]) + row % 8 * 4 + column / 2) + column % 2;
}

static inline bool runs(const struct warp *w, u32 row, u32 column)
{
    return w->mask >> (row % 8 * 4 + column / 2) & 1;
}

/* ---- products ---- */

static void multiply_floats(const struct matrix_shape *s, const struct op *op, char *vregs,
                            const struct warp *w)
{
    f32 a[ROWS_MAX][MATRIX_K_MAX], b[COLUMNS][MATRIX_K_MAX], across[MATRIX_K_MAX][COLUMNS],
        sums[ROWS_MAX][COLUMNS];
    const u32 *list = op->more, per = 32 / bits_of_type(s->type_a);
    u32 a_count = s->m * s->k / per / WARP_LANES, b_count = COLUMNS * s->k / per / WARP_LANES;
    bool half = s->type_c == MATRIX_F16;
    read_float_element(a, vregs, list, a_count, s->m == ROWS_MAX, s->type_a);
    read_float_element(b, vregs, list + a_count, b_count, false, s->type_b);
    for (u32 k = 0; k < s->k; k++)
        for (u32 n = 0; n < COLUMNS; n++)
            across[k][n] = b[n][k];
    for (u32 m = 0; m < s->m; m++)
        for (u32 n = 0; n < COLUMNS; n++)
            sums[m][n] = half ? f32_of_f16(*half_of(vregs, list + a_count + b_count, m, n))
                              : bits_f32(*element_of(vregs, list + a_count + b_count, m, n));
    for (u32 m = 0; m < s->m; m++)
        for (u32 k = 0; k < s->k; k++)
            for (u32 n = 0; n < COLUMNS; n++)
                sums[m][n] += a[m][k] * across[k][n];
    for (u32 m = 0; m < s->m; m++)
        for (u32 n = 0; n < COLUMNS; n++) {
            if (!runs(w, m, n))
                continue;
            if (half)
                *half_of(vregs, list + op->count, m, n) = f16_of_f32(sums[m][n]);
            else
                *element_of(vregs, list + op->count, m, n) = f32_bits(canon(sums[m][n]));
        }
}

static void multiply_integers(const struct matrix_shape *s, const struct op *op, char *vregs,
                              const struct warp *w)
{
    s32 a[ROWS_MAX][MATRIX_K_MAX], b[COLUMNS][MATRIX_K_MAX];
    s64 sums[ROWS_MAX][COLUMNS];
    const u32 *list = op->more, per = 32 / bits_of_type(s->type_a);
    u32 a_count = s->m * s->k / per / WARP_LANES, b_count = COLUMNS * s->k / per / WARP_LANES;
    bool exclusive = s->type_a == MATRIX_B1 && !s->by_and;
    read_integer_element(a, vregs, list, a_count, s->m == ROWS_MAX, s->type_a);
    read_integer_element(b, vregs, list + a_count, b_count, false, s->type_b);
    for (u32 m = 0; m < s->m; m++)
        for (u32 n = 0; n < COLUMNS; n++) {
            s64 sum = (s32) *element_of(vregs, list + a_count + b_count, m, n);
            for (u32 k = 0; k < s->k; k++)
                sum += exclusive ? a[m][k] ^ b[n][k] : a[m][k] * b[n][k];
            sums[m][n] = sum;
        }
    for (u32 m = 0; m < s->m; m++)
        for (u32 n = 0; n < COLUMNS; n++)
            if (runs(w, m, n))
                *element_of(vregs, list + op->count, m, n) =
                    (u32) (s->saturate ? clamp_s32(sums[m][n]) : (s32) sums[m][n]);
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

/* m8n8k4, m16n8k4, m16n8k8 in double precision: an element to a register. */
SAME_FORMS(mma_f64, {
    if (must_gather(vregs, op->b, w))
        return gather_members(op, vregs, op->b, w);
    struct matrix_shape s;
    memcpy(&s, &op->imm, sizeof s);
    const u32 *list = op->more;
    u32 tall = s.m / 8;
    u32 a_count = tall * s.k / 4;
    u32 b_count = s.k / 4;
    f64 sums[ROWS_MAX][COLUMNS];
    for (u32 m = 0; m < s.m; m++)
        for (u32 n = 0; n < COLUMNS; n++) {
            u32 lane = m % 8 * 4 + n / 2;
            f64 sum = VREG(f64, list[a_count + b_count + m / 8 * 2 + n % 2])[lane];
            for (u32 k = 0; k < s.k; k++)
                sum = fma(VREG(f64, list[k / 4 * tall + m / 8])[m % 8 * 4 + k % 4],
                          VREG(f64, list[a_count + k / 4])[n * 4 + k % 4], sum);
            sums[m][n] = sum;
        }
    for (u32 m = 0; m < s.m; m++)
        for (u32 n = 0; n < COLUMNS; n++)
            if (runs(w, m, n))
                VREG(f64, list[op->count + m / 8 * 2 + n % 2])[m % 8 * 4 + n / 2] = sums[m][n];
    NEXT(PART);
})
