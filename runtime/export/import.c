/* SPDX-License-Identifier: Apache-2.0 */
/* Cuts a program into cells. The text stays as it is, but that main's statements lose their indentation and its `return` becomes
 * exit(). Next: import_write.c. */
#include "export/import.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "lang/parse/ast.h"

struct importer {
    const struct import_input *in;
    struct import_result *out;
    const struct source *source;
    const struct unit *unit;
    struct buf cell;   /* the one that is being gathered */
    bool small;        /* it holds only what may stand with more */
    uint32_t from;     /* the text before has been taken */
    int open;          /* conditionals of the preprocessor */
    const char *whole; /* main stays one cell; NULL: it does not */
};

/* ---- text ---- */

static struct str between(const struct importer *m, uint32_t start, uint32_t end)
{
    return (struct str){m->source->text.p + start, end - start};
}

static void end_cell(struct importer *m)
{
    const char *p = m->cell.p;
    size_t n = m->cell.n, first = 0;
    while (n && isspace((unsigned char) p[n - 1]))
        n--;
    while (first < n && p[first] == '\n')
        first++;
    if (n > first)
        VEC_PUSH(&m->out->cells, xstrndup(p + first, n - first));
    m->cell.n = 0;
    m->small = true;
}

/* The end of an item, with the comment behind it on its line. */
static uint32_t end_of_line(const struct importer *m, uint32_t at)
{
    const char *text = m->source->text.p, *end = text + m->source->text.n, *p = text + at;
    while (p < end && (*p == ' ' || *p == '\t' || *p == ';'))
        p++;
    if (end - p > 1 && p[0] == '/' && p[1] == '/')
        while (p < end && *p != '\n')
            p++;
    const char *close = end - p > 1 && p[0] == '/' && p[1] == '*' ? strstr(p, "*/") : NULL;
    if (close && !memchr(p, '\n', (size_t) (close - p)))
        p = close + 2;
    return (uint32_t) (p - text);
}

/* A line of the text that is a directive, from the first to the last of its lines that '\\' continues; or an empty text at the end. */
static struct str next_directive(struct str text)
{
    const char *end = text.p + text.n;
    for (const char *p = text.p; p < end;) {
        const char *word = p, *stop = p;
        while (word < end && (*word == ' ' || *word == '\t'))
            word++;
        while (stop < end && (*stop != '\n' || (stop > p && stop[-1] == '\\')))
            stop++;
        stop += stop < end;
        if (word < end && *word == '#')
            return (struct str){p, (size_t) (stop - p)};
        p = stop;
    }
    return (struct str){end, 0};
}

static struct str behind(struct str text, struct str part)
{
    return (struct str){part.p + part.n, (size_t) (text.p + text.n - part.p - part.n)};
}

/* 1 for #if, -1 for #endif. */
static int opens(struct str directive)
{
    const char *p = memchr(directive.p, '#', directive.n);
    for (p++; *p == ' ' || *p == '\t'; p++)
        continue;
    return !strncmp(p, "if", 2) - !strncmp(p, "endif", 5);
}

/* How many conditionals of the preprocessor the text opens. */
static int conditionals(struct str text)
{
    int open = 0;
    for (struct str d = next_directive(text); d.n; d = next_directive(behind(text, d)))
        open += opens(d);
    return open;
}

/* Whether an empty line ends the text: what follows is another paragraph. */
static bool has_blank_line(struct str text)
{
    int newlines = 0;
    for (size_t i = 0; i < text.n; i++) {
        if (text.p[i] == '\n' && ++newlines > 1)
            return true;
        if (!isspace((unsigned char) text.p[i]))
            newlines = 0;
    }
    return false;
}

/* ---- definitions ---- */

/* A kernel, a function, a class: a cell of its own. Declarations and constants stand together. */
static bool is_large(const struct importer *m, const struct node *n)
{
    struct str text = between(m, n->at.start, n->at.end);
    return memchr(text.p, '{', text.n) && memchr(text.p, '\n', text.n);
}

/* Where the text before a definition may be cut: directives stay above, and the comment before a definition goes with it. What a
 * conditional of the preprocessor has in it stays together. */
static const char *place_to_cut(struct str gap, int before, int after)
{
    const char *cut = gap.p;
    for (struct str d = next_directive(gap); d.n; d = next_directive(behind(gap, d))) {
        if (!before && after > 0 && opens(d) > 0)
            return d.p;
        cut = d.p + d.n;
    }
    return before && after ? NULL : cut;
}

