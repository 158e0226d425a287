/* SPDX-License-Identifier: Apache-2.0 */
/* Imported cells as a notebook (nbformat 4.5), or in the percent format. */
#include <jansson.h>
#include <stdlib.h>

#include "export/import.h"

/* The source of a cell: a list of lines. */
static json_t *lines_of(const char *text)
{
    json_t *lines = json_array();
    while (*text) {
        size_t n = strcspn(text, "\n");
        n += text[n] == '\n';
        json_array_append_new(lines, json_stringn_nocheck(text, n));
        text += n;
    }
    return lines;
}

void import_notebook(const struct import_result *r, struct buf *out)
{
    json_t *cells = json_array();
    VEC_EACH (c, &r->cells) {
        char id[16];
        snprintf(id, sizeof id, "cell-%zu", (size_t) (c - r->cells.at) + 1);
        json_array_append_new(cells, json_pack("{ss ss s{} s[] sn so}", "id", id, "cell_type",
                                               "code", "metadata", "outputs", "execution_count",
                                               "source", lines_of(*c)));
    }
    json_t *notebook =
        json_pack("{so s{s{ss ss ss} s{ss}} si si}", "cells", cells, "metadata", "kernelspec",
                  "display_name", "CUDA C (Warpcell)", "language", "cuda", "name", "warpcell",
                  "language_info", "name", "cuda", "nbformat", 4, "nbformat_minor", 5);
    char *text = json_dumps(notebook, JSON_INDENT(1));
    buf_puts(out, text ? text : "");
    buf_putc(out, '\n');
    free(text);
    json_decref(notebook);
}

void import_script(const struct import_result *r, struct buf *out)
{
    VEC_EACH (c, &r->cells)
        buf_printf(out, "%s// %%%%\n%s\n", c == r->cells.at ? "" : "\n", *c);
}
