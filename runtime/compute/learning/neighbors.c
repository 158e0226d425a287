/* SPDX-License-Identifier: Apache-2.0 */
/* Nearest neighbours and the silhouette: every row against every other, in launches that an interrupt need not wait for. */
#include <math.h>
#include <stdlib.h>

#include "compute/learning/learning_impl.h"

static bool same_columns(const struct job *j, const struct array *x, const struct array *queries)
{
    return x->shape[1] == queries->shape[1] ||
           learn_wrong(j, "queries of %lld numbers have no neighbours among rows of %lld",
                       (long long) queries->shape[1], (long long) x->shape[1]);
}

static bool search(const struct job *j, const struct array *x, const struct array *queries,
                   int64_t k, const struct array *distances, const struct array *indices)
{
    int64_t m = queries->shape[0], n = x->shape[0], share = learn_share(n, m, x->shape[1]);
    int32_t d = (int32_t) x->shape[1], count = (int32_t) k;
    uint64_t q = array_address(queries), rows = array_address(x), near = array_address(distances),
             who = array_address(indices);
    bool ok = true;
    for (int64_t first = 0; first < n && ok; first += share) {
        int64_t end = first + share < n ? first + share : n;
        struct work_arg params[] = {ARG(m), ARG(d),    ARG(count), ARG(first), ARG(end),
                                    ARG(q), ARG(rows), ARG(near),  ARG(who)};
        ok = learn_run(j, "neighbors", x, "neighbours", m, params, 9) &&
             launch_sync(j->launcher, j->diags, j->at);
    }
    return ok;
}

static struct array *square_roots(const struct job *j, const struct array *x)
{
    struct operand o = {.kind = OPERAND_ARRAY, .type = x->dtype.name, .array = x};
    struct expression e = {.text = "sqrt(v0)", .dtype = x->dtype, .operands = &o, .count = 1};
    return compute_new(j, &e);
}

bool compute_neighbors(const struct job *j, const struct array *x, const struct array *queries,
                       int64_t k, struct array *out[2])
{
    enum { NEIGHBORS_MAX = 1024 };

    int64_t n = x->shape[0], shape[2] = {queries->shape[0], k};
    double far = INFINITY;
    float near_far = INFINITY;
    int32_t none = -1;
    out[0] = out[1] = NULL;
    if (!same_columns(j, x, queries))
        return false;
    struct array *rows = learn_rows(j, x), *from = rows ? learn_rows(j, queries) : NULL;
    bool fits =
        from && ((k >= 1 && k <= n && k <= NEIGHBORS_MAX) ||
                 learn_wrong(j, "a row has 1 to %lld neighbours here, not %lld",
                             (long long) (n < NEIGHBORS_MAX ? n : NEIGHBORS_MAX), (long long) k));
    fits = fits && learn_all_finite(j, rows, "rows") && learn_all_finite(j, from, "queries");
    struct array *squares = fits ? compute_temporary(j, x->dtype, 2, shape) : NULL;
    out[1] = squares ? compute_temporary(j, dtype_of(DTYPE_I32), 2, shape) : NULL;
    bool ok = out[1] &&
              learn_fill(j, squares, x->dtype.size == 8 ? (void *) &far : (void *) &near_far) &&
              learn_fill(j, out[1], &none) && search(j, rows, from, k, squares, out[1]);
    out[0] = ok ? square_roots(j, squares) : NULL;
    if (!out[0])
        array_unref(&out[1]);
    array_unref(&rows);
    array_unref(&from);
    array_unref(&squares);
    return out[0];
}

/* ---- silhouette ---- */

/* The silhouettes' mean, of the sums of distances to the rows of each cluster. A row alone in its cluster counts 0 (Rousseeuw 1987). */
static double mean_silhouette(const double *sums, const int32_t *labels, int64_t n,
                              int64_t clusters)
{
    double *sizes = xcalloc((size_t) clusters, sizeof *sizes), total = 0;
    int64_t rows = 0;
    for (int64_t i = 0; i < n; i++)
        if (labels[i] >= 0)
            sizes[labels[i]]++;
    for (int64_t i = 0; i < n; i++) {
        int32_t own = labels[i];
        double other = INFINITY;
        for (int64_t c = 0; c < clusters && own >= 0; c++)
            if (c != own && sizes[c] > 0 && sums[i * clusters + c] / sizes[c] < other)
                other = sums[i * clusters + c] / sizes[c];
        rows += own >= 0;
        if (own < 0 || sizes[own] < 2)
            continue;
        double mine = sums[i * clusters + own] / (sizes[own] - 1);
        double most = mine > other ? mine : other;
        total += most > 0 ? (other - mine) / most : 0;
    }
    free(sizes);
    return total / (double) rows;
}

/* The number of clusters. 0: a diag was recorded. */
static int64_t count_clusters(const struct job *j, const int32_t *labels, int64_t n)
{
    enum { CLUSTERS_MAX = 10000 };

    int64_t most = -1, found = 0;
    for (int64_t i = 0; i < n; i++)
        most = labels[i] > most ? labels[i] : most;
    for (int64_t i = 0; i < n && found < 2; i++)
        found += found ? labels[i] >= 0 && labels[i] != most : labels[i] == most && most >= 0;
    for (int64_t i = 0; i < n && found == 1; i++)
        found += labels[i] >= 0 && labels[i] != most;
    if (found < 2 || most >= CLUSTERS_MAX) {
        learn_wrong(j, "a silhouette needs the labels of 2 to %d clusters", CLUSTERS_MAX);
        return 0;
    }
    return most + 1;
}

static bool sum_distances(const struct job *j, const struct array *x, const struct array *labels,
                          int64_t clusters, const struct array *sums)
{
    int64_t n = x->shape[0], share = learn_share(n, n, x->shape[1]);
    int32_t d = (int32_t) x->shape[1], k = (int32_t) clusters;
    uint64_t rows = array_address(x), of = array_address(labels), to = array_address(sums);
    bool ok = true;
    for (int64_t row = 0; row < n && ok; row += share) {
        int64_t end = row + share < n ? row + share : n;
        struct work_arg params[] = {ARG(row), ARG(end),  ARG(n),  ARG(d),
                                    ARG(k),   ARG(rows), ARG(of), ARG(to)};
        ok = learn_run(j, "cluster_distances", x, "distances", end - row, params, 8) &&
             launch_sync(j->launcher, j->diags, j->at);
    }
    return ok;
}

bool compute_silhouette(const struct job *j, const struct array *x, const struct array *labels,
                        double *out)
{
    int64_t n = x->shape[0];
    if (labels->shape[0] != n)
        return learn_wrong(j, "there are %lld rows and %lld labels", (long long) n,
                           (long long) labels->shape[0]);
    struct array *rows = learn_rows(j, x),
                 *of = rows ? compute_dense(j, labels, labels->dtype) : NULL;
    int32_t *names = of ? learn_read_ints(j, of) : NULL;
    int64_t clusters = names && learn_all_finite(j, rows, "rows") ? count_clusters(j, names, n) : 0;
    struct array *sums = clusters ? learn_zeros(j, DTYPE_F64, n * clusters) : NULL;
    double *totals =
        sums && sum_distances(j, rows, of, clusters, sums) ? learn_read(j, sums) : NULL;
    if (totals)
        *out = mean_silhouette(totals, names, n, clusters);
    bool ok = totals;
    free(totals);
    free(names);
    array_unref(&rows);
    array_unref(&of);
    array_unref(&sums);
    return ok;
}
