/* SPDX-License-Identifier: Apache-2.0 */
/* condition ? a : b, and folds of packs. */
#include "lang/check/check_expression.h"

#include "lang/check/check_arrays.h"
#include "lang/check/check_convert.h"
#include "lang/check/class/check_classes.h"
#include "lang/check/class/check_templates.h"

/* condition ? a : b of two objects: one of the two, itself. */
struct expr *chosen_place(struct checker *c, struct expr *condition, struct expr *l, struct expr *r,
                          struct span at)
{
    bool constant = l->type->is_const || r->type->is_const;
    const struct type *t = constant ? type_qualified(c->arena, l->type, true, false) : l->type;
    struct expr *e = expr_new(c, EXPR_CONDITIONAL, type_pointer(c->arena, t), at);
    e->condition = condition;
    e->left = address_of(c, l, at);
    e->right = address_of(c, r, at);
    if (bad(e->left) || bad(e->right))
        return expr_bad(c, at);
    struct expr *place = deref(c, e, at);
    place->xvalue = l->xvalue && r->xvalue;
    return place;
}

struct expr *check_conditional(struct checker *c, const struct node *n)
{
    struct expr *condition = check_expr(c, n->a), *lp = check_expr(c, n->b),
                *rp = check_expr(c, n->c);
    if (bad(condition) || bad(lp) || bad(rp))
        return expr_bad(c, n->at);
    if (is_array(condition) || is_array(lp) || is_array(rp))
        return conditional_map(c, condition, rvalue(c, lp), rvalue(c, rp), n->at);
    condition = truth(c, condition, "the condition of '?:'");
    if (bad(condition))
        return expr_bad(c, n->at);
    if (lp->lvalue && rp->lvalue && lp->kind != EXPR_STRING && type_same(lp->type, rp->type) &&
        lp->type->kind != TYPE_ARRAY && lp->type->kind != TYPE_DEVICE_ARRAY &&
        lp->kind != EXPR_AGGREGATE && rp->kind != EXPR_AGGREGATE && lp->xvalue == rp->xvalue &&
        (lp->type->kind == TYPE_STRUCT) && type_is_class(lp->type))
        return chosen_place(c, condition, lp, rp, n->at);
    struct expr *l = rvalue(c, lp), *r = rvalue(c, rp);
    if (type_is_class(l->type) || type_is_class(r->type)) {
        const struct type *common =
            type_is_class(l->type) ? type_plain(l->type) : type_plain(r->type);
        if (type_is_class(l->type) && type_is_class(r->type) && rank(c, r, common) < 0)
            common = type_plain(r->type);
        struct purpose why = {.kind = FOR_INIT, .name = "the value"};
        l = type_same(l->type, common) ? copied(c, l) : coerced(c, l, common, &why);
        r = type_same(r->type, common) ? copied(c, r) : coerced(c, r, common, &why);
        if (bad(l) || bad(r))
            return expr_bad(c, n->at);
    }
    if (l->kind == EXPR_THROW || r->kind == EXPR_THROW) {
        struct expr *e = expr_new(c, EXPR_CONDITIONAL,
                                  type_plain(l->kind == EXPR_THROW ? r->type : l->type), n->at);
        e->condition = condition;
        e->left = l;
        e->right = r;
        return e;
    }
    const struct type *t = NULL;
    if (type_is_arithmetic(l->type) && type_is_arithmetic(r->type))
        /* a bit-field counts by its type here, as in g++ */
        t = type_same(l->type, r->type) ? type_plain(l->type) : common_type(l->type, r->type);
    else if (type_same(l->type, r->type))
        t = type_plain(l->type);
    else if (l->type->kind == TYPE_POINTER && is_null_constant(r))
        t = l->type;
    else if (r->type->kind == TYPE_POINTER && is_null_constant(l))
        t = r->type;
    else if (l->type->kind == TYPE_POINTER && r->type->kind == TYPE_POINTER) {
        if (r->type->base->kind == TYPE_VOID ||
            (type_same(l->type->base, r->type->base) && r->type->base->is_const))
            t = r->type;
        else if (l->type->base->kind == TYPE_VOID || type_same(l->type->base, r->type->base))
            t = l->type;
    }
    if (!t) {
        diag_error(c->diags, DIAG_TYPE, n->at,
                   "the values of '?:' have different types: '%s' and '%s'", quoted(c, l->type),
                   quoted(c, r->type));
        return expr_bad(c, n->at);
    }
    struct expr *e = expr_new(c, EXPR_CONDITIONAL, type_plain(t), n->at);
    e->condition = condition;
    e->left = type_is_scalar(t) ? converted(c, l, t) : l;
    e->right = type_is_scalar(t) ? converted(c, r, t) : r;
    e->lvalue = lp->lvalue && rp->lvalue && l == lp && r == rp && e->left == l && e->right == r &&
                l->kind != EXPR_AGGREGATE && r->kind != EXPR_AGGREGATE && type_is_scalar(t) &&
                l->type->is_const == r->type->is_const && l->kind != EXPR_ELEMENT &&
                r->kind != EXPR_ELEMENT;
    if (e->lvalue)
        e->type = l->type;
    return fold(c, e);
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

/* (pack op ...), (... op pack), (pack op ... op value): C++17 8.1.6 */
struct expr *check_fold(struct checker *c, const struct node *n)
{
    struct fold_list list = {0};
    struct expr *sum = NULL;
    if (!expand(c, n->a, fold_element, &list)) {
        VEC_FREE(&list.at);
        diag_error(c->diags, DIAG_TYPE, n->at, "there is no parameter pack before '...'");
        return expr_bad(c, n->at);
    }
    bool left = n->flags & FLAG_PARENS;
    if (n->b && !left)
        sum = check_expr(c, n->b);
    for (size_t k = 0; k < list.at.n; k++) {
        struct expr *e = list.at.at[left ? k : list.at.n - 1 - k];
        if (!sum) {
            sum = e;
            continue;
        }
        struct node a = {.kind = NODE_CHECKED, .at = sum->at, .d = (struct node *) sum},
                    b = {.kind = NODE_CHECKED, .at = e->at, .d = (struct node *) e};
        struct node one = {.kind = NODE_BINARY,
                           .op = n->op,
                           .at = n->at,
                           .name_at = n->at,
                           .a = left ? &a : &b,
                           .b = left ? &b : &a};
        sum = check_expr(c, &one);
    }
    VEC_FREE(&list.at);
    if (sum)
        return sum;
    bool truth = n->op == TOKEN_AND_AND;
    return integer_new(
        c, type_basic(n->op == TOKEN_AND_AND || n->op == TOKEN_OR_OR ? TYPE_BOOL : TYPE_INT), truth,
        n->at);
}
