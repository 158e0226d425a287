// warpcell --as sm_90
// Bulk copies (TMA) through libcu++: in by a barrier that counts bytes, out by a bulk group, a reduction into global memory.
#include <cuda/barrier>
#include <cuda/ptx>
#include <cstdio>
namespace ptx = cuda::ptx;
using barrier = cuda::barrier<cuda::thread_scope_block>;
constexpr int tile = 256;

__global__ void add_one(int *data, int *sums)
{
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ alignas(128) int room[tile];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ barrier bar;
    int *mine = data + blockIdx.x * tile;
    if (threadIdx.x == 0) {
        init(&bar, blockDim.x);
        ptx::fence_proxy_async(ptx::space_shared);
    }
    __syncthreads();
    barrier::arrival_token token;
    if (threadIdx.x == 0) {
        cuda::memcpy_async(room, mine, cuda::aligned_size_t<16>(sizeof room), bar);
        token = cuda::device::barrier_arrive_tx(bar, 1, 0);
    } else {
        token = bar.arrive();
    }
    bar.wait(std::move(token));
    for (int i = threadIdx.x; i < tile; i += blockDim.x)
        room[i] += 1;
    ptx::fence_proxy_async(ptx::space_shared);
    __syncthreads();
    if (threadIdx.x == 0) {
        ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, mine, room, sizeof room);
        ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, sums, room, sizeof room);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
    }
}

int main()
{
    int *data, *sums;
    cudaMallocManaged(&data, 4 * tile * sizeof(int));
    cudaMallocManaged(&sums, tile * sizeof(int));
    for (int i = 0; i < 4 * tile; i++)
        data[i] = i * 3;
    for (int i = 0; i < tile; i++)
        sums[i] = 0;
    add_one<<<4, 64>>>(data, sums);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    long wrong = 0;
    for (int i = 0; i < 4 * tile; i++)
        wrong += data[i] != 3 * i + 1;
    for (int i = 0; i < tile; i++)
        wrong += sums[i] != 4 * (3 * i + 1) + 3 * tile * (0 + 1 + 2 + 3);
    printf("%ld wrong, %d %d\n", wrong, data[1023], sums[255]);
}
