/* SPDX-License-Identifier: Apache-2.0 */
/* The operations of each instruction set. op_sets.c has asked the processor. */
#include <string.h>

#include "device/cpu/batch/batch_ops.h"

const struct batch_set *batch_set_named(const char *name)
{
    static const struct batch_set *const sets[] = {
        &batch_set_base,
#if defined __x86_64__ && !defined ENGINE_BASE_ONLY
        &batch_set_avx2,
        &batch_set_avx512,
#endif
    };
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        if (!strcmp(sets[i]->name, name))
            return sets[i];
    return NULL;
}
