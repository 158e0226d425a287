/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

/* UTF-8 (RFC 3629). Each invalid byte decodes as U+FFFD. Thread-safety: safe. */
size_t utf8_next(const char *s, size_t n,
                 uint32_t *out_code);        /* returns the bytes consumed, at least 1; n > 0 */
size_t utf8_put(char out[4], uint32_t code); /* returns the bytes written */
bool utf8_valid(const char *s, size_t n);
void utf8_clean(struct buf *out, const char *s,
                size_t n); /* appends a copy with invalid bytes replaced */
/* As utf8_clean, with ASCII control characters as C escapes, so that displayed text cannot control the terminal. */
void utf8_escape(struct buf *out, const char *s, size_t n);
size_t utf8_cut(const char *s,
                size_t n); /* length of the longest prefix that does not split a character */

/* The number of code points in the first `bytes` bytes. Jupyter counts cursor positions in code points (messaging 5.2). */
size_t utf8_points_of_bytes(const char *s, size_t n, size_t bytes);

/* Width in terminal columns: 0 for combining characters, 2 for wide ones. */
int utf8_width(uint32_t code);
size_t utf8_columns(const char *s, size_t n);
/* Appends a line that breaks between words, where a word would pass column `room`; no newline follows it. Its first word stands
 * at column `used`, further lines start with `indent`. */
void utf8_wrap(struct buf *out, struct str text, size_t used, const char *indent, size_t room);
