/* SPDX-License-Identifier: Apache-2.0 */
/* A tree, from the root down. The rows of a node lie side by side in one array, which a split reorders. Next: forest_split.c. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "compute/learning/forest.h"

struct unsplit { /* a node */
    int64_t node, begin, end, depth;
};

struct grower {
    const struct forest_data *x;
    struct forest_tree *tree;
    struct forest_scan *scan;
    struct forest_row *rows, *right;
    struct unsplit
        waiting[FOREST_DEPTH_MAX + 2]; /* at most one of each depth, and two of the last */
    int64_t count, waiting_count;
    uint64_t random;
};

/* n rows, with replacement. */
static void draw_rows(struct grower *g)
{
    int64_t n = g->x->n;
    uint16_t *times = xcalloc((size_t) n, sizeof *times);
    for (int64_t i = 0; i < n; i++)
        times[(int64_t) (learn_random(&g->random) * (double) n)]++;
    for (int64_t i = 0; i < n; i++)
        g->count += times[i] > 0;
    g->rows = xmalloc((size_t) g->count * sizeof *g->rows);
    g->right = xmalloc((size_t) g->count * sizeof *g->right);
    struct forest_row *to = g->rows;
    for (int64_t i = 0; i < n; i++) {
        if (!times[i])
            continue;
        uint16_t label = g->x->classes ? (uint16_t) g->x->labels[i] : 0;
        *to++ = (struct forest_row){(uint32_t) i, times[i], label};
        g->tree->drawn[i / 64] |= (uint64_t) 1 << i % 64;
    }
    free(times);
}

static double *totals_of(const struct forest_tree *t, const struct forest_data *x, int64_t node)
{
    return t->totals + node * forest_width(x);
}

static int64_t add_node(struct grower *g)
{
    struct forest_tree *t = g->tree;
    size_t width = (size_t) forest_width(g->x);
    if (t->count == t->room) {
        t->room = t->room ? 2 * t->room : 64;
        t->nodes = xrealloc(t->nodes, (size_t) t->room * sizeof *t->nodes);
        t->totals = xrealloc(t->totals, (size_t) t->room * width * sizeof *t->totals);
    }
    t->nodes[t->count] = (struct forest_node){.feature = -1};
    memset(totals_of(t, g->x, t->count), 0, width * sizeof *t->totals);
    return t->count++;
}

static void count_row(struct grower *g, int64_t node, const struct forest_row *r)
{
    g->tree->nodes[node].weight += r->weight;
    totals_of(g->tree, g->x, node)[g->x->classes ? r->label : 0] +=
        g->x->classes ? r->weight : r->weight * g->x->values[r->row];
}

/* Whether all rows have the same label or value. */
static bool pure(const struct grower *g, const struct unsplit *u)
{
    const struct forest_row *first = g->rows + u->begin;
    for (const struct forest_row *r = first; r < g->rows + u->end; r++)
        if (g->x->classes ? r->label != first->label
                          : g->x->values[r->row] != g->x->values[first->row])
            return false;
    return true;
}

/* Rows of the left child first, each side in its order. Returns where the right ones begin. */
static int64_t divide_rows(struct grower *g, const struct unsplit *u,
                           const struct forest_split *best, int64_t left)
{
    const uint8_t *bins = g->x->bins + best->feature * g->x->n;
    int64_t to = u->begin, right = 0;
    for (int64_t i = u->begin; i < u->end; i++) {
        struct forest_row r = g->rows[i];
        bool on_right = bins[r.row] > best->cut;
        count_row(g, left + on_right, &r);
        g->rows[to] = g->right[right] = r;
        to += !on_right;
        right += on_right;
    }
    memcpy(g->rows + to, g->right, (size_t) right * sizeof *g->right);
    return to;
}

static void split_node(struct grower *g, const struct unsplit *u)
{
    struct forest_tree *t = g->tree;
    const double *totals = totals_of(t, g->x, u->node);
    struct forest_rows rows = {g->rows + u->begin, u->end - u->begin, t->nodes[u->node].weight,
                               totals};
    struct forest_split best;
    double before = 0;
    if (u->depth == g->x->max_depth || rows.weight < 2 * (double) g->x->min_leaf || pure(g, u) ||
        !forest_best_split(g->scan, &rows, &g->random, &best))
        return;
    for (int64_t c = 0; c < forest_width(g->x); c++)
        before += totals[c] * totals[c];
    double gain = best.score - before / rows.weight;
    t->importances[best.feature] += gain > 0 ? gain : 0;
    int64_t left = add_node(g);
    add_node(g);
    t->nodes[u->node].feature = best.feature;
    t->nodes[u->node].cut = best.cut;
    t->nodes[u->node].left = (int32_t) left;
    int64_t middle = divide_rows(g, u, &best, left);
    g->waiting[g->waiting_count++] = (struct unsplit){left + 1, middle, u->end, u->depth + 1};
    g->waiting[g->waiting_count++] = (struct unsplit){left, u->begin, middle, u->depth + 1};
}

static bool grow(struct grower *g)
{
    add_node(g);
    for (int64_t i = 0; i < g->count; i++)
        count_row(g, 0, &g->rows[i]);
    g->waiting[g->waiting_count++] = (struct unsplit){0, 0, g->count, 0};
    while (g->waiting_count) {
        if (launch_interrupt_wanted(g->x->launcher))
            return false;
        struct unsplit u = g->waiting[--g->waiting_count];
        split_node(g, &u);
    }
    return true;
}

bool forest_grow(const struct forest_data *x, uint64_t random, struct forest_tree *out)
{
    struct grower g = {.x = x, .tree = out, .random = random};
    double sum = 0;
    *out = (struct forest_tree){.importances = xcalloc((size_t) x->d, sizeof *out->importances)};
    out->drawn = xcalloc((size_t) x->n / 64 + 1, sizeof *out->drawn);
    draw_rows(&g);
    g.scan = forest_scan_new(x);
    bool ok = grow(&g);
    for (int64_t f = 0; f < x->d; f++)
        sum += out->importances[f];
    for (int64_t f = 0; f < x->d && sum > 0; f++)
        out->importances[f] /= sum;
    forest_scan_free(&g.scan);
    free(g.rows);
    free(g.right);
    return ok;
}

void forest_tree_free(struct forest_tree *t)
{
    free(t->nodes);
    free(t->totals);
    free(t->importances);
    free(t->drawn);
    *t = (struct forest_tree){0};
}
