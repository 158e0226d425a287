/* SPDX-License-Identifier: Apache-2.0 */
/* describe(): statistics per column. The elements are first transposed block by block, so that rows stay in the
 * cache; then the columns are processed in parallel. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/split.h"
#include "base/vec.h"
#include "display/parts.h"

enum { BLOCK = 4096, COLUMNS_MOST = 200 };

struct describe_column {
    double *values; /* its numbers, NaNs left out after `measure` */
    int64_t count, missing;
    double mean, deviation, quantile[5]; /* least, quarters, greatest */
};

struct describing {
    const struct display_values *v;
    int64_t rows, columns;
    double *values; /* column by column */
    struct describe_column *out;
};

static void transpose(void *user, uint32_t part)
{
    struct describing *d = user;
    int64_t first = (int64_t) part * BLOCK,
            last = first + BLOCK < d->rows ? first + BLOCK : d->rows;
    uint32_t size = d->v->dtype.size;
    const char *elements = d->v->elements;
    bool doubles = d->v->dtype.kind == DTYPE_F64;
    for (int64_t c = 0; c < d->columns; c++) {
        const char *e = elements + (uint64_t) (first * d->columns + c) * size;
        double *to = d->values + c * d->rows + first;
        for (int64_t r = first; r < last; r++, e += (uint64_t) d->columns * size) {
            if (doubles)
                memcpy(to++, e, sizeof *to);
            else
                *to++ = dtype_double(d->v->dtype, e);
        }
    }
}

/* Moves the k-th smallest of [low, high] to its position, smaller ones before and larger ones after it (Hoare's FIND). */
static double select_nth(double *a, int64_t low, int64_t high, int64_t k)
{
    while (low < high) {
        int64_t mid = low + (high - low) / 2;
        double x = a[low], y = a[mid], z = a[high], pivot = fmax(fmin(x, y), fmin(fmax(x, y), z));
        int64_t i = low, j = high;
        while (i <= j) {
            while (a[i] < pivot)
                i++;
            while (pivot < a[j])
                j--;
            if (i <= j) {
                double t = a[i];
                a[i++] = a[j];
                a[j--] = t;
            }
        }
        if (j < k)
            low = i;
        if (k < i)
            high = j;
    }
    return a[k];
}

/* Interpolates between two neighbouring values, as NumPy and pandas do by default. */
static double quantile(double *a, int64_t n, int64_t *low, double fraction)
{
    double at = fraction * (double) (n - 1);
    int64_t k = (int64_t) at;
    double v = select_nth(a, *low, n - 1, k), next = v;
    *low = k;
    if (k + 1 < n) {
        next = a[k + 1];
        for (int64_t i = k + 2; i < n; i++)
            next = a[i] < next ? a[i] : next;
    }
    return v + (at - (double) k) * (next - v);
}

static void measure(void *user, uint32_t part)
{
    struct describing *d = user;
    struct describe_column *c = d->out + part;
    double *a = d->values + (int64_t) part * d->rows, sum = 0, squares = 0, low = INFINITY,
           high = -INFINITY;
    int64_t n = 0;
    for (int64_t i = 0; i < d->rows; i++)
        if (!isnan(a[i]))
            a[n++] = a[i];
    *c = (struct describe_column){.values = a, .count = n, .missing = d->rows - n};
    for (int64_t i = 0; i < n; i++) {
        sum += a[i];
        low = a[i] < low ? a[i] : low;
        high = a[i] > high ? a[i] : high;
    }
    c->mean = n ? sum / (double) n : NAN;
    for (int64_t i = 0; i < n; i++)
        squares += (a[i] - c->mean) * (a[i] - c->mean);
    c->deviation = n > 1 ? sqrt(squares / (double) (n - 1)) : NAN;
    int64_t from = 0;
    c->quantile[0] = n ? low : NAN;
    c->quantile[4] = n ? high : NAN;
    for (int q = 1; q < 4; q++)
        c->quantile[q] = n ? quantile(a, n, &from, q / 4.0) : NAN;
}

enum { FIGURES = 7 };

static void figures_of(const struct describe_column *c, double out[FIGURES])
{
    out[0] = c->mean;
    out[1] = c->deviation;
    memcpy(out + 2, c->quantile, sizeof c->quantile);
}

/* Each figure has one precision for all columns of the data, which are the rows of the table. */
static void formats_of(const struct describing *d, int64_t rows, struct number_format out[FIGURES])
{
    double *numbers = xcalloc((size_t) rows + 1, sizeof *numbers);
    for (int k = 0; k < FIGURES; k++) {
        for (int64_t i = 0; i < rows; i++) {
            double figures[FIGURES];
            figures_of(d->out + i, figures);
            numbers[i] = figures[k];
        }
        number_format_of(out + k, numbers, (size_t) rows, SIX_DIGITS);
    }
    free(numbers);
}

static const char *count_text(struct arena *a, int64_t n)
{
    struct buf text = {0};
    print_count(&text, (uint64_t) n);
    const char *copy = arena_strndup(a, text.p, text.n);
    buf_free(&text);
    return copy;
}

static void show(struct display *out, const struct describing *d,
                 const struct display_table_names *names, const struct display_style *style)
{
    enum { COLUMNS = 9 };
    static const struct table_column columns[COLUMNS] = {
        {"column", false},
        {"count",  true },
        {"mean",   true },
        {"std",    true },
        {"min",    true },
        {"25 %",   true },
        {"50 %",   true },
        {"75 %",   true },
        {"max",    true }
    };
    struct arena a = {0};
    VEC(const char *) cells = {0};
    struct number_format formats[FIGURES];
    int64_t rows = d->columns < COLUMNS_MOST ? d->columns : COLUMNS_MOST;
    formats_of(d, rows, formats);
    for (int64_t i = 0; i < rows; i++) {
        const struct describe_column *c = d->out + i;
        double figures[FIGURES];
        figures_of(c, figures);
        bool named = names->names && i < names->count;
        VEC_PUSH(&cells, named ? names->names[i] : arena_printf(&a, "%" PRId64, i));
        VEC_PUSH(&cells, count_text(&a, c->count));
        for (int k = 0; k < FIGURES; k++) {
            struct buf text = {0};
            put_formatted(&text, formats + k, figures[k]);
            VEC_PUSH(&cells, arena_strndup(&a, text.p, text.n));
            buf_free(&text);
        }
    }
    char *title =
        arena_printf(&a, "%s: %s rows, %s column%s", names->title, count_text(&a, d->rows),
                     count_text(&a, d->columns), d->columns == 1 ? "" : "s");
    struct table t = {title, columns, COLUMNS, (uint32_t) (cells.n / COLUMNS), cells.at};
    display_table(out, &t, style);
    VEC_FREE(&cells);
    arena_free(&a);
}

bool display_describe(struct display *out, const struct display_values *v,
                      const struct display_table_names *names, const struct display_style *style)
{
    struct describing d = {.v = v, .rows = v->shape[0], .columns = v->rank > 1 ? v->shape[1] : 1};
    if (v->rank > 2 || !values_numeric(v))
        return false;
    d.values = xmalloc((size_t) (d.rows * d.columns + 1) * sizeof *d.values);
    d.out = xcalloc((size_t) d.columns + 1, sizeof *d.out);
    split_run((uint32_t) ((d.rows + BLOCK - 1) / BLOCK), transpose, NULL, &d);
    split_run((uint32_t) d.columns, measure, NULL, &d);
    show(out, &d, names, style);
    free(d.values);
    free(d.out);
    return true;
}
