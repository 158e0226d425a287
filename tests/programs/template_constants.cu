// Constants of class templates whose type is an argument: floating ones, too, which kernels read.
#include <cstdio>

template <typename T> struct sum {
    static const T identity = static_cast<T>(0), ones = T(1);
    static const int lanes = 32, warps = 4;
    __host__ __device__ static T apply(T a, T b) { return a + b; }
};
template <typename T> struct product {
    static T const identity = T(1), ones = identity;
    __host__ __device__ static T apply(T a, T b) { return a * b; }
};

template <template <typename> class Op, typename T> __global__ void reduce(const T *in, int n, T *out)
{
    T value = Op<T>::identity;
    for (int i = 0; i < n; i++)
        value = Op<T>::apply(value, in[i]);
    *out = value * (Op<T>::ones / Op<T>::ones);
}
template <template <typename> class Op, typename T> double run()
{
    T *in, *out;
    cudaMallocManaged(&in, 4 * sizeof(T));
    cudaMallocManaged(&out, sizeof(T));
    for (int i = 0; i < 4; i++)
        in[i] = T(i + 1.5);
    reduce<Op, T><<<1, 1>>>(in, 4, out);
    cudaDeviceSynchronize();
    return *out;
}

int main()
{
    double a = run<sum, float>(), b = run<product, double>(), c = run<sum, int>(), d = run<product, int>();
    printf("%g %g %g %g %d\n", a, b, c, d, sum<float>::lanes);
}
