/* SPDX-License-Identifier: Apache-2.0 */
/* The table of launches below a cell. Columns without data are left out, and the short form also leaves out those
 * of little use. In HTML the table is a <details> element with a summary line. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "display/parts.h"

enum column {
    KERNEL,
    GRID,
    BLOCK,
    SHARED,
    REGISTERS,
    OCCUPANCY,
    CALLS,
    TIME,
    MIN,
    MEDIAN,
    TOTAL,
    BYTES,
    RATE,
    SHARE,
    COMPILED,
    COLUMNS
};

static const struct table_column titles[COLUMNS] = {
    [KERNEL] = {"kernel",      false},
    [GRID] = {"grid",        true },
    [BLOCK] = {"block",       true },
    [SHARED] = {"shared",      true },
    [REGISTERS] = {"registers",   true },
    [OCCUPANCY] = {"occupancy",   true },
    [CALLS] = {"calls",       true },
    [TIME] = {"time",        true },
    [MIN] = {"min",         true },
    [MEDIAN] = {"median",      true },
    [TOTAL] = {"total",       true },
    [BYTES] = {"moved",       true },
    [RATE] = {"GB/s",        true },
    [SHARE] = {"of peak",     true },
    [COMPILED] = {"compiled in", true },
};

void print_dim(struct buf *out, struct device_dim d)
{
    buf_printf(out, "%" PRIu32, d.x);
    if (d.y > 1 || d.z > 1)
        buf_printf(out, " × %" PRIu32, d.y);
    if (d.z > 1)
        buf_printf(out, " × %" PRIu32, d.z);
}

void print_rate(struct buf *out, double bytes, uint64_t ns)
{
    double gb = bytes / (double) ns;
    buf_printf(out, gb < 9.995 ? "%.2f" : gb < 99.95 ? "%.1f" : "%.0f", gb);
}

static void put_occupancy(struct buf *out, const struct timing_row *r)
{
    buf_printf(out, "%.0f %%", r->occupancy * 100);
    if (r->occupancy < 1 && r->limiter)
        buf_printf(out, " (%s)", r->limiter);
}

static char *cell(const struct timing_table *t, const struct timing_row *r, enum column c)
{
    struct buf text = {0};
    bool rate = r->bytes && r->total_ns;
    switch (c) {
    case KERNEL: buf_puts(&text, r->kernel); break;
    case GRID: print_dim(&text, r->grid); break;
    case BLOCK: print_dim(&text, r->block); break;
    case SHARED: print_bytes(&text, r->shared); break;
    case REGISTERS:
        if (r->registers)
            buf_printf(&text, "%" PRIu32, r->registers);
        if (r->spill)
            buf_printf(&text, " + %" PRIu32 " B spilled", r->spill);
        break;
    case OCCUPANCY:
        if (r->occupancy >= 0)
            put_occupancy(&text, r);
        break;
    case CALLS: buf_printf(&text, "%" PRIu32, r->calls); break;
    case TIME:
    case TOTAL: print_time(&text, r->total_ns); break;
    case MIN: print_time(&text, r->min_ns); break;
    case MEDIAN: print_time(&text, r->median_ns); break;
    case COMPILED:
        if (r->compile_ns)
            print_time(&text, r->compile_ns);
        break;
    case BYTES:
        if (r->bytes)
            print_bytes(&text, r->bytes);
        break;
    case RATE:
        if (rate)
            print_rate(&text, (double) r->bytes, r->total_ns);
        break;
    case SHARE:
        if (rate && t->peak > 0)
            buf_printf(&text, "%.0f %%",
                       100 * (double) r->bytes / ((double) r->total_ns * 1e-9) / t->peak);
        break;
    case COLUMNS: UNREACHABLE();
    }
    if (!text.n)
        buf_puts(&text, "");
    return buf_take(&text);
}

/* One time is enough where everything was launched once; shared memory and NVRTC's time show where there is some. */
static void choose(bool shown[COLUMNS], const struct timing_table *t)
{
    bool repeated = false, shared = false, registers = false, occupancy = false, bytes = false,
         compiled = false;
    for (uint32_t i = 0; i < t->count; i++) {
        repeated |= t->rows[i].calls > 1;
        shared |= t->rows[i].shared > 0;
        registers |= t->rows[i].registers > 0;
        occupancy |= t->rows[i].registers && t->rows[i].occupancy >= 0;
        compiled |= t->rows[i].compile_ns > 0;
        bytes |= t->rows[i].bytes && t->rows[i].total_ns;
    }
    for (int c = 0; c < COLUMNS; c++)
        shown[c] = true;
    shown[SHARED] = shared || t->full;
    shown[COMPILED] = compiled;
    shown[REGISTERS] = registers && t->full;
    shown[OCCUPANCY] = occupancy && t->full;
    shown[TIME] = !repeated;
    shown[CALLS] = shown[MIN] = shown[MEDIAN] = shown[TOTAL] = repeated;
    shown[BYTES] = bytes && t->full;
    shown[RATE] = bytes;
    shown[SHARE] = bytes && t->peak > 0;
}

