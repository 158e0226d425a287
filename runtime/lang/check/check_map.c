/* SPDX-License-Identifier: Apache-2.0 */
/* Whole-array expressions. `a * x + y` on arrays is checked as the scalar expression of their elements, by the same
 * functions and with the same conversions and messages. Each array operand is lifted to a lane, and the typed scalar
 * tree becomes the body of a map. A map whose operand is a map absorbs that map's body, so a statement has one body
 * and becomes one kernel (compute/expression.c). Ranks and types are known here, shapes only at run time. */
#include "lang/check/check_arrays.h"

#include <string.h>

#include "lang/check/core/convert.h"
#include "lang/check/core/lift.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/tree_build.h"

struct expr *conditional_map(struct checker *c, struct expr *condition, struct expr *left,
                             struct expr *right, struct span at)
{
    struct lift m = {0};
    struct expr *test = convert_to_bool(c, map_lift(c, &m, condition), "the condition of '?:'"),
                *l = map_lift(c, &m, left), *r = map_lift(c, &m, right);
    if (expr_is_bad(test) || expr_is_bad(l) || expr_is_bad(r))
        return expr_bad(c, at);
    const struct type *complex = complex_common_lane(c, l, r);
    if (complex) {
        l = complex_lane_as(c, l, complex);
        r = complex_lane_as(c, r, complex);
    }
    bool numbers = type_is_arithmetic(l->type) && type_is_arithmetic(r->type);
    if (!numbers && !type_same(l->type, r->type)) {
        diag_error(c->diags, DIAG_TYPE, at,
                   "the values of '?:' have different types: '%s' and '%s'",
                   type_quoted(c, left->type), type_quoted(c, right->type));
        return expr_bad(c, at);
    }
    const struct type *t =
        type_same(l->type, r->type) ? type_plain(l->type) : common_type(l->type, r->type);
    struct expr *e = expr_new(c, EXPR_CONDITIONAL, t, at);
    e->condition = test;
    e->left = numbers ? convert_to(c, l, t) : l;
    e->right = numbers ? convert_to(c, r, t) : r;
    return map_lower(c, &m, e, at);
}

/* ---- device functions over arrays ---- */

static struct expr *cannot_map(struct checker *c, const struct symbol *f, struct span at,
                               const char *why)
{
    struct diag *d =
        diag_error(c->diags, DIAG_TYPE, at, "'%s' cannot be applied to arrays: %s", f->name, why);
    diag_note(c->diags, d, f->at, "'%s' is declared here", f->name);
    return expr_bad(c, at);
}

struct expr *lifted_call(struct checker *c, struct symbol *f, struct expr **args, uint32_t count,
                         struct span at, struct span name_at)
{
    const struct type *t = f->type;
    if (!t || t->kind != TYPE_FUNCTION)
        return cannot_map(c, f, name_at, "its parameter or return types are not known on the host");
    if (!type_is_arithmetic(t->base) && t->base->kind != TYPE_STRUCT)
        return cannot_map(c, f, name_at, "it does not return a number or a struct");
    if (t->param_count != count) {
        struct diag *d = diag_error(c->diags, DIAG_TYPE, at, "'%s' takes %u argument%s, not %u",
                                    f->name, t->param_count, t->param_count == 1 ? "" : "s", count);
        diag_note(c->diags, d, f->at, "'%s' is declared here", f->name);
        return expr_bad(c, at);
    }
    struct lift m = {0};
    struct expr *e = expr_new(c, EXPR_CALL, type_plain(t->base), at);
    struct purpose why = {.kind = FOR_ARGUMENT, .name = f->name, .note = f->at};
    e->symbol = f;
    e->args = ARENA_ARRAY(c->arena, struct expr *, count);
    e->arg_count = count;
    for (uint32_t i = 0; i < count; i++) {
        const struct type *to = t->params[i].type;
        why.index = i + 1;
        if (to->kind == TYPE_POINTER)
            return cannot_map(c, f, name_at, "it takes a pointer; rows() gives it whole rows");
        e->args[i] = map_lift(c, &m, args[i]);
        if (to->kind != TYPE_OPAQUE)
            e->args[i] = convert_implicit(c, e->args[i], to, &why);
        if (expr_is_bad(e->args[i]))
            return expr_bad(c, at);
    }
    return map_lower(c, &m, e, at);
}

