// Tuples of cuda::std and of Thrust take each other; functions of several arguments over zipped ranges; iterators of <cuda/iterator>.
#include <thrust/device_vector.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/transform.h>
#include <thrust/for_each.h>
#include <thrust/zip_function.h>
#include <cuda/std/tuple>
#include <cuda/std/algorithm>
#include <cuda/iterator>
#include <thrust/sort.h>
#include <cstdio>
struct f4 { template <typename T> __host__ __device__ void operator()(T t) const { cuda::std::get<3>(t) = cuda::std::get<0>(t) + cuda::std::get<1>(t) * cuda::std::get<2>(t); } };
struct g4 { __host__ __device__ void operator()(float a, float b, float c, float &d) const { d = a * 100 + b * 10 + c; } };
using keyed = cuda::std::tuple<float, int>;
struct later { __host__ __device__ bool operator()(const keyed &a, const keyed &b) const { return cuda::std::get<0>(b) < cuda::std::get<0>(a); } };
template <typename I> struct doubled {
    I at;
    using value = typename cuda::std::iterator_traits<I>::value_type;
    __host__ __device__ value operator()(int i) const { return at[i] * 2; }
};
int main()
{
    thrust::device_vector<float> a{1, 2}, b{3, 4}, c{5, 6}, d(2);
    thrust::for_each(thrust::make_zip_iterator(cuda::std::make_tuple(a.begin(), b.begin(), c.begin(), d.begin())), thrust::make_zip_iterator(a.end(), b.end(), c.end(), d.end()), f4());
    printf("%g %g\n", (float) d[0], (float) d[1]);
    thrust::for_each(thrust::make_zip_iterator(a.begin(), b.begin(), c.begin(), d.begin()), thrust::make_zip_iterator(a.end(), b.end(), c.end(), d.end()), thrust::make_zip_function(g4()));
    printf("%g %g\n", (float) d[0], (float) d[1]);
    auto it = cuda::make_counting_iterator(5);
    thrust::transform(it, it + 2, d.begin(), [] __device__ (int i) { return cuda::std::max(i, 6) * 1.0f; });
    printf("%g %g\n", (float) d[0], (float) d[1]);
    thrust::device_vector<keyed> pairs{keyed(1, 10), keyed(3, 30), keyed(2, 20)};
    thrust::sort(pairs.begin(), pairs.end(), later());
    keyed most = pairs[0];
    printf("%g %d\n", cuda::std::get<0>(most), cuda::std::get<1>(most));
    int sum = thrust::transform_reduce(pairs.begin(), pairs.end(), [] __device__ (keyed k) { return cuda::std::get<1>(k); }, 0, thrust::plus<int>());
    printf("%d\n", sum);
    thrust::tabulate(d.begin(), d.end(), doubled<float *>{thrust::raw_pointer_cast(a.data())});
    printf("%g %g\n", (float) d[0], (float) d[1]);
}
