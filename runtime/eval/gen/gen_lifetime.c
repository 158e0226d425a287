/* SPDX-License-Identifier: Apache-2.0 */
/* The end of objects' lifetimes: destructors that run when the cleanup list is released, or only when an exception
 * propagates. */
#include "eval/gen/gen.h"

static struct destructor_call *destroy_later(struct gen *g, const struct type *t, uint32_t slot,
                                             struct span at)
{
    struct symbol *s = type_destructor(t);
    const struct type *element = type_plain(type_element(t));
    if (!s)
        return NULL;
    struct destructor_call *d = ARENA_NEW(&g->code->arena, struct destructor_call);
    *d = (struct destructor_call){s, element->size ? t->size / element->size : 1, element->size,
                                  false};
    gen_emit_p(g, at, OP_DESTROY, slot, 0, d);
    g->depth++;
    return d;
}

void gen_cleanup(struct gen *g, const struct stmt *s, uint32_t slot)
{
    struct destructor_call *d = ARENA_NEW(&g->code->arena, struct destructor_call);
    *d = (struct destructor_call){s->cleanup, 1, s->symbol->type->size, false};
    gen_emit_p(g, s->at, OP_DESTROY, slot, 0, d);
    g->depth++;
}

void gen_destroy(struct gen *g, const struct type *t, uint32_t slot, struct span at)
{
    destroy_later(g, t, slot, at);
}

void gen_guard(struct gen *g, const struct stmt *s)
{
    uint32_t top = g->top, object = gen_slots(g, 1);
    gen_address(g, s->expr, object);
    struct destructor_call *d = destroy_later(g, s->expr->type, object, s->at);
    if (d)
        d->guard = !s->always;
    g->top = top;
}

void gen_guard_part(struct gen *g, uint32_t object, uint64_t offset, const struct expr *value)
{
    uint32_t top = g->top, part = gen_slots(g, 1);
    if (!type_destructor(value->type))
        return;
    gen_emit_k(g, value->at, OP_ADD_K_U64, part, object, (int64_t) offset);
    destroy_later(g, value->type, part, value->at)->guard = true;
    g->top = top;
}
