/* SPDX-License-Identifier: Apache-2.0 */
/* Launches: made from the caller's arguments, shared by the threads that run their blocks, and reused. Also the choice of full-mask code
 * for a block shape. Next: cpu_pool.c, exec/block.c. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "device/cpu/code/compilers.h"
#include "device/cpu/cpu.h"
#include "device/cpu/cpu_pool.h"
#include "device/cpu/exec/observed.h"
#include "device/cpu/watch/counters.h"
#include "device/device_limits.h"

/* Ops of a small launch, which the session's thread runs itself: 20 to 50 us, without a safepoint. */
enum { SMALL_WARPS = 64, SMALL_OPS = 4096 };

/* The memory that grid_group::sync() (cooperative_groups, details/driver_abi.h) finds at %envreg1:%envreg2. */
struct grid_workspace {
    uint32_t size, barrier;
};

static uint64_t workspace_new(struct cpu_device *d)
{
    struct object *o = exec_alloc(&d->exec, sizeof(struct grid_workspace), 64, MEMORY_OURS);
    if (o)
        *(struct grid_workspace *) (uintptr_t) o->start =
            (struct grid_workspace){.size = sizeof(struct grid_workspace)};
    return o ? o->start : 0;
}

static void workspace_free(struct cpu_device *d, uint64_t at)
{
    exec_free(&d->exec, space_find(d->exec.space, at));
}

static const struct full_mask *full_mask_for(struct cpu_device *d, struct cpu_kernel *k,
                                             enum block_shape shape, bool observed)
{
    struct full_mask **at = &k->full_mask[observed][shape];
    pthread_mutex_lock(&d->full_mask_lock);
    if (!*at)
        *at = full_mask_new(k->code, shape, d->exec.set, &native_compiler,
                            observed ? &observed_full_mask : NULL);
    const struct full_mask *full_mask = *at;
    pthread_mutex_unlock(&d->full_mask_lock);
    return full_mask;
}

struct vector_layout cpu_layout_for(struct cpu_kernel *k, struct device_dim block)
{
    if (!k->threads.split)
        k->threads = vector_threads_of(k->inlined);
    return vector_layout_of(block.x, block.y, block.z, &k->threads);
}

static struct vector_try *find_try(struct cpu_kernel *k, const struct vector_layout *layout,
                                   bool careful)
{
    VEC_EACH (t, &k->vectors)
        if (vector_layout_is(&t->layout, layout) && t->careful == careful)
            return t;
    return NULL;
}

static struct vector_try *try_vectors(struct cpu_device *d, struct cpu_kernel *k,
                                      const struct vector_layout *layout, bool careful)
{
    struct vector_try *t = find_try(k, layout, careful);
    if (t)
        return t;
    struct vector_source source = {.code = k->inlined,
                                   .layout = *layout,
                                   .vector_bytes = d->exec.set->vector_bytes,
                                   .careful = careful,
                                   .fail_checks = d->fail_checks};
    VEC_PUSH(&k->vectors, (struct vector_try){.layout = *layout,
                                              .careful = careful,
                                              .code = vector_compiler.compile(&source)});
    return find_try(k, layout, careful);
}

bool cpu_is_careful(struct cpu_kernel *k, const struct vector_layout *layout)
{
    return find_try(k, layout, true) != NULL;
}

/* Vector code for blocks of that shape. */
static const struct vector_code *vectors_for(struct cpu_device *d, struct cpu_kernel *k,
                                             struct device_dim block)
{
    pthread_mutex_lock(&d->full_mask_lock);
    struct vector_layout layout = cpu_layout_for(k, block);
    const struct vector_code *vectors =
        try_vectors(d, k, &layout, cpu_is_careful(k, &layout))->code;
    pthread_mutex_unlock(&d->full_mask_lock);
    return vectors;
}

const struct vector_code *launch_careful_vectors(const struct cpu_launch *l)
{
    struct cpu_kernel *k = (struct cpu_kernel *) (uintptr_t) l->kernel;
    pthread_mutex_lock(&l->device->full_mask_lock);
    const struct vector_code *vectors = try_vectors(l->device, k, &l->vectors->layout, true)->code;
    pthread_mutex_unlock(&l->device->full_mask_lock);
    return vectors;
}

static void watch_codes(struct code_module *m)
{
    VEC_EACH (c, &m->codes.at)
        observed_code(*c, &m->arena);
}

