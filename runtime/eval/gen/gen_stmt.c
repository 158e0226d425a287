/* SPDX-License-Identifier: Apache-2.0 */
/* Generates bytecode for statements. */
#include "eval/gen/gen.h"

#include <stdlib.h>

#include "base/check.h"

/* A condition whose temporaries, if any, are released on both paths. */
static void condition(struct gen *g, const struct expr *e, bool when, struct jumps *jumps)
{
    struct full f = gen_begin_full(g);
    uint32_t start = gen_here(g), lines = (uint32_t) g->code->lines.n;
    gen_branch(g, e, when, jumps);
    if (g->temporaries) { /* evaluated again, as a value that outlives the temporaries */
        g->code->insns.n = start;
        g->code->lines.n = lines;
        VEC_FREE(&jumps->at);
        g->depth = f.depth;
        g->top = f.top;
        uint32_t truth = gen_slots(g, 1);
        struct expr test = {.kind = EXPR_NOT,
                            .type = type_basic(TYPE_INT),
                            .at = e->at,
                            .left = (struct expr *) (uintptr_t) e};
        gen_value(g, &test, truth);
        gen_end_full(g, (struct full){f.top, f.depth}, e->at);
        VEC_PUSH(&jumps->at, gen_emit_jump(g, e->at, when ? OP_JFALSE : OP_JTRUE, truth, 0, 0, 0));
    }
    g->top = f.top;
}

static struct flow *flow_of(struct gen *g, const struct stmt *target)
{
    struct flow *f = g->flow;
    while (f && f->stmt != target && target)
        f = f->outer;
    CHECK(f);
    return f;
}

static struct flow *switch_of(struct gen *g)
{
    struct flow *f = g->flow;
    while (f->stmt->kind != STMT_SWITCH)
        f = f->outer;
    return f;
}

static void open_flow(struct gen *g, struct flow *f, const struct stmt *s)
{
    *f = (struct flow){.stmt = s, .outer = g->flow, .depth = g->depth, .arrays = g->arrays};
    g->flow = f;
}

static void close_flow(struct gen *g, struct flow *f, uint32_t continue_at)
{
    VEC_EACH (c, &f->continues)
        gen_patch(g, *c, continue_at);
    VEC_EACH (b, &f->breaks)
        gen_patch(g, *b, gen_here(g));
    VEC_FREE(&f->breaks);
    VEC_FREE(&f->continues);
    g->flow = f->outer;
}

/* `while` and `for`: the test comes last, so that an iteration costs one jump. */
static void loop(struct gen *g, const struct stmt *s, const struct expr *step)
{
    struct flow f;
    open_flow(g, &f, s);
    struct jumps out = {0};
    if (s->expr)
        condition(g, s->expr, false, &out);
    uint32_t top = gen_here(g);
    gen_stmt(g, s->body);
    uint32_t next = gen_here(g);
    if (step || s->expr)
        gen_stop(g, step ? step->at : s->expr->at);
    if (step) {
        struct full full = gen_begin_full(g);
        gen_drop(g, step);
        gen_end_full(g, full, s->at);
    }
    struct jumps again = {0};
    if (s->expr)
        condition(g, s->expr, true, &again);
    else
        VEC_PUSH(&again.at, gen_emit_jump(g, s->at, OP_JUMP, 0, 0, 0, 0));
    gen_patch_all(g, &again, top);
    gen_patch_all(g, &out, gen_here(g));
    close_flow(g, &f, next);
}

static void do_while(struct gen *g, const struct stmt *s)
{
    struct flow f;
    open_flow(g, &f, s);
    uint32_t top = gen_here(g);
    gen_stmt(g, s->body);
    uint32_t next = gen_here(g);
    struct jumps again = {0};
    gen_stop(g, s->expr->at);
    condition(g, s->expr, true, &again);
    gen_patch_all(g, &again, top);
    close_flow(g, &f, next);
}

static void for_loop(struct gen *g, const struct stmt *s)
{
    uint32_t top = g->top, depth = g->depth, arrays = g->arrays;
    if (s->init)
        gen_stmt(g, s->init);
    loop(g, s, s->step);
    gen_variables_end(g, top);
    g->arrays = arrays;
    gen_emit_release(g, s->at, depth);
    g->depth = depth;
    g->top = top;
}

