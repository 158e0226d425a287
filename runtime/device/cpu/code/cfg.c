/* SPDX-License-Identifier: Apache-2.0 */
/* The control-flow graph: basic blocks from the targets of branches, immediate post-dominators, and ranks. It needs decoded ops only.
 *
 * Post-dominators: Cooper, Harvey and Kennedy, 'A Simple, Fast Dominance Algorithm', on the reversed graph; it is also correct for
 * irreducible graphs. Ranks: the reverse post-order of a depth-first walk, in text order where there is a choice. Every block
 * comes before its post-dominator unless a loop leads back, so the splits of a warp wait for each other at the reconvergence point, even if
 * the compiler has placed one arm of a branch after it. Next: exec/warp.c, which uses the ranks. */
#include "device/cpu/code/cfg.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

static enum op_kind kind_of(const struct op *op)
{
    return (enum op_kind) op_infos[op->code].kind;
}

static bool is_branch(const struct op *op)
{
    enum op_kind kind = kind_of(op);
    return kind == OP_KIND_JUMP || kind == OP_KIND_BRANCH || kind == OP_KIND_TABLE;
}

static bool is_end(const struct op *op)
{
    return kind_of(op) == OP_KIND_END;
}

static bool falls_through(const struct op *op)
{
    return !is_end(op) && (!is_branch(op) || kind_of(op) == OP_KIND_BRANCH);
}

/* Where a branch may go, by number; brx has several. */
static uint32_t target(const struct op *ops, uint32_t k, uint32_t n)
{
    return k + (uint32_t) (kind_of(&ops[k]) == OP_KIND_TABLE ? ((const int32_t *) ops[k].more)[n]
                                                             : (int32_t) ops[k].target);
}

static uint32_t targets(const struct op *op)
{
    return kind_of(op) == OP_KIND_TABLE ? (uint32_t) op->imm : is_branch(op);
}

static void find_blocks(struct cfg *g, const struct op *ops, uint32_t n)
{
    bool *starts = xcalloc(n + 1, sizeof *starts);
    starts[0] = true;
    for (uint32_t k = 0; k < n; k++) {
        for (uint32_t t = 0; t < targets(&ops[k]); t++)
            starts[target(ops, k, t)] = true;
        if (is_branch(&ops[k]) || is_end(&ops[k]))
            starts[k + 1] = true;
    }
    for (uint32_t k = 0; k < n; k++)
        g->count += starts[k];
    g->blocks = xcalloc(g->count + 1, sizeof *g->blocks);
    g->block_of = xcalloc(n + 1, sizeof *g->block_of);
    uint32_t b = 0;
    for (uint32_t k = 0; k < n; k++) {
        b += starts[k] && k;
        if (starts[k])
            g->blocks[b].first = k;
        g->blocks[b].end = k + 1;
        g->block_of[k] = b;
    }
    free(starts);
}

static void find_edges(struct cfg *g, const struct op *ops)
{
    uint32_t total = 0;
    for (uint32_t b = 0; b < g->count; b++)
        total += targets(&ops[g->blocks[b].end - 1]) + 1;
    g->edges = xcalloc(total + 1, sizeof *g->edges);
    total = 0;
    for (uint32_t b = 0; b < g->count; b++) {
        struct cfg_block *block = &g->blocks[b];
        uint32_t last = block->end - 1;
        block->succ_at = total;
        if (falls_through(&ops[last]) && b + 1 < g->count)
            g->edges[total++] = b + 1;
        for (uint32_t t = 0; t < targets(&ops[last]); t++)
            g->edges[total++] = g->block_of[target(ops, last, t)];
        block->succs = total - block->succ_at;
        block->exits = is_end(&ops[last]) || (falls_through(&ops[last]) && b + 1 == g->count);
    }
}

/* ---- depth-first walks; an explicit stack, as a function may have thousands of blocks ---- */

struct walk {
    uint32_t *order; /* out: blocks, those finished first come first */
    uint32_t n;
    uint8_t *seen;
    uint32_t *stack, *next;
};

static void walk_free(struct walk *w)
{
    free(w->order);
    free(w->seen);
    free(w->stack);
    free(w->next);
}

static struct walk walk_new(uint32_t count)
{
    return (struct walk){.order = xcalloc(count + 1, sizeof(uint32_t)),
                         .seen = xcalloc(count + 1, 1),
                         .stack = xcalloc(count + 1, sizeof(uint32_t)),
                         .next = xcalloc(count + 1, sizeof(uint32_t))};
}

/* The successor to walk as number k: the block's post-dominator first, then from the last to the first. What is walked first comes last in
 * reverse post-order: a reconvergence point after the arms, a loop's exit after its body, the rest as in the text. */
static uint32_t nth_successor(const struct cfg *g, const struct cfg_block *b, uint32_t k)
{
    const uint32_t *list = g->edges + b->succ_at;
    uint32_t join = 0;
    while (join < b->succs && list[join] != b->ipdom)
        join++;
    if (join == b->succs)
        return list[b->succs - 1 - k];
    if (k == 0)
        return list[join];
    uint32_t at = b->succs - k;
    return list[at <= join ? at - 1 : at];
}