/* Before describe(), which asks the observers whether the launch may run full-mask code. */
static void watch(struct cpu_device *d, struct cpu_launch *n, struct cpu_module *m, bool count)
{
    struct observer *all[OBSERVERS_MAX];
    uint32_t k = d->exec.observers.count;
    memcpy(all, d->exec.observers.at, k * sizeof *all);
    if (count) {
        n->counters = counters_new();
        all[k++] = &n->counters->observer;
    }
    n->watchers = watchers_new(all, k);
    watch_codes(&m->code);
    for (size_t i = 0; n->callables && i < d->meeting.n; i++)
        watch_codes(d->meeting.at[i]);
}

static void watch_begin(struct cpu_launch *n)
{
    n->watchers->launch =
        (struct observed_launch){.kernel = n->code->name,
                                 .code = n->code,
                                 .grid = n->grid,
                                 .block = n->block,
                                 .params = n->params,
                                 .params_size = n->params_size,
                                 .shared_dynamic = n->shared_dynamic,
                                 .vector_bytes = n->device->exec.set->vector_bytes,
                                 .tag = n->tag,
                                 .stream = n->stream,
                                 .depth = n->depth,
                                 .cooperative = n->cooperative,
                                 .clusters = n->cluster_size > 1};
    watchers_begin(n->watchers);
}

/* ---- reuse: making a launch costs more than an empty kernel takes ---- */

static struct cpu_launch *launch_make(const struct cpu_device *d)
{
    uint32_t workers = d->base.props.multiprocessors + 1; /* and the session */
    struct cpu_launch *n = xcalloc(1, sizeof *n + workers * sizeof *n->working);
    pthread_mutex_init(&n->lock, NULL);
    n->workers = workers;
    for (uint32_t i = 0; i < workers; i++)
        atomic_store_explicit(&n->working[i].block, UINT64_MAX, memory_order_relaxed);
    return n;
}

static struct cpu_launch *launch_take(struct cpu_device *d)
{
    struct cpu_launch *n = d->spare_launch;
    if (!n)
        return launch_make(d);
    d->spare_launch = n->next_launch;
    return n;
}

static void launch_reset(struct cpu_launch *n, size_t params)
{
    if (params > n->params_room || !n->params) {
        free(n->params);
        n->params_room = params > 256 ? params : 256;
        n->params = xmalloc(n->params_room + 16);
    }
    n->active = 0;
    n->interrupted = n->dropped = n->told = n->apart = false;
    atomic_store_explicit(&n->stopped, false, memory_order_relaxed);
    n->next_launch = NULL;
    n->launched = 0;
    n->fault.kind = FAULT_NONE;
    n->fault.others = 0;
    atomic_store_explicit(&n->state, LAUNCH_QUEUED, memory_order_relaxed);
    atomic_store_explicit(&n->next, 0, memory_order_relaxed);
    atomic_store_explicit(&n->stop_after, UINT64_MAX, memory_order_relaxed);
}

static void launch_clear(struct cpu_launch *l)
{
    output_free(&l->output);
    child_drop(l);
    if (l->workspace)
        workspace_free(l->device, l->workspace);
    l->workspace = 0;
    watchers_end(&l->watchers);
    free(l->counters);
    l->counters = NULL;
}

void launch_keep(struct cpu_launch *l)
{
    launch_clear(l);
    l->next_launch = l->device->spare_launch;
    l->device->spare_launch = l;
}

static void launch_free(struct cpu_launch *l)
{
    pthread_mutex_destroy(&l->lock);
    free(l->params);
    free(l);
}

void launch_free_spare(struct cpu_device *d)
{
    for (struct cpu_launch *l; (l = d->spare_launch);) {
        d->spare_launch = l->next_launch;
        launch_free(l);
    }
}

