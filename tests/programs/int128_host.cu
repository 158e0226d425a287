// __int128 on the host: constants, templates, overloads, streams that the program teaches it; between host and kernels.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <vector>

using u128 = unsigned __int128;
using i128 = __int128_t;

constexpr u128 M = ((u128) 1 << 90) + 7;
constexpr u128 power(u128 b, unsigned e)
{
    u128 r = 1;
    for (; e; e >>= 1, b *= b)
        r *= e & 1 ? b : 1;
    return r;
}
static_assert(power(3, 40) == 12157665459056928801ULL, "");
static_assert((power(2, 100) >> 98) == 4 && M > UINT64_MAX, "");

std::ostream &operator<<(std::ostream &out, u128 v)
{
    std::string s;
    do {
        s += char('0' + int(v % 10));
        v /= 10;
    } while (v);
    std::reverse(s.begin(), s.end());
    return out << s;
}

std::ostream &operator<<(std::ostream &out, i128 v)
{
    return v < 0 ? out << '-' << -(u128) v : out << (u128) v;
}

const char *which(int) { return "int"; }
const char *which(long) { return "long"; }
const char *which(u128) { return "u128"; }
const char *which(i128) { return "i128"; }
const char *which(double) { return "double"; }

template <class T> T divisor(T a, T b) { return b ? divisor(b, a % b) : a; }

uint64_t mulmod(uint64_t a, uint64_t b, uint64_t m) { return static_cast<uint64_t>((__uint128_t) a * b % m); }

struct generator { // a PCG with 128 bits of state
    u128 state = 42;
    uint64_t operator()()
    {
        state = state * (((u128) 2549297995355413924ULL << 64) + 4865540595714422341ULL) + 1;
        uint64_t x = uint64_t(state >> 64) ^ uint64_t(state);
        int r = int(state >> 122);
        return x >> r | x << (-r & 63);
    }
};

__host__ __device__ u128 square(u128 x) { return x * x; }
__global__ void squares(u128 from, u128 *out) { out[threadIdx.x] = square(from + threadIdx.x) + std::is_integral<u128>::value; }
template <class T> __global__ void multiples(T of, T *out) { out[threadIdx.x] = of * threadIdx.x; }

void with_kernels()
{
    u128 *d, h[4], a = ((u128) 1 << 63) + 3;
    cudaMalloc(&d, sizeof h);
    squares<<<1, 4>>>(a, d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4; i++)
        std::cout << (h[i] == square(a + i) + 1);
    multiples<<<1, 4>>>(a, d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 4; i++)
        std::cout << (h[i] == a * i);
    squares<<<1, 1>>>(7, d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    std::cout << ' ' << h[0] << '\n';
    cudaFree(d);
}

int main()
{
    std::cout << M << ' ' << -(i128) M << ' ' << power(7, 44) << '\n';
    for (const char *name : {which(1), which(1L), which((i128) 1), which(M), which((u128) 1 + 1), which(1.0)})
        std::cout << name << ' ';
    std::cout << divisor<i128>((i128) 1 << 80, (i128) 6 << 70) << ' ' << mulmod(1ull << 63, 3, 1000000007) << '\n';
    std::cout << std::is_integral<u128>::value << std::is_signed<i128>::value << std::is_unsigned<u128>::value << std::is_arithmetic_v<i128>;
    std::cout << std::is_same_v<std::make_unsigned_t<i128>, u128> << std::is_same_v<std::make_signed_t<u128>, i128>;
    std::cout << std::is_same_v<decltype((i128) 1 + 1u), i128> << typeid(u128).name() << typeid(i128).name() << '\n';
    std::cout << std::numeric_limits<u128>::max() << ' ' << std::numeric_limits<i128>::min() << ' ' << std::numeric_limits<i128>::digits << '\n';
    std::vector<u128> v;
    for (int i = 0; i < 5; i++)
        v.push_back((u128) (7 * i % 5) << (60 + i));
    std::sort(v.begin(), v.end());
    for (u128 x : v)
        std::cout << x << ' ';
    std::cout << std::accumulate(v.begin(), v.end(), (u128) 0) << ' ' << std::max(M, (u128) 5) << ' ' << std::abs(-(i128) M) << '\n';
    std::map<u128, int> m;
    m[M] = 3;
    m[M] += 4;
    m[1] = 2;
    for (auto &[key, value] : m)
        std::cout << key << '=' << value << ' ';
    generator next;
    uint64_t mixed = 0;
    for (int i = 0; i < 10000; i++)
        mixed = mixed * 31 + next();
    auto times = [](u128 x) { return x * M; };
    std::cout << mixed << ' ' << times(9) << '\n';
    u128 *p = new u128[3]{1, 2, M}, &r = p[2];
    r >>= 3;
    std::swap(p[0], p[2]);
    std::cout << p[0] << ' ' << p[2] << '\n';
    delete[] p;
    try {
        throw (i128) -7;
    } catch (i128 e) {
        std::cout << e << '\n';
    }
    with_kernels();
}
