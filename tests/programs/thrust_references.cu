// transform with functors that take references, also to elements that are computed.
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/transform.h>

struct next {
    __host__ __device__ int operator()(int &j) const { return j + 1; }
};
struct product {
    __host__ __device__ int operator()(int &a, int &b) const { return a * b; }
};

int main()
{
    thrust::counting_iterator<int> first(0), last(6);
    thrust::device_vector<int> d(6);
    thrust::host_vector<int> h(6);
    thrust::transform(first, last, d.begin(), next());
    thrust::transform(first, last, h.begin(), next());
    printf("%d %d\n", (int) d[5], h[5]);
    thrust::transform(first, last, d.begin(), d.begin(), product());
    printf("%d\n", (int) d[5]);
}
