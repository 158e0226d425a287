/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of the library's array functions, whose result types depend on their arguments (array_calls.def). Reductions
 * and generators (iota, random) become part of the map around them. */
#include "lang/check/check_arrays.h"

#include <string.h>

#include "lang/check/check_expression.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/lift.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/tree_build.h"

enum element_rule { SAME, SUM, REAL, BOOL, INDEX, COUNT };

/* As in NumPy: sums of integers are 64 bits wide, means of integers are double. */
static const struct type *element_of(enum element_rule rule, const struct type *t)
{
    t = type_plain(t);
    switch (rule) {
    case SAME: return t;
    case SUM:
        if (type_is_floating(t))
            return t;
        return type_basic(type_is_signed(t) || t->kind == TYPE_BOOL ? TYPE_LONG : TYPE_ULONG);
    case REAL: return type_is_floating(t) ? t : type_basic(TYPE_DOUBLE);
    case BOOL: return type_basic(TYPE_BOOL);
    case INDEX:
    case COUNT: return type_basic(TYPE_LONG);
    }
    return t;
}

const struct type *array_of(struct checker *c, const struct type *element, uint32_t rank)
{
    return type_device_array(c->arena, type_plain(element), rank, false);
}

struct expr *array_arg_wrong(struct checker *c, const struct expr *arg, const struct expr *call,
                             const char *needs)
{
    diag_error(c->diags, DIAG_TYPE, arg->at, "'%s' needs %s, not '%s'", call->symbol->name, needs,
               type_quoted(c, arg->type));
    return expr_bad(c, call->at);
}

bool array_of_numbers(const struct expr *e)
{
    return is_array(e) && type_is_arithmetic(e->type->base);
}

bool array_of_values(const struct expr *e)
{
    return array_of_numbers(e) || (is_array(e) && type_is_half(e->type->base));
}

bool array_of_elements(const struct expr *e)
{
    return array_of_values(e) || (is_array(e) && type_is_pair(type_plain(e->type->base)));
}

/* ---- reductions ---- */

static struct expr *reduced(struct checker *c, struct expr *call, struct expr *body, uint32_t rank,
                            struct expr *axis, enum element_rule rule)
{
    if (expr_is_bad(body))
        return body;
    if (rule == BOOL)
        body = convert_to_bool(c, body, "what any() and all() look at");
    if (rule == COUNT)
        body = convert_to_bool(c, body, "what count_nonzero() counts");
    const struct type *t = element_of(rule, body->type);
    struct expr *e =
        expr_new(c, EXPR_ARRAY_REDUCE, axis && rank > 1 ? array_of(c, t, rank - 1) : t, call->at);
    e->symbol = rule == COUNT ? library_call(c, "sum", NULL, 0, call->at)->symbol : call->symbol;
    e->right = body;
    e->left = axis && rank > 1 ? axis : NULL;
    return e;
}

/* The reduction of complex numbers of this name (kernels/reduce.cu); NULL: there is none. */
static const char *complex_reduction(const char *name)
{
    static const char *const names[][2] = {
        {"sum",    "__complex_total" },
        {"prod",   "__complex_prod"  },
        {"mean",   "__complex_mean"  },
        {"var",    "__complex_var"   },
        {"stddev", "__complex_stddev"},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i][0], name))
            return names[i][1];
    return NULL;
}

/* The element of an array of one. */
struct expr *array_only_element(struct checker *c, struct expr *array)
{
    struct expr *e = expr_new(c, EXPR_ELEMENT, type_plain(array->type->base), array->at);
    e->left = array;
    e->subscripts = ARENA_ARRAY(c->arena, struct subscript, 1);
    e->subscript_count = 1;
    e->subscripts[0].start = integer_new(c, type_basic(TYPE_LONG), 0, array->at);
    return e;
}

