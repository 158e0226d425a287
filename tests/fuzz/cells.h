/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* An input of several cells, separated by lines of `//---` as in tests/cells. */
struct cells {
    const char *at, *end;
};

static inline bool cells_next(struct cells *c, const char **out_text, size_t *out_n)
{
    static const char mark[] = "//---\n";
    if (!c->at)
        return false;
    const char *stop = memmem(c->at, (size_t) (c->end - c->at), mark, sizeof mark - 1);
    *out_text = c->at;
    *out_n = (size_t) ((stop ? stop : c->end) - c->at);
    c->at = stop ? stop + sizeof mark - 1 : NULL;
    return true;
}
