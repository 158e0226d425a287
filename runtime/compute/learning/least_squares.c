/* SPDX-License-Identifier: Apache-2.0 */
/* Principal components and linear regression, from one pass over the rows: the sums of products of all columns, in double precision and less the first
 * row, so that they do not cancel. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compute/learning/learning_impl.h"
#include "compute/linear.h"

/* ---- moments ---- */

/* The first row, and y of it. */
static bool read_shift(const struct job *j, const struct array *x, const struct array *y,
                       struct learn_moments *m)
{
    struct array *first = array_rows(x, 0, 1);
    double *row = learn_read(j, first), *of = NULL;
    array_unref(&first);
    m->shift = xcalloc((size_t) m->d + 1, sizeof *m->shift);
    if (row)
        memcpy(m->shift, row, (size_t) m->d * sizeof *row);
    if (row && y) {
        first = array_rows(y, 0, 1);
        of = learn_read(j, first);
        array_unref(&first);
        m->shift[m->d] = of ? of[0] : 0;
    }
    bool ok = row && (!y || of);
    free(row);
    free(of);
    return ok;
}

/* From sums of (z - shift)(z - shift)' to sums of (z - mean)(z - mean)'. */
static void center(struct learn_moments *m, const double *sums)
{
    int64_t d = m->d, wide = d + 2;
    const double *total = sums + (d + 1) * wide; /* of each column */
    m->mean = xcalloc((size_t) d + 1, sizeof *m->mean);
    m->covariance = xcalloc((size_t) ((d + 1) * (d + 1)), sizeof *m->covariance);
    for (int64_t a = 0; a <= d; a++) {
        m->mean[a] = m->shift[a] + total[a] / (double) m->n;
        for (int64_t b = 0; b <= a; b++)
            m->covariance[a * (d + 1) + b] = m->covariance[b * (d + 1) + a] =
                sums[a * wide + b] - total[a] * total[b] / (double) m->n;
    }
}

bool learn_moments(const struct job *j, const struct array *x, const struct array *y,
                   struct learn_moments *out)
{
    *out = (struct learn_moments){.n = x->shape[0], .d = x->shape[1]};
    int32_t d = (int32_t) out->d;
    int64_t wide = out->d + 2, shifts = out->d + 1;
    if (!read_shift(j, x, y, out))
        return false;
    struct array *shift = learn_array(j, x->dtype, 1, &shifts, out->shift),
                 *sums = shift ? learn_zeros(j, DTYPE_F64, wide * wide) : NULL;
    uint64_t rows = array_address(x), of = y ? array_address(y) : 0,
             from = shift ? array_address(shift) : 0, to = sums ? array_address(sums) : 0;
    struct work_arg params[] = {ARG(out->n), ARG(d), ARG(rows), ARG(of), ARG(from), ARG(to)};
    double *totals = sums && learn_run(j, "moments", x, "moments", out->n, params, 6)
                         ? learn_read(j, sums)
                         : NULL;
    if (totals)
        center(out, totals);
    free(totals);
    array_unref(&shift);
    array_unref(&sums);
    bool finite = out->mean != NULL;
    for (int64_t a = 0; a <= out->d && finite; a++)
        finite = learn_finite(j,
                              a < out->d ? x
                              : y        ? y
                                         : x,
                              a < out->d ? "rows" : "values to learn",
                              out->covariance[a * (out->d + 2)]);
    return finite;
}

void learn_moments_free(struct learn_moments *m)
{
    free(m->shift);
    free(m->covariance);
    free(m->mean);
}

/* The block of x, or its column of y, as an array of double; divided by `by`. */
static struct array *block_of(const struct job *j, const struct learn_moments *m, bool of_y,
                              double by)
{
    int64_t d = m->d, shape[2] = {d, d};
    double *block = xmalloc((size_t) (d * d) * sizeof *block);
    for (int64_t a = 0; a < d; a++)
        for (int64_t b = 0; b < (of_y ? 1 : d); b++)
            block[of_y ? a : a * d + b] = m->covariance[a * (d + 1) + (of_y ? d : b)] / by;
    struct array *out = learn_array(j, dtype_of(DTYPE_F64), of_y ? 1 : 2, shape, block);
    free(block);
    return out;
}

