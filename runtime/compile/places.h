/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

/* Where the definitions of a compiled program stand in the user's cells. The cache finds code by its text without these places,
 * so that a cell which runs again under another number, or whose kernel has moved by a line, is not compiled again; the
 * places in the code that it finds are then mapped to the current ones. Thread-safety: unsafe. */

struct place_range {
    const char *name;     /* of the cell or file; owned by the sources */
    uint32_t line, lines; /* its first line there, and how many it takes */
    size_t start, end;    /* the #line directive in the program's text */
};

struct places { /* in the order of the program; see base/vec.h */
    struct place_range *at;
    size_t n, cap;
};

void places_free(struct places *p);

/* Whether the program's code depends on its places: it uses __LINE__, assert and the like. */
bool places_matter(const char *source);
/* The text without its #line directives. The caller frees it. */
char *places_without(const struct places *p, const char *source);
/* The places as text, one a line: "line lines name". The caller frees it. */
char *places_write(const struct places *p);

/* Maps the places in PTX that was compiled at the places `was`, as places_write wrote them, to `now`. Gives new text in `out`.
 * false: they cannot be mapped, because two definitions share a line or `was` is not of this program. */
bool places_map(const char *was, const struct places *now, struct str ptx, struct buf *out);
