// SPDX-License-Identifier: Apache-2.0
// %% task Add two arrays
// Set `c[i] = a[i] + b[i]`. The kernel runs with one block of `n` threads, one for each element.
// %% start
__global__ void add(const float *a, const float *b, float *c)
{
    // your code
}
// %% sizes 1 2 33 256 1024
// %% data
float a[n] = noise(i);
float b[n] = noise(i + n);
float c[n] = -1;
// %% launch
add<<<1, n>>>(a, b, c);
// %% reference
for (int i = 0; i < n; i++)
    c[i] = a[i] + b[i];
// %% limit loads <= 2 * ((n + 31) / 32)
// each thread needs one element of each array
// %% hint
// Every thread runs the same code. What differs is `threadIdx.x`.
// %% solution
__global__ void add(const float *a, const float *b, float *c)
{
    int i = threadIdx.x;
    c[i] = a[i] + b[i];
}
