/* SPDX-License-Identifier: Apache-2.0 */
/* Basic blocks, loops and live slots of bytecode. What an instruction reads and writes is a fact of bytecode.def. Next: jit_webs.c. */
#include "eval/jit/jit_gen.h"

#include <string.h>

enum { WORDS_MAX = 1 << 20 }; /* of all sets of live slots */

static uint32_t argument_count(const struct jit_gen *g, const struct insn *i)
{
    const struct type *t = NULL;
    if (i->op == OP_CALL) {
        const struct symbol *s = i->p;
        t = s->function ? s->function->type : NULL;
    } else if (i->op == OP_CALL_PTR) {
        t = ((const struct indirect_call *) i->p)->type;
    } else if (i->op == OP_COMPUTE) {
        return ((const struct builtin_call *) i->p)->count;
    }
    uint32_t left = g->slots - i->a;
    if (!t || t->variadic)
        return left;
    uint32_t count = t->param_count + type_in_object(t->base);
    return count < left ? count : left;
}

struct jit_effects jit_effects(const struct jit_gen *g, const struct insn *i)
{
    struct jit_effects e = {.write = -1};
    uint32_t roles = insn_roles[i->op];
    if (i->op == OP_OBJECT && !((const struct object_desc *) i->p)->unsized)
        roles &= ~(uint32_t) READS_A;
    if (i->op == OP_RETURN && !g->returns)
        roles &= ~(uint32_t) READS_A;
    if (roles & READS_A)
        e.reads[e.read_count++] = i->a;
    if (roles & READS_B)
        e.reads[e.read_count++] = i->b;
    if (roles & READS_C)
        e.reads[e.read_count++] = i->c;
    if (roles & WRITES_A)
        e.write = i->a;
    if (roles & CALLS) {
        e.args = e.losses = i->a;
        e.args_end = i->a + argument_count(g, i);
        e.losses_end = g->slots;
    }
    return e;
}

void jit_each_successor(const struct jit_gen *g, uint32_t p,
                        void (*see)(struct jit_gen *, uint32_t from, uint32_t to),
                        struct jit_gen *to)
{
    const struct insn *i = g->insns + p;
    if (insn_roles[i->op] & JUMPS)
        see(to, p, (uint32_t) i->target);
    if (!(insn_roles[i->op] & ENDS))
        see(to, p, p + 1);
    if (i->op != OP_SWITCH)
        return;
    const struct switch_table *t = i->p;
    see(to, p, (uint32_t) t->otherwise);
    for (uint32_t k = 0; k < t->count; k++)
        see(to, p, (uint32_t) t->targets[k]);
}

/* ---- blocks and loops ---- */

static void mark_target(struct jit_gen *g, uint32_t from, uint32_t to)
{
    if (to == from + 1) /* after a jump a block begins in any case */
        return;
    g->block_of[to] = 1;
    if (to > from)
        return;
    VEC_EACH (l, &g->loops)
        if (l->first == to) {
            l->last = from;
            return;
        }
    VEC_PUSH(&g->loops, (struct jit_loop){.first = to, .last = from, .pure = true});
}

static void find_blocks(struct jit_gen *g)
{
    g->block_of[0] = 1;
    for (uint32_t p = 0; p < g->n; p++) {
        const struct insn *i = g->insns + p;
        jit_each_successor(g, p, mark_target, g);
        if (jit_is_probe(i->op))
            g->block_of[i->target] = 1;
        if ((insn_roles[i->op] & (JUMPS | ENDS)) && p + 1 < g->n)
            g->block_of[p + 1] = 1;
        if (i->op != OP_TRY)
            continue;
        const struct try_block *t = i->p;
        g->tries = true;
        for (uint32_t k = 0; k < t->count; k++)
            g->block_of[t->catches[k].target] = 1;
    }
    for (uint32_t p = 0; p < g->n; p++) {
        if (g->block_of[p])
            VEC_PUSH(&g->blocks, (struct jit_block){.first = p});
        VEC_LAST(&g->blocks).end = p + 1;
        g->block_of[p] = (uint32_t) g->blocks.n - 1;
    }
}

