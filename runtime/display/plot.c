/* SPDX-License-Identifier: Apache-2.0 */
/* Charts in four forms: a Vega-Lite specification for front ends that render it, a PNG for those that do not,
 * pixels for a terminal, and a description. Long data is reduced to the resolution of the chart; a line keeps the
 * minimum and maximum of each step. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/vec.h"
#include "display/canvas.h"

enum {
    WIDTH = 640,
    HEIGHT = 400,
    LEFT = 70,
    RIGHT = 20,
    TOP = 26,
    BOTTOM = 44, /* pixels */
    POINTS_MOST = 4000,
    BINS = 30,
    HEAT_MOST = 128, /* cells an edge */
    HEAT_BAR = 14,
    PAGE_SCALE = 2, /* pixels for each pixel of the page */
};

static const struct colour paper = {255, 255, 255}, ink = {60, 60, 60}, faint = {225, 225, 225},
                           blue = {66, 133, 190};

struct point {
    double x, y;
};

struct chart {
    const struct plot *p;
    struct point *points; /* of a bar: its left end and height */
    int64_t count;
    double bar;            /* width of a bar, in x; 0: none */
    double x0, x1, y0, y1; /* what the axes span */
};

/* ---- what is drawn ---- */

static double x_of(const struct plot *p, int64_t i)
{
    return p->x.elements ? values_at(&p->x, i) : (double) i;
}

/* All points; for a line, the minimum and maximum of each step; for a cloud, every n-th point. */
static void take_points(struct chart *c)
{
    const struct plot *p = c->p;
    int64_t n = values_count(&p->y), step = (n + POINTS_MOST / 2 - 1) / (POINTS_MOST / 2);
    c->points = xcalloc((size_t) (n < POINTS_MOST ? n : POINTS_MOST + 4) + 1, sizeof *c->points);
    if (n <= POINTS_MOST || p->kind == PLOT_SCATTER) {
        int64_t by = n <= POINTS_MOST ? 1 : (n + POINTS_MOST - 1) / POINTS_MOST;
        for (int64_t i = 0; i < n; i += by)
            c->points[c->count++] = (struct point){x_of(p, i), values_at(&p->y, i)};
        return;
    }
    for (int64_t i = 0; i < n; i += step) {
        int64_t low = i, high = i;
        for (int64_t k = i; k < i + step && k < n; k++) {
            low = values_at(&p->y, k) < values_at(&p->y, low) ? k : low;
            high = values_at(&p->y, k) > values_at(&p->y, high) ? k : high;
        }
        int64_t first = low < high ? low : high, second = low < high ? high : low;
        c->points[c->count++] = (struct point){x_of(p, first), values_at(&p->y, first)};
        c->points[c->count++] = (struct point){x_of(p, second), values_at(&p->y, second)};
    }
}

static void take_bins(struct chart *c)
{
    struct value_stats s;
    int64_t n = values_count(&c->p->y);
    values_measure(&c->p->y, n, &s);
    double width = s.high > s.low ? (s.high - s.low) / BINS : 1;
    c->count = s.high > s.low ? BINS : 1;
    c->bar = width;
    c->points = xcalloc((size_t) c->count + 1, sizeof *c->points);
    for (int64_t i = 0; i < c->count; i++)
        c->points[i].x = s.low + (double) i * width;
    for (int64_t i = 0; i < n; i++) {
        double v = values_at(&c->p->y, i);
        int64_t k = isfinite(v) ? (int64_t) ((v - s.low) / width) : -1;
        if (k >= 0)
            c->points[k < c->count ? k : c->count - 1].y++;
    }
}

static void span_axes(struct chart *c)
{
    bool any = false;
    for (int64_t i = 0; i < c->count; i++) {
        struct point p = c->points[i];
        if (!isfinite(p.x) || !isfinite(p.y))
            continue;
        c->x0 = any ? fmin(c->x0, p.x) : p.x;
        c->x1 = any ? fmax(c->x1, p.x + c->bar) : p.x + c->bar;
        c->y0 = any ? fmin(c->y0, p.y) : p.y;
        c->y1 = any ? fmax(c->y1, p.y) : p.y;
        any = true;
    }
    if (c->bar > 0)
        c->y0 = 0;
    if (c->x1 <= c->x0)
        c->x0 -= 0.5, c->x1 += 0.5;
    if (c->y1 <= c->y0)
        c->y0 -= 0.5, c->y1 += 0.5;
}

/* ---- the picture ---- */

struct plot_frame { /* of the data, pixels */
    double left, top, right, bottom;
};

