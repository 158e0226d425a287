// [[...]] before declarations and statements.
#include <cstdio>
#include <initializer_list>
[[nodiscard]] int f() { return 1; }
[[noreturn]] void stop();
namespace deep { int z; [[nodiscard]] int g() { return 2; } 
[[maybe_unused]] static int q; }
struct [[nodiscard]] s { [[nodiscard]] int h() { return 3; } [[maybe_unused]] int unused; };
template <class T> [[nodiscard]] T same(T x) { return x; }
[[nodiscard]] __host__ __device__ constexpr int twice(int x) { return 2 * x; }
[[maybe_unused]] __device__ int table[4];
[[deprecated("old")]] typedef int number;
int main() {
    [[maybe_unused]] int x = 3;
    switch (x) { case 3: x++; [[fallthrough]]; case 4: x++; break; default: [[unlikely]] x = 0; }
    if (x > 3) [[likely]] x *= 2;
    for ([[maybe_unused]] int i : {1, 2}) [[likely]] { x++; }
    auto l = [y = x](int v) { return v + y; };
    printf("%d %d\n", x, f() + deep::g() + s().h() + same(4) + twice(2) + l(1)); }
