/* SPDX-License-Identifier: Apache-2.0 */
/* A notebook as a text file. Its cells run as they do at a prompt: each has its magics and shows its last expression. Next: repl_main.c,
 * which decides between this and a whole program. */
#include "script.h"

#include <string.h>

#include "text.h"

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

/* Runs what is from `body` to `end`, in front of which empty lines stand for the rest of the file. */
static enum wc_status run_cell(struct repl *r, const char *path, const char *text, const char *body,
                               const char *end, int argc, char **argv)
{
    struct text cell = {0};
    for (const char *at = text; (at = memchr(at, '\n', (size_t) (body - at))); at++)
        text_insert(&cell, "\n", 1);
    text_insert(&cell, body, (size_t) (end - body));
    enum wc_status status = WC_OK;
    if (!text_blank(cell.p, cell.n))
        status = repl_run(r, path, cell.p, cell.n, false, argc, argv);
    text_free(&cell);
    return status;
}

enum wc_status script_run(struct repl *r, const char *path, const char *text, int argc, char **argv)
{
    enum wc_status status = WC_OK;
    const char *body = text, *title = "";
    while (body && status == WC_OK) {
        const char *marker = find_marker(body), *end = marker ? marker : body + strlen(body);
        if (!is_prose(title))
            status = run_cell(r, path, text, body, end, argc, argv);
        title = marker ? after_marker(marker) : "";
        body = marker ? next_line(marker) : NULL;
    }
    return status;
}