static double px(const struct chart *c, const struct plot_frame *f, double x)
{
    return f->left + (x - c->x0) / (c->x1 - c->x0) * (f->right - f->left);
}

static double py(const struct chart *c, const struct plot_frame *f, double y)
{
    return f->bottom - (y - c->y0) / (c->y1 - c->y0) * (f->bottom - f->top);
}

/* 1, 2 or 5 times a power of ten, so that about `wanted` ticks fit. */
static double tick_step(double range, int wanted)
{
    double raw = range / wanted, power = pow(10, floor(log10(raw))), part = raw / power;
    return power * (part < 1.5 ? 1 : part < 3.5 ? 2 : part < 7.5 ? 5 : 10);
}

static void put_label(char text[32], double v, double step)
{
    snprintf(text, 32, "%.6g", fabs(v) < step * 1e-6 ? 0 : v);
}

static void draw_axes(struct canvas *to, const struct chart *c, const struct plot_frame *f)
{
    char text[32];
    double step = tick_step(c->y1 - c->y0, 6);
    for (double v = ceil(c->y0 / step) * step; v <= c->y1 + step * 1e-9; v += step) {
        canvas_line(to, f->left, py(c, f, v), f->right, py(c, f, v), 1, faint);
        put_label(text, v, step);
        canvas_text(to, f->left - 7, py(c, f, v) - 3, 1, 1, text, ink);
    }
    step = tick_step(c->x1 - c->x0, 8);
    for (double v = ceil(c->x0 / step) * step; v <= c->x1 + step * 1e-9; v += step) {
        canvas_line(to, px(c, f, v), f->top, px(c, f, v), f->bottom, 1, faint);
        canvas_line(to, px(c, f, v), f->bottom, px(c, f, v), f->bottom + 4, 1, ink);
        put_label(text, v, step);
        canvas_text(to, px(c, f, v), f->bottom + 8, 0, 1, text, ink);
    }
    canvas_line(to, f->left, f->bottom, f->right, f->bottom, 1, ink);
    canvas_line(to, f->left, f->top, f->left, f->bottom, 1, ink);
}

static void draw_data(struct canvas *to, const struct chart *c, const struct plot_frame *f,
                      double thick)
{
    for (int64_t i = 0; i < c->count; i++) {
        struct point p = c->points[i], q = c->points[i ? i - 1 : 0];
        if (!isfinite(p.x) || !isfinite(p.y))
            continue;
        if (c->bar > 0)
            canvas_box(to, px(c, f, p.x) + (thick > 1), py(c, f, p.y), px(c, f, p.x + c->bar),
                       f->bottom, blue);
        else if (c->p->kind == PLOT_SCATTER)
            canvas_dot(to, px(c, f, p.x), py(c, f, p.y), thick, blue);
        else if (isfinite(q.x) && isfinite(q.y))
            canvas_line(to, px(c, f, q.x), py(c, f, q.y), px(c, f, p.x), py(c, f, p.y), thick,
                        blue);
    }
}

static const char *name_of(const struct display_values *v, const char *otherwise)
{
    return v->name ? v->name : otherwise;
}

static void put_png(struct display *out, const struct canvas *c)
{
    png_encode(display_add(out, "image/png"), c->pixels, (uint32_t) c->width, (uint32_t) c->height,
               3);
    out->width = c->width / c->scale; /* in pixels of the page */
    out->height = c->height / c->scale;
}

static struct canvas draw_chart(const struct chart *c, int scale)
{
    struct plot_frame f = {LEFT, TOP, WIDTH - RIGHT, HEIGHT - BOTTOM};
    struct canvas to = canvas_new(WIDTH, HEIGHT, scale, paper);
    draw_axes(&to, c, &f);
    draw_data(&to, c, &f, 2);
    canvas_text(&to, LEFT, 9, -1, 1, c->bar > 0 ? "count" : name_of(&c->p->y, "y"), ink);
    canvas_text(&to, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 16, 0, 1,
                c->bar > 0         ? name_of(&c->p->y, "value")
                : c->p->x.elements ? name_of(&c->p->x, "x")
                                   : "index",
                ink);
    return to;
}

/* ---- Vega-Lite ---- */

static void put_json_number(struct buf *out, double v)
{
    if (isfinite(v))
        buf_printf(out, "%.9g", v);
    else
        buf_puts(out, "null");
}

static void put_json_text(struct buf *out, const char *s)
{
    buf_putc(out, '"');
    for (; *s; s++)
        if ((unsigned char) *s >= 0x20 && *s != '"' && *s != '\\')
            buf_putc(out, *s);
    buf_putc(out, '"');
}

