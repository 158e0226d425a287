/* SPDX-License-Identifier: Apache-2.0 */
/* The table under a cell: what its launches took on the device that ran them. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/check.h"
#include "base/vec.h"
#include "display/parts.h"

enum column { KERNEL, GRID, BLOCK, SHARED, CALLS, TIME, MIN, MEDIAN, TOTAL, COMPILED, COLUMNS };

static const struct table_column titles[COLUMNS] = {
    [KERNEL] = {"kernel", false},
      [GRID] = {"grid",   true },
      [BLOCK] = {"block",  true },
    [SHARED] = {"shared", true },
      [CALLS] = {"calls",  true },
      [TIME] = {"time",   true },
    [MIN] = {"min",    true },
      [MEDIAN] = {"median", true },
      [TOTAL] = {"total",  true },
    [COMPILED] = {"compiled in", true },
};

static void put_dim(struct buf *out, struct device_dim d)
{
    buf_printf(out, "%" PRIu32, d.x);
    if (d.y > 1 || d.z > 1)
        buf_printf(out, " × %" PRIu32, d.y);
    if (d.z > 1)
        buf_printf(out, " × %" PRIu32, d.z);
}

static char *cell(const struct timing_row *r, enum column c)
{
    struct buf text = {0};
    switch (c) {
    case KERNEL: buf_puts(&text, r->kernel); break;
    case GRID: put_dim(&text, r->grid); break;
    case BLOCK: put_dim(&text, r->block); break;
    case SHARED: print_bytes(&text, r->shared); break;
    case CALLS: buf_printf(&text, "%" PRIu32, r->calls); break;
    case TIME:
    case TOTAL: print_time(&text, r->total_ns); break;
    case MIN: print_time(&text, r->min_ns); break;
    case MEDIAN: print_time(&text, r->median_ns); break;
    case COMPILED:
        if (r->compile_ns)
            print_time(&text, r->compile_ns);
        break;
    case COLUMNS: UNREACHABLE();
    }
    return buf_take(&text);
}

/* One time is enough where everything was launched once; shared memory and NVRTC's time show where there is some. */
static void choose(bool shown[COLUMNS], const struct timing_row *rows, uint32_t count)
{
    bool repeated = false, shared = false, compiled = false;
    for (uint32_t i = 0; i < count; i++) {
        repeated |= rows[i].calls > 1;
        shared |= rows[i].shared > 0;
        compiled |= rows[i].compile_ns > 0;
    }
    for (int c = 0; c < COLUMNS; c++)
        shown[c] = true;
    shown[SHARED] = shared;
    shown[COMPILED] = compiled;
    shown[TIME] = !repeated;
    shown[CALLS] = shown[MIN] = shown[MEDIAN] = shown[TOTAL] = repeated;
}

void display_timings(struct display *out, const struct timing_row *rows, uint32_t count,
                     const char *device_label, const struct display_style *style)
{
    VEC(struct table_column) columns = {0};
    VEC(char *) cells = {0};
    bool shown[COLUMNS];
    choose(shown, rows, count);
    for (int c = 0; c < COLUMNS; c++)
        if (shown[c])
            VEC_PUSH(&columns, titles[c]);
    for (uint32_t i = 0; i < count; i++)
        for (int c = 0; c < COLUMNS; c++)
            if (shown[c])
                VEC_PUSH(&cells, cell(rows + i, (enum column) c));
    struct table t = {NULL, columns.at, (uint32_t) columns.n, count,
                      (const char *const *) cells.at};
    struct buf *html = display_add(out, "text/html");
    table_html(html, &t);
    buf_puts(html, "<div style=\"opacity:0.7;font-size:smaller\">measured on the ");
    buf_html(html, str_of(device_label));
    buf_puts(html, "</div>\n");
    struct buf *plain = display_add(out, "text/plain");
    table_text(plain, &t);
    buf_printf(plain, "measured on the %s\n", device_label);
    VEC_EACH (c, &cells)
        free(*c);
    VEC_FREE(&cells);
    VEC_FREE(&columns);
}
