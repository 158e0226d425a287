/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>

/* The time that a cell may take: WARPCELL_CELL_TIMEOUT, in seconds. The time in which the program waits for input does not count.
 * Thread-safety: the session's thread only. */

struct session_clock;

/* over: called on another thread when a cell's time is over. false: the clock starts again. NULL: there is no limit; the functions below
 * take that. */
struct session_clock *session_clock_new(bool (*over)(void *user), void *user);
void session_clock_free(struct session_clock **c);
void session_clock_start(struct session_clock *c);
bool session_clock_stop(struct session_clock *c); /* whether it has interrupted the cell */
/* Around a wait for input. */
void session_clock_pause(struct session_clock *c);
void session_clock_resume(struct session_clock *c);
double session_clock_limit(const struct session_clock *c); /* seconds */
