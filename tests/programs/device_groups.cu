// warpcell --as sm_80
// Groups of #if __CUDA_ARCH__ that define device functions are the device's; types of device code have names in a file.
#include <cstdio>
#include <cooperative_groups.h>
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
typedef cooperative_groups::thread_block threads;
#if __CUDA_ARCH__ >= 900
__device__ int newest() { return 90; }
#elif __CUDA_ARCH__ >= 800
__device__ int newest() { return 80; }
#elif defined(__CUDA_ARCH__)
__device__ int newest() { return 7; }
#endif
#ifdef __CUDA_ARCH__
template <bool B> __device__ int flag(barrier &) { return B; }
#endif
#if __CUDA_ARCH__ >= 700
__device__ int either() { return 3; }
#else
__device__ int either() { return 4; }
#endif
#ifdef __CUDA_ARCH__
__device__ int both() { return 1; }
#else
int both() { return 2; }
#endif

__global__ void k(int *out)
{
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ barrier b;
    threads block = cooperative_groups::this_thread_block();
    if (block.thread_rank() == 0) {
        out[0] = 100 * newest() + 10 * flag<true>(b) + either();
        out[1] = block.size();
    }
}

int main()
{
    int *out;
    cudaMallocManaged(&out, 8);
    k<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", out[0], out[1], both());
}
