/* SPDX-License-Identifier: Apache-2.0 */
/* condition ? a : b, and folds of packs. */
#include "lang/check/core/rules.h"

#include "lang/check/check_arrays.h"
#include "lang/check/check_expression.h"
#include "lang/check/class/check_classes.h"
#include "lang/check/complex/complex_number.h"
#include "lang/check/core/arguments.h"
#include "lang/check/core/c_rules.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/lift.h"
#include "lang/check/core/place.h"
#include "lang/check/core/tree_build.h"

/* Whether both values are objects of one class, so that the result is one of the two objects. */
static bool same_objects(const struct expr *l, const struct expr *r)
{
    return l->lvalue && r->lvalue && l->xvalue == r->xvalue && type_is_class(l->type) &&
           type_same(l->type, r->type) && l->kind != EXPR_AGGREGATE && r->kind != EXPR_AGGREGATE;
}

/* One value has class type: both become new objects of the class that both convert to. false: a diag was recorded. */
static bool make_common_class(struct checker *c, struct expr **l, struct expr **r)
{
    const struct type *lt = type_plain((*l)->type), *rt = type_plain((*r)->type);
    const struct type *common = type_is_class(lt) ? lt : rt;
    struct purpose why = {.kind = FOR_INIT, .name = "the value"};
    struct conversion_sequence s = conversion_of(c, *r, common, CONVERSION_IMPLICIT);
    if (type_is_class(lt) && type_is_class(rt) && !conversion_viable(&s))
        common = rt;
    *l = type_same(lt, common) ? construct_copy(c, *l) : convert_implicit(c, *l, common, &why);
    *r = type_same(rt, common) ? construct_copy(c, *r) : convert_implicit(c, *r, common, &why);
    return !expr_is_bad(*l) && !expr_is_bad(*r);
}

/* C11 6.5.15p6: a pointer to void or to the composite type, with the qualifiers of both. NULL: there is none. */
static const struct type *common_pointer(struct checker *c, const struct type *l,
                                         const struct type *r)
{
    const struct type *to = r->base->kind == TYPE_VOID                                  ? r->base
                            : l->base->kind == TYPE_VOID || type_same(l->base, r->base) ? l->base
                                                                                        : NULL;
    if (!to || to->kind == TYPE_FUNCTION)
        return to ? l : NULL;
    return type_pointer(c->arena,
                        type_qualified(c->arena, to, l->base->is_const || r->base->is_const,
                                       l->base->is_volatile || r->base->is_volatile));
}

/* The result type for two operands. NULL: there is none. */
static const struct type *common_of(struct checker *c, const struct expr *l, const struct expr *r)
{
    bool lp = l->type->kind == TYPE_POINTER, rp = r->type->kind == TYPE_POINTER;
    if (lp && rp && !type_same(l->type, r->type) && !is_null_constant(l) && !is_null_constant(r))
        return common_pointer(c, l->type, r->type);
    bool numbers = type_is_arithmetic(l->type) && type_is_arithmetic(r->type);
    if (numbers && c->dialect->language == LANGUAGE_C) /* C11 6.5.15p5 */
        return common_type(convert_promoted_value(l), convert_promoted_value(r));
    if (type_same(l->type, r->type))
        return type_plain(l->type);
    if (type_is_complex(l->type) || type_is_complex(r->type))
        return complex_common(l->type, r->type);
    if (numbers)
        return common_type(l->type, r->type); /* a bit-field counts by its type here, as in g++ */
    if (lp && is_null_constant(r))
        return l->type;
    if (rp && is_null_constant(l))
        return r->type;
    return lp && rp ? common_pointer(c, l->type, r->type) : NULL;
}

/* Whether the conditional of two scalars is an lvalue (C++17 8.16p4). */
static bool chooses_place(const struct checker *c, const struct expr *l, const struct expr *r)
{
    return c->dialect->language != LANGUAGE_C && l->lvalue && r->lvalue &&
           type_is_scalar(l->type) && type_same(l->type, r->type) &&
           l->type->is_const == r->type->is_const && l->kind != EXPR_AGGREGATE &&
           r->kind != EXPR_AGGREGATE && l->kind != EXPR_ELEMENT && r->kind != EXPR_ELEMENT;
}

static struct expr *choice_new(struct checker *c, const struct type *t, struct expr *condition,
                               struct expr *l, struct expr *r, struct span at)
{
    struct expr *e = expr_new(c, EXPR_CONDITIONAL, t, at);
    e->condition = condition;
    e->left = l;
    e->right = r;
    return e;
}

/* The conditional of two values, each converted to the common type (C11 6.5.15p5 and 6). */
static struct expr *choose_value(struct checker *c, struct expr *condition, struct expr *l,
                                 struct expr *r, bool place, struct span at)
{
    const struct type *t = common_of(c, l, r);
    bool lp = l->type->kind == TYPE_POINTER, rp = r->type->kind == TYPE_POINTER;
    bool voids = l->type->kind == TYPE_VOID || r->type->kind == TYPE_VOID;
    if (!t && c->dialect->loose_pointers && voids)
        t = type_basic(TYPE_VOID); /* GNU: one of them is void */
    if (!t && (lp || rp) && converts_loosely(c, lp ? r : l, lp ? l->type : r->type)) {
        bool both = lp && rp; /* as gcc: to void * */
        t = both ? type_pointer(c->arena, type_basic(TYPE_VOID)) : lp ? l->type : r->type;
    }
    if (!t) {
        diag_error(c->diags, DIAG_TYPE, at,
                   "the values of '?:' have different types: '%s' and '%s'",
                   type_quoted(c, l->type), type_quoted(c, r->type));
        return expr_bad(c, at);
    }
    struct expr *cl = type_is_complex(t)  ? complex_converted(c, l, t)
                      : type_is_scalar(t) ? convert_to(c, l, t)
                                          : l;
    struct expr *cr = type_is_complex(t)  ? complex_converted(c, r, t)
                      : type_is_scalar(t) ? convert_to(c, r, t)
                                          : r;
    struct expr *e = choice_new(c, type_plain(t), condition, cl, cr, at);
    e->lvalue = place && cl == l && cr == r;
    if (e->lvalue)
        e->type = l->type;
    return fold_expr(c, e);
}

