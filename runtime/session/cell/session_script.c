/* SPDX-License-Identifier: Apache-2.0 */
/* A notebook as a text file: in the percent format a line `// %%` starts each cell. Editors, Jupytext and our exporter for
 * nbconvert write it. */
#include "session/cell/session_script.h"

#include <string.h>

/* What follows the marker on its line; NULL: the line is none. */
static const char *after_marker(const char *line)
{
    if (strncmp(line, "//", 2) != 0)
        return NULL;
    line += 2 + strspn(line + 2, " \t");
    if (strncmp(line, "%%", 2) != 0 || !strchr(" \t\r\n", line[2])) /* the end as well */
        return NULL;
    return line + 2;
}

/* The line below; NULL: there is none. */
static const char *next_line(const char *line)
{
    line = strchr(line, '\n');
    return line && line[1] ? line + 1 : NULL;
}

/* The first marker from this line on; NULL: none. */
static const char *find_marker(const char *line)
{
    while (line && !after_marker(line))
        line = next_line(line);
    return line;
}

bool script_has_cells(const char *text)
{
    return find_marker(text);
}

/* The title of a cell may stand before its kind. */
static bool is_prose(const char *title)
{
    static const char *const kinds[] = {"[markdown]", "[md]", "[raw]"};
    size_t n = strcspn(title, "\n");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (memmem(title, n, kinds[i], strlen(kinds[i])))
            return true;
    return false;
}

/* The text from `body` to `end`. Empty lines in front stand for the rest of the file, so that errors give its lines. */
static void put_cell(struct buf *out, const char *text, const char *body, const char *end)
{
    out->n = 0;
    for (const char *at = text; (at = memchr(at, '\n', (size_t) (body - at))); at++)
        buf_putc(out, '\n');
    buf_put(out, body, (size_t) (end - body));
}

bool script_next(struct script *s, struct buf *out)
{
    if (!s->body)
        s->body = s->text;
    while (s->body && *s->body) {
        const char *body = s->body, *title = s->title ? s->title : "";
        const char *marker = find_marker(body), *end = marker ? marker : body + strlen(body);
        const char *next = marker ? next_line(marker) : NULL;
        s->title = marker ? after_marker(marker) : "";
        s->body = next ? next : body + strlen(body);
        if (!is_prose(title) && strspn(body, " \t\r\n\v\f") < (size_t) (end - body)) {
            put_cell(out, s->text, body, end);
            return true;
        }
    }
    return false;
}
