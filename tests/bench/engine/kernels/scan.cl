/* SPDX-License-Identifier: Apache-2.0 */
__kernel void scan(int n, __global const float *x, __global float *y) {
    __local float s[256];
    int t = get_local_id(0), i = get_group_id(0) * 256 + t;
    s[t] = i < n ? x[i] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 1; d < 256; d <<= 1) {
        float v = t >= d ? s[t - d] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        s[t] += v;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < n) y[i] = s[t];
}
