/* SPDX-License-Identifier: Apache-2.0 */
/* XORWOW, MRG32k3a and MT19937 as cuRAND deals them: many streams of one generator, far apart, take turns (cuRAND's guide, "Order").
 *
 * XORWOW: Marsaglia, "Xorshift RNGs", 2003. MRG32k3a: L'Ecuyer, "Good parameters and implementations for combined multiple recursive random
 * number generators", 1999. MT19937: Matsumoto and Nishimura, "Mersenne Twister", 1998. */
#ifndef WARPCELL_RAND_STREAMS_H
#define WARPCELL_RAND_STREAMS_H

struct __rand_xorwow {
    unsigned v[5], d;
    float spare; /* the second number of a pair, for Poisson numbers of a large mean */
    int has_spare;
};

struct __rand_mrg {
    unsigned a[3], b[3];
    float spare;
    int has_spare;
};

/* XORWOW */

static inline __host__ __device__ void __rand_step(unsigned *v)
{
    unsigned t = v[0] ^ v[0] >> 2;
    v[0] = v[1];
    v[1] = v[2];
    v[2] = v[3];
    v[3] = v[4];
    v[4] = v[4] ^ v[4] << 4 ^ t ^ t << 1;
}

static inline __host__ __device__ unsigned __rand_bits(struct __rand_xorwow *s)
{
    __rand_step(s->v);
    s->d += 362437;
    return s->v[4] + s->d;
}

static inline __host__ __device__ void __rand_unit(struct __rand_xorwow *s, float *out)
{
    *out = __rand_bits(s) * 2.3283064365386963e-10f + 1.16415321826934814453e-10f;
}

static inline __host__ __device__ void __rand_unit(struct __rand_xorwow *s, double *out)
{
    unsigned long long x = __rand_bits(s), y = __rand_bits(s);
    *out = ((x ^ y << 21) & 0x1fffffffffffffull) * 1.1102230246251565e-16 + 5.5511151231257827e-17;
}

/* MRG32k3a: moduli 2^32 - 209 and 2^32 - 22853. */

static inline __host__ __device__ unsigned __rand_mrg_next(struct __rand_mrg *s)
{
    const unsigned long long m1 = 4294967087ull, m2 = 4294944443ull;
    unsigned long long a = (1403580ull * s->a[1] + 810728ull * (m1 - s->a[0])) % m1;
    unsigned long long b = (527612ull * s->b[2] + 1370589ull * (m2 - s->b[0])) % m2;
    s->a[0] = s->a[1];
    s->a[1] = s->a[2];
    s->a[2] = (unsigned) a;
    s->b[0] = s->b[1];
    s->b[1] = s->b[2];
    s->b[2] = (unsigned) b;
    return (unsigned) (a > b ? a - b : a + m1 - b);
}

/* The numbers 1 to 4294967087, spread over 32 bits. */
static inline __host__ __device__ unsigned __rand_bits(struct __rand_mrg *s) { return (unsigned) (__rand_mrg_next(s) * 1.000000048662); }

static inline __host__ __device__ void __rand_unit(struct __rand_mrg *s, double *out) { *out = __rand_mrg_next(s) * 2.328306549837829e-10; }

static inline __host__ __device__ void __rand_unit(struct __rand_mrg *s, float *out) { *out = (float) (__rand_mrg_next(s) * 2.328306549837829e-10); }

/* Box and Muller's pairs, of two numbers from 0 to 1. */

static inline __host__ __device__ void __rand_polar(float u, float v, float *out)
{
    float r = sqrtf(-2.0f * logf(u)), angle = 6.2831855f * v;
    out[0] = r * sinf(angle);
    out[1] = r * cosf(angle);
}

static inline __host__ __device__ void __rand_polar(double u, double v, double *out)
{
    double r = sqrt(-2.0 * log(u)), angle = 6.283185307179586 * v;
    out[0] = r * sin(angle);
    out[1] = r * cos(angle);
}

template <typename S, typename T> __host__ __device__ void __rand_pair(S *s, T *out)
{
    T u, v;
    __rand_unit(s, &u);
    __rand_unit(s, &v);
    __rand_polar(u, v, out);
}

