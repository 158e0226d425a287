/* SPDX-License-Identifier: Apache-2.0 */
__kernel void bitonic_far(__global float *d, int k, int j) {
    int t = get_global_id(0);
    int lo = 2 * t - (t & (j - 1)), hi = lo + j;
    float a = d[lo], b = d[hi];
    int up = (lo & k) == 0;
    d[lo] = up ? fmin(a, b) : fmax(a, b);
    d[hi] = up ? fmax(a, b) : fmin(a, b);
}
__kernel void bitonic_near(__global float *d, int k0, int k1) {
    __local float s[2048];
    int t = get_local_id(0), base = get_group_id(0) * 2048;
    s[t] = d[base + t];
    s[t + 1024] = d[base + t + 1024];
    for (int k = k0; k <= k1; k <<= 1)
        for (int j = min(k >> 1, 1024); j > 0; j >>= 1) {
            barrier(CLK_LOCAL_MEM_FENCE);
            int lo = 2 * t - (t & (j - 1)), hi = lo + j;
            float a = s[lo], b = s[hi];
            int up = ((base + lo) & k) == 0;
            s[lo] = up ? fmin(a, b) : fmax(a, b);
            s[hi] = up ? fmax(a, b) : fmin(a, b);
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    d[base + t] = s[t];
    d[base + t + 1024] = s[t + 1024];
}
