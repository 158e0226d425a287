// cuda::std::mdspan as an argument of kernels and captured by functors and lambdas of Thrust: both sides have one layout.
#include <cuda/std/mdspan>
#include <cuda/std/functional>
#include <cuda/std/array>
#include <cuda/std/span>
#include <thrust/device_vector.h>
#include <thrust/universal_vector.h>
#include <thrust/tabulate.h>
#include <thrust/for_each.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>
#include <thrust/iterator/counting_iterator.h>
#include <cstdio>
using view = cuda::std::mdspan<float, cuda::std::dextents<int, 2>>;
__global__ void scale(view m, float f)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m.extent(0)) for (int j = 0; j < m.extent(1); j++) m(i, j) *= f;
}
template <class M> __global__ void add(M m) { for (int i = 0; i < m.extent(0); i++) for (int j = 0; j < m.extent(1); j++) m(i, j) += 10 * i + j; }
__global__ void fixed(int a, cuda::std::mdspan<float, cuda::std::extents<int, 3, 4>> m, char b) { m(a, b) = 77; }
struct getter { view m; int bias; __host__ __device__ float operator()(int i) const { return m(i / m.extent(1), i % m.extent(1)) + bias; } };
template <class T> struct wide { cuda::std::mdspan<T, cuda::std::dextents<size_t, 2>, cuda::std::layout_left> m; T add; __device__ T operator()(size_t i) const { return m(i % m.extent(0), i / m.extent(0)) + add; } };
__global__ void sub(cuda::std::mdspan<float, cuda::std::dextents<int, 1>, cuda::std::layout_stride> col) { for (int i = 0; i < col.extent(0); i++) col(i) = -col(i); }
int main()
{
    thrust::universal_vector<float> v(12);
    view m(thrust::raw_pointer_cast(v.data()), 3, 4);
    for (int i = 0; i < 12; i++) v[i] = i;
    scale<<<1, 32>>>(m, 2);
    cudaDeviceSynchronize();
    printf("%g %g\n", v[5], m(2, 3));
    add<<<1, 1>>>(m);
    cuda::std::mdspan<float, cuda::std::extents<int, 3, 4>> st(m.data_handle());
    add<<<1, 1>>>(st);
    cuda::std::mdspan<float, cuda::std::dextents<long, 2>, cuda::std::layout_left> left(m.data_handle(), 3, 4);
    add<<<1, 1>>>(left);
    fixed<<<1, 1>>>(1, st, 2);
    cudaDeviceSynchronize();
    for (int i = 0; i < 12; i++) printf(" %g", v[i]);
    puts("");
    sub<<<1, 1>>>(cuda::std::submdspan(m, cuda::std::full_extent, 1));
    auto block = cuda::std::submdspan(m, cuda::std::pair{1, 3}, cuda::std::pair{2, 4});
    add<<<1, 1>>>(block);
    cudaDeviceSynchronize();
    for (int i = 0; i < 12; i++) printf(" %g", v[i]);
    puts("");
    thrust::device_vector<float> w(12);
    thrust::tabulate(w.begin(), w.end(), [=] __device__ (int i) { return m(i / 4, i % 4) + 1; });
    thrust::tabulate(thrust::device, w.begin(), w.end(), [m] __host__ __device__ (int i) { return m(i / 4, i % 4) + 1; });
    printf("%g %g\n", (float) w[0], (float) w[11]);
    thrust::tabulate(w.begin(), w.end(), getter{m, 100});
    printf("%g %g\n", (float) w[0], (float) w[11]);
    wide<float> g{cuda::std::mdspan<float, cuda::std::dextents<size_t, 2>, cuda::std::layout_left>(m.data_handle(), 3, 4), 0.5f};
    thrust::transform(thrust::device, thrust::counting_iterator<size_t>(0), thrust::counting_iterator<size_t>(12), w.begin(), g);
    printf("%g %g %g\n", (float) w[0], (float) w[1], (float) w[11]);
    thrust::for_each_n(thrust::device, thrust::counting_iterator<int>(0), 3, [m] __device__ (int i) { m(i, 0) = 0; });
    cudaDeviceSynchronize();
    printf("%g\n", thrust::reduce(v.begin(), v.end(), 0.0f, cuda::std::plus<float>{}));
    printf("%g\n", thrust::reduce(v.begin(), v.end(), 0.0f, cuda::std::plus<>{}));
    cuda::std::array<float, 3> a = {1, 2, 3};
    thrust::tabulate(w.begin(), w.end(), [a] __device__ (int i) { return a[i % 3]; });
    printf("%g\n", (float) w[8]);
    auto col = cuda::std::submdspan(m, cuda::std::full_extent, 2);
    thrust::tabulate(w.begin(), w.begin() + 3, [col] __device__ (int i) { return col(i); });
    printf("%g\n", (float) w[1]);
}
