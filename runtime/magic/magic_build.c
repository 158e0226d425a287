/* SPDX-License-Identifier: Apache-2.0 */
/* What a compiler gets as options: %include_path is -I, %define is -D, %std is -std= and -x. The terminal program runs them for
 * its options. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "magic/magic_internal.h"

static void list_folders(struct wc_session *s)
{
    struct buf out = {0};
    for (size_t i = 0; lang_folder(s->lang, i); i++)
        buf_printf(&out, "%s\n", lang_folder(s->lang, i));
    if (!out.n)
        buf_puts(&out, "no folders\n");
    magic_text_show(s, &out, WC_DISPLAY);
}

MAGIC(include_path)
{
    struct stat st;
    if (!args.n) {
        list_folders(s);
        return true;
    }
    char *path = xstrndup(args.p, args.n);
    bool good = !stat(path, &st) && S_ISDIR(st.st_mode);
    if (good)
        lang_add_folder(s->lang, path);
    else
        diag_error(s->diags, DIAG_SYSTEM, at, "there is no folder '%s'", path);
    free(path);
    return good;
}

MAGIC(define)
{
    const char *equals = args.n ? memchr(args.p, '=', args.n) : NULL;
    size_t name = equals ? (size_t) (equals - args.p) : args.n;
    struct buf text = {0};
    if (!name) {
        struct diag *d = diag_error(s->diags, DIAG_SYNTAX, at, "%%define needs a name");
        diag_help(s->diags, d, "%%define N=1024");
        return false;
    }
    buf_printf(&text, "#define %.*s ", (int) name, args.p);
    if (equals)
        buf_put(&text, equals + 1, args.n - name - 1);
    else
        buf_puts(&text, "1");
    bool good = session_run_inside(s, SOURCE_CELL, "%define", text.p, text.n);
    buf_free(&text);
    return good;
}

MAGIC(std)
{
    struct buf out = {0};
    if (!args.n) {
        buf_printf(&out, "%s\n", lang_standard(s->lang));
        magic_text_show(s, &out, WC_DISPLAY);
        return true;
    }
    char *name = xstrndup(args.p, args.n);
    bool good = lang_set_language(s->lang, name);
    if (!good) {
        struct diag *e = diag_error(s->diags, DIAG_NAME, at, "no language is called '%s'", name);
        diag_help(s->diags, e, "it is c, c++, cu, or a standard such as c11, gnu17 or c++17");
    }
    free(name);
    return good;
}
