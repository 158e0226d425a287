/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions to bytecode. Lvalues are gen_place.c's, arrays and launches gen_array.c's. */
#include "eval/gen/gen.h"

#include <string.h>

#include "base/check.h"

static uint32_t result_slot(struct gen *g, int64_t want)
{
    return want < 0 ? gen_slots(g, 1) : (uint32_t) want;
}

uint32_t gen_temporary(struct gen *g, const struct type *t, struct span at)
{
    struct object_site *site = ARENA_NEW(&g->code->arena, struct object_site);
    *site = (struct object_site){.size = t->size, .at = at};
    uint32_t slot = gen_slots(g, 1);
    gen_emit_p(g, at, OP_OBJECT, slot, 0, site);
    g->depth++;
    g->temporaries = true;
    return slot;
}

/* ---- constants ---- */

static uint32_t constant(struct gen *g, const struct expr *e, int64_t want)
{
    uint32_t to = result_slot(g, want);
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

/* ---- arithmetic ---- */

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

static void emit_binary(struct gen *g, struct span at, enum expr_kind op, enum value_class class,
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

static uint32_t binary(struct gen *g, const struct expr *e, int64_t want)
{
    uint32_t to = result_slot(g, want), top = g->top;
    uint32_t left = gen_value(g, e->left, -1);
    emit_binary(g, e->at, e->kind, type_class(e->type), to, left, e->right);
    g->top = top;
    return to;
}

static uint32_t unary(struct gen *g, const struct expr *e, int64_t want)
{
    uint32_t to = result_slot(g, want), top = g->top;
    uint32_t from = gen_value(g, e->left, -1);
    enum opcode op = e->kind == EXPR_NEGATE ? OP_NEG_I32 : OP_COM_I32;
    gen_emit(g, e->at, (enum opcode)(op + type_class(e->type)), to, from, 0);
    g->top = top;
    return to;
}

static uint32_t comparison(struct gen *g, const struct expr *e, int64_t want)
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

    uint32_t to = result_slot(g, want), top = g->top;
    uint32_t left = gen_value(g, e->left, -1), right = gen_value(g, e->right, -1);
    bool swapped = how[e->kind].swapped;
    enum opcode op = (enum opcode)(how[e->kind].op + type_class(e->left->type));
    gen_emit(g, e->at, op, to, swapped ? right : left, swapped ? left : right);
    g->top = top;
    return to;
}

/* ---- conversions ---- */

static enum opcode narrow(const struct type *t)
{
    if (t->kind == TYPE_BOOL)
        return OP_TO_BOOL;
    bool is_signed = type_is_signed(t);
    switch (t->size) {
    case 1: return is_signed ? OP_TO_I8 : OP_TO_U8;
    case 2: return is_signed ? OP_TO_I16 : OP_TO_U16;
    case 4: return is_signed ? OP_TO_I32 : OP_TO_U32;
    default: return OP_MOVE;
    }
}

static bool wide_unsigned(const struct type *t)
{
    return t->size == 8 && !type_is_signed(t);
}

static uint32_t convert(struct gen *g, const struct expr *e, int64_t want)
{
    const struct type *to_type = e->type, *from_type = e->left->type;
    if (to_type->kind == TYPE_VOID) {
        gen_drop(g, e->left);
        return result_slot(g, want);
    }
    bool from_real = type_is_floating(from_type), to_real = type_is_floating(to_type);
    bool same = from_real == to_real && from_real
                    ? from_type->kind == to_type->kind
                    : !from_real && !to_real &&
                          (narrow(to_type) == OP_MOVE || (to_type->kind == from_type->kind));
    if (same)
        return gen_value(g, e->left, want);
    uint32_t to = result_slot(g, want), top = g->top;
    uint32_t from = gen_value(g, e->left, -1);
    bool f32 = from_type->kind == TYPE_FLOAT;
    if (from_real && to_real) {
        gen_emit(g, e->at, f32 ? OP_F32_F64 : OP_F64_F32, to, from, 0);
    } else if (from_real && to_type->kind == TYPE_BOOL) {
        gen_emit(g, e->at, f32 ? OP_F32_BOOL : OP_F64_BOOL, to, from, 0);
    } else if (from_real) {
        bool u = wide_unsigned(to_type);
        gen_emit(g, e->at, f32 ? (u ? OP_F32_U64 : OP_F32_I64) : (u ? OP_F64_U64 : OP_F64_I64), to,
                 from, 0);
        if (narrow(to_type) != OP_MOVE)
            gen_emit(g, e->at, narrow(to_type), to, to, 0);
    } else if (to_real) {
        bool single = to_type->kind == TYPE_FLOAT, u = wide_unsigned(from_type);
        gen_emit(g, e->at, single ? (u ? OP_U64_F32 : OP_I64_F32) : (u ? OP_U64_F64 : OP_I64_F64),
                 to, from, 0);
    } else {
        gen_emit(g, e->at, narrow(to_type), to, from, 0);
    }
    g->top = top;
    return to;
}

/* ---- conditions ---- */

/* Comparison of a variable-ish int or long with a small constant: one instruction. */
static bool branch_k(struct gen *g, const struct expr *e, bool when, struct jumps *jumps)
{
    static const enum opcode yes[] = {
        [EXPR_LESS] = OP_JT_LT_K,    [EXPR_LESS_EQUAL] = OP_JT_LE_K,
        [EXPR_GREATER] = OP_JT_GT_K, [EXPR_GREATER_EQUAL] = OP_JT_GE_K,
        [EXPR_EQUAL] = OP_JT_EQ_K,   [EXPR_NOT_EQUAL] = OP_JT_NE_K};

    static const enum opcode no[] = {[EXPR_LESS] = OP_JT_GE_K,    [EXPR_LESS_EQUAL] = OP_JT_GT_K,
                                     [EXPR_GREATER] = OP_JT_LE_K, [EXPR_GREATER_EQUAL] = OP_JT_LT_K,
                                     [EXPR_EQUAL] = OP_JT_NE_K,   [EXPR_NOT_EQUAL] = OP_JT_EQ_K};
    enum value_class class = type_class(e->left->type);
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
        (enum opcode)((when ? how[e->kind].yes : how[e->kind].no) + type_class(e->left->type));
    VEC_PUSH(&jumps->at,
             gen_emit_jump(g, e->at, op, 0, swapped ? right : left, swapped ? left : right, 0));
    g->top = top;
}

static bool is_comparison(enum expr_kind kind)
{
    return kind >= EXPR_LESS && kind <= EXPR_NOT_EQUAL;
}

/* && and ||: `when` decides which of the two short cuts jumps out. */
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
    } else if (is_comparison(e->kind)) {
        branch_compare(g, e, when, jumps);
    } else {
        uint32_t top = g->top, v = gen_value(g, e, -1);
        if (type_is_floating(e->type)) {
            uint32_t truth = gen_slots(g, 1);
            gen_emit(g, e->at, e->type->kind == TYPE_FLOAT ? OP_F32_BOOL : OP_F64_BOOL, truth, v,
                     0);
            v = truth;
        }
        VEC_PUSH(&jumps->at, gen_emit_jump(g, e->at, when ? OP_JTRUE : OP_JFALSE, v, 0, 0, 0));
        g->top = top;
    }
}

