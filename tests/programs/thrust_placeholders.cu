// Functors written as expressions of placeholders.
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/transform.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/count.h>
#include <thrust/functional.h>
template <typename V> void show(const char *what, const V &v)
{
    printf("%s:", what);
    for (size_t i = 0; i < v.size(); i++) printf(" %g", (double)v[i]);
    printf("\n");
}
void saxpy(float a, thrust::device_vector<float> &x, thrust::device_vector<float> &y)
{
    using namespace thrust::placeholders;
    thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), a * _1 + _2);
}
int main()
{
    using namespace thrust::placeholders;
    thrust::device_vector<float> x(6), y(6, 1.0f);
    thrust::sequence(x.begin(), x.end());
    saxpy(2.0f, x, y);
    show("saxpy", y);
    thrust::transform(x.begin(), x.end(), x.begin(), (_1 - 2.5f) * (_1 - 2.5f));
    show("square", x);
    thrust::device_vector<int> n(8);
    thrust::sequence(n.begin(), n.end(), 1);
    printf("%ld %ld\n", (long)thrust::count_if(n.begin(), n.end(), _1 > 3 && _1 % 2 == 0),
           (long)thrust::count_if(n.begin(), n.end(), !(_1 == 4) || _1 < 0));
    thrust::for_each(n.begin(), n.end(), _1 *= 3);
    show("times", n);
    thrust::transform(n.begin(), n.end(), n.begin(), -_1);
    show("negated", n);
    thrust::sort(n.begin(), n.end(), _1 > _2);
    show("sorted", n);
    printf("%d %d\n", thrust::reduce(n.begin(), n.end(), 0, _1 + _2), thrust::transform_reduce(n.begin(), n.end(), _1 * _1, 0, _1 + _2));
    thrust::replace_if(n.begin(), n.end(), _1 < -10, 0);
    show("replaced", n);
    thrust::inclusive_scan(n.begin(), n.end(), n.begin(), _1 + _2);
    show("scan", n);
    auto end = thrust::remove_if(n.begin(), n.end(), (_1 & 1) == 0);
    n.erase(end, n.end());
    show("odd", n);
    thrust::tabulate(n.begin(), n.end(), _1 * _1 + 1);
    show("tabulate", n);
    thrust::host_vector<int> h(4, 5);
    thrust::transform(h.begin(), h.end(), h.begin(), 20 / _1);
    show("host", h);
    thrust::device_vector<int> s(4);
    thrust::transform_if(h.begin(), h.end(), h.begin(), _1 << 2, _1 == 4);
    show("if", h);
    auto f = _1 - _2 * _3;
    printf("%d\n", f(10, 2, 3));
    auto it = thrust::make_transform_iterator(thrust::make_counting_iterator(0), _1 % 3);
    thrust::copy(it, it + 4, s.begin());
    show("mod", s);
    thrust::device_vector<double> d(3, 2.0), e(3);
    thrust::transform(thrust::device, d.begin(), d.end(), d.begin(), e.begin(), _1 * _2 / 4.0);
    show("half", e);
    int v = 3;
    (_1 = _2 + 1)(v, 8);
    printf("%d\n", v);
    (++_1)(v);
    printf("%d\n", v);
    printf("%d\n", (int)thrust::all_of(d.begin(), d.end(), _1 >= 2.0));
    printf("%ld\n", (long)(thrust::find_if(s.begin(), s.end(), _1 == 2) - s.begin()));
    printf("%d\n", thrust::inner_product(s.begin(), s.end(), s.begin(), 0, _1 + _2, _1 * _2));
    thrust::adjacent_difference(s.begin(), s.end(), s.begin(), _1 - _2);
    show("difference", s);
}
