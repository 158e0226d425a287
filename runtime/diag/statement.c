/* SPDX-License-Identifier: Apache-2.0 */
/* The source location of a fault or a finding in a kernel. */
#include <ctype.h>
#include <string.h>

#include "diag/source.h"

/* From the .loc's column to the end of the statement. NVRTC gives one column per line. On a line that also opens a block
 * (a kernel written on one line) that is the column of the opening; then the block's contents are meant. */
struct span source_statement_at(const struct sources *sources, const char *file, uint32_t at_line,
                                uint32_t column)
{
    const struct source *src = at_line ? source_named(sources, file) : NULL;
    if (!src)
        return (struct span){0};
    struct str line = source_line(src, at_line);
    uint32_t first = source_offset(src, at_line, 1), start = source_offset(src, at_line, column),
             stop = first + (uint32_t) line.n;
    const char *text = src->text.p;
    uint32_t end = start + (uint32_t) strcspn(text + start, ";{}\n");
    uint32_t inside = end + 1;
    while (inside < stop && isspace((unsigned char) text[inside]))
        inside++;
    if (text[end] == '{' && inside < stop) {
        start = inside;
        for (end = stop; end > start && strchr(" \t\r};", text[end - 1]);)
            end--;
    }
    return (struct span){src->id, start, end > start ? end : start + 1};
}
