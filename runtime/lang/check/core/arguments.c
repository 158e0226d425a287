/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments as they are written, the expansion of packs (C++17 17.5.3), and default arguments. */
#include "lang/check/core/arguments.h"

#include <string.h>

#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/tree_build.h"

struct found_pack {
    struct name *name;
    struct symbol *symbol;
};

typedef VEC(struct found_pack) pack_vec;

/* The packs that a pattern names, except those of nested expansions. */
static void find_packs(const struct node *n, void *user)
{
    pack_vec *out = user;
    if (n->kind == NODE_EXPAND)
        return;
    bool names = n->kind == NODE_NAME || n->kind == NODE_TYPE_NAME || n->kind == NODE_SCOPE;
    struct symbol *s = names && n->name && !n->id.scope ? n->name->ordinary : NULL;
    if (s && s->kind == SYMBOL_PACK) {
        VEC_EACH (old, out)
            if (old->name == n->name)
                return;
        VEC_PUSH(out, (struct found_pack){n->name, s});
    }
    node_each(n, find_packs, out);
}

bool pack_expand(struct checker *c, const struct node *pattern,
                 void (*each)(struct checker *c, const struct node *pattern, void *user),
                 void *user)
{
    pack_vec packs = {0};
    find_packs(pattern, &packs);
    if (!packs.n)
        return false;
    uint32_t count = packs.at[0].symbol->pack->count;
    for (uint32_t i = 0; i < count; i++) {
        size_t mark;
        scope_enter(c, &mark);
        VEC_EACH (p, &packs)
            if (i < p->symbol->pack->count)
                scope_bind(c, p->name, p->symbol->pack->at[i]);
        each(c, pattern, user);
        scope_leave(c, mark);
    }
    VEC_FREE(&packs);
    return true;
}

/* ---- arguments ---- */

struct expr *check_operand(struct checker *c, const struct node *n)
{
    if (n->kind != NODE_INIT_LIST)
        return check_expr(c, n);
    struct expr *e = expr_new(c, EXPR_BRACES, type_basic(TYPE_BRACES), n->at);
    e->node = n;
    return e;
}

static void add_expanded(struct checker *c, const struct node *n, void *user)
{
    args_add(c, user, n);
}

void args_add(struct checker *c, struct arg_list *args, const struct node *n)
{
    if (n->kind == NODE_EXPAND) {
        if (!pack_expand(c, n->expansion.pattern, add_expanded, args)) {
            diag_error(c->diags, DIAG_TYPE, n->at, "there is no parameter pack before '...'");
            args->bad = true;
        }
        return;
    }
    struct expr *e = check_operand(c, n);
    args->bad |= expr_is_bad(e);
    VEC_PUSH(&args->at, e);
}

bool args_end(struct checker *c, struct arg_list *args, struct call_args *out)
{
    out->n = (uint32_t) args->at.n;
    out->at = ARENA_ARRAY(c->arena, struct expr *, args->at.n + 1);
    if (args->at.n)
        memcpy(out->at, args->at.at, args->at.n * sizeof *args->at.at);
    VEC_FREE(&args->at);
    return !args->bad;
}

bool check_args(struct checker *c, struct node *const *list, uint32_t count, struct call_args *out)
{
    struct arg_list args = {0};
    for (uint32_t i = 0; i < count; i++)
        args_add(c, &args, list[i]);
    return args_end(c, &args, out);
}

/* ---- default arguments ---- */

/* A default argument that tells where the call is: C++20 17.8.2.1. */
struct late_default {
    const struct node *value;
    const struct context *context;
};

static struct expr *default_value(struct checker *c, const struct param *p, const struct node *n)
{
    struct purpose why = {.kind = FOR_INIT, .name = p->name};
    return n->kind == NODE_INIT_LIST ? construct_from_list(c, p->type, n, true, n->at)
                                     : init_from(c, p->type, check_expr(c, n), &why);
}

void default_argument(struct checker *c, struct param *p, const struct node *value)
{
    uint32_t told = c->places_told;
    p->value = default_value(c, p, value);
    if (c->places_told == told)
        return;
    struct late_default *late = ARENA_NEW(c->arena, struct late_default);
    *late = (struct late_default){value, c->context};
    p->late = late;
}

struct call_place call_place_begin(struct checker *c, struct span at)
{
    struct call_place outer = c->place;
    if (!outer.at.source)
        c->place = (struct call_place){c->paren.source ? c->paren : at, c->function};
    return outer;
}

void call_place_end(struct checker *c, struct call_place outer)
{
    c->place = outer;
}

static struct expr *late_value(struct checker *c, const struct param *p, struct span at)
{
    struct entered e;
    struct call_place outer = call_place_begin(c, at);
    context_enter(c, p->late->context, c->library, &e);
    struct expr *value = default_value(c, p, p->late->value);
    context_leave(c, &e);
    call_place_end(c, outer);
    return value;
}

struct expr *missing_argument(struct checker *c, const struct type *f, uint32_t i, struct span at)
{
    const struct param *p = f->params + i;
    if (p->late)
        return late_value(c, p, at);
    if (p->value || !f->unprototyped)
        return (struct expr *) (uintptr_t) p->value;
    if (!type_is_scalar(p->type)) {
        diag_error(c->diags, DIAG_TYPE, at, "argument %u is missing", i + 1);
        return expr_bad(c, at);
    }
    return convert_to(c, integer_new(c, type_basic(TYPE_INT), 0, at), p->type);
}
