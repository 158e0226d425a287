/* SPDX-License-Identifier: Apache-2.0 */
/* Locals that are written as a whole right after their declaration: `struct point p; p.x = a; p.y = b;`. Nothing can read them before they
 * are initialised, so their objects need no watch (vm_unwritten.c). */
#include "eval/gen/gen.h"
#include "eval/vm/unwritten.h"

/* Whether an expression might use the variable. */
static bool mentions(void *variable, const struct expr *e)
{
    if (e->kind == EXPR_VARIABLE)
        return e->symbol == variable;
    return e->kind == EXPR_STATEMENTS || e->kind == EXPR_LAUNCH ||
           expr_any_operand(e, mentions, variable);
}

/* Whether an lvalue is the variable or a part of it: *offset is where. */
static bool is_part(const struct expr *e, const struct symbol *v, uint64_t *offset)
{
    *offset = 0;
    for (; e->kind == EXPR_MEMBER && !e->field->bit_width; e = e->left)
        *offset += e->field->offset;
    return e->kind == EXPR_VARIABLE && e->symbol == v;
}

/* The units that a statement writes; false: it might use the variable in another way, or jump. */
static bool writes(const struct stmt *s, struct symbol *v, uint64_t *units)
{
    const struct expr *e = s->expr;
    uint64_t offset;
    *units = 0;
    if (s->kind == STMT_EMPTY)
        return true;
    if ((s->kind != STMT_EXPR && s->kind != STMT_DECLARE) || s->cleanup)
        return false;
    if (s->kind == STMT_EXPR && e->kind == EXPR_ASSIGN && is_part(e->left, v, &offset)) {
        uint64_t last = offset + e->left->type->size - 1;
        *units = unwritten_bits(offset / UNWRITTEN_UNIT, last / UNWRITTEN_UNIT, 0);
        return !mentions(v, e->right);
    }
    return !e || !mentions(v, e);
}

bool gen_is_filled(const struct stmt *block, uint32_t at)
{
    struct symbol *v = block->list[at]->kind == STMT_DECLARE ? block->list[at]->symbol : NULL;
    if (!v || v->type->kind != TYPE_STRUCT || !v->type->size ||
        v->type->size > UNWRITTEN_FEW * UNWRITTEN_UNIT)
        return false;
    uint64_t left = unwritten_bits(0, (v->type->size - 1) / UNWRITTEN_UNIT, 0), units;
    for (uint32_t i = at + 1; left && i < block->count && writes(block->list[i], v, &units); i++)
        left &= ~units;
    return !left;
}
