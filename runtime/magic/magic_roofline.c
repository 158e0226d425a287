/* SPDX-License-Identifier: Apache-2.0 */
/* %roofline: operations and bytes of a statement's kernels, counted as for %xray, and their times without counting, below the device's
 * measured limits. The statement runs several times on the same inputs. Next: display/timeline/roofline.h. */
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "device/xray.h"
#include "display/timeline/roofline.h"
#include "magic/magic_internal.h"
#include "magic/measure/snapshot.h"

enum { TIMED_RUNS = 5 };

struct measured { /* a kernel with its template arguments */
    const struct kernel *kernel;
    const char *template_args, *label;
    double flops[2], bytes;
    uint64_t best; /* ns of all its launches in the fastest run */
    uint64_t now;  /* in this run */
};

struct measurement {
    struct snapshot memory;
    struct arena arena;
    VEC(struct measured) kernels;
    uint32_t records; /* of the cell before */
};

static struct measured *find(struct measurement *m, const struct launch_record *r)
{
    VEC_EACH (k, &m->kernels)
        if (k->kernel == r->kernel && k->label == r->label &&
            (k->template_args == r->template_args ||
             (k->template_args && r->template_args && !strcmp(k->template_args, r->template_args))))
            return k;
    return NULL;
}

/* ---- counting ---- */

/* Bytes that leave a cache of the block's own. */
static void add_counts(struct measured *to, const struct xray_kernel *k)
{
    VEC_EACH (l, &k->lines) {
        to->flops[0] += (double) l->flops[0];
        to->flops[1] += (double) l->flops[1];
        VEC_EACH (m, &l->memory)
            to->bytes += (double) m->moved * SECTOR_BYTES;
    }
}

static bool count_once(struct measurement *m, struct unit *u)
{
    struct wc_session *s = m->memory.s;
    size_t n;
    snapshot_watch(&m->memory, true);
    bool ok = launcher_xray(s->launcher, s->diags, m->memory.at) && session_perform(s, u);
    snapshot_watch(&m->memory, false);
    struct xray_kernel *const *kernels = launcher_xray_kernels(s->launcher, &n);
    for (size_t i = 0; ok && i < n; i++) {
        const struct launch_record *r = launcher_tagged(s->launcher, kernels[i]->tag);
        if (!r)
            continue;
        struct measured new = {r->kernel, r->template_args, r->label};
        add_counts(&new, kernels[i]);
        VEC_PUSH(&m->kernels, new);
    }
    launcher_xray_end(s->launcher);
    return ok;
}

/* ---- times ---- */

static bool time_once(struct measurement *m, struct unit *u)
{
    struct wc_session *s = m->memory.s;
    uint32_t count;
    launch_records_cut(s->launcher, m->records);
    if (!snapshot_restore(&m->memory, false) || !session_perform(s, u))
        return false;
    const struct launch_record *records = launch_records(s->launcher, &count);
    VEC_EACH (k, &m->kernels)
        k->now = 0;
    for (uint32_t i = m->records; i < count; i++) {
        struct measured *k = find(m, records + i);
        if (k)
            k->now += records[i].ns;
    }
    VEC_EACH (k, &m->kernels)
        k->best = !k->best || (k->now && k->now < k->best) ? k->now : k->best;
    return true;
}

/* ---- the page ---- */

static const char *name_of(struct measurement *m, const struct measured *k)
{
    if (k->label)
        return k->label;
    return k->template_args ? arena_printf(&m->arena, "%s<%s>", k->kernel->name, k->template_args)
                            : k->kernel->name;
}

static void show(struct measurement *m)
{
    struct wc_session *s = m->memory.s;
    const struct device_props *p = device_props(launcher_opened(s->launcher));
    VEC(struct roofline_point) points = {0};
    bool wide = false;
    VEC_EACH (k, &m->kernels) {
        bool doubles = k->flops[1] > k->flops[0];
        wide |= doubles;
        VEC_PUSH(&points, (struct roofline_point){name_of(m, k), k->flops[0] + k->flops[1],
                                                  k->bytes, k->best, doubles});
    }
    struct buf device = {0};
    print_device(&device, p->id);
    struct roofline r = {
        .title = "roofline",
        .device = arena_printf(&m->arena, "%s: %s", device.p, p->name),
        .bandwidth = launch_peak(s->launcher),
        .peaks = {launch_peak_flops(s->launcher, false),
                  wide ? launch_peak_flops(s->launcher, true) : 0},
        .points = points.at,
        .point_count = (uint32_t) points.n
    };
    struct display d = {0};
    display_roofline(&d, &r, &s->vm->style);
    session_display(s, &d, WC_DISPLAY);
    display_free(&d);
    buf_free(&device);
    VEC_FREE(&points);
}

static bool roofline_unit(struct wc_session *s, struct unit *u)
{
    struct measurement m = {.memory = {.s = s}};
    uint64_t bytes, ns;
    bool silent = s->silent, ok = u != NULL;
    launch_records_hold(s->launcher, true);
    launch_records(s->launcher, &m.records);
    ok = ok && count_once(&m, u);
    s->silent = true; /* the kernels' output has been shown */
    for (int i = 0; ok && m.kernels.n && i < TIMED_RUNS; i++)
        ok = time_once(&m, u);
    s->silent = silent;
    launch_records_cut(s->launcher, m.records);
    launch_records_hold(s->launcher, false);
    if (launcher_opened(s->launcher))
        device_copied(launcher_opened(s->launcher), &bytes, &ns);
    if (ok && m.kernels.n) {
        show(&m);
    } else if (ok) {
        struct buf text = {0};
        buf_puts(&text, "nothing was launched\n");
        magic_text_show(s, &text, WC_DISPLAY);
    }
    snapshot_free(&m.memory);
    VEC_FREE(&m.kernels);
    arena_free(&m.arena);
    if (u)
        session_done(s, u);
    return ok;
}

MAGIC(roofline)
{
    return magic_run_statement(s, args, at, "%roofline", roofline_unit);
}

CELL_MAGIC(roofline)
{
    return magic_run_body(s, body, roofline_unit);
}
