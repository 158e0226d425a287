/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/xray.h"
#include "display/display.h"

/* The page of %xray: the source with a heat strip and its figures, and pictures of the memory instructions that cost most. HTML with
 * one static picture each, which a short script, where it is allowed to run, steps through the recorded requests; and text.
 * Thread-safety: unsafe. Ownership: the caller's, as far as it goes. */

struct xray_row {
    const char *place, *text;     /* "12", or "sum.cuh:12"; the line of the source */
    const struct xray_line *line; /* NULL: no code */
    double heat; /* 0 to 1: its part of the kernel's excess, the worst line having 1 */
};

struct xray_picture { /* of a memory instruction */
    const struct xray_memory *memory;
    const char *place, *text;     /* of its line */
    const char *array;            /* or NULL */
    uint64_t array_at;            /* where that begins */
    uint64_t line_excess;         /* of all memory instructions of the line */
    const char *advice, *changed; /* a sentence, and the line as it could be; NULL: none */
};

struct xray_page {
    const char *title; /* "saxpy<<<4096, 256>>>" */
    const char *note;  /* or NULL */
    const char *id;    /* unique in the notebook: HTML ids begin with it */
    struct device_dim grid;
    const struct xray_row *rows;
    uint32_t row_count;
    const struct xray_picture *pictures; /* the worst first */
    uint32_t picture_count;
    const char *const *advice; /* on lines without a picture */
    uint32_t advice_count;
};

void display_xray(struct display *out, const struct xray_page *p,
                  const struct display_style *style);
