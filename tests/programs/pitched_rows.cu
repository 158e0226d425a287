// Rows at a pitch: each thread sums a row of a matrix whose rows are padded by cudaMallocPitch.
#include <cuda_runtime.h>
#include <stdio.h>

#define ROWS 7
#define COLUMNS 13

__global__ void row_sums(const float *m, size_t pitch, int rows, int columns, float *sums)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    const float *row = (const float *) ((const char *) m + r * pitch);
    float s = 0;
    for (int c = 0; c < columns; c++)
        s += row[c];
    sums[r] = s;
}

__global__ void scale(float *m, size_t pitch, int rows, int columns, float by)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < columns)
        *((float *) ((char *) m + r * pitch) + c) *= by;
}

int main()
{
    float h[ROWS][COLUMNS], back[ROWS][COLUMNS], sums[ROWS], *d, *ds;
    size_t pitch;
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++)
            h[r][c] = (float) (r * 100 + c);
    cudaMallocPitch((void **) &d, &pitch, COLUMNS * sizeof(float), ROWS);
    cudaMalloc((void **) &ds, sizeof(sums));
    printf("the pitch %s a row and is %sa multiple of 32\n", pitch >= COLUMNS * sizeof(float) ? "holds" : "does not hold", pitch % 32 ? "not " : "");
    cudaMemcpy2D(d, pitch, h, sizeof(h[0]), sizeof(h[0]), ROWS, cudaMemcpyHostToDevice);
    scale<<<dim3(2, 2), dim3(8, 4)>>>(d, pitch, ROWS, COLUMNS, 2.0f);
    row_sums<<<1, 32>>>(d, pitch, ROWS, COLUMNS, ds);
    cudaMemcpy(sums, ds, sizeof(sums), cudaMemcpyDeviceToHost);
    cudaMemcpy2D(back, sizeof(back[0]), d, pitch, sizeof(back[0]), ROWS, cudaMemcpyDeviceToHost);
    for (int r = 0; r < ROWS; r++)
        printf("row %d: first %g, last %g, sum %g\n", r, back[r][0], back[r][COLUMNS - 1], sums[r]);
    cudaFree(d);
    cudaFree(ds);
    return 0;
}
