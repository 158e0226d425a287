/* SPDX-License-Identifier: Apache-2.0 */
/* Quasi-random points: kernels/random.cu has the sequence. */
#include <inttypes.h>

#include "compute/generator.h"
#include "eval/library/builtin.h"

#define POINTS_MOST (INT64_C(1) << 32)

static bool points(struct vm *vm, const struct call_site *call, union value *at, bool scramble)
{
    struct job j = vm_job(vm, call->at);
    int64_t n = at[0].i, dimensions = at[1].i;
    uint64_t seed = scramble ? at[2].u : 0;
    if (n < 0 || n > POINTS_MOST || dimensions < 1 || dimensions > GENERATOR_DIMENSIONS) {
        bool count = n < 0 || n > POINTS_MOST;
        vm_error(vm, DIAG_RUNTIME, builtin_call_of(call)->spans[count ? 0 : 1],
                 count ? "'sobol' has 0 to 2^32 points, not %" PRId64
                       : "'sobol' has 1 to 21 dimensions, not %" PRId64,
                 count ? n : dimensions);
        return false;
    }
    struct operand operands[4] = {
        {.kind = OPERAND_INDEX,    .rank = 2, .shape = {n, dimensions}      },
        { .kind = OPERAND_VALUE,          .type = "long", .size = 8, .value = (uint64_t) dimensions},
        { .kind = OPERAND_VALUE,          .type = "bool", .size = 1,              .value = scramble},
        { .kind = OPERAND_VALUE, .type = "unsigned long", .size = 8,                  .value = seed},
    };
    struct expression e = {.text = "warpcell::sobol(v0, v1, v2, v3)",
                           .dtype = dtype_of(DTYPE_F32),
                           .operands = operands,
                           .count = 4};
    return vm_own_array(vm, compute_new(&j, &e), at);
}

BUILTIN(array_sobol)
{
    return points(vm, call, at, false);
}

BUILTIN(array_sobol_scrambled)
{
    return points(vm, call, at, true);
}
