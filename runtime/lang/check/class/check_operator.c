/* SPDX-License-Identifier: Apache-2.0 */
/* Operators on classes: member functions and free ones compete, as C++17 16.3.1.2 says; where none fits, classes that
 * convert to numbers are tried as such by the caller. */
#include "lang/check/class/check_classes.h"

#include <string.h>

#include "lang/check/core/arguments.h"
#include "lang/check/core/functions.h"
#include "lang/check/core/symbols.h"
#include "lang/check/core/tree_build.h"

bool operator_overloadable(const struct expr *e)
{
    const struct type *t = type_plain(e->type);
    return (t->kind == TYPE_STRUCT && t->complete) || t->kind == TYPE_ENUM ||
           t->kind == TYPE_BRACES || t->kind == TYPE_OVERLOADS;
}

/* Numbers and enumerators have operators of their own, which are better than one that takes neither of their enums. */
static bool plain_is_better(struct checker *c, struct symbol *o, struct expr *const *args,
                            uint32_t n)
{
    const struct type *f = function_signature(c, o);
    for (uint32_t i = 0; i < n; i++) {
        const struct type *t = type_plain(args[i]->type);
        if (!type_is_arithmetic(t) && t->kind != TYPE_ENUM)
            return false;
        const struct type *p = f && i < f->param_count ? f->params[i].type : t;
        p = type_is_reference(p) ? p->base : p;
        if (t->kind == TYPE_ENUM && (t->scoped || type_same(p, t)))
            return false;
    }
    return true;
}

/* C++17 8.2.2: an operator of a class has the order of the built-in one. */
static void order_operands(struct expr *e, const char *op)
{
    bool from_left = !strcmp(op, "<<") || !strcmp(op, ">>") || !strcmp(op, ",") ||
                     !strcmp(op, "&&") || !strcmp(op, "||") || !strcmp(op, "->*") ||
                     !strcmp(op, "[]");
    while (e && e->kind != EXPR_CALL)
        e = e->left;
    if (e)
        e->order = from_left ? ARGS_FROM_LEFT : !strcmp(op, "()") ? ARGS_FROM_RIGHT : ARGS_OPERATOR;
}

struct expr *operator_overload(struct checker *c, const char *op, struct expr *l, struct expr *r,
                               struct span at)
{
    char text[24] = "operator";
    strncat(text, op, sizeof text - 9);
    struct name *name = name_cstr(&c->l->names, text);
    struct expr *both[2] = {l, r};
    struct call_args free_args = {both, r ? 2 : 1, NULL}, member_args = {both + 1, r ? 1 : 0, l};
    symbol_vec members = {0}, others = {0};
    struct symbol *s = l->type->kind == TYPE_STRUCT ? class_find(c, l->type, name->text) : NULL;
    overload_gather(&members, s);
    bool only_member =
        !strcmp(op, "=") || !strcmp(op, "[]") || !strcmp(op, "()") || !strcmp(op, "->");
    if (!only_member)
        overload_gather_for(c, &others, name, &free_args);
    struct expr *e = NULL;
    bool m_ambiguous = false, o_ambiguous = false;
    struct symbol *m =
        members.n ? overload_choose_quietly(c, &members, &member_args, NULL, &m_ambiguous) : NULL;
    struct symbol *o =
        others.n ? overload_choose_quietly(c, &others, &free_args, NULL, &o_ambiguous) : NULL;
    if (o && plain_is_better(c, o, both, free_args.n))
        o = NULL;
    if (m && o) { /* the better fit of the right side; the member when they are level */
        const struct type *mf = function_signature(c, m), *of = function_signature(c, o);
        bool right = r && mf->param_count > 1 && of->param_count > 1;
        int a = right ? overload_rank(c, r, mf->params[1].type) : 0,
            b = right ? overload_rank(c, r, of->params[1].type) : 0;
        int left = overload_rank(c, l, of->params[0].type);
        if (b < a && left <= 1)
            m = NULL;
        else
            o = NULL;
    }
    if (m && m_ambiguous)
        m = overload_choose(c, &members, &member_args, NULL, text, at),
        e = m ? NULL : expr_bad(c, at);
    if (o && o_ambiguous && !m && !e)
        o = overload_choose(c, &others, &free_args, NULL, text, at), e = o ? NULL : expr_bad(c, at);
    if (!e && m && overload_usable(c, m, at))
        e = call_symbol(c, m, &member_args, at);
    else if (!e && m)
        e = expr_bad(c, at);
    else if (!e && o)
        e = call_symbol(c, o, &free_args, at);
    VEC_FREE(&members);
    VEC_FREE(&others);
    order_operands(e, op);
    return e;
}
