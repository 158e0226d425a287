/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>

#include "base/str.h"

/* The cells of a file in the percent format. Zero-initialise it but for `text`, which is NUL-terminated and outlives it.
 * Thread-safety: unsafe. */
struct script {
    const char *text;
    const char *body, *title; /* of the next cell */
};

bool script_has_cells(const char *text); /* it has a line `// %%` */
/* The next cell with code: cells marked [markdown] or [raw] are skipped. false: there is none. Replaces the text in `out`. */
bool script_next(struct script *s, struct buf *out);
