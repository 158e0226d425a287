// Streams, events and devices of <cuda/stream> and <cuda/devices>.
#include <cuda/stream>
#include <cuda/devices>
#include <cstdio>
#include <iostream>
__global__ void k(int *p, int v) { *p = v; }
int main()
{
    cuda::stream s{cuda::device_ref{0}};
    cuda::stream t{cuda::devices[0]};
    int *p; cudaMallocManaged(&p, 4);
    cuda::timed_event begin = s.record_timed_event();
    k<<<1, 1, 0, s.get()>>>(p, 3);
    auto end = s.record_timed_event();
    t.wait(s);
    k<<<1, 1, 0, t.get()>>>(p, 4);
    t.sync();
    printf("%d %d %d\n", *p, (int) s.is_done(), (int) (end - begin > std::chrono::nanoseconds(0)));
    cuda::event e(s);
    e.sync();
    printf("%d %d\n", (int) e.is_done(), s.device().get());
    cuda::stream_ref r = s;
    printf("%d %d %d\n", (int) (r == s), (int) (r == t), r.priority());
    cuda::stream u = std::move(t);
    printf("%d\n", (int) (t == cuda::invalid_stream));
    cudaStream_t raw; cudaStreamCreate(&raw);
    cuda::stream own = cuda::stream::from_native_handle(raw);
    printf("%d %zu\n", (int) (own.get() == raw), cuda::devices.size());
    for (auto d : cuda::devices) std::cout << d.get() << " " << d.attribute(cuda::device_attributes::max_threads_per_block) << " " << d.attribute<cudaDevAttrWarpSize>() << " " << (d.name().size() > 0) << "\n";
    try { cuda::device_ref none(99); } catch (const std::exception &x) { puts(x.what()); }
    try { cuda::cuda_error x(cudaErrorInvalidValue, "text"); throw x; } catch (const cuda::cuda_error &x) { printf("%d %s\n", x.status(), strchr(x.what(), ' ')); }
    cuda::event none{cuda::no_init};
    printf("%d\n", (int) (bool) none);
    cuda::stream_ref d{cudaStream_t{}};
    d.wait();
    printf("%d\n", cuda::device_attributes::compute_capability(cuda::devices[0]).major_cap() > 0);
}
