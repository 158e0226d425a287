/* SPDX-License-Identifier: Apache-2.0 */
/* The examples below help texts: one table, searched by name. */
#include "magic/magic.h"

#include <string.h>

#define E(names, see, code, output) {names, see, code, output},
const struct example example_table[] = {
#include "magic/examples.def"
    {NULL, NULL, NULL, NULL},
};
#undef E

static bool among(const char *names, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = names; (p = strstr(p, name)); p += n)
        if ((p == names || p[-1] == ' ') && (!p[n] || p[n] == ' '))
            return true;
    return false;
}

const struct example *magic_example(const char *name)
{
    for (const struct example *e = example_table; e->names; e++)
        if (among(e->names, name) || among(e->see, name))
            return e;
    return NULL;
}

/* The other names that the example serves, of which a reader may want the help next. */
static int put_related(struct buf *out, const char *names, const char *own, int count)
{
    enum { MOST = 8 };

    for (const char *p = names; *p && count < MOST;) {
        size_t n = strcspn(p, " ");
        if (!str_eq((struct str){p, n}, own))
            buf_printf(out, "%s%.*s", count++ ? ", " : "\nSee also: ", (int) n, p);
        p += n + (p[n] == ' ');
    }
    return count;
}

void magic_put_example(struct buf *out, const char *name)
{
    const struct example *e = magic_example(name);
    if (!e)
        return;
    buf_puts(out, "\nExample:\n");
    for (const char *p = e->code; *p;) {
        size_t n = strcspn(p, "\n");
        buf_printf(out, "    %.*s\n", (int) n, p);
        p += n + (p[n] == '\n');
    }
    if (put_related(out, e->see, name, put_related(out, e->names, name, 0)))
        buf_putc(out, '\n');
}
