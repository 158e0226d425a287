// Breadth-first search on a grid with walls, one level a launch, until a flag on the device says that nothing changed.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const maze[] = {
    "..........",
    ".########.",
    ".#......#.",
    ".#.####.#.",
    ".#.#..#.#.",
    ".#.#..#...",
    ".#.##.####",
    ".#........",
};
#define H 8
#define W 10

__global__ void step(const char *cells, int *distance, int level, int *changed)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= W * H || distance[i] != level)
        return;
    int x = i % W, y = i / W;
    int next[4] = {x > 0 ? i - 1 : -1, x < W - 1 ? i + 1 : -1, y > 0 ? i - W : -1, y < H - 1 ? i + W : -1};
    for (int k = 0; k < 4; k++) {
        int j = next[k];
        if (j >= 0 && cells[j] == '.' && distance[j] < 0) {
            distance[j] = level + 1;
            *changed = 1;
        }
    }
}

int main()
{
    char cells[W * H], *dc;
    int distance[W * H], *dd, *dchanged, changed = 1, level = 0;
    for (int y = 0; y < H; y++)
        memcpy(cells + y * W, maze[y], W);
    memset(distance, -1, sizeof(distance));
    distance[0] = 0;
    cudaMalloc((void **) &dc, sizeof(cells));
    cudaMalloc((void **) &dd, sizeof(distance));
    cudaMalloc((void **) &dchanged, sizeof(int));
    cudaMemcpy(dc, cells, sizeof(cells), cudaMemcpyHostToDevice);
    cudaMemcpy(dd, distance, sizeof(distance), cudaMemcpyHostToDevice);
    for (; changed; level++) {
        cudaMemset(dchanged, 0, sizeof(int));
        step<<<(W * H + 31) / 32, 32>>>(dc, dd, level, dchanged);
        cudaMemcpy(&changed, dchanged, sizeof(int), cudaMemcpyDeviceToHost);
    }
    cudaMemcpy(distance, dd, sizeof(distance), cudaMemcpyDeviceToHost);
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++)
            if (distance[y * W + x] < 0)
                printf("  %c", cells[y * W + x] == '#' ? '#' : '?');
            else
                printf("%3d", distance[y * W + x]);
        printf("\n");
    }
    printf("%d levels\n", level);
    cudaFree(dc);
    cudaFree(dd);
    cudaFree(dchanged);
    return 0;
}
