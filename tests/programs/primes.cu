// A sieve: each thread strikes out the multiples of one number; counting with an atomic.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

__global__ void strike(unsigned char *composite, int n, int limit)
{
    int p = blockIdx.x * blockDim.x + threadIdx.x + 2;
    if (p > limit)
        return;
    for (int m = p * p; m < n; m += p)
        composite[m] = 1;
}

__global__ void count(const unsigned char *composite, int n, int *out, int *twins)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 2 || i >= n || composite[i])
        return;
    atomicAdd(out, 1);
    if (i + 2 < n && !composite[i + 2])
        atomicAdd(twins, 1);
}

int main()
{
    const int n = 30000;
    unsigned char *d, *h = (unsigned char *) malloc(n);
    int *counts, found[2];
    cudaMalloc((void **) &d, n);
    cudaMalloc((void **) &counts, sizeof(found));
    cudaMemset(d, 0, n);
    cudaMemset(counts, 0, sizeof(found));
    strike<<<3, 64>>>(d, n, 174);
    count<<<(n + 255) / 256, 256>>>(d, n, counts, counts + 1);
    cudaMemcpy(found, counts, sizeof(found), cudaMemcpyDeviceToHost);
    cudaMemcpy(h, d, n, cudaMemcpyDeviceToHost);
    printf("%d primes and %d pairs of twins below %d; the last:", found[0], found[1], n);
    for (int i = n - 1, left = 5; left; i--)
        if (!h[i]) {
            printf(" %d", i);
            left--;
        }
    printf("\n");
    cudaFree(d);
    cudaFree(counts);
    free(h);
    return 0;
}
