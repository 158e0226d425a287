/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "messages/interact.h"

/* The cell that runs and where its outputs go. Thread-safety: the shell thread's. */

/* One execute_request while it runs. */
struct run {
    struct request *request;
    bool silent; /* nothing goes to iopub but the status (E-4) */
    bool allow_stdin;
    bool told_no_input;
    bool evaluating;           /* a user expression: its error belongs to the reply */
    json_t *error;             /* ename, evalue, traceback; NULL: none */
    json_t *payload;           /* help texts, and text for the next cell */
    json_t *result;            /* the text/plain of the result, for the history */
    struct interact *interact; /* NULL: the cell is not interactive */
};

struct run *run_current(struct jupyter_kernel *k); /* NULL: no cell runs */
/* The request that outputs belong to: nothing of a silent cell is shown. NULL: no cell runs, or it is silent. */
const struct request *run_output(struct jupyter_kernel *k);
/* A display of the running cell (takes content, of a display_data or update_display_data message); display_id may be NULL. */
void run_display(struct jupyter_kernel *k, const char *display_id, bool update, json_t *content);
void run_widget(struct jupyter_kernel *k,
                unsigned number); /* the running cell shows this widget of the session */
