/* SPDX-License-Identifier: Apache-2.0 */
/* One value for each group of rows. Sums and counts are made by parts of the rows and then added up in the parts' order, so a result is
 * the same in every run on a machine. Next: table_group.c. */
#include "table/aggregates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/ranks.h"

static const char *const aggregate_names[] = {
    [AGGREGATE_COUNT] = "count",   [AGGREGATE_SUM] = "sum",       [AGGREGATE_MEAN] = "mean",
    [AGGREGATE_MIN] = "min",       [AGGREGATE_MAX] = "max",       [AGGREGATE_VAR] = "var",
    [AGGREGATE_STDDEV] = "stddev", [AGGREGATE_MEDIAN] = "median", [AGGREGATE_FIRST] = "first",
    [AGGREGATE_LAST] = "last",     [AGGREGATE_UNIQUE] = "unique",
};

int aggregate_find(struct str name)
{
    for (size_t i = 0; i < sizeof aggregate_names / sizeof *aggregate_names; i++)
        if (str_eq(name, aggregate_names[i]))
            return (int) i;
    return -1;
}

const char *aggregate_name(enum aggregate how)
{
    return aggregate_names[how];
}

/* ---- sums ---- */

struct summing {
    const struct data_column *c; /* NULL: rows are counted */
    const uint32_t *ids;
    int64_t rows;
    uint32_t groups, parts;
    double *sums,
        *shifts; /* [parts][groups]; what is subtracted before squaring, of each group, or NULL */
    __int128 *wholes; /* so means of any integers are right; sums keep the low half */
    int64_t *counts;
};

static int64_t share(const struct summing *s, uint32_t part)
{
    return s->rows * part / s->parts;
}

static void sum_reals(struct summing *s, uint32_t p)
{
    double *sums = s->sums + (size_t) p * s->groups;
    int64_t *counts = s->counts + (size_t) p * s->groups;
    for (int64_t i = share(s, p); i < share(s, p + 1); i++) {
        double v = s->c->reals[i];
        bool present = v == v;
        sums[s->ids[i]] += present ? v : 0;
        counts[s->ids[i]] += present;
    }
}

static void sum_integers(struct summing *s, uint32_t p)
{
    __int128 *wholes = s->wholes + (size_t) p * s->groups;
    int64_t *counts = s->counts + (size_t) p * s->groups;
    for (int64_t i = share(s, p); i < share(s, p + 1); i++) {
        int64_t v = s->c->integers[i];
        bool present = v != COLUMN_MISSING_INT;
        wholes[s->ids[i]] += present ? v : 0;
        counts[s->ids[i]] += present;
    }
}

static void sum_squares(struct summing *s, uint32_t p)
{
    double *sums = s->sums + (size_t) p * s->groups;
    for (int64_t i = share(s, p); i < share(s, p + 1); i++) {
        double d = column_double_at(s->c, i) - s->shifts[s->ids[i]];
        sums[s->ids[i]] += d == d ? d * d : 0;
    }
}

static void sum_part(void *user, uint32_t p)
{
    struct summing *s = user;
    int64_t *counts = s->counts + (size_t) p * s->groups;
    if (s->shifts)
        sum_squares(s, p);
    else if (s->c && s->c->type == COLUMN_FLOAT)
        sum_reals(s, p);
    else if (s->c && s->c->type != COLUMN_STRING && s->c->type != COLUMN_BOOL)
        sum_integers(s, p);
    else
        for (int64_t i = share(s, p); i < share(s, p + 1); i++) {
            bool present = !s->c || !column_missing_at(s->c, i);
            counts[s->ids[i]] += present;
            if (present && s->c && s->c->type == COLUMN_BOOL)
                s->wholes[(size_t) p * s->groups + s->ids[i]] += s->c->truths[i];
        }
}

/* The parts' sums are in the first one's places afterwards. false: a diag. */
static bool sum_up(const struct table_job *j, struct summing *s)
{
    enum { FEW = 1 << 14 };

    uint32_t most = ranks_processors();
    while (most > 1 && (uint64_t) most * s->groups > (uint64_t) s->rows + FEW)
        most--;
    s->parts = s->rows < FEW ? 1 : most;
    size_t n = (size_t) s->parts * s->groups + 1;
    s->sums = xcalloc(n, sizeof *s->sums);
    s->wholes = xcalloc(n, sizeof *s->wholes);
    s->counts = xcalloc(n, sizeof *s->counts);
    bool ok = parts_run(j, s->parts, sum_part, s);
    for (uint32_t p = 1; p < s->parts; p++)
        for (uint32_t g = 0; g < s->groups; g++) {
            s->sums[g] += s->sums[(size_t) p * s->groups + g];
            s->wholes[g] += s->wholes[(size_t) p * s->groups + g];
            s->counts[g] += s->counts[(size_t) p * s->groups + g];
        }
    return ok;
}

