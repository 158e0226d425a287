/* SPDX-License-Identifier: Apache-2.0 */
/* %time, %%time: a single run. %bench, %%bench: after a warm-up, until the median is stable. Device time is distinguished
 * from wall-clock time. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "launch/stats.h"
#include "magic/magic_internal.h"

bool magic_measure(struct wc_session *s, struct unit *u, struct run_time *out)
{
    uint32_t before, after;
    launch_records_hold(s->launcher, true);
    launch_records(s->launcher, &before);
    uint64_t wall = clock_ns(), processor = clock_read(CLOCK_PROCESS_CPUTIME_ID);
    bool ok = session_perform(s, u);
    wall = clock_ns() - wall;
    *out = (struct run_time){wall, .processor = clock_read(CLOCK_PROCESS_CPUTIME_ID) - processor};
    const struct launch_record *r = launch_records(s->launcher, &after);
    for (uint32_t i = before; i < after; i++) {
        out->device += r[i].ns;
        out->bytes += r[i].bytes;
        out->launches++;
    }
    launch_records_hold(s->launcher, false);
    return ok;
}

/* ---- once ---- */

static void say_time(struct wc_session *s, const struct run_time *t)
{
    struct buf text = {0};
    buf_puts(&text, "wall ");
    print_time(&text, t->wall);
    buf_puts(&text, ", processor ");
    print_time(&text, t->processor);
    if (t->launches) {
        buf_puts(&text, ", device ");
        print_time(&text, t->device);
        buf_printf(&text, " in %" PRIu32 " launch%s", t->launches, t->launches == 1 ? "" : "es");
    }
    buf_putc(&text, '\n');
    session_stream(s, 1, text.p, text.n);
    buf_free(&text);
}

static bool time_once(struct wc_session *s, struct unit *u)
{
    struct run_time t;
    bool ok = u && magic_measure(s, u, &t);
    if (ok)
        say_time(s, &t);
    if (u)
        session_done(s, u);
    return ok;
}

/* %name STATEMENT; its last semicolon may be omitted, as is common on one line. */
struct unit *magic_prepare_statement(struct wc_session *s, struct str args, struct span at,
                                     const char *name)
{
    int indent;
    if (args.n && lang_is_complete(s->lang, args.p, args.n, &indent) == LANG_INCOMPLETE)
        args = str_of(arena_printf(&s->diags->arena, "%.*s;", (int) args.n, args.p));
    if (args.n)
        return session_prepare(s, name, args.p, args.n);
    diag_help(s->diags, diag_error(s->diags, DIAG_SYNTAX, at, "%s needs a statement", name),
              "%s k<<<grid, block>>>(x);  or %%%s in the first line of a cell", name, name);
    return NULL;
}

bool magic_run_statement(struct wc_session *s, struct str args, struct span at, const char *name,
                         magic_unit_fn *run)
{
    return run(s, magic_prepare_statement(s, args, at, name));
}

/* %%name and the rest of the cell. */
bool magic_run_body(struct wc_session *s, struct str body, magic_unit_fn *run)
{
    return run(s, session_prepare(s, s->cell_name, body.p, body.n));
}

MAGIC(time)
{
    return magic_run_statement(s, args, at, "%time", time_once);
}

CELL_MAGIC(time)
{
    return magic_run_body(s, body, time_once);
}

/* ---- repeated runs ---- */

enum { RUNS_LEAST = 7, RUNS_MOST = 10000 };

static const uint64_t LEAST_NS = 200000000, MOST_NS = 3000000000; /* of all runs together */

typedef VEC(struct run_time) run_vec;

static int by_wall(const void *a, const void *b)
{
    uint64_t x = ((const struct run_time *) a)->wall, y = ((const struct run_time *) b)->wall;
    return (x > y) - (x < y);
}

static int by_device(const void *a, const void *b)
{
    uint64_t x = ((const struct run_time *) a)->device, y = ((const struct run_time *) b)->device;
    return (x > y) - (x < y);
}

static uint64_t median_wall(const struct run_time *at, size_t n)
{
    struct run_time *sorted = xmalloc(n * sizeof *sorted);
    memcpy(sorted, at, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_wall);
    uint64_t median = sorted[n / 2].wall;
    free(sorted);
    return median;
}

/* The medians of both halves differ by less than 2 %. */
static bool stable(const run_vec *runs)
{
    size_t half = runs->n / 2;
    double a = (double) median_wall(runs->at, half),
           b = (double) median_wall(runs->at + half, runs->n - half);
    return a < 1.02 * b && b < 1.02 * a;
}

