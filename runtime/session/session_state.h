/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "eval/eval.h"
#include "session.h"

/* Inside the session: session.c (the passes of a cell), session_output.c (what the user sees), session_help.c (completion,
 * inspection), magic/ (lines that speak to the session). */

struct session_widgets;

enum timing_mode { TIMING_OFF, TIMING_SHORT, TIMING_FULL };

/* Bytes that have not made a whole character yet. */
struct tail {
    char bytes[4];
    size_t n;
};

struct advised {                /* what has been said once */
    const char *topic, *kernel; /* static; interned */
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
    struct poll_hook poll;
    struct shown_progress progress;
    struct session_widgets *widgets;
    bool running, polling;
    enum timing_mode timing;
    bool advice;
    struct dash *dash; /* NULL: none */
    unsigned dashes;   /* so far */
    VEC(struct advised) advised;
    bool silent, no_timing;  /* the running cell */
    bool file;               /* likewise: results are not displayed */
    const char *cell_name;   /* likewise */
    struct buf *capture;     /* wc_evaluate: where the result's text goes instead */
    struct tail tails[3];    /* of fd 1 and 2 */
    struct diags *diags;     /* of the running cell */
    VEC(struct unit *) kept; /* units whose trees something still uses */
    int exit_code;
    VEC(char *)
    arguments; /* %args: what main gets in cells; the first is the running cell's name */
    uint32_t evaluations;
    /* answers that live until the next call */
    struct arena answers;
    struct display inspection;
    struct wc_mime mimes[6];
};

/* session.c: code inside the running cell; names that it defines are the session's. NULL and false: diags of the running cell,
 * or the code called exit. A prepared unit may be performed any number of times. */
struct unit *session_prepare(struct wc_session *s, const char *name, const char *code, size_t n);
bool session_perform(struct wc_session *s, struct unit *u);
void session_done(struct wc_session *s, struct unit *u);
bool session_run_inside(struct wc_session *s, enum source_kind kind, const char *name,
                        const char *code, size_t n);
/* What main gets: the cell's own arguments, or those of %args behind the cell's name. */
void session_arguments(struct wc_session *s, const struct wc_cell *cell);
void session_arguments_forget(struct wc_session *s);
char *session_evaluate(struct wc_session *s,
                       const char *code); /* the text of its value; of malloc */

/* session_output.c */
void session_stream(void *session, int fd, const char *text, size_t n);
void session_flush(struct wc_session *s);
char *session_input(void *session, const char *prompt); /* for the caller to free; NULL: the end */
void session_show(void *session, const struct display *d, bool result);
void session_display(struct wc_session *s, const struct display *d, enum wc_output what);
void session_error(struct wc_session *s, const struct diags *diags);
void session_warnings(struct wc_session *s, const struct diags *diags);

/* session_launches.c */
void session_counts(struct wc_session *s, const struct launch_record *records,
                    uint32_t count);        /* of launches under %count; magic/count.c */
void session_timings(struct wc_session *s); /* the table under the cell; clears the records */

/* session.c */
enum wc_status session_run(struct wc_session *s, const struct wc_cell *cell);

/* session_poll.c */
void session_poll_open(struct wc_session *s);
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
    /* One of the two; false: a diag was recorded. */
    bool (*run)(struct wc_session *s, struct str args, struct span at);
    bool (*run_cell)(struct wc_session *s, struct str args, struct str body);
};
extern const struct magic magic_table[]; /* ends with a NULL name */
bool session_magic(void *session, struct str line, struct span at);
bool session_is_cell_magic(struct str cell); /* its first line starts with %% */
bool session_cell_magic_body(
    struct str cell, struct str *out); /* what is below that line; false: it asks for no body */
bool session_cell_magic(struct wc_session *s, struct str cell);

/* magic/examples.c */
struct example {
    const char *names, *see; /* in its code; their kin, which it serves too */
    const char *code;
    const char *output; /* NULL: it depends on the machine */
};
extern const struct example example_table[];             /* ends with NULL names */
const struct example *session_example(const char *name); /* NULL: none; magics with their % */
void session_put_example(struct buf *out,
                         const char *name); /* indented, under a heading; or nothing */

/* magic/dash.c */
struct dash;
void session_dash_poll(struct wc_session *s,
                       bool ended); /* draws it again when it is time, or a cell has ended */
void dash_free(struct dash **d);

/* magic/advice.c: lines to say below the table, in s->answers */
struct launch_group;
const char *const *advice_for(struct wc_session *s, const struct launch_group *groups,
                              const struct timing_row *rows, uint32_t count, uint32_t *out_count);

/* session_help.c */
struct device_name { /* of session_names.def */
    const char *name, *kind, *prototype, *section, *help;
};
extern const struct device_name device_names[];   /* ends with a NULL name */
const char *session_kind(const struct symbol *s); /* "kernel", "macro": for people */
bool session_describe(struct wc_session *s, const char *name, size_t n,
                      struct display *out); /* false: nothing known */
