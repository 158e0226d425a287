// Tables that are constexpr and on the device: the host knows their values as well, as with nvcc.
#include <cstdio>

#ifdef __CUDACC__
__device__
#endif
static constexpr float weights[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
__constant__ constexpr int steps[] = {1, 2, 4, 8};
constexpr float middle = weights[2];

namespace grid {
__device__ constexpr int offsets[2][3] = {{-1, 0, 1}, {-10, 0, 10}};
}

__constant__ float turned[5];
__global__ void turn(float *out) { out[threadIdx.x] = turned[4 - threadIdx.x]; }

__global__ void sum(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 2 || i >= n - 2)
        return;
    float s = 0;
    for (int k = -2; k <= 2; k++)
        s += weights[k + 2] * in[i + k];
    out[i] = s * steps[i % 4] + grid::offsets[1][i % 3];
}

static float sum_here(const float *in, int i)
{
    float s = 0;
    for (int k = -2; k <= 2; k++)
        s += weights[k + 2] * in[i + k];
    return s * steps[i % 4] + grid::offsets[1][i % 3];
}

int main()
{
    const int n = 64;
    float in[n], out[n], *a, *b;
    for (int i = 0; i < n; i++)
        in[i] = (i * 7) % 16;
    cudaMalloc(&a, sizeof in);
    cudaMalloc(&b, sizeof out);
    cudaMemcpy(a, in, sizeof in, cudaMemcpyHostToDevice);
    sum<<<2, 32>>>(a, b, n);
    cudaMemcpy(out, b, sizeof out, cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int i = 2; i < n - 2; i++)
        wrong += out[i] != sum_here(in, i);
    printf("wrong: %d, out[5] = %g, middle = %g\n", wrong, out[5], middle);

    int copy[4] = {};
    cudaMemcpyFromSymbol(copy, steps, sizeof copy);
    printf("%d %d %d %d\n", copy[0], copy[1], copy[2], copy[3]);
    cudaMemcpyToSymbol(turned, weights, sizeof weights);
    turn<<<1, 5>>>(b);
    cudaMemcpy(out, b, sizeof out, cudaMemcpyDeviceToHost);
    printf("%g %g\n", out[0], out[1]);
    const int *p = grid::offsets[0];
    printf("%d %d %zu\n", p[0], p[2], sizeof grid::offsets);
}
