/* SPDX-License-Identifier: Apache-2.0 */
/* %profile: what launch/profile.c recorded, as rows of a timeline and as sums. Next: display/timeline/. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/vec.h"
#include "display/timeline/timeline.h"
#include "launch/profile.h"
#include "magic/magic_internal.h"

enum { RANGE_ROWS = 4, STREAM_ROWS = 16, ROWS_MOST = RANGE_ROWS + 3 + STREAM_ROWS };

struct profile_sum { /* the events of one kind and name */
    enum profile_kind kind;
    const char *name;
    uint64_t calls, total, least, most, bytes;
};

struct profile_view { /* a timeline while it is made */
    const struct profile *profile;
    struct arena arena;
    struct timeline_row rows[ROWS_MOST];
    uint32_t row_count;
    uint32_t row_of[PROFILE_KINDS]
                   [STREAM_ROWS]; /* plus 1; by depth of ranges and stream of kernels */
    VEC(struct timeline_event) events;
    VEC(struct profile_sum) sums;
    VEC(const char *) cells;
};

static const char *const kind_names[PROFILE_KINDS] = {"NVTX", "NVTX", "API",
                                                      "wait", "copy", "kernel"};

/* ---- rows ---- */

static uint32_t part_of(const struct profile_event *e)
{
    if (e->kind == PROFILE_RANGE)
        return e->depth < RANGE_ROWS ? e->depth : RANGE_ROWS - 1;
    return e->kind == PROFILE_KERNEL ? e->stream % STREAM_ROWS : 0;
}

static void add_row(struct profile_view *v, enum profile_kind kind, uint32_t part)
{
    static const enum timeline_colour colours[PROFILE_KINDS] = {TIMELINE_GREEN, TIMELINE_GREEN,
                                                                TIMELINE_BLUE,  TIMELINE_GREY,
                                                                TIMELINE_SKY,   TIMELINE_ORANGE};

    static const char *const names[PROFILE_KINDS] = {"NVTX",  "marks",  "CUDA API",
                                                     "waits", "copies", "kernels"};
    const char *name = names[kind];
    if (part)
        name = arena_printf(
            &v->arena, kind == PROFILE_KERNEL ? "stream %" PRIu32 : "NVTX, level %" PRIu32, part);
    v->rows[v->row_count++] = (struct timeline_row){name, colours[kind]};
    v->row_of[kind][part] = v->row_count;
}

/* Rows in a fixed order, those without events left out. */
static void add_rows(struct profile_view *v)
{
    bool used[PROFILE_KINDS][STREAM_ROWS] = {{false}};
    VEC_EACH (e, &v->profile->events)
        used[e->kind][part_of(e)] = true;
    for (int kind = 0; kind < PROFILE_KINDS; kind++)
        for (uint32_t part = 0; part < STREAM_ROWS; part++)
            if (used[kind][part])
                add_row(v, (enum profile_kind) kind, part);
}

static const char *detail_of(struct profile_view *v, const struct profile_event *e)
{
    struct buf text = {0};
    if (e->kind == PROFILE_KERNEL)
        buf_printf(&text, "<<<(%u, %u, %u), (%u, %u, %u)>>>", e->grid.x, e->grid.y, e->grid.z,
                   e->block.x, e->block.y, e->block.z);
    else if (e->kind == PROFILE_COPY)
        print_bytes(&text, e->bytes);
    const char *copy = text.n ? arena_strndup(&v->arena, text.p, text.n) : NULL;
    buf_free(&text);
    return copy;
}

static int by_row(const void *a, const void *b)
{
    const struct timeline_event *e = a, *f = b;
    if (e->row != f->row)
        return e->row < f->row ? -1 : 1;
    return (e->start > f->start) - (e->start < f->start);
}

static void add_events(struct profile_view *v)
{
    VEC_EACH (e, &v->profile->events) {
        uint32_t row = v->row_of[e->kind][part_of(e)] - 1;
        VEC_PUSH(&v->events,
                 (struct timeline_event){row, e->name, detail_of(v, e),
                                         e->start - v->profile->start, e->end - v->profile->start});
    }
    if (v->events.n)
        qsort(v->events.at, v->events.n, sizeof *v->events.at, by_row);
}

