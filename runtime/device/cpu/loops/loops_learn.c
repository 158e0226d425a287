/* SPDX-License-Identifier: Apache-2.0 */
/* Learning from rows: k-means, nearest neighbours, moments, logistic regression. learn.def has the loops for float and double. */
#include "device/cpu/loops/loops_learn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "device/cpu/loops/loops_impl.h"

enum { LANES = 8 };

/* A vector anywhere in memory: the same sums in each instruction set. */
typedef double lanes __attribute__((vector_size(LANES * sizeof(double)), aligned(8), may_alias));

static inline double total_of(const lanes *s)
{
    double total = 0;
    for (int l = 0; l < LANES; l++)
        total += (*s)[l];
    return total;
}

/* The products of two columns of a tile. */
static inline double product_of(const double *a, const double *b)
{
    lanes s = {0};
    for (int r = 0; r < LEARN_TILE; r += LANES)
        s += *(const lanes *) (a + r) * *(const lanes *) (b + r);
    return total_of(&s);
}

/* Adds the products of column a and each of `count` columns b; four at a time share what is read of a. */
static void products_of(const double *a, const double *b, size_t count, double *sums)
{
    size_t i = 0;
    for (; i + 4 <= count; i += 4, b += 4 * LEARN_TILE) {
        lanes s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
        for (int r = 0; r < LEARN_TILE; r += LANES) {
            lanes v = *(const lanes *) (a + r);
            s0 += v * *(const lanes *) (b + r);
            s1 += v * *(const lanes *) (b + LEARN_TILE + r);
            s2 += v * *(const lanes *) (b + 2 * LEARN_TILE + r);
            s3 += v * *(const lanes *) (b + 3 * LEARN_TILE + r);
        }
        sums[i] += total_of(&s0);
        sums[i + 1] += total_of(&s1);
        sums[i + 2] += total_of(&s2);
        sums[i + 3] += total_of(&s3);
    }
    for (; i < count; i++, b += LEARN_TILE)
        sums[i] += product_of(a, b);
}

/* scores[c] = w[c] . columns, where column d is 1. */
static void scores_of(const double *columns, size_t d, size_t classes, const double *w,
                      double *restrict scores)
{
    for (size_t c = 0; c < classes; c++) {
        double s[LEARN_TILE] = {0};
        for (size_t f = 0; f <= d; f++)
            for (size_t r = 0; r < LEARN_TILE; r++)
                s[r] += w[c * (d + 1) + f] * columns[f * LEARN_TILE + r];
        memcpy(scores + c * LEARN_TILE, s, sizeof s);
    }
}

/* exp(x) for x <= 0, without a branch: 2^n e^r, with r in [-ln 2 / 2, ln 2 / 2] by its series. The error is below 2 ulp. */
static inline double exp_of(double x)
{
    static const double inverse[] = {/* 1 / 13!, ..., 1 / 0! */
                                     1 / 6227020800.0,
                                     1 / 479001600.0,
                                     1 / 39916800.0,
                                     1 / 3628800.0,
                                     1 / 362880.0,
                                     1 / 40320.0,
                                     1 / 5040.0,
                                     1 / 720.0,
                                     1 / 120.0,
                                     1 / 24.0,
                                     1 / 6.0,
                                     0.5,
                                     1,
                                     1};
    const double log2e = 1.44269504088896340736, high = 0.693147180369123816490,
                 low = 1.90821492927058770002e-10, magic = 6755399441055744.0; /* 1.5 * 2^52 */
    x = x < -700 ? -700 : x;
    double shifted = x * log2e + magic, n = shifted - magic, r = (x - n * high) - n * low, e = 0;
    for (size_t i = 0; i < sizeof inverse / sizeof *inverse; i++)
        e = e * r + inverse[i];
    int64_t bits;
    memcpy(&bits, &shifted, sizeof bits);
    bits = (int64_t) ((uint64_t) (bits + 1023) << 52);
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return e * scale;
}

/* Turns scores into probability - (is its class); returns the sum of -log(probability of its class) of the rows. With one row of scores class 0
 * has the score 0. */
static double probabilities(const int32_t *labels, size_t rows, size_t classes,
                            double *restrict scores)
{
    double most[LEARN_TILE], total[LEARN_TILE], loss = 0, own[LEARN_TILE];
    for (size_t r = 0; r < LEARN_TILE; r++)
        most[r] = classes == 1 ? 0 : scores[r];
    for (size_t c = 0; c < classes; c++)
        for (size_t r = 0; r < LEARN_TILE; r++) {
            double s = scores[c * LEARN_TILE + r];
            most[r] = s > most[r] ? s : most[r];
        }
    for (size_t r = 0; r < rows; r++) {
        size_t c = classes == 1 ? 0 : (size_t) labels[r];
        own[r] = classes == 1 && !labels[r] ? 0 : scores[c * LEARN_TILE + r];
    }
    for (size_t r = 0; r < LEARN_TILE; r++)
        total[r] = classes == 1 ? exp_of(-most[r]) : 0;
    for (size_t c = 0; c < classes; c++)
        for (size_t r = 0; r < LEARN_TILE; r++) {
            double *s = scores + c * LEARN_TILE + r;
            *s = exp_of(*s - most[r]);
            total[r] += *s;
        }
    for (size_t c = 0; c < classes; c++)
        for (size_t r = 0; r < LEARN_TILE; r++)
            scores[c * LEARN_TILE + r] /= total[r];
    for (size_t r = 0; r < rows; r++) {
        size_t c = classes == 1 ? 0 : (size_t) labels[r];
        scores[c * LEARN_TILE + r] -= classes > 1 || labels[r];
        loss += log(total[r]) + most[r] - own[r];
    }
    for (size_t c = 0; c < classes; c++)
        for (size_t r = rows; r < LEARN_TILE; r++)
            scores[c * LEARN_TILE + r] = 0;
    return loss;
}

#define T       float
#define INDEX   int32_t
#define NAME(x) x##_f32
#include "device/cpu/loops/learn.def"
#undef T
#undef INDEX
#undef NAME
#define T       double
#define INDEX   int64_t
#define NAME(x) x##_f64
#include "device/cpu/loops/learn.def"

#define LOOPS(t)                                                                                   \
    {                                                                                              \
        .lloyd = learn_lloyd_##t, .neighbors = learn_neighbors_##t, .moments = learn_moments_##t,  \
        .softmax = learn_softmax_##t, .tile = learn_tile_##t, .squares = learn_squares_##t,        \
        .count = learn_count_##t, .forest = learn_forest_##t                                       \
    }

const struct learn_loops LOOP_FN(learn)[2] = {LOOPS(f32), LOOPS(f64)};
