/* SPDX-License-Identifier: Apache-2.0 */
/* %compare a b c <<<grid, block>>>(args): variants of a kernel on the same inputs. The memory that the pointers of the
 * first launch refer to is saved and restored before every run. Each variant's results are compared with those of the first
 * one. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "device/occupancy.h"
#include "magic/magic_internal.h"
#include "magic/measure/snapshot.h"

enum { VARIANTS = 16, ROUNDS_LEAST = 7, ROUNDS_MOST = 101 };

static const uint64_t TIME_MOST = 2000000000; /* ns of all rounds */

struct variant {
    const char *name, *template_args;
    const struct kernel *kernel;
    struct unit *unit;
    VEC(uint64_t) times;
    uint64_t median, bytes;
    struct launch_resources code;
    struct occupancy occupancy;
    uint64_t low, high;          /* the quartiles */
    char result[40], wrong[200]; /* the first difference; empty: none */
};

struct comparison {
    struct wc_session *s;
    struct span at;
    struct snapshot memory;
    uint32_t variant_count;
    struct variant variants[VARIANTS];
    uint32_t records; /* launches of the cell before the comparison */
};

/* ---- results ---- */

/* A different order of rounding is no error: the relative tolerance. */
static bool rounding(const struct snapshot_block *m, double by)
{
    return by <= (m->element == TYPE_FLOAT ? 1e-4 : 1e-12);
}

/* An element as it is shown: of a number its value. */
static void put_element(struct buf *out, const struct snapshot_block *m, const char *p)
{
    if (m->element == TYPE_FLOAT || m->element == TYPE_DOUBLE)
        buf_printf(out, "%.7g", snapshot_value(m, p));
    else if (type_is_arithmetic(type_basic(m->element)))
        dtype_print(out, type_dtype(type_basic(m->element)), p);
}

/* "saxpy: y[7] is 3, not 5; 4 more elements differ" */
static void put_wrong(struct variant *v, const struct snapshot_block *m, const char *now,
                      const struct difference *d)
{
    struct buf text = {0};
    bool numbers = m->element < TYPE_NULLPTR && m->element > TYPE_VOID;
    buf_printf(&text, "%s: %s[%" PRIu64 "] ", v->name, m->name, d->first);
    if (numbers) {
        buf_puts(&text, "is ");
        put_element(&text, m, now + d->first * m->element_size);
        buf_puts(&text, ", not ");
        put_element(&text, m, m->first + d->first * m->element_size);
    } else {
        buf_puts(&text, "differs");
    }
    if (d->count > 1) {
        buf_puts(&text, "; ");
        print_count(&text, d->count - 1);
        buf_printf(&text, " more element%s", d->count > 2 ? "s differ" : " differs");
    }
    snprintf(v->result, sizeof v->result, "✗ wrong");
    snprintf(v->wrong, sizeof v->wrong, "%s", text.p);
    buf_free(&text);
}

static bool check_results(struct comparison *r, struct variant *v)
{
    double largest = 0;
    strcpy(v->result, v == r->variants ? "reference" : "the same");
    if (v == r->variants)
        return snapshot_read_first(&r->memory);
    for (uint32_t i = 0; i < r->memory.count; i++) {
        const struct snapshot_block *m = r->memory.blocks + i;
        struct difference d;
        char *now = snapshot_read(&r->memory, m);
        if (!now)
            return false;
        snapshot_compare(m, now, &d);
        bool wrong = d.count && !rounding(m, d.largest);
        if (wrong)
            put_wrong(v, m, now, &d);
        free(now);
        if (wrong)
            return true;
        largest = d.largest > largest ? d.largest : largest;
    }
    if (largest > 0)
        snprintf(v->result, sizeof v->result, "within %.0e", largest);
    return true;
}

/* ---- the comparison ---- */

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
    return (x > y) - (x < y);
}

static bool first_run(struct comparison *r, struct variant *v)
{
    struct run_time t;
    snapshot_watch(&r->memory, v == r->variants);
    bool ok = (v == r->variants || snapshot_restore(&r->memory, false)) &&
              magic_measure(r->s, v->unit, &t);
    snapshot_watch(&r->memory, false);
    v->bytes = ok ? t.bytes : 0;
    return ok && check_results(r, v);
}

