/* SPDX-License-Identifier: Apache-2.0 */
/* Random forests: what is asked of the arguments, the trees side by side on the host's threads, the forest as an array, and predictions, which are a
 * launch over the rows. Next: forest.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/split.h"
#include "compute/learning/forest.h"

enum { TREES_MAX = 10000, LINKS = 3 /* of a node: column, threshold, left child */ };

struct growth {
    const struct job *j;
    struct forest_data x;
    struct forest_tree *trees;
    int64_t count;
    uint64_t seed;
};

/* ---- arguments ---- */

static bool read_labels(struct growth *g, const struct array *labels)
{
    g->x.classes = (int32_t) learn_classes(g->j, labels);
    g->x.labels = g->x.classes ? learn_read_ints(g->j, labels) : NULL;
    return g->x.labels;
}

static bool read_values(struct growth *g, const struct array *y)
{
    g->x.values = learn_read(g->j, y);
    for (int64_t i = 0; i < g->x.n && g->x.values; i++)
        g->x.mean += g->x.values[i] / (double) g->x.n;
    for (int64_t i = 0; i < g->x.n && g->x.values; i++)
        g->x.values[i] -= g->x.mean;
    return g->x.values && learn_finite(g->j, y, "values to learn", g->x.mean);
}

static bool whole(const struct job *j, const char *name, int64_t v, int64_t least, int64_t most)
{
    return (v >= least && v <= most) ||
           learn_wrong(j, "'%s' of a random forest is from %lld to %lld, not %lld", name,
                       (long long) least, (long long) most, (long long) v);
}

static bool take_options(struct growth *g, const struct forest_options *o)
{
    int64_t d = g->x.d;
    g->count = o->n_trees;
    g->x.max_depth = o->max_depth;
    g->x.min_leaf = o->min_samples_leaf;
    g->x.max_features = o->max_features ? o->max_features
                        : g->x.values   ? d
                                        : (int64_t) sqrt((double) d);
    return whole(g->j, "n_trees", o->n_trees, 1, TREES_MAX) &&
           whole(g->j, "max_depth", o->max_depth, 1, FOREST_DEPTH_MAX) &&
           whole(g->j, "max_features", g->x.max_features, 1, d) &&
           whole(g->j, "min_samples_leaf", o->min_samples_leaf, 1, g->x.n);
}

/* ---- growing ---- */

static void grow_one(void *user, uint32_t i)
{
    struct growth *g = user;
    uint64_t random = g->seed + (uint64_t) i * 0x632be59bd9b4e019u;
    learn_random(&random);
    forest_grow(&g->x, random, &g->trees[i]);
}

static bool still_wanted(void *user, uint32_t done)
{
    const struct growth *g = user;
    (void) done;
    return !launch_interrupt_wanted(g->j->launcher);
}

static bool grow_all(struct growth *g)
{
    g->trees = xcalloc((size_t) g->count, sizeof *g->trees);
    split_run((uint32_t) g->count, grow_one, still_wanted, g);
    return !launch_interrupted(g->j->launcher, g->j->diags, g->j->at);
}

/* ---- the results ---- */

static void write_node(const struct growth *g, const struct forest_tree *t, int64_t i, double *to)
{
    const struct forest_node *node = &t->nodes[i];
    int64_t width = forest_width(&g->x);
    bool leaf = node->feature < 0;
    to[0] = node->feature;
    to[1] = leaf ? 0 : g->x.edges[node->feature * (FOREST_BINS - 1) + node->cut];
    to[2] = node->left;
    for (int64_t c = 0; c < width; c++)
        to[LINKS + c] = t->totals[i * width + c] / node->weight + g->x.mean;
}

static bool write_tree(const struct growth *g, int64_t t, const struct array *forest)
{
    struct array *to = array_rows(forest, t, 1);
    int64_t wide = LINKS + forest_width(&g->x);
    double *rows = xcalloc((size_t) array_count(to), sizeof *rows);
    for (int64_t i = 0; i < forest->shape[1]; i++)
        if (i < g->trees[t].count)
            write_node(g, &g->trees[t], i, rows + i * wide);
        else
            rows[i * wide] = -1;
    bool ok = learn_store(g->j, to, rows);
    free(rows);
    array_unref(&to);
    return ok;
}

