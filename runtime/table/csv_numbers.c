/* SPDX-License-Identifier: Apache-2.0 */
/* A table of text in rows as a matrix of doubles. Words, dates and truth values are no numbers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "table/csv_fields.h"
#include "table/csv_read.h"

static void note_words(struct csv_numbers *out, int64_t row, uint32_t column, int64_t count)
{
    if (!count)
        return;
    if (!out->words || row < out->first_row)
        out->first_row = row, out->first_column = column;
    out->words += count;
}

/* The number of each word of the dictionary; `words` gets which are none. */
static double *numbers_of(const struct dictionary *d, bool *words)
{
    double *values = xmalloc(((size_t) d->count + 1) * sizeof *values);
    for (int32_t i = 0; i < d->count; i++) {
        struct csv_field f = {.text = str_trim(dictionary_string(d, i))};
        values[i] = NAN;
        words[i] = !field_is_missing(&f) && !field_float(f.text, values + i);
        if (words[i])
            values[i] = NAN;
    }
    return values;
}

/* The columns of a table on their way into rows. */
struct matrix {
    const struct data_table *t;
    double *values;   /* row-major */
    double **numbers; /* of each column of strings: of its codes; else NULL */
    bool **words;
};

enum { ROWS_AT_ONCE = 1024 }; /* of all columns, so that rows stay in the cache */

static bool is_number(const struct data_column *c)
{
    return c->type == COLUMN_INT || c->type == COLUMN_FLOAT;
}

static void put_column(const struct matrix *m, uint32_t at, int64_t first, int64_t last)
{
    const struct data_column *c = m->t->columns[at];
    int64_t step = m->t->count;
    double *to = m->values + first * step + at;
    for (int64_t i = first; i < last; i++, to += step) {
        if (c->type == COLUMN_FLOAT)
            *to = c->reals[i];
        else if (c->type == COLUMN_INT)
            *to = c->integers[i] == COLUMN_MISSING_INT ? NAN : (double) c->integers[i];
        else if (c->type == COLUMN_STRING && c->codes[i] >= 0)
            *to = m->numbers[at][c->codes[i]];
        else
            *to = NAN;
    }
}

static void put_rows(void *user, int64_t first, int64_t last)
{
    const struct matrix *m = user;
    for (; first < last; first += ROWS_AT_ONCE) {
        int64_t end = last - first < ROWS_AT_ONCE ? last : first + ROWS_AT_ONCE;
        for (uint32_t c = 0; c < m->t->count; c++)
            put_column(m, c, first, end);
    }
}

/* Words, dates and truth values: how many, and the first. */
static void find_words(const struct matrix *m, struct csv_numbers *out, uint32_t at)
{
    const struct data_column *c = m->t->columns[at];
    int64_t count = 0, first = 0;
    for (int64_t i = 0; i < c->rows && !is_number(c); i++) {
        bool word = c->type == COLUMN_STRING ? c->codes[i] >= 0 && m->words[at][c->codes[i]]
                                             : !column_missing_at(c, i);
        first = word && !count ? i : first;
        count += word;
    }
    note_words(out, first, at, count);
}

/* false: stopped by the user. */
static bool fill(const struct table_job *j, const struct data_table *t, struct csv_numbers *out)
{
    struct matrix m = {t, out->values, xcalloc(t->count + 1, sizeof *m.numbers),
                       xcalloc(t->count + 1, sizeof *m.words)};
    for (uint32_t c = 0; c < t->count; c++) {
        const struct dictionary *d = t->columns[c]->words;
        m.words[c] = d ? xcalloc((size_t) d->count + 1, sizeof **m.words) : NULL;
        m.numbers[c] = d ? numbers_of(d, m.words[c]) : NULL;
    }
    bool ok = rows_run(j, t->rows, put_rows, &m);
    for (uint32_t c = 0; c < t->count; c++) {
        find_words(&m, out, c);
        free(m.numbers[c]);
        free(m.words[c]);
    }
    free(m.numbers);
    free(m.words);
    return ok;
}

bool csv_read(struct csv_numbers *out, const struct csv_source *from, struct diags *diags,
              struct span at)
{
    bool named;
    *out = (struct csv_numbers){0};
    struct data_table *t = csv_read_table(from, &named, diags, at);
    if (!t)
        return false;
    out->rows = t->rows;
    out->columns = t->count;
    out->values = malloc((size_t) (t->rows * t->count + 1) * sizeof *out->values);
    if (!out->values) {
        diag_error(diags, DIAG_MEMORY, at, "not enough memory for %lld rows of '%s'",
                   (long long) t->rows, from->path);
        table_unref(&t);
        return false;
    }
    struct table_job j = {diags, at, from->poll, from->interrupt};
    if (!fill(&j, t, out)) {
        table_unref(&t);
        csv_numbers_free(out);
        return false;
    }
    if (named && !from->column) {
        out->names = t->names;
        t->names = xcalloc(t->count + 1, sizeof *t->names);
    }
    table_unref(&t);
    return true;
}

void csv_numbers_free(struct csv_numbers *t)
{
    for (uint32_t i = 0; t->names && i < t->columns; i++)
        free(t->names[i]);
    free(t->names);
    free(t->values);
    *t = (struct csv_numbers){0};
}
