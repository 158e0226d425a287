/* SPDX-License-Identifier: Apache-2.0 */
/* Generates bytecode for device arrays: operands go to consecutive slots, a VM function does the work. */
#include "eval/gen/gen.h"

#include "base/check.h"

static void slice(struct gen *g, const struct expr *e, uint32_t first)
{
    gen_emit_host(g, &gen_subscripts(g, e, first, run_array_view)->call, first);
    gen_count_temporary(g);
}

/* Slots: the array, the member's offset. */
static void member(struct gen *g, const struct expr *e, uint32_t first)
{
    struct array_call *s = gen_call_site(g, sizeof *s, run_array_member, e->at);
    s->dtype = type_dtype(e->type->base);
    gen_value(g, e->left, first);
    gen_emit_k(g, e->at, OP_CONST, first + 1, 0, (int64_t) e->field->offset);
    gen_emit_host(g, &s->call, first);
    gen_count_temporary(g);
}

/* The bytes of a host array lvalue, for a copy. */
static void host_bytes(struct gen *g, const struct type *t, struct span at, uint32_t to)
{
    uint32_t top = g->top;
    gen_emit(g, at, OP_MOVE, to, gen_bytes(g, t, at), 0);
    g->top = top;
}

/* left = right between arrays. Slots: the array, the other array or host address, and the host side's bytes. */
static void copy(struct gen *g, const struct expr *e, uint32_t first)
{
    bool to_device = e->left->type->kind == TYPE_DEVICE_ARRAY,
         from_device = e->right->type->kind == TYPE_DEVICE_ARRAY;
    const struct expr *array = to_device ? e->left : e->right,
                      *other = to_device ? e->right : e->left;
    struct array_call *s = gen_call_site(g, sizeof *s,
                                         to_device && from_device ? run_array_copy
                                         : to_device              ? run_array_from_host
                                                                  : run_array_to_host,
                                         e->at);
    s->type = type_element(array->type);
    s->from = type_element(other->type);
    gen_value(g, array, first);
    if (to_device && from_device) {
        g->copied = other;
        g->copied_to = first;
        gen_value(g, other, first + 1);
        g->copied = NULL;
    } else {
        gen_address(g, other, first + 1);
        host_bytes(g, other->type, e->at, first + 2);
    }
    gen_emit_host(g, &s->call, first);
}

static void fill(struct gen *g, const struct expr *e, uint32_t first)
{
    struct array_call *s = gen_call_site(g, sizeof *s, run_array_fill, e->at);
    s->type = type_element(e->left->type);
    gen_value(g, e->left, first);
    gen_value(g, e->right, first + 1);
    gen_emit_host(g, &s->call, first);
}

/* The kind of initialiser for run_array_new: none, a scalar, another array, or host elements. */
static void initialiser(struct gen *g, const struct expr *e, struct array_call *s, uint32_t at)
{
    s->from = e->type;
    if (e->type->kind == TYPE_ARRAY) {
        if (e->kind == EXPR_AGGREGATE)
            gen_value(g, e, at);
        else
            gen_address(g, e, at);
        host_bytes(g, e->type, e->at, at + 1);
    } else {
        gen_value(g, e, at);
    }
}

/* Slots: the extents, then the initialiser's value or address and, for a host array, its bytes, then the number of its device. */
static void new_array(struct gen *g, const struct expr *e, uint32_t first)
{
    struct array_call *s = gen_call_site(g, sizeof *s, run_array_new, e->at);
    s->type = e->type->base;
    s->dtype = type_dtype(e->type->base);
    s->rank = e->type->rank;
    s->managed = e->type->managed;
    s->across = e->across;
    s->name = e->symbol ? e->symbol->name : NULL;
    s->subscripts = ARENA_ARRAY(&g->code->arena, struct array_subscript, s->rank + 1);
    for (uint32_t i = 0; i < e->subscript_count; i++) {
        const struct subscript *sub = e->subscripts + i;
        s->subscripts[i].at = sub->at;
        if (!sub->start)
            continue;
        s->extents_given |= 1u << i;
        uint32_t top = g->top;
        gen_value(g, sub->start, first + i);
        g->top = top;
    }
    if (e->right)
        initialiser(g, e->right, s, first + s->rank);
    s->placed = e->left;
    if (e->left)
        gen_value(g, e->left, first + s->rank + INITIALISER_SLOTS);
    gen_emit_host(g, &s->call, first);
    gen_count_temporary(g);
}

uint32_t gen_array_variable(struct gen *g, const struct expr *e, int64_t want)
{
    const struct symbol *s = e->symbol;
    bool local = s->storage == STORAGE_LOCAL || s->storage == STORAGE_PARAM;
    if (local && want < 0)
        return gen_local_slot(g, s);
    uint32_t to = gen_result_slot(g, want);
    if (local)
        gen_emit(g, e->at, OP_MOVE, to, gen_local_slot(g, s), 0);
    else
        gen_emit_p(g, e->at, OP_ARRAY, to, 0, s);
    return to;
}

uint32_t gen_array_value(struct gen *g, const struct expr *e, int64_t want)
{
    uint32_t room =
        e->kind == EXPR_SLICE ? 1 + 3 * e->subscript_count : TYPE_RANK_MAX + INITIALISER_SLOTS + 1;
    uint32_t first = gen_slots(g, room);
    switch (e->kind) {
    case EXPR_SLICE: slice(g, e, first); break;
    case EXPR_ARRAY_MEMBER: member(g, e, first); break;
    case EXPR_ARRAY_COPY: copy(g, e, first); break;
    case EXPR_ARRAY_FILL: fill(g, e, first); break;
    case EXPR_ARRAY_NEW: new_array(g, e, first); break;
    default: UNREACHABLE();
    }
    return gen_result(g, e->at, first, want);
}

uint32_t gen_array_call(struct gen *g, const struct expr *e,
                        bool (*run)(struct vm *, const struct call_site *, union value *),
                        int64_t want)
{
    uint32_t to = gen_slots(g, 1);
    gen_value(g, e->left, to);
    gen_emit_host(g, gen_call_site(g, sizeof(struct call_site), run, e->left->at), to);
    return gen_result(g, e->at, to, want);
}
