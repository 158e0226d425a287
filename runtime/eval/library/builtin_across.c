/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays across ranks: this rank's part, all of it, and the functions of whole arrays that know the difference. An ordinary array is its own
 * part. */
#include "compute/across/across.h"
#include "eval/library/builtin.h"

BUILTIN(array_gather)
{
    struct job j = vm_job(vm, call->at);
    const struct array *a = at[0].p;
    return vm_own_array(vm, across_is(a) ? across_gather(&j, a) : array_ref_view(a), at);
}

BUILTIN(array_local)
{
    return vm_own_array(vm, array_local(at[0].p), at);
}

BUILTIN(array_offset)
{
    const struct array *a = at[0].p;
    int64_t first = 0, count;
    if (across_is(a))
        part_rows(&a->part, a->part.rank, &first, &count);
    at[0].i = first;
    return true;
}
