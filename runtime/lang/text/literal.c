/* SPDX-License-Identifier: Apache-2.0 */
/* The values of number, character and string literals: C11 6.4.4 and 6.4.5, with C++14's digit separators and
 * binary numbers. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "diag/diag.h"
#include "lang/text/token.h"

enum { NUMBER_MAX = 128 };

static struct number bad_number(const struct token *t, struct diags *d, const char *why)
{
    struct diag *e =
        diag_error(d, DIAG_SYNTAX, t->at, "'%.*s' is not a number", (int) t->text.n, t->text.p);
    diag_label(d, e, "%s", why);
    return (struct number){.decimal = true};
}

/* Removes GNU's i or j from a suffix. */
static bool take_imaginary(char *suffix)
{
    char *at = suffix + strcspn(suffix, "iIjJ");
    bool found = *at;
    if (found)
        memmove(at, at + 1, strlen(at));
    return found;
}

static struct number read_real(const struct token *t, struct diags *d, const char *text)
{
    char *end;
    struct number v = {.real = true, .valid = true, .widest = strtold(text, &end)};
    if (end == text)
        return bad_number(t, d, "not a floating constant");
    v.imaginary = take_imaginary(end);
    if ((*end | 32) == 'f' && !end[1]) {
        v.is_float = true;
        v.value = strtof(text, NULL);
    } else if ((*end | 32) == 'l' && !end[1]) {
        v.is_long = true;
        v.value = v.widest;
    } else if (*end) {
        return bad_number(t, d, "unknown suffix of a floating constant");
    } else {
        v.value = strtod(text, NULL);
    }
    return v;
}

static bool read_suffix(const char *s, struct number *v)
{
    if (v->imaginary && (*s | 32) == 'f' && !s[1]) { /* 1if is a real number */
        v->real = v->is_float = true;
        v->value = v->widest = v->integer;
        return true;
    }
    for (; *s; s++) {
        if ((*s | 32) == 'u' && !v->is_unsigned) {
            v->is_unsigned = true;
        } else if ((*s | 32) == 'l' && !v->longs) {
            v->longs = s[1] == s[0] ? 2 : 1;
            s += v->longs - 1;
        } else {
            return false;
        }
    }
    return true;
}

static int base_of(const char **text)
{
    const char *s = *text;
    if (s[0] != '0' || !s[1])
        return 10;
    if ((s[1] | 32) == 'x' || (s[1] | 32) == 'b') {
        *text += 2;
        return (s[1] | 32) == 'x' ? 16 : 2;
    }
    return isdigit((unsigned char) s[1]) ? 8 : 10;
}

static struct number read_integer(const struct token *t, struct diags *d, const char *text)
{
    struct number v = {.valid = true};
    const char *digits = text;
    int base = base_of(&digits);
    v.decimal = base == 10;
    char *end;
    errno = 0;
    v.integer = strtoull(digits, &end, base);
    if (errno == ERANGE)
        return bad_number(t, d, "too large for 64 bits");
    if (end == digits || !isalnum((unsigned char) *digits))
        return bad_number(t, d, "no digits");
    v.imaginary = take_imaginary(end);
    if (!read_suffix(end, &v))
        return bad_number(
            t, d, isdigit((unsigned char) *end) ? "invalid digit for this base" : "unknown suffix");
    return v;
}

struct number number_read(const struct token *t, struct diags *d)
{
    char text[NUMBER_MAX];
    size_t n = 0;
    for (size_t i = 0; i < t->text.n && n < NUMBER_MAX - 1; i++)
        if (t->text.p[i] != '\'')
            text[n++] = t->text.p[i];
    text[n] = 0;
    if (n == NUMBER_MAX - 1)
        return bad_number(t, d, "too long");
    bool hex = text[0] == '0' && (text[1] | 32) == 'x';
    if (strpbrk(text, hex ? ".pP" : ".eE"))
        return read_real(t, d, text);
    return read_integer(t, d, text);
}