static bool repeat(struct wc_session *s, struct unit *u, run_vec *runs, bool *out_stable)
{
    uint64_t start = clock_ns();
    uint32_t records;
    struct run_time t;
    launch_records(s->launcher, &records); /* no table of launches: the report says more */
    *out_stable = false;
    while (runs->n < RUNS_MOST && clock_ns() - start < MOST_NS && !*out_stable) {
        if (!magic_measure(s, u, &t))
            return false;
        VEC_PUSH(runs, t);
        if (runs->n == RUNS_MOST)
            *out_stable = stable(runs);
        launch_records_cut(s->launcher, records);
        bool enough = runs->n >= RUNS_LEAST && clock_ns() - start >= LEAST_NS;
        *out_stable |= enough && runs->n % RUNS_LEAST == 0 && stable(runs);
    }
    return true;
}

const char *magic_spread(struct arena *a, uint64_t low, uint64_t median, uint64_t high)
{
    if (!median)
        return "";
    double below = round(100 * (double) (median - low) / (double) median);
    return arena_printf(a, "%.0f %% … +%.0f %%", below > 0 ? -below : 0,
                        100 * (double) (high - median) / (double) median);
}

/* The row of one clock: median, minimum, and the quartiles. */
static void put_row(struct arena *a, const char **cells, const char *clock, const run_vec *runs,
                    bool device)
{
    qsort(runs->at, runs->n, sizeof *runs->at, device ? by_device : by_wall);
    const struct run_time *first = runs->at, *low = first + runs->n / 4, *mid = first + runs->n / 2,
                          *high = first + runs->n * 3 / 4;
#define OF(run) (device ? (run)->device : (run)->wall)
    uint64_t median = OF(mid);
    cells[0] = clock;
    cells[1] = time_text(a, median);
    cells[2] = time_text(a, OF(first));
    cells[3] = magic_spread(a, OF(low), median, OF(high));
    cells[4] = "";
    if (device && mid->bytes && median) {
        struct buf rate = {0};
        print_rate(&rate, (double) mid->bytes, median);
        cells[4] = rate.n ? arena_strndup(a, rate.p, rate.n) : "";
        buf_free(&rate);
    }
#undef OF
}

static void report(struct wc_session *s, const run_vec *runs, bool settled)
{
    enum { COLUMNS = 5 };
    static const struct table_column columns[COLUMNS] = {
        {"",        false},
        {"median",  true },
        {"fastest", true },
        {"spread",  true },
        {"GB/s",    true }
    };
    struct arena a = {0};
    const char *cells[2 * COLUMNS];
    bool device = runs->at[0].launches;
    uint32_t launches = runs->at[0].launches;
    put_row(&a, cells, "wall", runs, false);
    if (device)
        put_row(&a, cells + COLUMNS, "device", runs, true);
    struct buf count = {0};
    print_count(&count, runs->n);
    char *title = arena_printf(&a, "%s runs after a warm-up%s", count.p,
                               settled ? "" : "; the median has not converged");
    buf_free(&count);
    if (device)
        title = arena_printf(&a, "%s, %" PRIu32 " launch%s each", title, launches,
                             launches == 1 ? "" : "es");
    struct table t = {title, columns, COLUMNS, device ? 2 : 1, cells};
    struct display d = {0};
    display_table_with_note(&d, &t, "spread: half of the runs lie within it", &s->vm->style);
    session_display(s, &d, WC_DISPLAY);
    display_free(&d);
    arena_free(&a);
}

static bool bench(struct wc_session *s, struct unit *u)
{
    run_vec runs = {0};
    struct run_time warm_up;
    uint32_t records;
    launch_records_hold(s->launcher, true);
    launch_records(s->launcher, &records);
    bool settled, silent = s->silent, ok = u && magic_measure(s, u, &warm_up);
    launch_records_cut(s->launcher, records);
    s->silent = true; /* the code's output has already been shown */
    ok = ok && repeat(s, u, &runs, &settled);
    s->silent = silent;
    launch_records_hold(s->launcher, false);
    if (ok)
        report(s, &runs, settled);
    if (u)
        session_done(s, u);
    VEC_FREE(&runs);
    return ok;
}

MAGIC(bench)
{
    return magic_run_statement(s, args, at, "%bench", bench);
}

CELL_MAGIC(bench)
{
    return magic_run_body(s, body, bench);
}
