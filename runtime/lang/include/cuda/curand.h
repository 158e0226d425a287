/* SPDX-License-Identifier: Apache-2.0 */
/* cuRAND's host calls. The numbers are the library's (compared with version 10.3.10), the same on host and device: XORWOW, MRG32k3a, Philox and
 * MT19937 in every ordering, Sobol's points of 32 and 64 bits in up to 21 dimensions. Normal numbers are those of the library but for the last
 * digits of logarithms, sines and exponentials. Scrambled points are scrambled by Owen's method with other constants, and MTGP32 is refused: the
 * constants of both are NVIDIA's. */
#ifndef WARPCELL_CURAND_H
#define WARPCELL_CURAND_H
#include <__rand_deal.h>
#include <stdio.h>

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
    CURAND_ORDERING_PSEUDO_LEGACY = 103, CURAND_ORDERING_PSEUDO_DYNAMIC = 104, CURAND_ORDERING_QUASI_DEFAULT = 201
} curandOrdering_t;

enum {
    __RAND_MT_AT_ONCE = 512,      /* engines of MT19937 that are begun in a call */
    __RAND_MT_WORDS = 624,
    __RAND_SEEDS_APART = 3133713  /* of neighbouring streams, in the seeded ordering */
};

struct curandGenerator_st {
    curandRngType_t type;
    curandOrdering_t order;
    unsigned long long seed;
    unsigned long long place; /* draws so far: numbers, points or, of streams, rows times streams and the next one's number */
    cudaStream_t stream;
    bool host;
    unsigned dimensions;      /* of a quasi-random one */
    unsigned ahead;           /* Philox: the draws by which its streams before the place are ahead of those behind it */
    /* Of streams: how many there are and are begun, what they are, and the one that is begun next. */
    unsigned streams, begun, room;
    void *states;
    struct __rand_xorwow next_xorwow;
    struct __rand_mrg next_mrg;
    bool has_polynomial;
    unsigned long polynomial[312];
    unsigned next_mt[__RAND_MT_WORDS];
    /* Poisson's table, of the mean that was last asked for. */
    struct __rand_law law;
    double *edge;
    unsigned *other;
};
typedef struct curandGenerator_st *curandGenerator_t;

typedef unsigned int curandDirectionVectors32_t[32];
typedef unsigned long long curandDirectionVectors64_t[64];
typedef enum curandDirectionVectorSet {
    CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6 = 102, CURAND_DIRECTION_VECTORS_64_JOEKUO6 = 103,
    CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 = 104
} curandDirectionVectorSet_t;

static inline bool __rand_is_quasi(curandGenerator_t g) { return g->type >= CURAND_RNG_QUASI_DEFAULT; }

static inline bool __rand_is_64(curandGenerator_t g) { return g->type == CURAND_RNG_QUASI_SOBOL64 || g->type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64; }

/* Memory where the generator's numbers are made; NULL: there is none. */
static inline void *__rand_memory(curandGenerator_t g, size_t bytes)
{
    void *p = NULL;
    if (g->host)
        return malloc(bytes);
    return cudaMalloc(&p, bytes) == cudaSuccess ? p : NULL;
}

static inline void __rand_release(curandGenerator_t g, void *p)
{
    if (g->host)
        free(p);
    else
        cudaFree(p);
}

static inline void __rand_put(curandGenerator_t g, void *to, const void *from, size_t bytes)
{
    if (g->host)
        memcpy(to, from, bytes);
    else
        cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice);
}

/* ---- streams: XORWOW and MRG32k3a ---- */

template <typename S, typename T>
__global__ void __rand_fill_streams(S *states, unsigned streams, unsigned cursor, unsigned begun, struct __rand_law law, T *out, size_t units)
{
    unsigned number = blockIdx.x * blockDim.x + threadIdx.x;
    if (number >= begun)
        return;
    S s = states[number];
    __rand_deal_stream(&s, number, streams, cursor, law, out, units);
    states[number] = s;
}

