/* SPDX-License-Identifier: Apache-2.0 */
/* Objects of classes to bytecode: making them where they are wanted, ending them, virtual calls, exceptions. A value of class
 * type is made in place (gen_into); as an operand it is made in a temporary, whose slot then holds its address. Small
 * functions of our headers are put where they are called. */
#include "eval/gen/gen.h"

#include <string.h>

#include "base/check.h"

/* ---- ending ---- */

static struct destroy_site *destroy_later(struct gen *g, const struct type *t, uint32_t slot,
                                          struct span at)
{
    struct symbol *s = type_destructor(t);
    const struct type *element = type_plain(type_element(t));
    if (!s)
        return NULL;
    struct destroy_site *d = ARENA_NEW(&g->code->arena, struct destroy_site);
    *d =
        (struct destroy_site){s, element->size ? t->size / element->size : 1, element->size, false};
    gen_emit_p(g, at, OP_DESTROY, slot, 0, d);
    g->depth++;
    return d;
}

void gen_destroy(struct gen *g, const struct type *t, uint32_t slot, struct span at)
{
    destroy_later(g, t, slot, at);
}

void gen_guard(struct gen *g, const struct stmt *s)
{
    uint32_t top = g->top, object = gen_slots(g, 1);
    gen_address(g, s->expr, object);
    struct destroy_site *d = destroy_later(g, s->expr->type, object, s->at);
    if (d)
        d->guard = true;
    g->top = top;
}

void gen_guard_part(struct gen *g, uint32_t object, uint64_t offset, const struct expr *value)
{
    uint32_t top = g->top, part = gen_slots(g, 1);
    if (!type_destructor(value->type))
        return;
    gen_emit_k(g, value->at, OP_ADD_K_U64, part, object, (int64_t) offset);
    destroy_later(g, value->type, part, value->at)->guard = true;
    g->top = top;
}

/* ---- making ---- */

static const struct builtin *row_named(const struct gen *g, const char *name)
{
    const struct builtin *b = g->vm->rooms.library;
    while (b->name && strcmp(b->name, name) != 0)
        b++;
    CHECK(b->name);
    return b;
}

/* A call of a row of the library with arguments in slots from `base` on. */
static void call_row(struct gen *g, const char *name, uint32_t base, struct span at)
{
    const struct builtin *b = row_named(g, name);
    struct call_site *s = gen_site(
        g, sizeof *s, (bool (*)(struct vm *, const struct site *, union value *)) b->call, at);
    s->builtin = b;
    gen_emit_host(g, &s->site, base);
}

static uint64_t function_handle(struct gen *g, struct symbol *s)
{
    return vm_handle(g->vm, "function", s);
}

/* Each element of an array: from nothing, or from those of another one. */
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
    gen_emit_k(g, e->at, OP_CONST, n++, 0, (int64_t) function_handle(g, e->symbol));
    call_row(g, copies ? "__copy_each" : "__construct", base, e->at);
    g->top = top;
}

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

static void construct(struct gen *g, const struct expr *e, uint32_t to)
{
    if (e->type->kind == TYPE_ARRAY) {
        construct_array(g, e, to);
        return;
    }
    if (!e->symbol)
        return;
    uint32_t top = g->top, base = gen_slots(g, e->arg_count + 2);
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
    switch (e->kind) {
    case EXPR_CONSTRUCT: construct(g, e, to); break;
    case EXPR_CALL: gen_call_into(g, e, to); break;
    case EXPR_CONDITIONAL: choose_into(g, e, to); break;
    case EXPR_COMMA:
        gen_drop(g, e->left);
        gen_into(g, e->right, to);
        break;
    case EXPR_AGGREGATE: gen_init(g, to, 0, e->type, e); break;
    case EXPR_THROW: gen_throw(g, e); break;
    default: gen_emit_k(g, e->at, OP_COPY, to, gen_value(g, e, -1), (int64_t) e->type->size);
    }
    g->top = top;
}

bool gen_makes(const struct expr *e)
{
    if (e->kind == EXPR_COMMA && e->type->kind == TYPE_STRUCT)
        return e->right->kind == EXPR_AGGREGATE || gen_makes(e->right);
    if (e->type->kind != TYPE_STRUCT && e->type->kind != TYPE_ARRAY)
        return false;
    return e->kind == EXPR_CONSTRUCT || e->kind == EXPR_CALL ||
           (e->kind == EXPR_CONDITIONAL && e->type->kind == TYPE_STRUCT);
}

uint32_t gen_made(struct gen *g, const struct expr *e, int64_t want)
{
    uint32_t object = gen_temporary(g, e->type, e->at);
    gen_into(g, e, object);
    gen_destroy(g, e->type, object, e->at);
    if (want < 0)
        return object;
    gen_emit(g, e->at, OP_MOVE, (uint32_t) want, object, 0);
    return (uint32_t) want;
}

void gen_init_object(struct gen *g, const struct expr *e)
{
    uint32_t top = g->top, object = gen_slots(g, 1);
    gen_address(g, e->left, object);
    gen_init(g, object, 0, e->left->type, e->right);
    g->top = top;
}

/* ---- pointers ---- */

uint32_t gen_upcast(struct gen *g, const struct expr *e, int64_t want)
{
    uint32_t to = gen_slots(g, 1), top = g->top;
    gen_value(g, e->left, to);
    uint32_t past = gen_emit_jump(g, e->at, OP_JFALSE, to, 0, 0, 0);
    gen_emit_k(g, e->at, OP_ADD_K_I64, to, to, e->integer);
    gen_patch(g, past, gen_here(g));
    g->top = top;
    if (want < 0)
        return to;
    gen_emit(g, e->at, OP_MOVE, (uint32_t) want, to, 0);
    return (uint32_t) want;
}

