/* SPDX-License-Identifier: Apache-2.0 */
/* The beginnings of MT19937's engines for cuRAND's calls (lang/include/cuda/curand.h). Next: compute/mersenne.h. */
#include "compute/mersenne.h"

#include <string.h>

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
