/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "wire/wire.h"

/* Changes of displays and of comms' states on their way to the front ends: for each display and comm at most one every
 * UPDATE_MS. One that comes earlier waits, and the next takes its place: the latest value wins. Not thread-safe: the
 * caller locks. */
struct updates;

enum { UPDATE_MS = 100 };

struct update {
    const char *type; /* "update_display_data" or "comm_msg"; static */
    char *parent;     /* header of the request it belongs to */
    size_t parent_size;
    json_t *content;
};

struct updates *updates_new(void);
void updates_free(struct updates **u);

/* true: it may go now, and the caller sends it; false: it waits in u, which has taken content. `key` is the display's or
 * comm's id. */
bool updates_put(struct updates *u, const char *key, const char *type, struct bytes parent,
                 json_t *content, uint64_t now_ms);
/* What waits under this key is withdrawn: the caller has sent something that replaces it. */
void updates_replaced(struct updates *u, const char *key, uint64_t now_ms);
/* What waits under this key, to be sent now; false: nothing does. The caller frees it with update_free. */
bool updates_take(struct updates *u, const char *key, uint64_t now_ms, struct update *out);
/* Likewise the next one of this parent, or of any when `parent` is NULL, that was due by now_ms. */
bool updates_take_due(struct updates *u, const struct bytes *parent, uint64_t now_ms,
                      struct update *out);
void update_free(struct update *up);
/* ms until something is due; -1: nothing waits. */
int updates_wait(const struct updates *u, uint64_t now_ms);
