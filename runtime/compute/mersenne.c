/* SPDX-License-Identifier: Apache-2.0 */
/* Jumps of MT19937 by polynomials.
 *
 * The generator's words obey a linear recurrence whose characteristic polynomial P has degree 19937 (Matsumoto and Nishimura, "Mersenne
 * Twister", 1998, appendix A). Word i + n is the sum of the words i + k over the terms x^k of x^n modulo P (Haramoto et al., "Efficient jump
 * ahead for F2-linear random number generators", 2008). */
#include "compute/mersenne.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

enum {
    WORDS = MERSENNE_WORDS,
    MIDDLE = 397,
    DEGREE = 19937,
    LIMBS = MERSENNE_LIMBS,
    TERMS_MOST = 256, /* of P: it has 135 */
    DOUBLINGS = 2048,
    SEQUENCE = DEGREE + WORDS,
    PATTERNS = 8, /* sums of up to four neighbours with the first among them */
    CHUNK = 8,    /* limbs that are reduced at once */
    LANES = 64,   /* words that are summed at once */
    PADDED = SEQUENCE + LANES
};

static const uint32_t twist = 0x9908b0df;

/* to ^= from x^shift */
static inline void add_shifted(uint64_t *to, const uint64_t *from, int limbs, int shift)
{
    int up = shift % 64;
    to += shift / 64;
    for (int i = 0; i < limbs; i++)
        to[i] ^= from[i] << up;
    for (int i = 0; up && i < limbs; i++)
        to[i + 1] ^= from[i] >> (64 - up);
}

/* The exponents of P's terms below the first. With A = x^624 + x^397, B = x^623 + x^396 and the bits t of the twist, P is
 * A (B^31 + t0 B^30 + ... + t30) + t31. Returns how many. */
static int characteristic(int *exponents)
{
    uint64_t p[2][2 * LIMBS] = {{1}};
    int now = 0, count = 0;
    for (int bit = 0; bit < 32; bit++, now = !now) {
        int down = bit < 31;
        memset(p[!now], 0, sizeof p[0]);
        add_shifted(p[!now], p[now], LIMBS, WORDS - down);
        add_shifted(p[!now], p[now], LIMBS, MIDDLE - down);
        p[!now][0] ^= twist >> bit & 1;
    }
    for (int i = 0; i < DEGREE && count < TERMS_MOST; i++)
        if (p[now][i / 64] >> i % 64 & 1)
            exponents[count++] = i;
    return count;
}

static uint64_t spread(uint32_t x)
{
    uint64_t v = x;
    v = (v | v << 16) & UINT64_C(0x0000ffff0000ffff);
    v = (v | v << 8) & UINT64_C(0x00ff00ff00ff00ff);
    v = (v | v << 4) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    v = (v | v << 2) & UINT64_C(0x3333333333333333);
    return (v | v << 1) & UINT64_C(0x5555555555555555);
}

/* P's second term is 623 below its first, so a chunk of 512 bits is reduced at once. */
static void square(uint64_t *g, const int *exponents, int count)
{
    uint64_t s[2 * LIMBS + 1] = {0}, high[CHUNK];
    for (int i = 0; i < LIMBS; i++) {
        s[2 * i] = spread((uint32_t) g[i]);
        s[2 * i + 1] = spread((uint32_t) (g[i] >> 32));
    }
    for (int i = 2 * LIMBS - CHUNK; i >= LIMBS; i -= CHUNK) {
        memcpy(high, s + i, sizeof high);
        memset(s + i, 0, sizeof high);
        for (int k = 0; k < count; k++)
            add_shifted(s, high, CHUNK, i * 64 - DEGREE + exponents[k]);
    }
    high[0] = s[LIMBS - 1] >> DEGREE % 64;
    s[LIMBS - 1] &= ~(~UINT64_C(0) << DEGREE % 64);
    for (int k = 0; k < count; k++)
        add_shifted(s, high, 1, exponents[k]);
    memcpy(g, s, LIMBS * sizeof g[0]);
}

void mersenne_stride(uint64_t out[MERSENNE_LIMBS])
{
    int exponents[TERMS_MOST], count = characteristic(exponents);
    memset(out, 0, LIMBS * sizeof *out);
    out[0] = 2;
    for (int i = 0; i < DOUBLINGS; i++)
        square(out, exponents, count);
}