uint32_t gen_table(struct gen *g, const struct expr *e, int64_t want)
{
    uint32_t to = want < 0 ? gen_slots(g, 1) : (uint32_t) want;
    gen_emit_k(g, e->at, OP_CONST, to, 0, (int64_t) vm_table(g->vm, e->computed));
    return to;
}

/* ---- exceptions ---- */

void gen_throw(struct gen *g, const struct expr *e)
{
    uint32_t top = g->top, object = gen_slots(g, 1);
    struct throw_site *site = ARENA_NEW(&g->code->arena, struct throw_site);
    site->at = e->at;
    if (e->left) {
        const struct type *t = type_plain(e->left->type);
        site->type = t;
        gen_emit_k(g, e->at, OP_CONST, object, 0, (int64_t) t->size);
        call_row(g, "__exception", object, e->at);
        gen_init(g, object, 0, t, e->left);
    }
    gen_emit_p(g, e->at, OP_THROW, object, 0, site);
    g->top = top;
}

void gen_try(struct gen *g, const struct stmt *s)
{
    uint32_t top = g->top, depth = g->depth, arrays = g->arrays;
    struct try_site *site = ARENA_NEW(&g->code->arena, struct try_site);
    struct catch_site *catches = ARENA_ARRAY(&g->code->arena, struct catch_site, s->count);
    VEC(uint32_t) ends = {0};
    *site = (struct try_site){catches, s->count, gen_slots(g, 1)};
    gen_emit_p(g, s->at, OP_TRY, 0, 0, site);
    g->depth++;
    gen_stmt(g, s->body);
    gen_emit_release(g, s->at, depth);
    VEC_PUSH(&ends, gen_emit_jump(g, s->at, OP_JUMP, 0, 0, 0, 0));
    for (uint32_t i = 0; i < s->count; i++) {
        const struct stmt *c = s->list[i];
        uint32_t inner = g->top;
        catches[i] = (struct catch_site){c->type, (int32_t) gen_here(g)};
        g->depth = depth + 1; /* the exception, until the handler is left */
        g->arrays = arrays;
        if (c->symbol) {
            c->symbol->slot = gen_slots(g, 1);
            if (c->symbol->in_memory) {
                uint32_t object = gen_temporary(g, c->symbol->type, c->at);
                gen_store(g, (struct lvalue){.kind = PLACE_ADDRESS, .slot = object},
                          c->symbol->type, c->at, site->slot);
                gen_emit(g, c->at, OP_MOVE, c->symbol->slot, object, 0);
            } else {
                gen_emit(g, c->at, OP_MOVE, c->symbol->slot, site->slot, 0);
            }
        }
        gen_stmt(g, c->body);
        gen_emit_release(g, c->at, depth);
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

/* ---- small functions in place ---- */

enum { INLINE_DEPTH = 6, INLINE_PARAMS = 4 };

static const struct expr *only_result(const struct function *f)
{
    const struct stmt *s = f->body;
    if (!s || s->kind != STMT_BLOCK || s->count != 1 || s->list[0]->kind != STMT_RETURN)
        return NULL;
    return s->list[0]->expr;
}

static bool plain_params(const struct function *f)
{
    if (f->type->param_count > INLINE_PARAMS)
        return false;
    for (uint32_t i = 0; i < f->type->param_count; i++)
        if (!f->params[i] || f->params[i]->in_memory || gen_by_address(f->params[i]->type))
            return false;
    return true;
}

const struct expr *gen_inlined(struct gen *g, const struct expr *e)
{
    if (e->kind != EXPR_CALL || !e->symbol || e->virtual_slot || !e->symbol->function->library)
        return NULL;
    struct function *f = e->symbol->function;
    if (g->inlined >= INLINE_DEPTH || f->type->variadic || gen_by_address(f->type->base) ||
        f->type->base->kind == TYPE_VOID)
        return NULL;
    if (f->stale && !f->body && lang_is_one_statement(f)) {
        struct diags unused = {0};
        bool good = lang_recheck(g->vm->lang, f, e->at, &unused);
        diags_free(&unused);
        if (!good)
            return NULL;
    }
    return f->stale || !f->body || !plain_params(f) ? NULL : only_result(f);
}

/* Its temporaries stay: the function's text stands in the same full expression. */
static void inlined_argument(struct gen *g, const struct expr *e, uint32_t to)
{
    gen_value(g, e, to);
}

void gen_inline_begin(struct gen *g, const struct expr *e, struct inlined *in)
{
    const struct function *f = e->symbol->function;
    in->function = f;
    in->at = g->inline_at;
    uint32_t slots[INLINE_PARAMS];
    for (uint32_t i = 0; i < f->type->param_count; i++)
        slots[i] = gen_slots(g, 1);
    gen_arguments(g, e, slots, 0, inlined_argument);
    for (uint32_t i = 0; i < f->type->param_count; i++) {
        in->slots[i] = f->params[i]->slot;
        f->params[i]->slot = slots[i];
    }
    if (!g->inlined++)
        g->inline_at = e->at;
}

void gen_inline_end(struct gen *g, const struct inlined *in)
{
    for (uint32_t i = 0; i < in->function->type->param_count; i++)
        in->function->params[i]->slot = in->slots[i];
    g->inlined--;
    g->inline_at = in->at;
}