/* A chart stays as it was drawn when the theme changes. This grey has the same contrast, 4.3:1, on white and on JupyterLab's dark
 * ground, more than any other has on both; the data have more colour than that. */
#define GREY "\"#797979\""
#define NEUTRAL                                                                                    \
    "\"view\":{\"stroke\":null},\"axis\":{\"gridColor\":\"#80808033\",\"domainColor\":" GREY       \
    ",\"tickColor\":" GREY ",\"labelColor\":" GREY ",\"titleColor\":" GREY                         \
    ",\"labelFontSize\":12,\"titleFontSize\":12},\"legend\":{\"labelColor\":" GREY                 \
    ",\"titleColor\":" GREY                                                                        \
    "},\"mark\":{\"color\":\"#4285be\"},\"scale\":{\"bandPaddingInner\":0}"

static void put_head(struct buf *out, int width, int height)
{
    buf_printf(out,
               "{\"$schema\":\"https://vega.github.io/schema/vega-lite/"
               "v5.json\",\"background\":\"transparent\",\"config\":{" NEUTRAL "},"
               "\"width\":%d,\"height\":%d,\"data\":{\"values\":[",
               width, height);
}

static void put_vega(struct buf *out, const struct chart *c)
{
    put_head(out, 520, 300);
    for (int64_t i = 0; i < c->count; i++) {
        buf_puts(out, i ? ",{\"x\":" : "{\"x\":");
        put_json_number(out, c->points[i].x);
        if (c->bar > 0) {
            buf_puts(out, ",\"e\":");
            put_json_number(out, c->points[i].x + c->bar);
        }
        buf_puts(out, ",\"y\":");
        put_json_number(out, c->points[i].y);
        buf_putc(out, '}');
    }
    const char *x = c->bar > 0         ? name_of(&c->p->y, "value")
                    : c->p->x.elements ? name_of(&c->p->x, "x")
                                       : "index",
               *y = c->bar > 0 ? "count" : name_of(&c->p->y, "y");
    buf_printf(out,
               "]},\"mark\":{\"type\":\"%s\",\"tooltip\":true%s},\"encoding\":{\"x\":{\"field\":"
               "\"x\",\"type\":\"quantitative\",",
               c->bar > 0                   ? "bar"
               : c->p->kind == PLOT_SCATTER ? "point"
                                            : "line",
               c->p->kind == PLOT_SCATTER ? ",\"filled\":true,\"size\":16" : "");
    buf_printf(out, c->bar > 0 ? "\"bin\":\"binned\",\"scale\":{\"zero\":false,\"nice\":false},"
                               : "\"scale\":{\"zero\":false},");
    buf_puts(out, "\"title\":");
    put_json_text(out, x);
    buf_puts(out, c->bar > 0 ? "},\"x2\":{\"field\":\"e\"}," : "},");
    buf_printf(out, "\"y\":{\"field\":\"y\",\"type\":\"quantitative\",%s\"title\":",
               c->bar > 0 ? "" : "\"scale\":{\"zero\":false},");
    put_json_text(out, y);
    buf_puts(out, "}}}");
}

/* ---- text ---- */

static void put_canvas(struct buf *out, const struct canvas *c, const struct display_style *style)
{
    struct picture p = {c->pixels, (uint32_t) c->width, (uint32_t) c->height, 3};
    picture_text(out, &p, style);
}

/* The chart itself if the terminal supports pixels, else its data alone. */
static void put_terminal(struct buf *out, const struct chart *c, const struct display_style *style)
{
    enum { ROWS = 36 };

    bool fine;
    picture_room(style, &fine);
    if (fine) {
        struct canvas drawn = draw_chart(c, 1);
        put_canvas(out, &drawn, style);
        canvas_free(&drawn);
        return;
    }

    int columns = style->columns > 20 ? style->columns : 80;
    struct plot_frame f = {0, 1, columns, ROWS - 1};
    struct canvas to = canvas_new(columns, ROWS, 1, (struct colour){24, 24, 24});
    draw_data(&to, c, &f, 1);
    put_canvas(out, &to, style);
    canvas_free(&to);
}

static void put_words(struct buf *out, const struct chart *c)
{
    static const char *const kinds[] = {
        [PLOT_LINE] = "plot", [PLOT_SCATTER] = "scatter plot", [PLOT_HISTOGRAM] = "histogram"};
    buf_printf(out, "%s of %s, %" PRId64 " values: x from ", kinds[c->p->kind],
               name_of(&c->p->y, "an array"), values_count(&c->p->y));
    put_number(out, c->x0);
    buf_puts(out, " to ");
    put_number(out, c->x1);
    buf_puts(out, ", y from ");
    put_number(out, c->y0);
    buf_puts(out, " to ");
    put_number(out, c->y1);
    buf_putc(out, '\n');
}

