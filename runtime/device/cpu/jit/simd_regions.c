/* SPDX-License-Identifier: Apache-2.0 */
/* Regions between barriers: what a register must hold where. A piece is a part of a basic block without a barrier inside; pieces that control
 * flow leads from one to the other are one region. A unit that a region does not use stays in the frame throughout: no entry of the region
 * loads it, and no barrier or cold code in it stores it. One that it only reads is not stored. A kernel without barriers has no
 * regions, and uses everything everywhere. Before them: where lanes go after a block that only some run. Next: simd_emit.c, simd_save. */
#include <stdlib.h>

#include "device/cpu/jit/simd_gen.h"

enum { READ = 1, WRITTEN = 2 };

/* ---- where lanes go after a block that is not full ---- */

uint32_t simd_first_waiting(const struct simd_kernel *k, uint32_t a, uint32_t b)
{
    uint32_t component =
        k->blocks[a].full ? k->blocks[b].component_root : k->blocks[a].component_root;
    for (uint32_t p = 0; p < k->cfg->count; p++) {
        const struct simd_block *c = &k->blocks[k->order[p]];
        if (c->reachable && !c->full && c->component_root == component)
            return k->order[p];
    }
    return NO_BLOCK;
}

bool simd_ends_loop(const struct simd_kernel *k, uint32_t b)
{
    VEC_EACH (l, &k->loops)
        if (l->last == k->blocks[b].position && !k->blocks[l->header].full)
            return true;
    return false;
}

uint32_t simd_predecessors(const struct simd_kernel *k, uint32_t b)
{
    uint32_t n = 0;
    for (uint32_t p = 0; p < k->cfg->count; p++)
        for (uint32_t s = 0; k->blocks[p].reachable && s < k->cfg->blocks[p].succs; s++)
            n += k->cfg->edges[k->cfg->blocks[p].succ_at + s] == b;
    return n;
}

/* ---- the regions ---- */

struct pieces {
    const struct simd_kernel *k;
    uint32_t *first, *last, /* by block */
        *region, count;     /* by piece: one of the same region, itself for one of them */
};

static uint32_t region_of(const struct pieces *p, uint32_t piece)
{
    while (p->region[piece] != piece)
        piece = p->region[piece];
    return piece;
}

static void join(struct pieces *p, uint32_t a, uint32_t b)
{
    p->region[region_of(p, a)] = region_of(p, b);
}

static void join_block(struct pieces *p, uint32_t from, uint32_t to)
{
    if (to != NO_BLOCK)
        join(p, p->last[from], p->first[to]);
}

/* Where control goes from a block, as simd_code.c writes it; more does no harm. A block that is not full may be passed over. */
static void join_next(struct pieces *p, uint32_t b)
{
    const struct simd_kernel *k = p->k;
    const struct cfg_block *block = &k->cfg->blocks[b];
    for (uint32_t s = 0; s < block->succs; s++) {
        uint32_t to = k->cfg->edges[block->succ_at + s];
        join_block(p, b, to);
        if (!k->blocks[to].full)
            join_block(p, b, simd_first_waiting(k, to, to));
    }
    if (k->blocks[b].full)
        return;
    join(p, p->first[b], p->last[b]);
    join_block(p, b, k->blocks[b].next);
    join_block(p, b, k->blocks[b].exit);
    VEC_EACH (l, &k->loops)
        if (l->last == k->blocks[b].position)
            join_block(p, b, l->header);
}

/* Numbers the pieces. Returns how many barriers there are. */
static uint32_t find_pieces(struct simd_gen *g, struct pieces *p)
{
    uint32_t barriers = 0;
    for (uint32_t b = 0; b < g->k->cfg->count; b++) {
        if (!g->k->blocks[b].reachable)
            continue;
        p->first[b] = p->count;
        for (uint32_t e = g->k->blocks[b].start; e < g->k->blocks[b].end; e++) {
            uint32_t op = g->events.at[e].op;
            bool barrier = op != UINT32_MAX && g->k->ops[op].how == HOW_BARRIER;
            g->region_of[e] = p->count;
            p->count += barrier;
            barriers += barrier;
        }
        p->last[b] = p->count++;
    }
    return barriers;
}

void simd_find_regions(struct simd_gen *g)
{
    const struct simd_kernel *k = g->k;
    size_t blocks = k->cfg->count + 1;
    struct pieces p = {
        .k = k, .first = xcalloc(blocks, sizeof *p.first), .last = xcalloc(blocks, sizeof *p.last)};
    g->region_of = xcalloc(g->events.n + 1, sizeof *g->region_of);
    uint32_t barriers = find_pieces(g, &p);
    p.region = xcalloc(p.count + 1, sizeof *p.region);
    for (uint32_t i = 0; i < p.count; i++)
        p.region[i] = i;
    for (uint32_t b = 0; barriers && b < k->cfg->count; b++)
        if (k->blocks[b].reachable)
            join_next(&p, b);
    for (uint32_t e = 0; e < g->events.n; e++)
        g->region_of[e] = region_of(&p, g->region_of[e]);
    if (barriers)
        g->region_uses = xcalloc((size_t) p.count * (k->units.n + g->gprs.n + 1), 1);
    free(p.first);
    free(p.last);
    free(p.region);
}

static uint8_t *uses_of(const struct simd_gen *g, uint32_t event, uint32_t unit)
{
    return &g->region_uses[(size_t) g->region_of[event] * (g->k->units.n + g->gprs.n) + unit];
}

void simd_note_use(struct simd_gen *g, uint32_t event, uint32_t unit, bool writes)
{
    if (g->region_uses)
        *uses_of(g, event, unit) |= writes ? READ | WRITTEN : READ;
}

bool simd_region_uses(const struct simd_gen *g, uint32_t event, uint32_t unit)
{
    return !g->region_uses || *uses_of(g, event, unit);
}

bool simd_region_writes(const struct simd_gen *g, uint32_t event, uint32_t unit)
{
    return !g->region_uses || *uses_of(g, event, unit) & WRITTEN;
}

void simd_forget_regions(struct simd_gen *g)
{
    free(g->region_of);
    free(g->region_uses);
    g->region_of = NULL;
    g->region_uses = NULL;
}
