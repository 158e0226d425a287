/* SPDX-License-Identifier: Apache-2.0 */
/* Values of class and array type: constructed in their destination (gen_into), or in a temporary whose address is then in
 * the slot. */
#include "eval/gen/gen.h"

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
    if (offset + 8 <= UINT16_MAX) { /* 8: parts of a bit-field */
        p.offset = (uint16_t) offset;
    } else {
        p.slot = gen_slots(g, 1);
        gen_emit_k(g, at, OP_ADD_K_U64, p.slot, object, (int64_t) offset);
    }
    return p;
}

static void init_part(struct gen *g, uint32_t object, uint64_t offset, const struct init *in,
                      struct span at)
{
    uint32_t top = g->top;
    if (in->bits) {
        struct lvalue p = at_offset(g, object, offset + in->offset, at);
        p.bits = in->bits;
        gen_store(g, p, in->bits->type, in->value->at, gen_value(g, in->value, -1));
    } else {
        gen_init(g, object, offset + in->offset, in->value->type, in->value);
    }
    g->top = top;
}

static void init_aggregate(struct gen *g, uint32_t object, uint64_t offset, const struct expr *e)
{
    for (uint32_t i = 0; i < e->init_count; i++) {
        const struct init *in = e->inits + i;
        uint32_t top = g->top;
        init_part(g, object, offset, in, e->at);
        if (!in->bits && i + 1 < e->init_count)
            gen_guard_part(g, object, offset + in->offset, in->value);
        g->top = top;
    }
}

void gen_init(struct gen *g, uint32_t object, uint64_t offset, const struct type *t,
              const struct expr *e)
{
    uint32_t top = g->top;
    if (e->kind == EXPR_STRING && t->kind == TYPE_ARRAY) {
        init_string(g, object, offset, t, e);
    } else if (e->kind == EXPR_AGGREGATE) {
        init_aggregate(g, object, offset, e);
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

/* Each element of an array: default-constructed, or from the elements of another array. */
static void construct_array(struct gen *g, const struct expr *e, uint32_t to)
{
    const struct type *element = type_plain(type_element(e->type));
    bool copies = e->arg_count > 0;
    uint32_t top = g->top, base = gen_slots(g, 6), n = base;
    if (!e->symbol)
        return;
    gen_emit(g, e->at, OP_MOVE, n++, to, 0);
    if (copies)
        gen_value(g, e->args[0], n++);
    gen_emit_k(g, e->at, OP_CONST, n++, 0, (int64_t) (e->type->size / element->size));
    gen_emit_k(g, e->at, OP_CONST, n++, 0, (int64_t) element->size);
    gen_emit_k(g, e->at, OP_CONST, n++, 0, (int64_t) vm_handle(g->vm, "function", e->symbol));
    gen_call_library(g, copies ? "__copy_each" : "__construct", base, e->at);
    g->top = top;
}

static void construct(struct gen *g, const struct expr *e, uint32_t to)
{
    if (e->type->kind == TYPE_ARRAY) {
        construct_array(g, e, to);
        return;
    }
    if (!e->symbol || gen_construct_pure(g, e, to))
        return;
    uint32_t top = g->top;
    if (e->type->has_virtual_bases && !e->of_part) { /* "__part" asks */
        const struct type *word = type_basic(TYPE_ULONG);
        uint32_t none = gen_slots(g, 1);
        gen_emit_k(g, e->at, OP_CONST, none, 0, 0);
        gen_store(g, at_offset(g, to, 0, e->at), word, e->at, none);
    }
    uint32_t base = gen_slots(g, e->arg_count + 2);
    gen_emit(g, e->at, OP_MOVE, base, to, 0);
    gen_arguments(g, e, NULL, base + 1, gen_argument);
    gen_emit_p(g, e->at, OP_CALL, base, 0, e->symbol);
    g->top = top;
}

static void choose_into(struct gen *g, const struct expr *e, uint32_t to)
{
    struct jumps no = {0};
    uint32_t top = g->top;
    gen_branch(g, e->condition, false, &no);
    gen_into(g, e->left, to);
    g->top = top;
    uint32_t past = gen_emit_jump(g, e->at, OP_JUMP, 0, 0, 0, 0);
    gen_patch_all(g, &no, gen_here(g));
    gen_into(g, e->right, to);
    g->top = top;
    gen_patch(g, past, gen_here(g));
}

void gen_into(struct gen *g, const struct expr *e, uint32_t to)
{
    uint32_t top = g->top;
    if (gen_is_wrapped(g, e)) {
        gen_store_wrapped(g, at_offset(g, to, 0, e->at), e, gen_wrapped(g, e));
        g->top = top;
        return;
    }
    switch (e->kind) {
    case EXPR_CONSTRUCT: construct(g, e, to); break;
    case EXPR_CALL:
        if (!gen_spread_into(g, e, to))
            gen_call_into(g, e, to);
        break;
    case EXPR_CONDITIONAL: choose_into(g, e, to); break;
    case EXPR_COMMA:
        gen_drop(g, e->left);
        gen_into(g, e->right, to);
        break;
    case EXPR_AGGREGATE: gen_init(g, to, 0, e->type, e); break;
    case EXPR_THROW: gen_value(g, e, -1); break;
    default: gen_emit_k(g, e->at, OP_COPY, to, gen_value(g, e, -1), (int64_t) e->type->size);
    }
    g->top = top;
}

uint32_t gen_made(struct gen *g, const struct expr *e, int64_t want)
{
    uint32_t object = gen_temporary(g, e->type, e->at);
    gen_into(g, e, object);
    gen_destroy(g, e->type, object, e->at);
    return gen_result(g, e->at, object, want);
}

uint32_t gen_init_object(struct gen *g, const struct expr *e, int64_t want)
{
    const struct expr *left = e->left;
    uint32_t top = g->top, object;
    if (left->kind == EXPR_MEMBER && !left->field->bit_width && type_is_scalar(left->type) &&
        !type_is_wide(left->type)) { /* at an offset, so that it may share a guard */
        struct lvalue p = gen_place(g, left);
        gen_store(g, p, left->type, e->at, gen_value(g, e->right, -1));
        g->top = top;
        return gen_result_slot(g, want);
    }
    object = gen_slots(g, 1);
    gen_address(g, left, object);
    gen_init(g, object, 0, left->type, e->right);
    if (e->left->kind == EXPR_VARIABLE && e->left->symbol->of_thread)
        gen_thread_variable(g, e->left->symbol, e->at);
    if (e->left->kind == EXPR_VARIABLE && e->left->symbol->made_later)
        gen_static_made(g, e->left->symbol, e->at);
    g->top = top;
    return gen_result_slot(g, want);
}

uint32_t gen_aggregate(struct gen *g, const struct expr *e, int64_t want)
{
    uint32_t object = gen_temporary(g, e->type, e->at);
    gen_init(g, object, 0, e->type, e);
    gen_destroy(g, e->type, object, e->at);
    return gen_result(g, e->at, object, want);
}
