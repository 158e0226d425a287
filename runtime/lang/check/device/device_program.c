/* SPDX-License-Identifier: Apache-2.0 */
/* The session's device definitions: how they are replaced, and their order in programs. A definition that replaces
 * another keeps its place; newer definitions that it needs move before it. */
#include "lang/check/device/check_device.h"

#include <stdlib.h>
#include <string.h>

static void append(struct device_program *p, struct device_def *d)
{
    if (p->count == p->cap) {
        p->cap = p->cap ? 2 * p->cap : 16;
        p->defs = xrealloc(p->defs, p->cap * sizeof *p->defs);
    }
    p->defs[p->count++] = d;
}

/* Marks the names that the program defines: add() looks for what a definition replaces only if its name is among them. */
static void mark_names(struct lang *l, const struct device_program *p)
{
    l->mark++;
    for (uint32_t i = 0; i < p->count; i++)
        if (p->defs[i]->name)
            name_cstr(&l->names, p->defs[i]->name)->mark = l->mark;
}

static bool is_new_name(struct lang *l, const struct device_def *d)
{
    struct name *name = d->name ? name_cstr(&l->names, d->name) : NULL;
    bool fresh = name && name->mark != l->mark;
    if (fresh)
        name->mark = l->mark;
    return fresh;
}

/* After mark_names. */
static void add(struct lang *l, struct device_program *p, struct device_def *d)
{
    struct definition *new = (struct definition *) d;
    uint32_t kept = 0, place = UINT32_MAX;
    new->born = new->made = p->births++;
    if (is_new_name(l, d)) {
        if (!new->removes)
            append(p, d);
        return;
    }
    for (uint32_t i = 0; i < p->count; i++) {
        const struct definition *old = (const struct definition *) p->defs[i];
        if (!definition_replaces(l, new, old)) {
            p->defs[kept++] = p->defs[i];
        } else if (place == UINT32_MAX && !new->removes) {
            place = kept;
            new->born = old->born;
            p->defs[kept++] = d;
        }
    }
    p->count = kept;
    if (place == UINT32_MAX && !new->removes)
        append(p, d);
}

/* ---- order ---- */

/* A definition can need only what existed when it was made. Definitions older than its place precede it anyway.
 * Newer ones, which it may need if it replaced another, move before it. Mentions are spellings and may mean
 * something else (a parameter, a member), so one that would close a cycle is ignored. */
struct ordering {
    struct lang *l;
    struct device_def **defs, **out;
    uint32_t *next;       /* the next definition of the same name, or UINT32_MAX */
    unsigned char *state; /* 0: not visited, 1: in progress, 2: emitted */
    uint32_t *seen;       /* the last search that visited it */
    uint32_t count, done, searches;
};

typedef VEC(uint32_t) index_vec;

enum {
    PLACE_DEPTH = 4000
}; /* bounds the stack: a longer chain of replaced definitions keeps the order of their cells */

static const struct definition *definition_at(const struct ordering *o, uint32_t i)
{
    return (const struct definition *) o->defs[i];
}

static bool may_need(const struct ordering *o, uint32_t i, uint32_t j)
{
    const struct definition *a = definition_at(o, i), *b = definition_at(o, j);
    /* a macro's body is read where the macro is used */
    return i != j && a->def.name != b->def.name && !b->member &&
           (b->born < a->made || a->def.kind == DEVICE_MACRO);
}

static bool is_in_same_space(const struct ordering *o, uint32_t i, uint32_t j)
{
    const char *a = o->defs[i]->space, *b = o->defs[j]->space;
    return a == b || (a && b && !strcmp(a, b));
}

/* Another definition of the name stands there already: the same function, an overload. */
static bool is_there(const struct ordering *o, uint32_t i, uint32_t first)
{
    for (uint32_t j = first; j != UINT32_MAX; j = o->next[j])
        if (o->state[j] == 2 && is_in_same_space(o, i, j))
            return true;
    return false;
}

static void add_needed(struct ordering *o, uint32_t i, const char *mention, index_vec *out)
{
    const struct name *n = name_cstr(&o->l->names, mention);
    uint32_t first = n->mark == o->l->mark ? n->index : UINT32_MAX;
    for (uint32_t j = first; j != UINT32_MAX; j = o->next[j])
        if (may_need(o, i, j) && !is_there(o, j, first))
            VEC_PUSH(out, j);
}