/* Includes the whole `else if` chain, which may have thousands of links. */
static void if_chain(struct gen *g, const struct stmt *s)
{
    struct jumps past = {0};
    const struct stmt *first = s; /* gen_statement has stopped for it */
    for (; s; s = s->otherwise) {
        if (s != first && s->kind == STMT_IF)
            gen_stop(g, s->at);
        if (s->kind != STMT_IF) {
            gen_stmt(g, s);
            break;
        }
        struct jumps no = {0};
        condition(g, s->expr, false, &no);
        gen_stmt(g, s->body);
        if (s->otherwise)
            VEC_PUSH(&past.at, gen_emit_jump(g, s->at, OP_JUMP, 0, 0, 0, 0));
        gen_patch_all(g, &no, gen_here(g));
    }
    gen_patch_all(g, &past, gen_here(g));
}

static int by_value(const void *a, const void *b)
{
    const struct stmt *x = *(struct stmt *const *) a, *y = *(struct stmt *const *) b;
    return (x->value > y->value) - (x->value < y->value);
}

static bool is_range(const struct stmt *label)
{
    return label->last > label->value;
}

/* The table of a switch has single values. Before it each range of cases is tested for. */
static void test_ranges(struct gen *g, const struct stmt *s, uint32_t value, struct jumps *out)
{
    uint32_t top = g->top, from = gen_slots(g, 2);
    for (uint32_t i = 0; i < s->case_count; i++) {
        uint64_t low = (uint64_t) s->cases[i]->value, count = (uint64_t) s->cases[i]->last - low;
        if (!is_range(s->cases[i]))
            continue;
        gen_emit_k(g, s->at, OP_ADD_K_U64, from, value, (int64_t) (0 - low));
        gen_emit_k(g, s->at, OP_CONST, from + 1, 0, (int64_t) count);
        VEC_PUSH(&out->at, gen_emit_jump(g, s->at, OP_JT_LE_U64, 0, from, from + 1, 0));
    }
    g->top = top;
}

/* Fills in the table of a switch, and where its tests of ranges jump to. */
static void table_of_cases(struct gen *g, const struct stmt *s, struct switch_table *t,
                           struct jumps *ranges)
{
    struct arena *a = &g->code->arena;
    struct stmt **sorted = ARENA_ARRAY(a, struct stmt *, s->case_count + 1);
    int32_t *targets = ARENA_ARRAY(a, int32_t, s->case_count + 1);
    int64_t *values = ARENA_ARRAY(a, int64_t, s->case_count + 1);
    size_t range = 0;
    t->otherwise = (int32_t) gen_here(g);
    for (uint32_t i = 0; i < s->case_count; i++) {
        uintptr_t target = pointer_map_get(&g->cases, s->cases[i], 0);
        if (s->cases[i]->is_default)
            t->otherwise = (int32_t) target;
        else if (is_range(s->cases[i]))
            gen_patch(g, ranges->at.at[range++], (uint32_t) target);
        else
            sorted[t->count++] = s->cases[i];
    }
    qsort(sorted, t->count, sizeof *sorted, by_value);
    for (uint32_t i = 0; i < t->count; i++) {
        values[i] = sorted[i]->value;
        targets[i] = (int32_t) pointer_map_get(&g->cases, sorted[i], 0);
    }
    t->values = values;
    t->targets = targets;
    VEC_FREE(&ranges->at);
}

static void switch_stmt(struct gen *g, const struct stmt *s)
{
    struct flow f;
    struct jumps ranges = {0};
    uint32_t top = g->top, depth = g->depth;
    if (s->body->kind == STMT_BLOCK) /* cases jump past the start of the block */
        gen_hoist(g, s->body);
    open_flow(g, &f, s);
    struct switch_table *t = ARENA_NEW(&g->code->arena, struct switch_table);
    uint32_t value = gen_slots(g, 1);
    struct full full = gen_begin_full(g);
    gen_value(g, s->expr, value);
    gen_end_full(g, full, s->at);
    test_ranges(g, s, value, &ranges);
    gen_emit_p(g, s->at, OP_SWITCH, value, 0, t);
    gen_stmt(g, s->body); /* its cases record their positions */
    table_of_cases(g, s, t, &ranges);
    close_flow(g, &f, gen_here(g));
    gen_variables_end(g, top);
    gen_emit_release(g, s->at, depth);
    g->depth = depth;
    g->top = top;
}

static void leave(struct gen *g, const struct stmt *s)
{
    bool is_break = s->kind == STMT_BREAK;
    struct flow *f = flow_of(g, s->target);
    while (!is_break && f->stmt->kind == STMT_SWITCH)
        f = f->outer;
    gen_emit_release(g, s->at, f->depth);
    uint32_t jump = gen_emit_jump(g, s->at, OP_JUMP, 0, 0, 0, 0);
    if (is_break)
        VEC_PUSH(&f->breaks, jump);
    else
        VEC_PUSH(&f->continues, jump);
}

