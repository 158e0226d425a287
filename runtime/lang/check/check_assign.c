/* SPDX-License-Identifier: Apache-2.0 */
/* Assignment, compound assignment, ++ and --: C11 6.5.16, 6.5.2.4, 6.5.3.1. */
#include "lang/check/check_expression.h"

#include "lang/check/check_arrays.h"
#include "lang/check/class/check_classes.h"
#include "lang/check/complex/complex_number.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/lift.h"
#include "lang/check/core/place.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/tree_build.h"

static const enum expr_kind typed[TOKEN_KIND_COUNT] = {

#define BINARY(token, power, kind)
#define ASSIGNMENT(token, kind) [TOKEN_##token] = EXPR_##kind,
#include "lang/parse/operators.def"
#undef BINARY
#undef ASSIGNMENT
};

/* The variable that an lvalue is part of, or NULL. */
static const struct symbol *root_of(const struct expr *e)
{
    while (e->kind == EXPR_MEMBER || e->kind == EXPR_ELEMENT || e->kind == EXPR_SLICE ||
           e->kind == EXPR_ARRAY_MEMBER)
        e = e->left;
    if (e->kind == EXPR_DEREF && e->left->kind == EXPR_POINTER_ADD &&
        e->left->left->kind == EXPR_DECAY)
        return root_of(e->left->left->left);
    return e->kind == EXPR_VARIABLE ? e->symbol : NULL;
}

/* The name of a const member of a plain struct, or of a struct in it: C11 6.3.2.1p1. NULL: there is none. */
static const char *const_part(const struct type *t)
{
    const char *found = NULL;
    t = type_plain(type_element(t));
    if (t->kind != TYPE_STRUCT || t->class)
        return NULL;
    for (uint32_t i = 0; i < t->field_count && !found; i++)
        found = type_element(t->fields[i].type)->is_const && t->fields[i].name
                    ? t->fields[i].name
                    : const_part(t->fields[i].type);
    return found;
}

static bool expr_modifiable(struct checker *c, const struct expr *e, const char *verb)
{
    struct diag *d;
    if (expr_is_bad(e))
        return false;
    if (!e->lvalue || (e->xvalue && type_is_scalar(e->type))) {
        d = diag_error(c->diags, DIAG_TYPE, e->at, "this is not an lvalue: it cannot be %s", verb);
        if (e->kind == EXPR_EQUAL)
            diag_help(c->diags, d, "'==' compares");
        return false;
    }
    const struct expr *whole = e;
    while (whole->kind == EXPR_MEMBER)
        whole = whole->left;
    if (whole != e && whole->kind == EXPR_ELEMENT) {
        d = diag_error(c->diags, DIAG_TYPE, e->at,
                       "a member of a device array's element cannot be %s", verb);
        diag_help(c->diags, d, "assign the whole element: x[i] = value;");
        return false;
    }
    if (e->type->kind == TYPE_ARRAY) {
        d = diag_error(c->diags, DIAG_TYPE, e->at, "a host array cannot be %s as a whole", verb);
        diag_help(c->diags, d, "assign its elements in a loop, or use memcpy()");
        return false;
    }
    const char *constant = const_part(type_plain(e->type));
    if (constant) {
        diag_error(c->diags, DIAG_TYPE, e->at, "this cannot be %s: its member '%s' is const", verb,
                   constant);
        return false;
    }
    if (!e->type->is_const && !(e->kind == EXPR_DEREF && e->type->kind == TYPE_FUNCTION))
        return true;
    const struct symbol *root = root_of(e);
    d = diag_error(c->diags, DIAG_TYPE, e->at,
                   root ? "'%s' is const: it cannot be %s" : "%sthis is const: it cannot be %s",
                   root ? root->name : "", verb);
    if (root)
        diag_note(c->diags, d, root->at, "'%s' is declared here", root->name);
    return false;
}

static struct expr *assign_braces(struct checker *c, struct expr *left, const struct node *n)
{
    const struct type *t = type_plain(left->type);
    struct purpose why = {.kind = FOR_ASSIGN};
    return check_init(c, &t, n->binary.right, &why);
}

/* What '=' writes. The operator that C++ gives a class may be called on a new object as well (C++17 15.8.2p2). */
static struct expr *assigned_place(struct checker *c, struct expr *left)
{
    bool fresh = !expr_is_bad(left) && !left->lvalue && type_is_aggregate(left->type) &&
                 left->type->kind == TYPE_STRUCT && c->dialect->language != LANGUAGE_C;
    return fresh ? expr_deref(c, object_address(c, left), left->at) : left;
}

