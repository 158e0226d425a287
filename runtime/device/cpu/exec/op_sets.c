/* SPDX-License-Identifier: Apache-2.0 */
/* Chooses the best of the compiled instruction sets that the processor supports. It asks the processor (cpuid). Next: op_set.h. */
#include "device/cpu/exec/op_set.h"

#include <string.h>

#if defined __x86_64__ && !defined ENGINE_BASE_ONLY
static bool runs_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("f16c");
}

static bool runs_avx512(void)
{
    return runs_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512cd");
}

const struct op_set *op_set_best(void)
{
    return runs_avx512() ? &op_set_avx512 : runs_avx2() ? &op_set_avx2 : &op_set_base;
}

const struct op_set *op_set_named(const char *name)
{
    return !strcmp(name, "base")                      ? &op_set_base
           : !strcmp(name, "avx2") && runs_avx2()     ? &op_set_avx2
           : !strcmp(name, "avx512") && runs_avx512() ? &op_set_avx512
                                                      : NULL;
}
#else
const struct op_set *op_set_best(void)
{
    return &op_set_base;
}

const struct op_set *op_set_named(const char *name)
{
    return !strcmp(name, "base") ? &op_set_base : NULL;
}
#endif
