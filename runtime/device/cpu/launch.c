/* SPDX-License-Identifier: Apache-2.0 */
/* A launch as an object: made from what the caller said, shared by the threads that run its blocks. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "device/cpu/cpu.h"
#include "device/cpu/observer.h"

/* What grid_group::sync() of cooperative_groups (details/driver_abi.h) finds at %envreg1:%envreg2. */
struct grid_workspace {
    uint32_t size, barrier;
};

static uint64_t workspace_new(struct cpu_device *d)
{
    pthread_mutex_lock(&d->space_lock);
    struct object *o = space_alloc(d->space, sizeof(struct grid_workspace), 64);
    if (o) {
        *(struct grid_workspace *) (uintptr_t) o->start =
            (struct grid_workspace){.size = sizeof(struct grid_workspace)};
        o->kind = MEMORY_OURS;
    }
    pthread_mutex_unlock(&d->space_lock);
    return o ? o->start : 0;
}

static void workspace_free(struct cpu_device *d, uint64_t at)
{
    pthread_mutex_lock(&d->space_lock);
    space_free(d->space, space_find(d->space, at));
    pthread_mutex_unlock(&d->space_lock);
}

static const struct lean *lean_for(struct cpu_device *d, struct cpu_kernel *k,
                                   enum block_shape shape)
{
    if (!k->lean[shape])
        k->lean[shape] = lean_new(k->code, shape, d->set);
    return k->lean[shape];
}

static void observe(struct launch *n, struct cpu_module *m)
{
    n->observer = &counters_new()->observer;
    VEC_EACH (c, &m->codes.at)
        observe_code(*c, &m->arena);
}

struct launch *launch_new(struct cpu_device *d, const struct device_launch *l)
{
    struct launch *n = xcalloc(1, sizeof *n);
    n->device = d;
    n->kernel = l->kernel;
    n->code = ((const struct cpu_kernel *) l->kernel)->code;
    struct cpu_kernel *kernel = (struct cpu_kernel *) (uintptr_t) l->kernel;
    n->sites = ((const struct cpu_module *) l->kernel->module)->sites;
    enum block_shape shape = shape_of(l->block.x, l->block.y, l->block.z, &n->across);
    if (l->count)
        observe(n, (struct cpu_module *) l->kernel->module);
    else
        n->lean = lean_for(d, kernel, shape);
    n->grid = l->grid;
    n->block = l->block;
    n->tag = l->tag;
    n->stream = l->stream;
    n->shared_dynamic = l->shared_dynamic;
    n->cooperative = l->cooperative;
    n->workspace = l->cooperative ? workspace_new(d) : 0;
    n->blocks = (uint64_t) l->grid.x * l->grid.y * l->grid.z;
    n->chunk = n->blocks / 256 + 1;
    n->params_size = l->params_size;
    n->params = xmalloc(l->params_size + 16);
    if (l->params_size)
        memcpy(n->params, l->params, l->params_size);
    atomic_store(&n->stop_after, UINT64_MAX);
    for (int i = 0; i < WORKERS_MAX; i++)
        atomic_store_explicit(&n->working[i].block, UINT64_MAX, memory_order_relaxed);
    pthread_mutex_init(&n->lock, NULL);
    n->output = output_new();
    return n;
}

void launch_free(struct launch **at)
{
    struct launch *l = *at;
    if (!l)
        return;
    output_free(&l->output);
    if (l->workspace)
        workspace_free(l->device, l->workspace);
    pthread_mutex_destroy(&l->lock);
    free(l->params);
    free(l->observer);
    free(l);
    *at = NULL;
}
