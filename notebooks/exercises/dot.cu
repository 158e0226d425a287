// SPDX-License-Identifier: Apache-2.0
// %% task Dot product
// Compute the sum of `a[i] * b[i]` with one block of `n` threads and write it to `result[0]`. `n` is any number up to 1024.
// %% start
__global__ void dot(const float *a, const float *b, float *result, int n)
{
    __shared__ float part[1024];
    // your code
}
// %% sizes 1 2 3 100 1000 1024
// %% data
float a[n] = noise(i);
float b[n] = noise(3 * i + 1);
float result[1] = 0;
// %% launch
dot<<<1, n>>>(a, b, result, n);
// %% reference
double sum = 0;
for (int i = 0; i < n; i++)
    sum += (double) a[i] * b[i];
result[0] = sum;
// %% tolerance 1e-4
// %% hint
// Where `n` is no power of two, round it up first, and compare `t + half` with `n`.
// %% solution
__global__ void dot(const float *a, const float *b, float *result, int n)
{
    __shared__ float part[1024];
    int t = threadIdx.x;
    part[t] = a[t] * b[t];
    __syncthreads();
    for (int half = 512; half; half /= 2) {
        if (t < half && t + half < n)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (!t)
        *result = part[0];
}
