/* SPDX-License-Identifier: Apache-2.0 */
/* Elements of device arrays in place of the arrays. Next: check_map.c. */
#include "lang/check/core/lift.h"

#include "lang/check/core/convert.h"
#include "lang/check/core/tree_build.h"

bool is_array(const struct expr *e)
{
    return e->type->kind == TYPE_DEVICE_ARRAY;
}

/* The type of an element in an expression. */
const struct type *map_element(const struct type *t)
{
    return type_is_half(type_plain(t)) ? type_basic(TYPE_FLOAT) : type_plain(t);
}

static struct expr *lane(struct checker *c, struct expr *of, const struct type *t)
{
    struct expr *e = expr_new(c, EXPR_LANE, map_element(t), of->at);
    e->left = of;
    return e;
}

static struct expr *not_on_device(struct checker *c, const struct expr *e)
{
    struct diag *d;
    const struct expr *named = e->kind == EXPR_DECAY ? e->left : e;
    const char *name = named->kind == EXPR_VARIABLE ? named->symbol->name : NULL;
    if (e->type->kind == TYPE_POINTER || e->type->kind == TYPE_ARRAY) {
        d = diag_error(c->diags, DIAG_TYPE, e->at,
                       "%s%s%s is in host memory, the other array on the device",
                       name ? "'" : "this array", name ? name : "", name ? "'" : "");
        diag_help(
            c->diags, d, "copy it first: device %s x[] = %s;",
            type_quoted(c, type_plain(type_element(
                               named->type->kind == TYPE_ARRAY ? named->type : e->type->base))),
            name ? name : "it");
    } else {
        diag_error(c->diags, DIAG_TYPE, e->at, "'%s' cannot be part of an array expression",
                   type_quoted(c, e->type));
    }
    return expr_bad(c, e->at);
}

struct expr *map_lift(struct checker *c, struct lift *l, struct expr *e)
{
    e = convert_rvalue(c, e);
    if (expr_is_bad(e))
        return e;
    if (is_array(e)) {
        if (!e->type->rank || e->type->base->kind == TYPE_ANY) {
            diag_error(c->diags, DIAG_TYPE, e->at,
                       "the type of this array is not known here: declare a variable for it first");
            return expr_bad(c, e->at);
        }
        if (e->type->rank > l->rank)
            l->rank = e->type->rank;
        return e->kind == EXPR_ARRAY_MAP && !e->left ? e->right : lane(c, e, e->type->base);
    }
    if (e->kind == EXPR_INTEGER || e->kind == EXPR_REAL)
        return e;
    return type_is_arithmetic(e->type) ? lane(c, e, e->type) : not_on_device(c, e);
}

struct expr *map_lower(struct checker *c, const struct lift *l, struct expr *body, struct span at)
{
    if (expr_is_bad(body))
        return body;
    struct expr *e = expr_new(
        c, EXPR_ARRAY_MAP, type_device_array(c->arena, type_plain(body->type), l->rank, false), at);
    e->right = body;
    return e;
}
