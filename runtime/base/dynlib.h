/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

/* One symbol of a library that is loaded at run time. */
struct dynlib_symbol {
    const char *name;
    void **to;     /* receives the address, or NULL */
    bool required; /* without it the library cannot be used */
};

/* Opens `path` and fills the table. NULL: `out_why` says why, with the missing symbol's name if that is it.
 * The handle is for dynlib_close. */
void *dynlib_open(const char *path, const struct dynlib_symbol *symbols, size_t count,
                  struct buf *out_why);
void dynlib_close(void **handle);
