/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <sys/types.h>

struct kernel;

/* Signals arrive on a pipe that the control thread reads: SIGINT interrupts the cell, SIGTERM and SIGHUP end the
 * process (C-5, C-10). False: the system has no pipe for us. */
bool signals_open(void);
int signals_fd(void);
void signals_handle(struct kernel *k);

/* A kernel whose parent died ends too, where the parent said (JPY_PARENT_PID) that it wants that (C-11). */
struct parent_watch {
    bool watched;
    pid_t pid;
};

void parent_watch_init(struct parent_watch *w);
bool parent_is_gone(const struct parent_watch *w);
