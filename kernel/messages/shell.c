/* SPDX-License-Identifier: Apache-2.0 */
/* The shell thread: requests in the order of their arrival, one at a time (O-7), and the small ones of them. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <zmq.h>

#include "kernel.h"
#include "messages/bundle.h"
#include "messages/history.h"
#include "wire/json.h"

enum {
    QUIET_MS = 5, /* messages this close together were sent before the reply to the first */
    MOST_ABORTED = 10000,
};

/* false: nothing was there. Cells of the subshell `abort` will not run. */
static bool receive_one(struct jupyter_kernel *k, const struct subshell *abort)
{
    struct request *r;
    bool dropped;
    if (!wire_receive(&k->wire, k->shell, ZMQ_DONTWAIT, &k->shell_seen, &r, &dropped))
        return dropped;
    r->subshell = subshell_of(k, r->header);
    r->aborted = abort && r->subshell == abort && strcmp(r->type, "execute_request") == 0;
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

void shell_abort_queue(struct jupyter_kernel *k, const struct subshell *s)
{
    for (struct request *r = k->queue; r; r = r->next)
        r->aborted |= r->subshell == s && strcmp(r->type, "execute_request") == 0;
    zmq_pollitem_t item = {k->shell, 0, ZMQ_POLLIN, 0};
    for (int n = 0; n < MOST_ABORTED && zmq_poll(&item, 1, QUIET_MS) > 0; n++)
        receive_one(k, s);
}

/* Each subshell is served in order; that of the running cell waits for it. */
static bool may_go_ahead(const struct jupyter_kernel *k, const struct request *r)
{
    if (!dispatch_while_busy(r) || r->subshell == k->current->subshell)
        return false;
    for (const struct request *before = k->queue; before != r; before = before->next)
        if (before->subshell == r->subshell)
            return false;
    return true;
}

void shell_attend(struct jupyter_kernel *k)
{
    while (receive_one(k, NULL))
        continue;
    for (struct request **at = &k->queue; k->run && *at;) {
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

static void finish_deferred(struct jupyter_kernel *k)
{
    while (k->deferred) {
        struct request *r = k->deferred;
        k->deferred = r->next;
        k->current = r;
        execute_interactive(k, r);
        k->current = NULL;
        dispatch_end(k, r);
    }
}

void shell_loop(struct jupyter_kernel *k)
{
    zmq_pollitem_t items[] = {
        {k->shell, 0,          ZMQ_POLLIN, 0},
        {NULL,     k->stop_fd, ZMQ_POLLIN, 0}
    };
    while (!atomic_load(&k->stopping)) {
        struct request *r = take(k);
        if (r) {
            kernel_dispatch(k, r, k->shell, ON_SHELL);
            finish_deferred(k);
            if (!k->queue)
                subshells_reap(k);
        } else if (zmq_poll(items, 2, -1) < 0) {
            if (errno != EINTR)
                break;
        } else if (items[0].revents) {
            receive_one(k, NULL);
        }
    }
    for (struct request *r; (r = take(k));)
        request_free(&r);
}

/* ---- code under the cursor ---- */

struct code_cursor {
    const char *code;
    size_t size, at; /* bytes */
};

static struct code_cursor cursor_of(const struct request *r)
{
    const json_t *code = json_object_get(r->content, "code");
    struct code_cursor c = {json_string_value(code), json_string_length(code), 0};
    long points = json_get_int(r->content, "cursor_pos", -1);
    c.at = points < 0 ? c.size : points_to_bytes(c.code, c.size, (size_t) points);
    return c;
}

json_t *on_complete(struct jupyter_kernel *k, struct request *r)
{
    struct code_cursor c = cursor_of(r);
    struct wc_completions found = {.start = c.at, .end = c.at};
    wc_complete(k->session, c.code, c.size, c.at, &found);
    json_int_t start = (json_int_t) bytes_to_points(c.code, c.size, found.start);
    json_int_t end = (json_int_t) bytes_to_points(c.code, c.size, found.end);
    json_t *matches = json_array(), *typed = json_array();
    for (size_t i = 0; i < found.count; i++) {
        const struct wc_completion *m = &found.items[i];
        json_array_append_new(matches, json_text(m->text, strlen(m->text)));
        json_array_append_new(typed, json_pack("{sI sI so ss ss}", "start", start, "end", end,
                                               "text", json_text(m->text, strlen(m->text)), "type",
                                               m->type ? m->type : "", "signature",
                                               m->signature ? m->signature : ""));
    }
    return json_pack("{so sI sI s{so}}", "matches", matches, "cursor_start", start, "cursor_end",
                     end, "metadata", "_jupyter_types_experimental", typed);
}

json_t *on_inspect(struct jupyter_kernel *k, struct request *r)
{
    struct code_cursor c = cursor_of(r);
    struct wc_bundle b = {0};
    int detail = (int) json_get_int(r->content, "detail_level", 0);
    bool found = wc_inspect(k->session, c.code, c.size, c.at, detail, &b);
    return json_pack("{sb so so}", "found", found, "data", found ? bundle_data(&b) : json_object(),
                     "metadata", found ? bundle_metadata(&b) : json_object());
}

json_t *on_is_complete(struct jupyter_kernel *k, struct request *r)
{
    static const char *const names[] = {
        [WC_COMPLETE] = "complete", [WC_INCOMPLETE] = "incomplete", [WC_INVALID] = "invalid"};
    struct code_cursor c = cursor_of(r);
    char indent[64] = "";
    enum wc_completeness is = wc_is_complete(k->session, c.code, c.size, indent);
    json_t *reply = json_pack("{ss}", "status", names[is]);
    if (is == WC_INCOMPLETE)
        json_object_set_new(reply, "indent", json_text(indent, strlen(indent)));
    return reply;
}

/* ---- what is known without the session ---- */

json_t *on_history(struct jupyter_kernel *k, struct request *r)
{
    return json_pack("{so}", "history", history_answer(r->subshell->history, r->content));
}

json_t *on_connect(struct jupyter_kernel *k, struct request *r)
{
    const int *port = k->connection.port;
    return json_pack("{si si si si si}", "shell_port", port[CHANNEL_SHELL], "iopub_port",
                     port[CHANNEL_IOPUB], "stdin_port", port[CHANNEL_STDIN], "hb_port",
                     port[CHANNEL_HB], "control_port", port[CHANNEL_CONTROL]);
}
