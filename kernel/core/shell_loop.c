/* SPDX-License-Identifier: Apache-2.0 */
/* The shell thread: requests in the order of their arrival, one at a time (O-7). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zmq.h>

#include "core/kernel.h"
#include "core/lifecycle.h"
#include "wire/json.h"

enum {
    REST_S = 300,
    QUIET_MS = 5, /* messages this close together were sent before the reply to the first */
    MOST_ABORTED = 10000,
};

static const char *session_of(const struct request *r)
{
    return json_get_text(r->header, "session", "");
}

static bool is_cell(const struct request *r)
{
    return strcmp(r->type, "execute_request") == 0;
}

/* false: nothing was there. Cells of the subshell `abort` will not run. */
static bool receive_one(struct jupyter_kernel *k, const struct subshell *abort)
{
    struct request *r;
    bool dropped;
    if (!wire_receive(&k->wire, k->shell, ZMQ_DONTWAIT, &k->shell_seen, &r, &dropped))
        return dropped;
    r->subshell = subshell_of(k, r->header);
    r->aborted = abort && r->subshell == abort && is_cell(r);
    *k->queue_end = r;
    k->queue_end = &r->next;
    return true;
}

static struct request *take(struct jupyter_kernel *k)
{
    struct request *r = k->queue;
    if (r && !(k->queue = r->next))
        k->queue_end = &k->queue;
    return r;
}

void kernel_abort_cells(struct jupyter_kernel *k, const struct subshell *s)
{
    for (struct request *r = k->queue; r; r = r->next)
        r->aborted |= r->subshell == s && is_cell(r);
    zmq_pollitem_t item = {k->shell, 0, ZMQ_POLLIN, 0};
    for (int n = 0; n < MOST_ABORTED && zmq_poll(&item, 1, QUIET_MS) > 0; n++)
        receive_one(k, s);
}

/* Each subshell is served in order; that of the running cell waits for it. */
static bool may_go_ahead(const struct jupyter_kernel *k, const struct request *r)
{
    if (!kernel_answers_while_busy(k, r) || r->subshell == k->current->subshell)
        return false;
    for (const struct request *before = k->queue; before != r; before = before->next)
        if (before->subshell == r->subshell)
            return false;
    return true;
}

bool kernel_others_wait(const struct jupyter_kernel *k, const struct request *r)
{
    for (const struct request *w = k->queue; w; w = w->next)
        if (is_cell(w) && strcmp(session_of(w), session_of(r)))
            return true;
    return false;
}

/* Nobody will let go on what the debugger has stopped. */
static void leave_abandoned_stop(struct jupyter_kernel *k)
{
    const char *why = debug_clients_alone(&k->debug_clients, iopub_clients(k->iopub))
                          ? "no client is left"
                          : NULL;
    for (const struct request *r = k->queue; r && !why; r = r->next)
        if (is_cell(r) && !json_get_bool(r->content, "silent", false) &&
            !debug_clients_has(&k->debug_clients, session_of(r)))
            why = "a client without a debugger runs a cell";
    if (why)
        wc_debug_leave(k->session, why);
}

void kernel_attend(struct jupyter_kernel *k)
{
    while (receive_one(k, NULL))
        continue;
    leave_abandoned_stop(k);
    for (struct request **at = &k->queue; k->in_cell && *at;) {
        struct request *r = *at;
        if (!may_go_ahead(k, r)) {
            at = &r->next;
            continue;
        }
        if (!(*at = r->next))
            k->queue_end = at;
        r->next = NULL;
        kernel_dispatch(k, r, k->shell, ON_SHELL);
    }
}

void kernel_forget_interrupts(struct jupyter_kernel *k)
{
    uint64_t stale;
    signals_handle(k);
    (void) !read(k->interrupt_fd, &stale, sizeof stale);
    wc_begin(k->session);
}

void kernel_cell_begins(struct jupyter_kernel *k)
{
    k->in_cell = true;
    ticker_start(k);
}

void kernel_cell_ends(struct jupyter_kernel *k)
{
    ticker_stop(k);
    k->in_cell = false;
}

/* Milliseconds without a message after which the session rests; -1: never. */
static long rest_after(void)
{
    const char *setting = getenv("WARPCELL_IDLE_TRIM");
    double seconds = setting && *setting ? strtod(setting, NULL) : REST_S;
    return seconds > 0 && seconds < 1e6 ? (long) (seconds * 1000) : -1;
}

void shell_loop(struct jupyter_kernel *k)
{
    long patience = rest_after(), wait = patience;
    zmq_pollitem_t items[] = {
        {k->shell, 0,          ZMQ_POLLIN, 0},
        {NULL,     k->stop_fd, ZMQ_POLLIN, 0}
    };
    zmq_poll(items, 2, -1);
    iopub_await_client(k->iopub); /* the first request's status is not lost */
    while (!atomic_load(&k->stopping)) {
        struct request *r = take(k);
        if (r) {
            kernel_dispatch(k, r, k->shell, ON_SHELL);
            kernel_finish_deferred(k);
            if (!k->queue)
                subshells_reap(k);
            wait = patience;
            continue;
        }
        int ready = zmq_poll(items, 2, wait);
        if (ready < 0) {
            if (errno != EINTR)
                break;
        } else if (!ready) {
            wc_rest(k->session);
            wait = -1; /* once, until the next message */
        } else if (items[0].revents) {
            receive_one(k, NULL);
        }
    }
    for (struct request *r; (r = take(k));)
        request_free(&r);
}
