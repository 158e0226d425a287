/* SPDX-License-Identifier: Apache-2.0 */
/* std::cout << x and std::cin >> x: each step is a call of a library row, `__put` or `__get`, which looks at the type of
 * its operand and gives the stream back. std::cout, std::endl, std::hex... are rows without parameters: their name
 * alone calls them. setw(n) and the like are called as written. */
#include "lang/check.h"

#include <string.h>

/* A pointer to that opaque struct of the prelude: how streams and manipulators are typed. */
static bool is_handle(const struct type *t, const char *tag)
{
    return t->kind == TYPE_POINTER && t->base->kind == TYPE_STRUCT && t->base->name &&
           !strcmp(t->base->name, tag);
}

bool is_stream(const struct expr *e)
{
    return is_handle(e->type, "__ostream") || is_handle(e->type, "__istream");
}

static bool is_stream_name(const struct type *f)
{
    return f && f->kind == TYPE_FUNCTION && !f->param_count &&
           (is_handle(f->base, "__ostream") || is_handle(f->base, "__istream") ||
            is_handle(f->base, "__manipulator"));
}

struct expr *stream_name(struct checker *c, const struct node *n)
{
    if (!n->name->builtin_count || (n->name->ordinary && !(n->flags & FLAG_STD)))
        return NULL;
    struct library_row *row = library_row(c->l, n->name->builtin);
    if (!is_stream_name(row->type))
        return NULL;
    struct expr *e = expr_new(c, EXPR_BUILTIN, row->type->base, n->at);
    e->symbol = &row->symbol;
    return e;
}

static struct expr *step(struct checker *c, const char *row, struct expr *stream,
                         struct expr *operand, struct span at)
{
    return library_call(c, row, (struct expr *[]){stream, operand}, 2, at);
}

static struct expr *refuse(struct checker *c, const struct expr *operand, const char *what,
                           const char *help)
{
    struct diag *d =
        diag_error(c->diags, DIAG_TYPE, operand->at, "a value of type '%s' cannot be %s a stream",
                   quoted(c, operand->type), what);
    diag_help(c->diags, d, "%s", help);
    return expr_bad(c, operand->at);
}

struct expr *check_stream(struct checker *c, enum expr_kind kind, struct expr *stream,
                          const struct node *right, struct span at)
{
    bool out = is_handle(stream->type, "__ostream");
    struct expr *operand = check_expr(c, right);
    if (bad(operand))
        return operand;
    if (out != (kind == EXPR_SHIFT_LEFT)) {
        struct diag *d =
            diag_error(c->diags, DIAG_TYPE, at, "'%s' does not fit this stream", out ? ">>" : "<<");
        diag_help(c->diags, d, "std::cout << x writes, std::cin >> x reads");
        return expr_bad(c, at);
    }
    if (out) {
        operand = rvalue(c, operand);
        if (bad(operand))
            return operand;
        return type_is_scalar(operand->type)
                   ? step(c, "__put", stream, operand, at)
                   : refuse(c, operand, "written to", "write its members one by one");
    }
    bool readable = operand->lvalue &&
                    (type_is_arithmetic(operand->type) ||
                     (operand->type->kind == TYPE_ARRAY && operand->type->base->kind == TYPE_CHAR));
    if (!readable)
        return refuse(c, operand, "read from",
                      "read into a variable of a number or character type");
    struct expr *to = operand->type->kind == TYPE_ARRAY ? rvalue(c, operand)
                                                        : address_of(c, operand, operand->at);
    return bad(to) ? to : step(c, "__get", stream, to, at);
}
