/* SPDX-License-Identifier: Apache-2.0 */
/* Pairs (lo, lo+j) are sorted upwards when lo & k is 0. Steps with j >= 2048 run
 * one per launch (far); the rest run in shared memory on 2048 floats per block. */
extern "C" __global__ void bitonic_far(float *d, int k, int j) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int lo = 2 * t - (t & (j - 1)), hi = lo + j;
    float a = d[lo], b = d[hi];
    bool up = (lo & k) == 0;
    d[lo] = up ? fminf(a, b) : fmaxf(a, b);
    d[hi] = up ? fmaxf(a, b) : fminf(a, b);
}
extern "C" __global__ void bitonic_near(float *d, int k0, int k1) {
    __shared__ float s[2048];
    int t = threadIdx.x, base = blockIdx.x * 2048;
    s[t] = d[base + t];
    s[t + 1024] = d[base + t + 1024];
    for (int k = k0; k <= k1; k <<= 1)
        for (int j = min(k >> 1, 1024); j > 0; j >>= 1) {
            __syncthreads();
            int lo = 2 * t - (t & (j - 1)), hi = lo + j;
            float a = s[lo], b = s[hi];
            bool up = ((base + lo) & k) == 0;
            s[lo] = up ? fminf(a, b) : fmaxf(a, b);
            s[hi] = up ? fmaxf(a, b) : fminf(a, b);
        }
    __syncthreads();
    d[base + t] = s[t];
    d[base + t + 1024] = s[t + 1024];
}
