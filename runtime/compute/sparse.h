/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "compute/compute.h"

/* Sparse matrices as three arrays, after scipy.sparse.csr_array: data, the elements row by row; indices, their columns (int); indptr, where
 * each row begins in them, and at last where the last one ends (int, rows + 1 of them). Ownership, errors and thread-safety as in
 * compute.h. */

/* The elements of a matrix that are not 0. */
bool compute_csr(const struct job *j, const struct array *a, struct array *out[3]);
/* From triplets, which are sorted by row and column. Equal places stay apart; products add them. rows, columns: int. */
bool compute_csr_of_triplets(const struct job *j, const struct array *values,
                             const struct array *rows, const struct array *columns, int64_t n,
                             struct array *out[3]);
/* csr: data, indices, indptr. x: [columns] or [columns, width], of the type of data. The number of columns is that of x. */
struct array *compute_csr_product(const struct job *j, const struct array *const csr[3],
                                  const struct array *x);
/* The matrix with all its elements. Equal places are added. */
struct array *compute_csr_dense(const struct job *j, const struct array *const csr[3],
                                int64_t columns);
