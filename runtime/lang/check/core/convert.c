/* SPDX-License-Identifier: Apache-2.0 */
/* Carries out the conversions that conversion_of() finds, reports errors in them, and checks conditions.
 * class/check_conversion.c carries out those that only C++ has. Read first: conversion.c. */
#include "lang/check/core/convert.h"

#include "lang/check/core/c_rules.h"
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

/* ---- what is wrong with a conversion ---- */

static struct diag *say_misfit(struct checker *c, const struct expr *e, const struct type *to,
                               const struct purpose *why)
{
    const char *f = type_quoted(c, e->type), *t = type_quoted(c, to);
    switch (why->kind) {
    case FOR_ASSIGN:
        return diag_error(c->diags, DIAG_TYPE, e->at, "cannot assign '%s' to '%s'", f, t);
    case FOR_INIT:
        return diag_error(c->diags, DIAG_TYPE, e->at, "cannot initialise '%s' with '%s'", t, f);
    case FOR_ARGUMENT:
        return diag_error(
            c->diags, DIAG_TYPE, e->at, "%s",
            type_wrong_argument(&c->diags->arena, why->index, "", why->name, to, e->type));
    case FOR_RETURN:
        return diag_error(c->diags, DIAG_TYPE, e->at, "'%s' returns '%s', not '%s'", why->name, t,
                          f);
    default: return diag_error(c->diags, DIAG_TYPE, e->at, "'%s' is not a condition", f);
    }
}

/* The object exists, but the reference cannot bind to it. */
static struct diag *say_unbound(struct checker *c, const struct expr *e, const struct type *to,
                                const struct purpose *why, enum conversion_flaw flaw)
{
    const char *f = type_quoted(c, e->type);
    if (to->rvalue)
        return diag_error(c->diags, DIAG_TYPE, e->at,
                          flaw == FLAW_RVALUE ? "'%s' needs an rvalue, not a variable of type '%s'"
                                              : "'%s' cannot refer to a value of type '%s'",
                          type_quoted(c, to), f);
    const char *what = why->kind == FOR_ARGUMENT ? "the reference parameter of" : "reference";
    return diag_error(c->diags, DIAG_TYPE, e->at,
                      "%s '%s' needs a variable of type '%s', not a %s '%s'", what,
                      why->name ? why->name : "", type_quoted(c, to->base),
                      e->lvalue ? "variable of type" : "value of type", f);
}

/* The fix if the types of a pointer and a value differ by one '*' or '&'. NULL: there is none so simple. */
static const char *pointer_help(struct checker *c, const struct expr *e, const struct type *to)
{
    const struct type *from = e->type;
    bool to_pointer = to->kind == TYPE_POINTER, pointer = from->kind == TYPE_POINTER;
    if (to_pointer && e->lvalue && type_same(to->base, from))
        return "use '&' to take its address";
    if (pointer && type_same(from->base, to))
        return "use '*' to dereference it";
    if (!to_pointer || !pointer)
        return NULL;
    if (to->base->kind == TYPE_POINTER && e->lvalue && from->base->kind != TYPE_POINTER)
        return "use '&' for the address of the pointer itself";
    return arena_printf(&c->diags->arena, "if this is intended, add a cast: (%s)",
                        type_quoted(c, to));
}

/* A help line for a mismatch, or NULL. Adding '*' or '&' does not help with device arrays. */
static const char *misfit_help(struct checker *c, const struct expr *e, const struct type *to,
                               const struct purpose *why)
{
    if (why->kind == FOR_ARGUMENT && !why->library && is_array(e) && type_is_arithmetic(to))
        return arena_printf(&c->diags->arena,
                            "declare '%s' as '__host__ __device__' to apply it to each element",
                            why->name);
    bool arrays = to->kind == TYPE_DEVICE_ARRAY || e->type->kind == TYPE_DEVICE_ARRAY;
    return arrays ? NULL : pointer_help(c, e, to);
}

