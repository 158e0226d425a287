/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* The element types of mma and wmma (9.7.14). */
#include "base/str.h"
#include "device/cpu/code/matrix.h"

int matrix_type_named(struct str s); /* enum matrix_type, or -1 */
uint32_t matrix_type_bits(int type); /* of one element */
/* Whether A, B and C may have these types together: the op computes with no others. */
bool matrix_types_match(const struct matrix_shape *s);
