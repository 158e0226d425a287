/* SPDX-License-Identifier: Apache-2.0 */
/* The operands of an expression, for passes that treat all kinds alike. */
#include "lang/tree/tree.h"

static bool any_of(struct expr *const *list, uint32_t n, bool (*test)(void *, const struct expr *),
                   void *context)
{
    for (uint32_t i = 0; i < n; i++)
        if (list[i] && test(context, list[i]))
            return true;
    return false;
}

static bool any_of_launch(const struct launch *l, bool (*test)(void *, const struct expr *),
                          void *context)
{
    struct expr *const configuration[] = {l->callee, l->grid, l->block, l->shared, l->stream};
    return any_of(configuration, 5, test, context) || any_of(l->args, l->arg_count, test, context);
}

int expr_compare(enum expr_kind kind, int order)
{
    switch (kind) {
    case EXPR_LESS: return order < 0;
    case EXPR_LESS_EQUAL: return order <= 0;
    case EXPR_GREATER: return order > 0;
    case EXPR_GREATER_EQUAL: return order >= 0;
    case EXPR_EQUAL: return order == 0;
    case EXPR_NOT_EQUAL: return order != 0;
    default: return -1;
    }
}

static bool any_of_inits(const struct expr *e, bool (*test)(void *, const struct expr *),
                         void *context)
{
    for (uint32_t i = 0; i < e->init_count; i++)
        if (test(context, e->inits[i].value))
            return true;
    return false;
}

static bool any_of_subscripts(const struct expr *e, bool (*test)(void *, const struct expr *),
                              void *context)
{
    for (uint32_t i = 0; i < e->subscript_count; i++) {
        const struct subscript *s = e->subscripts + i;
        if (any_of((struct expr *const[]){s->start, s->stop, s->step}, 3, test, context))
            return true;
    }
    return false;
}

/* The member of struct expr's union that holds the other operands. */
enum further {
    FURTHER_NONE,
    FURTHER_ARGS,
    FURTHER_LAUNCH,
    FURTHER_SCALE,
    FURTHER_INITS,
    FURTHER_SUBSCRIPTS
};

static const uint8_t further[EXPR_ARRAY_NEW + 1] = {
    [EXPR_CALL] = FURTHER_ARGS,
    [EXPR_CONSTRUCT] = FURTHER_ARGS,
    [EXPR_BUILTIN] = FURTHER_ARGS,
    [EXPR_LAUNCH] = FURTHER_LAUNCH,
    [EXPR_POINTER_ADD] = FURTHER_SCALE,
    [EXPR_POINTER_DIFF] = FURTHER_SCALE,
    [EXPR_ASSIGN_OP] = FURTHER_SCALE,
    [EXPR_INCREMENT] = FURTHER_SCALE,
    [EXPR_AGGREGATE] = FURTHER_INITS,
    [EXPR_ELEMENT] = FURTHER_SUBSCRIPTS,
    [EXPR_SLICE] = FURTHER_SUBSCRIPTS,
    [EXPR_LANE] = FURTHER_SUBSCRIPTS,
    [EXPR_ARRAY_NEW] = FURTHER_SUBSCRIPTS,
};

bool expr_any_operand(const struct expr *e, bool (*test)(void *context, const struct expr *operand),
                      void *context)
{
    if (any_of((struct expr *const[]){e->condition, e->left, e->right}, 3, test, context))
        return true;
    switch (further[e->kind]) {
    case FURTHER_ARGS: return any_of(e->args, e->arg_count, test, context);
    case FURTHER_LAUNCH: return any_of_launch(e->launch, test, context);
    case FURTHER_SCALE: return any_of(&e->scale_by, 1, test, context);
    case FURTHER_INITS: return any_of_inits(e, test, context);
    case FURTHER_SUBSCRIPTS: return any_of_subscripts(e, test, context);
    default: return false;
    }
}

static bool has_effects(void *context, const struct expr *e)
{
    switch (e->kind) {
    case EXPR_CALL:
    case EXPR_STATEMENTS:
    case EXPR_INCREMENT:
    case EXPR_CONSTRUCT:
    case EXPR_INIT:
    case EXPR_THROW:
    case EXPR_ASSIGN:
    case EXPR_ASSIGN_OP: return true;
    default: return expr_any_operand(e, has_effects, context);
    }
}

bool expr_has_effects(const struct expr *e)
{
    return has_effects(NULL, e);
}
