/* SPDX-License-Identifier: Apache-2.0 */
/* Plans the guards of memory accesses. The interpreter looks up the object of each. Here a guard compares with what the last
 * look-up at its site found: where in a loop the base is the same and no object can end, bounds alone are compared. A guard that
 * fails asks jit_access (jit_run.c). Needs jit_webs.c. Next: jit_memory.c, which writes the guards. */
#include "eval/jit/jit_gen.h"

#include <string.h>

enum { NO_LOOP = -1 };

static const uint32_t NO_WEB = UINT32_MAX, NO_NODE = UINT32_MAX;

/* A slot that has the value of another one as long as the nodes are these. */
struct copy {
    uint32_t node, from, from_node;
};

struct planner {
    struct jit_gen *g;
    uint8_t **defines;   /* by loop, if it is pure: whether it defines a web */
    struct copy *copies; /* by slot */
};

static bool is_access(uint32_t op)
{
    return op >= OP_LOAD_I8 && op <= OP_STOREX_64;
}

static bool is_indexed(uint32_t op)
{
    return (op >= OP_LOADX_I8 && op <= OP_LOADX_64) || (op >= OP_STOREX_8 && op <= OP_STOREX_64);
}

static enum vm_access how_of(uint32_t op)
{
    return op >= OP_STORE_8 ? VM_WRITE : VM_READ;
}

static void note_definitions(struct planner *p)
{
    struct jit_gen *g = p->g;
    p->defines = ARENA_ARRAY(&g->arena, uint8_t *, g->loops.n + 1);
    for (size_t k = 0; k < g->loops.n; k++) {
        const struct jit_loop *l = g->loops.at + k;
        if (!l->pure)
            continue;
        p->defines[k] = arena_alloc(&g->arena, g->webs.n);
        for (uint32_t at = l->first; at <= l->last; at++)
            if (insn_roles[g->insns[at].op] & WRITES_A)
                p->defines[k][g->nodes[g->first_node[at]]] = 1;
    }
}

/* The outermost pure loop around instruction `at` that does not define the web, if one is given. */
static int loop_for(const struct planner *p, uint32_t at, uint32_t web)
{
    const struct jit_gen *g = p->g;
    int found = NO_LOOP;
    for (size_t k = 0; k < g->loops.n; k++) {
        const struct jit_loop *l = g->loops.at + k;
        if (!l->pure || at < l->first || at > l->last || (web != NO_WEB && p->defines[k][web]))
            continue;
        if (found == NO_LOOP ||
            l->last - l->first > g->loops.at[found].last - g->loops.at[found].first)
            found = (int) k;
    }
    return found;
}

static uint32_t reach_of(const struct jit_gen *g, uint32_t at)
{
    return g->insns[at].c + (uint32_t) jit_ops[g->insns[at].op].other;
}

static uint32_t add_site(struct jit_gen *g, struct jit_site s, struct jit_plan plan)
{
    for (uint32_t k = 0; s.guard != GUARD_RANGE && k < g->sites.n; k++) {
        const struct jit_site *o = g->sites.at + k;
        if (o->guard == s.guard && o->size == s.size && o->how == s.how &&
            g->plans.at[k].web == plan.web && g->plans.at[k].loop == plan.loop)
            return k;
    }
    s.vm = g->vm;
    s.object = &g->vm->nothing;
    s.base = UINT64_MAX;
    VEC_PUSH(&g->sites, s);
    VEC_PUSH(&g->plans, plan);
    return (uint32_t) g->sites.n - 1;
}

/* What the guard at `at` need not test itself, because the entry of a loop does. */
static void hoist(struct planner *p, uint32_t at, enum jit_hoisted what, uint32_t web)
{
    struct jit_gen *g = p->g;
    struct jit_access *a = g->accesses + at;
    int loop = loop_for(p, at, web);
    if (loop == NO_LOOP)
        return;
    a->hoisted = what;
    VEC_EACH (h, &g->hoists)
        if (h->loop == (uint32_t) loop && h->site == a->site && h->what == what)
            return;
    VEC_PUSH(&g->hoists, (struct jit_hoist){(uint32_t) loop, a->site, web, what});
}

