/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "display/xray/xray_page.h"

/* A request as a grid: rows of 32 words of global memory, or passes over the 32 banks. Each cell names the lanes that use it.
 * Inside display/xray. */

enum { GRID_COLUMNS = 32, GRID_ROWS = 16 };

struct grid_cell {
    uint8_t lanes; /* how many use it; 0: none */
    uint8_t lane;  /* the first of them */
    bool fetched;  /* a part of a sector that is moved */
};

struct xray_grid {
    bool shared;
    bool atomic;
    uint32_t cell_bytes, sector_cells;
    uint32_t rows, more;    /* rows that are left out */
    uint64_t at[GRID_ROWS]; /* of a row: the offset in the array of its first byte; its pass */
    struct grid_cell cells[GRID_ROWS][GRID_COLUMNS];
};

void xray_grid_make(struct xray_grid *g, const struct xray_picture *p, const struct xray_sample *s);
void xray_grid_svg(struct buf *out, const struct xray_grid *g, const struct xray_picture *p);
void xray_grid_text(struct buf *out, const struct xray_grid *g, const struct xray_picture *p);
/* "block (0, 0, 0), warp 1, iteration 0: 32 lanes, 32 sectors of 4" */
void xray_sample_text(struct buf *out, const struct xray_page *page, const struct xray_picture *p,
                      const struct xray_sample *s);
/* The request with the largest excess. */
const struct xray_sample *xray_worst_sample(const struct xray_memory *m);
void xray_array_name(struct buf *out, const struct xray_picture *p);
