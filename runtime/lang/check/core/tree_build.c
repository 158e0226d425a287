/* SPDX-License-Identifier: Apache-2.0 */
/* Nodes of the typed tree. */
#include "lang/check/core/tree_build.h"

#include <string.h>

#include "lang/check/core/symbols.h"

struct expr *expr_new(struct checker *c, enum expr_kind kind, const struct type *type,
                      struct span at)
{
    struct expr *e = ARENA_NEW(c->arena, struct expr);
    *e = (struct expr){.kind = kind, .type = type, .at = at};
    return e;
}

struct expr *integer_new(struct checker *c, const struct type *type, int64_t v, struct span at)
{
    struct expr *e = expr_new(c, EXPR_INTEGER, type_plain(type), at);
    e->integer = v;
    e->upper = type_is_int128(e->type) && v < 0 ? -1 : 0;
    return e;
}

struct expr *expr_bad(struct checker *c, struct span at)
{
    if (!c->poisoned.source)
        c->poisoned = at;
    return expr_new(c, EXPR_INTEGER, type_basic(TYPE_ERROR), at);
}

bool expr_is_bad(const struct expr *e)
{
    return e->type->kind == TYPE_ERROR;
}

struct expr *expr_deref(struct checker *c, struct expr *pointer, struct span at)
{
    struct expr *e = expr_new(c, EXPR_DEREF, pointer->type->base, at);
    e->left = pointer;
    e->lvalue = true;
    return e;
}

const char *type_quoted(struct checker *c, const struct type *t)
{
    return type_name_short(&c->diags->arena, t);
}

bool has_name(const struct type *t, const char *name)
{
    return t->name && !strcmp(t->name, name);
}

/* ---- statements ---- */

struct stmt *stmt_new(struct checker *c, enum stmt_kind kind, struct span at)
{
    struct stmt *s = ARENA_NEW(c->arena, struct stmt);
    s->kind = kind;
    s->at = at;
    return s;
}

void put_stmt(struct checker *c, struct stmt *s)
{
    VEC_PUSH(c->out, s);
}

void put_expr(struct checker *c, struct expr *e)
{
    struct stmt *s = stmt_new(c, STMT_EXPR, e->at);
    s->expr = e;
    put_stmt(c, s);
}

void put_declare(struct checker *c, struct symbol *s, struct expr *value, struct span at)
{
    struct stmt *d = stmt_new(c, STMT_DECLARE, at);
    d->symbol = s;
    d->expr = value;
    put_stmt(c, d);
}

struct symbol *put_hidden(struct checker *c, const struct type *t, struct expr *value,
                          struct span at)
{
    struct symbol *s = hidden_new(c, t, at);
    put_declare(c, s, value, at);
    return s;
}

struct stmt *block_of(struct checker *c, stmt_vec *list, struct span at)
{
    struct stmt *s = stmt_new(c, STMT_BLOCK, at);
    s->count = (uint32_t) list->n;
    s->list = ARENA_ARRAY(c->arena, struct stmt *, list->n);
    if (list->n)
        memcpy(s->list, list->at, list->n * sizeof *list->at);
    VEC_FREE(list);
    return s;
}
