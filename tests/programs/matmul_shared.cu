// Matrix product with tiles in dynamic shared memory; sizes that are no multiples of the tile.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

__global__ void multiply(const float *a, const float *b, float *c, int m, int k, int n, int tile)
{
    extern __shared__ float cache[];
    float *ta = cache, *tb = cache + tile * tile;
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * tile + y, column = blockIdx.x * tile + x;
    float sum = 0;
    for (int p = 0; p < k; p += tile) {
        ta[y * tile + x] = row < m && p + x < k ? a[row * k + p + x] : 0;
        tb[y * tile + x] = column < n && p + y < k ? b[(p + y) * n + column] : 0;
        __syncthreads();
        for (int i = 0; i < tile; i++)
            sum += ta[y * tile + i] * tb[i * tile + x];
        __syncthreads();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}

static void run(int m, int k, int n, int tile)
{
    float *a = (float *) malloc(m * k * sizeof(float)), *b = (float *) malloc(k * n * sizeof(float)), *c = (float *) malloc(m * n * sizeof(float));
    float *da, *db, *dc;
    for (int i = 0; i < m * k; i++)
        a[i] = (float) (i % 9 - 4);
    for (int i = 0; i < k * n; i++)
        b[i] = (float) (i % 7 - 3);
    cudaMalloc((void **) &da, m * k * sizeof(float));
    cudaMalloc((void **) &db, k * n * sizeof(float));
    cudaMalloc((void **) &dc, m * n * sizeof(float));
    cudaMemcpy(da, a, m * k * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(db, b, k * n * sizeof(float), cudaMemcpyHostToDevice);
    dim3 block(tile, tile), grid((n + tile - 1) / tile, (m + tile - 1) / tile);
    size_t shared = 2 * tile * tile * sizeof(float);
    multiply<<<grid, block, shared>>>(da, db, dc, m, k, n, tile);
    cudaMemcpy(c, dc, m * n * sizeof(float), cudaMemcpyDeviceToHost);
    int wrong = 0;
    double sum = 0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float s = 0;
            for (int p = 0; p < k; p++)
                s += a[i * k + p] * b[p * n + j];
            wrong += s != c[i * n + j];
            sum += c[i * n + j] * (i - j);
        }
    printf("%dx%dx%d, tile %d: %d wrong, checksum %g\n", m, k, n, tile, wrong, sum);
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
    free(a);
    free(b);
    free(c);
}

int main()
{
    run(32, 32, 32, 16);
    run(17, 23, 11, 8);
    run(1, 50, 3, 4);
    return 0;
}
