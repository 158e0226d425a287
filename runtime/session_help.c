/* SPDX-License-Identifier: Apache-2.0 */
/* Completion and inspection: what the session knows of a name. */
#include "session_state.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

static bool is_name(char c)
{
    return isalnum((unsigned char) c) || c == '_';
}

static const char *kind_of(const struct symbol *s)
{
    switch (s->kind) {
    case SYMBOL_VARIABLE: return "variable";
    case SYMBOL_FUNCTION:
    case SYMBOL_DEVICE:
    case SYMBOL_BUILTIN: return "function";
    case SYMBOL_TYPE: return "type";
    case SYMBOL_CONSTANT: return "constant";
    case SYMBOL_KERNEL: return "kernel";
    }
    UNREACHABLE();
}

/* ---- completion ---- */

struct search {
    struct wc_session *s;
    const char *prefix;
    size_t n;
    VEC(struct wc_completion) found;
};

static void offer(struct search *q, const char *name, const char *type, const char *signature)
{
    if (strncmp(name, q->prefix, q->n) || (q->n == 0 && name[0] == '_'))
        return;
    VEC_EACH (f, &q->found)
        if (!strcmp(f->text, name))
            return;
    VEC_PUSH(&q->found, (struct wc_completion){arena_strndup(&q->s->answers, name, strlen(name)),
                                               type, signature});
}

static void offer_symbol(void *user, struct symbol *v)
{
    struct search *q = user;
    if (v->name[0] == ' ' || strncmp(v->name, q->prefix, q->n))
        return;
    struct buf signature = {0};
    lang_signature(q->s->lang, v, &signature);
    offer(q, v->name, kind_of(v),
          signature.p ? arena_strndup(&q->s->answers, signature.p, signature.n) : NULL);
    buf_free(&signature);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(((const struct wc_completion *) a)->text,
                  ((const struct wc_completion *) b)->text);
}

static const char *const keywords[] = {
    "__constant__",  "__device__", "__global__", "__host__", "__managed__", "__shared__",
    "__syncthreads", "blockDim",   "blockIdx",   "break",    "char",        "const",
    "constexpr",     "continue",   "device",     "double",   "else",        "enum",
    "extern",        "float",      "for",        "goto",     "gridDim",     "if",
    "inline",        "int",        "long",       "managed",  "return",      "short",
    "signed",        "sizeof",     "static",     "struct",   "switch",      "template",
    "threadIdx",     "typedef",    "union",      "unsigned", "void",        "while",
};

static void offer_names(struct search *q)
{
    lang_each(q->s->lang, offer_symbol, q);
    for (const struct builtin *b = builtin_table; b->name; b++)
        if (strncmp(b->name, "__", 2))
            offer(q, b->name, "function", b->prototype);
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        offer(q, keywords[i], "keyword", NULL);
}

void wc_complete(struct wc_session *s, const char *code, size_t size, size_t cursor,
                 struct wc_completions *out)
{
    arena_free(&s->answers);
    if (cursor > size)
        cursor = size;
    size_t start = cursor;
    while (start && is_name(code[start - 1]))
        start--;
    struct search q = {.s = s,
                       .prefix = arena_strndup(&s->answers, code + start, cursor - start),
                       .n = cursor - start};
    bool magic = start && code[start - 1] == '%' && (start == 1 || code[start - 2] == '\n');
    for (const struct magic *m = magic_table; magic && m->name; m++)
        offer(&q, m->name, "magic", m->usage);
    if (!magic && !(q.n && isdigit((unsigned char) *q.prefix)))
        offer_names(&q);
    if (q.found.n)
        qsort(q.found.at, q.found.n, sizeof *q.found.at, by_text);
    struct wc_completion *items = ARENA_ARRAY(&s->answers, struct wc_completion, q.found.n + 1);
    if (q.found.n)
        memcpy(items, q.found.at, q.found.n * sizeof *items);
    *out =
        (struct wc_completions){.start = start, .end = cursor, .count = q.found.n, .items = items};
    VEC_FREE(&q.found);
}

/* ---- inspection ---- */

static void describe_builtins(const char *name, struct buf *out)
{
    const char *help = NULL, *section = NULL;
    for (const struct builtin *b = builtin_table; b->name; b++) {
        if (strcmp(b->name, name))
            continue;
        buf_printf(out, "%s\n", b->prototype);
        help = b->help;
        section = b->section;
    }
    if (help)
        buf_printf(out, "\n%s\n(%s)\n", help, section);
}

static void describe_symbol(struct wc_session *s, const struct symbol *v, struct buf *out)
{
    lang_signature(s->lang, v, out);
    buf_putc(out, '\n');
    const struct source *src = source_get(s->sources, v->at.source);
    if (src && src->kind != SOURCE_BUILTIN)
        buf_printf(out, "%s, defined in %s, line %u\n", kind_of(v), src->name,
                   source_place(src, v->at.start).line);
    else
        buf_printf(out, "%s\n", kind_of(v));
    const struct array *a =
        v->kind == SYMBOL_VARIABLE && v->type->kind == TYPE_DEVICE_ARRAY ? v->object : NULL;
    if (a) {
        buf_puts(out, "shape ");
        array_shape_print(out, a);
        buf_puts(out, ", ");
        print_bytes(out, array_bytes(a));
        buf_printf(out, " on the %s device\n", device_props(a->storage->device)->id);
    }
}

bool session_describe(struct wc_session *s, const char *name, size_t n, struct display *out)
{
    const struct symbol *v = lang_find(s->lang, name, n);
    char *copy = xstrndup(name, n);
    struct buf text = {0};
    if (v && v->kind != SYMBOL_BUILTIN)
        describe_symbol(s, v, &text);
    if (!text.n)
        describe_builtins(copy, &text);
    for (const struct magic *m = magic_table; m->name; m++)
        if (*copy == '%' && !strcmp(m->name, copy + 1))
            buf_printf(&text, "%s\n%s\n", m->usage, m->help);
    free(copy);
    if (!text.n)
        return false;
    *display_add(out, "text/plain") = text;
    return true;
}

bool wc_inspect(struct wc_session *s, const char *code, size_t size, size_t cursor, int detail,
                struct wc_bundle *out)
{
    size_t start = cursor < size ? cursor : size, end = start;
    while (start && is_name(code[start - 1]))
        start--;
    while (end < size && is_name(code[end]))
        end++;
    if (start && code[start - 1] == '%')
        start--;
    display_free(&s->inspection);
    if (start == end || !session_describe(s, code + start, end - start, &s->inspection))
        return false;
    display_bundle(&s->inspection, s->mimes, out);
    return true;
}
