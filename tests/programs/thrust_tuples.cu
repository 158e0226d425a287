#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/transform.h>
#include <thrust/tuple.h>
typedef thrust::tuple<int, int, int, int, int, int, int, int, int, int> ten;

struct sum10 {
    __host__ __device__ int operator()(const ten &t) const
    {
        return thrust::get<0>(t) + thrust::get<9>(t);
    }
};

int main()
{
    ten t(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    printf("%d %d\n", thrust::get<9>(t), (int) thrust::tuple_size<ten>::value);
    thrust::device_vector<int> a(4, 3), b(4, 5), r(4);
    auto z = thrust::make_zip_iterator(
        thrust::make_tuple(a.begin(), b.begin(), a.begin(), b.begin(), a.begin(), b.begin(),
                           a.begin(), b.begin(), a.begin(), b.begin()));
    thrust::transform(z, z + 4, r.begin(), sum10());
    printf("%d\n", (int) r[0]);
}
