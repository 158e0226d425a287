// Copies from and to iterators that compute elements or places, selections through them, results that replace their sources.
#include <cstdio>
#include <iostream>
#include <iterator>
#include <list>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <vector>
#include <thrust/adjacent_difference.h>
struct twice {
    __host__ __device__ int operator()(int x) const { return 2 * x; }
};
static void computed()
{
    thrust::device_vector<int> d(6), m(3), o(6);
    thrust::sequence(d.begin(), d.end(), 10);
    m[0] = 5;
    m[1] = 0;
    m[2] = 3;
    thrust::host_vector<int> h(3);
    thrust::copy(thrust::make_permutation_iterator(d.begin(), m.begin()), thrust::make_permutation_iterator(d.begin(), m.end()), h.begin());
    printf("%d %d %d\n", h[0], h[1], h[2]);
    thrust::copy(thrust::make_transform_iterator(d.begin(), twice()), thrust::make_transform_iterator(d.end(), twice()), o.begin());
    std::vector<int> v(6);
    thrust::copy(thrust::make_transform_iterator(d.begin(), twice()), thrust::make_transform_iterator(d.end(), twice()), v.begin());
    printf("%d %d\n", v[0], v[5]);
    // host to device permutation
    thrust::copy(h.begin(), h.end(), thrust::make_permutation_iterator(o.begin(), m.begin()));
    thrust::copy(o.begin(), o.end(), v.begin());
    for (int x : v) printf("%d ", x);
    printf("\n");
    thrust::device_vector<float> f(6);
    auto z = thrust::make_zip_iterator(thrust::make_tuple(o.begin(), f.begin()));
    auto s = thrust::make_zip_iterator(thrust::make_tuple(d.begin(), thrust::make_counting_iterator(0)));
    thrust::copy(s, s + 6, z);
    thrust::host_vector<thrust::tuple<int, float>> ht(6);
    thrust::copy(z, z + 6, ht.begin());
    printf("%d %g\n", thrust::get<0>(ht[4]), thrust::get<1>(ht[4]));
    thrust::copy(ht.begin(), ht.end(), z);
    thrust::fill(thrust::make_permutation_iterator(o.begin(), m.begin()), thrust::make_permutation_iterator(o.begin(), m.end()), 7);
    thrust::device_vector<int> fromp(thrust::make_permutation_iterator(d.begin(), m.begin()), thrust::make_permutation_iterator(d.begin(), m.end()));
    for (int i = 0; i < 3; i++) printf("%d ", (int)fromp[i]);
    printf("\n");
    thrust::host_vector<int> hp(thrust::make_permutation_iterator(d.begin(), m.begin()), thrust::make_permutation_iterator(d.begin(), m.end()));
    printf("%d\n", hp[1]);
    thrust::host_vector<int> hi(thrust::make_counting_iterator(3), thrust::make_counting_iterator(8));
    printf("%d\n", hi[4]);
    auto p = thrust::make_permutation_iterator(d.begin(), m.begin());
    int x = *p;
    p[1] = 99;
    printf("%d %d\n", x, (int)d[0]);
    thrust::tuple<int, float> t = *z;
    printf("%d\n", thrust::get<0>(t));
    *(z + 1) = thrust::make_tuple(1, 2.5f);
    printf("%d %g\n", (int)o[1], (float)f[1]);
}

