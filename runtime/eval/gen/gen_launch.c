/* SPDX-License-Identifier: Apache-2.0 */
/* Generates bytecode for launches. */
#include "eval/gen/gen.h"

/* An extent: an integer, or the three members of a dim3. */
static void launch_dim(struct gen *g, const struct expr *e, uint32_t to)
{
    uint32_t top = g->top;
    if (e->type->kind != TYPE_STRUCT) {
        gen_value(g, e, to);
        gen_emit_k(g, e->at, OP_CONST, to + 1, 0, 1);
        gen_emit_k(g, e->at, OP_CONST, to + 2, 0, 1);
    } else {
        uint32_t at = e->lvalue ? gen_address(g, e, -1) : gen_value(g, e, -1);
        for (uint32_t i = 0; i < 3; i++)
            gen_emit(g, e->at, OP_LOAD_U32, to + i, at, 4 * i);
    }
    g->top = top;
}

uint32_t gen_launch(struct gen *g, const struct expr *e, int64_t want)
{
    (void) want; /* a launch has no value */
    const struct launch *l = e->launch;
    uint32_t count = l->arg_count, first = gen_slots(g, 9 + count), arg = first + 8;
    struct launch_call *s = gen_call_site(g, sizeof *s, run_launch, e->at);
    s->call.kind = CALL_LAUNCH;
    s->launch = l;
    s->count = count;
    s->types = ARENA_ARRAY(&g->code->arena, const struct type *, count + 1);
    s->spans = ARENA_ARRAY(&g->code->arena, struct span, count + 1);
    launch_dim(g, l->grid, first);
    launch_dim(g, l->block, first + 3);
    const struct expr *others[2] = {l->shared, l->stream};
    for (uint32_t i = 0; i < 2; i++) {
        if (others[i])
            gen_value(g, others[i], first + 6 + i);
        else
            gen_emit_k(g, e->at, OP_CONST, first + 6 + i, 0, 0);
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t top = g->top;
        s->types[i] = l->args[i]->type;
        s->spans[i] = l->args[i]->at;
        gen_value(g, l->args[i], arg + i);
        g->top = top;
    }
    if (l->callee)
        gen_value(g, l->callee, arg + count);
    gen_emit_host(g, &s->call, first);
    return first;
}
