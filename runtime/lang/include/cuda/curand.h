/* SPDX-License-Identifier: Apache-2.0 */
/* cuRAND's host calls. Whichever pseudo-random generator is requested, the numbers are those of Philox4x32-10 with the seed as its key and the
 * place in the sequence as its counter: the same distribution as the library's, not the same numbers. One seed gives the same
 * numbers each time, and on host and device. Quasi-random generators give Sobol's sequence of up to 21 dimensions, one dimension
 * after the other. */
#ifndef WARPCELL_CURAND_H
#define WARPCELL_CURAND_H
#include <__sobol.h>

typedef enum curandStatus {
    CURAND_STATUS_SUCCESS = 0, CURAND_STATUS_VERSION_MISMATCH = 100, CURAND_STATUS_NOT_INITIALIZED = 101,
    CURAND_STATUS_ALLOCATION_FAILED = 102, CURAND_STATUS_TYPE_ERROR = 103, CURAND_STATUS_OUT_OF_RANGE = 104,
    CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105, CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106, CURAND_STATUS_LAUNCH_FAILURE = 201,
    CURAND_STATUS_PREEXISTING_FAILURE = 202, CURAND_STATUS_INITIALIZATION_FAILED = 203, CURAND_STATUS_ARCH_MISMATCH = 204,
    CURAND_STATUS_INTERNAL_ERROR = 999
} curandStatus_t;
typedef enum curandRngType {
    CURAND_RNG_PSEUDO_DEFAULT = 100, CURAND_RNG_PSEUDO_XORWOW = 101, CURAND_RNG_PSEUDO_MRG32K3A = 121, CURAND_RNG_PSEUDO_MTGP32 = 141,
    CURAND_RNG_PSEUDO_MT19937 = 142, CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161, CURAND_RNG_QUASI_DEFAULT = 200, CURAND_RNG_QUASI_SOBOL32 = 201,
    CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202, CURAND_RNG_QUASI_SOBOL64 = 203, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204
} curandRngType_t;
typedef enum curandOrdering {
    CURAND_ORDERING_PSEUDO_BEST = 100, CURAND_ORDERING_PSEUDO_DEFAULT = 101, CURAND_ORDERING_PSEUDO_SEEDED = 102,
    CURAND_ORDERING_QUASI_DEFAULT = 201
} curandOrdering_t;

struct curandGenerator_st {
    unsigned long long seed, place; /* place: numbers drawn so far, in groups of four */
    cudaStream_t stream;
    bool host, quasi, scrambled;
    unsigned dimensions; /* of a quasi-random one; its place counts points */
};
typedef struct curandGenerator_st *curandGenerator_t;

enum { __RAND_UINT, __RAND_UNIFORM, __RAND_NORMAL, __RAND_LOG_NORMAL, __RAND_POISSON };

