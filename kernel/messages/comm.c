/* SPDX-License-Identifier: Apache-2.0 */
/* The comms that are open, and the states of their models (ipywidgets' widget protocol 2.1). Next: comm_messages.c. */
#include "messages/comm.h"

#include <stdio.h>
#include <string.h>

#include "messages/messages.h"
#include "wire/json.h"
#include "wire/must.h"

struct comms *comms_new(void)
{
    return must(calloc(1, sizeof(struct comms)));
}

void comm_free(struct comm *c)
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
    struct comm *c = kernel_handlers(k)->comms->first;
    while (c && !(c->role == role && c->number == number))
        c = c->next;
    return c;
}

struct comm **comm_by_id(struct jupyter_kernel *k, const char *id)
{
    struct comm **at = &kernel_handlers(k)->comms->first;
    while (*at && strcmp((*at)->id, id))
        at = &(*at)->next;
    return at;
}

struct comm *comm_add(struct jupyter_kernel *k, enum comm_role role, unsigned number, json_t *state)
{
    struct comm *c = must(calloc(1, sizeof *c));
    *c = (struct comm){
        .role = role, .number = number, .state = state, .next = kernel_handlers(k)->comms->first};
    kernel_handlers(k)->comms->first = c;
    return c;
}

void comm_publish(struct jupyter_kernel *k, const char *type, json_t *metadata, json_t *content)
{
    iopub_publish_with(kernel_iopub(k), type, request_header(kernel_current(k)), metadata, content);
}

struct comm *comm_open(struct jupyter_kernel *k, enum comm_role role, unsigned number,
                       json_t *state)
{
    struct comm *c = comm_add(k, role, number, state);
    char uuid[37];
    wire_new_uuid(uuid);
    snprintf(c->id, sizeof c->id, "%s", uuid);
    comm_publish(k, "comm_open", json_pack("{ss}", "version", "2.1.0"),
                 json_pack("{ss ss s{sO s[]}}", "comm_id", c->id, "target_name", COMM_WIDGETS,
                           "data", "state", state, "buffer_paths"));
    return c;
}

void comm_send(struct jupyter_kernel *k, const struct comm *c, json_t *data)
{
    iopub_settle(kernel_iopub(k), c->id);
    comm_publish(k, "comm_msg", NULL, json_pack("{ss so}", "comm_id", c->id, "data", data));
}

static json_t *state_data(const char *method, json_t *state)
{
    return json_pack("{ss sO s[]}", "method", method, "state", state, "buffer_paths");
}

void comm_send_state(struct jupyter_kernel *k, const struct comm *c, const char *method,
                     json_t *state)
{
    comm_send(k, c, state_data(method, state));
}

void comm_update(struct jupyter_kernel *k, struct comm *c, json_t *state)
{
    json_object_update(c->state, state);
    iopub_update(kernel_iopub(k), c->id, "comm_msg", request_header(kernel_current(k)),
                 json_pack("{ss so}", "comm_id", c->id, "data", state_data("update", state)));
    json_decref(state);
}

char *comm_value(const struct comm *c)
{
    const json_t *value = json_object_get(c->state, "value"),
                 *index = json_object_get(c->state, "index");
    const json_t *options = json_object_get(c->state, "_options_labels");
    if (index)
        value = json_array_get(options, (size_t) json_integer_value(index));
    if (json_is_string(value))
        return must(strdup(json_string_value(value)));
    return value ? json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(6)) : NULL;
}
