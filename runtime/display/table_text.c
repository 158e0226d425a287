/* SPDX-License-Identifier: Apache-2.0 */
/* Tables as text. For a terminal, a table is fitted to its width: long texts are wrapped, then bars get shorter,
 * then the remaining columns follow in further parts, each starting with the first column. Elsewhere lines are not
 * limited. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/utf8.h"
#include "display/parts.h"

enum {
    BAR_COLUMNS = 20,
    BAR_LEAST = 8,
    TEXT_LEAST = 16, /* columns; narrower ones are not broken into lines */
    GAP = 2,         /* blanks between columns */
};

struct text_layout {
    const struct table *t;
    size_t *widths;
    struct str *left; /* of the current row: the text that its cells have not printed yet */
    size_t room;      /* SIZE_MAX: no end */
    int bar;
};

void put_bar(struct buf *out, double fraction, int columns)
{
    static const char *const parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    fraction = fraction > 0 ? (fraction < 1 ? fraction : 1) : 0;
    int eighths = (int) (fraction * columns * 8 + 0.5);
    for (int i = 0; i < eighths / 8; i++)
        buf_puts(out, "█");
    buf_puts(out, parts[eighths % 8]);
}

static size_t columns_of(struct str s)
{
    return utf8_columns(s.p, s.n);
}

static struct str cell_of(const struct table *t, uint32_t row, uint32_t column)
{
    return str_of(t->cells[(size_t) row * t->column_count + column]);
}

static void measure(struct text_layout *l)
{
    const struct table *t = l->t;
    for (uint32_t c = 0; c < t->column_count; c++) {
        l->widths[c] = columns_of(str_of(t->columns[c].title));
        for (uint32_t r = 0; r < t->row_count; r++) {
            struct buf bar = {0};
            struct str cell = cell_of(t, r, c);
            if (t->columns[c].bar)
                put_bar(&bar, strtod(cell.p, NULL), l->bar);
            size_t wide =
                columns_of(t->columns[c].bar ? (struct str){bar.p ? bar.p : "", bar.n} : cell);
            l->widths[c] = wide > l->widths[c] ? wide : l->widths[c];
            buf_free(&bar);
        }
    }
}

static size_t total(const struct text_layout *l)
{
    size_t sum = 0;
    for (uint32_t c = 0; c < l->t->column_count; c++)
        sum += l->widths[c] + (c ? GAP : 0);
    return sum;
}

/* The widest column of text that may still be narrower than its cells; -1: none. */
static int widest_text(const struct text_layout *l)
{
    int widest = -1;
    for (uint32_t c = 0; c < l->t->column_count; c++) {
        const struct table_column *column = l->t->columns + c;
        if (!column->right && !column->bar && l->widths[c] > TEXT_LEAST &&
            l->widths[c] > columns_of(str_of(column->title)) &&
            (widest < 0 || l->widths[c] > l->widths[widest]))
            widest = (int) c;
    }
    return widest;
}

static void fit(struct text_layout *l)
{
    measure(l);
    while (total(l) > l->room && l->bar > BAR_LEAST) {
        l->bar--;
        measure(l);
    }
    for (int c; total(l) > l->room && (c = widest_text(l)) >= 0;)
        l->widths[c]--;
    if (total(l) <= l->room)
        return;
    measure(l); /* in parts there is room again for all but the longest texts */
    for (uint32_t c = 0; c < l->t->column_count; c++) {
        size_t most = c ? l->room - (l->widths[0] + GAP) : l->room / 2;
        bool text = !l->t->columns[c].right && !l->t->columns[c].bar;
        l->widths[c] = text && l->widths[c] > most ? most : l->widths[c];
    }
}

/* ---- printing ---- */

static void put_row_end(struct buf *out)
{
    while (out->n && out->p[out->n - 1] == ' ')
        out->p[--out->n] = 0;
    buf_putc(out, '\n');
}

