/* SPDX-License-Identifier: Apache-2.0 */
/* k-means. The first centers are chosen on the host from a sample of the rows, as scikit-learn does: k-means++ (Arthur and Vassilvitskii 2007), which
 * tries a few candidates for each center. Lloyd's steps are launches over all rows, and the host divides their sums. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compute/learning/learning_impl.h"

enum { SAMPLE = 1 << 16, STEPS = 300 };

static const double tolerance = 1e-4; /* of the mean variance of the columns */

struct clusters {
    const struct job *j;
    struct array *x, *centers, *labels, *sums;
    int64_t n, d, k, m; /* m: rows of the sample */
    double *sample, *at, *totals;
    uint64_t random;
};

/* ---- the first centers ---- */

static int64_t common_divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Rows that are spread over all of x, each at most once. */
static bool take_sample(struct clusters *c)
{
    int64_t start = (int64_t) (learn_random(&c->random) * (double) c->n),
            step = (int64_t) (0.6180339887498949 * (double) c->n) + 1, shape[2] = {c->m, c->d};
    while (common_divisor(c->n, step) > 1)
        step++;
    if (c->m == c->n)
        start = 0, step = 1;
    int32_t d = (int32_t) c->d;
    struct array *rows = compute_temporary(c->j, c->x->dtype, 2, shape);
    uint64_t from = array_address(c->x), to = rows ? array_address(rows) : 0;
    struct work_arg params[] = {ARG(c->m), ARG(c->n), ARG(d), ARG(start),
                                ARG(step), ARG(from), ARG(to)};
    bool ok = rows && learn_run(c->j, "pick_rows", c->x, "sample", c->m, params, 7);
    c->sample = ok ? learn_read(c->j, rows) : NULL;
    array_unref(&rows);
    return c->sample;
}

static double square(const double *a, const double *b, int64_t d)
{
    double s = 0;
    for (int64_t f = 0; f < d; f++)
        s += (a[f] - b[f]) * (a[f] - b[f]);
    return s;
}

/* A row, chosen with a probability in proportion to its weight. */
static int64_t draw(struct clusters *c, const double *weights, double total)
{
    double at = learn_random(&c->random) * total;
    for (int64_t i = 0; i < c->m; i++)
        if ((at -= weights[i]) < 0)
            return i;
    return c->m - 1;
}

/* Of a few candidates the one that leaves the least sum; `least` becomes the distances with it. */
static int64_t best_candidate(struct clusters *c, double *least, double *total)
{
    int trials = 2 + (int) log((double) c->k);
    double *with = xmalloc((size_t) c->m * sizeof *with),
           *best = xmalloc((size_t) c->m * sizeof *best);
    double lowest = INFINITY;
    int64_t chosen = 0;
    for (int t = 0; t < trials; t++) {
        int64_t one = draw(c, least, *total);
        double sum = 0;
        for (int64_t i = 0; i < c->m; i++) {
            double s = square(c->sample + i * c->d, c->sample + one * c->d, c->d);
            with[i] = s < least[i] ? s : least[i];
            sum += with[i];
        }
        if (sum < lowest) {
            double *other = best;
            best = with;
            with = other;
            lowest = sum;
            chosen = one;
        }
    }
    memcpy(least, best, (size_t) c->m * sizeof *best);
    *total = lowest;
    free(with);
    free(best);
    return chosen;
}

static bool first_centers(struct clusters *c)
{
    double *least = xmalloc((size_t) c->m * sizeof *least), total = 0;
    int64_t one = (int64_t) (learn_random(&c->random) * (double) c->m);
    memcpy(c->at, c->sample + one * c->d, (size_t) c->d * sizeof *c->at);
    for (int64_t i = 0; i < c->m; i++)
        total += least[i] = square(c->sample + i * c->d, c->at, c->d);
    bool ok = true;
    for (int64_t k = 1; k < c->k && ok; k++) {
        one = best_candidate(c, least, &total);
        memcpy(c->at + k * c->d, c->sample + one * c->d, (size_t) c->d * sizeof *c->at);
        ok = !launch_interrupted(c->j->launcher, c->j->diags, c->j->at);
    }
    free(least);
    return ok;
}

static double mean_variance(const struct clusters *c)
{
    double total = 0;
    for (int64_t f = 0; f < c->d; f++) {
        double mean = 0, squares = 0;
        for (int64_t i = 0; i < c->m; i++)
            mean += c->sample[i * c->d + f] / (double) c->m;
        for (int64_t i = 0; i < c->m; i++)
            squares += (c->sample[i * c->d + f] - mean) * (c->sample[i * c->d + f] - mean);
        total += squares / (double) c->m;
    }
    return total / (double) c->d;
}

/* ---- Lloyd's steps ---- */

static bool step(struct clusters *c, bool assign_only)
{
    double zero = 0;
    int32_t d = (int32_t) c->d, k = (int32_t) c->k;
    uint64_t x = array_address(c->x), centers = array_address(c->centers),
             labels = array_address(c->labels), sums = array_address(c->sums);
    struct work_arg params[] = {ARG(c->n),    ARG(d),      ARG(k),   ARG(x),
                                ARG(centers), ARG(labels), ARG(sums)};
    free(c->totals);
    c->totals = NULL;
    if (!learn_fill(c->j, c->sums, &zero) ||
        !learn_run(c->j, "lloyd", c->x, assign_only ? "assign" : "step", c->n, params, 7))
        return false;
    c->totals = learn_read(c->j, c->sums);
    return c->totals && learn_finite(c->j, c->x, "rows", c->totals[c->k * (c->d + 1)]);
}

