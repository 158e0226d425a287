/* SPDX-License-Identifier: Apache-2.0 */
/* Groups launch records. A cell may make millions of launches: records.c moves the older ones to groups as they finish,
 * so that memory is bounded. A group keeps a sample of the times for the median; the rest is exact. */
#include "launch/stats.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "launch/launcher.h"

enum { TIMES_MAX = 1 << 16 };

static bool same_dim(struct device_dim a, struct device_dim b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool same_group(const struct launch_group *a, const struct launch_group *b)
{
    /* A label is the whole name in the table: it has no template arguments. */
    bool same_name = a->label == b->label && a->kernel->name == b->kernel->name &&
                     (a->label || launch_same_args(a->template_args, b->template_args));
    return same_name && same_dim(a->grid, b->grid) && same_dim(a->block, b->block) &&
           a->shared == b->shared;
}

/* ---- times ---- */

static void halve(struct launch_times *g)
{
    size_t n = 0;
    for (size_t i = 0; i < g->times.n; i += 2)
        g->times.at[n++] = g->times.at[i];
    g->times.n = n;
    g->stride *= 2;
}

static void add_time(struct launch_times *g, uint64_t ns)
{
    if (g->group.calls++ % g->stride == 0)
        VEC_PUSH(&g->times, ns);
    if (g->times.n == TIMES_MAX)
        halve(g);
}

/* ---- groups ---- */

/* The group of these launches, starting with the last one found. `any`: there is only one. */
static struct launch_times *group_for(launch_times_vec *groups, const struct launch_group *like,
                                      bool any)
{
    for (size_t i = groups->n; i-- > 0;)
        if (any || same_group(&groups->at[i].group, like))
            return groups->at + i;
    VEC_PUSH(groups, (struct launch_times){
                         .group = {.kernel = like->kernel, .at = like->at},
                           .stride = 1
    });
    groups->at[groups->n - 1].group.min_ns = UINT64_MAX;
    return &VEC_LAST(groups);
}

static void take_shape(struct launch_group *g, const struct launch_group *from)
{
    g->kernel = from->kernel;
    g->template_args = from->template_args;
    g->label = from->label;
    g->grid = from->grid;
    g->block = from->block;
    g->shared = from->shared;
}

void launch_times_add(launch_times_vec *groups, const struct launch_record *records, uint32_t count,
                      const struct kernel *only)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct launch_record *r = records + i;
        if (!r->finished || (only && r->kernel->name != only->name))
            continue;
        struct launch_group like = {.kernel = r->kernel,
                                    .template_args = r->template_args,
                                    .label = r->label,
                                    .grid = r->grid,
                                    .block = r->block,
                                    .shared = r->shared,
                                    .at = r->at};
        struct launch_times *g = group_for(groups, &like, only);
        take_shape(&g->group, &like);
        g->group.min_ns = r->ns < g->group.min_ns ? r->ns : g->group.min_ns;
        g->group.total_ns += r->ns;
        g->group.bytes += r->bytes;
        if (r->label) /* the user's own kernels were compiled earlier, with their cell */
            g->group.compile_ns += (uint64_t) (r->compiled * 1e9);
        add_time(g, r->ns);
    }
}

static void add_group(launch_times_vec *groups, const struct launch_times *from,
                      const struct kernel *only)
{
    if (only && from->group.kernel->name != only->name)
        return;
    struct launch_times *g = group_for(groups, &from->group, only);
    take_shape(&g->group, &from->group);
    g->group.min_ns = from->group.min_ns < g->group.min_ns ? from->group.min_ns : g->group.min_ns;
    g->group.total_ns += from->group.total_ns;
    g->group.bytes += from->group.bytes;
    g->group.compile_ns += from->group.compile_ns;
    g->group.calls += from->group.calls;
    while (g->stride < from->stride)
        halve(g);
    for (size_t i = 0; i < from->times.n; i += g->stride / from->stride)
        VEC_PUSH(&g->times, from->times.at[i]);
    while (g->times.n >= TIMES_MAX)
        halve(g);
}

void launch_times_free(launch_times_vec *groups)
{
    VEC_EACH (g, groups)
        VEC_FREE(&g->times);
    groups->n = 0;
}

static int by_time(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
    return (x > y) - (x < y);
}

static struct launch_group *make_groups(const launch_times_vec *folded,
                                        const struct launch_record *records, uint32_t count,
                                        const struct kernel *only, uint32_t *out_count)
{
    launch_times_vec groups = {0};
    VEC_EACH (f, folded)
        add_group(&groups, f, only);
    launch_times_add(&groups, records, count, only);
    struct launch_group *out = xcalloc(groups.n + 1, sizeof *out);
    for (size_t i = 0; i < groups.n; i++) {
        struct launch_times *g = groups.at + i;
        qsort(g->times.at, g->times.n, sizeof *g->times.at, by_time);
        g->group.median_ns = g->times.at[g->times.n / 2];
        out[i] = g->group;
    }
    *out_count = (uint32_t) groups.n;
    launch_times_free(&groups);
    VEC_FREE(&groups);
    return out;
}

struct launch_group *launch_groups(const struct launcher *l, const struct kernel *only,
                                   uint32_t *out_count)
{
    return make_groups(&l->folded, l->records.at, (uint32_t) l->records.n, only, out_count);
}

struct launch_group *launch_groups_past(const struct launcher *l, const struct kernel *only,
                                        uint32_t *out_count)
{
    return make_groups(&l->past_folded, l->past.at, (uint32_t) l->past.n, only, out_count);
}
