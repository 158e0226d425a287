/* SPDX-License-Identifier: Apache-2.0 */
/* The table of launches below a cell. Columns without data are left out, and the short form also leaves out those
 * of little use. In HTML the table is a <details> element with a summary line. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/vec.h"
#include "display/parts.h"

void print_dim(struct buf *out, struct device_dim d)
{
    print_count(out, d.x);
    if (d.y > 1 || d.z > 1) {
        buf_puts(out, " × ");
        print_count(out, d.y);
    }
    if (d.z > 1) {
        buf_puts(out, " × ");
        print_count(out, d.z);
    }
}

/* A slower launch is not about memory: its rate would be noise with zeros before it. */
static const double SLOWEST_RATE = 0.005;

static int rate_decimals(double gb)
{
    return gb < 9.995 ? 2 : gb < 99.95 ? 1 : 0;
}

void print_rate(struct buf *out, double bytes, uint64_t ns)
{
    double gb = bytes / (double) ns;
    if (gb >= SLOWEST_RATE)
        buf_printf(out, "%.*f", rate_decimals(gb), gb);
}

/* ---- columns ---- */

/* A column's text for a row; an empty text leaves the cell empty. */

static void put_kernel(struct buf *out, const struct timing_table *t, const struct timing_row *r)
{
    buf_puts(out, r->kernel);
}

static void put_grid(struct buf *out, const struct timing_table *t, const struct timing_row *r)
{
    print_dim(out, r->grid);
}

static void put_block(struct buf *out, const struct timing_table *t, const struct timing_row *r)
{
    print_dim(out, r->block);
}

static void put_shared(struct buf *out, const struct timing_table *t, const struct timing_row *r)
{
    if (r->shared)
        print_bytes(out, r->shared);
}

static void put_registers(struct buf *out, const struct timing_table *t, const struct timing_row *r)
{
    if (r->registers)
        buf_printf(out, "%" PRIu32, r->registers);
    if (r->spill)
        buf_printf(out, " + %" PRIu32 " B spilled", r->spill);
}

static void put_occupancy(struct buf *out, const struct timing_table *t, const struct timing_row *r)
{
    if (r->occupancy < 0)
        return;
    buf_printf(out, "%.0f %%", r->occupancy * 100);
    if (r->occupancy < 1 && r->limiter)
        buf_printf(out, " (%s)", r->limiter);
}

static void put_calls(struct buf *out, const struct timing_table *t, const struct timing_row *r)
{
    print_count(out, r->calls);
}

static void put_total(struct buf *out, const struct timing_table *t, const struct timing_row *r)
{
    print_time(out, r->total_ns);
}

static void put_min(struct buf *out, const struct timing_table *t, const struct timing_row *r)
{
    print_time(out, r->min_ns);
}

static void put_median(struct buf *out, const struct timing_table *t, const struct timing_row *r)
{
    print_time(out, r->median_ns);
}

static void put_moved(struct buf *out, const struct timing_table *t, const struct timing_row *r)
{
    if (r->bytes)
        print_bytes(out, r->bytes);
}

/* GB/s; 0: not known, or too little to be shown. */
static double rate_of(const struct timing_row *r)
{
    double gb = r->total_ns ? (double) r->bytes / (double) r->total_ns : 0;
    return gb < SLOWEST_RATE ? 0 : gb;
}

static void put_rate(struct buf *out, const struct timing_table *t, const struct timing_row *r)
{
    int decimals = 0; /* of all rows: their points stand below each other */
    for (uint32_t i = 0; i < t->count; i++) {
        double gb = rate_of(t->rows + i);
        int n = gb > 0 ? rate_decimals(gb) : 0;
        decimals = n > decimals ? n : decimals;
    }
    if (rate_of(r) > 0)
        buf_printf(out, "%.*f", decimals, rate_of(r));
}

static void put_share(struct buf *out, const struct timing_table *t, const struct timing_row *r)
{
    if (rate_of(r) <= 0 || t->peak <= 0)
        return;
    double percent = 100 * rate_of(r) * 1e9 / t->peak;
    buf_printf(out, percent < 0.5 ? "<1 %%" : "%.0f %%", percent);
}

static void put_compiled(struct buf *out, const struct timing_table *t, const struct timing_row *r)
{
    if (r->compile_ns)
        print_time(out, r->compile_ns);
}