/* The sums, `LANES` words from `first`, over the windows: where each begins, and its pattern. */
struct windows {
    int count;
    uint16_t at[DEGREE];
    uint8_t pattern[DEGREE];
};

typedef uint32_t lanes __attribute__((vector_size(64)));

static inline __attribute__((always_inline)) void add(lanes *sum, const uint32_t *from)
{
    lanes v;
    memcpy(&v, from, sizeof v);
    *sum ^= v;
}

static inline __attribute__((always_inline)) void
sum_windows(const struct windows *w, uint32_t (*sums)[PADDED], uint32_t *out, int first)
{
    lanes sum[4] = {{0}};
    for (int i = 0; i < w->count; i++) {
        const uint32_t *from = sums[w->pattern[i]] + w->at[i] + first;
        add(&sum[0], from);
        add(&sum[1], from + 16);
        add(&sum[2], from + 32);
        add(&sum[3], from + 48);
    }
    memcpy(out, sum, sizeof sum);
}

static void sum_any(const struct windows *w, uint32_t (*sums)[PADDED], uint32_t *out, int first)
{
    sum_windows(w, sums, out, first);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void
sum_avx2(const struct windows *w, uint32_t (*sums)[PADDED], uint32_t *out, int first)
{
    sum_windows(w, sums, out, first);
}

__attribute__((target("avx512f"))) static void
sum_avx512(const struct windows *w, uint32_t (*sums)[PADDED], uint32_t *out, int first)
{
    sum_windows(w, sums, out, first);
}
#endif

typedef void sum_function(const struct windows *, uint32_t (*)[PADDED], uint32_t *, int);

static sum_function *sum_for_machine(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f"))
        return sum_avx512;
    if (__builtin_cpu_supports("avx2"))
        return sum_avx2;
#endif
    return sum_any;
}

/* Terms next to each other are summed together, four at most. */
static void find_windows(const uint64_t *g, struct windows *w)
{
    w->count = 0;
    for (int i = 0; i < DEGREE; i++) {
        if (!(g[i / 64] >> i % 64 & 1))
            continue;
        unsigned pattern = 0;
        for (int k = 1; k < 4 && i + k < DEGREE; k++)
            pattern |= (unsigned) (g[(i + k) / 64] >> (i + k) % 64 & 1) << (k - 1);
        w->at[w->count] = (uint16_t) i;
        w->pattern[w->count++] = (uint8_t) pattern;
        i += 3;
    }
}

/* state: the words of one engine; becomes those of the next. */
static void jump(uint32_t *state, const struct windows *w, uint32_t (*sums)[PADDED],
                 sum_function *sum)
{
    uint32_t *x = sums[0], padded[(WORDS + LANES - 1) / LANES * LANES];
    memcpy(x, state, WORDS * sizeof x[0]);
    for (int i = 0; i + WORDS < SEQUENCE; i++) {
        uint32_t y = (x[i] & 0x80000000) | (x[i + 1] & 0x7fffffff);
        x[i + WORDS] = x[i + MIDDLE] ^ y >> 1 ^ (y & 1 ? twist : 0);
    }
    for (int p = 1; p < PATTERNS; p++) {
        const uint32_t *fewer = sums[p & (p - 1)], *far = x + (p & 1 ? 1 : p & 2 ? 2 : 3);
        for (int i = 0; i < SEQUENCE; i++)
            sums[p][i] = fewer[i] ^ far[i];
    }
    for (int first = 0; first < WORDS; first += LANES)
        sum(w, sums, padded + first, first);
    memcpy(state, padded, WORDS * sizeof state[0]);
}

void mersenne_engines(const uint64_t stride[MERSENNE_LIMBS], uint32_t state[MERSENNE_WORDS],
                      uint64_t count, void *out)
{
    struct windows *w = xmalloc(sizeof *w);
    uint32_t(*sums)[PADDED] = xcalloc(PATTERNS, sizeof *sums);
    sum_function *sum = sum_for_machine();
    find_windows(stride, w);
    for (uint64_t k = 0; k < count; k++) {
        for (uint64_t i = 0; i < WORDS; i++)
            memcpy((char *) out + (i * count + k) * sizeof state[0], &state[i], sizeof state[0]);
        jump(state, w, sums, sum);
    }
    free(sums);
    free(w);
}
