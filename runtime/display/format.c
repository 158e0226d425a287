/* SPDX-License-Identifier: Apache-2.0 */
/* Formats bytes, times, rates and numbers for people, pads table cells, wraps lines. */
#include <inttypes.h>
#include <math.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/utf8.h"
#include "display/parts.h"

void print_device(struct buf *out, const char *id)
{
    buf_printf(out, str_eq(str_of(id), "cpu") ? "%s device" : "device %s", id);
}

void print_bytes(struct buf *out, uint64_t bytes)
{
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double v = (double) bytes / 1024;
    size_t unit = 0;
    if (bytes < 1024) {
        buf_printf(out, "%" PRIu64 " B", bytes);
        return;
    }
    for (; v >= 1023.95 && unit + 1 < sizeof units / sizeof *units; unit++)
        v /= 1024;
    buf_printf(out, "%.1f %s", v, units[unit]);
}

void print_count(struct buf *out, uint64_t n)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, n);
    for (int i = 0; i < length; i++) {
        if (i && n >= 10000 && (length - i) % 3 == 0)
            buf_putc(out, ',');
        buf_putc(out, digits[i]);
    }
}

void print_time(struct buf *out, uint64_t ns)
{
    static const struct {
        double below, unit;
        const char *name;
    } scales[] = {
        {999.5,    1,   "ns" },
        {999.95e3, 1e3, "µs"},
        {999.95e6, 1e6, "ms" }
    };

    double v = (double) ns;
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        if (v < scales[i].below) {
            buf_printf(out, i ? "%.1f %s" : "%.0f %s", v / scales[i].unit, scales[i].name);
            return;
        }
    }
    buf_printf(out, v < 100e9 ? "%.2f s" : "%.0f s", v / 1e9);
}

const char *time_text(struct arena *a, uint64_t ns)
{
    struct buf text = {0};
    print_time(&text, ns);
    char *copy = arena_strndup(a, text.p, text.n);
    buf_free(&text);
    return copy;
}

void put_number(struct buf *out, double v)
{
    if (isnan(v))
        buf_puts(out, "nan");                 /* printf writes its sign too */
    else if (fabs(v) >= 1e6 && fabs(v) < 1e9) /* as integers are shown, and without an exponent */
        buf_printf(out, "%.0f", v);
    else
        buf_printf(out, "%.6g", v == 0 ? 0 : v);
}

void put_cell(struct buf *out, struct str text, size_t width, bool right)
{
    size_t columns = utf8_columns(text.p, text.n);
    if (columns <= width) {
        buf_pad(out, ' ', right ? width - columns : 0);
        buf_put(out, text.p, text.n);
        buf_pad(out, ' ', right ? 0 : width - columns);
        return;
    }
    size_t used = 0, i = 0;
    while (i < text.n && width) {
        uint32_t code;
        size_t eaten = utf8_next(text.p + i, text.n - i, &code);
        if (used + (size_t) utf8_width(code) > width - 1)
            break;
        used += (size_t) utf8_width(code);
        i += eaten;
    }
    buf_put(out, text.p, i);
    if (width)
        buf_puts(out, "…");
    buf_pad(out, ' ', width ? width - 1 - used : 0);
}

void put_base64(struct buf *out, const void *bytes, size_t n)
{
    char *text = xmalloc(4 * (n / 3 + 1) + 1);
    int length = EVP_EncodeBlock((unsigned char *) text, bytes, (int) n);
    buf_put(out, text, (size_t) length);
    free(text);
}

/* The number of columns in the last line so far. */
static size_t columns_used(const struct buf *out)
{
    size_t start = out->n;
    while (start && out->p[start - 1] != '\n')
        start--;
    return out->n ? utf8_columns(out->p + start, out->n - start) : 0;
}

void print_wrapped(struct buf *out, struct str text, const char *indent, int columns)
{
    utf8_wrap(out, text, columns_used(out), indent, columns > 20 ? (size_t) columns : 80);
    buf_putc(out, '\n');
}

void print_lines(struct buf *out, struct str text, const struct display_style *style)
{
    while (text.n) {
        const char *end = memchr(text.p, '\n', text.n);
        size_t n = end ? (size_t) (end - text.p) : text.n;
        if (style->terminal)
            print_wrapped(out, (struct str){text.p, n}, "  ", style->columns);
        else
            buf_printf(out, "%.*s\n", (int) n, text.p);
        n += end != NULL;
        text = (struct str){text.p + n, text.n - n};
    }
}

void print_json_string(struct buf *out, struct str text)
{
    buf_putc(out, '"');
    for (size_t i = 0; i < text.n; i++) {
        unsigned char c = (unsigned char) text.p[i];
        if (c < 0x20 || c == '<')
            buf_printf(out, "\\u%04x", c);
        else if (c == '"' || c == '\\')
            buf_printf(out, "\\%c", c);
        else
            buf_putc(out, (char) c);
    }
    buf_putc(out, '"');
}