/* No operator of its class takes these operands. */
static struct expr *unassigned(struct checker *c, const struct expr *left, struct span at)
{
    bool fresh = is_rvalue(left);
    struct diag *d = diag_error(c->diags, DIAG_TYPE, at, "no 'operator=' of '%s' takes this%s",
                                type_quoted(c, type_plain(left->type)),
                                left->type->is_const ? ": the object is const"
                                : fresh              ? ": the object is an rvalue"
                                                     : "");
    if (fresh)
        diag_help(c->diags, d, "one that is declared with '&' assigns to lvalues only");
    return expr_bad(c, at);
}

/* Assignment to an object by its operators. NULL: it has none, and its bytes are copied. */
static struct expr *assign_object(struct checker *c, struct expr *left, const struct node *n)
{
    const struct type *t = type_plain(left->type);
    struct expr *right;
    const struct class_info *info = t->kind == TYPE_STRUCT ? t->class : NULL;
    if (n->op == TOKEN_ASSIGN && !info)
        return NULL;
    if (n->binary.right->kind == NODE_INIT_LIST) {
        right = expr_new(c, EXPR_BRACES, type_basic(TYPE_BRACES), n->binary.right->at);
        right->node = n->binary.right;
    } else {
        right = check_expr(c, n->binary.right);
    }
    if (expr_is_bad(right))
        return right;
    struct expr *e = operator_overload(c, token_spelling(n->op), left, right, n->at);
    if (e)
        return e;
    if (n->op != TOKEN_ASSIGN)
        return NULL;
    if (info->no_assign) {
        diag_error(c->diags, DIAG_TYPE, n->at, "an object of type '%s' cannot be assigned",
                   type_quoted(c, t));
        return expr_bad(c, n->at);
    }
    struct expr *place = assigned_place(c, left);
    if (!expr_modifiable(c, place, "assigned to"))
        return expr_bad(c, n->at);
    struct purpose why = {.kind = FOR_ASSIGN};
    if (type_plain(right->type) != t) /* else its bytes are copied, whatever the constructors are */
        right = init_from(c, t, right, &why);
    if (expr_is_bad(right))
        return right;
    if (info->assign) { /* after a conversion */
        e = operator_overload(c, "=", left, right, n->at);
        return e ? e : unassigned(c, left, n->at);
    }
    e = expr_new(c, EXPR_ASSIGN, t, n->at);
    e->left = place;
    e->right = right;
    e->lvalue = false;
    return e;
}

/* condition ? a : b or an assignment as an lvalue. */
static struct expr *placed(struct checker *c, struct expr *e)
{
    return e->kind == EXPR_CONDITIONAL && e->lvalue ? expr_deref(c, address_of(c, e, e->at), e->at)
                                                    : array_member_place(c, assigned_object(c, e));
}

/* Whole arrays of the device: x = y, x += y. */
static struct expr *assign_array(struct checker *c, struct expr *left, const struct node *n)
{
    if (n->op == TOKEN_ASSIGN)
        return array_assign(c, left, check_expr(c, n->binary.right), n->at);
    struct expr *value =
        expr_arithmetic(c, typed[n->op], left, check_value(c, n->binary.right), n->at, n->name_at);
    return expr_is_bad(value) ? value : array_assign(c, left, value, n->at);
}

/* left = right of values. */
static struct expr *assign_value(struct checker *c, struct expr *left, struct expr *right,
                                 struct span at)
{
    struct purpose why = {.kind = FOR_ASSIGN};
    right = convert_implicit(c, right, left->type, &why);
    if (expr_is_bad(right))
        return right;
    struct expr *e = expr_new(c, EXPR_ASSIGN, type_plain(left->type), at);
    e->left = left;
    e->right = right;
    return e;
}