/* ---- sums ---- */

static void add_sum(struct profile_view *v, const struct profile_event *e)
{
    struct profile_sum *sum = NULL;
    uint64_t ns = e->end - e->start;
    VEC_EACH (s, &v->sums)
        if (s->kind == e->kind && !strcmp(s->name, e->name))
            sum = s;
    if (!sum) {
        VEC_PUSH(&v->sums,
                 (struct profile_sum){.kind = e->kind, .name = e->name, .least = UINT64_MAX});
        sum = &VEC_LAST(&v->sums);
    }
    sum->calls++;
    sum->total += ns;
    sum->bytes += e->bytes;
    sum->least = ns < sum->least ? ns : sum->least;
    sum->most = ns > sum->most ? ns : sum->most;
}

static int longest_first(const void *a, const void *b)
{
    const struct profile_sum *s = a, *t = b;
    if (s->kind != t->kind)
        return (int) s->kind - (int) t->kind;
    if (s->total != t->total)
        return s->total < t->total ? 1 : -1;
    return strcmp(s->name, t->name);
}

static int by_start(const void *a, const void *b)
{
    const struct profile_event *e = a, *f = b;
    return (e->start > f->start) - (e->start < f->start);
}

/* The time in which the host neither was in a call of the API nor waited. */
static uint64_t host_time(const struct profile *p)
{
    VEC(struct profile_event) busy = {0};
    uint64_t end = p->start, host = 0;
    VEC_EACH (e, &p->events)
        if (e->kind == PROFILE_CALL || e->kind == PROFILE_WAIT || e->kind == PROFILE_COPY)
            VEC_PUSH(&busy, *e);
    if (busy.n)
        qsort(busy.at, busy.n, sizeof *busy.at, by_start);
    VEC_EACH (e, &busy) {
        host += e->start > end ? e->start - end : 0;
        end = e->end > end ? e->end : end;
    }
    VEC_FREE(&busy);
    return host + (p->end > end ? p->end - end : 0);
}

static void add_cells(struct profile_view *v, const struct profile_sum *s)
{
    double length = (double) (v->profile->end - v->profile->start);
    VEC_PUSH(&v->cells, kind_names[s->kind]);
    VEC_PUSH(&v->cells, s->name);
    VEC_PUSH(&v->cells, arena_printf(&v->arena, "%" PRIu64, s->calls));
    VEC_PUSH(&v->cells, time_text(&v->arena, s->total));
    VEC_PUSH(&v->cells, arena_printf(&v->arena, "%.4f", (double) s->total / length));
    VEC_PUSH(&v->cells, time_text(&v->arena, s->total / s->calls));
    VEC_PUSH(&v->cells, time_text(&v->arena, s->least));
    VEC_PUSH(&v->cells, time_text(&v->arena, s->most));
}

static void add_sums(struct profile_view *v)
{
    uint64_t host = host_time(v->profile);
    VEC_EACH (e, &v->profile->events)
        add_sum(v, e);
    if (v->sums.n)
        qsort(v->sums.at, v->sums.n, sizeof *v->sums.at, longest_first);
    VEC_EACH (s, &v->sums)
        add_cells(v, s);
    add_cells(v, &(struct profile_sum){PROFILE_CALL, "(host code)", 1, host, host, host, 0});
    v->cells.at[v->cells.n - 8] = "host";
}

/* ---- the page ---- */

static bool write_trace(struct wc_session *s, const struct timeline *t, const char *path)
{
    struct buf text = {0};
    struct span at = {0};
    timeline_trace(&text, t);
    FILE *file = fopen(path, "w");
    bool ok = file && fwrite(text.p, 1, text.n, file) == text.n;
    ok = file && fclose(file) == 0 && ok;
    buf_free(&text);
    if (!ok)
        diag_error(s->diags, DIAG_SYSTEM, at, "cannot write '%s': %s", path, strerror(errno));
    return ok;
}

