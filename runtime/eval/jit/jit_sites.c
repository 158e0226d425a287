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
    return op >= OP_PROBE_READ && op <= OP_PROBE_WRITE;
}

static bool is_indexed(uint32_t op)
{
    return (op >= OP_LOADX_I8 && op <= OP_LOADX_64) || (op >= OP_STOREX_8 && op <= OP_STOREX_64);
}

/* A COPY that is not a call. */
static bool is_copy(const struct insn *i)
{
    enum { MOST = 256 }; /* bytes */

    return i->op == OP_COPY && i->k.u && i->k.u <= MOST;
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
            o->several == s.several && g->plans.at[k].web == plan.web &&
            g->plans.at[k].loop == plan.loop)
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

/* Whether an access shares the guard of an earlier one that has the same base. */
static bool shares(const struct jit_gen *g, uint32_t at, const struct jit_access *first)
{
    return is_access(g->insns[at].op) && !is_indexed(g->insns[at].op) &&
           !jit_is_probe(g->insns[at].op) && g->accesses[at].node == first->node;
}

/* Accesses at constant offsets from one base, in one block, share the first one's guard. */
static void plan_range(struct planner *p, uint32_t at)
{
    struct jit_gen *g = p->g;
    struct jit_access *a = g->accesses + at;
    struct jit_site s = {.guard = GUARD_RANGE, .how = (uint8_t) how_of(g->insns[at].op)};
    uint32_t block_end = g->blocks.at[g->block_of[at]].end, end = at + 1;
    a->guard = GUARD_RANGE;
    a->reach = reach_of(g, at);
    s.several =
        jit_is_probe(g->insns[at].op); /* for the accesses that follow it: the object is open */
    s.each = s.how == VM_WRITE && !s.several;
    for (; end < block_end && !(insn_roles[g->insns[end - 1].op] & CHANGES); end++) {
        if (!shares(g, end, a))
            continue;
        a->reach = reach_of(g, end) > a->reach ? reach_of(g, end) : a->reach;
        s.several = true;
        s.each &= how_of(g->insns[end].op) == VM_WRITE;
        if (how_of(g->insns[end].op) == VM_WRITE)
            s.how = VM_WRITE;
        g->accesses[end].reach = 1; /* planned */
    }
    s.each &= s.several;
    s.reach = a->reach;
    a->site = add_site(g, s, (struct jit_plan){a->node, UINT32_MAX});
    for (uint32_t k = at + 1; s.each && k < end; k++)
        if (shares(g, k, a)) {
            g->accesses[k].guard = GUARD_EACH;
            g->accesses[k].site = a->site;
        }
    hoist(p, at, HOIST_OBJECT, NO_WEB);
}

/* One side of a COPY has a guard of its own. */
static void plan_copied(struct planner *p, struct jit_access *a, enum vm_access how, uint64_t bytes)
{
    struct jit_gen *g = p->g;
    struct jit_site s = {.guard = GUARD_RANGE, .how = (uint8_t) how};
    a->reach = (uint32_t) bytes;
    if (bytes <= g->made[g->nodes[a->node]])
        return;
    a->guard = GUARD_RANGE;
    a->site = add_site(g, s, (struct jit_plan){a->node, UINT32_MAX});
}

static void plan(struct planner *p, uint32_t at)
{
    struct jit_gen *g = p->g;
    struct jit_access *a = g->accesses + at;
    const struct insn *i = g->insns + at;
    if (a->reach)
        return;
    uint32_t web = g->nodes[a->node];
    if (!is_indexed(i->op) && reach_of(g, at) <= g->made[web]) {
        a->guard = GUARD_NONE;
        return;
    }
    int loop = loop_for(p, at, web);
    if (loop == NO_LOOP && !is_indexed(i->op)) {
        plan_range(p, at);
        return;
    }
    a->guard = is_indexed(i->op) ? GUARD_INDEX : GUARD_BYTES;
    struct jit_site s = {.guard = (uint8_t) a->guard,
                         .how = (uint8_t) how_of(i->op),
                         .several = jit_is_probe(i->op)};
    if (a->guard == GUARD_INDEX)
        s.size = (uint32_t) jit_ops[i->op].other;
    a->site = add_site(g, s, (struct jit_plan){web, (uint32_t) loop});
    if (loop == NO_LOOP)
        hoist(p, at, HOIST_OBJECT, NO_WEB);
    else
        hoist(p, at, HOIST_BASE, web);
}