struct negative {
    template <typename T> __host__ __device__ bool operator()(const T &t) const { return thrust::get<0>(t) < 0; }
};
struct halve {
    __host__ __device__ int operator()(int x) const { return x / 2; }
};
template <typename V> void show(const char *what, const V &v, size_t n)
{
    printf("%s:", what);
    for (size_t i = 0; i < n; i++) printf(" %g", (double)v[i]);
    printf("\n");
}
static void selected()
{
    using namespace thrust::placeholders;
    std::list<int> l{4, 8, 15, 16, 23, 42};
    thrust::device_vector<int> d(l.begin(), l.end()), e(6);
    thrust::copy(l.begin(), l.end(), e.begin());
    show("list", e, 6);
    std::vector<int> back;
    thrust::copy(d.begin(), d.end(), std::back_inserter(back));
    show("back", back, 6);
    thrust::copy(d.begin(), d.end(), std::ostream_iterator<int>(std::cout, " "));
    std::cout << std::endl;
    thrust::device_vector<int> a(6);
    thrust::device_vector<float> b(6);
    for (int i = 0; i < 6; i++) {
        a[i] = i % 2 ? -i : i;
        b[i] = i + 0.5f;
    }
    auto z = thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin()));
    auto end = thrust::remove_if(z, z + 6, negative());
    printf("%d\n", (int)(end - z));
    show("a", a, 3);
    show("b", b, 3);
    int k[] = {1, 1, 2, 3, 3, 3, 1};
    float v[] = {1, 2, 3, 4, 5, 6, 7};
    thrust::device_vector<int> keys(k, k + 7);
    thrust::device_vector<float> values(v, v + 7);
    auto ends = thrust::unique_by_key(keys.begin(), keys.end(), values.begin());
    printf("%d\n", (int)(ends.first - keys.begin()));
    show("k", keys, 4);
    show("v", values, 4);
    thrust::device_vector<int> u(k, k + 7);
    int n = thrust::unique(u.begin(), u.end(), _1 == _2) - u.begin();
    show("unique", u, n);
    thrust::host_vector<int> hu(k, k + 7);
    n = thrust::unique(hu.begin(), hu.end()) - hu.begin();
    show("host unique", hu, n);
    auto r = thrust::make_reverse_iterator(d.end());
    thrust::copy(r, r + 6, e.begin());
    show("reverse", e, 6);
    auto t = thrust::make_transform_output_iterator(e.begin(), halve());
    thrust::copy(d.begin(), d.end(), t);
    show("through", e, 6);
    std::vector<int> src{7, 9};
    thrust::copy(src.begin(), src.end(), t);
    show("through", e, 3);
    thrust::host_vector<int> part(d);
    auto m = thrust::partition(part.begin(), part.end(), _1 % 2 == 1);
    show("partition", part, m - part.begin());
    auto m2 = thrust::stable_partition(z, z + 6, negative());
    printf("%d\n", (int)(m2 - z));
    thrust::sort(z, z + 6, thrust::greater<thrust::tuple<int, float>>());
    show("zs", a, 6);
    thrust::copy_if(thrust::make_counting_iterator(0), thrust::make_counting_iterator(6), d.begin(), e.begin(), _1 > 10);
    show("places", e, 4);
    thrust::host_vector<bool> hb(3, true);
    thrust::device_vector<bool> db(hb);
    thrust::copy(db.begin(), db.end(), hb.begin());
    printf("%d\n", (int)hb[2]);
    thrust::host_vector<int> from(thrust::make_counting_iterator(0), thrust::make_counting_iterator(4));
    show("from", from, 4);
    thrust::device_vector<int> s(4);
    thrust::scatter(from.begin(), from.end(), from.begin(), thrust::make_reverse_iterator(from.end()));
    show("scatter", from, 4);
    thrust::fill(thrust::make_permutation_iterator(d.begin(), s.begin()), thrust::make_permutation_iterator(d.begin(), s.end()), 3);
    printf("%d\n", (int)d[0]);
    thrust::swap_ranges(d.begin(), d.begin() + 3, thrust::make_reverse_iterator(d.end()));
    show("swapped", d, 6);
    std::vector<double> big(5, 1.5);
    thrust::copy(big.begin(), big.end(), e.begin());
    show("narrow", e, 5);
    thrust::copy(e.begin(), e.end(), thrust::make_discard_iterator());
}

static void in_place()
{
    thrust::device_vector<int> v(3000);
    thrust::sequence(v.begin(), v.end());
    thrust::adjacent_difference(v.begin(), v.end(), v.begin());
    int wrong = 0;
    for (int i = 1; i < 3000; i++) wrong += v[i] != 1;
    printf("%d\n", wrong);
}

int main()
{
    computed();
    selected();
    in_place();
}