/* Its extent is that of a lane which the body does not use. */
static struct expr *array_of_one(struct checker *c, struct expr *body, struct span at)
{
    struct lift one = {.rank = 1};
    struct expr *lane = expr_new(c, EXPR_LANE, type_basic(TYPE_LONG), at);
    lane->subscripts = ARENA_ARRAY(c->arena, struct subscript, 1);
    lane->subscript_count = 1;
    lane->subscripts[0].start = integer_new(c, type_basic(TYPE_LONG), 1, at);
    struct expr *both = expr_new(c, EXPR_COMMA, body->type, at);
    both->left = convert_to(c, lane, type_basic(TYPE_VOID));
    both->right = body;
    return map_lower(c, &one, both, at);
}

bool array_of_number(struct checker *c, struct expr **x)
{
    struct lift m = {0};
    bool number = type_is_arithmetic((*x)->type);
    if (number)
        *x = array_of_one(c, map_lift(c, &m, *x), (*x)->at);
    return number;
}

struct expr *derivative_call(struct checker *c, struct symbol *s, struct expr **args,
                             uint32_t count, struct span at, struct span name_at)
{
    struct expr *e = lifted_call(c, s, args, count, at, name_at);
    if (expr_is_bad(e) || e->type->rank)
        return e;
    return array_only_element(c, array_of_one(c, e->right, at));
}

/* ---- stores ---- */

/* random("xorwow", n), randn and lognormal: their numbers have the precision of the target type. */
static bool made_by_generator(const struct expr *e)
{
    return e->kind == EXPR_BUILTIN && e->arg_count && e->args[0]->type->kind == TYPE_POINTER &&
           (!strcmp(e->symbol->name, "random") || !strcmp(e->symbol->name, "randn") ||
            !strcmp(e->symbol->name, "lognormal"));
}

struct expr *array_retyped(struct checker *c, struct expr *e, const struct type *element)
{
    if (!is_array(e) || !e->type->rank || e->type->base->kind == TYPE_ANY ||
        type_same(type_plain(e->type->base), type_plain(element)))
        return e;
    bool complex = type_is_pair(type_plain(element));
    if (element->kind == TYPE_DOUBLE && made_by_generator(e)) {
        e->type = array_of(c, element, e->type->rank);
        return e;
    }
    struct lift m = {0};
    struct expr *body = map_lift(c, &m, e);
    bool number = !expr_is_bad(body) && type_is_arithmetic(body->type);
    if (complex && (number || type_is_pair(type_plain(body->type))))
        return map_lower(c, &m, complex_lane_as(c, body, type_plain(element)), e->at);
    if (!number || !type_is_arithmetic(element))
        return e;
    bool free = body->kind == EXPR_CALL && body->symbol->kind == SYMBOL_BUILTIN &&
                strcmp(body->symbol->name, "linspace") && element->kind == TYPE_DOUBLE;
    if (free) /* random numbers have the precision of the target type */
        body->type = element;
    return map_lower(c, &m, convert_to(c, body, element), e->at);
}

static bool can_store(struct checker *c, const struct expr *left, const struct expr *right,
                      struct span at)
{
    const struct type *to = map_element(left->type->base),
                      *from = map_element(is_array(right) ? right->type->base : right->type);
    bool numbers = type_is_arithmetic(to) && type_is_arithmetic(from),
         complex = type_is_pair(to) && (type_is_arithmetic(from) || complex_scalar(c, from));
    if (!numbers && !complex && !type_same(to, from)) {
        diag_error(c->diags, DIAG_TYPE, at, "an array of '%s' cannot be stored to one of '%s'",
                   type_quoted(c, from), type_quoted(c, to));
        return false;
    }
    if (is_array(right) && right->type->rank > left->type->rank) {
        diag_error(c->diags, DIAG_TYPE, at,
                   "the target has rank %u, but the expression has rank %u", left->type->rank,
                   right->type->rank);
        return false;
    }
    return true;
}

