/* SPDX-License-Identifier: Apache-2.0 */
/* The order in which machine code goes through the basic blocks: reverse post-order, with every natural loop in one piece. Blocks that
 * leave a loop on the way (a break with some code) move behind it, so lanes that wait there wait until all lanes have left the loop.
 * Irreducible loops and blocks that reach no exit are left to the interpreter. Next: simd_values.c. */
#include <stdlib.h>
#include <string.h>

#include "device/cpu/jit/simd.h"

enum { BLOCKS_MAX = 600 };

static uint32_t successor(const struct cfg *g, uint32_t b, uint32_t s)
{
    return g->edges[g->blocks[b].succ_at + s];
}

static bool leads_to(const struct cfg *g, uint32_t from, uint32_t to)
{
    for (uint32_t s = 0; s < g->blocks[from].succs; s++)
        if (successor(g, from, s) == to)
            return true;
    return false;
}

/* Blocks from which `latch` is reached without passing `header`: the natural loop, if the header is among those that are reached. */
struct loop_body {
    uint8_t *in;
    uint32_t *stack;
    uint32_t depth;
};

static void body_add(struct loop_body *l, uint32_t b)
{
    if (l->in[b])
        return;
    l->in[b] = 1;
    l->stack[l->depth++] = b;
}

static void find_body(const struct simd_kernel *k, struct loop_body *l, uint32_t header,
                      const uint32_t *latches, uint32_t count)
{
    const struct cfg *g = k->cfg;
    memset(l->in, 0, g->count);
    l->in[header] = 1;
    l->depth = 0;
    for (uint32_t i = 0; i < count; i++)
        body_add(l, latches[i]);
    while (l->depth) {
        uint32_t b = l->stack[--l->depth];
        for (uint32_t p = 0; p < g->count; p++)
            if (k->blocks[p].reachable && leads_to(g, p, b))
                body_add(l, p);
    }
}

/* Blocks of the order between the header and the last of the loop that are not in the loop move behind it. */
static void make_contiguous(struct simd_kernel *k, const struct loop_body *l, uint32_t header)
{
    uint32_t n = k->cfg->count, first = k->blocks[header].position, last = first, moved = 0;
    uint32_t *aside = xcalloc(n + 1, sizeof *aside);
    for (uint32_t p = first; p < n; p++)
        if (l->in[k->order[p]])
            last = p;
    uint32_t to = first;
    for (uint32_t p = first; p <= last; p++) {
        if (l->in[k->order[p]])
            k->order[to++] = k->order[p];
        else
            aside[moved++] = k->order[p];
    }
    memcpy(k->order + to, aside, moved * sizeof *aside);
    for (uint32_t p = first; p <= last; p++)
        k->blocks[k->order[p]].position = p;
    free(aside);
}

/* The latches of the loop whose header is at a position, before anything moves: edges that lead back. */
static uint32_t find_latches(const struct simd_kernel *k, uint32_t header, uint32_t *out)
{
    const struct cfg *g = k->cfg;
    uint32_t n = 0;
    for (uint32_t b = 0; b < g->count; b++) {
        bool latch = k->blocks[b].reachable && leads_to(g, b, header) &&
                     k->blocks[b].position >= k->blocks[header].position;
        if (latch)
            out[n++] = b;
    }
    return n;
}

/* Whether the loop can only be entered through its header: nothing before the header is in its body. */
static bool is_natural(const struct simd_kernel *k, const struct loop_body *l, uint32_t header)
{
    for (uint32_t b = 0; b < k->cfg->count; b++)
        if (l->in[b] && k->blocks[b].position < k->blocks[header].position)
            return false;
    return true;
}

static void note_loop(struct simd_kernel *k, const struct loop_body *l, uint32_t header)
{
    struct simd_loop loop = {.first = k->blocks[header].position, .header = header};
    for (uint32_t b = 0; b < k->cfg->count; b++) {
        if (!l->in[b])
            continue;
        k->blocks[b].depth++;
        if (k->blocks[b].position > loop.last)
            loop.last = k->blocks[b].position;
    }
    VEC_PUSH(&k->loops, loop);
}

/* Two passes: moving blocks for one loop may change the extent of another, so loops are noted when all are in place. */
static bool find_loops(struct simd_kernel *k, bool note)
{
    uint32_t n = k->cfg->count;
    struct loop_body l = {.in = xcalloc(n + 1, 1), .stack = xcalloc(n + 1, sizeof(uint32_t))};
    uint32_t *latches = xcalloc(n + 1, sizeof *latches);
    bool good = true;
    for (uint32_t p = n; p-- > 0 && good;) {
        uint32_t header = k->order[p], count = find_latches(k, header, latches);
        if (!count || !k->blocks[header].reachable)
            continue;
        find_body(k, &l, header, latches, count);
        good = is_natural(k, &l, header);
        if (good && note)
            note_loop(k, &l, header);
        else if (good)
            make_contiguous(k, &l, header);
    }
    free(l.in);
    free(l.stack);
    free(latches);
    return good;
}

static bool loops_are_contiguous(const struct simd_kernel *k)
{
    VEC_EACH (l, &k->loops) {
        uint32_t depth = k->blocks[l->header].depth;
        for (uint32_t p = l->first; p <= l->last; p++)
            if (k->blocks[k->order[p]].depth < depth)
                return false;
    }
    return true;
}

static void mark_reachable(struct simd_kernel *k)
{
    const struct cfg *g = k->cfg;
    uint32_t *stack = xcalloc(g->count + 1, sizeof *stack), depth = 0;
    stack[depth++] = 0;
    k->blocks[0].reachable = true;
    while (depth) {
        uint32_t b = stack[--depth];
        for (uint32_t s = 0; s < g->blocks[b].succs; s++) {
            uint32_t to = successor(g, b, s);
            if (!k->blocks[to].reachable)
                stack[depth++] = to;
            k->blocks[to].reachable = true;
        }
    }
    free(stack);
}

/* By rank (cfg.h); blocks that nothing reaches come last. */
static void place(struct simd_kernel *k)
{
    const struct cfg *g = k->cfg;
    uint32_t *by_rank = xcalloc(g->count + 1, sizeof *by_rank), n = 0;
    for (uint32_t b = 0; b < g->count; b++)
        by_rank[g->blocks[b].rank] = b;
    for (int last = 0; last < 2; last++)
        for (uint32_t r = 0; r < g->count; r++)
            if (k->blocks[by_rank[r]].reachable != last) {
                k->blocks[by_rank[r]].position = n;
                k->order[n++] = by_rank[r];
            }
    free(by_rank);
}

bool simd_order(struct simd_kernel *k)
{
    const struct cfg *g = k->cfg;
    if (g->count > BLOCKS_MAX)
        return simd_refuse(k, NO_OP, "it has more than 600 basic blocks");
    k->order = xcalloc(g->count + 1, sizeof *k->order);
    k->blocks = xcalloc(g->count + 1, sizeof *k->blocks);
    mark_reachable(k);
    for (uint32_t b = 0; b < g->count; b++)
        if ((k->blocks[b].reachable && g->blocks[b].ipdom == CFG_NONE) ||
            g->blocks[b].rank >= g->count)
            return simd_refuse(k, g->blocks[b].first,
                               "nothing leads from here to the end of the kernel");
    place(k);
    if (!find_loops(k, false) || !find_loops(k, true) || !loops_are_contiguous(k))
        return simd_refuse(k, NO_OP, "a loop is entered at more than one place");
    return true;
}

void simd_order_free(struct simd_kernel *k)
{
    free(k->order);
    free(k->blocks);
    VEC_FREE(&k->loops);
}
