/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "array/array_file.h"
#include "eval/library/builtin.h"

/* Inside the library: tables of numbers in text. false: a diag. Thread-safety: the session's thread only. */
bool is_csv(const char *path);
/* `column` NULL: all of them, as an array of rank 2; else that one, of rank 1. The caller frees out->bytes. */
bool table_load(struct vm *vm, const char *path, const char *column, struct span at,
                struct file_array *out);
