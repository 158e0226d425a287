// One variable declared twice, constants that the device folds, instances of kernel templates as values, complex numbers.
#include <cstdio>
#include <cuComplex.h>
extern int counter;
extern const float table[];
extern double ratio;

int next()
{
    return ++counter;
}

int counter = 5;
double ratio = 1.5;
extern int counter;
const float table[] = {1, 2, 3};
typedef double real;
const real cutoff = 1.9;
const real cutoff_square = cutoff * cutoff;

__global__ void k(real *x)
{
    *x = cutoff_square;
}

template <typename T, int N> __global__ void scale(T *x, T by)
{
    x[threadIdx.x] *= by * N;
}

int main()
{
    int later(int), later(double), next(); // two functions that are defined below, and one above
    printf("%d %d\n", later(3), later(2.5));
    printf("%d %d %g %g\n", next(), counter, ratio, table[1]);
    real *x;
    cudaMallocManaged(&x, 64);
    k<<<1, 1>>>(x);
    cudaDeviceSynchronize();
    printf("%g\n", *x);
    int blocks;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale<float, 2>, 256, 0);
    printf("%d\n", blocks > 0);
    cudaFuncAttributes a;
    cudaFuncGetAttributes(&a, scale<double, 3>);
    printf("%d\n", a.maxThreadsPerBlock);
    double by = 2;
    void *args[] = {&x, &by};
    cudaLaunchCooperativeKernel((void *) scale<double, 3>, dim3(1), dim3(1), args, 0, 0);
    cudaDeviceSynchronize();
    printf("%g\n", *x);
    cuDoubleComplex z = make_cuDoubleComplex(3, 4), w = cuCmul(z, cuConj(z));
    printf("%g %g %g\n", cuCabs(z), w.x, w.y);
}

int again()
{
    int later(int);
    return later(1);
}

int later(int n)
{
    return n ? 10 * n : again();
}

int later(double x)
{
    return (int) (100 * x) + later(0);
}
