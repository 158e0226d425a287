/* SPDX-License-Identifier: Apache-2.0 */
__kernel void saxpy(int n, float a, __global const float *x, __global float *y) {
    int i = get_global_id(0);
    if (i < n) y[i] = fma(a, x[i], y[i]);
}
