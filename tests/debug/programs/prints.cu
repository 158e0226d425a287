#include <cstdio>
__global__ void hello(int n)
{
    int i = threadIdx.x;
    if (i < n)
        printf("thread %d\n", i);
}
int main()
{
    hello<<<1, 4>>>(2);
    cudaDeviceSynchronize();
    hello<<<1, 4>>>(1);
    cudaDeviceSynchronize();
    printf("done\n");
}
