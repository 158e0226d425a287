// SPDX-License-Identifier: Apache-2.0
// %% task Prefix sums of a warp
// Each block is one warp. Set each element of the block's part of `x` to the sum of the elements of the part up to and including it, with
// `__shfl_up_sync` and without shared memory.
// %% start
__global__ void scan_warp(int *x)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    // your code
}
// %% sizes 32 64 320
// %% data
int x[n] = pick(i, 100);
// %% launch
scan_warp<<<n / 32, 32>>>(x);
// %% reference
for (int i = 0; i < n; i++)
    x[i] += i % 32 ? x[i - 1] : 0;
// %% limit shared_bytes == 0
// shuffles need no shared memory
// %% hint
// All threads shuffle, but the first ones have no left neighbour and do not add.
// %% solution
__global__ void scan_warp(int *x)
{
    int i = blockIdx.x * 32 + threadIdx.x, value = x[i];
    for (int by = 1; by < 32; by *= 2) {
        int left = __shfl_up_sync(0xffffffff, value, by);
        if (threadIdx.x >= by)
            value += left;
    }
    x[i] = value;
}
