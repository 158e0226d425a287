// SPDX-License-Identifier: Apache-2.0
// %% task Many blocks
// A block has at most 1024 threads. For larger arrays the grid has many blocks. Set `y[i] = x[i] + 10`, with blocks of 64 threads and enough
// of them for `n` elements. The last block may have threads without an element.
// %% start
__global__ void add_ten(const int *x, int *y, int n)
{
    // your code
}
// %% sizes 1 63 64 65 1000 5000
// %% data
int x[n] = 3 * i;
int y[n] = 0;
// %% launch
add_ten<<<(n + 63) / 64, 64>>>(x, y, n);
// %% reference
for (int i = 0; i < n; i++)
    y[i] = x[i] + 10;
// %% hint
// The blocks before this one have `blockIdx.x * blockDim.x` threads.
// %% hint
// `int i = blockIdx.x * blockDim.x + threadIdx.x;`
// %% solution
__global__ void add_ten(const int *x, int *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] + 10;
}
