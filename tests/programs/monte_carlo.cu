// Pi from points that rand() makes: the sequence is glibc's.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

__global__ void hits(const int *x, const int *y, int n, unsigned long long *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && (long long) x[i] * x[i] + (long long) y[i] * y[i] < 1000000LL)
        atomicAdd(count, 1ULL);
}

int main(void)
{
    const int n = 10000;
    int *x, *y, i;
    unsigned long long *count;
    clock_t began = clock();
    srand(7);
    cudaMallocManaged(&x, n * sizeof(int));
    cudaMallocManaged(&y, n * sizeof(int));
    cudaMallocManaged(&count, sizeof *count);
    *count = 0;
    for (i = 0; i < n; i++) {
        x[i] = rand() % 1000;
        y[i] = rand() % 1000;
    }
    hits<<<(n + 255) / 256, 256>>>(x, y, n, count);
    cudaDeviceSynchronize();
    double seconds = (double) (clock() - began) / CLOCKS_PER_SEC;
    printf("first point %d %d, %llu of %d inside, pi is about %.4f%s\n", x[0], y[0], *count, n, 4.0 * *count / n, seconds < 0 ? "?" : "");
    cudaFree(x), cudaFree(y), cudaFree(count);
    return 0;
}
