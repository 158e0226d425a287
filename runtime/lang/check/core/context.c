/* SPDX-License-Identifier: Apache-2.0 */
/* Checks text in the context of its declaration: class members, template instances, functions checked again. The
 * current blocks are hidden, and the names of the context are bound. */
#include "lang/check/core/scope.h"

#include <string.h>

static struct context *inside(struct checker *c, const struct context *outer,
                              const struct scope_binding *bindings, uint32_t count)
{
    struct context *x = ARENA_NEW(c->arena, struct context);
    *x = (struct context){.outer = outer, .space = outer ? outer->space : NULL, .count = count};
    x->bindings = ARENA_ARRAY(c->arena, struct scope_binding, count);
    if (count)
        memcpy(x->bindings, bindings, count * sizeof *bindings);
    return x;
}

const struct context *context_new(struct checker *c, const struct context *outer,
                                  const struct scope_binding *bindings, uint32_t count)
{
    return inside(c, outer, bindings, count);
}

const struct context *context_in_space(struct checker *c, const struct context *outer,
                                       struct name *space)
{
    struct context *x = inside(c, outer, NULL, 0);
    x->space = space;
    return x;
}

/* The names of a function that a class or lambda in it can use without capturing them. */
static bool seen_inside(const struct symbol *s)
{
    if (!s)
        return false;
    if (s->kind == SYMBOL_VARIABLE)
        return s->known || s->storage == STORAGE_STATIC;
    return s->kind != SYMBOL_FIELD;
}

static const struct context *in_block(struct checker *c, const struct scope_binding *found,
                                      size_t n)
{
    if (!n && !c->used.n)
        return c->context;
    struct context *x = inside(c, c->context, found, (uint32_t) n);
    x->used = ARENA_ARRAY(c->arena, struct name *, c->used.n);
    if (c->used.n)
        memcpy(x->used, c->used.at, c->used.n * sizeof *x->used);
    x->used_count = (uint32_t) c->used.n;
    return x;
}

const struct context *context_here(struct checker *c)
{
    if (c->depth <= DEPTH_CELL)
        return c->context;
    VEC(struct scope_binding) found = {0};
    c->l->mark++;
    for (size_t i = c->log.n; i-- > c->local_from;) {
        struct name *n = c->log.at[i].name;
        if (n->mark == c->l->mark)
            continue;
        n->mark = c->l->mark;
        struct symbol *s = n->ordinary_depth > DEPTH_CELL ? n->ordinary : NULL,
                      *tag = n->tag_depth > DEPTH_CELL ? n->tag : NULL;
        if (tag && c->dialect->separate_tags)
            VEC_PUSH(&found, (struct scope_binding){n, tag, true});
        else if (!s)
            s = tag;
        if (seen_inside(s))
            VEC_PUSH(&found, (struct scope_binding){n, s, false});
    }
    const struct context *x = in_block(c, found.at, found.n);
    VEC_FREE(&found);
    return x;
}

/* ---- entering ---- */

static void swap_binding(struct binding *b)
{
    struct name *n = b->name;
    struct binding now = {n, n->ordinary, n->tag, n->ordinary_depth, n->tag_depth};
    n->ordinary = b->ordinary;
    n->tag = b->tag;
    n->ordinary_depth = b->ordinary_depth;
    n->tag_depth = b->tag_depth;
    *b = now;
}

static void bind_context(struct checker *c, const struct context *x)
{
    if (!x)
        return;
    bind_context(c, x->outer);
    for (uint32_t i = 0; i < x->count; i++)
        if (x->bindings[i].is_tag)
            scope_bind_tag(c, x->bindings[i].name, x->bindings[i].symbol);
        else if (x->bindings[i].name)
            scope_bind(c, x->bindings[i].name, x->bindings[i].symbol);
}