/* left op= right of values: C11 6.5.16.2. */
static struct expr *assign_computed(struct checker *c, struct expr *left, struct expr *right,
                                    const struct node *n)
{
    struct expr *complex = complex_has_parts(left->type) || complex_has_parts(right->type)
                               ? complex_assign(c, typed[n->op], left, right, n->at)
                               : NULL;
    if (complex)
        return complex;
    struct expr *value = expr_arithmetic(c, typed[n->op], convert_rvalue(c, left),
                                         convert_rvalue(c, as_number(c, right)), n->at, n->name_at);
    if (expr_is_bad(value))
        return value;
    struct expr *e = expr_new(c, EXPR_ASSIGN_OP, type_plain(left->type), n->at);
    e->left = left;
    e->right = value->right;
    e->op = value->kind;
    e->computed = value->type;
    if (value->kind == EXPR_POINTER_ADD) {
        e->scale = value->scale;
        e->scale_by = value->scale_by;
    } else if (!type_is_arithmetic(left->type)) {
        diag_error(c->diags, DIAG_TYPE, n->name_at, "'%s' cannot be applied to '%s'",
                   token_spelling(n->op), type_quoted(c, left->type));
        return expr_bad(c, n->at);
    }
    return e;
}

static struct expr *assign_scalar(struct checker *c, struct expr *left, const struct node *n)
{
    bool braces = n->binary.right->kind == NODE_INIT_LIST;
    left = n->op == TOKEN_ASSIGN ? assigned_place(c, left) : left;
    if (expr_is_bad(left) || !expr_modifiable(c, left, "assigned to")) {
        if (!braces)
            check_expr(c, n->binary.right);
        return expr_bad(c, n->at);
    }
    struct expr *right = braces ? assign_braces(c, left, n) : check_value(c, n->binary.right);
    if (expr_is_bad(right))
        return right;
    return n->op == TOKEN_ASSIGN ? assign_value(c, left, right, n->at)
                                 : assign_computed(c, left, right, n);
}

struct expr *assign_to(struct checker *c, struct expr *left, struct node *right, struct span at)
{
    struct node n = {.kind = NODE_ASSIGN, .op = TOKEN_ASSIGN, .at = at};
    n.binary.right = right;
    struct expr *e = expr_is_bad(left) ? left : assign_object(c, left, &n);
    return e ? e : assign_scalar(c, left, &n);
}

struct expr *check_assign(struct checker *c, const struct node *n)
{
    struct expr *left = placed(c, check_expr(c, n->binary.left));
    if (is_array(left))
        return assign_array(c, left, n);
    if (n->op == TOKEN_ASSIGN && left->type->kind == TYPE_ARRAY &&
        n->binary.right->kind != NODE_INIT_LIST) {
        struct expr *right = check_expr(c, n->binary.right);
        if (expr_is_bad(right))
            return right;
        if (is_array(right))
            return array_assign(c, left, right, n->at);
    }
    if (!expr_is_bad(left) && operator_overloadable(left) &&
        (left->type->kind == TYPE_STRUCT || n->op != TOKEN_ASSIGN)) {
        struct expr *e = assign_object(c, left, n);
        if (e)
            return e;
    }
    return assign_scalar(c, left, n);
}

struct expr *check_increment(struct checker *c, const struct node *n, int step, bool postfix)
{
    struct expr *left = placed(c, check_expr(c, n->unary.operand));
    if (!expr_is_bad(left) && operator_overloadable(left)) {
        struct expr *zero = postfix ? integer_new(c, type_basic(TYPE_INT), 0, n->at) : NULL;
        struct expr *made = operator_overload(c, step > 0 ? "++" : "--", left, zero, n->at);
        if (made)
            return made;
    }
    if (!expr_modifiable(c, left, step > 0 ? "incremented" : "decremented"))
        return expr_bad(c, n->at);
    const struct type *t = type_plain(left->type);
    if (!type_is_arithmetic(t) && t->kind != TYPE_POINTER) {
        diag_error(c->diags, DIAG_TYPE, n->at, "'%s' needs a number or a pointer, not '%s'",
                   token_spelling(n->op), type_quoted(c, t));
        return expr_bad(c, n->at);
    }
    struct expr *e = expr_new(c, EXPR_INCREMENT, t, n->at);
    e->left = left;
    e->step = step;
    e->postfix = postfix;
    e->scale = 1;
    if (t->kind == TYPE_POINTER) {
        struct expr *one = integer_new(c, type_basic(TYPE_INT), 1, n->at);
        struct expr *moved = expr_arithmetic(c, EXPR_ADD, left, one, n->at, n->at);
        if (expr_is_bad(moved))
            return moved;
        e->scale = moved->scale;
        e->scale_by = moved->scale_by;
    }
    return e;
}

struct expr *check_postfix(struct checker *c, const struct node *n)
{
    return check_increment(c, n, n->op == TOKEN_INC ? 1 : -1, true);
}
