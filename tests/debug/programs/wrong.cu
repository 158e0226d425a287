#include <cstdio>
__device__ int index_of(int i, int n)
{
    return i == 37 ? i - 1 : i % n;
}
__global__ void fill(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[index_of(i, n)] = i;
}
int main()
{
    int *d, h[128];
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    fill<<<4, 32>>>(d, 128);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[36], h[37]);
}
