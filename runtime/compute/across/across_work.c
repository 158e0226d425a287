/* SPDX-License-Identifier: Apache-2.0 */
/* Matrix products, histograms and stencils of arrays across ranks. */
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "compute/across/across.h"

/* ---- products ---- */

/* b as an ordinary array for the rows of a that are here: batches go with a's, a matrix or vector is needed whole. */
static struct array *second(const struct job *j, const struct array *a, const struct array *b)
{
    bool batches = a->rank == 3 && b->rank == 3 && array_extent(b, 0) == a->part.whole;
    int64_t first, count;
    part_rows(&a->part, a->part.rank, &first, &count);
    if (!across_is(b))
        return batches ? array_rows(b, first, count) : array_local(b);
    return batches ? across_rows(j, b, &a->part) : across_gather(j, b);
}

struct array *across_matmul(const struct job *j, const struct array *a, const struct array *b)
{
    bool batches = a->rank == 3 && b->rank == 3;
    if (!compute_matmul_fits(j, a, b))
        return NULL;
    if (!across_is(a) || a->rank == 1 || (a->rank == 2 && b->rank == 3) ||
        (batches && a->part.whole == 1 && array_extent(b, 0) != 1)) {
        struct diag *d = diag_error(j->diags, DIAG_TYPE, j->at,
                                    "of a product across ranks, the rows of the first matrix must "
                                    "lie across them");
        diag_help(j->diags, d,
                  "declare the first matrix across ranks, or use gather() on the others");
        return NULL;
    }
    struct array *x = array_local(a), *y = second(j, a, b), *out = NULL;
    if (y)
        out = compute_matmul(j, x, y);
    if (out)
        out->part = a->part;
    array_unref(&x);
    array_unref(&y);
    return out;
}

/* ---- histograms ---- */

struct array *across_histogram(const struct job *j, const struct array *x, int64_t bins, double low,
                               double high)
{
    struct array *local = array_local(x), *out = compute_histogram(j, local, bins, low, high);
    array_unref(&local);
    if (!out)
        return NULL;
    int32_t *counts = xcalloc((size_t) bins, sizeof *counts);
    int64_t *sums = xcalloc((size_t) bins, sizeof *sums);
    bool ok = across_read(j, out, counts);
    for (int64_t i = 0; i < bins; i++)
        sums[i] = counts[i];
    ok = ok && across_sum(j, sums, bins);
    for (int64_t i = 0; i < bins; i++)
        counts[i] = (int32_t) sums[i];
    ok = ok && across_write(j, out, counts);
    free(counts);
    free(sums);
    if (!ok)
        array_unref(&out);
    return out;
}

/* ---- stencils ---- */

struct halo {
    const struct array_part *part;
    int64_t width;
    bool wraps;
};

static void want_halo(const void *user, int32_t rank, int64_t *first, int64_t *count)
{
    const struct halo *h = user;
    part_rows(h->part, rank, first, count);
    if (!*count)
        return;
    int64_t low = *first - h->width, high = *first + *count + h->width;
    if (!h->wraps) {
        low = low < 0 ? 0 : low;
        high = high > h->part->whole ? h->part->whole : high;
    }
    *first = low;
    *count = high - low;
}

/* The farthest row that any rank has looked for in vain; 0: none. */
static bool missed(const struct job *j, const struct array *reach, int64_t *out)
{
    int32_t mine, *all = xmalloc((size_t) j->link->ranks * sizeof *all),
                  *own = xmalloc(sizeof *own);
    if (!across_read(j, reach, &mine)) {
        free(all);
        free(own);
        return false;
    }
    *own = mine;
    if (!j->link->share(j->link->user, own, sizeof *own, all, j->diags, j->at))
        return false;
    *out = 0;
    for (int32_t r = 0; r < j->link->ranks; r++)
        *out = all[r] > *out ? all[r] : *out;
    free(all);
    free(own);
    return true;
}

/* With rows of neighbours, as many as the function has needed so far. If it looks farther, the ranks find out how far, and it runs again. */
struct array *across_stencil(const struct job *j, const char *function, const struct array *x,
                             struct dtype result, enum border border)
{
    if (x->part.ranks == 1) {
        struct array *local = array_local(x),
                     *all = compute_stencil(j, function, local, result, border);
        array_unref(&local);
        if (all)
            all->part = x->part;
        return all;
    }
    struct halo h = {&x->part, j->link->halo, border == BORDER_WRAP};
    int64_t first, count, far = 0;
    part_rows(&x->part, x->part.rank, &first, &count);
    for (;;) {
        struct near_rows near = {.extent = x->part.whole, .first = first, .count = count};
        struct array *rows = across_fetch(j, x, want_halo, &h),
                     *reach =
                         rows ? compute_temporary(j, dtype_of(DTYPE_I32), 1, &(int64_t){1}) : NULL,
                     *out = NULL;
        want_halo(&h, x->part.rank, &near.low, &near.high);
        near.high += near.low;
        near.reach = reach ? array_address(reach) : 0;
        if (reach)
            out = compute_stencil_rows(j, function, rows, result, border, &near);
        if (out && !missed(j, reach, &far))
            array_unref(&out);
        array_unref(&rows);
        array_unref(&reach);
        if (!out || far <= h.width) {
            if (out)
                out->part = x->part;
            return out;
        }
        array_unref(&out);
        j->link->halo = h.width = far;
    }
}
