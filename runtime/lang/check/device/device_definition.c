/* SPDX-License-Identifier: Apache-2.0 */
/* A definition for the device: a span of the cell's text, the identifiers it mentions, and its host-only parts. What
 * the items of a cell define: device_text.c. */
#include "lang/check/device/check_device.h"

#include <string.h>

/* ---- mentions ---- */

static bool in_hole(const struct device_def *d, struct span at)
{
    for (uint32_t i = 0; i < d->hole_count; i++)
        if (at.start >= d->holes[i].start && at.end <= d->holes[i].end)
            return true;
    return false;
}

/* The macros that directives inside a text change. */
static void read_redefines(struct checker *c, struct device_def *d, const struct tokens *tokens)
{
    d->redefines = ARENA_ARRAY(c->arena, const char *, tokens->n / 3);
    for (size_t i = 0; d->kind != DEVICE_MACRO && i + 2 < tokens->n; i++) {
        const struct token *t = tokens->at + i;
        bool changes = t->kind == TOKEN_HASH && t->line_start &&
                       (str_eq(t[1].text, "define") || str_eq(t[1].text, "undef"));
        if (changes && t[2].name)
            d->redefines[d->redefine_count++] = t[2].name->text;
    }
}

static void read_mentions(struct checker *c, struct device_def *d, struct span at)
{
    const struct source *src = source_get(c->l->sources, at.source);
    struct tokens tokens = {0};
    struct lexer lexer = {&c->l->names, c->arena, false};
    VEC(const char *) found = {0};
    c->l->mark++;
    if (src)
        lex_text(&lexer, src, at.start, at.end, &tokens);
    bool launches = false, registers = false;
    read_redefines(c, d, &tokens);
    VEC_EACH (t, &tokens) {
        launches |= t->kind == TOKEN_LAUNCH_OPEN && !in_hole(d, t->at);
        registers |= t->kind == TOKEN_REGISTER && !in_hole(d, t->at);
        if (t->kind != TOKEN_NAME || t->name->mark == c->l->mark || in_hole(d, t->at))
            continue;
        t->name->mark = c->l->mark;
        VEC_PUSH(&found, t->name->text);
    }
    if (launches)
        VEC_PUSH(&found, token_spelling(TOKEN_LAUNCH_OPEN));
    if (registers)
        VEC_PUSH(&found, token_spelling(TOKEN_REGISTER));
    d->mention_count = (uint32_t) found.n;
    d->mentions = ARENA_ARRAY(c->arena, const char *, found.n);
    if (found.n)
        memcpy(d->mentions, found.at, found.n * sizeof *found.at);
    VEC_FREE(&found);
    VEC_FREE(&tokens);
}

/* ---- host-only members ---- */

/* A member function without a CUDA space is host-only, and NVRTC rejects it. */
static bool host_only(const struct node *m)
{
    const struct node *f = m;
    while (f && (f->kind == NODE_TEMPLATE || f->kind == NODE_FRIEND))
        f = f->template.declaration;
    bool function = f && (f->kind == NODE_FUNCTION ||
                          (f->kind == NODE_DECLARATION && f->count &&
                           f->list[0]->declarator.type->kind == NODE_TYPE_FUNCTION));
    return function && !(f->flags & (FLAG_DEVICE | FLAG_GLOBAL | FLAG_CONSTEXPR | FLAG_DEFAULTED |
                                     FLAG_DELETED | FLAG_TYPEDEF));
}

/* The host-only members of a class that the device reads too. A class with virtual functions stays whole, to keep
 * its layout. */
static void find_holes(struct checker *c, struct device_def *d, const struct node *tag,
                       struct span at)
{
    d->holes = ARENA_ARRAY(c->arena, struct span, tag->count);
    for (uint32_t i = 0; i < tag->count; i++)
        if (tag->list[i]->kind == NODE_FUNCTION && tag->list[i]->flags & FLAG_VIRTUAL)
            return;
    for (uint32_t i = 0; i < tag->count; i++) {
        struct span m = tag->list[i]->at;
        if (host_only(tag->list[i]) && m.source == at.source && m.start >= at.start &&
            m.end <= at.end)
            d->holes[d->hole_count++] = m;
    }
}

/* ---- definitions ---- */

static uint8_t pack_of(const struct checker *c, uint32_t position)
{
    uint8_t pack = 0;
    for (size_t i = 0; c->text && i < c->text->packs.n; i++)
        if (c->text->packs.at[i].position <= position)
            pack = c->text->packs.at[i].value;
    return pack;
}

struct definition *device_define_class(struct checker *c, enum device_def_kind kind,
                                       const struct name *name, struct span at, uint32_t position,
                                       const struct node *tag)
{
    struct definition *d = ARENA_NEW(c->arena, struct definition);
    d->def.kind = kind;
    d->def.name = name ? name->text : NULL;
    d->def.at = at;
    d->def.space = c->context && c->context->space ? c->context->space->text : NULL;
    d->def.pack = pack_of(c, position);
    d->position = position;
    if (tag)
        find_holes(c, &d->def, tag, at);
    read_mentions(c, &d->def, at);
    if (kind != DEVICE_MACRO)
        read_macros(c, &d->def, position);
    VEC_PUSH(&c->device, d);
    return d;
}

struct definition *device_define(struct checker *c, enum device_def_kind kind,
                                 const struct name *name, struct span at, uint32_t position)
{
    return device_define_class(c, kind, name, at, position, NULL);
}

void define_made(struct checker *c, const char *name, struct span at, uint32_t position)
{
    device_define(c, DEVICE_TYPE, name_cstr(&c->l->names, name), at, position);
}

void define_directives(struct checker *c, struct preprocessed *text)
{
    uint32_t number = 0;
    VEC_EACH (it, &text->directives) {
        number++;
        bool macro = it->kind == DEVICE_MACRO;
        struct definition *d =
            device_define(c, it->kind, macro ? it->name : NULL, it->at, it->position);
        d->removes = it->removes;
        it->def = &d->def;
        if (macro) {
            it->previous = it->name->directive;
            it->name->directive = number;
        }
    }
}

void macros_forget(const struct preprocessed *text)
{
    VEC_EACH (it, &text->directives)
        it->name->directive = 0;
}

/* ---- replacing ---- */

bool definition_overloads(const struct definition *a, const struct definition *b)
{
    return a->def.at.source == b->def.at.source && strcmp(a->params, b->params);
}

bool definition_replaces(const struct lang *l, const struct definition *new,
                         const struct definition *old)
{
    if (new->def.name != old->def.name || new->def.space != old->def.space)
        return false;
    if (!new->def.name) {
        struct str a = span_text(l->sources, new->def.at), b = span_text(l->sources, old->def.at);
        return new->def.kind == old->def.kind &&a.n == b.n && !memcmp(a.p, b.p, a.n);
    }
    if ((new->def.kind == DEVICE_MACRO) != (old->def.kind == DEVICE_MACRO))
        return false;
    if (new->prototype != old->prototype &&new->def.kind == old->def.kind)
        return false;
    bool overloads = (new->def.kind == DEVICE_FUNCTION || new->def.kind == DEVICE_TYPE) &&
                     old->def.kind == new->def.kind &&new->params && old->params;
    overloads |=
        new->def.kind == DEVICE_KERNEL && old->def.kind == DEVICE_KERNEL &&new->def.kernel !=
                                              old->def.kernel &&definition_overloads(new, old);
    return !overloads || !strcmp(new->params, old->params);
}
