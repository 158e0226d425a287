/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "array/array_file.h"

/* Writes an array of rank 1 or 2, each value as the shortest text that reads back equal. Returns false with a diag. Thread-safety: safe for
 * different files. */
bool csv_write(const struct file_work *w, const struct array *a, const void *elements);
