/* SPDX-License-Identifier: Apache-2.0 */
/* Statements and declarations to bytecode. */
#include "eval/gen/gen.h"

#include <stdlib.h>

#include "base/check.h"

/* ---- full expressions: what they make lives until their end (C11 6.8, and C++'s temporaries) ---- */

struct full {
    uint32_t top, depth;
};

static struct full begin_full(struct gen *g)
{
    g->temporaries = false;
    return (struct full){g->top, g->depth};
}

static void end_full(struct gen *g, struct full f, struct span at)
{
    gen_emit_release(g, at, f.depth);
    g->depth = f.depth;
    g->top = f.top;
    g->temporaries = false;
}

/* A condition whose temporaries, if any, are gone on both ways out. */
static void gen_condition(struct gen *g, const struct expr *e, bool when, struct jumps *jumps)
{
    struct full f = begin_full(g);
    uint32_t start = gen_here(g), lines = (uint32_t) g->code->lines.n;
    gen_branch(g, e, when, jumps);
    if (g->temporaries) { /* again, by a value that outlives them */
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
        end_full(g, (struct full){f.top, f.depth}, e->at);
        VEC_PUSH(&jumps->at, gen_emit_jump(g, e->at, when ? OP_JFALSE : OP_JTRUE, truth, 0, 0, 0));
    }
    g->top = f.top;
}

/* ---- declarations ---- */

static void own_object(struct gen *g, const struct symbol *s, uint64_t size, bool unsized,
                       bool watched)
{
    struct object_site *site = ARENA_NEW(&g->code->arena, struct object_site);
    *site = (struct object_site){.size = size,
                                 .unsized = unsized,
                                 .watched = watched,
                                 .name = s->name,
                                 .symbol = s,
                                 .at = s->at};
    gen_emit_p(g, s->at, OP_OBJECT, s->slot, 0, site);
    g->depth++;
}

static void declare_local(struct gen *g, const struct stmt *s)
{
    struct symbol *v = s->symbol;
    const struct type *t = v->type;
    v->slot = gen_slots(g, 1);
    struct full f = begin_full(g);
    if (t->kind == TYPE_DEVICE_ARRAY) {
        uint32_t made = gen_array_value(g, s->expr, -1);
        gen_emit(g, s->at, OP_MOVE, v->slot, made, 0);
        g->top = f.top;
        g->arrays++;
        return; /* what was made stays on the cleanup list until the block ends */
    }
    bool memory = v->in_memory || t->kind == TYPE_STRUCT || t->kind == TYPE_ARRAY;
    bool watched = !s->expr && s->symbol->storage == STORAGE_LOCAL;
    if (g->function && g->function->result == v && type_same(t, g->function->type->base)) {
        gen_emit(g, s->at, OP_MOVE, v->slot, 0, 0); /* it lies where the result is wanted */
    } else if (t->kind == TYPE_ARRAY && t->unsized) {
        uint32_t bytes = gen_bytes(g, t, s->at);
        gen_emit(g, s->at, OP_MOVE, v->slot, bytes, 0);
        own_object(g, v, 0, true, watched);
        f.depth = g->depth;
    } else if (memory) {
        own_object(g, v, t->size, false, watched);
        f.depth = g->depth;
    }
    if (s->expr && memory)
        gen_init(g, v->slot, 0, t, s->expr);
    else if (s->expr)
        gen_value(g, s->expr, v->slot);
    else if (!memory)
        gen_emit_k(g, s->at, OP_CONST, v->slot, 0, 0);
    end_full(g, f, s->at);
    if (memory)
        gen_destroy(g, t, v->slot, s->at);
}

static bool global_object(struct gen *g, struct symbol *v)
{
    struct object *o = vm_new_object(g->vm, v->type->size, HOST_GLOBAL, v->name, v->at);
    if (!o)
        return false;
    v->object = o;
    v->address = o->start;
    return true;
}

