/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "compute/compute.h"

/* cuRAND's generators for arrays: the numbers are those of the library's calls with the same seed, in its default ordering
 * (kernels/generators.cu). A session has one of each, which goes on where the last call has ended. Thread-safety: unsafe. */

enum generator_kind {
    GENERATOR_XORWOW,
    GENERATOR_MRG32K3A,
    GENERATOR_MT19937,
    GENERATOR_PHILOX,
    GENERATOR_SOBOL32, /* from here on points, not numbers */
    GENERATOR_SCRAMBLED_SOBOL32,
    GENERATOR_SOBOL64,
    GENERATOR_SCRAMBLED_SOBOL64,
    GENERATOR_COUNT
};

enum generator_law { /* the numbers of __RAND_UINT and those behind it (lang/include/detail/__rand_laws.h) */
                     GENERATOR_BITS, /* unsigned: 64 bits of the generators with this number in their name, 32 of others */
                     GENERATOR_UNIFORM, /* above 0 and up to 1; float or double, as what follows */
                     GENERATOR_NORMAL,
                     GENERATOR_LOG_NORMAL,
                     GENERATOR_POISSON, /* unsigned, of 32 bits */
};

/* What numbers: of which generator, law and type. */
struct generator_numbers {
    enum generator_kind kind;
    enum generator_law law;
    double mean,
        deviation; /* of normal numbers, of the logarithms, or Poisson's mean (poisson.h) */
    uint64_t seed;
    struct dtype dtype;
};

enum {
    GENERATOR_DIMENSIONS = 21 /* of Sobol's points, at most: __sobol.h */
};

struct generator;

/* "xorwow", ...; GENERATOR_COUNT: there is none of this name. */
enum generator_kind generator_named(const char *name);

bool generator_is_quasi(enum generator_kind kind); /* its numbers are points, by dimension */

/* A new array of these extents; *g is made when it is first used. A matrix of a quasi-random generator has a point in each row. */
struct array *compute_generated(const struct job *j, struct generator **g,
                                const struct generator_numbers *what, uint32_t rank,
                                const int64_t *shape);

/* Goes back to its beginning: frees *g and clears it. */
void generator_forget(struct generator **g);
