/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "eval/builtin.h"
#include "session.h"

/* Inside the session: session.c (the passes of a cell), session_output.c (what the user sees), session_help.c (completion,
 * inspection), magic/ (lines that speak to the session). */

struct session_widgets;

enum timing_mode { TIMING_OFF, TIMING_ON };

/* Bytes that have not made a whole character yet. */
struct tail {
    char bytes[4];
    size_t n;
};

/* The work that the user is being told about. */
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
    atomic_bool interrupt;
    struct watch watch;
    struct shown_progress progress;
    struct session_widgets *widgets;
    bool running, looking;
    enum timing_mode timing;
    bool silent, no_timing;  /* the running cell */
    bool file;               /* likewise: results are not displayed */
    struct buf *capture;     /* wc_evaluate: where the result's text goes instead */
    struct tail tails[3];    /* of fd 1 and 2 */
    struct diags *diags;     /* of the running cell */
    VEC(struct unit *) kept; /* units whose trees something still uses */
    int exit_code;
    uint32_t evaluations;
    /* answers that live until the next call */
    struct arena answers;
    struct display inspection;
    struct wc_mime mimes[6];
};

/* session_output.c */
void session_stream(void *session, int fd, const char *text, size_t n);
void session_flush(struct wc_session *s);
char *session_input(void *session, const char *prompt); /* for the caller to free; NULL: the end */
void session_show(void *session, const struct display *d, bool result);
void session_display(struct wc_session *s, const struct display *d, enum wc_output what);
void session_error(struct wc_session *s, const struct diags *diags);
void session_warnings(struct wc_session *s, const struct diags *diags);
void session_timings(struct wc_session *s); /* the table under the cell; clears the records */

/* session.c */
enum wc_status session_run(struct wc_session *s, const struct wc_cell *cell);

/* session_watch.c */
void session_watch_open(struct wc_session *s);
void session_progress_end(struct wc_session *s); /* nothing is being worked on any more */

/* session_widget.c */
struct session_widgets *session_widgets_new(void);
void session_widgets_free(struct session_widgets **w);
bool session_widget(void *session, struct wc_widget *w); /* fills in the value; false: a diag */
/* A cell that begins with %%interact, which is blanked out of `code`: from now on it runs again when one of its widgets
 * moves. */
void session_interact(struct wc_session *s, const struct wc_cell *cell, char *code);
void session_interact_end(struct wc_session *s);

/* magic/magic.c */
struct magic {
    const char *name, *usage, *help;
    bool (*run)(struct wc_session *s, struct str args,
                struct span at); /* false: a diag was recorded */
};
extern const struct magic magic_table[]; /* ends with a NULL name */
bool session_magic(void *session, struct str line, struct span at);

/* session_help.c */
bool session_describe(struct wc_session *s, const char *name, size_t n,
                      struct display *out); /* false: nothing known */
