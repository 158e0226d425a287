/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations: variables of the session, static and local ones. */
#include "eval/gen/gen.h"

static void own_object(struct gen *g, const struct symbol *s, uint64_t size, bool unsized,
                       bool watched)
{
    struct object_desc *desc = ARENA_NEW(&g->code->arena, struct object_desc);
    *desc = (struct object_desc){.size = size,
                                 .unsized = unsized,
                                 .watched = watched,
                                 .align = s->type->align,
                                 .depth = g->depth,
                                 .name = s->name,
                                 .symbol = s,
                                 .at = s->at};
    gen_emit_p(g, s->at, OP_OBJECT, gen_local_slot(g, s), 0, desc);
    g->depth++;
}

/* Bytes of the object: the values of a flexible array may need more than its type has. */
static uint64_t object_size(const struct stmt *s)
{
    const struct type *t = s->symbol->type;
    uint64_t needed = s->expr && t->kind == TYPE_STRUCT ? s->expr->type->size : 0;
    return needed > t->size ? needed : t->size;
}

static void declare_local(struct gen *g, const struct stmt *s)
{
    struct symbol *v = s->symbol;
    const struct type *t = v->type;
    if (gen_local_is_made(g, v))
        return;
    uint32_t slot = gen_slots(g, 1);
    gen_local_put(g, v, slot);
    if (gen_table(g, s, slot))
        return;
    struct full f = gen_begin_full(g);
    if (t->kind == TYPE_DEVICE_ARRAY) {
        uint32_t made = gen_value(g, s->expr, -1);
        gen_emit(g, s->at, OP_MOVE, slot, made, 0);
        g->top = f.top;
        g->arrays++;
        return; /* the array stays on the cleanup list until the block ends */
    }
    bool memory = gen_local_in_memory(g, v) || gen_by_address(t);
    bool watched = !s->expr && s->symbol->storage == STORAGE_LOCAL && g->filled != s;
    if (g->function && g->function->result == v && type_same(t, g->function->type->base)) {
        gen_emit(g, s->at, OP_MOVE, slot, 0, 0); /* constructed directly in the caller's result */
    } else if (t->kind == TYPE_ARRAY && t->unsized) {
        uint32_t bytes = gen_bytes(g, t, s->at);
        gen_emit(g, s->at, OP_MOVE, slot, bytes, 0);
        own_object(g, v, 0, true, watched);
        f.depth = g->depth;
    } else if (memory) {
        own_object(g, v, object_size(s), false, watched);
        f.depth = g->depth;
    }
    if (s->expr && memory)
        gen_init(g, slot, 0, t, s->expr);
    else if (s->expr)
        gen_value(g, s->expr, slot);
    else if (!memory)
        gen_emit_k(g, s->at, OP_CONST, slot, 0, 0);
    gen_end_full(g, f, s->at);
    if (memory)
        gen_destroy(g, t, slot, s->at);
    if (s->cleanup)
        gen_cleanup(g, s, slot);
}

static const struct stmt *labelled(const struct stmt *s)
{
    while (s && (s->kind == STMT_CASE || s->kind == STMT_LABEL))
        s = s->body;
    return s;
}

/* Whether it declares an object that exists even if a jump skips the declaration: C++17 9.7. */
static bool may_be_skipped(const struct gen *g, const struct stmt *s)
{
    if (!s || s->kind != STMT_DECLARE || s->expr || s->symbol->storage != STORAGE_LOCAL)
        return false;
    const struct type *t = s->symbol->type;
    bool memory = gen_local_in_memory(g, s->symbol) || gen_by_address(t);
    return memory && !t->unsized && t->kind != TYPE_DEVICE_ARRAY && !type_destructor(t) &&
           !s->cleanup;
}

/* Calls `see` for s and all statements in it. */
static void each_statement(const struct stmt *s, void (*see)(const struct stmt *s, void *user),
                           void *user)
{
    if (!s)
        return;
    see(s, user);
    each_statement(s->init, see, user);
    each_statement(s->body, see, user);
    each_statement(s->otherwise, see, user);
    for (uint32_t i = 0; i < s->count; i++)
        each_statement(s->list[i], see, user);
}

struct jumps_to {
    const struct stmt *label;
    uint32_t count;
};

static void count_jump(const struct stmt *s, void *user)
{
    struct jumps_to *j = user;
    j->count += (s->kind == STMT_GOTO || s->kind == STMT_RECEIVER) && s->target == j->label;
}

/* Whether a goto outside of the block leads to a label of its own. */
static bool is_entered(const struct stmt *function, const struct stmt *block)
{
    for (uint32_t i = 0; i < block->count; i++)
        for (const struct stmt *s = block->list[i];
             s && (s->kind == STMT_LABEL || s->kind == STMT_CASE); s = s->body) {
            struct jumps_to all = {s, 0}, own = {s, 0};
            if (s->kind == STMT_CASE)
                continue;
            each_statement(function, count_jump, &all);
            each_statement(block, count_jump, &own);
            if (all.count > own.count)
                return true;
        }
    return false;
}

struct entered_blocks {
    struct gen *g;
    const struct stmt *function;
};

static void hoist_entered(const struct stmt *s, void *user)
{
    struct entered_blocks *b = user;
    if (s != b->function && s->kind == STMT_BLOCK && is_entered(b->function, s))
        gen_hoist(b->g, s);
}

