/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdint.h>

/* A tensor map as the cpu device reads it (PTX ISA 5.5.6 leaves its 128 bytes open). lang/include/detail/__cuda_tensor_map.h makes it. Plain data: any
 * thread. */

enum { TENSOR_RANK_MAX = 5 };

#define TENSOR_MAP_MAGIC 0x70616d726f736e74u

struct tensor_map {
    uint64_t magic, address;
    uint64_t strides[TENSOR_RANK_MAX - 1]; /* bytes, of all dimensions but the first */
    uint32_t last[TENSOR_RANK_MAX];        /* the last valid coordinate */
    uint16_t count[TENSOR_RANK_MAX];       /* elements of a box */
    uint8_t steps[TENSOR_RANK_MAX];        /* from one to the next */
    uint8_t rank, width, swizzle; /* width: bytes of an element; swizzle: 0, 1, 2 or 3 bits */
};

_Static_assert(sizeof(struct tensor_map) <= 128, "a CUtensorMap has 128 bytes");

/* What OP_tensor_at says of a place of a box: whether it is inside of the tensor, and how much is copied there: 16 bytes, 4 or one. */
enum { TENSOR_INSIDE = 1, TENSOR_WORD = 2, TENSOR_BYTE = 4 };
