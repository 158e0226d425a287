/* SPDX-License-Identifier: Apache-2.0 */
/* Conversions: C11 6.3, and which of them happen by themselves. */
#include "lang/check/check_convert.h"

#include <string.h>

#include "lang/check/check_arrays.h"
#include "lang/check/check_expression.h"
#include "lang/check/class/check_classes.h"

const struct type *convert_promoted(const struct type *t)
{
    t = type_plain(t);
    bool fits = t->kind == TYPE_ENUM &&
                t->fits_int; /* C++17 7.6: by its enumerators, not by what gcc stores it in */
    if (t->kind == TYPE_ENUM)
        t = type_plain(t->base);
    return fits || (type_is_integer(t) && t->size < 4) ? type_basic(TYPE_INT) : t;
}

/* C++17 7.6p5: a bit-field that an int can hold is promoted to int, whatever its type. */
const struct type *convert_promoted_value(const struct expr *e)
{
    const struct type *t = convert_promoted(e->type);
    const struct field *bits = e->kind == EXPR_MEMBER && e->field->bit_width ? e->field : NULL;
    unsigned width = bits ? bits->bit_width + !type_is_signed(t) : UINT8_MAX;
    bool enumeration = bits && type_plain(bits->type)->kind == TYPE_ENUM;
    return width <= 32 && !enumeration ? type_basic(TYPE_INT) : t;
}

const struct type *common_type(const struct type *a, const struct type *b)
{
    a = convert_promoted(a);
    b = convert_promoted(b);
    if (a->kind == TYPE_DOUBLE || b->kind == TYPE_DOUBLE)
        return type_basic(TYPE_DOUBLE);
    if (a->kind == TYPE_FLOAT || b->kind == TYPE_FLOAT)
        return type_basic(TYPE_FLOAT);
    /* The kinds are ordered: the larger rank is later, and unsigned behind signed. */
    const struct type *high = a->kind > b->kind ? a : b, *low = high == a ? b : a;
    bool mixed = high->kind == TYPE_LLONG && low->kind == TYPE_ULONG;
    return mixed ? type_basic(TYPE_ULLONG) : high;
}

bool is_null_constant(const struct expr *e)
{
    if (e->type->kind == TYPE_NULLPTR)
        return true;
    return e->kind == EXPR_INTEGER && !e->integer &&
           (type_is_integer(e->type) ||
            (e->type->kind == TYPE_POINTER && e->type->base->kind == TYPE_VOID));
}

struct expr *convert_to(struct checker *c, struct expr *e, const struct type *to)
{
    to = type_plain(to);
    if (expr_is_bad(e) || (e->type->kind == to->kind && type_same(e->type, to)) ||
        to->kind == TYPE_ANY)
        return e;
    struct expr *n = expr_new(c, EXPR_CONVERT, to, e->at);
    n->left = e;
    return fold_expr(c, n);
}

static void mark_in_memory(struct expr *e)
{
    while (e->kind == EXPR_MEMBER)
        e = e->left;
    if (e->kind == EXPR_VARIABLE)
        e->symbol->in_memory = true;
}

/* What a bit-field's value promotes to (C++17 7.6): int when int holds it, else unsigned when that does. */
static const struct type *promoted_bits(const struct field *f)
{
    if (f->type->kind == TYPE_ENUM || f->type->size < 4 || f->bit_width > 32)
        return type_plain(f->type);
    return type_basic(f->bit_width == 32 && !type_is_signed(f->type) ? TYPE_UINT : TYPE_INT);
}

struct expr *convert_rvalue(struct checker *c, struct expr *e)
{
    if (e->kind == EXPR_MEMBER && e->field->bit_width)
        return convert_to(c, e, promoted_bits(e->field));
    if (e->type->kind == TYPE_ARRAY) {
        mark_in_memory(e);
        struct expr *n = expr_new(c, EXPR_DECAY, type_pointer(c->arena, e->type->base), e->at);
        n->left = e;
        return n;
    }
    if (e->kind == EXPR_VARIABLE && e->symbol->known && type_is_arithmetic(e->type)) {
        const struct type *t = type_plain(e->type);
        if (type_is_integer(t))
            return integer_new(c, t, e->symbol->integer, e->at);
        struct expr *n = expr_new(c, EXPR_REAL, t, e->at);
        n->real = e->symbol->real;
        return n;
    }
    return e;
}

bool is_dim3(const struct checker *c, const struct type *t)
{
    return t->kind == TYPE_STRUCT && type_plain(t) == c->l->dim3;
}