static void free_sums(struct summing *s)
{
    free(s->sums);
    free(s->wholes);
    free(s->counts);
}

static bool real_sums(const struct data_column *c)
{
    return c && c->type == COLUMN_FLOAT;
}

static double mean_of(const struct summing *s, uint32_t g)
{
    double sum = real_sums(s->c) ? s->sums[g] : (double) s->wholes[g];
    return s->counts[g] ? sum / (double) s->counts[g] : NAN;
}

/* Of squares: a second pass around the means, with n - 1 (as NumPy's ddof=1, and pandas). */
static bool spread_out(const struct table_job *j, const struct summing *first, bool root,
                       double *to)
{
    struct summing s = {.c = first->c,
                        .ids = first->ids,
                        .rows = first->rows,
                        .groups = first->groups,
                        .shifts = xmalloc(((size_t) first->groups + 1) * sizeof(double))};
    for (uint32_t g = 0; g < s.groups; g++)
        s.shifts[g] = mean_of(first, g);
    bool ok = sum_up(j, &s);
    for (uint32_t g = 0; g < s.groups; g++) {
        double var = first->counts[g] > 1 ? s.sums[g] / (double) (first->counts[g] - 1) : NAN;
        to[g] = root ? sqrt(var) : var;
    }
    free(s.shifts);
    free_sums(&s);
    return ok;
}

static struct data_column *by_sums(const struct table_job *j, const struct table_keys *k,
                                   struct data_column *c, enum aggregate how, int64_t rows)
{
    struct summing s = {.c = c, .ids = k->ids, .rows = rows, .groups = k->count};
    bool whole = how == AGGREGATE_COUNT || (how == AGGREGATE_SUM && !real_sums(c));
    struct data_column *to = column_new(j, whole ? COLUMN_INT : COLUMN_FLOAT, k->count, NULL);
    bool ok = to && sum_up(j, &s);
    for (uint32_t g = 0; g < k->count && ok; g++) {
        if (whole)
            to->integers[g] = how == AGGREGATE_COUNT ? s.counts[g] : (int64_t) s.wholes[g];
        else
            to->reals[g] = how == AGGREGATE_SUM ? s.sums[g] : mean_of(&s, g);
    }
    if (ok && (how == AGGREGATE_VAR || how == AGGREGATE_STDDEV))
        ok = spread_out(j, &s, how == AGGREGATE_STDDEV, to->reals);
    free_sums(&s);
    if (!ok)
        column_unref(&to);
    return to;
}

/* ---- one of a group's rows ---- */

static struct data_column *by_row(const struct table_job *j, const struct table_keys *k,
                                  const struct data_column *c, enum aggregate how, int64_t rows)
{
    uint64_t most, *ordinals = NULL;
    bool ordered = how == AGGREGATE_MIN || how == AGGREGATE_MAX;
    if (ordered && !(ordinals = column_ordinals(j, c, how == AGGREGATE_MAX, &most)))
        return NULL;
    int64_t *best = xmalloc(((size_t) k->count + 1) * sizeof *best);
    memset(best, -1, (size_t) k->count * sizeof *best);
    for (int64_t i = 0; i < rows; i++) {
        int64_t *b = best + k->ids[i];
        if (column_missing_at(c, i))
            continue;
        if (*b < 0 || how == AGGREGATE_LAST || (ordered && ordinals[i] < ordinals[*b]))
            *b = i;
    }
    struct data_column *to = column_gather(j, c, best, k->count);
    free(best);
    free(ordinals);
    return to;
}

/* ---- all of a group's values ---- */

struct listing {
    const struct data_column *c;
    const uint64_t *ordinals;
    const int64_t *starts;
    int64_t *list; /* rows, group by group */
    struct data_column *to;
};

/* Moves the k-th of the values to its place, less ones before it (Hoare's selection). */
static void select_place(double *v, int64_t n, int64_t k)
{
    int64_t low = 0, high = n - 1;
    while (low < high) {
        double a = v[low], b = v[low + (high - low) / 2], c = v[high];
        double pivot = a < b ? (b < c ? b : a < c ? c : a) : a < c ? a : b < c ? c : b;
        int64_t i = low, m = high;
        while (i <= m) {
            while (v[i] < pivot)
                i++;
            while (v[m] > pivot)
                m--;
            if (i > m)
                break;
            double swapped = v[i];
            v[i++] = v[m];
            v[m--] = swapped;
        }
        if (k <= m)
            high = m;
        else if (k >= i)
            low = i;
        else
            return;
    }
}

