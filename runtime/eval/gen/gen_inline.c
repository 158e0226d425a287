/* SPDX-License-Identifier: Apache-2.0 */
/* Inlines calls of small functions of our headers, and of what gen_pure.c finds: the function's result expression is generated with the arguments in
 * place of its parameters. */
#include "eval/gen/gen.h"

enum { INLINE_DEPTH = 6, INLINE_PARAMS = 4 };

const struct expr *gen_only_result(const struct function *f)
{
    const struct stmt *s = f->body;
    if (!s || s->kind != STMT_BLOCK || s->count != 1 || s->list[0]->kind != STMT_RETURN)
        return NULL;
    return s->list[0]->expr;
}

/* A constructor's first parameter, `this`, is no argument. */
static uint32_t first_param(const struct expr *e)
{
    return e->kind == EXPR_CONSTRUCT ? 1 : 0;
}

bool gen_plain_params(const struct function *f, uint32_t first)
{
    if (f->type->param_count > INLINE_PARAMS)
        return false;
    for (uint32_t i = first; i < f->type->param_count; i++)
        if (!f->params[i] || f->params[i]->in_memory || gen_by_address(f->params[i]->type))
            return false;
    return true;
}

const struct function *gen_small(struct gen *g, const struct expr *e)
{
    bool constructs = e->kind == EXPR_CONSTRUCT;
    if ((e->kind != EXPR_CALL && !constructs) || !e->symbol || e->virtual_slot ||
        !e->symbol->function || !e->symbol->function->library)
        return NULL;
    struct function *f = e->symbol->function;
    if (g->inlined >= INLINE_DEPTH || f->type->variadic)
        return NULL;
    if (f->stale && !f->body && (constructs || lang_is_one_statement(f))) {
        struct diags unused = {0};
        bool good = lang_recheck(g->vm->lang, f, e->at, &unused);
        diags_free(&unused);
        if (!good)
            return NULL;
    }
    return f->stale || !f->body || !gen_plain_params(f, first_param(e)) ? NULL : f;
}

const struct expr *gen_inlined(struct gen *g, const struct expr *e)
{
    if (e->kind != EXPR_CALL || gen_by_address(e->type) || e->type->kind == TYPE_VOID)
        return NULL;
    const struct function *f = gen_small(g, e);
    if (f)
        return gen_only_result(f);
    const struct expr *pure = g->inlined < INLINE_DEPTH ? gen_pure_result(g, e) : NULL;
    return pure && gen_plain_params(e->symbol->function, 0) ? pure : NULL;
}

/* Its temporaries stay: the inlined expression is part of the same full expression. */
static void inlined_argument(struct gen *g, const struct expr *e, uint32_t to)
{
    gen_value(g, e, to);
}

void gen_inline_begin_with(struct gen *g, const struct expr *e,
                           void (*argument)(struct gen *g, const struct expr *e, uint32_t to),
                           struct inlined *in)
{
    const struct function *f = e->symbol->function;
    uint32_t first = first_param(e), count = f->type->param_count - first;
    in->function = f;
    in->first = first;
    in->at = g->inline_at;
    uint32_t slots[INLINE_PARAMS] = {0};
    for (uint32_t i = 0; i < count; i++)
        slots[i] = gen_slots(g, 1);
    gen_arguments(g, e, slots, 0, argument);
    for (uint32_t i = 0; i < count; i++) {
        in->slots[i] = gen_local_slot(g, f->params[first + i]);
        gen_local_put(g, f->params[first + i], slots[i]);
    }
    if (!g->inlined++)
        g->inline_at = e->at;
}

void gen_inline_begin(struct gen *g, const struct expr *e, struct inlined *in)
{
    gen_inline_begin_with(g, e, inlined_argument, in);
}

void gen_inline_end(struct gen *g, const struct inlined *in)
{
    for (uint32_t i = in->first; i < in->function->type->param_count; i++)
        gen_local_put(g, in->function->params[i], in->slots[i - in->first]);
    g->inlined--;
    g->inline_at = in->at;
}
