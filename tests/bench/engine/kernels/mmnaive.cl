/* SPDX-License-Identifier: Apache-2.0 */
__kernel void mmnaive(int n, __global const float *A, __global const float *B, __global float *C) {
    int c = get_global_id(0), r = get_global_id(1);
    if (r >= n || c >= n) return;
    float s = 0;
    for (int k = 0; k < n; k++) s = fma(A[r * n + k], B[k * n + c], s);
    C[r * n + c] = s;
}
