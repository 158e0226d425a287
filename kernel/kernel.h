/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "iopub/iopub.h"
#include "warpcell.h"
#include "wire/connection.h"
#include "wire/wire.h"

struct comms;
struct history;
struct interact;
struct run;

/* One line of requests, served in order (JEP 91). The main one has no id and is always there.
 * Thread-safety: the shell thread's, but for `next`, `id` and `deleted`, which subshell_lock guards. */
struct subshell {
    struct subshell *next;
    char id[37];
    bool deleted;
    int execution_count;
    struct history *history;
};

/* The whole server. kernel_main.c says which thread owns what. Comments in kernel/ cite protocol requirements by their ID in
 * tests/protocol/checklist.txt, for example W-15. */
struct jupyter_kernel {
    struct connection connection;
    struct wire wire;
    void *zmq;
    struct iopub *iopub;

    /* the shell thread's */
    void *shell, *input;
    struct wc_session *session;
    struct seen_messages shell_seen, input_seen;
    struct request *queue, **queue_end; /* received but not handled yet */
    struct request *deferred;           /* handled but for what must wait for the running cell */
    struct request *current;            /* being handled */
    struct run *run;                    /* the cell that is running, or NULL */
    struct comms *comms;
    struct interact *interacts;
    unsigned progress_shown; /* the number of the work that has a display */

    /* the control thread's */
    void *control;
    struct seen_messages control_seen;
    double usage_time, usage_cpu; /* seconds, at the last usage_request */

    /* the heartbeat thread's */
    void *heartbeat;

    struct subshell main_shell; /* the first of the list of them */
    pthread_mutex_t subshell_lock;

    /* attend.c */
    pthread_t ticker;
    pthread_mutex_t tick_lock;
    pthread_cond_t tick;
    atomic_bool cell_runs, ticker_sleeps, ticker_ends;

    /* everybody's */
    atomic_bool stopping;
    int stop_fd;      /* eventfd, readable from kernel_stop on */
    int interrupt_fd; /* eventfd, readable from an interrupt to the start of the next cell */
    pthread_mutex_t session_lock; /* guards `session_open` while another thread uses the session */
    bool session_open;
};

/* ---- lifecycle.c: any thread ---- */

/* Stops the running cell, if there is one, and a wait for input. */
void kernel_interrupt(struct jupyter_kernel *k);
/* Ends the process soon, whatever the running cell does. */
void kernel_stop(struct jupyter_kernel *k);

/* ---- dispatch.c ---- */

enum {
    ON_SHELL = 1,
    ON_CONTROL = 2,
    WHILE_BUSY =
        4, /* from another subshell than that of the running cell, it is answered while that runs */
};

bool dispatch_while_busy(const struct request *r);

/* Handles one message between a busy and an idle status (O-1) and answers on `socket`. Frees it. */
void kernel_dispatch(struct jupyter_kernel *k, struct request *r, void *socket, int channel);
void dispatch_end(struct jupyter_kernel *k,
                  struct request *r); /* of a deferred one: idle, and freed */
json_t *error_content(const char *name,
                      const char *text); /* of a reply: status, ename, evalue, traceback */

/* ---- the handlers of messages.def ----
 * Each returns the content of its reply without `status`, which is "ok" then; with it; or NULL: no reply. */
#define MESSAGE(type, channels, handler, needs)                                                    \
    json_t *handler(struct jupyter_kernel *k, struct request *r);
#include "messages/messages.def"
#undef MESSAGE

/* ---- the loops ---- */
void shell_loop(struct jupyter_kernel *k); /* until kernel_stop */
void *control_main(void *kernel);          /* likewise */
void *heartbeat_main(void *kernel);        /* until the context is shut down */

/* shell.c: takes every message that has arrived into the queue; cells of this subshell are marked aborted (E-7). */
void shell_abort_queue(struct jupyter_kernel *k, const struct subshell *s);
/* Inside wc_run: answers what other subshells than the running cell's ask and may be answered now. */
void shell_attend(struct jupyter_kernel *k);

/* subshell.c: the subshell that a header names; NULL: there is none of this id. */
struct subshell *subshell_of(struct jupyter_kernel *k, const json_t *header);
void subshells_open(struct jupyter_kernel *k);
void subshells_reap(
    struct jupyter_kernel *k); /* frees the deleted ones; no request may be waiting */
void subshells_close(struct jupyter_kernel *k);

/* attend.c: has the running cell looked at every few milliseconds, on the shell thread, by shell_attend. */
bool attend_open(struct jupyter_kernel *k);
void attend_close(struct jupyter_kernel *k);
void attend_begin(struct jupyter_kernel *k);
void attend_end(struct jupyter_kernel *k);

/* execute.c: runs the interactive cells that a widget has made due; `r` moved it. */
void execute_interactive(struct jupyter_kernel *k, struct request *r);
/* Where the outputs of the running cell go: nothing of a silent one. NULL: no cell runs, or it is silent. */
const struct request *execute_output(struct jupyter_kernel *k);
/* A display of the running cell (takes content, of a display_data or update_display_data message); display_id may be NULL. */
void execute_display(struct jupyter_kernel *k, const char *display_id, bool update,
                     json_t *content);
void execute_widget(struct jupyter_kernel *k,
                    unsigned number); /* the running cell shows this widget of the session */

/* execute.c: the callbacks that a session gets. */
struct wc_callbacks execute_callbacks(struct jupyter_kernel *k);

/* stdin.c: asks the client that sent `r`. NULL: end of file, or interrupted. The caller frees it. */
char *stdin_ask(struct jupyter_kernel *k, const struct request *r, const char *prompt,
                bool password);
