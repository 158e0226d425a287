// CUB's device-wide algorithms, each beside the same work on the host.
#include <algorithm>
#include <cstdio>
#include <vector>
#include <cub/cub.cuh>
#include <cub/device/device_reduce.cuh>

struct is_even { __host__ __device__ bool operator()(int x) const { return x % 2 == 0; } };
struct square { __host__ __device__ long operator()(int x) const { return (long) x * x; } };
struct larger { __host__ __device__ bool operator()(int a, int b) const { return a > b; } };
struct add_one { int *at; __host__ __device__ void operator()(int i) { at[i] += i; } };

__global__ void block_sum(const int *in, int *out)
{
    typedef cub::BlockReduce<int, 128> reduce; // CUB's own, beside ours of the host
    __shared__ typename reduce::TempStorage temp;
    int sum = reduce(temp).Reduce(in[threadIdx.x], cub::Max());
    if (threadIdx.x == 0)
        *out = sum;
}

template <typename T> std::vector<T> read(const T *from, int n)
{
    std::vector<T> all(n);
    cudaMemcpy(all.data(), from, n * sizeof(T), cudaMemcpyDeviceToHost);
    return all;
}
template <typename T> T *write(const std::vector<T> &from)
{
    T *to;
    cudaMalloc(&to, from.size() * sizeof(T));
    cudaMemcpy(to, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice);
    return to;
}
void check(const char *what, bool good) { printf("%-28s %s\n", what, good ? "as on the host" : "DIFFERS"); }

// Both calls of an algorithm: for the size of its storage, then for the work.
#define BOTH(...) do { void *temp = nullptr; size_t bytes = 0; CubDebugExit(__VA_ARGS__); cudaMalloc(&temp, bytes); CubDebugExit(__VA_ARGS__); cudaFree(temp); } while (0)

