/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "compute/compute.h"

/* Functions along one axis of an array. The caller owns what is returned; NULL after a diag was recorded. Thread-safety: the session's thread only. */

/* A view of `count` elements of each line along the axis, from `first` on. */
struct array *array_part_along(const struct array *x, uint32_t axis, int64_t first, int64_t count);
/* A new array with the elements of each line in ascending order, NaN last; or with their places in the line (int), in a stable order. Halves become
 * floats. */
struct array *array_sorted_along(const struct job *j, const struct array *x, uint32_t axis,
                                 bool places);
