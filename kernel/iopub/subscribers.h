/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "wire/wire.h"

/* The iopub socket and who listens to it. A client that does not read is waited for a while; after that it misses what may
 * be dropped (streams, displays, updates) and is told how much. The other clients miss nothing, and status, errors and
 * results reach everybody. Thread-safety: one thread's. */
struct subscribers;

/* Takes the socket, a ZMQ_XPUB with XPUB_MANUAL and XPUB_NODROP, and a packet to be sent when somebody listens (W-27). */
struct subscribers *subscribers_open(struct wire *w, void *socket, struct packet *first);
void subscribers_close(struct subscribers **s); /* closes the socket too */

/* Welcomes new subscribers (W-25, JEP 65). To be called when the socket is readable. */
void subscribers_greet(struct subscribers *s);
int subscribers_count(const struct subscribers *s); /* those that are there */
/* Sends one packet to all its recipients. 0: done; else in how many milliseconds to try again with the same packet. */
int subscribers_send(struct subscribers *s, const struct packet *m, uint64_t now_ms);
