// SPDX-License-Identifier: Apache-2.0
// %% task Mandelbrot
// The picture has `n` × `n` pixels. Pixel (x, y) stands for c = (3.0f * x / n - 2, 3.0f * y / n - 1.5f). From z = 0, repeat z = z² + c until
// |z|² > 4, at most 50 times, and store the number of repetitions. Compute in `float`. The blocks have 8 × 8 threads.
// %% start
__global__ void mandelbrot(int *picture, int n)
{
    // your code
}
// %% sizes 1 8 20 48
// %% data
int picture[n * n] = -1;
// %% launch
mandelbrot<<<dim3((n + 7) / 8, (n + 7) / 8), dim3(8, 8)>>>(picture, n);
// %% reference
for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++) {
        float cx = 3.0f * x / n - 2, cy = 3.0f * y / n - 1.5f, zx = 0, zy = 0;
        int k = 0;
        for (; k < 50 && fmaf(zx, zx, zy * zy) <= 4; k++) {
            float t = fmaf(zx, zx, -(zy * zy)) + cx;
            zy = fmaf(2 * zx, zy, cy);
            zx = t;
        }
        picture[y * n + x] = k;
    }
// %% hint
// z² is (zx² - zy², 2 zx zy). Keep the old zx until the new zy is known.
// %% solution
__global__ void mandelbrot(int *picture, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= n || y >= n)
        return;
    float cx = 3.0f * x / n - 2, cy = 3.0f * y / n - 1.5f, zx = 0, zy = 0;
    int k = 0;
    while (k < 50 && zx * zx + zy * zy <= 4) {
        float t = zx * zx - zy * zy + cx;
        zy = 2 * zx * zy + cy;
        zx = t;
        k++;
    }
    picture[y * n + x] = k;
}
