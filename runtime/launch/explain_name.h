/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "diag/diag.h"
#include "lang/lang.h"

/* Adds help to NVRTC's errors from `first` on about names that exist only on the host, or are misspelt. Drops follow-up
 * errors of a class that kernels do not have. u: the cell that contains them while it is not defined yet; or NULL.
 * Thread-safety: the session's thread only. */
void launch_explain_names(struct lang *l, const struct unit *u, struct diags *out,
                          struct diag *first);