static void init_global(struct gen *g, const struct stmt *s)
{
    if (!s->expr)
        return;
    struct full f = begin_full(g);
    uint32_t at = gen_slots(g, 1);
    gen_emit_k(g, s->at, OP_CONST, at, 0, (int64_t) s->symbol->address);
    gen_init(g, at, 0, s->symbol->type, s->expr);
    end_full(g, f, s->at);
}

/* Runs its initialiser the first time only; a byte in front of nobody's eyes remembers. */
static void declare_static(struct gen *g, const struct stmt *s)
{
    if (s->symbol->address && !s->symbol->member) /* compiled again: it keeps its value */
        return;
    struct object *guard = vm_new_object(g->vm, 1, HOST_GLOBAL, NULL, s->at);
    if (!guard || (!s->symbol->address && !global_object(g, s->symbol)))
        return;
    uint32_t top = g->top, flag = gen_slots(g, 1);
    gen_emit_k(g, s->at, OP_GLOAD_U8, flag, 0, (int64_t) guard->start);
    uint32_t skip = gen_emit_jump(g, s->at, OP_JTRUE, flag, 0, 0, 0);
    init_global(g, s);
    gen_emit_k(g, s->at, OP_CONST, flag, 0, 1);
    gen_emit_k(g, s->at, OP_GSTORE_8, flag, 0, (int64_t) guard->start);
    if (type_destructor(s->symbol->type)) {
        struct define_site *made = gen_site(g, sizeof *made, run_static_made, s->at);
        made->symbol = s->symbol;
        gen_emit_host(g, &made->site, flag);
    }
    gen_patch(g, skip, gen_here(g));
    g->top = top;
}

/* A variable of the session: it exists, under its name, once its declaration has run. */
static void declare_session(struct gen *g, const struct stmt *s)
{
    struct symbol *v = s->symbol;
    struct full f = begin_full(g);
    uint32_t first = gen_slots(g, 1);
    bool (*run)(struct vm *, const struct site *, union value *) = run_define;
    if (v->type->kind == TYPE_DEVICE_ARRAY) {
        run = run_define_array;
        gen_array_value(g, s->expr, first);
    } else if (v->type->kind == TYPE_ARRAY && v->type->unsized) {
        run = run_define_unsized;
        gen_emit(g, s->at, OP_MOVE, first, gen_bytes(g, v->type, s->at), 0);
    } else if (global_object(g, v)) {
        init_global(g, s);
    }
    struct define_site *site = gen_site(g, sizeof *site, run, s->at);
    site->symbol = v;
    gen_emit_host(g, &site->site, first);
    end_full(g, f, s->at);
    if (run == run_define_unsized && s->expr) {
        struct lvalue p = {.kind = PLACE_ADDRESS, .slot = gen_slots(g, 1)};
        gen_emit_p(g, s->at, OP_SYMBOL, p.slot, 0, v);
        gen_init(g, p.slot, 0, v->type, s->expr);
        g->top = f.top;
    }
}

static void declare(struct gen *g, const struct stmt *s)
{
    switch (s->symbol->storage) {
    case STORAGE_SESSION: declare_session(g, s); break;
    case STORAGE_STATIC: declare_static(g, s); break;
    case STORAGE_LOCAL:
    case STORAGE_PARAM: declare_local(g, s); break;
    }
}

/* ---- flow ---- */

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

/* `while` and `for`: the test stands at the end, so that a turn costs one jump. */
static void gen_loop(struct gen *g, const struct stmt *s, const struct expr *step)
{
    struct flow f;
    open_flow(g, &f, s);
    struct jumps out = {0};
    if (s->expr)
        gen_condition(g, s->expr, false, &out);
    uint32_t top = gen_here(g);
    gen_stmt(g, s->body);
    uint32_t next = gen_here(g);
    if (step) {
        struct full full = begin_full(g);
        gen_drop(g, step);
        end_full(g, full, s->at);
    }
    struct jumps again = {0};
    if (s->expr)
        gen_condition(g, s->expr, true, &again);
    else
        VEC_PUSH(&again.at, gen_emit_jump(g, s->at, OP_JUMP, 0, 0, 0, 0));
    gen_patch_all(g, &again, top);
    gen_patch_all(g, &out, gen_here(g));
    close_flow(g, &f, next);
}

