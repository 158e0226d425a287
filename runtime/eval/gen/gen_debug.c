/* SPDX-License-Identifier: Apache-2.0 */
/* What debugged code has besides: a call before each statement, and where its variables lie. Code that is not debugged has neither.
 * Next: eval/debug/host_debug.c. */
#include "eval/gen/gen.h"

static void stop(struct gen *g, struct span at, const struct type *returns, uint32_t slot)
{
    struct call_site *site =
        g->stops && !g->inlined ? g->vm->rooms.stops->site(g->vm, g->code, at, returns) : NULL;
    if (site)
        gen_emit_host(g, site, slot);
}

void gen_stop(struct gen *g, struct span at)
{
    stop(g, at, NULL, g->top);
}

void gen_stop_at_end(struct gen *g, uint32_t value, const struct type *returns)
{
    struct span at = g->body->at;
    stop(g, (struct span){at.source, at.end ? at.end - 1 : 0, at.end}, returns, value);
}

/* Slots are allocated like a stack: what lay at the slot or above is gone. */
void gen_variables_end(struct gen *g, uint32_t slot)
{
    if (!g->stops)
        return;
    VEC_EACH (l, &g->code->locals)
        if (l->slot >= slot && l->to == UINT32_MAX)
            l->to = gen_here(g);
}

void gen_variable_ready(struct gen *g, const struct symbol *s)
{
    for (size_t k = g->stops ? g->code->locals.n : 0; k-- > 0;)
        if (g->code->locals.at[k].symbol == s) {
            g->code->locals.at[k].from = gen_here(g);
            return;
        }
}

void gen_variable(struct gen *g, const struct symbol *s, uint32_t slot)
{
    const struct type *t = s->type;
    if (!g->stops || g->inlined || !s->name || *s->name == ' ')
        return;
    gen_variables_end(g, slot);
    VEC_EACH (l, &g->code->locals) /* a parameter that has moved to an object */
        if (l->symbol == s && l->to == UINT32_MAX)
            l->to = gen_here(g);
    bool object = gen_local_in_memory(g, s) || gen_by_address(t);
    VEC_PUSH(
        &g->code->locals,
        (struct code_local){
            .symbol = s, .slot = slot, .object = object, .from = gen_here(g), .to = UINT32_MAX});
}