static bool run_rounds(struct comparison *r)
{
    uint64_t start = clock_ns();
    for (int round = 0; round < ROUNDS_MOST; round++) {
        if (round >= ROUNDS_LEAST && clock_ns() - start > TIME_MOST)
            break;
        for (uint32_t i = 0; i < r->variant_count; i++) {
            struct run_time t;
            if (!snapshot_restore(&r->memory, false) ||
                !magic_measure(r->s, r->variants[i].unit, &t))
                return false;
            launch_records_cut(r->s->launcher, r->records);
            VEC_PUSH(&r->variants[i].times, t.device);
        }
    }
    for (uint32_t i = 0; i < r->variant_count; i++) {
        struct variant *v = r->variants + i;
        qsort(v->times.at, v->times.n, sizeof *v->times.at, ascending);
        v->median = v->times.at[v->times.n / 2];
        v->low = v->times.at[v->times.n / 4];
        v->high = v->times.at[v->times.n * 3 / 4];
    }
    return true;
}

/* The compiler's data on each, for the device's architecture; 0 if unknown. */
static void look_up_code(struct comparison *r)
{
    struct diags quiet = {0};
    uint32_t arch = (uint32_t) device_props(launcher_opened(r->s->launcher))->arch;
    const struct gpu_limits *limits = gpu_limits_of(arch);
    for (uint32_t i = 0; i < r->variant_count && limits; i++) {
        struct variant *v = r->variants + i;
        if (!launch_resources(r->s->launcher, v->kernel, v->template_args, arch, &quiet, r->at,
                              &v->code))
            continue;
        struct occupancy_kernel k = {v->code.code.registers,
                                     v->code.code.shared + r->memory.shared};
        v->occupancy = occupancy_of(limits, &k, r->memory.threads);
    }
    diags_free(&quiet);
}

static const char *put(struct arena *a, struct buf *text)
{
    char *copy = arena_strndup(a, text->p ? text->p : "", text->n);
    buf_free(text);
    return copy;
}

/* The middle halves of the times overlap. */
static bool alike(const struct variant *a, const struct variant *b)
{
    return a->low <= b->high && b->low <= a->high;
}

static const char *speed_text(struct arena *a, const struct comparison *r, const struct variant *v)
{
    const struct variant *reference = r->variants;
    return arena_printf(a, "%s%.2f×", v != reference && alike(v, reference) ? "≈ " : "",
                        (double) reference->median / (double) (v->median ? v->median : 1));
}

static void report(struct comparison *r)
{
    enum { COLUMNS = 10 };

    static const char note[] = "time: the median; spread: half of the rounds lie within it; "
                               "≈: not distinguishable from the first variant";
    static const struct table_column columns[COLUMNS] = {
        {"variant", false},
        {"time",    true },
        {"spread",  true },
        {"",        false, true},
        {"speed",         true       },
        {"GB/s",         true },
        {"of peak",         true    },
        {"registers",         true},
        {"occupancy",         true    },
        {"result",         false  }
    };
    struct arena a = {0};
    const char *cells[VARIANTS * COLUMNS];
    double peak = launch_peak(r->s->launcher);
    uint64_t slowest = 1;
    for (uint32_t i = 0; i < r->variant_count; i++)
        slowest = r->variants[i].median > slowest ? r->variants[i].median : slowest;
    for (uint32_t i = 0; i < r->variant_count; i++) {
        const struct variant *v = r->variants + i;
        const char **c = cells + i * COLUMNS;
        struct buf time = {0}, rate = {0};
        print_time(&time, v->median);
        if (v->bytes)
            print_rate(&rate, (double) v->bytes, v->median);
        c[0] = v->name;
        c[1] = put(&a, &time);
        c[2] = magic_spread(&a, v->low, v->median, v->high);
        c[3] = arena_printf(&a, "%.4f", (double) v->median / (double) slowest);
        c[4] = speed_text(&a, r, v);
        c[5] = put(&a, &rate);
        c[6] =
            *c[5] && peak > 0
                ? arena_printf(&a, "%.0f %%", 100e9 * (double) v->bytes / (double) v->median / peak)
                : "";
        c[7] = v->code.code.registers ? arena_printf(&a, "%" PRIu32, v->code.code.registers) : "";
        c[8] =
            v->code.code.registers ? arena_printf(&a, "%.0f %%", 100 * v->occupancy.fraction) : "";
        c[9] = v->result;
    }
    struct buf device = {0};
    print_device(&device, device_props(launcher_opened(r->s->launcher))->id);
    char *title = arena_printf(&a, "%zu rounds on %s", r->variants->times.n, device.p);
    buf_free(&device);
    struct table t = {title, columns, COLUMNS, r->variant_count, cells};
    struct display d = {0};
    struct buf notes = {0};
    for (uint32_t i = 0; i < r->variant_count; i++)
        if (*r->variants[i].wrong)
            buf_printf(&notes, "%s\n", r->variants[i].wrong);
    buf_puts(&notes, note);
    display_table_with_note(&d, &t, notes.p, &r->s->vm->style);
    buf_free(&notes);
    session_display(r->s, &d, WC_DISPLAY);
    display_free(&d);
    arena_free(&a);
}

