// SPDX-License-Identifier: Apache-2.0
// Cooperative groups without the libcu++ that they bring along, and a kernel that relies on having it.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void sum_of_tile(int *p)
{
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<32>(block);
    p[block.thread_rank()] = cg::reduce(tile, (int) tile.thread_rank(), cg::plus<int>());
}

__global__ void atomic_of_libcuxx(int *p)
{
    cuda::std::atomic<int> a{3};
    p[0] = a.fetch_add(4) + a.load();
}

int main()
{
    int *p;
    cudaMallocManaged(&p, 64 * sizeof *p);
    sum_of_tile<<<1, 64>>>(p);
    cudaDeviceSynchronize();
    printf("%d %d\n", p[33], p[63]);
    atomic_of_libcuxx<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf("%d\n", p[0]);
}
