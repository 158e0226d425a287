// SPDX-License-Identifier: Apache-2.0
// %% task Sums of a window
// Set `y[i]` to `x[i - 2] + x[i - 1] + x[i]`; elements before the first one count as 0. Read each element of `x` from global memory once, into
// shared memory. There is one block of `n` threads.
// %% start
__global__ void window_sum(const int *x, int *y)
{
    __shared__ int part[1024];
    // your code
}
// %% sizes 1 2 3 32 100 1024
// %% data
int x[n] = pick(i, 100);
int y[n] = -1;
// %% launch
window_sum<<<1, n>>>(x, y);
// %% reference
for (int i = 0; i < n; i++)
    y[i] = x[i] + (i > 0 ? x[i - 1] : 0) + (i > 1 ? x[i - 2] : 0);
// %% limit global_bytes <= 8 * n
// elements are read from global memory more than once
// %% hint
// Copy, wait, add.
// %% solution
__global__ void window_sum(const int *x, int *y)
{
    __shared__ int part[1024];
    int i = threadIdx.x;
    part[i] = x[i];
    __syncthreads();
    y[i] = part[i] + (i > 0 ? part[i - 1] : 0) + (i > 1 ? part[i - 2] : 0);
}
