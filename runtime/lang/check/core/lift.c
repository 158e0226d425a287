/* SPDX-License-Identifier: Apache-2.0 */
/* Elements of device arrays in place of the arrays. Next: check_map.c. */
#include "lang/check/core/lift.h"

#include <string.h>

#include "lang/check/core/convert.h"
#include "lang/check/core/scope.h"
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

/* _Complex of whole numbers and the like as _Complex double; the others as they are. */
static struct expr *wide_complex(struct checker *c, struct expr *e)
{
    const struct type *t = type_plain(e->type);
    bool other = type_is_complex(t) && t->fields[0].type->kind != TYPE_FLOAT &&
                 t->fields[0].type->kind != TYPE_DOUBLE;
    struct purpose why = {.kind = FOR_ASSIGN};
    return other ? convert_implicit(c, e, type_complex(TYPE_DOUBLE), &why) : e;
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
    const struct type *complex = complex_scalar(c, e->type);
    if (complex)
        return lane(c, wide_complex(c, e), complex);
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

/* ---- complex numbers ---- */

const struct type *complex_scalar(struct checker *c, const struct type *t)
{
    t = type_plain(t);
    if (type_is_pair(t))
        return t;
    if (type_is_complex(t))
        return complex_of(c, t->fields[0].type->kind == TYPE_FLOAT);
    bool single = has_name(t, "std::complex<float>");
    return single || has_name(t, "std::complex<double>") ? complex_of(c, single) : NULL;
}

struct expr *complex_lane_as(struct checker *c, struct expr *e, const struct type *t)
{
    if (expr_is_bad(e) || type_same(type_plain(e->type), t))
        return e;
    struct expr *args[2] = {e, integer_new(c, type_basic(TYPE_INT), 0, e->at)};
    return complex_call(c, type_is_pair(type_plain(e->type)) ? "__complex_sum" : "to_complex", t,
                        args, 2, e->at);
}

const struct type *complex_part(const struct type *t)
{
    return type_basic(has_name(t, "float2") ? TYPE_FLOAT : TYPE_DOUBLE);
}

const struct type *complex_of(struct checker *c, bool single)
{
    const struct name *name = name_cstr(&c->l->names, single ? "float2" : "double2");
    return (name->tag ? name->tag : name->ordinary)->type;
}

struct expr *complex_call(struct checker *c, const char *name, const struct type *t,
                          struct expr *const *args, uint32_t count, struct span at)
{
    struct expr *e = expr_new(c, EXPR_CALL, t, at);
    e->symbol = library_call(c, name, NULL, 0, at)->symbol;
    e->args = ARENA_ARRAY(c->arena, struct expr *, count);
    e->arg_count = count;
    for (uint32_t i = 0; i < count; i++)
        e->args[i] = args[i];
    return e;
}

/* A number that stands in the expression does not widen it: z * 0.5 stays what z is, as in NumPy. */
static bool is_wide(const struct expr *e)
{
    const struct type *t = type_plain(e->type);
    bool alone = e->kind == EXPR_REAL || e->kind == EXPR_INTEGER ||
                 (e->kind == EXPR_LANE && e->left && e->left->type->kind != TYPE_DEVICE_ARRAY);
    return !alone && t->kind != TYPE_FLOAT && !has_name(t, "float2");
}

const struct type *complex_common_lane(struct checker *c, const struct expr *l,
                                       const struct expr *r)
{
    const struct type *lt = type_plain(l->type), *rt = type_plain(r->type);
    bool left = type_is_pair(lt), right = type_is_pair(rt),
         fits = (left || type_is_arithmetic(lt)) && (right || type_is_arithmetic(rt));
    return fits && (left || right) ? complex_of(c, !is_wide(l) && !is_wide(r)) : NULL;
}

struct expr *complex_arithmetic(struct checker *c, enum expr_kind kind, struct expr *l,
                                struct expr *r, struct span at)
{
    static const struct {
        enum expr_kind kind;
        const char *name;
    } functions[] = {
        {EXPR_ADD,       "__complex_sum"       },
        {EXPR_SUBTRACT,  "__complex_difference"},
        {EXPR_MULTIPLY,  "__complex_product"   },
        {EXPR_DIVIDE,    "__complex_quotient"  },
        {EXPR_EQUAL,     "__complex_equal"     },
        {EXPR_NOT_EQUAL, "__complex_different" },
    };

    struct expr *args[2] = {l, r};
    bool compares = kind == EXPR_EQUAL || kind == EXPR_NOT_EQUAL;
    const struct type *t = complex_common_lane(c, l, r);
    for (size_t i = 0; t && i < sizeof functions / sizeof *functions; i++)
        if (functions[i].kind == kind)
            return complex_call(c, functions[i].name, compares ? type_basic(TYPE_BOOL) : t, args, 2,
                                at);
    return NULL;
}

struct expr *complex_function(struct checker *c, const char *name, struct expr *const *args,
                              uint32_t count, struct span at)
{
    enum { SAME, REAL, TRUTH };

    static const struct {
        const char *name, *function;
        uint32_t count;
        int result;
    } functions[] = {
        {"abs",   "__complex_abs",   1, REAL },
        {"fabs",  "__complex_abs",   1, REAL },
        {"isnan", "__complex_isnan", 1, TRUTH},
        {"exp",   "__complex_exp",   1, SAME },
        {"log",   "__complex_log",   1, SAME },
        {"sqrt",  "__complex_sqrt",  1, SAME },
        {"sin",   "__complex_sin",   1, SAME },
        {"cos",   "__complex_cos",   1, SAME },
        {"tan",   "__complex_tan",   1, SAME },
        {"sinh",  "__complex_sinh",  1, SAME },
        {"cosh",  "__complex_cosh",  1, SAME },
        {"tanh",  "__complex_tanh",  1, SAME },
        {"pow",   "__complex_pow",   2, SAME },
    };

    const struct type *t = complex_common_lane(c, args[0], args[count - 1]);
    for (size_t i = 0; t && i < sizeof functions / sizeof *functions; i++)
        if (functions[i].count == count && !strcmp(functions[i].name, name))
            return complex_call(c, functions[i].function,
                                functions[i].result == REAL    ? complex_part(t)
                                : functions[i].result == TRUTH ? type_basic(TYPE_BOOL)
                                                               : t,
                                args, count, at);
    return NULL;
}
