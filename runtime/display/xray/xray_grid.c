/* SPDX-License-Identifier: Apache-2.0 */
/* Makes the grid of a request. Next: xray_svg.c and xray_text.c, which draw it. */
#include "display/xray/xray_grid.h"

#include <inttypes.h>

#include "display/parts.h"

static struct access_request request_of(const struct xray_memory *m, const struct xray_sample *s)
{
    return (struct access_request){s->addresses, s->mask, m->bytes};
}

static void use_cell(struct grid_cell *c, uint32_t lane)
{
    c->lane = c->lanes ? c->lane : (uint8_t) lane;
    c->lanes++;
}

/* The row of an address, or NULL if it is among those left out. Rows are made in ascending order. */
static struct grid_cell *row_of(struct xray_grid *g, uint64_t row)
{
    for (uint32_t i = 0; i < g->rows; i++)
        if (g->at[i] == row)
            return g->cells[i];
    return NULL;
}

/* A row for each part of memory of 32 cells that is touched. */
static void make_rows(struct xray_grid *g, const struct access_request *r)
{
    uint64_t sectors[SECTORS_MOST], row_bytes = (uint64_t) GRID_COLUMNS * g->cell_bytes,
                                    before = UINT64_MAX;
    struct sector_counts c;
    access_sectors(r, &c, sectors);
    for (uint32_t k = 0; k < c.count; k++) {
        uint64_t at = sectors[k] * SECTOR_BYTES, row = at / row_bytes * row_bytes;
        if (row != before && g->rows < GRID_ROWS)
            g->at[g->rows++] = row;
        else if (row != before)
            g->more++;
        before = row;
        struct grid_cell *cells = row_of(g, row);
        for (uint32_t i = 0; cells && i < g->sector_cells; i++)
            cells[(at - row) / g->cell_bytes + i].fetched = true;
    }
}

static void make_global(struct xray_grid *g, const struct xray_picture *p,
                        const struct access_request *r)
{
    g->cell_bytes = r->bytes < 4 ? r->bytes : 4;
    g->sector_cells = SECTOR_BYTES / g->cell_bytes;
    make_rows(g, r);
    uint64_t row_bytes = (uint64_t) GRID_COLUMNS * g->cell_bytes;
    for (uint32_t m = r->mask; m; m &= m - 1) {
        uint32_t lane = (uint32_t) __builtin_ctz(m);
        for (uint32_t k = 0; k < r->bytes; k += g->cell_bytes) {
            uint64_t at = r->addresses[lane] + k, row = at / row_bytes * row_bytes;
            struct grid_cell *cells = row_of(g, row);
            if (cells)
                use_cell(cells + (at - row) / g->cell_bytes, lane);
        }
    }
    for (uint32_t i = 0; i < g->rows; i++)
        g->at[i] -= p->array ? p->array_at : g->at[0];
}

static void make_shared(struct xray_grid *g, const struct access_request *r)
{
    struct bank_word words[BANK_WORDS_MOST];
    struct bank_counts c;
    g->cell_bytes = BANK_BYTES;
    g->sector_cells = 1;
    access_banks(r, &c, words);
    g->rows = c.passes < GRID_ROWS ? c.passes : GRID_ROWS;
    g->more = c.passes - g->rows;
    for (uint32_t i = 0; i < g->rows; i++)
        g->at[i] = i;
    for (uint32_t k = 0; k < c.words; k++)
        if (words[k].pass < g->rows)
            use_cell(&g->cells[words[k].pass][words[k].bank], words[k].lane);
}

void xray_grid_make(struct xray_grid *g, const struct xray_picture *p, const struct xray_sample *s)
{
    struct access_request r = request_of(p->memory, s);
    *g = (struct xray_grid){.shared = p->memory->shared, .atomic = p->memory->act == XRAY_ATOMIC};
    if (g->shared)
        make_shared(g, &r);
    else
        make_global(g, p, &r);
}

void xray_array_name(struct buf *out, const struct xray_picture *p)
{
    buf_puts(out, p->array ? p->array : p->memory->shared ? "shared memory" : "memory");
}

/* ---- in words ---- */

static void put_figures(struct buf *out, const struct xray_memory *m, const struct xray_sample *s)
{
    struct access_request r = request_of(m, s);
    struct sector_counts sectors;
    struct bank_counts banks;
    struct collision_counts collisions;
    int lanes = __builtin_popcount(s->mask);
    buf_printf(out, "%d lane%s, ", lanes, lanes == 1 ? "" : "s");
    if (m->shared) {
        access_banks(&r, &banks, NULL);
        buf_printf(out, "%" PRIu32 " pass%s, ideal %" PRIu32, banks.passes,
                   banks.passes == 1 ? "" : "es", banks.ideal);
    } else {
        access_sectors(&r, &sectors, NULL);
        buf_printf(out, "%" PRIu32 " sector%s, ideal %" PRIu32, sectors.count,
                   sectors.count == 1 ? "" : "s", sectors.ideal);
    }
    if (m->act != XRAY_ATOMIC)
        return;
    access_collisions(&r, &collisions);
    buf_printf(out, ", %" PRIu32 " address%s", collisions.addresses,
               collisions.addresses == 1 ? "" : "es");
}

void xray_sample_text(struct buf *out, const struct xray_page *page, const struct xray_picture *p,
                      const struct xray_sample *s)
{
    const struct device_dim *g = &page->grid;
    uint64_t plane = (uint64_t) g->x * g->y;
    buf_printf(out, "block (%" PRIu64 ", %" PRIu64 ", %" PRIu64 "), warp %" PRIu32, s->block % g->x,
               s->block / g->x % g->y, s->block / plane, s->warp);
    buf_printf(out, ", iteration %" PRIu32 ": ", s->iteration);
    put_figures(out, p->memory, s);
}

static uint64_t excess_of(const struct xray_memory *m, const struct xray_sample *s)
{
    struct access_request r = request_of(m, s);
    struct sector_counts sectors = {0};
    struct bank_counts banks = {0};
    struct collision_counts collisions;
    if (m->shared)
        access_banks(&r, &banks, NULL);
    else
        access_sectors(&r, &sectors, NULL);
    access_collisions(&r, &collisions);
    return sectors.count - sectors.ideal + banks.passes - banks.ideal +
           (m->act == XRAY_ATOMIC ? (uint32_t) __builtin_popcount(s->mask) - collisions.addresses
                                  : 0);
}

const struct xray_sample *xray_worst_sample(const struct xray_memory *m)
{
    const struct xray_sample *worst = NULL;
    VEC_EACH (s, &m->samples)
        worst = !worst || excess_of(m, s) > excess_of(m, worst) ? s : worst;
    return worst;
}