/* body: complex numbers. A complex result of all of them is an array of one when it is made. */
static struct expr *reduced_complex(struct checker *c, struct expr *call, struct expr *body,
                                    uint32_t rank, struct expr *axis, enum element_rule rule)
{
    const struct type *t = type_plain(body->type);
    const char *name = call->symbol->name, *reduction = complex_reduction(name);
    struct expr *args[2] = {body, integer_new(c, type_basic(TYPE_INT), 0, call->at)};
    if (rule == BOOL || rule == COUNT)
        return reduced(
            c, call,
            complex_call(c, "__complex_different", type_basic(TYPE_BOOL), args, 2, call->at), rank,
            axis, rule);
    if (!reduction)
        return reduced(c, call,
                       complex_call(c, "__complex_abs", complex_part(t), args, 1, call->at), rank,
                       axis, rule);
    bool real = !strcmp(name, "var") || !strcmp(name, "stddev"), along = axis && rank > 1;
    t = real ? complex_part(t) : t;
    struct expr *e = expr_new(c, EXPR_ARRAY_REDUCE,
                              along  ? array_of(c, t, rank - 1)
                              : real ? t
                                     : array_of(c, t, 1),
                              call->at);
    e->symbol = library_call(c, reduction, NULL, 0, call->at)->symbol;
    e->right = body;
    e->left = along ? axis : NULL;
    return along || real ? e : array_only_element(c, e);
}

static bool reduces_complex(const char *name)
{
    static const char *const others[] = {"norm", "any", "all", "count_nonzero"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(others[i], name))
            return true;
    return complex_reduction(name);
}

static struct expr *reduce(struct checker *c, struct expr *call, enum element_rule rule)
{
    struct lift m = {0};
    struct expr *axis = call->arg_count > 1 ? call->args[1] : NULL;
    if (!is_array(call->args[0]))
        return array_arg_wrong(c, call->args[0], call, "an array");
    if (axis && !type_is_integer(axis->type) && axis->type->kind != TYPE_POINTER)
        return array_arg_wrong(c, axis, call, "the number of an axis");
    if (axis)
        axis = convert_to(c, axis, type_basic(TYPE_LONG));
    struct expr *body = map_lift(c, &m, call->args[0]);
    if (!expr_is_bad(body) && type_is_pair(type_plain(body->type)) &&
        reduces_complex(call->symbol->name))
        return reduced_complex(c, call, body, m.rank, axis, rule);
    if (!expr_is_bad(body) && !type_is_arithmetic(body->type))
        return array_arg_wrong(c, call->args[0], call, "an array of numbers");
    return reduced(c, call, body, m.rank, axis, rule);
}

struct expr *array_total(struct checker *c, const char *name, struct expr *x, struct span at)
{
    return reduce(c, library_call(c, name, &x, 1, at), SUM);
}

/* dot(x, y), and vdot(x, y), of which the first factor is conjugated. */
static struct expr *dot(struct checker *c, struct expr *call)
{
    struct lift m = {0};
    struct expr *x = map_lift(c, &m, call->args[0]), *y = map_lift(c, &m, call->args[1]);
    bool conjugates = !strcmp(call->symbol->name, "vdot");
    if (expr_is_bad(x) || expr_is_bad(y))
        return expr_bad(c, call->at);
    if (call->args[0]->type->rank != 1 || call->args[1]->type->rank != 1)
        return array_arg_wrong(c, call->args[call->args[0]->type->rank == 1], call,
                               "two arrays of rank 1 (matrices are multiplied by matmul)");
    if (conjugates && type_is_pair(type_plain(x->type)))
        x = complex_call(c, "conj", type_plain(x->type), &x, 1, call->at);
    struct expr *product = complex_arithmetic(c, EXPR_MULTIPLY, x, y, call->at);
    call->symbol = library_call(c, product ? "sum" : "dot", NULL, 0, call->at)->symbol;
    if (product)
        return reduced_complex(c, call, product, 1, NULL, SUM);
    product = expr_arithmetic(c, EXPR_MULTIPLY, x, y, call->at, call->at);
    return reduced(c, call, product, 1, NULL, SUM);
}

/* ---- typed by their argument ---- */

static struct expr *same(struct checker *c, struct expr *call)
{
    struct expr *x = call->args[0];
    call->type = array_of(c, x->type->base, x->type->rank);
    return call;
}

/* Functions along an axis of an array of any rank. `flat`: with so many arguments they take all elements as one vector, as NumPy. `axis`: with so many
 * they are along the last axis, if there are several. */
