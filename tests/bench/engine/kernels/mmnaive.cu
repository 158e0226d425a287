/* SPDX-License-Identifier: Apache-2.0 */
extern "C" __global__ void mmnaive(int n, const float *A, const float *B, float *C) {
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r >= n || c >= n) return;
    float s = 0;
    for (int k = 0; k < n; k++) s = fmaf(A[r * n + k], B[k * n + c], s);
    C[r * n + c] = s;
}