static struct label *label_of(struct gen *g, const struct stmt *s)
{
    VEC_EACH (l, &g->labels)
        if (l->stmt == s)
            return l;
    VEC_PUSH(&g->labels, (struct label){.stmt = s, .target = -1, .arrays = UINT32_MAX});
    return &VEC_LAST(&g->labels);
}

/* A jump past the declaration of a device array would leave its variable without an array. */
static void forbid_jump(struct gen *g, struct span at)
{
    struct diag *d =
        diag_error(g->diags, DIAG_TYPE, at,
                   "a jump to this label would skip the declaration of a device array");
    diag_help(g->diags, d, "declare the array before the jump, or enclose it in a block");
}

static void goto_stmt(struct gen *g, const struct stmt *s)
{
    struct label *l = label_of(g, s->target);
    if (l->target >= 0 && g->arrays < l->arrays)
        forbid_jump(g, s->target->at);
    if (l->target < 0 && g->arrays < l->arrays)
        l->arrays = g->arrays;
    gen_emit(g, s->at, OP_RELEASE, l->target >= 0 ? l->depth : 0, 0, 0);
    uint32_t jump = gen_emit_jump(g, s->at, OP_JUMP, 0, 0, 0, l->target);
    if (l->target < 0)
        VEC_PUSH(&l->jumps, jump);
}

/* A jump out of a nested function arrives two instructions behind the call (set_point in vm_exception.c). Machine code would not
 * keep the values of slots for that, so the function stays in the interpreter. */
static void receiver(struct gen *g, const struct stmt *s)
{
    uint32_t top = g->top, at = gen_slots(g, 1);
    struct receiver_call *call = gen_call_site(g, sizeof *call, run_receiver, s->at);
    call->label = s->value;
    gen_address(g, s->expr, at);
    gen_emit_host(g, &call->call, at);
    g->top = top;
    uint32_t past = gen_emit_jump(g, s->at, OP_JUMP, 0, 0, 0, 0);
    goto_stmt(g, s);
    gen_patch(g, past, gen_here(g));
    g->code->heat = INT32_MAX;
}

static void label_stmt(struct gen *g, const struct stmt *s)
{
    struct label *l = label_of(g, s);
    if (l->arrays < g->arrays)
        forbid_jump(g, s->at);
    l->target = (int32_t) gen_here(g);
    l->depth = g->depth;
    l->arrays = g->arrays;
    VEC_EACH (j, &l->jumps) {
        gen_patch(g, *j, gen_here(g));
        g->code->insns.at[*j - 1].a = (uint16_t) g->depth;
    }
    if (s->body)
        gen_stmt(g, s->body);
}

static void return_stmt(struct gen *g, const struct stmt *s)
{
    const struct type *result = g->function ? g->function->type->base : type_basic(TYPE_VOID);
    if (!g->function) {
        gen_emit(g, s->at, OP_END, 0, 0, 0);
        return;
    }
    struct full f = gen_begin_full(g);
    uint32_t value = gen_slots(g, 1);
    if (s->expr && g->function->result) { /* already constructed there */
        gen_stop_at_end(g, 0, result);
        gen_emit(g, s->at, OP_KEEP, 0, 0, 0);
        gen_emit(g, s->at, OP_RETURN, 0, 0, 0);
    } else if (s->expr && type_in_object(result)) { /* slot 0 has the destination */
        gen_into(g, s->expr, 0);
        gen_stop_at_end(g, 0, result);
        gen_emit(g, s->at, OP_RETURN, 0, 0, 0);
    } else {
        if (s->expr)
            gen_value(g, s->expr, value);
        gen_stop_at_end(g, value, result);
        gen_emit(g, s->at, OP_RETURN, value, 0, 0);
    }
    g->top = f.top;
    g->depth = f.depth; /* RETURN releases the whole frame */
}

static void display_result(struct gen *g, const struct stmt *s)
{
    struct full f = gen_begin_full(g);
    const struct expr *e = s->expr;
    uint32_t value = gen_slots(g, 2);
    gen_value(g, e, value);
    if (e->type->kind == TYPE_ARRAY && e->type->unsized)
        gen_emit(g, s->at, OP_MOVE, value + 1, gen_bytes(g, e->type, s->at), 0);
    if (e->type->kind != TYPE_VOID) {
        struct result_call *call = gen_call_site(g, sizeof *call, run_result, s->at);
        call->type = e->type;
        call->name = e->kind == EXPR_VARIABLE ? e->symbol->name : NULL;
        gen_emit_host(g, &call->call, value);
    }
    gen_end_full(g, f, s->at);
}

