/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "compute/learning/learning.h"

/* Shared by the files of this folder. */

/* Launches kernel `name` of kernels/learn.cu for the type of x, with a thread for each of n rows; its name in the table of launches is `step`. */
bool learn_run(const struct job *j, const char *name, const struct array *x, const char *step,
               int64_t n, const struct work_arg *params, uint32_t count);
/* A dense copy or reference, if x has rows and columns and at most LEARN_COLUMNS_MAX of these; else a diag. */
struct array *learn_rows(const struct job *j, const struct array *x);
struct array *learn_zeros(const struct job *j, enum dtype_kind kind, int64_t n);
/* From host memory, as numbers of type t. */
struct array *learn_array(const struct job *j, struct dtype t, uint32_t rank, const int64_t *shape,
                          const double *from);
bool learn_store(const struct job *j, const struct array *to, const double *from);
/* Any array of numbers as doubles, in host memory; free() them. NULL: a diag was recorded. */
double *learn_read(const struct job *j, const struct array *x);
int32_t *learn_read_ints(const struct job *j, const struct array *x);
bool learn_store_ints(const struct job *j, const struct array *to, const int32_t *from);
/* Calls take() for pieces of the rows of x, in their order; `piece` has `rows` of them. false: take() returned false, or a diag was recorded, also for
 * numbers that are not finite. */
bool learn_each_piece(const struct job *j, const struct array *x,
                      bool (*take)(void *user, int64_t first, int64_t rows, const double *piece),
                      void *user);
/* The number of classes, whose labels are 0, 1, ...: each must have a row, else it could not be learnt. 0: a diag was recorded. */
int64_t learn_classes(const struct job *j, const struct array *labels);
bool learn_fill(const struct job *j, const struct array *x, const void *element);
bool learn_wrong(const struct job *j, const char *format, ...)
    __attribute__((format(printf, 2, 3))); /* a diag; false */
/* false: a diag names the first element of x that is infinite or NaN; what x has: "rows". */
bool learn_all_finite(const struct job *j, const struct array *x, const char *what);
/* The same after the work on x, whose result v shows whether there is one. */
bool learn_finite(const struct job *j, const struct array *x, const char *what, double v);

/* splitmix64 (Steele, Lea, Flood 2014): a number in [0, 1) */
static inline double learn_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return (double) ((z ^ z >> 31) >> 11) * 0x1p-53;
}

/* Rows for one launch, so that it takes well under a second: of all that compare themselves with `others` rows of d numbers. */
int64_t learn_share(int64_t rows, int64_t others, int64_t d);

/* Sums over rows of z z', where z is x, y and 1 less `shift` (moments in kernels/learn.cu); y may be NULL. */
struct learn_moments {
    int64_t n, d;
    double *shift; /* [d + 1] */
    double
        *covariance; /* [d + 1, d + 1]: sums of products of differences from the means; x, then y */
    double *mean;    /* [d + 1] */
};

bool learn_moments(const struct job *j, const struct array *x, const struct array *y,
                   struct learn_moments *out);
void learn_moments_free(struct learn_moments *m);
