// Thrust: vectors of other element types and of host containers, searches, sets, segments.
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/host_vector.h>
#include <thrust/merge.h>
#include <thrust/mismatch.h>
#include <thrust/partition.h>
#include <thrust/scan.h>
#include <thrust/set_operations.h>
#include <thrust/swap.h>

template <typename V> void show(const char *name, const V &v, long n = -1)
{
    printf("%s:", name);
    for (long i = 0; i < (n < 0 ? (long) v.size() : n); i++)
        printf(" %d", (int) v[i]);
    printf("\n");
}

struct even {
    __host__ __device__ bool operator()(int x) const
    {
        return x % 2 == 0;
    }
};

template <typename V> void all()
{
    V a{1, 2, 2, 3, 5, 5, 5}, b{2, 3, 3, 5, 9}, out(12), out2(12);
    show("merge", out,
         thrust::merge(a.begin(), a.end(), b.begin(), b.end(), out.begin()) - out.begin());
    show("union", out,
         thrust::set_union(a.begin(), a.end(), b.begin(), b.end(), out.begin()) - out.begin());
    show("intersection", out,
         thrust::set_intersection(a.begin(), a.end(), b.begin(), b.end(), out.begin()) -
             out.begin());
    show("difference", out,
         thrust::set_difference(a.begin(), a.end(), b.begin(), b.end(), out.begin()) - out.begin());
    show("symmetric", out,
         thrust::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(), out.begin()) -
             out.begin());
    V ka{1, 3, 3}, kb{2, 3}, va{10, 30, 31}, vb{20, 32}, k(5), v(5);
    thrust::merge_by_key(ka.begin(), ka.end(), kb.begin(), kb.end(), va.begin(), vb.begin(),
                         k.begin(), v.begin());
    show("keys", k);
    show("values", v);
    V keys{0, 0, 1, 1, 1, 2}, vals{1, 2, 3, 4, 5, 6}, s(6);
    thrust::inclusive_scan_by_key(keys.begin(), keys.end(), vals.begin(), s.begin());
    show("inclusive", s);
    thrust::exclusive_scan_by_key(keys.begin(), keys.end(), vals.begin(), s.begin());
    show("exclusive", s);
    thrust::exclusive_scan_by_key(keys.begin(), keys.end(), vals.begin(), s.begin(), 10);
    show("from 10", s);
    s = vals;
    thrust::exclusive_scan_by_key(keys.begin(), keys.end(), s.begin(), s.begin());
    show("in place", s);
    auto m = thrust::mismatch(keys.begin(), keys.end(), vals.begin());
    V c{1, 2, 3, 3}, d{1, 2, 4, 3};
    auto m2 = thrust::mismatch(c.begin(), c.end(), d.begin());
    printf("%ld %ld %ld\n", (long) (m.first - keys.begin()), (long) (m2.second - d.begin()),
           (long) (thrust::is_sorted_until(d.begin(), d.end()) - d.begin()));
    thrust::swap_ranges(c.begin(), c.begin() + 2, vals.begin() + 4);
    show("swapped", c);
    show("with", vals);
    V p{2, 4, 1, 3};
    printf("%d %ld %ld\n", thrust::is_partitioned(p.begin(), p.end(), even()),
           (long) (thrust::partition_point(p.begin(), p.end(), even()) - p.begin()),
           (long) (thrust::find_if_not(p.begin(), p.end(), even()) - p.begin()));
    auto e = thrust::partition_copy(vals.begin(), vals.end(), out.begin(), out2.begin(), even());
    show("even", out, e.first - out.begin());
    show("odd", out2, e.second - out2.begin());
    thrust::replace_copy(a.begin(), a.end(), out.begin(), 5, 0);
    show("replaced", out, 7);
    thrust::replace_copy_if(a.begin(), a.end(), out.begin(), even(), -1);
    show("replaced", out, 7);
    show("removed", out, thrust::remove_copy(a.begin(), a.end(), out.begin(), 5) - out.begin());
    V map{3, 1, 0, 2}, which{1, 0, 1, 1}, g(4);
    thrust::gather_if(map.begin(), map.end(), which.begin(), d.begin(), g.begin());
    show("gathered", g);
    thrust::fill(g.begin(), g.end(), 0);
    thrust::scatter_if(d.begin(), d.end(), map.begin(), which.begin(), g.begin());
    show("scattered", g);
}

void more();

int main()
{
    more();
    all<thrust::device_vector<int>>();
    all<thrust::host_vector<int>>();
    int a[3] = {1, 3, 5}, b[2] = {2, 3}, o[5];
    thrust::merge(thrust::host, a, a + 3, b, b + 2, o);
    printf("%d %d %d\n", o[0], o[1], o[4]);
}

#include <list>
#include <set>
#include <thrust/binary_search.h>
#include <vector>

void more()
{
    thrust::host_vector<int> h(4);
    for (int i = 0; i < 4; i++)
        h[i] = 10 * i;
    thrust::device_vector<float> d = h; // other element types
    thrust::device_vector<double> e(d);
    thrust::host_vector<long> back = e;
    std::vector<short> sv{1, 2, 3};
    d = sv;
    e = d;
    back = d;
    printf("%zu %g %g %ld\n", d.size(), (float) d[2], (double) e[1], back[0]);
    std::list<int> l{5, 6, 7};
    thrust::device_vector<int> dl(l.begin(), l.end());
    std::set<int> s{3, 1, 2};
    thrust::device_vector<float> ds(s.begin(), s.end());
    std::vector<double> v{1.5, 2.5};
    thrust::device_vector<int> dv(v.begin(), v.end());
    int a[3] = {9, 8, 7};
    thrust::device_vector<double> da(a, a + 3);
    thrust::device_vector<int> n(3, 7);
    printf("%d %g %d %g %d\n", (int) dl[2], (float) ds[0], (int) dv[1], (double) da[0], (int) n[2]);
    dl.assign(l.begin(), l.end());
    dl.insert(dl.begin() + 1, 42);
    dl.erase(dl.begin());
    for (int i = 0; i < dl.size(); i++)
        printf("%d ", (int) dl[i]);
    thrust::device_vector<int> keys{0, 2, 5, 7, 8}, want{0, 1, 2, 8, 9}, out(5);
    thrust::lower_bound(keys.begin(), keys.end(), want.begin(), want.end(), out.begin());
    for (int i = 0; i < 5; i++)
        printf("%d ", (int) out[i]);
    thrust::upper_bound(thrust::device, keys.begin(), keys.end(), want.begin(), want.end(),
                        out.begin());
    for (int i = 0; i < 5; i++)
        printf("%d ", (int) out[i]);
    thrust::device_vector<bool> found(5);
    thrust::binary_search(keys.begin(), keys.end(), want.begin(), want.end(), found.begin());
    for (int i = 0; i < 5; i++)
        printf("%d ", (bool) found[i]);
    auto r = thrust::equal_range(keys.begin(), keys.end(), 5);
    printf("%ld %ld %d\n", (long) (r.first - keys.begin()), (long) (r.second - keys.begin()),
           thrust::binary_search(thrust::device, keys.begin(), keys.end(), 7));
    thrust::device_vector<int> down{9, 5, 1}, w2{5, 0};
    thrust::device_vector<int> o2(2);
    thrust::lower_bound(down.begin(), down.end(), w2.begin(), w2.end(), o2.begin(),
                        thrust::greater<int>());
    printf("%d %d %ld\n", (int) o2[0], (int) o2[1],
           (long) (thrust::upper_bound(down.begin(), down.end(), 5, thrust::greater<int>()) -
                   down.begin()));
}
