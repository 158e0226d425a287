/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "compute/compute.h"
#include "eval/library/builtin.h"

/* Shared by the functions of arrays. A bool is false, and an array NULL, after a diag was recorded; the caller owns a returned array.
 * Thread-safety: the session's thread only. */

/* Whether an array of this rank has the axis that argument number `argument` says. */
bool array_has_axis(struct vm *vm, const struct call_site *call, uint32_t argument, int64_t axis,
                    uint32_t rank);
/* Whether argument 1, `indices`, has only numbers from 0 to extent - 1; axis < 0: they count all elements. */
bool array_indices_fit(struct vm *vm, const struct call_site *call, const struct array *indices,
                       int64_t extent, int64_t axis);
/* A reduction of integers, which are not none: compute_reduce. */
bool array_reduce_long(const struct job *j, const char *name, const struct array *x, int64_t *out);

/* All elements as a vector: a view where x is dense. */
struct array *array_raveled(const struct job *j, const struct array *x);
/* The elements at these places, in their shape; or with an axis the parts of x, for places of rank 1. They fit. */
struct array *array_taken(const struct job *j, const struct array *x, const struct array *places,
                          int64_t axis);

struct operand array_operand(const struct array *a);
struct operand table_operand(const struct array *a);
struct operand long_operand(int64_t v);
struct operand double_operand(double v);
/* The text of v0 as an element of type t, which may be complex: (t) v0 or a pair. It has room for 80 characters. */
const char *element_text(char *room, struct dtype t);
/* A new array with the expression's values. Halves are computed as floats. */
struct array *array_from(const struct job *j, const char *text, struct dtype t,
                         const struct operand *operands, uint32_t count, uint32_t rank,
                         const int64_t *shape);
