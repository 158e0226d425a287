/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "session/cell/session_state.h"

struct debug_picture;

/* The session's interface to magics: lines that start with %, ! or ?, cells that start with %%, help on names, and what
 * magics show below a cell. Thread-safety: the session's thread only. */

/* ---- magic_common.c ---- */
struct magic {
    const char *name, *usage, *help;
    bool cell; /* %%name, which receives the rest of the cell */
};
extern const struct magic magic_table[]; /* ends with a NULL name */

/* ---- magic.c ---- */
/* Runs a line of the running cell. false: a diag was recorded. */
bool magic_run_line(void *session, struct str line, struct span at);
bool magic_is_cell(struct str cell); /* its first line starts with %% */
/* The text below that line, a part of `cell`. false: it takes no body. */
bool magic_cell_body(struct str cell, struct str *out);
/* Blanks the line of a cell magic, so that the code below it can be checked, or the whole cell if that is no code. `code` has the
 * cell's text. */
void magic_blank(struct str cell, char *code);
/* Runs a cell for which magic_is_cell is true. false: a diag was recorded. */
bool magic_run_cell(struct wc_session *s, struct str cell);

/* ---- magic_describe.c ---- */
struct device_name { /* of magic_names.def */
    const char *name, *kind, *prototype, *section, *help;
};
extern const struct device_name device_names[];        /* ends with a NULL name */
const char *magic_symbol_kind(const struct symbol *s); /* "kernel", "macro": for display */
/* Describes a name. The caller frees `out`. false: unknown, and `out` is unchanged. */
bool magic_describe(struct wc_session *s, const char *name, size_t n, struct display *out);

/* Appends the description, nothing for an unknown name. */
void magic_describe_into(struct wc_session *s, const char *name, size_t n, struct buf *out);

/* ---- magic_help.c ---- */
/* Adds the HTML form of a help text, which is the display's only item; for a terminal, emphasises its headings. */
void magic_format_help(struct display *d, bool terminal);

/* ---- magic_examples.c ---- */
struct example {
    const char *names, *see; /* in its code; related names, which it serves too */
    const char *code;
    const char *output; /* NULL: it depends on the machine */
};
extern const struct example example_table[];           /* ends with NULL names */
const struct example *magic_example(const char *name); /* NULL: none; magics include their % */
/* Appends the example, if any, indented under a heading, and the other names that it shows. */
void magic_put_example(struct buf *out, const char *name);

/* ---- magic_count.c ---- */
/* Shows what the launches of a cell counted under %count. */
void magic_show_counts(struct wc_session *s, const struct launch_record *records, uint32_t count);

/* ---- for consoles of the debugger ---- */
bool magic_debug_smi(struct wc_session *s,
                     struct display *out); /* what %smi shows; false: no device */
void magic_debug_picture(struct wc_session *s, const struct debug_picture *p, struct display *out);

/* ---- magic_dash.c ---- */
/* Redraws the dashboard if it is time, or when a cell has ended. */
void dash_poll(struct wc_session *s, bool ended);
void dash_free(struct dash **d);

/* ---- magic_exercise.c ---- */
void magic_debug_free(struct wc_session *s);    /* the debugger, if any */
void magic_exercise_free(struct wc_session *s); /* the exercise at hand, if any */
void magic_ranks_free(struct wc_session *s);    /* ends the ranks */

/* ---- magic_advice.c ---- */
struct launch_group;
/* Adds lines to show below the table of launches, in s->answers. */
const char *const *advice_for(struct wc_session *s, const struct launch_group *groups,
                              const struct timing_row *rows, uint32_t count, uint32_t *out_count);