static struct expr *along(struct checker *c, struct expr *call)
{
    static const struct {
        const char *name;
        bool orders;
        uint32_t flat, axis;
        const char *other; /* the function of several axes */
    } all[] = {
        {"sort",    true,  0, 1, "__sort_along"   },
        {"argsort", true,  0, 1, "__argsort_along"},
        {"topk",    true,  0, 0, NULL             },
        {"unique",  true,  1, 0, NULL             },
        {"flip",    false, 0, 0, NULL             },
        {"roll",    false, 0, 0, NULL             },
        {"diff",    false, 0, 0, NULL             },
        {"repeat",  false, 2, 0, NULL             },
        {"tile",    false, 0, 2, "__tile_along"   },
    };
    struct expr *x = call->args[0], *args[2] = {x, NULL};
    size_t i = 0;
    while (strcmp(all[i].name, call->symbol->name))
        i++;
    if (!(all[i].orders ? array_of_values : array_of_elements)(x))
        return array_arg_wrong(c, x, call, "an array of numbers");
    bool grid = !strcmp(all[i].name, "tile") && call->arg_count == 3, several = x->type->rank > 1;
    if (grid && x->type->rank > 2)
        return array_arg_wrong(c, x, call, "an array of numbers of rank 1 or 2");
    if (all[i].other && several && call->arg_count == all[i].axis) {
        args[1] = call->arg_count > 1 ? call->args[1]
                                      : integer_new(c, type_basic(TYPE_LONG), -1, call->at);
        call = library_call(c, all[i].other, args, 2, call->at);
    }
    call->type = array_of(c, strcmp(all[i].name, "argsort") ? x->type->base : type_basic(TYPE_INT),
                          grid                             ? 2
                          : call->arg_count == all[i].flat ? 1
                                                           : x->type->rank);
    return call;
}

static struct expr *alike(struct checker *c, struct expr *call)
{
    const struct type *t = call->args[0]->type;
    call->type = array_of(c, t->base, t->rank);
    return call;
}

/* An array of numbers like the first argument, of any rank. */
static struct expr *like_first(struct checker *c, struct expr *call)
{
    struct expr *x = call->args[0];
    if (!(strcmp(call->symbol->name, "clip") ? array_of_elements : array_of_values)(x))
        return array_arg_wrong(c, x, call, "an array of numbers");
    call->type = array_of(c, x->type->base, x->type->rank);
    return call;
}

/* For each element of one argument something about its place in the other, a vector: searchsorted(sorted, x), digitize(x, sorted), isin(x, values). */
static struct expr *places(struct checker *c, struct expr *call)
{
    bool first = !strcmp(call->symbol->name, "searchsorted");
    struct expr *sorted = call->args[!first], **x = call->args + first;
    if (!array_of_numbers(sorted) || sorted->type->rank != 1)
        return array_arg_wrong(c, sorted, call, "an array of numbers of rank 1");
    bool number = array_of_number(c, x), member = !strcmp(call->symbol->name, "isin");
    if (!array_of_numbers(*x))
        return array_arg_wrong(c, *x, call, "an array of numbers");
    call->type = array_of(c, type_basic(member ? TYPE_BOOL : TYPE_LONG), (*x)->type->rank);
    return number ? array_only_element(c, call) : call;
}

/* interp(x, xp, fp), computed as double */
static struct expr *interp(struct checker *c, struct expr *call)
{
    bool number = array_of_number(c, call->args);
    for (int i = 0; i < 3; i++) {
        if (!array_of_numbers(call->args[i]) || (i && call->args[i]->type->rank != 1))
            return array_arg_wrong(c, call->args[i], call,
                                   i ? "an array of numbers of rank 1" : "an array of numbers");
        call->args[i] = array_retyped(c, call->args[i], type_basic(TYPE_DOUBLE));
    }
    call->type = array_of(c, type_basic(TYPE_DOUBLE), call->args[0]->type->rank);
    return number ? array_only_element(c, call) : call;
}

static bool array_of_integers(const struct expr *e)
{
    return is_array(e) && type_is_integer(e->type->base);
}

static struct expr *bincount(struct checker *c, struct expr *call)
{
    struct expr *x = call->args[0];
    if (!array_of_integers(x) || x->type->rank != 1)
        return array_arg_wrong(c, x, call, "an array of integers of rank 1");
    call->type = array_of(c, type_basic(TYPE_INT), 1);
    return call;
}

