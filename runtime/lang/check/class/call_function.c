/* SPDX-License-Identifier: Apache-2.0 */
/* Builds the call of a function that was chosen (check_overload.c): passes its arguments, and evaluates a constexpr
 * function with constant arguments. */
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

/* ---- constexpr ---- */

static struct expr *constant_call_at(struct checker *c, struct expr *e, int depth);

static struct expr *with_values(struct checker *c, const struct expr *e, const struct function *f,
                                struct expr **values, int depth);

static bool is_constant(const struct expr *e)
{
    return e->kind == EXPR_INTEGER || e->kind == EXPR_REAL;
}

/* The argument for a variable that is a parameter. NULL: it is not a parameter. */
static struct expr *value_of(const struct expr *e, const struct function *f, struct expr **values)
{
    for (uint32_t i = 0; i < f->type->param_count; i++)
        if (f->params[i] == e->symbol)
            return values[i];
    return NULL;
}

static struct expr *call_with_values(struct checker *c, const struct expr *e,
                                     const struct function *f, struct expr **values, int depth)
{
    if (!e->symbol || (e->symbol->member && !e->symbol->member->is_static))
        return NULL;
    struct expr *made = ARENA_NEW(c->arena, struct expr);
    *made = *e;
    made->args = ARENA_ARRAY(c->arena, struct expr *, e->arg_count + 1);
    for (uint32_t i = 0; i < e->arg_count; i++)
        if (!(made->args[i] = with_values(c, e->args[i], f, values, depth)))
            return NULL;
    struct expr *value = constant_call_at(c, made, depth + 1);
    return value == made ? NULL : value;
}

/* a ? b : c: only the selected operand must be constant. */
static struct expr *choice_with_values(struct checker *c, const struct expr *e,
                                       const struct function *f, struct expr **values, int depth)
{
    struct expr *condition = with_values(c, e->condition, f, values, depth);
    if (!condition || condition->kind != EXPR_INTEGER)
        return NULL;
    return with_values(c, condition->integer ? e->left : e->right, f, values, depth);
}

static struct expr *operation_with_values(struct checker *c, const struct expr *e,
                                          const struct function *f, struct expr **values, int depth)
{
    struct expr *made = ARENA_NEW(c->arena, struct expr);
    *made = *e;
    if (e->left && !(made->left = with_values(c, e->left, f, values, depth)))
        return NULL;
    if (e->right && !(made->right = with_values(c, e->right, f, values, depth)))
        return NULL;
    made = fold_expr(c, made);
    return is_constant(made) ? made : NULL;
}

/* Folds an expression with the parameters replaced by their values. NULL: it is not constant. */
static struct expr *with_values(struct checker *c, const struct expr *e, const struct function *f,
                                struct expr **values, int depth)
{
    if (!e || depth > 40)
        return NULL;
    if (is_constant(e))
        return (struct expr *) (uintptr_t) e;
    if (e->kind == EXPR_VARIABLE)
        return value_of(e, f, values);
    if (e->kind == EXPR_CALL)
        return call_with_values(c, e, f, values, depth);
    bool operates =
        (e->kind >= EXPR_NEGATE && e->kind <= EXPR_CONDITIONAL) || e->kind == EXPR_CONVERT;
    if (!operates)
        return NULL;
    return e->condition ? choice_with_values(c, e, f, values, depth)
                        : operation_with_values(c, e, f, values, depth);
}

/* Whether the function is constexpr and consists of one return. */
static bool returns_only(const struct function *f)
{
    const struct node *n = f->syntax;
    if (!n || !(n->flags & FLAG_CONSTEXPR) || !n->function.body)
        return false;
    return n->function.body->count == 1 && n->function.body->list[0]->kind == NODE_RETURN;
}

/* The expression that the function returns; checks its body if that is pending. NULL: the body has more in it, or errors. */
static const struct expr *returned(struct checker *c, const struct symbol *s)
{
    struct function *f = s->function;
    if (!f->body && c->function != f && c->instantiations < 50) {
        struct arena *arena = c->arena;
        c->arena = f->library || s->member ? &c->l->arena : arena;
        c->instantiations++;
        check_function_now(c, f);
        c->instantiations--;
        c->arena = arena;
    }
    const struct stmt *body = f->body;
    bool only = body && body->count == 1 && body->list[0]->kind == STMT_RETURN;
    return only ? body->list[0]->expr : NULL;
}

/* A call of a constexpr function that is one return: its value if the arguments are constant, else the call. */
static struct expr *constant_call_at(struct checker *c, struct expr *e, int depth)
{
    struct symbol *s = e->symbol;
    bool method = s->member && !s->member->is_static;
    if (method || !type_is_arithmetic(e->type) || !returns_only(s->function))
        return e;
    for (uint32_t i = 0; i < e->arg_count; i++)
        if (!is_constant(e->args[i]))
            return e;
    const struct expr *result = returned(c, s);
    struct expr *value = with_values(c, result, s->function, e->args, depth);
    if (!value || value->type->kind != e->type->kind)
        return e;
    struct expr *made = ARENA_NEW(c->arena, struct expr);
    *made = *value;
    made->at = e->at;
    return made;
}

static struct expr *constant_call(struct checker *c, struct expr *e)
{
    return constant_call_at(c, e, 0);
}

/* ---- calls ---- */

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
    struct expr *e = expr_new(c, EXPR_CALL, type_plain(f->base), at);
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
        e->args[0] = class_upcast(c, object_address(c, object), f->params[0].type);
        if (expr_is_bad(e->args[0]))
            return e->args[0];
        e->virtual_slot = m->slot;
    }
    if (!pass_args(c, s, given, e, first, skip))
        return expr_bad(c, at);
    if (!type_is_reference(s->type->base)) {
        e->type = type_plain(s->type->base);
        return constant_call(c, e);
    }
    e->type = s->type->base;
    struct expr *place = expr_deref(c, e, at);
    place->xvalue = e->type->rvalue;
    return place;
}
