/* SPDX-License-Identifier: Apache-2.0 */
__kernel void hist(int n, __global const unsigned *x, __global unsigned *out) {
    __local unsigned s[256];
    int t = get_local_id(0);
    s[t] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_group_id(0) * 256 + t; i < n; i += get_num_groups(0) * 256) atomic_add(&s[x[i] & 255], 1u);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&out[t], s[t]);
}
