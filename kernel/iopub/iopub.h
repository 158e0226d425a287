/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <sys/types.h>

#include "wire/wire.h"

/* The broadcast channel. Any thread publishes; one thread owns the socket and sends in the order of publishing.
 * Streams are gathered into few messages and never overtake or fall behind anything else. Publishing waits while too much is
 * queued, except for statuses, execute_input and shutdown_reply.
 * Thread-safety: every function but iopub_start and iopub_stop is safe from every thread. */
struct iopub;

struct iopub *iopub_start(struct wire *w,
                          void *socket); /* takes the socket; announces "starting" */
void iopub_stop(struct iopub **p);       /* sends what is queued, closes the socket */

/* Takes content. `parent` is the header of the request that this belongs to. */
void iopub_publish(struct iopub *p, const char *type, struct bytes parent, json_t *content);
void iopub_publish_with(struct iopub *p, const char *type, struct bytes parent, json_t *metadata,
                        json_t *content); /* takes metadata too */
/* A change of a display (update_display_data) or of a comm's state (comm_msg), under its id: the latest wins, and ten a
 * second go at most. A waiting update is sent before the idle status of its request. Takes content; `type` stays the caller's. */
void iopub_update(struct iopub *p, const char *key, const char *type, struct bytes parent,
                  json_t *content);
void iopub_settle(struct iopub *p, const char *key); /* what waits under this key goes now */
void iopub_hurry(struct iopub *p);                   /* what is queued now goes without pacing */
void iopub_status(struct iopub *p, struct bytes parent, const char *state); /* "busy", "idle" */

/* `name` is "stdout" or "stderr". Waits while too much is queued. Whole characters only. */
void iopub_stream(struct iopub *p, const char *name, struct bytes parent, const char *text,
                  size_t n);
int iopub_clients(struct iopub *p); /* how many listen */
void iopub_await_client(
    struct iopub *p); /* returns when somebody has listened, or after a second */
pid_t iopub_first_parent(
    struct iopub *p); /* this process's parent when the first of them came; 0: none came */
/* Between hold and release the thread is not woken for what is published, so that it does not compete with the cell and its
 * reply for the processor; iopub_kick wakes it all the same (the ticker does that while a cell runs). */
void iopub_hold(struct iopub *p);
void iopub_release(struct iopub *p);
void iopub_kick(struct iopub *p);
void iopub_flush(
    struct iopub *p); /* gathered stream text goes ahead of what the caller does next */
