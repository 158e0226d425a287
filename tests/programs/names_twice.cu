// Names that are declared before they are defined, or mean several things: a class template, a function template beside a function, a kernel beside
// a function, a macro defined below a header whose templates have a parameter of that name, elements of a braced list.
#include <algorithm>
#include <cstdio>
#include <initializer_list>
#include <vector>
#include <curand.h>
#include <curand_kernel.h>
#define N 3

template <class T> struct vec_t;
using vec = vec_t<double>;
template <class T, int K> class mat;
template <class T> using row = mat<T, N>;
vec *first(vec *v) { return v; }
struct ray {
    row<float> *m;
    int count();
};
template <class T> struct vec_t {
    T x, y, z;
};
template <class U, int K> class mat {
public:
    U a[K];
    U sum() const
    {
        U s = 0;
        for (int i = 0; i < K; i++)
            s += a[i];
        return s;
    }
};
int ray::count() { return (int) m->sum(); }
struct plane {
    vec pos;
};

template <class A, class B> A *pick(A *p, int n, B m) { return p + n + m; }
int pick(const std::vector<int> &v) { return *pick<const int, int>(v.data(), 1, 1); }

struct both {
    template <class T> T get() { return T(7); }
    int get(int i) { return i; }
    int sum() { return get<int>() + get(1); }
};

__host__ __device__ unsigned flip(unsigned n) { return n ^ 255u; }
__global__ void flip(void *data)
{
    unsigned *p = (unsigned *) data;
    p[threadIdx.x] = flip(p[threadIdx.x]);
}
__global__ void draw(unsigned *o)
{
    curandState_t s;
    curand_init(1, 0, 0, &s);
    o[N] = curand(&s) % N;
}

template <typename T> size_t count(const std::initializer_list<T> &l) { return l.size(); }
double largest(double a, double b) { return std::max({a, b, a + b}); }

int main()
{
    row<float> m{{1, 2, 4}};
    ray r{&m};
    plane p{{1, 2, 3}};
    printf("%g %d %g\n", p.pos.y, r.count(), first(&p.pos)->z);
    both b;
    printf("%d %d %d\n", pick(std::vector<int>{4, 5, 6}), b.sum(), b.get<int>());
    int pick = 5;
    printf("%d\n", pick < N);
    unsigned h[4] = {1, 2, 3, 99}, *d;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    flip<<<1, N>>>(d);
    draw<<<1, 1>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%u %u %d %u\n", h[0], h[2], h[3] < N, flip(1));
    int i = 1;
    printf("%zu %g %d\n", count({i, 2, 3}), largest(1, 2), std::min({i + 1, i}));
}