static void find_depths(struct jit_gen *g)
{
    VEC_EACH (l, &g->loops)
        for (uint32_t p = l->first; p <= l->last; p++) {
            if (insn_roles[g->insns[p].op] & CHANGES)
                l->pure = false;
            if (g->depth[p] < 8)
                g->depth[p]++;
        }
}

/* ---- live slots ---- */

static bool join(uint64_t *to, const uint64_t *from, uint32_t words)
{
    bool more = false;
    for (uint32_t w = 0; w < words; w++) {
        more |= (from[w] & ~to[w]) != 0;
        to[w] |= from[w];
    }
    return more;
}

static void before(const struct jit_gen *g, uint64_t *set, const struct insn *i)
{
    struct jit_effects e = jit_effects(g, i);
    if (jit_is_probe(i->op)) /* machine code leaves there, and the interpreter jumps */
        join(set, g->blocks.at[g->block_of[i->target]].live_in, g->words);
    if (e.write >= 0)
        jit_remove(set, (uint32_t) e.write);
    for (uint32_t s = e.losses; s < e.losses_end; s++)
        jit_remove(set, s);
    for (uint32_t k = 0; k < e.read_count; k++)
        jit_add(set, e.reads[k]);
    for (uint32_t s = e.args; s < e.args_end; s++)
        jit_add(set, s);
    for (uint32_t w = 0; g->tries && w < g->words; w++)
        set[w] |= g->handled[w];
}

static void join_successor(struct jit_gen *g, uint32_t from, uint32_t to)
{
    join(g->blocks.at[g->block_of[from]].live_out, g->blocks.at[g->block_of[to]].live_in, g->words);
}

/* Whether something became live at a handler. */
static bool join_handlers(struct jit_gen *g)
{
    bool more = false;
    for (uint32_t p = 0; g->tries && p < g->n; p++) {
        const struct try_block *t = g->insns[p].p;
        for (uint32_t k = 0; g->insns[p].op == OP_TRY && k < t->count; k++)
            more |=
                join(g->handled, g->blocks.at[g->block_of[t->catches[k].target]].live_in, g->words);
    }
    return more;
}

static void find_live(struct jit_gen *g)
{
    size_t bytes = g->words * sizeof(uint64_t);
    uint64_t *set = arena_alloc(&g->arena, bytes);
    VEC_EACH (b, &g->blocks) {
        b->live_in = arena_alloc(&g->arena, bytes);
        b->live_out = arena_alloc(&g->arena, bytes);
    }
    for (bool more = true; more;) {
        more = false;
        for (struct jit_block *b = g->blocks.at + g->blocks.n; b-- > g->blocks.at;) {
            jit_each_successor(g, b->end - 1, join_successor, g);
            memcpy(set, b->live_out, bytes);
            for (uint32_t p = b->end; p-- > b->first;)
                before(g, set, g->insns + p);
            more |= join(b->live_in, set, g->words);
        }
        more |= join_handlers(g);
    }
    VEC_EACH (b, &g->blocks) {
        memcpy(set, b->live_out, bytes);
        for (uint32_t p = b->end; p-- > b->first;) {
            before(g, set, g->insns + p);
            memcpy(g->live + (size_t) p * g->words, set, bytes);
        }
    }
}

bool jit_flow(struct jit_gen *g)
{
    g->words = (g->slots + 63) / 64;
    if ((uint64_t) g->n * g->words > WORDS_MAX || !g->n)
        return false;
    g->block_of = ARENA_ARRAY(&g->arena, uint32_t, g->n + 1);
    g->depth = ARENA_ARRAY(&g->arena, uint8_t, g->n);
    g->live = ARENA_ARRAY(&g->arena, uint64_t, (size_t) g->n * g->words);
    g->handled = ARENA_ARRAY(&g->arena, uint64_t, g->words);
    find_blocks(g);
    find_depths(g);
    find_live(g);
    return true;
}
