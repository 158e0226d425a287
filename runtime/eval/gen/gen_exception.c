/* SPDX-License-Identifier: Apache-2.0 */
/* throw, and try blocks with their handlers. */
#include "eval/gen/gen.h"

uint32_t gen_throw(struct gen *g, const struct expr *e, int64_t want)
{
    uint32_t top = g->top, object = gen_slots(g, 1);
    struct throw_desc *thrown = ARENA_NEW(&g->code->arena, struct throw_desc);
    thrown->at = e->at;
    if (e->left) {
        const struct type *t = type_plain(e->left->type);
        thrown->type = t;
        gen_emit_k(g, e->at, OP_CONST, object, 0, (int64_t) t->size);
        gen_call_library(g, "__exception", object, e->at);
        gen_init(g, object, 0, t, e->left);
    }
    gen_emit_p(g, e->at, OP_THROW, object, 0, thrown);
    g->top = top;
    return gen_result_slot(g, want);
}

void gen_try(struct gen *g, const struct stmt *s)
{
    uint32_t top = g->top, depth = g->depth, arrays = g->arrays;
    struct try_block *block = ARENA_NEW(&g->code->arena, struct try_block);
    struct catch_clause *catches = ARENA_ARRAY(&g->code->arena, struct catch_clause, s->count);
    VEC(uint32_t) ends = {0};
    *block = (struct try_block){catches, s->count, gen_slots(g, 1)};
    gen_emit_p(g, s->at, OP_TRY, 0, 0, block);
    g->depth++;
    gen_stmt(g, s->body);
    gen_emit_release(g, s->at, depth);
    VEC_PUSH(&ends, gen_emit_jump(g, s->at, OP_JUMP, 0, 0, 0, 0));
    for (uint32_t i = 0; i < s->count; i++) {
        const struct stmt *c = s->list[i];
        uint32_t inner = g->top;
        catches[i] = (struct catch_clause){c->type, (int32_t) gen_here(g)};
        g->depth = depth + 1; /* the exception, until the handler exits */
        g->arrays = arrays;
        if (c->symbol) {
            uint32_t slot = gen_slots(g, 1);
            gen_local_put(g, c->symbol, slot);
            if (gen_local_in_memory(g, c->symbol)) {
                uint32_t object = gen_temporary(g, c->symbol->type, c->at);
                gen_store(g, (struct lvalue){.kind = PLACE_ADDRESS, .slot = object},
                          c->symbol->type, c->at, block->slot);
                gen_emit(g, c->at, OP_MOVE, slot, object, 0);
            } else {
                gen_emit(g, c->at, OP_MOVE, slot, block->slot, 0);
            }
        }
        gen_stmt(g, c->body);
        gen_emit_release(g, c->at, depth);
        gen_variables_end(g, inner);
        g->top = inner;
        VEC_PUSH(&ends, gen_emit_jump(g, s->at, OP_JUMP, 0, 0, 0, 0));
    }
    VEC_EACH (e, &ends)
        gen_patch(g, *e, gen_here(g));
    VEC_FREE(&ends);
    g->depth = depth;
    g->arrays = arrays;
    g->top = top;
}
