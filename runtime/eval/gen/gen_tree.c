/* SPDX-License-Identifier: Apache-2.0 */
/* Queries on expressions: how the value is held, what evaluating it may change, and the order in which the arguments of a
 * call are evaluated. Emits nothing. */
#include "eval/gen/gen.h"

enum value_class gen_class(const struct type *t)
{
    switch (t->kind) {
    case TYPE_FLOAT: return CLASS_F32;
    case TYPE_DOUBLE: return CLASS_F64;
    case TYPE_UINT: return CLASS_U32;
    case TYPE_LONG:
    case TYPE_LLONG: return CLASS_I64;
    case TYPE_ULONG:
    case TYPE_ULLONG:
    case TYPE_POINTER:
    case TYPE_NULLPTR:
    case TYPE_FUNCTION: return CLASS_U64;
    case TYPE_ENUM: return t->base ? gen_class(t->base) : CLASS_I32;
    default: return CLASS_I32;
    }
}

bool gen_by_address(const struct type *t)
{
    return type_in_object(t) || t->kind == TYPE_ARRAY;
}

bool gen_makes(const struct expr *e)
{
    if (e->kind == EXPR_COMMA && e->type->kind == TYPE_STRUCT)
        return e->right->kind == EXPR_AGGREGATE || gen_makes(e->right);
    if (type_is_wide(e->type))
        return e->kind == EXPR_CALL;
    if (e->type->kind != TYPE_STRUCT && e->type->kind != TYPE_ARRAY)
        return false;
    return e->kind == EXPR_CONSTRUCT || e->kind == EXPR_CALL ||
           (e->kind == EXPR_CONDITIONAL && e->type->kind == TYPE_STRUCT);
}

const struct expr *gen_pointer(const struct expr *e)
{
    while (e->kind == EXPR_CONVERT && e->type->kind == TYPE_POINTER &&
           e->left->type->kind == TYPE_POINTER)
        e = e->left;
    return e;
}

/* ---- order of evaluation ---- */

/* A local that no other argument can change is read after all others have been evaluated, as g++ does. */
static bool read_last(const struct gen *g, const struct expr *e)
{
    const struct symbol *s = e->kind == EXPR_VARIABLE ? e->symbol : NULL;
    return s && (s->storage == STORAGE_LOCAL || s->storage == STORAGE_PARAM) &&
           !gen_local_in_memory(g, s) && type_is_scalar(s->type);
}

void gen_arguments(struct gen *g, const struct expr *e, const uint32_t *slots, uint32_t base,
                   void (*put)(struct gen *, const struct expr *, uint32_t))
{
    const struct member *m = e->kind == EXPR_CALL && e->symbol ? e->symbol->member : NULL;
    uint32_t n = e->arg_count,
             first = m && !m->is_static && e->order == ARGS_FROM_RIGHT && n ? 1 : 0;
    if (e->order == ARGS_FROM_LEFT)
        first = n;
    for (uint32_t i = 0; i < first; i++)
        put(g, e->args[i], slots ? slots[i] : base + i);
    for (uint32_t i = n; i-- > first;)
        if (!read_last(g, e->args[i]))
            put(g, e->args[i], slots ? slots[i] : base + i);
    for (uint32_t i = first; i < n; i++)
        if (read_last(g, e->args[i]))
            put(g, e->args[i], slots ? slots[i] : base + i);
}
