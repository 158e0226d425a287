/* SPDX-License-Identifier: Apache-2.0 */
/* Scopes. A declaration changes the name's record and logs what it was; leaving a scope undoes the log. Next: lookup.c. */
#include "lang/check/core/scope.h"

#include <string.h>

static void log_name(struct checker *c, struct name *name)
{
    VEC_PUSH(&c->log, (struct binding){name, name->ordinary, name->tag, name->ordinary_depth,
                                       name->tag_depth});
}

uint32_t scope_enter(struct checker *c, size_t *out_mark)
{
    *out_mark = c->log.n;
    if (c->depth == DEPTH_CELL)
        c->local_from = c->log.n;
    return ++c->depth;
}

void binding_undo(struct checker *c, size_t mark)
{
    while (c->log.n > mark) {
        struct binding b = c->log.at[--c->log.n];
        b.name->ordinary = b.ordinary;
        b.name->tag = b.tag;
        b.name->ordinary_depth = b.ordinary_depth;
        b.name->tag_depth = b.tag_depth;
    }
}

void scope_leave(struct checker *c, size_t mark)
{
    binding_undo(c, mark);
    c->depth--;
}

void outward_find(struct checker *c, size_t mark, binding_vec *out)
{
    for (size_t i = mark; i < c->log.n; i++) {
        struct name *name = c->log.at[i].name;
        struct symbol *tag = name->tag_depth == c->depth ? name->tag : NULL;
        if (tag && tag->outward && !tag->type->complete)
            VEC_PUSH(out, ((struct binding){.name = name, .tag = tag}));
    }
}

void outward_bind(struct checker *c, binding_vec *found)
{
    VEC_EACH (b, found)
        if (b->name->tag != b->tag)
            scope_bind_tag(c, b->name, b->tag);
    VEC_FREE(found);
}

void scope_leave_inner(struct checker *c, size_t mark)
{
    binding_vec found = {0};
    outward_find(c, mark, &found);
    scope_leave(c, mark);
    outward_bind(c, &found);
}

void scope_bind(struct checker *c, struct name *name, struct symbol *s)
{
    log_name(c, name);
    name->ordinary = s;
    name->ordinary_depth = c->depth;
}

void scope_bind_tag(struct checker *c, struct name *name, struct symbol *s)
{
    log_name(c, name);
    name->tag = s;
    name->tag_depth = c->depth;
    /* In C++ the newer of a tag and another meaning of the name wins at cell level. */
    const struct symbol *old = name->ordinary_depth < c->depth ? name->ordinary : NULL;
    if (old && (old->kind == SYMBOL_TYPE || old->makes_type) && !c->dialect->separate_tags)
        name->ordinary = NULL;
}

void scope_mention(struct checker *c, struct symbol *s)
{
    if (!c->function || s->storage != STORAGE_SESSION || s->kind == SYMBOL_BUILTIN)
        return;
    for (size_t i = 0; i < c->mentions.n; i++)
        if (c->mentions.at[i] == s)
            return;
    VEC_PUSH(&c->mentions, s);
}

/* While a lambda's body is checked, the log has what its function's names mean (swap_binding). */
struct symbol *scope_around_lambda(const struct checker *c, const struct name *name)
{
    const struct symbol *f = c->function ? c->function->symbol : NULL;
    const char *class = f && f->member ? f->member->class->name : NULL;
    bool lambda = class && !strcmp(class, "a lambda");
    for (size_t i = lambda ? c->log.n : 0; i-- > 0;) {
        const struct binding *b = c->log.at + i;
        struct symbol *s = b->name == name && b->ordinary_depth > DEPTH_CELL ? b->ordinary : NULL;
        if (s && s->kind == SYMBOL_VARIABLE)
            return s;
    }
    return NULL;
}

/* ---- declarations ---- */

static const char *what_is(const struct symbol *s)
{
    switch (s->kind) {
    case SYMBOL_FUNCTION: return "a function";
    case SYMBOL_TYPE: return "a type";
    case SYMBOL_CONSTANT: return "a constant";
    case SYMBOL_KERNEL: return "a kernel";
    case SYMBOL_DEVICE: return "a device name";
    default: return "a variable";
    }
}

struct name *decl_name(struct checker *c, struct name *name)
{
    return c->depth <= DEPTH_CELL && c->context ? name_in(&c->l->names, c->context->space, name)
                                                : name;
}

bool name_free(struct checker *c, const struct name *name, struct span at)
{
    const struct symbol *old = name->ordinary;
    if (!old || name->ordinary_depth != c->depth)
        return true;
    struct diag *d = diag_error(c->diags, DIAG_TYPE, at, "'%s' is declared twice%s", name->text,
                                c->depth == DEPTH_CELL ? " in this cell" : "");
    diag_note(c->diags, d, old->at, "it is %s here", what_is(old));
    return false;
}

static void hide_local(struct checker *c, const char *text)
{
    struct name *name = text ? name_cstr(&c->l->names, text) : NULL;
    if (name && name->ordinary && name->ordinary_depth > DEPTH_CELL)
        scope_bind(c, name, NULL);
}

void scope_hide_members(struct checker *c, const struct type *t)
{
    for (uint32_t i = 0; i < t->field_count; i++) {
        hide_local(c, t->fields[i].name);
        if (t->fields[i].is_base && t->fields[i].type->class)
            scope_hide_members(c, type_plain(t->fields[i].type));
    }
    for (uint32_t i = 0; i < t->class->member_count; i++)
        hide_local(c, t->class->members[i].name);
}
