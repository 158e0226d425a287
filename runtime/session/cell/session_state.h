/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "eval/eval.h"
#include "warpcell.h"

/* A session and its state, which magic/ and session/ share. Thread-safety: the session's thread only; any thread may set
 * `interrupt` and `poll`. */

struct debug_console;
struct debug_dap;
struct debugger;
struct session_clock;
struct session_widgets;
struct dash;     /* magic/magic_dash.c */
struct lesson;   /* magic/magic_exercise.c */
struct rank_job; /* magic/ranks/rank_job.c */

enum timing_mode { TIMING_OFF, TIMING_SHORT, TIMING_FULL };

/* Bytes of an incomplete character. */
struct tail {
    char bytes[4];
    size_t n;
};

struct advised {                /* notes that have been shown once */
    const char *topic, *kernel; /* static; interned */
};

/* A cell that has run. */
struct past_cell {
    char *name, *text;
    bool failed;
    uint32_t failed_line; /* 0: not in its text */
};

/* The operation whose progress is being shown. */
struct shown_progress {
    uint64_t since, last; /* ns; since 0: none */
    unsigned id;
    bool shown;
    struct progress now;
};

struct wc_session {
    struct wc_options options;
    struct intern *names;
    struct sources *sources;
    struct lang *lang;
    struct compiler *compiler;
    struct launcher *launcher;
    struct vm *vm;
    struct debugger *debugger;           /* %debug; NULL: not needed yet */
    struct debug_dap *dap;               /* outlives %reset */
    bool dap_debugs;                     /* launches are debugged for a client of it */
    struct debug_console *debug_console; /* likewise */
    struct str
        debug_commands; /* of the present cell's %%debug, each with its newline; of its caller */
    struct session_clock *clock; /* outlives %reset; NULL: a cell may take any time */
    atomic_bool interrupt;
    struct poll_hook poll;
    struct shown_progress progress;
    struct session_widgets *widgets;
    bool running, polling;
    bool begun; /* wc_begin was called since the last cell */
    enum timing_mode timing;
    bool advice;
    struct dash *dash;        /* NULL: none */
    unsigned dashes;          /* so far */
    struct rank_job *ranks;   /* of %ranks; NULL: none */
    struct lesson *lesson;    /* the exercise at hand; NULL: none */
    unsigned pages;           /* of %xray and others that have ids in HTML, so far */
    const char *profile_path; /* of %profile --trace; the session's, or NULL */
    VEC(struct advised) advised;
    VEC(struct past_cell) past;
    bool silent, no_timing;  /* the running cell */
    bool file;               /* likewise: results are not displayed */
    const char *cell_name;   /* likewise */
    struct buf *capture;     /* wc_evaluate: receives the result's text instead */
    struct tail tails[3];    /* of fd 1 and 2 */
    struct diags *diags;     /* of the running cell */
    VEC(struct unit *) kept; /* units whose trees something still uses */
    int exit_code;
    bool resets; /* %reset: when the running cell has ended */
    VEC(char *)
    arguments; /* %args: main's arguments in cells; the first is the running cell's name */
    uint32_t evaluations;
    /* answers that are valid until the next call */
    struct arena answers;
    struct display inspection;
    struct wc_mime mimes[6];
};

/* ---- session_passes.c ---- */

/* Runs a source of the running cell through all passes. false: a diag was recorded. A call of exit is no failure. */
bool session_run_passes(struct wc_session *s, const struct source *source);

/* Defines what the source defines, and runs nothing. false: diags. */
bool session_define(struct wc_session *s, const struct source *source, struct diags *diags);
/* Code inside the running cell; names that it defines belong to the session. NULL and false: diags of the running cell,
 * or the code called exit. A prepared unit may be performed any number of times; session_done releases it. */
struct unit *session_prepare(struct wc_session *s, const char *name, const char *code, size_t n);
bool session_perform(struct wc_session *s, struct unit *u);
void session_done(struct wc_session *s, struct unit *u);
bool session_run_inside(struct wc_session *s, enum source_kind kind, const char *name,
                        const char *code, size_t n);
/* main's arguments: the cell's own, or the cell's name followed by those of %args. */
void session_arguments(struct wc_session *s, const struct wc_cell *cell);
void session_arguments_forget(struct wc_session *s);
char *session_evaluate(struct wc_session *s,
                       const char *code); /* the text of its value, from malloc */

/* ---- session_past.c ---- */
/* Keeps a cell that has just run, with its first error, if it failed. */
void session_remember(struct wc_session *s, const struct wc_cell *cell, bool ok,
                      const struct diags *diags);
void session_forget_past(struct wc_session *s);

/* ---- session_diagnose.c ---- */
typedef void session_see_fn(void *user, const struct wc_diagnostic *d);
struct wc_place session_place(const struct source *src, uint32_t offset);
/* The diags as they concern one of the sources. */
void session_each_diagnostic(const struct sources *sources, const struct source *src,
                             const struct diags *diags, session_see_fn *see, void *user);
/* Checks a text that is not kept, and defines nothing. Its name may not be another's. false: it has errors. */
bool session_diagnose(struct wc_session *s, const char *name, struct str code, session_see_fn *see,
                      void *user);

/* ---- session_output.c ---- */

void session_stream(void *session, int fd, const char *text, size_t n);
void session_flush(struct wc_session *s);
char *session_input(void *session,
                    const char *prompt); /* freed by the caller; NULL: end of input */
/* The same for a command of the debugger. */
char *session_command(struct wc_session *s, const char *prompt);
void session_show(void *session, const struct display *d, bool result);
void session_display(struct wc_session *s, const struct display *d, enum wc_output what);
void session_table(struct wc_session *s, const struct table *t);
void session_error(struct wc_session *s, const struct diags *diags);
void session_warnings(struct wc_session *s, const struct diags *diags);
void session_ended(
    struct wc_session *s); /* a program ended with a status that is not 0: an error of its cell */
