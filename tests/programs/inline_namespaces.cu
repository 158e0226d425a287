// Inline namespaces and `using namespace` in a namespace, in kernels.
#include <cstdio>

namespace b {
__device__ int three() { return 3; }
} // namespace b
namespace a {
using namespace b;
__device__ int four() { return three() + 1; }
} // namespace a
inline namespace v1 {
__device__ int five() { return 5; }
template <typename T> struct box { T t; };
} // namespace v1
namespace lib {
inline namespace v2 {
__device__ int six() { return 6; }
__device__ int count;
inline namespace v3 {
struct point {
    int x;
    __host__ __device__ int get() const { return x; }
};
} // namespace v3
} // namespace v2
} // namespace lib

__global__ void sum(int *out, lib::point p, box<int> b)
{
    *out = a::four() * 1000 + five() * 100 + lib::six() * 10 + p.get() + b.t + lib::count;
}

int main()
{
    int *out, count = 10000;
    cudaMallocManaged(&out, sizeof(int));
    cudaMemcpyToSymbol(lib::count, &count, sizeof(int));
    sum<<<1, 1>>>(out, lib::point{7}, box<int>{1});
    cudaDeviceSynchronize();
    printf("%d\n", *out);
}
