/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* A view of bytes that someone else owns; not NUL-terminated. */
struct str {
    const char *p;
    size_t n;
};

#define STR(literal) ((struct str){(literal), sizeof(literal) - 1})

struct str str_of(const char *s); /* the whole of a C string; NULL is empty */
bool str_eq(struct str a, const char *b);

/* A string that grows. Zero it to start; `p` is NULL or NUL-terminated. Thread-safety: unsafe. */
struct buf {
    char *p;
    size_t n, cap;
};

void buf_put(struct buf *b, const void *bytes, size_t n);
void buf_puts(struct buf *b, const char *s);
void buf_putc(struct buf *b, char c);
void buf_pad(struct buf *b, char c, size_t times);
void buf_printf(struct buf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void buf_vprintf(struct buf *b, const char *format, va_list ap)
    __attribute__((format(printf, 2, 0)));
void buf_html(struct buf *b, struct str text); /* with & < > " escaped */
char *buf_take(struct buf *b);                 /* the caller frees it; the buffer is empty again */
void buf_free(struct buf *b);