/* Four numbers of 32 bits: Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011. */
static inline __host__ __device__ void __rand_philox(unsigned long long seed, unsigned long long place, unsigned *out)
{
    unsigned c0 = (unsigned) place, c1 = (unsigned) (place >> 32), c2 = 0, c3 = 0;
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

/* In (0, 1], as cuRAND's uniform numbers are. */
static inline __host__ __device__ float __rand_float(unsigned x)
{
    return (x >> 8) * 5.9604644775390625e-8f + 5.9604644775390625e-8f;
}

static inline __host__ __device__ double __rand_double(unsigned x, unsigned y)
{
    unsigned long long bits = (unsigned long long) x << 21 ^ y;
    return (bits & 0x1fffffffffffffull) * 1.1102230246251565e-16 + 1.1102230246251565e-16;
}

/* Numbers 4 g to 4 g + 3 of a call. */
static inline __host__ __device__ void __rand_floats(unsigned long long seed, unsigned long long place, int what, float a, float b, float *out)
{
    unsigned x[4];
    __rand_philox(seed, place, x);
    for (int i = 0; i < 4; i++)
        out[i] = __rand_float(x[i]);
    if (what == __RAND_UNIFORM)
        return;
    for (int i = 0; i < 4; i += 2) {
        float r = sqrtf(-2 * logf(out[i])), angle = 6.283185307179586f * out[i + 1];
        out[i] = a + b * r * cosf(angle);
        out[i + 1] = a + b * r * sinf(angle);
        if (what == __RAND_LOG_NORMAL) {
            out[i] = expf(out[i]);
            out[i + 1] = expf(out[i + 1]);
        }
    }
}

static inline __host__ __device__ void __rand_doubles(unsigned long long seed, unsigned long long place, int what, double a, double b, double *out)
{
    unsigned x[4], y[4];
    __rand_philox(seed, place, x);
    __rand_philox(~seed, place, y);
    for (int i = 0; i < 4; i++)
        out[i] = __rand_double(x[i], y[i]);
    if (what == __RAND_UNIFORM)
        return;
    for (int i = 0; i < 4; i += 2) {
        double r = sqrt(-2 * log(out[i])), angle = 6.283185307179586 * out[i + 1];
        out[i] = a + b * r * cos(angle);
        out[i + 1] = a + b * r * sin(angle);
        if (what == __RAND_LOG_NORMAL) {
            out[i] = exp(out[i]);
            out[i + 1] = exp(out[i + 1]);
        }
    }
}

static inline __host__ __device__ void __rand_uints(unsigned long long seed, unsigned long long place, int what, double a, unsigned *out)
{
    __rand_philox(seed, place, out);
    for (int i = 0; what == __RAND_POISSON && i < 4; i++) {
        double limit = exp(-a), product = __rand_float(out[i]);
        unsigned count = 0, x[4];
        for (unsigned k = 0; product > limit && k < 100000; k++, count++) {
            if (k % 4 == 0)
                __rand_philox(seed ^ 0x9e3779b97f4a7c15ull * (i + 1), place * 65536 + k / 4, x);
            product *= __rand_float(x[k % 4]);
        }
        out[i] = count;
    }
}

/* Number i of a quasi-random call with `count` points in each dimension. */
static inline __host__ __device__ unsigned __rand_quasi(unsigned long long place, size_t i, size_t count, bool scrambled)
{
    int dimension = (int) (i / count);
    unsigned x = __sobol_bits(place + i % count, dimension), key[4];
    if (!scrambled)
        return x;
    __rand_philox(0x5c0b01, dimension, key);
    return __sobol_scrambled(x, key[0]);
}

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

/* Quasi-random numbers come alone, not in pairs. */
static inline __host__ __device__ double __rand_quantile(double u, int what, double a, double b)
{
    if (what == __RAND_UNIFORM)
        return u;
    double z = a + b * __rand_normal_quantile(u);
    return what == __RAND_LOG_NORMAL ? exp(z) : z;
}

static inline __host__ __device__ void __rand_put_float(unsigned x, int what, double a, double b, float *to)
{
    *to = (float) __rand_quantile(((double) x + 0.5) * 2.3283064365386963e-10, what, a, b);
}

static inline __host__ __device__ void __rand_put_double(unsigned x, int what, double a, double b, double *to)
{
    *to = __rand_quantile(((double) x + 0.5) * 2.3283064365386963e-10, what, a, b);
}

static inline __host__ __device__ void __rand_put_uint(unsigned x, int what, double a, double b, unsigned *to) { *to = x; }

/* The device's part and the host's part are macros of their own, since NVRTC reads the first as it stands. */
#define __RAND_FILL(NAME, DRAW, PUT, T, ...)                                                                                  \
    static inline __host__ __device__ void __rand_four_##NAME(unsigned long long seed, unsigned long long place, int what,    \
                                                              double a, double b, T *out, size_t n, size_t group)             \
    {                                                                                                                         \
        T four[4];                                                                                                            \
        DRAW(seed, place + group, what, __VA_ARGS__, four);                                                                   \
        for (int i = 0; i < 4 && 4 * group + i < n; i++)                                                                      \
            out[4 * group + i] = four[i];                                                                                     \
    }                                                                                                                         \
    __global__ void __rand_fill_##NAME(unsigned long long seed, unsigned long long place, int what, double a, double b,       \
                                       T *out, size_t n)                                                                      \
    {                                                                                                                         \
        size_t group = blockIdx.x * (size_t) blockDim.x + threadIdx.x;                                                        \
        if (4 * group < n)                                                                                                    \
            __rand_four_##NAME(seed, place, what, a, b, out, n, group);                                                       \
    }                                                                                                                         \
    __global__ void __rand_quasi_##NAME(unsigned long long place, bool scrambled, int what, double a, double b, T *out,       \
                                        size_t n, size_t count)                                                               \
    {                                                                                                                         \
        size_t i = blockIdx.x * (size_t) blockDim.x + threadIdx.x;                                                            \
        if (i < n)                                                                                                            \
            PUT(__rand_quasi(place, i, count, scrambled), what, a, b, out + i);                                               \
    }

