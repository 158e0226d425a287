/* SPDX-License-Identifier: Apache-2.0 */
/* ops.def as a table that decode.c and reports read; the functions are in exec/. */
#include "device/cpu/code/ops.h"

#include "device/cpu/code/lane_types.h"

const struct op_info op_infos[OP_CODES] = {
    [OP_NONE] = {"none", "", FORM_NONE, 0, 0, 0, 0, ""},
#define UNARY(id, spellings, D, A, value, isa)         [OP_##id] = {#id, spellings, FORM_UNARY, sizeof(D), sizeof(A), 0, 0, isa},
#define BINARY(id, spellings, D, A, B, value, isa)     [OP_##id] = {#id, spellings, FORM_BINARY, sizeof(D), sizeof(A), sizeof(B), 0, isa},
#define TERNARY(id, spellings, D, A, B, C, value, isa) [OP_##id] = {#id, spellings, FORM_TERNARY, sizeof(D), sizeof(A), sizeof(B), sizeof(C), isa},
#define COMPARE(id, spellings, A, value, isa)          [OP_##id] = {#id, spellings, FORM_COMPARE, 0, sizeof(A), sizeof(A), 0, isa},
#define CUSTOM(id, isa)                                [OP_##id] = {#id, "", FORM_CUSTOM, 0, 0, 0, 0, isa},
#include "device/cpu/code/ops.def"
};