/* The contents of a table, which decide the columns shown. */
enum {
    ALWAYS = 0,
    FULL = 1, /* the long form */
    ONCE = 2, /* everything was launched once: a single time column is enough */
    REPEATED = 4,
    SHARED = 8, /* some launches use shared memory */
    REGISTERS = 16,
    OCCUPANCY = 32,
    RATE = 64, /* some have a rate worth showing */
    PEAK = 128,
    COMPILED = 256, /* NVRTC compiled some */
    BYTES = 512,    /* known for some */
};

static const struct {
    struct table_column title;
    void (*put)(struct buf *out, const struct timing_table *t, const struct timing_row *r);
    unsigned needs[2]; /* shown when the table has all of the first or all of the second; 0: none */
} columns[] = {
    {{"kernel", false},     put_kernel,    {ALWAYS, 0}          },
    {{"grid", true},        put_grid,      {ALWAYS, 0}          },
    {{"block", true},       put_block,     {ALWAYS, 0}          },
    {{"shared", true},      put_shared,    {SHARED, 0}          },
    {{"registers", true},   put_registers, {FULL | REGISTERS, 0}},
    {{"occupancy", true},   put_occupancy, {FULL | OCCUPANCY, 0}},
    {{"calls", true},       put_calls,     {REPEATED, 0}        },
    {{"time", true},        put_total,     {ONCE, 0}            },
    {{"min", true},         put_min,       {REPEATED, 0}        },
    {{"median", true},      put_median,    {REPEATED, 0}        },
    {{"total", true},       put_total,     {REPEATED, 0}        },
    {{"moved", true},       put_moved,     {FULL | BYTES, 0}    },
    {{"GB/s", true},        put_rate,      {RATE, 0}            },
    {{"of peak", true},     put_share,     {RATE | PEAK, 0}     },
    {{"compiled in", true}, put_compiled,  {COMPILED, 0}        },
};

enum { COLUMNS = sizeof columns / sizeof *columns };

static unsigned has(const struct timing_table *t)
{
    unsigned all = (t->full ? FULL : 0) | (t->peak > 0 ? PEAK : 0);
    for (uint32_t i = 0; i < t->count; i++) {
        const struct timing_row *r = t->rows + i;
        all |= (r->calls > 1 ? REPEATED : 0) | (r->shared > 0 ? SHARED : 0);
        all |= r->registers > 0 ? REGISTERS : 0;
        all |= r->registers && r->occupancy >= 0 ? OCCUPANCY : 0;
        all |= r->compile_ns > 0 ? COMPILED : 0;
        all |= r->bytes ? BYTES : 0;
        all |= rate_of(r) > 0 ? RATE : 0;
    }
    return all & REPEATED ? all : all | ONCE;
}

static bool is_shown(int column, unsigned has)
{
    const unsigned *needs = columns[column].needs;
    return (has & needs[0]) == needs[0] || (needs[1] && (has & needs[1]) == needs[1]);
}

static char *cell(const struct timing_table *t, const struct timing_row *r, int column)
{
    struct buf text = {0};
    columns[column].put(&text, t, r);
    if (!text.n)
        buf_puts(&text, "");
    return buf_take(&text);
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
    print_count(out, calls);
    buf_printf(out, " launch%s, ", calls == 1 ? "" : "es");
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
    buf_puts(out, "<details open><summary style=\"cursor:pointer;padding:0 8px;font-size:13px\">");
    buf_html(out, (struct str){sum.p, sum.n});
    buf_puts(out, "</summary>\n");
    table_html(out, table);
    buf_puts(out, HTML_NOTE);
    buf_html(out, note);
    buf_puts(out, "</div>\n");
    for (uint32_t i = 0; i < t->advice_count; i++) {
        buf_puts(out, HTML_TEXT "<b>advice</b> ");
        buf_html(out, str_of(t->advice[i]));
        buf_puts(out, "</div>\n");
    }
    buf_puts(out, "</details>\n");
    buf_free(&sum);
}

void display_timings(struct display *out, const struct timing_table *t,
                     const struct display_style *style)
{
    VEC(struct table_column) titles = {0};
    VEC(char *) cells = {0};
    unsigned facts = has(t);
    struct buf note = {0};
    for (int c = 0; c < COLUMNS; c++)
        if (is_shown(c, facts))
            VEC_PUSH(&titles, columns[c].title);
    for (uint32_t i = 0; i < t->count; i++)
        for (int c = 0; c < COLUMNS; c++)
            if (is_shown(c, facts))
                VEC_PUSH(&cells, cell(t, t->rows + i, c));
    struct table table = {NULL, titles.at, (uint32_t) titles.n, t->count,
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
    VEC_FREE(&titles);
    buf_free(&note);
}
