/* SPDX-License-Identifier: Apache-2.0 */
/* Programs of several files, without a makefile: what a file declares but does not define is searched for in the
 * sources next to it and next to its headers, and in the src/ beside an include/. Those that define it, and have no main, are read after it. What
 * is missing still may be a function of the system: then our header that has it is read first. */
#include "lang/front.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lang/check/core/symbols.h"
#include "lang/check/device/check_device.h"
#include "lang/check/template/check_templates.h"
#include "lang/lang.h"

enum { FILES_MAX = 16, SIZE_MAX_TEXT = 1 << 20 };

struct wanted {
    const char *name;   /* what the file must contain ... */
    const char *behind; /* ... followed by this: "(" or "::" */
    uint32_t source;    /* where it is declared */
};

typedef VEC(struct wanted) wanted_vec;

/* ---- what is missing ---- */

static bool from_file(struct lang *l, struct span at)
{
    const struct source *src = source_get(l->sources, at.source);
    return src && src->kind == SOURCE_FILE;
}

static bool lacks_body(const struct unit *u, const struct symbol *s)
{
    if (s->kind != SYMBOL_FUNCTION || !s->function || s->function->body ||
        (s->function->syntax && s->function->syntax->function.body))
        return false;
    if (s->member &&
        (s->member->deleted || s->member->defaulted || s->member->pure || s->member->device))
        return false;
    for (uint32_t i = 0; i < u->function_count; i++)
        if (u->functions[i]->symbol == s)
            return false;
    return true;
}

/* A function template that is declared only: another file has its body, and instantiates it. */
static bool is_declared_template(const struct symbol *s)
{
    if (s->kind != SYMBOL_TEMPLATE || s->template->is_class || s->template->library)
        return false;
    const struct node *d = s->template->node->template.declaration;
    return !(d->kind == NODE_FUNCTION && d->function.body) && template_signature(s->template->node);
}

static void want_functions(struct lang *l, const struct unit *u, const struct symbol *s,
                           const char *name, const char *behind, wanted_vec *out)
{
    symbol_vec all = {0};
    overload_gather(&all, (struct symbol *) (uintptr_t) s);
    VEC_EACH (f, &all) {
        bool template = is_declared_template(*f);
        struct span at = template ? (*f)->template->node->at : (*f)->at;
        if ((template || lacks_body(u, *f)) && from_file(l, at)) {
            VEC_PUSH(out, (struct wanted){name_last(name), behind, at.source});
            break;
        }
    }
    VEC_FREE(&all);
}

static void want_variable(const struct symbol *s, wanted_vec *out)
{
    static const char *const behind[] = {"[", "=", ";", "{", "("};
    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++)
        VEC_PUSH(out, (struct wanted){name_last(s->name), behind[i], s->at.source});
}

static void want_members(struct lang *l, const struct unit *u, const struct type *t,
                         wanted_vec *out)
{
    const struct class_info *info = t->class;
    if (!info || info->template || !t->name)
        return;
    size_t before = out->n;
    for (uint32_t i = 0; i < info->member_count && out->n == before; i++)
        if (info->members[i].symbol)
            want_functions(l, u, info->members[i].symbol, t->name, "::", out);
    if (info->constructors && out->n == before)
        want_functions(l, u, info->constructors, t->name, "::", out);
    if (info->declared_destructor && out->n == before)
        want_functions(l, u, info->declared_destructor, t->name, "::", out);
}

static void want_kernels(struct lang *l, const struct unit *u, wanted_vec *out)
{
    for (uint32_t i = 0; i < u->device_def_count; i++) {
        const struct definition *d = (const struct definition *) u->device_defs[i];
        bool defined = !d->prototype;
        for (uint32_t k = 0; k < u->device_def_count && !defined; k++)
            defined = u->device_defs[k]->name == d->def.name &&
                      !((const struct definition *) u->device_defs[k])->prototype;
        bool called =
            d->def.kind == DEVICE_KERNEL || (d->def.kind == DEVICE_FUNCTION && d->prototype);
        if (called && !d->member && d->def.name && !defined && from_file(l, d->def.at))
            VEC_PUSH(out, (struct wanted){d->def.name, "(", d->def.at.source});
    }
}

static void missing(struct lang *l, const struct unit *u, wanted_vec *out)
{
    const struct cell *cell = (const struct cell *) u;
    VEC_EACH (p, &cell->names) {
        const struct symbol *s = p->symbol;
        if (s->kind == SYMBOL_FUNCTION || s->kind == SYMBOL_SET || s->kind == SYMBOL_TEMPLATE)
            want_functions(l, u, s, s->name, "(", out);
        else if (s->kind == SYMBOL_VARIABLE && s->announced && !s->tentative && from_file(l, s->at))
            want_variable(s, out);
        else if (s->kind == SYMBOL_TYPE && s->type->kind == TYPE_STRUCT)
            want_members(l, u, type_plain(s->type), out);
    }
    want_kernels(l, u, out);
}