struct expr *make_dim3(struct checker *c, struct expr **parts, uint32_t n, struct span at)
{
    const struct type *u = type_basic(TYPE_UINT);
    if (n == 1 && is_dim3(c, parts[0]->type))
        return parts[0];
    struct expr *e = expr_new(c, EXPR_AGGREGATE, c->l->dim3, at);
    e->lvalue = true;
    e->init_count = 3;
    e->inits = ARENA_ARRAY(c->arena, struct init, 3);
    struct purpose why = {.kind = FOR_INIT, .name = "dim3"};
    if (n > 3) {
        diag_error(c->diags, DIAG_TYPE, parts[3]->at, "a dim3 has three values, not %u", n);
        return expr_bad(c, at);
    }
    for (uint32_t i = 0; i < 3; i++) {
        e->inits[i].offset = c->l->dim3->fields[i].offset;
        e->inits[i].value =
            i < n ? convert_implicit(c, parts[i], u, &why) : integer_new(c, u, 1, at);
    }
    return e;
}

/* ---- what converts by itself ---- */

enum verdict { FITS, FITS_NOT, LOSES_CONST };

static enum verdict pointers_fit(const struct type *from, const struct type *to, bool library)
{
    const struct type *f = from->base, *t = to->base;
    bool is_void = f->kind == TYPE_VOID || t->kind == TYPE_VOID;
    bool base = f->kind == TYPE_STRUCT && t->kind == TYPE_STRUCT && type_base_offset(f, t) >= 0;
    if (f->is_const && !t->is_const && t->kind != TYPE_ANY)
        return type_same(f, t) || is_void ? LOSES_CONST : FITS_NOT;
    if (is_void || base || type_same(f, t) || t->kind == TYPE_ANY)
        return FITS;
    /* C++ headers have templates for cudaMalloc(&x, n) and the like: T ** where the C prototype says void **. */
    if (library && t->kind == TYPE_POINTER && t->base->kind == TYPE_VOID && f->kind == TYPE_POINTER)
        return FITS;
    if (f->kind == TYPE_ARRAY && t->kind == TYPE_ARRAY)
        return type_same(type_plain(f->base), type_plain(t->base)) && f->count == t->count
                   ? FITS
                   : FITS_NOT;
    return FITS_NOT;
}

static enum verdict verdict(struct checker *c, const struct expr *e, const struct type *to,
                            bool library)
{
    const struct type *from = e->type;
    if (from->kind == TYPE_ERROR || to->kind == TYPE_ERROR || to->kind == TYPE_OPAQUE ||
        from->kind == TYPE_ANY)
        return FITS;
    if (to->kind == TYPE_ANY)
        return from->kind != TYPE_VOID ? FITS : FITS_NOT;
    if (from->kind == TYPE_ENUM && from->scoped && !type_same(from, to))
        return FITS_NOT;
    if (type_is_arithmetic(to) && type_is_arithmetic(from))
        return FITS;
    if (to->kind == TYPE_BOOL && from->kind == TYPE_POINTER)
        return FITS;
    if (to->kind == TYPE_POINTER && is_null_constant(e))
        return FITS;
    if (to->kind == TYPE_POINTER && from->kind == TYPE_POINTER)
        return pointers_fit(from, to, library);
    if (to->kind == TYPE_POINTER && from->kind == TYPE_FUNCTION)
        return type_same(to->base, from) || to->base->kind == TYPE_VOID ? FITS : FITS_NOT;
    if (to->kind == TYPE_POINTER && from->kind == TYPE_DEVICE_ARRAY)
        return type_same(to->base, from->base) || to->base->kind == TYPE_VOID ? FITS : FITS_NOT;
    if (to->kind == TYPE_DEVICE_ARRAY && from->kind == TYPE_DEVICE_ARRAY)
        return (to->base->kind == TYPE_ANY || from->base->kind == TYPE_ANY ||
                type_same(to->base, from->base)) &&
                       (!to->rank || !from->rank || to->rank == from->rank)
                   ? FITS
                   : FITS_NOT;
    if (is_dim3(c, to) && type_is_arithmetic(from))
        return FITS;
    return type_same(from, to) ? FITS : FITS_NOT;
}

