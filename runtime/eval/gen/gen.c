/* SPDX-License-Identifier: Apache-2.0 */
/* Typed tree to bytecode: functions, emission, patching. Next: gen_stmt.c, gen_expr.c. */
#include "eval/gen/gen.h"

#include <stdlib.h>

#include "base/check.h"

uint32_t gen_slots(struct gen *g, uint32_t n)
{
    uint32_t first = g->top;
    g->top += n;
    if (g->top > g->code->slots)
        g->code->slots = g->top;
    return first;
}

uint32_t gen_here(const struct gen *g)
{
    return (uint32_t) g->code->insns.n;
}

static struct insn *add(struct gen *g, struct span at, enum opcode op, uint32_t a, uint32_t b,
                        uint32_t c)
{
    struct code *code = g->code;
    at = g->inlined ? g->inline_at : at;
    if (!code->lines.n || VEC_LAST(&code->lines).at.start != at.start ||
        VEC_LAST(&code->lines).at.end != at.end || VEC_LAST(&code->lines).at.source != at.source)
        VEC_PUSH(&code->lines, (struct line){gen_here(g), at});
    VEC_PUSH(&code->insns,
             (struct insn){
                 .op = (uint16_t) op, .a = (uint16_t) a, .b = (uint16_t) b, .c = (uint16_t) c});
    return &VEC_LAST(&code->insns);
}

uint32_t gen_emit(struct gen *g, struct span at, enum opcode op, uint32_t a, uint32_t b, uint32_t c)
{
    add(g, at, op, a, b, c)->cache = &g->vm->nothing;
    return gen_here(g) - 1;
}

uint32_t gen_emit_k(struct gen *g, struct span at, enum opcode op, uint32_t a, uint32_t b,
                    int64_t k)
{
    add(g, at, op, a, b, 0)->k.i = k;
    return gen_here(g) - 1;
}

uint32_t gen_emit_p(struct gen *g, struct span at, enum opcode op, uint32_t a, uint32_t b,
                    const void *p)
{
    add(g, at, op, a, b, 0)->p = (void *) (uintptr_t) p;
    return gen_here(g) - 1;
}

uint32_t gen_emit_jump(struct gen *g, struct span at, enum opcode op, uint32_t a, uint32_t b,
                       uint32_t c, int32_t target)
{
    add(g, at, op, a, b, c)->target = target;
    return gen_here(g) - 1;
}

void gen_emit_host(struct gen *g, struct site *site, uint32_t a)
{
    gen_emit_p(g, site->at, OP_HOST, a, 0, site);
}

void gen_patch(struct gen *g, uint32_t insn, uint32_t target)
{
    g->code->insns.at[insn].target = (int32_t) target;
}

void gen_patch_all(struct gen *g, struct jumps *jumps, uint32_t target)
{
    VEC_EACH (j, &jumps->at)
        gen_patch(g, *j, target);
    VEC_FREE(&jumps->at);
}

void gen_emit_release(struct gen *g, struct span at, uint32_t depth)
{
    if (g->depth > depth)
        gen_emit(g, at, OP_RELEASE, depth, 0, 0);
}

void *gen_site(struct gen *g, size_t size,
               bool (*run)(struct vm *, const struct site *, union value *), struct span at)
{
    struct site *s = arena_alloc(&g->code->arena, size);
    s->run = run;
    s->at = at;
    return s;
}

/* Aggregates and parameters whose address is taken get objects; the arguments are copied there. */
static void gen_params(struct gen *g, const struct function *f)
{
    uint32_t hidden = f->type->base->kind == TYPE_STRUCT; /* slot 0: where the result goes */
    gen_slots(g, hidden + f->type->param_count);
    g->code->params = g->top;
    for (uint32_t i = 0; i < f->type->param_count; i++) {
        struct symbol *p = f->params[i];
        p->slot = hidden + i;
        bool aggregate = p->type->kind == TYPE_STRUCT;
        if ((!p->in_memory && !aggregate) ||
            type_is_owned(p->type)) /* the caller made an object for it */
            continue;
        uint32_t argument = p->slot;
        p->slot = gen_slots(g, 1);
        struct object_site *site = ARENA_NEW(&g->code->arena, struct object_site);
        *site =
            (struct object_site){.size = p->type->size, .name = p->name, .symbol = p, .at = p->at};
        gen_emit_p(g, p->at, OP_OBJECT, p->slot, 0, site);
        g->depth++;
        if (aggregate)
            gen_emit_k(g, p->at, OP_COPY, p->slot, argument, (int64_t) p->type->size);
        else
            gen_store(g, (struct lvalue){.kind = PLACE_ADDRESS, .slot = p->slot}, p->type, p->at,
                      argument);
    }
}

struct code *gen_code(struct vm *vm, const struct function *function, const struct stmt *body,
                      struct diags *out)
{
    struct code *code = xcalloc(1, sizeof *code);
    code->symbol = function ? function->symbol : NULL;
    struct gen g = {.vm = vm, .code = code, .diags = out, .function = function};
    int errors = out->errors;
    if (!function || !function->library)
        gen_first(body);
    if (function)
        gen_params(&g, function);
    gen_stmt(&g, body);
    bool void_result = !function || function->type->base->kind == TYPE_VOID;
    bool is_main = function && str_eq(str_of(function->symbol->name), "main");
    struct span end = {body->at.source, body->at.end ? body->at.end - 1 : 0, body->at.end};
    if (is_main) { /* C11 5.1.2.2.3: reaching the } of main returns 0 */
        uint32_t zero = gen_slots(&g, 1);
        gen_emit_k(&g, end, OP_CONST, zero, 0, 0);
        gen_emit(&g, end, OP_RETURN, zero, 0, 0);
    }
    gen_emit(&g, end, !function ? OP_END : void_result ? OP_RETURN : OP_MISSING, 0, 0, 0);
    VEC_EACH (l, &g.labels)
        VEC_FREE(&l->jumps);
    VEC_FREE(&g.labels);
    if (code->slots > UINT16_MAX - 64) {
        struct diag *d = diag_error(
            out, DIAG_RUNTIME, body->at,
            "this code is too large: it needs %u variables and temporaries at once", code->slots);
        diag_help(out, d, "split it into functions");
    }
    if (out->errors != errors)
        code_free(&code);
    return code;
}

enum value_class type_class(const struct type *t)
{
    switch (t->kind) {
    case TYPE_FLOAT: return CLASS_F32;
    case TYPE_DOUBLE: return CLASS_F64;
    case TYPE_UINT: return CLASS_U32;
    case TYPE_LONG:
    case TYPE_LLONG: return CLASS_I64;
    case TYPE_ULONG:
    case TYPE_ULLONG:
    case TYPE_POINTER:
    case TYPE_NULLPTR:
    case TYPE_FUNCTION: return CLASS_U64;
    case TYPE_ENUM: return t->base ? type_class(t->base) : CLASS_I32;
    default: return CLASS_I32;
    }
}
