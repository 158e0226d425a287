/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "array/array_file.h"

/* Inside array/ only: shared by npy.c and npz.c. Thread-safety: safe. */

/* The contents of a file, which the caller frees. NULL with a diag. */
char *file_bytes(const struct file_work *w, uint64_t *out_n);
bool npy_parse(const char *name, const char *bytes, uint64_t n, struct diags *out, struct span at,
               struct file_array *result);
/* The bytes before and after a member (head and body) that make it a zip archive with a single stored member. */
void zip_frame(const char *name, struct str head, struct str body, struct buf *before,
               struct buf *after);
