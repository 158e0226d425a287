/* SPDX-License-Identifier: Apache-2.0 */
/* Which conversions happen by themselves: C11 6.3. Those that C does not have: class/check_conversion.c. */
#include "lang/check/core/convert.h"

#include "lang/check/core/lift.h"
#include "lang/check/core/place.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/tree_build.h"

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

/* Whether only a rule of C++ or of kernels can say what becomes of e. */
static bool more_than_c(const struct expr *e, const struct type *to)
{
    bool kernel = e->kind == EXPR_FUNCTION && e->symbol->kind == SYMBOL_KERNEL;
    return type_is_class(to) || type_is_class(e->type) || e->kind == EXPR_OVERLOADS ||
           e->kind == EXPR_BRACES || kernel;
}

struct expr *convert_implicit(struct checker *c, struct expr *e, const struct type *to,
                              const struct purpose *why)
{
    if (expr_is_bad(e))
        return e;
    if (more_than_c(e, to)) {
        struct expr *made = c->l->rules->convert(c, e, to, false);
        if (made)
            return made;
    }
    e = convert_rvalue(c, e);
    enum verdict v = verdict(c, e, to, why->library);
    if (v == FITS)
        return convert_fitting(c, e, to);
    explain(c, e, to, why, v);
    return expr_bad(c, e->at);
}

struct expr *init_from(struct checker *c, const struct type *t, struct expr *e,
                       const struct purpose *why)
{
    if (expr_is_bad(e))
        return e;
    if (type_is_reference(t))
        return c->l->rules->reference(c, e, t, why);
    return convert_implicit(c, e, t, why);
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
        struct expr *made = c->l->rules->convert(c, e, type_basic(TYPE_BOOL), true);
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
