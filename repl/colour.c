/* SPDX-License-Identifier: Apache-2.0 */
#include "colour.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static const struct {
    const char *spelling;
    enum text_colour colour;
} words[] = {

#define WORD(spelling, colour) {spelling, COLOUR_##colour},
#include "words.def"
#undef WORD
};

const char *colour_sequence(enum text_colour c)
{
    static const char *const sequences[] = {
        [COLOUR_PLAIN] = "\033[0m",       [COLOUR_WORD] = "\033[0;35m",
        [COLOUR_TYPE] = "\033[0;36m",     [COLOUR_CUDA] = "\033[0;1;32m",
        [COLOUR_NUMBER] = "\033[0;34m",   [COLOUR_STRING] = "\033[0;32m",
        [COLOUR_COMMENT] = "\033[0;2m",   [COLOUR_COMMAND] = "\033[0;33m",
        [COLOUR_BRACKET] = "\033[0;1;4m", [COLOUR_WRONG] = "\033[0;4;31m",
    };
    return sequences[c];
}

static bool in_name(char c)
{
    return isalnum((unsigned char) c) || c == '_' || (unsigned char) c >= 0x80;
}

static size_t to_line_end(const char *s, size_t n, size_t i)
{
    while (i < n && s[i] != '\n')
        i++;
    return i;
}

static size_t comment_end(const char *s, size_t n, size_t i)
{
    if (s[i + 1] == '/')
        return to_line_end(s, n, i);
    for (i += 2; i < n; i++)
        if (s[i] == '/' && s[i - 1] == '*')
            return i + 1;
    return n;
}

static size_t quoted_end(const char *s, size_t n, size_t i)
{
    char quote = s[i++];
    while (i < n && s[i] != '\n' && s[i] != quote)
        i += s[i] == '\\' && i + 1 < n ? 2 : 1;
    return i < n && s[i] == quote ? i + 1 : i < n ? i : n;
}

static size_t name_end(const char *s, size_t n, size_t i, enum text_colour *out)
{
    size_t start = i;
    while (i < n && in_name(s[i]))
        i++;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strlen(words[k].spelling) == i - start &&
            !memcmp(words[k].spelling, s + start, i - start))
            *out = words[k].colour;
    return i;
}

static size_t number_end(const char *s, size_t n, size_t i)
{
    while (i < n && (in_name(s[i]) || s[i] == '.'))
        i++;
    return i;
}

static bool at_line_start(const char *s, size_t i)
{
    while (i && (s[i - 1] == ' ' || s[i - 1] == '\t'))
        i--;
    return !i || s[i - 1] == '\n';
}

/* The piece that begins at i: its end and its colour. */
static size_t piece(const char *s, size_t n, size_t i, enum text_colour *out)
{
    char c = s[i], next = i + 1 < n ? s[i + 1] : 0;
    *out = COLOUR_PLAIN;
    if (strchr("%!?#", c) && c && at_line_start(s, i)) {
        *out = COLOUR_COMMAND;
        return c == '#' ? name_end(s, n, i + 1, &(enum text_colour){0}) : to_line_end(s, n, i);
    }
    if (c == '/' && (next == '/' || next == '*')) {
        *out = COLOUR_COMMENT;
        return comment_end(s, n, i);
    }
    if (c == '"' || c == '\'') {
        *out = COLOUR_STRING;
        return quoted_end(s, n, i);
    }
    if (isdigit((unsigned char) c)) {
        *out = COLOUR_NUMBER;
        return number_end(s, n, i);
    }
    if ((n - i >= 3) && (!memcmp(s + i, "<<<", 3) || !memcmp(s + i, ">>>", 3))) {
        *out = COLOUR_CUDA;
        return i + 3;
    }
    return in_name(c) ? name_end(s, n, i, out) : i + 1;
}

void colour_text(const char *s, size_t n, unsigned char *out)
{
    for (size_t i = 0; i < n;) {
        enum text_colour c;
        size_t end = piece(s, n, i, &c);
        memset(out + i, c, end - i);
        i = end;
    }
}

size_t colour_partner(const char *s, size_t n, const unsigned char *colours, size_t at)
{
    static const char opens[] = "([{", closes[] = ")]}";
    if (at >= n || colours[at] != COLOUR_PLAIN || !s[at])
        return n;
    const char *open = strchr(opens, s[at]), *close = strchr(closes, s[at]);
    if (!open && !close)
        return n;
    char mine = s[at], other = open ? closes[open - opens] : opens[close - closes];
    size_t depth = 0;
    for (size_t i = at; i < n; i += open ? 1 : (size_t) -1) { /* below 0 it wraps round past n */
        if (colours[i] != COLOUR_PLAIN)
            continue;
        depth += s[i] == mine;
        depth -= s[i] == other;
        if (!depth)
            return i;
    }
    return n;
}
