/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "display/parts.h"

/* A small rasteriser for charts: RGB pixels, lines with soft edges, boxes, a font of our own drawing. Inside display/. */

struct colour {
    uint8_t r, g, b;
};

struct canvas {      /* canvas_free */
    uint8_t *pixels; /* RGB, row-major */
    int width, height;
};

struct canvas canvas_new(int width, int height, struct colour ground);
void canvas_free(struct canvas *c);
void canvas_box(struct canvas *c, double x0, double y0, double x1, double y1, struct colour ink);
void canvas_line(struct canvas *c, double x0, double y0, double x1, double y1, double thick,
                 struct colour ink);
void canvas_dot(struct canvas *c, double x, double y, double radius, struct colour ink);

enum { FONT_HEIGHT = 7, FONT_ADVANCE = 6 }; /* pixels at size 1 */

/* `at` -1: x is the left end, 0: the middle, 1: the right end; y is the top. Unknown characters are blanks. */
void canvas_text(struct canvas *c, double x, double y, int at, int size, const char *text,
                 struct colour ink);

/* ---- colour maps, fit for the colour-blind ---- */
/* "viridis", "cividis", "grey"; false: no such map. t from 0 to 1. */
bool colour_map(const char *name, double t, struct colour *out);
