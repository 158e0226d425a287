#include <cstdio>
__device__ int counter;
__constant__ float factor = 2.0f;
__global__ void scale(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float before = x[i];
        x[i] = before * factor;
        atomicAdd(&counter, 1);
    }
}
int main()
{
    const int n = 100;
    float h[n], *d;
    for (int i = 0; i < n; i++)
        h[i] = i;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    scale<<<2, 64>>>(d, n);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g %g\n", h[1], h[99]);
    cudaFree(d);
}