/* take(x, indices): of the elements in order. take(x, indices, axis): of the parts along an axis. */
static struct expr *take(struct checker *c, struct expr *call)
{
    struct expr *x = call->args[0], *at = call->args[1];
    bool along = call->arg_count > 2;
    if (!array_of_elements(x))
        return array_arg_wrong(c, x, call, "an array of numbers");
    if (!array_of_integers(at) || (along && at->type->rank != 1))
        return array_arg_wrong(c, at, call,
                               along ? "indices of rank 1" : "an array of integers as indices");
    call->type = array_of(c, x->type->base, along ? x->type->rank : at->type->rank);
    return call;
}

/* isclose and allclose(x, y, rtol, atol): kernels/random.cu has the comparison. */
static struct expr *close(struct checker *c, struct expr *call)
{
    struct lift m = {0};
    struct expr *args[4];
    bool complex = false;
    for (uint32_t i = 0; i < call->arg_count; i++) {
        struct expr *e = call->args[i];
        if (is_array(e) ? !array_of_elements(e)
                        : !type_is_arithmetic(e->type) && (i > 1 || !complex_scalar(c, e->type)))
            return array_arg_wrong(c, e, call, "arrays of numbers, or an array and a number");
        args[i] = map_lift(c, &m, e);
        complex |= type_is_pair(type_plain(args[i]->type));
        if (type_is_arithmetic(args[i]->type))
            args[i] = convert_to(c, args[i], type_basic(TYPE_DOUBLE));
    }
    struct expr *e = expr_new(c, EXPR_CALL, type_basic(TYPE_BOOL), call->at);
    e->symbol = library_call(c, complex ? "__complex_close" : "isclose", NULL, 0, call->at)->symbol;
    e->args = ARENA_ARRAY(c->arena, struct expr *, 4);
    e->arg_count = 4;
    memcpy(e->args, args, sizeof args);
    if (!strcmp(call->symbol->name, "isclose"))
        return map_lower(c, &m, e, call->at);
    call->symbol = library_call(c, "all", NULL, 0, call->at)->symbol;
    return reduced(c, call, e, m.rank, NULL, BOOL);
}

static struct expr *two_vectors(struct checker *c, struct expr *call)
{
    for (int i = 0; i < 2; i++)
        if (!array_of_elements(call->args[i]) || call->args[i]->type->rank != 1)
            return array_arg_wrong(c, call->args[i], call, "two arrays of numbers of rank 1");
    const struct type *t = product_type(c, call->args[0], call->args[1]);
    for (int i = 0; i < 2; i++)
        call->args[i] = array_retyped(c, call->args[i], t);
    call->type = array_of(c, t, 1);
    return call;
}

static struct expr *two_matrices(struct checker *c, struct expr *call)
{
    for (int i = 0; i < 2; i++)
        if (!array_of_numbers(call->args[i]) || call->args[i]->type->rank != 2)
            return array_arg_wrong(c, call->args[i], call, "two arrays of numbers of rank 2");
    const struct type *t = product_type(c, call->args[0], call->args[1]);
    for (int i = 0; i < 2; i++)
        call->args[i] = array_retyped(c, call->args[i], t);
    call->type = array_of(c, t, 2);
    return call;
}

static struct expr *scan(struct checker *c, struct expr *call)
{
    struct expr *x = call->args[0];
    bool along = call->arg_count > 1;
    if (!array_of_elements(x) || (!along && x->type->rank != 1))
        return array_arg_wrong(c, x, call,
                               along ? "an array of numbers"
                                     : "an array of numbers of rank 1, or an axis as well");
    const struct type *t = type_plain(x->type->base);
    call->type = array_of(c, type_is_pair(t) ? t : element_of(SUM, t), x->type->rank);
    return call;
}

static struct expr *indices(struct checker *c, struct expr *call)
{
    struct expr *x = call->args[0];
    if (!array_of_numbers(x) || x->type->rank != 1)
        return array_arg_wrong(c, x, call, "an array of numbers of rank 1");
    call->type = array_of(c, type_basic(TYPE_INT), 1);
    return call;
}

static struct expr *histogram(struct checker *c, struct expr *call)
{
    if (!array_of_numbers(call->args[0]))
        return array_arg_wrong(c, call->args[0], call, "an array of numbers");
    call->type = array_of(c, type_basic(TYPE_INT), 1);
    return call;
}

static struct expr *where(struct checker *c, struct expr *call)
{
    if (call->arg_count == 3)
        return conditional_map(c, call->args[0], call->args[1], call->args[2], call->at);
    return indices(c, call);
}

