/* SPDX-License-Identifier: Apache-2.0 */
/* Lenient reading of JSON. A browser may send a lone surrogate in a cell's code, since JSON.stringify escapes it;
 * refusing the message would leave the cell running for ever. */
#include "wire/json.h"

#include <ctype.h>
#include <string.h>

#include "wire/must.h"

/* The value of the four hexadecimal digits at p, or -1. */
static int hex4(const char *p, const char *end)
{
    int value = 0;
    if (end - p < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        unsigned char c = (unsigned char) p[i];
        if (!isxdigit(c))
            return -1;
        value = value * 16 + (isdigit(c) ? c - '0' : tolower(c) - 'a' + 10);
    }
    return value;
}

static bool is_high(int unit)
{
    return unit >= 0xD800 && unit <= 0xDBFF;
}

static bool is_low(int unit)
{
    return unit >= 0xDC00 && unit <= 0xDFFF;
}

/* Overwrites the digits of every escaped surrogate that has no partner. */
static void mend_surrogates(char *p, char *end)
{
    while ((p = memchr(p, '\\', (size_t) (end - p)))) {
        if (end - p < 6 || p[1] != 'u') {
            p += end - p < 2 ? 1 : 2;
            continue;
        }
        int unit = hex4(p + 2, end);
        bool paired = is_high(unit) && end - p >= 12 && p[6] == '\\' && p[7] == 'u' &&
                      is_low(hex4(p + 8, end));
        if (!paired && (is_high(unit) || is_low(unit)))
            memcpy(p + 2, "fffd", 4);
        p += paired ? 12 : 6;
    }
}

json_t *json_read(const char *bytes, size_t n, json_error_t *out_error)
{
    size_t flags = JSON_DECODE_ANY | JSON_ALLOW_NUL;
    char *copy = NULL;
    if (n && memmem(bytes, n, "\\u", 2)) {
        copy = must(malloc(n));
        memcpy(copy, bytes, n);
        mend_surrogates(copy, copy + n);
        bytes = copy;
    }
    json_t *value = json_loadb(bytes, n, flags, out_error);
    if (!value && json_error_code(out_error) == json_error_numeric_overflow)
        value = json_loadb(bytes, n, flags | JSON_DECODE_INT_AS_REAL, out_error);
    free(copy);
    return value;
}

/* The length of the valid UTF-8 sequence at s, or 0 (RFC 3629). */
static size_t sequence(const char *s, size_t n)
{
    static const struct {
        unsigned char mask, lead, length;
        unsigned least;
    } forms[] = {
        {0x80, 0x00, 1, 0      },
        {0xE0, 0xC0, 2, 0x80   },
        {0xF0, 0xE0, 3, 0x800  },
        {0xF8, 0xF0, 4, 0x10000}
    };

    unsigned char first = (unsigned char) s[0];
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if ((first & forms[i].mask) != forms[i].lead)
            continue;
        unsigned code = (unsigned) (first & ~forms[i].mask);
        if (n < forms[i].length)
            return 0;
        for (size_t k = 1; k < forms[i].length; k++) {
            if ((s[k] & 0xC0) != 0x80)
                return 0;
            code = code << 6 | (unsigned) (s[k] & 0x3F);
        }
        bool ok = code >= forms[i].least && code <= 0x10FFFF && !(code >= 0xD800 && code <= 0xDFFF);
        return ok ? forms[i].length : 0;
    }
    return 0;
}

json_t *json_text(const char *bytes, size_t n)
{
    json_t *value = json_stringn(bytes, n);
    if (value)
        return value;
    char *clean = must(malloc(3 * n + 1));
    size_t used = 0;
    for (size_t i = 0; i < n;) {
        size_t length = sequence(bytes + i, n - i);
        memcpy(clean + used, length ? bytes + i : "\xEF\xBF\xBD", length ? length : 3);
        used += length ? length : 3;
        i += length ? length : 1;
    }
    value = json_stringn(clean, used);
    free(clean);
    return value;
}

const char *json_get_text(const json_t *object, const char *key, const char *otherwise)
{
    const char *s = json_string_value(json_object_get(object, key));
    return s ? s : otherwise;
}

bool json_get_bool(const json_t *object, const char *key, bool otherwise)
{
    const json_t *v = json_object_get(object, key);
    return json_is_boolean(v) ? json_is_true(v) : otherwise;
}

long json_get_int(const json_t *object, const char *key, long otherwise)
{
    const json_t *v = json_object_get(object, key);
    return json_is_integer(v) ? (long) json_integer_value(v) : otherwise;
}

static bool starts_character(char c)
{
    return (c & 0xC0) != 0x80;
}

size_t points_to_bytes(const char *s, size_t n, size_t points)
{
    size_t i = 0;
    for (; i < n; i++)
        if (starts_character(s[i]) && points-- == 0)
            break;
    return i;
}

size_t bytes_to_points(const char *s, size_t n, size_t bytes)
{
    size_t points = 0;
    for (size_t i = 0; i < n && i < bytes; i++)
        points += starts_character(s[i]);
    return points;
}
