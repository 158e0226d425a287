// All shortest paths of a weighted graph (Floyd and Warshall): one launch for each node in between.
#include <cuda_runtime.h>
#include <limits.h>
#include <stdio.h>

#define N 12
#define NONE (INT_MAX / 2)

__global__ void through(int *d, int *via, int k)
{
    int i = threadIdx.y, j = threadIdx.x;
    int longer = d[i * N + k] + d[k * N + j];
    if (longer < d[i * N + j]) {
        d[i * N + j] = longer;
        via[i * N + j] = k;
    }
}

static void path(const int *via, int i, int j)
{
    int k = via[i * N + j];
    if (k < 0) {
        printf(" %d", j);
        return;
    }
    path(via, i, k);
    path(via, k, j);
}

int main()
{
    int d[N][N], via[N][N], *dd, *dv;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            d[i][j] = i == j ? 0 : (i * 5 + j * 3) % 7 == 1 ? 1 + (i * j) % 9 : NONE;
            via[i][j] = -1;
        }
    cudaMalloc((void **) &dd, sizeof(d));
    cudaMalloc((void **) &dv, sizeof(via));
    cudaMemcpy(dd, d, sizeof(d), cudaMemcpyHostToDevice);
    cudaMemcpy(dv, via, sizeof(via), cudaMemcpyHostToDevice);
    for (int k = 0; k < N; k++)
        through<<<1, dim3(N, N)>>>(dd, dv, k);
    cudaMemcpy(d, dd, sizeof(d), cudaMemcpyDeviceToHost);
    cudaMemcpy(via, dv, sizeof(via), cudaMemcpyDeviceToHost);
    int longest = 0, from = 0, to = 0, pairs = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            if (d[i][j] >= NONE)
                continue;
            pairs++;
            if (d[i][j] > longest)
                longest = d[i][j], from = i, to = j;
        }
    printf("%d pairs are connected; the longest path, %d:  %d", pairs, longest, from);
    path(&via[0][0], from, to);
    printf("\n");
    cudaFree(dd);
    cudaFree(dv);
    return 0;
}
