/* SPDX-License-Identifier: Apache-2.0 */
/* Arguments as they are written, and the expansion of packs (C++17 17.5.3). */
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
