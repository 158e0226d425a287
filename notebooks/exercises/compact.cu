// SPDX-License-Identifier: Apache-2.0
// %% task Keep the positive elements
// Write the positive elements of `x` to the beginning of `y`, in their order, and their number to `count[0]`. There is one block of `n`
// threads; the rest of `y` stays as it is.
// %% start
__global__ void compact(const int *x, int *y, int *count, int n)
{
    __shared__ int place[1024];
    // your code
}
// %% sizes 1 2 32 100 1024
// %% data
int x[n] = pick(i, 100) - 50;
int y[n] = 0;
int count[1] = -1;
// %% launch
compact<<<1, n>>>(x, y, count, n);
// %% reference
count[0] = 0;
for (int i = 0; i < n; i++)
    if (x[i] > 0)
        y[count[0]++] = x[i];
// %% hint
// The place of an element is the number of positive elements before it: a prefix sum of zeros and ones.
// %% solution
__global__ void compact(const int *x, int *y, int *count, int n)
{
    __shared__ int place[1024];
    int t = threadIdx.x, keep = x[t] > 0;
    place[t] = keep;
    __syncthreads();
    for (int by = 1; by < n; by *= 2) {
        int left = t >= by ? place[t - by] : 0;
        __syncthreads();
        place[t] += left;
        __syncthreads();
    }
    if (keep)
        y[place[t] - 1] = x[t];
    if (t == n - 1)
        *count = place[t];
}
