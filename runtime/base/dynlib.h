/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

/* Shared libraries that are loaded at run time, so that they are not needed to build or start. Thread-safety: safe, if no two
 * threads fill the same table. */
struct dynlib_symbol {
    const char *name;
    void **to;     /* receives the address, or NULL */
    bool required; /* without it the library cannot be used */
};

/* Loads the library and resolves `symbols`. Returns a handle for dynlib_close, or NULL with the reason in `out_why`, such as the
 * name of a required symbol that is missing. A NULL `to` of an optional symbol means that the library lacks it. */
void *dynlib_open(const char *path, const struct dynlib_symbol *symbols, size_t count,
                  struct buf *out_why);
void dynlib_close(void **handle);
