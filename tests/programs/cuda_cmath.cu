// Integer functions of <cuda/cmath> on both sides.
#include <cstdio>
#include <cuda/cmath>

__global__ void kernel(int *out, int n) { *out = cuda::ceil_div(n, 4); }

int main()
{
    static_assert(cuda::ceil_div(7, 2) == 4, "a constant");
    size_t n = 1000;
    unsigned block = 256;
    dim3 grid(cuda::ceil_div(n, block));
    int *out;
    cudaMallocManaged(&out, sizeof(int));
    kernel<<<1, 1>>>(out, 10);
    cudaDeviceSynchronize();
    printf("%u %d %d %d\n", grid.x, cuda::round_up(10, 4), cuda::round_down(10, 4), *out);
    printf("%d %d %d %d %u\n", cuda::ilog2(1000), cuda::ceil_ilog2(1000), cuda::ilog10(1000), cuda::is_power_of_two(64), cuda::next_power_of_two(65u));
}
