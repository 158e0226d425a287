/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/str.h"
#include "diag/source.h"

/* The only error type. An error is recorded where it happens, and the function returns false or NULL; callers propagate it
 * unchanged. Messages are lower case, have no full stop and put names in 'quotes'. The help line says what to do. */

enum diag_kind {
    DIAG_SYNTAX,    /* the text does not parse */
    DIAG_NAME,      /* unknown name */
    DIAG_TYPE,      /* it parses, but types do not match */
    DIAG_COMPILE,   /* NVRTC's messages about device code */
    DIAG_LAUNCH,    /* an invalid launch */
    DIAG_DEVICE,    /* a kernel failed at run time */
    DIAG_MEMORY,    /* an invalid pointer or index, or out of memory */
    DIAG_RUNTIME,   /* host code failed: division by zero, assert, recursion */
    DIAG_INTERRUPT, /* stopped by the user */
    DIAG_TIMEOUT,   /* a cell took longer than it may */
    DIAG_SYSTEM,    /* a file, a library, a setting */
    DIAG_BUG,       /* a bug in Warpcell */
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
    struct span at; /* source 0: no location */
    const char *text;
    const char *label; /* text next to the caret, or NULL */
    const char *help;  /* what to do about it, or NULL */
    struct diag_note *notes;
    uint32_t note_count; /* DIAG_NOTES_MAX are kept: the first ones, and the last */
    struct diag *next;
};

enum {
    DIAGS_MAX = 20, /* errors and warnings that are kept, of each */
    DIAG_NOTES_MAX = 5,
    DIAG_TEXT_MAX = 1000 /* bytes of a text; the rest is cut off */
};

/* The diags of one cell, in the order they were recorded. Everything in it lives in its arena. Zero-initialise it; the owner
 * calls diags_free. Thread-safety: unsafe. */
struct diags {
    struct arena arena;
    struct diag *first, *last; /* the kept ones */
    int errors, warnings;      /* all of them */
    bool muted;                /* counts only: errors of an attempt are not reported */
    struct diag dropped;       /* stands for those that are not kept */
};

struct diag *diag_error(struct diags *d, enum diag_kind kind, struct span at, const char *format,
                        ...) __attribute__((format(printf, 4, 5)));
struct diag *diag_warning(struct diags *d, enum diag_kind kind, struct span at, const char *format,
                          ...) __attribute__((format(printf, 4, 5)));
/* Whether the diag is kept: costly details need not be found for one that is not. */
bool diag_is_kept(const struct diags *d, const struct diag *one);
/* Whether a warning of this kind was already recorded at this location: a loop reports it only once. */
bool diags_have_warned(const struct diags *d, enum diag_kind kind, struct span at);
/* NULL: there is none. */
const struct diag *diags_first_error(const struct diags *d);
/* Whether an error with this text is among the kept ones. */
bool diags_have_said(const struct diags *d, enum diag_kind kind, const char *text);
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

const char *diag_kind_name(enum diag_kind kind); /* "type error": how the message starts */
const char *diag_class_name(
    enum diag_kind kind); /* "TypeError": Jupyter's ename; interrupts are "KeyboardInterrupt" */

/* ---- render.c: the only code that draws carets ---- */

/* RENDER_ANSI: the 16 colours of a terminal. RENDER_NOTEBOOK: escapes that are readable in a notebook's light and dark theme,
 * and messages in lines of a hundred columns. RENDER_STREAM: such lines without escapes. */
enum render_style { RENDER_PLAIN, RENDER_ANSI, RENDER_NOTEBOOK, RENDER_STREAM };

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

/* Finds the candidate closest to `wanted`, for "did you mean". The best match is NULL if no candidate is close enough. */
struct name_match {
    const char *wanted, *best;
    size_t distance;
};

void name_match_try(struct name_match *m, const char *candidate);
const char *name_match_best(const struct name_match *m);