static void explain(struct checker *c, const struct expr *e, const struct type *to,
                    const struct purpose *why, enum verdict v)
{
    const char *f = type_quoted(c, e->type), *t = type_quoted(c, to);
    struct diag *d;
    switch (why->kind) {
    case FOR_ASSIGN:
        d = diag_error(c->diags, DIAG_TYPE, e->at, "cannot assign '%s' to '%s'", f, t);
        break;
    case FOR_INIT:
        d = diag_error(c->diags, DIAG_TYPE, e->at, "cannot initialise '%s' with '%s'", t, f);
        break;
    case FOR_ARGUMENT:
        d = diag_error(
            c->diags, DIAG_TYPE, e->at, "%s",
            type_wrong_argument(&c->diags->arena, why->index, "", why->name, to, e->type));
        break;
    case FOR_RETURN:
        d = diag_error(c->diags, DIAG_TYPE, e->at, "'%s' returns '%s', not '%s'", why->name, t, f);
        break;
    default: d = diag_error(c->diags, DIAG_TYPE, e->at, "'%s' is not a condition", f); break;
    }
    if (why->note.source)
        diag_note(c->diags, d, why->note, "'%s' is declared here", why->name);
    if (v == LOSES_CONST)
        diag_help(c->diags, d, "it points to a const object: declare the pointer 'const' too");
    else if (why->kind == FOR_ARGUMENT && !why->library && is_array(e) && type_is_arithmetic(to))
        diag_help(c->diags, d, "declare '%s' as '__host__ __device__' to apply it to each element",
                  why->name);
    else if (to->kind == TYPE_DEVICE_ARRAY || e->type->kind == TYPE_DEVICE_ARRAY)
        return;
    else if (to->kind == TYPE_POINTER && type_same(to->base, e->type) && e->lvalue)
        diag_help(c->diags, d, "use '&' to take its address");
    else if (e->type->kind == TYPE_POINTER && type_same(e->type->base, to))
        diag_help(c->diags, d, "use '*' to dereference it");
    else if (to->kind == TYPE_POINTER && to->base->kind == TYPE_POINTER && e->lvalue &&
             e->type->kind == TYPE_POINTER && e->type->base->kind != TYPE_POINTER)
        diag_help(c->diags, d, "use '&' for the address of the pointer itself");
    else if (to->kind == TYPE_POINTER && e->type->kind == TYPE_POINTER)
        diag_help(c->diags, d, "if this is intended, add a cast: (%s)", t);
}

static struct expr *convert_fitting(struct checker *c, struct expr *e, const struct type *to)
{
    if (is_dim3(c, to) && type_is_arithmetic(e->type))
        return make_dim3(c, &e, 1, e->at);
    if (to->kind == TYPE_POINTER && e->type->kind == TYPE_DEVICE_ARRAY) {
        struct expr *n = expr_new(c, EXPR_DECAY, type_plain(to), e->at);
        n->left = e;
        return n;
    }
    if (to->kind == TYPE_STRUCT || to->kind == TYPE_DEVICE_ARRAY || to->kind == TYPE_OPAQUE)
        return e;
    if (to->kind == TYPE_POINTER && e->type->kind == TYPE_POINTER)
        return class_upcast(c, e, to);
    return convert_to(c, e, to);
}

/* To and from classes, by constructors and conversion functions. NULL: neither is one. */
static struct expr *class_coerced(struct checker *c, struct expr *e, const struct type *to)
{
    if (e->kind == EXPR_OVERLOADS)
        return pick_overload(c, e, to);
    if (e->kind == EXPR_BRACES)
        return construct_from_list(c, to, e->node, true, e->at);
    if (type_is_class(to) && e->type->kind == TYPE_STRUCT && type_base_offset(e->type, to) >= 0)
        return construct_object(c, to, &e, 1, e->at, NULL);
    if (!type_is_class(to) && !type_is_class(e->type))
        return NULL;
    if (type_same(e->type, to))
        return NULL;
    return user_converted(c, e, to, false);
}

struct expr *convert_implicit(struct checker *c, struct expr *e, const struct type *to,
                              const struct purpose *why)
{
    if (expr_is_bad(e))
        return e;
    if (type_is_class(to) || type_is_class(e->type) || e->kind == EXPR_OVERLOADS ||
        e->kind == EXPR_BRACES) {
        struct expr *made = class_coerced(c, e, to);
        if (made)
            return made;
    }
    e = kernel_wanted(c, convert_rvalue(c, e), to);
    enum verdict v = verdict(c, e, to, why->library);
    if (v == FITS)
        return convert_fitting(c, e, to);
    explain(c, e, to, why, v);
    return expr_bad(c, e->at);
}

int convert_fit(struct checker *c, const struct expr *e, const struct type *to, bool library)
{
    if (verdict(c, e, to, library) != FITS)
        return -1;
    if (to->kind == TYPE_ANY)
        return 4;
    if (type_same(e->type, to))
        return 0;
    if (type_is_arithmetic(e->type) && convert_promoted(e->type) == to && to->kind != TYPE_DOUBLE)
        return 1;
    if (e->type->kind == TYPE_FLOAT && to->kind == TYPE_DOUBLE)
        return 1;
    return 2;
}

/* ---- conditions ---- */

