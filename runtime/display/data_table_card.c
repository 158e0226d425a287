/* SPDX-License-Identifier: Apache-2.0 */
/* A table of columns: its size, the names of its columns with their types, the first and the last rows. Numbers of a column have one form, so
 * that their points stand below each other. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/utf8.h"
#include "display/parts.h"

enum { ROWS_WHOLE = 20, ROWS_EACH = 5, COLUMNS_WHOLE = 20, COLUMNS_EACH = 10, WIDEST = 40 };

/* What is shown of the table. Row -1 and column -1: left out here. */
struct card {
    const struct data_table *t;
    int64_t rows[ROWS_WHOLE + 1], columns[COLUMNS_WHOLE + 2];
    int row_count, column_count;
    char **cells; /* row-major */
    bool *missing;
};

static bool is_right(const struct data_column *c)
{
    return c->type == COLUMN_INT || c->type == COLUMN_FLOAT;
}

static int pick(int64_t *out, int64_t count, int whole, int each)
{
    int n = 0;
    if (count <= whole) {
        for (; n < count; n++)
            out[n] = n;
        return n;
    }
    for (; n < each; n++)
        out[n] = n;
    out[n++] = -1;
    for (int64_t i = count - each; i < count; i++)
        out[n++] = i;
    return n;
}

static void fill_reals(struct card *k, int at, const struct data_column *c)
{
    double numbers[ROWS_WHOLE + 1];
    size_t count = 0;
    struct number_format format;
    for (int r = 0; r < k->row_count; r++)
        if (k->rows[r] >= 0 && isfinite(c->reals[k->rows[r]]))
            numbers[count++] = c->reals[k->rows[r]];
    number_format_of(&format, numbers, count, SIX_DIGITS);
    for (int r = 0; r < k->row_count; r++) {
        struct buf b = {0};
        if (k->rows[r] >= 0 && !isnan(c->reals[k->rows[r]]))
            put_formatted(&b, &format, c->reals[k->rows[r]]);
        k->cells[r * k->column_count + at] = b.p ? buf_take(&b) : xstrdup("");
    }
}

/* Line ends and control characters would break the table. */
static char *plain(struct buf *b)
{
    struct buf out = {0};
    utf8_escape(&out, b->p ? b->p : "", b->n);
    buf_free(b);
    return out.p ? buf_take(&out) : xstrdup("");
}

static void fill(struct card *k)
{
    size_t cells = (size_t) (k->row_count * k->column_count);
    k->cells = xcalloc(cells + 1, sizeof *k->cells);
    k->missing = xcalloc(cells + 1, sizeof *k->missing);
    for (int i = 0; i < k->column_count; i++) {
        const struct data_column *c = k->columns[i] < 0 ? NULL : k->t->columns[k->columns[i]];
        if (c && c->type == COLUMN_FLOAT)
            fill_reals(k, i, c);
        for (int r = 0; r < k->row_count; r++) {
            struct buf b = {0};
            int at = r * k->column_count + i;
            bool left_out = !c || k->rows[r] < 0;
            k->missing[at] = !left_out && column_missing_at(c, k->rows[r]);
            if (!left_out && c->type != COLUMN_FLOAT)
                column_print(&b, c, k->rows[r]);
            if (!k->cells[at])
                k->cells[at] = plain(&b);
        }
    }
}

static void put_size(struct buf *out, const struct card *k, const char *name)
{
    if (name)
        buf_printf(out, "%s: ", name);
    print_count(out, (uint64_t) k->t->rows);
    buf_printf(out, " row%s × %" PRIu32 " column%s", k->t->rows == 1 ? "" : "s", k->t->count,
               k->t->count == 1 ? "" : "s");
}

/* ---- HTML ---- */

#define PADDING "padding:2px 12px 2px 8px;"
#define LINE    "border-bottom:1px solid rgba(128,128,128,0.5);"

static void html_heads(struct buf *out, const struct card *k)
{
    buf_puts(out, "<thead><tr><th style=\"" PADDING LINE "\"></th>");
    for (int i = 0; i < k->column_count; i++) {
        const struct data_column *c = k->columns[i] < 0 ? NULL : k->t->columns[k->columns[i]];
        buf_printf(out, "<th style=\"text-align:%s;" PADDING LINE "\">",
                   c && is_right(c) ? "right" : "left");
        buf_html(out, str_of(c ? k->t->names[k->columns[i]] : "…"));
        buf_printf(out, "<br><span style=\"font-weight:normal;opacity:0.75\">%s</span></th>",
                   c ? column_type_name(c->type) : "");
    }
    buf_puts(out, "</tr></thead>\n");
}

static void html_row(struct buf *out, const struct card *k, int r)
{
    buf_puts(out, "<tr><td style=\"text-align:right;opacity:0.75;" PADDING "\">");
    if (k->rows[r] >= 0)
        buf_printf(out, "%" PRId64, k->rows[r]);
    else
        buf_puts(out, "⋮");
    buf_puts(out, "</td>");
    for (int i = 0; i < k->column_count; i++) {
        const struct data_column *c = k->columns[i] < 0 ? NULL : k->t->columns[k->columns[i]];
        int at = r * k->column_count + i;
        buf_printf(out, "<td style=\"text-align:%s;" PADDING "\">",
                   c && is_right(c) ? "right" : "left");
        if (k->missing[at])
            buf_puts(out, "<span style=\"font-style:italic;opacity:0.75\">missing</span>");
        else
            buf_html(out, str_of(k->rows[r] < 0 ? "⋮" : c ? k->cells[at] : "…"));
        buf_puts(out, "</td>");
    }
    buf_puts(out, "</tr>\n");
}