/* GNU's x ?: y, where x is evaluated once: ({ auto v = x; v ? v : y; }) */
static struct expr *choose_itself(struct checker *c, struct expr *x, const struct node *n)
{
    stmt_vec list = {0}, *out = c->out;
    struct expr *y = check_expr(c, n->conditional.otherwise);
    bool place = x->kind != EXPR_VARIABLE && chooses_place(c, x, y);
    x = place ? address_of(c, x, x->at) : convert_rvalue(c, x);
    y = place ? y : convert_rvalue(c, y);
    if (expr_is_bad(x) || expr_is_bad(y))
        return expr_bad(c, n->at);
    c->out = &list;
    c->depth++;
    struct symbol *kept = put_hidden(c, type_plain(x->type), x, x->at);
    c->depth--;
    c->out = out;
    struct expr *value = use_symbol(c, kept, x->at),
                *first = place ? expr_deref(c, value, x->at) : value;
    struct expr *condition = convert_to_bool(c, first, "the condition of '?:'");
    if (expr_is_bad(condition)) {
        VEC_FREE(&list);
        return expr_bad(c, n->at);
    }
    if (place) { /* an lvalue, as in GNU C++ */
        struct expr *where = choice_new(c, kept->type, condition, use_symbol(c, kept, x->at),
                                        address_of(c, y, y->at), n->at);
        struct expr *e = expr_new(c, EXPR_STATEMENTS, where->type, n->at);
        e->left = where;
        e->body = block_of(c, &list, n->at);
        return expr_deref(c, e, n->at);
    }
    value = choose_value(c, condition, use_symbol(c, kept, x->at), y, false, n->at);
    struct expr *e = expr_new(c, EXPR_STATEMENTS, value->type, n->at);
    e->left = value;
    e->body = block_of(c, &list, n->at);
    return e;
}

struct expr *check_conditional(struct checker *c, const struct node *n)
{
    struct expr *condition = check_expr(c, n->conditional.condition);
    if (!n->conditional.then)
        return choose_itself(c, condition, n);
    struct expr *lp = member_place(c, check_expr(c, n->conditional.then)),
                *rp = member_place(c, check_expr(c, n->conditional.otherwise));
    if (expr_is_bad(condition) || expr_is_bad(lp) || expr_is_bad(rp))
        return expr_bad(c, n->at);
    if (is_array(condition) || is_array(lp) || is_array(rp))
        return conditional_map(c, condition, convert_rvalue(c, lp), convert_rvalue(c, rp), n->at);
    condition = convert_to_bool(c, condition, "the condition of '?:'");
    if (expr_is_bad(condition))
        return expr_bad(c, n->at);
    if (same_objects(lp, rp))
        return chosen_place(c, condition, lp, rp, n->at);
    struct expr *l = convert_rvalue(c, lp), *r = convert_rvalue(c, rp);
    bool classes = type_is_class(l->type) || type_is_class(r->type);
    if (classes && !make_common_class(c, &l, &r))
        return expr_bad(c, n->at);
    if (l->kind == EXPR_THROW || r->kind == EXPR_THROW)
        return choice_new(c, type_plain(l->kind == EXPR_THROW ? r->type : l->type), condition, l, r,
                          n->at);
    return choose_value(c, condition, l, r, l == lp && r == rp && chooses_place(c, l, r), n->at);
}

/* ---- folds ---- */

struct fold_list {
    VEC(struct expr *) at;
};

static void fold_element(struct checker *c, const struct node *n, void *user)
{
    struct fold_list *list = user;
    VEC_PUSH(&list->at, check_expr(c, n));
}

/* (pack op ...), (... op pack), (pack op ... op value), (value op ... op pack): C++17 8.1.6 */
struct expr *check_fold(struct checker *c, const struct node *n)
{
    struct fold_list list = {0};
    const struct node *init = n->fold.init;
    bool left = n->flags & FLAG_PARENS;
    bool found = pack_expand(c, n->fold.pattern, fold_element, &list);
    if (!found && init && pack_expand(c, init, fold_element, &list)) {
        init = n->fold.pattern;
        found = left = true;
    }
    if (!found) {
        VEC_FREE(&list.at);
        diag_error(c->diags, DIAG_TYPE, n->at, "there is no parameter pack before '...'");
        return expr_bad(c, n->at);
    }
    struct expr *sum = init ? check_expr(c, init) : NULL;
    for (size_t k = 0; k < list.at.n; k++) {
        struct expr *e = list.at.at[left ? k : list.at.n - 1 - k];
        if (!sum) {
            sum = e;
            continue;
        }
        sum = binary_operation(c, n->op, left ? sum : e, left ? e : sum, n->at, n->at);
    }
    VEC_FREE(&list.at);
    if (sum)
        return sum;
    bool truth = n->op == TOKEN_AND_AND;
    return integer_new(
        c, type_basic(n->op == TOKEN_AND_AND || n->op == TOKEN_OR_OR ? TYPE_BOOL : TYPE_INT), truth,
        n->at);
}
