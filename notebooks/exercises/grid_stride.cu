// SPDX-License-Identifier: Apache-2.0
// %% task A grid of fixed size
// Set `y[i] = 2 * x[i] + 1` for all `n` elements with a grid of 4 blocks of 64 threads, however large `n` is: each thread takes every 256th
// element.
// %% start
__global__ void line(const int *x, int *y, int n)
{
    // your code
}
// %% sizes 0 1 255 256 257 1000 4099
// %% data
int x[n] = i;
int y[n] = 0;
// %% launch
line<<<4, 64>>>(x, y, n);
// %% reference
for (int i = 0; i < n; i++)
    y[i] = 2 * x[i] + 1;
// %% limit stores <= n / 32 + 8
// some elements are computed more than once
// %% hint
// Use a loop that starts at the thread's index in the grid.
// %% hint
// The step is the number of threads in the grid: `gridDim.x * blockDim.x`.
// %% solution
__global__ void line(const int *x, int *y, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = 2 * x[i] + 1;
}
