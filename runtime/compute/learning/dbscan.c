/* SPDX-License-Identifier: Apache-2.0 */
/* DBSCAN (Ester, Kriegel, Sander, Xu 1996). Rows within eps are counted; core rows near each other are joined in trees whose root is the lowest number;
 * a border row takes the lowest root among its core neighbours, which is the cluster that scikit-learn's search reaches it from. Rows are compared with
 * those of the cells around theirs. Next: row_grid.c. */
#include <stdlib.h>

#include "compute/learning/learning_impl.h"
#include "compute/learning/row_grid.h"

struct density {
    const struct job *j;
    struct row_grid grid;
    struct array *counts, *parent, *labels;
    int64_t n, share;
    int32_t d, least;
    double limit;
};

enum pass { COUNT, CORES, BORDERS };

/* A kernel over shares of the rows. */
static bool over_rows(const struct density *s, const char *kernel, enum pass pass)
{
    static const uint32_t params[] = {[COUNT] = 10, [CORES] = 13, [BORDERS] = 14};
    bool ok = true;
    float single = (float) s->limit;
    const struct row_grid *g = &s->grid;
    uint64_t x = array_address(g->x), cell_of = array_address(g->cell_of),
             near = array_address(g->near), counts = array_address(s->counts),
             order = array_address(g->order), parent = array_address(s->parent),
             labels = array_address(s->labels);
    struct work_arg limit = g->x->dtype.size == 8 ? ARG(s->limit) : ARG(single);
    for (int64_t row = 0; row < s->n && ok; row += s->share) {
        int64_t end = row + s->share < s->n ? row + s->share : s->n;
        struct work_arg args[] = {ARG(row),      ARG(end),   ARG(s->n),    ARG(s->d),  ARG(g->ways),
                                  limit,         ARG(x),     ARG(cell_of), ARG(near),  ARG(counts),
                                  ARG(s->least), ARG(order), ARG(parent),  ARG(labels)};
        ok = learn_run(s->j, kernel, g->x, kernel, end - row, args, params[pass]) &&
             launch_sync(s->j->launcher, s->j->diags, s->j->at);
    }
    return ok;
}

static bool number_rows(const struct density *s)
{
    int32_t *own = xmalloc((size_t) s->n * sizeof *own);
    for (int64_t i = 0; i < s->n; i++)
        own[i] = (int32_t) i;
    bool ok = learn_store_ints(s->j, s->parent, own);
    free(own);
    return ok;
}

/* Roots become 0, 1, ... in their order. */
static bool number_clusters(const struct density *s)
{
    int32_t *labels = learn_read_ints(s->j, s->labels), next = 0;
    if (!labels)
        return false;
    int32_t *names = xmalloc((size_t) s->n * sizeof *names);
    for (int64_t i = 0; i < s->n; i++)
        names[i] = -1;
    for (int64_t i = 0; i < s->n; i++)
        if (labels[i] >= 0)
            names[labels[i]] = 0;
    for (int64_t i = 0; i < s->n; i++)
        if (!names[i])
            names[i] = next++;
    for (int64_t i = 0; i < s->n; i++)
        labels[i] = labels[i] < 0 ? -1 : names[labels[i]];
    bool ok = learn_store_ints(s->j, s->labels, labels);
    free(labels);
    free(names);
    return ok;
}

struct array *compute_dbscan(const struct job *j, const struct array *x, double eps, int64_t least)
{
    struct density s = {.j = j, .n = x->shape[0], .d = (int32_t) x->shape[1], .limit = eps * eps};
    if (!(eps > 0) || least < 1 || least > INT32_MAX) {
        learn_wrong(j, "dbscan needs a distance and a number of rows above 0, not %g and %lld", eps,
                    (long long) least);
        return NULL;
    }
    s.least = (int32_t) least;
    bool ok = row_grid_open(j, x, eps, &s.grid);
    s.share = ok ? learn_share(s.n, s.grid.mean_near, s.d) : 0;
    s.counts = ok ? learn_zeros(j, DTYPE_I32, s.n) : NULL;
    s.parent = s.counts ? learn_zeros(j, DTYPE_I32, s.n) : NULL;
    s.labels = s.parent ? learn_zeros(j, DTYPE_I32, s.n) : NULL;
    ok = s.labels && number_rows(&s) && over_rows(&s, "within", COUNT) &&
         over_rows(&s, "join_cores", CORES) && over_rows(&s, "join_borders", BORDERS) &&
         number_clusters(&s);
    if (!ok)
        array_unref(&s.labels);
    row_grid_close(&s.grid);
    array_unref(&s.counts);
    array_unref(&s.parent);
    return s.labels;
}