static void describe(struct cpu_launch *n, struct cpu_device *d, const struct device_launch *l)
{
    struct cpu_kernel *kernel = (struct cpu_kernel *) (uintptr_t) l->kernel;
    launch_reset(n, l->params_size);
    n->device = d;
    n->exec = &d->exec;
    n->kernel = l->kernel;
    n->code = kernel->code;
    enum block_shape shape = block_shape_of(l->block.x, l->block.y, l->block.z, &n->across);
    n->cluster = device_cluster_of(l);
    n->cluster_size = n->cluster.x * n->cluster.y * n->cluster.z;
    n->explicit_cluster = l->cluster.x || l->kernel->info.cluster.x;
    n->vectors = n->watchers || n->cluster_size > 1 ? NULL : vectors_for(d, kernel, l->block);
    if (n->vectors)
        n->code = kernel->inlined;
    n->width = n->vectors ? n->vectors->layout.width : n->across;
    if (n->vectors)
        n->across = n->vectors->layout.across;
    n->full_mask =
        n->cluster_size == 1 && !n->vectors && (!n->watchers || observed_settles(n->watchers))
            ? full_mask_for(d, kernel, shape, n->watchers != NULL)
            : NULL;
    n->grid = l->grid;
    n->block = l->block;
    n->tag = l->tag;
    n->stream = l->stream;
    n->shared_dynamic = l->shared_dynamic;
    n->cooperative = l->cooperative;
    n->workspace = l->cooperative ? workspace_new(d) : 0;
    n->seed = 0;
    n->in_order = n->watchers && watchers_in_order(n->watchers, &n->seed);
    n->blocks = (uint64_t) l->grid.x * l->grid.y * l->grid.z;
    n->chunk = n->in_order ? 1 : n->blocks / 256 + 1;
    if (n->cluster_size > 1)
        n->chunk = n->cluster_size;
    n->library = n->watchers || n->root ? NULL : kernel->library;
    if (n->library) /* its blocks are kept back until the library has tried */
        atomic_store_explicit(&n->next, n->blocks, memory_order_relaxed);
    n->params_size = l->params_size;
    if (l->params_size)
        memcpy(n->params, l->params, l->params_size);
}

struct cpu_launch *launch_new(struct cpu_device *d, const struct device_launch *l)
{
    struct cpu_launch *n = launch_take(d);
    const struct cpu_module *m = (const struct cpu_module *) l->kernel->module;
    n->callables = m->meets ? d->callables : NULL;
    n->cache_count = n->callables ? n->callables->cache_count : m->code.cache_count;
    bool watched = l->count || d->exec.observers.count;
    if (watched)
        watch(d, n, (struct cpu_module *) l->kernel->module, l->count);
    describe(n, d, l);
    if (watched)
        watch_begin(n);
    return n;
}

struct cpu_launch *launch_new_child(struct cpu_launch *root, const struct device_launch *l,
                                    uint32_t depth)
{
    struct cpu_launch *n = launch_make(root->device);
    n->root = root;
    n->callables = root->callables;
    n->cache_count = root->cache_count;
    n->depth = depth;
    if (root->watchers)
        n->watchers = watchers_new(root->watchers->at, root->watchers->count);
    describe(n, root->device, l);
    if (n->watchers)
        watch_begin(n);
    return n;
}

void launch_free_child(struct cpu_launch *l)
{
    launch_clear(l);
    launch_free(l);
}

/* ---- again ---- */

bool launch_runs_again(struct cpu_launch *l)
{
    if (!l->watchers || !watchers_again(l->watchers))
        return false;
    pthread_mutex_lock(&l->lock);
    output_free(&l->output);
    l->fault.kind = FAULT_NONE;
    l->fault.others = 0;
    pthread_mutex_unlock(&l->lock);
    atomic_store(&l->stop_after, UINT64_MAX);
    l->chunk = l->cluster_size;
    atomic_store(&l->next, 0);
    atomic_store(&l->interrupted, false);
    if (atomic_load(&l->stopped))
        atomic_store(&l->interrupted, true);
    return true;
}

/* ---- small ones ---- */

/* The number of ops of straight-line code; UINT32_MAX: it has loops or calls. */
static uint32_t straight_ops(const struct decoded_code *code)
{
    for (uint32_t k = 0; k < code->op_count; k++)
        if (op_may_repeat((enum op_code) code->ops[k].code))
            return UINT32_MAX;
    return code->op_count + 1;
}

bool launch_is_small(const struct cpu_launch *l)
{
    struct cpu_kernel *kernel = (struct cpu_kernel *) (uintptr_t) l->kernel;
    uint64_t warps =
        ((uint64_t) l->block.x * l->block.y * l->block.z + WARP_LANES - 1) / WARP_LANES * l->blocks;
    if (!kernel->straight)
        kernel->straight = straight_ops(l->code);
    return kernel->straight != UINT32_MAX && !l->cooperative && l->cluster_size == 1 &&
           warps <= SMALL_WARPS && warps * kernel->straight <= SMALL_OPS;
}
