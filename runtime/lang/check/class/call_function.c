/* SPDX-License-Identifier: Apache-2.0 */
/* Builds the call of a function that was chosen (check_overload.c): passes its arguments. */
#include "lang/check/class/check_classes.h"

#include "lang/check/core/arguments.h"
#include "lang/check/core/convert.h"
#include "lang/check/core/functions.h"
#include "lang/check/core/place.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/tree_build.h"
#include "lang/check/core/variadic.h"

static void wrong_count(struct checker *c, const struct symbol *s, const struct type *f,
                        uint32_t first, uint32_t given, struct span at)
{
    uint32_t most = f->param_count - first, least = most;
    while (least && f->params[first + least - 1].value)
        least--;
    struct diag *d;
    if (least == most || f->variadic)
        d = diag_error(c->diags, DIAG_TYPE, at, "'%s' takes %s%u argument%s, not %u", s->name,
                       f->variadic ? "at least " : "", least, least == 1 ? "" : "s", given);
    else
        d = diag_error(c->diags, DIAG_TYPE, at, "'%s' takes %u to %u arguments, not %u", s->name,
                       least, most, given);
    if (s->at.source)
        diag_note(c->diags, d, s->at, "'%s' is declared here", s->name);
}

static bool pass_args(struct checker *c, struct symbol *s, const struct call_args *given,
                      struct expr *call, uint32_t first, uint32_t skip)
{
    const struct type *f = s->type;
    uint32_t n = given->n + first > f->param_count ? given->n + first : f->param_count;
    struct purpose why = {.kind = FOR_ARGUMENT, .name = s->name, .note = s->at};
    bool good = true;
    for (uint32_t i = first; i < n; i++) {
        struct expr *e;
        why.index = i - first + 1;
        if (i >= f->param_count)
            e = promote_variadic(c, given->at[i - first], why.index, why.name, true);
        else if (i - first < given->n)
            e = init_from(c, f->params[i].type, given->at[i - first], &why);
        else
            e = missing_argument(c, f, i, call->at);
        call->args[i - skip] = e;
        good &= !expr_is_bad(e);
    }
    call->arg_count = n - skip;
    if (good && f->variadic) {
        uint32_t count = f->param_count - skip;
        call->args[count] = variadic_area(c, call->args + count, call->arg_count - count, call->at);
        call->arg_count = count + 1;
    }
    return good;
}

/* ---- calls ---- */

/* C++17 8p6: of a value only one of class type keeps its qualifiers. */
static const struct type *result_type(struct checker *c, const struct type *t)
{
    return t->kind == TYPE_STRUCT && c->dialect->language != LANGUAGE_C ? t : type_plain(t);
}

struct expr *call_symbol(struct checker *c, struct symbol *s, const struct call_args *given,
                         struct span at)
{
    const struct type *f = function_signature(c, s);
    const struct member *m = s->member;
    if (!f)
        return expr_bad(c, at);
    want_body(c, s);
    scope_mention(c, s);
    bool constructs = m && m->role == ROLE_CONSTRUCTOR, method = m && !m->is_static;
    uint32_t first = method ? 1 : 0, skip = constructs ? 1 : 0, least = f->param_count;
    while (least > first && f->params[least - 1].value)
        least--;
    bool wrong = given->n + first < least || (!f->variadic && given->n + first > f->param_count);
    if (wrong && !f->unprototyped) {
        wrong_count(c, s, f, first, given->n, at);
        return expr_bad(c, at);
    }
    struct expr *e = expr_new(c, EXPR_CALL, result_type(c, f->base), at);
    e->symbol = s;
    e->args = ARENA_ARRAY(c->arena, struct expr *, given->n + f->param_count + 2);
    if (method && !constructs) {
        struct expr *object = given->object;
        if (!object) {
            diag_error(c->diags, DIAG_TYPE, at, "'%s' is called without an object", s->name);
            return expr_bad(c, at);
        }
        if (object->type->is_const && !m->is_const) {
            struct diag *d = diag_error(c->diags, DIAG_TYPE, at,
                                        "'%s' is not const, but the object is", s->name);
            diag_note(c->diags, d, s->at, "'%s' is declared here", s->name);
            diag_help(c->diags, d, "declare it const if it does not modify the object");
            return expr_bad(c, at);
        }
        if (!object_binds(m, object)) {
            struct diag *d = diag_error(
                c->diags, DIAG_TYPE, at, "'%s' is for %s", s->name,
                m->of_lvalue ? "objects that have a name or a place: it is declared with '&'"
                             : "objects that are about to end: it is declared with '&&'");
            diag_note(c->diags, d, s->at, "'%s' is declared here", s->name);
            if (m->of_rvalue)
                diag_help(c->diags, d, "pass it on with std::move()");
            return expr_bad(c, at);
        }
        e->args[0] = class_upcast(c, object_address(c, object), f->params[0].type);
        if (expr_is_bad(e->args[0]))
            return e->args[0];
        e->virtual_slot = m->slot;
    }
    if (!pass_args(c, s, given, e, first, skip))
        return expr_bad(c, at);
    if (!type_is_reference(s->type->base)) {
        e->type = result_type(c, s->type->base);
        return e;
    }
    e->type = s->type->base;
    struct expr *place = expr_deref(c, e, at);
    place->xvalue = e->type->rvalue;
    return place;
}
