/* SPDX-License-Identifier: Apache-2.0 */
/* Casts as they are written; convert.c knows what can become what. A dynamic_cast that the types do not decide asks the
 * object's table (C++17 8.2.7). */
#include "lang/check/check_expression.h"

#include "lang/check/check_convert.h"
#include "lang/check/check_statement.h"

static struct expr *table_of(struct checker *c, const struct type *class, struct span at)
{
    struct expr *e = expr_new(c, EXPR_TABLE, type_pointer(c->arena, type_basic(TYPE_VOID)), at);
    e->computed = class;
    return e;
}

/* p, of type from *, as a wanted *: null when the object is none, or for a reference an error. */
static struct expr *ask(struct checker *c, struct expr *p, const struct type *to, bool reference,
                        struct span at)
{
    const struct type *from = type_plain(p->type->base), *wanted = type_plain(to->base);
    if (!from->class || !from->class->polymorphic) {
        struct diag *d = diag_error(c->diags, DIAG_TYPE, at, "'%s' has no virtual functions",
                                    type_quoted(c, from));
        diag_help(c->diags, d,
                  "dynamic_cast needs them to find the object's class: use static_cast");
        return expr_bad(c, at);
    }
    if (!wanted->class) {
        diag_error(c->diags, DIAG_TYPE, at, "'%s' and '%s' are unrelated classes",
                   type_quoted(c, from), type_quoted(c, wanted));
        return expr_bad(c, at);
    }
    const struct type *any = type_pointer(c->arena, type_basic(TYPE_VOID));
    struct expr *args[] = {convert_cast(c, p, any, at), table_of(c, wanted, at),
                           table_of(c, from, at)};
    return convert_cast(
        c, library_call(c, reference ? "__dynamic_ref" : "__dynamic_cast", args, 3, at), to, at);
}

static struct expr *dynamic(struct checker *c, struct expr *v, const struct type *to,
                            struct span at)
{
    bool reference = type_is_reference(to) && v->lvalue && type_is_class(v->type);
    struct expr *p = reference ? address_of(c, v, at) : convert_rvalue(c, v);
    const struct type *pointer = reference ? type_pointer(c->arena, to->base) : to;
    bool classes = pointer->kind == TYPE_POINTER && p->type->kind == TYPE_POINTER &&
                   pointer->base->kind == TYPE_STRUCT && p->type->base->kind == TYPE_STRUCT;
    if (!classes || type_base_offset(type_plain(p->type->base), type_plain(pointer->base)) >= 0)
        return convert_cast(c, v, to, at);
    struct expr *found = ask(c, p, pointer, reference, at);
    return reference && found->type->kind == TYPE_POINTER ? expr_deref(c, found, at) : found;
}

struct expr *check_cast(struct checker *c, const struct node *n)
{
    const struct type *t = resolve_type(c, n->a);
    struct expr *v = check_expr(c, n->b);
    if (n->op == TOKEN_DYNAMIC_CAST && v->type->kind != TYPE_ERROR && t->kind != TYPE_ERROR)
        return dynamic(c, v, t, n->at);
    return convert_cast(c, v, t, n->at);
}
