// libcu++ on both sides: cuda::std is std on the host, what only NVRTC knows stays on the device.
#include <cstdio>

#include <cuda/atomic>
#include <cuda/std/array>
#include <cuda/std/atomic>
#include <cuda/std/complex>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <thrust/device_vector.h>

namespace cstd = cuda::std;

__device__ cuda::std::atomic<int> counter{0};
__device__ cuda::atomic<int, cuda::thread_scope_device> other{0};

template <typename T, size_t N> struct box {
    cuda::std::array<T, N> v;
};

__device__ cuda::std::tuple<int, float> both()
{
    return cuda::std::make_tuple(1, 2.5f);
}

__global__ void k(int *out, box<int, 3> b, cuda::std::complex<float> z)
{
    counter.fetch_add(1);
    other.fetch_add(2);
    cuda::std::span<int> s(out, 8);
    s[threadIdx.x] = b.v[threadIdx.x % 3];
    if (threadIdx.x == 7)
        s[7] = cuda::std::get<0>(both()) + (int) z.real();
    using namespace cuda::std;
    array<int, 2> q = {4, 5};
    if (threadIdx.x == 6)
        s[6] = q[1];
}

__global__ void get(int *out)
{
    out[0] = counter.load();
    out[1] = other.load();
}

int main()
{
    int *out;
    cudaMallocManaged(&out, 64);
    box<int, 3> b = {{1, 2, 3}};
    k<<<1, 8>>>(out, b, cuda::std::complex<float>(3, 4));
    cudaDeviceSynchronize();
    for (int i = 0; i < 8; i++)
        printf("%d ", out[i]);
    get<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("| %d %d\n", out[0], out[1]);
    cuda::std::atomic<int> host{5};
    host += 3;
    cstd::array<int, 2> a = {1, 2};
    cuda::std::optional<int> maybe = 3;
    printf("%d %d %d\n", host.load(), a[1], *maybe);
    return 0;
}
