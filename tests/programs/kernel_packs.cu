// Parameter packs of kernels and functions that are not the last parameter, and their elements' own types.
#include <cstdio>

template <int N, typename F, typename R, typename... In>
__global__ void apply(F f, long n, R *r, const In *... in, long tail, R *tail_r, const In *... tail_in)
{
    long i = threadIdx.x;
    if (i < n)
        r[i] = f(in[i]...) + N;
    if (i < tail)
        tail_r[i] = f(tail_in[i]...);
}
template <typename F, typename R, typename... In> void launch(F f, long n, R *r, const In *... in)
{
    apply<100, F, R, In...><<<1, 32>>>(f, n, r, in..., 2, r + n, (in + n)...);
}
struct add {
    __device__ float operator()(float a, float b) const { return a + b; }
};
template <typename... T> __global__ void sum(T... x) { printf("%g\n", (double) (0 + ... + x)); }
template <typename A, typename... T> __global__ void before(T... x, A last)
{
    printf("%g %g\n", (double) (0 + ... + x), (double) last);
}
template <int N, typename... T> int both(int a, T... x, int b, T *... y)
{
    return N + a + b + (0 + ... + x) + (0 + ... + *y);
}

int main()
{
    float *a, *b, *c;
    cudaMallocManaged(&a, 40);
    cudaMallocManaged(&b, 40);
    cudaMallocManaged(&c, 40);
    for (int i = 0; i < 10; i++)
        a[i] = i, b[i] = 10 * i, c[i] = -1;
    launch(add{}, 6, c, a, b);
    cudaDeviceSynchronize();
    for (int i = 0; i < 10; i++)
        printf("%g ", c[i]);
    printf("\n");
    sum<float, int><<<1, 1>>>(1, 2.75);
    sum<<<1, 1>>>(1, 2.5f, 3.5);
    sum<><<<1, 1>>>();
    before<float, int, int><<<1, 1>>>(1.9, 2, 3);
    void (*pointer)(float, int) = sum<float, int>;
    pointer<<<1, 1>>>(1.5f, 3);
    float f = 2;
    int i = 4;
    void *args[] = {&f, &i};
    cudaLaunchKernel((void *) sum<float, int>, dim3(1), dim3(1), args, 0, 0);
    cudaDeviceSynchronize();
    int u = 5;
    float v = 6;
    printf("%d\n", both<1, int, float>(1, 2, 3.0f, 4, &u, &v));
}
