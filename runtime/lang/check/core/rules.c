/* SPDX-License-Identifier: Apache-2.0 */
/* Dispatch to the rules: by the kind of a node, and for the operations without a node. rules.def lists the rules. */
#include "lang/check/core/rules.h"

#include "lang/check/core/convert.h"
#include "lang/check/core/tree_build.h"

/* ---- nodes ---- */

bool is_auto(const struct node *n)
{
    while (n->kind == NODE_TYPE_POINTER || n->kind == NODE_TYPE_REFERENCE)
        n = n->derived.base;
    return n->kind == NODE_TYPE_AUTO;
}

bool is_type_node(const struct node *n)
{
    return n->kind >= NODE_TYPE_BASIC && n->kind <= NODE_TYPE_FUNCTION;
}

uint32_t array_levels(const struct node *n, const struct node **out_base,
                      const struct node **out_counts)
{
    uint32_t rank = 0;
    for (; n->kind == NODE_TYPE_ARRAY; n = n->derived.base, rank++)
        if (rank < TYPE_RANK_MAX && out_counts)
            out_counts[rank] = n->derived.extent;
    *out_base = n;
    return rank;
}

/* ---- expressions ---- */

struct expr *check_expr(struct checker *c, const struct node *n)
{
    const struct node_rule *rule = &c->l->rules->nodes[n->kind];
    if (safepoint_stops(c->safepoint) || !rule->expression)
        return expr_bad(c, n->at);
    return rule->expression(c, n);
}

struct expr *check_value(struct checker *c, const struct node *n)
{
    return convert_rvalue(c, check_expr(c, n));
}

struct expr *check_constant(struct checker *c, struct expr *e)
{
    return c->l->rules->constant(c, e);
}

bool constant_integer(struct checker *c, const struct node *n, const char *use, int64_t *out)
{
    struct expr *e = check_constant(c, check_value(c, n));
    *out = 0;
    if (expr_is_bad(e))
        return false;
    if (e->kind == EXPR_INTEGER && type_is_integer(e->type)) {
        *out = e->integer;
        return true;
    }
    diag_error(c->diags, DIAG_TYPE, n->at, "%s must be a constant integer", use);
    return false;
}

/* ---- statements ---- */

void check_statement(struct checker *c, const struct node *n)
{
    const struct node_rule *rule = &c->l->rules->nodes[n->kind];
    if (!safepoint_stops(c->safepoint) && rule->statement)
        rule->statement(c, n);
}

/* ---- types ---- */

const struct type *resolve_type(struct checker *c, const struct node *n)
{
    const struct node_rule *rule = &c->l->rules->nodes[n->kind];
    if (n == c->specifiers)
        return c->specified;
    if (safepoint_stops(c->safepoint) || !rule->type)
        return type_basic(TYPE_ERROR);
    const struct type *t = rule->type(c, n);
    if (t->depth >= TYPE_DEPTH_MAX) {
        diag_error(c->diags, DIAG_TYPE, n->at, "this type is made of more than %d others",
                   TYPE_DEPTH_MAX);
        return type_basic(TYPE_ERROR);
    }
    if (t->kind != TYPE_ERROR && !type_is_reference(t) && n->flags & (FLAG_CONST | FLAG_VOLATILE))
        t = type_qualified(c->arena, t, n->flags & FLAG_CONST, n->flags & FLAG_VOLATILE);
    if (n->kind == NODE_TYPE_TAG) { /* declarators share it: its body is read once */
        c->specifiers = n;
        c->specified = t;
    }
    return t;
}

const struct type *resolve_complete(struct checker *c, const struct node *n, const char *use)
{
    const struct type *t = resolve_type(c, n);
    if (t->kind == TYPE_ERROR || (t->complete && t->kind != TYPE_FUNCTION))
        return t;
    struct diag *e =
        diag_error(c->diags, DIAG_TYPE, n->at, "%s cannot be of type '%s'", use, type_quoted(c, t));
    if (t->kind == TYPE_STRUCT)
        diag_help(c->diags, e,
                  "'%s' is declared but not defined: define it first, or use a pointer",
                  type_quoted(c, t));
    return type_basic(TYPE_ERROR);
}

/* ---- initialisers ---- */

struct expr *check_init(struct checker *c, const struct type **type, const struct node *init,
                        const struct purpose *why)
{
    return c->l->rules->init(c, type, init, why);
}

struct expr *check_aggregate(struct checker *c, const struct type *t, const struct node *list,
                             const struct purpose *why)
{
    return c->l->rules->aggregate(c, t, list, why);
}

struct expr *construct_from_list(struct checker *c, const struct type *t, const struct node *list,
                                 bool braces, struct span at)
{
    return c->l->rules->list(c, t, list, braces, at);
}
