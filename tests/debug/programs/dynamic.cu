#include <cstdio>
__global__ void reverse(int *x, int n)
{
    extern __shared__ int buffer[];
    int i = threadIdx.x;
    buffer[i] = x[i];
    __syncthreads();
    x[i] = buffer[n - 1 - i];
}
int main()
{
    int h[64], *d;
    for (int i = 0; i < 64; i++)
        h[i] = i * i;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    reverse<<<1, 64, sizeof h>>>(d, 64);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[63]);
}
