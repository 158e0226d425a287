/* SPDX-License-Identifier: Apache-2.0 */
/* %env: environment variables for getenv, !commands and libraries that are loaded later. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "magic/magic_internal.h"

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *) a, *(char *const *) b);
}

static void list(struct wc_session *s)
{
    struct buf out = {0};
    VEC(char *) all = {0};
    for (char **p = environ; p && *p; p++)
        VEC_PUSH(&all, *p);
    qsort(all.at, all.n, sizeof *all.at, by_text);
    VEC_EACH (text, &all)
        buf_printf(&out, "%s\n", *text);
    VEC_FREE(&all);
    magic_text_show(s, &out, WC_DISPLAY);
}

static bool set(struct wc_session *s, const char *name, const char *value, struct span at)
{
    if (!setenv(name, value, 1))
        return true;
    struct diag *d =
        diag_error(s->diags, DIAG_SYSTEM, at, "cannot set '%s': %s", name, strerror(errno));
    diag_help(s->diags, d, "usage: %%env NAME=VALUE");
    return false;
}

static bool show(struct wc_session *s, const char *name, struct span at)
{
    const char *value = getenv(name);
    if (!value) {
        struct diag *d =
            diag_error(s->diags, DIAG_NAME, at, "no environment variable is called '%s'", name);
        diag_help(s->diags, d, "set it with %%env %s=VALUE", name);
        return false;
    }
    struct buf out = {0};
    buf_printf(&out, "%s\n", value);
    magic_text_show(s, &out, WC_DISPLAY);
    return true;
}

MAGIC(env)
{
    if (!args.n) {
        list(s);
        return true;
    }
    char *name = xstrndup(args.p, args.n), *value = strchr(name, '=');
    if (value)
        *value++ = 0;
    bool good = value ? set(s, name, value, at) : show(s, name, at);
    free(name);
    return good;
}
