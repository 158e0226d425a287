/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdint.h>

#include "base/str.h"
#include "base/vec.h"

/* Device text in which arrays check their indices, each dimension by itself: shared arrays; at a higher level those of two and more dimensions
 * that are local or variables of the device; at the highest the members of classes, too. The declarations of arrays are replaced, nothing else, and
 * lines stay. Text that a replaced declaration does not suit fails to compile; the caller then uses the text as it was. */

typedef VEC(char *) bounds_names; /* of arrays; the owner frees each */

/* Appends the text to out, and the arrays in it to names. level: enum program_bounds. */
void bounds_add(struct buf *out, struct str text, uint8_t level, bounds_names *names);
/* What must stand before such text: once, and once for each array. An index that is out of its dimension is stored to the array's variable,
 * PREFIX followed by the array's name: the index in the low 32 bits, the extent in the next 28, the dimension from 1 on above. */
void bounds_preamble(struct buf *out);
void bounds_declare(struct buf *out, const char *name);
