/* SPDX-License-Identifier: Apache-2.0 */
/* What happens when Warpcell itself is at fault (CHECK) or host memory runs out: a line on stderr, then abort.
 * Errors that a user can cause never come here; they are diags (diag/diag.h). */
#include "base/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void check_failed(const char *what, const char *file, int line)
{
    fprintf(stderr, "warpcell: bug: %s:%d: %s\n", file, line, what);
    abort();
}

static void *need(void *p, size_t size)
{
    if (!p && size) {
        fprintf(stderr, "warpcell: out of host memory (%zu bytes wanted)\n", size);
        abort();
    }
    return p;
}

void *xmalloc(size_t size)
{
    return need(malloc(size), size);
}

void *xcalloc(size_t count, size_t size)
{
    return need(calloc(count, size), count && size);
}

void *xrealloc(void *p, size_t size)
{
    return need(realloc(p, size ? size : 1), size);
}

char *xstrndup(const char *s, size_t n)
{
    char *copy = xmalloc(n + 1);
    memcpy(copy, s, n);
    copy[n] = 0;
    return copy;
}

char *xstrdup(const char *s)
{
    return xstrndup(s, strlen(s));
}
