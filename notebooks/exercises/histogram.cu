// SPDX-License-Identifier: Apache-2.0
// %% task Histogram
// `x` has values from 0 to 15. Count in `bins[v]` how often `v` occurs. The bins start at 0.
// %% start
__global__ void histogram(const int *x, int *bins, int n)
{
    // your code
}
// %% sizes 1 100 1000
// %% data
int x[n] = pick(i, 16);
int bins[16] = 0;
// %% launch
histogram<<<(n + 127) / 128, 128>>>(x, bins, n);
// %% reference
for (int i = 0; i < n; i++)
    bins[x[i]]++;
// %% hint
// Two threads may count the same value at the same time.
// %% solution
__global__ void histogram(const int *x, int *bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[x[i]], 1);
}
