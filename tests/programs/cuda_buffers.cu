// Buffers, pools and copies of <cuda/buffer> and <cuda/algorithm>.
#include <cuda/buffer>
#include <cuda/stream>
#include <cuda/launch>
#include <cuda/algorithm>
#include <cuda/memory_resource>
#include <cuda/std/span>
#include <cuda/std/mdspan>
#include <cstdio>
#include <vector>
#include <algorithm>
__global__ void inc(cuda::std::span<int> s) { unsigned i = blockIdx.x * blockDim.x + threadIdx.x; if (i < s.size()) s[i] += 1; }
struct add { template <class C> __device__ void operator()(C config, cuda::std::span<int> s, int n) const { auto r = cuda::gpu_thread.rank(cuda::grid, config); if (r < s.size()) s[r] += n; } };
int main()
{
    cuda::stream s{cuda::device_ref{0}};
    cuda::device_memory_pool_ref pool = cuda::device_default_memory_pool(cuda::device_ref{0});
    cuda::device_buffer<int> d = cuda::make_buffer<int>(s, pool, 10, cuda::no_init);
    std::vector<cuda::host_buffer<int>> h(2, cuda::make_pinned_buffer<int>(s, 10, 4));
    s.sync();
    cuda::copy_bytes(s, h[0], d);
    auto config = cuda::make_config(cuda::block_dims<8>(), cuda::grid_dims(2));
    cuda::launch(s, config, inc, d);
    cuda::launch(s, config, add{}, d, 10);
    cuda::copy_bytes(s, d, h[1]);
    s.sync();
    for (int x : h[1]) printf(" %d", x);
    printf("\n%d %zu\n", (int) std::all_of(h[0].cbegin(), h[0].cend(), [](int x) { return x == 4; }), d.size());
    auto m = cuda::make_device_buffer<float>(s, cuda::device_ref{0}, {1.0f, 2.0f, 3.0f});
    auto z = cuda::make_managed_buffer<float>(s, 3, cuda::no_init);
    cuda::fill_bytes(s, z, 0);
    s.sync();
    printf("%g\n", z.get_unsynchronized(2));
    cuda::copy_bytes(s, m, z);
    s.sync();
    printf("%g\n", z.data()[2]);
    auto copy = z;
    s.sync();
    printf("%g %d\n", copy.data()[1], copy.data() == z.data());
    int raw[4] = {1, 2, 3, 4}, back[4];
    cuda::std::mdspan<int, cuda::std::dextents<int, 2>> md(raw, 2, 2), mb(back, 2, 2);
    cuda::copy_bytes(s, md, mb);
    s.sync();
    printf("%d\n", mb(1, 1));
    void *p = pool.allocate(s, 100);
    pool.deallocate(s, p, 100);
    try { cuda::copy_bytes(s, d, m); } catch (const std::exception &e) { puts(e.what()); }
}
