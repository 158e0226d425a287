#include <cstdio>
#define N 8
__global__ void transpose(const float *in, float *out)
{
    __shared__ float tile[N][N];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[y * N + x];
    __syncthreads();
    out[y * N + x] = tile[x][y];
}
int main()
{
    float h[N * N], *a, *b;
    for (int i = 0; i < N * N; i++)
        h[i] = i;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    transpose<<<1, dim3(N, N)>>>(a, b);
    cudaMemcpy(h, b, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g %g\n", h[1], h[8]);
}