/* Rows differ in the kernel, the grid or the block. */
static uint32_t count_kernels(const struct timing_table *t)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        uint32_t earlier = 0;
        while (earlier < i && strcmp(t->rows[earlier].kernel, t->rows[i].kernel))
            earlier++;
        n += earlier == i;
    }
    return n;
}

/* "2 kernels, 12 launches, 1.3 ms" */
static void put_sum(struct buf *out, const struct timing_table *t)
{
    uint64_t calls = 0, ns = 0;
    uint32_t kernels = count_kernels(t);
    for (uint32_t i = 0; i < t->count; i++) {
        calls += t->rows[i].calls;
        ns += t->rows[i].total_ns;
    }
    if (kernels > 1)
        buf_printf(out, "%" PRIu32 " kernels, ", kernels);
    buf_printf(out, "%" PRIu64 " launch%s, ", calls, calls == 1 ? "" : "es");
    print_time(out, ns);
}

static void put_note(struct buf *out, const struct timing_table *t)
{
    bool bytes = false;
    for (uint32_t i = 0; i < t->count; i++)
        bytes |= t->rows[i].bytes > 0;
    buf_printf(out, "measured on the %s", t->device);
    if (t->full && t->code_for)
        buf_printf(out, "; registers and occupancy as compiled for %s", t->code_for);
    if (t->full && bytes)
        buf_puts(out, "; moved: each array counted once per read and once per write");
    if (t->full && bytes && t->peak > 0) {
        buf_puts(out, "; peak: ");
        print_rate(out, t->peak, 1000000000);
        buf_puts(out, " GB/s, a copy in the device's memory");
    }
}

static void put_html(struct buf *out, const struct timing_table *t, const struct table *table,
                     struct str note)
{
    struct buf sum = {0};
    put_sum(&sum, t);
    buf_puts(out, "<details open><summary style=\"cursor:pointer\">");
    buf_html(out, (struct str){sum.p, sum.n});
    buf_puts(out, "</summary>\n");
    table_html(out, table);
    buf_puts(out, "<div style=\"opacity:0.7;font-size:smaller\">");
    buf_html(out, note);
    buf_puts(out, "</div>\n");
    for (uint32_t i = 0; i < t->advice_count; i++) {
        buf_puts(out, "<div style=\"font-size:smaller\"><b>advice</b> ");
        buf_html(out, str_of(t->advice[i]));
        buf_puts(out, "</div>\n");
    }
    buf_puts(out, "</details>\n");
    buf_free(&sum);
}

void display_timings(struct display *out, const struct timing_table *t,
                     const struct display_style *style)
{
    VEC(struct table_column) columns = {0};
    VEC(char *) cells = {0};
    bool shown[COLUMNS];
    struct buf note = {0};
    choose(shown, t);
    for (int c = 0; c < COLUMNS; c++)
        if (shown[c])
            VEC_PUSH(&columns, titles[c]);
    for (uint32_t i = 0; i < t->count; i++)
        for (int c = 0; c < COLUMNS; c++)
            if (shown[c])
                VEC_PUSH(&cells, cell(t, t->rows + i, (enum column) c));
    struct table table = {NULL, columns.at, (uint32_t) columns.n, t->count,
                          (const char *const *) cells.at};
    put_note(&note, t);
    put_html(display_add(out, "text/html"), t, &table, (struct str){note.p, note.n});
    struct buf *plain = display_add(out, "text/plain");
    table_text(plain, &table, style);
    print_wrapped(plain, (struct str){note.p, note.n}, "  ", style->columns);
    for (uint32_t i = 0; i < t->advice_count; i++) {
        struct buf line = {0};
        buf_printf(&line, "advice: %s", t->advice[i]);
        print_wrapped(plain, (struct str){line.p, line.n}, "  ", style->columns);
        buf_free(&line);
    }
    VEC_EACH (c, &cells)
        free(*c);
    VEC_FREE(&cells);
    VEC_FREE(&columns);
    buf_free(&note);
}