#define __RAND_MAKE(NAME, T)                                                                                                  \
    static inline curandStatus_t __rand_make_##NAME(curandGenerator_t g, int what, T *out, size_t n, double a, double b)      \
    {                                                                                                                         \
        size_t groups = (n + 3) / 4;                                                                                          \
        if (!g)                                                                                                               \
            return CURAND_STATUS_NOT_INITIALIZED;                                                                             \
        if (g->quasi) {                                                                                                       \
            size_t count = n / g->dimensions;                                                                                 \
            if (what == __RAND_POISSON)                                                                                       \
                return CURAND_STATUS_TYPE_ERROR;                                                                              \
            if (n % g->dimensions)                                                                                            \
                return CURAND_STATUS_LENGTH_NOT_MULTIPLE;                                                                     \
            for (size_t i = 0; g->host && i < n; i++)                                                                         \
                __rand_put_##NAME(__rand_quasi(g->place, i, count, g->scrambled), what, a, b, out + i);                       \
            if (!g->host && n)                                                                                                \
                __rand_quasi_##NAME<<<(unsigned) ((n + 127) / 128), 128, 0, g->stream>>>(g->place, g->scrambled, what, a, b,  \
                                                                                         out, n, count);                      \
            g->place += count;                                                                                                \
            return CURAND_STATUS_SUCCESS;                                                                                     \
        }                                                                                                                     \
        for (size_t i = 0; g->host && i < groups; i++)                                                                        \
            __rand_four_##NAME(g->seed, g->place, what, a, b, out, n, i);                                                     \
        if (!g->host && groups)                                                                                               \
            __rand_fill_##NAME<<<(unsigned) ((groups + 127) / 128), 128, 0, g->stream>>>(g->seed, g->place, what, a, b, out,  \
                                                                                         n);                                  \
        g->place += groups;                                                                                                   \
        return CURAND_STATUS_SUCCESS;                                                                                         \
    }

__RAND_FILL(float, __rand_floats, __rand_put_float, float, (float) a, (float) b)
__RAND_FILL(double, __rand_doubles, __rand_put_double, double, a, b)
__RAND_FILL(uint, __rand_uints, __rand_put_uint, unsigned, a)
__RAND_MAKE(float, float)
__RAND_MAKE(double, double)
__RAND_MAKE(uint, unsigned)

/* Sobol's sequences of 64 bits are not among them. */
static inline curandStatus_t curandCreateGenerator(curandGenerator_t *out, curandRngType_t type)
{
    if (type > CURAND_RNG_QUASI_SCRAMBLED_SOBOL32)
        return CURAND_STATUS_TYPE_ERROR;
    *out = (curandGenerator_t) calloc(1, sizeof(struct curandGenerator_st));
    (*out)->quasi = type >= CURAND_RNG_QUASI_DEFAULT;
    (*out)->scrambled = type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL32;
    (*out)->dimensions = 1;
    return CURAND_STATUS_SUCCESS;
}

