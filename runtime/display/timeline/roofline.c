/* SPDX-License-Identifier: Apache-2.0 */
/* Draws the roofline: both axes are logarithmic, with a line for each power of ten. */
#include "display/timeline/roofline.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/vec.h"
#include "display/parts.h"

enum {
    WIDTH = 640,
    HEIGHT = 340,
    LEFT = 74,
    RIGHT = 14,
    TOP = 12,
    BOTTOM = 40,
    DOT = 5,
    LABEL_MOST = 24
};

#define PAPER "var(--jp-layout-color0,#fff)"
#define INK   "var(--jp-ui-font-color1,#222)"

/* Where a script may run, the picture becomes part of the page and takes the theme's colours. */
static const char script[] =
    "<script>(function(){var me=document.currentScript,i=me&&me.parentNode.querySelector('img');"
    "if(i)i.outerHTML=new TextDecoder().decode(Uint8Array.from(atob(i.src.split(',')[1]),"
    "function(c){return c.charCodeAt(0);}));})()</script>\n";

struct log_axes { /* powers of ten */
    double x0, x1, y0, y1;
};

static double intensity(const struct roofline_point *p)
{
    return p->bytes > 0 ? p->flops / p->bytes : 0;
}

static double rate(const struct roofline_point *p)
{
    return p->ns ? p->flops / ((double) p->ns * 1e-9) : 0;
}

static double roof(const struct roofline *r, double at, bool wide)
{
    return fmin(r->bandwidth * at, r->peaks[wide]);
}

static bool is_drawn(const struct roofline_point *p)
{
    return p->flops > 0 && p->bytes > 0 && p->ns;
}

static void span_axes(struct log_axes *a, const struct roofline *r)
{
    double ridge = log10(fmax(r->peaks[0], r->peaks[1]) / r->bandwidth),
           top = log10(fmax(r->peaks[0], r->peaks[1]));
    *a = (struct log_axes){fmin(-2, floor(ridge)), fmax(2, ceil(ridge) + 1), floor(top) - 3,
                           ceil(top)};
    for (uint32_t i = 0; i < r->point_count; i++) {
        const struct roofline_point *p = r->points + i;
        if (!is_drawn(p))
            continue;
        a->x0 = fmin(a->x0, floor(log10(intensity(p))));
        a->x1 = fmax(a->x1, ceil(log10(intensity(p))));
        a->y0 = fmin(a->y0, floor(log10(rate(p))));
        a->y1 = fmax(a->y1, ceil(log10(rate(p))));
    }
}

static double x_of(const struct log_axes *a, double v)
{
    return LEFT + (log10(v) - a->x0) / (a->x1 - a->x0) * (WIDTH - LEFT - RIGHT);
}

static double y_of(const struct log_axes *a, double v)
{
    return HEIGHT - BOTTOM - (log10(v) - a->y0) / (a->y1 - a->y0) * (HEIGHT - TOP - BOTTOM);
}

static void put_grid(struct buf *out, const struct log_axes *a)
{
    for (double e = a->x0; e <= a->x1; e++) {
        double x = x_of(a, pow(10, e));
        buf_printf(out,
                   "<path d=\"M%.0f %dV%d\" stroke=\"#8885\"/><text x=\"%.0f\" y=\"%d\" "
                   "text-anchor=\"middle\">%g</text>",
                   x, TOP, HEIGHT - BOTTOM, x, HEIGHT - BOTTOM + 14, pow(10, e));
    }
    for (double e = a->y0; e <= a->y1; e++) {
        double y = y_of(a, pow(10, e));
        buf_printf(out,
                   "<path d=\"M%d %.0fH%d\" stroke=\"#8885\"/><text x=\"%d\" y=\"%.0f\" "
                   "text-anchor=\"end\">%g</text>",
                   LEFT, y, WIDTH - RIGHT, LEFT - 6, y + 4, pow(10, e - 9));
    }
    buf_printf(
        out,
        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">operations a byte</text>"
        "<text transform=\"translate(14 %d) rotate(-90)\" text-anchor=\"middle\">Gflop/s</text>",
        (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, (TOP + HEIGHT - BOTTOM) / 2);
}

static void put_roof(struct buf *out, const struct log_axes *a, const struct roofline *r, bool wide)
{
    double low = pow(10, a->x0), high = pow(10, a->x1), ridge = r->peaks[wide] / r->bandwidth;
    double start = fmax(low, pow(10, a->y0) / r->bandwidth);
    if (r->peaks[wide] <= 0)
        return;
    buf_printf(out,
               "<path fill=\"none\" stroke=\"#0072b2\" stroke-width=\"2\"%s d=\"M%.1f %.1fL%.1f "
               "%.1fH%.1f\"/>",
               wide ? " stroke-dasharray=\"6 4\"" : "", x_of(a, start),
               y_of(a, roof(r, start, wide)), x_of(a, ridge), y_of(a, r->peaks[wide]),
               x_of(a, high));
    buf_printf(out, "<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"end\">%s, %.3g Gflop/s</text>",
               x_of(a, high) - 4, y_of(a, r->peaks[wide]) - 5, wide ? "double" : "float",
               r->peaks[wide] * 1e-9);
}

static void put_point(struct buf *out, const struct log_axes *a, const struct roofline_point *p)
{
    double x = x_of(a, intensity(p)), y = y_of(a, rate(p));
    size_t n = strlen(p->name);
    buf_printf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\" fill=\"#e69f00\" stroke=\"#000\"/>",
               x, y, DOT);
    bool right = x < WIDTH - 160;
    buf_printf(out, "<text x=\"%.0f\" y=\"%.0f\"%s>", x + (right ? 9 : -9), y + 4,
               right ? "" : " text-anchor=\"end\"");
    buf_html(out, (struct str){p->name, n < LABEL_MOST ? n : LABEL_MOST});
    buf_puts(out, "</text>");
}

