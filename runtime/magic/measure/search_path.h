/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>

#include "base/str.h"

/* A program in a list of folders with colons between them, as PATH is one. *out gets the path of the first that may be executed, and is empty
 * otherwise. list may be NULL. Thread-safety: safe. */
bool search_path_find(const char *list, const char *program, struct buf *out);
