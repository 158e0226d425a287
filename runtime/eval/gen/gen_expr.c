/* SPDX-License-Identifier: Apache-2.0 */
/* Generates bytecode for expressions: the table of generators, one per kind of expression. */
#include "eval/gen/gen.h"

#include "base/check.h"

static uint32_t variable(struct gen *g, const struct expr *e, int64_t want)
{
    if (e->type->kind == TYPE_DEVICE_ARRAY)
        return gen_array_variable(g, e, want);
    return gen_load(g, gen_place(g, e), e->type, e->at, want);
}

static uint32_t function_address(struct gen *g, const struct expr *e, int64_t want)
{
    uint32_t to = gen_result_slot(g, want);
    const struct symbol *s = e->symbol;
    bool absent = s->weak && !s->function->body && !s->function->syntax;
    uint64_t address = absent ? 0 : vm_handle(g->vm, "function", e->symbol);
    gen_emit_k(g, e->at, OP_CONST, to, 0, (int64_t) address);
    return to;
}

static uint32_t upcast(struct gen *g, const struct expr *e, int64_t want)
{
    uint32_t to = gen_slots(g, 1), top = g->top;
    gen_value(g, e->left, to);
    uint32_t past = gen_emit_jump(g, e->at, OP_JFALSE, to, 0, 0, 0);
    gen_emit_k(g, e->at, OP_ADD_K_I64, to, to, e->integer);
    gen_patch(g, past, gen_here(g));
    g->top = top;
    return gen_result(g, e->at, to, want);
}

static uint32_t class_table(struct gen *g, const struct expr *e, int64_t want)
{
    uint32_t to = gen_result_slot(g, want);
    gen_emit_k(g, e->at, OP_CONST, to, 0, (int64_t) vm_table(g->vm, e->vtable));
    return to;
}

static uint32_t class_handle(struct gen *g, const struct expr *e, int64_t want)
{
    uint32_t to = gen_result_slot(g, want);
    int64_t class =
        (int64_t) vm_handle(g->vm, "class", (void *) (uintptr_t) type_plain(e->computed));
    gen_emit_k(g, e->at, OP_CONST, to, 0, class);
    return to;
}

static uint32_t load(struct gen *g, const struct expr *e, int64_t want)
{
    uint32_t chosen;
    if (gen_choice(g, e, want, &chosen) || gen_spread_member(g, e, want, &chosen))
        return chosen;
    return gen_load(g, gen_place(g, e), e->type, e->at, want);
}

static uint32_t address(struct gen *g, const struct expr *e, int64_t want)
{
    if (e->left->type->kind == TYPE_DEVICE_ARRAY)
        return gen_array_call(g, e, run_array_address, want);
    return gen_address(g, e->left, want);
}

static uint32_t size(struct gen *g, const struct expr *e, int64_t want)
{
    if (e->left->type->kind == TYPE_DEVICE_ARRAY)
        return gen_array_call(g, e, run_array_bytes, want);
    return gen_value(g, e->left, want);
}

static uint32_t comma(struct gen *g, const struct expr *e, int64_t want)
{
    gen_drop(g, e->left);
    return gen_value(g, e->right, want);
}

/* NULL: the checker has replaced it, gen_made handles it (CONSTRUCT), or it occurs only in a map's body, which becomes
 * text. */
static uint32_t (*const generators[])(struct gen *g, const struct expr *e, int64_t want) = {
    [EXPR_INTEGER] = gen_literal,
    [EXPR_REAL] = gen_literal,
    [EXPR_STRING] = load,
    [EXPR_VARIABLE] = variable,
    [EXPR_FUNCTION] = function_address,
    [EXPR_CONVERT] = gen_convert,
    [EXPR_DECAY] = address,
    [EXPR_ADDRESS] = address,
    [EXPR_DEREF] = load,
    [EXPR_MEMBER] = load,
    [EXPR_NEGATE] = gen_unary,
    [EXPR_COMPLEMENT] = gen_unary,
    [EXPR_NOT] = gen_truth,
    [EXPR_ADD] = gen_arithmetic,
    [EXPR_SUBTRACT] = gen_arithmetic,
    [EXPR_MULTIPLY] = gen_arithmetic,
    [EXPR_DIVIDE] = gen_arithmetic,
    [EXPR_REMAINDER] = gen_arithmetic,
    [EXPR_AND] = gen_arithmetic,
    [EXPR_OR] = gen_arithmetic,
    [EXPR_XOR] = gen_arithmetic,
    [EXPR_SHIFT_LEFT] = gen_arithmetic,
    [EXPR_SHIFT_RIGHT] = gen_arithmetic,
    [EXPR_LESS] = gen_comparison,
    [EXPR_LESS_EQUAL] = gen_comparison,
    [EXPR_GREATER] = gen_comparison,
    [EXPR_GREATER_EQUAL] = gen_comparison,
    [EXPR_EQUAL] = gen_comparison,
    [EXPR_NOT_EQUAL] = gen_comparison,
    [EXPR_LOGICAL_AND] = gen_truth,
    [EXPR_LOGICAL_OR] = gen_truth,
    [EXPR_CONDITIONAL] = gen_conditional,
    [EXPR_COMMA] = comma,
    [EXPR_POINTER_ADD] = gen_pointer_sum,
    [EXPR_POINTER_DIFF] = gen_pointer_difference,
    [EXPR_ASSIGN] = gen_assign,
    [EXPR_ASSIGN_OP] = gen_assign_op,
    [EXPR_INCREMENT] = gen_increment,
    [EXPR_CALL] = gen_call,
    [EXPR_CONSTRUCT] = NULL,
    [EXPR_INIT] = gen_init_object,
    [EXPR_THROW] = gen_throw,
    [EXPR_BRACES] = NULL,
    [EXPR_OVERLOADS] = NULL,
    [EXPR_STATEMENTS] = gen_statements,
    [EXPR_TABLE] = class_table,
    [EXPR_CLASS] = class_handle,
    [EXPR_UPCAST] = upcast,
    [EXPR_BUILTIN] = gen_builtin_call,
    [EXPR_LAUNCH] = gen_launch,
    [EXPR_AGGREGATE] = gen_aggregate,
    [EXPR_SIZEOF] = size,
    [EXPR_ELEMENT] = load,
    [EXPR_SLICE] = gen_array_value,
    [EXPR_ARRAY_MEMBER] = gen_array_value,
    [EXPR_ARRAY_COPY] = gen_array_value,
    [EXPR_ARRAY_FILL] = gen_array_value,
    [EXPR_LANE] = NULL,
    [EXPR_GATHER] = NULL,
    [EXPR_ARRAY_MAP] = gen_map,
    [EXPR_ARRAY_REDUCE] = gen_map,
    [EXPR_ARRAY_SCATTER] = gen_map,
    [EXPR_ARRAY_NEW] = gen_array_value,
};

uint32_t gen_expr(struct gen *g, const struct expr *e, int64_t want)
{
    if (gen_makes(e))
        return gen_made(g, e, want);
    CHECK(e->kind < sizeof generators / sizeof *generators && generators[e->kind]);
    return generators[e->kind](g, e, want);
}
