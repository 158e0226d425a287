// SPDX-License-Identifier: Apache-2.0
// %% task Sum of a large array
// Add up the `n` elements of `x` into `sum[0]`, which starts at 0. The grid has blocks of 128 threads. Blocks cannot wait for each other: each
// adds up its part, and one thread of each block adds that to the sum with `atomicAdd`.
// %% start
__global__ void sum_grid(const int *x, int *sum, int n)
{
    __shared__ int part[128];
    // your code
}
// %% sizes 1 127 128 129 5000
// %% data
int x[n] = pick(i, 50);
int sum[1] = 0;
// %% launch
sum_grid<<<(n + 127) / 128, 128>>>(x, sum, n);
// %% reference
for (int i = 0; i < n; i++)
    sum[0] += x[i];
// %% limit atomics <= (n + 127) / 128
// one atomicAdd() for each block is enough
// %% hint
// Threads without an element put 0 into `part`.
// %% solution
__global__ void sum_grid(const int *x, int *sum, int n)
{
    __shared__ int part[128];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    part[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int half = 64; half; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (!t)
        atomicAdd(sum, part[0]);
}
