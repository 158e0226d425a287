// Thrust beside plain CUDA: raw pointers, policies, lambdas, random numbers, a sort that is more than one block's.
#include <cstdio>
#include <cstdlib>
#include <algorithm>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/generate.h>
#include <thrust/host_vector.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

__global__ void add_one(int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] += 1;
}

struct inside {
    __host__ __device__ int operator()(unsigned n)
    {
        thrust::default_random_engine rng(n * 7 + 1);
        thrust::uniform_real_distribution<float> u(0, 1);
        rng.discard(10);
        float x = u(rng), y = u(rng);
        return x * x + y * y < 1;
    }
};

int main()
{
    int *raw;
    cudaMalloc(&raw, 10 * sizeof(int));
    thrust::device_ptr<int> p(raw);
    thrust::fill(p, p + 10, 7);
    p[3] = 9;
    add_one<<<1, 10>>>(raw, 10);
    printf("%d %d\n", thrust::reduce(p, p + 10), (int) p[3]);
    thrust::sequence(thrust::device, raw, raw + 10);
    thrust::sort(thrust::device, raw, raw + 10, thrust::greater<int>());
    int first;
    cudaMemcpy(&first, raw, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %d\n", first, thrust::reduce(thrust::device, raw, raw + 10));

    const int n = 50000;
    thrust::device_vector<int> big(n);
    thrust::sequence(big.begin(), big.end());
    thrust::transform(big.begin(), big.end(), big.begin(), [] __device__ (int x) { return (x * 7919) % 50021; });
    thrust::sort(big.begin(), big.end(), [] __device__ (int a, int b) { return a < b; });
    printf("%d\n", (int) thrust::is_sorted(big.begin(), big.end()));
    add_one<<<(n + 255) / 256, 256>>>(thrust::raw_pointer_cast(big.data()), n);
    thrust::device_vector<long> sums(n);
    thrust::inclusive_scan(big.begin(), big.end(), sums.begin());
    printf("%d\n", (int) ((long) sums[n - 1] == thrust::reduce(big.begin(), big.end(), 0L)));

    thrust::host_vector<int> h(1000);
    std::generate(h.begin(), h.end(), rand);
    thrust::device_vector<int> d = h;
    thrust::sort(d.begin(), d.end());
    std::sort(h.begin(), h.end());
    printf("%d\n", (int) (d == h));
    thrust::stable_sort(thrust::host, h.begin(), h.end(), thrust::greater<int>());
    printf("%d\n", (int) (d.front() == h.back()));

    int hits = thrust::transform_reduce(thrust::counting_iterator<unsigned>(0), thrust::counting_iterator<unsigned>(20000), inside(), 0, thrust::plus<int>());
    double pi = 4.0 * hits / 20000;
    printf("%d\n", pi > 3 && pi < 3.3);
    cudaFree(raw);
    return 0;
}
