// Indices beyond a row, or a shared array, but within the block's shared memory; the expected findings are in faulty_rows.out.
#include <cstdio>

__global__ void past_the_row(const float *in, float *out)
{
    __shared__ float tile[17][17];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * 16 + x];
    if (x == 0)
        tile[y][16] = tile[16][y] = 0;
    __syncthreads();
    out[y * 16 + x] = tile[y][x] + tile[y][x + 2]; // x + 2 is 17 for the last thread of a row
}

__global__ void before_the_row(const float *in, float *out)
{
    // a tile with a halo on one side only
    __shared__ float tile[18][18];
    int x = threadIdx.x, y = threadIdx.y;
    for (int i = y * 16 + x; i < 18 * 18; i += 256)
        tile[i / 18][i % 18] = in[i % 256];
    __syncthreads();
    out[y * 16 + x] = tile[y + 1][x - 1] + tile[y][x];
}

template<int N> __global__ void into_the_next_array(const int *in, int *out)
{
    __shared__ int first[N], second[N];
    int i = threadIdx.x;
    first[i] = in[i];
    second[i] = 2 * in[i];
    __syncthreads();
    int sum = second[i];
    for (int k = 0; k <= N; k++) // one too many
        sum += first[k];
    out[i] = sum;
}

__global__ void too_many_planes(const int *in, int *out)
{
    __shared__ volatile int box[3][4][8];
    int i = threadIdx.x;
    box[i / 32][i / 8][i % 8] = in[i]; // i / 8 % 4 was meant
    __syncthreads();
    out[i] = box[i / 32][i / 8 % 4][i % 8];
}

__device__ int in_a_function(int i)
{
    __shared__ int table[4][4];
    for (int k = 0; k < 4; k++)
        table[k][i] = k;
    __syncthreads();
    return table[0][i + 1];
}

__global__ void calls_it(int *out)
{
    out[threadIdx.x] = in_a_function(threadIdx.x);
}

int main()
{
    float *x, *y;
    cudaMalloc(&x, 256 * sizeof *x);
    cudaMalloc(&y, 256 * sizeof *y);
    cudaMemset(x, 0, 256 * sizeof *x);
    past_the_row<<<1, dim3(16, 16)>>>(x, y);
    before_the_row<<<1, dim3(16, 16)>>>(x, y);
    into_the_next_array<32><<<1, 32>>>((int *) x, (int *) y);
    too_many_planes<<<1, 64>>>((int *) x, (int *) y);
    calls_it<<<1, 4>>>((int *) y);
    cudaDeviceSynchronize();
    cudaFree(x);
    cudaFree(y);
}