struct expr *convert_scalar(struct checker *c, struct expr *e, const char *where)
{
    e = convert_rvalue(c, e);
    if (type_is_class(e->type)) {
        struct expr *made = user_converted(c, e, type_basic(TYPE_BOOL), true);
        if (made)
            return made;
    }
    if (expr_is_bad(e) ||
        (type_is_scalar(e->type) && !(e->type->kind == TYPE_ENUM && e->type->scoped)))
        return e;
    struct diag *d =
        diag_error(c->diags, DIAG_TYPE, e->at, "%s must be a number or a pointer, not '%s'", where,
                   type_quoted(c, e->type));
    if (is_array(e))
        diag_help(c->diags, d, "use any(...) or all(...)");
    return expr_bad(c, e->at);
}

struct expr *convert_to_bool(struct checker *c, struct expr *e, const char *where)
{
    e = convert_scalar(c, e, where);
    return convert_to(c, e, type_basic(TYPE_BOOL));
}

/* ---- casts ---- */

/* static_cast<T &>(x), static_cast<T &&>(x), (T &) x */
static struct expr *cast_reference(struct checker *c, struct expr *e, const struct type *to,
                                   struct span at)
{
    const struct type *t = to->base;
    if (!e->lvalue && e->type->kind != TYPE_STRUCT) {
        struct purpose why = {.kind = FOR_INIT, .name = "the cast"};
        e = bind_reference(c, e, to, &why);
        return expr_is_bad(e) ? e : expr_deref(c, e, at);
    }
    struct expr *a = object_address(c, e);
    if (expr_is_bad(a))
        return a;
    int64_t up =
        e->type->kind == TYPE_STRUCT && t->kind == TYPE_STRUCT ? type_base_offset(e->type, t) : -1;
    a = up > 0 ? class_upcast(c, a, type_pointer(c->arena, t))
               : convert_to(c, a, type_pointer(c->arena, t));
    struct expr *made = expr_deref(c, a, at);
    made->type = t;
    made->xvalue = to->rvalue;
    return made;
}

/* From a base to a class made of it: the base lies so many bytes in. */
static struct expr *downcast(struct checker *c, struct expr *e, const struct type *to,
                             struct span at)
{
    struct expr *n = expr_new(c, EXPR_UPCAST, type_plain(to), at);
    n->left = e;
    n->integer = -type_base_offset(to->base, e->type->base);
    return n;
}

static bool castable(const struct type *from, const struct type *to)
{
    if (type_is_arithmetic(from) && type_is_arithmetic(to))
        return true;
    bool from_pointer = from->kind == TYPE_POINTER || from->kind == TYPE_NULLPTR;
    if (to->kind == TYPE_POINTER)
        return from_pointer || type_is_integer(from) || from->kind == TYPE_DEVICE_ARRAY;
    return from_pointer && type_is_integer(to);
}

struct expr *convert_cast(struct checker *c, struct expr *e, const struct type *to, struct span at)
{
    if (expr_is_bad(e) || to->kind == TYPE_ERROR)
        return expr_bad(c, at);
    if (type_is_reference(to))
        return cast_reference(c, e, to, at);
    if (type_is_class(to))
        return construct_object(c, to, &e, 1, at, NULL);
    if (e->kind == EXPR_OVERLOADS) {
        struct expr *picked = pick_overload(c, e, to);
        e = picked ? picked : e;
    }
    e = kernel_wanted(c, e, to);
    if (type_is_class(e->type) && to->kind != TYPE_VOID) {
        struct expr *made = user_converted(c, e, to, true);
        if (made)
            return made;
    }
    e = convert_rvalue(c, e);
    if (to->kind == TYPE_POINTER && e->type->kind == TYPE_POINTER &&
        to->base->kind == TYPE_STRUCT && e->type->base->kind == TYPE_STRUCT) {
        if (type_base_offset(e->type->base, to->base) > 0)
            return class_upcast(c, e, to);
        if (type_base_offset(to->base, e->type->base) > 0)
            return downcast(c, e, to, at);
    }
    if (is_array(e) && type_is_arithmetic(to)) {
        struct lift m = {0};
        struct expr *body = map_lift(c, &m, e);
        return expr_is_bad(body) ? body : map_lower(c, &m, convert_cast(c, body, to, at), at);
    }
    if (to->kind != TYPE_VOID && !castable(e->type, to) && !type_same(e->type, to)) {
        if (is_dim3(c, to) && type_is_arithmetic(e->type))
            return make_dim3(c, &e, 1, at);
        diag_error(c->diags, DIAG_TYPE, at, "'%s' cannot be cast to '%s'", type_quoted(c, e->type),
                   type_quoted(c, to));
        return expr_bad(c, at);
    }
    if (e->type->kind == TYPE_DEVICE_ARRAY) {
        struct expr *n = expr_new(c, EXPR_DECAY, to, at);
        n->left = e;
        return n;
    }
    if (to->kind == TYPE_STRUCT)
        return e;
    struct expr *n = expr_new(c, EXPR_CONVERT, type_plain(to), at);
    n->left = e;
    return fold_expr(c, n);
}
