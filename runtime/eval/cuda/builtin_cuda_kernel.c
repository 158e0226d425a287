/* SPDX-License-Identifier: Apache-2.0 */
/* The CUDA runtime's calls on kernels (occupancy, attributes), and host functions in a stream. */
#include <string.h>

#include "device/device_limits.h"
#include "eval/cuda/builtin_cuda.h"
#include "eval/cuda/cuda_graph.h"

/* The kernel that an argument names, compiled and loaded; NULL with a diag. */
static const struct device_kernel_info *kernel_at(struct vm *vm, uint64_t handle, struct span where)
{
    const struct symbol *s = vm_handle_of(vm, "function", handle);
    const struct device_kernel *k;
    if (!s || s->kind != SYMBOL_KERNEL) {
        diag_help(vm->diags, vm_error(vm, DIAG_TYPE, where, "this is not a kernel"),
                  "pass the name of a __global__ function");
        return NULL;
    }
    if (s->kernel->template_count && !s->kernel->instance) {
        diag_help(vm->diags,
                  vm_error(vm, DIAG_TYPE, where, "'%s' is a template: its arguments are missing",
                           s->name),
                  "write %s<...>", s->name);
        return NULL;
    }
    return launch_code(vm->launcher, s->kernel, s->kernel->instance, vm->diags, where, &k)
               ? device_kernel_info(k)
               : NULL;
}

static const struct device_kernel_info *kernel_of(struct vm *vm, const struct call_site *call,
                                                  const union value *at, uint32_t arg)
{
    return kernel_at(vm, at[arg].u, builtin_call_of(call)->spans[arg]);
}

/* The number of blocks that fit on a multiprocessor: limited by threads (whole warps), shared memory, and the block
 * limit. */
static uint32_t resident(const struct device_props *p, const struct device_kernel_info *k,
                         uint64_t threads, uint64_t dynamic)
{
    uint64_t warps = (threads + p->warp_size - 1) / p->warp_size;
    uint64_t shared = k->shared_static + dynamic, blocks = p->max_blocks_per_multiprocessor;
    if (!warps || threads > k->max_threads || shared > p->shared_per_block_optin)
        return 0;
    uint64_t by_threads = p->max_threads_per_multiprocessor / (warps * p->warp_size);
    uint64_t by_shared = shared ? (p->shared_per_block_optin + 1024) / (shared + 1024) : blocks;
    blocks = by_threads < blocks ? by_threads : blocks;
    return (uint32_t) (by_shared < blocks ? by_shared : blocks);
}

/* The arguments: out, kernel, threads, dynamic shared bytes. */
BUILTIN(cudaOccupancyMaxActiveBlocksPerMultiprocessor)
{
    const struct device_kernel_info *k = kernel_of(vm, call, at, 1);
    if (!k)
        return false;
    if (at[2].i <= 0)
        return cuda_give(vm, at, cudaErrorInvalidValue);
    int blocks = (int) resident(device_props(launcher_opened(vm->launcher)), k, at[2].u, at[3].u);
    return vm_store(vm, at[0].u, &blocks, sizeof blocks, builtin_call_of(call)->spans[0]) &&
           cuda_give(vm, at, cudaSuccess);
}

/* The arguments: out grid blocks, out block threads, kernel, dynamic shared bytes, thread limit (0: none). */
BUILTIN(cudaOccupancyMaxPotentialBlockSize)
{
    const struct device_kernel_info *k = kernel_of(vm, call, at, 2);
    if (!k)
        return false;
    const struct device_props *p = device_props(launcher_opened(vm->launcher));
    uint32_t most = at[4].i > 0 && at[4].u < k->max_threads ? (uint32_t) at[4].u : k->max_threads;
    int threads = 0, grid = 0;
    uint32_t best = 0;
    for (uint32_t t = most - most % p->warp_size; t; t -= p->warp_size) {
        uint32_t blocks = resident(p, k, t, at[3].u);
        if (blocks * t <= best)
            continue;
        best = blocks * t;
        threads = (int) t;
        grid = (int) (blocks * p->multiprocessors);
    }
    const struct span *spans = builtin_call_of(call)->spans;
    return vm_store(vm, at[0].u, &grid, sizeof grid, spans[0]) &&
           vm_store(vm, at[1].u, &threads, sizeof threads, spans[1]) &&
           cuda_give(vm, at, cudaSuccess);
}

