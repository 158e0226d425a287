// SPDX-License-Identifier: Apache-2.0
// %% task Sum of a warp
// Each block is one warp of 32 threads. Set `sums[b]` to the sum of the 32 elements of block `b`, without shared memory: threads of a warp can
// read each other's registers with `__shfl_down_sync`.
// %% start
__global__ void sum_warp(const int *x, int *sums)
{
    int value = x[blockIdx.x * 32 + threadIdx.x];
    // your code
}
// %% sizes 32 64 320
// %% data
int x[n] = pick(i, 1000);
int sums[n / 32] = -1;
// %% launch
sum_warp<<<n / 32, 32>>>(x, sums);
// %% reference
for (int b = 0; b < n / 32; b++) {
    sums[b] = 0;
    for (int i = 0; i < 32; i++)
        sums[b] += x[32 * b + i];
}
// %% limit shared_bytes == 0
// shuffles need no shared memory
// %% limit loads <= n / 32
// each thread loads its own element only
// %% hint
// `__shfl_down_sync(0xffffffff, value, 16)` is the value of the thread 16 further up.
// %% hint
// Add in five steps: 16, 8, 4, 2 and 1.
// %% solution
__global__ void sum_warp(const int *x, int *sums)
{
    int value = x[blockIdx.x * 32 + threadIdx.x];
    for (int by = 16; by; by /= 2)
        value += __shfl_down_sync(0xffffffff, value, by);
    if (!threadIdx.x)
        sums[blockIdx.x] = value;
}
