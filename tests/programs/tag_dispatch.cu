// A choice at compile time that travels as a value: std::bool_constant<...>{} chooses a template argument of a kernel.
#include <cstdio>
#include <type_traits>

template <bool DOUBLED> __global__ void fill(int *p) { p[threadIdx.x] = threadIdx.x * (DOUBLED ? 2 : 1); }

template <bool DOUBLED> void launch(int *p, std::bool_constant<DOUBLED>) { fill<DOUBLED><<<1, 4>>>(p); }

int main()
{
    int *p;
    cudaMallocManaged(&p, 4 * sizeof(int));
    launch(p, std::bool_constant<true>{});
    cudaDeviceSynchronize();
    printf("%d\n", p[3]);
    launch(p, std::false_type{});
    cudaDeviceSynchronize();
    printf("%d %d\n", p[3], std::bool_constant<(3 > 2)>::value);
}