static void take_definition(struct importer *m, const struct node *n)
{
    uint32_t end = end_of_line(m, n->at.end);
    struct str gap = between(m, m->from, n->at.start);
    int before = m->open;
    m->open += conditionals(gap);
    bool large = is_large(m, n);
    const char *cut = large || !m->small ? place_to_cut(gap, before, m->open) : NULL;
    if (cut) {
        buf_put(&m->cell, gap.p, (size_t) (cut - gap.p));
        end_cell(m);
        gap = (struct str){cut, (size_t) (gap.p + gap.n - cut)};
    }
    buf_put(&m->cell, gap.p, gap.n);
    buf_put(&m->cell, between(m, n->at.start, end).p, end - n->at.start);
    m->small = !large;
    m->from = end;
}

/* ---- main ---- */

static void find_obstacle(const struct node *n, void *user)
{
    struct importer *m = user;
    if (n->kind == NODE_GOTO || n->kind == NODE_LABEL)
        m->whole = "it has labels";
    if (n->kind == NODE_RETURN && strncmp(m->source->text.p + n->at.start, "return", 6) != 0)
        m->whole = "a macro returns from it";
    if (n->kind == NODE_LAMBDA)
        return;
    node_each(n, find_obstacle, m);
}

static bool is_defined(const struct importer *m, const struct name *name, const struct node *main)
{
    for (uint32_t i = 0; name && i < m->unit->item_count; i++) {
        const struct node *n = m->unit->items[i];
        bool same = n->name == name || (n->kind == NODE_DEVICE_ITEM && n->item->name == name);
        for (uint32_t k = 0; n->kind == NODE_DECLARATION && k < n->count; k++)
            same |= n->list[k]->name == name;
        if (same && n != main)
            return true;
    }
    return false;
}

struct name_search {
    const struct name *name;
    bool found;
};

static void find_name(const struct node *n, void *user)
{
    struct name_search *s = user;
    s->found |= n->name == s->name;
    node_each(n, find_name, s);
}

static bool uses_arguments(const struct node *main)
{
    const struct node *type = main->function.type;
    struct name_search s = {0};
    for (uint32_t i = 0; i < type->count && !s.found; i++) {
        s.name = type->list[i]->name;
        if (s.name)
            find_name(main->function.body, &s);
    }
    return s.found;
}

/* Why main cannot be taken apart; NULL: it can. */
static const char *obstacle(struct importer *m, const struct node *main)
{
    const struct node *body = main->function.body;
    m->whole = NULL;
    if (uses_arguments(main))
        return "it uses its arguments, which %args sets";
    for (uint32_t i = 0; i < body->count; i++) {
        const struct node *n = body->list[i];
        for (uint32_t k = 0; n->kind == NODE_DECLARATION && k < n->count; k++)
            if (is_defined(m, n->list[k]->name, main))
                return "one of its variables has the name of a definition";
    }
    node_each(body, find_obstacle, m);
    return m->whole;
}

struct returns {
    struct importer *m;
    VEC(struct span) at; /* of `return value`, and of its value */
};

static void find_returns(const struct node *n, void *user)
{
    struct returns *r = user;
    if (n->kind == NODE_RETURN) {
        VEC_PUSH(&r->at, n->at);
        VEC_PUSH(&r->at, n->expression.value ? n->expression.value->at : (struct span){0});
        return;
    }
    if (n->kind != NODE_LAMBDA)
        node_each(n, find_returns, r);
}

/* A statement of main: `return x` is exit(x). */
static void put_statement(struct importer *m, const struct node *n, uint32_t end)
{
    struct returns r = {.m = m};
    uint32_t from = n->at.start;
    find_returns(n, &r);
    for (size_t i = 0; i < r.at.n; i += 2) {
        struct span all = r.at.at[i], value = r.at.at[i + 1];
        if (all.start < from)
            continue;
        buf_put(&m->cell, between(m, from, all.start).p, all.start - from);
        buf_puts(&m->cell, "exit(");
        if (value.source)
            buf_put(&m->cell, between(m, value.start, value.end).p, value.end - value.start);
        else
            buf_puts(&m->cell, "0");
        buf_puts(&m->cell, ")");
        bool closed = m->source->text.p[all.end - 1] == ';';
        from = all.end - closed;
    }
    buf_put(&m->cell, between(m, from, end).p, end - from);
    VEC_FREE(&r.at);
}

/* Removes the indentation of main's body from the cell. */
static void dedent(struct importer *m)
{
    struct buf out = {0};
    size_t least = SIZE_MAX;
    for (const char *p = m->cell.p, *end = p + m->cell.n; p < end;) {
        size_t blanks = strspn(p, " "), n = strcspn(p, "\n");
        if (blanks < n && blanks < least)
            least = blanks;
        p += n + (p + n < end);
    }
    for (const char *p = m->cell.p, *end = p + m->cell.n; p < end;) {
        size_t blanks = strspn(p, " "), n = strcspn(p, "\n"),
               drop = blanks < least ? blanks : least;
        buf_put(&out, p + drop, n - drop);
        buf_putc(&out, '\n');
        p += n + (p + n < end);
    }
    buf_free(&m->cell);
    m->cell = out;
}