/* ---- which file defines it ---- */

/* Whether the text has the name as a word, followed by `behind`. */
static bool has(const char *text, const char *name, const char *behind)
{
    size_t n = strlen(name);
    for (const char *p = strstr(text, name); p; p = strstr(p + n, name)) {
        const char *after = p + n;
        if ((p > text && str_is_word(p[-1])) || str_is_word(*after))
            continue;
        while (*after == ' ')
            after++;
        if (!strncmp(after, behind, strlen(behind)))
            return true;
    }
    return false;
}

static char *behind_quotes(char *p)
{
    char quote = *p++;
    while (*p && *p != quote && *p != '\n')
        p += *p == '\\' && p[1] ? 2 : 1;
    return *p == quote ? p + 1 : p;
}

/* Comments and what is in quotes become spaces: words in them define nothing. */
static void blank_comments(char *text)
{
    for (char *p = text; *p;) {
        char *end = p;
        if (!strncmp(p, "/*", 2)) {
            char *close = strstr(p + 2, "*/");
            end = close ? close + 2 : p + strlen(p);
        } else if (!strncmp(p, "//", 2)) {
            end = p + strcspn(p, "\n");
        } else if (*p == '"' || *p == '\'') {
            end = behind_quotes(p);
        }
        p += end == p;
        for (; p < end; p++)
            *p = *p == '\n' ? '\n' : ' ';
    }
}

static char *read_text_of(const char *path)
{
    struct stat st;
    FILE *f = !stat(path, &st) && S_ISREG(st.st_mode) && st.st_size < SIZE_MAX_TEXT
                  ? fopen(path, "rb")
                  : NULL;
    if (!f)
        return NULL;
    char *text = xcalloc(1, (size_t) st.st_size + 1);
    size_t n = fread(text, 1, (size_t) st.st_size, f);
    text[n] = 0;
    fclose(f);
    blank_comments(text);
    return text;
}

static bool listed(const path_vec *paths, const char *path)
{
    VEC_EACH (p, paths)
        if (!strcmp(*p, path))
            return true;
    return false;
}

static bool helps(const char *path, const wanted_vec *wanted)
{
    char *text = read_text_of(path);
    bool good = false;
    VEC_EACH (w, wanted)
        good |= text && has(text, w->name, w->behind);
    good = good && !has(text, "main", "(");
    free(text);
    return good;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *) a, *(char *const *) b);
}

/* The sources of one folder ("" or "dir/") that have some of the missing names. */
static void look_in(struct lang *l, const char *folder, const wanted_vec *wanted, path_vec *out)
{
    DIR *d = opendir(*folder ? folder : ".");
    VEC(char *) names = {0};
    for (struct dirent *e = d ? readdir(d) : NULL; e; e = readdir(d))
        if (is_program_file(e->d_name) && names.n < 256) {
            struct buf b = {0};
            buf_printf(&b, "%s%s", folder, e->d_name);
            VEC_PUSH(&names, buf_take(&b));
        }
    if (d)
        closedir(d);
    if (names.n)
        qsort(names.at, names.n, sizeof *names.at, by_name);
    VEC_EACH (p, &names) {
        if (!listed(out, *p) && !source_named(l->sources, *p) && out->n < FILES_MAX &&
            helps(*p, wanted))
            VEC_PUSH(out, arena_strndup(&l->arena, *p, strlen(*p)));
        free(*p);
    }
    VEC_FREE(&names);
}

/* Of the headers in include/ or inc/, the folder src/ beside it has the sources, as a rule. */
static void look_beside(struct lang *l, const char *folder, const wanted_vec *wanted, path_vec *out)
{
    static const char *const headers[] = {"include/", "inc/"};
    size_t n = strlen(folder);
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        size_t k = strlen(headers[i]);
        if (n < k || strcmp(folder + n - k, headers[i]) != 0 || (n > k && folder[n - k - 1] != '/'))
            continue;
        struct buf b = {0};
        buf_printf(&b, "%.*ssrc/", (int) (n - k), folder);
        char *sources = buf_take(&b);
        look_in(l, sources, wanted, out);
        free(sources);
    }
}

static void files_wanted(struct lang *l, const struct unit *u, path_vec *out)
{
    wanted_vec wanted = {0};
    missing(l, u, &wanted);
    VEC_EACH (w, &wanted) {
        const struct source *from[] = {source_get(l->sources, w->source), u->source};
        for (size_t i = 0; i < 2; i++) {
            const char *slash = strrchr(from[i]->name, '/');
            char *folder =
                xstrndup(from[i]->name, slash ? (size_t) (slash - from[i]->name) + 1 : 0);
            wanted_vec one = {w, 1, 1};
            look_in(l, folder, &one, out);
            look_beside(l, folder, &one, out);
            free(folder);
        }
    }
    VEC_FREE(&wanted);
}

