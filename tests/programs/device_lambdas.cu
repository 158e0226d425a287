// Lambdas that kernels call: what they capture goes with the launch, their text goes to the device.
#include <cstdio>

template <typename F> __global__ void each(int n, F f)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        f(i);
}

template <typename T, typename F> __global__ void map(T *out, const T *in, int n, F f)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = f(in[i]);
}

template <typename F> void parallel_for(int n, F f)
{
    each<<<2, 32>>>(n, f);
    cudaDeviceSynchronize();
}

template <typename T> void scale(T *x, int n, T a)
{
    const int half = 2;
    parallel_for(n, [=] __device__ (int i) {
        T v = x[i] * a;
        x[i] = v + half;
    });
}

int main()
{
    float *x, *y, a = 2;
    int *count;
    cudaMallocManaged(&x, 100 * sizeof(float));
    cudaMallocManaged(&y, 100 * sizeof(float));
    cudaMallocManaged(&count, sizeof(int));
    auto init = [=] __device__ (int i) { x[i] = i * a; };
    parallel_for(100, init);
    scale(x, 100, 10.0f);
    printf("%g %g\n", x[1], x[99]);

    auto both = [a] __host__ __device__ (float v) -> float { return v + a; };
    printf("%g\n", both(3));
    each<<<1, 32>>>(10, [x, both] __device__ (int i) { x[i] = both(x[i]); });
    cudaDeviceSynchronize();
    printf("%g %g\n", x[1], x[99]);

    *count = 0;
    each<<<4, 64>>>(1000, [=] __device__ (int i) {
        if (i % 3 == 0)
            atomicAdd(count, 1);
    });
    cudaDeviceSynchronize();
    printf("%d\n", *count);

    auto square = [] __device__ (auto const &v) { return v * v; };
    map<<<1, 100>>>(y, x, 100, square);
    cudaDeviceSynchronize();
    printf("%g\n", y[1]);

    for (int k = 0; k < 3; k++) // each time around captures anew
        each<<<1, 1>>>(1, [=] __device__ (int) { count[0] += k; });
    cudaDeviceSynchronize();
    printf("%d\n", *count);
    return 0;
}
