/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "display/display.h"

/* The roofline of a device and the kernels below it (Williams, Waterman, Patterson: Roofline, CACM 52(4), 2009): a static picture and a
 * table. Thread-safety: unsafe. Ownership: the caller's. */

struct roofline_point {
    const char *name;
    double flops, bytes; /* of all launches */
    uint64_t ns;
    bool wide; /* most operations have 64 bits */
};

struct roofline {
    const char *title, *device;
    double bandwidth; /* bytes per second */
    double peaks[2];  /* operations per second: of 32 and 64 bits; 0: not drawn */
    const struct roofline_point *points;
    uint32_t point_count;
};

void display_roofline(struct display *out, const struct roofline *r,
                      const struct display_style *style);