/* cudaFuncAttributes as in the prelude. */
struct attributes {
    uint64_t shared, constant, local;
    int threads, registers, ptx, binary, cache, dynamic, carveout;
    int cluster_must_be_set, cluster[3], cluster_scheduling, large_clusters;
};

BUILTIN(cudaFuncGetAttributes)
{
    const struct device_kernel_info *k = kernel_of(vm, call, at, 1);
    if (!k)
        return false;
    const struct device_props *p = device_props(launcher_opened(vm->launcher));
    struct attributes a = {
        .shared = k->shared_static,
        .local = k->local_bytes,
        .threads = (int) k->max_threads,
        .registers = (int) k->registers,
        .ptx = p->arch,
        .binary = p->arch,
        .dynamic = (int) (p->shared_per_block - k->shared_static),
        .cluster = {(int) k->cluster.x, (int) k->cluster.y, (int) k->cluster.z},
        .large_clusters = p->arch >= 90
    };
    return vm_store(vm, at[0].u, &a, sizeof a, builtin_call_of(call)->spans[0]) &&
           cuda_give(vm, at, cudaSuccess);
}

/* The arguments: kernel, attribute, value. */
BUILTIN(cudaFuncSetAttribute)
{
    enum { MAX_DYNAMIC_SHARED = 8 };

    const struct device_kernel_info *k = kernel_of(vm, call, at, 0);
    if (!k)
        return false;
    const struct symbol *s = vm_handle_of(vm, "function", at[0].u);
    const struct device_props *p = device_props(launcher_opened(vm->launcher));
    if (at[1].i != MAX_DYNAMIC_SHARED)
        return cuda_give(vm, at, cudaSuccess);
    if (at[2].i < 0 || at[2].u + k->shared_static > p->shared_per_block_optin)
        return cuda_give(vm, at, cudaErrorInvalidValue);
    launch_set_dynamic(vm->launcher, s->kernel, s->kernel->instance, at[2].u);
    return cuda_give(vm, at, cudaSuccess);
}

/* false: an extent is 0; the call returns CUDA's code, and a warning says why. */
static bool is_whole(struct vm *vm, const struct device_dim *d, enum device_limit grid_or_block,
                     struct span at)
{
    struct device_dim same;
    struct device_refusal refused;
    bool ok = device_dim_of((int64_t[]){d->x, d->y, d->z}, grid_or_block, &same, &refused);
    if (!ok)
        diag_warning(vm->diags, DIAG_LAUNCH, at, "%s", refused.text);
    return ok;
}

bool cuda_launch_of(struct vm *vm, uint64_t kernel, struct device_dim grid, struct device_dim block,
                    uint64_t list, struct span at, struct cuda_launch *out)
{
    const struct device_kernel_info *info = kernel_at(vm, kernel, at);
    const struct symbol *s = info ? vm_handle_of(vm, "function", kernel) : NULL;

    enum { MOST = sizeof out->args / sizeof *out->args };

    uint64_t places[MOST];
    uint32_t count = info ? info->param_count : 0;
    if (count > MOST)
        vm_error(vm, DIAG_LAUNCH, at, "cudaLaunchKernel supports at most %d arguments", MOST);
    const void *from = count && count <= MOST ? vm_memory(vm, list, count * 8, VM_READ, at) : info;
    if (!from || count > MOST)
        return false;
    if (count)
        memcpy(places, from, count * 8);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t size = info->params[i].size;
        out->args[i] =
            (struct launch_arg){.bytes = vm_memory(vm, places[i], size, VM_READ, at),
                                .size = size,
                                .at = at,
                                .is_pointer = i < s->kernel->param_count &&
                                              s->kernel->params[i].type->kind == TYPE_POINTER};
        if (!out->args[i].bytes)
            return false;
    }
    out->request = (struct launch_request){.kernel = s->kernel,
                                           .template_args = s->kernel->instance,
                                           .grid = grid,
                                           .block = block,
                                           .args = out->args,
                                           .arg_count = count,
                                           .at = at,
                                           .grid_at = at,
                                           .block_at = at,
                                           .shared_at = at};
    return true;
}

