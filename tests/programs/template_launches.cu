// Kernel templates launched from templates: the arguments are those of the instance, parameters have the types that follow.
#include <cstdio>

namespace ops {
struct add {
    int by;
    __device__ int operator()(int a) const { return a + by; }
};
enum class mode { plain, doubled };
template <typename T> struct box {
    T value;
};
}

enum direction { UP, DOWN };

template <typename T> __global__ void fill(T *x, int n, T value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = value;
}

template <int N> __global__ void constant(int *x)
{
    x[threadIdx.x] = N;
}

template <typename F, typename T> __global__ void apply(T *x, int n, F f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = f(x[i]);
}

template <direction D, ops::mode M, bool B> __global__ void choose(int *x)
{
    *x = (D == DOWN) + 10 * (M == ops::mode::doubled) + 100 * B;
}

template <typename T, int N = 4> __global__ void unbox(ops::box<T> b, T *out)
{
    *out = b.value * N;
}

struct twice {
    float k;
    __host__ __device__ float operator()(float v) const { return v * k; }
};

template <typename T> void run(T value)
{
    T *d, h[4];
    cudaMalloc(&d, sizeof h);
    fill<T><<<1, 4>>>(d, 4, value);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g %g\n", (double) h[0], (double) h[3]);
    cudaFree(d);
}

template <int N> void next()
{
    int *d, h;
    cudaMalloc(&d, sizeof h);
    constant<N + 1><<<1, 1>>>(d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
    cudaFree(d);
}

template <typename T, typename F> void transform(T *x, int n, F f)
{
    apply<<<1, n>>>(x, n, f);
    cudaDeviceSynchronize();
}

template <typename T> class solver {
    T *d;

public:
    solver() { cudaMallocManaged(&d, sizeof(T)); }
    ~solver() { cudaFree(d); }
    T solve(T v)
    {
        unbox<T><<<1, 1>>>(ops::box<T>{v}, d);
        cudaDeviceSynchronize();
        return *d;
    }
};

int main()
{
    run<float>(3.5f);
    run<int>(2);
    next<4>();

    typedef double real;
    const int seven = 7;
    double *x;
    int *k;
    cudaMallocManaged(&x, 4 * sizeof(double));
    cudaMallocManaged(&k, sizeof(int));
    fill<real><<<1, 4>>>(x, 4, 2); // converted to double
    transform(x, 4, twice{1.5f});
    printf("%g\n", x[3]);
    constant<seven><<<1, 1>>>(k);
    cudaDeviceSynchronize();
    printf("%d\n", *k);
    apply<ops::add><<<1, 1>>>(k, 1, ops::add{5}); // T follows from k
    cudaDeviceSynchronize();
    printf("%d\n", *k);
    choose<DOWN, ops::mode::doubled, true><<<1, 1>>>(k);
    cudaDeviceSynchronize();
    printf("%d\n", *k);
    printf("%g %d\n", solver<float>().solve(1.5f), solver<int>().solve(3));
    return 0;
}
