// SPDX-License-Identifier: Apache-2.0
// %% task Bitonic sort
// Sort the `n` elements of `x` in place, smallest first, with one block of `n` threads; `n` is a power of two. For size = 2, 4, ..., n and by =
// size / 2, size / 4, ..., 1, element `i` is compared with element `i ^ by`, its partner: where `i & size` is 0 the smaller one comes first,
// elsewhere the larger one.
// %% start
__global__ void bitonic(int *x, int n)
{
    __shared__ int part[1024];
    // your code
}
// %% sizes 1 2 4 64 512
// %% data
int x[n] = pick(i, 1000);
// %% launch
bitonic<<<1, n>>>(x, n);
// %% reference
for (int i = 1; i < n; i++)
    for (int k = i; k > 0 && x[k - 1] > x[k]; k--) {
        int t = x[k];
        x[k] = x[k - 1];
        x[k - 1] = t;
    }
// %% hint
// One thread of a pair does the exchange: the one whose index is smaller than its partner's.
// %% hint
// Every round of the inner loop ends with a barrier.
// %% solution
__global__ void bitonic(int *x, int n)
{
    __shared__ int part[1024];
    int i = threadIdx.x;
    part[i] = x[i];
    __syncthreads();
    for (int size = 2; size <= n; size *= 2)
        for (int by = size / 2; by; by /= 2) {
            int k = i ^ by;
            if (k > i && (part[i] > part[k]) == !(i & size)) {
                int t = part[i];
                part[i] = part[k];
                part[k] = t;
            }
            __syncthreads();
        }
    x[i] = part[i];
}
