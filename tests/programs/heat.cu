// Heat in a plate: two buffers that change places, and a residual by atomicMax on the bits of floats.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define W 32
#define H 24

__global__ void relax(const float *from, float *to, int *change)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x <= 0 || y <= 0 || x >= W - 1 || y >= H - 1)
        return;
    int i = y * W + x;
    float v = 0.25f * (from[i - 1] + from[i + 1] + from[i - W] + from[i + W]);
    to[i] = v;
    float d = v - from[i];
    atomicMax(change, __float_as_int(d < 0 ? -d : d));
}

int main()
{
    float h[H * W], *a, *b;
    int *change, bits = 0, steps = 0;
    for (int i = 0; i < H * W; i++)
        h[i] = i < W ? 100.0f : 0.0f;
    cudaMalloc((void **) &a, sizeof(h));
    cudaMalloc((void **) &b, sizeof(h));
    cudaMalloc((void **) &change, sizeof(int));
    cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
    cudaMemcpy(b, h, sizeof(h), cudaMemcpyHostToDevice);
    float most = 1;
    while (most > 0.05f && steps < 2000) {
        cudaMemset(change, 0, sizeof(int));
        relax<<<dim3(W / 8, H / 8), dim3(8, 8)>>>(a, b, change);
        cudaMemcpy(&bits, change, sizeof(int), cudaMemcpyDeviceToHost);
        most = *(float *) &bits;
        float *t = a;
        a = b;
        b = t;
        steps++;
    }
    cudaMemcpy(h, a, sizeof(h), cudaMemcpyDeviceToHost);
    printf("%d steps, the last change was %.4f\n", steps, most);
    for (int y = 0; y < H; y += 6)
        printf("%6.2f %6.2f %6.2f\n", h[y * W + 1], h[y * W + W / 4], h[y * W + W / 2]);
    cudaFree(a);
    cudaFree(b);
    cudaFree(change);
    return 0;
}
