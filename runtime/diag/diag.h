/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/str.h"
#include "diag/source.h"

/* The one error type. Whoever fails records a diag and returns false or NULL; nobody above re-words it.
 * Messages: lower case, no full stop, names in 'quotes'; `help` says what to do. */

enum diag_kind {
    DIAG_SYNTAX,    /* the text cannot be read */
    DIAG_NAME,      /* a name that means nothing here */
    DIAG_TYPE,      /* it reads well but does not fit together */
    DIAG_COMPILE,   /* NVRTC's word on device code */
    DIAG_LAUNCH,    /* a launch that cannot be made */
    DIAG_DEVICE,    /* a kernel failed while it ran */
    DIAG_MEMORY,    /* a bad pointer, a bad index, no memory left */
    DIAG_RUNTIME,   /* host code failed: division by zero, assert, recursion */
    DIAG_INTERRUPT, /* the user stopped it */
    DIAG_SYSTEM,    /* a file, a library, a setting */
    DIAG_BUG,       /* ours */
};

enum diag_level { DIAG_ERROR, DIAG_WARNING };

struct diag_note {
    struct span at; /* source 0: text only */
    const char *text;
    struct diag_note *next;
};

struct diag {
    enum diag_kind kind;
    enum diag_level level;
    struct span at; /* source 0: no place */
    const char *text;
    const char *label; /* what to write beside the caret, or NULL */
    const char *help;  /* the remedy, or NULL */
    struct diag_note *notes;
    uint32_t note_count; /* DIAG_NOTES_MAX are kept: the first ones, and the last */
    struct diag *next;
};

enum {
    DIAGS_MAX = 20, /* errors and warnings that are kept, of each */
    DIAG_NOTES_MAX = 5,
    DIAG_TEXT_MAX = 1000 /* bytes of a text; the rest is cut off */
};

/* Collects the diags of one cell. Everything in it lives in its arena. Zero it to start.
 * Thread-safety: unsafe. The owner calls diags_free. */
struct diags {
    struct arena arena;
    struct diag *first, *last; /* the kept ones */
    int errors, warnings;      /* all of them */
    bool muted;                /* only counts: what is tried is not reported */
    struct diag dropped;       /* stands for those that are not kept */
};

struct diag *diag_error(struct diags *d, enum diag_kind kind, struct span at, const char *format,
                        ...) __attribute__((format(printf, 4, 5)));
struct diag *diag_warning(struct diags *d, enum diag_kind kind, struct span at, const char *format,
                          ...) __attribute__((format(printf, 4, 5)));
/* Whether anybody will read it: what is costly to find out need not be found out for the others. */
bool diag_is_kept(const struct diags *d, const struct diag *one);
/* Whether a warning of that kind has been recorded for exactly that place: loops need not repeat it. */
bool diags_have_warned(const struct diags *d, enum diag_kind kind, struct span at);
/* Forgets the warnings recorded after `last`, or all if it is NULL. */
void diags_drop_warnings(struct diags *d, struct diag *last);
void diag_note(struct diags *d, struct diag *to, struct span at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void diag_help(struct diags *d, struct diag *to, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void diag_label(struct diags *d, struct diag *to, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void diags_forget_errors(struct diags *d); /* what comes next makes them pointless; warnings stay */
void diags_free(struct diags *d);

const char *diag_kind_name(enum diag_kind kind); /* "type error", as messages begin */
const char *diag_class_name(
    enum diag_kind kind); /* "TypeError": Jupyter's ename; interrupts are "KeyboardInterrupt" */

/* ---- render.c: the only place that draws carets ---- */

enum render_style { RENDER_PLAIN, RENDER_ANSI };

enum { RENDER_MAX = 48 * 1024 };

/* One diag with its source lines, notes and help, ending in a newline:
 *
 *     launch error: block of 2048 threads, but this device allows 1024
 *      --> In[4]:3:19
 *       |
 *     3 | saxpy<<<n / 2048, 2048>>>(n, a, x, y);
 *       |                   ^^^^ label
 *       = help: use at most 1024
 *
 * Of a long line the part round the carets is shown. */
void diag_render(struct buf *out, const struct sources *s, const struct diag *d,
                 enum render_style style);
/* All of one level, as far as RENDER_MAX bytes go, and how many more there are. */
void diags_render(struct buf *out, const struct sources *s, const struct diags *d,
                  enum diag_level level, enum render_style style);

/* The name closest to `wanted`, or NULL when none is near enough for "did you mean". */
struct name_match {
    const char *wanted, *best;
    size_t distance;
};

void name_match_try(struct name_match *m, const char *candidate);
const char *name_match_best(const struct name_match *m);
