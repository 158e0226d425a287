#include <cstdio>
__global__ void sum(int *out)
{
    int v = threadIdx.x;
    for (int step = 16; step > 0; step /= 2)
        v += __shfl_down_sync(0xffffffff, v, step);
    unsigned odd = __ballot_sync(0xffffffff, v % 2);
    if (threadIdx.x == 0)
        out[0] = v;
    if (threadIdx.x == 1)
        out[1] = __popc(odd);
}
int main()
{
    int *d, h[2];
    cudaMalloc(&d, sizeof h);
    sum<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[1]);
}
