// Kernels of one name, default arguments of kernels, symbols behind casts.
#include <cstdio>
__global__ void announced(int *a, int x);
__global__ void chain(int *a, int x = 7);
__global__ void fillArray(float *a, int n) { for (int i = 0; i < n; i++) a[i] = i; }
__global__ void fillArray(float *a, int n, int v) { for (int i = 0; i < n; i++) a[i] = v; }
__global__ void fillArray(double *a, int n) { for (int i = 0; i < n; i++) a[i] = -i; }
template <typename T> __global__ void fillArray(T *a, const T *b, int n) { for (int i = 0; i < n; i++) a[i] = b[i]; }
__global__ void announced(int *a, int x = 5) { *a = x; }
__global__ void chain(int *a, int x) { *a += x; }
__device__ int *pointed; __device__ int number; __constant__ float coefs[4];
__global__ void look(int *a) { *a = number; }
void go(void (*k)(float *, int), float *d) { k<<<1, 1>>>(d, 3); }
template <typename T> __global__ void twice(T *a, int n) { for (int i = 0; i < n; i++) a[i] *= 2; }
int main() {
    float *f, h[3]; double *g, hd[3]; int *i, hi;
    cudaMalloc(&f, 12); cudaMalloc(&g, 24); cudaMalloc(&i, 4);
    fillArray<<<1, 1>>>(f, 3); cudaMemcpy(h, f, 12, cudaMemcpyDeviceToHost); printf("%g %g\n", h[1], h[2]);
    fillArray<<<1, 1>>>(f, 3, 9); cudaMemcpy(h, f, 12, cudaMemcpyDeviceToHost); printf("%g %g\n", h[1], h[2]);
    fillArray<<<1, 1>>>(g, 3); cudaMemcpy(hd, g, 24, cudaMemcpyDeviceToHost); printf("%g %g\n", hd[1], hd[2]);
    announced<<<1, 1>>>(i); cudaMemcpy(&hi, i, 4, cudaMemcpyDeviceToHost); printf("%d\n", hi);
    chain<<<1, 1>>>(i); cudaMemcpy(&hi, i, 4, cudaMemcpyDeviceToHost); printf("%d\n", hi);
    go(fillArray, f); cudaMemcpy(h, f, 12, cudaMemcpyDeviceToHost); printf("%g %g\n", h[1], h[2]);
    go(twice, f); cudaMemcpy(h, f, 12, cudaMemcpyDeviceToHost); printf("%g %g\n", h[1], h[2]);
    void (*p)(float *, int, int) = fillArray; p<<<1, 1>>>(f, 3, 4); cudaMemcpy(h, f, 12, cudaMemcpyDeviceToHost); printf("%g %g\n", h[1], h[2]);
    int n = 42; cudaMemcpyToSymbol((const void *) &number, &n, 4);
    look<<<1, 1>>>(i); cudaMemcpy(&hi, i, 4, cudaMemcpyDeviceToHost); printf("%d\n", hi);
    float *d2; cudaMalloc(&d2, 12); fillArray<<<1, 1>>>(d2, f, 3); cudaMemcpy(h, d2, 12, cudaMemcpyDeviceToHost); printf("%g %g\n", h[1], h[2]);
}