/* The steps that stream `number` has gone at the generator's place. */
static inline unsigned long long __rand_steps(curandGenerator_t g, unsigned long long number)
{
    return g->place / g->streams + (number < g->place % g->streams);
}

/* Begins streams g->begun to `to`, in host memory. */
static inline void __rand_begin_streams(curandGenerator_t g, struct __rand_xorwow *out, unsigned to)
{
    struct __rand_polynomial stride = __rand_power(1, 67);
    unsigned cursor = (unsigned) (g->place % g->streams);
    if (!g->begun)
        __rand_begin(&g->next_xorwow, g->seed, __rand_steps(g, g->streams));
    for (unsigned i = g->begun; i < to; i++) {
        if (g->order == CURAND_ORDERING_PSEUDO_SEEDED)
            __rand_begin(&g->next_xorwow, g->seed + i * (unsigned long long) __RAND_SEEDS_APART, __rand_steps(g, g->streams));
        *out = g->next_xorwow;
        if (i < cursor)
            __rand_bits(out);
        out++;
        __rand_jump(&g->next_xorwow, &stride);
    }
}

static inline void __rand_begin_streams(curandGenerator_t g, struct __rand_mrg *out, unsigned to)
{
    struct __rand_leap stride = __rand_leap_of(1, 76);
    unsigned cursor = (unsigned) (g->place % g->streams);
    if (!g->begun)
        __rand_begin(&g->next_mrg, g->seed, __rand_steps(g, g->streams));
    for (unsigned i = g->begun; i < to; i++) {
        *out = g->next_mrg;
        if (i < cursor)
            __rand_mrg_next(out);
        out++;
        __rand_jump(&g->next_mrg, &stride);
    }
}

/* Begins as many streams as deal `units` units. */
template <typename S> curandStatus_t __rand_ready(curandGenerator_t g, size_t units)
{
    unsigned cursor = (unsigned) (g->place % g->streams), to = units < g->streams - cursor ? cursor + (unsigned) units : g->streams;
    if (!g->states)
        g->states = __rand_memory(g, g->streams * sizeof(S));
    if (!g->states)
        return CURAND_STATUS_ALLOCATION_FAILED;
    if (to > g->begun) {
        S *fresh = (S *) malloc((to - g->begun) * sizeof(S));
        __rand_begin_streams(g, fresh, to);
        __rand_put(g, (S *) g->states + g->begun, fresh, (to - g->begun) * sizeof(S));
        free(fresh);
        g->begun = to;
    }
    return CURAND_STATUS_SUCCESS;
}

/* draws: of a stream for one unit. */
template <typename S, typename T>
curandStatus_t __rand_from_streams(curandGenerator_t g, struct __rand_law law, T *out, size_t units, unsigned draws)
{
    curandStatus_t status = __rand_ready<S>(g, units);
    unsigned cursor = (unsigned) (g->place % g->streams);
    if (status != CURAND_STATUS_SUCCESS || !units)
        return status;
    S *states = (S *) g->states;
    for (unsigned i = 0; g->host && i < g->begun; i++)
        __rand_deal_stream(states + i, i, g->streams, cursor, law, out, units);
    if (!g->host)
        __rand_fill_streams<S, T><<<(g->begun + 127) / 128, 128, 0, g->stream>>>(states, g->streams, cursor, g->begun, law, out, units);
    g->place = (g->place / g->streams + (cursor + units) / g->streams * draws) * g->streams + (cursor + units) % g->streams;
    return CURAND_STATUS_SUCCESS;
}

/* ---- MT19937: eight streams of one engine ---- */

template <typename T>
__global__ void __rand_fill_mt(unsigned *words, size_t stride, unsigned begun, unsigned long long place, struct __rand_law law, T *out, size_t units)
{
    unsigned engine = blockIdx.x * blockDim.x + threadIdx.x;
    if (engine < begun)
        __rand_deal_mt(words + engine, stride, engine, place, law, out, units);
}

