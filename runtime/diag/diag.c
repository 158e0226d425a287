/* SPDX-License-Identifier: Apache-2.0 */
/* Recording diagnostics. Texts are formatted into the arena of their list. Next: render.c, which prints them. */
#include "diag/diag.h"

#include <string.h>

#include "base/check.h"
#include "base/utf8.h"

static char *text_of(struct diags *d, const char *format, va_list ap)
{
    struct buf b = {0};
    buf_vprintf(&b, format, ap);
    if (b.n > DIAG_TEXT_MAX) {
        b.n = utf8_cut(b.p, DIAG_TEXT_MAX);
        buf_puts(&b, "...");
    }
    char *text = arena_strndup(&d->arena, b.p ? b.p : "", b.n);
    buf_free(&b);
    return text;
}

bool diag_is_kept(const struct diags *d, const struct diag *one)
{
    return one != &d->dropped;
}

static struct diag *record(struct diags *d, enum diag_level level, enum diag_kind kind,
                           struct span at, const char *format, va_list ap)
{
    int before = level == DIAG_ERROR ? d->errors++ : d->warnings++;
    if (d->muted || before >= DIAGS_MAX) {
        d->dropped = (struct diag){.kind = kind, .level = level, .at = at, .text = ""};
        return &d->dropped;
    }
    struct diag *new = ARENA_NEW(&d->arena, struct diag);
    *new = (struct diag){.kind = kind, .level = level, .at = at, .text = text_of(d, format, ap)};
    if (d->last)
        d->last->next = new;
    else
        d->first = new;
    d->last = new;
    return new;
}

struct diag *diag_error(struct diags *d, enum diag_kind kind, struct span at, const char *format,
                        ...)
{
    va_list ap;
    va_start(ap, format);
    struct diag *new = record(d, DIAG_ERROR, kind, at, format, ap);
    va_end(ap);
    return new;
}

struct diag *diag_warning(struct diags *d, enum diag_kind kind, struct span at, const char *format,
                          ...)
{
    va_list ap;
    va_start(ap, format);
    struct diag *new = record(d, DIAG_WARNING, kind, at, format, ap);
    va_end(ap);
    return new;
}

bool diags_have_warned(const struct diags *d, enum diag_kind kind, struct span at)
{
    for (const struct diag *w = d->first; w; w = w->next)
        if (w->level == DIAG_WARNING && w->kind == kind && w->at.source == at.source &&
            w->at.start == at.start && w->at.end == at.end)
            return true;
    return false;
}

const struct diag *diags_first_error(const struct diags *d)
{
    const struct diag *first = d->first;
    while (first && first->level != DIAG_ERROR)
        first = first->next;
    return first;
}

bool diags_have_said(const struct diags *d, enum diag_kind kind, const char *text)
{
    for (const struct diag *e = d->first; e; e = e->next)
        if (e->level == DIAG_ERROR && e->kind == kind && !strcmp(e->text, text))
            return true;
    return false;
}

void diags_drop_warnings(struct diags *d, struct diag *last)
{
    struct diag **at = last ? &last->next : &d->first;
    d->last = last;
    while (*at) {
        struct diag *here = *at;
        if (here->level == DIAG_WARNING) {
            *at = here->next;
            d->warnings--;
        } else {
            d->last = here;
            at = &here->next;
        }
    }
}

void diag_note(struct diags *d, struct diag *to, struct span at, const char *format, ...)
{
    va_list ap;
    if (!diag_is_kept(d, to))
        return;
    va_start(ap, format);
    struct diag_note *note = ARENA_NEW(&d->arena, struct diag_note), **end = &to->notes;
    *note = (struct diag_note){.at = at, .text = text_of(d, format, ap)};
    va_end(ap);
    bool full = to->note_count++ >= DIAG_NOTES_MAX;
    while (*end && !(full && !(*end)->next))
        end = &(*end)->next;
    *end = note;
}

void diag_help(struct diags *d, struct diag *to, const char *format, ...)
{
    va_list ap;
    if (!diag_is_kept(d, to))
        return;
    va_start(ap, format);
    to->help = text_of(d, format, ap);
    va_end(ap);
}

void diag_label(struct diags *d, struct diag *to, const char *format, ...)
{
    va_list ap;
    if (!diag_is_kept(d, to))
        return;
    va_start(ap, format);
    to->label = text_of(d, format, ap);
    va_end(ap);
}

void diags_forget_errors(struct diags *d)
{
    struct diag **link = &d->first;
    d->last = NULL;
    while (*link) {
        if ((*link)->level == DIAG_ERROR) {
            *link = (*link)->next;
        } else {
            d->last = *link;
            link = &(*link)->next;
        }
    }
    d->errors = 0;
}

void diags_free(struct diags *d)
{
    arena_free(&d->arena);
    *d = (struct diags){0};
}

static const struct {
    const char *name, *class;
} kinds[] = {
    [DIAG_SYNTAX] = {"syntax error",    "SyntaxError"      },
    [DIAG_NAME] = {"name error",      "NameError"        },
    [DIAG_TYPE] = {"type error",      "TypeError"        },
    [DIAG_COMPILE] = {"compile error",   "CompileError"     },
    [DIAG_LAUNCH] = {"launch error",    "LaunchError"      },
    [DIAG_DEVICE] = {"device error",    "DeviceError"      },
    [DIAG_MEMORY] = {"memory error",    "MemoryError"      },
    [DIAG_RUNTIME] = {"runtime error",   "RuntimeError"     },
    [DIAG_INTERRUPT] = {"interrupted",     "KeyboardInterrupt"},
    [DIAG_TIMEOUT] = {"out of time",     "TimeoutError"     },
    [DIAG_SYSTEM] = {"error",           "SystemError"      },
    [DIAG_BUG] = {"bug in warpcell", "InternalError"    },
};

const char *diag_kind_name(enum diag_kind kind)
{
    return kinds[kind].name;
}

const char *diag_class_name(enum diag_kind kind)
{
    return kinds[kind].class;
}

/* Edit distance with transpositions, for names of at most LONGEST letters. */
enum { LONGEST = 48 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t distance_of(const char *a, const char *b)
{
    size_t rows[3][LONGEST + 1], n = strnlen(a, LONGEST + 1), m = strnlen(b, LONGEST + 1);
    if (n > LONGEST || m > LONGEST)
        return LONGEST;
    for (size_t j = 0; j <= m; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        size_t *row = rows[i % 3], *up = rows[(i + 2) % 3], *up2 = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= m; j++) {
            row[j] = least(up[j - 1] + (a[i - 1] != b[j - 1]), least(up[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], up2[j - 2] + 1);
        }
    }
    return rows[n % 3][m];
}

/* Of two candidates as close, one with the wanted name's first letter: printf for print, and not lrint. */
void name_match_try(struct name_match *m, const char *candidate)
{
    enum { PREFIX = 6 }; /* a wanted name this long matches whatever begins with it */

    size_t distance = distance_of(m->wanted, candidate), n = strnlen(m->wanted, LONGEST + 1);
    if (n >= PREFIX && distance > 1 && !strncmp(candidate, m->wanted, n))
        distance = 1;
    bool first = m->best && *candidate == *m->wanted && *m->best != *m->wanted;
    if (!m->best || distance < m->distance || (distance == m->distance && first)) {
        m->best = candidate;
        m->distance = distance;
    }
}

const char *name_match_best(const struct name_match *m)
{
    size_t allowed = strlen(m->wanted) < 3 ? 1 : strlen(m->wanted) / 3;
    return m->best && m->distance <= allowed && m->distance < strlen(m->wanted) ? m->best : NULL;
}
