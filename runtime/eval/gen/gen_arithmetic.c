/* SPDX-License-Identifier: Apache-2.0 */
/* Constants, arithmetic, comparisons as values, and pointer arithmetic. */
#include "eval/gen/gen.h"

uint32_t gen_literal(struct gen *g, const struct expr *e, int64_t want)
{
    if (type_is_wide(e->type))
        return gen_wide_literal(g, e, want);
    uint32_t to = gen_result_slot(g, want);
    union value v = {.i = 0};
    if (e->kind == EXPR_INTEGER)
        v.i = e->integer;
    else if (e->type->kind == TYPE_FLOAT)
        v.f = (float) e->real;
    else
        v.d = e->real;
    gen_emit_k(g, e->at, OP_CONST, to, 0, v.i);
    return to;
}

static const struct {
    enum opcode plain, with_k; /* the I32 member of each family; OP_COUNT: none */
    bool classless, four;      /* four: integer classes only */
} families[] = {
    [EXPR_ADD] = {OP_ADD_I32, OP_ADD_K_I32, false, false},
    [EXPR_SUBTRACT] = {OP_SUB_I32, OP_COUNT,     false, false},
    [EXPR_MULTIPLY] = {OP_MUL_I32, OP_MUL_K_I32, false, false},
    [EXPR_DIVIDE] = {OP_DIV_I32, OP_DIV_K_I32, false, false},
    [EXPR_REMAINDER] = {OP_REM_I32, OP_REM_K_I32, false, true },
    [EXPR_AND] = {OP_AND,     OP_AND_K,     true,  false},
    [EXPR_OR] = {OP_OR,      OP_COUNT,     true,  false},
    [EXPR_XOR] = {OP_XOR,     OP_COUNT,     true,  false},
    [EXPR_SHIFT_LEFT] = {OP_SHL_I32, OP_SHL_K_I32, false, true },
    [EXPR_SHIFT_RIGHT] = {OP_SHR_I32, OP_SHR_K_I32, false, true },
};

static bool fits_k(enum expr_kind op, enum value_class class, const struct expr *right)
{
    if (right->kind != EXPR_INTEGER || class >= CLASS_F32 || families[op].with_k == OP_COUNT)
        return false;
    bool divides = op == EXPR_DIVIDE || op == EXPR_REMAINDER;
    return !divides || (right->integer != 0 && right->integer != -1);
}

void gen_binary(struct gen *g, struct span at, enum expr_kind op, enum value_class class,
                uint32_t to, uint32_t left, const struct expr *right)
{
    uint32_t add = families[op].classless ? 0 : class;
    if (fits_k(op, class, right)) {
        gen_emit_k(g, at, (enum opcode)(families[op].with_k + add), to, left, right->integer);
        return;
    }
    if (op == EXPR_SUBTRACT && class < CLASS_F32 && right->kind == EXPR_INTEGER) {
        gen_emit_k(g, at, (enum opcode)(OP_ADD_K_I32 + class), to, left,
                   (int64_t) (0 - (uint64_t) right->integer));
        return;
    }
    gen_emit(g, at, (enum opcode)(families[op].plain + add), to, left, gen_value(g, right, -1));
}

void gen_wrap(struct gen *g, const struct type *t, uint32_t slot, struct span at)
{
    int64_t unused = 64 - t->precision;
    if (!t->precision)
        return;
    gen_emit_k(g, at, (enum opcode)(OP_SHL_K_I32 + gen_class(t)), slot, slot, unused);
    gen_emit_k(g, at, (enum opcode)(OP_SHR_K_I32 + gen_class(t)), slot, slot, unused);
}

uint32_t gen_arithmetic(struct gen *g, const struct expr *e, int64_t want)
{
    if (type_is_wide(e->type))
        return gen_wide(g, e, want);
    uint32_t to = gen_result_slot(g, want), top = g->top;
    uint32_t left = gen_value(g, e->left, -1);
    gen_binary(g, e->at, e->kind, gen_class(e->type), to, left, e->right);
    gen_wrap(g, e->type, to, e->at);
    g->top = top;
    return to;
}

