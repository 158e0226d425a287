/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

/* UTF-8 to code points (RFC 3629). Invalid bytes count as U+FFFD, one for each. */
size_t utf8_next(const char *s, size_t n, uint32_t *out_code); /* bytes eaten, at least 1; n > 0 */
size_t utf8_put(char out[4], uint32_t code);                   /* bytes written */
bool utf8_valid(const char *s, size_t n);
void utf8_clean(struct buf *out, const char *s, size_t n); /* copy, invalid bytes replaced */
size_t utf8_cut(const char *s,
                size_t n); /* the longest prefix that does not end inside a character */

/* Bytes to code points, as Jupyter counts cursor positions (messaging 5.2). */
size_t utf8_points_of_bytes(const char *s, size_t n, size_t bytes);

/* Columns a terminal gives these bytes: 0 for combining, 2 for wide characters. */
int utf8_width(uint32_t code);
size_t utf8_columns(const char *s, size_t n);
