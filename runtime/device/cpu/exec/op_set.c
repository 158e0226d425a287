/* SPDX-License-Identifier: Apache-2.0 */
/* The table of functions of one instruction set. Compiled once for each set, with the op_*.c files whose functions it lists.
 * Next: op_sets.c, which chooses a set. */
#include "device/cpu/exec/op_set.h"

#define SET_JOIN(set) op_set_##set
#define SET_NAME(set) SET_JOIN(set)

#define ROW_OF(id)       [OP_##id] = {OP_FN(id, unmasked), OP_FN(id, masked)},
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
#include "device/cpu/code/opcodes.def"
        },
#undef ROW_OF
#undef CUSTOM
#define ROW_OF(id) [OP_##id] = OP_FN(id, affine),
#define CUSTOM(id, ...)
    .affine =
        {
#include "device/cpu/code/opcodes.def"
        },
#undef UNARY
#undef BINARY
#undef TERNARY
#undef COMPARE
#undef CUSTOM
/* clang-format off */
#define FN__(id)
#define FN_AFFINE(id) [OP_##id][FULL_MASK_AFFINE] = OP_FN(id, to_affine),
#define FN_VECTOR(id)  [OP_##id][FULL_MASK_VECTOR] = OP_FN(id, full_mask),
#define FN_BOTH(id)  FN_AFFINE(id) FN_VECTOR(id)
/* clang-format on */
#define UNARY(id, spellings, D, A, value, rule, full_mask, ...)         FN_##full_mask(id)
#define BINARY(id, spellings, D, A, B, value, rule, full_mask, ...)     FN_##full_mask(id)
#define TERNARY(id, spellings, D, A, B, C, value, rule, full_mask, ...) FN_##full_mask(id)
#define COMPARE(id, spellings, A, value, rule, full_mask, ...)          FN_##full_mask(id)
#define CUSTOM(id, operands, kind, rule, full_mask, ...)                FN_##full_mask(id)
    .full_mask =
        {
#include "device/cpu/code/opcodes.def"
        },
#define HELPER(id) [FULL_MASK_HELPER_##id] = OP_FN(id, full_mask),
    .helpers = {FULL_MASK_HELPERS(HELPER)},
    .addresses = OP_FN(addresses, lanes),
    .affine_addresses = OP_FN(addresses, affine),
};
