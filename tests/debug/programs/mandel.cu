#include <cstdio>
__global__ void mandelbrot(int *out, int width, float scale)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float cr = x * scale - 2, ci = y * scale - 1, re = 0, im = 0;
    int k;
    for (k = 0; k < 50 && re * re + im * im < 4; k++) {
        float t = re * re - im * im + cr;
        im = 2 * re * im + ci;
        re = t;
    }
    out[y * width + x] = k;
}
int main()
{
    int *d, h[32 * 16];
    cudaMalloc(&d, sizeof h);
    mandelbrot<<<dim3(4, 2), dim3(8, 8)>>>(d, 32, 0.1f);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[8 * 32 + 16]);
}
