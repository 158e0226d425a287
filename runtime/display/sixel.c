/* SPDX-License-Identifier: Apache-2.0 */
/* Sixel graphics (VT330/VT340 Programmer Reference Manual, volume 2, chapter 14): bands of six rows, and for each
 * band one run of columns per colour. Up to 256 colours get a register each. Images with more colours use a uniform
 * colour cube with error diffusion (Floyd and Steinberg 1976). */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "display/parts.h"

enum {
    COLOURS = 256, /* registers that terminals have */
    CLEAR = 256,   /* instead of a register: the pixel is left unchanged */
    BAND = 6,
    SLOTS = 4 * COLOURS,
    REDS = 6,
    GREENS = 8,
    BLUES = 5,
};

struct indexed {
    uint16_t *pixels;
    uint8_t colours[COLOURS][3];
    int count;
    int16_t slots[SLOTS]; /* an open-addressing table from colours to registers; -1: free */
};

static void colour_of(const struct picture *p, size_t i, uint8_t out[3])
{
    const uint8_t *pixel = p->pixels + i * p->channels;
    for (int c = 0; c < 3; c++)
        out[c] = pixel[p->channels > 1 ? c : 0];
}

static bool clear(const struct picture *p, size_t i)
{
    return p->channels == 4 && p->pixels[4 * i + 3] < 128;
}

/* The register of a colour, allocated if necessary; -1: none is left. */
static int register_of(struct indexed *x, const uint8_t c[3])
{
    uint32_t slot = (c[0] * 73856093u ^ c[1] * 19349663u ^ c[2] * 83492791u) % SLOTS;
    for (; x->slots[slot] >= 0; slot = (slot + 1) % SLOTS)
        if (!memcmp(x->colours[x->slots[slot]], c, 3))
            return x->slots[slot];
    if (x->count == COLOURS)
        return -1;
    memcpy(x->colours[x->count], c, 3);
    x->slots[slot] = (int16_t) x->count;
    return x->count++;
}

static bool keep_colours(struct indexed *x, const struct picture *p)
{
    memset(x->slots, -1, sizeof x->slots);
    for (size_t i = 0; i < (size_t) p->width * p->height; i++) {
        uint8_t c[3];
        colour_of(p, i, c);
        int k = clear(p, i) ? CLEAR : register_of(x, c);
        if (k < 0)
            return false;
        x->pixels[i] = (uint16_t) k;
    }
    return true;
}

/* ---- more than 256 colours ---- */

static const int steps[3] = {REDS, GREENS, BLUES};

static int level(int value, int count, int *out_error)
{
    value = value < 0 ? 0 : value > 255 ? 255 : value;
    int k = (value * (count - 1) + 127) / 255;
    *out_error = value - k * 255 / (count - 1);
    return k;
}

/* `errors` are sixteenths, of this row and of the next, three for each pixel with one pixel more on both sides. */
static void spread(struct indexed *x, const struct picture *p, uint32_t y, int *now, int *next)
{
    for (uint32_t i = 0; i < p->width; i++) {
        size_t at = (size_t) y * p->width + i;
        uint8_t c[3];
        int k[3];
        colour_of(p, at, c);
        for (int part = 0; part < 3; part++) {
            int error, e = 3 * ((int) i + 1) + part;
            k[part] = level(c[part] + now[e] / 16, steps[part], &error);
            now[e + 3] += 7 * error;
            next[e - 3] += 3 * error;
            next[e] += 5 * error;
            next[e + 3] += error;
        }
        x->pixels[at] = (uint16_t) (clear(p, at) ? CLEAR : (k[0] * GREENS + k[1]) * BLUES + k[2]);
    }
}

static void cube(struct indexed *x, const struct picture *p)
{
    size_t n = 3 * ((size_t) p->width + 2);
    int *errors = xcalloc(2 * n, sizeof *errors), *now = errors, *next = errors + n;
    x->count = REDS * GREENS * BLUES;
    for (int i = 0; i < x->count; i++) {
        const int k[3] = {i / BLUES / GREENS, i / BLUES % GREENS, i % BLUES};
        for (int part = 0; part < 3; part++)
            x->colours[i][part] = (uint8_t) (k[part] * 255 / (steps[part] - 1));
    }
    for (uint32_t y = 0; y < p->height; y++) {
        spread(x, p, y, now, next);
        int *done = now;
        now = next;
        next = done;
        memset(next, 0, n * sizeof *next);
    }
    free(errors);
}

/* ---- writing ---- */

static void put_run(struct buf *out, char sixel, uint32_t count)
{
    if (count > 3)
        buf_printf(out, "!%u%c", count, sixel);
    else
        buf_pad(out, sixel, count);
}

/* The columns of one band that have this colour; what follows the last of them is not written. */
static void put_colour(struct buf *out, const struct indexed *x, const struct picture *p,
                       uint32_t top, int colour)
{
    uint32_t run = 0, rows = p->height - top < BAND ? p->height - top : BAND;
    char last = '?';
    for (uint32_t i = 0; i < p->width; i++) {
        int bits = 0;
        for (uint32_t r = 0; r < rows; r++)
            bits |= (x->pixels[(size_t) (top + r) * p->width + i] == colour) << r;
        char sixel = (char) ('?' + bits);
        if (sixel != last) {
            put_run(out, last, run);
            run = 0;
        }
        last = sixel;
        run++;
    }
    put_run(out, last, last == '?' ? 0 : run);
}

static void put_band(struct buf *out, const struct indexed *x, const struct picture *p,
                     uint32_t top)
{
    bool used[COLOURS + 1] = {0}, first = true;
    size_t from = (size_t) top * p->width,
           to = (size_t) (top + BAND < p->height ? top + BAND : p->height) * p->width;
    for (size_t i = from; i < to; i++)
        used[x->pixels[i]] = true;
    for (int c = 0; c < x->count; c++) {
        if (!used[c])
            continue;
        buf_printf(out, first ? "#%d" : "$#%d", c);
        put_colour(out, x, p, top, c);
        first = false;
    }
    buf_putc(out, '-');
}

/* Transparent pixels are left unchanged (second parameter 1); pixels are square (raster attributes 1;1). */
void picture_sixels(struct buf *out, const struct picture *p)
{
    struct indexed x = {.pixels = xmalloc(((size_t) p->width * p->height + 1) * sizeof *x.pixels)};
    if (!keep_colours(&x, p))
        cube(&x, p);
    buf_printf(out, "\033P0;1;0q\"1;1;%u;%u", p->width, p->height);
    for (int i = 0; i < x.count; i++)
        buf_printf(out, "#%d;2;%d;%d;%d", i, (x.colours[i][0] * 100 + 127) / 255,
                   (x.colours[i][1] * 100 + 127) / 255, (x.colours[i][2] * 100 + 127) / 255);
    for (uint32_t top = 0; top < p->height; top += BAND)
        put_band(out, &x, p, top);
    buf_puts(out, "\033\\\n");
    free(x.pixels);
}
