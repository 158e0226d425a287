/* SPDX-License-Identifier: Apache-2.0 */
extern "C" __global__ void mandel(int w, int h, int maxit, int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= w || j >= h) return;
    float cx = fmaf(i, 3.f / 2048, -2.f), cy = fmaf(j, 3.f / 2048, -1.5f), x = 0, y = 0;
    int it = 0;
    while (fmaf(x, x, y * y) < 4 && it < maxit) {
        float t = fmaf(x, x, fmaf(-y, y, cx));
        y = fmaf(2 * x, y, cy);
        x = t;
        it++;
    }
    out[j * w + i] = it;
}
