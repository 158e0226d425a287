/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <jansson.h>
#include <stdbool.h>

#include "iopub/iopub.h"
#include "warpcell.h"
#include "wire/connection.h"
#include "wire/wire.h"

/* What a handler of a message may do with the kernel: answer, publish, ask for input, use the session, stop what runs. The status
 * messages around it are the dispatcher's. Handlers on the shell thread may use everything here; those on the control
 * thread only kernel_interrupt, kernel_stop, kernel_iopub, kernel_port and the functions on subshells. */

struct jupyter_kernel;
struct handler_state; /* the handlers' own: messages/messages.h */
struct history;       /* core/history.h */

/* ---- the table of handlers ---- */

enum {
    ON_SHELL = 1,
    ON_CONTROL = 2,
    WHILE_BUSY =
        4, /* from another subshell than that of the running cell, it is answered while that runs */
};

struct handler_row {
    const char *type; /* of the message; NULL ends the table */
    int channels;
    /* Returns the content of the reply without `status`, which is "ok" then; with it; or NULL: no reply. */
    json_t *(*handle)(struct jupyter_kernel *k, struct request *r);
    const char *needs; /* the content that must be there (W-15), or NULL */
};

/* The content of a reply: status, ename, evalue, traceback. */
json_t *error_content(const char *name, const char *text);

/* ---- the kernel ---- */

struct wc_session *kernel_session(const struct jupyter_kernel *k);
struct iopub *kernel_iopub(const struct jupyter_kernel *k); /* any thread */
struct handler_state *kernel_handlers(const struct jupyter_kernel *k);
/* The request that is being handled: outputs belong to it. */
struct request *kernel_current(const struct jupyter_kernel *k);
/* A uuid of this process: unique as a part of an id that front ends see. */
const char *kernel_session_id(const struct jupyter_kernel *k);
int kernel_port(const struct jupyter_kernel *k, enum channel which); /* any thread */

/* wc_debug for a client, by the session of its messages; NULL: ours has not begun, or has ended. Any thread. The caller frees it. */
char *kernel_debug(struct jupyter_kernel *k, const char *client, const char *request);
/* Stops the running cell, if there is one, and a wait for input. Any thread. */
void kernel_interrupt(struct jupyter_kernel *k);
/* Ends the process soon, whatever the running cell does. Any thread. */
void kernel_stop(struct jupyter_kernel *k);

/* ---- a running cell ---- */

/* Those of what ran before. An interrupt after this stops the next cell. Called before the busy status that lets the user ask for one. */
void kernel_forget_interrupts(struct jupyter_kernel *k);
/* Between these two calls other subshells are served whenever the session calls its attend callback: every few milliseconds (ticker.c). */
void kernel_cell_begins(struct jupyter_kernel *k);
void kernel_cell_ends(struct jupyter_kernel *k);
/* In the session's attend callback: answers the requests of other subshells that may be answered now. */
void kernel_attend(struct jupyter_kernel *k);
/* Takes every message that has arrived into the queue; cells of this subshell are marked aborted (E-7). */
void kernel_abort_cells(struct jupyter_kernel *k, const struct subshell *s);
/* Has `finish` called, before the idle status of `r`, once no cell runs. */
void kernel_defer(struct request *r, void (*finish)(struct jupyter_kernel *k, struct request *r));
/* Asks the client that sent `r` for a line. NULL: end of file, or interrupted. The caller frees it. */
char *kernel_ask(struct jupyter_kernel *k, const struct request *r, const char *prompt,
                 bool password);
/* The same, until another client wants to run a cell: NULL then. */
char *kernel_ask_alone(struct jupyter_kernel *k, const struct request *r, const char *prompt);
/* Whether a client that did not send `r` waits with a cell. The shell thread. */
bool kernel_others_wait(const struct jupyter_kernel *k, const struct request *r);

/* ---- subshells ---- */

/* One line of requests, served in order (JEP 91). The main one has no id and is always there.
 * Thread-safety: the shell thread's, but for `next`, `id` and `deleted`, which the functions below guard. */
struct subshell {
    struct subshell *next;
    char id[37];
    bool deleted;
    int execution_count;
    struct history *history;
};

/* These three are safe from every thread. */
json_t *subshell_create(struct jupyter_kernel *k); /* its id, a string that the caller owns */
bool subshell_delete(struct jupyter_kernel *k,
                     const char *id);           /* false: there is none of this id */
json_t *subshell_ids(struct jupyter_kernel *k); /* an array that the caller owns */