/* The definitions that must precede definition i and are not emitted yet. */
static void needed(struct ordering *o, uint32_t i, index_vec *out)
{
    const struct device_def *d = o->defs[i];
    for (uint32_t k = 0; k < d->mention_count; k++)
        add_needed(o, i, d->mentions[k], out);
    for (uint32_t m = 0; m < d->macro_count; m++) {
        const struct device_def *pinned = d->macros[m].pinned;
        for (uint32_t k = 0; pinned && k < pinned->mention_count; k++)
            add_needed(o, i, pinned->mentions[k], out);
    }
}

/* Whether definition i needs `wanted`, directly or through others. */
static bool reaches(struct ordering *o, uint32_t i, uint32_t wanted)
{
    index_vec open = {0};
    bool found = false;
    o->searches++;
    VEC_PUSH(&open, i);
    while (open.n && !found) {
        uint32_t at = VEC_LAST(&open);
        open.n--;
        found = at == wanted;
        if (o->seen[at] == o->searches)
            continue;
        o->seen[at] = o->searches;
        needed(o, at, &open);
    }
    VEC_FREE(&open);
    return found;
}

static void place(struct ordering *o, uint32_t i, int depth)
{
    index_vec before = {0};
    if (o->state[i] || depth > PLACE_DEPTH)
        return;
    o->state[i] = 1;
    needed(o, i, &before);
    VEC_EACH (j, &before)
        if (definition_at(o, *j)->born < definition_at(o, i)->born || !reaches(o, *j, i))
            place(o, *j, depth + 1);
    VEC_FREE(&before);
    o->state[i] = 2;
    o->out[o->done++] = o->defs[i];
}

static int by_birth(const void *a, const void *b)
{
    const struct definition *x = *(struct definition *const *) a,
                            *y = *(struct definition *const *) b;
    return (x->born > y->born) - (x->born < y->born);
}

static void order(struct lang *l, struct device_program *p)
{
    struct ordering o = {.l = l, .defs = p->defs, .count = p->count};
    if (p->count)
        qsort(p->defs, p->count, sizeof(struct device_def *), by_birth);
    o.out = xcalloc(p->count + 1, sizeof(struct device_def *));
    o.next = xcalloc(p->count + 1, sizeof *o.next);
    o.state = xcalloc(p->count + 1, 1);
    o.seen = xcalloc(p->count + 1, sizeof *o.seen);
    l->mark++;
    for (uint32_t i = p->count; i-- > 0;) {
        o.next[i] = UINT32_MAX;
        if (!p->defs[i]->name)
            continue;
        struct name *n = name_cstr(&l->names, p->defs[i]->name);
        o.next[i] = n->mark == l->mark ? n->index : UINT32_MAX;
        n->mark = l->mark;
        n->index = i;
    }
    /* A macro comes where a definition uses it: by itself it would pull what it mentions before older definitions. */
    for (uint32_t i = 0; i < 2 * p->count; i++)
        if ((p->defs[i % p->count]->kind == DEVICE_MACRO) == (i >= p->count))
            place(&o, i % p->count, 0);
    for (uint32_t i = 0; i < o.done; i++) {
        p->defs[i] = o.out[i];
        p->defs[i]->order = i;
    }
    free(o.out);
    free(o.next);
    free(o.state);
    free(o.seen);
}

void program_with(struct lang *l, const struct unit *u, struct device_program *out)
{
    *out = (struct device_program){.births = l->program.births};
    for (uint32_t i = 0; i < l->program.count; i++)
        append(out, l->program.defs[i]);
    mark_names(l, out);
    for (uint32_t i = 0; u && i < u->device_def_count; i++)
        add(l, out, u->device_defs[i]);
    order(l, out);
}

void program_add(struct lang *l, struct device_def *const *defs, uint32_t count)
{
    mark_names(l, &l->program);
    for (uint32_t i = 0; i < count; i++)
        add(l, &l->program, defs[i]);
    order(l, &l->program);
}

void program_commit(struct lang *l, const struct unit *u)
{
    program_add(l, u->device_defs, u->device_def_count);
}

void program_drop(struct lang *l, const char *name)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < l->program.count; i++)
        if (l->program.defs[i]->name != name || l->program.defs[i]->kind == DEVICE_MACRO)
            l->program.defs[kept++] = l->program.defs[i];
    l->program.count = kept;
}
