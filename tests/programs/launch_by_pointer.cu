// Kernels through pointers: parameters, members, tables, vectors, template parameters.
#include <cstdio>
#include <vector>
#include <string>
#include <functional>
__global__ void add(float *x, int n, float v) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] += v; }
__global__ void scale(float *x, int n, float v) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] *= v; }
template <typename T> __global__ void fill(T *x, int n, T v) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = v; }
template <typename T, int N> __global__ void addn(T *x, int n, T v) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] += N * v; }
typedef void (*kernel_t)(float *, int, float);
using kernel_u = void (*)(float *, int, float);
struct entry { const char *name; kernel_t k; };
struct bench {
    float *d; int n;
    void (*member)(float *, int, float);
    void run(void (*kernel)(float *, int, float), float v) { kernel<<<ceil(n / 256.0), 256>>>(d, n, v); }
    void own(float v) { member<<<(n + 255) / 256, 256>>>(d, n, v); }
};
template <typename K> float time_it(K kernel, dim3 g, dim3 b, float *d, int n, float v) {
    kernel<<<g, b>>>(d, n, v);
    float h; cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); return h;
}
template <typename K, typename... A> float all(K kernel, A... a) { kernel<<<1, 32>>>(a...); cudaDeviceSynchronize(); return 1; }
template <void (*K)(float *, int, float)> void fixed(float *d, int n, float v) { K<<<1, 32>>>(d, n, v); }
float first(float *d) { float h; cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); return h; }
int main() {
    float *d; int n = 1000; cudaMalloc(&d, n * 4); cudaMemset(d, 0, n * 4);
    bench b{d, n, scale};
    b.run(add, 3); printf("%g\n", first(d));
    b.own(2); printf("%g\n", first(d));
    printf("%g\n", time_it(add, 4, 256, d, n, 1));
    printf("%g\n", time_it(fill<float>, 4, 256, d, n, 5));
    printf("%g\n", time_it(addn<float, 3>, 4, 256, d, n, 5));
    entry es[] = {{"add", add}, {"scale", scale}, {"fill", fill<float>}, {"addn", addn<float, 2>}};
    for (auto &e : es) { e.k<<<4, 256>>>(d, n, 2.f); printf("%s %g\n", e.name, first(d)); }
    kernel_t table[2] = {add, scale};
    for (int i = 0; i < 2; i++) { table[i]<<<4, 256>>>(d, n, 10); printf("%g\n", first(d)); }
    std::vector<kernel_t> v = {&scale, add};
    for (size_t i = 0; i < v.size(); i++) { v[i]<<<4, 256>>>(d, n, 0.5); printf("%g\n", first(d)); }
    for (kernel_u k : v) { (*k)<<<4, 256>>>(d, n, 0.5); printf("%g\n", first(d)); }
    auto k = n > 5 ? add : scale;
    k<<<4, 256>>>(d, n, 1); printf("%g\n", first(d));
    auto f = fill<float>; f<<<4, 256>>>(d, n, 7); printf("%g\n", first(d));
    all(add, d, n, 1.0f); printf("%g\n", first(d));
    fixed<add>(d, n, 1); printf("%g\n", first(d));
    std::function<void(float *, int)> fn = [&](float *p, int m) { k<<<4, 256>>>(p, m, 1); };
    fn(d, n); printf("%g\n", first(d));
    kernel_t late; late = fill; late<<<4, 256>>>(d, n, 3); printf("%g\n", first(d));
    void *args[] = {&d, &n, &n}; (void) args;
    dim3 gg = ceil(n / 256.0); printf("%u\n", gg.x);
}
