/* SPDX-License-Identifier: Apache-2.0 */
__kernel void mandel(int w, int h, int maxit, __global int *out) {
    int i = get_global_id(0), j = get_global_id(1);
    if (i >= w || j >= h) return;
    float cx = fma((float)i, 3.f / 2048, -2.f), cy = fma((float)j, 3.f / 2048, -1.5f), x = 0, y = 0;
    int it = 0;
    while (fma(x, x, y * y) < 4 && it < maxit) {
        float t = fma(x, x, fma(-y, y, cx));
        y = fma(2 * x, y, cy);
        x = t;
        it++;
    }
    out[j * w + i] = it;
}
