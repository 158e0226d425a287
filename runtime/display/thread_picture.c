/* SPDX-License-Identifier: Apache-2.0 */
/* A number of each thread of a block, as a heat map: a row for each threadIdx.y, or for each warp where that would be one long row. Needs plot.c. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "display/parts.h"

enum { WARP = 32, NARROWEST = 4, WIDEST = 64 };

static const char shades[] = ".:-=+*#%@";

struct thread_rows {
    uint32_t columns, count;
    bool warps;
};

static struct thread_rows rows_of(const struct thread_numbers *t)
{
    bool warps =
        (uint64_t) t->shape.y * t->shape.z == 1 || t->shape.x < NARROWEST || t->shape.x > WIDEST;
    uint32_t columns = !warps ? t->shape.x : t->count < WARP ? t->count : WARP;
    return (struct thread_rows){columns, (t->count + columns - 1) / columns, warps};
}

static void put_range(struct buf *out, const char *before, double v, const char *between,
                      char shade)
{
    buf_puts(out, before);
    put_number(out, v);
    buf_printf(out, "%s'%c'", between, shade);
}

/* "i of block (0, 0, 0), 16 x 4 threads": the letters of a chart have no multiplication sign */
static void put_title(struct buf *out, const struct thread_numbers *t)
{
    buf_printf(out, "%s of block (%u, %u, %u), ", t->expression, t->block.x, t->block.y,
               t->block.z);
    buf_printf(out, "%u", t->shape.x);
    if (t->shape.y > 1 || t->shape.z > 1)
        buf_printf(out, " x %u", t->shape.y);
    if (t->shape.z > 1)
        buf_printf(out, " x %u", t->shape.z);
    buf_puts(out, t->count == 1 ? " thread" : " threads");
}

static void put_row_name(struct buf *out, const struct thread_numbers *t, struct thread_rows r,
                         uint32_t row)
{
    char name[48];
    if (r.warps)
        snprintf(name, sizeof name, "warp %u", row);
    else if (t->shape.z > 1)
        snprintf(name, sizeof name, "y %u, z %u", row % t->shape.y, row / t->shape.y);
    else
        snprintf(name, sizeof name, "y %u", row);
    buf_printf(out, "%10s |", name);
}

static char shade_of(double v, double low, double high)
{
    double part = high > low ? (v - low) / (high - low) : 0;
    return !isfinite(v) ? '?' : shades[(size_t) (part * (sizeof shades - 2) + 0.5)];
}

/* Threads without a value are blank. */
static void put_shades(struct buf *out, const struct thread_numbers *t, struct thread_rows r)
{
    double low = INFINITY, high = -INFINITY;
    for (uint32_t i = 0; i < t->count; i++)
        if (t->known[i] && isfinite(t->values[i])) {
            low = fmin(low, t->values[i]);
            high = fmax(high, t->values[i]);
        }
    put_title(out, t);
    if (low <= high)
        put_range(out, ": ", low, " ", shade_of(low, low, high));
    if (low < high)
        put_range(out, " to ", high, " ", shade_of(high, low, high));
    buf_putc(out, '\n');
    for (uint32_t row = 0; row < r.count; row++) {
        put_row_name(out, t, r, row);
        for (uint32_t i = row * r.columns; i < (row + 1) * r.columns && i < t->count; i++)
            buf_putc(out, t->known[i] ? shade_of(t->values[i], low, high) : ' ');
        buf_puts(out, "|\n");
    }
}

void display_threads(struct display *out, const struct thread_numbers *t,
                     const struct display_style *style)
{
    struct thread_rows r = rows_of(t);
    struct buf title = {0};
    double *cells = xmalloc((size_t) r.columns * r.count * sizeof *cells);
    for (uint32_t i = 0; i < r.columns * r.count; i++)
        cells[i] = i < t->count && t->known[i] ? t->values[i] : NAN;
    put_title(&title, t);
    display_plot(out,
                 &(struct plot){
                     .kind = PLOT_HEAT,
                     .rows = r.warps          ? "warp"
                             : t->shape.z > 1 ? "threadIdx.y, z"
                                              : "threadIdx.y",
                     .columns = r.warps ? "lane" : "threadIdx.x",
                     .y = {.elements = cells,
                           .dtype = dtype_of(DTYPE_F64),
                           .rank = 2,
                           .shape = {r.count, r.columns},
                           .name = title.p}
    },
                 style);
    for (uint32_t k = 0; k < out->count && !style->terminal; k++)
        if (!strcmp(out->items[k].type, "text/plain")) {
            out->items[k].data.n = 0;
            put_shades(&out->items[k].data, t, r);
        }
    buf_free(&title);
    free(cells);
}
