/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/check/check_impl.h"

/* Launches whose blocks run on several host threads. Most blocks have nothing to do with each other, so their order does not matter. Each
 * thread keeps what it has seen in a part, a checked_launch of its own, and at the end the parts are compared: none may have accessed what
 * another has stored. If that is so, and there is no finding and no fault, the launch is as it would be in order. Otherwise what it has stored is undone,
 * as by a wrong guess (check_speculation.h), and it runs again in order, so that findings and faults do not depend on the threads.
 * Ownership: the launch's. Thread-safety: as each function says. */

/* Whether the text of the kernel lets one hope for it: no atomics of global memory, fences, flags or output. Any thread. */
bool parts_possible(struct checked_launch *l);
/* From now on blocks belong to parts. Before the first block. */
void parts_begin(struct checked_launch *l);
/* The part of the calling thread; the launch itself if it has none. */
struct checked_launch *parts_mine(struct checked_launch *l);
/* Whether no part has accessed what another has stored. Otherwise the guess is noted as wrong. No block runs. */
bool parts_agree(struct checked_launch *l);
/* No block runs. From now on the launch has no parts. */
void parts_end(struct checked_launch *l);

/* check_accesses.c: what a launch or a part knows of its accesses. */
void checked_accesses_begin(struct checked_launch *l);
void checked_accesses_end(struct checked_launch *l);
