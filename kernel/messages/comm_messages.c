/* SPDX-License-Identifier: Apache-2.0 */
/* Messages on comms (S-7, S-8): what front ends open, change and ask. Next: widget.c. */
#include <string.h>

#include "messages/comm.h"
#include "messages/messages.h"
#include "messages/run.h"
#include "messages/widget.h"
#include "wire/json.h"

json_t *on_comm_info(struct jupyter_kernel *k, struct request *r)
{
    const char *wanted = json_get_text(r->content, "target_name", NULL);
    json_t *list = json_object();
    for (const struct comm *c = kernel_handlers(k)->comms->first; c; c = c->next) {
        const char *target = c->role == COMM_CONTROL ? COMM_CONTROLS : COMM_WIDGETS;
        if (!wanted || strcmp(wanted, target) == 0)
            json_object_set_new(list, c->id, json_pack("{ss}", "target_name", target));
    }
    return json_pack("{so}", "comms", list);
}

/* A comm to a target that we do not have is closed at once, as the protocol asks. */
json_t *on_comm_open(struct jupyter_kernel *k, struct request *r)
{
    json_t *id = json_object_get(r->content, "comm_id");
    bool ours = strcmp(json_get_text(r->content, "target_name", ""), COMM_CONTROLS) == 0;
    if (!ours || json_string_length(id) >= sizeof((struct comm *) NULL)->id)
        comm_publish(k, "comm_close", NULL, json_pack("{sO s{}}", "comm_id", id, "data"));
    else if (!*comm_by_id(k, json_string_value(id)))
        strcpy(comm_add(k, COMM_CONTROL, 0, NULL)->id, json_string_value(id));
    return NULL;
}

static json_t *all_states(struct jupyter_kernel *k)
{
    json_t *states = json_object();
    for (const struct comm *c = kernel_handlers(k)->comms->first; c; c = c->next) {
        if (!c->state)
            continue;
        json_object_set_new(
            states, c->id,
            json_pack("{sO sO sO sO}", "model_name", json_object_get(c->state, "_model_name"),
                      "model_module", json_object_get(c->state, "_model_module"),
                      "model_module_version", json_object_get(c->state, "_model_module_version"),
                      "state", c->state));
    }
    return states;
}

/* The echo tells the other front ends; the idle status after it lets the sender send its next change. */
static void state_from_front_end(struct jupyter_kernel *k, struct comm *c, json_t *state)
{
    json_object_update_existing(c->state, state);
    comm_send_state(k, c, "echo_update", state);
    widget_changed(k, c, state);
}

json_t *on_comm_msg(struct jupyter_kernel *k, struct request *r)
{
    struct comm *c = *comm_by_id(k, json_get_text(r->content, "comm_id", ""));
    json_t *data = json_object_get(r->content, "data"), *state = json_object_get(data, "state");
    const char *method = json_get_text(data, "method", "");
    if (!c)
        return NULL; /* one that was closed: ignored, as the protocol asks */
    if (c->role == COMM_CONTROL) {
        if (strcmp(method, "request_states") == 0)
            comm_send(k, c,
                      json_pack("{ss so s[]}", "method", "update_states", "states", all_states(k),
                                "buffer_paths"));
    } else if (strcmp(method, "update") == 0 && json_is_object(state)) {
        state_from_front_end(k, c, state);
    } else if (strcmp(method, "request_state") == 0) {
        comm_send_state(k, c, "update", c->state);
    } else if (strcmp(method, "custom") == 0) {
        widget_custom(k, c, json_object_get(data, "content"));
    }
    if (!wc_interactive_due(kernel_session(k)))
        return NULL;
    if (run_current(k))
        kernel_defer(r, execute_interactive); /* cells take turns */
    else
        execute_interactive(k, r);
    return NULL;
}

json_t *on_comm_close(struct jupyter_kernel *k, struct request *r)
{
    struct comm **at = comm_by_id(k, json_get_text(r->content, "comm_id", "")), *c = *at;
    if (c) {
        *at = c->next;
        comm_free(c);
    }
    return NULL;
}
