/* SPDX-License-Identifier: Apache-2.0 */
/* Which lines of a text have code, for breakpoints in code that has not been compiled yet. Next: debug_host.c, dap/debug_dap.c. */
#include "debug/debug_lines.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* One line: whether it has code. *comment: whether it begins, and then ends, inside a comment. */
static bool line_has_code(const char *p, const char *end, bool *comment)
{
    bool code = false, blank = true;
    while (p < end) {
        bool pair = p + 1 < end;
        if (*comment) {
            *comment = !(pair && p[0] == '*' && p[1] == '/');
            p += *comment ? 1 : 2;
            continue;
        }
        if (pair && p[0] == '/' && p[1] == '/')
            break;
        if (pair && p[0] == '/' && p[1] == '*') {
            *comment = true;
            p += 2;
            continue;
        }
        if (blank && *p == '#')
            return false;
        if (*p == '"') { /* a comment's begin inside of a string is none */
            for (p++; p < end && *p != '"'; p++)
                p += *p == '\\' && p + 1 < end;
            code = true;
        } else if (!isspace((unsigned char) *p)) {
            blank = false;
            code |= !strchr("{};", *p);
        }
        p++;
    }
    return code;
}

uint32_t debug_line_with_code(struct str text, uint32_t line)
{
    const char *p = text.p, *end = text.p + text.n;
    bool comment = false;
    for (uint32_t number = 1; p < end; number++) {
        const char *newline = memchr(p, '\n', (size_t) (end - p));
        const char *stop = newline ? newline : end;
        bool code = line_has_code(p, stop, &comment);
        if (number >= line && code)
            return number;
        p = newline ? newline + 1 : end;
    }
    return 0;
}
