// SPDX-License-Identifier: Apache-2.0
// %% task Shared memory
// Reverse the elements of each block's part of `x` in place: thread `t` of a block with `m` elements ends up with element `m - 1 - t`. Let the
// block copy its part to shared memory first. All blocks are full: `n` is a multiple of 64.
// %% start
__global__ void reverse_parts(int *x)
{
    __shared__ int part[64];
    // your code
}
// %% sizes 64 128 640
// %% data
int x[n] = i * 3;
// %% launch
reverse_parts<<<n / 64, 64>>>(x);
// %% reference
for (int block = 0; block < n; block += 64)
    for (int t = 0; t < 32; t++) {
        int a = x[block + t];
        x[block + t] = x[block + 63 - t];
        x[block + 63 - t] = a;
    }
// %% limit barriers <= 2 * (n / 64)
// one __syncthreads() is enough
// %% hint
// A thread reads what another one has written: something must stand between the two.
// %% hint
// `__syncthreads()` waits for all threads of the block.
// %% solution
__global__ void reverse_parts(int *x)
{
    __shared__ int part[64];
    int t = threadIdx.x;
    x += blockIdx.x * 64;
    part[t] = x[t];
    __syncthreads();
    x[t] = part[63 - t];
}
