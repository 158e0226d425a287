/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

/* The locations of a program's definitions in the user's cells. The cache key does not include them, so a cell that runs again under
 * another number, or a kernel that moved by a line, is not recompiled. Instead, the locations in the cached code are mapped to the
 * current ones. Thread-safety: unsafe. */

struct place_range {
    const char *name;     /* of the cell or file; owned by the sources */
    uint32_t line, lines; /* first line there; number of lines */
    size_t start, end;    /* of the #line directive in the program */
};

struct places { /* a VEC (base/vec.h), in program order */
    struct place_range *at;
    size_t n, cap;
};

void places_free(struct places *p);

/* Whether the generated code depends on the locations, because the source uses __LINE__, assert or similar. */
bool places_matter(const char *source);
/* The program without its #line directives. The caller frees it. */
char *places_without(const struct places *p, const char *source);
/* The locations as text, one per line: "line lines name". The caller frees it. */
char *places_write(const struct places *p);

/* Rewrites the locations of PTX that was compiled at `was` (the output of places_write) to those of `now`. The new text goes to
 * `out`. Returns false if that is not possible: two definitions share a line, or `was` belongs to another program. */
bool places_map(const char *was, const struct places *now, struct str ptx, struct buf *out);
