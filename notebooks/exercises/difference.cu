// SPDX-License-Identifier: Apache-2.0
// %% task Neighbours
// Set `y[i]` to `x[i] - x[i - 1]`, and `y[0]` to `x[0]`, which has no left neighbour.
// %% start
__global__ void difference(const int *x, int *y, int n)
{
    // your code
}
// %% sizes 1 2 64 65 1000
// %% data
int x[n] = i * i;
int y[n] = -1;
// %% launch
difference<<<(n + 63) / 64, 64>>>(x, y, n);
// %% reference
for (int i = 0; i < n; i++)
    y[i] = i ? x[i] - x[i - 1] : x[0];
// %% hint
// The first thread of the grid must not read to its left. The first threads of the other blocks may.
// %% solution
__global__ void difference(const int *x, int *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = i ? x[i] - x[i - 1] : x[0];
}
