// Cooperative groups, barriers and pipelines of the C++ library: no finding.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <cuda/barrier>
namespace cg = cooperative_groups;

__global__ void group_of_a_block(int *x)
{
    __shared__ int s[64];
    cg::thread_block block = cg::this_thread_block();
    s[block.thread_rank()] = x[threadIdx.x];
    block.sync();
    x[threadIdx.x] = s[63 - block.thread_rank()];
}

__global__ void tile_of_a_warp(int *x)
{
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    int v = x[threadIdx.x];
    for (int d = tile.size() / 2; d > 0; d /= 2)
        v += tile.shfl_down(v, d);
    if (tile.thread_rank() == 0)
        x[threadIdx.x] = v;
}

__global__ void tiles_of_eight(int *x)
{
    __shared__ int s[64];
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    s[threadIdx.x] = x[threadIdx.x];
    tile.sync();
    x[threadIdx.x] = s[threadIdx.x ^ 7] + tile.any(x[threadIdx.x] > 3);
}

__global__ void tiles_of_four_vote(int *x)
{
    auto tile = cg::tiled_partition<4>(cg::this_thread_block());
    x[threadIdx.x] = __popc(tile.ballot(threadIdx.x % 3 == 0)) + tile.all(threadIdx.x < 40);
}

__global__ void reduce_in_tiles(const int *x, int *out)
{
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int sum = cg::reduce(tile, x[threadIdx.x] + 1, cg::plus<int>());
    if (tile.thread_rank() == 0)
        out[tile.meta_group_rank()] = sum;
}

__global__ void scan_in_tiles(int *x)
{
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    x[threadIdx.x] = cg::exclusive_scan(tile, x[threadIdx.x] + 1);
}

__global__ void coalesced(int *count, int *slots)
{
    if (threadIdx.x % 3 == 0) {
        cg::coalesced_group active = cg::coalesced_threads();
        int base = 0;
        if (active.thread_rank() == 0)
            base = atomicAdd(count, active.size());
        slots[active.shfl(base, 0) + active.thread_rank()] = threadIdx.x;
    }
}

__global__ void coalesced_through_memory(int *x)
{
    __shared__ int s[32];
    if (threadIdx.x % 2) {
        cg::coalesced_group active = cg::coalesced_threads();
        s[active.thread_rank()] = threadIdx.x;
        active.sync();
        x[threadIdx.x] = s[active.size() - 1 - active.thread_rank()];
    }
}

__global__ void labelled(int *x)
{
    cg::coalesced_group active = cg::coalesced_threads();
    auto same = cg::labeled_partition(active, threadIdx.x % 4);
    x[threadIdx.x] = same.size() + same.shfl((int) threadIdx.x, 0);
}

__global__ void binary(int *x)
{
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    auto half = cg::binary_partition(tile, threadIdx.x % 2 == 0);
    x[threadIdx.x] = half.size();
}

__global__ void one_invokes(int *x)
{
    __shared__ int base;
    cg::thread_block block = cg::this_thread_block();
    if (block.thread_rank() == 0)
        base = 7;
    cg::sync(block);
    x[threadIdx.x] = base + block.dim_threads().x;
}

__global__ void arrive_and_wait(int *x)
{
    __shared__ int s[64];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0)
        init(&bar, blockDim.x);
    __syncthreads();
    s[threadIdx.x] = x[threadIdx.x];
    bar.arrive_and_wait();
    x[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void split_arrive(int *x)
{
    __shared__ int s[64];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    if (threadIdx.x == 0)
        init(&bar, blockDim.x);
    __syncthreads();
    s[threadIdx.x] = x[threadIdx.x] + 1;
    auto token = bar.arrive();
    int own = x[threadIdx.x] * 3; // work that needs nobody
    bar.wait(std::move(token));
    x[threadIdx.x] = s[(threadIdx.x + 1) % 64] + own;
}

__global__ void named_barriers(int *out)
{
    __shared__ int s[2][32];
    int w = threadIdx.x / 64, t = threadIdx.x % 64; // two teams of two warps
    if (t < 32)
        s[w][t] = t;
    asm volatile("bar.sync %0, 64;" ::"r"(w + 1) : "memory");
    if (t >= 32)
        out[w * 32 + t - 32] = s[w][63 - t];
}

__global__ void full_and_empty(const int *in, int *out)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    for (int k = 0; k < 4; k++) {
        if (t < 32) { // producer
            if (k)
                asm volatile("bar.sync 2, 64;" ::: "memory");
            s[t] = in[k * 32 + t];
            asm volatile("bar.arrive 1, 64;" ::: "memory");
        } else { // consumer
            asm volatile("bar.sync 1, 64;" ::: "memory");
            out[k * 32 + t - 32] = s[63 - t];
            if (k < 3)
                asm volatile("bar.arrive 2, 64;" ::: "memory");
        }
    }
}

__global__ void copy_by_the_group(const int *in, int *out)
{
    __shared__ int s[64];
    cg::thread_block block = cg::this_thread_block();
    for (int i = block.thread_rank(); i < 64; i += block.num_threads())
        s[i] = in[i];
    block.sync();
    for (int i = block.thread_rank(); i < 64; i += block.num_threads())
        out[i] = s[63 - i];
}

int main()
{
    int *x, *y;
    cudaMalloc(&x, 256 * sizeof *x), cudaMemset(x, 0, 256 * sizeof *x);
    cudaMalloc(&y, 256 * sizeof *y), cudaMemset(y, 0, 256 * sizeof *y);
    group_of_a_block<<<1, 64>>>(x);
    tile_of_a_warp<<<1, 64>>>(x);
    tiles_of_eight<<<1, 64>>>(x);
    tiles_of_four_vote<<<1, 64>>>(x);
    reduce_in_tiles<<<1, 64>>>(x, y);
    scan_in_tiles<<<1, 64>>>(x);
    cudaMemset(y, 0, 256 * sizeof *y);
    coalesced<<<1, 64>>>(y, x);
    coalesced_through_memory<<<1, 32>>>(x);
    labelled<<<1, 32>>>(x);
    binary<<<1, 64>>>(x);
    one_invokes<<<1, 64>>>(x);
    arrive_and_wait<<<1, 64>>>(x);
    split_arrive<<<1, 64>>>(x);
    named_barriers<<<1, 128>>>(y);
    full_and_empty<<<1, 64>>>(x, y);
    copy_by_the_group<<<1, 32>>>(x, y);
    printf("%d\n", cudaDeviceSynchronize());
}
