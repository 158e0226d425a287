// Template kernels launched without template arguments: they follow from the arguments.
#include <cstdio>
template <typename T> __global__ void axpy(int n, T a, const T *__restrict__ x, T* y) { int i = threadIdx.x; if (i < n) y[i] += a * x[i]; }
template <class T, int N = 4> __global__ void fill(T *x, T v) { for (int i = 0; i < N; i++) x[i] = v; }
int main() {
  double *m; float *f; cudaMallocManaged(&m, 64); cudaMallocManaged(&f, 64);
  fill<<<1, 1>>>(m, 2.5); fill<<<1, 1>>>(m + 4, 2.5); fill<<<1, 1>>>(f, 3.0f); fill<float, 2><<<1, 1>>>(f, 1.0f); cudaDeviceSynchronize();
  axpy<<<1, 4>>>(3, 2.0, m + 4, m); cudaDeviceSynchronize();
  printf("%g %g %g %g\n", m[0], m[3], f[0], f[3]);
}
