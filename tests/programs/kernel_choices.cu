// Kernel templates of one name that std::enable_if tells apart: by a template parameter, by the result, by a constant.
#include <cstdio>
#include <type_traits>

template <typename T, typename std::enable_if<std::is_integral<T>::value, int>::type = 0> __global__ void show(T x) { printf("integer %d\n", (int) x); }
template <typename T, typename std::enable_if<std::is_floating_point<T>::value, int>::type = 0> __global__ void show(T x) { printf("real %g\n", (double) x); }

template <typename T> __global__ std::enable_if_t<(sizeof(T) > 4)> size(T x) { printf("large\n"); }
template <typename T> __global__ std::enable_if_t<(sizeof(T) <= 4)> size(T x) { printf("small\n"); }

template <int N> __global__ typename std::enable_if<(N > 3), void>::type count() { printf("%d is more than 3\n", N); }
template <int N> __global__ typename std::enable_if<(N <= 3), void>::type count() { printf("%d is not\n", N); }

int main()
{
    show<<<1, 1>>>(5);
    show<<<1, 1>>>(2.5f);
    show<float><<<1, 1>>>(3);
    size<<<1, 1>>>(1);
    size<<<1, 1>>>(1.0);
    count<2><<<1, 1>>>();
    count<7><<<1, 1>>>();
    cudaDeviceSynchronize();
}
