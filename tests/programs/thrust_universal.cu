// Vectors in managed memory.
#include <cstdio>
#include <thrust/universal_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/transform.h>
#include <thrust/tabulate.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/copy.h>
struct cool {
    float ambient;
    __host__ __device__ float operator()(float t) const { return t + 0.5f * (ambient - t); }
};
__global__ void twice(float *p, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] *= 2;
}
int main()
{
    thrust::universal_vector<float> temp{42, 24, 50}, out(3);
    for (int step = 0; step < 3; step++) {
        for (int i = 0; i < 3; i++) printf("%.2f ", temp[i]);
        printf("\n");
        thrust::transform(thrust::device, temp.begin(), temp.end(), temp.begin(), cool{20});
    }
    thrust::copy(temp.begin(), temp.end(), out.begin());
    printf("%g %g\n", out[2], thrust::reduce(out.begin(), out.end()));
    twice<<<1, 32>>>(thrust::raw_pointer_cast(out.data()), out.size());
    cudaDeviceSynchronize();
    printf("%g\n", out[0]);
    thrust::sort(thrust::host, out.begin(), out.end());
    printf("%g %g\n", out.front(), out.back());
    thrust::universal_vector<int> v(10);
    thrust::sequence(v.begin(), v.end());
    v.push_back(100);
    int s = 0;
    for (int x : v) s += x;
    printf("%d\n", s);
    thrust::host_vector<int> h(v.begin(), v.end());
    thrust::device_vector<int> d(v.begin(), v.end());
    printf("%d %d\n", h[10], (int)d[9]);
    auto it = thrust::max_element(v.begin(), v.end());
    printf("%d %ld\n", *it, (long)(it - v.begin()));
}
