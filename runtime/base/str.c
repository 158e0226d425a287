/* SPDX-License-Identifier: Apache-2.0 */
/* Growable strings and string views. */
#include "base/str.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"

struct str str_of(const char *s)
{
    return (struct str){s, s ? strlen(s) : 0};
}

struct str str_trim(struct str s)
{
    while (s.n && isspace((unsigned char) *s.p))
        s.p++, s.n--;
    while (s.n && isspace((unsigned char) s.p[s.n - 1]))
        s.n--;
    return s;
}

bool str_eq(struct str a, const char *b)
{
    return strlen(b) == a.n && !memcmp(a.p, b, a.n);
}

bool str_is_word(char c)
{
    return isalnum((unsigned char) c) || c == '_';
}

const char *str_find_word(const char *text, const char *word)
{
    size_t n = strlen(word);
    for (const char *p = text; (p = strstr(p, word)); p += n)
        if ((p == text || !str_is_word(p[-1])) && !str_is_word(p[n]))
            return p;
    return NULL;
}

static char *room(struct buf *b, size_t n)
{
    if (b->n + n + 1 > b->cap) {
        b->cap = (b->n + n + 1) * 2;
        b->p = xrealloc(b->p, b->cap);
    }
    return b->p + b->n;
}

void buf_put(struct buf *b, const void *bytes, size_t n)
{
    char *to = room(b, n);
    if (n)
        memcpy(to, bytes, n);
    b->n += n;
    b->p[b->n] = 0;
}

void buf_puts(struct buf *b, const char *s)
{
    buf_put(b, s, strlen(s));
}

void buf_putc(struct buf *b, char c)
{
    buf_put(b, &c, 1);
}

void buf_pad(struct buf *b, char c, size_t times)
{
    memset(room(b, times), c, times);
    b->n += times;
    b->p[b->n] = 0;
}

void buf_vprintf(struct buf *b, const char *format, va_list ap)
{
    va_list again;
    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, format, ap);
    CHECK(n >= 0);
    vsnprintf(room(b, (size_t) n), (size_t) n + 1, format, again);
    va_end(again);
    b->n += (size_t) n;
}

void buf_printf(struct buf *b, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    buf_vprintf(b, format, ap);
    va_end(ap);
}

void buf_html(struct buf *b, struct str text)
{
    for (size_t i = 0; i < text.n; i++) {
        switch (text.p[i]) {
        case '&': buf_puts(b, "&amp;"); break;
        case '<': buf_puts(b, "&lt;"); break;
        case '>': buf_puts(b, "&gt;"); break;
        case '"': buf_puts(b, "&quot;"); break;
        default: buf_putc(b, text.p[i]);
        }
    }
}

char *buf_take(struct buf *b)
{
    char *s = b->p ? b->p : xstrdup("");
    *b = (struct buf){0};
    return s;
}

void buf_free(struct buf *b)
{
    free(b->p);
    *b = (struct buf){0};
}