static struct expr *reshape(struct checker *c, struct expr *call)
{
    uint32_t rank = call->arg_count - 1;
    if (!call->args[0]->type->rank)
        return array_arg_wrong(c, call->args[0], call, "an array of known type");
    call->type = array_of(c, call->args[0]->type->base, rank);
    return call;
}

/* __ipc_array((float *) 0, handle, offset, n...): a pointer has the element type. */
static struct expr *ipc_array(struct checker *c, struct expr *call)
{
    if (call->args[0]->type->kind != TYPE_POINTER)
        return array_arg_wrong(c, call->args[0], call, "a pointer");
    call->type = array_of(c, call->args[0]->type->base, call->arg_count - 3);
    return call;
}

static struct expr *ravel(struct checker *c, struct expr *call)
{
    call->type = array_of(c, call->args[0]->type->base, 1);
    return call;
}

/* An array of numbers as one of complex numbers of type t. */
static struct expr *made_complex(struct checker *c, struct expr *a, const struct type *t)
{
    struct lift m = {0};
    if (type_same(type_plain(a->type->base), t))
        return a;
    return map_lower(c, &m, complex_lane_as(c, map_lift(c, &m, a), t), a->at);
}

const struct type *product_of(struct checker *c, const struct type *x, const struct type *y)
{
    bool complex = type_is_pair(x) || type_is_pair(y);
    x = map_element(x);
    y = map_element(y);
    if (!complex)
        return common_type(x, y);
    return complex_of(c, (has_name(x, "float2") || x->kind == TYPE_FLOAT) &&
                             (has_name(y, "float2") || y->kind == TYPE_FLOAT));
}

const struct type *product_type(struct checker *c, const struct expr *a, const struct expr *b)
{
    return product_of(c, type_plain(a->type->base), type_plain(b->type->base));
}

/* ---- several arrays as one ---- */

/* The type of the elements; NULL: they cannot be joined. Numbers of different types get their common type. */
static const struct type *joined_type(struct checker *c, const struct expr *a, const struct expr *b)
{
    const struct type *x = type_plain(a->type->base), *y = type_plain(b->type->base);
    if (a->type->rank != b->type->rank)
        return NULL;
    if (type_same(x, y))
        return x;
    if (array_of_values(a) && array_of_values(b))
        return common_type(map_element(x), map_element(y));
    return array_of_elements(a) && array_of_elements(b) ? product_type(c, a, b) : NULL;
}

/* concatenate(a, b, ..., axis) and stack(a, b, ..., axis) */
static struct expr *concatenate(struct checker *c, struct expr *call)
{
    uint32_t n = 1;
    while (n < call->arg_count && is_array(call->args[n]))
        n++;
    bool axis = n + 1 == call->arg_count && type_is_integer(call->args[n]->type);
    if (n < call->arg_count && !axis)
        return array_arg_wrong(c, call->args[n], call, "arrays and then the number of an axis");
    uint32_t rank = call->args[0]->type->rank + !strcmp(call->symbol->name, "stack");
    if (rank > TYPE_RANK_MAX)
        return array_arg_wrong(c, call->args[0], call, "arrays of rank 3 at most");
    struct expr first = *call->args[0];
    struct type of = *first.type;
    first.type = &of;
    for (uint32_t i = 1; i < n; i++) {
        of.base = joined_type(c, &first, call->args[i]);
        if (of.base)
            continue;
        diag_error(c->diags, DIAG_TYPE, call->at, "'%s' and '%s' cannot be joined",
                   type_quoted(c, call->args[0]->type), type_quoted(c, call->args[i]->type));
        return expr_bad(c, call->at);
    }
    for (uint32_t i = 0; i < n; i++)
        call->args[i] = type_is_pair(of.base) ? made_complex(c, call->args[i], type_plain(of.base))
                                              : array_retyped(c, call->args[i], of.base);
    if (axis)
        call->args[n] = convert_to(c, call->args[n], type_basic(TYPE_LONG));
    return call->type = array_of(c, of.base, rank), call;
}

/* ---- places ---- */

/* Its first argument is written to. */
static bool takes_target(struct checker *c, struct expr *call)
{
    struct expr *x = call->args[0];
    bool fits = array_of_elements(x), stored = x->kind != EXPR_ARRAY_MAP;
    if (!fits || !stored)
        array_arg_wrong(c, x, call,
                        fits ? "an array that it can change, not an expression"
                             : "an array of numbers");
    return fits && stored;
}

