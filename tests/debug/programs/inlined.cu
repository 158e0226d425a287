#include <cstdio>
__device__ __forceinline__ float square(float v)
{
    float r = v * v;
    return r;
}
__device__ __noinline__ float cube(float v)
{
    return square(v) * v;
}
__global__ void powers(float *x)
{
    float v = threadIdx.x;
    float s = square(v);
    float c = cube(v);
    x[threadIdx.x] = s + c;
}
int main()
{
    float *d, h[8];
    cudaMalloc(&d, sizeof h);
    powers<<<1, 8>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g\n", h[3]);
}
