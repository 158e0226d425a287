/* SPDX-License-Identifier: Apache-2.0 */
/* Assignments, compound assignments, ++ and --. */
#include "eval/gen/gen.h"

/* Presents a slot to the tree as a local variable. The caller provides the storage, `symbol`. */
static struct expr slot_expr(struct gen *g, struct symbol *symbol, uint32_t slot,
                             const struct type *t, struct span at)
{
    *symbol = (struct symbol){.kind = SYMBOL_VARIABLE, .storage = STORAGE_LOCAL, .type = t};
    gen_local_put(g, symbol, slot);
    return (struct expr){
        .kind = EXPR_VARIABLE, .lvalue = true, .type = t, .at = at, .symbol = symbol};
}

/* The right side is evaluated first (C++17 8.18): `a[i] = i++` and `x += f()` see its side effects. */
uint32_t gen_assign(struct gen *g, const struct expr *e, int64_t want)
{
    bool early = expr_has_effects(e->right);
    uint32_t value;
    if (g->unwanted == e && gen_assign_wrapped(g, e, &value))
        return value;
    if (g->unwanted == e && gen_spread_assign(g, e))
        return g->top;
    value = early ? gen_slots(g, 1) : 0;
    if (early)
        gen_value(g, e->right, value);
    struct lvalue p = gen_place(g, e->left);
    if (early) {
        gen_store(g, p, e->type, e->at, value);
    } else if (p.kind == PLACE_SLOT && !gen_by_address(e->type)) {
        value = gen_value(g, e->right, p.slot);
        return want < 0 || want == p.slot ? value : gen_load(g, p, e->type, e->at, want);
    } else {
        value = gen_value(g, e->right, want);
        gen_store(g, p, e->type, e->at, value);
    }
    if (p.bits) /* the value of the assignment is the field's new value */
        return gen_load(g, p, e->type, e->at, want);
    if (want < 0 || want == value)
        return value;
    gen_emit(g, e->at, OP_MOVE, (uint32_t) want, value, 0);
    return (uint32_t) want;
}

/* A conversion between slots, described by a tree node. */
static uint32_t convert_slot(struct gen *g, uint32_t from, const struct type *from_type,
                             const struct type *to_type, struct span at)
{
    struct symbol hidden;
    struct expr variable = slot_expr(g, &hidden, from, from_type, at);
    struct expr conversion = {.kind = EXPR_CONVERT, .type = to_type, .at = at, .left = &variable};
    return type_same(from_type, to_type) ? from : gen_convert(g, &conversion, -1);
}

uint32_t gen_assign_op(struct gen *g, const struct expr *e, int64_t want)
{
    struct symbol hidden;
    struct expr early, *right = e->right;
    if (expr_has_effects(e->right)) {
        uint32_t slot = gen_slots(g, 1);
        gen_value(g, e->right, slot);
        early = slot_expr(g, &hidden, slot, e->right->type, e->right->at);
        right = &early;
    }
    struct lvalue p = gen_place(g, e->left);
    uint32_t old = gen_load(g, p, e->left->type, e->at, -1), result;
    bool in_place = p.kind == PLACE_SLOT && type_same(e->left->type, e->computed);
    if (e->op == EXPR_POINTER_ADD) {
        result = in_place || p.kind == PLACE_SLOT ? p.slot : gen_slots(g, 1);
        gen_pointer_add(g, e, result, old, gen_value(g, right, -1));
    } else {
        uint32_t left = convert_slot(g, old, e->left->type, e->computed, e->at);
        result = in_place ? p.slot : gen_slots(g, 1);
        if (type_is_wide(e->computed))
            gen_wide_binary(g, e->computed, e->op, result, left, gen_value(g, right, -1), e->at);
        else
            gen_binary(g, e->at, e->op, gen_class(e->computed), result, left, right);
        result = convert_slot(g, result, e->computed, e->left->type, e->at);
    }
    gen_store(g, p, e->left->type, e->at, result);
    if (p.bits)
        return gen_load(g, p, e->type, e->at, want);
    return gen_result(g, e->at, result, want);
}

static void emit_step(struct gen *g, const struct expr *e, uint32_t to, uint32_t from)
{
    const struct type *t = e->type;
    struct expr one = {.kind = EXPR_REAL, .type = t, .at = e->at, .real = e->step};
    if (type_is_int128(t))
        one = (struct expr){.kind = EXPR_INTEGER,
                            .type = t,
                            .at = e->at,
                            .integer = e->step,
                            .upper = e->step < 0 ? -1 : 0};
    if (type_is_wide(t)) {
        gen_wide_binary(g, t, EXPR_ADD, to, from, gen_value(g, &one, -1), e->at);
    } else if (type_is_floating(t)) {
        gen_binary(g, e->at, EXPR_ADD, gen_class(t), to, from, &one);
    } else if (t->kind == TYPE_POINTER && !e->scale) {
        uint32_t by = gen_value(g, e->scale_by, -1);
        gen_emit(g, e->at, e->step > 0 ? OP_ADD_I64 : OP_SUB_I64, to, from, by);
    } else {
        int64_t by = t->kind == TYPE_POINTER ? (int64_t) e->scale * e->step : e->step;
        gen_emit_k(g, e->at, (enum opcode)(OP_ADD_K_I32 + gen_class(t)), to, from, by);
        if (t->size < 4)
            gen_emit(g, e->at, gen_narrow(t), to, to, 0);
    }
}

uint32_t gen_increment(struct gen *g, const struct expr *e, int64_t want)
{
    struct lvalue p = gen_place(g, e->left);
    if (p.kind == PLACE_SLOT) {
        uint32_t old = p.slot;
        if (e->postfix)
            gen_emit(g, e->at, OP_MOVE, old = gen_result_slot(g, want), p.slot, 0);
        emit_step(g, e, p.slot, p.slot);
        return e->postfix ? old : gen_load(g, p, e->type, e->at, want);
    }
    uint32_t old = gen_load(g, p, e->type, e->at, want), new = gen_slots(g, 1);
    if (e->postfix && type_is_wide(e->type)) {
        uint32_t copy = gen_temporary(g, e->type, e->at);
        gen_emit_k(g, e->at, OP_COPY, copy, old, (int64_t) e->type->size);
        old = gen_result(g, e->at, copy, want);
    }
    emit_step(g, e, new, old);
    gen_store(g, p, e->type, e->at, new);
    if (p.bits && !e->postfix)
        return gen_load(g, p, e->type, e->at, want);
    if (e->postfix || want < 0)
        return e->postfix ? old : new;
    gen_emit(g, e->at, OP_MOVE, (uint32_t) want, new, 0);
    return (uint32_t) want;
}
