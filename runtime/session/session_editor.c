/* SPDX-License-Identifier: Apache-2.0 */
/* What an editor asks of a text while it is written: its errors, where a name is defined, which parameter comes next. Next: session_complete.c,
 * session_help.c. */
#include <stdlib.h>
#include <string.h>

#include "magic/magic.h"
#include "session/cell/session_script.h"
#include "session/session_internal.h"

/* ---- errors ---- */

static bool define(struct wc_session *s, const struct wc_cell *cell, struct str code,
                   session_see_fn *see, void *user)
{
    struct diags diags = {0};
    const struct source *src =
        sources_add(s->sources, cell->file ? SOURCE_FILE : SOURCE_CELL, cell->name, code.p, code.n);
    bool ok = session_define(s, src, &diags);
    session_each_diagnostic(s->sources, src, &diags, see, user);
    diags_free(&diags);
    return ok;
}

/* The cells of a file see what those before them define. */
static bool define_cells(struct wc_session *s, const struct wc_cell *file, const char *text,
                         session_see_fn *see, void *user)
{
    struct script script = {.text = text};
    struct buf code = {0};
    bool ok = true;
    while (script_next(&script, &code)) {
        magic_blank((struct str){code.p, code.n}, code.p);
        ok &= define(s, file, (struct str){code.p, code.n}, see, user);
    }
    buf_free(&code);
    return ok;
}

bool wc_diagnose(struct wc_session *s, const struct wc_cell *cell, bool defines,
                 void (*see)(void *user, const struct wc_diagnostic *d), void *user)
{
    char *code = xstrndup(cell->code, cell->size);
    bool ok;
    atomic_store(&s->interrupt, false);
    if (!cell->file)
        magic_blank((struct str){code, cell->size}, code);
    if (defines && cell->file && script_has_cells(code))
        ok = define_cells(s, cell, code, see, user);
    else if (defines)
        ok = define(s, cell, (struct str){code, cell->size}, see, user);
    else
        ok = session_diagnose(s, cell->name, (struct str){code, cell->size}, see, user);
    free(code);
    return ok;
}

/* ---- names ---- */

bool wc_definition(struct wc_session *s, const char *code, size_t size, size_t cursor,
                   const char **out_source, struct wc_place *out)
{
    size_t start, end;
    session_word_at(code, size, cursor, &start, &end);
    const struct symbol *v = end > start ? lang_find(s->lang, code + start, end - start) : NULL;
    const struct source *src = v ? source_get(s->sources, v->at.source) : NULL;
    if (!src || src->kind == SOURCE_BUILTIN)
        return false;
    *out_source = src->name;
    *out = session_place(src, v->at.start);
    return true;
}

bool wc_signature(struct wc_session *s, const char *code, size_t size, size_t cursor,
                  const char **out_prototype, int *out_parameter)
{
    size_t start, end;
    struct buf text = {0};
    if (!session_called_name(code, cursor < size ? cursor : size, &start, &end, out_parameter) ||
        *out_parameter < 0)
        return false;
    struct str name = {code + start, end - start};
    for (const struct builtin *b = builtin_table; b->name && !text.n; b++)
        if (str_eq(name, b->name))
            buf_puts(&text, b->prototype);
    for (const struct device_name *d = device_names; d->name && !text.n; d++)
        if (str_eq(name, d->name) && d->prototype)
            buf_puts(&text, d->prototype);
    const struct symbol *f = lang_find(s->lang, name.p, name.n);
    if (!text.n && f)
        lang_signature(s->lang, f, &text);
    arena_free(&s->answers);
    *out_prototype = arena_strndup(&s->answers, text.p ? text.p : "", text.n);
    buf_free(&text);
    return strchr(*out_prototype, '(');
}
