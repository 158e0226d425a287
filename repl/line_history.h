/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <histedit.h>
#include <stdbool.h>
#include <stddef.h>

enum { HISTORY_MOST = 2000 };

/* The cells of this session and of those before it, each whole, oldest first. Sessions share the file by appending to it: a cell
 * of another session shows in the next one. If the file cannot be read or written, this session's cells are kept in memory.
 * The strings are libedit's, valid until the next history_add. Thread-safety: unsafe. */
struct cell_history {
    const char *at[HISTORY_MOST];
    size_t n;
    History *cells; /* libedit's list */
    char *path;     /* of the file; NULL: none */
};

/* kept: in the file. The owner calls history_close. */
void history_open(struct cell_history *h, bool kept);
void history_close(struct cell_history *h);
void history_add(struct cell_history *h, const char *cell,
                 size_t n); /* not if it is blank or repeats the last one */
