/* SPDX-License-Identifier: Apache-2.0 */
/* Tables as HTML. It uses only what JupyterLab's sanitiser allows. Text has no colour of its own, because themes
 * set it, and lines are half transparent, so that they work on light and dark backgrounds. Next: table_text.c. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/utf8.h"
#include "display/parts.h"

#define LINE "1px solid rgba(128,128,128,0.5)"

static struct str cell_of(const struct table *t, uint32_t row, uint32_t column)
{
    return str_of(t->cells[(size_t) row * t->column_count + column]);
}

enum {
    BAR_PIXELS = 240,
    BAR_PIXELS_SMALL = 120,
    MANY_COLUMNS = 7, /* bars get shorter */
    WIDE_COLUMNS = 8, /* gaps get smaller */
    SHORT_TEXT = 32,  /* characters that stay on one line */
};

void put_bar_html(struct buf *out, double fraction, int pixels)
{
    fraction = fraction > 0 ? (fraction < 1 ? fraction : 1) : 0;
    buf_printf(out,
               "<div style=\"width:%dpx;height:0.8em;background:rgba(128,128,128,0.2)\">"
               "<div style=\"width:%.0fpx;height:0.8em;background:rgb(66,133,190)\"></div></div>",
               pixels, fraction * pixels);
}

static void html_bar(struct buf *out, struct str fraction, bool many)
{
    buf_puts(out, "<td style=\"text-align:left;padding:2px 8px 2px 8px;\">");
    put_bar_html(out, strtod(fraction.p, NULL), many ? BAR_PIXELS_SMALL : BAR_PIXELS);
    buf_puts(out, "</td>");
}

/* The sign begins no other text of ours. */
static bool cell_is_wrong(struct str text)
{
    return text.n >= strlen("✗") && !memcmp(text.p, "✗", strlen("✗"));
}

static void html_cell(struct buf *out, const struct table *t, const char *tag, struct str text,
                      bool right, const char *style)
{
    buf_printf(out, "<%s style=\"text-align:%s;padding:2px %dpx 2px 8px;%s\">", tag,
               right ? "right" : "left", t->column_count > WIDE_COLUMNS ? 5 : 12, style);
    bool whole = right || text.n <= SHORT_TEXT;
    bool wrong = cell_is_wrong(text);
    buf_puts(out, wrong ? "<span style=\"color:#fff;background:#b00020;padding:0 4px\">" : "");
    for (size_t i = 0; whole && i < text.n;) { /* a figure and its unit stay on one line */
        const char *blank = memchr(text.p + i, ' ', text.n - i);
        size_t n = blank ? (size_t) (blank - text.p) - i : text.n - i;
        buf_html(out, (struct str){text.p + i, n});
        buf_puts(out, blank ? "&nbsp;" : "");
        i += n + (blank != NULL);
    }
    if (!whole)
        buf_html(out, text);
    buf_printf(out, "%s</%s>", wrong ? "</span>" : "", tag);
}

/* A cell that shows more when it is clicked, without a script. */
static void html_opening(struct buf *out, struct str text, const char *more)
{
    buf_puts(out, "<td style=\"text-align:left;vertical-align:top;padding:2px 12px 2px "
                  "8px\"><details><summary "
                  "style=\"cursor:pointer\">");
    buf_html(out, text);
    buf_printf(out, "</summary>%s</details></td>", more);
}

void table_html(struct buf *out, const struct table *t)
{
    if (t->title) {
        buf_puts(out, HTML_TEXT "<b>");
        buf_html(out, str_of(t->title));
        buf_puts(out, "</b></div>\n");
    }
    buf_puts(out, "<div style=\"overflow-x:auto\"><table style=\"border-collapse:collapse;"
                  "margin:2px 0;font-size:13px\">\n<thead><tr>");
    for (uint32_t c = 0; c < t->column_count; c++)
        html_cell(out, t, "th", str_of(t->columns[c].title), t->columns[c].right,
                  "border-bottom:" LINE);
    buf_puts(out, "</tr></thead>\n<tbody>\n");
    for (uint32_t r = 0; r < t->row_count; r++) {
        buf_puts(out, "<tr>");
        for (uint32_t c = 0; c < t->column_count; c++)
            if (t->columns[c].bar)
                html_bar(out, cell_of(t, r, c), t->column_count > MANY_COLUMNS);
            else if (c + 1 == t->column_count && t->more && *t->more[r])
                html_opening(out, cell_of(t, r, c), t->more[r]);
            else
                html_cell(out, t, "td", cell_of(t, r, c), t->columns[c].right,
                          t->more ? "vertical-align:top" : "");
        buf_puts(out, "</tr>\n");
    }
    buf_puts(out, "</tbody></table></div>\n");
}

