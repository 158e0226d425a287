/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of functions by name, through pointers and virtual slots, and of the library. */
#include "eval/gen/gen.h"

#include <string.h>

#include "base/check.h"

void gen_argument(struct gen *g, const struct expr *e, uint32_t to)
{
    uint32_t top = g->top;
    bool copies = type_is_owned(e->type) && e->lvalue && e->kind != EXPR_AGGREGATE;
    if (!copies) {
        gen_value(g, e, to);
        g->top = top;
        return;
    }
    uint32_t object = gen_temporary(g, e->type, e->at);
    gen_emit_k(g, e->at, OP_COPY, object, gen_value(g, e, -1), (int64_t) e->type->size);
    gen_destroy(g, e->type, object, e->at);
    gen_emit(g, e->at, OP_MOVE, to, object, 0);
    g->top = top;
}

/* result: the slot with the address for a struct. Returns the first of the slots it used. */
uint32_t gen_call_into(struct gen *g, const struct expr *e, uint32_t result)
{
    bool direct = e->symbol != NULL, by_memory = type_in_object(e->type);
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

uint32_t gen_call(struct gen *g, const struct expr *e, int64_t want)
{
    const struct expr *body = gen_inlined(g, e);
    uint32_t computed;
    if (!body && gen_spread_scalar(g, e, want, &computed))
        return computed;
    if (!body)
        return gen_result(g, e->at, gen_call_into(g, e, 0), want);
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

/* The library functions that are an instruction; OP_COUNT: it is not one. */
static enum opcode instruction_of(const struct builtin *b, const struct expr *e)
{
    static const struct {
        const char *name;
        enum opcode f32, f64;
    } functions[] = {
        {"sqrt",  OP_SQRT_F32, OP_SQRT_F64},
        {"sqrtf", OP_SQRT_F32, OP_COUNT   },
        {"fabs",  OP_ABS_F32,  OP_ABS_F64 },
        {"fabsf", OP_ABS_F32,  OP_COUNT   }
    };

    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++)
        if (e->arg_count == 1 && !strcmp(b->name, functions[k].name))
            return e->type->kind == TYPE_FLOAT    ? functions[k].f32
                   : e->type->kind == TYPE_DOUBLE ? functions[k].f64
                                                  : OP_COUNT;
    return OP_COUNT;
}

static const struct type *type_before(const struct expr *e)
{
    while (e->kind == EXPR_CONVERT)
        e = e->left;
    return e->type;
}

/* Whether a call may run on arrays that lie across ranks, or must be refused at run time if one does. */
static bool knows_parts(const struct expr *e)
{
    static const char *const functions[] = {"gather", "histogram", "len",  "local",
                                            "matmul", "offset",    "rows", "save",
                                            "shape",  "size",      "sort", "stencil"};
    const char *name = e->symbol->builtin->name;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (!strcmp(name, functions[i]))
            return true;
    bool any = false;
    for (uint32_t i = 0; i < e->arg_count; i++)
        any |= e->args[i]->type->kind == TYPE_DEVICE_ARRAY;
    bool by_rows = !strcmp(name, "fft") || !strcmp(name, "ifft");
    return !any || (by_rows && e->args[0]->type->rank > 1);
}

uint32_t gen_builtin_call(struct gen *g, const struct expr *e, int64_t want)
{
    const struct builtin *b = e->symbol->builtin;
    enum opcode op = instruction_of(b, e);
    if (op != OP_COUNT) {
        uint32_t value = gen_value(g, e->args[0], -1), to = gen_result_slot(g, want);
        gen_emit(g, e->at, op, to, value, 0);
        return to;
    }
    struct builtin_call *s = gen_call_site(
        g, sizeof *s, (bool (*)(struct vm *, const struct call_site *, union value *)) b->call,
        e->at);
    s->call.kind = CALL_BUILTIN;
    s->builtin = b;
    s->result = e->type;
    s->count = e->arg_count;
    s->types = ARENA_ARRAY(&g->code->arena, const struct type *, e->arg_count + 1);
    s->given = ARENA_ARRAY(&g->code->arena, const struct type *, e->arg_count + 1);
    s->dropped = g->unwanted == e;
    s->spans = ARENA_ARRAY(&g->code->arena, struct span, e->arg_count + 1);
    uint32_t base = gen_slots(g, e->arg_count + 1);
    s->into = g->copied == e ? base - g->copied_to : 0;
    g->copied = NULL;
    for (uint32_t i = 0; i < e->arg_count; i++) {
        s->types[i] = e->args[i]->type;
        s->given[i] = type_before(e->args[i]);
        s->spans[i] = e->args[i]->at;
    }
    gen_arguments(g, e, NULL, base, value_at);
    bool wide = type_is_wide(e->type); /* the address for the result is one more argument */
    if (wide)
        gen_emit(g, e->at, OP_MOVE, base + e->arg_count, gen_temporary(g, e->type, e->at), 0);
    if (!knows_parts(e)) {
        struct builtin_call *refuse = gen_call_site(g, sizeof *s, run_refuse_parts, e->at);
        *refuse = *s;
        refuse->call.kind = CALL_OTHER;
        refuse->call.run = run_refuse_parts;
        gen_emit_host(g, &refuse->call, base);
    }
    gen_emit_p(g, e->at, b->computes ? OP_COMPUTE : OP_HOST, base, 0, s);
    if (e->type->kind == TYPE_DEVICE_ARRAY) /* the VM put it on the cleanup list */
        gen_count_temporary(g);
    return gen_result(g, e->at, base, want);
}

static const struct builtin *row_named(const struct gen *g, const char *name)
{
    const struct builtin *b = g->vm->rooms.library;
    while (b->name && strcmp(b->name, name) != 0)
        b++;
    CHECK(b->name);
    return b;
}

/* A call of a library table row, with arguments in the slots from `base` on. */
void gen_call_library(struct gen *g, const char *name, uint32_t base, struct span at)
{
    const struct builtin *b = row_named(g, name);
    struct builtin_call *s = gen_call_site(
        g, sizeof *s, (bool (*)(struct vm *, const struct call_site *, union value *)) b->call, at);
    s->call.kind = CALL_BUILTIN;
    s->builtin = b;
    gen_emit_host(g, &s->call, base);
}