/* Words of an engine are g->room apart, so that those of neighbours are beside each other. */
static inline bool __rand_make_room(curandGenerator_t g, unsigned need)
{
    unsigned room = 2 * g->room > need ? 2 * g->room : need;
    room = (room + __RAND_MT_AT_ONCE - 1) / __RAND_MT_AT_ONCE * __RAND_MT_AT_ONCE;
    if (need <= g->room)
        return true;
    unsigned *words = (unsigned *) __rand_memory(g, (size_t) room * __RAND_MT_WORDS * sizeof(unsigned));
    if (!words)
        return false;
    for (unsigned i = 0; g->host && g->begun && i < __RAND_MT_WORDS; i++)
        memcpy(words + (size_t) i * room, (unsigned *) g->states + (size_t) i * g->room, g->begun * sizeof(unsigned));
    if (!g->host && g->begun)
        cudaMemcpy2D(words, room * sizeof(unsigned), g->states, g->room * sizeof(unsigned), g->begun * sizeof(unsigned), __RAND_MT_WORDS,
                     cudaMemcpyDeviceToDevice);
    if (g->states)
        __rand_release(g, g->states);
    g->states = words;
    g->room = room;
    return true;
}

static inline void __rand_begin_mt(curandGenerator_t g, unsigned to)
{
    unsigned *fresh = (unsigned *) malloc((size_t) __RAND_MT_AT_ONCE * __RAND_MT_WORDS * sizeof(unsigned));
    if (!g->begun) {
        g->next_mt[0] = (unsigned) g->seed;
        for (unsigned i = 1; i < __RAND_MT_WORDS; i++)
            g->next_mt[i] = 1812433253u * (g->next_mt[i - 1] ^ g->next_mt[i - 1] >> 30) + i;
    }
    if (!g->has_polynomial)
        __mersenne_stride(g->polynomial);
    g->has_polynomial = true;
    while (g->begun < to) {
        unsigned count = to - g->begun < __RAND_MT_AT_ONCE ? to - g->begun : __RAND_MT_AT_ONCE;
        unsigned *at = (unsigned *) g->states + g->begun;
        __mersenne_engines(g->polynomial, g->next_mt, fresh, count);
        for (unsigned i = 0; g->host && i < __RAND_MT_WORDS; i++)
            memcpy(at + (size_t) i * g->room, fresh + i * count, count * sizeof(unsigned));
        if (!g->host)
            cudaMemcpy2D(at, g->room * sizeof(unsigned), fresh, count * sizeof(unsigned), count * sizeof(unsigned), __RAND_MT_WORDS,
                         cudaMemcpyHostToDevice);
        g->begun += count;
    }
    free(fresh);
}

template <typename T> curandStatus_t __rand_from_mt(curandGenerator_t g, struct __rand_law law, T *out, size_t n)
{
    unsigned long long cursor = g->place % __RAND_STREAMS_MT;
    unsigned to = n < __RAND_STREAMS_MT - cursor ? (unsigned) (cursor + n + 7) / 8 : __RAND_STREAMS_MT / 8;
    if (!n)
        return CURAND_STATUS_SUCCESS;
    if (!__rand_make_room(g, to))
        return CURAND_STATUS_ALLOCATION_FAILED;
    if (to > g->begun)
        __rand_begin_mt(g, to);
    unsigned *words = (unsigned *) g->states;
    for (unsigned i = 0; g->host && i < g->begun; i++)
        __rand_deal_mt(words + i, g->room, i, g->place, law, out, n);
    if (!g->host)
        __rand_fill_mt<T><<<(g->begun + 127) / 128, 128, 0, g->stream>>>(words, g->room, g->begun, g->place, law, out, n);
    g->place += n;
    return CURAND_STATUS_SUCCESS;
}

/* ---- Philox ---- */

template <typename T> __global__ void __rand_fill_blocks(struct __rand_place from, struct __rand_law law, T *out, size_t n)
{
    unsigned long long block = from.cursor / 4 + blockIdx.x * (size_t) blockDim.x + threadIdx.x;
    if (4 * block < from.cursor + n)
        __rand_deal_block(from, block, law, out, n);
}

