/* SPDX-License-Identifier: Apache-2.0 */
/* Tables of aggregates: of groups, and of whole columns. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "table/aggregates.h"

/* "average = mean(price)" */
struct wanted_aggregate {
    struct str name, how, column;
};

static bool refuse(const struct table_job *j, const char *text)
{
    struct diag *d = diag_error(j->diags, DIAG_NAME, j->at, "'%s' is not an aggregate", text);
    diag_help(j->diags, d,
              "write count(), sum, mean, min, max, var, stddev, median, first, last or unique of a "
              "column: mean(\"price\")");
    return false;
}

static bool parse(const struct table_job *j, const char *text, struct wanted_aggregate *out,
                  int *out_how)
{
    const char *open = strchr(text, '('), *close = strrchr(text, ')'), *equal = strchr(text, '=');
    bool named = equal && open && equal < open;
    const char *how = named ? equal + 1 : text;
    if (!open || !close || close < open || str_trim(str_of(close + 1)).n)
        return refuse(j, text);
    out->name = named ? str_trim((struct str){text, (size_t) (equal - text)}) : (struct str){0};
    out->how = str_trim((struct str){how, (size_t) (open - how)});
    out->column = str_trim((struct str){open + 1, (size_t) (close - open - 1)});
    *out_how = aggregate_find(out->how);
    if (*out_how < 0 || (!out->column.n && *out_how != AGGREGATE_COUNT))
        return refuse(j, text);
    return true;
}

static char *name_of(const struct wanted_aggregate *w)
{
    struct buf b = {0};
    if (w->name.n)
        buf_put(&b, w->name.p, w->name.n);
    else if (w->column.n)
        buf_printf(&b, "%.*s_%.*s", (int) w->column.n, w->column.p, (int) w->how.n, w->how.p);
    else
        buf_puts(&b, "count");
    return buf_take(&b);
}

/* Adds the column that `text` describes. NULL: a diag. */
static struct data_table *with_aggregate(const struct table_job *j, const struct table_keys *k,
                                         const struct data_table *t, struct data_table *made,
                                         const char *text)
{
    struct wanted_aggregate w;
    int how;
    int64_t at = -1;
    bool good = parse(j, text, &w, &how);
    if (good && w.column.n) {
        char *column = xstrndup(w.column.p, w.column.n);
        at = table_find(j, t, column);
        good = at >= 0;
        free(column);
    }
    struct data_column *c =
        good ? aggregate_column(j, k, at < 0 ? NULL : t->columns[at], (enum aggregate) how, t->rows)
             : NULL;
    char *name = c ? name_of(&w) : NULL;
    struct data_table *wider = c ? table_with(j, made, name, c) : NULL;
    free(name);
    column_unref(&c);
    table_unref(&made);
    return wider;
}

struct renumbering {
    uint32_t *ids;
    const uint32_t *to;
};

static void renumber_part(void *user, int64_t first, int64_t last)
{
    struct renumbering *r = user;
    for (int64_t i = first; i < last; i++)
        r->ids[i] = r->to[r->ids[i]];
}

/* Groups in the order of their keys. */
static bool sort_groups(const struct table_job *j, struct table_keys *k,
                        const struct data_table *keys)
{
    struct data_table *firsts = table_gather(j, keys, k->first, k->count);
    int64_t *order =
        firsts ? columns_order(j, firsts->columns, NULL, firsts->count, k->count) : NULL;
    table_unref(&firsts);
    if (!order)
        return false;
    uint32_t *to = xmalloc(((size_t) k->count + 1) * sizeof *to);
    int64_t *first = xmalloc(((size_t) k->count + 1) * sizeof *first);
    for (uint32_t g = 0; g < k->count; g++) {
        to[order[g]] = g;
        first[g] = k->first[order[g]];
    }
    free(k->first);
    k->first = first;
    struct renumbering r = {k->ids, to};
    bool ok = rows_run(j, keys->rows, renumber_part, &r);
    free(to);
    free(order);
    return ok;
}

struct data_table *table_aggregate(const struct table_job *j, const struct data_table *t,
                                   const char *const *keys, uint32_t key_count,
                                   const char *const *how, uint32_t how_count)
{
    struct table_keys k = {0};
    struct data_table *of = table_select(j, t, keys, key_count), *made = NULL;
    if (of && keys_find(j, &k, of->columns, of->count, t->rows) && sort_groups(j, &k, of))
        made = table_gather(j, of, k.first, k.count);
    for (uint32_t i = 0; i < how_count && made; i++)
        made = with_aggregate(j, &k, t, made, how[i]);
    keys_free(&k);
    table_unref(&of);
    return made;
}