static struct array *make_forest(const struct growth *g, struct dtype type)
{
    int64_t shape[3] = {g->count, 0, LINKS + forest_width(&g->x)};
    for (int64_t t = 0; t < g->count; t++)
        shape[1] = g->trees[t].count > shape[1] ? g->trees[t].count : shape[1];
    const int64_t most =
        type.size == 4 ? 1 << 24 : INT32_MAX; /* numbers that the type has all of */
    struct array *forest = NULL;
    if (shape[1] <= most)
        forest = compute_temporary(g->j, type, 3, shape);
    else
        learn_wrong(g->j, "a tree has %lld nodes, more than %s can number: lower max_depth",
                    (long long) shape[1], type.name);
    bool ok = forest;
    for (int64_t t = 0; t < g->count && ok; t++)
        ok = write_tree(g, t, forest);
    if (!ok)
        array_unref(&forest);
    return forest;
}

static struct array *make_importances(const struct growth *g, struct dtype type)
{
    double *mean = xcalloc((size_t) g->x.d, sizeof *mean), sum = 0;
    for (int64_t t = 0; t < g->count; t++)
        for (int64_t f = 0; f < g->x.d; f++) {
            mean[f] += g->trees[t].importances[f];
            sum += g->trees[t].importances[f];
        }
    for (int64_t f = 0; f < g->x.d && sum > 0; f++)
        mean[f] /= sum;
    struct array *out = learn_array(g->j, type, 1, &g->x.d, mean);
    free(mean);
    return out;
}

static void growth_free(struct growth *g)
{
    for (int64_t t = 0; t < g->count && g->trees; t++)
        forest_tree_free(&g->trees[t]);
    free(g->trees);
    free(g->x.bins);
    free(g->x.edges);
    free(g->x.labels);
    free(g->x.values);
}

bool compute_random_forest(const struct job *j, const struct array *x, const struct array *y,
                           const struct forest_options *options, uint64_t seed,
                           struct array *out[2], double *out_oob_score)
{
    struct growth g = {
        .j = j, .x = {.n = x->shape[0], .d = x->shape[1], .launcher = j->launcher},
             .seed = seed
    };
    out[0] = out[1] = NULL;
    struct array *rows = learn_rows(j, x);
    bool real = dtype_is_real(y->dtype);
    bool ok = rows && (y->shape[0] == g.x.n ||
                       learn_wrong(j, "there are %lld rows and %lld %s", (long long) g.x.n,
                                   (long long) y->shape[0], real ? "values to learn" : "labels"));
    ok = ok && (real ? read_values(&g, y) : read_labels(&g, y)) && take_options(&g, options) &&
         forest_read_rows(j, rows, &g.x) && grow_all(&g) &&
         forest_oob_score(j, &g.x, g.trees, g.count, out_oob_score);
    out[0] = ok ? make_forest(&g, x->dtype) : NULL;
    out[1] = out[0] ? make_importances(&g, x->dtype) : NULL;
    if (!out[1])
        array_unref(&out[0]);
    growth_free(&g);
    array_unref(&rows);
    return out[1];
}

/* ---- predictions ---- */

struct array *compute_forest_means(const struct job *j, const struct array *forest,
                                   const struct array *x)
{
    int64_t n = x->shape[0], trees = forest->shape[0], nodes = forest->shape[1],
            wide = forest->shape[2], shape[2] = {n, wide - LINKS};
    if (trees < 1 || nodes < 1 || wide <= LINKS) {
        learn_wrong(j, "this array is no forest: random_forest() gives one");
        return NULL;
    }
    int32_t d = (int32_t) x->shape[1], width = (int32_t) wide - LINKS;
    struct array *rows = learn_rows(j, x),
                 *dense = rows ? compute_dense(j, forest, forest->dtype) : NULL,
                 *out = dense ? compute_temporary(j, x->dtype, 2, shape) : NULL;
    uint64_t from = dense ? array_address(rows) : 0, grown = dense ? array_address(dense) : 0,
             to = out ? array_address(out) : 0;
    struct work_arg params[] = {ARG(n),     ARG(d),    ARG(trees), ARG(nodes),
                                ARG(width), ARG(from), ARG(grown), ARG(to)};
    if (out && !learn_run(j, "forest_means", x, "trees", n, params, 8))
        array_unref(&out);
    array_unref(&rows);
    array_unref(&dense);
    return out;
}

struct array *compute_forest_classes(const struct job *j, const struct array *forest,
                                     const struct array *x)
{
    struct array *means = compute_forest_means(j, forest, x), *best = NULL, *out = NULL;
    if (!means)
        return NULL;
    struct operand o = {.kind = OPERAND_ARRAY, .type = means->dtype.name, .array = means};
    struct expression e = {.text = "v0", .dtype = means->dtype, .operands = &o, .count = 1};
    bool values = means->shape[1] == 1;
    compute_reduce(j, values ? "max" : "argmax", &e, values ? means->dtype : dtype_of(DTYPE_I64), 1,
                   NULL, &best);
    out = best ? compute_dense(j, best, x->dtype) : NULL;
    array_unref(&best);
    array_unref(&means);
    return out;
}
