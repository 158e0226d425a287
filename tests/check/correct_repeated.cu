// Launches that load something before they store to it. The checker finds out late, undoes the launch and runs it again: what it has stored,
// counted and printed meanwhile must not stay.
#include <stdio.h>

#define N 4096

__global__ void counted(int *count, int *x, const int *table)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(count, 1);
    x[i] += table[i % 64]; // loads and stores its own element
}

__global__ void late(int *sum, int *y, int last)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = y[i];
    atomicAdd(sum, v);
    if (i == last) {
        printf("the last one had %d\n", v);
        y[i] = -1;
    }
}

__global__ void twice(float *a, float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = a[i]; // b is stored first, then loaded; of a it is the other way round
    if (i >= n / 2)
        a[i] = 2 * b[i] + a[i];
}

// Eight arrays, each loaded by an instruction of its own, and stored to in the last block.
__global__ void many(int *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x, *a = x, *b = x + n, *c = x + 2 * n, *d = x + 3 * n,
        *e = x + 4 * n, *f = x + 5 * n, *g = x + 6 * n, *h = x + 7 * n;
    int s = a[i] + b[i] + c[i] + d[i] + e[i] + f[i] + g[i] + h[i];
    if (blockIdx.x != gridDim.x - 1)
        return;
    h[i] = s, g[i] = s, f[i] = s, e[i] = s, d[i] = s, c[i] = s, b[i] = s, a[i] = s;
}

__device__ int calls;

__global__ void variable(int *x)
{
    x[blockIdx.x] = x[blockIdx.x] + 1;
    if (threadIdx.x == 0)
        atomicAdd(&calls, 1);
}

int main()
{
    static int h[N], table[64], many_h[8 * N];
    static float f[N];
    int *x, *count, *t, *m, wrong = 0, counted_h, sum_h, n = 0;
    float *a, *b;
    cudaMalloc(&x, sizeof h), cudaMalloc(&count, 2 * sizeof *count), cudaMalloc(&t, sizeof table), cudaMalloc(&m, sizeof many_h);
    cudaMalloc(&a, sizeof f), cudaMalloc(&b, sizeof f);
    for (int i = 0; i < N; i++)
        h[i] = i, f[i] = i;
    for (int i = 0; i < 64; i++)
        table[i] = 1;
    for (int i = 0; i < 8 * N; i++)
        many_h[i] = 1;
    cudaMemcpy(x, h, sizeof h, cudaMemcpyHostToDevice), cudaMemcpy(t, table, sizeof table, cudaMemcpyHostToDevice);
    cudaMemcpy(m, many_h, sizeof many_h, cudaMemcpyHostToDevice), cudaMemcpy(a, f, sizeof f, cudaMemcpyHostToDevice);
    cudaMemset(count, 0, 2 * sizeof *count);

    for (int k = 0; k < 2; k++)
        counted<<<N / 256, 256>>>(count, x, t);
    cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost), cudaMemcpy(&counted_h, count, sizeof counted_h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        wrong += h[i] != i + 2;
    wrong += counted_h != 2 * N;

    late<<<N / 256, 256>>>(count + 1, x, N - 1);
    cudaMemcpy(&sum_h, count + 1, sizeof sum_h, cudaMemcpyDeviceToHost), cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
    wrong += sum_h != (N - 1) * N / 2 + 2 * N;
    wrong += h[N - 1] != -1;

    twice<<<N / 256, 256>>>(a, b, N);
    cudaMemcpy(f, a, sizeof f, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        wrong += f[i] != (i < N / 2 ? i : 3 * i);

    many<<<N / 256, 256>>>(m);
    cudaMemcpy(many_h, m, sizeof many_h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8 * N; i++)
        wrong += many_h[i] != (i % N < N - 256 ? 1 : 8);

    variable<<<N / 256, 1>>>(x);
    cudaMemcpyFromSymbol(&n, calls, sizeof n);
    wrong += n != N / 256;
    cudaFree(x), cudaFree(count), cudaFree(t), cudaFree(m), cudaFree(a), cudaFree(b);
    printf("wrong: %d\n", wrong);
}
