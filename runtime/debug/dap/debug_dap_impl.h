/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <jansson.h>
#include <pthread.h>

#include "base/vec.h"
#include "debug/dap/debug_dap.h"
#include "debug/debug_state.h"
#include "debug/debug_value.h"

/* Shared by debug_dap.c (requests, threads, breakpoints), debug_dap_state.c (what a stopped launch shows) and debug_cells.c. */

struct dap_breakpoint { /* as a client set it */
    char *path;
    uint32_t line;
    char *condition, *log;
    uint64_t ignore;
};

enum dap_reference_kind { REFERENCE_SCOPE, REFERENCE_VALUE, REFERENCE_LANES };

struct dap_reference { /* variablesReference, valid while the launch is stopped */
    enum dap_reference_kind kind;
    struct debug_focus focus;
    int scope;                /* enum dap_scope */
    struct debug_value value; /* REFERENCE_VALUE */
    char *name;               /* REFERENCE_LANES: the expression */
};

struct debug_dap {
    struct debug_dap_hooks hooks;
    struct debugger *d;
    const struct sources *sources;
    pthread_mutex_t lock; /* guards all of it, except while the session's thread serves a stop */
    pthread_cond_t changed;
    VEC(struct dap_breakpoint) breakpoints;
    json_t *dumped; /* texts by path */
    bool attached, started, pauses;
    bool stopped;        /* the session's thread serves requests */
    const char *request; /* one for it; NULL: none */
    char *reply;
    bool goes; /* the stop is over */
    struct debug_resume resume;
    VEC(struct dap_reference) references;
    int seq;
    char error[200]; /* of the last expression */
};

/* ---- debug_cells.c ---- */
enum { CELL_SEED = 0 };

extern const char debug_cell_prefix[], debug_cell_suffix[];
uint32_t debug_murmur2(const char *text, size_t n, uint32_t seed);
/* The path by which a client knows a source: of a cell by the hash of its text. From malloc. */
char *debug_cell_path(const struct source *src);
char *debug_cell_path_of(const char *text, size_t n);

/* ---- debug_dap_state.c: commands about a stopped launch; the body, or NULL with *out_error ---- */
typedef json_t *dap_fn(struct debug_dap *p, const json_t *args, const char **out_error);
dap_fn dap_threads, dap_stack_trace, dap_scopes, dap_variables, dap_evaluate, dap_inspect;
dap_fn dap_rich_inspect;
void dap_forget_references(struct debug_dap *p);
const char *dap_text(const json_t *args, const char *name, const char *otherwise);
int64_t dap_number(const json_t *args, const char *name, int64_t otherwise);