static void gen_do(struct gen *g, const struct stmt *s)
{
    struct flow f;
    open_flow(g, &f, s);
    uint32_t top = gen_here(g);
    gen_stmt(g, s->body);
    uint32_t next = gen_here(g);
    struct jumps again = {0};
    gen_condition(g, s->expr, true, &again);
    gen_patch_all(g, &again, top);
    close_flow(g, &f, next);
}

static void gen_for(struct gen *g, const struct stmt *s)
{
    uint32_t top = g->top, depth = g->depth, arrays = g->arrays;
    if (s->init)
        gen_stmt(g, s->init);
    gen_loop(g, s, s->step);
    g->arrays = arrays;
    gen_emit_release(g, s->at, depth);
    g->depth = depth;
    g->top = top;
}

/* With all of the `else if` behind it, of which there may be thousands. */
static void gen_if(struct gen *g, const struct stmt *s)
{
    struct jumps past = {0};
    for (; s; s = s->otherwise) {
        if (s->kind != STMT_IF) {
            gen_stmt(g, s);
            break;
        }
        struct jumps no = {0};
        gen_condition(g, s->expr, false, &no);
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

static void gen_switch(struct gen *g, const struct stmt *s)
{
    struct flow f;
    open_flow(g, &f, s);
    struct arena *a = &g->code->arena;
    struct switch_table *t = ARENA_NEW(a, struct switch_table);
    struct full full = begin_full(g);
    uint32_t value = gen_slots(g, 1);
    gen_value(g, s->expr, value);
    end_full(g, full, s->at);
    gen_emit_p(g, s->at, OP_SWITCH, value, 0, t);
    gen_stmt(g, s->body); /* its cases note where they are */

    struct stmt **sorted = ARENA_ARRAY(a, struct stmt *, s->case_count + 1);
    int32_t *targets = ARENA_ARRAY(a, int32_t, s->case_count + 1);
    int64_t *values = ARENA_ARRAY(a, int64_t, s->case_count + 1);
    t->otherwise = (int32_t) gen_here(g);
    for (uint32_t i = 0; i < s->case_count; i++) {
        if (s->cases[i]->is_default)
            t->otherwise = (int32_t) (intptr_t) s->cases[i]->label;
        else
            sorted[t->count++] = s->cases[i];
    }
    qsort(sorted, t->count, sizeof *sorted, by_value);
    for (uint32_t i = 0; i < t->count; i++) {
        values[i] = sorted[i]->value;
        targets[i] = (int32_t) (intptr_t) sorted[i]->label;
    }
    t->values = values;
    t->targets = targets;
    close_flow(g, &f, gen_here(g));
}

static void gen_leave(struct gen *g, const struct stmt *s)
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

/* Past the declaration of a device array its variable would refer to nothing. */
static void forbid_jump(struct gen *g, struct span at)
{
    struct diag *d =
        diag_error(g->diags, DIAG_TYPE, at,
                   "a jump to this label would skip the declaration of a device array");
    diag_help(g->diags, d, "declare the array before the jump, or enclose it in a block");
}

static void gen_goto(struct gen *g, const struct stmt *s)
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

static void gen_label(struct gen *g, const struct stmt *s)
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

static void gen_return(struct gen *g, const struct stmt *s)
{
    const struct type *result = g->function ? g->function->type->base : type_basic(TYPE_VOID);
    if (!g->function) {
        gen_emit(g, s->at, OP_END, 0, 0, 0);
        return;
    }
    struct full f = begin_full(g);
    uint32_t value = gen_slots(g, 1);
    if (s->expr && g->function->result) { /* it is there already */
        gen_emit(g, s->at, OP_KEEP, 0, 0, 0);
        gen_emit(g, s->at, OP_RETURN, 0, 0, 0);
    } else if (s->expr && result->kind == TYPE_STRUCT) { /* slot 0 says where it is wanted */
        gen_into(g, s->expr, 0);
        gen_emit(g, s->at, OP_RETURN, 0, 0, 0);
    } else {
        if (s->expr)
            gen_value(g, s->expr, value);
        gen_emit(g, s->at, OP_RETURN, value, 0, 0);
    }
    g->top = f.top;
    g->depth = f.depth; /* RETURN releases the whole frame */
}

/* ---- the cell's own ---- */

static void gen_result(struct gen *g, const struct stmt *s)
{
    struct full f = begin_full(g);
    const struct expr *e = s->expr;
    uint32_t value = gen_slots(g, 2);
    gen_value(g, e, value);
    if (e->type->kind == TYPE_ARRAY && e->type->unsized)
        gen_emit(g, s->at, OP_MOVE, value + 1, gen_bytes(g, e->type, s->at), 0);
    if (e->type->kind != TYPE_VOID) {
        struct result_site *site = gen_site(g, sizeof *site, run_result, s->at);
        site->type = e->type;
        site->name = e->kind == EXPR_VARIABLE ? e->symbol->name : NULL;
        gen_emit_host(g, &site->site, value);
    }
    end_full(g, f, s->at);
}

static void gen_magic(struct gen *g, const struct stmt *s)
{
    struct magic_site *site = gen_site(g, sizeof *site, run_magic, s->at);
    site->line = s->text;
    gen_emit_host(g, &site->site, g->top);
}

static void gen_block(struct gen *g, const struct stmt *s)
{
    uint32_t top = g->top, depth = g->depth, arrays = g->arrays;
    for (uint32_t i = 0; i < s->count; i++)
        gen_stmt(g, s->list[i]);
    g->arrays = arrays;
    gen_emit_release(g, (struct span){s->at.source, s->at.end ? s->at.end - 1 : 0, s->at.end},
                     depth);
    g->depth = depth;
    g->top = top;
}

void gen_stmt(struct gen *g, const struct stmt *s)
{
    switch (s->kind) {
    case STMT_EXPR: {
        struct full f = begin_full(g);
        gen_drop(g, s->expr);
        end_full(g, f, s->at);
        break;
    }
    case STMT_RESULT: gen_result(g, s); break;
    case STMT_DECLARE: declare(g, s); break;
    case STMT_BLOCK: gen_block(g, s); break;
    case STMT_IF: gen_if(g, s); break;
    case STMT_WHILE: gen_loop(g, s, NULL); break;
    case STMT_DO: gen_do(g, s); break;
    case STMT_FOR: gen_for(g, s); break;
    case STMT_SWITCH: gen_switch(g, s); break;
    case STMT_CASE:
        if (switch_of(g)->arrays < g->arrays)
            forbid_jump(g, s->at);
        ((struct stmt *) (uintptr_t) s)->label = (void *) (intptr_t) gen_here(g);
        if (s->body)
            gen_stmt(g, s->body);
        break;
    case STMT_BREAK:
    case STMT_CONTINUE: gen_leave(g, s); break;
    case STMT_GOTO: gen_goto(g, s); break;
    case STMT_LABEL: gen_label(g, s); break;
    case STMT_RETURN: gen_return(g, s); break;
    case STMT_MAGIC: gen_magic(g, s); break;
    case STMT_GUARD: gen_guard(g, s); break;
    case STMT_TRY: gen_try(g, s); break;
    case STMT_CATCH:
    case STMT_EMPTY: break;
    }
}
