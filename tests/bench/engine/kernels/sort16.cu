/* SPDX-License-Identifier: Apache-2.0 */
extern "C" __global__ void sort16(int n, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float a[16];
    for (int k = 0; k < 16; k++) a[k] = x[k * n + i];
    for (int k = 1; k < 16; k++) {
        float v = a[k];
        int j = k;
        while (j > 0 && a[j - 1] > v) a[j] = a[j - 1], j--;
        a[j] = v;
    }
    for (int k = 0; k < 16; k++) y[k * n + i] = a[k];
}
