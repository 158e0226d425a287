/* SPDX-License-Identifier: Apache-2.0 */
/* Inlines calls of small functions of our headers: the function's result expression is generated with the arguments in
 * place of its parameters. */
#include "eval/gen/gen.h"

enum { INLINE_DEPTH = 6, INLINE_PARAMS = 4 };

static const struct expr *only_result(const struct function *f)
{
    const struct stmt *s = f->body;
    if (!s || s->kind != STMT_BLOCK || s->count != 1 || s->list[0]->kind != STMT_RETURN)
        return NULL;
    return s->list[0]->expr;
}

static bool plain_params(const struct function *f)
{
    if (f->type->param_count > INLINE_PARAMS)
        return false;
    for (uint32_t i = 0; i < f->type->param_count; i++)
        if (!f->params[i] || f->params[i]->in_memory || gen_by_address(f->params[i]->type))
            return false;
    return true;
}

const struct expr *gen_inlined(struct gen *g, const struct expr *e)
{
    if (e->kind != EXPR_CALL || !e->symbol || e->virtual_slot || !e->symbol->function->library)
        return NULL;
    struct function *f = e->symbol->function;
    if (g->inlined >= INLINE_DEPTH || f->type->variadic || gen_by_address(f->type->base) ||
        f->type->base->kind == TYPE_VOID)
        return NULL;
    if (f->stale && !f->body && lang_is_one_statement(f)) {
        struct diags unused = {0};
        bool good = lang_recheck(g->vm->lang, f, e->at, &unused);
        diags_free(&unused);
        if (!good)
            return NULL;
    }
    return f->stale || !f->body || !plain_params(f) ? NULL : only_result(f);
}

/* Its temporaries stay: the inlined expression is part of the same full expression. */
static void inlined_argument(struct gen *g, const struct expr *e, uint32_t to)
{
    gen_value(g, e, to);
}

void gen_inline_begin(struct gen *g, const struct expr *e, struct inlined *in)
{
    const struct function *f = e->symbol->function;
    in->function = f;
    in->at = g->inline_at;
    uint32_t slots[INLINE_PARAMS];
    for (uint32_t i = 0; i < f->type->param_count; i++)
        slots[i] = gen_slots(g, 1);
    gen_arguments(g, e, slots, 0, inlined_argument);
    for (uint32_t i = 0; i < f->type->param_count; i++) {
        in->slots[i] = gen_local_slot(g, f->params[i]);
        gen_local_put(g, f->params[i], slots[i]);
    }
    if (!g->inlined++)
        g->inline_at = e->at;
}

void gen_inline_end(struct gen *g, const struct inlined *in)
{
    for (uint32_t i = 0; i < in->function->type->param_count; i++)
        gen_local_put(g, in->function->params[i], in->slots[i]);
    g->inlined--;
    g->inline_at = in->at;
}
