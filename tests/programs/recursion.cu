// Device functions that call themselves, and the same ones on the host.
#include <stdio.h>

__host__ __device__ unsigned fib(unsigned n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

__host__ __device__ int ackermann(int m, int n)
{
    if (m == 0)
        return n + 1;
    if (n == 0)
        return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

__global__ void run(unsigned *f, int *a)
{
    f[threadIdx.x] = fib(threadIdx.x);
    a[threadIdx.x] = ackermann(2, threadIdx.x % 4);
}

int main(void)
{
    unsigned f[16], *df;
    int a[16], *da, same = 0;
    cudaMalloc(&df, sizeof f);
    cudaMalloc(&da, sizeof a);
    run<<<1, 16>>>(df, da);
    cudaMemcpy(f, df, sizeof f, cudaMemcpyDeviceToHost);
    cudaMemcpy(a, da, sizeof a, cudaMemcpyDeviceToHost);
    for (unsigned i = 0; i < 16; i++)
        same += f[i] == fib(i) && a[i] == ackermann(2, i % 4);
    printf("fib(15) = %u, ackermann(2, 3) = %d, %d of 16 the same\n", f[15], a[3], same);
    cudaFree(df), cudaFree(da);
}