/* add_at(x, indices, values): the values in the type of x. A number is a long or a double. */
static struct expr *add_at(struct checker *c, struct expr *call)
{
    struct expr *x = call->args[0], *at = call->args[1], *v = call->args[2];
    if (!takes_target(c, call))
        return expr_bad(c, call->at);
    const struct type *t = type_plain(x->type->base);
    if (!array_of_integers(at))
        return array_arg_wrong(c, at, call, "an array of integers as indices");
    bool number = type_is_arithmetic(v->type);
    if (!number && !array_of_values(v) && !(type_is_pair(t) && array_of_elements(v)))
        return array_arg_wrong(c, v, call, "numbers as values");
    if (type_is_pair(t) && !number)
        call->args[2] = made_complex(c, v, t);
    else if (!number)
        call->args[2] = array_retyped(c, v, map_element(t));
    else
        call->args[2] =
            convert_to(c, type_is_pair(t) ? v : convert_to(c, v, map_element(t)),
                       type_basic(type_is_pair(t) || type_is_floating(map_element(t)) ? TYPE_DOUBLE
                                                                                      : TYPE_LONG));
    return call;
}

/* permutation(x) is a copy, permutation(n) the numbers below n. */
static struct expr *permutation(struct checker *c, struct expr *call)
{
    struct expr *x = call->args[0];
    if (is_array(x) && !array_of_elements(x))
        return array_arg_wrong(c, x, call, "an array of numbers, or a number");
    call->type = is_array(x) ? array_of(c, x->type->base, x->type->rank)
                             : array_of(c, type_basic(TYPE_INT), 1);
    return call;
}

static struct expr *shuffle(struct checker *c, struct expr *call)
{
    return takes_target(c, call) ? call : expr_bad(c, call->at);
}

static struct expr *matmul(struct checker *c, struct expr *call)
{
    struct expr *a = call->args[0], *b = call->args[1];
    uint32_t m = a->type->rank, n = b->type->rank;
    if (!array_of_elements(a) || !array_of_elements(b) || m < 1 || n < 1 || m > 3 || n > 3 ||
        (m == 1 && n == 1)) {
        diag_error(c->diags, DIAG_TYPE, call->at, "'%s' and '%s' cannot be multiplied as matrices",
                   type_quoted(c, a->type), type_quoted(c, b->type));
        return expr_bad(c, call->at);
    }
    const struct type *t = product_type(c, a, b);
    call->args[0] = type_is_pair(t) ? made_complex(c, a, t) : array_retyped(c, a, t);
    call->args[1] = type_is_pair(t) ? made_complex(c, b, t) : array_retyped(c, b, t);
    uint32_t rank = m == 1 || n == 1 ? (m > n ? m : n) - 1 : m > n ? m : n;
    call->type = array_of(c, t, rank);
    return call;
}

/* Of a real number x, which the lane is: x, 0, or its angle, 0 or pi. */
static struct expr *real_parts(struct checker *c, const struct expr *call, struct expr *x)
{
    const char *name = call->symbol->name;
    if (!strcmp(name, "real") || !strcmp(name, "conj"))
        return x;
    bool angle = !strcmp(name, "angle"), single = x->type->kind == TYPE_FLOAT;
    if (angle)
        x = convert_to(c, x, type_basic(single ? TYPE_FLOAT : TYPE_DOUBLE));
    struct expr *zero = convert_to(c, integer_new(c, type_basic(TYPE_INT), 0, call->at), x->type),
                *args[2] = {zero, x};
    if (angle) {
        struct expr *e = library_call(c, single ? "atan2f" : "atan2", args, 2, call->at);
        e->type = x->type;
        return e;
    }
    struct expr *e = expr_new(c, EXPR_COMMA, zero->type, call->at);
    e->left = convert_to(c, x, type_basic(TYPE_VOID));
    e->right = zero;
    return e;
}

