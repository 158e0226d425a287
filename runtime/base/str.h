/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* A string view: the bytes belong to someone else and are not NUL-terminated. */
struct str {
    const char *p;
    size_t n;
};

#define STR(literal) ((struct str){(literal), sizeof(literal) - 1})

struct str str_of(const char *s);  /* a view of a C string; NULL gives an empty view */
struct str str_trim(struct str s); /* without white space at its ends (C11 7.4.1.10) */
bool str_eq(struct str a, const char *b);
bool str_is_word(char c); /* a character of a name: C11 6.4.2.1 */
/* The first place where `word` stands in the text as a whole name; NULL: there is none. */
const char *str_find_word(const char *text, const char *word);

/* A growable string. Zero-initialise it; its owner calls buf_free or buf_take. `p` is NULL while it is empty, otherwise
 * NUL-terminated. Thread-safety: unsafe. */
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
void buf_html(struct buf *b, struct str text); /* escapes & < > " */
char *buf_take(struct buf *b);                 /* gives the string to the caller, who frees it */
void buf_free(struct buf *b);