uint32_t gen_unary(struct gen *g, const struct expr *e, int64_t want)
{
    if (type_is_wide(e->type))
        return gen_wide(g, e, want);
    uint32_t to = gen_result_slot(g, want), top = g->top;
    uint32_t from = gen_value(g, e->left, -1);
    enum opcode op = e->kind == EXPR_NEGATE ? OP_NEG_I32 : OP_COM_I32;
    gen_emit(g, e->at, (enum opcode)(op + gen_class(e->type)), to, from, 0);
    gen_wrap(g, e->type, to, e->at);
    g->top = top;
    return to;
}

uint32_t gen_comparison(struct gen *g, const struct expr *e, int64_t want)
{
    static const struct {
        enum opcode op;
        bool swapped;
    } how[] = {
        [EXPR_LESS] = {OP_LT_I32, false},
          [EXPR_LESS_EQUAL] = {OP_LE_I32, false},
        [EXPR_GREATER] = {OP_LT_I32, true },
          [EXPR_GREATER_EQUAL] = {OP_LE_I32, true },
        [EXPR_EQUAL] = {OP_EQ_I32, false},
          [EXPR_NOT_EQUAL] = {OP_NE_I32, false},
    };

    if (type_is_wide(e->left->type))
        return gen_wide(g, e, want);
    uint32_t to = gen_result_slot(g, want), top = g->top;
    uint32_t left = gen_value(g, e->left, -1), right = gen_value(g, e->right, -1);
    bool swapped = how[e->kind].swapped;
    enum opcode op = (enum opcode)(how[e->kind].op + gen_class(e->left->type));
    gen_emit(g, e->at, op, to, swapped ? right : left, swapped ? left : right);
    g->top = top;
    return to;
}

static uint32_t scale_slot(struct gen *g, const struct expr *e)
{
    if (e->scale)
        return UINT32_MAX;
    return gen_value(g, e->scale_by, -1);
}

void gen_pointer_add(struct gen *g, const struct expr *e, uint32_t to, uint32_t base,
                     uint32_t index)
{
    uint32_t by = scale_slot(g, e);
    if (by == UINT32_MAX) {
        uint32_t at = gen_emit_k(g, e->at, OP_PTR_ADD, to, base, (int64_t) e->scale);
        g->code->insns.at[at].c = (uint16_t) index;
        return;
    }
    uint32_t bytes = gen_slots(g, 1);
    gen_emit(g, e->at, OP_MUL_I64, bytes, index, by);
    gen_emit(g, e->at, OP_ADD_I64, to, base, bytes);
}

uint32_t gen_pointer_sum(struct gen *g, const struct expr *e, int64_t want)
{
    uint32_t to = gen_result_slot(g, want), top = g->top;
    uint32_t base = gen_value(g, e->left, -1);
    if (e->scale && e->right->kind == EXPR_INTEGER)
        gen_emit_k(g, e->at, OP_ADD_K_I64, to, base,
                   (int64_t) ((uint64_t) e->right->integer * e->scale));
    else
        gen_pointer_add(g, e, to, base, gen_value(g, e->right, -1));
    g->top = top;
    return to;
}

uint32_t gen_pointer_difference(struct gen *g, const struct expr *e, int64_t want)
{
    uint32_t to = gen_result_slot(g, want), top = g->top;
    uint32_t left = gen_value(g, e->left, -1), right = gen_value(g, e->right, -1),
             by = scale_slot(g, e);
    if (by == UINT32_MAX) {
        uint32_t at = gen_emit_k(g, e->at, OP_PTR_DIFF, to, left, (int64_t) e->scale);
        g->code->insns.at[at].c = (uint16_t) right;
    } else {
        gen_emit(g, e->at, OP_SUB_I64, to, left, right);
        gen_emit(g, e->at, OP_DIV_I64, to, to, by);
    }
    g->top = top;
    return to;
}