void context_enter(struct checker *c, const struct context *x, bool library, struct entered *e)
{
    e->saved = *c;
    e->hidden_from = c->depth > DEPTH_CELL ? c->local_from : c->log.n;
    e->hidden_to = c->log.n;
    for (size_t i = e->hidden_to; i-- > e->hidden_from;)
        swap_binding(c->log.at + i);
    c->depth = DEPTH_CELL;
    c->context = x;
    c->library = library;
    c->function = NULL;
    c->result = NULL;
    c->this = c->closure = NULL;
    c->loop = c->leaves = c->switches = NULL;
    c->specifiers = NULL;
    c->specified = c->deduced = NULL;
    c->auto_result = false;
    c->unevaluated = 0;
    c->paren = (struct span){0};
    c->user_conversions = 0; /* of the text's own expressions */
    c->used.at = NULL;
    c->used.n = c->used.cap = 0;
    for (const struct context *o = x; o; o = o->outer)
        for (uint32_t i = 0; i < o->used_count; i++)
            VEC_PUSH(&c->used, o->used[i]);
    c->mentions.at = NULL;
    c->mentions.n = c->mentions.cap = 0;
    c->gotos.at = NULL;
    c->gotos.n = c->gotos.cap = 0;
    c->labels = (struct pointer_map){0};
    c->goto_names.at = NULL;
    c->goto_names.n = c->goto_names.cap = 0;
    c->taken_labels.at = c->computed.at = NULL;
    c->taken_labels.n = c->taken_labels.cap = c->computed.n = c->computed.cap = 0;
    c->cases.at = NULL;
    c->cases.n = c->cases.cap = c->cases_from = 0;
    scope_enter(c, &e->mark);
    bind_context(c, x);
}

void context_leave(struct checker *c, struct entered *e)
{
    scope_leave(c, e->mark);
    for (size_t i = e->hidden_from; i < e->hidden_to; i++)
        swap_binding(c->log.at + i);
    VEC_FREE(&c->used);
    VEC_FREE(&c->mentions);
    VEC_FREE(&c->gotos);
    pointer_map_free(&c->labels);
    VEC_FREE(&c->goto_names);
    VEC_FREE(&c->taken_labels);
    VEC_FREE(&c->computed);
    VEC_FREE(&c->cases);
    const struct checker *s = &e->saved;
    c->depth = s->depth;
    c->user_conversions = s->user_conversions;
    c->local_from = s->local_from;
    c->context = s->context;
    c->library = s->library;
    c->function = s->function;
    c->result = s->result;
    c->this = s->this;
    c->closure = s->closure;
    c->loop = s->loop;
    c->leaves = s->leaves;
    c->switches = s->switches;
    c->specifiers = s->specifiers;
    c->specified = s->specified;
    c->deduced = s->deduced;
    c->auto_result = s->auto_result;
    c->unevaluated = s->unevaluated;
    c->paren = s->paren;
    memcpy(&c->used, &s->used, sizeof c->used);
    memcpy(&c->mentions, &s->mentions, sizeof c->mentions);
    memcpy(&c->gotos, &s->gotos, sizeof c->gotos);
    c->labels = s->labels;
    memcpy(&c->goto_names, &s->goto_names, sizeof c->goto_names);
    memcpy(&c->taken_labels, &s->taken_labels, sizeof c->taken_labels);
    memcpy(&c->computed, &s->computed, sizeof c->computed);
    memcpy(&c->cases, &s->cases, sizeof c->cases);
    c->cases_from = s->cases_from;
}

void attempt_begin(struct checker *c, struct attempt *a)
{
    *a = (struct attempt){.diags = c->diags, .poisoned = c->poisoned, .outer = c->attempt};
    a->unused.muted = true;
    c->diags = &a->unused;
    c->attempt = a;
}

void attempt_end(struct checker *c, struct attempt *a)
{
    c->diags = a->diags;
    c->poisoned = a->poisoned;
    c->attempt = a->outer;
    diags_free(&a->unused);
}
