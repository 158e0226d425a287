// Generators: random numbers and linspace. Each element is computed from its index alone.
#include "../../lang/include/detail/__sobol.h"
namespace warpcell {

// Philox 4x32-10 (Salmon et al., SC 2011): the random bits of element i are a function of seed, draw and i, so every device
// gives the same numbers, in any order.
__device__ inline uint4 philox(unsigned long seed, unsigned long draw, unsigned long i)
{
    unsigned k0 = seed, k1 = seed >> 32;
    uint4 c = make_uint4(i, i >> 32, draw, draw >> 32);
#pragma unroll
    for (int round = 0; round < 10; round++) {
        unsigned long a = 0xD2511F53ul * c.x, b = 0xCD9E8D57ul * c.z;
        c = make_uint4((unsigned) (b >> 32) ^ c.y ^ k0, b, (unsigned) (a >> 32) ^ c.w ^ k1, a);
        k0 += 0x9E3779B9;
        k1 += 0xBB67AE85;
    }
    return c;
}

template <class T> __device__ inline T random(unsigned long seed, unsigned long draw, long i);

template <> __device__ inline float random<float>(unsigned long seed, unsigned long draw, long i)
{
    uint4 r = philox(seed, draw, i >> 2);
    unsigned u = (i & 2) ? ((i & 1) ? r.w : r.z) : ((i & 1) ? r.y : r.x);
    return (u >> 8) * 0x1p-24f;
}

template <> __device__ inline double random<double>(unsigned long seed, unsigned long draw, long i)
{
    uint4 r = philox(seed, draw, i >> 1);
    unsigned long u = (i & 1) ? ((unsigned long) r.w << 32 | r.z) : ((unsigned long) r.y << 32 | r.x);
    return (u >> 11) * 0x1p-53;
}

// Box and Muller: two uniform numbers give a point whose coordinates are normal.
template <class T> __device__ inline T randn(unsigned long seed, unsigned long draw, long i);

template <> __device__ inline float randn<float>(unsigned long seed, unsigned long draw, long i)
{
    uint4 r = philox(seed, draw, i >> 2);
    unsigned a = (i & 2) ? r.z : r.x, b = (i & 2) ? r.w : r.y;
    float radius = sqrtf(-2 * logf(((a >> 8) + 1) * 0x1p-24f)), turn = (b >> 8) * 0x1p-23f;
    return radius * ((i & 1) ? sinpif(turn) : cospif(turn));
}

template <> __device__ inline double randn<double>(unsigned long seed, unsigned long draw, long i)
{
    uint4 r = philox(seed, draw, i >> 1);
    unsigned long a = (unsigned long) r.y << 32 | r.x, b = (unsigned long) r.w << 32 | r.z;
    double radius = sqrt(-2 * log(((a >> 11) + 1) * 0x1p-53)), turn = (b >> 11) * 0x1p-52;
    return radius * ((i & 1) ? sinpi(turn) : cospi(turn));
}

__device__ inline unsigned long random_bits(unsigned long seed, unsigned long draw, long i)
{
    uint4 r = philox(seed, draw, i);
    return (unsigned long) r.y << 32 | r.x;
}

// Whole numbers of [low, high): the upper half of a product, which is uniform but for one part in 2^64 / (high - low).
template <class T> __device__ inline T randint(unsigned long seed, unsigned long draw, long i, long low, long high)
{
    uint4 r = philox(seed, draw, i);
    return (T) (low + (long) __umul64hi((unsigned long) r.y << 32 | r.x, (unsigned long) (high - low)));
}

template <class T> __device__ inline T lognormal(unsigned long seed, unsigned long draw, long i, double mean, double sigma)
{
    return exp((T) mean + (T) sigma * randn<T>(seed, draw, i));
}

template <class T> __device__ inline T exponential(unsigned long seed, unsigned long draw, long i, double scale)
{
    return -(T) scale * log(1 - random<T>(seed, draw, i));
}

// Two numbers of (0, 1) for attempt k of element i.
__device__ inline double2 poisson_pair(unsigned long seed, unsigned long draw, long i, unsigned long k)
{
    uint4 r = philox(seed + 0x9E3779B97F4A7C15ul * k, draw, i);
    return make_double2(((((unsigned long) r.y << 32 | r.x) >> 11) + 0.5) * 0x1p-53, ((((unsigned long) r.w << 32 | r.z) >> 11) + 0.5) * 0x1p-53);
}

// Small means: the number of factors whose product stays above exp(-lambda). Others: transformed rejection (Hoermann, "The transformed
// rejection method for generating Poisson random variables", 1993, algorithm PTRS).
template <class T> __device__ inline T poisson(unsigned long seed, unsigned long draw, long i, double lambda)
{
    if (!(lambda > 0))
        return 0;
    if (lambda < 10) {
        const double limit = exp(-lambda);
        double product = 1;
        for (long count = 0;; count += 2) {
            double2 u = poisson_pair(seed, draw, i, count / 2);
            if ((product *= u.x) <= limit)
                return count;
            if ((product *= u.y) <= limit)
                return count + 1;
        }
    }
    const double b = 0.931 + 2.53 * sqrt(lambda), a = -0.059 + 0.02483 * b, alpha = 1.1239 + 1.1328 / (b - 3.4), most = 0.9277 - 3.6224 / (b - 2);
    for (unsigned long k = 0;; k++) {
        double2 u = poisson_pair(seed, draw, i, k);
        double x = u.x - 0.5, to_end = 0.5 - fabs(x), n = floor((2 * a / to_end + b) * x + lambda + 0.43);
        if (to_end >= 0.07 && u.y <= most)
            return n;
        if (n < 0 || (to_end < 0.013 && u.y > to_end))
            continue;
        if (log(u.y * alpha / (a / (to_end * to_end) + b)) <= n * log(lambda) - lambda - lgamma(n + 1))
            return n;
    }
}

// Element i of a matrix with a point in each row. scramble: the points are scrambled by the seed.
__device__ inline float sobol(long i, long dimensions, bool scramble, unsigned long seed)
{
    const long point = i / dimensions;
    const int dimension = (int) (i % dimensions);
    unsigned x = __sobol_bits(point, dimension);
    if (scramble)
        x = __sobol_scrambled(x, philox(seed, 0, dimension).x);
    return (x >> 8) * 0x1p-24f;
}

template <class T> __device__ inline T isclose(double x, double y, double rtol, double atol)
{
    return x == y || (isfinite(y) && fabs(x - y) <= atol + rtol * fabs(y));
}

template <class T> __device__ inline T linspace(T first, T last, long n, long i)
{
    if (i == 0)
        return first; // also if it is the only number
    return i == n - 1 ? last : first + (last - first) / (n - 1) * i;
}

} // namespace warpcell