/* Accesses at constant offsets from one base, in one block, share the first one's guard. */
static void plan_range(struct planner *p, uint32_t at)
{
    struct jit_gen *g = p->g;
    struct jit_access *a = g->accesses + at;
    struct jit_site s = {.guard = GUARD_RANGE, .how = (uint8_t) how_of(g->insns[at].op)};
    uint32_t end = g->blocks.at[g->block_of[at]].end;
    a->guard = GUARD_RANGE;
    a->reach = reach_of(g, at);
    for (uint32_t k = at + 1; k < end && !(insn_roles[g->insns[k - 1].op] & CHANGES); k++) {
        if (!is_access(g->insns[k].op) || is_indexed(g->insns[k].op) ||
            g->accesses[k].node != a->node)
            continue;
        a->reach = reach_of(g, k) > a->reach ? reach_of(g, k) : a->reach;
        s.several = true;
        if (how_of(g->insns[k].op) == VM_WRITE)
            s.how = VM_WRITE;
        g->accesses[k].reach = 1; /* planned */
    }
    a->site = add_site(g, s, (struct jit_plan){a->node, UINT32_MAX});
    hoist(p, at, HOIST_OBJECT, NO_WEB);
}

static void plan(struct planner *p, uint32_t at)
{
    struct jit_gen *g = p->g;
    struct jit_access *a = g->accesses + at;
    const struct insn *i = g->insns + at;
    if (a->reach)
        return;
    uint32_t web = g->nodes[a->node];
    int loop = loop_for(p, at, web);
    if (loop == NO_LOOP && !is_indexed(i->op)) {
        plan_range(p, at);
        return;
    }
    a->guard = is_indexed(i->op) ? GUARD_INDEX : GUARD_BYTES;
    struct jit_site s = {.guard = (uint8_t) a->guard, .how = (uint8_t) how_of(i->op)};
    if (a->guard == GUARD_INDEX)
        s.size = (uint32_t) jit_ops[i->op].other;
    a->site = add_site(g, s, (struct jit_plan){web, (uint32_t) loop});
    if (loop == NO_LOOP)
        hoist(p, at, HOIST_OBJECT, NO_WEB);
    else
        hoist(p, at, HOIST_BASE, web);
}

/* ---- copies: `this` of an inlined call is one ---- */

/* What a slot holds at `at`: the slot that it was copied from in this block, or itself. The other must be live, as a call loses the
 * registers of slots that are not. */
static uint32_t source(const struct planner *p, uint32_t at, uint32_t slot)
{
    const struct copy *c = p->copies + slot;
    const uint32_t *now = p->g->now;
    bool same = c->node == now[slot] && c->from_node == now[c->from];
    return same && jit_in(jit_live(p->g, at), c->from) ? c->from : slot;
}

static void find_base(struct planner *p, uint32_t at)
{
    struct jit_gen *g = p->g;
    struct jit_access *a = g->accesses + at;
    a->slot = source(p, at, g->insns[at].b);
    a->node = g->now[a->slot];
    if (a->slot != g->insns[at].b)
        jit_web_of(g, a->slot)->weight += (float) (1u << 3 * g->depth[at]);
}

static void find_bases(struct planner *p)
{
    struct jit_gen *g = p->g;
    for (uint32_t at = 0; at < g->n; at++) {
        const struct insn *i = g->insns + at;
        struct jit_effects e = jit_effects(g, i);
        jit_walk_to(g, at);
        if (is_access(i->op))
            find_base(p, at);
        uint32_t from = i->op == OP_MOVE ? source(p, at, i->b) : 0;
        uint32_t from_node = g->now[from];
        jit_walk_over(g, at, &e);
        if (i->op == OP_MOVE && from != i->a)
            p->copies[i->a] = (struct copy){g->now[i->a], from, from_node};
    }
}

void jit_sites(struct jit_gen *g)
{
    struct planner p = {.g = g, .copies = ARENA_ARRAY(&g->arena, struct copy, g->slots)};
    g->accesses = ARENA_ARRAY(&g->arena, struct jit_access, g->n);
    for (uint32_t s = 0; s < g->slots; s++)
        p.copies[s].node = NO_NODE;
    note_definitions(&p);
    find_bases(&p);
    for (uint32_t at = 0; at < g->n; at++)
        if (is_access(g->insns[at].op))
            plan(&p, at);
}
