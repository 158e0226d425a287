/* SPDX-License-Identifier: Apache-2.0 */
/* Plans the guards of memory accesses. The interpreter looks up the object of each. Here a guard compares with what the last
 * look-up at its site found: where in a loop the base is the same and no object can end, bounds alone are compared. A guard that
 * fails asks jit_access (jit_run.c). Needs jit_webs.c. Next: jit_memory.c, which writes the guards. */
#include "eval/jit/jit_gen.h"

#include <string.h>

enum { NO_LOOP = -1 };

struct planner {
    struct jit_gen *g;
    uint8_t **defines; /* by loop, if it is pure: whether it defines a web */
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

/* The outermost pure loop around instruction `at` that does not define the web. */
static int loop_for(const struct planner *p, uint32_t at, uint32_t web)
{
    const struct jit_gen *g = p->g;
    int found = NO_LOOP;
    for (size_t k = 0; k < g->loops.n; k++) {
        const struct jit_loop *l = g->loops.at + k;
        if (!l->pure || at < l->first || at > l->last || p->defines[k][web])
            continue;
        if (found == NO_LOOP ||
            l->last - l->first > g->loops.at[found].last - g->loops.at[found].first)
            found = (int) k;
    }
    return found;
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

/* Accesses at constant offsets from one base, in one block, share the first one's guard. */
static void plan_range(struct jit_gen *g, uint32_t at)
{
    struct jit_access *a = g->accesses + at;
    uint32_t op = g->insns[at].op, node = g->now[g->insns[at].b], slot = g->insns[at].b;
    struct jit_site s = {.guard = GUARD_RANGE, .how = (uint8_t) how_of(op)};
    uint32_t end = g->blocks.at[g->block_of[at]].end;
    a->guard = GUARD_RANGE;
    a->reach = g->insns[at].c + (uint32_t) jit_ops[op].other;
    for (uint32_t k = at + 1; k < end; k++) {
        const struct insn *before = g->insns + k - 1, *i = g->insns + k;
        if ((insn_roles[before->op] & (CHANGES | IN_C)) ||
            ((insn_roles[before->op] & WRITES_A) && before->a == slot))
            break;
        if (!is_access(i->op) || is_indexed(i->op) || i->b != slot)
            continue;
        uint32_t reach = i->c + (uint32_t) jit_ops[i->op].other;
        a->reach = reach > a->reach ? reach : a->reach;
        s.several = true;
        if (how_of(i->op) == VM_WRITE)
            s.how = VM_WRITE;
        g->accesses[k].reach = 1; /* planned */
    }
    a->site = add_site(g, s, (struct jit_plan){node, UINT32_MAX});
}

static void plan(const struct planner *p, uint32_t at)
{
    struct jit_gen *g = p->g;
    struct jit_access *a = g->accesses + at;
    const struct insn *i = g->insns + at;
    if (a->reach)
        return;
    uint32_t web = g->nodes[g->now[i->b]];
    int loop = loop_for(p, at, web);
    if (loop == NO_LOOP && !is_indexed(i->op)) {
        plan_range(g, at);
        return;
    }
    a->guard = is_indexed(i->op) ? GUARD_INDEX : GUARD_BYTES;
    a->hoisted = loop != NO_LOOP;
    struct jit_site s = {.guard = (uint8_t) a->guard, .how = (uint8_t) how_of(i->op)};
    if (a->guard == GUARD_INDEX)
        s.size = (uint32_t) jit_ops[i->op].other;
    size_t before = g->sites.n;
    a->site = add_site(g, s, (struct jit_plan){web, (uint32_t) loop});
    if (a->hoisted && g->sites.n > before)
        VEC_PUSH(&g->hoists, (struct jit_hoist){(uint32_t) loop, a->site, web});
}

void jit_sites(struct jit_gen *g)
{
    struct planner p = {.g = g};
    g->accesses = ARENA_ARRAY(&g->arena, struct jit_access, g->n);
    note_definitions(&p);
    for (uint32_t at = 0; at < g->n; at++) {
        struct jit_effects e = jit_effects(g, g->insns + at);
        jit_walk_to(g, at);
        if (is_access(g->insns[at].op))
            plan(&p, at);
        jit_walk_over(g, at, &e);
    }
}
