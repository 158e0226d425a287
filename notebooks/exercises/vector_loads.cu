// SPDX-License-Identifier: Apache-2.0
// %% task Four elements at once
// Set `y[i] = 2 * x[i]` for all `n` elements. Each thread handles four neighbouring elements with one load and one store of a `float4`. `n` is
// a multiple of 4, and the grid has enough threads for `n / 4`.
// %% start
__global__ void double_vectors(const float *x, float *y, int n)
{
    // your code
}
// %% sizes 4 128 132 1000
// %% data
float x[n] = noise(i);
float y[n] = 0;
// %% launch
double_vectors<<<(n / 4 + 63) / 64, 64>>>(x, y, n);
// %% reference
for (int i = 0; i < n; i++)
    y[i] = 2 * x[i];
// %% limit loads <= (n / 4 + 31) / 32
// a float4 is one load of 16 bytes
// %% limit stores <= (n / 4 + 31) / 32
// a float4 is one store of 16 bytes
// %% hint
// `((const float4 *) x)[i]` has the members x, y, z and w.
// %% solution
__global__ void double_vectors(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4) {
        float4 v = ((const float4 *) x)[i];
        ((float4 *) y)[i] = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w);
    }
}
