/* SPDX-License-Identifier: Apache-2.0 */
/* Magics for terminal users: the cells so far, changing the folder. Next: magic_files.c. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "magic/magic_internal.h"

static void put_cell(struct buf *out, const struct source *src)
{
    buf_printf(out, "%s:\n", src->name);
    for (uint32_t line = 1; line <= src->line_count; line++) {
        struct str text = source_line(src, line);
        if (!text.n && line == src->line_count)
            break; /* after the last newline */
        buf_puts(out, text.n ? "    " : "");
        buf_put(out, text.p, text.n);
        buf_putc(out, '\n');
    }
}

/* The cells that ran before this one, or the last few of them. */
MAGIC(history)
{
    char *number = xstrndup(args.p, args.n), *end;
    unsigned long wanted = strtoul(number, &end, 10);
    bool good = !*end && (!args.n || wanted);
    free(number);
    if (!good) {
        diag_help(s->diags,
                  diag_error(s->diags, DIAG_SYNTAX, at,
                             "%%history takes a number of cells, not '%.*s'", (int) args.n, args.p),
                  "%%history 5 shows the last five");
        return false;
    }
    VEC(const struct source *) cells = {0};
    const struct source *src;
    for (uint32_t id = 1; (src = source_get(s->sources, id)); id++)
        if (src->kind == SOURCE_CELL && !strncmp(src->name, "In[", 3) &&
            strcmp(src->name, s->cell_name) != 0)
            VEC_PUSH(&cells, src);
    struct buf out = {0};
    for (size_t i = args.n && wanted < cells.n ? cells.n - wanted : 0; i < cells.n; i++)
        put_cell(&out, cells.at[i]);
    if (!cells.n)
        buf_puts(&out, "no cells yet\n");
    magic_text_show(s, &out, WC_DISPLAY);
    VEC_FREE(&cells);
    return true;
}

MAGIC(reset)
{
    s->resets = true;
    return true;
}

MAGIC(cd)
{
    char *path = args.n ? xstrndup(args.p, args.n) : NULL;
    const char *home = getenv("HOME"), *to = path ? path : home ? home : "/";
    struct buf full = {0};
    if (path && path[0] == '~' && (!path[1] || path[1] == '/')) {
        buf_printf(&full, "%s%s", home ? home : "", path + 1);
        to = full.p;
    }
    bool good = !chdir(to);
    if (!good)
        diag_error(s->diags, DIAG_SYSTEM, at, "cannot change to '%s': %s", to, strerror(errno));
    char *now = good ? getcwd(NULL, 0) : NULL;
    if (now) {
        struct buf out = {0};
        buf_printf(&out, "%s\n", now);
        magic_text_show(s, &out, WC_DISPLAY);
    }
    free(now);
    free(path);
    buf_free(&full);
    return good;
}

MAGIC(who)
{
    return magic_vars(s, args, at);
}
