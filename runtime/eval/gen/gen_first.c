/* SPDX-License-Identifier: Apache-2.0 */
/* Scalars that a function declares without a value and mentions for the first time where it reads them: `int sum; for (...) sum += x;`.
 * They lie in memory, where unwritten.c sees whether something was written; all others stay in slots and cost nothing. */
#include "base/vec.h"
#include "eval/gen/gen.h"

struct first {
    VEC(struct symbol *) waiting; /* not mentioned yet */
};

static void see(struct first *f, struct symbol *v, bool read)
{
    for (size_t i = 0; i < f->waiting.n; i++)
        if (f->waiting.at[i] == v) {
            v->in_memory |= read;
            f->waiting.at[i] = VEC_LAST(&f->waiting);
            f->waiting.n--;
            return;
        }
}

static void walk(struct first *f, const struct expr *e);

static void walk_all(struct first *f, struct expr *const *list, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        walk(f, list[i]);
}

static void walk_launch(struct first *f, const struct launch *l)
{
    walk_all(f, (struct expr *[]){l->callee, l->grid, l->block, l->shared, l->stream}, 5);
    walk_all(f, l->args, l->arg_count);
}

/* In the order of the text, which is that of evaluation but for loops. */
static void walk(struct first *f, const struct expr *e)
{
    if (!e || !f->waiting.n)
        return;
    bool sets = (e->kind == EXPR_ASSIGN || e->kind == EXPR_INIT) && e->left->kind == EXPR_VARIABLE;
    if (e->kind == EXPR_VARIABLE)
        see(f, e->symbol, true);
    if (sets) {
        walk(f, e->right);
        see(f, e->left->symbol, false);
        return;
    }
    walk_all(f, (struct expr *[]){e->condition, e->left, e->right}, 3);
    switch (e->kind) {
    case EXPR_CALL:
    case EXPR_CONSTRUCT:
    case EXPR_BUILTIN: walk_all(f, e->args, e->arg_count); break;
    case EXPR_LAUNCH: walk_launch(f, e->launch); break;
    case EXPR_POINTER_ADD:
    case EXPR_POINTER_DIFF:
    case EXPR_ASSIGN_OP:
    case EXPR_INCREMENT: walk(f, e->scale_by); break;
    case EXPR_AGGREGATE:
        for (uint32_t i = 0; i < e->init_count; i++)
            walk(f, e->inits[i].value);
        break;
    case EXPR_ELEMENT:
    case EXPR_SLICE:
    case EXPR_ARRAY_NEW:
        for (uint32_t i = 0; i < e->subscript_count; i++)
            walk_all(f, &e->subscripts[i].start, 1);
        break;
    default: break;
    }
}

static void walk_stmt(struct first *f, const struct stmt *s)
{
    for (; s; s = s->otherwise) {
        struct symbol *v = s->kind == STMT_DECLARE ? s->symbol : NULL;
        bool after = s->kind == STMT_DO;
        walk_stmt(f, s->init);
        if (!after)
            walk(f, s->expr);
        if (v && !s->expr && v->storage == STORAGE_LOCAL && !v->in_memory &&
            type_is_scalar(v->type))
            VEC_PUSH(&f->waiting, v);
        walk_stmt(f, s->body);
        if (after)
            walk(f, s->expr);
        walk(f, s->step);
        for (uint32_t i = 0; i < s->count; i++)
            walk_stmt(f, s->list[i]);
    }
}

void gen_first(const struct stmt *body)
{
    struct first f = {0};
    walk_stmt(&f, body);
    VEC_FREE(&f.waiting);
}
