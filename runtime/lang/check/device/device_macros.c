/* SPDX-License-Identifier: Apache-2.0 */
/* Which macros a definition's device text sees: those in force at its position, as the preprocessor saw them. Needs
 * the cell's directives in order. compile/emit_macros.c writes them before the text; docs/language.md states the
 * rule. */
#include "lang/check/device/check_device.h"

#include <string.h>

/* The session's definition of a macro, from an earlier cell; NULL: there is none for the device. */
static const struct device_def *session_macro(const struct checker *c, const char *name)
{
    for (uint32_t i = 0; i < c->l->program.count; i++)
        if (c->l->program.defs[i]->kind == DEVICE_MACRO && c->l->program.defs[i]->name == name)
            return c->l->program.defs[i];
    return NULL;
}

/* The macro of that name at a token of the cell. NULL: it is not a macro there. */
static const struct macro *macro_at(const struct checker *c, const struct name *name,
                                    uint32_t position, const struct device_def **out_pinned)
{
    uint32_t last = c->text ? name->directive : 0, i = last, first = 0;
    *out_pinned = NULL;
    for (; i && c->text->directives.at[i - 1].position > position;
         i = c->text->directives.at[i - 1].previous)
        first = i;
    if (i == last && !i)
        return name->macro;
    if (!i) {
        const struct directive *d = c->text->directives.at + first - 1;
        *out_pinned = d->before ? session_macro(c, name->text) : NULL;
        return *out_pinned ? d->before : NULL;
    }
    const struct directive *d = c->text->directives.at + i - 1;
    *out_pinned = i == last || d->removes ? NULL : d->def;
    return d->macro;
}

bool device_gives_space(const struct checker *c, struct span at, uint32_t position)
{
    const struct preprocessed *text = c->text;
    for (size_t i = 0; text && i < text->invocations.n; i++) {
        const struct invocation *it = text->invocations.at + i;
        const struct device_def *pinned;
        if (it->at.source != at.source || it->at.start < at.start || it->at.end > at.end)
            continue;
        const struct macro *m = macro_at(c, it->macro->name, position, &pinned);
        for (uint32_t k = 0; m && m != it->macro && k < m->count; k++)
            if (str_eq(m->body[k].text, "__device__") || str_eq(m->body[k].text, "__constant__"))
                return true;
    }
    return false;
}

struct reading {
    struct checker *c;
    uint32_t position;
    VEC(struct macro_use) found;
    VEC(const struct macro *) open; /* whose bodies are to be searched */
};

static void see(struct reading *r, struct name *name)
{
    const struct device_def *pinned;
    if (name->mark == r->c->l->mark)
        return;
    name->mark = r->c->l->mark;
    const struct macro *m = macro_at(r->c, name, r->position, &pinned);
    if (!m || m->kind != MACRO_PLAIN || device_in_host_header(r->c, m->directive))
        return;
    VEC_PUSH(&r->found, (struct macro_use){name->text, pinned});
    VEC_PUSH(&r->open, m);
}

/* A macro name made by ## shows only in the expansion. */
static void see_expanded(struct reading *r, struct span at)
{
    const struct preprocessed *text = r->c->text;
    for (size_t i = 0; text && i < text->invocations.n; i++) {
        const struct invocation *it = text->invocations.at + i;
        if (it->at.source == at.source && it->at.start >= at.start && it->at.end <= at.end)
            see(r, it->macro->name);
    }
}

/* An included header may use any macro that its cell defined before: the directives above it, which are those that have their text by now. */
static void see_all(struct reading *r)
{
    const struct preprocessed *text = r->c->text;
    for (size_t i = 0; text && i < text->directives.n && text->directives.at[i].def; i++)
        if (text->directives.at[i].kind == DEVICE_MACRO)
            see(r, text->directives.at[i].name);
}

void read_macros(struct checker *c, struct device_def *d, uint32_t position)
{
    struct reading r = {.c = c, .position = position};
    c->l->mark++;
    for (uint32_t i = 0; i < d->mention_count; i++)
        see(&r, name_cstr(&c->l->names, d->mentions[i]));
    see_expanded(&r, d->at);
    if (d->kind == DEVICE_INCLUDE)
        see_all(&r);
    while (r.open.n) {
        const struct macro *m = VEC_LAST(&r.open);
        r.open.n--;
        for (uint32_t i = 0; i < m->count; i++)
            if (m->body[i].name)
                see(&r, m->body[i].name);
    }
    d->macro_count = (uint32_t) r.found.n;
    d->macros = ARENA_ARRAY(c->arena, struct macro_use, r.found.n);
    if (r.found.n)
        memcpy(d->macros, r.found.at, r.found.n * sizeof *r.found.at);
    VEC_FREE(&r.found);
    VEC_FREE(&r.open);
}
