/* SPDX-License-Identifier: Apache-2.0 */
__kernel void trig(int n, __global const float *x, __global float *y) {
    int i = get_global_id(0);
    if (i < n) {
        float c = cos(x[i]), s = sin(x[i]);
        y[i] = c * c + s * s;
    }
}
