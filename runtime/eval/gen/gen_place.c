/* SPDX-License-Identifier: Apache-2.0 */
/* The locations of lvalues, and loads and stores of every type there. */
#include "eval/gen/gen.h"

#include "base/check.h"

/* The memory operation of a scalar type, as an offset into the seven loads or the four stores. */
static uint32_t load_index(const struct type *t)
{
    switch (t->size) {
    case 1: return t->kind == TYPE_BOOL || !type_is_signed(t) ? 1 : 0;
    case 2: return type_is_signed(t) ? 2 : 3;
    case 4: return type_is_integer(t) && type_is_signed(t) ? 4 : 5;
    default: return 6;
    }
}

static uint32_t store_index(const struct type *t)
{
    return t->size == 1 ? 0 : t->size == 2 ? 1 : t->size == 4 ? 2 : 3;
}

uint32_t gen_bytes(struct gen *g, const struct type *t, struct span at)
{
    uint32_t bytes = gen_slots(g, 2), count = bytes + 1;
    if (!(t->kind == TYPE_ARRAY && t->unsized)) {
        gen_emit_k(g, at, OP_CONST, bytes, 0, (int64_t) t->size);
        return bytes;
    }
    gen_emit(g, at, OP_MOVE, bytes, gen_bytes(g, t->base, at), 0);
    if (t->extent) {
        struct expr extent = {.kind = EXPR_VARIABLE,
                              .lvalue = true,
                              .type = t->extent->type,
                              .at = at,
                              .symbol = t->extent};
        gen_value(g, &extent, count);
    } else {
        gen_emit_k(g, at, OP_CONST, count, 0, (int64_t) t->count);
    }
    gen_emit_host(g, gen_call_site(g, sizeof(struct call_site), run_extent, at), bytes);
    return bytes;
}

/* Each subscript takes three slots: start (or the index), stop, step. struct array_subscript says which ones are absent. */
struct array_call *gen_subscripts(struct gen *g, const struct expr *e, uint32_t first,
                                  bool (*run)(struct vm *, const struct call_site *, union value *))
{
    struct array_call *s = gen_call_site(g, sizeof *s, run, e->at);
    s->type = e->type;
    s->count = e->subscript_count;
    s->subscripts = ARENA_ARRAY(&g->code->arena, struct array_subscript, s->count + 1);
    gen_value(g, e->left, first);
    for (uint32_t i = 0; i < s->count; i++) {
        const struct subscript *sub = e->subscripts + i;
        struct array_subscript *to = s->subscripts + i;
        *to = (struct array_subscript){.slice = sub->slice,
                                       .has_start = sub->start,
                                       .has_stop = sub->stop,
                                       .step = 1,
                                       .at = sub->at};
        const struct expr *parts[3] = {sub->start, sub->stop, sub->step};
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t top = g->top, slot = first + 1 + 3 * i + k;
            if (parts[k])
                gen_value(g, parts[k], slot);
            else
                gen_emit_k(g, e->at, OP_CONST, slot, 0, k == 2);
            g->top = top;
        }
    }
    return s;
}

/* p[i] of a pointer to a scalar becomes one instruction. */
static struct lvalue deref_place(struct gen *g, const struct expr *e);

/* The same for a reference that a small function of our headers returns. */
static struct lvalue inlined_place(struct gen *g, const struct expr *e, const struct expr *body)
{
    struct inlined in;
    struct expr place = *e;
    gen_inline_begin(g, e->left, &in);
    place.left = (struct expr *) (uintptr_t) gen_pointer(body);
    struct lvalue p = deref_place(g, &place);
    gen_inline_end(g, &in);
    return p;
}

static struct lvalue deref_place(struct gen *g, const struct expr *e)
{
    const struct expr *p = e->left;
    if (gen_is_value(g, p))
        return (struct lvalue){.kind = PLACE_SLOT, .slot = gen_local_slot(g, p->symbol)};
    const struct expr *body = gen_inlined(g, p);
    if (body)
        return inlined_place(g, e, body);
    bool indexed = p->kind == EXPR_POINTER_ADD && p->scale == e->type->size && e->type->size &&
                   e->type->size <= 8 && !gen_by_address(e->type);
    if (!indexed)
        return (struct lvalue){.kind = PLACE_ADDRESS, .slot = gen_value(g, p, -1)};
    uint32_t base = gen_value(g, p->left, -1);
    return (struct lvalue){.kind = PLACE_INDEX, .slot = base, .index = gen_value(g, p->right, -1)};
}

