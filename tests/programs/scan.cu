// Exclusive prefix sums of any length: blocks by Blelloch's sweep, then their sums, then both together.
#include <stdio.h>
#include <stdlib.h>

enum { BLOCK = 128, ITEMS = 2 * BLOCK };

__global__ void scan_block(int *data, int *sums, int n)
{
    __shared__ int t[ITEMS];
    int tid = threadIdx.x, base = blockIdx.x * ITEMS;
    t[2 * tid] = base + 2 * tid < n ? data[base + 2 * tid] : 0;
    t[2 * tid + 1] = base + 2 * tid + 1 < n ? data[base + 2 * tid + 1] : 0;
    int offset = 1;
    for (int d = BLOCK; d > 0; d >>= 1, offset *= 2) {
        __syncthreads();
        if (tid < d)
            t[offset * (2 * tid + 2) - 1] += t[offset * (2 * tid + 1) - 1];
    }
    if (tid == 0) {
        if (sums)
            sums[blockIdx.x] = t[ITEMS - 1];
        t[ITEMS - 1] = 0;
    }
    for (int d = 1; d < ITEMS; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (tid < d) {
            int left = offset * (2 * tid + 1) - 1, right = offset * (2 * tid + 2) - 1, keep = t[left];
            t[left] = t[right];
            t[right] += keep;
        }
    }
    __syncthreads();
    if (base + 2 * tid < n)
        data[base + 2 * tid] = t[2 * tid];
    if (base + 2 * tid + 1 < n)
        data[base + 2 * tid + 1] = t[2 * tid + 1];
}

__global__ void add(int *data, const int *sums, int n)
{
    int i = blockIdx.x * ITEMS + threadIdx.x;
    for (int k = 0; k < 2; k++, i += BLOCK)
        if (i < n)
            data[i] += sums[blockIdx.x];
}

void scan(int *device, int n)
{
    int blocks = (n + ITEMS - 1) / ITEMS, *sums = NULL;
    if (blocks > 1)
        cudaMalloc(&sums, blocks * sizeof(int));
    scan_block<<<blocks, BLOCK>>>(device, sums, n);
    if (blocks > 1) {
        scan(sums, blocks);
        add<<<blocks, BLOCK>>>(device, sums, n);
        cudaFree(sums);
    }
}

int main(void)
{
    int n = 100000, *h = (int *) calloc(n, sizeof *h), *d, wrong = 0, running = 0;
    for (int i = 0; i < n; i++)
        h[i] = i % 10;
    cudaMalloc((void **) &d, n * sizeof *h);
    cudaMemcpy(d, h, n * sizeof *h, cudaMemcpyHostToDevice);
    scan(d, n);
    int *got = (int *) malloc(n * sizeof *got);
    cudaMemcpy(got, d, n * sizeof *h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        wrong += got[i] != running;
        running += h[i];
    }
    printf("%d %d %d ... %d, %d wrong\n", got[1], got[2], got[12], got[n - 1], wrong);
    cudaFree(d);
    free(h);
    free(got);
}
