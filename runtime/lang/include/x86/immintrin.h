/* SPDX-License-Identifier: Apache-2.0 */
/* Vector intrinsics of x86 on the host: those of SSE to SSSE3, AVX, AVX2 and FMA that compute with whole vectors of float, double and
 * integers. They are functions over arrays, so programs that compare a loop with its vector form give right results, not
 * a gain in speed. Intel 64 and IA-32 Architectures SDM, volume 2; Intel Intrinsics Guide. */
#pragma once
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct __attribute__((aligned(16))) __m128 {
    float __f[4];
    float &operator[](int i) { return __f[i]; }
};
struct __attribute__((aligned(16))) __m128d {
    double __d[2];
    double &operator[](int i) { return __d[i]; }
};
struct __attribute__((aligned(16))) __m128i {
    union {
        long long __q[2];
        int __i[4];
        unsigned __ui[4];
        short __w[8];
        unsigned short __uw[8];
        signed char __b[16];
        unsigned char __ub[16];
    };
    long long &operator[](int i) { return __q[i]; }
};
struct __attribute__((aligned(32))) __m256 {
    float __f[8];
    float &operator[](int i) { return __f[i]; }
};
struct __attribute__((aligned(32))) __m256d {
    double __d[4];
    double &operator[](int i) { return __d[i]; }
};
struct __attribute__((aligned(32))) __m256i {
    union {
        long long __q[4];
        int __i[8];
        unsigned __ui[8];
        short __w[16];
        unsigned short __uw[16];
        signed char __b[32];
        unsigned char __ub[32];
    };
    long long &operator[](int i) { return __q[i]; }
};

#define _MM_SHUFFLE(z, y, x, w) (((z) << 6) | ((y) << 4) | ((x) << 2) | (w))
#define _MM_HINT_T0 3
#define _MM_HINT_T1 2
#define _MM_HINT_T2 1
#define _MM_HINT_NTA 0
#define _CMP_EQ_OQ 0
#define _CMP_LT_OS 1
#define _CMP_LE_OS 2
#define _CMP_UNORD_Q 3
#define _CMP_NEQ_UQ 4
#define _CMP_NLT_US 5
#define _CMP_NLE_US 6
#define _CMP_ORD_Q 7
#define _CMP_GE_OS 13
#define _CMP_GT_OS 14
#define _CMP_LT_OQ 17
#define _CMP_LE_OQ 18
#define _CMP_GE_OQ 29
#define _CMP_GT_OQ 30

/* The lanes of a vector: V the type, m its array, n how many. */
#define __UNARY(name, V, m, n, value)                                                                                                       \
    static inline V name(V a)                                                                                                               \
    {                                                                                                                                       \
        V r;                                                                                                                                \
        for (int i = 0; i < n; i++)                                                                                                         \
            r.m[i] = value;                                                                                                                 \
        return r;                                                                                                                           \
    }
#define __BINARY(name, V, m, n, value)                                                                                                      \
    static inline V name(V a, V b)                                                                                                          \
    {                                                                                                                                       \
        V r;                                                                                                                                \
        for (int i = 0; i < n; i++)                                                                                                         \
            r.m[i] = value;                                                                                                                 \
        return r;                                                                                                                           \
    }
#define __TERNARY(name, V, m, n, value)                                                                                                     \
    static inline V name(V a, V b, V c)                                                                                                     \
    {                                                                                                                                       \
        V r;                                                                                                                                \
        for (int i = 0; i < n; i++)                                                                                                         \
            r.m[i] = value;                                                                                                                 \
        return r;                                                                                                                           \
    }
#define __SHIFT(name, V, m, n, value)                                                                                                       \
    static inline V name(V a, int by)                                                                                                       \
    {                                                                                                                                       \
        V r;                                                                                                                                \
        for (int i = 0; i < n; i++)                                                                                                         \
            r.m[i] = value;                                                                                                                 \
        return r;                                                                                                                           \
    }
#define __SPREAD(name, V, T, m, n)                                                                                                          \
    static inline V name(T a)                                                                                                               \
    {                                                                                                                                       \
        V r;                                                                                                                                \
        for (int i = 0; i < n; i++)                                                                                                         \
            r.m[i] = a;                                                                                                                     \
        return r;                                                                                                                           \
    }
#define __LOAD(name, V, T)                                                                                                                  \
    static inline V name(const T *p)                                                                                                        \
    {                                                                                                                                       \
        V r;                                                                                                                                \
        memcpy(&r, p, sizeof r);                                                                                                            \
        return r;                                                                                                                           \
    }
#define __STORE(name, V, T)                                                                                                                 \
    static inline void name(T *p, V a)                                                                                                      \
    {                                                                                                                                       \
        memcpy(p, &a, sizeof a);                                                                                                            \
    }
/* The same bytes as another type; of a shorter one the rest is 0. */
#define __AS(name, V, U)                                                                                                                    \
    static inline V name(U a)                                                                                                               \
    {                                                                                                                                       \
        V r;                                                                                                                                \
        memset(&r, 0, sizeof r);                                                                                                            \
        memcpy(&r, &a, sizeof r < sizeof a ? sizeof r : sizeof a);                                                                          \
        return r;                                                                                                                           \
    }
#define __ZERO(name, V)                                                                                                                     \
    static inline V name()                                                                                                                  \
    {                                                                                                                                       \
        V r;                                                                                                                                \
        memset(&r, 0, sizeof r);                                                                                                            \
        return r;                                                                                                                           \
    }