template <typename S> __host__ __device__ float __rand_single(S *s)
{
    if (s->has_spare) {
        s->has_spare = 0;
        return s->spare;
    }
    float pair[2];
    __rand_pair(s, pair);
    s->spare = pair[1];
    s->has_spare = 1;
    return pair[0];
}

/* Where the streams begin. XORWOW's step is a linear map of 160 bits; after n steps it is x^n modulo its characteristic polynomial,
 * evaluated at the map. */

struct __rand_polynomial {
    unsigned c[5];
};

static inline __host__ __device__ struct __rand_polynomial __rand_product(struct __rand_polynomial p, struct __rand_polynomial q)
{
    const unsigned modulus[5] = {0x60001, 0x8610030, 0x62121, 0xf3c0035, 0xf0e};
    struct __rand_polynomial r = {{0, 0, 0, 0, 0}};
    for (int i = 0; i < 160; i++) {
        if (q.c[i / 32] >> i % 32 & 1)
            for (int k = 0; k < 5; k++)
                r.c[k] ^= p.c[k];
        unsigned top = p.c[4] >> 31;
        for (int k = 4; k > 0; k--)
            p.c[k] = p.c[k] << 1 | p.c[k - 1] >> 31;
        p.c[0] <<= 1;
        for (int k = 0; top && k < 5; k++)
            p.c[k] ^= modulus[k];
    }
    return r;
}

/* x^(n 2^doublings) */
static inline __host__ __device__ struct __rand_polynomial __rand_power(unsigned long long n, int doublings)
{
    struct __rand_polynomial r = {{1, 0, 0, 0, 0}}, x = {{2, 0, 0, 0, 0}};
    for (; doublings; doublings--)
        x = __rand_product(x, x);
    for (; n; n >>= 1) {
        if (n & 1)
            r = __rand_product(r, x);
        x = __rand_product(x, x);
    }
    return r;
}

static inline __host__ __device__ void __rand_jump(struct __rand_xorwow *s, const struct __rand_polynomial *p)
{
    unsigned v0 = 0, v1 = 0, v2 = 0, v3 = 0, v4 = 0, a = s->v[0], b = s->v[1], c = s->v[2], d = s->v[3], e = s->v[4];
    for (int i = 0; i < 160; i++) {
        unsigned mask = 0 - (p->c[i / 32] >> i % 32 & 1), t = a ^ a >> 2;
        v0 ^= a & mask;
        v1 ^= b & mask;
        v2 ^= c & mask;
        v3 ^= d & mask;
        v4 ^= e & mask;
        a = b;
        b = c;
        c = d;
        d = e;
        e = e ^ e << 4 ^ t ^ t << 1;
    }
    s->v[0] = v0;
    s->v[1] = v1;
    s->v[2] = v2;
    s->v[3] = v3;
    s->v[4] = v4;
}

/* A place in the generator: its seed, and how many steps to go. */
static inline __host__ __device__ void __rand_begin(struct __rand_xorwow *s, unsigned long long seed, unsigned long long steps)
{
    unsigned low = 1099087573u * ((unsigned) seed ^ 0xaad26b49u), high = 2591861531u * ((unsigned) (seed >> 32) ^ 0xf7dcefddu);
    struct __rand_xorwow begin = {{123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high, 5783321u + low}, 6615241u + high + low, 0, 0};
    *s = begin;
    if (steps) {
        struct __rand_polynomial p = __rand_power(steps, 0);
        __rand_jump(s, &p);
    }
    s->d += 362437u * (unsigned) steps;
}

struct __rand_matrix {
    unsigned long long m[9];
};

static inline __host__ __device__ struct __rand_matrix __rand_matrix_product(struct __rand_matrix p, struct __rand_matrix q, unsigned long long modulus)
{
    struct __rand_matrix r;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            r.m[3 * i + k] = (p.m[3 * i] * q.m[k] % modulus + p.m[3 * i + 1] * q.m[3 + k] % modulus + p.m[3 * i + 2] * q.m[6 + k] % modulus) % modulus;
    return r;
}

