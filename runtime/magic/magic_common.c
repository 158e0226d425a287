/* SPDX-License-Identifier: Apache-2.0 */
/* Shared by several magics: the table of their names, their arguments, and the display of text and tables. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "magic/magic_internal.h"

#define M(name, usage, help) {#name, usage, help, false},
#define C(name, usage, help) {#name, usage, help, true},
const struct magic magic_table[] = {
#include "magic/magic.def"
    {NULL, NULL, NULL, false},
};

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
    session_table(s, &t);
}

static void try_kernel(void *user, struct symbol *k)
{
    if (k->kind == SYMBOL_KERNEL)
        name_match_try(user, k->name);
}

static bool one_word(struct wc_session *s, struct str name, struct span at, const char *magic)
{
    size_t n = 0;
    while (n < name.n && !isspace((unsigned char) name.p[n]))
        n++;
    if (n && n == name.n)
        return true;
    struct str rest = str_trim((struct str){name.p + n, name.n - n});
    struct diag *d =
        n ? diag_error(s->diags, DIAG_SYNTAX, at, "unexpected '%.*s' after the kernel",
                       (int) rest.n, rest.p)
          : diag_error(s->diags, DIAG_SYNTAX, at, "%s needs the name of a kernel", magic);
    for (const struct magic *m = magic_table; m->name; m++)
        if (!m->cell && !strcmp(m->name, magic + 1))
            diag_help(s->diags, d, "%s", m->usage);
    return false;
}

struct symbol *magic_kernel(struct wc_session *s, struct str name, struct span at,
                            const char *magic)
{
    if (!one_word(s, name, at, magic))
        return NULL;
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

bool magic_switch(struct wc_session *s, struct str args, struct span at, const char *magic,
                  bool *out)
{
    *out = str_eq(args, "on");
    if (*out || str_eq(args, "off"))
        return true;
    diag_error(s->diags, DIAG_SYNTAX, at, "%s takes on or off", magic);
    return false;
}

/* ---- files ---- */

bool magic_split(struct wc_session *s, struct str text, struct span at, wordexp_t *out)
{
    char *line = xstrndup(text.p, text.n);
    int failed = wordexp(line, out, WRDE_NOCMD);
    free(line);
    if (!failed)
        return true;
    struct diag *d = diag_error(s->diags, DIAG_SYNTAX, at,
                                failed == WRDE_BADCHAR  ? "unquoted | & ; < > ( ) { or }"
                                : failed == WRDE_CMDSUB ? "command substitution is not supported"
                                : failed == WRDE_SYNTAX ? "unterminated quote"
                                                        : "out of memory");
    diag_help(s->diags, d, "quote literal text: '...'");
    if (failed == WRDE_NOSPACE)
        wordfree(out);
    return false;
}

char *magic_read_file(struct wc_session *s, const char *path, struct span at, size_t *out_n)
{
    struct buf text = {0};
    char piece[1 << 14];
    size_t n;
    FILE *f = fopen(path, "rb");
    while (f && (n = fread(piece, 1, sizeof piece, f)))
        buf_put(&text, piece, n);
    bool good = f && !ferror(f);
    if (!good)
        diag_error(s->diags, DIAG_SYSTEM, at, "cannot read '%s': %s", path, strerror(errno));
    if (f)
        fclose(f);
    *out_n = text.n;
    if (good)
        return buf_take(&text);
    buf_free(&text);
    return NULL;
}
