// SPDX-License-Identifier: Apache-2.0
// %% task Prefix sums
// Replace each element of `x` by the sum of all elements up to and including it, with one block of `n` threads. Use steps: in step k each
// thread adds the element 2^k places to its left.
// %% start
__global__ void scan_block(int *x, int n)
{
    __shared__ int part[1024];
    // your code
}
// %% sizes 1 2 3 64 100 1024
// %% data
int x[n] = pick(i, 10);
// %% launch
scan_block<<<1, n>>>(x, n);
// %% reference
for (int i = 1; i < n; i++)
    x[i] += x[i - 1];
// %% limit loads <= n + 40
// each thread adds all elements before it: the steps need far fewer loads
// %% hint
// Read the left element, wait, add, wait: another thread reads yours.
// %% solution
__global__ void scan_block(int *x, int n)
{
    __shared__ int part[1024];
    int t = threadIdx.x;
    part[t] = x[t];
    __syncthreads();
    for (int by = 1; by < n; by *= 2) {
        int left = t >= by ? part[t - by] : 0;
        __syncthreads();
        part[t] += left;
        __syncthreads();
    }
    x[t] = part[t];
}
