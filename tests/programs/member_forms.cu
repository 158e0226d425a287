// Members in rarer forms: template arguments of a call operator, friends behind other specifiers, a field with the name of its class, constants of empty classes.
#include <cstdio>
#ifndef __CUDACC__
#define __host__
#define __device__
#endif

struct pick { template <int N> int operator()(int x) const { return N + x; } };
template <typename F> void call(F f, bool a) {
    if (a) f.template operator()<true, 3>(1);
    else f.template operator()<false, 4>(2);
}

struct divisor {
    int d;
    __host__ __device__ divisor(int d) : d(d) {}
    __host__ __device__ friend int operator/(const int n, const divisor &f);
    inline friend int operator%(const int n, const divisor &f) { return n % f.d; }
};
__host__ __device__ int operator/(const int n, const divisor &f) { return n / f.d; }

struct grid { int grid[3]; int *rows = nullptr; };

namespace constants {
constexpr struct unit_type { operator double() const { return 1; } operator float() const { return 0.5f; } } unit;
constexpr struct none_type {} none;
}

int main() {
    auto f = [&]<bool A, int B>(int x) { printf("%d %d %d\n", A, B, x); };
    f.operator()<true, 3>(7);
    call(f, false);
    auto later = [&]<bool A, bool B>() { printf("%d%d\n", A, B); };
    later.operator()<true, true >();
    later.operator()<false, true>();
    pick p;
    printf("%d %d\n", p.operator()<5>(2), p.template operator()<6>(2));
    divisor three(3);
    printf("%d %d\n", 10 / three, 10 % three);
    grid g;
    g.grid[1] = 4;
    printf("%d %d\n", g.grid[1], g.rows == nullptr);
    printf("%g %g %zu\n", (double) constants::unit, (float) constants::unit, sizeof constants::none);
    return 0;
}
