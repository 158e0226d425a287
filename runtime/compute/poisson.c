/* SPDX-License-Identifier: Apache-2.0 */
/* Tables of Poisson's distribution as cuRAND has them. Next: lang/include/detail/__rand_laws.h, which looks numbers up in them. */
#include "compute/poisson.h"

#include <math.h>
#include <stdlib.h>

#include "base/vec.h"

struct probabilities {
    VEC(double) of;
    uint32_t low;
};

/* Those that are not 0 in a double, which are beside each other. */
static struct probabilities probabilities_of(double mean)
{
    struct probabilities p = {.low = 0};
    for (uint32_t k = 0;; k++) {
        double x = exp(-mean + k * log(mean) - lgamma(k + 1.0));
        if (x <= 0 && (p.of.n || k > mean))
            return p;
        if (x <= 0)
            continue;
        if (!p.of.n)
            p.low = k;
        VEC_PUSH(&p.of, x);
    }
}

/* Makes edges and aliases of probabilities (Walker, 1977): a bin with less than its share is filled by the last one that has more. The bins are
 * gone through again until each has its share, since one that gave may have too little itself. */
static void find_aliases(double *p, uint32_t *other, uint32_t count)
{
    uint32_t idle = 0, giver = count;
    char *full = xcalloc(count, 1);
    for (uint32_t k = 0; k < count; k++) {
        p[k] *= count;
        other[k] = k;
    }
    for (uint32_t i = 0;; i = i + 1 < count ? i + 1 : 0) {
        while (giver && (p[giver - 1] < 1 || full[giver - 1]))
            giver--;
        if (!giver || idle == count)
            break;
        idle++;
        if (full[i] || p[i] >= 1)
            continue;
        other[i] = giver - 1;
        full[i] = 1;
        p[giver - 1] -= 1 - p[i];
        idle = 0;
    }
    for (uint32_t k = 0; k < count; k++)
        p[k] = k + (full[k] ? p[k] : 1);
    free(full);
}

struct poisson_law poisson_law_of(double mean, bool quasi, bool wide)
{
    bool search = wide || (quasi && mean >= 10),
         table = search && !wide ? mean <= 8000 : mean < 2000;
    if (!table)
        return (struct poisson_law){.way = POISSON_ROUND};
    struct probabilities p = probabilities_of(mean);
    struct poisson_law law = {.way = search ? POISSON_SEARCH : POISSON_ALIAS,
                              .low = p.low,
                              .bins = (uint32_t) p.of.n,
                              .edge = p.of.at};
    if (search) {
        for (uint32_t k = 1; k < law.bins; k++)
            law.edge[k] += law.edge[k - 1];
    } else {
        law.other = xcalloc(law.bins, sizeof *law.other);
        find_aliases(law.edge, law.other, law.bins);
    }
    return law;
}

void poisson_law_free(struct poisson_law *p)
{
    free(p->edge);
    free(p->other);
    *p = (struct poisson_law){0};
}
