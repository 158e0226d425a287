// SPDX-License-Identifier: Apache-2.0
// %% task Sum of a block
// Add up the `n` elements of `x` with one block of `n` threads, and let one thread write the sum to `sum[0]`. Halve the number of sums in
// each step. `n` is a power of two.
// %% start
__global__ void sum_block(const int *x, int *sum)
{
    __shared__ int part[1024];
    // your code
}
// %% sizes 1 2 32 64 1024
// %% data
int x[n] = pick(i, 50);
int sum[1] = -1;
// %% launch
sum_block<<<1, n>>>(x, sum);
// %% reference
sum[0] = 0;
for (int i = 0; i < n; i++)
    sum[0] += x[i];
// %% limit loads <= n / 4 + 20
// one thread that adds everything takes as long as a loop on the CPU
// %% limit atomics == 0
// no atomics: the steps of the tree need only barriers
// %% hint
// In the first step thread `t` adds element `t + n / 2` to element `t`.
// %% hint
// `for (int half = blockDim.x / 2; half; half /= 2)`, with a barrier in each step that all threads reach.
// %% solution
__global__ void sum_block(const int *x, int *sum)
{
    __shared__ int part[1024];
    int t = threadIdx.x;
    part[t] = x[t];
    __syncthreads();
    for (int half = blockDim.x / 2; half; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (!t)
        *sum = part[0];
}