/* Launches a kernel through a call. The arguments: kernel, grid (its address: x, y, z), block, addresses of the
 * arguments, dynamic shared bytes, stream. */
static bool launch_by_call(struct vm *vm, const struct call_site *call, union value *at,
                           bool cooperative, const struct device_dim *cluster)
{
    const struct span *spans = builtin_call_of(call)->spans;
    const struct device_dim *grid = vm_memory(vm, at[1].u, sizeof *grid, VM_READ, spans[1]),
                            *block = grid ? vm_memory(vm, at[2].u, sizeof *block, VM_READ, spans[2])
                                          : NULL;
    struct cuda_launch l;
    if (!block || !cuda_launch_of(vm, at[0].u, *grid, *block, at[3].u, spans[3], &l))
        return false;
    if (!is_whole(vm, grid, LIMIT_GRID, spans[1]) || !is_whole(vm, block, LIMIT_BLOCK, spans[2]))
        return cuda_give(vm, at, cudaErrorInvalidConfiguration);
    int code = cudaSuccess;
    l.request.shared = at[4].u;
    l.request.stream = at[5].u;
    l.request.cooperative = cooperative;
    if (cluster)
        l.request.cluster = *cluster;
    l.request.at = vm_place_for(vm, call->at);
    l.request.grid_at = vm_place_for(vm, spans[1]);
    l.request.block_at = vm_place_for(vm, spans[2]);
    l.request.shared_at = vm_place_for(vm, spans[4]);
    if (vm->capture) {
        graph_add_launch(vm, &l.request);
        return cuda_give(vm, at, cudaSuccess);
    }
    l.request.out_code = &code;
    return launch_run(vm->launcher, &l.request, vm->diags) && cuda_give(vm, at, code);
}

BUILTIN(cudaLaunchKernel)
{
    return launch_by_call(vm, call, at, false, NULL);
}

BUILTIN(cudaLaunchCooperativeKernel)
{
    return launch_by_call(vm, call, at, true, NULL);
}

/* cudaLaunchKernelExC: the same, then the extents of a cluster, and whether it is cooperative. */
BUILTIN(cuda_launch_clusters)
{
    const struct span *spans = builtin_call_of(call)->spans;
    const struct device_dim *cluster = vm_memory(vm, at[6].u, sizeof *cluster, VM_READ, spans[6]);
    if (!cluster)
        return false;
    struct device_dim kept = *cluster;
    return launch_by_call(vm, call, at, at[7].i != 0, &kept);
}

/* Hints and limits without effect here: launches may use all that the device has. */
BUILTIN(cuda_accept)
{
    return cuda_give(vm, at, cudaSuccess);
}

/* Calls a host function after the work queued before it in the stream. The arguments: stream, function, its data. */
BUILTIN(cudaLaunchHostFunc)
{
    union value data = at[2], unused;
    if (vm->capture) {
        graph_add_host(vm, at[1].u, at[2].u, call->at);
        return cuda_give(vm, at, cudaSuccess);
    }
    return launch_sync_stream(vm->launcher, (uint32_t) at[0].u, vm->diags, call->at) &&
           vm_call(vm, at[1].u, &data, 1, &unused, call->at) && cuda_give(vm, at, cudaSuccess);
}

BUILTIN(cudaStreamAddCallback)
{
    union value args[3] = {at[0], {.i = cudaSuccess}, at[2]}, unused;
    return launch_sync_stream(vm->launcher, (uint32_t) at[0].u, vm->diags, call->at) &&
           vm_call(vm, at[1].u, args, 3, &unused, call->at) && cuda_give(vm, at, cudaSuccess);
}
