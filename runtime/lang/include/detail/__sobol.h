// SPDX-License-Identifier: Apache-2.0
// Sobol's sequence and its scrambling, for cuRAND's calls (curand.h) and for arrays (compute/kernels/random.cu).
#ifndef WARPCELL_SOBOL_H
#define WARPCELL_SOBOL_H

enum { __SOBOL_DIMENSIONS = 21 };

// Point n of a dimension, in Gray code's order, as the 32 or 64 bits behind the point. The table has the polynomials and first direction numbers of the
// dimensions behind the first (Joe and Kuo, "Constructing Sobol sequences with better two-dimensional projections", 2008): degree,
// coefficients, numbers.
template <typename W> __host__ __device__ W __sobol_point(unsigned long long n, int dimension)
{
    const unsigned char table[20][9] = {
        {1, 0, 1},
        {2, 1, 1, 3},
        {3, 1, 1, 3, 1},
        {3, 2, 1, 1, 1},
        {4, 1, 1, 1, 3, 3},
        {4, 4, 1, 3, 5, 13},
        {5, 2, 1, 1, 5, 5, 17},
        {5, 4, 1, 1, 5, 5, 5},
        {5, 7, 1, 1, 7, 11, 19},
        {5, 11, 1, 1, 5, 1, 1},
        {5, 13, 1, 1, 1, 3, 11},
        {5, 14, 1, 3, 5, 5, 31},
        {6, 1, 1, 3, 3, 9, 7, 49},
        {6, 13, 1, 1, 1, 15, 21, 21},
        {6, 16, 1, 3, 1, 13, 27, 49},
        {6, 19, 1, 1, 1, 15, 7, 5},
        {6, 22, 1, 3, 1, 15, 13, 25},
        {6, 25, 1, 1, 5, 5, 19, 61},
        {7, 1, 1, 3, 7, 11, 23, 15, 103},
        {7, 4, 1, 3, 7, 13, 13, 15, 69},
    };
    const int bits = 8 * (int) sizeof(W);
    W v[8 * sizeof(W)], x = 0, gray = (W) (n ^ n >> 1);
    const unsigned char *row = table[dimension ? dimension - 1 : 0];
    const int degree = dimension ? row[0] : 0;
    for (int k = 0; k < bits; k++) {
        if (!dimension) {
            v[k] = (W) 1 << (bits - 1 - k);
        } else if (k < degree) {
            v[k] = (W) row[2 + k] << (bits - 1 - k);
        } else {
            v[k] = v[k - degree] ^ v[k - degree] >> degree;
            for (int m = 1; m < degree; m++)
                if (row[1] >> (degree - 1 - m) & 1)
                    v[k] ^= v[k - m];
        }
        if (gray >> k & 1)
            x ^= v[k];
    }
    return x;
}

static inline __host__ __device__ unsigned __sobol_bits(unsigned long long n, int dimension) { return __sobol_point<unsigned>(n, dimension); }

static inline __host__ __device__ unsigned __sobol_reversed(unsigned x)
{
    x = (x & 0x55555555u) << 1 | (x >> 1 & 0x55555555u);
    x = (x & 0x33333333u) << 2 | (x >> 2 & 0x33333333u);
    x = (x & 0x0f0f0f0fu) << 4 | (x >> 4 & 0x0f0f0f0fu);
    x = (x & 0x00ff00ffu) << 8 | (x >> 8 & 0x00ff00ffu);
    return x << 16 | x >> 16;
}

// Owen's scrambling by a hash in which a bit depends on those above it only (Burley, "Practical hash-based Owen scrambling", 2020).
static inline __host__ __device__ unsigned __sobol_scrambled(unsigned x, unsigned seed)
{
    x = __sobol_reversed(x);
    x += seed;
    x ^= x * 0x6c50b47cu;
    x ^= x * 0xb82f1e52u;
    x ^= x * 0xc7afe638u;
    x ^= x * 0x8d22f6e6u;
    return __sobol_reversed(x);
}

#endif
