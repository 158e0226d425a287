#include <cooperative_groups.h>
#include <cstdio>
__global__ void both(int *x)
{
    int i = blockIdx.x;
    x[i] = i + 1;
    cooperative_groups::this_grid().sync();
    x[2 + i] = x[1 - i];
}
int main()
{
    int *d, h[4];
    cudaMalloc(&d, sizeof h);
    void *args[] = {&d};
    cudaLaunchCooperativeKernel((void *) both, 2, 1, args);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[2], h[3]);
}
