/* SPDX-License-Identifier: Apache-2.0 */
/* Slots, instructions, jumps and temporaries, which every generator uses. gen_value and gen_stmt go through the
 * generator's context, so that this file does not depend on those above it. */
#include "eval/gen/gen.h"

uint32_t gen_slots(struct gen *g, uint32_t n)
{
    uint32_t first = g->top;
    g->top += n;
    if (g->top > g->code->slots)
        g->code->slots = g->top;
    return first;
}

uint32_t gen_result_slot(struct gen *g, int64_t want)
{
    return want < 0 ? gen_slots(g, 1) : (uint32_t) want;
}

uint32_t gen_result(struct gen *g, struct span at, uint32_t slot, int64_t want)
{
    if (want < 0 || want == slot)
        return slot;
    gen_emit(g, at, OP_MOVE, (uint32_t) want, slot, 0);
    return (uint32_t) want;
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

void gen_emit_host(struct gen *g, struct call_site *call, uint32_t a)
{
    gen_emit_p(g, call->at, OP_HOST, a, 0, call);
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

void *gen_call_site(struct gen *g, size_t size,
                    bool (*run)(struct vm *, const struct call_site *, union value *),
                    struct span at)
{
    struct call_site *s = arena_alloc(&g->code->arena, size);
    s->run = run;
    s->at = at;
    return s;
}

uint32_t gen_temporary(struct gen *g, const struct type *t, struct span at)
{
    struct object_desc *desc = ARENA_NEW(&g->code->arena, struct object_desc);
    *desc = (struct object_desc){.size = t->size, .align = t->align, .depth = g->depth, .at = at};
    uint32_t slot = gen_slots(g, 1);
    gen_emit_p(g, at, OP_OBJECT, slot, 0, desc);
    g->depth++;
    g->temporaries = true;
    return slot;
}

void gen_count_temporary(struct gen *g)
{
    g->depth++;
    g->temporaries = true;
}

struct full gen_begin_full(struct gen *g)
{
    g->temporaries = false;
    return (struct full){g->top, g->depth};
}

void gen_end_full(struct gen *g, struct full f, struct span at)
{
    gen_emit_release(g, at, f.depth);
    g->depth = f.depth;
    g->top = f.top;
    g->temporaries = false;
}

uint32_t gen_value(struct gen *g, const struct expr *e, int64_t want)
{
    return g->value(g, e, want);
}

/* A local variable whose value nobody wants is not read: it may be uninitialised. */
static bool is_unread(const struct expr *e)
{
    if (e->kind == EXPR_CONVERT && e->type->kind == TYPE_VOID)
        e = e->left;
    return e->kind == EXPR_VARIABLE && !e->type->is_volatile &&
           (e->symbol->storage == STORAGE_LOCAL || e->symbol->storage == STORAGE_PARAM);
}

void gen_drop(struct gen *g, const struct expr *e)
{
    uint32_t top = g->top;
    if (is_unread(e))
        return;
    if (e->kind == EXPR_INCREMENT && e->postfix) { /* the old value is unused */
        struct expr prefix = *e;
        prefix.postfix = false;
        gen_value(g, &prefix, -1);
    } else {
        g->unwanted = type_in_object(e->type) && e->kind != EXPR_ASSIGN ? NULL : e;
        gen_value(g, e, -1);
    }
    g->top = top;
}

void gen_stmt(struct gen *g, const struct stmt *s)
{
    g->stmt(g, s);
}