static inline curandStatus_t curandCreateGeneratorHost(curandGenerator_t *out, curandRngType_t type)
{
    curandStatus_t status = curandCreateGenerator(out, type);
    if (status == CURAND_STATUS_SUCCESS)
        (*out)->host = true;
    return status;
}

static inline curandStatus_t curandDestroyGenerator(curandGenerator_t g)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    free(g);
    return CURAND_STATUS_SUCCESS;
}

static inline curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t g, unsigned long long seed)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (g->quasi)
        return CURAND_STATUS_TYPE_ERROR;
    g->seed = seed;
    g->place = 0;
    return CURAND_STATUS_SUCCESS;
}

static inline curandStatus_t curandSetGeneratorOffset(curandGenerator_t g, unsigned long long offset)
{
    g->place = g->quasi ? offset : (offset + 3) / 4;
    return CURAND_STATUS_SUCCESS;
}

static inline curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t g, unsigned int count)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (!g->quasi)
        return CURAND_STATUS_TYPE_ERROR;
    if (count < 1 || count > __SOBOL_DIMENSIONS)
        return CURAND_STATUS_OUT_OF_RANGE;
    g->dimensions = count;
    return CURAND_STATUS_SUCCESS;
}

static inline curandStatus_t curandSetGeneratorOrdering(curandGenerator_t g, curandOrdering_t order)
{
    return CURAND_STATUS_SUCCESS;
}

static inline curandStatus_t curandSetStream(curandGenerator_t g, cudaStream_t stream)
{
    g->stream = stream;
    return CURAND_STATUS_SUCCESS;
}

static inline curandStatus_t curandGetVersion(int *out)
{
    *out = 10300;
    return CURAND_STATUS_SUCCESS;
}

static inline curandStatus_t curandGenerate(curandGenerator_t g, unsigned int *out, size_t n)
{
    return __rand_make_uint(g, __RAND_UINT, out, n, 0, 0);
}

static inline curandStatus_t curandGenerateUniform(curandGenerator_t g, float *out, size_t n)
{
    return __rand_make_float(g, __RAND_UNIFORM, out, n, 0, 1);
}

static inline curandStatus_t curandGenerateUniformDouble(curandGenerator_t g, double *out, size_t n)
{
    return __rand_make_double(g, __RAND_UNIFORM, out, n, 0, 1);
}

/* Normal numbers come in pairs: an odd count is an error, as in the library. */
static inline curandStatus_t curandGenerateNormal(curandGenerator_t g, float *out, size_t n, float mean, float deviation)
{
    return n % 2 && !(g && g->quasi) ? CURAND_STATUS_LENGTH_NOT_MULTIPLE : __rand_make_float(g, __RAND_NORMAL, out, n, mean, deviation);
}

static inline curandStatus_t curandGenerateNormalDouble(curandGenerator_t g, double *out, size_t n, double mean, double deviation)
{
    return n % 2 && !(g && g->quasi) ? CURAND_STATUS_LENGTH_NOT_MULTIPLE : __rand_make_double(g, __RAND_NORMAL, out, n, mean, deviation);
}

static inline curandStatus_t curandGenerateLogNormal(curandGenerator_t g, float *out, size_t n, float mean, float deviation)
{
    return n % 2 && !(g && g->quasi) ? CURAND_STATUS_LENGTH_NOT_MULTIPLE : __rand_make_float(g, __RAND_LOG_NORMAL, out, n, mean, deviation);
}

static inline curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t g, double *out, size_t n, double mean, double deviation)
{
    return n % 2 && !(g && g->quasi) ? CURAND_STATUS_LENGTH_NOT_MULTIPLE : __rand_make_double(g, __RAND_LOG_NORMAL, out, n, mean, deviation);
}

static inline curandStatus_t curandGeneratePoisson(curandGenerator_t g, unsigned int *out, size_t n, double mean)
{
    return mean <= 0 ? CURAND_STATUS_OUT_OF_RANGE : __rand_make_uint(g, __RAND_POISSON, out, n, mean, 0);
}

#endif
