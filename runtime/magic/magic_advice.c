/* SPDX-License-Identifier: Apache-2.0 */
/* Advice below the table of launches: one line from a GPU expert, once for each kernel that the user wrote, and only if
 * the problem costs time. */
#include <inttypes.h>
#include <string.h>

#include "launch/stats.h"
#include "magic/magic_internal.h"

enum { WARP = 32 };

static const uint64_t WORTH_IT = 1000000; /* ns: shorter launches are exercises, not work */

struct look { /* advice about one row of the table */
    struct wc_session *s;
    const struct launch_group *group;
    const struct timing_row *row;
    const struct device_props *device;
};

typedef char *advise(const struct look *l); /* of the session's arena; NULL: no advice */

static char *idle(const struct look *l)
{
    struct device_dim g = l->group->grid;
    uint64_t blocks = (uint64_t) g.x * g.y * g.z;
    bool cpu = device_is_cpu(l->device);
    if (l->row->total_ns < WORTH_IT || blocks * 2 > l->device->multiprocessors)
        return NULL;
    return arena_printf(&l->s->answers,
                        "%s: %" PRIu64 " block%s keep%s only %" PRIu64 " of %" PRIu32 " %s busy; "
                        "more and smaller blocks would use the rest",
                        l->row->kernel, blocks, blocks == 1 ? "" : "s", blocks == 1 ? "s" : "",
                        blocks, l->device->multiprocessors, cpu ? "cores" : "multiprocessors");
}

static char *ragged(const struct look *l)
{
    struct device_dim b = l->group->block, g = l->group->grid;
    uint32_t threads = b.x * b.y * b.z, lanes = (threads + WARP - 1) / WARP * WARP;
    if (threads == lanes || (uint64_t) g.x * g.y * g.z * lanes < 1024)
        return NULL;
    return arena_printf(&l->s->answers,
                        "%s: blocks of %" PRIu32 " threads leave %" PRIu32 " of %" PRIu32
                        " lanes idle, because a warp has 32 lanes; use a block size of %" PRIu32,
                        l->row->kernel, threads, lanes - threads, lanes,
                        lanes > 1024 ? 1024 : lanes);
}

static char *spilled(const struct look *l)
{
    if (!l->row->spill)
        return NULL;
    return arena_printf(&l->s->answers,
                        "%s: %" PRIu32 " bytes per thread are spilled to slow local memory; use "
                        "fewer live variables or a smaller __launch_bounds__",
                        l->row->kernel, l->row->spill);
}

/* Double arithmetic though all data are floats: usually a literal without its f. */
static char *doubled(const struct look *l)
{
    const struct kernel *k = l->group->kernel;
    const struct code_facts *f = launch_facts(l->s->launcher, k, l->group->template_args);
    bool floats = false, doubles = false;
    for (uint32_t i = 0; i < k->param_count; i++) {
        const struct type *t = k->params[i].type;
        t = t->kind == TYPE_POINTER ? t->base : t;
        floats |= t->kind == TYPE_FLOAT;
        doubles |= t->kind == TYPE_DOUBLE || t->kind == TYPE_OPAQUE || t->kind == TYPE_STRUCT;
    }
    if (!f || !f->doubles || !floats || doubles)
        return NULL;
    return arena_printf(&l->s->answers,
                        "%s: the data is float, but the kernel computes in double, which is 32 or "
                        "64 times slower on most GPUs; write 0.5f for 0.5 and sqrtf for sqrt",
                        l->row->kernel);
}

static const struct {
    const char *topic;
    advise *look;
} topics[] = {
    {"idle",    idle   },
    {"ragged",  ragged },
    {"spilled", spilled},
    {"doubled", doubled},
};

static bool first_time(struct wc_session *s, const char *topic, const char *kernel)
{
    VEC_EACH (a, &s->advised)
        if (a->topic == topic && a->kernel == kernel)
            return false;
    VEC_PUSH(&s->advised, (struct advised){topic, kernel});
    return true;
}

/* Compares copies between host and device in this cell with the time of its kernels. */
static char *transfers(struct wc_session *s, const struct timing_row *rows, uint32_t count)
{
    uint64_t bytes, ns, kernels = 0;
    device_copied(launcher_opened(s->launcher), &bytes, &ns);
    for (uint32_t i = 0; i < count; i++)
        kernels += rows[i].total_ns;
    if (ns < WORTH_IT || ns < 5 * kernels || !first_time(s, "transfers", rows[0].kernel))
        return NULL;
    struct buf copied = {0}, copying = {0}, running = {0};
    print_bytes(&copied, bytes);
    print_time(&copying, ns);
    print_time(&running, kernels);
    char *line =
        arena_printf(&s->answers,
                     "copying %s between host and device took %s, the kernels %s; keep the "
                     "data on the device between launches",
                     copied.p, copying.p, running.p);
    buf_free(&copied);
    buf_free(&copying);
    buf_free(&running);
    return line;
}

const char *const *advice_for(struct wc_session *s, const struct launch_group *groups,
                              const struct timing_row *rows, uint32_t count, uint32_t *out_count)
{
    enum { LINES = sizeof topics / sizeof *topics, MOST = 4 };
    const struct device_props *device = device_props(launcher_opened(s->launcher));
    const char **lines = ARENA_ARRAY(&s->answers, const char *, MOST + 1);
    *out_count = 0;
    if (!s->advice)
        return lines;
    for (uint32_t i = 0; i < count; i++)
        for (int t = 0; t < LINES && *out_count < MOST && !groups[i].kernel->made; t++) {
            struct look look = {s, groups + i, rows + i, device};
            const char *line = topics[t].look(&look);
            if (line && first_time(s, topics[t].topic, groups[i].kernel->name))
                lines[(*out_count)++] = line;
        }
    const char *line = transfers(s, rows, count);
    if (line)
        lines[(*out_count)++] = line;
    return lines;
}

MAGIC(advice)
{
    bool on;
    if (!magic_switch(s, args, at, "%advice", &on))
        return false;
    s->advice = on;
    s->advised.n = 0;
    return true;
}
