/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdint.h>

#include "base/arena.h"

/* The sessions of this machine and what they use, from /proc (proc(5)): those of other accounts, too, where the system shows them.
 * Ownership: the arena's. Thread-safety: safe. */

struct machine_session {
    int process;
    const char *user; /* JupyterHub's name, where it can be read; the account's otherwise */
    const char *program;
    uint64_t resident;        /* bytes */
    double processor_seconds; /* since it began */
};

/* The largest first. */
struct machine_session *sessions_list(struct arena *a, uint32_t *out_count);
