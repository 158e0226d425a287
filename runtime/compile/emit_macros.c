/* SPDX-License-Identifier: Apache-2.0 */
/* The #define and #undef lines of a program. Before a definition is written, the macros that its text uses are set
 * to their values at the place of the definition. Other macros stay as they are, so most programs contain each
 * #define once. */
#include "compile/emit_macros.h"

#include <ctype.h>
#include <string.h>

typedef VEC(struct macro_now) macro_vec;

static struct macro_now *find(const struct macro_now *at, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (at[i].name == name)
            return (struct macro_now *) at + i;
    return NULL;
}

void macro_state_init(struct macro_state *s, const struct device_program *program,
                      void (*put)(void *user, const char *name, const struct device_def *def),
                      void *user)
{
    *s = (struct macro_state){.put = put, .user = user};
    for (uint32_t i = 0; i < program->count; i++)
        if (program->defs[i]->kind == DEVICE_MACRO)
            VEC_PUSH(&s->session, (struct macro_now){program->defs[i]->name, program->defs[i]});
}

void macro_state_free(struct macro_state *s)
{
    VEC_FREE(&s->session);
    VEC_FREE(&s->now);
}

static void undefine(struct macro_state *s, const char *name)
{
    struct macro_now *m = find(s->now.at, s->now.n, name);
    if (!m)
        return;
    *m = VEC_LAST(&s->now);
    s->now.n--;
    s->put(s->user, name, NULL);
}

static void make(struct macro_state *s, struct macro_now wanted)
{
    const struct macro_now *m = find(s->now.at, s->now.n, wanted.name);
    if (m && m->def == wanted.def)
        return;
    undefine(s, wanted.name);
    VEC_PUSH(&s->now, wanted);
    s->put(s->user, wanted.name, wanted.def);
}

static bool mentions(const struct device_def *def, const char *name)
{
    for (uint32_t i = 0; i < def->mention_count; i++)
        if (def->mentions[i] == name)
            return true;
    return false;
}

/* The macros that def sees. A macro of the session may have been redefined since, with other macros in its body. */
static void seen_by(const struct macro_state *s, const struct device_def *def, macro_vec *out)
{
    for (uint32_t i = 0; i < def->macro_count; i++) {
        struct macro_use use = def->macros[i];
        const struct macro_now *m = find(s->session.at, s->session.n, use.name);
        if (use.pinned || m)
            VEC_PUSH(out, (struct macro_now){use.name, use.pinned ? use.pinned : m->def});
    }
    for (size_t i = 0; i < out->n; i++) {
        const struct device_def *body = out->at[i].def;
        bool follows = find(s->session.at, s->session.n, out->at[i].name) &&
                       find(s->session.at, s->session.n, out->at[i].name)->def == body;
        for (uint32_t k = 0; follows && k < body->mention_count; k++) {
            const struct macro_now *m = find(s->session.at, s->session.n, body->mentions[k]);
            if (m && !find(out->at, out->n, m->name) && !mentions(def, m->name))
                VEC_PUSH(out, *m);
        }
    }
}

static bool any_mentions(const macro_vec *macros, const struct device_def *def, const char *name)
{
    bool found = mentions(def, name);
    VEC_EACH (m, macros)
        found |= mentions(m->def, name);
    return found;
}

void macros_before(struct macro_state *s, const struct device_def *def)
{
    macro_vec seen = {0};
    seen_by(s, def, &seen);
    for (size_t i = s->now.n; i-- > 0;) {
        const char *name = s->now.at[i].name;
        bool matters = def->kind == DEVICE_INCLUDE || any_mentions(&seen, def, name);
        if (matters && !find(seen.at, seen.n, name))
            undefine(s, name);
    }
    VEC_EACH (m, &seen)
        make(s, *m);
    VEC_FREE(&seen);
}

void macros_after(struct macro_state *s, const struct device_def *def)
{
    for (uint32_t i = 0; i < def->redefine_count; i++) {
        struct macro_now *m = find(s->now.at, s->now.n, def->redefines[i]);
        if (m)
            *m = VEC_LAST(&s->now), s->now.n--;
        s->put(s->user, def->redefines[i], NULL);
    }
}

void macros_none(struct macro_state *s)
{
    while (s->now.n)
        undefine(s, VEC_LAST(&s->now).name);
}

/* Calls `each` for every macro of a list whose name is a word of the text, starting with the last. */
static void each_word(struct macro_state *s, const char *text, size_t count,
                      const struct macro_now *list,
                      void (*each)(struct macro_state *s, const struct macro_now *m))
{
    for (size_t i = count; text && i-- > 0;) {
        size_t n = strlen(list[i].name);
        for (const char *at = strstr(text, list[i].name); at; at = strstr(at + 1, list[i].name)) {
            bool begins = at == text || !(isalnum((unsigned char) at[-1]) || at[-1] == '_');
            if (begins && !isalnum((unsigned char) at[n]) && at[n] != '_') {
                each(s, list + i);
                break;
            }
        }
    }
}

static void drop(struct macro_state *s, const struct macro_now *m)
{
    undefine(s, m->name);
}

static void define_with_body(struct macro_state *s, const struct macro_now *m)
{
    struct macro_use use = {.name = m->name};
    struct device_def as_used = {.macros = &use, .macro_count = 1};
    macros_before(s, &as_used);
}

void macros_for_names(struct macro_state *s, const char *kernel, const char *template_args)
{
    each_word(s, kernel, s->now.n, s->now.at, drop);
    each_word(s, template_args, s->session.n, s->session.at, define_with_body);
}
