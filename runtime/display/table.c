/* SPDX-License-Identifier: Apache-2.0 */
/* Tables. In HTML only what JupyterLab's sanitiser lets pass, and no colour of text: themes choose it, and lines are
 * half transparent, so that they show on white and on black. */
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

enum { BAR_COLUMNS = 20, BAR_PIXELS = 140 };

void put_bar(struct buf *out, double fraction, int columns)
{
    static const char *const parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    fraction = fraction > 0 ? (fraction < 1 ? fraction : 1) : 0;
    int eighths = (int) (fraction * columns * 8 + 0.5);
    for (int i = 0; i < eighths / 8; i++)
        buf_puts(out, "█");
    buf_puts(out, parts[eighths % 8]);
}

void put_bar_html(struct buf *out, double fraction, int pixels)
{
    fraction = fraction > 0 ? (fraction < 1 ? fraction : 1) : 0;
    buf_printf(out,
               "<div style=\"width:%dpx;height:0.8em;background:rgba(128,128,128,0.2)\">"
               "<div style=\"width:%.0fpx;height:0.8em;background:rgb(66,133,190)\"></div></div>",
               pixels, fraction * pixels);
}

/* Bars are drawn from the cells' fractions: the texts that stand for them, of malloc, or NULL without bars. */
static char **bars_of(const struct table *t)
{
    char **out = xcalloc((size_t) t->row_count * t->column_count + 1, sizeof *out);
    for (size_t i = 0; i < (size_t) t->row_count * t->column_count; i++) {
        struct buf bar = {0};
        if (!t->columns[i % t->column_count].bar)
            continue;
        put_bar(&bar, strtod(t->cells[i], NULL), BAR_COLUMNS);
        if (!bar.n)
            buf_puts(&bar, "");
        out[i] = buf_take(&bar);
    }
    return out;
}

static void put_row_end(struct buf *out)
{
    while (out->n && out->p[out->n - 1] == ' ')
        out->p[--out->n] = 0;
    buf_putc(out, '\n');
}

static void print_table(struct buf *out, const struct table *t)
{
    size_t *widths = xcalloc(t->column_count + 1, sizeof *widths);
    for (uint32_t c = 0; c < t->column_count; c++) {
        struct str title = str_of(t->columns[c].title);
        widths[c] = utf8_columns(title.p, title.n);
        for (uint32_t r = 0; r < t->row_count; r++) {
            size_t columns = utf8_columns(cell_of(t, r, c).p, cell_of(t, r, c).n);
            widths[c] = columns > widths[c] ? columns : widths[c];
        }
    }
    if (t->title)
        buf_printf(out, "%s\n", t->title);
    for (uint32_t c = 0; c < t->column_count; c++) {
        buf_puts(out, c ? "  " : "");
        put_cell(out, str_of(t->columns[c].title), widths[c], t->columns[c].right);
    }
    put_row_end(out);
    for (uint32_t c = 0; c < t->column_count; c++) {
        buf_puts(out, c ? "  " : "");
        for (size_t i = 0; i < widths[c]; i++)
            buf_puts(out, "─");
    }
    buf_putc(out, '\n');
    for (uint32_t r = 0; r < t->row_count; r++) {
        for (uint32_t c = 0; c < t->column_count; c++) {
            buf_puts(out, c ? "  " : "");
            put_cell(out, cell_of(t, r, c), widths[c], t->columns[c].right);
        }
        put_row_end(out);
    }
    free(widths);
}

void table_text(struct buf *out, const struct table *t)
{
    size_t count = (size_t) t->row_count * t->column_count;
    char **bars = bars_of(t);
    const char **cells = xcalloc(count + 1, sizeof *cells);
    struct table drawn = *t;
    for (size_t i = 0; i < count; i++)
        cells[i] = bars[i] ? bars[i] : t->cells[i];
    drawn.cells = cells;
    print_table(out, &drawn);
    for (size_t i = 0; i < count; i++)
        free(bars[i]);
    free(bars);
    free(cells);
}

static void html_bar(struct buf *out, struct str fraction)
{
    buf_puts(out, "<td style=\"text-align:left;padding:2px 10px;\">");
    put_bar_html(out, strtod(fraction.p, NULL), BAR_PIXELS);
    buf_puts(out, "</td>");
}

static void html_cell(struct buf *out, const char *tag, struct str text, bool right,
                      const char *style)
{
    buf_printf(out, "<%s style=\"text-align:%s;padding:2px 10px;%s\">", tag,
               right ? "right" : "left", style);
    for (size_t i = 0; right && i < text.n;) { /* a figure and its unit stay on one line */
        const char *blank = memchr(text.p + i, ' ', text.n - i);
        size_t n = blank ? (size_t) (blank - text.p) - i : text.n - i;
        buf_html(out, (struct str){text.p + i, n});
        buf_puts(out, blank ? "&nbsp;" : "");
        i += n + (blank != NULL);
    }
    if (!right)
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
    buf_puts(out, "<table style=\"border-collapse:collapse;margin:4px 0\">\n<thead><tr>");
    for (uint32_t c = 0; c < t->column_count; c++)
        html_cell(out, "th", str_of(t->columns[c].title), t->columns[c].right,
                  "border-bottom:" LINE);
    buf_puts(out, "</tr></thead>\n<tbody>\n");
    for (uint32_t r = 0; r < t->row_count; r++) {
        buf_puts(out, "<tr>");
        for (uint32_t c = 0; c < t->column_count; c++)
            if (t->columns[c].bar)
                html_bar(out, cell_of(t, r, c));
            else
                html_cell(out, "td", cell_of(t, r, c), t->columns[c].right, "");
        buf_puts(out, "</tr>\n");
    }
    buf_puts(out, "</tbody></table>\n");
}

void display_table(struct display *out, const struct table *t, const struct display_style *style)
{
    table_html(display_add(out, "text/html"), t);
    table_text(display_add(out, "text/plain"), t);
}
