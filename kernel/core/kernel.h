/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "core/debug_clients.h"
#include "core/handler.h"

/* The whole server, for the files of core/ and kernel_main.c, which says what thread owns what. Handlers see handler.h only.
 * Comments in kernel/ cite protocol requirements by their ID in tests/protocol/checklist.txt, for example W-15. */
struct jupyter_kernel {
    struct connection connection;
    struct wire wire;
    void *zmq;
    struct iopub *iopub;
    const struct handler_row *table; /* ends with a NULL type */
    struct handler_state *handlers;

    /* the shell thread's */
    void *shell, *input;
    struct wc_session *session;
    struct seen_messages shell_seen, input_seen;
    struct request *queue, **queue_end; /* received but not handled yet */
    struct request *deferred;           /* handled but for what must wait for the running cell */
    struct request *current;            /* being handled */
    bool in_cell;                       /* a cell runs */

    /* the control thread's */
    void *control;
    struct seen_messages control_seen;

    /* the heartbeat thread's */
    void *heartbeat;

    struct subshell main_shell; /* the first of the list of them */
    pthread_mutex_t subshell_lock;

    /* ticker.c */
    pthread_t ticker;
    pthread_mutex_t tick_lock;
    pthread_cond_t tick;
    atomic_bool ticks, ticker_sleeps, ticker_ends;

    /* everybody's */
    struct debug_clients debug_clients;
    atomic_bool stopping;
    int stop_fd;                  /* eventfd, readable from kernel_stop on */
    int interrupt_fd;             /* eventfd, readable from an interrupt to the next request */
    int signals_fd;               /* lifecycle.h */
    pthread_mutex_t signals_lock; /* held from reading a signal to its end */
    pthread_mutex_t session_lock; /* guards `session_open` while another thread uses the session */
    bool session_open;
    atomic_bool session_begun; /* it is, or was, open */
    atomic_int session_users;  /* threads in kernel_debug, for which the session's end waits */
};

/* ---- dispatch.c ---- */

/* Handles one message between a busy and an idle status (O-1) and answers on `socket`. Frees it. */
void kernel_dispatch(struct jupyter_kernel *k, struct request *r, void *socket, int channel);
/* Tells the log and, as stderr of the request `shown_at`, the front ends why `r` could not be read. */
void kernel_say_unreadable(struct jupyter_kernel *k, const struct request *r,
                           const struct request *shown_at);
/* Whether it may be answered while a cell of another subshell runs. */
bool kernel_answers_while_busy(const struct jupyter_kernel *k, const struct request *r);
/* Finishes the deferred ones, each before its idle status, and frees them. */
void kernel_finish_deferred(struct jupyter_kernel *k);

/* ---- the loops, each of a thread ---- */
void shell_loop(struct jupyter_kernel *k); /* until kernel_stop */
void *control_main(void *kernel);          /* likewise */
void *heartbeat_main(void *kernel);        /* until the context is shut down */

/* ---- subshell.c ---- */
/* The subshell that a header names; NULL: there is none of this id. */
struct subshell *subshell_of(struct jupyter_kernel *k, const json_t *header);
void subshells_open(struct jupyter_kernel *k);
void subshells_reap(
    struct jupyter_kernel *k); /* frees the deleted ones; no request may be waiting */
void subshells_close(struct jupyter_kernel *k);

/* ---- ticker.c ---- */
bool ticker_open(struct jupyter_kernel *k); /* false: no thread */
void ticker_close(struct jupyter_kernel *k);
void ticker_start(struct jupyter_kernel *k);
void ticker_stop(struct jupyter_kernel *k);
