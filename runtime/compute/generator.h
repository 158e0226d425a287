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
    GENERATOR_SOBOL,
    GENERATOR_COUNT
};

enum generator_law { /* the numbers of __RAND_UINT and those behind it (lang/include/detail/__rand_laws.h) */
                     GENERATOR_BITS,    /* 32 bits, unsigned */
                     GENERATOR_UNIFORM, /* above 0 and up to 1; float or double, as what follows */
                     GENERATOR_NORMAL,
};

enum {
    GENERATOR_DIMENSIONS = 21 /* of Sobol's points, at most: __sobol.h */
};

struct generator;

/* "xorwow", ...; GENERATOR_COUNT: there is none of this name. */
enum generator_kind generator_named(const char *name);

/* A new array of these extents; *g is made when it is first used. Of GENERATOR_SOBOL a matrix has a point in each row. */
struct array *compute_generated(const struct job *j, struct generator **g, enum generator_kind kind,
                                uint64_t seed, enum generator_law law, struct dtype t,
                                uint32_t rank, const int64_t *shape);

/* Goes back to its beginning: frees *g and clears it. */
void generator_forget(struct generator **g);
