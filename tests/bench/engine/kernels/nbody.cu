/* SPDX-License-Identifier: Apache-2.0 */
extern "C" __global__ void nbody(int n, const float4 *p, float4 *acc) {
    __shared__ float4 s[256];
    int i = blockIdx.x * 256 + threadIdx.x;
    float4 q = p[i];
    float ax = 0, ay = 0, az = 0;
    for (int t = 0; t < n / 256; t++) {
        s[threadIdx.x] = p[t * 256 + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 256; j++) {
            float dx = s[j].x - q.x, dy = s[j].y - q.y, dz = s[j].z - q.z;
            float r = rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, 1e-3f))));
            float f = s[j].w * r * r * r;
            ax = fmaf(dx, f, ax), ay = fmaf(dy, f, ay), az = fmaf(dz, f, az);
        }
        __syncthreads();
    }
    acc[i] = make_float4(ax, ay, az, 0);
}
