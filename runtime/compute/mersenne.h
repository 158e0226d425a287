/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdint.h>

/* Where the engines of cuRAND's MT19937 begin: each is 2^2048 numbers behind the one before. Pure functions. */

enum {
    MERSENNE_WORDS = 624, /* of an engine, 32 bits each */
    MERSENNE_LIMBS = 312, /* of the polynomial that leads to the next engine, 64 bits each */
};

void mersenne_stride(uint64_t out[MERSENNE_LIMBS]); /* takes some ms */

/* The words of the next `count` engines, from the one in `state`, to out[word count + engine], which need not be aligned; `state` becomes that of the one behind them. An
 * engine takes 0.1 to 0.2 ms. */
void mersenne_engines(const uint64_t stride[MERSENNE_LIMBS], uint32_t state[MERSENNE_WORDS],
                      uint64_t count, void *out);
