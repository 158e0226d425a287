/* SPDX-License-Identifier: Apache-2.0 */
/* Operators on values: C11 6.5.5 to 6.5.12. Operators of classes: class/check_operator.c. */
#include "lang/check/check_expression.h"

#include "lang/check/complex/complex_number.h"
#include "lang/check/core/c_rules.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/lift.h"
#include "lang/check/core/place.h"
#include "lang/check/core/tree_build.h"

static const enum expr_kind typed[TOKEN_KIND_COUNT] = {

#define BINARY(token, power, kind) [TOKEN_##token] = EXPR_##kind,
#define ASSIGNMENT(token, kind)
#include "lang/parse/operators.def"
#undef BINARY
#undef ASSIGNMENT
};

enum expr_kind binary_kind(unsigned token)
{
    return typed[token];
}

static struct expr *mismatch(struct checker *c, enum token_kind op, struct expr *l, struct expr *r,
                             struct span at, struct span op_at)
{
    struct diag *d =
        diag_error(c->diags, DIAG_TYPE, op_at, "'%s' cannot be applied to '%s' and '%s'",
                   token_spelling(op), type_quoted(c, l->type), type_quoted(c, r->type));
    if (op == TOKEN_SHL && l->kind == EXPR_FUNCTION && l->symbol->kind == SYMBOL_KERNEL)
        diag_help(c->diags, d, "a launch has three angle brackets: %s<<<blocks, threads>>>(...)",
                  l->symbol->name);
    return expr_bad(c, at);
}

static enum token_kind token_of(enum expr_kind kind)
{
    for (unsigned i = 0; i < TOKEN_KIND_COUNT; i++)
        if (typed[i] == kind)
            return i;
    return TOKEN_END;
}

static void set_scale(struct checker *c, struct expr *e, const struct type *base)
{
    e->scale = base->size ? base->size : 1;
    if (base->unsized) {
        e->scale = 0;
        e->scale_by = size_of(c, base, e->at);
    }
}

static bool steps(struct checker *c, const struct expr *p, struct span at)
{
    const struct type *base = type_plain(p->type->base);
    if (p->type->member_of) {
        diag_error(c->diags, DIAG_TYPE, at, "a pointer to a member cannot be moved");
        return false;
    }
    if (base->kind == TYPE_VOID || (base->complete && base->kind != TYPE_FUNCTION))
        return true;
    diag_error(c->diags, DIAG_TYPE, at,
               "pointer arithmetic on '%s' is not possible: the size of '%s' is not known",
               type_quoted(c, p->type), type_quoted(c, base));
    return false;
}

struct expr *pointer_add(struct checker *c, struct expr *p, struct expr *i, bool minus,
                         struct span at)
{
    if (!steps(c, p, at))
        return expr_bad(c, at);
    i = convert_to(c, convert_to(c, i, convert_promoted(i->type)), type_basic(TYPE_LONG));
    if (minus) {
        struct expr *n = expr_new(c, EXPR_NEGATE, i->type, i->at);
        n->left = i;
        i = fold_expr(c, n);
    }
    struct expr *e = expr_new(c, EXPR_POINTER_ADD, type_plain(p->type), at);
    e->left = p;
    e->right = i;
    set_scale(c, e, p->type->base);
    return e;
}

static struct expr *pointer_difference(struct checker *c, struct expr *l, struct expr *r,
                                       struct span at, struct span op_at)
{
    if (!type_same(type_plain(l->type->base), type_plain(r->type->base)))
        return mismatch(c, TOKEN_MINUS, l, r, at, op_at);
    if (!steps(c, l, at))
        return expr_bad(c, at);
    struct expr *e = expr_new(c, EXPR_POINTER_DIFF, type_basic(TYPE_LONG), at);
    e->left = l;
    e->right = r;
    set_scale(c, e, l->type->base);
    return e;
}

static bool compares(enum expr_kind kind)
{
    return kind >= EXPR_LESS && kind <= EXPR_NOT_EQUAL;
}

/* The pointer as one to a base of what it points to; NULL: it is none. */
static struct expr *in_hierarchy(struct checker *c, struct expr *p, const struct type *to)
{
    const struct type *from = type_plain(p->type->base), *base = type_plain(to->base);
    bool is_base = from != base && from->kind == TYPE_STRUCT && base->kind == TYPE_STRUCT &&
                   type_base_offset(from, base) >= 0;
    return is_base ? class_upcast(c, p, to) : NULL;
}