/* real, imag, angle, conj */
static struct expr *complex_parts(struct checker *c, struct expr *call)
{
    struct lift m = {0};
    struct expr *z = call->args[0];
    if (!array_of_elements(z))
        return array_arg_wrong(c, z, call, "an array of numbers");
    if (array_of_numbers(z)) {
        z = map_lift(c, &m, z);
        return expr_is_bad(z) ? z : map_lower(c, &m, real_parts(c, call, z), call->at);
    }
    const struct type *t = type_plain(z->type->base);
    bool same = !strcmp(call->symbol->name, "conj");
    z = map_lift(c, &m, z);
    if (expr_is_bad(z))
        return z;
    struct expr *e =
        complex_call(c, call->symbol->name, same ? t : complex_part(t), &z, 1, call->at);
    return map_lower(c, &m, e, call->at);
}

static struct expr *to_complex(struct checker *c, struct expr *call)
{
    struct lift m = {0};
    for (int i = 0; i < 2; i++)
        if (is_array(call->args[i]) ? !array_of_values(call->args[i])
                                    : !type_is_arithmetic(call->args[i]->type))
            return array_arg_wrong(c, call->args[i], call, "two arrays of numbers");
    struct expr *parts[2] = {map_lift(c, &m, call->args[0]), map_lift(c, &m, call->args[1])};
    if (expr_is_bad(parts[0]) || expr_is_bad(parts[1]))
        return expr_bad(c, call->at);
    bool single = true;
    for (int i = 0; i < 2; i++)
        single &= parts[i]->type->kind == TYPE_FLOAT || !is_array(call->args[i]);
    struct expr *e = complex_call(c, "to_complex", complex_of(c, single), parts, 2, call->at);
    return map_lower(c, &m, e, call->at);
}

/* ---- function arguments ---- */

static const struct symbol *function_arg(struct checker *c, struct expr *call)
{
    struct expr *f = call->args[0];
    while (f->kind == EXPR_CONVERT)
        f = f->left;
    const struct symbol *s = f->kind == EXPR_FUNCTION ? f->symbol : NULL;
    if (!s || !s->type || s->type->kind != TYPE_FUNCTION) {
        struct diag *d =
            diag_error(c->diags, DIAG_TYPE, call->args[0]->at,
                       "the first argument of '%s' must be the name of a __device__ function",
                       call->symbol->name);
        diag_help(c->diags, d, "%s", call->symbol->builtin->help);
        return NULL;
    }
    call->args[0] = f;
    return s;
}

static struct expr *stencil(struct checker *c, struct expr *call)
{
    const struct symbol *f = function_arg(c, call);
    if (!f)
        return expr_bad(c, call->at);
    if (!array_of_numbers(call->args[1]) || call->args[1]->type->rank > 3)
        return array_arg_wrong(c, call->args[1], call, "an array of numbers of rank 1 to 3");
    if (!type_is_arithmetic(f->type->base) || f->type->param_count != 1) {
        struct diag *d = diag_error(
            c->diags, DIAG_TYPE, call->args[0]->at,
            "'%s' is not a stencil: a stencil takes one near<T, N> and returns a number", f->name);
        diag_note(c->diags, d, f->at, "'%s' is declared here", f->name);
        return expr_bad(c, call->at);
    }
    call->type = array_of(c, f->type->base, call->args[1]->type->rank);
    return call;
}

/* A row function returns a number, or returns void and writes a row of the same length and type through its second view. */
static struct expr *rows(struct checker *c, struct expr *call)
{
    const struct symbol *f = function_arg(c, call);
    if (!f)
        return expr_bad(c, call->at);
    struct expr *x = call->args[1];
    bool writes = f->type->base->kind == TYPE_VOID;
    if (!array_of_numbers(x) || x->type->rank < 2)
        return array_arg_wrong(c, x, call, "an array of numbers of rank 2 or more");
    bool pointers = f->type->param_count && f->type->params[0].type->kind == TYPE_POINTER;
    if (f->type->param_count != 1u + pointers + writes ||
        !(writes || type_is_arithmetic(f->type->base))) {
        struct diag *d =
            diag_error(c->diags, DIAG_TYPE, call->args[0]->at,
                       "'%s' is not a row function: a row function takes a view<const T, 1> and "
                       "returns a number, or also takes a view<T, 1> and writes to it",
                       f->name);
        diag_note(c->diags, d, f->at, "'%s' is declared here", f->name);
        return expr_bad(c, call->at);
    }
    call->type = writes ? array_of(c, x->type->base, x->type->rank)
                        : array_of(c, f->type->base, x->type->rank - 1);
    return call;
}

/* ---- all ---- */

