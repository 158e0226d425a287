// Indices beyond a row of a local array, or of a variable of the device, but within the array; the expected findings are in faulty_arrays.out.
#include <cstdio>

__device__ float table[4][8];
__constant__ int weights[3][3];

__global__ void next_row(float *out)
{
    int i = threadIdx.x;
    for (int k = 0; k <= 8; k++) // one too many
        out[i] += i < 3 ? table[i][k] : 0;
}

__global__ void swapped(int *out)
{
    int local[2][6];
    for (int y = 0; y < 2; y++)
        for (int x = 0; x < 6; x++)
            local[y][x] = x + y + out[x];
    int sum = 0;
    for (int x = 0; x < 6; x++) // local[y][x] was meant
        for (int y = 0; y < 2; y++)
            sum += local[0][y + (out[x] ? 0 : x)];
    out[6 + threadIdx.x] = sum;
}

__global__ void weighted(const int *in, int *out)
{
    int i = threadIdx.x, sum = 0;
    for (int k = -1; k <= 1; k++)
        sum += weights[1][k] * in[i]; // k + 1 was meant
    out[i] = sum;
}

int main()
{
    float *f;
    int *in, *out;
    cudaMalloc(&f, 4 * sizeof *f), cudaMemset(f, 0, 4 * sizeof *f);
    cudaMalloc(&in, 8 * sizeof *in), cudaMemset(in, 0, 8 * sizeof *in);
    cudaMalloc(&out, 8 * sizeof *out), cudaMemset(out, 0, 8 * sizeof *out);
    next_row<<<1, 3>>>(f);
    swapped<<<1, 1>>>(out);
    weighted<<<1, 8>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(f), cudaFree(in), cudaFree(out);
}
