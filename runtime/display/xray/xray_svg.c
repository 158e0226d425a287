/* SPDX-License-Identifier: Apache-2.0 */
/* The grid of a request as SVG. In JupyterLab it takes the theme's colours; elsewhere, as in an <img>, it is dark on white. The colours
 * of cells are Okabe and Ito's, which differ for colour-blind readers; tests/notebook/palette.py computes contrasts. */
#include <inttypes.h>

#include "display/parts.h"
#include "display/xray/xray_grid.h"

enum { CELL = 20, HIGH = 17, LEFT = 118, TOP = 20, GAP = 5, FOOT = 18 };

#define PAPER "var(--jp-layout-color0,#fff)"
#define INK   "var(--jp-ui-font-color1,#222)"

enum cell_look { LOOK_USED, LOOK_TOGETHER, LOOK_COSTS, LOOKS };

static const struct {
    const char *fill, *ink;
} looks[LOOKS] = {
    [LOOK_USED] = {"#0072b2", "#fff"},
    [LOOK_TOGETHER] = {"#56b4e9", "#000"},
    [LOOK_COSTS] = {"#e69f00", "#000"},
};

#define SECTOR "#a9afb7"

static enum cell_look look_of(const struct xray_grid *g, const struct grid_cell *c, uint32_t row)
{
    if (c->lanes > 1)
        return g->atomic ? LOOK_COSTS : LOOK_TOGETHER;
    return g->shared && row ? LOOK_COSTS : LOOK_USED;
}

static int x_of(const struct xray_grid *g, uint32_t column)
{
    return LEFT + (int) column * CELL + (g->shared ? 0 : (int) (column / g->sector_cells) * GAP);
}

static void put_label(struct buf *out, const struct xray_grid *g, const struct xray_picture *p,
                      uint32_t row)
{
    buf_printf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">", LEFT - 6,
               TOP + (int) row * HIGH + 12);
    if (g->shared) {
        buf_printf(out, "pass %" PRIu64, g->at[row] + 1);
    } else {
        struct buf name = {0};
        xray_array_name(&name, p);
        buf_html(out, (struct str){name.p, name.n < 9 ? name.n : 9});
        buf_printf(out, " + %" PRId64, (int64_t) g->at[row]);
        buf_free(&name);
    }
    buf_puts(out, "</text>");
}

static void put_header(struct buf *out, const struct xray_grid *g)
{
    for (uint32_t c = 0; c < GRID_COLUMNS; c += g->shared ? 1 : g->sector_cells)
        if (g->shared)
            buf_printf(out, "<text x=\"%d\" y=\"14\" text-anchor=\"middle\">%" PRIu32 "</text>",
                       x_of(g, c) + CELL / 2, c);
        else
            buf_printf(out, "<text x=\"%d\" y=\"14\">+%" PRIu32 "</text>", x_of(g, c),
                       c * g->cell_bytes);
}

static void put_box(struct buf *out, int x, int y, int width)
{
    buf_printf(out, "M%d %dh%dv%dh-%dz", x, y, width, HIGH - 2, width);
}

/* The sectors that are moved, as boxes. */
static void put_sectors(struct buf *out, const struct xray_grid *g)
{
    buf_puts(out, "<path fill=\"" SECTOR "\" d=\"");
    for (uint32_t r = 0; r < g->rows; r++)
        for (uint32_t c = 0; c < GRID_COLUMNS; c += g->sector_cells)
            if (g->cells[r][c].fetched)
                put_box(out, x_of(g, c) - 1, TOP + (int) r * HIGH,
                        (int) g->sector_cells * CELL + 1);
    buf_puts(out, "\"/>");
}

/* The boxes or the texts of the cells that look so; a path and a group, because pages have many of them. */
static void put_cells(struct buf *out, const struct xray_grid *g, enum cell_look look, bool texts)
{
    for (uint32_t r = 0; r < g->rows; r++)
        for (uint32_t c = 0; c < GRID_COLUMNS; c++) {
            const struct grid_cell *cell = &g->cells[r][c];
            int x = x_of(g, c), y = TOP + (int) r * HIGH;
            if (!cell->lanes || look_of(g, cell, r) != look)
                continue;
            if (!texts)
                put_box(out, x, y, CELL - 1);
            else if (cell->lanes > 1)
                buf_printf(out, "<text x=\"%d\" y=\"%d\">%d×</text>", x + CELL / 2, y + 12,
                           cell->lanes);
            else
                buf_printf(out, "<text x=\"%d\" y=\"%d\">%d</text>", x + CELL / 2, y + 12,
                           cell->lane);
        }
}

static void put_look(struct buf *out, const struct xray_grid *g, enum cell_look look)
{
    struct buf boxes = {0};
    put_cells(&boxes, g, look, false);
    if (boxes.n) {
        buf_printf(out, "<path fill=\"%s\" d=\"%s\"/>", looks[look].fill, boxes.p);
        buf_printf(out, "<g text-anchor=\"middle\" style=\"fill:%s\">", looks[look].ink);
        put_cells(out, g, look, true);
        buf_puts(out, "</g>");
    }
    buf_free(&boxes);
}

void xray_grid_svg(struct buf *out, const struct xray_grid *g, const struct xray_picture *p)
{
    int width = x_of(g, GRID_COLUMNS - 1) + CELL + 4,
        height = TOP + (int) g->rows * HIGH + (g->more ? FOOT : 4);
    buf_printf(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 "
               "%d %d\" font-family=\"sans-serif\" font-size=\"11\" style=\"fill:" INK
               ";max-width:100%%\">",
               width, height, width, height);
    buf_printf(out, "<rect width=\"%d\" height=\"%d\" style=\"fill:" PAPER "\"/>", width, height);
    put_header(out, g);
    for (uint32_t r = 0; r < g->rows; r++)
        put_label(out, g, p, r);
    if (!g->shared)
        put_sectors(out, g);
    for (int look = 0; look < LOOKS; look++)
        put_look(out, g, (enum cell_look) look);
    if (g->more)
        buf_printf(out, "<text x=\"%d\" y=\"%d\">and %" PRIu32 " more</text>", LEFT, height - 5,
                   g->more);
    buf_puts(out, "</svg>");
}
