/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "array/array_file.h"

/* Shared by npy.c and npz.c. */

/* The whole of a file; free it. NULL: a diag. */
char *file_bytes(const struct file_work *w, uint64_t *out_n);
bool npy_parse(const char *name, const char *bytes, uint64_t n, struct diags *out, struct span at,
               struct file_array *result);
/* What stands before and behind the two parts of a member, stored in a zip of its own. */
void zip_frame(const char *name, struct str head, struct str body, struct buf *before,
               struct buf *after);