static uint32_t truth_value(struct gen *g, const struct expr *e, int64_t want)
{
    uint32_t to = gen_slots(g, 1); /* not `want`: the operands may read it */
    struct jumps no = {0};
    gen_branch(g, e, false, &no);
    gen_emit_k(g, e->at, OP_CONST, to, 0, 1);
    uint32_t past = gen_emit_jump(g, e->at, OP_JUMP, 0, 0, 0, 0);
    gen_patch_all(g, &no, gen_here(g));
    gen_emit_k(g, e->at, OP_CONST, to, 0, 0);
    gen_patch(g, past, gen_here(g));
    if (want < 0)
        return to;
    gen_emit(g, e->at, OP_MOVE, (uint32_t) want, to, 0);
    return (uint32_t) want;
}

static uint32_t conditional(struct gen *g, const struct expr *e, int64_t want)
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
    if (want < 0)
        return to;
    gen_emit(g, e->at, OP_MOVE, (uint32_t) want, to, 0);
    return (uint32_t) want;
}

/* ---- pointers ---- */

static uint32_t scale_slot(struct gen *g, const struct expr *e)
{
    if (e->scale)
        return UINT32_MAX;
    return gen_value(g, e->scale_by, -1);
}

static void emit_pointer_add(struct gen *g, const struct expr *e, uint32_t to, uint32_t base,
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

static uint32_t pointer_add(struct gen *g, const struct expr *e, int64_t want)
{
    uint32_t to = result_slot(g, want), top = g->top;
    uint32_t base = gen_value(g, e->left, -1);
    if (e->scale && e->right->kind == EXPR_INTEGER)
        gen_emit_k(g, e->at, OP_ADD_K_I64, to, base,
                   (int64_t) ((uint64_t) e->right->integer * e->scale));
    else
        emit_pointer_add(g, e, to, base, gen_value(g, e->right, -1));
    g->top = top;
    return to;
}

static uint32_t pointer_difference(struct gen *g, const struct expr *e, int64_t want)
{
    uint32_t to = result_slot(g, want), top = g->top;
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

/* ---- assignment ---- */

/* Whether evaluating it may change something that another operand reads. */
static bool has_effects(const struct expr *e)
{
    if (!e)
        return false;
    switch (e->kind) {
    case EXPR_CALL:
    case EXPR_INCREMENT:
    case EXPR_CONSTRUCT:
    case EXPR_INIT:
    case EXPR_THROW:
    case EXPR_ASSIGN:
    case EXPR_ASSIGN_OP: return true;
    case EXPR_BUILTIN:
        for (uint32_t i = 0; i < e->arg_count; i++)
            if (has_effects(e->args[i]))
                return true;
        return false;
    case EXPR_AGGREGATE:
        for (uint32_t i = 0; i < e->init_count; i++)
            if (has_effects(e->inits[i].value))
                return true;
        return false;
    default: return has_effects(e->condition) || has_effects(e->left) || has_effects(e->right);
    }
}

/* A slot as the tree sees a local variable; `symbol` is the caller's room for it. */
static struct expr slot_expr(struct symbol *symbol, uint32_t slot, const struct type *t,
                             struct span at)
{
    *symbol =
        (struct symbol){.kind = SYMBOL_VARIABLE, .storage = STORAGE_LOCAL, .type = t, .slot = slot};
    return (struct expr){
        .kind = EXPR_VARIABLE, .lvalue = true, .type = t, .at = at, .symbol = symbol};
}

/* The right side comes first (C++17 8.18): `a[i] = i++` and `x += f()` use what it leaves behind. */
static uint32_t assign(struct gen *g, const struct expr *e, int64_t want)
{
    bool early = has_effects(e->right);
    uint32_t value = early ? gen_slots(g, 1) : 0;
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
    if (p.bits) /* the value of the assignment is what the field then holds */
        return gen_load(g, p, e->type, e->at, want);
    if (want < 0 || want == value)
        return value;
    gen_emit(g, e->at, OP_MOVE, (uint32_t) want, value, 0);
    return (uint32_t) want;
}

/* A conversion between slots, through the tree node that describes it. */
static uint32_t convert_slot(struct gen *g, uint32_t from, const struct type *from_type,
                             const struct type *to_type, struct span at)
{
    struct symbol hidden;
    struct expr variable = slot_expr(&hidden, from, from_type, at);
    struct expr conversion = {.kind = EXPR_CONVERT, .type = to_type, .at = at, .left = &variable};
    return type_same(from_type, to_type) ? from : convert(g, &conversion, -1);
}

static uint32_t assign_op(struct gen *g, const struct expr *e, int64_t want)
{
    struct symbol hidden;
    struct expr early, *right = e->right;
    if (has_effects(e->right)) {
        uint32_t slot = gen_slots(g, 1);
        gen_value(g, e->right, slot);
        early = slot_expr(&hidden, slot, e->right->type, e->right->at);
        right = &early;
    }
    struct lvalue p = gen_place(g, e->left);
    uint32_t old = gen_load(g, p, e->left->type, e->at, -1), result;
    bool in_place = p.kind == PLACE_SLOT && type_same(e->left->type, e->computed);
    if (e->op == EXPR_POINTER_ADD) {
        result = in_place || p.kind == PLACE_SLOT ? p.slot : gen_slots(g, 1);
        emit_pointer_add(g, e, result, old, gen_value(g, right, -1));
    } else {
        uint32_t left = convert_slot(g, old, e->left->type, e->computed, e->at);
        result = in_place ? p.slot : gen_slots(g, 1);
        emit_binary(g, e->at, e->op, type_class(e->computed), result, left, right);
        result = convert_slot(g, result, e->computed, e->left->type, e->at);
    }
    gen_store(g, p, e->left->type, e->at, result);
    if (p.bits)
        return gen_load(g, p, e->type, e->at, want);
    if (want < 0)
        return result;
    gen_emit(g, e->at, OP_MOVE, (uint32_t) want, result, 0);
    return (uint32_t) want;
}

static void emit_step(struct gen *g, const struct expr *e, uint32_t to, uint32_t from)
{
    const struct type *t = e->type;
    if (type_is_floating(t)) {
        struct expr one = {.kind = EXPR_REAL, .type = t, .at = e->at, .real = e->step};
        emit_binary(g, e->at, EXPR_ADD, type_class(t), to, from, &one);
    } else if (t->kind == TYPE_POINTER && !e->scale) {
        uint32_t by = gen_value(g, e->scale_by, -1);
        gen_emit(g, e->at, e->step > 0 ? OP_ADD_I64 : OP_SUB_I64, to, from, by);
    } else {
        int64_t by = t->kind == TYPE_POINTER ? (int64_t) e->scale * e->step : e->step;
        gen_emit_k(g, e->at, (enum opcode)(OP_ADD_K_I32 + type_class(t)), to, from, by);
        if (t->size < 4)
            gen_emit(g, e->at, narrow(t), to, to, 0);
    }
}

static uint32_t increment(struct gen *g, const struct expr *e, int64_t want)
{
    struct lvalue p = gen_place(g, e->left);
    if (p.kind == PLACE_SLOT) {
        uint32_t old = p.slot;
        if (e->postfix)
            gen_emit(g, e->at, OP_MOVE, old = result_slot(g, want), p.slot, 0);
        emit_step(g, e, p.slot, p.slot);
        return e->postfix ? old : gen_load(g, p, e->type, e->at, want);
    }
    uint32_t old = gen_load(g, p, e->type, e->at, want), new = gen_slots(g, 1);
    emit_step(g, e, new, old);
    gen_store(g, p, e->type, e->at, new);
    if (p.bits && !e->postfix)
        return gen_load(g, p, e->type, e->at, want);
    if (e->postfix || want < 0)
        return e->postfix ? old : new;
    gen_emit(g, e->at, OP_MOVE, (uint32_t) want, new, 0);
    return (uint32_t) want;
}

/* ---- calls ---- */

static uint32_t call_result(struct gen *g, struct span at, uint32_t base, int64_t want)
{
    if (want < 0)
        return base;
    gen_emit(g, at, OP_MOVE, (uint32_t) want, base, 0);
    return (uint32_t) want;
}

/* A local that no other argument can change behind its back is read when all others have their values, as g++ does. */
static bool read_last(const struct expr *e)
{
    const struct symbol *s = e->kind == EXPR_VARIABLE ? e->symbol : NULL;
    return s && (s->storage == STORAGE_LOCAL || s->storage == STORAGE_PARAM) && !s->in_memory &&
           type_is_scalar(s->type);
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
        if (!read_last(e->args[i]))
            put(g, e->args[i], slots ? slots[i] : base + i);
    for (uint32_t i = first; i < n; i++)
        if (read_last(e->args[i]))
            put(g, e->args[i], slots ? slots[i] : base + i);
}

/* result: the slot with the address for a struct. Returns the first of the slots it used. */
static uint32_t emit_call(struct gen *g, const struct expr *e, uint32_t result)
{
    bool direct = e->symbol != NULL, by_memory = e->type->kind == TYPE_STRUCT;
    uint32_t pointer = direct ? 0 : gen_value(g, e->left, -1);
    uint32_t base = gen_slots(g, e->arg_count + by_memory + 1);
    if (by_memory)
        gen_emit(g, e->at, OP_MOVE, base, result, 0);
    gen_arguments(g, e, NULL, base + by_memory, gen_argument);
    if (e->virtual_slot) {
        uint32_t at = gen_emit_p(g, e->at, OP_CALL_VIRTUAL, base, base + by_memory, NULL);
        g->code->insns.at[at].c = (uint16_t) e->virtual_slot;
    } else if (direct) {
        gen_emit_p(g, e->at, OP_CALL, base, g->unwanted == e, e->symbol);
    } else {
        struct indirect_call *c = ARENA_NEW(&g->code->arena, struct indirect_call);
        *c = (struct indirect_call){.at = e->at, .type = e->left->type->base};
        gen_emit_p(g, e->at, OP_CALL_PTR, base, pointer, c);
    }
    return base;
}

uint32_t gen_call_into(struct gen *g, const struct expr *e, uint32_t to)
{
    return emit_call(g, e, to);
}

static uint32_t call(struct gen *g, const struct expr *e, int64_t want)
{
    const struct expr *body = gen_inlined(g, e);
    if (!body)
        return call_result(g, e->at, emit_call(g, e, 0), want);
    struct inlined in;
    gen_inline_begin(g, e, &in);
    uint32_t value = gen_value(g, body, want);
    gen_inline_end(g, &in);
    return value;
}

static void value_at(struct gen *g, const struct expr *e, uint32_t to)
{
    uint32_t top = g->top;
    gen_value(g, e, to);
    g->top = top;
}

static uint32_t builtin_call(struct gen *g, const struct expr *e, int64_t want)
{
    const struct builtin *b = e->symbol->builtin;
    struct call_site *s = gen_site(
        g, sizeof *s, (bool (*)(struct vm *, const struct site *, union value *)) b->call, e->at);
    s->builtin = b;
    s->result = e->type;
    s->count = e->arg_count;
    s->types = ARENA_ARRAY(&g->code->arena, const struct type *, e->arg_count + 1);
    s->spans = ARENA_ARRAY(&g->code->arena, struct span, e->arg_count + 1);
    uint32_t base = gen_slots(g, e->arg_count + 1);
    for (uint32_t i = 0; i < e->arg_count; i++) {
        s->types[i] = e->args[i]->type;
        s->spans[i] = e->args[i]->at;
    }
    gen_arguments(g, e, NULL, base, value_at);
    gen_emit_host(g, &s->site, base);
    if (e->type->kind == TYPE_DEVICE_ARRAY) { /* the VM put it on the cleanup list */
        g->depth++;
        g->temporaries = true;
    }
    return call_result(g, e->at, base, want);
}

/* ---- aggregates ---- */

static void init_string(struct gen *g, uint32_t object, uint64_t offset, const struct type *t,
                        const struct expr *e)
{
    uint64_t n = e->string.n < t->size ? e->string.n : t->size;
    uint32_t top = g->top, to = gen_slots(g, 2), from = to + 1;
    gen_emit_k(g, e->at, OP_ADD_K_U64, to, object, (int64_t) offset);
    gen_emit_k(g, e->at, OP_CONST, from, 0, (int64_t) vm_literal(g->vm, e->string));
    gen_emit_k(g, e->at, OP_COPY, to, from, (int64_t) n);
    g->top = top;
}

static struct lvalue at_offset(struct gen *g, uint32_t object, uint64_t offset, struct span at)
{
    struct lvalue p = {.kind = PLACE_ADDRESS, .slot = object};
    if (offset <= UINT16_MAX) {
        p.offset = (uint16_t) offset;
    } else {
        p.slot = gen_slots(g, 1);
        gen_emit_k(g, at, OP_ADD_K_U64, p.slot, object, (int64_t) offset);
    }
    return p;
}

void gen_init(struct gen *g, uint32_t object, uint64_t offset, const struct type *t,
              const struct expr *e)
{
    uint32_t top = g->top;
    if (e->kind == EXPR_STRING && t->kind == TYPE_ARRAY) {
        init_string(g, object, offset, t, e);
    } else if (e->kind == EXPR_AGGREGATE) {
        for (uint32_t i = 0; i < e->init_count; i++) {
            const struct init *in = e->inits + i;
            if (in->bits) {
                struct lvalue p = at_offset(g, object, offset + in->offset, e->at);
                p.bits = in->bits;
                gen_store(g, p, in->bits->type, in->value->at, gen_value(g, in->value, -1));
            } else {
                gen_init(g, object, offset + in->offset, in->value->type, in->value);
                if (i + 1 < e->init_count)
                    gen_guard_part(g, object, offset + in->offset, in->value);
            }
            g->top = top;
        }
    } else if (gen_makes(e)) {
        uint32_t to = object;
        if (offset)
            gen_emit_k(g, e->at, OP_ADD_K_U64, to = gen_slots(g, 1), object, (int64_t) offset);
        gen_into(g, e, to);
    } else {
        uint32_t value = gen_value(g, e, -1);
        gen_store(g, at_offset(g, object, offset, e->at), t, e->at, value);
    }
    g->top = top;
}

static uint32_t aggregate(struct gen *g, const struct expr *e, int64_t want)
{
    uint32_t object = gen_temporary(g, e->type, e->at);
    gen_init(g, object, 0, e->type, e);
    gen_destroy(g, e->type, object, e->at);
    if (want < 0)
        return object;
    gen_emit(g, e->at, OP_MOVE, (uint32_t) want, object, 0);
    return (uint32_t) want;
}

/* ---- all ---- */

static uint32_t variable(struct gen *g, const struct expr *e, int64_t want)
{
    if (e->type->kind == TYPE_DEVICE_ARRAY)
        return gen_array_value(g, e, want);
    return gen_load(g, gen_place(g, e), e->type, e->at, want);
}

static uint32_t function_address(struct gen *g, const struct expr *e, int64_t want)
{
    uint32_t to = result_slot(g, want);
    gen_emit_k(g, e->at, OP_CONST, to, 0, (int64_t) vm_handle(g->vm, "function", e->symbol));
    return to;
}

uint32_t gen_value(struct gen *g, const struct expr *e, int64_t want)
{
    if (gen_makes(e))
        return gen_made(g, e, want);
    switch (e->kind) {
    case EXPR_INTEGER:
    case EXPR_REAL: return constant(g, e, want);
    case EXPR_VARIABLE: return variable(g, e, want);
    case EXPR_STRING:
    case EXPR_DEREF:
    case EXPR_MEMBER:
    case EXPR_ELEMENT: return gen_load(g, gen_place(g, e), e->type, e->at, want);
    case EXPR_FUNCTION: return function_address(g, e, want);
    case EXPR_CONVERT: return convert(g, e, want);
    case EXPR_DECAY:
    case EXPR_ADDRESS:
        return e->left->type->kind == TYPE_DEVICE_ARRAY
                   ? gen_array_site(g, e, run_array_address, want)
                   : gen_address(g, e->left, want);
    case EXPR_NEGATE:
    case EXPR_COMPLEMENT: return unary(g, e, want);
    case EXPR_NOT:
    case EXPR_LOGICAL_AND:
    case EXPR_LOGICAL_OR: return truth_value(g, e, want);
    case EXPR_ADD:
    case EXPR_SUBTRACT:
    case EXPR_MULTIPLY:
    case EXPR_DIVIDE:
    case EXPR_REMAINDER:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_XOR:
    case EXPR_SHIFT_LEFT:
    case EXPR_SHIFT_RIGHT: return binary(g, e, want);
    case EXPR_LESS:
    case EXPR_LESS_EQUAL:
    case EXPR_GREATER:
    case EXPR_GREATER_EQUAL:
    case EXPR_EQUAL:
    case EXPR_NOT_EQUAL: return comparison(g, e, want);
    case EXPR_CONDITIONAL: return conditional(g, e, want);
    case EXPR_COMMA: gen_drop(g, e->left); return gen_value(g, e->right, want);
    case EXPR_POINTER_ADD: return pointer_add(g, e, want);
    case EXPR_POINTER_DIFF: return pointer_difference(g, e, want);
    case EXPR_ASSIGN: return assign(g, e, want);
    case EXPR_ASSIGN_OP: return assign_op(g, e, want);
    case EXPR_INCREMENT: return increment(g, e, want);
    case EXPR_CALL: return call(g, e, want);
    case EXPR_BUILTIN: return builtin_call(g, e, want);
    case EXPR_LAUNCH: return gen_launch(g, e);
    case EXPR_AGGREGATE: return aggregate(g, e, want);
    case EXPR_SIZEOF:
        return e->left->type->kind == TYPE_DEVICE_ARRAY
                   ? gen_array_site(g, e, run_array_bytes, want)
                   : gen_value(g, e->left, want);
    case EXPR_SLICE:
    case EXPR_ARRAY_COPY:
    case EXPR_ARRAY_FILL:
    case EXPR_ARRAY_NEW: return gen_array_value(g, e, want);
    case EXPR_UPCAST: return gen_upcast(g, e, want);
    case EXPR_TABLE: return gen_table(g, e, want);
    case EXPR_INIT: gen_init_object(g, e); return result_slot(g, want);
    case EXPR_THROW: gen_throw(g, e); return result_slot(g, want);
    case EXPR_CONSTRUCT:
    case EXPR_BRACES:
    case EXPR_OVERLOADS: break;
    case EXPR_ARRAY_MAP:
    case EXPR_ARRAY_REDUCE:
    case EXPR_ARRAY_SCATTER: return gen_map(g, e, want);
    case EXPR_LANE: /* parts of a map's body, which is text */
    case EXPR_GATHER: break;
    }
    UNREACHABLE();
}

void gen_drop(struct gen *g, const struct expr *e)
{
    uint32_t top = g->top;
    if (e->kind == EXPR_INCREMENT && e->postfix) { /* the old value is not wanted */
        struct expr prefix = *e;
        prefix.postfix = false;
        gen_value(g, &prefix, -1);
    } else {
        g->unwanted = e->type->kind == TYPE_STRUCT ? NULL : e;
        gen_value(g, e, -1);
    }
    g->top = top;
}
