// Variables of the device in namespaces: one object for all kernels and for the host, whichever namespace has the same name, too.
#include <cstdio>

namespace a {
__constant__ float weights[4];
__managed__ int launches;
__device__ int total;
static __device__ int mine = 5;
const __device__ int three = 3;
namespace b {
__device__ int total;
}
namespace {
__device__ int hidden = 4;
}
__global__ void add(int n)
{
    atomicAdd(&total, n);
    atomicAdd(&b::total, (int) weights[threadIdx.x]);
    if (threadIdx.x == 0)
        launches++;
}
__global__ void get(int *out)
{
    out[0] = total;
    out[1] = b::total;
    out[2] = mine + hidden + three;
}
void set()
{
    float w[] = {1, 2, 3, 4};
    int five = 5;
    cudaMemcpyToSymbol(weights, w, sizeof(weights));
    cudaMemcpyToSymbol(b::total, &five, sizeof b::total);
}
} // namespace a

namespace c {
__device__ int total = 100;
__global__ void add(int n) { atomicAdd(&total, n); }
} // namespace c

using namespace a;

int main()
{
    int *out, value;
    cudaMallocManaged(&out, 3 * sizeof(int));
    set();
    a::add<<<1, 4>>>(2);
    c::add<<<1, 4>>>(10);
    get<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", out[0], out[1], out[2], launches);
    cudaMemcpyFromSymbol(&value, c::total, sizeof(int));
    printf("%d\n", value);

    value = 7;
    cudaMemcpyToSymbol(a::hidden, &value, sizeof(int));
    cudaMemcpyToSymbol(mine, &value, sizeof(int));
    get<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%d\n", out[2]);

    float w[4];
    size_t size;
    void *place = nullptr;
    cudaMemcpyFromSymbol(w, weights, sizeof(float) * 4);
    cudaGetSymbolSize(&size, ::a::weights);
    cudaGetSymbolAddress(&place, a::b::total);
    cudaMemcpy(&value, place, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%g %zu %d\n", w[3], size, value);
}
