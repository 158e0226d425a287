/* SPDX-License-Identifier: Apache-2.0 */
/* Sparse matrices in CSR form, as three arrays. Next: compute/sparse.h. */
#include <inttypes.h>

#include "compute/sparse.h"
#include "eval/arrays/array_results.h"
#include "eval/library/builtin.h"

BUILTIN(array_csr)
{
    struct job j = vm_job(vm, call->at);
    struct array *made[3];
    return vm_own_results(vm, compute_csr(&j, at[0].p, made), made, 3, at);
}

BUILTIN(array_csr_of_triplets)
{
    struct job j = vm_job(vm, call->at);
    struct array *made[3];
    if (at[3].i < 0 || at[3].i >= INT32_MAX) {
        vm_error(vm, DIAG_MEMORY, builtin_call_of(call)->spans[3],
                 "a matrix cannot have %" PRId64 " rows", at[3].i);
        return false;
    }
    bool ok = compute_csr_of_triplets(&j, at[0].p, at[1].p, at[2].p, at[3].i, made);
    return vm_own_results(vm, ok, made, 3, at);
}

BUILTIN(array_csr_matmul)
{
    struct job j = vm_job(vm, call->at);
    const struct array *csr[3] = {at[0].p, at[1].p, at[2].p};
    return vm_own_array(vm, compute_csr_product(&j, csr, at[3].p), at);
}

BUILTIN(array_csr_to_dense)
{
    struct job j = vm_job(vm, call->at);
    const struct array *csr[3] = {at[0].p, at[1].p, at[2].p};
    if (at[3].i < 0 || at[3].i > INT32_MAX) {
        vm_error(vm, DIAG_MEMORY, builtin_call_of(call)->spans[3],
                 "a matrix cannot have %" PRId64 " columns", at[3].i);
        return false;
    }
    return vm_own_array(vm, compute_csr_dense(&j, csr, at[3].i), at);
}
