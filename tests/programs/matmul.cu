// Matrix product, naive and tiled in shared memory, against the host's.
#include <stdio.h>
#include <stdlib.h>
#define TILE 16

__global__ void naive(const int *a, const int *b, int *c, int n)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n && col < n) {
        int sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[row * n + k] * b[k * n + col];
        c[row * n + col] = sum;
    }
}

__global__ void tiled(const int *a, const int *b, int *c, int n)
{
    __shared__ int as[TILE][TILE], bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx, sum = 0;
    for (int t = 0; t < (n + TILE - 1) / TILE; t++) {
        as[ty][tx] = row < n && t * TILE + tx < n ? a[row * n + t * TILE + tx] : 0;
        bs[ty][tx] = col < n && t * TILE + ty < n ? b[(t * TILE + ty) * n + col] : 0;
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    if (row < n && col < n)
        c[row * n + col] = sum;
}

void onHost(const int *a, const int *b, int *c, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}

int compare(const int *x, const int *y, int n)
{
    for (int i = 0; i < n; i++)
        if (x[i] != y[i])
            return i;
    return -1;
}

int main()
{
    const int n = 50, count = n * n;
    int *a = (int *) malloc(count * sizeof(int)), *b = (int *) malloc(count * sizeof(int));
    int *want = (int *) malloc(count * sizeof(int)), *got = (int *) malloc(count * sizeof(int));
    int *da, *db, *dc;
    for (int i = 0; i < count; i++) {
        a[i] = i % 7 - 3;
        b[i] = i % 5 - 2;
    }
    onHost(a, b, want, n);
    cudaMalloc(&da, count * sizeof(int));
    cudaMalloc(&db, count * sizeof(int));
    cudaMalloc(&dc, count * sizeof(int));
    cudaMemcpy(da, a, count * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, count * sizeof(int), cudaMemcpyHostToDevice);
    dim3 block(TILE, TILE), grid((n + TILE - 1) / TILE, (n + TILE - 1) / TILE);
    naive<<<grid, block>>>(da, db, dc, n);
    cudaMemcpy(got, dc, count * sizeof(int), cudaMemcpyDeviceToHost);
    printf("naive: %d\n", compare(want, got, count));
    cudaMemset(dc, 0, count * sizeof(int));
    tiled<<<grid, block>>>(da, db, dc, n);
    cudaMemcpy(got, dc, count * sizeof(int), cudaMemcpyDeviceToHost);
    printf("tiled: %d\n", compare(want, got, count));
    long trace = 0, sum = 0;
    for (int i = 0; i < n; i++)
        trace += got[i * n + i];
    for (int i = 0; i < count; i++)
        sum += got[i] * (i % 3 + 1L);
    printf("c[0][0] = %d, trace = %ld, weighted sum = %ld\n", got[0], trace, sum);
    cudaFree(da), cudaFree(db), cudaFree(dc);
    free(a), free(b), free(want), free(got);
}
