/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* How cuRAND makes numbers of Poisson's distribution, for its calls (lang/include/cuda/curand.h) and for arrays. Pure functions. */

enum poisson_way { /* the numbers of __RAND_ALIAS and those behind it (lang/include/detail/__rand_laws.h) */
                   POISSON_ALIAS = 4, /* Walker's aliases */
                   POISSON_SEARCH,    /* among cumulative probabilities */
                   POISSON_ROUND,     /* normal numbers, rounded: no tables */
};

enum { POISSON_MEAN_MOST = 400000 };

struct poisson_law {
    enum poisson_way way;
    uint32_t low, bins; /* the numbers low to low + bins - 1; bins 0: no tables */
    double *edge;       /* of each bin, or its cumulative probability */
    uint32_t *other;    /* the alias of each bin; NULL: none */
};

/* mean: above 0 and up to POISSON_MEAN_MOST. quasi: of a quasi-random generator; wide: of 64 bits. The caller frees the tables. */
struct poisson_law poisson_law_of(double mean, bool quasi, bool wide);
void poisson_law_free(struct poisson_law *p);
