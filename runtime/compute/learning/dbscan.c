/* SPDX-License-Identifier: Apache-2.0 */
/* DBSCAN (Ester, Kriegel, Sander, Xu 1996). Rows within eps are counted; core rows near each other are joined in trees whose root is the lowest number;
 * a border row takes the lowest root among its core neighbours, which is the cluster that scikit-learn's search reaches it from. */
#include <stdlib.h>

#include "compute/learning/learning_impl.h"

struct density {
    const struct job *j;
    struct array *x, *counts, *parent, *labels;
    int64_t n, share;
    int32_t d, least;
    double limit;
};

/* Launches kernel after kernel over shares of the rows. */
static bool over_rows(const struct density *s, const char *kernel, uint32_t pass)
{
    bool ok = true;
    float single = (float) s->limit;
    int64_t zero = 0;
    uint64_t x = array_address(s->x), counts = array_address(s->counts),
             parent = array_address(s->parent), labels = array_address(s->labels);
    struct work_arg limit = s->x->dtype.size == 8 ? ARG(s->limit) : ARG(single);
    for (int64_t row = 0; row < s->n && ok; row += s->share) {
        int64_t end = row + s->share < s->n ? row + s->share : s->n;
        struct work_arg count[] = {ARG(row),  ARG(end), ARG(s->d), ARG(zero),
                                   ARG(s->n), limit,    ARG(x),    ARG(counts)};
        struct work_arg cores[] = {ARG(row),      ARG(end), ARG(s->d),   limit,
                                   ARG(s->least), ARG(x),   ARG(counts), ARG(parent)};
        struct work_arg borders[] = {ARG(row),    ARG(end),      ARG(s->n), ARG(s->d),
                                     limit,       ARG(s->least), ARG(x),    ARG(counts),
                                     ARG(parent), ARG(labels)};
        ok = learn_run(s->j, kernel, s->x, kernel, end - row,
                       pass == 0   ? count
                       : pass == 1 ? cores
                                   : borders,
                       pass == 2 ? 10 : 8) &&
             launch_sync(s->j->launcher, s->j->diags, s->j->at);
    }
    return ok;
}

static bool number_rows(const struct density *s)
{
    struct device_fault fault;
    int32_t *own = xmalloc((size_t) s->n * sizeof *own);
    for (int64_t i = 0; i < s->n; i++)
        own[i] = (int32_t) i;
    bool ok = launch_status(s->j->launcher, array_write(s->parent, own, &fault), &fault,
                            s->j->diags, s->j->at);
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
    struct device_fault fault;
    bool ok = launch_status(s->j->launcher, array_write(s->labels, labels, &fault), &fault,
                            s->j->diags, s->j->at);
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
    s.x = learn_rows(j, x);
    s.share = s.x ? learn_share(s.n, s.n, s.d) : 0;
    s.counts = s.x ? learn_zeros(j, DTYPE_I32, s.n) : NULL;
    s.parent = s.counts ? learn_zeros(j, DTYPE_I32, s.n) : NULL;
    s.labels = s.parent ? learn_zeros(j, DTYPE_I32, s.n) : NULL;
    bool ok = s.labels && number_rows(&s) && over_rows(&s, "within", 0) &&
              over_rows(&s, "join_cores", 1) && over_rows(&s, "join_borders", 2) &&
              number_clusters(&s);
    if (!ok)
        array_unref(&s.labels);
    array_unref(&s.x);
    array_unref(&s.counts);
    array_unref(&s.parent);
    return s.labels;
}
