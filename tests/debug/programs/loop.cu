#include <cstdio>
__global__ void collatz(unsigned *steps)
{
    unsigned n = threadIdx.x + 1, count = 0;
    while (n != 1) {
        if (n % 2)
            n = 3 * n + 1;
        else
            n /= 2;
        count++;
    }
    steps[threadIdx.x] = count;
}
int main()
{
    unsigned *d, h[40];
    cudaMalloc(&d, sizeof h);
    collatz<<<1, 40>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%u %u\n", h[6], h[26]);
}
