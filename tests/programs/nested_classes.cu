// Classes inside classes and templates: their full names, their functions for the host alone, kernels that take them.
#include <cstdio>
#include <string>
#include <typeinfo>

struct outer {
    struct inner {
        int x;
        inner(int a) : x(a) {}
        inner() = default;
        std::string host() const { return "inner " + std::to_string(x); }
    };
    inner b;
    enum class kind { one, two } k;
    union both {
        int i;
        float f;
        both(int v) : i(v) {}
    } u;
};

template <class T> struct scaled {
    struct by {
        T factor;
        by(T f) : factor(f) {}
        __host__ __device__ T operator()(T x) const { return x * factor; }
        struct deep {
            int y;
            deep(int v) : y(v) {}
            std::string host() { return "deep"; }
        };
    };
    T y;
};

struct by {
    __device__ float operator()(float x) const { return -x; }
};

__global__ void members(outer a) { printf("%d %d %d\n", a.b.x, (int) a.k, a.u.i); }
template <class F> __global__ void apply(F f) { printf("%g\n", (double) f(3)); }
__global__ void deep(scaled<int>::by::deep d) { printf("%d\n", d.y); }

int main()
{
    outer a{outer::inner(3), outer::kind::two, outer::both(7)};
    members<<<1, 1>>>(a);
    apply<<<1, 1>>>(scaled<int>::by(5));
    apply<<<1, 1>>>(scaled<float>::by(0.5f));
    apply<<<1, 1>>>(by());
    deep<<<1, 1>>>(scaled<int>::by::deep(8));
    cudaDeviceSynchronize();
    printf("%s, %s\n", a.b.host().c_str(), scaled<int>::by::deep(1).host().c_str());
    printf("%s %s %s\n", typeid(outer::inner).name(), typeid(scaled<int>::by).name(), typeid(scaled<int>::by::deep).name());
    printf("%s %s %s\n", typeid(outer::kind).name(), typeid(scaled<outer::inner>).name(), typeid(outer::both).name());
}