/* All ones or zeros for each lane, by the bits of U. */
#define __COMPARE(name, V, m, U, n, condition)                                                                                              \
    static inline V name(V a, V b)                                                                                                          \
    {                                                                                                                                       \
        V r;                                                                                                                                \
        U bits[n];                                                                                                                          \
        for (int i = 0; i < n; i++)                                                                                                         \
            bits[i] = (condition) ? (U) -1 : 0;                                                                                             \
        memcpy(&r, bits, sizeof r);                                                                                                         \
        return r;                                                                                                                           \
    }
#define __BITS(name, V, U, n, value)                                                                                                        \
    static inline V name(V left, V right)                                                                                                   \
    {                                                                                                                                       \
        U a[n], b[n];                                                                                                                       \
        memcpy(a, &left, sizeof left);                                                                                                      \
        memcpy(b, &right, sizeof right);                                                                                                    \
        for (int i = 0; i < n; i++)                                                                                                         \
            a[i] = value;                                                                                                                   \
        memcpy(&left, a, sizeof left);                                                                                                      \
        return left;                                                                                                                        \
    }

static inline int __clamped(int x, int least, int most)
{
    return x < least ? least : x > most ? most : x;
}

/* ---- float and double ---- */

#define __REAL(p, s, V, m, n, T, U, root)                                                                                                   \
    __BINARY(p##_add_##s, V, m, n, a.m[i] + b.m[i])                                                                                         \
    __BINARY(p##_sub_##s, V, m, n, a.m[i] - b.m[i])                                                                                         \
    __BINARY(p##_mul_##s, V, m, n, a.m[i] * b.m[i])                                                                                         \
    __BINARY(p##_div_##s, V, m, n, a.m[i] / b.m[i])                                                                                         \
    __BINARY(p##_min_##s, V, m, n, a.m[i] < b.m[i] ? a.m[i] : b.m[i])                                                                       \
    __BINARY(p##_max_##s, V, m, n, a.m[i] > b.m[i] ? a.m[i] : b.m[i])                                                                       \
    __UNARY(p##_sqrt_##s, V, m, n, root(a.m[i]))                                                                                            \
    __UNARY(p##_floor_##s, V, m, n, (T) floor(a.m[i]))                                                                                      \
    __UNARY(p##_ceil_##s, V, m, n, (T) ceil(a.m[i]))                                                                                        \
    __BITS(p##_and_##s, V, U, n, a[i] & b[i])                                                                                               \
    __BITS(p##_or_##s, V, U, n, a[i] | b[i])                                                                                                \
    __BITS(p##_xor_##s, V, U, n, a[i] ^ b[i])                                                                                               \
    __BITS(p##_andnot_##s, V, U, n, ~a[i] & b[i])                                                                                           \
    __SPREAD(p##_set1_##s, V, T, m, n)                                                                                                      \
    __ZERO(p##_setzero_##s, V)                                                                                                              \
    __ZERO(p##_undefined_##s, V)                                                                                                            \
    __LOAD(p##_load_##s, V, T)                                                                                                              \
    __LOAD(p##_loadu_##s, V, T)                                                                                                             \
    __STORE(p##_store_##s, V, T)                                                                                                            \
    __STORE(p##_storeu_##s, V, T)                                                                                                           \
    __STORE(p##_stream_##s, V, T)                                                                                                           \
    __TERNARY(p##_fmadd_##s, V, m, n, (T) fma##root(a.m[i], b.m[i], c.m[i]))                                                                \
    __TERNARY(p##_fmsub_##s, V, m, n, (T) fma##root(a.m[i], b.m[i], -c.m[i]))                                                               \
    __TERNARY(p##_fnmadd_##s, V, m, n, (T) fma##root(-a.m[i], b.m[i], c.m[i]))                                                              \
    static inline int p##_movemask_##s(V a)                                                                                                 \
    {                                                                                                                                       \
        int r = 0;                                                                                                                          \
        for (int i = 0; i < n; i++)                                                                                                         \
            r |= (signbit(a.m[i]) ? 1 : 0) << i;                                                                                            \
        return r;                                                                                                                           \
    }                                                                                                                                       \
    static inline V p##_blendv_##s(V a, V b, V mask)                                                                                        \
    {                                                                                                                                       \
        for (int i = 0; i < n; i++)                                                                                                         \
            if (signbit(mask.m[i]))                                                                                                         \
                a.m[i] = b.m[i];                                                                                                            \
        return a;                                                                                                                           \
    }
#define fmasqrtf fmaf
#define fmasqrt fma
__REAL(_mm, ps, __m128, __f, 4, float, unsigned, sqrtf)
__REAL(_mm, pd, __m128d, __d, 2, double, unsigned long long, sqrt)
__REAL(_mm256, ps, __m256, __f, 8, float, unsigned, sqrtf)
__REAL(_mm256, pd, __m256d, __d, 4, double, unsigned long long, sqrt)
#undef fmasqrtf
#undef fmasqrt

#define __ORDER(s, V, m, U, n)                                                                                                              \
    __COMPARE(_mm_cmpeq_##s, V, m, U, n, a.m[i] == b.m[i])                                                                                  \
    __COMPARE(_mm_cmpneq_##s, V, m, U, n, a.m[i] != b.m[i])                                                                                 \
    __COMPARE(_mm_cmplt_##s, V, m, U, n, a.m[i] < b.m[i])                                                                                   \
    __COMPARE(_mm_cmple_##s, V, m, U, n, a.m[i] <= b.m[i])                                                                                  \
    __COMPARE(_mm_cmpnlt_##s, V, m, U, n, !(a.m[i] < b.m[i]))                                                                               \
    __COMPARE(_mm_cmpnle_##s, V, m, U, n, !(a.m[i] <= b.m[i]))                                                                              \
    __COMPARE(_mm_cmpngt_##s, V, m, U, n, !(a.m[i] > b.m[i]))                                                                               \
    __COMPARE(_mm_cmpnge_##s, V, m, U, n, !(a.m[i] >= b.m[i]))                                                                              \
    __COMPARE(_mm_cmpord_##s, V, m, U, n, a.m[i] == a.m[i] && b.m[i] == b.m[i])                                                             \
    __COMPARE(_mm_cmpunord_##s, V, m, U, n, a.m[i] != a.m[i] || b.m[i] != b.m[i])                                                           \
    __COMPARE(_mm_cmpgt_##s, V, m, U, n, a.m[i] > b.m[i])                                                                                   \
    __COMPARE(_mm_cmpge_##s, V, m, U, n, a.m[i] >= b.m[i])
__ORDER(ps, __m128, __f, unsigned, 4)
__ORDER(pd, __m128d, __d, unsigned long long, 2)

/* The predicate's low four bits; those from 16 on differ only in what NaN signals. 8 to 15: of operands in no order, the contrary. */
static inline bool __predicate(double a, double b, int which)
{
    bool none = isnan(a) || isnan(b);
    switch (which & 15) {
    case 0: return !none && a == b;
    case 1: return !none && a < b;
    case 2: return !none && a <= b;
    case 3: return none;
    case 4: return none || a != b;
    case 5: return none || a >= b;
    case 6: return none || a > b;
    case 7: return !none;
    case 8: return none || a == b;
    case 9: return none || a < b;
    case 10: return none || a <= b;
    case 11: return false;
    case 12: return !none && a != b;
    case 13: return !none && a >= b;
    case 14: return !none && a > b;
    default: return true;
    }
}
#define __PREDICATE(name, V, m, U, n)                                                                                                       \
    static inline V name(V a, V b, int which)                                                                                               \
    {                                                                                                                                       \
        V r;                                                                                                                                \
        U bits[n];                                                                                                                          \
        for (int i = 0; i < n; i++)                                                                                                         \
            bits[i] = __predicate(a.m[i], b.m[i], which) ? (U) -1 : 0;                                                                      \
        memcpy(&r, bits, sizeof r);                                                                                                         \
        return r;                                                                                                                           \
    }
__PREDICATE(_mm_cmp_ps, __m128, __f, unsigned, 4)
__PREDICATE(_mm_cmp_pd, __m128d, __d, unsigned long long, 2)
__PREDICATE(_mm256_cmp_ps, __m256, __f, unsigned, 8)
__PREDICATE(_mm256_cmp_pd, __m256d, __d, unsigned long long, 4)

__UNARY(_mm_rcp_ps, __m128, __f, 4, 1 / a.__f[i])
__UNARY(_mm_rsqrt_ps, __m128, __f, 4, 1 / sqrtf(a.__f[i]))
__UNARY(_mm256_rcp_ps, __m256, __f, 8, 1 / a.__f[i])
__UNARY(_mm256_rsqrt_ps, __m256, __f, 8, 1 / sqrtf(a.__f[i]))
static inline __m128 _mm_setr_ps(float a, float b, float c, float d) { return __m128{{a, b, c, d}}; }
static inline __m128 _mm_set_ps(float d, float c, float b, float a) { return __m128{{a, b, c, d}}; }
static inline __m128 _mm_set_ps1(float a) { return __m128{{a, a, a, a}}; }
static inline __m128 _mm_load1_ps(const float *p) { return __m128{{*p, *p, *p, *p}}; }
static inline __m128 _mm_load_ss(const float *p) { return __m128{{*p, 0, 0, 0}}; }
static inline __m128 _mm_set_ss(float a) { return __m128{{a, 0, 0, 0}}; }
static inline void _mm_store_ss(float *p, __m128 a) { *p = a.__f[0]; }
static inline float _mm_cvtss_f32(__m128 a) { return a.__f[0]; }
static inline __m128 _mm_add_ss(__m128 a, __m128 b) { a.__f[0] += b.__f[0]; return a; }
static inline __m128 _mm_mul_ss(__m128 a, __m128 b) { a.__f[0] *= b.__f[0]; return a; }
static inline __m128 _mm_sqrt_ss(__m128 a) { a.__f[0] = sqrtf(a.__f[0]); return a; }
static inline __m128 _mm_max_ss(__m128 a, __m128 b) { a.__f[0] = a.__f[0] > b.__f[0] ? a.__f[0] : b.__f[0]; return a; }
static inline __m128 _mm_min_ss(__m128 a, __m128 b) { a.__f[0] = a.__f[0] < b.__f[0] ? a.__f[0] : b.__f[0]; return a; }
static inline __m128d _mm_setr_pd(double a, double b) { return __m128d{{a, b}}; }
static inline __m128d _mm_set_pd(double b, double a) { return __m128d{{a, b}}; }
static inline double _mm_cvtsd_f64(__m128d a) { return a.__d[0]; }
static inline void _mm_store_sd(double *p, __m128d a) { *p = a.__d[0]; }
static inline __m128d _mm_add_sd(__m128d a, __m128d b) { a.__d[0] += b.__d[0]; return a; }
static inline __m256 _mm256_setr_ps(float a, float b, float c, float d, float e, float f, float g, float h)
{
    return __m256{{a, b, c, d, e, f, g, h}};
}
static inline __m256 _mm256_set_ps(float h, float g, float f, float e, float d, float c, float b, float a)
{
    return __m256{{a, b, c, d, e, f, g, h}};
}
static inline __m256d _mm256_setr_pd(double a, double b, double c, double d) { return __m256d{{a, b, c, d}}; }
static inline __m256d _mm256_set_pd(double d, double c, double b, double a) { return __m256d{{a, b, c, d}}; }
static inline __m256 _mm256_broadcast_ss(const float *p) { return _mm256_set1_ps(*p); }
static inline __m256d _mm256_broadcast_sd(const double *p) { return _mm256_set1_pd(*p); }
static inline __m256 _mm256_broadcastss_ps(__m128 a) { return _mm256_set1_ps(a.__f[0]); }
static inline float _mm256_cvtss_f32(__m256 a) { return a.__f[0]; }
static inline double _mm256_cvtsd_f64(__m256d a) { return a.__d[0]; }

/* Lanes of a and b by two bits each, in each half of 128 bits. */
static inline __m128 _mm_shuffle_ps(__m128 a, __m128 b, int which)
{
    return __m128{{a.__f[which & 3], a.__f[which >> 2 & 3], b.__f[which >> 4 & 3], b.__f[which >> 6 & 3]}};
}
static inline __m128d _mm_shuffle_pd(__m128d a, __m128d b, int which) { return __m128d{{a.__d[which & 1], b.__d[which >> 1 & 1]}}; }
static inline __m128 _mm_movehl_ps(__m128 a, __m128 b) { return __m128{{b.__f[2], b.__f[3], a.__f[2], a.__f[3]}}; }
static inline __m128 _mm_movelh_ps(__m128 a, __m128 b) { return __m128{{a.__f[0], a.__f[1], b.__f[0], b.__f[1]}}; }
static inline __m128 _mm_movehdup_ps(__m128 a) { return __m128{{a.__f[1], a.__f[1], a.__f[3], a.__f[3]}}; }
static inline __m128 _mm_moveldup_ps(__m128 a) { return __m128{{a.__f[0], a.__f[0], a.__f[2], a.__f[2]}}; }
static inline __m128 _mm_unpacklo_ps(__m128 a, __m128 b) { return __m128{{a.__f[0], b.__f[0], a.__f[1], b.__f[1]}}; }
static inline __m128 _mm_unpackhi_ps(__m128 a, __m128 b) { return __m128{{a.__f[2], b.__f[2], a.__f[3], b.__f[3]}}; }
static inline __m128d _mm_unpacklo_pd(__m128d a, __m128d b) { return __m128d{{a.__d[0], b.__d[0]}}; }
static inline __m128d _mm_unpackhi_pd(__m128d a, __m128d b) { return __m128d{{a.__d[1], b.__d[1]}}; }
static inline __m128 _mm_hadd_ps(__m128 a, __m128 b)
{
    return __m128{{a.__f[0] + a.__f[1], a.__f[2] + a.__f[3], b.__f[0] + b.__f[1], b.__f[2] + b.__f[3]}};
}
static inline __m128d _mm_hadd_pd(__m128d a, __m128d b) { return __m128d{{a.__d[0] + a.__d[1], b.__d[0] + b.__d[1]}}; }
static inline __m256 _mm256_hadd_ps(__m256 a, __m256 b)
{
    return __m256{{a.__f[0] + a.__f[1], a.__f[2] + a.__f[3], b.__f[0] + b.__f[1], b.__f[2] + b.__f[3], a.__f[4] + a.__f[5],
                   a.__f[6] + a.__f[7], b.__f[4] + b.__f[5], b.__f[6] + b.__f[7]}};
}
static inline __m256d _mm256_hadd_pd(__m256d a, __m256d b)
{
    return __m256d{{a.__d[0] + a.__d[1], b.__d[0] + b.__d[1], a.__d[2] + a.__d[3], b.__d[2] + b.__d[3]}};
}
static inline __m128 _mm256_castps256_ps128(__m256 a) { return __m128{{a.__f[0], a.__f[1], a.__f[2], a.__f[3]}}; }
static inline __m128d _mm256_castpd256_pd128(__m256d a) { return __m128d{{a.__d[0], a.__d[1]}}; }
static inline __m128 _mm256_extractf128_ps(__m256 a, int half)
{
    half = 4 * (half & 1);
    return __m128{{a.__f[half], a.__f[half + 1], a.__f[half + 2], a.__f[half + 3]}};
}
static inline __m128d _mm256_extractf128_pd(__m256d a, int half) { return __m128d{{a.__d[2 * (half & 1)], a.__d[2 * (half & 1) + 1]}}; }
static inline __m256 _mm256_permute2f128_ps(__m256 a, __m256 b, int which)
{
    __m256 r = {{0}};
    for (int h = 0; h < 2; h++)
        for (int i = 0, by = which >> 4 * h; i < 4 && !(by & 8); i++)
            r.__f[4 * h + i] = by & 2 ? b.__f[4 * (by & 1) + i] : a.__f[4 * (by & 1) + i];
    return r;
}
__AS(_mm256_castps128_ps256, __m256, __m128)
__AS(_mm256_castpd128_pd256, __m256d, __m128d)

/* ---- integers ---- */

#define __INTEGER(p, e, V)                                                                                                                  \
    __BITS(p##_and_##e, V, unsigned long long, sizeof(V) / 8, a[i] & b[i])                                                                  \
    __BITS(p##_or_##e, V, unsigned long long, sizeof(V) / 8, a[i] | b[i])                                                                   \
    __BITS(p##_xor_##e, V, unsigned long long, sizeof(V) / 8, a[i] ^ b[i])                                                                  \
    __BITS(p##_andnot_##e, V, unsigned long long, sizeof(V) / 8, ~a[i] & b[i])                                                              \
    __ZERO(p##_setzero_##e, V)                                                                                                              \
    __LOAD(p##_load_##e, V, V)                                                                                                              \
    __LOAD(p##_loadu_##e, V, V)                                                                                                             \
    __STORE(p##_store_##e, V, V)                                                                                                            \
    __STORE(p##_storeu_##e, V, V)                                                                                                           \
    __STORE(p##_stream_##e, V, V)
__INTEGER(_mm, si128, __m128i)
__INTEGER(_mm256, si256, __m256i)

/* n: the lanes of 32 bits. */
#define __LANES(p, V, n)                                                                                                                    \
    __SPREAD(p##_set1_epi8, V, char, __b, 4 * n)                                                                                            \
    __SPREAD(p##_set1_epi16, V, short, __w, 2 * n)                                                                                          \
    __SPREAD(p##_set1_epi32, V, int, __i, n)                                                                                                \
    __BINARY(p##_add_epi8, V, __ub, 4 * n, (unsigned char) (a.__ub[i] + b.__ub[i]))                                                         \
    __BINARY(p##_add_epi16, V, __uw, 2 * n, (unsigned short) (a.__uw[i] + b.__uw[i]))                                                       \
    __BINARY(p##_add_epi32, V, __ui, n, a.__ui[i] + b.__ui[i])                                                                              \
    __BINARY(p##_add_epi64, V, __q, n / 2, (long long) ((unsigned long long) a.__q[i] + (unsigned long long) b.__q[i]))                     \
    __BINARY(p##_sub_epi8, V, __ub, 4 * n, (unsigned char) (a.__ub[i] - b.__ub[i]))                                                         \
    __BINARY(p##_sub_epi16, V, __uw, 2 * n, (unsigned short) (a.__uw[i] - b.__uw[i]))                                                       \
    __BINARY(p##_sub_epi32, V, __ui, n, a.__ui[i] - b.__ui[i])                                                                              \
    __BINARY(p##_sub_epi64, V, __q, n / 2, (long long) ((unsigned long long) a.__q[i] - (unsigned long long) b.__q[i]))                     \
    __BINARY(p##_adds_epi16, V, __w, 2 * n, (short) __clamped(a.__w[i] + b.__w[i], -32768, 32767))                                          \
    __BINARY(p##_subs_epi16, V, __w, 2 * n, (short) __clamped(a.__w[i] - b.__w[i], -32768, 32767))                                          \
    __BINARY(p##_adds_epu8, V, __ub, 4 * n, (unsigned char) __clamped(a.__ub[i] + b.__ub[i], 0, 255))                                       \
    __BINARY(p##_subs_epu8, V, __ub, 4 * n, (unsigned char) __clamped(a.__ub[i] - b.__ub[i], 0, 255))                                       \
    __BINARY(p##_avg_epu8, V, __ub, 4 * n, (unsigned char) ((a.__ub[i] + b.__ub[i] + 1) / 2))                                               \
    __BINARY(p##_min_epu8, V, __ub, 4 * n, a.__ub[i] < b.__ub[i] ? a.__ub[i] : b.__ub[i])                                                   \
    __BINARY(p##_max_epu8, V, __ub, 4 * n, a.__ub[i] > b.__ub[i] ? a.__ub[i] : b.__ub[i])                                                   \
    __BINARY(p##_min_epi16, V, __w, 2 * n, a.__w[i] < b.__w[i] ? a.__w[i] : b.__w[i])                                                       \
    __BINARY(p##_max_epi16, V, __w, 2 * n, a.__w[i] > b.__w[i] ? a.__w[i] : b.__w[i])                                                       \
    __BINARY(p##_min_epi32, V, __i, n, a.__i[i] < b.__i[i] ? a.__i[i] : b.__i[i])                                                           \
    __BINARY(p##_max_epi32, V, __i, n, a.__i[i] > b.__i[i] ? a.__i[i] : b.__i[i])                                                           \
    __BINARY(p##_mullo_epi16, V, __uw, 2 * n, (unsigned short) (a.__w[i] * b.__w[i]))                                                       \
    __BINARY(p##_mulhi_epi16, V, __w, 2 * n, (short) (a.__w[i] * b.__w[i] >> 16))                                                           \
    __BINARY(p##_mullo_epi32, V, __ui, n, a.__ui[i] * b.__ui[i])                                                                            \
    __BINARY(p##_madd_epi16, V, __ui, n,                                                                                                    \
             (unsigned) (a.__w[2 * i] * b.__w[2 * i]) + (unsigned) (a.__w[2 * i + 1] * b.__w[2 * i + 1]))                                   \
    __BINARY(p##_mul_epu32, V, __q, n / 2, (long long) ((unsigned long long) a.__ui[2 * i] * b.__ui[2 * i]))                                \
    __BINARY(p##_cmpeq_epi8, V, __b, 4 * n, a.__b[i] == b.__b[i] ? -1 : 0)                                                                  \
    __BINARY(p##_cmpeq_epi16, V, __w, 2 * n, a.__w[i] == b.__w[i] ? -1 : 0)                                                                 \
    __BINARY(p##_cmpeq_epi32, V, __i, n, a.__i[i] == b.__i[i] ? -1 : 0)                                                                     \
    __BINARY(p##_cmpgt_epi8, V, __b, 4 * n, a.__b[i] > b.__b[i] ? -1 : 0)                                                                   \
    __BINARY(p##_cmpgt_epi16, V, __w, 2 * n, a.__w[i] > b.__w[i] ? -1 : 0)                                                                  \
    __BINARY(p##_cmpgt_epi32, V, __i, n, a.__i[i] > b.__i[i] ? -1 : 0)                                                                      \
    __UNARY(p##_abs_epi32, V, __ui, n, a.__i[i] < 0 ? 0u - a.__ui[i] : a.__ui[i])                                                           \
    __SHIFT(p##_slli_epi16, V, __uw, 2 * n, by > 15 ? 0 : (unsigned short) (a.__uw[i] << by))                                               \
    __SHIFT(p##_srli_epi16, V, __uw, 2 * n, by > 15 ? 0 : (unsigned short) (a.__uw[i] >> by))                                               \
    __SHIFT(p##_srai_epi16, V, __w, 2 * n, (short) (a.__w[i] >> (by > 15 ? 15 : by)))                                                       \
    __SHIFT(p##_slli_epi32, V, __ui, n, by > 31 ? 0 : a.__ui[i] << by)                                                                      \
    __SHIFT(p##_srli_epi32, V, __ui, n, by > 31 ? 0 : a.__ui[i] >> by)                                                                      \
    __SHIFT(p##_srai_epi32, V, __i, n, a.__i[i] >> (by > 31 ? 31 : by))                                                                     \
    __SHIFT(p##_slli_epi64, V, __q, n / 2, by > 63 ? 0 : (long long) ((unsigned long long) a.__q[i] << by))                                 \
    __SHIFT(p##_srli_epi64, V, __q, n / 2, by > 63 ? 0 : (long long) ((unsigned long long) a.__q[i] >> by))                                 \
    static inline int p##_movemask_epi8(V a)                                                                                                \
    {                                                                                                                                       \
        unsigned r = 0;                                                                                                                     \
        for (int i = 0; i < 4 * n; i++)                                                                                                     \
            r |= (a.__ub[i] >> 7 & 1u) << i;                                                                                                \
        return (int) r;                                                                                                                     \
    }
__LANES(_mm, __m128i, 4)
__LANES(_mm256, __m256i, 8)

static inline __m128i _mm_set1_epi64x(long long a) { return __m128i{{{a, a}}}; }
static inline __m256i _mm256_set1_epi64x(long long a) { return __m256i{{{a, a, a, a}}}; }
static inline __m128i _mm_set_epi64x(long long b, long long a) { return __m128i{{{a, b}}}; }
static inline __m256i _mm256_set_epi64x(long long d, long long c, long long b, long long a) { return __m256i{{{a, b, c, d}}}; }
static inline __m128i _mm_setr_epi32(int a, int b, int c, int d)
{
    __m128i r;
    r.__i[0] = a, r.__i[1] = b, r.__i[2] = c, r.__i[3] = d;
    return r;
}
static inline __m128i _mm_set_epi32(int d, int c, int b, int a) { return _mm_setr_epi32(a, b, c, d); }
static inline __m256i _mm256_setr_epi32(int a, int b, int c, int d, int e, int f, int g, int h)
{
    __m256i r;
    r.__i[0] = a, r.__i[1] = b, r.__i[2] = c, r.__i[3] = d, r.__i[4] = e, r.__i[5] = f, r.__i[6] = g, r.__i[7] = h;
    return r;
}
static inline __m256i _mm256_set_epi32(int h, int g, int f, int e, int d, int c, int b, int a)
{
    return _mm256_setr_epi32(a, b, c, d, e, f, g, h);
}
static inline __m128i _mm_setr_epi16(short a, short b, short c, short d, short e, short f, short g, short h)
{
    __m128i r;
    r.__w[0] = a, r.__w[1] = b, r.__w[2] = c, r.__w[3] = d, r.__w[4] = e, r.__w[5] = f, r.__w[6] = g, r.__w[7] = h;
    return r;
}
static inline __m128i _mm_set_epi16(short h, short g, short f, short e, short d, short c, short b, short a)
{
    return _mm_setr_epi16(a, b, c, d, e, f, g, h);
}
static inline __m128i _mm_setr_epi8(char a, char b, char c, char d, char e, char f, char g, char h, char i, char j, char k, char l, char m,
                                    char n, char o, char p)
{
    char bytes[16] = {a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p};
    __m128i r;
    memcpy(&r, bytes, sizeof r);
    return r;
}
static inline __m128i _mm_set_epi8(char p, char o, char n, char m, char l, char k, char j, char i, char h, char g, char f, char e, char d,
                                   char c, char b, char a)
{
    return _mm_setr_epi8(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
}
static inline __m128i _mm_cvtsi32_si128(int a) { return _mm_setr_epi32(a, 0, 0, 0); }
static inline int _mm_cvtsi128_si32(__m128i a) { return a.__i[0]; }
static inline __m128i _mm_cvtsi64_si128(long long a) { return __m128i{{{a, 0}}}; }
static inline long long _mm_cvtsi128_si64(__m128i a) { return a.__q[0]; }
static inline int _mm256_extract_epi32(__m256i a, int i) { return a.__i[i & 7]; }
static inline int _mm_extract_epi32(__m128i a, int i) { return a.__i[i & 3]; }
static inline int _mm_extract_epi16(__m128i a, int i) { return a.__uw[i & 7]; }
static inline __m128i _mm_insert_epi16(__m128i a, int x, int i) { a.__w[i & 7] = (short) x; return a; }
static inline __m128i _mm_loadl_epi64(const __m128i *p)
{
    __m128i r = {{{0, 0}}};
    memcpy(&r, p, 8);
    return r;
}
static inline void _mm_storel_epi64(__m128i *p, __m128i a)
{
    memcpy(p, &a, 8);
}
static inline __m128i _mm_shuffle_epi32(__m128i a, int which)
{
    return _mm_setr_epi32(a.__i[which & 3], a.__i[which >> 2 & 3], a.__i[which >> 4 & 3], a.__i[which >> 6 & 3]);
}
static inline __m128i _mm_shufflelo_epi16(__m128i a, int which)
{
    __m128i r = a;
    for (int i = 0; i < 4; i++)
        r.__w[i] = a.__w[which >> 2 * i & 3];
    return r;
}
static inline __m128i _mm_shufflehi_epi16(__m128i a, int which)
{
    __m128i r = a;
    for (int i = 0; i < 4; i++)
        r.__w[4 + i] = a.__w[4 + (which >> 2 * i & 3)];
    return r;
}
static inline __m128i _mm_shuffle_epi8(__m128i a, __m128i by)
{
    __m128i r;
    for (int i = 0; i < 16; i++)
        r.__ub[i] = by.__ub[i] & 128 ? 0 : a.__ub[by.__ub[i] & 15];
    return r;
}
static inline __m128i _mm_slli_si128(__m128i a, int bytes)
{
    __m128i r;
    for (int i = 0; i < 16; i++)
        r.__ub[i] = i < bytes ? 0 : a.__ub[i - bytes];
    return r;
}
static inline __m128i _mm_srli_si128(__m128i a, int bytes)
{
    __m128i r;
    for (int i = 0; i < 16; i++)
        r.__ub[i] = i + bytes > 15 ? 0 : a.__ub[i + bytes];
    return r;
}
/* Lanes of a and b in turn, from the low half or the high one. */
#define __UNPACK(size, m, n)                                                                                                                \
    static inline __m128i _mm_unpacklo_##size(__m128i a, __m128i b)                                                                         \
    {                                                                                                                                       \
        __m128i r;                                                                                                                          \
        for (int i = 0; i < n / 2; i++)                                                                                                     \
            r.m[2 * i] = a.m[i], r.m[2 * i + 1] = b.m[i];                                                                                   \
        return r;                                                                                                                           \
    }                                                                                                                                       \
    static inline __m128i _mm_unpackhi_##size(__m128i a, __m128i b)                                                                         \
    {                                                                                                                                       \
        __m128i r;                                                                                                                          \
        for (int i = 0; i < n / 2; i++)                                                                                                     \
            r.m[2 * i] = a.m[n / 2 + i], r.m[2 * i + 1] = b.m[n / 2 + i];                                                                   \
        return r;                                                                                                                           \
    }
__UNPACK(epi8, __b, 16)
__UNPACK(epi16, __w, 8)
__UNPACK(epi32, __i, 4)
__UNPACK(epi64, __q, 2)
/* The lanes of a, then those of b, in half as many bits, clamped. */
#define __PACK(name, to, from, n, least, most)                                                                                              \
    static inline __m128i name(__m128i a, __m128i b)                                                                                        \
    {                                                                                                                                       \
        __m128i r;                                                                                                                          \
        for (int i = 0; i < n; i++) {                                                                                                       \
            r.to[i] = __clamped(a.from[i], least, most);                                                                                    \
            r.to[n + i] = __clamped(b.from[i], least, most);                                                                                \
        }                                                                                                                                   \
        return r;                                                                                                                           \
    }
__PACK(_mm_packs_epi32, __w, __i, 4, -32768, 32767)
__PACK(_mm_packus_epi32, __uw, __i, 4, 0, 65535)
__PACK(_mm_packs_epi16, __b, __w, 8, -128, 127)
__PACK(_mm_packus_epi16, __ub, __w, 8, 0, 255)
static inline __m128i _mm256_castsi256_si128(__m256i a) { return __m128i{{{a.__q[0], a.__q[1]}}}; }
static inline __m128i _mm256_extracti128_si256(__m256i a, int half) { return __m128i{{{a.__q[2 * (half & 1)], a.__q[2 * (half & 1) + 1]}}}; }
static inline __m128i _mm256_extractf128_si256(__m256i a, int half) { return _mm256_extracti128_si256(a, half); }

/* ---- between types ---- */

__AS(_mm_castps_si128, __m128i, __m128)
__AS(_mm_castsi128_ps, __m128, __m128i)
__AS(_mm_castpd_si128, __m128i, __m128d)
__AS(_mm_castsi128_pd, __m128d, __m128i)
__AS(_mm_castps_pd, __m128d, __m128)
__AS(_mm_castpd_ps, __m128, __m128d)
__AS(_mm256_castps_si256, __m256i, __m256)
__AS(_mm256_castsi256_ps, __m256, __m256i)
__AS(_mm256_castpd_si256, __m256i, __m256d)
__AS(_mm256_castsi256_pd, __m256d, __m256i)
#define __CONVERT(name, V, to, U, from, n, value)                                                                                           \
    static inline V name(U a)                                                                                                               \
    {                                                                                                                                       \
        V r;                                                                                                                                \
        memset(&r, 0, sizeof r);                                                                                                            \
        for (int i = 0; i < n; i++)                                                                                                         \
            r.to[i] = value;                                                                                                                \
        return r;                                                                                                                           \
    }
/* What does not fit into an int is 0x80000000. */
static inline int __to_int(double x)
{
    return x >= -2147483648.0 && x < 2147483648.0 ? (int) x : (int) 0x80000000;
}
__CONVERT(_mm_cvtepi32_ps, __m128, __f, __m128i, __i, 4, (float) a.__i[i])
__CONVERT(_mm_cvtps_epi32, __m128i, __i, __m128, __f, 4, __to_int(rint(a.__f[i])))
__CONVERT(_mm_cvttps_epi32, __m128i, __i, __m128, __f, 4, __to_int(a.__f[i]))
__CONVERT(_mm256_cvtepi32_ps, __m256, __f, __m256i, __i, 8, (float) a.__i[i])
__CONVERT(_mm256_cvtps_epi32, __m256i, __i, __m256, __f, 8, __to_int(rint(a.__f[i])))
__CONVERT(_mm256_cvttps_epi32, __m256i, __i, __m256, __f, 8, __to_int(a.__f[i]))
__CONVERT(_mm_cvtepi32_pd, __m128d, __d, __m128i, __i, 2, a.__i[i])
__CONVERT(_mm_cvtps_pd, __m128d, __d, __m128, __f, 2, a.__f[i])
__CONVERT(_mm_cvtpd_ps, __m128, __f, __m128d, __d, 2, (float) a.__d[i])
__CONVERT(_mm256_cvtps_pd, __m256d, __d, __m128, __f, 4, a.__f[i])
__CONVERT(_mm256_cvtpd_ps, __m128, __f, __m256d, __d, 4, (float) a.__d[i])
__CONVERT(_mm256_cvtepi32_pd, __m256d, __d, __m128i, __i, 4, a.__i[i])
__CONVERT(_mm_cvtepu8_epi16, __m128i, __w, __m128i, __ub, 8, a.__ub[i])
__CONVERT(_mm_cvtepu8_epi32, __m128i, __i, __m128i, __ub, 4, a.__ub[i])
__CONVERT(_mm256_cvtepu8_epi32, __m256i, __i, __m128i, __ub, 8, a.__ub[i])
__CONVERT(_mm_cvtepi16_epi32, __m128i, __i, __m128i, __w, 4, a.__w[i])
static inline int _mm_cvtss_si32(__m128 a) { return __to_int(rint(a.__f[0])); }
static inline int _mm_cvttss_si32(__m128 a) { return __to_int(a.__f[0]); }

/* ---- memory and the processor ---- */

static inline void *_mm_malloc(size_t n, size_t align)
{
    return aligned_alloc(align < 16 ? 16 : align, n);
}
static inline void _mm_free(void *p)
{
    free(p);
}
static inline void _mm_prefetch(const void *p, int hint) {}
static inline void _mm_pause() {}
static inline void _mm_sfence() {}
static inline unsigned long long __rdtsc() { return __builtin_ia32_rdtsc(); }
static inline unsigned long long _rdtsc() { return __builtin_ia32_rdtsc(); }
static inline unsigned long long __rdtscp(unsigned *processor) { *processor = 0; return __builtin_ia32_rdtsc(); }
static inline void _mm_lfence() {}
static inline void _mm_mfence() {}
static inline void _mm_empty() {}
static inline void _mm256_zeroupper() {}
static inline void _mm256_zeroall() {}

/* GNU's operators. */
#define __OPERATORS(V, p, s)                                                                                                                \
    static inline V operator+(V a, V b) { return p##_add_##s(a, b); }                                                                       \
    static inline V operator-(V a, V b) { return p##_sub_##s(a, b); }                                                                       \
    static inline V operator*(V a, V b) { return p##_mul_##s(a, b); }                                                                       \
    static inline V operator/(V a, V b) { return p##_div_##s(a, b); }                                                                       \
    static inline V &operator+=(V &a, V b) { return a = p##_add_##s(a, b); }                                                                \
    static inline V &operator-=(V &a, V b) { return a = p##_sub_##s(a, b); }                                                                \
    static inline V &operator*=(V &a, V b) { return a = p##_mul_##s(a, b); }
__OPERATORS(__m128, _mm, ps)
__OPERATORS(__m128d, _mm, pd)
__OPERATORS(__m256, _mm256, ps)
__OPERATORS(__m256d, _mm256, pd)

#undef __UNARY
#undef __BINARY
#undef __TERNARY
#undef __SHIFT
#undef __SPREAD
#undef __LOAD
#undef __STORE
#undef __AS
#undef __ZERO
#undef __COMPARE
#undef __BITS
#undef __REAL
#undef __ORDER
#undef __PREDICATE
#undef __INTEGER
#undef __LANES
#undef __UNPACK
#undef __PACK
#undef __CONVERT
#undef __OPERATORS
