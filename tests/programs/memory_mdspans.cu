// The mdspans of <cuda/mdspan> by the kind of their memory.
#include <cuda/mdspan>
#include <cuda/std/mdspan>
#include <cstdio>
__global__ void turn(cuda::device_mdspan<int, cuda::std::dextents<int, 2>> m)
{
    __shared__ int tile[16];
    cuda::shared_memory_mdspan t(tile, 4, 4);
    t(threadIdx.y, threadIdx.x) = m(threadIdx.y, threadIdx.x);
    __syncthreads();
    m(threadIdx.y, threadIdx.x) = t(threadIdx.x, threadIdx.y);
    cuda::shared_memory_mdspan flat(tile, 16);
    if (flat(5) != t(1, 1)) m(0, 0) = -1;
}
int main()
{
    int *p;
    cudaMallocManaged(&p, 64);
    for (int i = 0; i < 16; i++) p[i] = i;
    cuda::device_mdspan<int, cuda::std::dextents<int, 2>> m(p, 4, 4);
    turn<<<1, dim3(4, 4)>>>(m);
    cudaDeviceSynchronize();
    cuda::managed_mdspan h(p, 4, 4);
    printf("%d %d %d %zu\n", h(0, 1), h(3, 0), h(0, 0), h.extent(1));
}
