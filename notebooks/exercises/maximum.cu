// SPDX-License-Identifier: Apache-2.0
// %% task The largest element and its place
// Find the largest element of `x` and write it to `best[0]`, and its index to `place[0]`. If it occurs more than once, the smallest index
// counts. There is one block of 256 threads, and `n` is at least 1.
// %% start
__global__ void maximum(const int *x, int *best, int *place, int n)
{
    __shared__ int index[256];
    // your code
}
// %% sizes 1 2 255 256 257 3000
// %% data
int x[n] = pick(i, 500) - 600;
int best[1] = 0;
int place[1] = -1;
// %% launch
maximum<<<1, 256>>>(x, best, place, n);
// %% reference
place[0] = 0;
for (int i = 1; i < n; i++)
    if (x[i] > x[place[0]])
        place[0] = i;
best[0] = x[place[0]];
// %% hint
// First each thread finds the best of its own elements: t, t + 256, t + 512, ...
// %% hint
// Keep indices in shared memory, not values. Threads without an element need a mark, such as -1.
// %% solution
__device__ int better(const int *x, int a, int b)
{
    if (a < 0 || b < 0)
        return a < 0 ? b : a;
    return x[a] > x[b] || (x[a] == x[b] && a < b) ? a : b;
}

__global__ void maximum(const int *x, int *best, int *place, int n)
{
    __shared__ int index[256];
    int t = threadIdx.x, mine = -1;
    for (int i = t; i < n; i += 256)
        mine = better(x, mine, i);
    index[t] = mine;
    __syncthreads();
    for (int half = 128; half; half /= 2) {
        if (t < half)
            index[t] = better(x, index[t], index[t + half]);
        __syncthreads();
    }
    if (!t) {
        *place = index[0];
        *best = x[index[0]];
    }
}
