/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "compute/learning/learning_impl.h"

/* Random forests (Breiman 2001), grown on the host. Columns are divided into bins once, so that the splits of a node are found in a histogram of its
 * rows. Thread-safety: trees may be grown side by side from one struct forest_data. */

enum { FOREST_BINS = 256, FOREST_DEPTH_MAX = 64 };

struct forest_data {
    int64_t n, d;
    int32_t classes; /* 0: values are learnt */
    uint8_t *bins;   /* [d, n] */
    double *
        edges; /* [d, FOREST_BINS - 1]: bin b is what is above b edges; infinite where there are no more */
    int32_t *labels; /* [n], or NULL */
    double *values;  /* [n], less their mean, or NULL */
    double mean;
    int64_t max_depth, max_features, min_leaf;
    const struct launcher *launcher; /* for interrupts */
};

/* forest_bins.c: reads and divides the columns. false: a diag was recorded. */
bool forest_read_rows(const struct job *j, const struct array *x, struct forest_data *out);

static inline uint8_t forest_bin(const struct forest_data *x, int64_t feature, int64_t row)
{
    return x->bins[feature * x->n + row];
}

/* Numbers kept of a node: the weight of each class, or the sum of the values. */
static inline int64_t forest_width(const struct forest_data *x)
{
    return x->classes ? x->classes : 1;
}

struct forest_node {
    int32_t feature; /* negative: a leaf */
    int32_t
        left; /* its children are nodes `left`, for rows whose bin is at most cut, and left + 1 */
    uint8_t cut;
    double weight; /* of its rows */
};

struct forest_tree {
    struct forest_node *nodes; /* the root first, children after their parents */
    double *totals;            /* [count, forest_width] */
    int64_t count, room;
    double *importances; /* [d]: how much the splits lower the impurity, all together 1 */
    uint64_t *drawn;     /* a bit for each row: it was learnt from */
};

/* forest_grow.c: from rows drawn with `random`. false: interrupted. */
bool forest_grow(const struct forest_data *x, uint64_t random, struct forest_tree *out);
void forest_tree_free(struct forest_tree *t);

/* ---- forest_split.c ---- */

struct forest_row { /* of a tree's sample */
    uint32_t row;
    uint16_t weight; /* how often it was drawn */
    uint16_t label;
};

struct forest_rows { /* of a node */
    const struct forest_row *at;
    int64_t count;
    double weight;
    const double *totals;
};

struct forest_split {
    double score; /* sum over the children of |totals|^2 / weight: the higher, the purer they are */
    int32_t feature;
    uint8_t cut;
};

struct forest_scan; /* working memory of one tree */

struct forest_scan *forest_scan_new(const struct forest_data *x);
void forest_scan_free(struct forest_scan **s);
/* The best of max_features columns drawn at random, and of more as long as all drawn have one value only. false: there is no split. */
bool forest_best_split(struct forest_scan *s, const struct forest_rows *node, uint64_t *random,
                       struct forest_split *out);

/* forest_score.c: the accuracy, or R^2, for rows by the trees that have not learnt from them; NaN if there are none. false: a diag was recorded. */
bool forest_oob_score(const struct job *j, const struct forest_data *x,
                      const struct forest_tree *trees, int64_t count, double *out);