/* ---- functions of the system, whose header the program does not include ---- */

static void headers_wanted(struct lang *l, const struct unit *u, path_vec *out)
{
    wanted_vec wanted = {0};
    missing(l, u, &wanted);
    VEC_EACH (w, &wanted) {
        struct library_name known;
        bool ours = !strcmp(w->behind, "(") && lang_library_name(w->name, &known) &&
                    known.prototype.n && !listed(out, known.header);
        if (ours)
            VEC_PUSH(out, known.header);
    }
    VEC_FREE(&wanted);
}

/* ---- the program with them ---- */

/* A file that does not compile, and why. */
struct refused {
    const char *path;
    struct diag why; /* texts live in `texts` of the search */
};

struct source_search {
    struct lang *l;
    const struct source *src;
    struct program_parts parts;
    VEC(struct refused) refused;
    struct arena texts;
    bool stopped; /* the user interrupted a check */
};

/* No other unit of this program may live: checks are undone in reverse order. why: gets the first error; or NULL. */
static struct unit *check_all(struct source_search *s, struct diag *why)
{
    struct diags unheard = {0};
    struct unit *u = check_text(s->l, s->src, true, false, &s->parts, &unheard);
    s->stopped |= s->l->safepoint.stopped;
    for (const struct diag *d = u || !why ? NULL : unheard.first; d; d = d->next)
        if (d->level == DIAG_ERROR) {
            *why = (struct diag){.kind = d->kind, .at = d->at};
            why->text = arena_strndup(&s->texts, d->text, strlen(d->text));
            why->help = d->help ? arena_strndup(&s->texts, d->help, strlen(d->help)) : NULL;
            break;
        }
    diags_free(&unheard);
    return u;
}

/* The program with those of our headers that have what is missing still. */
static struct unit *check_with_headers(struct source_search *s, struct unit *u)
{
    headers_wanted(s->l, u, &s->parts.headers);
    if (!s->parts.headers.n)
        return u;
    unit_free(&u);
    u = check_all(s, NULL);
    if (u || s->stopped)
        return u;
    s->parts.headers.n = 0;
    return check_all(s, NULL);
}

static void refuse(struct source_search *s, const char *path, struct diag why)
{
    VEC_EACH (r, &s->refused)
        if (!strcmp(r->path, path))
            return;
    VEC_PUSH(&s->refused, (struct refused){path, why});
}

/* Tries the paths from `from` on one by one, and keeps those that fit the program. */
static struct unit *check_each(struct source_search *s, size_t from)
{
    struct unit *u = NULL;
    size_t end = s->parts.paths.n;
    s->parts.paths.n = from;
    for (size_t i = from; i < end && !s->stopped; i++) {
        struct diag why = {0};
        unit_free(&u);
        s->parts.paths.at[s->parts.paths.n++] = s->parts.paths.at[i];
        u = check_all(s, &why);
        if (!u)
            refuse(s, s->parts.paths.at[--s->parts.paths.n], why);
    }
    return u || s->stopped ? u : check_all(s, NULL);
}

static void report_refused(struct source_search *s, const struct unit *u, struct diags *out)
{
    wanted_vec wanted = {0};
    missing(s->l, u, &wanted);
    VEC_EACH (r, &s->refused)
        if (helps(r->path, &wanted)) {
            struct diag *d = diag_warning(out, r->why.kind, r->why.at, "%s", r->why.text);
            if (r->why.help)
                diag_help(out, d, "%s", r->why.help);
            diag_note(out, d, (struct span){0},
                      "'%s' is left out of the program: it does not compile", r->path);
        }
    VEC_FREE(&wanted);
}

struct unit *check_with_others(struct lang *l, const struct source *src, struct unit *alone,
                               struct diags *out)
{
    enum { ROUNDS = 3 };
    struct source_search s = {.l = l, .src = src};
    struct unit *u = alone;
    for (int i = 0; i < ROUNDS && u; i++) {
        size_t before = s.parts.paths.n;
        files_wanted(l, u, &s.parts.paths);
        if (s.parts.paths.n == before)
            break;
        unit_free(&u);
        u = check_all(&s, NULL);
        if (!u && !s.stopped)
            u = check_each(&s, before);
        if (s.parts.paths.n == before)
            break;
    }
    if (u)
        u = check_with_headers(&s, u);
    if (u)
        report_refused(&s, u, out);
    else
        diag_error(out, DIAG_INTERRUPT, (struct span){src->id, 0, 0}, "stopped by the user");
    VEC_FREE(&s.parts.headers);
    VEC_FREE(&s.parts.paths);
    VEC_FREE(&s.refused);
    arena_free(&s.texts);
    return u;
}
