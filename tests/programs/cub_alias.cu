// A name for a type of cub that only kernels have.
#include <cstdio>
#include <cub/cub.cuh>
using sum_of_64 = cub::BlockReduce<int, 64>;

__global__ void k(int *out)
{
    __shared__ sum_of_64::TempStorage storage;
    int sum = sum_of_64(storage).Sum(threadIdx.x);
    if (threadIdx.x == 0)
        *out = sum;
}

int main()
{
    int *out;
    cudaMallocManaged(&out, 4);
    k<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    printf("%d\n", *out);
}
