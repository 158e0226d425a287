/* SPDX-License-Identifier: Apache-2.0 */
/* Generates jumps for conditions: comparisons, && and ||, ?:. */
#include "eval/gen/gen.h"

/* Compares an int or long, usually a variable, with a small constant in one instruction. */
static bool branch_k(struct gen *g, const struct expr *e, bool when, struct jumps *jumps)
{
    static const enum opcode yes[] = {
        [EXPR_LESS] = OP_JT_LT_K,    [EXPR_LESS_EQUAL] = OP_JT_LE_K,
        [EXPR_GREATER] = OP_JT_GT_K, [EXPR_GREATER_EQUAL] = OP_JT_GE_K,
        [EXPR_EQUAL] = OP_JT_EQ_K,   [EXPR_NOT_EQUAL] = OP_JT_NE_K};

    static const enum opcode no[] = {[EXPR_LESS] = OP_JT_GE_K,    [EXPR_LESS_EQUAL] = OP_JT_GT_K,
                                     [EXPR_GREATER] = OP_JT_LE_K, [EXPR_GREATER_EQUAL] = OP_JT_LT_K,
                                     [EXPR_EQUAL] = OP_JT_NE_K,   [EXPR_NOT_EQUAL] = OP_JT_EQ_K};
    enum value_class class = gen_class(e->left->type);
    bool equality = e->kind == EXPR_EQUAL || e->kind == EXPR_NOT_EQUAL;
    bool signed_order = class == CLASS_I32 || class == CLASS_I64 ||
                        class == CLASS_U32; /* U32 is canonical: never negative */
    if (e->right->kind != EXPR_INTEGER || e->right->integer != (int32_t) e->right->integer ||
        !(signed_order || (equality && class == CLASS_U64)))
        return false;
    uint32_t top = g->top, left = gen_value(g, e->left, -1);
    uint32_t jump = gen_emit_jump(g, e->at, when ? yes[e->kind] : no[e->kind], 0, left, 0, 0);
    g->code->insns.at[jump].imm = (int32_t) e->right->integer;
    VEC_PUSH(&jumps->at, jump);
    g->top = top;
    return true;
}

static void branch_compare(struct gen *g, const struct expr *e, bool when, struct jumps *jumps)
{
    if (branch_k(g, e, when, jumps))
        return;

    static const struct {
        enum opcode yes, no;
        bool swapped;
    } how[] = {
        [EXPR_LESS] = {OP_JT_LT_I32, OP_JF_LT_I32, false},
        [EXPR_LESS_EQUAL] = {OP_JT_LE_I32, OP_JF_LE_I32, false},
        [EXPR_GREATER] = {OP_JT_LT_I32, OP_JF_LT_I32, true },
        [EXPR_GREATER_EQUAL] = {OP_JT_LE_I32, OP_JF_LE_I32, true },
        [EXPR_EQUAL] = {OP_JT_EQ_I32, OP_JT_NE_I32, false},
        [EXPR_NOT_EQUAL] = {OP_JT_NE_I32, OP_JT_EQ_I32, false},
    };

    uint32_t top = g->top, left = gen_value(g, e->left, -1), right = gen_value(g, e->right, -1);
    bool swapped = how[e->kind].swapped;
    enum opcode op =
        (enum opcode)((when ? how[e->kind].yes : how[e->kind].no) + gen_class(e->left->type));
    VEC_PUSH(&jumps->at,
             gen_emit_jump(g, e->at, op, 0, swapped ? right : left, swapped ? left : right, 0));
    g->top = top;
}

static bool is_comparison(enum expr_kind kind)
{
    return kind >= EXPR_LESS && kind <= EXPR_NOT_EQUAL;
}

/* && and ||: `when` selects the short circuit that jumps. */
static void branch_logical(struct gen *g, const struct expr *e, bool when, struct jumps *jumps)
{
    bool is_or = e->kind == EXPR_LOGICAL_OR;
    if (is_or == when) {
        gen_branch(g, e->left, when, jumps);
        gen_branch(g, e->right, when, jumps);
        return;
    }
    struct jumps past = {0};
    gen_branch(g, e->left, !when, &past);
    gen_branch(g, e->right, when, jumps);
    gen_patch_all(g, &past, gen_here(g));
}

void gen_branch(struct gen *g, const struct expr *e, bool when, struct jumps *jumps)
{
    while (e->kind == EXPR_NOT ||
           (e->kind == EXPR_CONVERT && type_is_integer(e->type) && is_comparison(e->left->kind))) {
        when = e->kind == EXPR_NOT ? !when : when;
        e = e->left;
    }
    if (e->kind == EXPR_LOGICAL_AND || e->kind == EXPR_LOGICAL_OR) {
        branch_logical(g, e, when, jumps);
    } else if (is_comparison(e->kind) && !type_is_wide(e->left->type)) {
        branch_compare(g, e, when, jumps);
    } else {
        uint32_t top = g->top, v = gen_value(g, e, -1);
        if (type_is_wide(e->type)) {
            v = gen_wide_convert(g, v, e->type, type_basic(TYPE_BOOL), e->at);
        } else if (type_is_floating(e->type)) {
            uint32_t truth = gen_slots(g, 1);
            gen_emit(g, e->at, e->type->kind == TYPE_FLOAT ? OP_F32_BOOL : OP_F64_BOOL, truth, v,
                     0);
            v = truth;
        }
        VEC_PUSH(&jumps->at, gen_emit_jump(g, e->at, when ? OP_JTRUE : OP_JFALSE, v, 0, 0, 0));
        g->top = top;
    }
}

uint32_t gen_truth(struct gen *g, const struct expr *e, int64_t want)
{
    uint32_t to = gen_slots(g, 1); /* not `want`: the operands may read it */
    struct jumps no = {0};
    gen_branch(g, e, false, &no);
    gen_emit_k(g, e->at, OP_CONST, to, 0, 1);
    uint32_t past = gen_emit_jump(g, e->at, OP_JUMP, 0, 0, 0, 0);
    gen_patch_all(g, &no, gen_here(g));
    gen_emit_k(g, e->at, OP_CONST, to, 0, 0);
    gen_patch(g, past, gen_here(g));
    return gen_result(g, e->at, to, want);
}

uint32_t gen_conditional(struct gen *g, const struct expr *e, int64_t want)
{
    uint32_t to = gen_slots(g, 1), top = g->top;
    struct jumps no = {0};
    gen_branch(g, e->condition, false, &no);
    gen_value(g, e->left, to);
    uint32_t past = gen_emit_jump(g, e->at, OP_JUMP, 0, 0, 0, 0);
    gen_patch_all(g, &no, gen_here(g));
    gen_value(g, e->right, to);
    gen_patch(g, past, gen_here(g));
    g->top = top;
    return gen_result(g, e->at, to, want);
}
