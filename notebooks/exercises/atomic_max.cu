// SPDX-License-Identifier: Apache-2.0
// %% task An atomic operation that does not exist
// Find the largest element of `x` in `most[0]`, which starts at `x[0]`. There is no `atomicMax` for `float`: write it with `atomicCAS`, which
// stores a new value only if the old one is still there and returns what it found.
// %% start
__device__ void atomic_max(float *to, float value)
{
    // your code
}

__global__ void largest(const float *x, float *most, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomic_max(most, x[i]);
}
// %% sizes 1 2 33 64 1000
// %% data
float x[n] = i + noise(i) - 500;
float most[1] = noise(0) - 500;
// %% launch
largest<<<(n + 63) / 64, 64>>>(x, most, n);
// %% reference
for (int i = 0; i < n; i++)
    most[0] = x[i] > most[0] ? x[i] : most[0];
// %% hint
// `atomicCAS` works on `int`: `__float_as_int` and `__int_as_float` keep the bits.
// %% hint
// Repeat until the stored value is large enough or yours was stored.
// %% solution
__device__ void atomic_max(float *to, float value)
{
    int old = *(volatile int *) to, found;
    while (__int_as_float(old) < value) {
        found = atomicCAS((int *) to, old, __float_as_int(value));
        if (found == old)
            break;
        old = found;
    }
}

__global__ void largest(const float *x, float *most, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomic_max(most, x[i]);
}
