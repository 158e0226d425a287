// Function objects of std and cuda::std in kernels, as Thrust gets them; cuda::std on the host.
#include <cstdio>
#include <functional>

#include <cuda/std/array>
#include <cuda/std/functional>
#include <thrust/device_vector.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>

template <typename F> __global__ void apply(int *p, F f)
{
    p[threadIdx.x] = f(p[threadIdx.x], 3);
}

template <typename F> void show(F f)
{
    thrust::device_vector<int> v = {5, 6};
    apply<<<1, 2>>>(thrust::raw_pointer_cast(v.data()), f);
    printf(" %d %d", (int) v[0], (int) v[1]);
}

int main()
{
    thrust::device_vector<int> v = {1, 2, 3, 4, 5}, s = {0, 1, 0, 1, 1};
    printf("%d %d\n", thrust::reduce(v.begin(), v.end(), 0, std::plus<int>()), thrust::reduce(v.begin(), v.end(), 1, std::multiplies<>()));
    show(std::minus<int>());
    show(std::modulus<>());
    show(std::bit_xor<int>());
    show(std::less_equal<>());
    printf("\n");
    auto middle = thrust::stable_partition(thrust::device, v.begin(), v.end(), s.begin(), ::cuda::std::identity{});
    thrust::host_vector<int> h = v;
    for (int x : h)
        printf("%d ", x);
    printf("%d\n", (int) (middle - v.begin()));
    thrust::host_vector<int> a = {1, 2, 3, 4, 5}, b = {0, 1, 0, 1, 1};
    auto end = thrust::stable_partition(thrust::host, a.begin(), a.end(), b.begin(), cuda::std::identity{});
    for (int x : a)
        printf("%d ", x);
    printf("%d\n", (int) (end - a.begin()));
    auto left = thrust::remove_if(v.begin(), v.end(), s.begin(), thrust::identity<int>());
    printf("%d\n", (int) (left - v.begin()));
    v = {9, 8};
    h = {7, 6, 5};
    cuda::std::array<float, 3> three = {1, 2, 4};
    printf("%zu %zu %d %g %g\n", v.size(), h.size(), (int) v[1], three[2], cuda::std::fmaf(2, 3, three[0]));
    return 0;
}