static struct lvalue variable_place(struct gen *g, const struct expr *e)
{
    struct symbol *s = e->symbol;
    if (s->storage == STORAGE_LOCAL || s->storage == STORAGE_PARAM) {
        bool memory = gen_local_in_memory(g, s) || gen_by_address(s->type);
        return (struct lvalue){.kind = memory ? PLACE_ADDRESS : PLACE_SLOT,
                               .slot = gen_local_slot(g, s)};
    }
    if (s->type->kind == TYPE_ARRAY && s->type->unsized) {
        uint32_t slot = gen_slots(g, 1);
        gen_emit_p(g, e->at, OP_SYMBOL, slot, 0, s);
        return (struct lvalue){.kind = PLACE_ADDRESS, .slot = slot};
    }
    if (!s->live.address &&
        s->storage == STORAGE_STATIC) { /* of class type, without an initialiser */
        struct object *o =
            vm_new_aligned(g->vm, s->type->size, s->type->align, HOST_GLOBAL, s->name, s->at);
        s->live.object = o;
        s->live.address = o ? o->start : 0;
        if (o && s->of_thread)
            vm_thread_variable(g->vm, o);
    }
    return (struct lvalue){.kind = PLACE_GLOBAL, .address = s->live.address};
}

static struct lvalue member_place(struct gen *g, const struct expr *e)
{
    struct lvalue p;
    if (e->left->lvalue && e->left->kind != EXPR_ELEMENT)
        p = gen_place(g, e->left);
    else
        p = (struct lvalue){.kind = PLACE_ADDRESS, .slot = gen_value(g, e->left, -1)};
    uint64_t offset = e->field->offset;
    if (p.kind == PLACE_GLOBAL) {
        p.address += offset;
    } else if (p.offset + offset + 8 <= UINT16_MAX) { /* 8: parts of a bit-field */
        p.offset = (uint16_t) (p.offset + offset);
    } else {
        uint32_t slot = gen_slots(g, 1);
        gen_emit_k(g, e->at, OP_ADD_K_U64, slot, p.slot, (int64_t) (p.offset + offset));
        p = (struct lvalue){.kind = PLACE_ADDRESS, .slot = slot};
    }
    p.bits = e->field->bit_width ? e->field : NULL;
    return p;
}

struct lvalue gen_place(struct gen *g, const struct expr *e)
{
    switch (e->kind) {
    case EXPR_VARIABLE: return variable_place(g, e);
    case EXPR_DEREF: return deref_place(g, e);
    case EXPR_MEMBER: return member_place(g, e);
    case EXPR_STRING:
        return (struct lvalue){.kind = PLACE_GLOBAL, .address = vm_literal(g->vm, e->string)};
    case EXPR_ELEMENT: {
        uint32_t first = gen_slots(
            g, 2 + 3 * e->subscript_count); /* array, subscripts, and a slot for a value to store */
        return (struct lvalue){.kind = PLACE_ELEMENT,
                               .slot = first,
                               .element = gen_subscripts(g, e, first, run_element_load)};
    }
    default: /* the address of a compound literal, or of an assignment used as an lvalue */
        return (struct lvalue){.kind = PLACE_ADDRESS, .slot = gen_value(g, e, -1)};
    }
}

static void load_memory(struct gen *g, struct lvalue p, const struct type *t, struct span at,
                        uint32_t to)
{
    uint32_t how = load_index(t);
    if (p.kind == PLACE_GLOBAL)
        gen_emit_k(g, at, (enum opcode)(OP_GLOAD_I8 + how), to, 0, (int64_t) p.address);
    else if (p.kind == PLACE_INDEX)
        gen_emit(g, at, (enum opcode)(OP_LOADX_I8 + how), to, p.slot, p.index);
    else
        gen_emit(g, at, (enum opcode)(OP_LOAD_I8 + how), to, p.slot, p.offset);
}

static void store_memory(struct gen *g, struct lvalue p, const struct type *t, struct span at,
                         uint32_t value)
{
    uint32_t how = store_index(t);
    if (p.kind == PLACE_GLOBAL)
        gen_emit_k(g, at, (enum opcode)(OP_GSTORE_8 + how), value, 0, (int64_t) p.address);
    else if (p.kind == PLACE_INDEX)
        gen_emit(g, at, (enum opcode)(OP_STOREX_8 + how), value, p.slot, p.index);
    else
        gen_emit(g, at, (enum opcode)(OP_STORE_8 + how), value, p.slot, p.offset);
}

static struct lvalue moved(struct lvalue p, uint64_t by)
{
    if (p.kind == PLACE_GLOBAL)
        p.address += by;
    else
        p.offset = (uint16_t) (p.offset + by);
    return p;
}

static void load_bits(struct gen *g, struct lvalue p, struct span at, uint32_t to)
{
    struct bit_part parts[BIT_PARTS_MAX];
    const struct field *f = p.bits;
    bool is_signed = type_is_signed(f->type) && f->type->kind != TYPE_BOOL;
    uint32_t n = type_bit_parts(f, parts), sum = n > 1 ? gen_slots(g, 2) : to, part = sum;
    for (uint32_t i = 0; i < n; i++) {
        const struct bit_part *b = parts + i;
        bool extend = is_signed && i + 1 == n;
        load_memory(g, moved(p, b->offset), b->unit, at, part);
        gen_emit_k(g, at, OP_SHL_K_U64, part, part, 64 - b->bit_offset - b->width);
        gen_emit_k(g, at, extend ? OP_SHR_K_I64 : OP_SHR_K_U64, part, part, 64 - b->width);
        if (i) {
            gen_emit_k(g, at, OP_SHL_K_U64, part, part, b->up);
            gen_emit(g, at, OP_OR, sum, sum, part);
        }
        part = sum + 1;
    }
    if (sum != to)
        gen_emit(g, at, OP_MOVE, to, sum, 0);
}