/* ---- arguments ---- */

static bool add_variant(struct comparison *r, struct str word, struct str launch)
{
    struct wc_session *s = r->s;
    const char *open = memchr(word.p, '<', word.n);
    struct str name = open ? (struct str){word.p, (size_t) (open - word.p)} : word;
    const struct symbol *k = magic_kernel(s, name, r->at, "%compare");
    if (!k)
        return false;
    if (r->variant_count == VARIANTS) {
        diag_error(s->diags, DIAG_SYNTAX, r->at, "a comparison of more than %d variants", VARIANTS);
        return false;
    }
    struct variant *v = r->variants + r->variant_count;
    v->name = arena_strndup(&s->diags->arena, word.p, word.n);
    v->kernel = k->kernel;
    if (open && word.p[word.n - 1] == '>')
        v->template_args =
            arena_strndup(&s->diags->arena, open + 1, (size_t) (word.p + word.n - 2 - open));
    char *code = arena_printf(&s->diags->arena, "%s%.*s;", v->name, (int) launch.n, launch.p);
    v->unit = session_prepare(s, "%compare", code, strlen(code));
    r->variant_count += v->unit != NULL;
    return v->unit;
}

/* The words before <<<; template arguments may contain blanks between < and >. */
static bool read_variants(struct comparison *r, struct str words, struct str launch)
{
    const char *p = words.p, *end = words.p + words.n;
    while (p < end) {
        while (p < end && (*p == ' ' || *p == '\t' || *p == ','))
            p++;
        const char *start = p;
        for (int depth = 0; p < end && (depth || (*p != ' ' && *p != '\t' && *p != ',')); p++)
            depth += (*p == '<') - (*p == '>');
        if (p > start && !add_variant(r, (struct str){start, (size_t) (p - start)}, launch))
            return false;
    }
    if (r->variant_count)
        return true;
    diag_error(r->s->diags, DIAG_SYNTAX, r->at, "a comparison of no kernels");
    return false;
}

static void clean_up(struct comparison *r)
{
    for (uint32_t i = 0; i < r->variant_count; i++) {
        session_done(r->s, r->variants[i].unit);
        VEC_FREE(&r->variants[i].times);
    }
    snapshot_free(&r->memory);
    free(r);
}

MAGIC(compare)
{
    const char *open = memmem(args.p, args.n, "<<<", 3);
    if (!open) {
        diag_help(
            s->diags,
            diag_error(s->diags, DIAG_SYNTAX, at, "%%compare needs the launch of its kernels"),
            "%%compare k1 k2 <<<grid, block>>>(x, y)");
        return false;
    }
    struct comparison *r = xcalloc(1, sizeof *r);
    r->s = s;
    r->at = at;
    r->memory.s = s;
    r->memory.at = at;
    uint64_t bytes, ns;
    launch_records_hold(s->launcher, true);
    launch_records(s->launcher, &r->records);
    struct str words = {args.p, (size_t) (open - args.p)}, launch = {open, args.n - words.n};
    while (launch.n && launch.p[launch.n - 1] == ';')
        launch.n--;
    bool silent = s->silent,
         ok = read_variants(r, words, launch) && launch_sync(s->launcher, s->diags, at);
    for (uint32_t i = 0; i < r->variant_count && ok; i++)
        ok = first_run(r, r->variants + i);
    s->silent = true; /* the kernels' output has already been shown */
    ok = ok && run_rounds(r) && snapshot_restore(&r->memory, true);
    s->silent = silent;
    launch_records_cut(s->launcher,
                       r->records); /* the report says more than a table of them would */
    launch_records_hold(s->launcher, false);
    if (launcher_opened(s->launcher)) /* the restore is not one of the user's copies */
        device_copied(launcher_opened(s->launcher), &bytes, &ns);
    if (ok) {
        look_up_code(r);
        report(r);
    }
    clean_up(r);
    return ok;
}

/* The old name. "Race" means a data race in CUDA. */
MAGIC(race)
{
    struct str note = STR("%race is called %compare now\n");
    session_stream(s, 2, note.p, note.n);
    return magic_compare(s, args, at);
}
