// printf in kernels: conversions, order within a thread and across launches, and a stream of its own.
#include <cuda_runtime.h>
#include <stdio.h>

struct point {
    float x;
    long id;
};

__global__ void speak(int n, const struct point *p, const char *unused)
{
    for (int i = 0; i < n; i++)
        printf("%d: %5.2f %ld %c %s 0x%04x %%\n", i, p[i].x, p[i].id, 'a' + i, i % 2 ? "odd" : "even", i * 4097);
}

__global__ void last(unsigned long long v, double d)
{
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x == blockDim.x - 1)
        printf("block %u, thread %u: %llu %e %g\n", blockIdx.x, threadIdx.x, v, d, d / 3);
}

int main()
{
    struct point h[3] = {{1.5f, -7}, {2.25f, 1L << 40}, {-3, 0}}, *d;
    cudaMalloc((void **) &d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    printf("before\n");
    speak<<<1, 1>>>(3, d, NULL);
    cudaDeviceSynchronize();
    last<<<4, 33>>>(1ull << 63, 12345.678);
    cudaDeviceSynchronize();
    printf("after\n");
    cudaFree(d);
    return 0;
}
