/* SPDX-License-Identifier: Apache-2.0 */
/* The page of %xray as text, 80 columns wide or as wide as the terminal. */
#include <inttypes.h>
#include <string.h>

#include "base/utf8.h"
#include "display/parts.h"
#include "display/xray/xray_parts.h"

enum { HEAT_COLUMNS = 5, TEXT_COLUMNS = 100, SOURCE_LEAST = 16, COLUMNS_LEAST = 3 };

/* A lane as one character: 0 to 9, a to v. */
static char lane_char(const struct grid_cell *c)
{
    if (!c->lanes)
        return c->fetched ? '.' : ' ';
    if (c->lanes > 1)
        return '*';
    return (char) (c->lane < 10 ? '0' + c->lane : 'a' + c->lane - 10);
}

static void put_grid_row(struct buf *out, const struct xray_grid *g, uint32_t row)
{
    for (uint32_t c = 0; c < GRID_COLUMNS; c++) {
        if (c % (g->shared ? 8 : g->sector_cells) == 0)
            buf_puts(out, c ? "│" : " │");
        buf_putc(out, lane_char(&g->cells[row][c]));
    }
    buf_puts(out, "│\n");
}

void xray_grid_text(struct buf *out, const struct xray_grid *g, const struct xray_picture *p)
{
    for (uint32_t r = 0; r < g->rows; r++) {
        struct buf label = {0};
        if (g->shared) {
            buf_printf(&label, "pass %" PRIu64, g->at[r] + 1);
        } else {
            xray_array_name(&label, p);
            buf_printf(&label, " + %" PRId64, (int64_t) g->at[r]);
        }
        put_cell(out, (struct str){label.p, label.n}, 22, true);
        put_grid_row(out, g, r);
        buf_free(&label);
    }
    if (g->more)
        buf_printf(out, "%22s and %" PRIu32 " more\n", "", g->more);
    buf_printf(out, "  %s\n",
               g->shared ? "columns are banks 0 to 31; 0 to v: the lane, *: several lanes"
                         : "0 to v: the lane, *: several lanes, .: moved, not asked for");
}

/* ---- the source ---- */

struct source_layout {
    struct xray_columns columns;
    size_t place, source; /* columns of text */
    size_t indent;        /* blanks that all lines begin with */
};

static int columns_of(const struct display_style *style)
{
    return style->terminal && style->columns > 0 ? style->columns : TEXT_COLUMNS;
}

static void lay_out(struct source_layout *l, const struct xray_page *p,
                    const struct display_style *style)
{
    *l = (struct source_layout){.place = 4, .indent = SIZE_MAX};
    xray_columns_of(&l->columns, p, true);
    for (uint32_t r = 0; r < p->row_count; r++) {
        size_t place = strlen(p->rows[r].place), indent = strspn(p->rows[r].text, " \t");
        l->place = place > l->place ? place : l->place;
        if (p->rows[r].text[indent] && indent < l->indent)
            l->indent = indent;
    }
    size_t used = l->place + HEAT_COLUMNS + 4,
           room = style->terminal ? (size_t) columns_of(style) : 2 * TEXT_COLUMNS;
    for (uint32_t c = 0; c < l->columns.count; c++)
        used += l->columns.at[c]->wide + 2;
    while (used + SOURCE_LEAST > room && l->columns.count > COLUMNS_LEAST)
        used -= l->columns.at[--l->columns.count]->wide + 2;
    l->source = room > used + SOURCE_LEAST ? room - used : SOURCE_LEAST;
}

static void put_header(struct buf *out, const struct source_layout *l)
{
    put_cell(out, STR("line"), l->place, true);
    buf_printf(out, "  %-*s", HEAT_COLUMNS, "heat");
    for (uint32_t c = 0; c < l->columns.count; c++) {
        buf_puts(out, "  ");
        put_cell(out, str_of(l->columns.at[c]->title), l->columns.at[c]->wide, true);
    }
    buf_puts(out, "  source\n");
}

static void put_row(struct buf *out, const struct source_layout *l, const struct xray_row *row)
{
    struct buf cell = {0};
    put_bar(&cell, row->heat, HEAT_COLUMNS);
    put_cell(out, str_of(row->place), l->place, true);
    buf_puts(out, "  ");
    put_cell(out, (struct str){cell.p ? cell.p : "", cell.n}, HEAT_COLUMNS, false);
    for (uint32_t c = 0; c < l->columns.count; c++) {
        cell.n = 0;
        if (row->line)
            l->columns.at[c]->put(&cell, row->line);
        buf_puts(out, "  ");
        put_cell(out, (struct str){cell.p ? cell.p : "", cell.n}, l->columns.at[c]->wide, true);
    }
    size_t indent = strspn(row->text, " \t");
    buf_puts(out, "  ");
    put_cell(out, str_of(row->text + (indent < l->indent ? indent : l->indent)), l->source, false);
    while (out->p[out->n - 1] == ' ')
        out->p[--out->n] = 0;
    buf_putc(out, '\n');
    buf_free(&cell);
}

static void put_source(struct buf *out, const struct xray_page *p,
                       const struct display_style *style)
{
    struct source_layout l;
    lay_out(&l, p, style);
    put_header(out, &l);
    for (uint32_t r = 0; r < p->row_count; r++)
        put_row(out, &l, p->rows + r);
}

/* ---- pictures ---- */

static void put_advice(struct buf *out, const char *advice, const char *changed,
                       const struct display_style *style)
{
    struct buf line = {0};
    if (advice) {
        buf_printf(&line, "  advice: %s", advice);
        print_wrapped(out, (struct str){line.p, line.n}, "    ", columns_of(style));
    }
    for (const char *p = changed; p && *p;) {
        size_t n = strcspn(p, "\n");
        buf_printf(out, "    %.*s\n", (int) n, p);
        p += n + (p[n] != 0);
    }
    buf_free(&line);
}

/* The grid of the worst line only: a page of text is short. */
static void put_picture(struct buf *out, const struct xray_page *page, const struct xray_picture *p,
                        bool first, const struct display_style *style)
{
    const struct xray_sample *s = xray_worst_sample(p->memory);
    struct buf title = {0};
    struct xray_grid g;
    buf_printf(&title, "line %s: ", p->place);
    xray_picture_title(&title, p);
    buf_putc(out, '\n');
    print_wrapped(out, (struct str){title.p, title.n}, "  ", columns_of(style));
    buf_free(&title);
    if (s && first) {
        buf_puts(out, "  ");
        xray_sample_text(out, page, p, s);
        buf_putc(out, '\n');
        xray_grid_make(&g, p, s);
        xray_grid_text(out, &g, p);
    }
    put_advice(out, p->advice, p->changed, style);
}

void xray_text(struct buf *out, const struct xray_page *p, const struct display_style *style)
{
    print_wrapped(out, str_of(p->title), "  ", columns_of(style));
    put_source(out, p, style);
    for (uint32_t i = 0; i < p->picture_count; i++)
        if (!i || p->pictures[i].advice)
            put_picture(out, p, p->pictures + i, !i, style);
    for (uint32_t i = 0; i < p->advice_count; i++)
        put_advice(out, p->advice[i], NULL, style);
    if (p->note)
        print_wrapped(out, str_of(p->note), "  ", columns_of(style));
}
