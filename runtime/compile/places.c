/* SPDX-License-Identifier: Apache-2.0 */
/* Maps source places in cached code. emit.c records the places, the cache stores them, and code whose definitions
 * have moved since is rewritten. ptx/ptx_places.c rewrites the .file and .loc directives. */
#include "compile/places.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/vec.h"
#include "ptx/ptx_places.h"

void places_free(struct places *p)
{
    VEC_FREE(p);
}

bool places_matter(const char *source)
{
    static const char *const words[] = {"__LINE__",       "__FILE__",       "assert",
                                        "__builtin_LINE", "__builtin_FILE", "source_location"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(source, words[i]))
            return true;
    return false;
}

char *places_without(const struct places *p, const char *source)
{
    struct buf out = {0};
    size_t from = 0;
    VEC_EACH (place, p) {
        buf_put(&out, source + from, place->start - from);
        buf_puts(&out, "#line\n");
        from = place->end;
    }
    buf_puts(&out, source + from);
    return buf_take(&out);
}

char *places_write(const struct places *p)
{
    struct buf out = {0};
    VEC_EACH (place, p)
        buf_printf(&out, "%u %u %s\n", place->line, place->lines, place->name);
    return out.p ? buf_take(&out) : xstrdup("");
}

/* The program's definitions at their places then and now, in the same order. */
struct moves {
    struct places was;
    const struct places *now;
    char *names; /* what `was` points into */
};

static void moves_free(struct moves *m)
{
    places_free(&m->was);
    free(m->names);
}

/* false: the text is not places_write's of as many definitions of the same lengths. */
static bool read_places(struct moves *m)
{
    for (char *line = m->names; *line;) {
        char *end = line + strcspn(line, "\n"), *rest;
        struct place_range place = {.line = (uint32_t) strtoul(line, &rest, 10)};
        place.lines = (uint32_t) strtoul(rest, &rest, 10);
        if (!*end || *rest != ' ' || m->was.n == m->now->n ||
            place.lines != m->now->at[m->was.n].lines)
            return false;
        *end = 0;
        place.name = rest + 1;
        VEC_PUSH(&m->was, place);
        line = end + 1;
    }
    return m->was.n == m->now->n;
}

static bool holds(const struct place_range *p, const char *name, uint32_t line)
{
    return line >= p->line && line - p->line < p->lines && !strcmp(p->name, name);
}

static bool move_alike(const struct moves *m, size_t a, size_t b)
{
    const struct place_range *was = m->was.at, *now = m->now->at;
    return now[a].line - was[a].line == now[b].line - was[b].line &&
           !strcmp(now[a].name, now[b].name);
}

/* Whether two definitions that shared a line have moved apart. */
static bool ambiguous(const struct moves *m)
{
    for (size_t a = 0; a < m->was.n; a++)
        for (size_t b = 0; b < a; b++) {
            const struct place_range *p = m->was.at + a, *q = m->was.at + b;
            bool shared = holds(p, q->name, q->line) || holds(q, p->name, p->line);
            if (shared && !move_alike(m, a, b))
                return true;
        }
    return false;
}

static void move(void *user, struct ptx_place *place)
{
    const struct moves *m = user;
    for (size_t i = 0; i < m->was.n; i++)
        if (holds(m->was.at + i, place->file, place->line)) {
            place->line += m->now->at[i].line - m->was.at[i].line;
            place->file = m->now->at[i].name;
            return;
        }
}

bool places_map(const char *was, const struct places *now, struct str ptx, struct buf *out)
{
    struct moves m = {.now = now, .names = xstrdup(was)};
    bool ok = read_places(&m) && !ambiguous(&m) && ptx_map_places(ptx, move, &m, out);
    moves_free(&m);
    return ok;
}
