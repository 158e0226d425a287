// Thrust: vectors, algorithms, functors, iterators; on the device and on the host.
#include <cmath>
#include <cstdio>
#include <iostream>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/replace.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/unique.h>

struct saxpy {
    const float a;
    saxpy(float a) : a(a) {}
    __host__ __device__ float operator()(const float &x, const float &y) const { return a * x + y; }
};

template <typename T> struct square {
    __host__ __device__ T operator()(const T &x) const { return x * x; }
};

struct is_even {
    __host__ __device__ bool operator()(const int &x) const { return x % 2 == 0; }
};

struct combine {
    template <typename Tuple> __host__ __device__ void operator()(Tuple t)
    {
        thrust::get<2>(t) = thrust::get<0>(t) + thrust::get<1>(t) * 2;
    }
};

struct point {
    int x, y;
};

struct by_y {
    __host__ __device__ bool operator()(const point &a, const point &b) const { return a.y < b.y; }
};

template <typename V> void show(const char *name, const V &v, size_t n)
{
    printf("%s:", name);
    for (size_t i = 0; i < n; i++) {
        int x = v[i];
        printf(" %d", x);
    }
    printf("\n");
}

void first_steps()
{
    thrust::host_vector<int> h(4);
    for (int i = 0; i < 4; i++)
        h[i] = 10 * i;
    h.resize(3);
    thrust::device_vector<int> d = h;
    d[0] = 99;
    for (size_t i = 0; i < d.size(); i++)
        std::cout << "d[" << i << "] = " << d[i] << std::endl;

    thrust::device_vector<int> x(10), y(10), z(10);
    thrust::sequence(x.begin(), x.end());
    thrust::transform(x.begin(), x.end(), y.begin(), thrust::negate<int>());
    show("negated", y, 10);
    thrust::fill(z.begin(), z.end(), 2);
    thrust::transform(x.begin(), x.end(), z.begin(), y.begin(), thrust::modulus<int>());
    thrust::replace(y.begin(), y.end(), 1, 10);
    thrust::copy(y.begin(), y.end(), std::ostream_iterator<int>(std::cout, " "));
    std::cout << "\n";
}

void reductions()
{
    thrust::device_vector<int> x(10);
    thrust::sequence(x.begin(), x.end());
    std::cout << thrust::reduce(x.begin(), x.end(), (int) 0, thrust::plus<int>()) << " " << thrust::reduce(x.begin(), x.end(), 5) << " "
              << thrust::reduce(x.begin(), x.end(), -1, thrust::maximum<int>()) << "\n";
    float f[4] = {1, 2, 3, 4};
    thrust::device_vector<float> v(f, f + 4), w(4, 1.0f);
    std::cout << std::sqrt(thrust::transform_reduce(v.begin(), v.end(), square<float>(), 0.0f, thrust::plus<float>())) << "\n";
    thrust::transform(v.begin(), v.end(), w.begin(), w.begin(), saxpy(2));
    for (int i = 0; i < 4; i++)
        std::cout << w[i] << " ";
    std::cout << thrust::inner_product(v.begin(), v.end(), w.begin(), 0.0f) << "\n";
    auto m = thrust::max_element(w.begin(), w.end());
    std::cout << *m << " " << m - w.begin() << " " << *thrust::min_element(w.begin(), w.end()) << "\n";
    std::cout << thrust::count(x.begin(), x.end(), 3) << " " << thrust::count_if(x.begin(), x.end(), is_even()) << "\n";
    thrust::counting_iterator<int> first(0);
    std::cout << thrust::reduce(thrust::make_transform_iterator(first, square<int>()), thrust::make_transform_iterator(first + 10, square<int>())) << "\n";
}

void scans_and_selections()
{
    int data[6] = {1, 0, 2, 2, 1, 3};
    thrust::inclusive_scan(data, data + 6, data);
    thrust::device_vector<int> s(data, data + 6);
    show("inclusive", s, 6);
    thrust::exclusive_scan(s.begin(), s.end(), s.begin());
    show("exclusive", s, 6);
    thrust::device_vector<int> x(10), evens(10);
    thrust::sequence(x.begin(), x.end());
    auto end = thrust::copy_if(x.begin(), x.end(), evens.begin(), is_even());
    show("evens", evens, end - evens.begin());
    x.erase(thrust::remove_if(x.begin(), x.end(), is_even()), x.end());
    show("odd", x, x.size());
    thrust::device_vector<int> u(6, 4);
    u[0] = 1;
    u.erase(thrust::unique(u.begin(), u.end()), u.end());
    show("unique", u, u.size());
}

void sorts()
{
    int k[] = {3, 1, 2, 1, 3, 3}, v[] = {10, 20, 30, 40, 50, 60};
    thrust::device_vector<int> keys(k, k + 6), values(v, v + 6), some(6), sums(6);
    thrust::stable_sort_by_key(keys.begin(), keys.end(), values.begin());
    show("keys", keys, 6);
    show("values", values, 6);
    auto ends = thrust::reduce_by_key(keys.begin(), keys.end(), values.begin(), some.begin(), sums.begin());
    show("groups", some, ends.first - some.begin());
    show("sums", sums, ends.second - sums.begin());
    thrust::sort(values.begin(), values.end(), thrust::greater<int>());
    show("down", values, 6);
    thrust::host_vector<point> h(3);
    h[0] = {1, 9};
    h[1] = {2, 3};
    h[2] = {3, 5};
    thrust::device_vector<point> d = h;
    thrust::sort(d.begin(), d.end(), by_y());
    h = d;
    printf("%d %d %d\n", h[0].x, h[1].x, h[2].x);
    thrust::device_vector<int> map(3), out(3);
    thrust::sequence(map.begin(), map.end(), 4, -2);
    thrust::gather(map.begin(), map.end(), values.begin(), out.begin());
    show("gathered", out, 3);
}

void tuples()
{
    thrust::device_vector<float> a(3), b(3, 5), c(3);
    thrust::sequence(a.begin(), a.end());
    thrust::for_each(thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin(), c.begin())),
                     thrust::make_zip_iterator(thrust::make_tuple(a.end(), b.end(), c.end())), combine());
    std::cout << c[0] << " " << c[2] << "\n";
    thrust::transform(a.begin(), a.end(), thrust::make_constant_iterator(10.0f), c.begin(), thrust::plus<float>());
    std::cout << c[1] << "\n";
}

int main()
{
    first_steps();
    reductions();
    scans_and_selections();
    sorts();
    tuples();
    return 0;
}