/* Both recurrences, n 2^doublings steps at once. */
struct __rand_leap {
    struct __rand_matrix a, b;
};

static inline __host__ __device__ struct __rand_leap __rand_leap_of(unsigned long long n, int doublings)
{
    const unsigned long long m1 = 4294967087ull, m2 = 4294944443ull;
    struct __rand_matrix a = {{0, 1, 0, 0, 0, 1, m1 - 810728, 1403580, 0}}, b = {{0, 1, 0, 0, 0, 1, m2 - 1370589, 0, 527612}};
    struct __rand_leap r = {{{1, 0, 0, 0, 1, 0, 0, 0, 1}}, {{1, 0, 0, 0, 1, 0, 0, 0, 1}}};
    for (; doublings || n; n >>= doublings ? 0 : 1, doublings -= doublings ? 1 : 0) {
        if (!doublings && (n & 1)) {
            r.a = __rand_matrix_product(r.a, a, m1);
            r.b = __rand_matrix_product(r.b, b, m2);
        }
        a = __rand_matrix_product(a, a, m1);
        b = __rand_matrix_product(b, b, m2);
    }
    return r;
}

static inline __host__ __device__ unsigned __rand_row(const unsigned long long *m, const unsigned *v, unsigned long long modulus)
{
    return (unsigned) ((m[0] * v[0] % modulus + m[1] * v[1] % modulus + m[2] * v[2] % modulus) % modulus);
}

static inline __host__ __device__ void __rand_jump(struct __rand_mrg *s, const struct __rand_leap *leap)
{
    struct __rand_mrg old = *s;
    for (int i = 0; i < 3; i++) {
        s->a[i] = __rand_row(leap->a.m + 3 * i, old.a, 4294967087ull);
        s->b[i] = __rand_row(leap->b.m + 3 * i, old.b, 4294944443ull);
    }
}

static inline __host__ __device__ void __rand_begin(struct __rand_mrg *s, unsigned long long seed, unsigned long long steps)
{
    const unsigned long long m1 = 4294967087ull, m2 = 4294944443ull;
    unsigned long long low = seed ? (unsigned) seed ^ 0x55555555u : 1, high = seed ? (unsigned) (seed >> 32) ^ 0xaaaaaaaau : 1;
    unsigned p1 = (unsigned) (12345 * low % m1), q1 = (unsigned) (12345 * high % m1), p2 = (unsigned) (12345 * low % m2), q2 = (unsigned) (12345 * high % m2);
    struct __rand_mrg begin = {{p1, q1, p1}, {q2, p2, q2}, 0, 0};
    *s = begin;
    struct __rand_leap leap = __rand_leap_of(steps, 0);
    __rand_jump(s, &leap);
}

/* ---- MT19937: an engine's 624 words are `stride` apart ---- */

/* The next 624 words. */
static inline __host__ __device__ void __rand_mt_turn(unsigned *words, size_t stride)
{
    unsigned next = words[0];
    for (unsigned i = 0; i < 624; i++) {
        unsigned now = next;
        next = words[(i < 623 ? i + 1 : 0) * stride];
        unsigned y = (now & 0x80000000u) | (next & 0x7fffffffu);
        words[i * stride] = words[(i < 227 ? i + 397 : i - 227) * stride] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
    }
}

static inline __host__ __device__ unsigned __rand_mt_tempered(unsigned y)
{
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680u;
    y ^= y << 15 & 0xefc60000u;
    return y ^ y >> 18;
}

/* Eight streams share an engine; each takes 78 of its words. Which one `lane` takes at `draw`, below 78: the first of each lane apart, then seven at a
 * time beside those of the others. */
static inline __host__ __device__ unsigned __rand_mt_word(unsigned lane, unsigned draw)
{
    const unsigned short first[8] = {0, 113, 170, 283, 340, 397, 510, 567}, runs[11] = {1, 57, 114, 171, 227, 284, 341, 398, 454, 511, 568};
    return draw ? runs[(draw - 1) / 7] + 7 * lane + (draw - 1) % 7 : first[lane];
}

#endif
