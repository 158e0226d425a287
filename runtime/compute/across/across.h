/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "compute/compute.h"

/* Whole-array operations on arrays that lie across ranks (array/part.h). All of them are made of two: rows that are in other ranks are fetched
 * (across_rows.c), and then the ordinary operation runs on ordinary arrays in each rank. `a` is across ranks wherever nothing else is said.
 * Functions return NULL or false after recording a diag at `job->at`. All ranks must call them in the same order. The caller owns a returned
 * array. Thread-safety: unsafe. */

static inline bool across_is(const struct array *a)
{
    return a->part.ranks;
}

/* ---- across_rows.c ---- */
/* The rows that each rank wants, as ordinary arrays. `want` must give the same answers in all ranks. Rows below 0 and beyond the end are those of
 * the other end. */
struct array *across_fetch(const struct job *j, const struct array *a,
                           void (*want)(const void *user, int32_t rank, int64_t *first,
                                        int64_t *count),
                           const void *user);
struct array *across_gather(const struct job *j,
                            const struct array *a); /* all rows, in each rank */
/* The rows of another distribution; ordinary. */
struct array *across_rows(const struct job *j, const struct array *a,
                          const struct array_part *part);
/* The sums of `n` numbers over all ranks. */
bool across_sum(const struct job *j, int64_t *v, int64_t n);
/* Reads and writes host memory. */
bool across_read(const struct job *j, const struct array *a, void *to);
bool across_write(const struct job *j, const struct array *a, const void *from);

/* ---- across_map.c ---- */
struct across_operands {
    struct array *made[OPERANDS_MAX];
    uint32_t count;
    struct array_part part; /* of the result; ranks 0: it is an ordinary array */
};

/* Makes an expression over arrays across ranks one over the rows that belong to this rank's part of the result: of `to`, or, if that is
 * NULL, of the first operand that has all its rows. `room` holds the expression's operands, which it replaces. Ordinary arrays have the same
 * elements in all ranks. The caller releases `out` in any case. */
bool across_align(const struct job *j, struct expression *e, struct operand *room,
                  const struct array *to, struct across_operands *out);
void across_release(struct across_operands *o);
/* to = from, converted. One of them, or both, lie across ranks. */
bool across_copy(const struct job *j, const struct array *to, const struct array *from);

/* ---- across_reduce.c ---- */
/* As compute_reduce, of an aligned expression. */
bool across_reduce(const struct job *j, const char *name, const struct expression *e,
                   const struct array_part *part, struct dtype result, int64_t axis,
                   void *out_value, struct array **out_array);

/* ---- across_sort.c ---- */
struct array *across_sort(const struct job *j, const struct array *x);

/* ---- across_work.c ---- */
struct array *across_matmul(const struct job *j, const struct array *a,
                            const struct array *b); /* one or both across ranks */
struct array *across_histogram(const struct job *j, const struct array *x, int64_t bins, double low,
                               double high);
struct array *across_stencil(const struct job *j, const char *function, const struct array *x,
                             struct dtype result, enum border border);
