// An exclusive prefix sum over many blocks: each block, then the sums of the blocks, then both together.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define THREADS 128

__global__ void scan_blocks(const int *in, int *out, int *sums, int n)
{
    __shared__ int part[2][THREADS];
    int t = threadIdx.x, i = blockIdx.x * THREADS + t, now = 0;
    int mine = i < n ? in[i] : 0;
    part[0][t] = mine;
    __syncthreads();
    for (int step = 1; step < THREADS; step *= 2) {
        part[1 - now][t] = part[now][t] + (t >= step ? part[now][t - step] : 0);
        now = 1 - now;
        __syncthreads();
    }
    if (i < n)
        out[i] = part[now][t] - mine;
    if (sums && t == THREADS - 1)
        sums[blockIdx.x] = part[now][t];
}

__global__ void add_sums(int *out, const int *sums, int n)
{
    int i = blockIdx.x * THREADS + threadIdx.x;
    if (i < n)
        out[i] += sums[blockIdx.x];
}

static void scan(const int *in, int *out, int n)
{
    int blocks = (n + THREADS - 1) / THREADS, *sums, *scanned;
    if (blocks == 1) {
        scan_blocks<<<1, THREADS>>>(in, out, NULL, n);
        return;
    }
    cudaMalloc((void **) &sums, blocks * sizeof(int));
    cudaMalloc((void **) &scanned, blocks * sizeof(int));
    scan_blocks<<<blocks, THREADS>>>(in, out, sums, n);
    scan(sums, scanned, blocks);
    add_sums<<<blocks, THREADS>>>(out, scanned, n);
    cudaFree(sums);
    cudaFree(scanned);
}

int main()
{
    int sizes[] = {1, 128, 129, 20000};
    for (int k = 0; k < 4; k++) {
        int n = sizes[k], *h = (int *) malloc(n * sizeof(int)), *r = (int *) malloc(n * sizeof(int)), *d, *out;
        for (int i = 0; i < n; i++)
            h[i] = i * 7 % 11 - 3;
        cudaMalloc((void **) &d, n * sizeof(int));
        cudaMalloc((void **) &out, n * sizeof(int));
        cudaMemcpy(d, h, n * sizeof(int), cudaMemcpyHostToDevice);
        scan(d, out, n);
        cudaMemcpy(r, out, n * sizeof(int), cudaMemcpyDeviceToHost);
        int sum = 0, wrong = 0;
        for (int i = 0; i < n; i++) {
            wrong += r[i] != sum;
            sum += h[i];
        }
        printf("%d: %d wrong, the last is %d\n", n, wrong, r[n - 1]);
        cudaFree(d);
        cudaFree(out);
        free(h);
        free(r);
    }
    return 0;
}
