// Pairs and tuples have an order, the ends of a constant vector are read, and a functor's operator need not be const.
#include <cstdio>
#include <thrust/device_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/pair.h>
#include <thrust/sort.h>
#include <thrust/system_error.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/device_malloc.h>
#include <thrust/device_free.h>

struct backwards {
    int n;
    backwards(int n) : n(n) {}
    __host__ __device__ int operator()(int i) { return n - 1 - i; }
};

static float ends(const thrust::device_vector<float> &v) { return v.front() + 10 * v.back(); }

int main() {
    const int n = 6;
    thrust::device_vector<thrust::pair<int, int>> pairs(n);
    thrust::device_vector<thrust::tuple<int, int, int>> tuples(n);
    for (int i = 0; i < n; i++) {
        pairs[i] = thrust::make_pair((i * 5) % 3, (i * 7) % 4);
        tuples[i] = thrust::make_tuple(i % 2, (i * 5) % 3, i);
    }
    thrust::sort(pairs.begin(), pairs.end());
    thrust::sort(tuples.begin(), tuples.end(), thrust::greater<thrust::tuple<int, int, int>>());
    for (int i = 0; i < n; i++) {
        thrust::pair<int, int> p = pairs[i];
        thrust::tuple<int, int, int> t = tuples[i];
        printf("(%d %d) (%d %d %d)\n", p.first, p.second, thrust::get<0>(t), thrust::get<1>(t), thrust::get<2>(t));
    }
    printf("%d %d %d\n", thrust::make_pair(1, 2) == thrust::make_pair(1, 2), thrust::make_pair(1, 2) >= thrust::make_pair(1, 3),
           thrust::make_tuple(1, 2.5f) < thrust::make_tuple(1, 3.0f));
    thrust::device_vector<float> v(3);
    v[0] = 1;
    v[2] = 3;
    thrust::device_vector<int> there(4);
    auto from = thrust::make_transform_iterator(thrust::counting_iterator<int>(0), backwards(4));
    thrust::copy(from, from + 4, there.begin());
    printf("%g %d %d\n", ends(v), (int) there[0], (int) there[3]);
    thrust::device_ptr<void> raw = thrust::device_malloc(4 * sizeof(int));
    thrust::device_ptr<int> begins((int *) raw.get());
    try {
        const int keys[] = {7, 7, 8, 9, 9, 7};
        thrust::device_vector<int> k(keys, keys + 6);
        auto end = thrust::unique_by_key_copy(k.begin(), k.end(), thrust::counting_iterator<int>(0), thrust::make_discard_iterator(), begins);
        int n = end.second - begins;
        printf("%d: %d %d %d %d\n", n, (int) begins[0], (int) begins[1], (int) begins[2], (int) begins[3]);
        throw thrust::system_error(1, thrust::generic_category(), "as it is");
    } catch (thrust::system::system_error &e) {
        printf("%s\n", e.what());
    }
    thrust::device_free(raw);
    return 0;
}
