/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/arena.h"
#include "base/str.h"
#include "device/xray.h"

/* Advice for patterns that %xray recognises. Texts are in the arena. Thread-safety: unsafe. */

enum xray_pattern {
    XRAY_FINE,
    XRAY_MISALIGNED, /* consecutive, but from the middle of a sector */
    XRAY_STRIDE,
    XRAY_STRUCTS, /* one member of an array of structs */
    XRAY_COLUMN,  /* each lane in a row of its own */
    XRAY_SCATTERED,
    XRAY_TILE, /* a column of a tile whose rows are multiples of 32 words */
    XRAY_BANKS,
    XRAY_SERIAL, /* atomics of many lanes at one address */
    XRAY_DIVERGENT,
};

struct xray_advice {
    enum xray_pattern pattern;
    const char *text;    /* NULL: none */
    const char *changed; /* the line as it could be, or NULL */
};

/* line: of the source, without blanks around it. declaration: the line that declares the shared variable, or empty. */
struct xray_advice xray_advise(struct arena *a, const struct xray_memory *m, const char *variable,
                               struct str line, struct str declaration);
struct xray_advice xray_advise_branch(struct arena *a, const struct xray_line *l, struct str line);
