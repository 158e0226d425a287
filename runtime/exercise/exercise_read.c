/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the file of an exercise: sections that start with `// %% WORD REST`, each with a body of code or of comment lines. `parts`
 * lists the words. Next: exercise_program.c. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "exercise/exercise.h"

struct section {
    struct span at; /* its first line */
    struct str rest, body;
};

struct part {
    const char *word;
    bool needed, repeats;
    bool (*read)(struct exercise *e, const struct section *s, struct diags *out);
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static struct str trim(struct str s)
{
    while (s.n && is_blank(*s.p))
        s.p++, s.n--;
    while (s.n && is_blank(s.p[s.n - 1]))
        s.n--;
    return s;
}

/* Takes the next line, without its newline, off the text. */
static struct str take_line(struct str *text)
{
    const char *end = memchr(text->p, '\n', text->n);
    struct str line = {text->p, end ? (size_t) (end - text->p) : text->n};
    size_t used = line.n + (end != NULL);
    text->p += used;
    text->n -= used;
    return line;
}

static struct span span_of(const struct exercise *e, struct str s)
{
    uint32_t start = (uint32_t) (s.p - e->source->text.p);
    return (struct span){e->source->id, start, start + (uint32_t) s.n};
}

/* The body's lines without their `//`. The lines of a paragraph are joined, so that whoever shows it can wrap it. */
static const char *prose(struct exercise *e, struct str body)
{
    struct buf text = {0};
    bool inside = false; /* a paragraph */
    while (body.n) {
        struct str line = take_line(&body);
        size_t skip = line.n >= 2 && !memcmp(line.p, "//", 2) ? 2 : 0;
        line = trim((struct str){line.p + skip, line.n - skip});
        bool item = line.n && strchr("-*|", *line.p);
        buf_puts(&text, inside && line.n && !item ? " " : text.n ? "\n" : "");
        buf_put(&text, line.p, line.n);
        inside = line.n;
    }
    struct str trimmed = trim((struct str){text.p ? text.p : "", text.n});
    const char *copy = arena_strndup(&e->arena, trimmed.p, trimmed.n);
    buf_free(&text);
    return copy;
}

/* ---- the parts ---- */

static bool read_task(struct exercise *e, const struct section *s, struct diags *out)
{
    e->title = arena_strndup(&e->arena, s->rest.p, s->rest.n);
    e->task = prose(e, s->body);
    if (*e->title && *e->task)
        return true;
    diag_help(out, diag_error(out, DIAG_SYNTAX, s->at, "a task needs a title and a text"),
              "// %%%% task Double every element");
    return false;
}

static bool read_sizes(struct exercise *e, const struct section *s, struct diags *out)
{
    const char *p = s->rest.p, *end = p + s->rest.n;
    while (p < end) {
        char *after;
        errno = 0;
        long n = strtol(p, &after, 10);
        if (after == p || errno || n < 0 || n > 1 << 24 || (after < end && !is_blank(*after)))
            break;
        VEC_PUSH(&e->sizes, n);
        for (p = after; p < end && is_blank(*p);)
            p++;
    }
    if (p == end && e->sizes.n)
        return true;
    diag_help(out,
              diag_error(out, DIAG_SYNTAX, s->at, "sizes are whole numbers from 0 to 16777216"),
              "// %%%% sizes 1 2 31 32 33 1000");
    return false;
}

static bool read_tolerance(struct exercise *e, const struct section *s, struct diags *out)
{
    char *text = arena_strndup(&e->arena, s->rest.p, s->rest.n), *end;
    e->tolerance = strtod(text, &end);
    if (*text && !*end && e->tolerance >= 0 && e->tolerance < 1)
        return true;
    diag_error(out, DIAG_SYNTAX, s->at, "a tolerance is a number from 0 to 1");
    return false;
}

static bool is_name(char c)
{
    return isalnum((unsigned char) c) || c == '_';
}

/* TYPE NAME[COUNT] = VALUE; */
static bool read_datum(struct str line, struct exercise_datum *out)
{
    const char *equals = memchr(line.p, '=', line.n);
    if (!equals || line.p[line.n - 1] != ';')
        return false;
    struct str left = trim((struct str){line.p, (size_t) (equals - line.p)});
    out->value = trim((struct str){equals + 1, (size_t) (line.p + line.n - 2 - equals)});
    out->count = (struct str){0};
    if (left.n && left.p[left.n - 1] == ']') {
        const char *open = memchr(left.p, '[', left.n);
        if (!open)
            return false;
        out->count = trim((struct str){open + 1, (size_t) (left.p + left.n - open - 2)});
        left = trim((struct str){left.p, (size_t) (open - left.p)});
        if (!out->count.n)
            return false;
    }
    size_t n = left.n;
    while (n && is_name(left.p[n - 1]))
        n--;
    out->name = (struct str){left.p + n, left.n - n};
    out->type = trim((struct str){left.p, n});
    return out->name.n && out->name.n < 60 && out->type.n && out->value.n;
}

static bool read_data(struct exercise *e, const struct section *s, struct diags *out)
{
    struct str body = s->body;
    while (body.n) {
        struct str text = trim(take_line(&body));
        struct exercise_datum d;
        if (!text.n)
            continue;
        if (!read_datum(text, &d)) {
            diag_help(out,
                      diag_error(out, DIAG_SYNTAX, span_of(e, text),
                                 "data is one declaration a line, with a value"),
                      "float x[n] = noise(i);  or  int width = n + 3;");
            return false;
        }
        VEC_PUSH(&e->data, d);
    }
    return true;
}

static bool read_limit(struct exercise *e, const struct section *s, struct diags *out)
{
    struct exercise_limit limit = {s->rest, prose(e, s->body)};
    VEC_PUSH(&e->limits, limit);
    if (s->rest.n && *limit.message)
        return true;
    diag_help(out, diag_error(out, DIAG_SYNTAX, s->at, "a limit needs a condition and a text"),
              "// %%%% limit loads <= n / 32 + 1");
    return false;
}

static bool read_hint(struct exercise *e, const struct section *s, struct diags *out)
{
    VEC_PUSH(&e->hints, prose(e, s->body));
    return true;
}

#define CODE(part)                                                                                 \
    static bool read_##part(struct exercise *e, const struct section *s, struct diags *out)        \
    {                                                                                              \
        e->part = s->body;                                                                         \
        return true;                                                                               \
    }
CODE(start)
CODE(launch)
CODE(reference)
CODE(solution)
#undef CODE

static const struct part parts[] = {
    {"task",      true,  false, read_task     },
    {"start",     true,  false, read_start    },
    {"sizes",     true,  false, read_sizes    },
    {"tolerance", false, false, read_tolerance},
    {"data",      true,  false, read_data     },
    {"launch",    true,  false, read_launch   },
    {"reference", true,  false, read_reference},
    {"limit",     false, true,  read_limit    },
    {"hint",      false, true,  read_hint     },
    {"solution",  false, false, read_solution },
};

enum { PARTS = sizeof parts / sizeof *parts };

/* ---- the file ---- */

/* The text after `// %%`; false: another line. */
static bool is_head(struct str line, struct str *out)
{
    if (line.n < 5 || memcmp(line.p, "// %%", 5))
        return false;
    *out = trim((struct str){line.p + 5, line.n - 5});
    return true;
}

static int part_of(struct str *head)
{
    size_t n = 0;
    while (n < head->n && !is_blank(head->p[n]))
        n++;
    struct str word = {head->p, n};
    *head = trim((struct str){head->p + n, head->n - n});
    for (int i = 0; i < PARTS; i++)
        if (str_eq(word, parts[i].word))
            return i;
    return -1;
}

static bool unknown_part(const struct exercise *e, struct str line, struct diags *out)
{
    struct buf words = {0};
    for (int i = 0; i < PARTS; i++)
        buf_printf(&words, "%s%s", i ? ", " : "", parts[i].word);
    diag_help(out, diag_error(out, DIAG_SYNTAX, span_of(e, line), "unknown part of an exercise"),
              "the parts are %s", words.p);
    buf_free(&words);
    return false;
}

static bool read_section(struct exercise *e, struct str head_line, struct section *s,
                         unsigned *seen, struct diags *out)
{
    int i = part_of(&s->rest);
    if (i < 0)
        return unknown_part(e, head_line, out);
    if (*seen & 1u << i && !parts[i].repeats) {
        diag_error(out, DIAG_SYNTAX, s->at, "a second '%s'", parts[i].word);
        return false;
    }
    *seen |= 1u << i;
    return parts[i].read(e, s, out);
}

static bool read_parts(struct exercise *e, unsigned *seen, struct diags *out)
{
    struct str text = e->source->text, head;
    while (text.n) {
        struct str line = take_line(&text);
        if (!is_head(line, &head))
            continue;
        struct section s = {
            span_of(e, line), head, {text.p, 0}
        };
        for (struct str rest = text, next; rest.n && !is_head(next = take_line(&rest), &head);) {
            s.body.n = (size_t) (rest.p - s.body.p);
            text = rest;
        }
        if (!read_section(e, line, &s, seen, out))
            return false;
    }
    return true;
}

static bool is_whole(const struct exercise *e, unsigned seen, struct diags *out)
{
    for (int i = 0; i < PARTS; i++)
        if (parts[i].needed && !(seen & 1u << i)) {
            struct span end = {e->source->id, (uint32_t) e->source->text.n,
                               (uint32_t) e->source->text.n};
            diag_help(out,
                      diag_error(out, DIAG_SYNTAX, end, "the exercise has no '%s'", parts[i].word),
                      "add a part that starts with '// %%%% %s'", parts[i].word);
            return false;
        }
    return true;
}

struct exercise *exercise_read(const struct source *source, const char *name, struct diags *out)
{
    struct exercise *e = xcalloc(1, sizeof *e);
    unsigned seen = 0;
    e->source = source;
    e->name = arena_strndup(&e->arena, name, strlen(name));
    e->tolerance = 1e-5;
    if (!read_parts(e, &seen, out) || !is_whole(e, seen, out))
        exercise_free(&e);
    return e;
}

void exercise_free(struct exercise **e)
{
    if (!*e)
        return;
    VEC_FREE(&(*e)->sizes);
    VEC_FREE(&(*e)->data);
    VEC_FREE(&(*e)->limits);
    VEC_FREE(&(*e)->hints);
    arena_free(&(*e)->arena);
    free(*e);
    *e = NULL;
}
