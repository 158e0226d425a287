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
    BAR_PIXELS = 140,
    BAR_PIXELS_SMALL = 90,
    MANY_COLUMNS = 7, /* bars get shorter */
    WIDE_COLUMNS = 8, /* letters and gaps get smaller */
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
    buf_puts(out, "<td style=\"text-align:left;padding:2px 7px;\">");
    put_bar_html(out, strtod(fraction.p, NULL), many ? BAR_PIXELS_SMALL : BAR_PIXELS);
    buf_puts(out, "</td>");
}

static void html_cell(struct buf *out, const struct table *t, const char *tag, struct str text,
                      bool right, const char *style)
{
    buf_printf(out, "<%s style=\"text-align:%s;padding:2px %dpx;%s\">", tag,
               right ? "right" : "left", t->column_count > WIDE_COLUMNS ? 4 : 7, style);
    bool whole = right || text.n <= SHORT_TEXT;
    for (size_t i = 0; whole && i < text.n;) { /* a figure and its unit stay on one line */
        const char *blank = memchr(text.p + i, ' ', text.n - i);
        size_t n = blank ? (size_t) (blank - text.p) - i : text.n - i;
        buf_html(out, (struct str){text.p + i, n});
        buf_puts(out, blank ? "&nbsp;" : "");
        i += n + (blank != NULL);
    }
    if (!whole)
        buf_html(out, text);
    buf_printf(out, "</%s>", tag);
}

void table_html(struct buf *out, const struct table *t)
{
    if (t->title) {
        buf_puts(out, "<div><b>");
        buf_html(out, str_of(t->title));
        buf_puts(out, "</b></div>\n");
    }
    buf_printf(out,
               "<div style=\"overflow-x:auto\"><table style=\"border-collapse:collapse;"
               "margin:4px 0%s\">\n<thead><tr>",
               t->column_count > WIDE_COLUMNS ? ";font-size:smaller" : "");
    for (uint32_t c = 0; c < t->column_count; c++)
        html_cell(out, t, "th", str_of(t->columns[c].title), t->columns[c].right,
                  "border-bottom:" LINE);
    buf_puts(out, "</tr></thead>\n<tbody>\n");
    for (uint32_t r = 0; r < t->row_count; r++) {
        buf_puts(out, "<tr>");
        for (uint32_t c = 0; c < t->column_count; c++)
            if (t->columns[c].bar)
                html_bar(out, cell_of(t, r, c), t->column_count > MANY_COLUMNS);
            else
                html_cell(out, t, "td", cell_of(t, r, c), t->columns[c].right, "");
        buf_puts(out, "</tr>\n");
    }
    buf_puts(out, "</tbody></table></div>\n");
}

void display_panel(struct display *out, struct str text, const struct table *t,
                   const struct display_style *style)
{
    struct buf *html = display_add(out, "text/html"), *plain;
    buf_puts(html, "<pre style=\"margin:4px 0;font-family:monospace\">");
    buf_html(html, text);
    buf_puts(html, "</pre>\n");
    if (t)
        table_html(html, t);
    plain = display_add(out, "text/plain");
    buf_put(plain, text.p, text.n);
    if (t)
        table_text(plain, t, style);
}

void display_table(struct display *out, const struct table *t, const struct display_style *style)
{
    table_html(display_add(out, "text/html"), t);
    table_text(display_add(out, "text/plain"), t, style);
}
