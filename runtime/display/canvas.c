/* SPDX-License-Identifier: Apache-2.0 */
/* The rasteriser of charts: anti-aliased lines, boxes, dots, letters drawn with strokes (font.def), colour maps. */
#include "display/canvas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

struct canvas canvas_new(int width, int height, int scale, struct colour ground)
{
    size_t count = (size_t) (width * scale) * (size_t) (height * scale);
    struct canvas c = {xmalloc(count * 3), width * scale, height * scale, scale};
    for (size_t i = 0; i < count; i++)
        memcpy(c.pixels + 3 * i, &ground, 3);
    return c;
}

void canvas_free(struct canvas *c)
{
    free(c->pixels);
    *c = (struct canvas){0};
}

/* Blends `part` of the ink with the existing colour. */
static void blend(struct canvas *c, int x, int y, double part, struct colour ink)
{
    if (x < 0 || y < 0 || x >= c->width || y >= c->height || part <= 0)
        return;
    part = part < 1 ? part : 1;
    uint8_t *p = c->pixels + 3 * ((size_t) y * (size_t) c->width + (size_t) x);
    const uint8_t to[3] = {ink.r, ink.g, ink.b};
    for (int i = 0; i < 3; i++)
        p[i] = (uint8_t) (p[i] + (to[i] - p[i]) * part + 0.5);
}

void canvas_box(struct canvas *c, double x0, double y0, double x1, double y1, struct colour ink)
{
    x0 *= c->scale, y0 *= c->scale, x1 *= c->scale, y1 *= c->scale;
    for (int y = (int) floor(fmin(y0, y1) + 0.5); y < (int) floor(fmax(y0, y1) + 0.5); y++)
        for (int x = (int) floor(fmin(x0, x1) + 0.5); x < (int) floor(fmax(x0, x1) + 0.5); x++)
            blend(c, x, y, 1, ink);
}

/* Blends ink into every pixel near the segment, by its distance from it. */
void canvas_line(struct canvas *c, double x0, double y0, double x1, double y1, double thick,
                 struct colour ink)
{
    x0 *= c->scale, y0 *= c->scale, x1 *= c->scale, y1 *= c->scale, thick *= c->scale;
    double dx = x1 - x0, dy = y1 - y0, length = dx * dx + dy * dy, half = thick / 2;
    int left = (int) fmax(0, floor(fmin(x0, x1) - half - 1)),
        right = (int) fmin(c->width, ceil(fmax(x0, x1) + half + 1)),
        top = (int) fmax(0, floor(fmin(y0, y1) - half - 1)),
        bottom = (int) fmin(c->height, ceil(fmax(y0, y1) + half + 1));
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++) {
            double px = x + 0.5 - x0, py = y + 0.5 - y0,
                   t = length > 0 ? (px * dx + py * dy) / length : 0;
            t = t < 0 ? 0 : t > 1 ? 1 : t;
            blend(c, x, y, half + 0.5 - hypot(px - t * dx, py - t * dy), ink);
        }
}

void canvas_dot(struct canvas *c, double x, double y, double radius, struct colour ink)
{
    canvas_line(c, x, y, x, y, 2 * radius, ink);
}

static const struct {
    char c;
    uint8_t rows[FONT_HEIGHT];
} font[] = {

#define G(c, ...) {c, {__VA_ARGS__}},
#include "display/font.def"
#undef G
};

static const uint8_t *glyph(char c)
{
    for (size_t i = 0; i < sizeof font / sizeof *font; i++)
        if (font[i].c == c)
            return font[i].rows;
    return NULL;
}

static bool is_set(const uint8_t *rows, int row, int column)
{
    return row >= 0 && row < FONT_HEIGHT && column >= 0 && column < 5 &&
           rows[row] >> (4 - column) & 1;
}

/* The strokes that begin at a dot of the letter: to its neighbours in the row and column, and on a diagonal to those that
 * nothing else joins. */
static void draw_strokes(struct canvas *c, const uint8_t *rows, int r, int k, double x, double y,
                         double size, struct colour ink)
{
    static const int steps[][2] = {
        {0, 0 },
        {0, 1 },
        {1, 0 },
        {1, 1 },
        {1, -1}
    };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        int down = steps[i][0], right = steps[i][1];
        bool joined = down && right && (is_set(rows, r + down, k) || is_set(rows, r, k + right));
        if (is_set(rows, r + down, k + right) && !joined)
            canvas_line(c, x, y, x + right * size, y + down * size, 0.9 * size, ink);
    }
}

static void draw_glyph(struct canvas *c, const uint8_t *rows, double left, double top, double size,
                       struct colour ink)
{
    for (int r = 0; r < FONT_HEIGHT; r++)
        for (int k = 0; k < 5; k++)
            if (is_set(rows, r, k))
                draw_strokes(c, rows, r, k, left + (k + 0.5) * size, top + (r + 0.5) * size, size,
                             ink);
}

void canvas_text(struct canvas *c, double x, double y, int at, int size, const char *text,
                 struct colour ink)
{
    double width = (double) (strlen(text) * FONT_ADVANCE * (size_t) size - (size_t) size);
    double left = floor(x - (at < 0 ? 0 : at ? width : width / 2) + 0.5), top = floor(y + 0.5);
    for (; *text; text++, left += FONT_ADVANCE * size) {
        const uint8_t *rows = glyph(*text);
        if (rows)
            draw_glyph(c, rows, left, top, size, ink);
    }
}

/* ---- colour maps ---- */

/* Equal steps of matplotlib's viridis (CC0) and of cividis (Nuñez, Anderton, Renslow 2018). */
static const uint32_t viridis[] = {0x440154, 0x472d7b, 0x3b528b, 0x2c728e, 0x21918c,
                                   0x28ae80, 0x5ec962, 0xaddc30, 0xfde725},
                      cividis[] = {0x00224e, 0x123570, 0x3b496c, 0x575d6d, 0x707173,
                                   0x8a8678, 0xa59c74, 0xc3b369, 0xe1cc55, 0xfee838},
                      grey[] = {0x000000, 0xffffff};

static const struct {
    const char *name;
    const uint32_t *steps;
    int count;
} maps[] = {
    {"viridis", viridis, sizeof viridis / sizeof *viridis},
    {"cividis", cividis, sizeof cividis / sizeof *cividis},
    {"grey",    grey,    sizeof grey / sizeof *grey      },
};

bool colour_map(const char *name, double t, struct colour *out)
{
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        if (strcmp(maps[i].name, name))
            continue;
        double at = (t > 0 ? (t < 1 ? t : 1) : 0) * (maps[i].count - 1);
        int k = (int) at < maps[i].count - 1 ? (int) at : maps[i].count - 2;
        uint32_t a = maps[i].steps[k], b = maps[i].steps[k + 1];
        uint8_t mixed[3];
        for (int c = 0; c < 3; c++) {
            double low = a >> (16 - 8 * c) & 255, high = b >> (16 - 8 * c) & 255;
            mixed[c] = (uint8_t) (low + (high - low) * (at - k) + 0.5);
        }
        *out = (struct colour){mixed[0], mixed[1], mixed[2]};
        return true;
    }
    return false;
}
