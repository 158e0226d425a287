// Types of Thrust as members of functors, allocators, iterators for the algorithms of std, errors.
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/system/cuda/experimental/pinned_allocator.h>
#include <thrust/device_malloc_allocator.h>
#include <thrust/random.h>
#include <thrust/system_error.h>
#include <thrust/system/cuda/error.h>
#include <cstdio>
#include <iostream>
#include <algorithm>
template <typename T> struct plain : thrust::device_malloc_allocator<T> {
    template <typename U> struct rebind {
        typedef plain<U> other;
    };
    __host__ __device__ void construct(T *) {}
};
template <typename T> struct draw {
    thrust::uniform_real_distribution<T> law;
    thrust::minstd_rand rng;
    draw(T a, T b) : law(a, b) {}
    __host__ __device__ T operator()(int i)
    {
        rng.seed(i + 1);
        rng.discard(3);
        return law(rng);
    }
};
template <typename T> T total(const thrust::device_vector<T> &v) { return thrust::reduce(v.begin(), v.end()); }
int main()
{
    using namespace thrust::placeholders;
    thrust::device_vector<int, plain<int>> v(5);
    thrust::sequence(v.begin(), v.end());
    printf("%d\n", thrust::reduce(v.begin(), v.end()));
    typedef thrust::host_vector<float, thrust::cuda::experimental::pinned_allocator<float>> pinned;
    pinned h(4, 2.0f);
    h.push_back(1);
    thrust::device_vector<float> d = h;
    printf("%g\n", total(d));
    pinned back = d;
    printf("%g\n", back[4]);
    thrust::device_vector<double> r(1000);
    thrust::transform(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(1000), r.begin(), draw<double>(25, 40));
    double low = *thrust::min_element(r.begin(), r.end()), high = *thrust::max_element(r.begin(), r.end());
    printf("%d\n", low >= 25 && high < 40 && high - low > 14);
    std::copy(v.begin(), v.end(), std::ostream_iterator<int>(std::cout, ","));
    std::cout << std::endl;
    try {
        throw thrust::system_error(cudaErrorInvalidValue, thrust::cuda_category(), "copy");
    } catch (thrust::system_error &e) {
        std::cout << e.what() << " " << e.code().value() << std::endl;
    }
    thrust::replace_if(v.begin(), v.end(), v.begin(), _1 % 2 == 1, -7);
    for (int x : std::vector<int>(v.begin(), v.end())) printf("%d ", x);
    printf("\n");
    thrust::transform_iterator<draw<float>, thrust::counting_iterator<int, thrust::device_system_tag>, float> t(
        thrust::counting_iterator<int, thrust::device_system_tag>(0), draw<float>(0, 1));
    std::iterator_traits<decltype(t)>::value_type f = 3;
    printf("%g %zu\n", f, sizeof(std::iterator_traits<thrust::device_vector<short>::iterator>::value_type));
}