/* ---- objects of the frame ---- */

static void note_release(struct jit_gen *g, uint32_t at, const uint32_t *depths)
{
    for (uint32_t s = 0; at + 1 < g->n && s < g->slots; s++) {
        uint32_t web = g->nodes[g->now[s]];
        if (jit_in(jit_live(g, at + 1), s) && depths[web] >= g->insns[at].a)
            g->made[web] = 0;
    }
}

static void note_made(struct jit_gen *g, uint32_t at, uint32_t *depths)
{
    struct jit_effects e = jit_effects(g, g->insns + at);
    const struct object_desc *d = g->insns[at].op == OP_OBJECT ? g->insns[at].p : NULL;
    jit_walk_over(g, at, &e);
    for (uint32_t s = e.losses; s < e.losses_end; s++)
        g->made[g->nodes[g->now[s]]] = 0;
    if (e.write < 0)
        return;
    uint32_t web = g->nodes[g->now[e.write]];
    uint64_t bytes = d && !d->unsized && !d->watched ? d->size : 0;
    if (bytes < g->made[web])
        g->made[web] = bytes;
    if (d && d->depth > depths[web])
        depths[web] = d->depth;
}

/* Webs that only have addresses of objects of the frame, as long as these live: accesses within them need no guard. */
static void find_made(struct jit_gen *g)
{
    uint32_t *depths = ARENA_ARRAY(&g->arena, uint32_t, g->webs.n + 1);
    g->made = ARENA_ARRAY(&g->arena, uint64_t, g->webs.n + 1);
    for (size_t w = 0; w < g->webs.n; w++)
        g->made[w] = UINT64_MAX;
    for (uint32_t s = 0; s < g->slots; s++) /* what the frame begins with */
        g->made[g->nodes[g->blocks.at[0].nodes + s]] = 0;
    for (uint32_t at = 0; at < g->n; at++) {
        jit_walk_to(g, at);
        note_made(g, at, depths);
    }
    for (uint32_t at = 0; at < g->n; at++) {
        struct jit_effects e = jit_effects(g, g->insns + at);
        jit_walk_to(g, at);
        jit_walk_over(g, at, &e);
        if (g->insns[at].op == OP_RELEASE)
            note_release(g, at, depths);
    }
    for (size_t w = 0; w < g->webs.n; w++)
        if (g->made[w] == UINT64_MAX)
            g->made[w] = 0;
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

static void find_base(struct planner *p, uint32_t at, struct jit_access *a, uint32_t slot)
{
    struct jit_gen *g = p->g;
    a->slot = source(p, at, slot);
    a->node = g->now[a->slot];
    if (a->slot != slot)
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
            find_base(p, at, g->accesses + at, i->b);
        if (is_copy(i)) {
            find_base(p, at, g->accesses + at, i->a);
            find_base(p, at, g->sources + at, i->b);
        }
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
    g->sources = ARENA_ARRAY(&g->arena, struct jit_access, g->n);
    for (uint32_t s = 0; s < g->slots; s++)
        p.copies[s].node = NO_NODE;
    note_definitions(&p);
    find_made(g);
    find_bases(&p);
    for (uint32_t at = 0; at < g->n; at++) {
        if (is_access(g->insns[at].op))
            plan(&p, at);
        else if (is_copy(g->insns + at)) {
            plan_copied(&p, g->accesses + at, VM_WRITE, g->insns[at].k.u);
            plan_copied(&p, g->sources + at, VM_READ, g->insns[at].k.u);
        }
    }
}
