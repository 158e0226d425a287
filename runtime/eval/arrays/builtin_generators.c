/* SPDX-License-Identifier: Apache-2.0 */
/* random("xorwow", n), randn and random_raw: arrays of the numbers of cuRAND's generators. Next: compute/generator.h. */
#include "compute/generator.h"

#include <inttypes.h>
#include <string.h>

#include "eval/arrays/array_arguments.h"

/* GENERATOR_COUNT after a diag. */
static enum generator_kind kind_of(struct vm *vm, const struct call_site *call, uint64_t text)
{
    size_t n;
    struct span at = builtin_call_of(call)->spans[0];
    const char *name = vm_string(vm, text, at, &n);
    enum generator_kind kind = name ? generator_named(name) : GENERATOR_COUNT;
    if (name && kind == GENERATOR_COUNT)
        diag_help(vm->diags, vm_error(vm, DIAG_RUNTIME, at, "there is no generator '%s'", name),
                  "the generators are \"xorwow\", \"mrg32k3a\", \"mt19937\", \"philox\" and "
                  "\"sobol\"");
    return kind;
}

/* Points of Sobol's sequence are the rows of a matrix. */
static bool points_fit(struct vm *vm, const struct call_site *call, uint32_t rank,
                       const int64_t *shape)
{
    const struct builtin_call *s = builtin_call_of(call);
    if (rank > 2)
        vm_error(vm, DIAG_MEMORY, call->at,
                 "'sobol' gives a vector or a matrix with a point in each row, not an array of "
                 "rank %u",
                 rank);
    else if (rank == 2 && (shape[1] < 1 || shape[1] > GENERATOR_DIMENSIONS))
        vm_error(vm, DIAG_MEMORY, s->spans[2], "'sobol' has 1 to %d dimensions, not %" PRId64,
                 GENERATOR_DIMENSIONS, shape[1]);
    else
        return true;
    return false;
}

BUILTIN(array_generated)
{
    const struct builtin_call *s = builtin_call_of(call);
    struct job j = vm_job(vm, call->at);
    int64_t count, shape[ARRAY_RANK_MAX];
    uint32_t rank = s->count - 1;
    enum generator_kind kind = kind_of(vm, call, at[0].u);
    const char *name = s->builtin->name;
    enum generator_law law = !strcmp(name, "random_raw") ? GENERATOR_BITS
                             : !strcmp(name, "randn")    ? GENERATOR_NORMAL
                                                         : GENERATOR_UNIFORM;
    if (kind == GENERATOR_COUNT || !builtin_extents(vm, call, at, shape, &count) ||
        (kind == GENERATOR_SOBOL && !points_fit(vm, call, rank, shape)))
        return false;
    return vm_own_array(vm,
                        compute_generated(&j, &vm->generators[kind], kind, vm->array_seed, law,
                                          type_dtype(s->result->base), rank, shape),
                        at);
}
