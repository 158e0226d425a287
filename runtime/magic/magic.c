/* SPDX-License-Identifier: Apache-2.0 */
/* Lines that speak to the session: %name, !command, ?name and name?. magic.def has a row for each name. */
#include "magic/magic.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

struct str magic_trim(struct str s)
{
    while (s.n && isspace((unsigned char) *s.p))
        s.p++, s.n--;
    while (s.n && isspace((unsigned char) s.p[s.n - 1]))
        s.n--;
    return s;
}

void magic_text_show(struct wc_session *s, struct buf *text, enum wc_output what)
{
    struct display d = {0};
    *display_add(&d, "text/plain") = *text;
    *text = (struct buf){0};
    session_display(s, &d, what);
    display_free(&d);
}

void magic_table_show(struct wc_session *s, const struct table_column *columns,
                      uint32_t column_count, const char *const *cells, size_t cell_count,
                      const char *none)
{
    if (!cell_count) {
        session_stream(s, 1, none, strlen(none));
        return;
    }
    struct table t = {.columns = columns,
                      .column_count = column_count,
                      .row_count = (uint32_t) cell_count / column_count,
                      .cells = cells};
    struct display d = {0};
    display_table(&d, &t, &s->vm->style);
    session_display(s, &d, WC_DISPLAY);
    display_free(&d);
}

static void try_kernel(void *user, struct symbol *k)
{
    if (k->kind == SYMBOL_KERNEL)
        name_match_try(user, k->name);
}

struct symbol *magic_kernel(struct wc_session *s, struct str name, struct span at)
{
    struct symbol *k = lang_find(s->lang, name.p, name.n);
    if (k && k->kind == SYMBOL_KERNEL)
        return k;
    char *wanted = xstrndup(name.p, name.n);
    struct name_match m = {.wanted = wanted};
    struct diag *d = diag_error(s->diags, DIAG_NAME, at, "there is no kernel '%s'", wanted);
    lang_each(s->lang, try_kernel, &m);
    if (name_match_best(&m))
        diag_help(s->diags, d, "did you mean '%s'?", name_match_best(&m));
    else
        diag_help(s->diags, d, "%%kernels lists the kernels of the session");
    free(wanted);
    return NULL;
}

/* ---- settings ---- */

MAGIC(timing)
{
    if (str_eq(args, "on") || str_eq(args, "off")) {
        s->timing = str_eq(args, "on") ? TIMING_ON : TIMING_OFF;
        return true;
    }
    diag_error(s->diags, DIAG_SYNTAX, at, "%%timing takes on or off");
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

/* ---- %help ---- */

MAGIC(help)
{
    struct buf t = {0};
    buf_puts(
        &t,
        "A cell is a piece of a .cu file: kernels, functions, declarations, statements and "
        "expressions, in any order.\n"
        "The last expression without `;` is shown.\n\n"
        "  __global__ void k(int *p) { ... }     a kernel: compiled by NVRTC\n"
        "  device float x[n];                    a device array, zero-filled; A[rows][cols] too\n"
        "  k<<<grid, block>>>(x);                a launch; an array passes as a T *\n"
        "  x = 0.5f;  x = h;  h = x;             fills and copies, sizes checked\n"
        "  x[3]  x[10:20]  A[2]  A[:, 0]         elements and views\n"
        "  show(A);                              a picture; load(\"photo.png\") reads one\n\n");
    for (const struct magic *m = magic_table; m->name; m++)
        buf_printf(&t, "  %-22s %s\n", m->usage, m->help);
    buf_puts(&t, "  !command               runs a shell command\n"
                 "  name? or ?name         explains a name\n");
    magic_text_show(s, &t, WC_PAGER);
    return true;
}

#define M(name, usage, help) {#name, usage, help, magic_##name},
const struct magic magic_table[] = {
#include "magic/magic.def"
    {NULL, NULL, NULL, NULL},
};
#undef M

static bool run_magic_line(struct wc_session *s, struct str line, struct span at)
{
    size_t n = 0;
    while (n < line.n && !isspace((unsigned char) line.p[n]))
        n++;
    struct str name = {line.p, n}, args = magic_trim((struct str){line.p + n, line.n - n});
    char *wanted = xstrndup(name.p, name.n);
    struct name_match match = {.wanted = wanted};
    const struct magic *m = magic_table;
    for (; m->name && strcmp(m->name, wanted); m++)
        name_match_try(&match, m->name);
    bool ok = m->name;
    if (!ok) {
        struct diag *d = diag_error(s->diags, DIAG_NAME, at, "there is no magic '%%%s'", wanted);
        if (name_match_best(&match))
            diag_help(s->diags, d, "did you mean %%%s?", name_match_best(&match));
        else
            diag_help(s->diags, d, "%%help lists them");
    }
    free(wanted);
    return ok && m->run(s, args, at);
}

/* ---- ? ---- */

static bool explain(struct wc_session *s, struct str name, struct span at)
{
    struct display d = {0};
    bool known = name.n && session_describe(s, name.p, name.n, &d);
    if (known)
        session_display(s, &d, WC_PAGER);
    else
        diag_help(s->diags,
                  diag_error(s->diags, DIAG_NAME, at, "nothing is known about '%.*s'", (int) name.n,
                             name.p),
                  "%%help shows what a cell can hold");
    display_free(&d);
    return known;
}

bool session_magic(void *session, struct str line, struct span at)
{
    struct wc_session *s = session;
    line = magic_trim(line);
    if (!line.n)
        return true;
    struct str rest = magic_trim((struct str){line.p + 1, line.n - 1});
    if (*line.p == '!')
        return magic_shell(s, rest, at);
    if (*line.p == '?')
        return explain(s, rest, at);
    if (line.p[line.n - 1] == '?' && *line.p != '%')
        return explain(s, magic_trim((struct str){line.p, line.n - 1}), at);
    return run_magic_line(s, rest, at);
}
