// SPDX-License-Identifier: Apache-2.0
// %% task Keep values in a range
// Set each element of `x` that is below `low` to `low` and each that is above `high` to `high`.
// %% start
__global__ void clamp_values(float *x, float low, float high, int n)
{
    // your code
}
// %% sizes 1 100 1000
// %% data
float x[n] = 4 * noise(i) - 2;
// %% launch
clamp_values<<<(n + 255) / 256, 256>>>(x, -1, 0.5f, n);
// %% reference
for (int i = 0; i < n; i++)
    x[i] = x[i] < -1 ? -1 : x[i] > 0.5f ? 0.5f : x[i];
// %% hint
// `fminf` and `fmaxf` do it without a branch.
// %% solution
__global__ void clamp_values(float *x, float low, float high, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = fminf(fmaxf(x[i], low), high);
}
