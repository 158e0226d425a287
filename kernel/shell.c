/* SPDX-License-Identifier: Apache-2.0 */
/* The shell thread: requests in the order of their arrival, one at a time (O-7), and the small ones of them. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <zmq.h>

#include "bundle.h"
#include "history.h"
#include "json.h"
#include "kernel.h"

enum {
    QUIET_MS = 5, /* messages this close together were sent before the reply to the first */
    MOST_ABORTED = 10000,
};

static bool receive_one(struct kernel *k, bool abort)
{
    struct request *r;
    bool dropped;
    if (!wire_receive(&k->wire, k->shell, ZMQ_DONTWAIT, &k->shell_seen, &r, &dropped))
        return dropped;
    r->aborted = abort && strcmp(r->type, "execute_request") == 0;
    *k->queue_end = r;
    k->queue_end = &r->next;
    return true;
}

static struct request *take(struct kernel *k)
{
    struct request *r = k->queue;
    if (r && !(k->queue = r->next))
        k->queue_end = &k->queue;
    return r;
}

void shell_abort_queue(struct kernel *k)
{
    for (struct request *r = k->queue; r; r = r->next)
        r->aborted = strcmp(r->type, "execute_request") == 0;
    zmq_pollitem_t item = {k->shell, 0, ZMQ_POLLIN, 0};
    for (int n = 0; n < MOST_ABORTED && zmq_poll(&item, 1, QUIET_MS) > 0; n++)
        receive_one(k, true);
}

void shell_loop(struct kernel *k)
{
    zmq_pollitem_t items[] = {
        {k->shell, 0,          ZMQ_POLLIN, 0},
        {NULL,     k->stop_fd, ZMQ_POLLIN, 0}
    };
    while (!atomic_load(&k->stopping)) {
        struct request *r = take(k);
        if (r) {
            dispatch(k, r, k->shell, ON_SHELL);
        } else if (zmq_poll(items, 2, -1) < 0) {
            if (errno != EINTR)
                break;
        } else if (items[0].revents) {
            receive_one(k, false);
        }
    }
    for (struct request *r; (r = take(k));)
        request_free(&r);
}

/* ---- code under the cursor ---- */

struct cursor {
    const char *code;
    size_t size, at; /* bytes */
};

static struct cursor cursor_of(const struct request *r)
{
    const json_t *code = json_object_get(r->content, "code");
    struct cursor c = {json_string_value(code), json_string_length(code), 0};
    long points = json_get_int(r->content, "cursor_pos", -1);
    c.at = points < 0 ? c.size : points_to_bytes(c.code, c.size, (size_t) points);
    return c;
}

json_t *on_complete(struct kernel *k, struct request *r)
{
    struct cursor c = cursor_of(r);
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

json_t *on_inspect(struct kernel *k, struct request *r)
{
    struct cursor c = cursor_of(r);
    struct wc_bundle b = {0};
    int detail = (int) json_get_int(r->content, "detail_level", 0);
    bool found = wc_inspect(k->session, c.code, c.size, c.at, detail, &b);
    return json_pack("{sb so so}", "found", found, "data", found ? bundle_data(&b) : json_object(),
                     "metadata", found ? bundle_metadata(&b) : json_object());
}

json_t *on_is_complete(struct kernel *k, struct request *r)
{
    static const char *const names[] = {
        [WC_COMPLETE] = "complete", [WC_INCOMPLETE] = "incomplete", [WC_INVALID] = "invalid"};
    struct cursor c = cursor_of(r);
    char indent[64] = "";
    enum wc_completeness is = wc_is_complete(k->session, c.code, c.size, indent);
    json_t *reply = json_pack("{ss}", "status", names[is]);
    if (is == WC_INCOMPLETE)
        json_object_set_new(reply, "indent", json_text(indent, strlen(indent)));
    return reply;
}

/* ---- history and comms ---- */

json_t *on_history(struct kernel *k, struct request *r)
{
    return json_pack("{so}", "history", history_answer(k->history, r->content));
}

json_t *on_comm_info(struct kernel *k, struct request *r)
{
    return json_pack("{s{}}", "comms");
}

/* No target is known here yet, so every comm is closed at once, as the protocol asks (S-8). */
json_t *on_comm_open(struct kernel *k, struct request *r)
{
    json_t *id = json_object_get(r->content, "comm_id");
    iopub_publish(k->iopub, "comm_close", request_header(r),
                  json_pack("{sO s{}}", "comm_id", id, "data"));
    return NULL;
}

json_t *on_comm_msg(struct kernel *k, struct request *r)
{
    return NULL; /* there is no open comm that it could be for */
}

json_t *on_comm_close(struct kernel *k, struct request *r)
{
    return NULL;
}

json_t *on_connect(struct kernel *k, struct request *r)
{
    const int *port = k->connection.port;
    return json_pack("{si si si si si}", "shell_port", port[CHANNEL_SHELL], "iopub_port",
                     port[CHANNEL_IOPUB], "stdin_port", port[CHANNEL_STDIN], "hb_port",
                     port[CHANNEL_HB], "control_port", port[CHANNEL_CONTROL]);
}