double quantile_of(double *values, int64_t n, double q)
{
    if (!n)
        return NAN;
    double place = q * (double) (n - 1);
    int64_t k = (int64_t) place;
    select_place(values, n, k);
    double low = values[k], part = place - (double) k;
    if (part == 0)
        return low;
    double high = INFINITY;
    for (int64_t i = k + 1; i < n; i++)
        high = values[i] < high ? values[i] : high;
    return low + part * (high - low);
}

static double median_of(const struct listing *l, int64_t first, int64_t last)
{
    double *values = xmalloc((size_t) (last - first + 1) * sizeof *values);
    int64_t n = 0;
    for (int64_t i = first; i < last; i++) {
        values[n] = column_double_at(l->c, l->list[i]);
        n += !isnan(values[n]);
    }
    double median = quantile_of(values, n, 0.5);
    free(values);
    return median;
}

static int compare_ordinals(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
    return (x > y) - (x < y);
}

static int64_t unique_of(const struct listing *l, int64_t first, int64_t last)
{
    uint64_t *values = xmalloc((size_t) (last - first + 1) * sizeof *values);
    int64_t n = 0, count = 0;
    for (int64_t i = first; i < last; i++)
        if (!column_missing_at(l->c, l->list[i]))
            values[n++] = l->ordinals[l->list[i]];
    qsort(values, (size_t) n, sizeof *values, compare_ordinals);
    for (int64_t i = 0; i < n; i++)
        count += !i || values[i] != values[i - 1];
    free(values);
    return count;
}

static void list_part(void *user, int64_t first, int64_t last)
{
    struct listing *l = user;
    for (int64_t g = first; g < last; g++) {
        if (l->ordinals)
            l->to->integers[g] = unique_of(l, l->starts[g], l->starts[g + 1]);
        else
            l->to->reals[g] = median_of(l, l->starts[g], l->starts[g + 1]);
    }
}

static struct data_column *by_lists(const struct table_job *j, const struct table_keys *k,
                                    const struct data_column *c, enum aggregate how, int64_t rows)
{
    bool unique = how == AGGREGATE_UNIQUE;
    uint64_t most, *ordinals = unique ? column_ordinals(j, c, false, &most) : NULL;
    if (unique && !ordinals)
        return NULL;
    int64_t *starts = xcalloc((size_t) k->count + 2, sizeof *starts);
    struct listing l = {c, ordinals, starts, malloc((size_t) rows * sizeof *l.list + 1), NULL};
    if (l.list)
        l.to = column_new(j, unique ? COLUMN_INT : COLUMN_FLOAT, k->count, NULL);
    else
        diag_error(j->diags, DIAG_MEMORY, j->at, "not enough memory to list %lld rows",
                   (long long) rows);
    for (int64_t i = 0; i < rows && l.to; i++)
        starts[k->ids[i] + 2]++;
    for (uint32_t g = 0; g < k->count && l.to; g++)
        starts[g + 2] += starts[g + 1];
    for (int64_t i = 0; i < rows && l.to; i++)
        l.list[starts[k->ids[i] + 1]++] = i;
    if (l.to && !rows_run(j, k->count, list_part, &l))
        column_unref(&l.to);
    free(l.list);
    free(starts);
    free(ordinals);
    return l.to;
}

struct data_column *aggregate_column(const struct table_job *j, const struct table_keys *k,
                                     struct data_column *c, enum aggregate how, int64_t rows)
{
    bool numbers = how == AGGREGATE_SUM || how == AGGREGATE_MEAN || how == AGGREGATE_VAR ||
                   how == AGGREGATE_STDDEV || how == AGGREGATE_MEDIAN;
    if (numbers && !column_is_number(c)) {
        diag_error(j->diags, DIAG_TYPE, j->at, "%s() takes a column of numbers, not one of type %s",
                   aggregate_names[how], column_type_name(c->type));
        return NULL;
    }
    switch (how) {
    case AGGREGATE_MIN:
    case AGGREGATE_MAX:
    case AGGREGATE_FIRST:
    case AGGREGATE_LAST: return by_row(j, k, c, how, rows);
    case AGGREGATE_MEDIAN:
    case AGGREGATE_UNIQUE: return by_lists(j, k, c, how, rows);
    default: return by_sums(j, k, c, how, rows);
    }
}
