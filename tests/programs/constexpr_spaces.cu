// constexpr functions without a CUDA space, in kernels where a constant is needed; std::min and std::max, which are constexpr.
#include <algorithm>
#include <cstdio>
#include <stdexcept>

constexpr int host_only(int x) { return x > 3 ? throw std::runtime_error("no") : x; }
constexpr int div_up(int a, int b) { return (a + b - 1) / b; }
template <typename T> constexpr T rounded(T a, T b) { return (a + b - 1) / b * b; }
namespace deep { [[nodiscard]] static inline constexpr unsigned twice(unsigned x) { return 2 * x; } }
constexpr int size(int x) { return x; }
template <int n> using row = signed char[div_up(n, 8) * 8];
template <int N> struct traits {
    static constexpr int size() { return N; }
    template <int M> static constexpr int times() { return N * M; }
    static constexpr int least = std::min(N * 4, 100);
};

template <int n> __global__ void k(int *out, unsigned u)
{
    row<n> r;
    __shared__ int s[rounded(n, 4)];
    constexpr int m = std::max(n, 3), t = traits<n>::size() + traits<n>::template times<2>();
    int size = sizeof s / sizeof *s, host_only = 1;
    using namespace std;
    out[0] = sizeof r;
    out[1] = t + traits<n>::least;
    out[2] = m + deep::twice(2);
    out[3] = size * host_only;
    out[4] = min(3, 4) + max(2.5f, 1.5f) + std::min<long>(3, u) + std::max(1, 2);
}

int main()
{
    int *p, h[5];
    cudaMalloc(&p, sizeof h);
    k<13><<<1, 1>>>(p, 7);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDefault);
    printf("%d %d %d %d %d, %d\n", h[0], h[1], h[2], h[3], h[4], host_only(2) + size(1));
    return 0;
}
