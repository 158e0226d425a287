/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "display/parts.h"

/* Inside display/ only: a small rasteriser for charts with anti-aliased lines, boxes, dots and letters. y points down; drawing is
 * clipped. Thread-safety: unsafe. */

struct colour {
    uint8_t r, g, b;
};

struct canvas {        /* release with canvas_free */
    uint8_t *pixels;   /* RGB, row-major */
    int width, height; /* of its pixels */
    int scale;         /* pixels of one unit */
};

/* Sizes and coordinates are in units. A picture for a page has two pixels a unit, for screens that have as many. */
struct canvas canvas_new(int width, int height, int scale, struct colour ground);
void canvas_free(struct canvas *c);
void canvas_box(struct canvas *c, double x0, double y0, double x1, double y1, struct colour ink);
void canvas_line(struct canvas *c, double x0, double y0, double x1, double y1, double thick,
                 struct colour ink);
void canvas_dot(struct canvas *c, double x, double y, double radius, struct colour ink);

enum { FONT_HEIGHT = 7, FONT_ADVANCE = 6 }; /* units at size 1 */

/* `at`: x is the left end (-1), the centre (0) or the right end (1); y is the top. Unknown characters are drawn as blanks. */
void canvas_text(struct canvas *c, double x, double y, int at, int size, const char *text,
                 struct colour ink);

/* ---- colour maps that are safe for colour-blind readers ---- */
/* "viridis", "cividis" or "grey"; t from 0 to 1. Returns false if there is no such map. */
bool colour_map(const char *name, double t, struct colour *out);
