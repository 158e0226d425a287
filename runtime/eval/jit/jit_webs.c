/* SPDX-License-Identifier: Apache-2.0 */
/* Slots are used again and again for different values. A web is one of those values: the definitions and uses of a slot that are
 * connected. Nodes (a definition, or a slot at the start of a block) are united where control flow joins them. Needs jit_flow.c.
 * Next: jit_regs.c. */
#include "eval/jit/jit_gen.h"

#include <string.h>

enum { NODES_MAX = 1 << 20 };

static uint32_t root(struct jit_gen *g, uint32_t node)
{
    while (g->nodes[node] != node)
        node = g->nodes[node] = g->nodes[g->nodes[node]];
    return node;
}

static void unite(struct jit_gen *g, uint32_t a, uint32_t b)
{
    g->nodes[root(g, a)] = root(g, b);
}

void jit_walk_to(struct jit_gen *g, uint32_t p)
{
    if (!jit_starts_block(g, p))
        return;
    for (uint32_t s = 0; s < g->slots; s++)
        g->now[s] = g->blocks.at[g->block_of[p]].nodes + s;
}

void jit_walk_over(struct jit_gen *g, uint32_t p, const struct jit_effects *e)
{
    uint32_t node = g->first_node[p];
    if (e->write >= 0)
        g->now[e->write] = node++;
    for (uint32_t s = e->losses; s < e->losses_end; s++)
        g->now[s] = node++;
}

static bool make_nodes(struct jit_gen *g)
{
    uint64_t count = 0;
    VEC_EACH (b, &g->blocks) {
        b->nodes = (uint32_t) count;
        count += g->slots;
        for (uint32_t p = b->first; p < b->end; p++) {
            struct jit_effects e = jit_effects(g, g->insns + p);
            g->first_node[p] = (uint32_t) count;
            count += (e.write >= 0) + e.losses_end - e.losses;
        }
        if (count > NODES_MAX)
            return false;
    }
    g->node_count = (uint32_t) count;
    g->nodes = ARENA_ARRAY(&g->arena, uint32_t, count);
    for (uint32_t k = 0; k < count; k++)
        g->nodes[k] = k;
    return true;
}

static void unite_with(struct jit_gen *g, uint32_t from, uint32_t to)
{
    const struct jit_block *b = g->blocks.at + g->block_of[to];
    for (uint32_t s = 0; s < g->slots; s++)
        if (jit_in(b->live_in, s))
            unite(g, g->now[s], b->nodes + s);
}

/* All nodes of a slot that a handler reads are one: an exception may come from anywhere. */
static void unite_handled(struct jit_gen *g, uint32_t p)
{
    for (uint32_t s = 0; s < g->slots; s++)
        if (jit_in(g->handled, s))
            unite(g, g->now[s], g->blocks.at[0].nodes + s);
}

static void unite_nodes(struct jit_gen *g)
{
    for (uint32_t p = 0; p < g->n; p++) {
        struct jit_effects e = jit_effects(g, g->insns + p);
        jit_walk_to(g, p);
        if (g->tries)
            unite_handled(g, p);
        jit_walk_over(g, p, &e);
        if (g->tries)
            unite_handled(g, p);
        if (p + 1 == g->blocks.at[g->block_of[p]].end)
            jit_each_successor(g, p, unite_with, g);
    }
}

/* nodes[] becomes the index of the web. */
static void make_webs(struct jit_gen *g)
{
    uint32_t *web = ARENA_ARRAY(&g->arena, uint32_t, g->node_count);
    for (uint32_t k = 0; k < g->node_count; k++) {
        uint32_t r = root(g, k);
        if (!web[r]) {
            VEC_PUSH(&g->webs, (struct jit_web){.first = UINT32_MAX, .reg = NO_REG});
            web[r] = (uint32_t) g->webs.n;
        }
    }
    uint32_t *of = ARENA_ARRAY(&g->arena, uint32_t, g->node_count);
    for (uint32_t k = 0; k < g->node_count; k++)
        of[k] = web[root(g, k)] - 1;
    g->nodes = of;
}

/* ---- where they are live, and what for ---- */

static void live_at(struct jit_web *w, uint32_t at)
{
    if (at < w->first)
        w->first = at;
    if (at > w->last)
        w->last = at;
}

static void use(struct jit_gen *g, uint32_t p, uint32_t slot, bool real, bool knows)
{
    struct jit_web *w = jit_web_of(g, slot);
    float times = (float) (1u << 3 * g->depth[p]);
    w->slot = slot;
    w->weight += times;
    if (knows)
        w->real_weight += real ? times : -times;
}

/* Whether the class of a value follows from the instruction: a MOVE, a load or a store takes either. */
static bool knows_read(const struct insn *i, uint32_t slot)
{
    bool moves =
        i->op == OP_MOVE || i->op == OP_RETURN || (i->op >= OP_GSTORE_8 && i->op <= OP_GSTORE_64);
    bool stores = i->op >= OP_STORE_8 && i->op <= OP_STOREX_64;
    return !moves && !(stores && slot == i->a && slot != i->b);
}

