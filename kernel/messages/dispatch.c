/* SPDX-License-Identifier: Apache-2.0 */
/* From a message to its handler, by the table in messages.def, and back to a reply. The shell and the control thread
 * both come here, each with its own socket. Next: execute.c, the handler that matters most. */
#include <stdio.h>
#include <string.h>

#include "kernel.h"
#include "wire/json.h"

struct handler_row {
    const char *type;
    int channels;
    json_t *(*handler)(struct jupyter_kernel *k, struct request *r);
    const char *needs;
};

static const struct handler_row rows[] = {
#define MESSAGE(type, channels, handler, needs) {#type, channels, handler, needs},
#include "messages/messages.def"
#undef MESSAGE
};

json_t *error_content(const char *name, const char *text)
{
    return json_pack("{ss ss so s[s]}", "status", "error", "ename", name, "evalue",
                     json_text(text, strlen(text)), "traceback", text);
}

static const struct handler_row *find(const char *type, int channel)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(rows[i].type, type) == 0 && (rows[i].channels & channel))
            return &rows[i];
    return NULL;
}

bool dispatch_while_busy(const struct request *r)
{
    return !r->subshell || find(r->type, WHILE_BUSY);
}

static json_t *missing(const char *type, const char *what)
{
    char text[160];
    snprintf(text, sizeof text, "a message of type '%s' requires the field '%s'", type, what);
    return error_content("InvalidMessage", text);
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
        return row->handler(k, r);
    if (!r->subshell)
        return error_content("SubshellNotFound", "there is no such subshell");
    struct request *outer = k->current;
    k->current = r;
    json_t *content = row->handler(k, r);
    k->current = outer;
    return content;
}

void kernel_dispatch(struct jupyter_kernel *k, struct request *r, void *socket, int channel)
{
    const struct handler_row *row = find(r->type, channel);
    iopub_hold(k->iopub);
    iopub_status(k->iopub, request_header(r), "busy");
    if (!row) {
        fprintf(stderr, "warpcell-kernel: ignored a message of unknown type '%.60s'\n", r->type);
    } else {
        json_t *content = handle(k, r, row, channel);
        iopub_flush(k->iopub); /* what was printed is on its way before the reply is (O-4) */
        if (content)
            send_reply(k, r, socket, content);
    }
    if (r->deferred) {
        r->next = k->deferred;
        k->deferred = r;
    } else {
        dispatch_end(k, r);
    }
    iopub_release(k->iopub);
}

void dispatch_end(struct jupyter_kernel *k, struct request *r)
{
    iopub_flush(k->iopub);
    iopub_status(k->iopub, request_header(r), "idle");
    request_free(&r);
}
