/* SPDX-License-Identifier: Apache-2.0 */
/* Constant objects whose values constant expressions may use: C++17 8.20 [expr.const]. */
#include "lang/check/core/convert.h"
#include "lang/check/core/tree_build.h"

void note_known(struct symbol *s, const struct expr *value)
{
    bool scalar = value && (value->kind == EXPR_INTEGER || value->kind == EXPR_REAL);
    if (!scalar || !s->type->is_const || s->type->is_volatile || !type_is_arithmetic(s->type))
        return;
    s->known = true;
    if (value->kind == EXPR_REAL)
        s->real = value->real;
    else
        s->integer = value->integer;
}

void note_elements(struct symbol *s, const struct expr *value)
{
    if (value && value->kind == EXPR_AGGREGATE && value->type->kind == TYPE_ARRAY)
        s->elements = value;
}

struct expr *known_value(struct checker *c, const struct symbol *s, struct span at)
{
    const struct type *t = type_plain(s->type);
    if (!s->known || !type_is_arithmetic(t))
        return NULL;
    if (type_is_integer(t))
        return integer_new(c, t, s->integer, at);
    struct expr *e = expr_new(c, EXPR_REAL, t, at);
    e->real = s->real;
    return e;
}

/* The initialiser of the constexpr array that e is a part of, at a constant offset in bytes. NULL: of none. */
static const struct expr *array_around(const struct expr *e, uint64_t *offset)
{
    if (e->kind == EXPR_VARIABLE)
        return e->symbol->elements;
    const struct expr *p = e->kind == EXPR_DEREF ? e->left : NULL;
    if (p && p->kind == EXPR_POINTER_ADD && p->right->kind == EXPR_INTEGER) {
        *offset += (uint64_t) p->right->integer * p->type->base->size;
        p = p->left;
    }
    return p && p->kind == EXPR_DECAY ? array_around(p->left, offset) : NULL;
}

struct expr *known_element(struct checker *c, const struct expr *e)
{
    uint64_t offset = 0;
    const struct expr *array =
        e->kind == EXPR_DEREF && type_is_arithmetic(e->type) ? array_around(e, &offset) : NULL;
    if (!array || offset >= array->type->size)
        return NULL;
    for (uint32_t i = 0; i < array->init_count; i++) {
        const struct expr *v = array->inits[i].value;
        if (array->inits[i].offset != offset)
            continue;
        if (v->kind != EXPR_INTEGER && v->kind != EXPR_REAL)
            return NULL;
        struct expr *copy = expr_new(c, v->kind, type_plain(e->type), e->at);
        *copy = *v;
        copy->type = type_plain(e->type);
        copy->at = e->at;
        return copy;
    }
    struct expr *zero = integer_new(c, type_basic(TYPE_INT), 0, e->at); /* it was left out */
    return convert_to(c, zero, e->type);
}