/* ---- whole columns ---- */

/* How many values there are that are not missing. */
static struct data_column *different(const struct table_job *j, struct data_column *c)
{
    struct table_keys k;
    struct data_column *to = column_new(j, COLUMN_INT, 1, NULL);
    if (!to || !keys_find(j, &k, &c, 1, c->rows)) {
        column_unref(&to);
        return NULL;
    }
    to->integers[0] = k.count;
    for (uint32_t g = 0; g < k.count; g++)
        to->integers[0] -= column_missing_at(c, k.first[g]);
    keys_free(&k);
    return to;
}

static struct data_column *of_all(const struct table_job *j, struct data_column *c,
                                  enum aggregate how)
{
    struct table_keys all;
    if (how == AGGREGATE_UNIQUE)
        return different(j, c);
    if (!keys_find(j, &all, NULL, 0, c->rows))
        return NULL;
    all.count = 1; /* also of no rows */
    struct data_column *to = aggregate_column(j, &all, c, how, c->rows);
    keys_free(&all);
    return to;
}

bool column_aggregate(const struct table_job *j, struct data_column *c, const char *how,
                      double *out)
{
    int which = aggregate_find(str_of(how));
    CHECK(which >= 0);
    if (!column_is_number(c) && which != AGGREGATE_COUNT && which != AGGREGATE_UNIQUE) {
        diag_error(j->diags, DIAG_TYPE, j->at, "%s() takes a column of numbers, not one of type %s",
                   how, column_type_name(c->type));
        return false;
    }
    struct data_column *one = of_all(j, c, (enum aggregate) which);
    if (one)
        *out = column_double_at(one, 0);
    column_unref(&one);
    return one || !j->diags->errors;
}

/* ---- describe ---- */

enum { STATISTICS = 7 };

static void statistics_of(const struct table_job *j, struct data_column *c, double *out)
{
    double *values = malloc((size_t) c->rows * sizeof *values + 1);
    int64_t n = 0;
    for (int i = 0; i < STATISTICS; i++)
        out[i] = NAN;
    if (!values || !column_is_number(c)) {
        free(values);
        return;
    }
    for (int64_t i = 0; i < c->rows; i++) {
        values[n] = column_double_at(c, i);
        n += !isnan(values[n]);
    }
    column_aggregate(j, c, "mean", out);
    column_aggregate(j, c, "stddev", out + 1);
    for (int i = 2; i < STATISTICS; i++)
        out[i] = quantile_of(values, n, (i - 2) / 4.0);
    free(values);
}

struct data_table *table_describe(const struct table_job *j, const struct data_table *t)
{
    static const char *const names[] = {"column", "type", "missing", "unique", "mean", "stddev",
                                        "min",    "25%",  "50%",     "75%",    "max"};

    enum { COLUMNS = sizeof names / sizeof *names, NUMBERS = COLUMNS - STATISTICS };

    char **titles = xcalloc(COLUMNS + 1, sizeof *titles);
    struct data_column **made = xcalloc(COLUMNS + 1, sizeof(struct data_column *));
    for (int i = 0; i < COLUMNS; i++) {
        enum column_type type = i < 2 ? COLUMN_STRING : i < NUMBERS ? COLUMN_INT : COLUMN_FLOAT;
        titles[i] = xstrdup(names[i]);
        made[i] = column_new(j, type, t->count, i < 2 ? dictionary_new() : NULL);
    }
    struct data_table *all = table_new(titles, made, COLUMNS, t->count);
    for (uint32_t k = 0; k < t->count; k++) {
        struct data_column *c = t->columns[k];
        double numbers[STATISTICS], unique = NAN;
        column_aggregate(j, c, "unique", &unique);
        statistics_of(j, c, numbers);
        made[0]->codes[k] = dictionary_code(made[0]->words, str_of(t->names[k]));
        made[1]->codes[k] = dictionary_code(made[1]->words, str_of(column_type_name(c->type)));
        made[2]->integers[k] = column_missing_count(j, c);
        made[3]->integers[k] = isnan(unique) ? COLUMN_MISSING_INT : (int64_t) unique;
        for (int i = 0; i < STATISTICS; i++)
            made[NUMBERS + i]->reals[k] = numbers[i];
    }
    if (j->diags->errors)
        table_unref(&all);
    return all;
}
