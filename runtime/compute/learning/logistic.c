/* SPDX-License-Identifier: Apache-2.0 */
/* Logistic regression: the loss and its gradient are launches over all rows, and the host minimises by L-BFGS (Nocedal and Wright 2006, algorithm
 * 7.5) with backtracking. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compute/learning/learning_impl.h"

enum { PAIRS = 10, STEPS = 300, HALVINGS = 30 };

static const double gradient_enough = 1e-7;

struct logistic {
    const struct job *j;
    struct array *x, *labels, *w, *sums;
    int64_t n, d, classes, size; /* classes: rows of weights; size: of all weights */
    double penalty;              /* 1 / (n c) */
    double *at, *gradient, loss;
    double *steps, *changes, product[PAIRS]; /* the last pairs, by number modulo PAIRS; 1 / s'y */
    uint32_t pairs;
};

static double inner(const double *a, const double *b, int64_t n)
{
    double s = 0;
    for (int64_t i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}

/* The mean loss and its gradient at w; intercepts have no penalty. */
static bool evaluate(const struct logistic *g, const double *at, double *out_loss, double *gradient)
{
    double zero = 0;
    int32_t d = (int32_t) g->d, classes = (int32_t) g->classes;
    uint64_t x = array_address(g->x), labels = array_address(g->labels), w = array_address(g->w),
             sums = array_address(g->sums);
    struct work_arg params[] = {ARG(g->n),   ARG(d), ARG(classes), ARG(x),
                                ARG(labels), ARG(w), ARG(sums)};
    double *totals = learn_store(g->j, g->w, at) && learn_fill(g->j, g->sums, &zero) &&
                             learn_run(g->j, "softmax_loss", g->x, "loss", g->n, params, 7)
                         ? learn_read(g->j, g->sums)
                         : NULL;
    if (!totals)
        return false;
    *out_loss = totals[g->size] / (double) g->n;
    for (int64_t i = 0; i < g->size; i++) {
        bool weight = i % (g->d + 1) < g->d;
        gradient[i] = totals[i] / (double) g->n + (weight ? g->penalty * at[i] : 0);
        *out_loss += weight ? g->penalty * at[i] * at[i] / 2 : 0;
    }
    free(totals);
    return learn_finite(g->j, g->x, "rows", *out_loss);
}

/* direction = -H gradient, where H approximates the inverse of the second derivatives. */
static void find_direction(const struct logistic *g, double *direction)
{
    double alpha[PAIRS];
    uint32_t kept = g->pairs < PAIRS ? g->pairs : PAIRS;
    for (int64_t i = 0; i < g->size; i++)
        direction[i] = -g->gradient[i];
    for (uint32_t p = g->pairs; p-- > g->pairs - kept;) {
        uint32_t k = p % PAIRS;
        alpha[k] = g->product[k] * inner(g->steps + k * g->size, direction, g->size);
        for (int64_t i = 0; i < g->size; i++)
            direction[i] -= alpha[k] * g->changes[k * g->size + i];
    }
    if (kept) {
        uint32_t last = (g->pairs - 1) % PAIRS;
        const double *y = g->changes + last * g->size;
        double scale = 1 / (g->product[last] * inner(y, y, g->size));
        for (int64_t i = 0; i < g->size; i++)
            direction[i] *= scale;
    }
    for (uint32_t p = g->pairs - kept; p < g->pairs; p++) {
        uint32_t k = p % PAIRS;
        double beta = g->product[k] * inner(g->changes + k * g->size, direction, g->size);
        for (int64_t i = 0; i < g->size; i++)
            direction[i] += (alpha[k] - beta) * g->steps[k * g->size + i];
    }
}

static void keep_pair(struct logistic *g, const double *to, const double *gradient)
{
    uint32_t k = g->pairs % PAIRS;
    double *s = g->steps + k * g->size, *y = g->changes + k * g->size;
    for (int64_t i = 0; i < g->size; i++) {
        s[i] = to[i] - g->at[i];
        y[i] = gradient[i] - g->gradient[i];
    }
    double curvature = inner(s, y, g->size);
    if (curvature > 1e-300) {
        g->product[k] = 1 / curvature;
        g->pairs++;
    }
}

/* A step that lowers the loss enough (Armijo). *out_moved false: none does, so the minimum is reached as far as rounding lets it. */
static bool descend(struct logistic *g, double *to, double *gradient, double *direction,
                    bool *out_moved)
{
    find_direction(g, direction);
    double slope = inner(direction, g->gradient, g->size), loss;
    double length = g->pairs ? 1 : 1 / (1 + sqrt(inner(g->gradient, g->gradient, g->size)));
    *out_moved = false;
    for (int i = 0; i < HALVINGS && slope < 0; i++, length /= 2) {
        for (int64_t k = 0; k < g->size; k++)
            to[k] = g->at[k] + length * direction[k];
        if (!evaluate(g, to, &loss, gradient))
            return false;
        if (loss > g->loss + 1e-4 * length * slope)
            continue;
        *out_moved = loss < g->loss;
        keep_pair(g, to, gradient);
        memcpy(g->at, to, (size_t) g->size * sizeof *to);
        memcpy(g->gradient, gradient, (size_t) g->size * sizeof *gradient);
        g->loss = loss;
        return true;
    }
    return true;
}

static bool minimise(struct logistic *g)
{
    double *room = xcalloc(3 * (size_t) g->size, sizeof *room);
    bool moved = true, ok = evaluate(g, g->at, &g->loss, g->gradient);
    for (int i = 0; i < STEPS && ok && moved; i++) {
        double most = 0;
        for (int64_t k = 0; k < g->size; k++)
            most = fabs(g->gradient[k]) > most ? fabs(g->gradient[k]) : most;
        if (most <= gradient_enough)
            break;
        ok = descend(g, room, room + g->size, room + 2 * g->size, &moved);
    }
    free(room);
    return ok;
}

static bool write_result(const struct logistic *g, struct array *out[2])
{
    int64_t shape[2] = {g->classes, g->d};
    double *w = xmalloc((size_t) g->size * sizeof *w),
           *intercepts = xmalloc((size_t) g->classes * sizeof *intercepts);
    for (int64_t c = 0; c < g->classes; c++) {
        memcpy(w + c * g->d, g->at + c * (g->d + 1), (size_t) g->d * sizeof *w);
        intercepts[c] = g->at[c * (g->d + 1) + g->d];
    }
    out[0] = learn_array(g->j, g->x->dtype, 2, shape, w);
    out[1] = out[0] ? learn_array(g->j, g->x->dtype, 1, &g->classes, intercepts) : NULL;
    if (!out[1])
        array_unref(&out[0]);
    free(w);
    free(intercepts);
    return out[1];
}

static void logistic_free(struct logistic *g)
{
    array_unref(&g->x);
    array_unref(&g->labels);
    array_unref(&g->w);
    array_unref(&g->sums);
    free(g->at);
    free(g->gradient);
    free(g->steps);
    free(g->changes);
}

bool compute_logistic_regression(const struct job *j, const struct array *x,
                                 const struct array *labels, double c, struct array *out[2])
{
    struct logistic g = {.j = j, .n = x->shape[0], .d = x->shape[1]};
    out[0] = out[1] = NULL;
    if (labels->shape[0] != g.n)
        return learn_wrong(j, "there are %lld rows and %lld labels", (long long) g.n,
                           (long long) labels->shape[0]);
    if (!(c > 0))
        return learn_wrong(j, "the strength of the weights must be above 0, not %g", c);
    g.x = learn_rows(j, x);
    g.labels = g.x ? compute_dense(j, labels, labels->dtype) : NULL;
    int64_t classes = g.labels ? learn_classes(j, g.labels) : 0;
    g.classes = classes == 2 ? 1 : classes;
    g.size = g.classes * (g.d + 1);
    g.penalty = 1 / ((double) g.n * c);
    g.w = classes ? learn_zeros(j, DTYPE_F64, g.size) : NULL;
    g.sums = g.w ? learn_zeros(j, DTYPE_F64, g.size + 1) : NULL;
    g.at = xcalloc((size_t) g.size + 1, sizeof *g.at);
    g.gradient = xcalloc((size_t) g.size + 1, sizeof *g.gradient);
    g.steps = xcalloc(PAIRS * (size_t) g.size + 1, sizeof *g.steps);
    g.changes = xcalloc(PAIRS * (size_t) g.size + 1, sizeof *g.changes);
    bool ok = g.sums && minimise(&g) && write_result(&g, out);
    logistic_free(&g);
    return ok;
}
