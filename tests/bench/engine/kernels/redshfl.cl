/* SPDX-License-Identifier: Apache-2.0 */
__kernel void redshfl(int n, __global const float *x, __global float *p) {
    __local float s[256];
    int t = get_local_id(0), i = get_group_id(0) * 256 + t;
    s[t] = i < n ? x[i] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 128; d > 0; d >>= 1) {
        if (t < d) s[t] += s[t + d];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) p[get_group_id(0)] = s[0];
}
