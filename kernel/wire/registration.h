/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>

struct jupyter_kernel;

/* Tells the launcher which ports we chose, where it gave us a registration file instead of a connection file (JEP 66, messaging
 * 5.6), and writes a connection file beside it for clients that come later. Everything must be bound. False: the reason
 * is on stderr, and the process should end. */
bool registration_run(struct jupyter_kernel *k);
