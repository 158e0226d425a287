/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "display/display.h"

/* The page of %profile: events in rows over one axis of time, and tables of their sums. HTML with a static picture, which a short script, where
 * it may run, replaces by one that zooms and pans; and text. Thread-safety: unsafe. Ownership: the caller's. */

enum timeline_colour {
    TIMELINE_BLUE,
    TIMELINE_SKY,
    TIMELINE_ORANGE,
    TIMELINE_GREEN,
    TIMELINE_GREY
};

struct timeline_event {
    uint32_t row;
    const char *name, *detail; /* detail: for a tooltip, or NULL */
    uint64_t start, end;       /* ns from the start of the timeline; equal: a mark */
};

struct timeline_row {
    const char *name;
    enum timeline_colour colour;
};

struct timeline {
    const char *title, *note; /* note: or NULL */
    const char *id;           /* unique in the notebook */
    uint64_t length;          /* ns */
    const struct timeline_row *rows;
    uint32_t row_count;
    const struct timeline_event *events; /* by row and start */
    uint32_t event_count;
    const struct table *sums; /* below the picture; NULL: none */
};

void display_timeline(struct display *out, const struct timeline *t,
                      const struct display_style *style);
/* The same as a trace for chrome://tracing and Perfetto (Trace Event Format). */
void timeline_trace(struct buf *out, const struct timeline *t);
