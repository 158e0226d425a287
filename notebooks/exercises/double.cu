// SPDX-License-Identifier: Apache-2.0
// %% task Double every element
// `x` has `n` elements, and the kernel runs with one block of `n` threads. Let each thread double one element.
// %% start
__global__ void twice(float *x)
{
    // your code
}
// %% sizes 1 2 31 32 33 100 1024
// %% data
float x[n] = noise(i);
// %% launch
twice<<<1, n>>>(x);
// %% reference
for (int i = 0; i < n; i++)
    x[i] *= 2;
// %% hint
// `threadIdx.x` is the number of the thread in its block, from 0.
// %% solution
__global__ void twice(float *x)
{
    int i = threadIdx.x;
    x[i] *= 2;
}
