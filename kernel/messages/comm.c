/* SPDX-License-Identifier: Apache-2.0 */
/* The comms that are open, and their messages (S-7, S-8; ipywidgets' widget protocol 2.1). Next: widget.c. */
#include "messages/comm.h"

#include <stdio.h>
#include <string.h>

#include "wire/json.h"
#include "wire/must.h"

#define WIDGETS "jupyter.widget"
#define CONTROL "jupyter.widget.control"

struct comms *comms_new(void)
{
    return must(calloc(1, sizeof(struct comms)));
}

static void comm_free(struct comm *c)
{
    json_decref(c->state);
    free(c);
}

void comms_free(struct comms **at)
{
    for (struct comm *c = *at ? (*at)->first : NULL, *next; c; c = next) {
        next = c->next;
        comm_free(c);
    }
    free(*at);
    *at = NULL;
}

struct comm *comm_find(struct jupyter_kernel *k, enum comm_role role, unsigned number)
{
    struct comm *c = k->comms->first;
    while (c && !(c->role == role && c->number == number))
        c = c->next;
    return c;
}

static struct comm **by_id(struct jupyter_kernel *k, const char *id)
{
    struct comm **at = &k->comms->first;
    while (*at && strcmp((*at)->id, id))
        at = &(*at)->next;
    return at;
}

static struct comm *add(struct jupyter_kernel *k, enum comm_role role, unsigned number,
                        json_t *state)
{
    struct comm *c = must(calloc(1, sizeof *c));
    *c = (struct comm){.role = role, .number = number, .state = state, .next = k->comms->first};
    k->comms->first = c;
    return c;
}

static void publish(struct jupyter_kernel *k, const char *type, json_t *metadata, json_t *content)
{
    iopub_publish_with(k->iopub, type, request_header(k->current), metadata, content);
}

struct comm *comm_open(struct jupyter_kernel *k, enum comm_role role, unsigned number,
                       json_t *state)
{
    struct comm *c = add(k, role, number, state);
    char uuid[37];
    wire_new_uuid(uuid);
    snprintf(c->id, sizeof c->id, "%s", uuid);
    publish(k, "comm_open", json_pack("{ss}", "version", "2.1.0"),
            json_pack("{ss ss s{sO s[]}}", "comm_id", c->id, "target_name", WIDGETS, "data",
                      "state", state, "buffer_paths"));
    return c;
}

void comm_send(struct jupyter_kernel *k, const struct comm *c, json_t *data)
{
    iopub_settle(k->iopub, c->id);
    publish(k, "comm_msg", NULL, json_pack("{ss so}", "comm_id", c->id, "data", data));
}

static json_t *state_data(const char *method, json_t *state)
{
    return json_pack("{ss sO s[]}", "method", method, "state", state, "buffer_paths");
}

static void send_state(struct jupyter_kernel *k, const struct comm *c, const char *method,
                       json_t *state)
{
    comm_send(k, c, state_data(method, state));
}

void comm_update(struct jupyter_kernel *k, struct comm *c, json_t *state)
{
    json_object_update(c->state, state);
    iopub_update(k->iopub, c->id, "comm_msg", request_header(k->current),
                 json_pack("{ss so}", "comm_id", c->id, "data", state_data("update", state)));
    json_decref(state);
}

/* ---- requests ---- */

json_t *on_comm_info(struct jupyter_kernel *k, struct request *r)
{
    const char *wanted = json_get_text(r->content, "target_name", NULL);
    json_t *list = json_object();
    for (const struct comm *c = k->comms->first; c; c = c->next) {
        const char *target = c->role == COMM_CONTROL ? CONTROL : WIDGETS;
        if (!wanted || strcmp(wanted, target) == 0)
            json_object_set_new(list, c->id, json_pack("{ss}", "target_name", target));
    }
    return json_pack("{so}", "comms", list);
}

/* A comm to a target that we do not have is closed at once, as the protocol asks. */
json_t *on_comm_open(struct jupyter_kernel *k, struct request *r)
{
    json_t *id = json_object_get(r->content, "comm_id");
    bool ours = strcmp(json_get_text(r->content, "target_name", ""), CONTROL) == 0;
    if (!ours || json_string_length(id) >= sizeof((struct comm *) NULL)->id)
        publish(k, "comm_close", NULL, json_pack("{sO s{}}", "comm_id", id, "data"));
    else if (!*by_id(k, json_string_value(id)))
        strcpy(add(k, COMM_CONTROL, 0, NULL)->id, json_string_value(id));
    return NULL;
}

static json_t *all_states(struct jupyter_kernel *k)
{
    json_t *states = json_object();
    for (const struct comm *c = k->comms->first; c; c = c->next) {
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

/* The echo tells the other front ends; the idle status behind it lets the first one send its next change. */
static void state_from_front_end(struct jupyter_kernel *k, struct comm *c, json_t *state)
{
    json_object_update_existing(c->state, state);
    send_state(k, c, "echo_update", state);
    widget_changed(k, c, state);
}

json_t *on_comm_msg(struct jupyter_kernel *k, struct request *r)
{
    struct comm *c = *by_id(k, json_get_text(r->content, "comm_id", ""));
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
        send_state(k, c, "update", c->state);
    } else if (strcmp(method, "custom") == 0) {
        widget_custom(k, c, json_object_get(data, "content"));
    }
    if (!wc_interactive_due(k->session))
        return NULL;
    if (k->run)
        r->deferred = true; /* cells take turns */
    else
        execute_interactive(k, r);
    return NULL;
}

json_t *on_comm_close(struct jupyter_kernel *k, struct request *r)
{
    struct comm **at = by_id(k, json_get_text(r->content, "comm_id", "")), *c = *at;
    if (c) {
        *at = c->next;
        comm_free(c);
    }
    return NULL;
}
