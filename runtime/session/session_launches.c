/* SPDX-License-Identifier: Apache-2.0 */
/* The table of launches below a cell: groups of launch/stats.c, the compiler's data on their kernels, advice. */
#include "session/session_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "device/occupancy.h"
#include "launch/stats.h"
#include "magic/magic.h"

static const char *label_of(struct arena *a, const struct launch_group *g)
{
    if (g->label)
        return g->label;
    return g->template_args ? arena_printf(a, "%s<%s>", g->kernel->name, g->template_args)
                            : g->kernel->name;
}

/* Registers, spills and occupancy as compiled for `arch`; unchanged if NVRTC cannot report them. */
static void describe(struct wc_session *s, struct timing_row *row, const struct launch_group *g,
                     uint32_t arch)
{
    struct diags quiet = {0};
    struct launch_resources r = {0};
    const struct gpu_limits *limits = gpu_limits_of(arch);
    if (launch_resources(s->launcher, g->kernel, g->template_args, arch, &quiet, g->at, &r) &&
        r.arch == arch && limits) {
        struct occupancy o =
            occupancy_of(limits, &(struct occupancy_kernel){r.code.registers, g->shared},
                         g->block.x * g->block.y * g->block.z);
        row->registers = r.code.registers;
        row->spill = r.code.spill_stores;
        row->occupancy = o.fraction;
        row->limiter = occupancy_limit_name(o.limiter);
    }
    diags_free(&quiet);
}

static void show_groups(struct wc_session *s, const struct launch_group *groups, uint32_t count)
{
    const struct device_props *p = device_props(launcher_opened(s->launcher));
    struct timing_row *rows = xcalloc(count, sizeof *rows);
    struct timing_table t = {.rows = rows, .count = count, .full = s->timing == TIMING_FULL};
    for (uint32_t i = 0; i < count; i++) {
        const struct launch_group *g = groups + i;
        rows[i] = (struct timing_row){.kernel = label_of(&s->answers, g),
                                      .grid = g->grid,
                                      .block = g->block,
                                      .shared = g->shared,
                                      .calls = g->calls,
                                      .min_ns = g->min_ns,
                                      .median_ns = g->median_ns,
                                      .total_ns = g->total_ns,
                                      .bytes = g->bytes,
                                      .compile_ns = g->compile_ns,
                                      .occupancy = -1};
        if (t.full && !g->label)
            describe(s, rows + i, g, (uint32_t) p->arch);
    }
    bool gpu = !device_is_cpu(p);
    t.device = arena_printf(
        &s->answers, gpu ? "GPU, device %s: %s, %u multiprocessor%s" : "%s device: %s, %u core%s",
        p->id, p->name, p->multiprocessors, p->multiprocessors == 1 ? "" : "s");
    t.code_for = arena_printf(&s->answers, "sm_%d", p->arch);
    t.peak = t.full ? launch_peak(s->launcher) : launch_peak_known(s->launcher);
    t.advice = advice_for(s, groups, rows, count, &t.advice_count);
    struct display d = {0};
    display_timings(&d, &t, &s->vm->style);
    session_display(s, &d, WC_DISPLAY);
    display_free(&d);
    free(rows);
}

/* For a front end that makes the table itself. */
static void pass_groups(struct wc_session *s, const struct launch_group *groups, uint32_t count)
{
    struct wc_launches *rows = xcalloc(count, sizeof *rows);
    struct buf text = {0};
    for (uint32_t i = 0; i < count; i++) {
        const struct launch_group *g = groups + i;
        rows[i] = (struct wc_launches){.kernel = label_of(&s->answers, g),
                                       .calls = g->calls,
                                       .median_ns = g->median_ns,
                                       .total_ns = g->total_ns};
        text.n = 0;
        print_dim(&text, g->grid);
        rows[i].grid = arena_strndup(&s->answers, text.p, text.n);
        text.n = 0;
        print_dim(&text, g->block);
        rows[i].block = arena_strndup(&s->answers, text.p, text.n);
    }
    s->options.on.launches(s->options.on.user, rows, count);
    buf_free(&text);
    free(rows);
}

void session_timings(struct wc_session *s)
{
    uint32_t count, groups;
    uint64_t bytes, ns;
    const struct launch_record *records = launch_records(s->launcher, &count);
    if (count && s->timing != TIMING_OFF && !s->silent && !s->no_timing) {
        struct launch_group *g = launch_groups(s->launcher, NULL, &groups);
        if (groups && s->options.on.launches)
            pass_groups(s, g, groups);
        else if (groups)
            show_groups(s, g, groups);
        free(g);
    }
    if (!s->silent)
        magic_show_counts(s, records, count);
    launch_records_clear(s->launcher);
    if (launcher_opened(s->launcher)) /* copies are counted per cell */
        device_copied(launcher_opened(s->launcher), &bytes, &ns);
    arena_free(&s->answers);
}
