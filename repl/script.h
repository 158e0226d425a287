/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>

#include "repl.h"

/* A file of cells in the percent format: a line `// %%` starts each. Editors, Jupytext and our exporter for nbconvert write it.
 * Thread-safety: for the thread that owns the session. */

bool script_has_cells(const char *text);
/* Runs the cells in order, up to the first that fails or calls exit(): the status of that one, or of the last. Errors give the
 * line in the file; the second cell is FILE#2. Cells marked [markdown] or [raw] are skipped. */
enum wc_status script_run(struct repl *r, const char *path, const char *text, int argc,
                          char **argv);
