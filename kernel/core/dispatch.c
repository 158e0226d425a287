/* SPDX-License-Identifier: Apache-2.0 */
/* From a message to its handler, by the table that the kernel was given, and back to a reply. The shell and the control thread
 * both come here, each with its own socket. Next: messages/messages.def, the table. */
#include <stdio.h>
#include <string.h>

#include "core/kernel.h"
#include "wire/json.h"

json_t *error_content(const char *name, const char *text)
{
    size_t n = strlen(text);
    return json_pack("{ss ss so s[o]}", "status", "error", "ename", name, "evalue",
                     json_text(text, n), "traceback", json_text(text, n));
}

static const struct handler_row *find(const struct jupyter_kernel *k, const char *type, int channel)
{
    for (const struct handler_row *row = k->table; row->type; row++)
        if (strcmp(row->type, type) == 0 && (row->channels & channel))
            return row;
    return NULL;
}

bool kernel_answers_while_busy(const struct jupyter_kernel *k, const struct request *r)
{
    return !r->subshell || find(k, r->type, WHILE_BUSY);
}

static json_t *missing(const char *type, const char *what)
{
    char text[160];
    snprintf(text, sizeof text, "a message of type '%s' requires the field '%s'", type, what);
    return error_content("InvalidMessage", text);
}

void kernel_say_unreadable(struct jupyter_kernel *k, const struct request *r,
                           const struct request *shown_at)
{
    fprintf(stderr, "warpcell-kernel: %s\n", r->unreadable);
    iopub_stream(k->iopub, "stderr", request_header(shown_at), r->unreadable,
                 strlen(r->unreadable));
    iopub_stream(k->iopub, "stderr", request_header(shown_at), "\n", 1);
}

/* The stream message tells what a message without a reply would hide, and front ends show no reply's error. */
static json_t *refuse(struct jupyter_kernel *k, const struct request *r)
{
    kernel_say_unreadable(k, r, r);
    return error_content("InvalidMessage", r->unreadable);
}

/* Replies are named after their request: execute_request, execute_reply. */
static void send_reply(struct jupyter_kernel *k, struct request *r, void *socket, json_t *content)
{
    char type[64];
    const char *tail = strstr(r->type, "_request");
    if (!tail) {
        json_decref(content);
        return;
    }
    snprintf(type, sizeof type, "%.*s_reply", (int) (tail - r->type), r->type);
    if (!json_object_get(content, "status") && strcmp(r->type, "debug_request"))
        json_object_set_new(content, "status", json_string("ok"));
    json_t *metadata = r->reply_metadata;
    r->reply_metadata = NULL;
    struct packet *p = wire_encode(&k->wire, type, request_header(r), metadata, content);
    packet_send(p, socket, r, 0);
    packet_free(p);
}

static json_t *handle(struct jupyter_kernel *k, struct request *r, const struct handler_row *row,
                      int channel)
{
    if (row->needs && !json_is_string(json_object_get(r->content, row->needs)))
        return missing(row->type, row->needs);
    if (channel == ON_CONTROL)
        return row->handle(k, r);
    if (!r->subshell)
        return error_content("SubshellNotFound", "there is no such subshell");
    struct request *outer = k->current;
    k->current = r;
    json_t *content = row->handle(k, r);
    k->current = outer;
    return content;
}

static void end(struct jupyter_kernel *k, struct request *r)
{
    iopub_flush(k->iopub);
    iopub_status(k->iopub, request_header(r), "idle");
    request_free(&r);
}

void kernel_dispatch(struct jupyter_kernel *k, struct request *r, void *socket, int channel)
{
    const struct handler_row *row = find(k, r->type, channel);
    if (channel == ON_SHELL && !k->in_cell)
        kernel_forget_interrupts(k);
    iopub_hold(k->iopub);
    iopub_status(k->iopub, request_header(r), "busy");
    if (!row) {
        fprintf(stderr, "warpcell-kernel: ignored a message of unknown type '%.60s'\n", r->type);
    } else {
        json_t *content = r->unreadable ? refuse(k, r) : handle(k, r, row, channel);
        iopub_flush(k->iopub); /* what was printed is on its way before the reply is (O-4) */
        if (content)
            send_reply(k, r, socket, content);
    }
    if (r->finish) {
        r->next = k->deferred;
        k->deferred = r;
    } else {
        end(k, r);
    }
    iopub_release(k->iopub);
}

void kernel_defer(struct request *r, void (*finish)(struct jupyter_kernel *k, struct request *r))
{
    r->finish = finish;
}

void kernel_finish_deferred(struct jupyter_kernel *k)
{
    while (k->deferred) {
        struct request *r = k->deferred;
        k->deferred = r->next;
        k->current = r;
        r->finish(k, r);
        k->current = NULL;
        end(k, r);
    }
}
