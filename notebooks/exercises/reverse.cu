// SPDX-License-Identifier: Apache-2.0
// %% task Reverse an array
// Write the elements of `x` to `y` in reverse order. The grid has enough threads for `n` elements.
// %% start
__global__ void reverse(const int *x, int *y, int n)
{
    // your code
}
// %% sizes 1 2 33 100 1000
// %% data
int x[n] = i * i;
int y[n] = -1;
// %% launch
reverse<<<(n + 127) / 128, 128>>>(x, y, n);
// %% reference
for (int i = 0; i < n; i++)
    y[i] = x[n - 1 - i];
// %% hint
// Element 0 goes to `n - 1`.
// %% solution
__global__ void reverse(const int *x, int *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[n - 1 - i] = x[i];
}
