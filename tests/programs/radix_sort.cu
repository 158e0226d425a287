// Sorting unsigned numbers bit by bit: flags, a prefix sum in one block, a scatter.
#include <cuda_runtime.h>
#include <stdio.h>

#define N 256

__global__ void sort_by_bits(unsigned *keys, int bits)
{
    __shared__ unsigned now[N];
    __shared__ int zeros[N];
    int t = threadIdx.x;
    now[t] = keys[t];
    for (int b = 0; b < bits; b++) {
        unsigned key = now[t];
        int zero = !((key >> b) & 1);
        zeros[t] = zero;
        __syncthreads();
        for (int step = 1; step < N; step *= 2) {
            int left = t >= step ? zeros[t - step] : 0;
            __syncthreads();
            zeros[t] += left;
            __syncthreads();
        }
        int all = zeros[N - 1], before = zeros[t] - zero;
        int to = zero ? before : all + t - before;
        now[to] = key;
        __syncthreads();
    }
    keys[t] = now[t];
}

int main()
{
    unsigned h[N], *d;
    unsigned long sum = 0, after = 0;
    for (int i = 0; i < N; i++) {
        h[i] = (i * 2654435761u) >> 12;
        sum += h[i];
    }
    cudaMalloc((void **) &d, sizeof(h));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    sort_by_bits<<<1, N>>>(d, 20);
    cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
    int sorted = 1;
    for (int i = 0; i < N; i++) {
        after += h[i];
        sorted &= !i || h[i - 1] <= h[i];
    }
    printf("%s, %s: %u %u ... %u %u\n", sorted ? "sorted" : "not sorted", sum == after ? "all there" : "something is lost", h[0], h[1], h[N - 2], h[N - 1]);
    cudaFree(d);
    return 0;
}
