// Transposing a matrix that is no multiple of the tile, through shared memory with a padded column.
#include <cstdio>
#include <cstdlib>
#define DIM 32
#define ROWS 8

__global__ void transpose(float *out, const float *in, int width, int height)
{
    __shared__ float tile[DIM][DIM + 1];
    int x = blockIdx.x * DIM + threadIdx.x, y = blockIdx.y * DIM + threadIdx.y;
    for (int j = 0; j < DIM; j += ROWS)
        if (x < width && y + j < height)
            tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * DIM + threadIdx.x;
    y = blockIdx.x * DIM + threadIdx.y;
    for (int j = 0; j < DIM; j += ROWS)
        if (x < height && y + j < width)
            out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}

int main()
{
    const int width = 100, height = 70;
    float (*in)[width] = (float (*)[width]) malloc(sizeof(float) * width * height);
    float *out = (float *) malloc(sizeof(float) * width * height), *d_in, *d_out;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            in[y][x] = y * 1000 + x;
    cudaMalloc(&d_in, sizeof(float) * width * height);
    cudaMalloc(&d_out, sizeof(float) * width * height);
    cudaMemcpy(d_in, in, sizeof(float) * width * height, cudaMemcpyHostToDevice);
    dim3 block(DIM, ROWS);
    dim3 grid((width + DIM - 1) / DIM, (height + DIM - 1) / DIM, 1);
    transpose<<<grid, block>>>(d_out, d_in, width, height);
    cudaMemcpy(out, d_out, sizeof(float) * width * height, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            wrong += out[x * height + y] != in[y][x];
    printf("grid %u x %u, out[1][2] = %g, last = %g, %d wrong\n", grid.x, grid.y, out[height + 2], out[width * height - 1], wrong);
    cudaFree(d_in);
    cudaFree(d_out);
    free(in);
    free(out);
    return wrong != 0;
}