static struct expr *compare_pointers(struct checker *c, enum expr_kind kind, struct expr *l,
                                     struct expr *r, struct span at, struct span op_at)
{
    bool lp = l->type->kind == TYPE_POINTER, rp = r->type->kind == TYPE_POINTER;
    const struct type *t = lp ? l->type : rp ? r->type : l->type;
    if (lp && rp) { /* C++17 8.10p2: of a class and its base, both point to the base */
        struct expr *up = in_hierarchy(c, l, r->type), *other = in_hierarchy(c, r, l->type);
        l = up ? up : l;
        r = other ? other : r;
        t = l->type;
    }
    bool fits = lp && rp ? type_same(type_plain(l->type->base), type_plain(r->type->base)) ||
                               l->type->base->kind == TYPE_VOID || r->type->base->kind == TYPE_VOID
                         : (lp || is_null_constant(l)) && (rp || is_null_constant(r));
    if (!fits && converts_loosely(c, lp ? r : l, t)) {
        l = lp ? l : convert_loosely(c, l, t);
        r = lp ? convert_loosely(c, r, t) : r;
    } else if (!fits) {
        mismatch(c, token_of(kind), l, r, at, op_at);
        return expr_bad(c, at);
    }
    struct expr *e = binary_new(c, kind, truth_type(c), convert_to(c, l, t), convert_to(c, r, t));
    e->at = at;
    return e;
}

static bool whole_numbers(enum expr_kind kind)
{
    return kind == EXPR_REMAINDER || (kind >= EXPR_AND && kind <= EXPR_SHIFT_RIGHT);
}

static bool is_address(const struct type *t)
{
    return t->kind == TYPE_POINTER || t->kind == TYPE_NULLPTR;
}

/* An operator with a pointer operand: C11 6.5.6p8 and 9, 6.5.8, 6.5.9. NULL: the operator does not take these types. */
static struct expr *with_addresses(struct checker *c, enum expr_kind kind, struct expr *l,
                                   struct expr *r, struct span at, struct span op_at)
{
    bool lp = l->type->kind == TYPE_POINTER, rp = r->type->kind == TYPE_POINTER;
    if (compares(kind))
        return compare_pointers(c, kind, l, r, at, op_at);
    if (kind == EXPR_SUBTRACT && lp && rp)
        return pointer_difference(c, l, r, at, op_at);
    if ((kind == EXPR_ADD || kind == EXPR_SUBTRACT) && lp && type_is_integer(r->type))
        return pointer_add(c, l, r, kind == EXPR_SUBTRACT, at);
    if (kind == EXPR_ADD && rp && type_is_integer(l->type))
        return pointer_add(c, r, l, false, at);
    return NULL;
}

static bool takes(enum expr_kind kind, const struct type *t)
{
    return whole_numbers(kind) ? type_is_integer(t) : type_is_arithmetic(t);
}

/* An operator on two numbers, after the usual arithmetic conversions (C11 6.3.1.8). */
static struct expr *with_numbers(struct checker *c, enum expr_kind kind, struct expr *l,
                                 struct expr *r, struct span at)
{
    const struct type *lt = convert_promoted_value(l), *rt = convert_promoted_value(r), *t = lt;
    if (kind != EXPR_SHIFT_LEFT && kind != EXPR_SHIFT_RIGHT)
        t = rt = common_type(lt, rt);
    else if (type_is_int128(rt))
        rt = type_basic(TYPE_INT);
    struct expr *e = binary_new(c, kind, compares(kind) ? truth_type(c) : t, convert_to(c, l, t),
                                convert_to(c, r, rt));
    e->at = at;
    return e;
}

struct expr *expr_arithmetic(struct checker *c, enum expr_kind kind, struct expr *l, struct expr *r,
                             struct span at, struct span op_at)
{
    if (expr_is_bad(l) || expr_is_bad(r))
        return expr_bad(c, at);
    if (is_array(l) || is_array(r)) {
        struct lift m = {0};
        l = map_lift(c, &m, l);
        r = map_lift(c, &m, r);
        struct expr *complex =
            expr_is_bad(l) || expr_is_bad(r) ? NULL : complex_arithmetic(c, kind, l, r, at);
        return map_lower(c, &m, complex ? complex : expr_arithmetic(c, kind, l, r, at, op_at), at);
    }
    if (complex_has_parts(l->type) || complex_has_parts(r->type)) {
        struct expr *e = complex_operation(c, kind, l, r, at);
        return e ? e : mismatch(c, token_of(kind), l, r, at, op_at);
    }
    if (is_address(l->type) || is_address(r->type)) {
        struct expr *e = with_addresses(c, kind, l, r, at, op_at);
        if (e)
            return e;
    }
    if (takes(kind, l->type) && takes(kind, r->type))
        return with_numbers(c, kind, l, r, at);
    struct expr *e = mismatch(c, token_of(kind), l, r, at, op_at);
    if (kind == EXPR_REMAINDER && type_is_arithmetic(l->type) && type_is_arithmetic(r->type))
        diag_help(c->diags, c->diags->last, "use fmod() for floating-point numbers");
    return e;
}