int main()
{
    const int n = 5000;
    std::vector<int> a(n), flags(n), runs(n);
    std::vector<float> f(n);
    unsigned seed = 7;
    for (int i = 0; i < n; i++) {
        seed = seed * 1664525 + 1013904223;
        a[i] = (int) (seed >> 8) % 2001 - 1000;
        f[i] = a[i] / 8.0f;
        flags[i] = seed >> 31;
        runs[i] = i / 7 % 3;
    }
    int *d = write(a), *d_flags = write(flags), *d_runs = write(runs), *out, *count, *more;
    float *d_f = write(f), *out_f;
    long *out_l;
    cudaMalloc(&out, n * sizeof(int));
    cudaMalloc(&more, n * sizeof(int));
    cudaMalloc(&count, sizeof(int));
    cudaMalloc(&out_f, n * sizeof(float));
    cudaMalloc(&out_l, sizeof(long));

    long sum = 0;
    for (int x : a)
        sum += x;
    BOTH(cub::DeviceReduce::Sum(temp, bytes, d, out, n));
    check("DeviceReduce::Sum", read(out, 1)[0] == sum);
    BOTH(cub::DeviceReduce::Min(temp, bytes, d_f, out_f, n));
    check("DeviceReduce::Min", read(out_f, 1)[0] == *std::min_element(f.begin(), f.end()));
    BOTH(cub::DeviceReduce::Max(temp, bytes, d, out, n));
    check("DeviceReduce::Max", read(out, 1)[0] == *std::max_element(a.begin(), a.end()));
    BOTH(cub::DeviceReduce::Reduce(temp, bytes, d, out, n, cub::Min(), 5000));
    check("DeviceReduce::Reduce", read(out, 1)[0] == *std::min_element(a.begin(), a.end()));
    cub::KeyValuePair<int, int> *d_pair, pair;
    cudaMalloc(&d_pair, sizeof pair);
    BOTH(cub::DeviceReduce::ArgMax(temp, bytes, d, d_pair, n));
    cudaMemcpy(&pair, d_pair, sizeof pair, cudaMemcpyDeviceToHost);
    check("DeviceReduce::ArgMax", pair.key == std::max_element(a.begin(), a.end()) - a.begin() && pair.value == a[pair.key]);
    cub::TransformInputIterator<long, square, int *> squares(d, square());
    BOTH(cub::DeviceReduce::Sum(temp, bytes, squares, out_l, n));
    long want = 0;
    for (int x : a)
        want += (long) x * x;
    check("TransformInputIterator", read(out_l, 1)[0] == want);

    std::vector<int> scanned(n);
    for (int i = 0, s = 0; i < n; s += a[i++])
        scanned[i] = s;
    BOTH(cub::DeviceScan::ExclusiveSum(temp, bytes, d, out, n));
    check("DeviceScan::ExclusiveSum", read(out, n) == scanned);
    for (int i = 0; i < n; i++)
        scanned[i] += a[i];
    BOTH(cub::DeviceScan::InclusiveSum(temp, bytes, d, out, n));
    check("DeviceScan::InclusiveSum", read(out, n) == scanned);
    for (int i = 0, m = -5000; i < n; i++)
        scanned[i] = m = std::max(m, a[i]);
    BOTH(cub::DeviceScan::InclusiveScan(temp, bytes, d, out, cub::Max(), n));
    check("DeviceScan::InclusiveScan", read(out, n) == scanned);
    for (int i = 0; i < n; i++)
        scanned[i] = a[i] + (i && runs[i] == runs[i - 1] ? scanned[i - 1] : 0);
    BOTH(cub::DeviceScan::InclusiveSumByKey(temp, bytes, d_runs, d, out, n));
    check("DeviceScan::...SumByKey", read(out, n) == scanned);

    std::vector<int> sorted = a;
    std::sort(sorted.begin(), sorted.end());
    BOTH(cub::DeviceRadixSort::SortKeys(temp, bytes, d, out, n));
    check("DeviceRadixSort::SortKeys", read(out, n) == sorted);
    std::vector<float> down = f;
    std::sort(down.begin(), down.end(), [](float x, float y) { return x > y; });
    BOTH(cub::DeviceRadixSort::SortKeysDescending(temp, bytes, d_f, out_f, n));
    check("SortKeysDescending", read(out_f, n) == down);
    std::vector<int> order(n), low = a;
    for (int i = 0; i < n; i++)
        order[i] = i;
    int *d_order = write(order);
    std::stable_sort(order.begin(), order.end(), [&](int x, int y) { return a[x] < a[y]; });
    BOTH(cub::DeviceRadixSort::SortPairs(temp, bytes, d, out, d_order, more, n));
    check("DeviceRadixSort::SortPairs", read(out, n) == sorted && read(more, n) == order);
    std::stable_sort(low.begin(), low.end(), [](int x, int y) { return (x & 15) < (y & 15); });
    BOTH(cub::DeviceRadixSort::SortKeys(temp, bytes, d, out, n, 0, 4));
    check("SortKeys by four bits", read(out, n) == low);
    cudaMemcpy(out, d, n * sizeof(int), cudaMemcpyDeviceToDevice);
    cub::DoubleBuffer<int> buffers(out, more);
    BOTH(cub::DeviceRadixSort::SortKeys(temp, bytes, buffers, n));
    check("DoubleBuffer", read(buffers.Current(), n) == sorted && buffers.selector == 1);
    cudaMemcpy(out, d, n * sizeof(int), cudaMemcpyDeviceToDevice);
    BOTH(cub::DeviceMergeSort::SortKeys(temp, bytes, out, n, larger()));
    std::vector<int> reversed(sorted.rbegin(), sorted.rend());
    check("DeviceMergeSort::SortKeys", read(out, n) == reversed);

    std::vector<int> kept, rest;
    for (int x : a)
        (x % 2 == 0 ? kept : rest).push_back(x);
    BOTH(cub::DeviceSelect::If(temp, bytes, d, out, count, n, is_even()));
    check("DeviceSelect::If", read(count, 1)[0] == (int) kept.size() && read(out, kept.size()) == kept);
    BOTH(cub::DevicePartition::If(temp, bytes, d, out, count, n, is_even()));
    kept.insert(kept.end(), rest.rbegin(), rest.rend());
    check("DevicePartition::If", read(count, 1)[0] + (int) rest.size() == n && read(out, n) == kept);
    kept.clear();
    for (int i = 0; i < n; i++)
        if (flags[i])
            kept.push_back(a[i]);
    BOTH(cub::DeviceSelect::Flagged(temp, bytes, d, d_flags, out, count, n));
    check("DeviceSelect::Flagged", read(count, 1)[0] == (int) kept.size() && read(out, kept.size()) == kept);
    std::vector<int> unique = runs;
    unique.erase(std::unique(unique.begin(), unique.end()), unique.end());
    BOTH(cub::DeviceSelect::Unique(temp, bytes, d_runs, out, count, n));
    check("DeviceSelect::Unique", read(count, 1)[0] == (int) unique.size() && read(out, unique.size()) == unique);
    BOTH(cub::DeviceRunLengthEncode::Encode(temp, bytes, d_runs, out, more, count, n));
    std::vector<int> lengths(unique.size(), 7);
    lengths.back() = n - 7 * ((int) unique.size() - 1);
    check("DeviceRunLengthEncode", read(count, 1)[0] == (int) unique.size() && read(out, unique.size()) == unique && read(more, unique.size()) == lengths);
    std::vector<int> totals(unique.size());
    for (int i = 0; i < n; i++)
        totals[i / 7] += a[i];
    BOTH(cub::DeviceReduce::ReduceByKey(temp, bytes, d_runs, out, d, more, count, cub::Sum(), n));
    check("DeviceReduce::ReduceByKey", read(count, 1)[0] == (int) unique.size() && read(more, unique.size()) == totals);

    std::vector<int> bins(10), ranges(3);
    std::vector<float> bounds = {-100, 0, 20, 90};
    for (float x : f) {
        if (x >= -125 && x < 125)
            bins[(int) ((x + 125) * 10 / 250)]++;
        for (int k = 0; k < 3; k++)
            ranges[k] += x >= bounds[k] && x < bounds[k + 1];
    }
    BOTH(cub::DeviceHistogram::HistogramEven(temp, bytes, d_f, out, 11, -125.0f, 125.0f, n));
    check("HistogramEven", read(out, 10) == bins);
    float *d_bounds = write(bounds);
    BOTH(cub::DeviceHistogram::HistogramRange(temp, bytes, d_f, out, 4, d_bounds, n));
    check("HistogramRange", read(out, 3) == ranges);

    std::vector<int> offsets = {0, 10, 10, 700, n}, parts(4);
    int *d_offsets = write(offsets);
    std::vector<int> segments = a;
    for (int k = 0; k < 4; k++) {
        std::sort(segments.begin() + offsets[k], segments.begin() + offsets[k + 1]);
        for (int i = offsets[k]; i < offsets[k + 1]; i++)
            parts[k] += a[i];
    }
    BOTH(cub::DeviceSegmentedReduce::Sum(temp, bytes, d, out, 4, d_offsets, d_offsets + 1));
    check("DeviceSegmentedReduce::Sum", read(out, 4) == parts);
    BOTH(cub::DeviceSegmentedSort::SortKeys(temp, bytes, d, out, n, 4, d_offsets, d_offsets + 1));
    check("DeviceSegmentedSort", read(out, n) == segments);

    cudaMemset(out, 0, n * sizeof(int));
    cub::DeviceFor::Bulk(n, add_one{out});
    check("DeviceFor::Bulk", read(out, n)[n - 1] == n - 1);
    block_sum<<<1, 128>>>(d, out);
    check("BlockReduce in a kernel", read(out, 1)[0] == *std::max_element(a.begin(), a.begin() + 128));
    return cudaDeviceSynchronize() != cudaSuccess;
}
