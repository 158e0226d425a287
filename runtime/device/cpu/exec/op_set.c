/* SPDX-License-Identifier: Apache-2.0 */
/* The table of functions of one instruction set; compiled with the op_*.c files it lists. */
#include "device/cpu/exec/op_set.h"

#define SET_JOIN(set) op_set_##set
#define SET_NAME(set) SET_JOIN(set)

#define ROW_OF(id)       [OP_##id] = {OP_FN(id, whole), OP_FN(id, some)},
#define UNARY(id, ...)   ROW_OF(id)
#define BINARY(id, ...)  ROW_OF(id)
#define TERNARY(id, ...) ROW_OF(id)
#define COMPARE(id, ...) ROW_OF(id)
#define CUSTOM(id, ...)  ROW_OF(id)

#define TEXT_OF(set)   #set
#define TEXT_NAME(set) TEXT_OF(set)

const struct op_set SET_NAME(ENGINE_SET) = {
    .name = TEXT_NAME(ENGINE_SET),
#if defined __AVX512F__
    .vector_bytes = 64,
#elif defined __AVX2__
    .vector_bytes = 32,
#endif
    .run =
        {
#include "device/cpu/code/ops.def"
        },
#undef ROW_OF
#undef CUSTOM
#define ROW_OF(id) [OP_##id] = OP_FN(id, few),
#define CUSTOM(id, ...)
    .few =
        {
#include "device/cpu/code/ops.def"
        },
#define LEAN(id, op, result) [LEAN_FN_##id] = OP_FN(id, lean),
    .lean =
        {
#include "device/cpu/code/lean.def"
        },
};
