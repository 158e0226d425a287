/* SPDX-License-Identifier: Apache-2.0 */
/* Three-way comparison, and the operators that are made of == and <=> (C++20 7.6.8, 12.2.2.3). What compares numbers and the classes
 * of the library are functions of <compare>. */
#include "lang/check/class/check_classes.h"

#include <string.h>

#include "lang/check/core/convert.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"

/* A function of <compare>. */
static struct expr *call_compare(struct checker *c, const char *function, struct expr **args,
                                 uint32_t n, struct span at)
{
    struct name *space = name_cstr(&c->l->names, "std"),
                *name = name_in(&c->l->names, space, name_cstr(&c->l->names, function));
    struct call_args given = {args, n, NULL};
    symbol_vec all = {0};
    overload_gather(&all, name->ordinary);
    struct symbol *s = overload_choose(c, &all, &given, NULL, function, at);
    VEC_FREE(&all);
    return s ? call_symbol(c, s, &given, at) : expr_bad(c, at);
}

static bool is_library_class(const struct type *t)
{
    t = type_plain(t);
    return t->kind != TYPE_STRUCT || (t->name && !strncmp(t->name, "std::", 5));
}

/* l <=> r by an operator function, also one for r <=> l; *out_reversed: then. NULL: there is none. */
static struct expr *by_function(struct checker *c, struct expr *l, struct expr *r, struct span at,
                                bool *out_reversed)
{
    *out_reversed = false;
    struct expr *e = operator_overload(c, "<=>", l, r, at);
    if (e || type_same(type_plain(l->type), type_plain(r->type)))
        return e;
    *out_reversed = true;
    return operator_overload(c, "<=>", r, l, at);
}

struct expr *three_way(struct checker *c, struct expr *l, struct expr *r, struct span at)
{
    bool reversed;
    if (expr_is_bad(l) || expr_is_bad(r))
        return expr_bad(c, at);
    bool classes = operator_overloadable(l) || operator_overloadable(r);
    struct expr *e = classes ? by_function(c, l, r, at, &reversed) : NULL;
    if (e)
        return reversed && !expr_is_bad(e) ? call_compare(c, "__opposite", &e, 1, at) : e;
    if (classes && (!is_library_class(l->type) || !is_library_class(r->type))) {
        diag_error(c->diags, DIAG_TYPE, at, "there is no '<=>' for '%s' and '%s'",
                   type_quoted(c, l->type), type_quoted(c, r->type));
        return expr_bad(c, at);
    }
    struct expr *args[] = {l, r};
    return call_compare(c, "__three_way", args, 2, at);
}

static struct expr *opposite(struct checker *c, struct expr *e, struct span at)
{
    if (!e || expr_is_bad(e))
        return e;
    struct expr *n = expr_new(c, EXPR_NOT, type_basic(TYPE_BOOL), at);
    n->left = convert_to_bool(c, e, "'=='");
    return n;
}

static enum token_kind turned(unsigned op)
{
    return op == TOKEN_LESS      ? TOKEN_GREATER
           : op == TOKEN_GREATER ? TOKEN_LESS
           : op == TOKEN_LESS_EQ ? TOKEN_GREATER_EQ
                                 : TOKEN_LESS_EQ;
}

struct expr *rewritten_comparison(struct checker *c, unsigned op, struct expr *l, struct expr *r,
                                  struct span at, unsigned *out_op)
{
    bool other = !type_same(type_plain(l->type), type_plain(r->type));
    *out_op = 0;
    if (op == TOKEN_EQ)
        return other ? operator_overload(c, "==", r, l, at) : NULL;
    if (op == TOKEN_NOT_EQ) {
        struct expr *e = operator_overload(c, "==", l, r, at);
        return opposite(c, e || !other ? e : operator_overload(c, "==", r, l, at), at);
    }
    if (op != TOKEN_LESS && op != TOKEN_GREATER && op != TOKEN_LESS_EQ && op != TOKEN_GREATER_EQ)
        return NULL;
    bool reversed;
    struct expr *e = by_function(c, l, r, at, &reversed);
    if (!e || expr_is_bad(e))
        return e;
    *out_op = reversed ? turned(op) : op;
    return e;
}
