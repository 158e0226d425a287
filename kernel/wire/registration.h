/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>

#include "wire/connection.h"
#include "wire/wire.h"

/* Tells the launcher which ports we chose, where it gave us a registration file instead of a connection file (JEP 66, messaging
 * 5.6), and writes a connection file beside it for clients that come later. Everything must be bound. False: the reason
 * is on stderr, and the process should end. Thread-safety: the main thread's, before the others start. */
bool registration_run(struct connection *c, struct wire *w, void *zmq);
