/* SPDX-License-Identifier: Apache-2.0 */
/* Scalars that a function declares without a value and whose first mention is a read: `int sum; for (...) sum += x;`.
 * They lie in memory, where vm_unwritten.c detects reads of uninitialised values. All others stay in slots at no cost. */
#include "base/vec.h"
#include "eval/gen/gen.h"

struct first {
    struct gen *g;
    VEC(const struct symbol *) waiting; /* not mentioned yet */
};

static void walk_stmt(struct first *f, const struct stmt *s);

static void see(struct first *f, const struct symbol *v, bool read)
{
    for (size_t i = 0; i < f->waiting.n; i++)
        if (f->waiting.at[i] == v) {
            if (read)
                gen_local_to_memory(f->g, v);
            f->waiting.at[i] = VEC_LAST(&f->waiting);
            f->waiting.n--;
            return;
        }
}

/* Visits in source order, which is evaluation order except for loops. False: continue. */
static bool walk(void *context, const struct expr *e)
{
    struct first *f = context;
    bool sets = (e->kind == EXPR_ASSIGN || e->kind == EXPR_INIT) && e->left->kind == EXPR_VARIABLE;
    if (!f->waiting.n)
        return true;
    if (sets) {
        walk(f, e->right);
        see(f, e->left->symbol, false);
        return false;
    }
    if (e->kind == EXPR_STATEMENTS)
        walk_stmt(f, e->body);
    if (e->kind == EXPR_VARIABLE)
        see(f, e->symbol, true);
    return expr_any_operand(e, walk, f);
}

static void walk_expr(struct first *f, const struct expr *e)
{
    if (e)
        walk(f, e);
}

static void walk_stmt(struct first *f, const struct stmt *s)
{
    for (; s; s = s->otherwise) {
        const struct symbol *v = s->kind == STMT_DECLARE ? s->symbol : NULL;
        bool after = s->kind == STMT_DO;
        walk_stmt(f, s->init);
        if (!after)
            walk_expr(f, s->expr);
        if (v && !s->expr && v->storage == STORAGE_LOCAL && !v->in_memory &&
            type_is_scalar(v->type))
            VEC_PUSH(&f->waiting, v);
        walk_stmt(f, s->body);
        if (after)
            walk_expr(f, s->expr);
        walk_expr(f, s->step);
        for (uint32_t i = 0; i < s->count; i++)
            walk_stmt(f, s->list[i]);
    }
}

void gen_first(struct gen *g, const struct stmt *body)
{
    struct first f = {.g = g};
    walk_stmt(&f, body);
    VEC_FREE(&f.waiting);
}
