/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of each instruction set. op_sets.c has asked the processor. */
#include "device/cpu/loops/loops.h"

#include <string.h>

const struct loop_set *loop_set_named(const char *name)
{
    static const struct loop_set *const sets[] = {
        &loop_set_base,
#if defined __x86_64__ && !defined ENGINE_BASE_ONLY
        &loop_set_avx2,
        &loop_set_avx512,
#endif
    };
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        if (!strcmp(sets[i]->name, name))
            return sets[i];
    return NULL;
}
