/* SPDX-License-Identifier: Apache-2.0 */
struct body { float x, y, z; };
extern "C" __global__ void aos3(int n, float dt, body *p, const body *v) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    body b = p[i], d = v[i];
    b.x = fmaf(d.x, dt, b.x), b.y = fmaf(d.y, dt, b.y), b.z = fmaf(d.z, dt, b.z);
    p[i] = b;
}