static void plot_points(struct display *out, const struct plot *p,
                        const struct display_style *style)
{
    struct chart c = {.p = p};
    if (p->kind == PLOT_HISTOGRAM)
        take_bins(&c);
    else
        take_points(&c);
    span_axes(&c);
    put_vega(display_add(out, "application/vnd.vegalite.v5+json"), &c);
    struct canvas drawn = draw_chart(&c, PAGE_SCALE);
    put_png(out, &drawn);
    canvas_free(&drawn);
    struct buf *plain = display_add(out, "text/plain");
    if (style->terminal)
        put_terminal(plain, &c, style);
    put_words(plain, &c);
    free(c.points);
}

/* ---- heat maps ---- */

struct heat { /* means of boxes of the array */
    double *cells, low, high;
    int64_t rows, columns, by;
};

/* The mean of the finite values of a box of by x by elements; NaN: it has none. */
static double box_mean(const struct display_values *v, int64_t row, int64_t column, int64_t by)
{
    double sum = 0;
    int64_t n = 0;
    for (int64_t i = row * by; i < (row + 1) * by && i < v->shape[0]; i++)
        for (int64_t k = column * by; k < (column + 1) * by && k < v->shape[1]; k++)
            if (isfinite(values_at(v, i * v->shape[1] + k)))
                sum += values_at(v, i * v->shape[1] + k), n++;
    return n ? sum / (double) n : NAN;
}

static struct heat take_cells(const struct display_values *v, int64_t most)
{
    int64_t edge = v->shape[0] > v->shape[1] ? v->shape[0] : v->shape[1],
            by = (edge + most - 1) / most;
    struct heat h = {.by = by,
                     .rows = (v->shape[0] + by - 1) / by,
                     .columns = (v->shape[1] + by - 1) / by,
                     .low = INFINITY,
                     .high = -INFINITY};
    h.cells = xcalloc((size_t) (h.rows * h.columns), sizeof *h.cells);
    for (int64_t i = 0; i < h.rows * h.columns; i++) {
        double mean = box_mean(v, i / h.columns, i % h.columns, by);
        h.cells[i] = mean;
        h.low = mean < h.low ? mean : h.low; /* neither for NaN */
        h.high = mean > h.high ? mean : h.high;
    }
    if (!(h.low <= h.high))
        h.low = h.high = 0;
    return h;
}

static struct colour shade(const struct heat *h, double v)
{
    struct colour c = {128, 128, 128}; /* no number */
    if (isfinite(v))
        colour_map("viridis", h->high > h->low ? (v - h->low) / (h->high - h->low) : 0.5, &c);
    return c;
}

static struct canvas draw_heat(const struct heat *h, const struct display_values *v, int scale)
{
    double side = fmin(420.0 / (double) h->columns, 340.0 / (double) h->rows),
           width = side * (double) h->columns, height = side * (double) h->rows;
    int right = LEFT + (int) width, bottom = TOP + (int) height;
    struct canvas to = canvas_new(right + 90, bottom + BOTTOM, scale, paper);
    char text[32];
    for (int64_t r = 0; r < h->rows; r++)
        for (int64_t c = 0; c < h->columns; c++)
            canvas_box(&to, LEFT + (double) c * side, TOP + (double) r * side,
                       LEFT + (double) (c + 1) * side, TOP + (double) (r + 1) * side,
                       shade(h, h->cells[r * h->columns + c]));
    for (int y = TOP; y < bottom; y++)
        canvas_box(&to, right + 16, y, right + 16 + HEAT_BAR, y + 1,
                   shade(h, h->high - (h->high - h->low) * (y - TOP) / fmax(1, bottom - 1 - TOP)));
    put_label(text, h->high, 0);
    canvas_text(&to, right + 20 + HEAT_BAR, TOP, -1, 1, text, ink);
    put_label(text, h->low, 0);
    canvas_text(&to, right + 20 + HEAT_BAR, bottom - FONT_HEIGHT, -1, 1, text, ink);
    canvas_text(&to, LEFT - 7, TOP, 1, 1, "0", ink);
    snprintf(text, sizeof text, "%lld", (long long) v->shape[0] - 1);
    canvas_text(&to, LEFT - 7, bottom - FONT_HEIGHT, 1, 1, text, ink);
    canvas_text(&to, LEFT, bottom + 8, -1, 1, "0", ink);
    snprintf(text, sizeof text, "%lld", (long long) v->shape[1] - 1);
    canvas_text(&to, right, bottom + 8, 1, 1, text, ink);
    canvas_text(&to, LEFT, 9, -1, 1, name_of(v, "heat map"), ink);
    return to;
}

