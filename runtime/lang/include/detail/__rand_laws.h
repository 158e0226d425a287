/* SPDX-License-Identifier: Apache-2.0 */
/* The distributions of cuRAND's calls: what is made of the bits of a generator. */
#ifndef WARPCELL_RAND_LAWS_H
#define WARPCELL_RAND_LAWS_H
#include <__rand_streams.h>

enum { __RAND_UINT, __RAND_UNIFORM, __RAND_NORMAL, __RAND_LOG_NORMAL, __RAND_ALIAS, __RAND_SEARCH, __RAND_ROUND };

/* a, b: mean and deviation. The last three are Poisson's, with mean a: for `bins` numbers from `low`, Walker's aliases (edge, other) or the
 * cumulative probabilities (edge); for a large mean rounded normal numbers. */
struct __rand_law {
    int what;
    double a, b;
    unsigned low, bins;
    const double *edge;
    const unsigned *other;
};

/* The normal distribution's quantile for p of (0, 1): P. J. Acklam's rational functions (2003), then a step of Halley's method. */
static inline __host__ __device__ double __rand_normal_quantile(double p)
{
    double q = p < 0.5 ? p : 1 - p, x;
    if (q < 0.02425) {
        double t = sqrt(-2 * log(q));
        x = (((((-7.784894002430293e-03 * t - 3.223964580411365e-01) * t - 2.400758277161838) * t - 2.549732539343734) * t + 4.374664141464968) * t +
             2.938163982698783) /
            ((((7.784695709041462e-03 * t + 3.224671290700398e-01) * t + 2.445134137142996) * t + 3.754408661907416) * t + 1);
    } else {
        double t = q - 0.5, r = t * t;
        x = (((((-39.69683028665376 * r + 220.9460984245205) * r - 275.9285104469687) * r + 138.3577518672690) * r - 30.66479806614716) * r +
             2.506628277459239) *
            t /
            (((((-54.47609879822406 * r + 161.5858368580409) * r - 155.6989798598866) * r + 66.80131188771972) * r - 13.28068155288572) * r + 1);
    }
    double off = 0.5 * erfc(-x * 0.7071067811865476) - q, u = off * 2.5066282746310002 * exp(x * x / 2);
    x -= u / (1 + x * u / 2);
    return p < 0.5 ? x : -x;
}

/* ---- a uniform or a normal number as the law wants it ---- */

static inline __host__ __device__ float __rand_normal(struct __rand_law law, float z)
{
    float x = (float) law.a + (float) law.b * z;
    return law.what == __RAND_LOG_NORMAL ? expf(x) : x;
}

static inline __host__ __device__ double __rand_normal(struct __rand_law law, double z)
{
    double x = law.a + law.b * z;
    return law.what == __RAND_LOG_NORMAL ? exp(x) : x;
}

static inline __host__ __device__ unsigned __rand_rounded(struct __rand_law law, double z)
{
    double x = floor(law.a + sqrt(law.a) * z + 0.5);
    return x > 0 ? (unsigned) x : 0;
}