static void walk_from(struct walk *w, const struct cfg *g, uint32_t root)
{
    uint32_t depth = 0;
    if (w->seen[root])
        return;
    w->seen[root] = 1;
    w->stack[depth] = root;
    w->next[depth++] = 0;
    while (depth) {
        const struct cfg_block *b = &g->blocks[w->stack[depth - 1]];
        if (w->next[depth - 1] == b->succs) {
            w->order[w->n++] = w->stack[--depth];
            continue;
        }
        uint32_t to = nth_successor(g, b, w->next[depth - 1]++);
        if (w->seen[to])
            continue;
        w->seen[to] = 1;
        w->stack[depth] = to;
        w->next[depth++] = 0;
    }
}

/* ---- post-dominators: `number` is a post-order of the graph, the exit above all ---- */

static uint32_t meet(const uint32_t *ipdom, const uint32_t *number, uint32_t a, uint32_t b)
{
    while (a != b) {
        if (number[a] < number[b])
            a = ipdom[a];
        else
            b = ipdom[b];
    }
    return a;
}

/* The reversed graph from the virtual exit, in post-order: blocks with no path to the exit are left out. */
static uint32_t reverse_order(const struct cfg *g, uint32_t *order)
{
    uint32_t n = g->count, total = 0, found = 0, depth = 0;
    uint32_t *at = xcalloc(n + 2, sizeof *at);
    for (uint32_t b = 0; b < n; b++)
        for (uint32_t s = 0; s < g->blocks[b].succs; s++, total++)
            at[g->edges[g->blocks[b].succ_at + s] + 1]++;
    for (uint32_t b = 0; b < n; b++)
        at[b + 1] += at[b];
    uint32_t *from = xcalloc(total + 1, sizeof *from), *fill = xcalloc(n + 1, sizeof *fill);
    for (uint32_t b = 0; b < n; b++)
        for (uint32_t s = 0; s < g->blocks[b].succs; s++) {
            uint32_t to = g->edges[g->blocks[b].succ_at + s];
            from[at[to] + fill[to]++] = b;
        }
    struct walk w = walk_new(n);
    for (uint32_t root = 0; root < n; root++) {
        if (!g->blocks[root].exits || w.seen[root])
            continue;
        w.seen[root] = 1;
        w.stack[0] = root;
        w.next[0] = 0;
        depth = 1;
        while (depth) {
            uint32_t b = w.stack[depth - 1], k = at[b] + w.next[depth - 1];
            if (k == at[b + 1]) {
                order[found++] = b;
                depth--;
                continue;
            }
            w.next[depth - 1]++;
            if (w.seen[from[k]])
                continue;
            w.seen[from[k]] = 1;
            w.stack[depth] = from[k];
            w.next[depth++] = 0;
        }
    }
    walk_free(&w);
    free(at);
    free(from);
    free(fill);
    return found;
}

static uint32_t better(const struct cfg *g, const uint32_t *ipdom, const uint32_t *number,
                       uint32_t b)
{
    uint32_t best = g->blocks[b].exits ? g->count : CFG_NONE;
    for (uint32_t s = 0; s < g->blocks[b].succs; s++) {
        uint32_t to = g->edges[g->blocks[b].succ_at + s];
        if (ipdom[to] != CFG_NONE)
            best = best == CFG_NONE ? to : meet(ipdom, number, best, to);
    }
    return best;
}

static void find_post_dominators(struct cfg *g)
{
    uint32_t n = g->count, *order = xcalloc(n + 1, sizeof *order),
             *number = xcalloc(n + 1, sizeof *number), *ipdom = xcalloc(n + 1, sizeof *ipdom);
    uint32_t found = reverse_order(g, order);
    for (uint32_t b = 0; b < n; b++)
        ipdom[b] = CFG_NONE;
    for (uint32_t k = 0; k < found; k++)
        number[order[k]] = k;
    ipdom[n] = n;
    number[n] = found;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t k = found; k-- > 0;) {
            uint32_t b = order[k], now = better(g, ipdom, number, b);
            changed |= now != ipdom[b];
            ipdom[b] = now;
        }
    }
    for (uint32_t b = 0; b < n; b++)
        g->blocks[b].ipdom = ipdom[b];
    free(order);
    free(number);
    free(ipdom);
}

static void find_ranks(struct cfg *g)
{
    struct walk w = walk_new(g->count);
    for (uint32_t b = 0; b < g->count; b++)
        walk_from(&w, g, b);
    for (uint32_t k = 0; k < w.n; k++)
        g->blocks[w.order[k]].rank = w.n - 1 - k;
    walk_free(&w);
    g->in_order = true;
    for (uint32_t b = 1; b < g->count; b++)
        g->in_order &= g->blocks[b].rank > g->blocks[b - 1].rank;
}

struct cfg *cfg_new(const struct op *ops, uint32_t op_count)
{
    struct cfg *g = xcalloc(1, sizeof *g);
    find_blocks(g, ops, op_count);
    find_edges(g, ops);
    find_post_dominators(g);
    find_ranks(g);
    return g;
}

void cfg_free(struct cfg **at)
{
    struct cfg *g = *at;
    if (!g)
        return;
    free(g->blocks);
    free(g->edges);
    free(g->block_of);
    free(g);
    *at = NULL;
}
