/* SPDX-License-Identifier: Apache-2.0 */
/* Occupancy (CUDA Driver API reference, 'Occupancy') of the GPU that the device claims to be, by the published rules (device/occupancy.h). Next:
 * driver_function.c. */
#include "device/occupancy.h"

#include "device/device_limits.h"
#include "driver/core/driver_state.h"
#include "driver/driver_calls.h"
#include "driver/driver_function.h"

static int begin_with(const struct cu_function *f)
{
    int e = driver_begin();
    return e ? e : f && f->kind == HANDLE_FUNCTION ? CU_SUCCESS : cudaErrorInvalidResourceHandle;
}

static int kernel_of(const struct cu_function *f, size_t dynamic, struct occupancy_kernel *out)
{
    int e = begin_with(f);
    if (e)
        return e;
    struct code_resources r = driver_function_resources(f);
    *out = (struct occupancy_kernel){.registers = r.registers,
                                     .shared = r.shared + (uint32_t) dynamic};
    return CU_SUCCESS;
}

EXPORT int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, struct cu_function *f,
                                                       int threads, size_t dynamic)
{
    struct occupancy_kernel k;
    int e = kernel_of(f, dynamic, &k);
    if (e)
        return e;
    if (!blocks || threads < 1)
        return CU_INVALID_VALUE;
    *blocks = (int) occupancy_of(driver_limits(), &k, (uint32_t) threads).blocks;
    return CU_SUCCESS;
}

EXPORT int cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, struct cu_function *f,
                                                                int threads, size_t dynamic,
                                                                unsigned flags)
{
    return cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, f, threads, dynamic);
}

EXPORT int cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, struct cu_function *f,
                                                     size_t (*dynamic_of)(int threads),
                                                     size_t dynamic, int most, unsigned flags)
{
    struct occupancy_kernel k;
    int e = kernel_of(f, 0, &k);
    if (e)
        return e;
    uint32_t fixed = k.shared, best = 0, best_threads = 0;
    int limit = (int) device_kernel_info(f->kernel)->max_threads;
    limit = most > 0 && most < limit ? most : limit;
    for (int threads = limit / 32 * 32; threads >= 32; threads -= 32) {
        k.shared = fixed + (uint32_t) (dynamic_of ? dynamic_of(threads) : dynamic);
        struct occupancy o = occupancy_of(driver_limits(), &k, (uint32_t) threads);
        if (o.blocks * (uint32_t) threads <= best_threads)
            continue;
        best_threads = o.blocks * (uint32_t) threads;
        best = o.blocks;
        *block = threads;
    }
    *grid = (int) (best * driver_multiprocessors());
    return best ? CU_SUCCESS : CU_INVALID_VALUE;
}

EXPORT int cuOccupancyMaxPotentialBlockSize(int *grid, int *block, struct cu_function *f,
                                            size_t (*dynamic_of)(int threads), size_t dynamic,
                                            int most)
{
    return cuOccupancyMaxPotentialBlockSizeWithFlags(grid, block, f, dynamic_of, dynamic, most, 0);
}

/* ---- clusters (CUDA Programming Guide, 'Thread Block Clusters') ---- */

EXPORT int cuOccupancyMaxPotentialClusterSize(int *size, struct cu_function *f,
                                              const struct cu_launch_config *config)
{
    int e = begin_with(f);
    if (e)
        return e;
    if (!size || !config)
        return CU_INVALID_VALUE;
    *size = device_props(driver_state.engine)->arch < 90 ? 1
            : f->large_clusters                          ? CLUSTER_MOST
                                                         : CLUSTER_PORTABLE;
    return CU_SUCCESS;
}

/* The clusters that the multiprocessors hold together; how a GPU groups them is not published. */
EXPORT int cuOccupancyMaxActiveClusters(int *clusters, struct cu_function *f,
                                        const struct cu_launch_config *config)
{
    struct occupancy_kernel k;
    int e = kernel_of(f, config ? config->shared : 0, &k);
    if (e)
        return e;
    if (!clusters || !config)
        return CU_INVALID_VALUE;
    struct driver_work w = {.launch = {.cluster = f->cluster}};
    for (unsigned i = 0; i < config->count; i++)
        launch_set_attribute(&w, config->attributes[i].id, &config->attributes[i].value);
    const struct device_launch l = {.kernel = f->kernel, .cluster = w.launch.cluster};
    const struct device_dim c = device_cluster_of(&l);
    uint64_t threads = (uint64_t) config->block[0] * config->block[1] * config->block[2],
             size = (uint64_t) c.x * c.y * c.z;
    if (!size || !threads || threads > device_kernel_info(f->kernel)->max_threads)
        return CU_INVALID_VALUE;
    uint32_t blocks = occupancy_of(driver_limits(), &k, (uint32_t) threads).blocks;
    *clusters = (int) (blocks * driver_multiprocessors() / size);
    return CU_SUCCESS;
}

EXPORT int cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, struct cu_function *f, int blocks,
                                                   int threads)
{
    struct occupancy_kernel k;
    int e = kernel_of(f, 0, &k);
    if (e)
        return e;
    if (blocks < 1)
        return CU_INVALID_VALUE;
    const struct gpu_limits *l = driver_limits();
    uint32_t each = l->shared / (uint32_t) blocks, most = l->shared_per_block;
    each = each > l->shared_reserved ? each - l->shared_reserved : 0;
    each = each < most ? each : most;
    *bytes = each > k.shared ? each - k.shared : 0;
    return CU_SUCCESS;
}
