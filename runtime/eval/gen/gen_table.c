/* SPDX-License-Identifier: Apache-2.0 */
/* Tables of functions: `const int days[] = {31, 28, 31};`. If a function only reads elements of such an array, nobody can tell whether each
 * call has an object of its own. So one object serves all calls; it is made when the code is generated. */
#include "eval/gen/gen.h"

/* ---- its uses ---- */

static bool use_escapes(void *table, const struct expr *e);

/* Whether an lvalue is the table or a part of it: t, t[i], t[i][j]. *escapes: an index of it uses the table in another way. */
static bool is_part(const struct expr *e, struct symbol *table, bool *escapes)
{
    if (e->kind == EXPR_VARIABLE)
        return e->symbol == table;
    const struct expr *add = e->kind == EXPR_DEREF ? e->left : NULL;
    bool subscript = add && add->kind == EXPR_POINTER_ADD && add->scale &&
                     add->left->kind == EXPR_DECAY && is_part(add->left->left, table, escapes);
    if (subscript)
        *escapes |= use_escapes(table, add->right);
    return subscript;
}

/* Whether an expression does more with the table than read elements. */
static bool use_escapes(void *table, const struct expr *e)
{
    bool escapes = false, outer = e->kind == EXPR_ADDRESS || e->kind == EXPR_DECAY ||
                                  e->kind == EXPR_ASSIGN || e->kind == EXPR_ASSIGN_OP ||
                                  e->kind == EXPR_INCREMENT || e->kind == EXPR_INIT;
    const struct expr *part = outer ? e->left : e;
    if (is_part(part, table, &escapes))
        return escapes || outer || !type_is_scalar(e->type);
    return e->kind == EXPR_STATEMENTS || expr_any_operand(e, use_escapes, table);
}

static bool escapes_in(const struct stmt *s, struct symbol *table)
{
    for (; s; s = s->otherwise) {
        if ((s->expr && use_escapes(table, s->expr)) || (s->step && use_escapes(table, s->step)) ||
            escapes_in(s->init, table) || escapes_in(s->body, table))
            return true;
        for (uint32_t i = 0; i < s->count; i++)
            if (escapes_in(s->list[i], table))
                return true;
    }
    return false;
}

/* ---- its elements ---- */

static const struct expr *text_of(const struct expr *e)
{
    e = gen_pointer(e);
    return e->kind == EXPR_DECAY && e->left->kind == EXPR_STRING ? e->left : NULL;
}

static bool is_literal(const struct expr *e)
{
    return (e->kind == EXPR_INTEGER || e->kind == EXPR_REAL || text_of(e)) &&
           !type_is_wide(e->type);
}

static bool holds_literals(const struct expr *e)
{
    if (e->kind != EXPR_AGGREGATE)
        return false;
    for (uint32_t i = 0; i < e->init_count; i++) {
        const struct init *in = e->inits + i;
        if (in->bits || !(in->value->kind == EXPR_AGGREGATE ? holds_literals(in->value)
                                                            : is_literal(in->value)))
            return false;
    }
    return true;
}

static void fill(struct vm *vm, char *to, const struct expr *e)
{
    for (uint32_t i = 0; i < e->init_count; i++) {
        const struct init *in = e->inits + i;
        const struct expr *v = in->value;
        union value value = {.i = v->integer};
        if (v->kind == EXPR_AGGREGATE) {
            fill(vm, to + in->offset, v);
            continue;
        }
        if (text_of(v))
            value.u = vm_literal(vm, text_of(v)->string);
        else if (v->kind == EXPR_REAL && v->type->kind == TYPE_FLOAT)
            value = (union value){.f = (float) v->real};
        else if (v->kind == EXPR_REAL)
            value = (union value){.d = (double) v->real};
        value_store(v->type, value, to + in->offset);
    }
}

bool gen_table(struct gen *g, const struct stmt *s, uint32_t slot)
{
    const struct symbol *v = s->symbol;
    const struct type *element = v->type;
    while (element->kind == TYPE_ARRAY && !element->unsized)
        element = element->base;
    if (v->type->kind != TYPE_ARRAY || element->is_volatile || !type_is_scalar(element) ||
        type_is_wide(element) || !s->expr || s->cleanup || v->storage != STORAGE_LOCAL ||
        !g->function || g->stops || !holds_literals(s->expr) || escapes_in(g->body, s->symbol))
        return false;
    struct object *o =
        vm_new_aligned(g->vm, v->type->size, v->type->align, HOST_LOCAL, v->name, v->at);
    if (!o)
        return false;
    fill(g->vm, (char *) (uintptr_t) o->start, s->expr);
    gen_emit_k(g, s->at, OP_CONST, slot, 0, (int64_t) o->start);
    return true;
}
