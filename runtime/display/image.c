/* SPDX-License-Identifier: Apache-2.0 */
/* An array as an image: PNG for notebooks, sixels or half blocks for a terminal, a description elsewhere. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "display/canvas.h"
#include "display/parts.h"

enum {
    EDGE_MOST = 4096, /* pixels; larger pictures are shrunk */
    SMALL = 64,       /* pixels; smaller ones are enlarged */
    ENLARGED = 256,   /* to about this */
    SCALE_MOST = 64,
};

static uint32_t times_for(const struct picture *p, int asked, uint32_t most)
{
    uint32_t edge = p->width > p->height ? p->width : p->height;
    uint32_t times = asked > 0 ? (uint32_t) asked : edge < SMALL ? ENLARGED / edge : 1;
    times = times < SCALE_MOST ? times : SCALE_MOST;
    while (times > 1 && edge * times > most)
        times--;
    return times;
}

static void put_words(struct buf *out, const struct display_values *v, const char *map)
{
    static const char *const kinds[] = {[1] = "grey", [3] = "RGB", [4] = "RGBA"};
    struct value_stats s;
    values_measure(v, values_count(v), &s);
    buf_printf(out, "%s%spicture of %lld × %lld pixels, %s %s", v->name ? v->name : "",
               v->name ? ": " : "", (long long) v->shape[1], (long long) v->shape[0],
               map ? map : kinds[v->rank == 3 ? v->shape[2] : 1], v->dtype.name);
    if (s.finite) {
        buf_puts(out, " from ");
        values_element(out, v, s.min);
        buf_puts(out, " to ");
        values_element(out, v, s.max);
    }
    buf_putc(out, '\n');
}

bool display_has_map(const char *map)
{
    struct colour c;
    return colour_map(map, 0, &c);
}

/* Applies the colour map to a greyscale picture. */
static void in_colours(struct picture *p, const char *map)
{
    size_t count = (size_t) p->width * p->height;
    uint8_t *pixels = xmalloc(3 * count + 1);
    struct colour levels[256];
    for (int i = 0; i < 256; i++)
        colour_map(map, i / 255.0, levels + i);
    for (size_t i = 0; i < count; i++) {
        struct colour c = levels[p->pixels[i]];
        memcpy(pixels + 3 * i, (uint8_t[]){c.r, c.g, c.b}, 3);
    }
    free(p->pixels);
    p->pixels = pixels;
    p->channels = 3;
}

static void make(struct picture *out, const struct display_values *v,
                 const struct display_image *how, uint32_t most)
{
    picture_make(out, v, how->low, how->high, most);
    if (how->map && out->channels == 1)
        in_colours(out, how->map);
}

static void draw(struct display *out, const struct display_values *v,
                 const struct display_image *how, const struct display_style *style)
{
    struct picture p = {0};
    make(&p, v, how, EDGE_MOST);
    picture_enlarge(&p, times_for(&p, how->scale, EDGE_MOST));
    if (!png_encode(display_add(out, "image/png"), p.pixels, p.width, p.height, p.channels))
        out->count--;
    out->width = (int) p.width;
    out->height = (int) p.height;
    picture_free(&p);
    struct buf *plain = display_add(out, "text/plain");
    if (style->terminal) {
        bool fine;
        uint32_t room = picture_room(style, &fine);
        make(&p, v, how, room);
        if (fine)
            picture_enlarge(&p, times_for(&p, how->scale, room));
        picture_text(plain, &p, style);
        picture_free(&p);
    }
    put_words(plain, v, how->map);
}

enum device_status display_image(struct display *out, const struct array *a, const char *name,
                                 const struct display_image *how, const struct display_style *style,
                                 struct device_fault *fault)
{
    struct display_values v;
    struct buf where = {0};
    int64_t known;
    enum device_status status = values_of_array(&v, a, name, &where, &known, fault);
    bool whole = known == values_count(&v) && picture_possible(&v);
    if (status == DEVICE_OK && whole)
        draw(out, &v, how, style);
    free((void *) v.elements);
    buf_free(&where);
    return status != DEVICE_OK || whole ? status : display_array(out, a, name, NULL, style, fault);
}
