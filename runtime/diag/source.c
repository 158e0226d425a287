/* SPDX-License-Identifier: Apache-2.0 */
/* The sources of a session, and the mapping from byte offsets to lines and columns. A source is stored once and
 * never freed before the session ends, so spans stay valid. */
#include "diag/source.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/check.h"
#include "base/hash.h"
#include "base/vec.h"

#define TRIAL UINT32_MAX

struct sources {
    struct arena texts, trial_texts;
    struct source *trial;     /* NULL: none */
    VEC(struct source *) all; /* number id - 1 */
    uint32_t *by_name;        /* ids by hash of the name, 0: empty; at most half full */
    size_t slots;             /* a power of two */
};

struct sources *sources_new(void)
{
    return xcalloc(1, sizeof(struct sources));
}

void sources_free(struct sources **s)
{
    if (!*s)
        return;
    arena_free(&(*s)->texts);
    arena_free(&(*s)->trial_texts);
    VEC_FREE(&(*s)->all);
    free((*s)->by_name);
    free(*s);
    *s = NULL;
}

static uint32_t *slot_of(const struct sources *s, const char *name)
{
    size_t i = hash_bytes(name, strlen(name)) & (s->slots - 1);
    while (s->by_name[i] && strcmp(s->all.at[s->by_name[i] - 1]->name, name))
        i = (i + 1) & (s->slots - 1);
    return s->by_name + i;
}

static void grow_names(struct sources *s)
{
    s->slots = s->slots ? 2 * s->slots : 64;
    free(s->by_name);
    s->by_name = xcalloc(s->slots, sizeof *s->by_name);
    VEC_EACH (src, &s->all)
        *slot_of(s, (*src)->name) = (*src)->id;
}

static void index_lines(struct arena *a, struct source *src)
{
    src->line_count = 1;
    for (size_t i = 0; i < src->text.n; i++)
        src->line_count += src->text.p[i] == '\n';
    src->lines = ARENA_ARRAY(a, uint32_t, src->line_count);
    for (uint32_t i = 0, line = 1; i < src->text.n; i++)
        if (src->text.p[i] == '\n')
            src->lines[line++] = i + 1;
}

const struct source *sources_add(struct sources *s, enum source_kind kind, const char *name,
                                 const char *text, size_t n)
{
    struct source *src = ARENA_NEW(&s->texts, struct source);
    const char *unique = arena_printf(&s->texts, "%s", name);
    for (const struct source *first = source_named(s, name); source_named(s, unique);)
        unique = arena_printf(&s->texts, "%s#%u", name, ++s->all.at[first->id - 1]->namesakes + 1);
    VEC_PUSH(&s->all, src);
    src->id = (uint32_t) s->all.n;
    src->kind = kind;
    src->name = unique;
    src->text = (struct str){arena_strndup(&s->texts, text, n), n};
    index_lines(&s->texts, src);
    if (2 * s->all.n > s->slots)
        grow_names(s);
    *slot_of(s, unique) = src->id;
    return src;
}

const struct source *sources_try(struct sources *s, enum source_kind kind, const char *name,
                                 const char *text, size_t n)
{
    sources_end_trial(s);
    s->trial = ARENA_NEW(&s->trial_texts, struct source);
    s->trial->id = TRIAL;
    s->trial->kind = kind;
    s->trial->name = arena_printf(&s->trial_texts, "%s", name);
    s->trial->text = (struct str){arena_strndup(&s->trial_texts, text, n), n};
    index_lines(&s->trial_texts, s->trial);
    return s->trial;
}

void sources_end_trial(struct sources *s)
{
    arena_free(&s->trial_texts);
    s->trial = NULL;
}

const struct source *source_get(const struct sources *s, uint32_t id)
{
    if (id == TRIAL)
        return s->trial;
    return id && id <= s->all.n ? s->all.at[id - 1] : NULL;
}

const struct source *source_named(const struct sources *s, const char *name)
{
    if (s->trial && !strcmp(s->trial->name, name))
        return s->trial;
    return s->slots ? source_get(s, *slot_of(s, name)) : NULL;
}

struct place source_place(const struct source *src, uint32_t offset)
{
    uint32_t low = 0, high = src->line_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (src->lines[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return (struct place){low + 1, offset - src->lines[low] + 1};
}

struct str source_line(const struct source *src, uint32_t line)
{
    if (!line || line > src->line_count)
        return (struct str){"", 0};
    size_t start = src->lines[line - 1];
    size_t end = line < src->line_count ? src->lines[line] - 1 : src->text.n;
    if (end > start && src->text.p[end - 1] == '\r')
        end--;
    return (struct str){src->text.p + start, end - start};
}

uint32_t source_offset(const struct source *src, uint32_t line, uint32_t column)
{
    if (!line || line > src->line_count)
        return (uint32_t) src->text.n;
    struct str text = source_line(src, line);
    size_t step = column ? column - 1 : 0;
    return src->lines[line - 1] + (uint32_t) (step < text.n ? step : text.n);
}

struct str span_text(const struct sources *s, struct span at)
{
    const struct source *src = source_get(s, at.source);
    if (!src || at.start > at.end || at.end > src->text.n)
        return (struct str){"", 0};
    return (struct str){src->text.p + at.start, at.end - at.start};
}

struct span span_join(struct span a, struct span b)
{
    if (a.source != b.source)
        return a.source ? a : b;
    return (struct span){a.source, a.start < b.start ? a.start : b.start,
                         a.end > b.end ? a.end : b.end};
}