static void put_svg(struct buf *out, const struct roofline *r)
{
    struct log_axes a;
    span_axes(&a, r);
    buf_printf(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
               "viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"11\" "
               "style=\"fill:" INK ";max-width:100%%;height:auto\">"
               "<rect width=\"%d\" height=\"%d\" style=\"fill:" PAPER "\"/>",
               WIDTH, HEIGHT, WIDTH, HEIGHT, WIDTH, HEIGHT);
    put_grid(out, &a);
    put_roof(out, &a, r, false);
    put_roof(out, &a, r, true);
    for (uint32_t i = 0; i < r->point_count; i++)
        if (is_drawn(r->points + i))
            put_point(out, &a, r->points + i);
    buf_puts(out, "</svg>");
}

/* ---- the table ---- */

enum { COLUMNS = 8 };

static const struct table_column columns[COLUMNS] = {
    {"kernel",    false},
    {"flop",      true },
    {"bytes",     true },
    {"flop/byte", true },
    {"Gflop/s",   true },
    {"of roof",   true },
    {"",          false, true},
    {"limited by",           false    },
};

static const char *bytes_text(struct arena *a, double bytes)
{
    struct buf text = {0};
    print_bytes(&text, (uint64_t) bytes);
    const char *copy = arena_strndup(a, text.p, text.n);
    buf_free(&text);
    return copy;
}

static void put_cells(struct arena *a, const struct roofline *r, const struct roofline_point *p,
                      const char **cells)
{
    double at = intensity(p), limit = roof(r, at, p->wide), part = limit > 0 ? rate(p) / limit : 0;
    cells[0] = p->name;
    cells[1] = arena_printf(a, "%.4g", p->flops);
    cells[2] = bytes_text(a, p->bytes);
    for (int c = 3; c < COLUMNS; c++)
        cells[c] = "";
    if (!is_drawn(p)) {
        cells[7] = p->flops > 0 ? "" : "no floating-point operations";
        return;
    }
    cells[3] = arena_printf(a, "%.3g", at);
    cells[4] = arena_printf(a, "%.3g", rate(p) * 1e-9);
    cells[5] = arena_printf(a, "%.0f %%", 100 * part);
    cells[6] = arena_printf(a, "%.4f", part);
    cells[7] = r->bandwidth * at < r->peaks[p->wide] ? "memory" : "computation";
}

void display_roofline(struct display *out, const struct roofline *r,
                      const struct display_style *style)
{
    struct arena a = {0};
    VEC(const char *) cells = {0};
    struct buf svg = {0}, note = {0};
    for (uint32_t i = 0; i < r->point_count; i++) {
        const char *row[COLUMNS];
        put_cells(&a, r, r->points + i, row);
        for (int c = 0; c < COLUMNS; c++)
            VEC_PUSH(&cells, row[c]);
    }
    struct table t = {NULL, columns, COLUMNS, r->point_count, cells.at};
    buf_printf(&note, "measured on the %s: %.3g GB/s", r->device, r->bandwidth * 1e-9);
    for (int wide = 0; wide < 2; wide++)
        if (r->peaks[wide] > 0)
            buf_printf(&note, ", %.3g Gflop/s of %s", r->peaks[wide] * 1e-9,
                       wide ? "doubles" : "floats");
    put_svg(&svg, r);
    struct buf *html = display_add(out, "text/html");
    buf_puts(html, HTML_TEXT "<b>");
    buf_html(html, str_of(r->title));
    buf_puts(html, "</b></div>\n<div style=\"overflow-x:auto\"><img alt=\"roofline\" "
                   "src=\"data:image/svg+xml;base64,");
    put_base64(html, svg.p, svg.n);
    buf_puts(html, "\"></div>\n");
    table_html(html, &t);
    buf_puts(html, HTML_TEXT);
    buf_html(html, (struct str){note.p, note.n});
    buf_puts(html, "</div>\n");
    buf_puts(html, script);
    struct buf *plain = display_add(out, "text/plain");
    buf_puts(plain, r->title);
    buf_putc(plain, '\n');
    table_text(plain, &t, style);
    print_wrapped(plain, (struct str){note.p, note.n}, "  ",
                  style->columns > 0 ? style->columns : 80);
    VEC_FREE(&cells);
    buf_free(&svg);
    buf_free(&note);
    arena_free(&a);
}
