// SPDX-License-Identifier: Apache-2.0
// %% task Softmax
// Replace each element of `x` by `exp(x[i] - m)`, divided by the sum of all of these, where `m` is the largest element: without `m` the
// exponentials overflow. There is one block of 128 threads, and `n` is at least 1.
// %% start
__global__ void softmax(float *x, int n)
{
    __shared__ float part[128];
    // your code
}
// %% sizes 1 2 127 128 500
// %% data
float x[n] = 200 * noise(i);
// %% launch
softmax<<<1, 128>>>(x, n);
// %% reference
double most = x[0], sum = 0;
for (int i = 1; i < n; i++)
    most = x[i] > most ? x[i] : most;
for (int i = 0; i < n; i++)
    sum += exp(x[i] - most);
for (int i = 0; i < n; i++)
    x[i] = exp(x[i] - most) / sum;
// %% hint
// Two reductions, of the maximum and of the sum. Between them `part` is used again: wait before you overwrite it.
// %% hint
// A thread without an element has -INFINITY as its maximum.
// %% solution
__global__ void softmax(float *x, int n)
{
    __shared__ float part[128];
    int t = threadIdx.x;
    float most = -INFINITY, sum = 0;
    for (int i = t; i < n; i += 128)
        most = fmaxf(most, x[i]);
    part[t] = most;
    __syncthreads();
    for (int half = 64; half; half /= 2) {
        if (t < half)
            part[t] = fmaxf(part[t], part[t + half]);
        __syncthreads();
    }
    most = part[0];
    __syncthreads();
    for (int i = t; i < n; i += 128)
        sum += expf(x[i] - most);
    part[t] = sum;
    __syncthreads();
    for (int half = 64; half; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    for (int i = t; i < n; i += 128)
        x[i] = expf(x[i] - most) / part[0];
}