static void put_heat_vega(struct buf *out, const struct heat *h, const struct plot *p)
{
    const struct display_values *v = &p->y;
    double side = fmin(480.0 / (double) h->columns, 360.0 / (double) h->rows);
    put_head(out, (int) (side * (double) h->columns), (int) (side * (double) h->rows));
    for (int64_t i = 0; i < h->rows * h->columns; i++) {
        buf_printf(out, "%s{\"r\":%lld,\"c\":%lld,\"v\":", i ? "," : "",
                   (long long) (i / h->columns * h->by), (long long) (i % h->columns * h->by));
        put_json_number(out, h->cells[i]);
        buf_putc(out, '}');
    }
    buf_puts(out, "]},\"mark\":{\"type\":\"rect\",\"tooltip\":true},\"encoding\":{"
                  "\"x\":{\"field\":\"c\",\"type\":\"ordinal\",\"title\":");
    put_json_text(out, p->columns ? p->columns : "column");
    buf_puts(out, ",\"axis\":{"
                  "\"labelOverlap\":true,\"labelSeparation\":8,\"ticks\":false,\"labelAngle\":0}},"
                  "\"y\":{\"field\":\"r\",\"type\":\"ordinal\",\"title\":");
    put_json_text(out, p->rows ? p->rows : "row");
    buf_puts(out, ",\"axis\":{"
                  "\"labelOverlap\":true,\"labelSeparation\":6,\"ticks\":false}},"
                  "\"color\":{\"field\":\"v\",\"type\":\"quantitative\",\"scale\":{\"scheme\":"
                  "\"viridis\"},\"title\":");
    put_json_text(out, name_of(v, "value"));
    buf_puts(out, "}}}");
}

/* One pixel per cell, in as many cells as the terminal has columns. */
static void put_small_heat(struct buf *out, const struct display_values *v, uint32_t room,
                           const struct display_style *style)
{
    struct heat h = take_cells(v, room);
    struct canvas small = canvas_new((int) h.columns, (int) h.rows, 1, paper);
    for (int64_t i = 0; i < h.rows * h.columns; i++) {
        struct colour c = shade(&h, h.cells[i]);
        memcpy(small.pixels + 3 * i, &c, 3);
    }
    put_canvas(out, &small, style);
    canvas_free(&small);
    free(h.cells);
}

static void plot_heat(struct display *out, const struct plot *p, const struct display_style *style)
{
    const struct display_values *v = &p->y;
    struct heat h = take_cells(v, HEAT_MOST);
    put_heat_vega(display_add(out, "application/vnd.vegalite.v5+json"), &h, p);
    struct canvas drawn = draw_heat(&h, v, PAGE_SCALE);
    put_png(out, &drawn);
    canvas_free(&drawn);
    struct buf *plain = display_add(out, "text/plain");
    if (style->terminal) {
        bool fine;
        uint32_t room = picture_room(style, &fine);
        if (fine) {
            drawn = draw_heat(&h, v, 1);
            put_canvas(plain, &drawn, style);
            canvas_free(&drawn);
        } else {
            put_small_heat(plain, v, room, style);
        }
    }
    if (p->rows)
        buf_printf(plain, "%s: from ", name_of(v, "a value"));
    else
        buf_printf(plain, "heat map of %s, %lld × %lld: from ", name_of(v, "an array"),
                   (long long) v->shape[0], (long long) v->shape[1]);
    put_number(plain, h.low);
    buf_puts(plain, " to ");
    put_number(plain, h.high);
    buf_putc(plain, '\n');
    free(h.cells);
}

bool display_plot(struct display *out, const struct plot *p, const struct display_style *style)
{
    uint32_t rank = p->kind == PLOT_HEAT ? 2 : 1;
    bool fits =
        values_numeric(&p->y) && values_count(&p->y) > 0 &&
        (p->y.rank == rank || p->kind == PLOT_HISTOGRAM) &&
        (!p->x.elements || (values_numeric(&p->x) && values_count(&p->x) == values_count(&p->y)));
    if (!fits)
        return false;
    if (p->kind == PLOT_HEAT)
        plot_heat(out, p, style);
    else
        plot_points(out, p, style);
    return true;
}
