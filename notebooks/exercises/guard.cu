// SPDX-License-Identifier: Apache-2.0
// %% task More threads than elements
// Set `y[i] = x[i] * x[i]` for the `n` elements of `x`. The block always has 256 threads, and `n` may be smaller: the threads that have no
// element must do nothing.
// %% start
__global__ void square(const int *x, int *y, int n)
{
    int i = threadIdx.x;
    y[i] = x[i] * x[i];
}
// %% sizes 0 1 31 100 255 256
// %% data
int x[n] = i - 20;
int y[n] = -1;
// %% launch
square<<<1, 256>>>(x, y, n);
// %% reference
for (int i = 0; i < n; i++)
    y[i] = x[i] * x[i];
// %% hint
// Compare the index with `n` before the access.
// %% solution
__global__ void square(const int *x, int *y, int n)
{
    int i = threadIdx.x;
    if (i < n)
        y[i] = x[i] * x[i];
}
