/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The clients that have asked the debugger something, by the session of their messages (header.session). What it has stopped waits for one of them.
 * Thread-safety: any thread, but for debug_clients_alone. */
struct debug_clients {
    pthread_mutex_t lock;
    char sessions[32][64]; /* the latest; a longer one is cut */
    size_t count;          /* so far */
    uint64_t alone_since;  /* the shell thread's: when iopub lost its last client; 0: it has one */
};

void debug_clients_open(struct debug_clients *c);
void debug_clients_note(struct debug_clients *c, const char *session);
bool debug_clients_has(struct debug_clients *c, const char *session);
/* Whether for some seconds no client has listened to iopub, as `clients` of them do now. The shell thread, every few milliseconds. */
bool debug_clients_alone(struct debug_clients *c, int clients);
