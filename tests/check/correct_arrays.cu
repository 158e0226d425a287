// Arrays of two and more dimensions, local and of the device, used as programs use them.
#include <cstdio>

__device__ float table[4][8];
__constant__ int weights[3][3];
__device__ int counts[2][2][2] = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};

__global__ void weighted(int *out)
{
    int sum = 0;
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 3; x++)
            sum += weights[y][x];
    table[threadIdx.x % 4][threadIdx.x / 4] = sum + counts[1][threadIdx.x & 1][0];
    out[threadIdx.x] = sum;
}

__device__ float trace(const float (&m)[3][3]) { return m[0][0] + m[1][1] + m[2][2]; }
__device__ float first_row(const float *row, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += row[i];
    return sum;
}

__global__ void by_reference(float *out)
{
    float m[3][3];
    for (int i = 0; i < 9; i++)
        m[i / 3][i % 3] = i;
    out[0] = trace(m);
}

__global__ void by_pointer(float *out)
{
    float m[3][3];
    for (int i = 0; i < 9; i++)
        m[i / 3][i % 3] = i;
    out[1] = first_row(m[0], 3) + first_row(&m[1][0], 3) + sizeof m / sizeof m[0];
}

template<int M, int N> __global__ void product(const float *a, const float *b, float *c)
{
    float sums[M][N];
    for (int y = 0; y < M; y++)
        for (int x = 0; x < N; x++)
            sums[y][x] = 0;
    for (int k = 0; k < 4; k++)
        for (int y = 0; y < M; y++)
            for (int x = 0; x < N; x++)
                sums[y][x] += a[y * 4 + k] * b[k * N + x];
    for (int y = 0; y < M; y++)
        for (int x = 0; x < N; x++)
            c[y * N + x] = sums[y][x];
}

int main()
{
    int w[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}}, *out, failed = 0;
    float *f, t[4][8], h[16];
    cudaMalloc(&out, 32 * sizeof *out);
    cudaMalloc(&f, 64 * sizeof *f), cudaMemset(f, 0, 64 * sizeof *f);
    cudaMemcpyToSymbol(weights, w, sizeof w);
    weighted<<<1, 32>>>(out);
    cudaMemcpyFromSymbol(t, table, sizeof t);
    failed += t[0][0] != 21 || t[3][7] != 23;
    by_reference<<<1, 1>>>(f);
    by_pointer<<<1, 1>>>(f);
    product<2, 4><<<1, 1>>>(f, f, f + 32);
    cudaMemcpy(h, f, sizeof h, cudaMemcpyDeviceToHost);
    failed += h[0] != 12 || h[1] != 18;
    cudaFree(out), cudaFree(f);
    printf("failed: %d\n", failed);
}
