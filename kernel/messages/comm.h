/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "core/handler.h"

/* Comms: channels between a front end's objects and ours (Jupyter "Custom Messages"). Ours are ipywidgets' models.
 * Thread-safety: the shell thread's. Messages belong to the request that is being handled. */

enum comm_role {
    COMM_WIDGET,  /* a model of a session's widget */
    COMM_STYLE,   /* a model that such a model refers to */
    COMM_CONTROL, /* opened by the front end, to ask for all states at once */
};

struct comm {
    struct comm *next;
    enum comm_role role;
    unsigned number; /* of the session's widget */
    unsigned presses;
    json_t *state; /* of the model, as both sides know it; NULL for COMM_CONTROL */
    char id[128];
};

struct comms {
    struct comm *first;
};

#define COMM_WIDGETS  "jupyter.widget" /* names of targets */
#define COMM_CONTROLS "jupyter.widget.control"

struct comms *comms_new(void);
void comms_free(struct comms **c);

struct comm *comm_find(struct jupyter_kernel *k, enum comm_role role,
                       unsigned number); /* or NULL */
/* Opens a widget's model with this state (taken) and tells the front ends. */
struct comm *comm_open(struct jupyter_kernel *k, enum comm_role role, unsigned number,
                       json_t *state);
void comm_send(struct jupyter_kernel *k, const struct comm *c, json_t *data); /* takes data */
/* Changes some of the model's state, here and, paced, in the front ends; takes it. */
void comm_update(struct jupyter_kernel *k, struct comm *c, json_t *state);
/* The value that a widget's model shows, as text; NULL: it has none. The caller frees it. */
char *comm_value(const struct comm *c);

/* ---- for comm_messages.c ---- */
struct comm **comm_by_id(struct jupyter_kernel *k,
                         const char *id); /* the link to it; to NULL: there is none */
struct comm *comm_add(struct jupyter_kernel *k, enum comm_role role, unsigned number,
                      json_t *state); /* takes state */
void comm_free(struct comm *c);       /* which is no longer in any list */
void comm_publish(struct jupyter_kernel *k, const char *type, json_t *metadata,
                  json_t *content); /* takes both */
/* `method`: "update", "echo_update". Keeps `state`. */
void comm_send_state(struct jupyter_kernel *k, const struct comm *c, const char *method,
                     json_t *state);