void gen_hoist_entered(struct gen *g, const struct stmt *function)
{
    struct entered_blocks b = {g, function};
    each_statement(function, hoist_entered, &b);
}

void gen_hoist(struct gen *g, const struct stmt *block)
{
    uint32_t labels = block->count;
    while (labels > 0 && labelled(block->list[labels - 1]) == block->list[labels - 1])
        labels--;
    for (uint32_t i = 0; labels && i < block->count; i++) {
        const struct stmt *s = labelled(block->list[i]);
        bool literal = s && s->kind == STMT_DECLARE && s->symbol->name[0] == ' ';
        if (!may_be_skipped(g, s) || gen_local_is_made(g, s->symbol) || (i >= labels && !literal))
            continue; /* a compound literal is the same object when a jump comes back to it */
        gen_local_put(g, s->symbol, gen_slots(g, 1));
        own_object(g, s->symbol, s->symbol->type->size, false, true);
        gen_local_made(g, s->symbol);
    }
}

static bool global_object(struct gen *g, const struct stmt *s)
{
    struct symbol *v = s->symbol;
    struct object *o =
        vm_new_aligned(g->vm, object_size(s), v->type->align, HOST_GLOBAL, v->name, v->at);
    if (!o)
        return false;
    v->live.object = o;
    v->live.address = o->start;
    return true;
}

static void init_global(struct gen *g, const struct stmt *s)
{
    if (!s->expr)
        return;
    struct full f = gen_begin_full(g);
    uint32_t at = gen_slots(g, 1);
    gen_emit_k(g, s->at, OP_CONST, at, 0, (int64_t) s->symbol->live.address);
    gen_init(g, at, 0, s->symbol->type, s->expr);
    gen_end_full(g, f, s->at);
}

void gen_static_made(struct gen *g, struct symbol *v, struct span at)
{
    struct define_call *made = gen_call_site(g, sizeof *made, run_static_made, at);
    made->symbol = v;
    gen_emit_host(g, &made->call, g->top);
}

void gen_thread_variable(struct gen *g, struct symbol *v, struct span at)
{
    struct define_call *made = gen_call_site(g, sizeof *made, run_thread_variable, at);
    made->symbol = v;
    gen_emit_host(g, &made->call, g->top);
}

/* Runs its initialiser the first time only. A hidden guard byte records that it ran. */
static void declare_static(struct gen *g, const struct stmt *s)
{
    if (s->symbol->live.address && !s->symbol->member) /* compiled again: it keeps its value */
        return;
    struct object *guard = vm_new_object(g->vm, 1, HOST_GLOBAL, NULL, s->at);
    if (!guard || (!s->symbol->live.address && !global_object(g, s)))
        return;
    bool each = s->symbol->of_thread && g->function; /* each thread runs the initialiser */
    if (each) {
        vm_thread_variable(g->vm, guard);
        vm_thread_variable(g->vm, s->symbol->live.object);
    }
    gen_variable(g, s->symbol, g->top);
    uint32_t top = g->top, flag = gen_slots(g, 1);
    gen_emit_k(g, s->at, OP_GLOAD_U8, flag, 0, (int64_t) guard->start);
    uint32_t skip = gen_emit_jump(g, s->at, OP_JTRUE, flag, 0, 0, 0);
    init_global(g, s);
    gen_emit_k(g, s->at, OP_CONST, flag, 0, 1);
    gen_emit_k(g, s->at, OP_GSTORE_8, flag, 0, (int64_t) guard->start);
    if (type_destructor(s->symbol->type))
        gen_static_made(g, s->symbol, s->at);
    gen_patch(g, skip, gen_here(g));
    if (s->symbol->of_thread && !each)
        gen_thread_variable(g, s->symbol, s->at);
    g->top = top;
}

/* A session variable becomes visible under its name once its declaration has run. */
static void declare_session(struct gen *g, const struct stmt *s)
{
    struct symbol *v = s->symbol;
    struct full f = gen_begin_full(g);
    uint32_t first = gen_slots(g, 1);
    bool (*run)(struct vm *, const struct call_site *, union value *) = run_define;
    if (v->type->kind == TYPE_DEVICE_ARRAY) {
        run = run_define_array;
        gen_value(g, s->expr, first);
    } else if (v->type->kind == TYPE_ARRAY && v->type->unsized) {
        run = run_define_unsized;
        gen_emit(g, s->at, OP_MOVE, first, gen_bytes(g, v->type, s->at), 0);
    } else if (global_object(g, s)) {
        init_global(g, s);
    }
    struct define_call *call = gen_call_site(g, sizeof *call, run, s->at);
    call->symbol = v;
    gen_emit_host(g, &call->call, first);
    gen_end_full(g, f, s->at);
    if (run == run_define_unsized && s->expr) {
        struct lvalue p = {.kind = PLACE_ADDRESS, .slot = gen_slots(g, 1)};
        gen_emit_p(g, s->at, OP_SYMBOL, p.slot, 0, v);
        gen_init(g, p.slot, 0, v->type, s->expr);
        g->top = f.top;
    }
}

void gen_declare(struct gen *g, const struct stmt *s)
{
    switch (s->symbol->storage) {
    case STORAGE_SESSION: declare_session(g, s); break;
    case STORAGE_STATIC: declare_static(g, s); break;
    case STORAGE_LOCAL:
    case STORAGE_PARAM:
        declare_local(g, s);
        gen_variable_ready(g, s->symbol);
        break;
    }
}
