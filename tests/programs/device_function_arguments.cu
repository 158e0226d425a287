// Functions of the device as template arguments of host templates, which pass them on to kernels; types of functions.
#include <cstdio>
#include <type_traits>

__device__ float add(float a, float b) { return a + b; }
namespace far {
__device__ float mul(float a, float b) { return a * b; }
}
typedef float (*function)(float, float);

template <float (*op)(float, float)> __global__ void k(float a, float b) { printf("%g\n", op(a, b)); }
template <float (*op)(float, float)> void run(float a, float b) { k<op><<<1, 1>>>(a, b); }
template <typename F, F op> __global__ void typed(float a, float b) { printf("%g\n", op(a, b)); }
template <typename F, F op> void run_typed(float a, float b) { typed<F, op><<<1, 1>>>(a, b); }
template <auto op> __global__ void any(float a, float b) { printf("%g\n", op(a, b)); }
template <auto op> void run_any(float a, float b) { any<op><<<1, 1>>>(a, b); }
struct runner {
    template <function op> void run() const { k<op><<<1, 1>>>(3, 4); }
};

float host(float a, float b) { return a - b; }

int main()
{
    run<add>(2, 3);
    run<&far::mul>(2, 3);
    run_typed<function, far::mul>(4, 5);
    run_typed<decltype(&add), &add>(4, 5);
    run_any<add>(1, 2);
    run_any<&far::mul>(7, 2);
    runner().run<add>();
    cudaDeviceSynchronize();
    printf("%d %d\n", std::is_same<decltype(&add), function>::value, std::is_same<decltype(add(1, 2)), float>::value);
    printf("%d %d\n", std::is_pointer<decltype(&host)>::value, std::is_function<decltype(host)>::value);
}
