/* SPDX-License-Identifier: Apache-2.0 */
extern "C" __global__ void mmtile(int n, const float *A, const float *B, float *C) {
    __shared__ float a[16][16], b[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, r = blockIdx.y * 16 + ty, c = blockIdx.x * 16 + tx;
    float s = 0;
    for (int t = 0; t < n / 16; t++) {
        a[ty][tx] = A[r * n + t * 16 + tx];
        b[ty][tx] = B[(t * 16 + ty) * n + c];
        __syncthreads();
        for (int k = 0; k < 16; k++) s = fmaf(a[ty][k], b[k][tx], s);
        __syncthreads();
    }
    C[r * n + c] = s;
}
