/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <jansson.h>
#include <pthread.h>

#include "base/vec.h"
#include "debug/dap/debug_dap.h"
#include "debug/debug_console.h"
#include "debug/debug_state.h"
#include "debug/debug_value.h"

/* Shared by debug_dap.c (requests, motions), debug_dap_breakpoints.c, debug_dap_state.c (threads, calls), debug_dap_values.c (variables) and
 * debug_cells.c. */

struct dap_breakpoint {    /* as a client set it */
    char *path, *function; /* one of them */
    uint32_t line;
    char *condition, *log;
    uint64_t ignore;
};

enum dap_scope { SCOPE_LOCALS, SCOPE_SHARED, SCOPE_THREAD, DAP_SCOPES };

enum dap_reference_kind { REFERENCE_SCOPE, REFERENCE_VALUE, REFERENCE_LANES };

struct dap_reference { /* variablesReference, valid while the launch is stopped */
    enum dap_reference_kind kind;
    struct debug_focus focus;
    enum dap_scope scope;
    struct debug_value value; /* REFERENCE_VALUE */
    uint64_t first, count;    /* REFERENCE_VALUE: its children */
    char *name;               /* the expression; NULL: it has none */
    bool by_lane;             /* lanes have values of their own */
};

struct debug_dap {
    struct debug_dap_hooks hooks;
    struct debugger *d;
    const struct sources *sources;
    struct debug_console *console; /* for commands in a debug console */
    pthread_mutex_t lock; /* guards all of it, except while the session's thread serves a stop */
    pthread_cond_t changed;
    VEC(struct dap_breakpoint) breakpoints;
    json_t *dumped; /* texts by path */
    bool attached, started, pauses;
    bool launched;   /* by `launch`: the whole program is debugged */
    bool at_entry;   /* it stops at its first line */
    bool jupyterlab; /* in the call stack: the client shows no threads */
    uint32_t
        evaluations; /* by JupyterLab, which reads variables again only for a frame with a new id */
    bool stopped;    /* the session's thread serves requests */
    const char *request; /* one for it; NULL: none */
    char *reply;
    bool goes; /* the stop is over */
    struct debug_resume resume;
    VEC(struct dap_reference) references;
    int seq;
    char error[200]; /* of the last request, where it has a text of its own */
};

/* ---- debug_cells.c ---- */
enum { CELL_SEED = 0 };

extern const char debug_cell_prefix[], debug_cell_suffix[];
uint32_t debug_murmur2(const char *text, size_t n, uint32_t seed);
/* The path by which a client knows a source: of a cell by the hash of its text. From malloc. */
char *debug_cell_path(const struct source *src);
char *debug_cell_path_of(const char *text, size_t n);

/* Commands about a stopped launch; the body, or NULL with *out_error. */
typedef json_t *dap_fn(struct debug_dap *p, const json_t *args, const char **out_error);

/* ---- debug_dap_breakpoints.c ---- */
dap_fn dap_set_breakpoints, dap_set_function_breakpoints;
void dap_forget_breakpoints(struct debug_dap *p, const char *path); /* of a path; NULL: all */
/* Gives them to the debugger: each source that a client knows by the path, as a cell that ran twice has two. The session's thread. */
void dap_apply_breakpoints(struct debug_dap *p);
json_t *dap_listed_breakpoints(const struct debug_dap *p); /* of debugInfo */

/* ---- debug_dap_arguments.c: whether a request has the arguments that it needs, of the right types ---- */
bool dap_arguments_are_right(struct debug_dap *p, const char *command, const json_t *args,
                             const char **out_error);

/* ---- debug_dap_values.c ---- */
dap_fn dap_variables, dap_set_variable, dap_evaluate, dap_inspect, dap_rich_inspect;
void dap_put_lanes(struct buf *out,
                   uint32_t mask); /* "lane 3", "lanes 0-7, 9", "lanes 1-31 by 2" */

/* ---- debug_dap_state.c ---- */
dap_fn dap_threads, dap_stack_trace, dap_scopes;
/* The focus that `frameId` means; without one the present focus. false: there is no such frame. */
bool dap_frame_focus(struct debug_dap *p, const json_t *args, struct debug_focus *out,
                     const char **out_error);
/* The same for `threadId`. */
bool dap_thread_focus(struct debug_dap *p, const json_t *args, struct debug_focus *out,
                      const char **out_error);
int dap_add_reference(struct debug_dap *p, struct dap_reference r);
void dap_forget_references(struct debug_dap *p);
const char *dap_text(const json_t *args, const char *name, const char *otherwise);
int64_t dap_number(const json_t *args, const char *name, int64_t otherwise);
