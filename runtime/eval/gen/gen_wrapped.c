/* SPDX-License-Identifier: Apache-2.0 */
/* Values of our headers' classes of one scalar, such as __half: where they are only stored, their scalar is calculated and stored, and no object
 * is made for them. It is what their constructor's only initialiser says. */
#include "eval/gen/gen.h"

static const struct type *scalar_of(const struct type *t)
{
    t = type_plain(t);
    if (t->kind != TYPE_STRUCT || !t->class || t->field_count != 1 || type_is_owned(t) ||
        t->class->copy || t->class->assign)
        return NULL;
    const struct field *f = t->fields;
    return type_is_scalar(f->type) && !f->bit_width && f->type->size == t->size ? f->type : NULL;
}

/* The one statement that is not empty; NULL: there are others. */
static const struct stmt *only_statement(const struct stmt *s)
{
    const struct stmt *found = NULL;
    if (s->kind != STMT_BLOCK)
        return s;
    for (uint32_t i = 0; i < s->count; i++) {
        const struct stmt *inner = s->list[i];
        if (inner->kind == STMT_EMPTY || (inner->kind == STMT_BLOCK && !inner->count))
            continue;
        if (found)
            return NULL;
        found = only_statement(inner);
        if (!found)
            return NULL;
    }
    return found;
}

/* What the constructor gives the scalar; NULL: it does something else. */
static const struct expr *initialiser(const struct function *f)
{
    const struct stmt *s = only_statement(f->body);
    const struct expr *e = s && s->kind == STMT_EXPR ? s->expr : NULL;
    return e && e->kind == EXPR_INIT && e->left->kind == EXPR_MEMBER &&
                   type_is_scalar(e->right->type)
               ? e->right
               : NULL;
}

/* What gives a value of such a class without an object: the scalar, or a call's result that is one in turn. */
static const struct expr *unwrapped(struct gen *g, const struct expr *e)
{
    if (!scalar_of(e->type) || !e->symbol)
        return NULL;
    const struct function *f = gen_small(g, e);
    if (!f)
        return NULL;
    return e->kind == EXPR_CONSTRUCT ? initialiser(f) : gen_only_result(f);
}

bool gen_is_wrapped(struct gen *g, const struct expr *e)
{
    const struct expr *inner = unwrapped(g, e);
    if (!inner || e->kind == EXPR_CONSTRUCT)
        return inner != NULL;
    g->inlined++; /* bounds the depth */
    bool wrapped = gen_is_wrapped(g, inner);
    g->inlined--;
    return wrapped;
}

uint32_t gen_wrapped(struct gen *g, const struct expr *e)
{
    const struct expr *inner = unwrapped(g, e);
    struct inlined in;
    uint32_t to = gen_slots(g, 1);
    gen_inline_begin(g, e, &in);
    if (e->kind == EXPR_CONSTRUCT)
        gen_value(g, inner, to);
    else
        gen_emit(g, e->at, OP_MOVE, to, gen_wrapped(g, inner), 0);
    gen_inline_end(g, &in);
    return to;
}

void gen_store_wrapped(struct gen *g, struct lvalue p, const struct expr *e, uint32_t value)
{
    gen_store(g, p, scalar_of(e->type), e->at, value);
}

bool gen_assign_wrapped(struct gen *g, const struct expr *e, uint32_t *out_value)
{
    if (e->kind != EXPR_ASSIGN || e->left->kind == EXPR_ELEMENT || !gen_is_wrapped(g, e->right))
        return false;
    *out_value = gen_wrapped(g, e->right);
    struct expr left = *e->left; /* as an object of the scalar's type */
    left.type = scalar_of(e->type);
    gen_store_wrapped(g, gen_place(g, &left), e->right, *out_value);
    return true;
}
