// Kernels of one name that are declared before they are launched, and defined later.
#include <cstdio>

__global__ void add(int *p);
__global__ void add(float *p);
__global__ void add(int *p);
template <typename T> __global__ void add(T *p, int n);
__global__ void add(int *output, int length, int *n1, int *n2);
__global__ void scale(int *p, int n);
__global__ void scale(int *p, const int n);
__global__ void scale(const float *p, int n, int m);

void launch(int *p, float *q)
{
    add<<<1, 1>>>(p);
    add<<<1, 1>>>(q);
    add<<<1, 1>>>(q, 3);
    add<float><<<1, 1>>>(q, 4);
    add<<<1, 1>>>(p, 5, p, p);
    scale<<<1, 1>>>(p, 6);
    scale<<<1, 1>>>(q, 7, 8);
    cudaDeviceSynchronize();
}
__global__ void add(float *p) { printf("float\n"); }
__global__ void add(int *p) { printf("int\n"); }
template <typename T> __global__ void add(T *p, int n) { printf("template %d\n", n); }
__global__ void add(int *output, int length, int *n1, int *n2) { printf("four %d\n", length); }
__global__ void scale(int *__restrict__ p, int const n) { printf("scale %d\n", n); }
__global__ void scale(const float *p, const int n, int m) { printf("scale %d %d\n", n, m); }

int main()
{
    int *p;
    cudaMalloc(&p, 16);
    launch(p, (float *) p);
    void (*pointer)(float *) = add;
    pointer<<<1, 1>>>((float *) p);
    cudaDeviceSynchronize();
}
