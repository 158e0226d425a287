/* SPDX-License-Identifier: Apache-2.0 */
/* Random orders: the indices that sort as many random numbers of 64 bits, which are hardly ever equal. */
#include <inttypes.h>

#include "eval/arrays/array_arguments.h"

static struct array *random_order(struct vm *vm, const struct job *j, int64_t n)
{
    struct operand operands[3] = {
        {.kind = OPERAND_VALUE,       .type = "unsigned long", .size = 8,            .value = vm->array_seed},
        {.kind = OPERAND_VALUE,                           .type = "unsigned long",                              .size = 8, .value = vm->array_draws++},
        {.kind = OPERAND_INDEX, .rank = 1,                        .shape = {n}                       }
    };
    struct array *keys = array_from(j, "warpcell::random_bits(v0, v1, v2)", dtype_of(DTYPE_U64),
                                    operands, 3, 1, &n),
                 *order = keys ? compute_sort(j, keys, true) : NULL;
    array_unref(&keys);
    return order;
}

static struct array *permuted(struct vm *vm, const struct job *j, const struct array *x)
{
    struct array *order = random_order(vm, j, x->shape[0]),
                 *out = order ? array_taken(j, x, order, 0) : NULL;
    array_unref(&order);
    return out;
}

BUILTIN(array_permutation)
{
    struct job j = vm_job(vm, call->at);
    return vm_own_array(vm, permuted(vm, &j, at[0].p), at);
}

BUILTIN(array_permutation_of)
{
    struct job j = vm_job(vm, call->at);
    if (at[0].i >= 0 && at[0].i <= INT32_MAX)
        return vm_own_array(vm, random_order(vm, &j, at[0].i), at);
    vm_error(vm, DIAG_MEMORY, builtin_call_of(call)->spans[0],
             "'permutation' needs a number from 0 to 2^31 - 1, not %" PRId64, at[0].i);
    return false;
}

BUILTIN(array_shuffle)
{
    struct job j = vm_job(vm, call->at);
    struct array *moved = permuted(vm, &j, at[0].p);
    bool ok = moved && (!array_count(moved) || compute_copy(&j, at[0].p, moved));
    array_unref(&moved);
    return ok;
}
