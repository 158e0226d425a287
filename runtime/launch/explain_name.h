/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "diag/diag.h"
#include "lang/lang.h"

/* Adds help to NVRTC's errors from `first` on about names that exist on the host only, or are misspelt. What follows from a
 * class that kernels do not have is dropped. u: the cell they stand in, while it is not defined yet; or NULL.
 * Thread-safety: the session's thread only. */
void launch_explain_names(struct lang *l, const struct unit *u, struct diags *out,
                          struct diag *first);
