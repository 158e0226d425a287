#include <cstdio>
__global__ void inner(int *x)
{
    x[threadIdx.x] += 1;
}
__global__ void outer(int *x)
{
    int n = 4;
    inner<<<1, n>>>(x);
}
int main()
{
    int *d, h[4];
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    outer<<<1, 1>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[3]);
}
