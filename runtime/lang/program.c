/* SPDX-License-Identifier: Apache-2.0 */
/* The session's device definitions: replacing old ones, and the order in which programs hold them. A definition that
 * replaces another keeps its place, unless something it mentions comes later: then that is drawn before it. */
#include <stdlib.h>
#include <string.h>

#include "lang/check.h"

static void append(struct device_program *p, struct device_def *d)
{
    if (p->count == p->cap) {
        p->cap = p->cap ? 2 * p->cap : 16;
        p->defs = xrealloc(p->defs, p->cap * sizeof *p->defs);
    }
    p->defs[p->count++] = d;
}

static void add(const struct lang *l, struct device_program *p, struct device_def *d)
{
    const struct definition *new = (const struct definition *) d;
    uint32_t kept = 0, place = UINT32_MAX;
    for (uint32_t i = 0; i < p->count; i++) {
        if (!definition_replaces(l, new, (const struct definition *) p->defs[i])) {
            p->defs[kept++] = p->defs[i];
        } else if (place == UINT32_MAX && !new->removes) {
            place = kept;
            p->defs[kept++] = d;
        }
    }
    p->count = kept;
    if (place == UINT32_MAX && !new->removes)
        append(p, d);
}

/* ---- order ---- */

struct ordering {
    struct lang *l;
    struct device_def **defs, **out;
    uint32_t *next;       /* the next definition of the same name, or UINT32_MAX */
    unsigned char *state; /* 0: not yet, 1: under way, 2: out */
    uint32_t count, done;
};

static struct name *name_record(struct ordering *o, const char *text)
{
    return name_cstr(&o->l->names, text);
}

static void place(struct ordering *o, uint32_t i, int depth)
{
    if (o->state[i] || depth > 400)
        return;
    o->state[i] = 1;
    const struct device_def *d = o->defs[i];
    for (uint32_t k = 0; k < d->mention_count; k++) {
        const struct name *n = name_record(o, d->mentions[k]);
        if (n->mark != o->l->mark || d->mentions[k] == d->name)
            continue;
        bool there = false;
        for (uint32_t j = n->index; j != UINT32_MAX; j = o->next[j])
            there |= o->state[j] == 2;
        for (uint32_t j = n->index; j != UINT32_MAX && !there; j = o->next[j])
            if (!((const struct definition *) o->defs[j])->member)
                place(o, j, depth + 1);
    }
    o->state[i] = 2;
    o->out[o->done++] = o->defs[i];
}

static void order(struct lang *l, struct device_program *p)
{
    struct ordering o = {.l = l, .defs = p->defs, .count = p->count};
    o.out = xcalloc(p->count + 1, sizeof *o.out);
    o.next = xcalloc(p->count + 1, sizeof *o.next);
    o.state = xcalloc(p->count + 1, 1);
    l->mark++;
    for (uint32_t i = p->count; i-- > 0;) {
        o.next[i] = UINT32_MAX;
        if (!p->defs[i]->name)
            continue;
        struct name *n = name_record(&o, p->defs[i]->name);
        o.next[i] = n->mark == l->mark ? n->index : UINT32_MAX;
        n->mark = l->mark;
        n->index = i;
    }
    for (uint32_t i = 0; i < p->count; i++)
        place(&o, i, 0);
    for (uint32_t i = 0; i < o.done; i++) {
        p->defs[i] = o.out[i];
        p->defs[i]->order = i;
    }
    p->next_order = o.done;
    free(o.out);
    free(o.next);
    free(o.state);
}

void lang_device_program(struct lang *l, const struct unit *u, struct device_program *out)
{
    *out = (struct device_program){0};
    for (uint32_t i = 0; i < l->program.count; i++)
        append(out, l->program.defs[i]);
    for (uint32_t i = 0; u && i < u->device_def_count; i++)
        add(l, out, u->device_defs[i]);
    order(l, out);
}

void program_add(struct lang *l, struct device_def *const *defs, uint32_t count)
{
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
