/* SPDX-License-Identifier: Apache-2.0 */
/* UTF-8 by utf8proc: decoding, validation, and the widths of characters in a terminal. */
#include "base/utf8.h"

#include <string.h>

#include <utf8proc.h>

size_t utf8_next(const char *s, size_t n, uint32_t *out_code)
{
    utf8proc_int32_t code;
    utf8proc_ssize_t eaten =
        utf8proc_iterate((const utf8proc_uint8_t *) s, (utf8proc_ssize_t) n, &code);
    if (eaten <= 0) {
        *out_code = 0xfffd;
        return 1;
    }
    *out_code = (uint32_t) code;
    return (size_t) eaten;
}

size_t utf8_put(char out[4], uint32_t code)
{
    return (size_t) utf8proc_encode_char((utf8proc_int32_t) code, (utf8proc_uint8_t *) out);
}

/* Whether the character at s is well formed: utf8_next alone cannot tell a real U+FFFD from a bad byte. */
static bool well_formed(const char *s, size_t n, size_t *out_eaten)
{
    uint32_t code;
    *out_eaten = utf8_next(s, n, &code);
    return code != 0xfffd || *out_eaten == 3;
}

bool utf8_valid(const char *s, size_t n)
{
    for (size_t i = 0, eaten; i < n; i += eaten)
        if (!well_formed(s + i, n - i, &eaten))
            return false;
    return true;
}

void utf8_clean(struct buf *out, const char *s, size_t n)
{
    for (size_t i = 0, eaten; i < n; i += eaten) {
        if (well_formed(s + i, n - i, &eaten))
            buf_put(out, s + i, eaten);
        else
            buf_puts(out, "\xef\xbf\xbd");
    }
}

void utf8_escape(struct buf *out, const char *s, size_t n)
{
    static const char letters[] = "abtnvfr"; /* of the codes from 7 on */
    size_t start = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char) s[i];
        if (c >= 0x20 && c != 0x7f)
            continue;
        utf8_clean(out, s + start, i - start);
        start = i + 1;
        if (c >= 7 && c <= 13)
            buf_printf(out, "\\%c", letters[c - 7]);
        else
            buf_printf(out, "\\x%02x", c);
    }
    utf8_clean(out, s + start, n - start);
}

size_t utf8_cut(const char *s, size_t n)
{
    for (size_t back = 1; back <= 3 && back <= n; back++) {
        unsigned char c = (unsigned char) s[n - back];
        if (c < 0x80)
            return n;
        if (c >= 0xc0) {
            size_t needs = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
            return needs > back ? n - back : n;
        }
    }
    return n;
}

size_t utf8_points_of_bytes(const char *s, size_t n, size_t bytes)
{
    size_t points = 0;
    uint32_t code;
    for (size_t i = 0; i < n && i < bytes; points++)
        i += utf8_next(s + i, n - i, &code);
    return points;
}

int utf8_width(uint32_t code)
{
    return utf8proc_charwidth((utf8proc_int32_t) code);
}

size_t utf8_columns(const char *s, size_t n)
{
    size_t columns = 0;
    uint32_t code;
    for (size_t i = 0; i < n;) {
        i += utf8_next(s + i, n - i, &code);
        columns += (size_t) utf8_width(code);
    }
    return columns;
}

void utf8_wrap(struct buf *out, struct str text, size_t used, const char *indent, size_t room)
{
    for (bool first = true; text.n; first = false) {
        const char *blank = memchr(text.p, ' ', text.n);
        size_t n = blank ? (size_t) (blank - text.p) : text.n, wide = utf8_columns(text.p, n);
        if (!first && used + 1 + wide > room) {
            buf_printf(out, "\n%s", indent);
            used = strlen(indent);
        } else if (!first) {
            buf_putc(out, ' ');
            used++;
        }
        buf_put(out, text.p, n);
        used += wide;
        n += blank != NULL;
        text = (struct str){text.p + n, text.n - n};
    }
}
