/* SPDX-License-Identifier: Apache-2.0 */
#include "text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

size_t text_character(const char *s, size_t n, int *out_columns)
{
    mbstate_t state = {0};
    wchar_t wide;
    size_t bytes = n ? mbrtowc(&wide, s, n, &state) : 0;
    if (bytes == 0 || bytes > n) { /* NUL, or no character of this locale */
        *out_columns = n ? 1 : 0;
        return n ? 1 : 0;
    }
    int columns = wcwidth(wide);
    *out_columns = columns < 0 ? 2 : columns;
    return bytes;
}

size_t characters_columns(const char *s, size_t n)
{
    size_t sum = 0;
    int columns;
    for (size_t i = 0; i < n; sum += (size_t) columns)
        i += text_character(s + i, n - i, &columns);
    return sum;
}

void text_free(struct text *t)
{
    free(t->p);
    *t = (struct text){0};
}

static bool make_room(struct text *t, size_t more)
{
    if (t->n + more < t->room)
        return true;
    size_t room = 2 * (t->n + more) + 256;
    char *p = realloc(t->p, room);
    if (!p)
        return false;
    t->p = p;
    t->room = room;
    return true;
}

void text_insert(struct text *t, const char *s, size_t n)
{
    if (!make_room(t, n) || !n)
        return;
    memmove(t->p + t->cursor + n, t->p + t->cursor, t->n - t->cursor);
    memcpy(t->p + t->cursor, s, n);
    t->n += n;
    t->cursor += n;
    t->p[t->n] = 0;
}

void text_delete(struct text *t, size_t from, size_t to)
{
    if (from >= to)
        return;
    memmove(t->p + from, t->p + to, t->n - to);
    t->n -= to - from;
    t->p[t->n] = 0;
    t->cursor = from;
}

void text_set(struct text *t, const char *s, size_t n)
{
    t->n = t->cursor = 0;
    text_insert(t, s, n);
    if (t->p)
        t->p[t->n] = 0;
}

/* ---- positions ---- */

size_t text_right(const struct text *t, size_t at)
{
    int columns;
    if (at < t->n)
        at += text_character(t->p + at, t->n - at, &columns);
    while (at < t->n) {
        size_t bytes = text_character(t->p + at, t->n - at, &columns);
        if (columns)
            break;
        at += bytes;
    }
    return at;
}

size_t text_left(const struct text *t, size_t at)
{
    size_t line = at ? text_line_start(t, at - 1) : 0, found = line;
    for (size_t i = line; i < at; i = text_right(t, i))
        found = i;
    return found;
}

static bool in_word(char c)
{
    return isalnum((unsigned char) c) || c == '_' || (unsigned char) c >= 0x80;
}

size_t text_word_left(const struct text *t, size_t at)
{
    while (at && !in_word(t->p[at - 1]))
        at--;
    while (at && in_word(t->p[at - 1]))
        at--;
    return at;
}

size_t text_word_right(const struct text *t, size_t at)
{
    while (at < t->n && !in_word(t->p[at]))
        at++;
    while (at < t->n && in_word(t->p[at]))
        at++;
    return at;
}

size_t text_line_start(const struct text *t, size_t at)
{
    while (at && t->p[at - 1] != '\n')
        at--;
    return at;
}

size_t text_line_end(const struct text *t, size_t at)
{
    while (at < t->n && t->p[at] != '\n')
        at++;
    return at;
}

/* Puts the cursor into the line that starts at `start`, as far right as it is now. */
static void keep_column(struct text *t, size_t start)
{
    size_t here = text_line_start(t, t->cursor), end = text_line_end(t, start), at = start;
    size_t wanted = characters_columns(t->p + here, t->cursor - here), column = 0;
    while (at < end && column < wanted) {
        size_t next = text_right(t, at);
        column += characters_columns(t->p + at, next - at);
        at = next;
    }
    t->cursor = at;
}

bool text_up(struct text *t)
{
    size_t start = text_line_start(t, t->cursor);
    if (!start)
        return false;
    keep_column(t, text_line_start(t, start - 1));
    return true;
}

bool text_down(struct text *t)
{
    size_t end = text_line_end(t, t->cursor);
    if (end >= t->n)
        return false;
    keep_column(t, end + 1);
    return true;
}

bool text_blank(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!strchr(" \t\r\n", s[i]))
            return false;
    return true;
}
