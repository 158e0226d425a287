/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdint.h>

/* The shape and the types of mma (PTX ISA 9.7.14.5), as decode_matrix.c puts them into op.imm and op_matrix.c reads them. */

enum matrix_type {
    MATRIX_F16,
    MATRIX_BF16,
    MATRIX_TF32,
    MATRIX_E4M3,
    MATRIX_E5M2,
    MATRIX_S8,
    MATRIX_U8,
    MATRIX_S4,
    MATRIX_U4,
    MATRIX_B1,
    MATRIX_F32, /* of C and D only, as is the next */
    MATRIX_S32,
    MATRIX_F64,
    MATRIX_TYPES
};

struct matrix_shape {
    uint16_t k;
    uint8_t m, n;
    uint8_t type_a, type_b;           /* enum matrix_type */
    uint8_t type_c : 6;               /* of C and D */
    uint8_t saturate : 1, by_and : 1; /* b1: and instead of exclusive or */
};

_Static_assert(sizeof(struct matrix_shape) <= sizeof(int64_t), "it is packed into op.imm");

enum { MATRIX_K_MAX = 256 };
