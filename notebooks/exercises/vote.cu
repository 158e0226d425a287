// SPDX-License-Identifier: Apache-2.0
// %% task Count by voting
// Count the even elements of `x` in `count[0]`, which starts at 0. `__ballot_sync` gives a warp a bit for each of its threads, and `__popc`
// counts bits: then each warp needs one `atomicAdd`. All blocks are full warps, but the last one may have threads without an element.
// %% start
__global__ void count_even(const int *x, int *count, int n)
{
    // your code
}
// %% sizes 1 31 32 33 1000
// %% data
int x[n] = pick(i, 1000);
int count[1] = 0;
// %% launch
count_even<<<(n + 63) / 64, 64>>>(x, count, n);
// %% reference
for (int i = 0; i < n; i++)
    count[0] += x[i] % 2 == 0;
// %% limit global_bytes <= 4 * n + 8 * ((n + 63) / 64)
// one atomicAdd() for each warp is enough
// %% hint
// All threads of the warp must vote, also those without an element: they vote no.
// %% solution
__global__ void count_even(const int *x, int *count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned votes = __ballot_sync(0xffffffff, i < n && x[i] % 2 == 0);
    if (threadIdx.x % 32 == 0)
        atomicAdd(count, __popc(votes));
}
