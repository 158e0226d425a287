// A histogram of bytes: atomics on global memory, then a private histogram in each block.
#include <stdio.h>
#include <stdlib.h>
#define BINS 64

__global__ void global_histogram(const unsigned char *data, int n, unsigned int *bins)
{
    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&bins[data[i] % BINS], 1u);
}

__global__ void private_histogram(const unsigned char *data, int n, unsigned int *bins)
{
    __shared__ unsigned int mine[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&mine[data[i] % BINS], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&bins[b], mine[b]);
}

int main(int argc, char **argv)
{
    int n = 20000;
    unsigned char *data = (unsigned char *) malloc(n), *d_data;
    unsigned int bins[BINS], again[BINS], *d_bins, x = 12345;
    for (int i = 0; i < n; i++) {
        x = x * 1664525u + 1013904223u;
        data[i] = x >> 24;
    }
    cudaMalloc(&d_data, n);
    cudaMalloc(&d_bins, sizeof bins);
    cudaMemcpy(d_data, data, n, cudaMemcpyHostToDevice);
    cudaMemset(d_bins, 0, sizeof bins);
    global_histogram<<<8, 128>>>(d_data, n, d_bins);
    cudaMemcpy(bins, d_bins, sizeof bins, cudaMemcpyDeviceToHost);
    cudaMemset(d_bins, 0, sizeof again);
    private_histogram<<<8, 128>>>(d_data, n, d_bins);
    cudaMemcpy(again, d_bins, sizeof again, cudaMemcpyDeviceToHost);
    unsigned int total = 0, most = 0, where = 0, differ = 0;
    for (int b = 0; b < BINS; b++) {
        total += bins[b];
        differ += bins[b] != again[b];
        if (bins[b] > most)
            most = bins[b], where = b;
    }
    printf("total %u, most %u in bin %u, bin 0 has %u, %u differ\n", total, most, where, bins[0], differ);
    cudaFree(d_data);
    cudaFree(d_bins);
    free(data);
    return EXIT_SUCCESS;
}
