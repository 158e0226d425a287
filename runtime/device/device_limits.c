/* SPDX-License-Identifier: Apache-2.0 */
/* The limits of a launch: CUDA C++ Programming Guide, 'Technical Specifications per Compute Capability'. It needs the device's properties.
 * Next: device_limits.h. */
#include "device/device_limits.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "device/backend.h"
#include "device/cuda_errors.h"

static bool refuse(struct device_refusal *r, enum device_limit limit, int code, const char *format,
                   ...) __attribute__((format(printf, 4, 5)));

static bool refuse(struct device_refusal *r, enum device_limit limit, int code, const char *format,
                   ...)
{
    va_list ap;
    *r = (struct device_refusal){.limit = limit, .code = code};
    va_start(ap, format);
    vsnprintf(r->text, sizeof r->text, format, ap);
    va_end(ap);
    return false;
}

static void advise(struct device_refusal *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void advise(struct device_refusal *r, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vsnprintf(r->help, sizeof r->help, format, ap);
    va_end(ap);
}

bool device_dim_of(const int64_t extents[3], enum device_limit grid_or_block,
                   struct device_dim *out, struct device_refusal *refused)
{
    const char *what = grid_or_block == LIMIT_GRID ? "grid" : "block";
    for (int i = 0; i < 3; i++) {
        if (extents[i] >= 1 && extents[i] <= UINT32_MAX)
            continue;
        refuse(refused, grid_or_block, cudaErrorInvalidConfiguration,
               "%s.%c is %" PRId64 ", but must be at %s", what, "xyz"[i], extents[i],
               extents[i] < 1 ? "least 1" : "most 4294967295");
        if (!extents[i])
            advise(refused, "integer division rounds down: use (n + 255) / 256 instead of n / 256");
        else if (extents[i] < 0)
            advise(refused,
                   "a difference or an overflow made it negative: check how it is computed");
        return false;
    }
    *out = (struct device_dim){(uint32_t) extents[0], (uint32_t) extents[1], (uint32_t) extents[2]};
    return true;
}

static bool is_whole(const struct device_dim *d, enum device_limit limit,
                     struct device_refusal *refused)
{
    struct device_dim same;
    return device_dim_of((int64_t[]){d->x, d->y, d->z}, limit, &same, refused);
}

static bool exceeds(const struct device_dim *d, const uint32_t most[3])
{
    return d->x > most[0] || d->y > most[1] || d->z > most[2];
}

static bool block_fits(const struct device_launch *l, const struct device_props *p,
                       struct device_refusal *refused)
{
    const struct device_dim *b = &l->block;
    const uint32_t *most = p->max_block;
    uint32_t of_kernel = l->kernel->info.max_threads;
    bool bounded = of_kernel && of_kernel < p->max_threads_per_block;
    uint32_t limit = bounded ? of_kernel : p->max_threads_per_block;
    uint64_t threads = (uint64_t) b->x * b->y * b->z;
    if (!is_whole(b, LIMIT_BLOCK, refused))
        return false;
    if (threads > limit)
        refuse(refused, LIMIT_BLOCK, cudaErrorInvalidConfiguration,
               "block of %" PRIu64 " threads (%u x %u x %u), but %s allows %u", threads, b->x, b->y,
               b->z, bounded ? "this kernel" : "the device", limit);
    else if (exceeds(b, most))
        refuse(refused, LIMIT_BLOCK, cudaErrorInvalidConfiguration,
               "block of %u x %u x %u threads, but the device allows %u x %u x %u", b->x, b->y,
               b->z, most[0], most[1], most[2]);
    else
        return true;
    advise(refused, "use a smaller block and more blocks; at most %u x %u x %u", most[0], most[1],
           most[2]);
    return false;
}

static bool grid_fits(const struct device_launch *l, const struct device_props *p,
                      struct device_refusal *refused)
{
    const struct device_dim *g = &l->grid;
    const uint32_t *most = p->max_grid;
    uint64_t blocks = (uint64_t) g->x * g->y * g->z;
    if (!is_whole(g, LIMIT_GRID, refused))
        return false;
    if (exceeds(g, most))
        return refuse(refused, LIMIT_GRID, cudaErrorInvalidConfiguration,
                      "grid of %u x %u x %u blocks, but the device allows %u x %u x %u", g->x, g->y,
                      g->z, most[0], most[1], most[2]);
    if (!l->cooperative || blocks <= p->max_cooperative_blocks)
        return true;
    refuse(refused, LIMIT_COOPERATIVE, cudaErrorCooperativeLaunchTooLarge,
           "cooperative launch of %" PRIu64 " blocks, but the device allows %u", blocks,
           p->max_cooperative_blocks);
    advise(refused, "use at most %u, or synchronise blocks by separate launches",
           p->max_cooperative_blocks);
    return false;
}

static bool shared_fits(const struct device_launch *l, const struct device_props *p,
                        struct device_refusal *refused)
{
    uint64_t fixed = l->kernel->info.shared_static, most = p->shared_per_block_optin;
    if (fixed <= most && l->shared_dynamic <= most - fixed)
        return true;
    refuse(refused, LIMIT_SHARED, cudaErrorInvalidValue,
           "%" PRIu64 " bytes of shared memory for a block, but the device has %" PRIu64,
           l->shared_dynamic + fixed, most);
    advise(refused, "the third launch parameter is in bytes; the kernel itself declares %" PRIu64,
           fixed);
    return false;
}

struct device_dim device_cluster_of(const struct device_launch *l)
{
    struct device_dim c = l->cluster.x ? l->cluster : l->kernel->info.cluster;
    return c.x ? c : (struct device_dim){1, 1, 1};
}

static bool cluster_fits(const struct device_launch *l, const struct device_props *p,
                         struct device_refusal *refused)
{
    const struct device_dim c = device_cluster_of(l), *own = &l->kernel->info.cluster,
                            *g = &l->grid;
    uint64_t size = (uint64_t) c.x * c.y * c.z;
    if (size == 1)
        return true;
    if (!size)
        return refuse(refused, LIMIT_CLUSTER, cudaErrorInvalidClusterSize,
                      "clusters of %u x %u x %u blocks", c.x, c.y, c.z);
    if (!device_is_cpu(p))
        return refuse(refused, LIMIT_CLUSTER, cudaErrorNotSupported,
                      "on a GPU the size of clusters must be the kernel's own: __cluster_dims__");
    if (p->arch < 90)
        refuse(refused, LIMIT_CLUSTER, cudaErrorNotSupported,
               "clusters of %" PRIu64 " blocks, but the device has compute capability %d.%d", size,
               p->arch / 10, p->arch % 10);
    else if (own->x && (own->x != c.x || own->y != c.y || own->z != c.z))
        refuse(refused, LIMIT_CLUSTER, cudaErrorInvalidClusterSize,
               "clusters of %u x %u x %u blocks, but the kernel says __cluster_dims__(%u, %u, %u)",
               c.x, c.y, c.z, own->x, own->y, own->z);
    else if (size > CLUSTER_MOST)
        refuse(refused, LIMIT_CLUSTER, cudaErrorInvalidClusterSize,
               "clusters of %" PRIu64 " blocks, but the device allows %d", size, CLUSTER_MOST);
    else if (g->x % c.x || g->y % c.y || g->z % c.z)
        refuse(refused, LIMIT_CLUSTER, cudaErrorInvalidClusterSize,
               "grid of %u x %u x %u blocks, which is not a multiple of the cluster, %u x %u x %u",
               g->x, g->y, g->z, c.x, c.y, c.z);
    else
        return true;
    if (p->arch < 90)
        advise(refused, "clusters begin with 9.0: %%device cpu --as sm_90");
    else if (size <= CLUSTER_MOST)
        advise(refused, "round the grid up to whole clusters");
    return false;
}

bool device_launch_fits(const struct device_launch *l, struct device_refusal *refused)
{
    const struct device_props *p = &l->kernel->module->device->props;
    return block_fits(l, p, refused) && grid_fits(l, p, refused) && cluster_fits(l, p, refused) &&
           shared_fits(l, p, refused);
}
