/* SPDX-License-Identifier: Apache-2.0 */
/* Mutations of program text that keep most of it readable: words, numbers, lines and bracketed groups are replaced, moved,
 * doubled and dropped, now and then a byte. Bytes alone would hardly get past the lexer. */
#include <ctype.h>
#include <string.h>

#include "base/str.h"
#include "base/vec.h"
#include "fuzz.h"

struct piece { /* of the text: a word, a number, a string, blanks, one other character */
    uint32_t start, end;
};

struct text {
    const char *p;
    size_t n;
    VEC(struct piece) pieces;
};

static uint64_t state;

static uint32_t below(size_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return n ? (uint32_t) ((state >> 33) % n) : 0;
}

static bool is_word(char c)
{
    return isalnum((unsigned char) c) || c == '_' || c == '%' || c == '$';
}

static size_t piece_end(const char *p, size_t n, size_t at)
{
    size_t end = at + 1;
    char c = p[at];
    if (c == '"') {
        while (end < n && p[end] != '"' && p[end] != '\n')
            end += p[end] == '\\' && end + 1 < n ? 2 : 1;
        return end < n ? end + 1 : n;
    }
    if (is_word(c))
        while (end < n && (is_word(p[end]) || (isdigit((unsigned char) c) && p[end] == '.')))
            end++;
    else if (isspace((unsigned char) c))
        while (end < n && isspace((unsigned char) p[end]))
            end++;
    return end;
}

static void text_read(struct text *t, const uint8_t *data, size_t n)
{
    *t = (struct text){.p = (const char *) data, .n = n};
    for (size_t at = 0, end; at < n; at = end) {
        end = piece_end(t->p, n, at);
        VEC_PUSH(&t->pieces, (struct piece){(uint32_t) at, (uint32_t) end});
    }
}

/* A piece of at least one visible character. */
static uint32_t some_piece(const struct text *t)
{
    for (int tries = 0; tries < 8; tries++) {
        uint32_t i = below(t->pieces.n);
        if (!isspace((unsigned char) t->p[t->pieces.at[i].start]))
            return i;
    }
    return below(t->pieces.n);
}

static uint32_t line_start(const struct text *t, uint32_t at)
{
    while (at && t->p[at - 1] != '\n')
        at--;
    return at;
}

static uint32_t line_end(const struct text *t, uint32_t at)
{
    const char *end = at < t->n ? memchr(t->p + at, '\n', t->n - at) : NULL;
    return end ? (uint32_t) (end - t->p) + 1 : (uint32_t) t->n;
}

/* A bracketed group that begins at some opening bracket; false: there is none near. */
static bool some_group(const struct text *t, uint32_t *start, uint32_t *end)
{
    uint32_t first = below(t->pieces.n);
    for (uint32_t i = 0; i < t->pieces.n; i++) {
        uint32_t at = t->pieces.at[(first + i) % t->pieces.n].start, depth = 0;
        if (!strchr("([{", t->p[at]) || !t->p[at])
            continue;
        for (uint32_t k = at; k < t->n; k++) {
            depth += t->p[k] == '(' || t->p[k] == '[' || t->p[k] == '{';
            depth -= t->p[k] == ')' || t->p[k] == ']' || t->p[k] == '}';
            if (!depth) {
                *start = at;
                *end = k + 1;
                return true;
            }
        }
    }
    return false;
}

/* The text with [start, end) replaced. */
static void splice(const struct text *t, uint32_t start, uint32_t end, const char *with, size_t n,
                   struct buf *out)
{
    buf_put(out, t->p, start);
    buf_put(out, with, n);
    buf_put(out, t->p + end, t->n - end);
}

static void put_word(const struct text *t, uint32_t start, uint32_t end, struct buf *out)
{
    static size_t count;
    while (fuzz_words[count])
        count++;
    struct buf word = {0};
    const char *all = fuzz_words[below(count)]; /* of several spellings, one */
    for (uint32_t skip = below(4); skip && strchr(all, ' ') && all[0] >= 'a'; skip--)
        all = strchr(all, ' ') + 1;
    buf_put(&word, all, all[0] >= 'a' && strchr(all, '.') ? strcspn(all, " ") : strlen(all));
    buf_putc(&word, ' ');
    splice(t, start, end, word.p, word.n, out);
    buf_free(&word);
}

static void change_group(const struct text *t, struct buf *out)
{
    uint32_t a, a_end, b, b_end;
    if (!some_group(t, &a, &a_end) || !some_group(t, &b, &b_end)) {
        buf_put(out, t->p, t->n);
        return;
    }
    if (below(3))
        splice(t, a, a_end, t->p + b, b_end - b, out);
    else
        splice(t, a + 1, a_end - 1 > a ? a_end - 1 : a + 1, "", 0, out);
}

static void change_once(const struct text *t, struct buf *out)
{
    struct piece a = t->pieces.at[some_piece(t)], b = t->pieces.at[some_piece(t)];
    uint32_t line = line_start(t, a.start), after = line_end(t, a.start);
    switch (below(12)) {
    case 0: splice(t, a.start, a.end, "", 0, out); break;
    case 1: splice(t, b.start, b.start, t->p + a.start, a.end - a.start, out); break;
    case 2:
    case 3:
    case 4: splice(t, b.start, b.end, t->p + a.start, a.end - a.start, out); break;
    case 5: put_word(t, a.start, a.end, out); break;
    case 6:
    case 7: put_word(t, a.start, a.start, out); break;
    case 8: splice(t, line, after, "", 0, out); break;
    case 9: {
        uint32_t to = line_start(t, b.start);
        splice(t, to, to, t->p + line, after - line, out);
        break;
    }
    default: change_group(t, out);
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed)
{
    state = seed * 0x9e3779b97f4a7c15u;
    below(2);
    if (!size || !below(12))
        return LLVMFuzzerMutate(data, size, max);
    for (uint32_t round = 1 + below(4); round && size; round--) {
        struct text t;
        struct buf out = {0};
        text_read(&t, data, size);
        change_once(&t, &out);
        size = out.n < max ? out.n : max;
        if (size)
            memcpy(data, out.p, size);
        buf_free(&out);
        VEC_FREE(&t.pieces);
    }
    return size;
}

/* Lines of the second in the first, between two of its own. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                                 uint8_t *out, size_t max, unsigned seed)
{
    struct text into, from;
    struct buf text = {0};
    state = seed * 0x9e3779b97f4a7c15u + 1;
    text_read(&into, a, a_size);
    text_read(&from, b, b_size);
    uint32_t at = line_start(&into, below(a_size + 1)),
             start = line_start(&from, below(b_size + 1)), end = start;
    for (uint32_t lines = 1 + below(12); lines; lines--)
        end = line_end(&from, end);
    splice(&into, at, at, from.p + start, end - start, &text);
    size_t n = text.n < max ? text.n : max;
    if (n)
        memcpy(out, text.p, n);
    buf_free(&text);
    VEC_FREE(&into.pieces);
    VEC_FREE(&from.pieces);
    return n;
}
