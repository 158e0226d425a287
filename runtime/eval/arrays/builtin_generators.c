/* SPDX-License-Identifier: Apache-2.0 */
/* random("xorwow", n), randn, lognormal, poisson and random_raw: arrays of the numbers of cuRAND's generators. Next: compute/generator.h. */
#include "compute/generator.h"

#include <inttypes.h>
#include <string.h>

#include "compute/poisson.h"
#include "eval/arrays/array_arguments.h"

/* GENERATOR_COUNT after a diag. */
static enum generator_kind kind_of(struct vm *vm, const struct call_site *call, uint64_t text)
{
    size_t n;
    struct span at = builtin_call_of(call)->spans[0];
    const char *name = vm_string(vm, text, at, &n);
    enum generator_kind kind = name ? generator_named(name) : GENERATOR_COUNT;
    if (name && !strcmp(name, "mtgp32"))
        diag_help(
            vm->diags,
            vm_error(vm, DIAG_RUNTIME, at, "'mtgp32' needs tables that only NVIDIA's library has"),
            "\"mt19937\" and \"philox\" work");
    else if (name && kind == GENERATOR_COUNT)
        diag_help(vm->diags, vm_error(vm, DIAG_RUNTIME, at, "there is no generator '%s'", name),
                  "the generators are \"xorwow\", \"mrg32k3a\", \"mt19937\", \"philox\", "
                  "\"sobol\", \"scrambled_sobol32\", \"sobol64\" and \"scrambled_sobol64\"");
    return kind;
}

/* Points of Sobol's sequence are the rows of a matrix. */
static bool points_fit(struct vm *vm, const struct call_site *call, uint32_t rank,
                       const int64_t *shape)
{
    const struct builtin_call *s = builtin_call_of(call);
    if (rank > 2)
        vm_error(vm, DIAG_MEMORY, call->at,
                 "Sobol's sequence gives a vector or a matrix with a point in each row, not an "
                 "array of rank %u",
                 rank);
    else if (rank == 2 && (shape[1] < 1 || shape[1] > GENERATOR_DIMENSIONS))
        vm_error(vm, DIAG_MEMORY, s->spans[s->count - 1],
                 "Sobol's sequence has 1 to %d dimensions, not %" PRId64, GENERATOR_DIMENSIONS,
                 shape[1]);
    else
        return true;
    return false;
}

static enum generator_law law_named(const char *name)
{
    static const char *const names[] = {
        [GENERATOR_BITS] = "random_raw", [GENERATOR_UNIFORM] = "random",
        [GENERATOR_NORMAL] = "randn",    [GENERATOR_LOG_NORMAL] = "lognormal",
        [GENERATOR_POISSON] = "poisson",
    };
    enum generator_law law = GENERATOR_BITS;
    while (strcmp(names[law], name))
        law++;
    return law;
}

/* The law's parameters, behind the name; *out_extents: the argument behind them. */
static bool parameters_of(struct vm *vm, const struct call_site *call, const union value *at,
                          struct generator_numbers *what, uint32_t *out_extents)
{
    struct span mean_at = builtin_call_of(call)->spans[1];
    *out_extents = what->law == GENERATOR_LOG_NORMAL ? 3 : what->law == GENERATOR_POISSON ? 2 : 1;
    what->mean = *out_extents > 1 ? at[1].d : 0;
    what->deviation = *out_extents > 2 ? at[2].d : 1;
    if (what->law != GENERATOR_POISSON || (what->mean > 0 && what->mean <= POISSON_MEAN_MOST))
        return true;
    vm_error(vm, DIAG_RUNTIME, mean_at,
             "cuRAND's Poisson numbers have a mean above 0 and up to %d, not %g", POISSON_MEAN_MOST,
             what->mean);
    return false;
}

/* The bits have 64 where the text of the call says so (check_map.c), and the generator must give as many. */
static bool bits_fit(struct vm *vm, const struct call_site *call, enum generator_kind kind,
                     struct dtype t)
{
    if ((kind >= GENERATOR_SOBOL64) == (t.kind == DTYPE_U64))
        return true;
    diag_help(vm->diags,
              vm_error(vm, DIAG_RUNTIME, builtin_call_of(call)->spans[0],
                       "this generator gives 64 bits, and the call's type has 32"),
              "write its name in the call: random_raw(\"sobol64\", n)");
    return false;
}

BUILTIN(array_generated)
{
    const struct builtin_call *s = builtin_call_of(call);
    struct job j = vm_job(vm, call->at);
    int64_t count, shape[ARRAY_RANK_MAX];
    uint32_t first;
    struct generator_numbers what = {.kind = kind_of(vm, call, at[0].u),
                                     .law = law_named(s->builtin->name),
                                     .seed = vm->array_seed,
                                     .dtype = type_dtype(s->result->base)};
    if (what.kind == GENERATOR_COUNT || !parameters_of(vm, call, at, &what, &first) ||
        !builtin_extents(vm, call, at, first, shape, &count) ||
        (what.law == GENERATOR_BITS && !bits_fit(vm, call, what.kind, what.dtype)) ||
        (generator_is_quasi(what.kind) && !points_fit(vm, call, s->count - first, shape)))
        return false;
    return vm_own_array(
        vm, compute_generated(&j, &vm->generators[what.kind], &what, s->count - first, shape), at);
}