template <typename T> curandStatus_t __rand_from_philox(curandGenerator_t g, struct __rand_law law, T *out, size_t n)
{
    const unsigned row = 4 * __RAND_STREAMS_PHILOX, draws = sizeof(T) / 4;
    struct __rand_place from = {g->seed, g->place / row, (unsigned) (g->place % row), g->ahead};
    size_t end = from.cursor + n, blocks = (end + 3) / 4 - from.cursor / 4;
    for (size_t i = 0; g->host && i < blocks; i++)
        __rand_deal_block(from, from.cursor / 4 + i, law, out, n);
    if (!g->host && n)
        __rand_fill_blocks<T><<<(unsigned) ((blocks + 127) / 128), 128, 0, g->stream>>>(from, law, out, n);
    g->place = (from.counter + end / row * draws) * row + end % row;
    g->ahead = draws;
    return CURAND_STATUS_SUCCESS;
}

/* ---- Sobol's points: all of one dimension, then the next ---- */

template <typename W, typename T>
__global__ void __rand_fill_points(unsigned long long place, size_t n, size_t count, bool scrambled, struct __rand_law law, T *out)
{
    size_t i = blockIdx.x * (size_t) blockDim.x + threadIdx.x;
    if (i < n)
        __rand_deal_point<W, T>(place, i, count, scrambled, law, out);
}

template <typename W, typename T> curandStatus_t __rand_from_sobol(curandGenerator_t g, struct __rand_law law, T *out, size_t n)
{
    size_t count = n / g->dimensions;
    bool scrambled = g->type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 || g->type == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64;
    if (n % g->dimensions)
        return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    for (size_t i = 0; g->host && i < n; i++)
        __rand_deal_point<W, T>(g->place, i, count, scrambled, law, out);
    if (!g->host && n)
        __rand_fill_points<W, T><<<(unsigned) ((n + 127) / 128), 128, 0, g->stream>>>(g->place, n, count, scrambled, law, out);
    g->place += count;
    return CURAND_STATUS_SUCCESS;
}

/* ---- whichever generator it is ---- */

template <typename T> curandStatus_t __rand_generate(curandGenerator_t g, struct __rand_law law, T *out, size_t n)
{
    bool normal = law.what == __RAND_NORMAL || law.what == __RAND_LOG_NORMAL;
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (__rand_is_64(g))
        return __rand_from_sobol<unsigned long long, T>(g, law, out, n);
    if (__rand_is_quasi(g))
        return __rand_from_sobol<unsigned, T>(g, law, out, n);
    if (g->type == CURAND_RNG_PSEUDO_PHILOX4_32_10)
        return __rand_from_philox(g, law, out, n);
    if (g->type == CURAND_RNG_PSEUDO_MT19937)
        return __rand_from_mt(g, law, out, n);
    if (normal && n % 2)
        return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    if (g->type == CURAND_RNG_PSEUDO_MRG32K3A)
        return __rand_from_streams<struct __rand_mrg, T>(g, law, out, normal ? n / 2 : n, normal ? 2 : 1);
    return __rand_from_streams<struct __rand_xorwow, T>(g, law, out, normal ? n / 2 : n, (normal ? 2 : 1) * (unsigned) (sizeof(T) / 4));
}

static inline void __rand_forget_law(curandGenerator_t g)
{
    if (g->edge)
        __rand_release(g, g->edge);
    if (g->other)
        __rand_release(g, g->other);
    g->edge = NULL;
    g->other = NULL;
}