/* The part of a text that fits into the width, cut after a blank, a comma or an opening bracket if there is one. */
static struct str take_piece(struct str *text, size_t width)
{
    size_t n = 0, at = 0, good = 0;
    while (at < text->n) {
        size_t next = at + 1;
        while (next < text->n && ((unsigned char) text->p[next] & 0xc0) == 0x80)
            next++;
        if (utf8_columns(text->p, next) > width)
            break;
        at = next;
        good = strchr(" ,(", text->p[at - 1]) ? at : good;
    }
    n = at == text->n ? at : good ? good : at ? at : text->n;
    struct str piece = {text->p, n};
    *text = (struct str){text->p + n, text->n - n};
    while (text->n && *text->p == ' ')
        text->p++, text->n--;
    while (piece.n && piece.p[piece.n - 1] == ' ')
        piece.n--;
    return piece;
}

/* The first column, and those of the part [from, to). */
static bool shown(uint32_t c, uint32_t from, uint32_t to)
{
    return c == 0 || (c >= from && c < to);
}

static void put_line(struct buf *out, struct text_layout *l, uint32_t from, uint32_t to)
{
    for (uint32_t c = 0; c < to; c++) {
        if (!shown(c, from, to))
            continue;
        buf_pad(out, ' ', c ? GAP : 0);
        put_cell(out, take_piece(l->left + c, l->widths[c]), l->widths[c], l->t->columns[c].right);
    }
    put_row_end(out);
}

static void put_row(struct buf *out, struct text_layout *l, uint32_t row, uint32_t from,
                    uint32_t to)
{
    struct buf *bars = xcalloc(l->t->column_count + 1, sizeof *bars);
    bool more = true;
    for (uint32_t c = 0; c < l->t->column_count; c++) {
        l->left[c] = cell_of(l->t, row, c);
        if (l->t->columns[c].bar) {
            put_bar(bars + c, strtod(l->left[c].p, NULL), l->bar);
            l->left[c] = (struct str){bars[c].p ? bars[c].p : "", bars[c].n};
        }
    }
    while (more) {
        put_line(out, l, from, to);
        more = false;
        for (uint32_t c = 0; c < to; c++)
            more |= shown(c, from, to) && l->left[c].n;
    }
    for (uint32_t c = 0; c < l->t->column_count; c++)
        buf_free(bars + c);
    free(bars);
}

static void put_part(struct buf *out, struct text_layout *l, uint32_t from, uint32_t to)
{
    for (uint32_t c = 0; c < to; c++)
        l->left[c] = str_of(l->t->columns[c].title);
    put_line(out, l, from, to);
    for (uint32_t c = 0; c < to; c++) {
        if (!shown(c, from, to))
            continue;
        buf_pad(out, ' ', c ? GAP : 0);
        for (size_t i = 0; i < l->widths[c]; i++)
            buf_puts(out, "─");
    }
    buf_putc(out, '\n');
    for (uint32_t r = 0; r < l->t->row_count; r++)
        put_row(out, l, r, from, to);
}

void table_text(struct buf *out, const struct table *t, const struct display_style *style)
{
    size_t room = style->terminal && style->columns > 0 ? (size_t) style->columns : SIZE_MAX;
    struct text_layout l = {t, xcalloc(t->column_count + 1, sizeof(size_t)),
                            xcalloc(t->column_count + 1, sizeof(struct str)), room, BAR_COLUMNS};
    fit(&l);
    if (t->title)
        print_wrapped(out, str_of(t->title), "  ", room < 10000 ? (int) room : 10000);
    for (uint32_t from = 1, to; from <= t->column_count; from = to) {
        size_t used = l.widths[0];
        for (to = from; to < t->column_count && (to == from || used + GAP + l.widths[to] <= room);
             to++)
            used += GAP + l.widths[to];
        if (from > 1)
            buf_putc(out, '\n');
        put_part(out, &l, from, to > 1 ? to : 1);
        if (to == t->column_count)
            break;
    }
    free(l.widths);
    free(l.left);
}
