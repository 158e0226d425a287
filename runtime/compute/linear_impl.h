/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "compute/linear.h"

/* Shared by linear.c and linear_factor.c: matrices as the kernels of kernels/solver.cu want them. */

/* A copy in column-major order: an array of shape [columns, rows]. */
struct array *linear_columns(const struct job *j, const struct array *a);
/* A dense copy, row-major: to the kernels it is the transposed matrix. */
struct array *linear_copied(const struct job *j, const struct array *a);
/* The row-major matrix whose columns are the rows of t. */
struct array *linear_rows(const struct job *j, const struct array *t);
struct array *linear_vector(const struct job *j, struct dtype t, int64_t n);
/* The type of the numbers in the kernels' template arguments. */
const char *linear_number(struct dtype t);
/* The conjugates of complex numbers; others as they are. Takes the reference to a. */
struct array *linear_conjugated(const struct job *j, struct array *a);
/* Launches a kernel of one block; its name in the table of launches is `step`. */
bool linear_run(const struct job *j, const char *kernel, const char *args, const char *step,
                const struct work_arg *params, uint32_t count);
/* What a kernel has left in `info`. */
bool linear_info(const struct job *j, const struct array *info, int32_t *out);
bool linear_square(const struct job *j, const struct array *a);
bool linear_small(const struct job *j, const struct array *a);
/* Of a matrix and a right side. */
bool linear_same_rows(const struct job *j, const struct array *a, const struct array *b);