/* Makes g->law Poisson's of this mean. */
static inline curandStatus_t __rand_choose_poisson(curandGenerator_t g, double mean)
{
    struct __rand_law law = {0, mean, 1, 0, 0, NULL, NULL};
    if (g->law.a == mean)
        return CURAND_STATUS_SUCCESS;
    __rand_forget_law(g);
    g->law.a = 0;
    law.what = __poisson_law(mean, __rand_is_quasi(g), __rand_is_64(g), &law.low, &law.bins);
    if (law.bins) {
        double *edge = (double *) malloc(law.bins * sizeof *edge);
        unsigned *other = (unsigned *) malloc(law.bins * sizeof *other);
        __poisson_tables(mean, __rand_is_quasi(g), __rand_is_64(g), edge, other);
        law.edge = g->edge = (double *) __rand_memory(g, law.bins * sizeof *edge);
        law.other = g->other = (unsigned *) __rand_memory(g, law.bins * sizeof *other);
        if (g->edge && g->other) {
            __rand_put(g, g->edge, edge, law.bins * sizeof *edge);
            __rand_put(g, g->other, other, law.bins * sizeof *other);
        }
        free(edge);
        free(other);
        if (!g->edge || !g->other) {
            __rand_forget_law(g);
            return CURAND_STATUS_ALLOCATION_FAILED;
        }
    }
    g->law = law;
    return CURAND_STATUS_SUCCESS;
}

/* ---- the calls ---- */

/* The streams begin anew, at g->place. */
static inline void __rand_restart(curandGenerator_t g)
{
    g->begun = 0;
}

static inline curandStatus_t curandCreateGenerator(curandGenerator_t *out, curandRngType_t type)
{
    if (type == CURAND_RNG_PSEUDO_MTGP32) {
        fputs("curandCreateGenerator: CURAND_RNG_PSEUDO_MTGP32 needs tables that only NVIDIA's library has; "
              "CURAND_RNG_PSEUDO_MT19937 and CURAND_RNG_PSEUDO_PHILOX4_32_10 work\n", stderr);
        return CURAND_STATUS_TYPE_ERROR;
    }
    if (type == CURAND_RNG_PSEUDO_DEFAULT)
        type = CURAND_RNG_PSEUDO_XORWOW;
    if (type == CURAND_RNG_QUASI_DEFAULT)
        type = CURAND_RNG_QUASI_SOBOL32;
    if (type != CURAND_RNG_PSEUDO_XORWOW && type != CURAND_RNG_PSEUDO_MRG32K3A && type != CURAND_RNG_PSEUDO_MT19937 &&
        type != CURAND_RNG_PSEUDO_PHILOX4_32_10 && (type < CURAND_RNG_QUASI_SOBOL32 || type > CURAND_RNG_QUASI_SCRAMBLED_SOBOL64))
        return CURAND_STATUS_TYPE_ERROR;
    *out = (curandGenerator_t) calloc(1, sizeof(struct curandGenerator_st));
    (*out)->type = type;
    (*out)->order = type < CURAND_RNG_QUASI_DEFAULT ? CURAND_ORDERING_PSEUDO_DEFAULT : CURAND_ORDERING_QUASI_DEFAULT;
    (*out)->streams = type == CURAND_RNG_PSEUDO_MRG32K3A ? __RAND_STREAMS_MRG : type == CURAND_RNG_PSEUDO_MT19937 ? __RAND_STREAMS_MT : __RAND_STREAMS;
    (*out)->dimensions = 1;
    (*out)->ahead = 1;
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
    if (g->states)
        __rand_release(g, g->states);
    __rand_forget_law(g);
    free(g);
    return CURAND_STATUS_SUCCESS;
}

/* A new seed keeps the place of XORWOW and MRG32k3a, as in the library; curandSetGeneratorOffset(g, 0) goes back to the start. */
static inline curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t g, unsigned long long seed)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (__rand_is_quasi(g))
        return CURAND_STATUS_TYPE_ERROR;
    if (seed == g->seed)
        return CURAND_STATUS_SUCCESS;
    g->seed = seed;
    if (g->type == CURAND_RNG_PSEUDO_PHILOX4_32_10)
        g->place %= 4;
    if (g->type == CURAND_RNG_PSEUDO_MT19937)
        g->place = 0;
    __rand_restart(g);
    return CURAND_STATUS_SUCCESS;
}

