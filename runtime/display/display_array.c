/* SPDX-License-Identifier: Apache-2.0 */
/* The summary of an array: type and shape, statistics, a small image of the values, head and tail. */
#include <stdlib.h>

#include "base/check.h"
#include "display/parts.h"

enum {
    HISTOGRAM_FROM = 17, /* elements; fewer are seen at a glance */
    THUMBNAIL = 160,     /* pixels of an edge at most */
    THUMBNAIL_FROM = 16, /* rows and columns */
};

static const int64_t READ_MOST = 256 << 20; /* bytes that are read for a summary */

static void put_title(struct buf *out, const struct display_values *v, bool html)
{
    struct buf size = {0}, type = {0};
    print_bytes(&size, (uint64_t) values_count(v) * v->dtype.size);
    buf_printf(&type, "%s [", v->dtype.name);
    for (uint32_t i = 0; i < v->rank; i++)
        buf_printf(&type, "%s%lld", i ? ", " : "", (long long) v->shape[i]);
    buf_printf(&type, "] on %s, %s", v->where, size.p);
    if (v->name && html) {
        buf_puts(out, "<b>");
        buf_html(out, str_of(v->name));
        buf_puts(out, "</b>: ");
    } else if (v->name) {
        buf_printf(out, "%s: ", v->name);
    }
    if (html)
        buf_html(out, (struct str){type.p, type.n});
    else
        buf_put(out, type.p, type.n);
    buf_free(&size);
    buf_free(&type);
}

/* "min 0 ▁▂▃▅▇ max 999, mean 499.5, 3 nan" */
static void put_stats(struct buf *out, const struct display_values *v, int64_t known, int columns)
{
    struct value_stats s;
    values_measure(v, known, &s);
    if (s.finite == known && s.low == s.high) {
        buf_puts(out, s.finite > 1 ? "all " : "");
        if (s.finite > 1)
            values_element(out, v, s.min);
    } else if (s.finite) {
        bool histogram = known >= HISTOGRAM_FROM;
        buf_puts(out, "min ");
        values_element(out, v, s.min);
        buf_puts(out, histogram ? " " : "");
        if (histogram)
            values_histogram(out, v, known, &s, columns / 2);
        buf_puts(out, histogram ? " max " : ", max ");
        values_element(out, v, s.max);
        buf_puts(out, ", mean ");
        put_number(out, s.mean);
    }
    const char *comma = out->n ? ", " : "";
    if (s.nan)
        buf_printf(out, "%s%lld nan", comma, (long long) s.nan);
    if (s.infinite)
        buf_printf(out, "%s%lld infinite", s.nan ? ", " : comma, (long long) s.infinite);
    if (known < values_count(v))
        buf_printf(out, ", of the first %lld elements", (long long) known);
    if (out->n)
        buf_putc(out, '\n');
}

static void put_thumbnail(struct buf *html, const struct display_values *v)
{
    struct picture p = {0};
    struct buf png = {0};
    if (v->rank != 2 || v->shape[0] < THUMBNAIL_FROM || v->shape[1] < THUMBNAIL_FROM)
        return;
    picture_make(&p, v, 0, 0, THUMBNAIL);
    if (png_encode(&png, p.pixels, p.width, p.height, p.channels)) {
        buf_printf(html, "<img width=\"%u\" height=\"%u\" alt=\"\" src=\"data:image/png;base64,",
                   p.width, p.height);
        put_base64(html, png.p, png.n);
        buf_puts(html, "\">");
    }
    buf_free(&png);
    picture_free(&p);
}

static void summarise(struct display *out, const struct display_values *v, int64_t known,
                      const struct display_style *style)
{
    struct buf text = {0};
    int columns = style->columns > 0 ? style->columns : 80;
    int64_t count = values_count(v);
    if (!count)
        buf_puts(&text, "no elements\n");
    else if (values_numeric(v))
        put_stats(&text, v, known, columns);
    if (count && values_numeric(v) && known == count)
        values_print(&text, v, columns);

    struct buf *html = display_add(out, "text/html");
    buf_puts(html, "<div>");
    put_title(html, v, true);
    buf_puts(html,
             "</div>\n<div style=\"display:flex;flex-wrap:wrap;gap:12px;align-items:flex-start\">");
    if (count && values_numeric(v) && known == count)
        put_thumbnail(html, v);
    buf_puts(
        html,
        "<pre "
        "style=\"margin:0;font-family:monospace;white-space:pre;overflow-x:auto;max-width:100%\">");
    buf_html(html, (struct str){text.p, text.n});
    buf_puts(html, "</pre></div>\n");

    struct buf *plain = display_add(out, "text/plain");
    put_title(plain, v, false);
    buf_putc(plain, '\n');
    buf_put(plain, text.p, text.n);
    buf_free(&text);
}

void display_host_array(struct display *out, const struct display_values *v,
                        const struct display_style *style)
{
    summarise(out, v, values_count(v), style);
}

/* The elements of a device array on the host, at most READ_MOST bytes of them. */
enum device_status values_of_array(struct display_values *out, const struct array *a,
                                   const char *name, struct buf *where, int64_t *out_known,
                                   struct device_fault *fault)
{
    struct device *d = a->storage->device;
    const char *id = device_props(d)->id;
    uint64_t bytes, ns;
    buf_printf(where, str_eq(str_of(id), "cpu") ? "%s device" : "device %s", id);
    int64_t known = array_count(a);
    if ((uint64_t) known * a->dtype.size > (uint64_t) READ_MOST)
        known = READ_MOST / a->dtype.size;
    char *elements = xmalloc((uint64_t) known * a->dtype.size + 1);
    device_copied(d, &bytes, &ns); /* reading for display is no copy of the user's */
    enum device_status status = array_peek(a, 0, known, elements, fault);
    device_set_copied(d, bytes, ns);
    *out = (struct display_values){elements, a->dtype, a->rank, .name = name, .where = where->p};
    for (uint32_t i = 0; i < a->rank; i++)
        out->shape[i] = a->shape[i];
    *out_known = known;
    return status;
}

enum device_status display_array(struct display *out, const struct array *a, const char *name,
                                 const struct display_style *style, struct device_fault *fault)
{
    struct display_values v;
    struct buf where = {0};
    int64_t known;
    enum device_status status = values_of_array(&v, a, name, &where, &known, fault);
    if (status == DEVICE_OK)
        summarise(out, &v, known, style);
    free((void *) v.elements);
    buf_free(&where);
    return status;
}
