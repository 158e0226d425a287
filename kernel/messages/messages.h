/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "core/handler.h"

/* The handlers of messages. What they may do with the kernel: core/handler.h. Thread-safety: each handler runs on the thread of the
 * channel that its row in messages.def names. */

struct comms;
struct interact;
struct metrics;
struct run;

/* The handlers' own state. */
struct handler_state {
    /* the shell thread's */
    struct run *run; /* the cell that is running, or NULL */
    struct comms *comms;
    struct interact *interacts;
    struct metrics *metrics; /* NULL: none are wanted */
    unsigned progress_shown; /* the number of the work that has a display */

    /* the control thread's */
    double usage_time, usage_cpu; /* seconds, at the last usage_request */
};

struct handler_state *messages_open(void); /* the caller closes it after the last handler has run */
void messages_close(struct handler_state **h);
extern const struct handler_row messages_table[]; /* ends with a NULL type */
/* What a session calls back: on the shell thread, while wc_run runs. */
struct wc_callbacks messages_callbacks(struct jupyter_kernel *k);

#define MESSAGE(type, channels, handler, needs)                                                    \
    json_t *handler(struct jupyter_kernel *k, struct request *r);
#include "messages/messages.def"
#undef MESSAGE

/* Runs the interactive cells that a widget has made due; `r` moved it. */
void execute_interactive(struct jupyter_kernel *k, struct request *r);
