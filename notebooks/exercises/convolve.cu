// SPDX-License-Identifier: Apache-2.0
// %% task Convolution
// Set `y[i]` to the sum of `weights[k] * x[i + k]` for `k` from 0 to 4; elements past the end of `x` count as 0. Blocks have 64 threads. Read
// the elements that a block needs, its own 64 and four more, into shared memory once.
// %% start
__global__ void convolve(const float *x, const float *weights, float *y, int n)
{
    __shared__ float part[68];
    // your code
}
// %% sizes 1 4 60 64 65 500
// %% data
float x[n] = noise(i);
float weights[5] = noise(i + 5000);
float y[n] = 0;
// %% launch
convolve<<<(n + 63) / 64, 64>>>(x, weights, y, n);
// %% reference
for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int k = 0; k < 5; k++)
        if (i + k < n)
            y[i] += weights[k] * x[i + k];
}
// %% limit global_bytes <= 4 * n + 16 * ((n + 63) / 64) + 4 * n + 5 * 4 * 64 * ((n + 63) / 64)
// elements of x are read from global memory more than once
// %% hint
// The first four threads of a block load two elements.
// %% hint
// Put 0 where there is no element, in both loads.
// %% solution
__global__ void convolve(const float *x, const float *weights, float *y, int n)
{
    __shared__ float part[68];
    int t = threadIdx.x, i = blockIdx.x * 64 + t;
    part[t] = i < n ? x[i] : 0;
    if (t < 4)
        part[64 + t] = i + 64 < n ? x[i + 64] : 0;
    __syncthreads();
    if (i >= n)
        return;
    float sum = 0;
    for (int k = 0; k < 5; k++)
        sum += weights[k] * part[t + k];
    y[i] = sum;
}
