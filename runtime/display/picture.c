/* SPDX-License-Identifier: Apache-2.0 */
/* Converts values to 8-bit pixels: bytes unchanged, other types scaled from low (black) to high (white). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "display/parts.h"

bool picture_possible(const struct display_values *v)
{
    bool channels = v->rank == 2 || (v->rank == 3 && (v->shape[2] == 3 || v->shape[2] == 4));
    return channels && values_numeric(v) && values_count(v) > 0 && v->shape[0] <= UINT32_MAX &&
           v->shape[1] <= UINT32_MAX;
}

struct scale {
    bool as_is;
    double low, per_unit;
};

static struct scale scale_for(const struct display_values *v, double low, double high)
{
    if (low == high && v->dtype.kind == DTYPE_U8)
        return (struct scale){.as_is = true};
    if (low == high) {
        struct value_stats s;
        values_measure(v, values_count(v), &s);
        low = s.low;
        high = s.high;
    }
    return (struct scale){false, low, high > low ? 255 / (high - low) : 0};
}

static double pixel_of(const struct display_values *v, const struct scale *s, int64_t i)
{
    const unsigned char *e = (const unsigned char *) v->elements + (uint64_t) i * v->dtype.size;
    if (s->as_is)
        return *e;
    double x = (dtype_double(v->dtype, e) - s->low) * s->per_unit;
    return x > 255 ? 255 : x > 0 ? x : 0; /* NaN is black */
}

/* The mean of a box of `by` x `by` elements, cut at the edges. */
static uint8_t box_mean(const struct display_values *v, const struct scale *s, int64_t x, int64_t y,
                        int64_t by, int64_t channel)
{
    int64_t channels = v->rank == 3 ? v->shape[2] : 1, n = 0;
    double sum = 0;
    for (int64_t j = y * by; j < (y + 1) * by && j < v->shape[0]; j++)
        for (int64_t i = x * by; i < (x + 1) * by && i < v->shape[1]; i++, n++)
            sum += pixel_of(v, s, (j * v->shape[1] + i) * channels + channel);
    return (uint8_t) (sum / (double) n + 0.5);
}

void picture_make(struct picture *out, const struct display_values *v, double low, double high,
                  uint32_t most)
{
    struct scale s = scale_for(v, low, high);
    int64_t edge = v->shape[0] > v->shape[1] ? v->shape[0] : v->shape[1],
            by = (edge + most - 1) / most;
    int64_t height = (v->shape[0] + by - 1) / by, width = (v->shape[1] + by - 1) / by;
    int64_t channels = v->rank == 3 ? v->shape[2] : 1;
    *out = (struct picture){xmalloc((size_t) (height * width * channels)), (uint32_t) width,
                            (uint32_t) height, (uint32_t) channels};
    uint8_t *to = out->pixels;
    for (int64_t y = 0; y < height; y++)
        for (int64_t x = 0; x < width; x++)
            for (int64_t c = 0; c < channels; c++)
                *to++ = box_mean(v, &s, x, y, by, c);
}

void picture_enlarge(struct picture *p, uint32_t times)
{
    if (times < 2)
        return;
    struct picture large = {NULL, p->width * times, p->height * times, p->channels};
    large.pixels = xmalloc((size_t) large.width * large.height * p->channels);
    uint8_t *to = large.pixels;
    for (uint32_t y = 0; y < large.height; y++)
        for (uint32_t x = 0; x < large.width; x++, to += p->channels)
            memcpy(to, p->pixels + ((size_t) (y / times) * p->width + x / times) * p->channels,
                   p->channels);
    picture_free(p);
    *p = large;
}

/* ---- for a terminal ---- */

static int sixels_of(const struct display_style *style)
{
    return style->sixels ? style->sixels(style->user) : 0;
}

uint32_t picture_room(const struct display_style *style, bool *out_fine)
{
    enum { SIXELS_MOST = 800 }; /* an edge: terminals draw about a thousand pixels at most */

    int fine = sixels_of(style);
    *out_fine = fine > 0;
    if (fine > 0)
        return (uint32_t) (fine < SIXELS_MOST ? fine : SIXELS_MOST);
    return (uint32_t) (style->columns > 0 ? style->columns : 80);
}

static void put_colour(struct buf *out, int ground, const uint8_t *pixel, uint32_t channels)
{
    uint8_t green = pixel[channels > 1 ? 1 : 0], blue = pixel[channels > 1 ? 2 : 0];
    buf_printf(out, "\033[%d;2;%d;%d;%dm", ground, pixel[0], green, blue);
}

/* Two pixels a character: the upper half block in the upper pixel's colour on the lower one's. */
static void put_half_blocks(struct buf *out, const struct picture *p)
{
    enum { FOREGROUND = 38, BACKGROUND = 48 };

    for (uint32_t y = 0; y < p->height; y += 2) {
        for (uint32_t x = 0; x < p->width; x++) {
            const uint8_t *upper = p->pixels + ((size_t) y * p->width + x) * p->channels;
            put_colour(out, FOREGROUND, upper, p->channels);
            if (y + 1 < p->height)
                put_colour(out, BACKGROUND, upper + (size_t) p->width * p->channels, p->channels);
            buf_puts(out, "▀");
        }
        buf_puts(out, "\033[0m\n");
    }
}

void picture_text(struct buf *out, const struct picture *p, const struct display_style *style)
{
    if (sixels_of(style) > 0)
        picture_sixels(out, p);
    else
        put_half_blocks(out, p);
}

void picture_free(struct picture *p)
{
    free(p->pixels);
    *p = (struct picture){0};
}
