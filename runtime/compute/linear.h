/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "compute/compute.h"

/* Dense linear algebra with kernels/solver.cu, after numpy.linalg. Matrices have rank 2 and elements of float or double, or of float2 or double2,
 * which are complex; results have the same type, but singular values and eigenvalues of compute_eigh are real. Shapes that do not fit, singular matrices and methods that do not converge are diags at job->at. Ownership, errors and
 * thread-safety as in compute.h. */

/* x with a x = b, by LU factors. b: [n] or [n, columns], and so is x. */
struct array *compute_solve(const struct job *j, const struct array *a, const struct array *b);
struct array *compute_inverse(const struct job *j, const struct array *a);
/* Numbers whose product is the determinant of a matrix of complex elements. */
struct array *compute_determinant_factors(const struct job *j, const struct array *a);
/* Of a real one: it is sign * exp(log), where sign is -1, 0 or 1. */
bool compute_determinant(const struct job *j, const struct array *a, double *out_sign,
                         double *out_log);
/* Of a complex one: sign * exp(log), where sign is on the unit circle or 0: an array of one element. */
struct array *compute_complex_determinant(const struct job *j, const struct array *a,
                                          double *out_log);
/* Lower L with L L' = a, of which the lower triangle is read. */
struct array *compute_cholesky(const struct job *j, const struct array *a);
/* a = Q R: out[0] is [m, k], out[1] is [k, n], where k is the smaller of m and n. */
bool compute_qr(const struct job *j, const struct array *a, struct array *out[2]);

enum svd_vectors { SVD_NONE, SVD_REDUCED, SVD_FULL };

/* a = out[0] diag(out[1]) out[2]. out[0] is [m, k] or, full, [m, m]; out[1] is [k], the largest first; out[2] is [k, n] or [n, n]. Without
 * vectors out[0] and out[2] become NULL. */
bool compute_svd(const struct job *j, const struct array *a, enum svd_vectors vectors,
                 struct array *out[3]);
/* Eigenvalues [n] in ascending order and, if wanted, eigenvectors as columns of out[1]. The lower triangle of a is read. */
bool compute_eigh(const struct job *j, const struct array *a, bool vectors, struct array *out[2]);

/* The same of a matrix that need not be symmetric, of real or complex elements: eigenvalues in no order and eigenvectors of length 1, complex
 * numbers of type `result`. */
bool compute_eig(const struct job *j, const struct array *a, struct dtype result, bool vectors,
                 struct array *out[2]);

/* The number of singular values above the largest times max(m, n) times the type's epsilon. `s` has been read from the device. */
int64_t compute_rank(const struct array *a, const double *s, int64_t count);
/* The elements of a vector or of a diagonal, as doubles; free() them. NULL: a diag was recorded. */
double *compute_doubles(const struct job *j, const struct array *x);
/* The inverse, or for other matrices the pseudo-inverse of Moore and Penrose: [n, m]. */
struct array *compute_pinv(const struct job *j, const struct array *a);
/* The shortest x for which |a x - b| is least. */
struct array *compute_lstsq(const struct job *j, const struct array *a, const struct array *b);

/* ---- linear_parts.c: matrices from matrices, of any arithmetic type and the rank that is given ---- */
struct array *compute_eye(const struct job *j, struct dtype t, int64_t rows, int64_t columns);
/* The elements on and below (above) diagonal k, and zeros. */
struct array *compute_triangle(const struct job *j, const struct array *a, bool upper, int64_t k);
/* A view of rank 1: the elements a[i, i + k]. */
struct array *array_diagonal(const struct array *a, int64_t k);
/* A matrix with x on diagonal k. */
struct array *compute_diag(const struct job *j, const struct array *x, int64_t k);
struct array *array_transposed(const struct array *a); /* a view */
struct array *compute_kron(const struct job *j, const struct array *a, const struct array *b,
                           struct dtype t);
struct array *compute_outer(const struct job *j, const struct array *x, const struct array *y,
                            struct dtype t);
