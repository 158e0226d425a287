/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* A text of several lines with a cursor. Positions are bytes, between whole characters. Zero it to start; the owner calls
 * text_free. Thread-safety: unsafe. */
struct text {
    char *p; /* NUL-terminated once something was put in */
    size_t n, room, cursor;
};

void text_free(struct text *t);
void text_set(struct text *t, const char *s, size_t n); /* the cursor goes to its end */
void text_insert(struct text *t, const char *s, size_t n);
void text_delete(struct text *t, size_t from, size_t to); /* the cursor goes to `from` */

/* The neighbouring positions, with the combining characters that belong to a character. */
size_t text_left(const struct text *t, size_t at);
size_t text_right(const struct text *t, size_t at);
size_t text_word_left(const struct text *t, size_t at);
size_t text_word_right(const struct text *t, size_t at);
size_t text_line_start(const struct text *t, size_t at);
size_t text_line_end(const struct text *t, size_t at);
bool text_up(struct text *t); /* the cursor; false: there is no line above */
bool text_down(struct text *t);
bool text_blank(const char *s, size_t n);

/* One character: its bytes (at least 1 when n > 0) and its columns. A control character takes two: ^A. */
size_t text_character(const char *s, size_t n, int *out_columns);
size_t characters_columns(const char *s, size_t n);