void convert_refuse(struct checker *c, const struct expr *e, const struct type *to,
                    const struct purpose *why, enum conversion_flaw flaw)
{
    static const char *const lost[] = {
        [FLAW_CONST] = "it points to a const object: declare the pointer 'const' too",
        [FLAW_VOLATILE] = "it points to a volatile object: declare the pointer 'volatile' too"};
    bool unbound = flaw >= FLAW_LVALUE;
    const struct type *value = type_is_reference(to) ? type_plain(to->base) : to;
    struct diag *d = unbound ? say_unbound(c, e, to, why, flaw) : say_misfit(c, e, value, why);
    const char *help = NULL;
    if (unbound)
        help = flaw == FLAW_RVALUE ? "std::move() turns it into one" : NULL;
    else
        help = flaw == FLAW_TYPES ? misfit_help(c, e, value, why) : lost[flaw];
    if (why->note.source)
        diag_note(c->diags, d, why->note, "'%s' is declared here", why->name);
    if (help)
        diag_help(c->diags, d, "%s", help);
}

/* ---- implicit conversions ---- */

static struct expr *decayed_to(struct checker *c, struct expr *e, const struct type *to)
{
    struct expr *n = expr_new(c, EXPR_DECAY, type_plain(to), e->at);
    n->left = e;
    return n;
}

/* Carries out a standard conversion. */
static struct expr *convert_by(struct checker *c, struct expr *e,
                               const struct conversion_sequence *s)
{
    switch (s->kind) {
    case CONVERT_NOTHING: return e;
    case CONVERT_DIM3: return make_dim3(c, &e, 1, e->at);
    case CONVERT_ARRAY: return decayed_to(c, e, s->to);
    case CONVERT_POINTER:
        return e->type->kind == TYPE_POINTER ? class_upcast(c, e, s->to) : convert_to(c, e, s->to);
    default: return convert_to(c, e, s->to);
    }
}

struct conversion_sequence conversion_of(struct checker *c, const struct expr *e,
                                         const struct type *to, enum conversion_mode mode)
{
    return c->l->rules->conversion(c, e, to, mode);
}

struct expr *convert_implicit(struct checker *c, struct expr *e, const struct type *to,
                              const struct purpose *why)
{
    if (expr_is_bad(e))
        return e;
    if (e->kind == EXPR_BRACES) /* a list reports its own errors */
        return construct_from_list(c, to, e->node, true, e->at);
    struct conversion_sequence s =
        conversion_of(c, e, to, why->library ? CONVERSION_LIBRARY : CONVERSION_IMPLICIT);
    if (s.kind >= CONVERT_COMPLEX && s.rank != RANK_NONE)
        return c->l->rules->convert(c, e, &s);
    e = convert_rvalue(c, e);
    if (s.rank != RANK_NONE)
        return convert_by(c, e, &s);
    if (converts_loosely(c, e, to))
        return convert_loosely(c, e, to);
    convert_refuse(c, e, to, why, s.flaw);
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
    enum { EXACT, PROMOTION, CONVERSION, ANY = 4 };

    struct conversion_sequence s = conversion_standard(c, e, to, library);
    switch (s.rank) {
    case RANK_NONE: return -1;
    case RANK_EXACT: return s.qualifies ? CONVERSION : EXACT;
    case RANK_PROMOTION: return PROMOTION;
    case RANK_ANY: return ANY;
    default: return CONVERSION;
    }
}

/* ---- conditions ---- */

struct expr *convert_scalar(struct checker *c, struct expr *e, const char *where)
{
    e = convert_rvalue(c, e);
    if (type_is_class(e->type) || type_is_complex(e->type)) {
        struct conversion_sequence s =
            conversion_of(c, e, type_basic(TYPE_BOOL), CONVERSION_EXPLICIT);
        if (s.rank == RANK_USER || s.kind == CONVERT_COMPLEX)
            return c->l->rules->convert(c, e, &s);
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