static void magic(struct gen *g, const struct stmt *s)
{
    struct magic_call *call = gen_call_site(g, sizeof *call, run_magic, s->at);
    call->line = s->text;
    gen_emit_host(g, &call->call, g->top);
}

static void block(struct gen *g, const struct stmt *s)
{
    uint32_t top = g->top, depth = g->depth, arrays = g->arrays;
    gen_hoist(g, s);
    if (s == g->body)
        gen_hoist_entered(g, s);
    for (uint32_t i = 0; i < s->count; i++) {
        g->filled = !g->stops && gen_is_filled(s, i) ? s->list[i] : NULL;
        gen_stmt(g, s->list[i]);
    }
    struct span end = {s->at.source, s->at.end ? s->at.end - 1 : 0, s->at.end};
    bool returns = s->count && s->list[s->count - 1]->kind == STMT_RETURN;
    if (s == g->body && g->function && !returns)
        gen_stop_at_end(g, g->top, type_basic(TYPE_VOID));
    gen_variables_end(g, top);
    g->arrays = arrays;
    gen_emit_release(g, end, depth);
    g->depth = depth;
    g->top = top;
}

static void expression(struct gen *g, const struct stmt *s)
{
    struct full f = gen_begin_full(g);
    gen_drop(g, s->expr);
    gen_end_full(g, f, s->at);
}

static void while_loop(struct gen *g, const struct stmt *s)
{
    loop(g, s, NULL);
}

static void case_label(struct gen *g, const struct stmt *s)
{
    if (switch_of(g)->arrays < g->arrays)
        forbid_jump(g, s->at);
    pointer_map_set(&g->cases, s, gen_here(g));
    if (s->body)
        gen_stmt(g, s->body);
}

static void nothing(struct gen *g, const struct stmt *s)
{
    (void) g;
    (void) s;
}

static void (*const generators[])(struct gen *g, const struct stmt *s) = {
    [STMT_EXPR] = expression, [STMT_RESULT] = display_result, [STMT_DECLARE] = gen_declare,
    [STMT_BLOCK] = block,     [STMT_IF] = if_chain,           [STMT_WHILE] = while_loop,
    [STMT_DO] = do_while,     [STMT_FOR] = for_loop,          [STMT_SWITCH] = switch_stmt,
    [STMT_CASE] = case_label, [STMT_BREAK] = leave,           [STMT_CONTINUE] = leave,
    [STMT_GOTO] = goto_stmt,  [STMT_LABEL] = label_stmt,      [STMT_RETURN] = return_stmt,
    [STMT_MAGIC] = magic,     [STMT_GUARD] = gen_guard,       [STMT_TRY] = gen_try,
    [STMT_CATCH] = NULL, /* gen_try's */
    [STMT_EMPTY] = nothing,   [STMT_RECEIVER] = receiver,
};

/* Whether the debugger stops before it: not at what only encloses statements, or has no code. `do` stops at its condition. */
static bool is_step(const struct stmt *s)
{
    switch (s->kind) {
    case STMT_BLOCK:
    case STMT_DO:
    case STMT_CASE:
    case STMT_LABEL:
    case STMT_GUARD:
    case STMT_TRY:
    case STMT_RECEIVER:
    case STMT_EMPTY: return false;
    case STMT_DECLARE: return s->symbol->name && *s->symbol->name != ' ';
    default: return true;
    }
}

void gen_statement(struct gen *g, const struct stmt *s)
{
    CHECK(s->kind < sizeof generators / sizeof *generators && generators[s->kind]);
    if (g->stops && is_step(s))
        gen_stop(g, s->at);
    generators[s->kind](g, s);
}

uint32_t gen_statements(struct gen *g, const struct expr *e, int64_t want)
{
    bool temporaries = g->temporaries, object = e->left && type_in_object(e->type);
    uint32_t to = object ? gen_temporary(g, e->type, e->at) : gen_result_slot(g, want);
    uint32_t top = g->top, depth = g->depth, arrays = g->arrays;
    gen_hoist(g, e->body);
    for (uint32_t i = 0; i < e->body->count; i++)
        gen_stmt(g, e->body->list[i]);
    struct full f = gen_begin_full(g);
    if (object)
        gen_into(g, e->left, to);
    else if (e->left)
        gen_value(g, e->left, to);
    gen_end_full(g, f, e->at);
    gen_variables_end(g, top);
    g->arrays = arrays;
    gen_emit_release(g, e->at, depth);
    g->depth = depth;
    g->top = top;
    g->temporaries = temporaries || object;
    return object ? gen_result(g, e->at, to, want) : to;
}