static struct expr *scatter(struct checker *c, struct expr *left, struct expr *body, struct lift *m,
                            struct span at)
{
    const struct expr *g = left->right;
    struct expr *e = expr_new(c, EXPR_ARRAY_SCATTER, type_basic(TYPE_VOID), at);
    e->left = g->left;
    e->condition = g->right;
    e->right = body;
    return e;
}

struct expr *map_store(struct checker *c, struct expr *left, struct expr *right, struct span at)
{
    struct lift m = {0};
    if (!can_store(c, left, right, at))
        return expr_bad(c, at);
    right = array_retyped(c, right, left->type->base);
    struct expr *body = map_lift(c, &m, right);
    if (expr_is_bad(body))
        return body;
    const struct type *to = map_element(left->type->base);
    if (type_is_arithmetic(to))
        body = convert_to(c, body, to);
    else if (type_is_pair(to))
        body = complex_lane_as(c, body, to);
    if (left->kind == EXPR_ARRAY_MAP && left->right->kind == EXPR_GATHER)
        return scatter(c, left, body, &m, at);
    struct expr *e = expr_new(c, EXPR_ARRAY_MAP, type_basic(TYPE_VOID), at);
    e->left = left;
    e->right = body;
    return e;
}

/* ---- generators ---- */

/* The index of each element, in an array of these extents. */
static struct expr *index_lane(struct checker *c, struct expr **extents, uint32_t rank,
                               struct span at)
{
    struct expr *e = expr_new(c, EXPR_LANE, type_basic(TYPE_LONG), at);
    e->subscripts = ARENA_ARRAY(c->arena, struct subscript, rank);
    e->subscript_count = rank;
    for (uint32_t i = 0; i < rank; i++) {
        e->subscripts[i].start = convert_to(c, extents[i], type_basic(TYPE_LONG));
        e->subscripts[i].at = extents[i]->at;
    }
    return e;
}

struct expr *check_iota(struct checker *c, struct expr *call)
{
    struct lift m = {.rank = call->arg_count};
    struct expr *i = index_lane(c, call->args, call->arg_count, call->at);
    return map_lower(c, &m, convert_to(c, i, type_basic(TYPE_INT)), call->at);
}

struct expr *check_linspace(struct checker *c, struct expr *call)
{
    struct expr **args = call->args, *i = index_lane(c, args + 2, 1, call->at);
    const struct type *t =
        common_type(common_type(args[0]->type, args[1]->type), type_basic(TYPE_FLOAT));
    struct lift m = {.rank = 1};
    struct expr *e = expr_new(c, EXPR_CALL, t, call->at);
    e->args = ARENA_ARRAY(c->arena, struct expr *, 4);
    e->arg_count = 4;
    e->args[0] = convert_to(c, map_lift(c, &m, args[0]), t);
    e->args[1] = convert_to(c, map_lift(c, &m, args[1]), t);
    e->args[2] = map_lift(c, &m, convert_to(c, args[2], type_basic(TYPE_LONG)));
    e->args[3] = i;
    e->symbol = call->symbol;
    return map_lower(c, &m, e, call->at);
}

/* The generators of 64 bits have this number at the end of their names. */
static bool names_wide(const struct expr *name)
{
    const struct expr *text = string_literal(name);
    size_t n = text ? strnlen(text->string.p, text->string.n) : 0;
    return n >= 2 && !memcmp(text->string.p + n - 2, "64", 2);
}

/* Functions that take the name of a generator, then parameters of a distribution, then the extents. */
static const struct {
    const char *name;
    uint32_t parameters;
    enum type_kind type;
} by_generator[] = {
    {"random",     0, TYPE_FLOAT},
    {"randn",      0, TYPE_FLOAT},
    {"random_raw", 0, TYPE_UINT },
    {"lognormal",  2, TYPE_FLOAT},
    {"poisson",    1, TYPE_UINT },
};

struct expr *check_generated(struct checker *c, struct expr *call)
{
    uint32_t i = 0;
    while (strcmp(by_generator[i].name, call->symbol->name))
        i++;
    bool wide = !strcmp(by_generator[i].name, "random_raw") && names_wide(call->args[0]);
    call->type = array_of(c, type_basic(wide ? TYPE_ULONG : by_generator[i].type),
                          call->arg_count - 1 - by_generator[i].parameters);
    return call;
}

