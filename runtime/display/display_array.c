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

/* "min 0, max 999, mean 499.5, 3 nan" */
static void put_stats(struct buf *out, const struct display_values *v, int64_t known,
                      const struct value_stats *s)
{
    if (s->finite == known && s->low == s->high) {
        buf_puts(out, s->finite > 1 ? "all " : "");
        if (s->finite > 1)
            values_element(out, v, s->min);
    } else if (s->finite) {
        buf_puts(out, "min ");
        values_element(out, v, s->min);
        buf_puts(out, ", max ");
        values_element(out, v, s->max);
        buf_puts(out, ", mean ");
        values_number(out, v, s->mean);
    }
    const char *comma = out->n ? ", " : "";
    if (s->nan)
        buf_printf(out, "%s%lld nan", comma, (long long) s->nan);
    if (s->infinite)
        buf_printf(out, "%s%lld infinite", s->nan ? ", " : comma, (long long) s->infinite);
    if (known < values_count(v))
        buf_printf(out, ", of the first %lld elements", (long long) known);
}

/* ---- the distribution of the values, and their course by index ---- */

struct small_chart {
    const char *title;
    struct buf from, to; /* the ends of its axis */
    double bars[VALUES_BINS];
    int count;
    bool empty_is_blank;
};

/* As many as half a line has room for, beside the title and the ends. */
static int bars_for(const struct small_chart *c, int columns)
{
    int room = columns - 13 - (int) (c->from.n + c->to.n);
    return room < columns / 2 ? room : columns / 2;
}

static void chart_values(struct small_chart *c, const struct display_values *v, int64_t known,
                         const struct value_stats *s, int columns)
{
    *c = (struct small_chart){.title = "histogram", .empty_is_blank = true};
    values_element(&c->from, v, s->min);
    values_element(&c->to, v, s->max);
    c->count = values_histogram(v, known, s, bars_for(c, columns), c->bars);
}

static void chart_indices(struct small_chart *c, const struct display_values *v, int64_t known,
                          const struct value_stats *s, int columns)
{
    *c = (struct small_chart){.title = "by index"};
    buf_puts(&c->from, "[0]");
    buf_printf(&c->to, "[%lld]", (long long) known - 1);
    c->count = values_by_index(v, known, s, bars_for(c, columns), c->bars);
}

static void chart_text(struct buf *out, const struct small_chart *c, size_t ends)
{
    buf_printf(out, "%-9s  %*s ", c->title, (int) ends, c->from.p);
    values_bars(out, c->bars, c->count, c->empty_is_blank);
    buf_printf(out, " %s\n", c->to.p);
}

static void chart_html(struct buf *out, const struct small_chart *c)
{
    enum { HEIGHT = 32 };

    buf_printf(out,
               "<div><div style=\"opacity:0.75\">%s</div><div style=\"display:flex;align-items:"
               "flex-end;height:%dpx;border-bottom:1px solid rgba(128,128,128,0.7)\">",
               c->title, HEIGHT);
    for (int i = 0; i < c->count; i++) {
        double h = c->bars[i];
        int pixels = h > 0 ? (int) (h * (HEIGHT - 1) + 0.999) : h == 0 && !c->empty_is_blank;
        buf_printf(out,
                   "<div style=\"width:7px;margin-right:1px;height:%dpx;background:"
                   "rgb(66,133,190)\"></div>",
                   pixels);
    }
    buf_printf(out,
               "</div><div style=\"display:flex;justify-content:space-between;gap:12px\"><span>%s"
               "</span><span>%s</span></div></div>",
               c->from.p, c->to.p);
}

/* Both charts as text and as HTML, for arrays whose values are too many to be seen at a glance. */
static void put_charts(struct buf *text, struct buf *html, const struct display_values *v,
                       int64_t known, const struct value_stats *s, int columns)
{
    if (known < HISTOGRAM_FROM || !s->finite || s->low == s->high)
        return;
    struct small_chart charts[2];
    int count = v->rank == 1 ? 2 : 1;
    chart_values(charts, v, known, s, columns);
    if (count == 2)
        chart_indices(charts + 1, v, known, s, columns);
    size_t ends = charts[0].from.n;
    if (count == 2 && charts[1].from.n > ends)
        ends = charts[1].from.n;
    buf_puts(html,
             "<div style=\"display:flex;flex-wrap:wrap;gap:24px;padding:2px 8px;font-size:13px\">");
    for (int i = 0; i < count; i++) {
        chart_text(text, charts + i, ends);
        chart_html(html, charts + i);
        buf_free(&charts[i].from);
        buf_free(&charts[i].to);
    }
    buf_puts(html, "</div>\n");
}

static void put_thumbnail(struct buf *html, const struct display_values *v)
{
    struct picture p = {0};
    struct buf png = {0};
    if (v->rank != 2 || v->shape[0] < THUMBNAIL_FROM || v->shape[1] < THUMBNAIL_FROM)
        return;
    picture_make(&p, v, 0, 0, THUMBNAIL);
    picture_enlarge(&p, THUMBNAIL / (p.width > p.height ? p.width : p.height));
    if (png_encode(&png, p.pixels, p.width, p.height, p.channels)) {
        buf_printf(html,
                   "<img width=\"%u\" height=\"%u\" alt=\"the values as a picture\" "
                   "src=\"data:image/png;base64,",
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
    struct buf stats = {0}, text = {0}, charts = {0}, elements = {0};
    int columns = style->columns > 0 ? style->columns : 80;
    int64_t count = values_count(v);
    if (!count) {
        buf_puts(&stats, "no elements");
    } else if (values_numeric(v)) {
        struct value_stats s;
        values_measure(v, known, &s);
        put_stats(&stats, v, known, &s);
        put_charts(&text, &charts, v, known, &s, columns);
    }
    if (count && known == count)
        values_print(&elements, v, columns);

    struct buf *html = display_add(out, "text/html");
    buf_puts(html, HTML_TEXT);
    put_title(html, v, true);
    buf_puts(html, "</div>\n" HTML_TEXT);
    buf_html(html, (struct str){stats.p ? stats.p : "", stats.n});
    buf_puts(html, "</div>\n");
    buf_put(html, charts.p ? charts.p : "", charts.n);
    buf_puts(html, "<div style=\"display:flex;flex-wrap:wrap;gap:12px;align-items:flex-start;"
                   "padding:2px 8px\">");
    if (count && values_numeric(v) && known == count)
        put_thumbnail(html, v);
    if (elements.n) {
        buf_puts(html, "<pre style=\"margin:0;font-family:monospace;font-size:13px;white-space:pre;"
                       "overflow-x:auto;max-width:100%\">");
        buf_html(html, (struct str){elements.p, elements.n});
        buf_puts(html, "</pre>");
    }
    buf_puts(html, "</div>\n");

    struct buf *plain = display_add(out, "text/plain");
    put_title(plain, v, false);
    buf_printf(plain, "\n%s%s%s%s", stats.n ? stats.p : "", stats.n ? "\n" : "",
               text.n ? text.p : "", elements.n ? elements.p : "");
    buf_free(&stats);
    buf_free(&text);
    buf_free(&charts);
    buf_free(&elements);
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
    print_device(where, id);
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
                                 const struct display_printer *structs,
                                 const struct display_style *style, struct device_fault *fault)
{
    struct display_values v;
    struct buf where = {0};
    int64_t known;
    enum device_status status = values_of_array(&v, a, name, &where, &known, fault);
    v.printer = structs;
    if (status == DEVICE_OK)
        summarise(out, &v, known, style);
    free((void *) v.elements);
    buf_free(&where);
    return status;
}
