/* SPDX-License-Identifier: Apache-2.0 */
/* The beginnings of MT19937's engines and Poisson's tables for cuRAND's calls (lang/include/cuda/curand.h). Next: compute/mersenne.h,
 * compute/poisson.h. */
#include "compute/mersenne.h"

#include <string.h>

#include "compute/poisson.h"
#include "eval/library/builtin.h"

enum { ENGINES_MOST = 1 << 20 };

BUILTIN(mersenne_stride)
{
    uint64_t stride[MERSENNE_LIMBS];
    void *to = vm_memory(vm, at[0].u, sizeof stride, VM_WRITE, builtin_call_of(call)->spans[0]);
    if (!to)
        return false;
    mersenne_stride(stride);
    memcpy(to, stride, sizeof stride);
    return true;
}

/* (stride, state, out, count) */
BUILTIN(mersenne_engines)
{
    const struct builtin_call *c = builtin_call_of(call);
    uint64_t stride[MERSENNE_LIMBS], count = at[3].u;
    uint32_t state[MERSENNE_WORDS];
    void *polynomial = vm_memory(vm, at[0].u, sizeof stride, VM_READ, c->spans[0]);
    void *words = polynomial ? vm_memory(vm, at[1].u, sizeof state, VM_WRITE, c->spans[1]) : NULL;
    uint64_t bytes = count < ENGINES_MOST ? count * sizeof state : UINT64_MAX;
    char *out = words ? vm_memory(vm, at[2].u, bytes, VM_WRITE, c->spans[2]) : NULL;
    if (!out)
        return false;
    memcpy(stride, polynomial, sizeof stride);
    memcpy(state, words, sizeof state);
    mersenne_engines(stride, state, count, out);
    memcpy(words, state, sizeof state);
    return true;
}

/* What curandGeneratePoisson has not refused. */
static bool mean_fits(struct vm *vm, const struct call_site *call, double mean)
{
    if (mean > 0 && mean <= POISSON_MEAN_MOST)
        return true;
    vm_error(vm, DIAG_RUNTIME, builtin_call_of(call)->spans[0],
             "the mean is not above 0 and up to %d", POISSON_MEAN_MOST);
    return false;
}

/* (mean, quasi, wide, low, bins) */
BUILTIN(poisson_law)
{
    const struct builtin_call *c = builtin_call_of(call);
    if (!mean_fits(vm, call, at[0].d))
        return false;
    struct poisson_law law = poisson_law_of(at[0].d, at[1].i, at[2].i);
    bool ok = vm_store(vm, at[3].u, &law.low, sizeof law.low, c->spans[3]) &&
              vm_store(vm, at[4].u, &law.bins, sizeof law.bins, c->spans[4]);
    at[0].i = law.way;
    poisson_law_free(&law);
    return ok;
}

/* (mean, quasi, wide, edge, other) */
BUILTIN(poisson_tables)
{
    const struct builtin_call *c = builtin_call_of(call);
    if (!mean_fits(vm, call, at[0].d))
        return false;
    struct poisson_law law = poisson_law_of(at[0].d, at[1].i, at[2].i);
    bool ok =
        vm_store(vm, at[3].u, law.edge, law.bins * sizeof *law.edge, c->spans[3]) &&
        (!law.other || vm_store(vm, at[4].u, law.other, law.bins * sizeof *law.other, c->spans[4]));
    poisson_law_free(&law);
    return ok;
}
