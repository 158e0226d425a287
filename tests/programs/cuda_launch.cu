// cuda::launch with kernels, function objects and lambdas; the levels of <cuda/hierarchy> in kernels and on the host.
#include <cuda/devices>
#include <cuda/hierarchy>
#include <cuda/launch>
#include <cuda/stream>
#include <cstdio>

__global__ void plain(int *p) { p[cuda::gpu_thread.rank(cuda::grid)] = cuda::gpu_thread.index(cuda::block).x; }
template <class Config> __global__ void configured(Config config, int *p)
{
    const auto [x, y, z] = cuda::gpu_thread.index(cuda::grid, config);
    const auto size = cuda::gpu_thread.dims(cuda::grid, config);
    const auto b = cuda::block.index(cuda::grid, config);
    p[x + size.x * y] = 100 * b.y + 10 * b.x + cuda::gpu_thread.rank(cuda::block, config);
}
template <class Config> __global__ void shared(Config config, int *p)
{
    auto part = cuda::dynamic_shared_memory(config);
    auto i = cuda::gpu_thread.rank(cuda::block, config), n = cuda::gpu_thread.count(cuda::block, config);
    part[(i + 1) % n] = i;
    __syncthreads();
    p[i] = part[i] + (int) part.size();
}
__global__ void borrowed(int *p)
{
    extern __shared__ int part[];
    part[threadIdx.x] = threadIdx.x;
    __syncthreads();
    p[threadIdx.x] = part[blockDim.x - 1 - threadIdx.x];
}
struct adder {
    int n;
    auto default_config() const { return cuda::make_config(cuda::block_dims<4>()); }
    template <class Config> __device__ void operator()(const Config &config, int *p) const { p[cuda::gpu_thread.rank(cuda::grid, config)] += n; }
};
struct doubler { __device__ void operator()(int *p, int n) const { if (threadIdx.x < n) p[threadIdx.x] *= 2; } };

void show(const char *what, int *p, int n)
{
    printf("%s:", what);
    for (int i = 0; i < n; i++) printf(" %d", p[i]);
    puts("");
}
int main()
{
    cuda::stream stream{cuda::devices[0]};
    int *p;
    cudaMallocManaged(&p, 64 * sizeof(int));
    cuda::launch(stream, cuda::make_config(cuda::grid_dims(2), cuda::block_dims(4)), plain, p);
    stream.sync();
    show("kernel", p, 8);
    const auto config = cuda::make_config(cuda::block_dims<2, 2>(), cuda::grid_dims(dim3(2, 2)));
    cuda::launch(stream, config, configured<decltype(config)>, p);
    stream.sync();
    show("configuration", p, 16);
    printf("%d threads, %d blocks, %d wide\n", (int) cuda::gpu_thread.count(cuda::grid, config), (int) cuda::block.count(cuda::grid, config), (int) cuda::gpu_thread.dims(cuda::grid, config).x);
    auto one = cuda::make_config(cuda::grid_dims<1>(), cuda::block_dims<4>(), cuda::dynamic_shared_memory<int[]>(4));
    cuda::launch(stream, one, shared<decltype(one)>, p);
    stream.sync();
    show("view", p, 4);
    cuda::launch(stream, one, borrowed, p);
    stream.sync();
    show("memory", p, 4);
    cuda::launch(stream, cuda::make_config(cuda::grid_dims(1)), adder{7}, p);
    cuda::launch(stream, one, doubler{}, p, 3);
    int by = 5;
    cuda::launch(stream, one, [by] __device__ (int *p) { p[threadIdx.x] -= by; }, p);
    stream.sync();
    show("objects", p, 4);
    auto joined = cuda::block_dims<8>() & cuda::grid_dims(3) & cuda::cooperative_launch{};
    printf("%d\n", (int) cuda::gpu_thread.count(cuda::grid, joined));
    cuda::launch(stream, joined, plain, p);
    stream.sync();
    show("cooperative", p + 20, 4);
    auto some = cuda::distribute<32>(100);
    printf("%d\n", (int) cuda::gpu_thread.count(cuda::grid, some));
}
