/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <sys/types.h>

struct jupyter_kernel;

/* Signals arrive on a file that the control thread reads, and the shell thread before a cell begins, so that none
 * meant for what ran before reaches the cell: SIGINT interrupts the cell, SIGTERM and SIGHUP end the process (C-5,
 * C-10). Call it before any thread starts. Returns the file, or -1: the system has none for us. */
int signals_open(void);
void signals_handle(struct jupyter_kernel *k);

/* A kernel whose parent died ends too (C-11): at once if the parent asked for it (JPY_PARENT_PID), else when no client is left.
 * A kernel orphaned before its first client came was orphaned on purpose. One thread's. */
struct parent_watch {
    bool told; /* by JPY_PARENT_PID */
    pid_t pid; /* 0: none to watch */
};

void parent_watch_init(struct parent_watch *w);
/* `clients`: how many listen to iopub; `parent_then`: our parent when the first of them came, 0 before. */
bool parent_is_gone(const struct parent_watch *w, int clients, pid_t parent_then);