/* A center without rows moves to the row of the sample that is farthest from the others. */
static void replace_empty(struct clusters *c, int64_t empty)
{
    double farthest = -1;
    for (int64_t i = 0; i < c->m; i++) {
        double least = INFINITY;
        for (int64_t k = 0; k < c->k; k++) {
            double s = square(c->sample + i * c->d, c->at + k * c->d, c->d);
            least = s < least ? s : least;
        }
        if (least > farthest) {
            farthest = least;
            memcpy(c->at + empty * c->d, c->sample + i * c->d, (size_t) c->d * sizeof *c->at);
        }
    }
}

/* Moves the centers to the means; returns the sum of squares of how far. */
static double move_centers(struct clusters *c)
{
    double moved = 0;
    const double *counts = c->totals + c->k * c->d;
    for (int64_t k = 0; k < c->k; k++)
        for (int64_t f = 0; f < c->d && counts[k] > 0; f++) {
            double to = c->totals[k * c->d + f] / counts[k], by = to - c->at[k * c->d + f];
            moved += by * by;
            c->at[k * c->d + f] = to;
        }
    for (int64_t k = 0; k < c->k; k++)
        if (counts[k] == 0) {
            replace_empty(c, k);
            moved = INFINITY;
        }
    return moved;
}

static bool iterate(struct clusters *c)
{
    double enough = tolerance * mean_variance(c);
    for (int i = 0; i < STEPS; i++) {
        if (!learn_store(c->j, c->centers, c->at) || !step(c, false))
            return false;
        if (i && c->totals[c->k * (c->d + 1) + 1] == 0) /* no label has changed */
            return true;
        if (move_centers(c) <= enough)
            break;
    }
    return learn_store(c->j, c->centers, c->at) && step(c, true);
}

/* ---- calls ---- */

static void clusters_free(struct clusters *c)
{
    array_unref(&c->x);
    array_unref(&c->centers);
    array_unref(&c->labels);
    array_unref(&c->sums);
    free(c->sample);
    free(c->at);
    free(c->totals);
}

static bool clusters_open(const struct job *j, const struct array *x, int64_t k, struct clusters *c)
{
    *c = (struct clusters){.j = j, .n = x->shape[0], .d = x->shape[1], .k = k};
    c->m = c->n < SAMPLE ? c->n : SAMPLE;
    c->x = learn_rows(j, x);
    if (!c->x)
        return false;
    int64_t shape[2] = {k, c->d};
    c->centers = compute_temporary(j, x->dtype, 2, shape);
    c->labels = learn_zeros(j, DTYPE_I32, c->n);
    c->sums = learn_zeros(j, DTYPE_F64, k * (c->d + 1) + 2);
    c->at = xcalloc((size_t) (k * c->d), sizeof *c->at);
    return c->centers && c->labels && c->sums;
}

static bool few_centers(const struct job *j, int64_t k, int64_t most)
{
    most = most < LEARN_CENTERS_MAX ? most : LEARN_CENTERS_MAX;
    return (k >= 1 && k <= most) ||
           learn_wrong(j, "k-means needs 1 to %lld centers for these rows, not %lld",
                       (long long) most, (long long) k);
}

bool compute_kmeans(const struct job *j, const struct array *x, int64_t k, uint64_t seed,
                    struct array *out[2], double *out_inertia)
{
    struct clusters c = {0};
    int64_t most = x->shape[0] < SAMPLE ? x->shape[0] : SAMPLE;
    bool empty = !x->shape[0] || !x->shape[1]; /* clusters_open says so */
    bool ok = (empty || few_centers(j, k, most)) && clusters_open(j, x, k, &c);
    c.random = seed;
    ok = ok && take_sample(&c) && first_centers(&c) && iterate(&c);
    out[0] = ok ? array_ref(c.centers) : NULL;
    out[1] = ok ? array_ref(c.labels) : NULL;
    *out_inertia = ok ? c.totals[k * (c.d + 1)] : 0;
    clusters_free(&c);
    return ok;
}

struct array *compute_nearest_center(const struct job *j, const struct array *x,
                                     const struct array *centers, double *out_inertia)
{
    struct clusters c = {0};
    bool fits = x->shape[1] == centers->shape[1] ||
                learn_wrong(j, "rows of %lld numbers have no distance to centers of %lld",
                            (long long) x->shape[1], (long long) centers->shape[1]);
    bool ok = fits && clusters_open(j, x, centers->shape[0], &c) &&
              few_centers(j, centers->shape[0], LEARN_CENTERS_MAX) &&
              learn_all_finite(j, centers, "centers");
    ok = ok && compute_copy(j, c.centers, centers) && step(&c, true);
    struct array *labels = ok ? array_ref(c.labels) : NULL;
    *out_inertia = ok ? c.totals[c.k * (c.d + 1)] : 0;
    if (fits)
        clusters_free(&c);
    return labels;
}

struct array *compute_elbow(const struct job *j, const struct array *x, int64_t most, uint64_t seed)
{
    if (most < 1 || most > LEARN_CENTERS_MAX) {
        learn_wrong(j, "an elbow has 1 to %d numbers of centers, not %lld", LEARN_CENTERS_MAX,
                    (long long) most);
        return NULL;
    }
    double *inertia = xcalloc((size_t) most, sizeof *inertia);
    bool ok = true;
    for (int64_t k = 1; k <= most && ok; k++) {
        struct array *made[2];
        ok = compute_kmeans(j, x, k, seed, made, &inertia[k - 1]);
        array_unref(&made[0]);
        array_unref(&made[1]);
    }
    struct array *out = ok ? learn_array(j, dtype_of(DTYPE_F64), 1, &most, inertia) : NULL;
    free(inertia);
    return out;
}
