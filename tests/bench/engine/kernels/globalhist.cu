/* SPDX-License-Identifier: Apache-2.0 */
extern "C" __global__ void globalhist(int n, const unsigned *x, unsigned *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&out[x[i] & 4095], 1u);
}