static bool show_profile(struct wc_session *s, const struct profile *p, const char *path)
{
    static const struct table_column columns[] = {
        {"kind",  false},
        {"name",  false},
        {"calls", true },
        {"total", true },
        {"",      false, true},
        {"mean",       true      },
        {"least",       true},
        {"most",       true       }
    };
    struct profile_view v = {.profile = p};
    add_rows(&v);
    add_events(&v);
    add_sums(&v);
    struct table sums = {.columns = columns,
                         .column_count = sizeof columns / sizeof *columns,
                         .row_count = (uint32_t) (v.cells.n / (sizeof columns / sizeof *columns)),
                         .cells = v.cells.at};
    struct timeline t = {
        .title = arena_printf(&v.arena, "profile: %s", time_text(&v.arena, p->end - p->start)),
        .id = arena_printf(&v.arena, "profile-%u", ++s->pages),
        .length = p->end - p->start,
        .rows = v.rows,
        .row_count = v.row_count,
        .events = v.events.at,
        .event_count = (uint32_t) v.events.n,
        .sums = &sums};
    if (p->left_out)
        t.note = arena_printf(&v.arena, "%" PRIu64 " later events were not recorded", p->left_out);
    bool ok = !path || write_trace(s, &t, path);
    if (ok) {
        struct display d = {0};
        display_timeline(&d, &t, &s->vm->style);
        session_display(s, &d, WC_DISPLAY);
        display_free(&d);
    }
    VEC_FREE(&v.events);
    VEC_FREE(&v.sums);
    VEC_FREE(&v.cells);
    arena_free(&v.arena);
    return ok;
}

/* ---- the magic ---- */

static void begin(struct wc_session *s)
{
    launcher_profile_begin(s->launcher);
    s->vm->profiled = true;
}

static const struct profile *end(struct wc_session *s)
{
    s->vm->profiled = false;
    return launcher_profile_end(s->launcher);
}

/* Takes `--trace FILE` off the arguments: the path, which is the session's; NULL: there is none. false: a diag. */
static bool take_path(struct wc_session *s, struct str *args, struct span at, const char **out_path)
{
    static const char option[] = "--trace";
    size_t n = strlen(option);
    *out_path = NULL;
    if (args->n < n || memcmp(args->p, option, n) || (args->n > n && args->p[n] != ' '))
        return true;
    *args = str_trim((struct str){args->p + n, args->n - n});
    for (n = 0; n < args->n && args->p[n] != ' ' && args->p[n] != '\n';)
        n++;
    if (!n) {
        diag_help(s->diags, diag_error(s->diags, DIAG_SYNTAX, at, "--trace needs a file"),
                  "%%profile --trace trace.json k<<<grid, block>>>(x);");
        return false;
    }
    *out_path = intern_name(s->names, args->p, n);
    *args = str_trim((struct str){args->p + n, args->n - n});
    return true;
}

static bool profile_unit(struct wc_session *s, struct unit *u)
{
    if (!u)
        return false;
    begin(s);
    bool ok = session_perform(s, u);
    const struct profile *p = end(s);
    ok = ok && show_profile(s, p, s->profile_path);
    session_done(s, u);
    s->no_timing = ok; /* the page has the times of kernels */
    return ok;
}

static bool profile_off(struct wc_session *s, struct span at)
{
    bool ok = launch_sync(s->launcher, s->diags, at);
    const struct profile *p = end(s);
    if (p)
        return ok && show_profile(s, p, s->profile_path);
    diag_help(s->diags, diag_error(s->diags, DIAG_SYNTAX, at, "nothing is being profiled"),
              "%%profile on");
    return false;
}

MAGIC(profile)
{
    if (str_eq(args, "off"))
        return profile_off(s, at);
    if (!take_path(s, &args, at, &s->profile_path))
        return false;
    if (!str_eq(args, "on"))
        return magic_run_statement(s, args, at, "%profile", profile_unit);
    begin(s);
    return true;
}

CELL_MAGIC(profile)
{
    struct span at = {0};
    return take_path(s, &args, at, &s->profile_path) && magic_run_body(s, body, profile_unit);
}
