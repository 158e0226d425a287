/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "connection.h"
#include "iopub.h"
#include "session.h"
#include "wire.h"

struct history;
struct run;

/* The whole server. main.c says which thread owns what. */
struct kernel {
    struct connection connection;
    struct wire wire;
    void *zmq;
    struct iopub *iopub;

    /* the shell thread's */
    void *shell, *input;
    struct wc_session *session;
    struct seen shell_seen, input_seen;
    struct request *queue, **queue_end; /* received but not handled yet */
    struct history *history;
    int execution_count;
    struct run *run; /* the cell that is running, or NULL */

    /* the control thread's */
    void *control;
    struct seen control_seen;
    double usage_time, usage_cpu; /* seconds, at the last usage_request */

    /* the heartbeat thread's */
    void *heartbeat;

    /* everybody's */
    atomic_bool stopping;
    int stop_fd;      /* eventfd, readable from kernel_stop on */
    int interrupt_fd; /* eventfd, readable from an interrupt to the start of the next cell */
    pthread_mutex_t session_lock; /* guards `session_open` while another thread uses the session */
    bool session_open;
};

/* ---- lifecycle.c: any thread ---- */

/* Stops the running cell, if there is one, and a wait for input. */
void kernel_interrupt(struct kernel *k);
/* Ends the process soon, whatever the running cell does. */
void kernel_stop(struct kernel *k);

/* ---- dispatch.c ---- */

enum { ON_SHELL = 1, ON_CONTROL = 2 };

/* Handles one message between a busy and an idle status (O-1) and answers on `socket`. Frees it. */
void dispatch(struct kernel *k, struct request *r, void *socket, int channel);
json_t *error_content(const char *name,
                      const char *text); /* of a reply: status, ename, evalue, traceback */

/* ---- the handlers of messages.def ----
 * Each returns the content of its reply without `status`, which is "ok" then; with it; or NULL: no reply. */
#define MESSAGE(type, channels, handler, needs)                                                    \
    json_t *handler(struct kernel *k, struct request *r);
#include "messages.def"
#undef MESSAGE

/* ---- the loops ---- */
void shell_loop(struct kernel *k);  /* until kernel_stop */
void *control_main(void *kernel);   /* likewise */
void *heartbeat_main(void *kernel); /* until the context is shut down */

/* shell.c: takes every message that has arrived into the queue; its cells are marked aborted (E-7). */
void shell_abort_queue(struct kernel *k);

/* execute.c: the callbacks that a session gets. */
struct wc_callbacks execute_callbacks(struct kernel *k);

/* stdin.c: asks the client that sent `r`. NULL: end of file, or interrupted. The caller frees it. */
char *stdin_ask(struct kernel *k, const struct request *r, const char *prompt, bool password);
