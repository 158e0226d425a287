// Every second element, by iterators in iterators; what iterators can do; both extremes; pointers to const elements as parameters of kernels.
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/functional.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <cstdio>

template <typename Iterator> class strided {
public:
    typedef typename thrust::iterator_difference<Iterator>::type difference_type;
    struct step : public thrust::unary_function<difference_type, difference_type> {
        difference_type stride;
        step(difference_type s) : stride(s) {}
        __host__ __device__ difference_type operator()(const difference_type &i) const { return stride * i; }
    };
    typedef thrust::counting_iterator<difference_type> counting;
    typedef thrust::transform_iterator<step, counting> steps;
    typedef thrust::permutation_iterator<Iterator, steps> iterator;
    strided(Iterator first, Iterator last, difference_type stride) : first(first), last(last), stride(stride) {}
    iterator begin() const { return iterator(first, steps(counting(0), step(stride))); }
    iterator end() const { return begin() + ((last - first) + (stride - 1)) / stride; }

protected:
    Iterator first, last;
    difference_type stride;
};

struct half {
    __host__ __device__ int operator()(int x) const { return x / 2; }
};

__global__ void twice(thrust::device_ptr<const int> in, thrust::device_ptr<int> out, int n)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = 2 * in[i];
}

int main()
{
    typedef thrust::device_vector<int>::iterator place;
    int values[] = {3, 8, 2, 7, 1, 6, 0, 5};
    thrust::device_vector<int> v(values, values + 8), w(8);
    strided<place> even(v.begin(), v.end(), 2);
    printf("%d of %d\n", (int) thrust::reduce(even.begin(), even.end()), (int) (even.end() - even.begin()));
    for (auto i = even.begin(); i != even.end(); ++i)
        printf("%d ", (int) *i);
    auto both = thrust::minmax_element(v.begin(), v.end());
    printf("\n%d %d at %d %d\n", (int) *both.first, (int) *both.second, (int) (both.first - v.begin()), (int) (both.second - v.begin()));
    thrust::pair<place, place> turned = thrust::minmax_element(thrust::device, v.begin(), v.end(), thrust::greater<int>());
    printf("%d %d\n", (int) *turned.first, (int) *turned.second);
    auto host = thrust::minmax_element(values, values + 8, thrust::greater<int>());
    printf("%d %d\n", *host.first, *host.second);

    thrust::transform_iterator<half, thrust::counting_iterator<int>> h(thrust::counting_iterator<int>(10));
    h += 4;
    auto old = h++;
    printf("%d %d %d %d\n", *old, *h, old < h, (int) ((h - 5) - old));
    thrust::constant_iterator<int> c(4);
    auto end = c + 3;
    int sum = 0;
    while (c != end)
        sum += *c++;
    auto z = thrust::make_zip_iterator(thrust::make_tuple(thrust::make_counting_iterator(1), values));
    z -= -2;
    printf("%d %d %d\n", sum, (int) thrust::get<0>(*z), (int) thrust::get<1>(*z));

    thrust::fill(even.begin(), even.end(), 9);
    thrust::device_ptr<const int> in = v.data();
    twice<<<1, 8>>>(in, w.data(), 8);
    twice<<<1, 4>>>(v.data(), w.data(), 4);
    for (int i = 0; i < 8; i++)
        printf("%d ", (int) w[i]);
    const thrust::device_vector<int> &fixed = v;
    in = fixed.data();
    printf("\n%d\n", (int) in[1]);
}
