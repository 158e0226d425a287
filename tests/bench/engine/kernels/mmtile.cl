/* SPDX-License-Identifier: Apache-2.0 */
__kernel void mmtile(int n, __global const float *A, __global const float *B, __global float *C) {
    __local float a[16][16], b[16][16];
    int tx = get_local_id(0), ty = get_local_id(1), r = get_group_id(1) * 16 + ty, c = get_group_id(0) * 16 + tx;
    float s = 0;
    for (int t = 0; t < n / 16; t++) {
        a[ty][tx] = A[r * n + t * 16 + tx];
        b[ty][tx] = B[(t * 16 + ty) * n + c];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; k++) s = fma(a[ty][k], b[k][tx], s);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    C[r * n + c] = s;
}