/* ---- principal components ---- */

/* Eigenvectors are columns, the one of the largest value last. */
static bool components(const struct job *j, const struct array *x, const struct learn_moments *m,
                       int64_t count, struct array *const found[2], struct array *out[3])
{
    int64_t d = m->d, shape[2] = {count, d};
    double *values = learn_read(j, found[0]), *vectors = values ? learn_read(j, found[1]) : NULL;
    double *rows = xmalloc((size_t) (count * d) * sizeof *rows),
           *variances = xmalloc((size_t) count * sizeof *variances);
    for (int64_t i = 0; i < count && vectors; i++) {
        double *row = rows + i * d, most = 0;
        for (int64_t f = 0; f < d; f++) {
            row[f] = vectors[f * d + d - 1 - i];
            most = fabs(row[f]) > fabs(most) ? row[f] : most;
        }
        for (int64_t f = 0; f < d && most < 0; f++)
            row[f] = -row[f];
        variances[i] = values[d - 1 - i] > 0 ? values[d - 1 - i] : 0;
    }
    out[0] = vectors ? learn_array(j, x->dtype, 2, shape, rows) : NULL;
    out[1] = out[0] ? learn_array(j, x->dtype, 1, &count, variances) : NULL;
    out[2] = out[1] ? learn_array(j, x->dtype, 1, &d, m->mean) : NULL;
    free(values);
    free(vectors);
    free(rows);
    free(variances);
    return out[2];
}

bool compute_pca(const struct job *j, const struct array *x, int64_t count, struct array *out[3])
{
    int64_t n = x->shape[0], d = x->shape[1], most = n < d ? n : d;
    struct learn_moments m = {0};
    struct array *found[2] = {NULL, NULL};
    memset(out, 0, 3 * sizeof *out);
    struct array *rows = learn_rows(j, x), *block = NULL;
    if (rows && n < 2)
        learn_wrong(j, "principal components need two rows or more, because one does not vary");
    else if (rows && (count < 1 || count > most))
        learn_wrong(j, "%lld rows of %lld numbers have 1 to %lld principal components, not %lld",
                    (long long) n, (long long) d, (long long) most, (long long) count);
    else if (rows && learn_moments(j, rows, NULL, &m))
        block = block_of(j, &m, false, (double) (n - 1));
    bool ok =
        block && compute_eigh(j, block, true, found) && components(j, x, &m, count, found, out);
    for (int i = 0; i < 3 && !ok; i++)
        array_unref(&out[i]);
    array_unref(&found[0]);
    array_unref(&found[1]);
    array_unref(&rows);
    array_unref(&block);
    learn_moments_free(&m);
    return ok;
}

/* ---- linear regression ---- */

bool compute_linear_regression(const struct job *j, const struct array *x, const struct array *y,
                               struct array **out_w, double *out_intercept)
{
    struct learn_moments m = {0};
    *out_w = NULL;
    if (y->shape[0] != x->shape[0])
        return learn_wrong(j, "there are %lld rows and %lld values to learn",
                           (long long) x->shape[0], (long long) y->shape[0]);
    struct array *rows = learn_rows(j, x), *of = rows ? compute_dense(j, y, y->dtype) : NULL;
    bool ok = of && learn_moments(j, rows, of, &m);
    struct array *gram = ok ? block_of(j, &m, false, 1) : NULL,
                 *right = gram ? block_of(j, &m, true, 1) : NULL,
                 *solved = right ? compute_lstsq(j, gram, right) : NULL;
    double *w = solved ? learn_read(j, solved) : NULL;
    if (w) {
        *out_intercept = m.mean[m.d];
        for (int64_t f = 0; f < m.d; f++)
            *out_intercept -= w[f] * m.mean[f];
        *out_w = learn_array(j, x->dtype, 1, &m.d, w);
    }
    free(w);
    array_unref(&rows);
    array_unref(&of);
    array_unref(&gram);
    array_unref(&right);
    array_unref(&solved);
    learn_moments_free(&m);
    return *out_w;
}
