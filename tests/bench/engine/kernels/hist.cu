/* SPDX-License-Identifier: Apache-2.0 */
extern "C" __global__ void hist(int n, const unsigned *x, unsigned *out) {
    __shared__ unsigned s[256];
    int t = threadIdx.x;
    s[t] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + t; i < n; i += gridDim.x * 256) atomicAdd(&s[x[i] & 255], 1u);
    __syncthreads();
    atomicAdd(&out[t], s[t]);
}