/* Those that the library defines, without '_': of <chrono> and <string>, and of <complex> after their letters mean GNU's numbers. */
static const char *const library_suffixes[] = {"ns", "us", "ms", "min", "h", "s",
                                               "d",  "y",  "i",  "if",  "il"};

enum { COMPLEX_FROM = 8 };

struct str number_suffix(const struct token *t, bool complex)
{
    const char *mark = memchr(t->text.p, '_', t->text.n);
    if (mark)
        return (struct str){mark, t->text.n - (size_t) (mark - t->text.p)};
    bool hex = t->text.n > 1 && t->text.p[0] == '0' && (t->text.p[1] | 32) == 'x';
    size_t count =
        complex ? sizeof library_suffixes / sizeof *library_suffixes : (size_t) COMPLEX_FROM;
    for (size_t i = 0; !hex && i < count; i++) {
        size_t n = strlen(library_suffixes[i]);
        const char *at = t->text.p + t->text.n - n;
        bool ends = t->text.n > n && !memcmp(at, library_suffixes[i], n);
        if (ends && (isdigit((unsigned char) at[-1]) || at[-1] == '.'))
            return (struct str){at, n};
    }
    return (struct str){0};
}

static const char escapes[][2] = {
    {'n',  '\n'},
    {'t',  '\t'},
    {'r',  '\r'},
    {'0',  0   },
    {'a',  '\a'},
    {'b',  '\b'},
    {'f',  '\f'},
    {'v',  '\v'},
    {'\\', '\\'},
    {'\'', '\''},
    {'"',  '"' },
    {'?',  '?' },
    {'e',  27  }
};

static size_t read_digits(const char *s, size_t n, unsigned base, size_t most, uint32_t *out)
{
    size_t i = 0;
    for (*out = 0; i < n && i < most; i++) {
        unsigned char c = (unsigned char) s[i];
        unsigned digit = isdigit(c) ? c - (unsigned) '0' : isalpha(c) ? (c | 32) - 'a' + 10u : 99;
        if (digit >= base)
            break;
        *out = *out * base + digit;
    }
    return i;
}

/* After a backslash: appends the value of the escape; returns the bytes consumed. */
static size_t read_escape(const char *s, size_t n, struct buf *out, const struct token *t,
                          struct diags *d)
{
    uint32_t code;
    size_t eaten;
    if (*s >= '0' && *s <= '7') {
        eaten = read_digits(s, n, 8, 3, &code);
        buf_putc(out, (char) code);
        return eaten;
    }
    if (*s == 'x') {
        eaten = read_digits(s + 1, n - 1, 16, n, &code);
        if (!eaten)
            diag_error(d, DIAG_SYNTAX, t->at, "'\\x' needs hexadecimal digits");
        buf_putc(out, (char) code);
        return eaten + 1;
    }
    if (*s == 'u' || *s == 'U') {
        char utf8[4];
        eaten = read_digits(s + 1, n - 1, 16, *s == 'u' ? 4 : 8, &code);
        if (eaten != (*s == 'u' ? 4u : 8u) || code > 0x10ffff)
            diag_error(d, DIAG_SYNTAX, t->at, "'\\%c' needs %d hexadecimal digits", *s,
                       *s == 'u' ? 4 : 8);
        else
            buf_put(out, utf8, utf8_put(utf8, code));
        return eaten + 1;
    }
    for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++)
        if (escapes[i][0] == *s) {
            buf_putc(out, escapes[i][1]);
            return 1;
        }
    struct diag *e =
        diag_warning(d, DIAG_SYNTAX, t->at, "unknown escape '\\%c': it is '%c'", *s, *s);
    diag_help(d, e, "write '\\\\' for a backslash");
    buf_putc(out, *s);
    return 1;
}

static void put_unit(struct buf *out, uint32_t code, unsigned width)
{
    for (unsigned i = 0; i < width; i++)
        buf_putc(out, (char) (code >> (8 * i)));
}