/* Poisson's number: the first whose cumulative probability is at least u. */
static inline __host__ __device__ unsigned __rand_found(struct __rand_law law, double u)
{
    unsigned first = 0, count = law.bins - 1;
    while (count) {
        unsigned half = count / 2;
        if (law.edge[first + half] < u) {
            first += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return law.low + first;
}

/* The same for 32 bits: an alias takes them at their lower end, a search at their upper one. */
static inline __host__ __device__ unsigned __rand_poisson(struct __rand_law law, unsigned bits)
{
    if (law.what == __RAND_SEARCH)
        return __rand_found(law, (bits + 1.0) * 2.3283064365386963e-10);
    double x = bits * 2.3283064365386963e-10 * law.bins;
    unsigned bin = (unsigned) x;
    return law.low + (x < law.edge[bin] ? bin : law.other[bin]);
}

/* ---- from a stream: one number, of a normal law a pair ---- */

template <typename S> __host__ __device__ void __rand_deal(S *s, struct __rand_law law, unsigned *out)
{
    if (law.what == __RAND_ROUND)
        *out = __rand_rounded(law, __rand_single(s));
    else
        *out = law.what == __RAND_UINT ? __rand_bits(s) : __rand_poisson(law, __rand_bits(s));
}

template <typename S, typename T> __host__ __device__ void __rand_deal(S *s, struct __rand_law law, T *out)
{
    if (law.what == __RAND_UNIFORM) {
        __rand_unit(s, out);
        return;
    }
    __rand_pair(s, out);
    out[0] = __rand_normal(law, out[0]);
    out[1] = __rand_normal(law, out[1]);
}

/* ---- from 32 or 64 bits: each number alone, normal ones by the quantile ---- */

/* point: of Sobol's sequence, else a number of MT19937. A double is at the end of its interval for a point, in the middle for a number; large Poisson
 * numbers are rounded as doubles or as floats. */
static inline __host__ __device__ void __rand_make(unsigned x, struct __rand_law law, bool point, float *out)
{
    double u = (x + 0.5) * 2.3283064365386963e-10;
    *out = law.what == __RAND_UNIFORM ? (float) u : __rand_normal(law, (float) __rand_normal_quantile(u));
}

static inline __host__ __device__ void __rand_make(unsigned x, struct __rand_law law, bool point, double *out)
{
    if (law.what == __RAND_UNIFORM)
        *out = (x + (point ? 1.0 : 0.5)) * 2.3283064365386963e-10;
    else
        *out = __rand_normal(law, __rand_normal_quantile((x + 0.5) * 2.3283064365386963e-10));
}

static inline __host__ __device__ void __rand_make(unsigned x, struct __rand_law law, bool point, unsigned *out)
{
    if (law.what == __RAND_ROUND) {
        float z = (float) __rand_normal_quantile((x + 0.5) * 2.3283064365386963e-10), v = (float) law.a + (float) sqrt(law.a) * z;
        *out = point ? __rand_rounded(law, z) : v > 0 ? (unsigned) floorf(v + 0.5f) : 0;
    } else
        *out = law.what == __RAND_UINT ? x : __rand_poisson(law, x);
}

static inline __host__ __device__ void __rand_make(unsigned long long x, struct __rand_law law, bool point, float *out)
{
    __rand_make((unsigned) (x >> 32), law, point, out);
}

static inline __host__ __device__ void __rand_make(unsigned long long x, struct __rand_law law, bool point, double *out)
{
    double u = (x >> 11) * 1.1102230246251565e-16 + 5.5511151231257827e-17;
    *out = law.what == __RAND_UNIFORM ? u : __rand_normal(law, __rand_normal_quantile(u));
}

static inline __host__ __device__ void __rand_make(unsigned long long x, struct __rand_law law, bool point, unsigned *out)
{
    struct __rand_law uniform = {__RAND_UNIFORM, 0, 1, 0, 0, NULL, NULL};
    double u;
    __rand_make(x, uniform, point, &u);
    if (law.what == __RAND_SEARCH)
        *out = __rand_found(law, u);
    else
        __rand_make((unsigned) (x >> 32), law, point, out);
}

static inline __host__ __device__ void __rand_make(unsigned long long x, struct __rand_law law, bool point, unsigned long long *out) { *out = x; }

/* ---- Philox4x32-10: numbers of a block of four, from its counter ---- */

/* Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011. */
static inline __host__ __device__ void __rand_philox(unsigned long long seed, unsigned long long place, unsigned long long sequence, unsigned *out)
{
    unsigned c0 = (unsigned) place, c1 = (unsigned) (place >> 32), c2 = (unsigned) sequence, c3 = (unsigned) (sequence >> 32);
    unsigned k0 = (unsigned) seed, k1 = (unsigned) (seed >> 32);
    for (int round = 0; round < 10; round++) {
        unsigned long long p0 = 0xD2511F53ull * c0, p1 = 0xCD9E8D57ull * c2;
        c0 = (unsigned) (p1 >> 32) ^ c1 ^ k0;
        c1 = (unsigned) p1;
        c2 = (unsigned) (p0 >> 32) ^ c3 ^ k1;
        c3 = (unsigned) p0;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
}

/* Four numbers from 0 to 1 become normal ones, unless the law is uniform. */
template <typename T> __host__ __device__ void __rand_normals(struct __rand_law law, T *out)
{
    for (int i = 0; law.what != __RAND_UNIFORM && i < 4; i += 2) {
        __rand_polar(out[i], out[i + 1], out + i);
        out[i] = __rand_normal(law, out[i]);
        out[i + 1] = __rand_normal(law, out[i + 1]);
    }
}

/* Four numbers of a sequence, from its counter on: of doubles, two blocks of bits. */
static inline __host__ __device__ void __rand_block(unsigned long long seed, unsigned sequence, unsigned long long counter, struct __rand_law law, float *out)
{
    unsigned x[4];
    __rand_philox(seed, counter, sequence, x);
    for (int i = 0; i < 4; i++)
        out[i] = x[i] * 2.3283064365386963e-10f + 1.16415321826934814453e-10f;
    __rand_normals(law, out);
}

static inline __host__ __device__ void __rand_block(unsigned long long seed, unsigned sequence, unsigned long long counter, struct __rand_law law, double *out)
{
    unsigned x[8];
    __rand_philox(seed, counter, sequence, x);
    __rand_philox(seed, counter + 1, sequence, x + 4);
    for (int i = 0; i < 4; i++)
        out[i] = ((x[2 * i] ^ (unsigned long long) x[2 * i + 1] << 21) & 0x1fffffffffffffull) * 1.1102230246251565e-16 + 5.5511151231257827e-17;
    __rand_normals(law, out);
}

static inline __host__ __device__ void __rand_block(unsigned long long seed, unsigned sequence, unsigned long long counter, struct __rand_law law, unsigned *out)
{
    float z[4];
    if (law.what == __RAND_ROUND) {
        struct __rand_law normal = {__RAND_NORMAL, 0, 1, 0, 0, NULL, NULL};
        __rand_block(seed, sequence, counter, normal, z);
        for (int i = 0; i < 4; i++)
            out[i] = __rand_rounded(law, z[i]);
        return;
    }
    __rand_philox(seed, counter, sequence, out);
    for (int i = 0; law.what != __RAND_UINT && i < 4; i++)
        out[i] = __rand_poisson(law, out[i]);
}

#endif