static inline curandStatus_t curandSetGeneratorOffset(curandGenerator_t g, unsigned long long offset)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (g->type == CURAND_RNG_PSEUDO_MT19937)
        return CURAND_STATUS_TYPE_ERROR;
    g->place = offset;
    g->ahead = 1;
    __rand_restart(g);
    return CURAND_STATUS_SUCCESS;
}

static inline curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t g, unsigned int count)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (!__rand_is_quasi(g))
        return CURAND_STATUS_TYPE_ERROR;
    if (count < 1 || count > 20000)
        return CURAND_STATUS_OUT_OF_RANGE;
    if (count > __SOBOL_DIMENSIONS) {
        fprintf(stderr, "curandSetQuasiRandomGeneratorDimensions: %u dimensions, and the table here has 21\n", count);
        return CURAND_STATUS_OUT_OF_RANGE;
    }
    g->dimensions = count;
    return CURAND_STATUS_SUCCESS;
}

/* XORWOW has the seeded ordering; the legacy one differs for MRG32k3a only, and the dynamic one is for devices. */
static inline curandStatus_t curandSetGeneratorOrdering(curandGenerator_t g, curandOrdering_t order)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    bool known = order == CURAND_ORDERING_PSEUDO_DEFAULT || order == CURAND_ORDERING_PSEUDO_LEGACY;
    known |= order == CURAND_ORDERING_PSEUDO_BEST && g->type != CURAND_RNG_PSEUDO_MT19937;
    known |= order == CURAND_ORDERING_PSEUDO_SEEDED && g->type == CURAND_RNG_PSEUDO_XORWOW;
    known |= order == CURAND_ORDERING_PSEUDO_DYNAMIC && !g->host;
    if (__rand_is_quasi(g) ? order != CURAND_ORDERING_QUASI_DEFAULT : !known)
        return CURAND_STATUS_OUT_OF_RANGE;
    g->order = order;
    if (g->type == CURAND_RNG_PSEUDO_MRG32K3A) {
        if (g->states)
            __rand_release(g, g->states);
        g->states = NULL;
        g->streams = order == CURAND_ORDERING_PSEUDO_LEGACY ? __RAND_STREAMS : __RAND_STREAMS_MRG;
    }
    if (g->type != CURAND_RNG_PSEUDO_MT19937)
        __rand_restart(g);
    return CURAND_STATUS_SUCCESS;
}

static inline curandStatus_t curandSetStream(curandGenerator_t g, cudaStream_t stream)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    g->stream = stream;
    return CURAND_STATUS_SUCCESS;
}

static inline curandStatus_t curandGetVersion(int *out)
{
    *out = 10310;
    return CURAND_STATUS_SUCCESS;
}

/* Sobol's direction vectors, for curand_init in kernels: of 21 dimensions. Those that the library scrambles are refused. */
static inline curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t *out[], curandDirectionVectorSet_t set)
{
    static curandDirectionVectors32_t vectors[__SOBOL_DIMENSIONS];
    if (set != CURAND_DIRECTION_VECTORS_32_JOEKUO6)
        return CURAND_STATUS_OUT_OF_RANGE;
    for (int d = 0; d < __SOBOL_DIMENSIONS; d++)
        for (int k = 0; k < 32; k++)
            vectors[d][k] = __sobol_point<unsigned>((2ull << k) - 1, d);
    *out = vectors;
    return CURAND_STATUS_SUCCESS;
}

static inline curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t *out[], curandDirectionVectorSet_t set)
{
    static curandDirectionVectors64_t vectors[__SOBOL_DIMENSIONS];
    if (set != CURAND_DIRECTION_VECTORS_64_JOEKUO6)
        return CURAND_STATUS_OUT_OF_RANGE;
    for (int d = 0; d < __SOBOL_DIMENSIONS; d++)
        for (int k = 0; k < 64; k++)
            vectors[d][k] = __sobol_point<unsigned long long>(~0ull >> (63 - k), d);
    *out = vectors;
    return CURAND_STATUS_SUCCESS;
}

