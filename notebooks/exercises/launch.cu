// SPDX-License-Identifier: Apache-2.0
// %% task Write the launch
// The kernel is given. Write the host function `scale`, which launches it for `n` elements with 128 threads a block. `n` may be 0: then there
// is nothing to launch.
// %% start
__global__ void times(float *x, float factor, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= factor;
}

void scale(float *x, float factor, int n)
{
    // your code
}
// %% sizes 0 1 127 128 129 1000
// %% data
float x[n] = noise(i);
// %% launch
scale(x, 3, n);
// %% reference
for (int i = 0; i < n; i++)
    x[i] *= 3;
// %% limit launches <= 1
// one launch does it
// %% hint
// The number of blocks is `n / 128`, rounded up.
// %% hint
// A grid of no blocks is an error: leave before the launch if `n` is 0.
// %% solution
__global__ void times(float *x, float factor, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= factor;
}

void scale(float *x, float factor, int n)
{
    if (n)
        times<<<(n + 127) / 128, 128>>>(x, factor, n);
}
