/* SPDX-License-Identifier: Apache-2.0 */
/* Records of launches to groups. A cell may have made a million: one pass finds the groups, a sort in each its median. */
#include "launch/stats.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "launch/launcher.h"

struct growing {
    struct launch_group group;
    VEC(uint64_t) times;
};

static bool same_dim(struct device_dim a, struct device_dim b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool belongs(const struct launch_group *g, const struct launch_record *r)
{
    return g->label == r->label && g->kernel->name == r->kernel->name &&
           launch_same_args(g->template_args, r->template_args) && same_dim(g->grid, r->grid) &&
           same_dim(g->block, r->block) && g->shared == r->shared;
}

static int by_time(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
    return (x > y) - (x < y);
}

static struct launch_group finish(struct growing *g)
{
    qsort(g->times.at, g->times.n, sizeof *g->times.at, by_time);
    g->group.calls = (uint32_t) g->times.n;
    g->group.min_ns = g->times.at[0];
    g->group.median_ns = g->times.at[g->times.n / 2];
    VEC_EACH (t, &g->times)
        g->group.total_ns += *t;
    VEC_FREE(&g->times);
    return g->group;
}

static void shape(struct launch_group *g, const struct launch_record *r)
{
    g->kernel = r->kernel;
    g->template_args = r->template_args;
    g->label = r->label;
    g->grid = r->grid;
    g->block = r->block;
    g->shared = r->shared;
}

struct launch_group *launch_groups(const struct launch_record *records, uint32_t count,
                                   const struct kernel *only, uint32_t *out_count)
{
    VEC(struct growing) groups = {0};
    size_t last = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct launch_record *r = records + i;
        if (!r->finished || (only && r->kernel->name != only->name))
            continue;
        if (!(last < groups.n && (only || belongs(&groups.at[last].group, r))))
            for (last = 0; last < groups.n && !belongs(&groups.at[last].group, r);)
                last++;
        if (last == groups.n)
            VEC_PUSH(&groups, (struct growing){.group.at = r->at});
        struct growing *g = groups.at + last;
        shape(&g->group, r);
        g->group.bytes += r->bytes;
        if (r->label) /* the code of the user's own kernels was compiled with their cell, before */
            g->group.compile_ns += (uint64_t) (r->compiled * 1e9);
        VEC_PUSH(&g->times, r->ns);
    }
    struct launch_group *out = xcalloc(groups.n + 1, sizeof *out);
    for (size_t i = 0; i < groups.n; i++)
        out[i] = finish(groups.at + i);
    *out_count = (uint32_t) groups.n;
    VEC_FREE(&groups);
    return out;
}
