// CUB's sums have the type of the operation on the initial value and an element, as `plus` gives it: not that of the elements.
#include <cstdio>
#include <cstring>
#include <cub/cub.cuh>
#include <thrust/iterator/transform_iterator.h>

struct odd { __host__ __device__ bool operator()(int v) const { return v % 2; } };
struct add { __device__ float operator()(float a, float b) const { return a + b; } };

template <class F> void twice(F f)
{
    void *temp = nullptr;
    size_t bytes = 0;
    f(temp, bytes);
    cudaMalloc(&temp, bytes);
    f(temp, bytes);
    cudaFree(temp);
}

int main()
{
    const int n = 1000;
    int *ints, ends[] = {0, 300, 1000}, *offsets;
    signed char *bytes_in;
    float *floats, total;
    long *sums, found[n];
    cudaMallocManaged(&ints, n * sizeof(int));
    cudaMallocManaged(&bytes_in, n);
    cudaMallocManaged(&floats, n * sizeof(float));
    cudaMallocManaged(&sums, n * sizeof(long));
    cudaMallocManaged(&offsets, sizeof ends);
    memcpy(offsets, ends, sizeof ends);
    for (int i = 0; i < n; i++) {
        ints[i] = i;
        bytes_in[i] = 100;
        floats[i] = 0.25f;
    }
    thrust::transform_iterator<odd, int *> odds(ints, odd());
    twice([&](void *t, size_t &b) { cub::DeviceReduce::Sum(t, b, odds, sums, n); });
    cudaMemcpy(found, sums, sizeof(long), cudaMemcpyDefault);
    printf("%ld odd numbers\n", found[0]);
    twice([&](void *t, size_t &b) { cub::DeviceReduce::Sum(t, b, bytes_in, sums, n); });
    cudaMemcpy(found, sums, sizeof(long), cudaMemcpyDefault);
    printf("%ld\n", found[0]);
    twice([&](void *t, size_t &b) { cub::DeviceScan::InclusiveSum(t, b, odds, sums, n); });
    cudaMemcpy(found, sums, sizeof found, cudaMemcpyDefault);
    printf("%ld %ld\n", found[1], found[n - 1]);
    twice([&](void *t, size_t &b) { cub::DeviceScan::ExclusiveSum(t, b, bytes_in, sums, n); });
    cudaMemcpy(found, sums, sizeof found, cudaMemcpyDefault);
    printf("%ld %ld\n", found[1], found[n - 1]);
    twice([&](void *t, size_t &b) { cub::DeviceReduce::Reduce(t, b, floats, floats, n, cub::Sum(), 0); });
    cudaMemcpy(&total, floats, sizeof total, cudaMemcpyDefault);
    printf("%g\n", total);
    cudaMemset(floats, 0, 4);
    twice([&](void *t, size_t &b) { cub::DeviceReduce::Reduce(t, b, floats, floats, n, add(), 0); });
    cudaMemcpy(&total, floats, sizeof total, cudaMemcpyDefault);
    printf("%g\n", total);
    twice([&](void *t, size_t &b) { cub::DeviceSegmentedReduce::Sum(t, b, odds, sums, 2, offsets, offsets + 1); });
    cudaMemcpy(found, sums, 2 * sizeof(long), cudaMemcpyDefault);
    printf("%ld %ld\n", found[0], found[1]);
    floats[0] = 0.25f;
    twice([&](void *t, size_t &b) { cub::DeviceReduce::Reduce(t, b, floats, floats, n, [] __device__(float a, float b) { return a < b ? b : a; }, -1); });
    cudaMemcpy(&total, floats, sizeof total, cudaMemcpyDefault);
    printf("%g\n", total);
    return 0;
}
