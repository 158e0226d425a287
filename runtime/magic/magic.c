/* SPDX-License-Identifier: Apache-2.0 */
/* Magic lines: %name, !command, ?name and name?. magic.def has a row for each name. */
#include "magic/magic.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "magic/magic_internal.h"

MAGIC(timing)
{
    static const struct {
        const char *word;
        enum timing_mode mode;
    } words[] = {
        {"off",   TIMING_OFF  },
        {"short", TIMING_SHORT},
        {"on",    TIMING_SHORT},
        {"full",  TIMING_FULL },
    };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (str_eq(args, words[i].word)) {
            s->timing = words[i].mode;
            return true;
        }
    diag_error(s->diags, DIAG_SYNTAX, at, "%%timing takes off, short or full");
    return false;
}

MAGIC(clear)
{
    bool wait = str_eq(args, "--wait");
    if (args.n && !wait) {
        diag_error(s->diags, DIAG_SYNTAX, at, "%%clear takes --wait or nothing");
        return false;
    }
    session_flush(s);
    if (s->options.on.clear)
        s->options.on.clear(s->options.on.user, wait);
    return true;
}

/* If it is a cell's first line, it is removed before anything runs (session_widget.c). */
MAGIC(interact)
{
    diag_error(s->diags, DIAG_SYNTAX, at, "%%%%interact must be alone on the first line of a cell");
    return false;
}

static void try_symbol(void *user, struct symbol *v)
{
    name_match_try(user, v->name);
}

static void nothing_known(struct wc_session *s, struct str name, struct span at)
{
    char *wanted = xstrndup(name.p, name.n);
    struct name_match m = {.wanted = wanted};
    struct diag *d = diag_error(s->diags, DIAG_NAME, at, "'%s' is not a known name", wanted);
    lang_each(s->lang, try_symbol, &m);
    for (const struct builtin *b = builtin_table; b->name; b++)
        name_match_try(&m, b->name);
    for (const struct device_name *n = device_names; n->name; n++)
        name_match_try(&m, n->name);
    if (name_match_best(&m))
        diag_help(s->diags, d, "did you mean '%s'?", name_match_best(&m));
    else
        diag_help(s->diags, d, "%%help shows what a cell can contain");
    free(wanted);
}

static bool explain(struct wc_session *s, struct str name, struct span at)
{
    struct display d = {0};
    bool known = name.n && magic_describe(s, name.p, name.n, &d);
    if (known)
        magic_format_help(&d, s->vm->style.terminal);
    if (known)
        session_display(s, &d, WC_PAGER);
    else
        nothing_known(s, name, at);
    display_free(&d);
    return known;
}

MAGIC(help)
{
    if (args.n)
        return explain(s, args, at);
    magic_show_overview(s);
    return true;
}

/* ---- dispatch ---- */

#define M(name, usage, help) {magic_##name, NULL},
#define C(name, usage, help) {NULL, cell_magic_##name},

static const struct {
    bool (*run)(struct wc_session *s, struct str args, struct span at);
    bool (*run_cell)(struct wc_session *s, struct str args, struct str body);
} functions[] = {

/* in the order of magic_table; one of the two is NULL */
#include "magic/magic.def"
};

/* The row of the line or cell magic that `match` requests. If there is none, the last row, and the nearest name in
 * `match`. */
static const struct magic *find(struct name_match *match, bool cell)
{
    const struct magic *m = magic_table;
    for (; m->name && !(m->cell == cell && !strcmp(m->name, match->wanted)); m++)
        if (m->cell == cell)
            name_match_try(match, m->name);
    return m;
}

static void unknown(struct wc_session *s, const struct name_match *match, const char *sign,
                    struct span at)
{
    struct diag *d =
        diag_error(s->diags, DIAG_NAME, at, "unknown magic '%s%s'", sign, match->wanted);
    if (*match->wanted == '%')
        diag_help(s->diags, d, "a cell magic (%%%%) must be on the first line of its cell");
    else if (name_match_best(match))
        diag_help(s->diags, d, "did you mean %s%s?", sign, name_match_best(match));
    else
        diag_help(s->diags, d, "%%help lists them");
}

