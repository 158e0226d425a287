/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions of up to LOOP_CHUNK elements. LANES accumulators are added at the end, so the compiler has vectors of them and an
 * error grows with n / LANES. A NaN stays, as in kernels/reduce.cu. */
#include "device/cpu/loops/loops_impl.h"

#include <math.h>

enum { LANES = 128 };

#ifdef __clang__
#define EACH_LANE(l) for (int l = 0; l < LANES; l++)
#else
#define EACH_LANE(l) _Pragma("GCC unroll 1") _Pragma("GCC ivdep") for (int l = 0; l < LANES; l++)
#endif

/* acc: of the type `kept`, begins as `none`. take: how an element v is added to acc[l]. Then `join` to `total`. */
#define REDUCE(R, T, type, kept, none, take, begin, join, result)                                  \
    void LOOP_FN(reduce_##R##_##T)(const void *from, size_t n, union loop_total *out)              \
    {                                                                                              \
        const type *x = from;                                                                      \
        kept acc[LANES];                                                                           \
        size_t i = 0;                                                                              \
        for (int l = 0; l < LANES; l++)                                                            \
            acc[l] = (none);                                                                       \
        for (; i + LANES <= n; i += LANES)                                                         \
            EACH_LANE(l)                                                                           \
            {                                                                                      \
                type v = x[i + (size_t) l];                                                        \
                take;                                                                              \
            }                                                                                      \
        for (int l = 0; i < n; i++, l++) {                                                         \
            type v = x[i];                                                                         \
            take;                                                                                  \
        }                                                                                          \
        begin;                                                                                     \
        for (int l = 0; l < LANES; l++) {                                                          \
            kept v = acc[l];                                                                       \
            join;                                                                                  \
        }                                                                                          \
        result;                                                                                    \
    }

#define TOTAL(T, type)                                                                             \
    REDUCE(TOTAL, T, type, double, 0, acc[l] += (double) v, double total = 0, total += v,          \
           out->real = total)

#define REAL(T, type, low, high)                                                                   \
    TOTAL(T, type)                                                                                 \
    REDUCE(SUM, T, type, type, 0, acc[l] += v, double total = 0, total += v, out->real = total)    \
    REDUCE(SQUARES, T, type, type, 0, acc[l] += v * v, double total = 0, total += v,               \
           out->real = total)                                                                      \
    REDUCE(MIN, T, type, type, high, acc[l] = v < acc[l] || v != v ? v : acc[l],                   \
           type total = (high), total = total == total && (v < total || v != v) ? v : total,       \
           out->real = total)                                                                      \
    REDUCE(MAX, T, type, type, low, acc[l] = v > acc[l] || v != v ? v : acc[l],                    \
           type total = (low), total = total == total && (v > total || v != v) ? v : total,        \
           out->real = total)

REAL(F32, float, -INFINITY, INFINITY)
REAL(F64, double, -(double) INFINITY, (double) INFINITY)

#define WHOLE(T, type, wide, low, high)                                                            \
    TOTAL(T, type)                                                                                 \
    REDUCE(SUM, T, type, uint64_t, 0, acc[l] += (uint64_t) (wide) v, uint64_t total = 0,           \
           total += v, out->whole = (int64_t) total)                                               \
    REDUCE(SQUARES, T, type, double, 0, acc[l] += (double) v * (double) v, double total = 0,       \
           total += v, out->real = total)                                                          \
    REDUCE(MIN, T, type, type, high, acc[l] = v < acc[l] ? v : acc[l], type total = (high),        \
           total = v < total ? v : total, out->whole = (int64_t) total)                            \
    REDUCE(MAX, T, type, type, low, acc[l] = v > acc[l] ? v : acc[l], type total = (low),          \
           total = v > total ? v : total, out->whole = (int64_t) total)

WHOLE(I32, int32_t, int64_t, INT32_MIN, INT32_MAX)
WHOLE(U32, uint32_t, uint64_t, 0, UINT32_MAX)
WHOLE(I64, int64_t, int64_t, INT64_MIN, INT64_MAX)
WHOLE(U64, uint64_t, uint64_t, 0, UINT64_MAX)

/* Two passes over the chunk, which is in the cache: the mean, then the squared distances from it. */
#define MOMENTS(T, type, wide)                                                                     \
    void LOOP_FN(reduce_MOMENTS_##T)(const void *from, size_t n, union loop_total *out)            \
    {                                                                                              \
        const type *x = from;                                                                      \
        double acc[LANES] = {0}, mean = 0, squares = 0;                                            \
        size_t i = 0;                                                                              \
        for (; i + LANES <= n; i += LANES)                                                         \
            EACH_LANE(l)                                                                           \
        acc[l] += (double) x[i + (size_t) l];                                                      \
        for (; i < n; i++)                                                                         \
            mean += (double) x[i];                                                                 \
        for (int l = 0; l < LANES; l++) {                                                          \
            mean += acc[l];                                                                        \
            acc[l] = 0;                                                                            \
        }                                                                                          \
        mean /= (double) (n ? n : 1);                                                              \
        for (i = 0; i + LANES <= n; i += LANES)                                                    \
            EACH_LANE(l)                                                                           \
            {                                                                                      \
                double away = (double) x[i + (size_t) l] - mean;                                   \
                acc[l] += away * away;                                                             \
            }                                                                                      \
        for (; i < n; i++)                                                                         \
            squares += ((double) x[i] - mean) * ((double) x[i] - mean);                            \
        for (int l = 0; l < LANES; l++)                                                            \
            squares += acc[l];                                                                     \
        out->moments.n = (double) n;                                                               \
        out->moments.mean = mean;                                                                  \
        out->moments.squares = squares;                                                            \
    }
LOOP_TYPE_LIST(MOMENTS)
