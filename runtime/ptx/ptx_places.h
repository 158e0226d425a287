/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

/* The source places that PTX text carries: .loc, its inlined_at, and the .file table that they refer to (PTX ISA 11.5). */

struct ptx_place {
    const char *file; /* the name in its .file */
    uint32_t line;
};

/* Writes the text to `out` with every place as `map` changes it; the names that `map` sets must live until the call returns.
 * The .file table gets the names that are then in use. false: the table is malformed; `out` is incomplete. Thread-safety: safe. */
bool ptx_map_places(struct str ptx, void (*map)(void *user, struct ptx_place *place), void *user,
                    struct buf *out);
