/* SPDX-License-Identifier: Apache-2.0 */
/* std::max and its like: small functions of our headers that compare two references to scalars and return one of them.
 * Where the result is only read, the parameters are values, so that temporaries need no objects: std::max(x, 0.0f). */
#include "eval/gen/gen.h"

static bool is_param(const struct expr *e, const struct function *f)
{
    return e->kind == EXPR_VARIABLE && (e->symbol == f->params[0] || e->symbol == f->params[1]);
}

static bool reads_param(const struct expr *e, const struct function *f)
{
    return e->kind == EXPR_DEREF && is_param(e->left, f);
}

static bool refers_to_scalar(const struct type *t)
{
    return t->kind == TYPE_POINTER && t->reference && type_is_scalar(t->base) &&
           !type_is_wide(t->base);
}

/* comparison ? parameter : parameter; NULL: the call does something else. */
static const struct expr *choice(struct gen *g, const struct expr *call)
{
    const struct expr *e = gen_inlined(g, call);
    const struct function *f = e ? call->symbol->function : NULL;
    e = e ? gen_pointer(e) : NULL;
    if (!e || e->kind != EXPR_CONDITIONAL || f->type->param_count != 2 || call->arg_count != 2)
        return NULL;
    const struct expr *c = e->condition;
    bool compares = c->kind >= EXPR_LESS && c->kind <= EXPR_NOT_EQUAL && reads_param(c->left, f) &&
                    reads_param(c->right, f);
    return compares && is_param(e->left, f) && is_param(e->right, f) &&
                   refers_to_scalar(f->params[0]->type) && refers_to_scalar(f->params[1]->type)
               ? e
               : NULL;
}

/* The value of a temporary that a reference is bound to; NULL: it is bound to something else. */
static const struct expr *temporary(const struct expr *pointer)
{
    const struct expr *e = pointer->kind == EXPR_DECAY ? pointer->left : NULL;
    return e && e->kind == EXPR_AGGREGATE && e->init_count == 1 &&
                   type_is_scalar(e->inits[0].value->type)
               ? e->inits[0].value
               : NULL;
}

/* Whether evaluating it might change what another argument reads, so that this could not be read first. */
static bool disturbs(void *context, const struct expr *e)
{
    struct gen *g = context;
    const struct expr *body = e->kind == EXPR_CALL ? gen_inlined(g, e) : NULL;
    if (body ? disturbs(g, body) : e->kind != EXPR_AGGREGATE && !gen_only_reads(e))
        return true;
    return expr_any_operand(e, disturbs, g);
}

static bool may_be_values(struct gen *g, const struct expr *call)
{
    bool any = false;
    for (uint32_t i = 0; i < call->arg_count; i++) {
        const struct expr *p = gen_pointer(call->args[i]);
        any |= temporary(p) || (p->kind == EXPR_CALL && choice(g, p));
        if (disturbs(g, p))
            return false;
    }
    return any;
}

/* What a reference refers to. */
static struct expr read_of(const struct expr *reference)
{
    return (struct expr){.kind = EXPR_DEREF,
                         .lvalue = true,
                         .type = type_plain(reference->type->base),
                         .at = reference->at,
                         .left = (struct expr *) (uintptr_t) gen_pointer(reference)};
}

static void argument(struct gen *g, const struct expr *e, uint32_t to)
{
    const struct expr *p = gen_pointer(e), *value = temporary(p);
    struct expr read = read_of(e);
    if (!value)
        value = p->kind == EXPR_ADDRESS ? p->left : &read;
    gen_value(g, value, to);
}

bool gen_choice(struct gen *g, const struct expr *e, int64_t want, uint32_t *out)
{
    const struct expr *call = e->kind == EXPR_DEREF ? e->left : NULL;
    const struct expr *body = call && call->kind == EXPR_CALL ? choice(g, call) : NULL;
    if (!body || !may_be_values(g, call))
        return false;
    struct expr yes = read_of(body->left), no = read_of(body->right), chosen = *body;
    chosen.type = yes.type;
    chosen.left = &yes;
    chosen.right = &no;
    struct inlined in;
    gen_inline_begin_with(g, call, argument, &in);
    const struct function *before = g->by_value;
    g->by_value = in.function;
    *out = gen_value(g, &chosen, want);
    g->by_value = before;
    gen_inline_end(g, &in);
    return true;
}

bool gen_is_value(const struct gen *g, const struct expr *pointer)
{
    return g->by_value && is_param(pointer, g->by_value);
}
