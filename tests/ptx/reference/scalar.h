/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "ptx/ptx.h"

/* What PTX instructions mean, for one thread, from the words of the ISA and with nothing of the engine: integers in wide C
 * types, floats exactly in 113 bits and rounded once (scalar_float.c), video instructions by their own definition
 * (scalar_video.c). The tests of forms and of random programs compare the engine with it. */

enum { ROUND_NEAREST, ROUND_ZERO, ROUND_DOWN, ROUND_UP, ROUND_AWAY };

typedef unsigned __int128
    word; /* up to 16 letters: names are compared as numbers, as random programs do it a lot */

static inline word word_of(const char *s, size_t n)
{
    word w = 0;
    memcpy(&w, s, n < sizeof w ? n : sizeof w);
    return w;
}

struct form { /* a mnemonic taken apart */
    const struct ptx_inst *inst;
    word base, mods[PTX_MODS_MAX];
    uint32_t mod_count;
    enum ptx_type type,
        to; /* the last type (of the operands), the one before it (of the result) or the same */
    int rounding;         /* ROUND_*; -1: none given */
    int integer_rounding; /* of .rni and so on */
    bool ftz, sat, relu, nan, xorsign, approx;
};

struct form form_of(const struct ptx_inst *i);

static inline __attribute__((always_inline)) bool form_is(const struct form *f, const char *base)
{
    return f->base == word_of(base, strlen(base));
}

static inline __attribute__((always_inline)) bool form_has(const struct form *f, const char *mod)
{
    word w = word_of(mod, strlen(mod));
    for (uint32_t k = 1; k < f->mod_count; k++)
        if (f->mods[k] == w)
            return true;
    return false;
}

/* d = op(in...). out[1] is the second predicate of setp. Predicates are 0 or 1. False: not known here. */
bool scalar(const struct form *f, const uint64_t in[4], uint64_t *carry, uint64_t out[2]);

/* Of other files here; false: not theirs. */
bool scalar_float(const struct form *f, const uint64_t in[4], uint64_t *out);
bool scalar_convert(const struct form *f, const uint64_t in[4], uint64_t *out);
bool scalar_compare_floats(const struct form *f, uint64_t a, uint64_t b, const char *how,
                           bool *out);
bool scalar_video(const struct form *f, const uint64_t in[4], uint64_t *out);

uint64_t scalar_widened(uint64_t v, enum ptx_type t); /* from the type's bits, with its sign */
bool scalar_is_float(enum ptx_type t);
double scalar_value(uint64_t bits, enum ptx_type t); /* of a float type */
