// CUB's histograms of several channels, differences, merges, batches of copies, runs, partitions in three, segmented sorts in both directions; Thrust's shuffles.
#include <algorithm>
#include <cstdio>
#include <cub/cub.cuh>
#include <numeric>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/random.h>
#include <thrust/shuffle.h>
#include <vector>

template <typename T> T *write(const std::vector<T> &v)
{
    T *p;
    cudaMalloc(&p, (v.size() + 1) * sizeof(T));
    cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
    return p;
}

template <typename T> std::vector<T> read(const T *p, size_t n)
{
    std::vector<T> v(n);
    cudaMemcpy(v.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost);
    return v;
}

void check(const char *what, bool good) { printf("%s: %s\n", what, good ? "right" : "wrong"); }

#define BOTH(call)                  \
    do {                            \
        void *temp = NULL;          \
        size_t bytes = 0;           \
        call;                       \
        cudaMalloc(&temp, bytes);   \
        call;                       \
        cudaFree(temp);             \
    } while (0)

struct is_small { __host__ __device__ bool operator()(int x) const { return x < 30; } };
struct is_middle { __host__ __device__ bool operator()(int x) const { return x < 60; } };
struct twice { __host__ __device__ int operator()(int x) const { return 2 * x; } };

int main()
{
    const int width = 37, rows = 20, apart = 40 * 4, n = width * rows;
    std::vector<unsigned char> image(apart * rows);
    for (size_t i = 0; i < image.size(); i++)
        image[i] = (unsigned char) (i * i / 7 + 31 * i);
    unsigned char *d_image = write(image);
    int levels[3] = {9, 5, 17}, lower[3] = {0, 10, 0}, upper[3] = {256, 250, 256};
    int *counts[3];
    std::vector<int> wanted[3], bounds = {0, 20, 50, 200, 230};
    for (int c = 0; c < 3; c++) {
        counts[c] = write(std::vector<int>(16));
        wanted[c].assign(levels[c] - 1, 0);
    }
    for (int c = 0; c < 3; c++)
        for (int y = 0; y < rows; y++)
            for (int x = 0; x < width; x++) {
                int v = image[y * apart + x * 4 + c];
                if (v >= lower[c] && v < upper[c])
                    wanted[c][(v - lower[c]) * (levels[c] - 1) / (upper[c] - lower[c])]++;
            }
    BOTH((cub::DeviceHistogram::MultiHistogramEven<4, 3>(temp, bytes, d_image, counts, levels, lower, upper, width, rows, (size_t) apart)));
    check("MultiHistogramEven", read(counts[0], 8) == wanted[0] && read(counts[1], 4) == wanted[1] && read(counts[2], 16) == wanted[2]);
    int range_levels[3] = {5, 5, 5}, *d_bounds = write(bounds);
    const int *all_bounds[3] = {d_bounds, d_bounds, d_bounds};
    std::vector<int> in_range(4);
    for (size_t i = 2; i < image.size(); i += 4)
        for (int k = 0; k < 4; k++)
            in_range[k] += image[i] >= bounds[k] && image[i] < bounds[k + 1];
    BOTH((cub::DeviceHistogram::MultiHistogramRange<4, 3>(temp, bytes, d_image, counts, range_levels, all_bounds, (int) image.size() / 4)));
    check("MultiHistogramRange", read(counts[2], 4) == in_range);
    std::vector<int> inside(8);
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < width; x++)
            inside[image[y * apart + x] / 32]++;
    BOTH(cub::DeviceHistogram::HistogramEven(temp, bytes, d_image, counts[0], 9, 0, 256, width, rows, (size_t) apart));
    check("HistogramEven of rows", read(counts[0], 8) == inside);

    std::vector<int> a(n), b(n / 2);
    for (int i = 0; i < n; i++)
        a[i] = (i * 7919 + i / 5) % 97;
    for (int i = 0; i < n / 2; i++)
        b[i] = (i * 31) % 97;
    int *d = write(a), *out = write(std::vector<int>(2 * n)), *more = write(std::vector<int>(2 * n)), *found = write(std::vector<int>(2));
    std::vector<int> left = a, right = a;
    std::adjacent_difference(a.begin(), a.end(), left.begin());
    for (int i = 0; i + 1 < n; i++)
        right[i] = a[i] - a[i + 1];
    BOTH(cub::DeviceAdjacentDifference::SubtractLeftCopy(temp, bytes, d, out, n));
    BOTH(cub::DeviceAdjacentDifference::SubtractRightCopy(temp, bytes, d, more, n));
    check("SubtractLeftCopy", read(out, n) == left);
    check("SubtractRightCopy", read(more, n) == right);
    int *own = write(a);
    BOTH(cub::DeviceAdjacentDifference::SubtractLeft(temp, bytes, own, n, thrust::minus<int>()));
    check("SubtractLeft", read(own, n) == left);

    std::vector<int> sums(n);
    std::partial_sum(a.begin(), a.end(), sums.begin());
    for (int &v : sums)
        v += 100;
    BOTH(cub::DeviceScan::InclusiveScanInit(temp, bytes, d, out, thrust::plus<int>(), 100, n));
    check("InclusiveScanInit", read(out, n) == sums);

    std::vector<int> x = a, y = b, merged(n + n / 2);
    std::sort(x.begin(), x.end());
    std::sort(y.begin(), y.end());
    std::merge(x.begin(), x.end(), y.begin(), y.end(), merged.begin());
    BOTH(cub::DeviceMerge::MergeKeys(temp, bytes, write(x), n, write(y), n / 2, out));
    check("MergeKeys", read(out, n + n / 2) == merged);
    BOTH(cub::DeviceMergeSort::SortKeysCopy(temp, bytes, d, out, n, thrust::less<int>()));
    check("SortKeysCopy", read(out, n) == x && read(d, n) == a);

    std::vector<int> small, middle, large;
    for (int v : a)
        (v < 30 ? small : v < 60 ? middle : large).push_back(v);
    int *third = write(std::vector<int>(n));
    BOTH(cub::DevicePartition::If(temp, bytes, d, out, more, third, found, n, is_small(), is_middle()));
    std::vector<int> sizes = read(found, 2);
    check("Partition in three", sizes[0] == (int) small.size() && sizes[1] == (int) middle.size() && read(out, small.size()) == small &&
                                    read(more, middle.size()) == middle && read(third, large.size()) == large);
    BOTH(cub::DeviceSelect::FlaggedIf(temp, bytes, d, d, out, found, n, is_small()));
    check("FlaggedIf", read(found, 1)[0] == (int) small.size() && read(out, small.size()) == small);

    std::vector<int> runs = {1, 2, 2, 3, 5, 5, 5, 7, 7};
    BOTH(cub::DeviceRunLengthEncode::NonTrivialRuns(temp, bytes, write(runs), out, more, found, 9));
    check("NonTrivialRuns", read(found, 1)[0] == 3 && read(out, 3) == std::vector<int>({1, 4, 7}) && read(more, 3) == std::vector<int>({2, 3, 2}));

    std::vector<int *> from = {d, d + 10, d + 100}, to = {out + 200, out, out + 300};
    std::vector<int> lengths = {5, 0, 50}, in_bytes = {20, 0, 200};
    cudaMemset(out, 0, n * sizeof(int));
    BOTH(cub::DeviceCopy::Batched(temp, bytes, write(from), write(to), write(lengths), 3));
    check("DeviceCopy", read(out + 200, 5) == std::vector<int>(a.begin(), a.begin() + 5) && read(out + 300, 50) == std::vector<int>(a.begin() + 100, a.begin() + 150) &&
                            read(out, 1)[0] == 0);
    std::vector<void *> from_bytes(from.begin(), from.end()), to_bytes = {more + 200, more, more + 300};
    BOTH(cub::DeviceMemcpy::Batched(temp, bytes, write(from_bytes), write(to_bytes), write(in_bytes), 3));
    check("DeviceMemcpy", read(more + 300, 50) == std::vector<int>(a.begin() + 100, a.begin() + 150));

    std::vector<int> offsets = {0, 10, 10, n}, sorted = a;
    int *d_offsets = write(offsets);
    for (int k = 0; k < 3; k++)
        std::sort(sorted.begin() + offsets[k], sorted.begin() + offsets[k + 1], std::greater<int>());
    BOTH(cub::DeviceSegmentedSort::StableSortKeysDescending(temp, bytes, d, out, n, 3, d_offsets, d_offsets + 1));
    check("StableSortKeysDescending", read(out, n) == sorted);
    cub::DeviceTransform::Transform(d, out, n, twice());
    check("DeviceTransform", read(out, n)[n - 1] == 2 * a[n - 1]);

    thrust::default_random_engine g(7);
    thrust::device_vector<int> numbers(a.begin(), a.end()), other(n);
    thrust::shuffle(numbers.begin(), numbers.end(), g);
    thrust::host_vector<int> shuffled = numbers;
    std::vector<int> again(shuffled.begin(), shuffled.end());
    check("shuffle moves", again != a);
    thrust::shuffle_copy(thrust::device, numbers.begin(), numbers.end(), other.begin(), g);
    std::sort(again.begin(), again.end());
    check("shuffle keeps", again == x);
    shuffled = other;
    again.assign(shuffled.begin(), shuffled.end());
    std::sort(again.begin(), again.end());
    check("shuffle_copy", again == x && other != numbers);
    std::vector<int> orders(6), three = {0, 1, 2};
    for (int i = 0; i < 6000; i++) { // all orders equally often
        std::vector<int> t = three;
        thrust::shuffle(thrust::host, t.begin(), t.end(), g);
        orders[t[0] * 2 + (t[1] > t[2])]++;
    }
    check("fair", *std::min_element(orders.begin(), orders.end()) > 850 && *std::max_element(orders.begin(), orders.end()) < 1150);
    return cudaDeviceSynchronize() != cudaSuccess;
}
