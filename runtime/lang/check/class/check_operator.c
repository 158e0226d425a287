/* SPDX-License-Identifier: Apache-2.0 */
/* Overloaded operators: member and free functions compete (C++17 16.3.1.2). If none fits, the caller tries classes
 * that convert to numbers as numbers. */
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

/* Operators that scoped enumerations have, too. */
static bool compares(const char *op)
{
    static const char *const all[] = {"==", "!=", "<", ">", "<=", ">=", "<=>"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(op, all[i]))
            return true;
    return false;
}

/* The built-in operators of numbers and enumerators are better than a candidate that takes neither of their enums. */
static bool plain_is_better(struct checker *c, struct symbol *o, const char *op,
                            struct expr *const *args, uint32_t n)
{
    const struct type *f = function_signature(c, o);
    for (uint32_t i = 0; i < n; i++) {
        const struct type *t = type_plain(args[i]->type);
        if (!type_is_arithmetic(t) && t->kind != TYPE_ENUM)
            return false;
        const struct type *p = f && i < f->param_count ? f->params[i].type : t;
        p = type_is_reference(p) ? p->base : p;
        if (t->kind == TYPE_ENUM && ((t->scoped && !compares(op)) || type_same(p, t)))
            return false;
    }
    return true;
}

/* C++17 8.2.2: an overloaded operator keeps the built-in evaluation order. */
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

/* The candidates for an operator: members of the left operand's class, and free functions. */
struct operators {
    symbol_vec members, others;
    struct call_args member_args, free_args;
    struct symbol *member, *other; /* the best of each, or NULL */
    bool member_ambiguous, other_ambiguous;
};

/* C++17 16.5.3 to 16.5.6: these are members only. */
static bool is_member_only(const char *op)
{
    return !strcmp(op, "=") || !strcmp(op, "[]") || !strcmp(op, "()") || !strcmp(op, "->");
}

static void find_operators(struct checker *c, struct operators *o, const char *op,
                           const struct name *name)
{
    struct expr *l = o->member_args.object;
    if (l->type->kind == TYPE_STRUCT)
        overload_gather(&o->members, class_find(c, l->type, name->text));
    if (!is_member_only(op))
        overload_gather_for(c, &o->others, name, &o->free_args);
    if (o->members.n)
        o->member =
            overload_choose_quietly(c, &o->members, &o->member_args, NULL, &o->member_ambiguous);
    if (o->others.n)
        o->other = overload_choose_quietly(c, &o->others, &o->free_args, NULL, &o->other_ambiguous);
    if (o->other && plain_is_better(c, o->other, op, o->free_args.at, o->free_args.n))
        o->other = NULL;
}

/* Whether the free function takes the right operand better, and the left one exactly. The member wins a tie. */
static bool other_is_better(struct checker *c, const struct operators *o)
{
    const struct type *m = function_signature(c, o->member), *f = function_signature(c, o->other);
    if (!o->member_args.n || m->param_count < 2 || f->param_count < 2)
        return false;
    struct expr *l = o->free_args.at[0], *r = o->free_args.at[1];
    struct conversion_sequence left = conversion_of(c, l, f->params[0].type, CONVERSION_IMPLICIT),
                               by_member =
                                   conversion_of(c, r, m->params[1].type, CONVERSION_IMPLICIT),
                               by_other =
                                   conversion_of(c, r, f->params[1].type, CONVERSION_IMPLICIT);
    return left.rank == RANK_EXACT && conversion_compare(&by_other, &by_member) > 0;
}

static struct expr *call_operator(struct checker *c, struct operators *o, const char *name,
                                  struct span at)
{
    bool member = o->member != NULL, ambiguous = member ? o->member_ambiguous : o->other_ambiguous;
    struct symbol *s = member ? o->member : o->other;
    const struct call_args *args = member ? &o->member_args : &o->free_args;
    if (s && ambiguous)
        s = overload_choose(c, member ? &o->members : &o->others, args, NULL, name, at);
    else if (s)
        s = overload_usable(c, s, args->object, at);
    return s ? call_symbol(c, s, args, at) : expr_bad(c, at);
}

struct expr *operator_overload(struct checker *c, const char *op, struct expr *l, struct expr *r,
                               struct span at)
{
    char text[24] = "operator";
    strncat(text, op, sizeof text - 9);
    struct expr *both[2] = {l, r}, *e = NULL;
    struct operators o = {
        .member_args = {both + 1, r ? 1 : 0, l   },
          .free_args = {both,     r ? 2 : 1, NULL}
    };
    find_operators(c, &o, op, name_cstr(&c->l->names, text));
    if (o.member && o.other && other_is_better(c, &o))
        o.member = NULL;
    if (o.member || o.other)
        e = call_operator(c, &o, text, at);
    VEC_FREE(&o.members);
    VEC_FREE(&o.others);
    order_operands(e, op);
    return e;
}
