/* SPDX-License-Identifier: Apache-2.0 */
/* How cuRAND's generators deal their numbers to the elements of an array: for cuRAND's calls (curand.h) and for random() of arrays
 * (compute/kernels/generators.cu). */
#ifndef WARPCELL_RAND_DEAL_H
#define WARPCELL_RAND_DEAL_H
#include <__rand_laws.h>
#include <__sobol.h>

enum {
    __RAND_STREAMS = 4096, /* of XORWOW, and of MRG32k3a in the legacy ordering */
    __RAND_STREAMS_MRG = 81920,
    __RAND_STREAMS_MT = 65536, /* eight of each engine */
    __RAND_STREAMS_PHILOX = 65536
};

/* ---- streams: XORWOW and MRG32k3a ---- */

/* Stream `number` of `streams` deals unit `number - cursor`, and every so many behind it. */
template <typename S, typename T>
__host__ __device__ void __rand_deal_stream(S *s, unsigned number, unsigned streams, unsigned cursor, struct __rand_law law, T *out, size_t units)
{
    int width = law.what == __RAND_NORMAL || law.what == __RAND_LOG_NORMAL ? 2 : 1;
    for (size_t i = number >= cursor ? number - cursor : number + streams - cursor; i < units; i += streams)
        __rand_deal(s, law, out + i * width);
}

/* ---- MT19937: eight streams of one engine ---- */

/* What an engine has of the `units` numbers from `place` on. It turns when its first stream begins again. */
template <typename T>
__host__ __device__ void __rand_deal_mt(unsigned *words, size_t stride, unsigned engine, unsigned long long place, struct __rand_law law, T *out,
                                        size_t units)
{
    unsigned long long row = place / __RAND_STREAMS_MT;
    for (;; row++) {
        unsigned long long first = row * __RAND_STREAMS_MT + 8 * engine;
        unsigned draw = (unsigned) (row % 78);
        if (first >= place + units)
            return;
        if (!draw && first >= place)
            __rand_mt_turn(words, stride);
        for (unsigned lane = 0; lane < 8; lane++)
            if (first + lane >= place && first + lane < place + units)
                __rand_make(__rand_mt_tempered(words[__rand_mt_word(lane, draw) * stride]), law, false, out + (first + lane - place));
    }
}

/* ---- Philox ---- */

/* Where a call begins: the next number of the row, the counter of those behind it, and what those before it are ahead. */
struct __rand_place {
    unsigned long long seed, counter;
    unsigned cursor, ahead;
};

/* What block `block`, of those from the row's start on, has of the n numbers from the cursor on. */
template <typename T> __host__ __device__ void __rand_deal_block(struct __rand_place from, unsigned long long block, struct __rand_law law, T *out, size_t n)
{
    T four[4];
    unsigned draws = sizeof(T) / 4, sequence = (unsigned) (block % __RAND_STREAMS_PHILOX);
    unsigned long long row = block / __RAND_STREAMS_PHILOX, counter = from.counter + row * draws;
    if (row && 4 * sequence + 3 < from.cursor)
        counter = counter + from.ahead - draws;
    __rand_block(from.seed, sequence, counter, law, four);
    for (int i = 0; i < 4; i++)
        if (4 * block + i >= from.cursor && 4 * block + i - from.cursor < n)
            out[4 * block + i - from.cursor] = four[i];
}

/* ---- Sobol's points: all of one dimension, then the next ---- */

static inline __host__ __device__ unsigned __rand_scrambled(unsigned x, int dimension)
{
    unsigned key[4];
    __rand_philox(0x5c0b01, dimension, 0, key);
    return __sobol_scrambled(x, key[0]);
}

static inline __host__ __device__ unsigned long long __rand_scrambled(unsigned long long x, int dimension)
{
    unsigned key[4];
    __rand_philox(0x5c0b01, dimension, 0, key);
    return (unsigned long long) __sobol_scrambled((unsigned) (x >> 32), key[0]) << 32 | ((unsigned) x ^ key[1]);
}

template <typename W, typename T>
__host__ __device__ void __rand_deal_point(unsigned long long place, size_t i, size_t count, bool scrambled, struct __rand_law law, T *out)
{
    int dimension = (int) (i / count);
    W x = __sobol_point<W>(place + i % count, dimension);
    __rand_make(scrambled ? __rand_scrambled(x, dimension) : x, law, true, out + i);
}

#endif
