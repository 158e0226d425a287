/* SPDX-License-Identifier: Apache-2.0 */
/* The out-of-bag score: each row is predicted by the trees that have not learnt from it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/split.h"
#include "compute/learning/forest.h"

enum { BLOCK = 4096 /* rows */ };

struct oob {
    const struct job *j;
    const struct forest_data *x;
    const struct forest_tree *trees;
    int64_t count;

    struct oob_sums { /* of a block */
        double rows, right, value, square, error;
    } * sums;
};

static const struct forest_node *leaf_of(const struct forest_data *x, const struct forest_tree *t,
                                         int64_t row)
{
    const struct forest_node *at = t->nodes;
    while (at->feature >= 0)
        at = t->nodes + at->left + (forest_bin(x, at->feature, row) > at->cut);
    return at;
}

static void add_leaf(const struct oob *o, const struct forest_tree *t, int64_t row, double *to)
{
    int64_t width = forest_width(o->x);
    const struct forest_node *leaf = leaf_of(o->x, t, row);
    const double *totals = t->totals + (leaf - t->nodes) * width;
    for (int64_t c = 0; c < width; c++)
        to[c] += totals[c] / leaf->weight;
}

static void judge(const struct oob *o, int64_t row, const double *votes, double trees,
                  struct oob_sums *to)
{
    int64_t best = 0;
    for (int64_t c = 1; c < o->x->classes; c++)
        best = votes[c] > votes[best] ? c : best;
    to->rows++;
    if (o->x->classes) {
        to->right += best == o->x->labels[row];
        return;
    }
    double y = o->x->values[row], off = y - votes[0] / trees;
    to->value += y;
    to->square += y * y;
    to->error += off * off;
}

static void score_block(void *user, uint32_t block)
{
    const struct oob *o = user;
    int64_t first = (int64_t) block * BLOCK, width = forest_width(o->x),
            rows = o->x->n - first < BLOCK ? o->x->n - first : BLOCK;
    double *votes = xcalloc((size_t) (rows * width), sizeof *votes),
           *voters = xcalloc((size_t) rows, sizeof *voters);
    for (int64_t t = 0; t < o->count && !launch_interrupt_wanted(o->j->launcher); t++)
        for (int64_t r = 0, i = first; r < rows; r++, i++) {
            if (o->trees[t].drawn[i / 64] >> i % 64 & 1)
                continue;
            add_leaf(o, &o->trees[t], i, votes + r * width);
            voters[r]++;
        }
    for (int64_t r = 0; r < rows; r++)
        if (voters[r] > 0)
            judge(o, first + r, votes + r * width, voters[r], &o->sums[block]);
    free(votes);
    free(voters);
}

bool forest_oob_score(const struct job *j, const struct forest_data *x,
                      const struct forest_tree *trees, int64_t count, double *out)
{
    struct oob o = {j, x, trees, count, NULL};
    struct oob_sums s = {0};
    uint32_t blocks = (uint32_t) ((x->n + BLOCK - 1) / BLOCK);
    o.sums = xcalloc(blocks, sizeof *o.sums);
    split_run(blocks, score_block, NULL, &o);
    for (uint32_t b = 0; b < blocks; b++) {
        s.rows += o.sums[b].rows;
        s.right += o.sums[b].right;
        s.value += o.sums[b].value;
        s.square += o.sums[b].square;
        s.error += o.sums[b].error;
    }
    free(o.sums);
    double around = s.square - s.value * s.value / s.rows;
    *out = x->classes ? s.right / s.rows : 1 - s.error / around;
    *out = s.rows == 0 || (!x->classes && !(around > 0)) ? NAN : *out;
    return !launch_interrupted(j->launcher, j->diags, j->at);
}