/* Begins the streams of all numbers now, so that the first call does not wait for them. */
static inline curandStatus_t curandGenerateSeeds(curandGenerator_t g)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (g->type == CURAND_RNG_PSEUDO_XORWOW)
        return __rand_ready<struct __rand_xorwow>(g, g->streams);
    if (g->type == CURAND_RNG_PSEUDO_MRG32K3A)
        return __rand_ready<struct __rand_mrg>(g, g->streams);
    if (g->type == CURAND_RNG_PSEUDO_MT19937 && !__rand_make_room(g, g->streams / 8))
        return CURAND_STATUS_ALLOCATION_FAILED;
    if (g->type == CURAND_RNG_PSEUDO_MT19937)
        __rand_begin_mt(g, g->streams / 8);
    return CURAND_STATUS_SUCCESS;
}

static inline curandStatus_t curandGenerate(curandGenerator_t g, unsigned int *out, size_t n)
{
    struct __rand_law law = {__RAND_UINT, 0, 0, 0, 0, NULL, NULL};
    return g && __rand_is_64(g) ? CURAND_STATUS_TYPE_ERROR : __rand_generate(g, law, out, n);
}

static inline curandStatus_t curandGenerateLongLong(curandGenerator_t g, unsigned long long *out, size_t n)
{
    struct __rand_law law = {__RAND_UINT, 0, 0, 0, 0, NULL, NULL};
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    return __rand_is_64(g) ? __rand_from_sobol<unsigned long long>(g, law, out, n) : CURAND_STATUS_TYPE_ERROR;
}

static inline curandStatus_t curandGenerateUniform(curandGenerator_t g, float *out, size_t n)
{
    struct __rand_law law = {__RAND_UNIFORM, 0, 1, 0, 0, NULL, NULL};
    return __rand_generate(g, law, out, n);
}

static inline curandStatus_t curandGenerateUniformDouble(curandGenerator_t g, double *out, size_t n)
{
    struct __rand_law law = {__RAND_UNIFORM, 0, 1, 0, 0, NULL, NULL};
    return __rand_generate(g, law, out, n);
}

/* Normal numbers of XORWOW and MRG32k3a come in pairs: an odd count is an error, as in the library. */
static inline curandStatus_t curandGenerateNormal(curandGenerator_t g, float *out, size_t n, float mean, float deviation)
{
    struct __rand_law law = {__RAND_NORMAL, mean, deviation, 0, 0, NULL, NULL};
    return __rand_generate(g, law, out, n);
}

static inline curandStatus_t curandGenerateNormalDouble(curandGenerator_t g, double *out, size_t n, double mean, double deviation)
{
    struct __rand_law law = {__RAND_NORMAL, mean, deviation, 0, 0, NULL, NULL};
    return __rand_generate(g, law, out, n);
}

static inline curandStatus_t curandGenerateLogNormal(curandGenerator_t g, float *out, size_t n, float mean, float deviation)
{
    struct __rand_law law = {__RAND_LOG_NORMAL, mean, deviation, 0, 0, NULL, NULL};
    return __rand_generate(g, law, out, n);
}

static inline curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t g, double *out, size_t n, double mean, double deviation)
{
    struct __rand_law law = {__RAND_LOG_NORMAL, mean, deviation, 0, 0, NULL, NULL};
    return __rand_generate(g, law, out, n);
}

static inline curandStatus_t curandGeneratePoisson(curandGenerator_t g, unsigned int *out, size_t n, double mean)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (!(mean > 0 && mean <= 400000))
        return CURAND_STATUS_OUT_OF_RANGE;
    curandStatus_t status = __rand_choose_poisson(g, mean);
    return status == CURAND_STATUS_SUCCESS ? __rand_generate(g, g->law, out, n) : status;
}

#endif
