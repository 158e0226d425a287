// 64-bit arithmetic on the device: the number below n with the longest Collatz sequence, its length and its peak.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void lengths(int n, unsigned long long *best)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x + 1; i < n; i += gridDim.x * blockDim.x) {
        unsigned long long v = i;
        unsigned steps = 0;
        while (v != 1) {
            v = v & 1 ? 3 * v + 1 : v >> 1;
            steps++;
        }
        atomicMax(best, (unsigned long long) steps << 32 | (unsigned) (n - i));
    }
}

int main()
{
    const int n = 20000;
    unsigned long long *d, best, peak = 0;
    cudaMalloc((void **) &d, sizeof(best));
    cudaMemset(d, 0, sizeof(best));
    lengths<<<8, 128>>>(n, d);
    cudaMemcpy(&best, d, sizeof(best), cudaMemcpyDeviceToHost);
    int start = n - (int) (unsigned) best;
    for (unsigned long long v = start; v != 1; v = v % 2 ? 3 * v + 1 : v / 2)
        peak = v > peak ? v : peak;
    printf("%d takes %llu steps and rises to %llu\n", start, best >> 32, peak);
    cudaFree(d);
    return 0;
}
