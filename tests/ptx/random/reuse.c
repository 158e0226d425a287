/* SPDX-License-Identifier: Apache-2.0 */
/* NVRTC writes each register once. Text written by hand does not: here registers of a basic block get the names of others that nobody reads any
 * more, by preference of one that the same instruction reads last. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/vec.h"
#include "random.h"

enum { CLASSES = 5, NOT_HERE = UINT32_MAX };

static const char *const classes[CLASSES] = {"rd", "r", "fd", "f", "p"};

/* A register as it stands in the text. */
struct mention {
    uint32_t line, block, class, number;
    size_t at, end; /* of the name, with its % */
    bool writes, plain;
};

struct name {
    uint32_t first, last; /* mentions */
    uint32_t block, written, now;
    bool free;
};

struct names {
    VEC(struct mention) all;
    VEC(struct name) of[CLASSES];
    VEC(uint32_t) free[CLASSES];
};

static bool begins(const char *s, const char *with)
{
    return !strncmp(s, with, strlen(with));
}

static uint32_t class_at(const char *s)
{
    for (uint32_t c = 0; c < CLASSES; c++)
        if (begins(s, classes[c]) && isdigit((unsigned char) s[strlen(classes[c])]))
            return c;
    return NOT_HERE;
}

/* Lists and pairs of registers, and instructions under a predicate, keep their names. */
static void read_line(struct names *n, const char *text, size_t at, size_t end, uint32_t line,
                      uint32_t block)
{
    size_t start = at;
    while (start < end && isspace((unsigned char) text[start]))
        start++;
    const char *s = text + start;
    bool plain = *s != '@' && !memchr(s, '{', end - start) && !memchr(s, '}', end - start) &&
                 !memchr(s, '|', end - start),
         stores = begins(s, "st.") || begins(s, "red.") || begins(s, "bra"), first = true;
    for (size_t k = start; k < end && *s != '.'; k++) {
        uint32_t class = text[k] == '%' ? class_at(text + k + 1) : NOT_HERE;
        if (class == NOT_HERE)
            continue;
        char *after;
        uint32_t number = (uint32_t) strtoul(text + k + 1 + strlen(classes[class]), &after, 10);
        VEC_PUSH(&n->all, (struct mention){.line = line,
                                           .block = block,
                                           .class = class,
                                           .number = number,
                                           .at = k,
                                           .end = (size_t) (after - text),
                                           .writes = first && !stores,
                                           .plain = plain});
        first = false;
    }
}

/* A label begins a block; a branch ends one. */
static void read_text(struct names *n, const char *text)
{
    uint32_t line = 0, block = 0;
    for (size_t at = 0, end; text[at]; at = end + (text[end] != 0)) {
        end = at + strcspn(text + at, "\n");
        size_t length = end - at;
        bool label = length && text[end - 1] == ':', opens = length && text[at] == '{';
        block += label || opens;
        read_line(n, text, at, end, ++line, block);
        char *copy = xstrndup(text + at, length);
        block += strstr(copy, "bra") || strstr(copy, "ret;") || strstr(copy, "call");
        free(copy);
    }
}

/* The registers of one function; those that are free then end with it. */
static void find_names(struct names *n, size_t from, size_t to)
{
    for (uint32_t c = 0; c < CLASSES; c++)
        n->of[c].n = n->free[c].n = 0;
    for (size_t i = from; i < to; i++) {
        struct mention *m = &n->all.at[i];
        while (n->of[m->class].n <= m->number)
            VEC_PUSH(&n->of[m->class], (struct name){.first = NOT_HERE});
        struct name *name = &n->of[m->class].at[m->number];
        if (name->first == NOT_HERE)
            *name = (struct name){.first = (uint32_t) i,
                                  .block = m->block,
                                  .now = m->number,
                                  .free = m->writes && m->plain};
        else
            name->free &= m->block == name->block && m->plain && !m->writes;
        name->last = (uint32_t) i;
    }
}

static void rename_line(struct names *n, size_t from, size_t to)
{
    for (size_t i = from + 1; i < to; i++) { /* what is read last here */
        struct mention *m = &n->all.at[i];
        struct name *name = &n->of[m->class].at[m->number];
        bool last = name->free && name->last == i && name->first < from;
        m->number = name->now;
        if (last)
            VEC_PUSH(&n->free[m->class], name->now);
    }
    struct mention *m = &n->all.at[from];
    struct name *name = &n->of[m->class].at[m->number];
    bool writes = name->first == from && name->free;
    if (writes && n->free[m->class].n)
        name->now = n->free[m->class].at[--n->free[m->class].n];
    m->number = name->now;
    if (name->free && name->last == from)
        VEC_PUSH(&n->free[m->class], name->now);
}

static void rename_function(struct names *n, size_t from, size_t to)
{
    find_names(n, from, to);
    for (size_t i = from, end; i < to; i = end) {
        for (end = i; end < to && n->all.at[end].line == n->all.at[i].line;)
            end++;
        rename_line(n, i, end);
    }
}

/* Functions begin with a line `{`. */
static bool opens_between(const char *text, size_t from, size_t to)
{
    for (size_t k = from; k + 2 < to; k++)
        if (text[k] == '\n' && text[k + 1] == '{' && text[k + 2] == '\n')
            return true;
    return false;
}

char *reuse_registers(const char *text)
{
    struct names n = {0};
    struct buf out = {0};
    size_t done = 0, from = 0;
    read_text(&n, text);
    for (size_t i = 0; i <= n.all.n; i++) {
        bool ends =
            i == n.all.n || (i > from && opens_between(text, n.all.at[i - 1].end, n.all.at[i].at));
        if (ends && i > from)
            rename_function(&n, from, i);
        from = ends ? i : from;
    }
    VEC_EACH (m, &n.all) {
        buf_put(&out, text + done, m->at - done);
        buf_printf(&out, "%%%s%u", classes[m->class], m->number);
        done = m->end;
    }
    buf_puts(&out, text + done);
    for (uint32_t c = 0; c < CLASSES; c++) {
        VEC_FREE(&n.of[c]);
        VEC_FREE(&n.free[c]);
    }
    VEC_FREE(&n.all);
    return buf_take(&out);
}
