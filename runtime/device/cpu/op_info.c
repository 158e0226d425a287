/* SPDX-License-Identifier: Apache-2.0 */
/* ops.def as a table that decode.c and reports read; the functions are in op_set.c. */
#include <string.h>

#include "device/cpu/ops.h"

#include "device/cpu/lane_types.h"

const struct op_info op_infos[OP_CODES] = {
    [OP_NONE] = {"none", "", FORM_NONE, 0, 0, 0, 0, ""},
#define UNARY(id, spellings, D, A, value, isa)         [OP_##id] = {#id, spellings, FORM_UNARY, sizeof(D), sizeof(A), 0, 0, isa},
#define BINARY(id, spellings, D, A, B, value, isa)     [OP_##id] = {#id, spellings, FORM_BINARY, sizeof(D), sizeof(A), sizeof(B), 0, isa},
#define TERNARY(id, spellings, D, A, B, C, value, isa) [OP_##id] = {#id, spellings, FORM_TERNARY, sizeof(D), sizeof(A), sizeof(B), sizeof(C), isa},
#define COMPARE(id, spellings, A, value, isa)          [OP_##id] = {#id, spellings, FORM_COMPARE, 0, sizeof(A), sizeof(A), 0, isa},
#define CUSTOM(id, isa)                                [OP_##id] = {#id, "", FORM_CUSTOM, 0, 0, 0, 0, isa},
#include "device/cpu/ops.def"
};

#if defined __x86_64__ && !defined ENGINE_BASE_ONLY
static bool runs_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
}

static bool runs_avx512(void)
{
    return runs_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}

const struct op_set *op_set_best(void)
{
    return runs_avx512() ? &op_set_avx512 : runs_avx2() ? &op_set_avx2 : &op_set_base;
}

const struct op_set *op_set_named(const char *name)
{
    return !strcmp(name, "base")                     ? &op_set_base
           : !strcmp(name, "avx2") && runs_avx2()    ? &op_set_avx2
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
