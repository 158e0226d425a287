// Thrust: vectors in pinned memory and between kinds of memory, the policy of the host, iterators of std; CUB over several ranges.
#include <thrust/universal_vector.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/for_each.h>
#include <thrust/find.h>
#include <thrust/sequence.h>
#include <thrust/reduce.h>
#include <cub/cub.cuh>
#include <cuda/std/tuple>
#include <vector>
#include <cstdio>
int main()
{
    thrust::universal_vector<int> u{1, 2, 3, 4};
    int seen = 0;
    thrust::for_each(thrust::host, u.begin(), u.end(), [&](int x) { seen += x; });
    printf("%d %d\n", seen, (int) (thrust::find(thrust::host, u.begin(), u.end(), 3) - u.begin()));
    thrust::device_vector<int> d = u;
    thrust::host_vector<int> h = u;
    thrust::universal_host_pinned_vector<int> p(4);
    p = d;
    p[0] += 10;
    d = p;
    h = p;
    u = h;
    printf("%d %d %d\n", (int) d[0], h[0], u[0]);
    std::vector<float> r(5);
    thrust::sequence(r.rbegin(), r.rend());
    printf("%g %g\n", r[0], r[4]);
    int *a = thrust::raw_pointer_cast(d.data());
    thrust::device_vector<int> out(4);
    cub::DeviceTransform::Transform(cuda::std::make_tuple(a, a, d.begin()), out.begin(), 4, [] __device__ (int x, int y, int z) { return x + 10 * y + 100 * z; });
    printf("%d %d\n", (int) out[0], (int) out[3]);
    cub::DeviceTransform::Transform(thrust::make_tuple(a, d.begin()), thrust::raw_pointer_cast(out.data()), 4, [] __device__ (int x, int y) { return x * y; });
    printf("%d %d\n", (int) out[0], (int) out[3]);
    printf("%d\n", thrust::reduce(thrust::device, p.begin(), p.end()));
}
