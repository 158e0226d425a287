/* SPDX-License-Identifier: Apache-2.0 */
extern "C" __global__ void box3f(int w, int h, const float *in, float *out) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    if (x == 0 || y == 0 || x == w - 1 || y == h - 1) {
        out[y * w + x] = in[y * w + x];
        return;
    }
    float s = 0;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++) s += in[(y + j) * w + x + i];
    out[y * w + x] = s * (1.f / 9);
}
