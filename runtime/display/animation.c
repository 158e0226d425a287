/* SPDX-License-Identifier: Apache-2.0 */
/* Frames as an APNG (APNG specification 1.0). Its MIME type is image/png, so viewers without animation show the
 * first frame. Each frame is encoded separately; its data chunks become fdAT chunks with consecutive numbers. */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/check.h"
#include "display/parts.h"

enum {
    SIGNATURE = 8,
    FRAME_MOST = 512,
    SMALL = 128
}; /* bytes; pixels an edge: SMALL is enlarged in whole steps */

static void put_u32(struct buf *out, uint32_t v)
{
    const char bytes[4] = {(char) (v >> 24), (char) (v >> 16), (char) (v >> 8), (char) v};
    buf_put(out, bytes, 4);
}

static uint32_t u32(const char *p)
{
    const unsigned char *b = (const unsigned char *) p;
    return (uint32_t) b[0] << 24 | (uint32_t) b[1] << 16 | (uint32_t) b[2] << 8 | b[3];
}

static void put_chunk(struct buf *out, const char *type, struct str data)
{
    put_u32(out, (uint32_t) data.n);
    size_t start = out->n;
    buf_put(out, type, 4);
    buf_put(out, data.p, data.n);
    put_u32(out, (uint32_t) crc32(0, (const Bytef *) out->p + start, (uInt) (4 + data.n)));
}

static void put_control(struct buf *out, uint32_t number, const struct picture *p, int ms)
{
    struct buf data = {0};
    put_u32(&data, number);
    put_u32(&data, p->width);
    put_u32(&data, p->height);
    put_u32(&data, 0);
    put_u32(&data, 0);
    const char rest[6] = {(char) (ms >> 8), (char) ms, 1000 >> 8, (char) (1000 & 255), 0, 0};
    buf_put(&data, rest, sizeof rest);
    put_chunk(out, "fcTL", (struct str){data.p, data.n});
    buf_free(&data);
}

/* The chunks of one frame's PNG: header and palette once, then its data as IDAT or fdAT. */
static void put_frame(struct buf *out, const struct buf *png, bool first, uint32_t frames,
                      uint32_t *number, const struct picture *p, int ms)
{
    for (size_t at = SIGNATURE; at + 12 <= png->n; at += 12 + u32(png->p + at)) {
        struct str data = {png->p + at + 8, u32(png->p + at)};
        const char *type = png->p + at + 4;
        if (!memcmp(type, "IHDR", 4) && first) {
            struct buf control = {0};
            put_chunk(out, "IHDR", data);
            put_u32(&control, frames);
            put_u32(&control, 0);
            put_chunk(out, "acTL", (struct str){control.p, control.n});
            buf_free(&control);
        }
        if (!memcmp(type, "IHDR", 4))
            put_control(out, (*number)++, p, ms);
        if (memcmp(type, "IDAT", 4))
            continue;
        struct buf numbered = {0};
        if (!first)
            put_u32(&numbered, (*number)++);
        buf_put(&numbered, data.p, data.n);
        put_chunk(out, first ? "IDAT" : "fdAT", (struct str){numbered.p, numbered.n});
        buf_free(&numbered);
    }
}

static struct display_values frame_of(const struct display_values *v, int64_t i)
{
    struct display_values f = *v;
    f.rank--;
    memmove(f.shape, v->shape + 1, f.rank * sizeof *f.shape);
    f.elements = (const char *) v->elements + (uint64_t) (i * values_count(&f)) * v->dtype.size;
    return f;
}

bool display_animation(struct display *out, const struct display_values *v, double seconds_of_frame,
                       const struct display_style *style)
{
    struct display_values first = frame_of(v, 0);
    bool fits = v->rank >= 3 && v->shape[0] > 0 && picture_possible(&first) && v->shape[0] <= 10000;
    if (!fits)
        return false;
    struct value_stats s;
    values_measure(v, values_count(v), &s);
    bool bytes = v->dtype.kind == DTYPE_U8;
    struct buf *apng = display_add(out, "image/png");
    uint32_t number = 0;
    int ms =
        seconds_of_frame > 0 && seconds_of_frame < 60 ? (int) (seconds_of_frame * 1000 + 0.5) : 50;
    buf_put(apng, "\211PNG\r\n\032\n", SIGNATURE);
    for (int64_t i = 0; i < v->shape[0]; i++) {
        struct display_values f = frame_of(v, i);
        struct picture p = {0};
        struct buf png = {0};
        picture_make(&p, &f, bytes ? 0 : s.low, bytes ? 255 : s.high, FRAME_MOST);
        if (p.width <= SMALL)
            picture_enlarge(&p, 256 / (p.width ? p.width : 1));
        if (png_encode(&png, p.pixels, p.width, p.height, p.channels))
            put_frame(apng, &png, i == 0, (uint32_t) v->shape[0], &number, &p, ms);
        out->width = (int) p.width;
        out->height = (int) p.height;
        buf_free(&png);
        picture_free(&p);
    }
    put_chunk(apng, "IEND", (struct str){"", 0});
    struct buf *plain = display_add(out, "text/plain");
    if (style->terminal) {
        struct picture p = {0};
        bool fine;
        uint32_t room = picture_room(style, &fine);
        picture_make(&p, &first, bytes ? 0 : s.low, bytes ? 255 : s.high, room);
        if (fine && p.width <= SMALL)
            picture_enlarge(&p, 256 / (p.width ? p.width : 1));
        picture_text(plain, &p, style);
        picture_free(&p);
    }
    buf_printf(plain, "%lld frames of %lld × %lld pixels, %d ms each\n", (long long) v->shape[0],
               (long long) first.shape[1], (long long) first.shape[0], ms);
    return true;
}
