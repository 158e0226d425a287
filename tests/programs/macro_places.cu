#include <cstdio>
#define N 4
__global__ void a(int *p) { *p = N; }
#undef N
#define N 8
__global__ void a8(int *p) { *p = N; }
#define VERSION 1
__global__ void b(int *p) {
#if VERSION == 1
  *p = 1;
#else
  *p = 2;
#endif
}
#undef VERSION
#define VERSION 2
__global__ void c(int *p) {
#if VERSION == 1
  *p = 1;
#else
  *p = 2;
#endif
}
#define SQ(x) ((x) * (x))
__device__ int sq(int x) { return SQ(x); }
#undef SQ
#define SQ(x) (x)
__global__ void d4(int *p) { *p = sq(5) + SQ(1000); }
#define LOG(x) p[0] = x
__global__ void e(int *p) { LOG(77); }
#undef LOG
#define LOG(x)
__global__ void f(int *p) { p[0] = 5; LOG(78); }
__global__ void g(int *x, int M) { x[0] = M; }
#define M 32
template <int BLOCK> __global__ void h(int *x) { x[0] = BLOCK; }
#define BLOCK 16
__global__ void in(int *p) {
#define LOCAL 3
  p[0] = LOCAL;
}
#undef LOCAL
#define LOCAL 9
__global__ void in2(int *p) { p[0] = LOCAL; }
#define CAT(a, b) a##b
#define XY 11
__global__ void cat(int *p) { p[0] = CAT(X, Y); }
#undef XY
#define XY 12
__global__ void arch(int *p) {
#ifdef __CUDA_ARCH__
  p[0] = __CUDA_ARCH__ >= 500;
#else
  p[0] = -1;
#endif
}
__device__ float twice(float sum) { return 2 * sum; }
__global__ void sum(int *p) { p[0] = twice(21); }
struct V { int n; __device__ int len() const { return n; } int transpose; };
__device__ int len(V v) { return v.len(); }
__global__ void transpose(int *p) { V v{6, 1}; p[0] = len(v); }
#define run(k, ...) do { k<<<1, 1>>>(d __VA_ARGS__); int h; cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); printf("%s %d\n", #k, h); } while (0)
int main() { int *d; cudaMalloc(&d, 4);
run(a); run(a8); run(b); run(c); run(d4); run(e); run(f); run(g, , 6); run(h<BLOCK>); run(in); run(in2); run(cat); run(arch); run(sum); run(transpose);
}
