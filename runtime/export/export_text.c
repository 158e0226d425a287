/* SPDX-License-Identifier: Apache-2.0 */
/* Text of the cells with parts replaced. */
#include "export/export_impl.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "lang/text/token.h"

struct str export_span(const struct exporter *x, struct span at)
{
    return span_text(x->sources, at);
}

const char *export_printf(struct exporter *x, const char *format, ...)
{
    struct buf b = {0};
    va_list ap;
    va_start(ap, format);
    buf_vprintf(&b, format, ap);
    va_end(ap);
    const char *copy = arena_strndup(x->arena, b.p ? b.p : "", b.n);
    buf_free(&b);
    return copy;
}

void export_cannot(struct exporter *x, struct span at, const char *format, ...)
{
    struct buf b = {0};
    va_list ap;
    if (x->why)
        return;
    va_start(ap, format);
    buf_vprintf(&b, format, ap);
    va_end(ap);
    x->why = arena_strndup(x->arena, b.p, b.n);
    x->why_at = at;
    buf_free(&b);
}

bool export_has_name(const name_vec *names, const char *name)
{
    VEC_EACH (n, names)
        if (*n == name)
            return true;
    return false;
}

void export_add_name(name_vec *names, const char *name)
{
    if (!export_has_name(names, name))
        VEC_PUSH(names, name);
}

static int by_start(const void *a, const void *b)
{
    const struct export_edit *x = a, *y = b;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return x->end > y->end ? -1 : x->end < y->end;
}

const char *export_apply(struct exporter *x, struct span at, edit_vec *edits)
{
    const struct source *src = source_get(x->sources, at.source);
    struct buf out = {0};
    uint32_t from = at.start;
    if (edits->n)
        qsort(edits->at, edits->n, sizeof *edits->at, by_start);
    VEC_EACH (e, edits) {
        if (e->start < from || e->end > at.end)
            continue;
        buf_put(&out, src->text.p + from, e->start - from);
        buf_puts(&out, e->text);
        from = e->end;
    }
    buf_put(&out, src->text.p + from, at.end - from);
    const char *copy = arena_strndup(x->arena, out.p ? out.p : "", out.n);
    buf_free(&out);
    VEC_FREE(edits);
    return copy;
}

void export_identifiers(struct exporter *x, struct span at,
                        void (*see)(void *user, const char *name, struct span at), void *user)
{
    struct tokens tokens = {0};
    struct lexer lexer = {&x->names, x->arena, false, NULL};
    const struct source *src = source_get(x->sources, at.source);
    if (src)
        lex_text(&lexer, src, at.start, at.end, &tokens);
    for (size_t i = 0; i < tokens.n; i++) {
        const struct token *t = tokens.at + i;
        bool member = i && (t[-1].kind == TOKEN_DOT || t[-1].kind == TOKEN_ARROW);
        if (t->kind == TOKEN_NAME && !member)
            see(user, t->name->text, t->at);
    }
    free(tokens.at);
}

struct search {
    const char *name;
    bool found;
};

static void compare(void *user, const char *name, struct span at)
{
    struct search *s = user;
    s->found |= s->name == name;
}

bool export_mentions(struct exporter *x, struct span at, const char *name)
{
    struct search s = {name, false};
    export_identifiers(x, at, compare, &s);
    return s.found;
}