/* Extents are the last arguments of functions that take any number of them. */
static bool extents_fit(struct checker *c, const struct expr *call, const char *prototype)
{
    const char *extents = strstr(prototype, "long n, ...");
    uint32_t before = 0;
    for (const char *p = prototype; extents && p < extents; p++)
        before += *p == ',';
    if (!extents || call->arg_count <= before + TYPE_RANK_MAX)
        return true;
    diag_error(c->diags, DIAG_TYPE, call->args[before + TYPE_RANK_MAX]->at,
               "a device array has at most %d dimensions", TYPE_RANK_MAX);
    return false;
}

/* Functions that move elements, whatever these are. The others compute with halves as float. */
static bool keeps_halves(const char *name)
{
    static const char *const names[] = {
        "flip",    "roll",        "tile",      "repeat",   "pad",       "clip",
        "reshape", "concatenate", "gather",    "local",    "transpose", "diag",
        "tril",    "triu",        "diff",      "outer",    "kron",      "trace",
        "take",    "stack",       "ravel",     "swapaxes", "add_at",    "permutation",
        "shuffle", "fftshift",    "ifftshift", "median",   "quantile",  "percentile"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

static void widen_halves(struct checker *c, struct expr *call)
{
    for (uint32_t i = 0; i < call->arg_count; i++)
        if (is_array(call->args[i]) && call->args[i]->type->rank &&
            type_is_half(type_plain(call->args[i]->type->base)))
            call->args[i] = array_retyped(c, call->args[i], type_basic(TYPE_FLOAT));
}

/* median, quantile, percentile: a number, an array with one axis less, or one of several numbers */
static struct expr *in_order(struct checker *c, struct expr *call)
{
    struct expr *x = call->args[0];
    uint32_t plain = strcmp(call->symbol->name, "median") ? 2 : 1;
    if (!array_of_values(x))
        return array_arg_wrong(c, x, call, "an array of numbers");
    if (plain == 2 && is_array(call->args[1])) {
        if (!array_of_numbers(call->args[1]) || call->args[1]->type->rank != 1)
            return array_arg_wrong(c, call->args[1], call, "a number or a vector of them");
        call->args[1] = array_retyped(c, call->args[1], type_basic(TYPE_DOUBLE));
        call->type = array_of(c, type_basic(TYPE_DOUBLE), 1);
    } else if (call->arg_count > plain && x->type->rank == 1) {
        return library_call(c, call->symbol->name, call->args, plain, call->at);
    } else if (call->arg_count > plain) {
        bool single = type_plain(x->type->base)->kind == TYPE_FLOAT || type_is_half(x->type->base);
        call->type = array_of(c, type_basic(single ? TYPE_FLOAT : TYPE_DOUBLE), x->type->rank - 1);
    }
    return call;
}

static struct expr *compared(struct checker *c, struct expr *call)
{
    for (int i = 0; i < 2; i++)
        if (!array_of_elements(call->args[i]))
            return array_arg_wrong(c, call->args[i], call, "two arrays of numbers");
    return call;
}

struct expr *array_call(struct checker *c, struct expr *call)
{
    static const struct {
        const char *name;
        enum element_rule rule;
        struct expr *(*check)(struct checker *c, struct expr *call); /* NULL: a reduction */
    } table[] = {

#define R(name, rule)  {#name, rule, NULL},
#define F(name, check) {#name, SAME, check},
#include "lang/check/array_calls.def"
    };
    const char *prototype = call->symbol->builtin->prototype;
    bool looks = !strncmp(call->symbol->name, "__column", 8) ||
                 !strncmp(call->symbol->name, "__table", 7); /* at the array itself, when it runs */
    if (!extents_fit(c, call, prototype))
        return expr_bad(c, call->at);
    for (uint32_t i = 0; i < call->arg_count && !looks; i++)
        if (is_array(call->args[i]) &&
            (!call->args[i]->type->rank || call->args[i]->type->base->kind == TYPE_ANY))
            return array_arg_wrong(c, call->args[i], call,
                                   "an array of known type: declare a variable for it first");
    for (size_t i = 0; i < sizeof table / sizeof *table && strstr(prototype, "__array"); i++)
        if (!strcmp(table[i].name, call->symbol->name)) {
            if (table[i].check && !keeps_halves(call->symbol->name))
                widen_halves(c, call);
            return table[i].check ? table[i].check(c, call) : reduce(c, call, table[i].rule);
        }
    return call;
}