static bool knows_write(const struct insn *i)
{
    switch (i->op) {
    case OP_MOVE:
    case OP_CONST:
    case OP_LOAD_U32:
    case OP_LOAD_64:
    case OP_LOADX_U32:
    case OP_LOADX_64:
    case OP_GLOAD_U32:
    case OP_GLOAD_64: return false;
    default: return true;
    }
}

static bool stores_part(uint32_t op)
{
    return (op >= OP_STORE_8 && op <= OP_STORE_32) || (op >= OP_STOREX_8 && op <= OP_STOREX_32);
}

/* Whether an instruction needs all 64 bits of an operand that is an int. */
static bool reads_all(const struct insn *i, uint32_t slot)
{
    enum value_class class = jit_ops[i->op].class;
    if (stores_part(i->op))
        return slot != i->a || slot == i->b || ((insn_roles[i->op] & READS_C) && slot == i->c);
    if ((i->op >= OP_GSTORE_8 && i->op <= OP_GSTORE_32) || i->op == OP_JTRUE ||
        i->op == OP_JFALSE || (i->op >= OP_JT_LT_K && i->op <= OP_JT_NE_K))
        return false;
    return class != CLASS_I32 && class != CLASS_U32;
}

static void define(struct jit_gen *g, uint32_t p, uint32_t slot)
{
    const struct insn *i = g->insns + p;
    struct jit_web *w = jit_web_of(g, slot);
    if (i->op == OP_CONST)
        w->wide |= i->k.i != (int32_t) i->k.i;
    else
        w->wide |= jit_ops[i->op].class != CLASS_I32;
    if (i->op != OP_CONST)
        w->low_weight += (float) (1u << 3 * g->depth[p]);
}

static void use_insn(struct jit_gen *g, uint32_t p)
{
    const struct insn *i = g->insns + p;
    struct jit_effects e = jit_effects(g, i);
    uint32_t roles = insn_roles[i->op];
    for (uint32_t k = 0; k < e.read_count; k++) {
        use(g, p, e.reads[k], roles & READS_REAL, knows_read(i, e.reads[k]));
        if (reads_all(i, e.reads[k]))
            jit_web_of(g, e.reads[k])->low_weight -= (float) (1u << 3 * g->depth[p]);
    }
    bool in_c = roles & (CALLS | IN_C);
    const uint64_t *live = jit_live(g, p);
    for (uint32_t s = 0; s < g->slots; s++) {
        if (!jit_in(live, s))
            continue;
        struct jit_web *w = jit_web_of(g, s);
        w->slot = s;
        live_at(w, 2 * p);
        if (in_c) /* stored before the call, and perhaps loaded after it */
            w->weight -= 1.5f * (float) (1u << 3 * g->depth[p]);
        if (g->tries && jit_in(g->handled, s))
            w->in_memory = true;
    }
    jit_walk_over(g, p, &e);
    if (e.write >= 0) {
        use(g, p, (uint32_t) e.write, roles & WRITES_REAL, knows_write(i));
        live_at(jit_web_of(g, (uint32_t) e.write), 2 * p + 1);
        define(g, p, (uint32_t) e.write);
    }
    for (uint32_t s = e.losses; s < e.losses_end; s++) {
        struct jit_web *w = jit_web_of(g, s);
        w->slot = s;
        w->wide = true;
        live_at(w, 2 * p + 1);
    }
}

/* A web that is only moved is what it is moved from or to. */
static void spread_over_moves(struct jit_gen *g)
{
    for (uint32_t p = 0; p < g->n; p++) {
        const struct insn *i = g->insns + p;
        struct jit_effects e = jit_effects(g, i);
        jit_walk_to(g, p);
        if (i->op == OP_MOVE) {
            struct jit_web *from = jit_web_of(g, i->b),
                           *to = g->webs.at + g->nodes[g->first_node[p]];
            if (from->real_weight == 0)
                from->real_weight = to->real_weight;
            if (to->real_weight == 0)
                to->real_weight = from->real_weight;
        }
        jit_walk_over(g, p, &e);
    }
}

bool jit_webs(struct jit_gen *g)
{
    g->first_node = ARENA_ARRAY(&g->arena, uint32_t, g->n);
    g->now = ARENA_ARRAY(&g->arena, uint32_t, g->slots + 1);
    if (!make_nodes(g))
        return false;
    unite_nodes(g);
    make_webs(g);
    for (uint32_t p = 0; p < g->n; p++) {
        jit_walk_to(g, p);
        use_insn(g, p);
    }
    spread_over_moves(g);
    spread_over_moves(g);
    for (uint32_t s = 0; s < g->slots; s++) /* parameters */
        g->webs.at[g->nodes[g->blocks.at[0].nodes + s]].wide = true;
    VEC_EACH (w, &g->webs) {
        w->real = w->real_weight > 0;
        w->low = !w->wide && w->low_weight > 0;
    }
    return true;
}