static void put_html(struct buf *out, const struct card *k, const char *name)
{
    struct buf size = {0};
    put_size(&size, k, name);
    buf_puts(out, HTML_TEXT);
    buf_html(out, (struct str){size.p, size.n});
    buf_puts(out, "</div>\n");
    buf_free(&size);
    if (!k->column_count)
        return;
    buf_puts(out,
             "<div style=\"overflow-x:auto\"><table style=\"border-collapse:collapse;margin:2px "
             "0;font-size:13px\">\n");
    html_heads(out, k);
    buf_puts(out, "<tbody>\n");
    for (int r = 0; r < k->row_count; r++)
        html_row(out, k, r);
    buf_puts(out, "</tbody></table></div>\n");
}

/* ---- text ---- */

static const char *text_of(const struct card *k, int r, int i)
{
    int at = r * k->column_count + i;
    return k->missing[at] ? "-" : k->rows[r] < 0 ? "⋮" : k->columns[i] < 0 ? "…" : k->cells[at];
}

static size_t columns_of(const char *text)
{
    return utf8_columns(text, strlen(text));
}

static size_t widest(const struct card *k, int i)
{
    int64_t c = k->columns[i];
    size_t most = c < 0 ? 1 : columns_of(k->t->names[c]);
    size_t type = c < 0 ? 1 : strlen(column_type_name(k->t->columns[c]->type));
    most = most > type ? most : type;
    for (int r = 0; r < k->row_count; r++) {
        size_t n = columns_of(text_of(k, r, i));
        most = n > most ? n : most;
    }
    return most < WIDEST ? most : WIDEST;
}

static void trim_end(struct buf *out)
{
    while (out->n && out->p[out->n - 1] == ' ')
        out->p[--out->n] = 0;
    buf_putc(out, '\n');
}

/* Columns [first, last) below each other. */
static void put_columns(struct buf *out, const struct card *k, const size_t *widths, size_t row,
                        int first, int last)
{
    for (int line = -2; line < k->row_count; line++) {
        struct buf number = {0};
        if (line >= 0 && k->rows[line] >= 0)
            buf_printf(&number, "%" PRId64, k->rows[line]);
        put_cell(out, (struct str){number.p, number.n}, row, true);
        buf_free(&number);
        for (int i = first; i < last; i++) {
            int64_t c = k->columns[i];
            const struct data_column *of = c < 0 ? NULL : k->t->columns[c];
            const char *text = line >= 0    ? text_of(k, line, i)
                               : !of        ? "…"
                               : line == -2 ? k->t->names[c]
                                            : column_type_name(of->type);
            buf_puts(out, "  ");
            put_cell(out, str_of(text), widths[i], of && is_right(of));
        }
        trim_end(out);
    }
}

static void put_text(struct buf *out, const struct card *k, const char *name, int columns)
{
    size_t widths[COLUMNS_WHOLE + 2];
    struct buf number = {0};
    put_size(out, k, name);
    buf_putc(out, '\n');
    buf_printf(&number, "%" PRId64, k->row_count ? k->rows[k->row_count - 1] : 0);
    for (int i = 0; i < k->column_count; i++)
        widths[i] = widest(k, i);
    for (int first = 0, last; first < k->column_count; first = last) {
        size_t width = number.n;
        for (last = first; last < k->column_count; last++) {
            width += 2 + widths[last];
            if (last > first && width > (size_t) columns)
                break;
        }
        if (first)
            buf_putc(out, '\n');
        put_columns(out, k, widths, number.n, first, last);
    }
    buf_free(&number);
    while (out->n && out->p[out->n - 1] == '\n')
        out->p[--out->n] = 0;
}

void display_data_table(struct display *out, const struct data_table *t, const char *name,
                        const struct display_style *style)
{
    struct card k = {.t = t};
    k.row_count = pick(k.rows, t->rows, ROWS_WHOLE, ROWS_EACH);
    k.column_count = pick(k.columns, t->count, COLUMNS_WHOLE, COLUMNS_EACH);
    fill(&k);
    put_html(display_add(out, "text/html"), &k, name);
    put_text(display_add(out, "text/plain"), &k, name, style->columns ? style->columns : 80);
    for (int i = 0; i < k.row_count * k.column_count; i++)
        free(k.cells[i]);
    free(k.cells);
    free(k.missing);
}

void display_data_column(struct display *out, const struct data_column *c, const char *name,
                         const struct display_style *style)
{
    char *names[] = {(char *) (uintptr_t) (name ? name : "column")};
    struct data_column *columns[] = {(struct data_column *) (uintptr_t) c};
    struct data_table t = {
        .refs = 1, .rows = c->rows, .count = 1, .names = names, .columns = columns};
    display_data_table(out, &t, NULL, style);
}
