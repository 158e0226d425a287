/* SPDX-License-Identifier: Apache-2.0 */
extern "C" __global__ void redtree(int n, const float *x, float *p) {
    __shared__ float s[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    s[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int d = 128; d > 0; d >>= 1) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) p[blockIdx.x] = s[0];
}
