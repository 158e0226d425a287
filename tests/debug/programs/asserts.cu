#include <cassert>
__global__ void check(const int *x)
{
    int i = threadIdx.x;
    int v = x[i] * 3;
    assert(v < 20);
}
int main()
{
    int h[16], *d;
    for (int i = 0; i < 16; i++)
        h[i] = i;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    check<<<1, 16>>>(d);
    cudaDeviceSynchronize();
}
