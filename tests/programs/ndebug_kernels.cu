// NDEBUG counts for kernels too, where <cassert> is included; afterwards their assertions are back.
#include <cassert>
#include <cstdio>

__global__ void checked(int x) { assert(x > 0); printf("checked %d\n", x); }

#define NDEBUG
#include <cassert>

__device__ int effects;
__device__ int off(int x) { assert(!"never"); return x; }
__global__ void unchecked(int x)
{
    assert(++effects && x > 0);
    printf("unchecked %d %d\n", off(x), effects);
}

#undef NDEBUG
#include <assert.h>

__device__ int on(int x) { assert(x != 3 && "three"); return x; }
__global__ void mixed(int x) { printf("mixed %d %d\n", off(x), on(x)); }

int main()
{
    checked<<<1, 1>>>(1);
    cudaDeviceSynchronize();
    unchecked<<<1, 1>>>(-1);
    cudaDeviceSynchronize();
    mixed<<<1, 1>>>(2);
    return cudaDeviceSynchronize() != cudaSuccess;
}