static void end_paragraph(struct importer *m)
{
    if (m->cell.n)
        dedent(m);
    end_cell(m);
}

/* Its statements, a cell for each paragraph. */
static void take_main(struct importer *m, const struct node *main)
{
    const struct node *body = main->function.body;
    struct str before = between(m, m->from, main->at.start);
    m->open += conditionals(before);
    buf_put(&m->cell, before.p, before.n); /* its comment and directives above */
    end_cell(m);
    m->from = body->at.start + 1;
    for (uint32_t i = 0; i < body->count; i++) {
        const struct node *n = body->list[i];
        if (n->at.source != m->source->id || n->at.start < m->from)
            continue; /* one macro made several statements */
        uint32_t end = end_of_line(m, n->at.end);
        struct str gap = between(m, m->from, n->at.start);
        bool last = n->kind == NODE_RETURN && i + 1 == body->count;
        m->open += conditionals(gap);
        if (has_blank_line(gap) && !m->open)
            end_paragraph(m);
        buf_put(&m->cell, gap.p, gap.n);
        if (!last)
            put_statement(m, n, end);
        m->from = end;
    }
    end_paragraph(m);
    m->from = main->at.end;
}

/* ---- the program ---- */

static void cut(struct importer *m)
{
    m->small = true;
    for (uint32_t i = 0; i < m->unit->item_count; i++) {
        const struct node *n = m->unit->items[i];
        bool is_main = n->kind == NODE_FUNCTION && n->name && !strcmp(n->name->text, "main") &&
                       n->function.body;
        if (n->at.source != m->source->id || n->at.start < m->from)
            continue;
        const char *why = is_main ? obstacle(m, n) : NULL;
        if (is_main && m->open + conditionals(between(m, m->from, n->at.start)) > 0)
            why = "it stands inside #if";
        if (is_main && i + 1 < m->unit->item_count)
            why = "definitions follow it";
        if (why)
            m->out->whole = xstrdup(why);
        if (is_main && !why)
            take_main(m, n);
        else
            take_definition(m, n);
    }
    uint32_t end = (uint32_t) m->source->text.n;
    buf_put(&m->cell, between(m, m->from, end).p, end - m->from);
    end_cell(m);
}

/* Of "a/prog.cu": "a", from malloc. NULL: the current one. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? xstrndup(path, slash > path ? (size_t) (slash - path) : 1) : NULL;
}

/* #include "name": the cells will not be beside it. */
static bool includes_file(const struct importer *m)
{
    struct str text = m->source->text;
    for (struct str d = next_directive(text); d.n; d = next_directive(behind(text, d))) {
        const char *word = memmem(d.p, d.n, "include", 7);
        const char *quote = word ? memchr(word, '"', (size_t) (d.p + d.n - word)) : NULL;
        if (quote && !memchr(word, '<', (size_t) (quote - word)))
            return true;
    }
    return false;
}

static char *path_cell(const char *folder)
{
    struct buf text = {0};
    buf_printf(&text, "%%include_path %s", folder);
    return buf_take(&text);
}

void import_cells(const struct import_input *in, struct import_result *out)
{
    struct importer m = {.in = in, .out = out};
    struct intern *names = intern_new();
    struct sources *sources = sources_new();
    struct lang_hooks hooks = {
        .builtins = in->builtins, .prelude = in->prelude, .interrupt = in->interrupt};
    struct lang *lang = lang_new(names, sources, &hooks);
    struct diags diags = {0};
    *out = (struct import_result){0};
    for (size_t i = 0; in->like && lang_folder(in->like, i); i++)
        lang_add_folder(lang, lang_folder(in->like, i));
    char *folder = folder_of(in->name);
    if (folder)
        lang_add_folder(lang, folder);
    m.source = sources_add(sources, SOURCE_CELL, in->name, in->text.p, in->text.n);
    struct unit *unit = lang_check(lang, m.source, &diags);
    m.unit = unit;
    struct buf error = {0};
    for (const struct diag *d = diags.first; d && !unit && !error.n; d = d->next) {
        out->interrupted |= d->kind == DIAG_INTERRUPT;
        if (d->level == DIAG_ERROR)
            buf_printf(&error, "%s:%u: %s", in->name, source_place(m.source, d->at.start).line,
                       d->text);
    }
    if (unit && folder && includes_file(&m))
        VEC_PUSH(&out->cells, path_cell(folder));
    if (unit)
        cut(&m);
    else
        out->error = error.n ? buf_take(&error) : xstrdup("it is no program");
    free(folder);
    buf_free(&error);
    buf_free(&m.cell);
    diags_free(&diags);
    unit_free(&unit);
    lang_free(&lang);
    sources_free(&sources);
    intern_free(&names);
}

void import_free(struct import_result *r)
{
    VEC_EACH (c, &r->cells)
        free(*c);
    VEC_FREE(&r->cells);
    free(r->error);
    free(r->whole);
}
