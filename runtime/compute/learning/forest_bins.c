/* SPDX-License-Identifier: Apache-2.0 */
/* Columns in bins of like size, by the values of a sample of the rows; a column of few values has a bin for each. x is read in pieces. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/split.h"
#include "compute/learning/forest.h"

enum { SAMPLE_MOST = 1 << 17, SAMPLE_NUMBERS = 1 << 24 };

struct columns {
    const struct array *x;
    struct forest_data *to;
    double *sample; /* [d, m] */
    int64_t m, first, rows;
    const double *piece; /* rows [first, first + rows) of x */
};

/* Row k of the sample is drawn from the k-th of m equal parts of the rows. */
static bool take_sample(void *user, int64_t first, int64_t rows, const double *piece)
{
    struct columns *c = user;
    int64_t n = c->to->n, d = c->to->d;
    for (int64_t k = (int64_t) ((double) first * (double) c->m / (double) n); k < c->m; k++) {
        uint64_t random = (uint64_t) k;
        int64_t begin = n * k / c->m, size = n * (k + 1) / c->m - begin,
                row = begin + (int64_t) (learn_random(&random) * (double) size) - first;
        if (row >= rows)
            break;
        for (int64_t f = 0; f < d && row >= 0; f++)
            c->sample[f * c->m + k] = piece[row * d + f];
    }
    return true;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *) a, y = *(const double *) b;
    return (x > y) - (x < y);
}

/* Halfway from a to b, below b, as a number of the type of x. */
static double between(const struct array *x, double a, double b)
{
    double middle = a / 2 + b / 2;
    if (x->dtype.size == 4)
        middle = (double) (float) middle;
    return middle >= a && middle < b ? middle : a;
}

static void find_edges(void *user, uint32_t f)
{
    struct columns *c = user;
    double *v = c->sample + (int64_t) f * c->m,
           *edges = c->to->edges + (int64_t) f * (FOREST_BINS - 1);
    int64_t values = 1, found = 0;
    qsort(v, (size_t) c->m, sizeof *v, compare);
    for (int64_t i = 1; i < c->m; i++)
        values += v[i] > v[i - 1];
    bool few = values <= FOREST_BINS;
    for (int64_t b = 1, at = 1; at < c->m && found < FOREST_BINS - 1; at++) {
        for (; !few && c->m * b / FOREST_BINS < at; b++)
            ;
        at = few ? at : c->m * b / FOREST_BINS;
        while (at < c->m && !(v[at] > v[at - 1]))
            at++;
        if (at < c->m)
            edges[found++] = between(c->x, v[at - 1], v[at]);
    }
    while (found < FOREST_BINS - 1)
        edges[found++] = INFINITY;
}

/* The number of edges below v. */
static uint8_t bin_of(const double *edges, double v)
{
    uint32_t at = 0;
    for (uint32_t step = FOREST_BINS / 2; step; step /= 2)
        at += edges[at + step - 1] < v ? step : 0;
    return (uint8_t) at;
}

static void divide_column(void *user, uint32_t f)
{
    const struct columns *c = user;
    const double *edges = c->to->edges + (int64_t) f * (FOREST_BINS - 1);
    uint8_t *to = c->to->bins + (int64_t) f * c->to->n + c->first;
    for (int64_t i = 0; i < c->rows; i++)
        to[i] = bin_of(edges, c->piece[i * c->to->d + f]);
}

static bool divide(void *user, int64_t first, int64_t rows, const double *piece)
{
    struct columns *c = user;
    c->first = first;
    c->rows = rows;
    c->piece = piece;
    return split_run((uint32_t) c->to->d, divide_column, NULL, c);
}

bool forest_read_rows(const struct job *j, const struct array *x, struct forest_data *out)
{
    int64_t n = x->shape[0], d = x->shape[1], most = SAMPLE_NUMBERS / d;
    struct columns c = {.x = x, .to = out, .m = n < SAMPLE_MOST ? n : SAMPLE_MOST};
    c.m = c.m < most ? c.m : most;
    out->n = n;
    out->d = d;
    out->bins = malloc((size_t) (n * d));
    if (!out->bins)
        return learn_wrong(j, "there is no memory for %lld rows of %lld numbers in bins",
                           (long long) n, (long long) d);
    out->edges = xmalloc((size_t) d * (FOREST_BINS - 1) * sizeof *out->edges);
    c.sample = xcalloc((size_t) (d * c.m), sizeof *c.sample);
    bool ok = learn_each_piece(j, x, take_sample, &c) &&
              split_run((uint32_t) d, find_edges, NULL, &c) && learn_each_piece(j, x, divide, &c);
    free(c.sample);
    return ok;
}
