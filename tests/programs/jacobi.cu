// Heat in a plate: a 2-D grid of blocks, two buffers, and a sum of changes by atomics every few steps.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define IDX(i, j) ((i) * width + (j))

__global__ void relax(const int *a, int *b, int width, int height, int *changed)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < 1 || j < 1 || i >= height - 1 || j >= width - 1)
        return;
    b[IDX(i, j)] = (a[IDX(i - 1, j)] + a[IDX(i + 1, j)] + a[IDX(i, j - 1)] + a[IDX(i, j + 1)]) / 4;
    if (b[IDX(i, j)] != a[IDX(i, j)])
        atomicAdd(changed, 1);
}

int main(void)
{
    int width = 40, height = 30, *h, *d[2], *changed, steps = 0, left;
    size_t bytes = sizeof(int) * width * height;
    h = (int *) malloc(bytes);
    memset(h, 0, bytes);
    for (int j = 0; j < width; j++)
        h[IDX(0, j)] = 100000;
    for (int k = 0; k < 2; k++) {
        cudaMalloc((void **) &d[k], bytes);
        cudaMemcpy(d[k], h, bytes, cudaMemcpyHostToDevice);
    }
    cudaMalloc((void **) &changed, sizeof(int));
    dim3 block(16, 8), grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    do {
        for (int k = 0; k < 10; k++, steps++) {
            cudaMemset(changed, 0, sizeof(int));
            relax<<<grid, block>>>(d[steps % 2], d[1 - steps % 2], width, height, changed);
        }
        cudaMemcpy(&left, changed, sizeof(int), cudaMemcpyDeviceToHost);
    } while (left > 20 && steps < 400);
    cudaMemcpy(h, d[steps % 2], bytes, cudaMemcpyDeviceToHost);
    printf("%d steps, %d still change, %d %d %d\n", steps, left, h[IDX(1, 20)], h[IDX(5, 20)], h[IDX(15, 3)]);
    cudaFree(d[0]), cudaFree(d[1]), cudaFree(changed);
    free(h);
    return 0;
}
