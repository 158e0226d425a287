// A sparse matrix in CSR form times a vector: a thread for each row, then a warp.
#include <stdio.h>
#include <stdlib.h>

typedef struct csr {
    int rows, *row, *col;
    float *value;
} csr_t;

__global__ void by_row(int n, const int *row, const int *col, const float *value, const float *x, float *y)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < n) {
        float sum = 0;
        for (int k = row[r]; k < row[r + 1]; k++)
            sum += value[k] * x[col[k]];
        y[r] = sum;
    }
}

__global__ void by_warp(int n, const int *row, const int *col, const float *value, const float *x, float *y)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x, r = thread / 32, lane = thread % 32;
    if (r >= n)
        return;
    float sum = 0;
    for (int k = row[r] + lane; k < row[r + 1]; k += 32)
        sum += value[k] * x[col[k]];
    for (int offset = 16; offset; offset /= 2)
        sum += __shfl_xor_sync(0xffffffffu, sum, offset);
    if (!lane)
        y[r] = sum;
}

int main(void)
{
    csr_t m = {.rows = 300};
    int capacity = 16, count = 0, r, c;
    m.row = (int *) malloc((m.rows + 1) * sizeof(int));
    m.col = (int *) malloc(capacity * sizeof(int));
    m.value = (float *) malloc(capacity * sizeof(float));
    for (r = 0; r < m.rows; r++) {
        m.row[r] = count;
        for (c = r % 4; c < m.rows; c += 5 + r % 7) {
            if (count == capacity) {
                capacity *= 2;
                m.col = (int *) realloc(m.col, capacity * sizeof(int));
                m.value = (float *) realloc(m.value, capacity * sizeof(float));
            }
            m.col[count] = c;
            m.value[count++] = (r + c) % 9 - 4;
        }
    }
    m.row[m.rows] = count;
    float x[300], y[300], z[300], *dx, *dy, *dv;
    int *dr, *dc;
    for (c = 0; c < m.rows; c++)
        x[c] = c % 8;
    cudaMalloc(&dr, (m.rows + 1) * sizeof(int)), cudaMalloc(&dc, count * sizeof(int)), cudaMalloc(&dv, count * sizeof(float));
    cudaMalloc(&dx, sizeof x), cudaMalloc(&dy, sizeof y);
    cudaMemcpy(dr, m.row, (m.rows + 1) * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dc, m.col, count * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(dv, m.value, count * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
    by_row<<<(m.rows + 63) / 64, 64>>>(m.rows, dr, dc, dv, dx, dy);
    cudaMemcpy(y, dy, sizeof y, cudaMemcpyDeviceToHost);
    by_warp<<<(m.rows * 32 + 127) / 128, 128>>>(m.rows, dr, dc, dv, dx, dy);
    cudaMemcpy(z, dy, sizeof z, cudaMemcpyDeviceToHost);
    float sum = 0;
    int differ = 0;
    for (r = 0; r < m.rows; r++) {
        sum += y[r] * (r % 2 ? 1 : -1);
        differ += y[r] != z[r];
    }
    printf("%d entries, y[0] = %g, y[299] = %g, alternating sum %g, %d differ\n", count, y[0], y[299], sum, differ);
    cudaFree(dr), cudaFree(dc), cudaFree(dv), cudaFree(dx), cudaFree(dy);
    free(m.row), free(m.col), free(m.value);
    return 0;
}