static void put_code(struct buf *out, uint32_t code, unsigned width)
{
    if (width == 2 && code > 0xffff) { /* a pair of surrogates */
        put_unit(out, 0xd800 + ((code - 0x10000) >> 10), 2);
        code = 0xdc00 + (code & 0x3ff);
    }
    put_unit(out, code, width);
}

/* A numeric escape is one element, whatever the encoding. */
static size_t read_unit(const char *s, size_t n, unsigned width, struct buf *out,
                        const struct token *t, struct diags *d)
{
    uint32_t code = 0;
    bool octal = *s >= '0' && *s <= '7', hex = *s == 'x';
    if (width > 1 && (octal || hex)) {
        size_t eaten =
            octal ? read_digits(s, n, 8, 3, &code) : read_digits(s + 1, n - 1, 16, n, &code);
        put_unit(out, code, width);
        return eaten + hex;
    }
    struct buf one = {0};
    size_t eaten = read_escape(s, n, width > 1 ? &one : out, t, d);
    for (size_t i = 0; i < one.n;) {
        i += utf8_next(one.p + i, one.n - i, &code);
        put_code(out, code, width);
    }
    buf_free(&one);
    return eaten;
}

static void read_body(const char *s, size_t n, unsigned width, struct buf *out,
                      const struct token *t, struct diags *d)
{
    uint32_t code;
    for (size_t i = 0; i < n;) {
        if (s[i] == '\\' && i + 1 < n) {
            i++;
            i += read_unit(s + i, n - i, width, out, t, d);
        } else if (width == 1) {
            buf_putc(out, s[i++]);
        } else {
            i += utf8_next(s + i, n - i, &code);
            put_code(out, code, width);
        }
    }
}

unsigned literal_width(const struct token *t)
{
    bool utf8 = t->text.n > 1 && t->text.p[0] == 'u' && t->text.p[1] == '8';
    return *t->text.p == 'L' || *t->text.p == 'U' ? 4 : *t->text.p == 'u' && !utf8 ? 2 : 1;
}

int64_t char_read(const struct token *t, struct diags *d)
{
    const char *open = memchr(t->text.p, '\'', t->text.n);
    unsigned width = literal_width(t);
    size_t n = t->text.n - (size_t) (open - t->text.p) - 2;
    struct buf bytes = {0};
    read_body(open + 1, n, width, &bytes, t, d);
    int64_t value = 0;
    if (!bytes.n) {
        diag_error(d, DIAG_SYNTAX, t->at, "a character constant is empty");
    } else if (width > 1) {
        uint32_t code = 0;
        memcpy(&code, bytes.p + bytes.n - width, width); /* GCC: the last one counts */
        value = *t->text.p == 'L' ? (int32_t) code : (int64_t) code;
    } else if (bytes.n == 1) {
        value = (signed char) bytes.p[0];
    } else if (bytes.n > 4 || (unsigned char) bytes.p[0] >= 0x80) {
        struct diag *e = diag_error(d, DIAG_SYNTAX, t->at,
                                    "a character constant must have exactly one character");
        diag_help(d, e, "write a string in double quotes");
    } else {
        for (size_t i = 0; i < bytes.n; i++)
            value = (int32_t) ((uint32_t) value << 8 | (unsigned char) bytes.p[i]);
    }
    buf_free(&bytes);
    return value;
}

void string_read(const struct token *t, unsigned width, struct buf *out, struct diags *d)
{
    const char *open = memchr(t->text.p, '"', t->text.n);
    size_t prefix = (size_t) (open - t->text.p), n = t->text.n - prefix - 2;
    if (!prefix || open[-1] != 'R') {
        read_body(open + 1, n, width, out, t, d);
        return;
    }
    const char *start = memchr(open, '(', n);
    size_t tag = (size_t) (start - open) - 1, length = n - 2 * tag - 2;
    for (size_t i = 0; i < length;) {
        uint32_t code = (unsigned char) start[1 + i];
        i += width > 1 ? utf8_next(start + 1 + i, length - i, &code) : 1;
        put_code(out, code, width);
    }
}