/* A magic whose usage is its name alone takes no arguments. */
static bool takes(struct wc_session *s, const struct magic *m, struct str args, struct span at)
{
    if (!args.n || strchr(m->usage, ' '))
        return true;
    diag_help(s->diags,
              diag_error(s->diags, DIAG_SYNTAX, at, "%s takes no arguments, not '%.*s'", m->usage,
                         (int) args.n, args.p),
              "'%s' alone: %s", m->usage, m->help);
    return false;
}

static bool run_named(struct wc_session *s, struct str line, struct span at)
{
    size_t n = 0;
    while (n < line.n && !isspace((unsigned char) line.p[n]))
        n++;
    struct str name = {line.p, n}, args = str_trim((struct str){line.p + n, line.n - n});
    char *wanted = xstrndup(name.p, name.n);
    struct name_match match = {.wanted = wanted};
    const struct magic *m = find(&match, false);
    bool ok = m->name;
    if (!ok)
        unknown(s, &match, "%", at);
    free(wanted);
    return ok && takes(s, m, args, at) && functions[m - magic_table].run(s, args, at);
}

/* ---- ? ---- */

/* `name?` and `name??`: removes the marks. */
static bool asked(struct str *line)
{
    size_t n = line->n;
    while (n && line->p[n - 1] == '?')
        n--;
    bool yes = n && n < line->n && !memchr(line->p, ' ', n);
    if (yes)
        line->n = n;
    return yes;
}

/* ---- %% ---- */

static struct str first_line(struct str cell)
{
    struct str s = cell;
    while (s.n && isspace((unsigned char) *s.p))
        s.p++, s.n--;
    const char *end = memchr(s.p, '\n', s.n);
    return (struct str){s.p, end ? (size_t) (end - s.p) : s.n};
}

bool magic_is_cell(struct str cell)
{
    struct str line = first_line(cell);
    return line.n > 1 && !memcmp(line.p, "%%", 2);
}

bool magic_cell_body(struct str cell, struct str *out)
{
    struct str line = first_line(cell), name = str_trim(line);
    const char *end = line.p + line.n;
    *out = (struct str){end, (size_t) (cell.p + cell.n - end)};
    return magic_is_cell(cell) && !asked(&name);
}

/* What follows %%writefile is any text, and commands may follow %%debug. */
void magic_blank(struct str cell, char *code)
{
    struct str line = str_trim(first_line(cell));
    if (!magic_is_cell(cell))
        return;
    bool other =
        asked(&line) || !strncmp(line.p, "%%writefile", 11) || !strncmp(line.p, "%%debug", 7);
    size_t n = other ? cell.n : (size_t) (line.p + line.n - cell.p);
    for (size_t i = 0; i < n; i++)
        if (code[i] != '\n')
            code[i] = ' ';
}

/* Only blanks: nothing to measure. */
static bool empty(struct wc_session *s, const char *name, struct str body)
{
    if (str_trim(body).n)
        return false;
    diag_help(s->diags,
              diag_error(s->diags, DIAG_SYNTAX, (struct span){0}, "nothing follows %%%%%s", name),
              "write the statements on the lines below it");
    return true;
}

bool magic_run_cell(struct wc_session *s, struct str cell)
{
    struct str line = str_trim(first_line(cell));
    if (asked(&line))
        return explain(s, line, (struct span){0});
    size_t n = 2;
    while (n < line.n && !isspace((unsigned char) line.p[n]))
        n++;
    char *wanted = xstrndup(line.p + 2, n - 2), *body = xstrndup(cell.p, cell.n);
    memset(body + (line.p - cell.p), ' ', line.n);
    struct name_match match = {.wanted = wanted};
    const struct magic *m = find(&match, true);
    if (!m->name)
        unknown(s, &match, "%%", (struct span){0});
    bool ok = m->name && !empty(s, m->name, (struct str){body, cell.n}) &&
              functions[m - magic_table].run_cell(s, str_trim((struct str){line.p + n, line.n - n}),
                                                  (struct str){body, cell.n});
    free(wanted);
    free(body);
    return ok;
}

bool magic_run_line(void *session, struct str line, struct span at)
{
    struct wc_session *s = session;
    line = str_trim(line);
    if (!line.n)
        return true;
    struct str rest = str_trim((struct str){line.p + 1, line.n - 1});
    if (*line.p == '!')
        return magic_shell(s, rest, at);
    if (*line.p == '?')
        return rest.n ? explain(s, rest, at) : magic_help(s, rest, at);
    if (asked(&line))
        return explain(s, line, at);
    return run_named(s, rest, at);
}