/* The seed and the number of this call are looked up each time the statement runs. */
struct expr *check_random_map(struct checker *c, struct expr *call)
{
    if (call->args[0]->type->kind == TYPE_POINTER)
        return check_generated(c, call);
    struct lift m = {.rank = call->arg_count};
    struct expr *e = expr_new(c, EXPR_CALL, type_basic(TYPE_FLOAT), call->at);
    e->args = ARENA_ARRAY(c->arena, struct expr *, 3);
    e->arg_count = 3;
    e->args[0] = map_lift(c, &m, library_call(c, "__seed", NULL, 0, call->at));
    e->args[1] = map_lift(c, &m, library_call(c, "__draw", NULL, 0, call->at));
    e->args[2] = index_lane(c, call->args, call->arg_count, call->at);
    e->symbol = call->symbol;
    return map_lower(c, &m, e, call->at);
}

/* The parameters of a distribution, then the extents. */
struct expr *check_distributed(struct checker *c, struct expr *call)
{
    static const struct {
        const char *name;
        uint32_t parameters;
        bool whole; /* the numbers are whole ones */
    } all[] = {
        {"randint",     2, true },
        {"lognormal",   2, false},
        {"exponential", 1, false},
        {"poisson",     1, true },
    };

    uint32_t i = 0, count;
    if (call->args[0]->type->kind == TYPE_POINTER)
        return check_generated(c, call);
    while (strcmp(all[i].name, call->symbol->name))
        i++;
    count = all[i].parameters;
    struct lift m = {.rank = call->arg_count - count};
    struct expr *e =
        expr_new(c, EXPR_CALL, type_basic(all[i].whole ? TYPE_LONG : TYPE_FLOAT), call->at);
    e->args = ARENA_ARRAY(c->arena, struct expr *, 3 + count);
    e->arg_count = 3 + count;
    e->args[0] = map_lift(c, &m, library_call(c, "__seed", NULL, 0, call->at));
    e->args[1] = map_lift(c, &m, library_call(c, "__draw", NULL, 0, call->at));
    e->args[2] = index_lane(c, call->args + count, call->arg_count - count, call->at);
    for (uint32_t k = 0; k < count; k++)
        e->args[3 + k] = map_lift(c, &m, call->args[k]);
    e->symbol = call->symbol;
    return map_lower(c, &m, e, call->at);
}

struct expr *check_sobol(struct checker *c, struct expr *call)
{
    call->type = array_of(c, type_basic(TYPE_FLOAT), 2);
    return call;
}

/* ---- arrays as indices ---- */

/* x[idx]: the elements at these indices. x[mask]: the elements where the mask is true, any number of them. */
struct expr *index_array(struct checker *c, struct expr *array, struct expr *index,
                         const struct node *n)
{
    bool mask = index->type->base->kind == TYPE_BOOL;
    if (array->type->rank != 1 || n->count != 1 || (mask && index->type->rank != 1)) {
        diag_error(c->diags, DIAG_TYPE, n->list[0]->at,
                   "only arrays of rank 1 can be indexed with an array of %s",
                   mask ? "bool" : "integers");
        return expr_bad(c, n->at);
    }
    if (!type_is_integer(index->type->base)) {
        diag_error(c->diags, DIAG_TYPE, index->at, "an index must be an integer, not '%s'",
                   type_quoted(c, index->type->base));
        return expr_bad(c, n->at);
    }
    if (mask) {
        struct expr *args[2] = {array, index};
        struct expr *e = library_call(c, "__compress", args, 2, n->at);
        e->type = type_device_array(c->arena, type_plain(array->type->base), 1, false);
        e->lvalue = array_is_view(array); /* x[mask] = v */
        return e;
    }
    struct lift m = {0};
    struct expr *e = expr_new(c, EXPR_GATHER, map_element(array->type->base), n->at);
    e->right = convert_to(c, map_lift(c, &m, index), type_basic(TYPE_LONG));
    e->left = array;
    struct expr *map = map_lower(c, &m, e, n->at);
    map->lvalue = true;
    return map;
}
