/* SPDX-License-Identifier: Apache-2.0 */
extern "C" __global__ void softmax(int rows, int n, const float *x, float *y) {
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    const float *p = x + (long) row * n;
    float m = -1e30f, s = 0;
    for (int i = lane; i < n; i += 32) m = fmaxf(m, p[i]);
    for (int d = 16; d; d >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, d));
    for (int i = lane; i < n; i += 32) s += expf(p[i] - m);
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
    for (int i = lane; i < n; i += 32) y[(long) row * n + i] = expf(p[i] - m) / s;
}