/* The address of an lvalue, in a slot. */
static uint32_t place_address(struct gen *g, struct lvalue p, struct span at, int64_t want)
{
    if (p.kind == PLACE_ADDRESS && !p.offset && want < 0)
        return p.slot;
    uint32_t to = gen_result_slot(g, want);
    if (p.kind == PLACE_GLOBAL)
        gen_emit_k(g, at, OP_CONST, to, 0, (int64_t) p.address);
    else if (p.offset)
        gen_emit_k(g, at, OP_ADD_K_U64, to, p.slot, p.offset);
    else if (to != p.slot)
        gen_emit(g, at, OP_MOVE, to, p.slot, 0);
    return to;
}

uint32_t gen_load(struct gen *g, struct lvalue p, const struct type *t, struct span at,
                  int64_t want)
{
    if (p.kind == PLACE_SLOT) {
        if (want < 0 || want == p.slot)
            return p.slot;
        gen_emit(g, at, OP_MOVE, (uint32_t) want, p.slot, 0);
        return (uint32_t) want;
    }
    if (p.kind == PLACE_ELEMENT) {
        uint32_t first =
            gen_slots(g, 2 + 3 * p.element->count); /* a copy: the lvalue may be stored to later */
        for (uint32_t i = 0; i < 1 + 3 * p.element->count; i++)
            gen_emit(g, at, OP_MOVE, first + i, p.slot + i, 0);
        if (gen_by_address(t)) /* a struct is loaded into a temporary */
            gen_emit(g, at, OP_MOVE, first + 1 + 3 * p.element->count, gen_temporary(g, t, at), 0);
        gen_emit_host(g, &p.element->call, first);
        if (want < 0)
            return first;
        gen_emit(g, at, OP_MOVE, (uint32_t) want, first, 0);
        return (uint32_t) want;
    }
    if (gen_by_address(t))
        return place_address(g, p, at, want);
    uint32_t to = gen_result_slot(g, want);
    if (p.bits)
        load_bits(g, p, at, to);
    else
        load_memory(g, p, t, at, to);
    return to;
}

/* Read, replace the field's bits, write back. */
static void store_bits(struct gen *g, struct lvalue p, struct span at, uint32_t value)
{
    struct bit_part parts[BIT_PARTS_MAX];
    uint32_t n = type_bit_parts(p.bits, parts), unit = gen_slots(g, 2), part = unit + 1;
    struct touch_call *touch = gen_call_site(g, sizeof *touch, run_touch, at);
    touch->size = parts[n - 1].offset + parts[n - 1].unit->size;
    place_address(g, p, at, unit);
    gen_emit_host(g, &touch->call, unit);
    for (uint32_t i = 0; i < n; i++) {
        const struct bit_part *b = parts + i;
        struct lvalue at_part = moved(p, b->offset);
        uint64_t mask = UINT64_MAX >> (64 - b->width) << b->bit_offset;
        load_memory(g, at_part, b->unit, at, unit);
        gen_emit_k(g, at, OP_AND_K, unit, unit, (int64_t) ~mask);
        if (b->up)
            gen_emit_k(g, at, OP_SHR_K_U64, part, value, b->up);
        gen_emit_k(g, at, OP_SHL_K_U64, part, b->up ? part : value, b->bit_offset);
        gen_emit_k(g, at, OP_AND_K, part, part, (int64_t) mask);
        gen_emit(g, at, OP_OR, unit, unit, part);
        store_memory(g, at_part, b->unit, at, unit);
    }
}

void gen_store(struct gen *g, struct lvalue p, const struct type *t, struct span at, uint32_t value)
{
    if (p.kind == PLACE_SLOT) {
        if (value != p.slot)
            gen_emit(g, at, OP_MOVE, p.slot, value, 0);
    } else if (p.kind == PLACE_ELEMENT) {
        struct array_call *store = gen_call_site(g, sizeof *store, run_element_store, at);
        struct call_site kept = store->call;
        *store = *p.element;
        store->call = kept;
        gen_emit(g, at, OP_MOVE, p.slot + 1 + 3 * p.element->count, value, 0);
        gen_emit_host(g, &store->call, p.slot);
    } else if (gen_by_address(t)) {
        gen_emit_k(g, at, OP_COPY, place_address(g, p, at, -1), value, (int64_t) type_assigned(t));
    } else if (p.bits) {
        store_bits(g, p, at, value);
    } else {
        store_memory(g, p, t, at, value);
    }
}

uint32_t gen_address(struct gen *g, const struct expr *e, int64_t want)
{
    if (e->kind == EXPR_DEREF)
        return gen_value(g, e->left, want);
    struct lvalue p = gen_place(g, e);
    if (p.kind == PLACE_ELEMENT && gen_by_address(e->type))
        return gen_load(g, p, e->type, e->at, want);
    CHECK(p.kind == PLACE_ADDRESS || p.kind == PLACE_GLOBAL);
    return place_address(g, p, e->at, want);
}
