/* SPDX-License-Identifier: Apache-2.0 */
/* Interned texts to their records: an open hash table keyed by the text's address. */
#include "lang/text/name.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/check.h"

struct name_table {
    struct arena records;
    struct name **slots;
    size_t cap, used; /* cap is a power of two */
};

void names_init(struct names *n, struct intern *texts)
{
    n->texts = texts;
    n->all = NULL;
    n->used.at = NULL;
    n->used.n = n->used.cap = 0;
    n->table = xcalloc(1, sizeof *n->table);
    n->table->cap = 2048;
    n->table->slots = xcalloc(n->table->cap, sizeof *n->table->slots);
}

void names_free(struct names *n)
{
    arena_free(&n->table->records);
    free(n->table->slots);
    free(n->table);
    n->table = NULL;
    VEC_FREE(&n->used);
}

static struct name **slot_of(struct name **slots, size_t cap, const char *text)
{
    size_t i = ((uintptr_t) text >> 4) * 0x9e3779b97f4a7c15u >> 20 & (cap - 1);
    while (slots[i] && slots[i]->text != text)
        i = (i + 1) & (cap - 1);
    return slots + i;
}

static void grow(struct name_table *t)
{
    size_t cap = 2 * t->cap;
    struct name **slots = xcalloc(cap, sizeof *slots);
    for (size_t i = 0; i < t->cap; i++)
        if (t->slots[i])
            *slot_of(slots, cap, t->slots[i]->text) = t->slots[i];
    free(t->slots);
    t->slots = slots;
    t->cap = cap;
}

struct name *name_of(struct names *n, const char *text, size_t length)
{
    struct name_table *t = n->table;
    const char *unique = intern_name(n->texts, text, length);
    struct name **slot = slot_of(t->slots, t->cap, unique);
    if (*slot)
        return *slot;
    struct name *new = ARENA_NEW(&t->records, struct name);
    new->text = unique;
    new->next = n->all;
    n->all = new;
    *slot = new;
    if (2 * ++t->used > t->cap)
        grow(t);
    return new;
}

struct name *name_cstr(struct names *n, const char *text)
{
    return name_of(n, text, strlen(text));
}

struct name *name_in(struct names *n, const struct name *space, const struct name *member)
{
    if (!space)
        return (struct name *) (uintptr_t) member;
    space = space->alias ? space->alias : space;
    size_t a = strlen(space->text), b = strlen(member->text);
    char *text = xcalloc(1, a + b + 3);
    memcpy(text, space->text, a);
    memcpy(text + a, "::", 2);
    memcpy(text + a + 2, member->text, b + 1);
    struct name *found = name_of(n, text, a + b + 2);
    free(text);
    return found;
}

struct name *name_used_in(const struct names *n, const used_space_vec *list, const struct name *in,
                          size_t *at)
{
    in = in && in->alias ? in->alias : in;
    while (*at < list->n + n->used.n) {
        size_t i = (*at)++;
        const struct used_space *u = i < list->n ? list->at + i : n->used.at + (i - list->n);
        if (u->in == in)
            return u->used;
    }
    return NULL;
}

static struct name *inside(struct names *n, const used_space_vec *list, const struct name *space,
                           const struct name *member, bool known(const struct name *), int depth)
{
    enum { USED_MAX = 5 }; /* namespaces that use namespaces are followed so far */

    struct name *found = name_in(n, space, member), *used;
    if (known(found) || depth == USED_MAX)
        return found;
    for (size_t i = 0; (used = name_used_in(n, list, space, &i));) {
        struct name *other = inside(n, list, used, member, known, depth + 1);
        if (known(other))
            return other;
    }
    return found;
}

struct name *name_inside(struct names *n, const used_space_vec *list, const struct name *space,
                         const struct name *member, bool known(const struct name *))
{
    return inside(n, list, space, member, known, 0);
}

static const char *last_scope(const char *text)
{
    const char *found = NULL;
    int angles = 0; /* of template arguments, which have scopes of their own */
    for (const char *p = text; *p; p++) {
        if (!angles && !strncmp(p, "operator", 8))
            break;
        angles += *p == '<';
        angles -= *p == '>';
        if (!angles && p[0] == ':' && p[1] == ':')
            found = p++;
    }
    return found;
}

struct name *name_outer(struct names *n, const struct name *space)
{
    const char *at = space ? last_scope(space->text) : NULL;
    return at ? name_of(n, space->text, (size_t) (at - space->text)) : NULL;
}

const char *name_last(const char *text)
{
    const char *at = last_scope(text);
    return at ? at + 2 : text;
}
