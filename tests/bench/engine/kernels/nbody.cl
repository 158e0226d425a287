/* SPDX-License-Identifier: Apache-2.0 */
__kernel void nbody(int n, __global const float4 *p, __global float4 *acc) {
    __local float4 s[256];
    int l = get_local_id(0), i = get_group_id(0) * 256 + l;
    float4 q = p[i];
    float ax = 0, ay = 0, az = 0;
    for (int t = 0; t < n / 256; t++) {
        s[l] = p[t * 256 + l];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < 256; j++) {
            float dx = s[j].x - q.x, dy = s[j].y - q.y, dz = s[j].z - q.z;
            float r = rsqrt(fma(dx, dx, fma(dy, dy, fma(dz, dz, 1e-3f))));
            float f = s[j].w * r * r * r;
            ax = fma(dx, f, ax), ay = fma(dy, f, ay), az = fma(dz, f, az);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    acc[i] = (float4)(ax, ay, az, 0);
}
