// Bitonic sort, a launch for each step, against qsort.
#include <stdio.h>
#include <stdlib.h>

__global__ void bitonic_step(unsigned *v, int j, int k)
{
    unsigned i = threadIdx.x + blockDim.x * blockIdx.x, other = i ^ j;
    if (other <= i)
        return;
    bool up = (i & k) == 0;
    if ((v[i] > v[other]) == up) {
        unsigned t = v[i];
        v[i] = v[other];
        v[other] = t;
    }
}

int compare(const void *a, const void *b)
{
    unsigned x = *(const unsigned *) a, y = *(const unsigned *) b;
    return (x > y) - (x < y);
}

int main(void)
{
    const int n = 1 << 11;
    size_t bytes = n * sizeof(unsigned);
    unsigned *h = (unsigned *) malloc(bytes), *sorted = (unsigned *) malloc(bytes), *d;
    srand(2024);
    for (int i = 0; i < n; i++)
        h[i] = rand() % 10000;
    cudaMalloc((void **) &d, bytes);
    cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice);
    int launches = 0;
    for (int k = 2; k <= n; k <<= 1)
        for (int j = k >> 1; j > 0; j >>= 1, launches++)
            bitonic_step<<<n / 256, 256>>>(d, j, k);
    cudaMemcpy(sorted, d, bytes, cudaMemcpyDeviceToHost);
    qsort(h, n, sizeof *h, compare);
    int wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += h[i] != sorted[i];
    printf("%d launches, smallest %u, median %u, largest %u, %d wrong\n", launches, sorted[0], sorted[n / 2], sorted[n - 1], wrong);
    cudaFree(d);
    free(h);
    free(sorted);
    return 0;
}