void html_lines(struct buf *out, struct str text)
{
    while (text.n) {
        const char *end = memchr(text.p, '\n', text.n);
        size_t n = end ? (size_t) (end - text.p) : text.n;
        buf_puts(out, HTML_TEXT);
        buf_html(out, (struct str){text.p, n});
        buf_puts(out, "</div>\n");
        n += end != NULL;
        text = (struct str){text.p + n, text.n - n};
    }
}

/* "label  value": the lines of a panel as two columns; others as they are. */
static void html_facts(struct buf *out, struct str text)
{
    bool rows = false;
    while (text.n) {
        const char *end = memchr(text.p, '\n', text.n);
        struct str line = {text.p, end ? (size_t) (end - text.p) : text.n}, value = line;
        const char *gap = memmem(line.p, line.n, "  ", 2);
        if (gap && !rows)
            buf_puts(
                out,
                "<table style=\"border-collapse:collapse;margin:2px 0;font-size:13px\"><tbody>\n");
        else if (!gap && rows)
            buf_puts(out, "</tbody></table>\n");
        rows = gap != NULL;
        while (gap && value.n && (value.p < gap || *value.p == ' '))
            value.p++, value.n--;
        buf_puts(out,
                 rows ? "<tr><td style=\"text-align:left;padding:2px 12px 2px 8px;opacity:0.75\">"
                      : HTML_TEXT "<b>");
        buf_html(out, rows ? (struct str){line.p, (size_t) (gap - line.p)} : line);
        buf_puts(out, rows ? "</td><td style=\"text-align:left;padding:2px 12px 2px 0\">"
                           : "</b></div>\n");
        if (rows)
            buf_html(out, value);
        buf_puts(out, rows ? "</td></tr>\n" : "");
        line.n += end != NULL;
        text = (struct str){text.p + line.n, text.n - line.n};
    }
    buf_puts(out, rows ? "</tbody></table>\n" : "");
}

/* The same table without the columns that are empty in every row. filled_free releases it. */
static const struct table *filled(struct table *out, const struct table *t)
{
    struct table_column *columns = xcalloc(t->column_count + 1, sizeof *columns);
    const char **cells = xcalloc((size_t) t->column_count * t->row_count + 1, sizeof *cells);
    uint32_t kept = 0;
    bool *keeps = xcalloc(t->column_count + 1, sizeof *keeps);
    for (uint32_t c = 0; c < t->column_count; c++) {
        keeps[c] = !t->row_count || (t->more && c + 1 == t->column_count);
        for (uint32_t r = 0; r < t->row_count; r++)
            keeps[c] |= cell_of(t, r, c).n > 0;
        if (keeps[c])
            columns[kept++] = t->columns[c];
    }
    for (uint32_t r = 0, n = 0; r < t->row_count; r++)
        for (uint32_t c = 0; c < t->column_count; c++)
            if (keeps[c])
                cells[n++] = t->cells[r * t->column_count + c];
    free(keeps);
    *out = *t;
    out->columns = columns;
    out->cells = cells;
    out->column_count = kept;
    return out;
}

static void filled_free(struct table *t)
{
    free((void *) (uintptr_t) t->columns);
    free((void *) (uintptr_t) t->cells);
}

void display_panel(struct display *out, struct str text, const struct table *t,
                   const struct display_style *style)
{
    struct buf *html = display_add(out, "text/html"), *plain;
    struct table shown;
    html_facts(html, text);
    if (t)
        table_html(html, filled(&shown, t));
    plain = display_add(out, "text/plain");
    buf_put(plain, text.p, text.n);
    if (t)
        table_text(plain, &shown, style);
    if (t)
        filled_free(&shown);
}

void display_table_with_note(struct display *out, const struct table *t, const char *note,
                             const struct display_style *style)
{
    struct buf *html = display_add(out, "text/html"), *plain;
    struct table shown;
    table_html(html, filled(&shown, t));
    html_lines(html, str_of(note));
    plain = display_add(out, "text/plain");
    table_text(plain, &shown, style);
    print_lines(plain, str_of(note), style);
    filled_free(&shown);
}

void display_table(struct display *out, const struct table *t, const struct display_style *style)
{
    struct table shown;
    table_html(display_add(out, "text/html"), filled(&shown, t));
    table_text(display_add(out, "text/plain"), &shown, style);
    filled_free(&shown);
}
