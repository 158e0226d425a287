#include <cstdio>
__global__ void lists(int *out)
{
    int *p = (int *) malloc(4 * sizeof(int));
    p[0] = threadIdx.x;
    out[threadIdx.x] = p[0] + 1;
    free(p);
}
int main()
{
    int *d, h[2];
    cudaMalloc(&d, sizeof h);
    lists<<<1, 2>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[1]);
}
