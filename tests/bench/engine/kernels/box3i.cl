/* SPDX-License-Identifier: Apache-2.0 */
__kernel void box3i(int w, int h, __global const int *in, __global int *out) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= w || y >= h) return;
    if (x == 0 || y == 0 || x == w - 1 || y == h - 1) {
        out[y * w + x] = in[y * w + x];
        return;
    }
    int s = 0;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++) s += in[(y + j) * w + x + i];
    out[y * w + x] = s / 9;
}
