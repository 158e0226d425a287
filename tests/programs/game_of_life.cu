// Conway's game on a torus: two buffers change places; a glider comes back where it was, moved.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const int W = 16, H = 12;

__device__ __host__ int at(const unsigned char *grid, int x, int y)
{
    return grid[((y + H) % H) * W + (x + W) % W];
}

__global__ void step(const unsigned char *now, unsigned char *next)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= W || y >= H)
        return;
    int n = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy)
                n += at(now, x + dx, y + dy);
    next[y * W + x] = n == 3 || (n == 2 && at(now, x, y));
}

void print(const unsigned char *g)
{
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++)
            putchar(at(g, x, y) ? '#' : '.');
        putchar('\n');
    }
}

int main(void)
{
    unsigned char grid[W * H], *a, *b, *swap;
    memset(grid, 0, sizeof grid);
    const int glider[5][2] = {{1, 0}, {2, 1}, {0, 2}, {1, 2}, {2, 2}};
    for (int i = 0; i < 5; i++)
        grid[glider[i][1] * W + glider[i][0]] = 1;
    cudaMalloc((void **) &a, sizeof grid);
    cudaMalloc((void **) &b, sizeof grid);
    cudaMemcpy(a, grid, sizeof grid, cudaMemcpyHostToDevice);
    dim3 block(8, 8);
    for (int generation = 0; generation < 28; generation++) {
        step<<<dim3((W + 7) / 8, (H + 7) / 8), block>>>(a, b);
        swap = a;
        a = b;
        b = swap;
    }
    cudaMemcpy(grid, a, sizeof grid, cudaMemcpyDeviceToHost);
    print(grid);
    cudaFree(a);
    cudaFree(b);
    return 0;
}
